//! What hot paths cost, counted where it comes out the same on every machine: decisions with two options or more, and
//! requests for memory. Whoever makes a number rise says why in the commit; one that fell is lowered here, so that it
//! does not rise again unseen. Decisions, sights, packs and picks need no memory at all: tests beside them say so.

use std::sync::Arc;

use catalog::query::FacetCounts;
use catalog::{CardIx, GameData, Search, Source, fuzzy, load};
use engine::kernel::parallel::Progress;
use engine::kernel::series::SeriesPlan;
use engine::players::PlayerKind;
use engine::session::SeriesSetup;
use formats::deck::Listed;
use formats::limited::build::DeckBuilder;
use formats::limited::drafter::PickScorer;
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck, check};

use crate::pod;

/// By how much a count may miss its number: maps ask for memory in steps.
const SLACK: u64 = 3;

/// Requests for memory, against what was counted before.
fn requests<T>(what: &str, counted: u64, act: impl Fn() -> T) {
    // What is made once and kept is not counted.
    drop(act());
    let used = allocation_counter::measure(|| drop(std::hint::black_box(act()))).count_total;
    holds(what, counted, used);
}

fn holds(what: &str, counted: u64, now: u64) {
    let room = counted * SLACK / 100;
    assert!(now <= counted + room, "{what}: {now}, but it was {counted}");
    assert!(now >= counted - room, "{what}: {now} now, and {counted} before; lower the number");
}

fn game_library(source: &Source, game: &str) -> GameLibrary {
    GameLibrary::load(source, Arc::new(load::game(source, game).expect("the game loads"))).expect("the book loads")
}

#[test]
fn a_keystroke_a_check_and_a_pod_ask_for_no_more_memory_than_before() {
    let source = Source::shipped();
    let afrika = game_library(&source, "afrika");
    let game: &GameData = &afrika.game;
    let keystroke = |query: &str| {
        let found = Search::parse(query, game).expect("a query").run(game);
        (FacetCounts::count(game, &found), found)
    };
    requests("a search for a word", 24, || keystroke("draw"));
    requests("a search by fields", 67, || keystroke("type:entity cost<=3 \"draw\" sort:-cost"));
    requests("a name with typos", 1624, || fuzzy::names(game, "lanternn keeepr", 20));

    let codex = afrika.format("codex").expect("a format");
    let mut deck = afrika.decks.iter().find(|(id, _)| id == "ember-drum").expect("a deck").1.clone();
    // The figures are those of sixty cards without a side pool.
    deck.sections[game.section("side").expect("a section")].clear();
    deck.plans.clear();
    requests("a check", 2, || check::check(game, codex, &deck, None));
    let mut five = deck.clone();
    five.add(0, Listed::Card(game.find("Magma Dart").expect("a card")), 1);
    requests("a check with violations", 23, || check::check(game, codex, &five, None));
    requests("a deck mended", 57, || check::fix_deck(game, codex, &five, None));

    let draft = afrika.format("cosmic-draft").expect("a format");
    let limited = draft.limited.as_ref().expect("limited");
    let (product, way) =
        (afrika.product(&limited.product).expect("a product"), limited.draft_type.as_ref().expect("a draft"));
    let cards: Vec<CardIx> = product.sheets.iter().flat_map(|s| s.cards.iter().copied()).collect();
    let scout = PickScorer::with_ratings(game, Some(draft), &cards, product.ratings(game).clone());
    let builder = DeckBuilder::new(game, product, draft, limited);
    requests("a pod of eight with decks", 490, || {
        let (mut dice, mut opener) = (Seed::from_number(1).fast(), product.opener());
        let table = pod::drafted(way, &scout, &mut opener, &mut dice);
        (0..8).map(|s| builder.decks(&table.pool(s), 1).expect("legal").len()).sum::<usize>()
    });
}

#[test]
fn games_ask_for_no_more_decisions_than_before() {
    for (game, format, seats, counted) in [
        ("chronx", "constructed", 2, 4995),
        ("afrika", "codex", 2, 6468),
        ("chrononauts", "classic", 4, 16473),
        ("emperors-star", "day-1", 6, 599862),
    ] {
        let source = Source::shipped();
        let game_library = game_library(&source, game);
        let rules = game_library.format(format).expect("a format");
        let own = game_library.decks.iter().filter(|(_, deck)| deck.format == format);
        let decks =
            own.map(|(_, d)| LegalDeck::check(&game_library.game, rules, d.clone(), None).expect("starters are legal"));
        let decks: Vec<LegalDeck> = decks.collect();
        let decks: Vec<&LegalDeck> = decks.iter().cycle().take(seats).collect();
        let setup = SeriesSetup {
            format: format.into(),
            options: Vec::new(),
            players: vec![(PlayerKind::Random, "random".into()); seats],
            plan: SeriesPlan { games: 40, seed: Seed::from_number(5), turns: 400, threads: 1 },
        };
        let played = engine::session::play(&source, &game_library.game, &decks, &setup, &Progress::default());
        let played = played.expect("it can be played").expect("nobody stopped it");
        holds(game, counted, played.iter().map(|game| game.decisions).sum());
    }
}
