//! Properties of checks and fixes on decks that nobody would build.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use catalog::{CardIx, Source, load};
use formats::check::{self, Violation};
use formats::deck::Listed;
use formats::limited::Pool;
use formats::limited::booster::event_packs::deal;
use formats::rng::Seed;
use formats::{Deck, DeckFormat, GameLibrary};
use proptest::prelude::*;

static BOOKS: LazyLock<Vec<GameLibrary>> = LazyLock::new(|| {
    let source = Source::shipped();
    let load =
        |id: &String| GameLibrary::load(&source, Arc::new(load::game(&source, id).expect("loads"))).expect("loads");
    source.games().iter().map(load).collect()
});

/// Every format with its book.
static FORMATS: LazyLock<Vec<(&'static GameLibrary, &'static DeckFormat)>> =
    LazyLock::new(|| BOOKS.iter().flat_map(|b| b.formats.iter().map(move |f| (b, f))).collect());

/// The same with the formats of examples, in which what is too much may be mended by more cards.
static ALL_FORMATS: LazyLock<Vec<(&'static GameLibrary, &'static DeckFormat)>> = LazyLock::new(|| {
    let examples = EXAMPLES.iter().flat_map(|b| b.formats.iter().map(move |f| (b, f)));
    FORMATS.iter().copied().chain(examples).collect()
});

static EXAMPLES: LazyLock<Vec<GameLibrary>> = LazyLock::new(|| {
    let mut source = Source::default();
    source.add_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")).expect("the examples");
    let load = |id| GameLibrary::load(&source, Arc::new(load::game(&source, id).expect("loads"))).expect("loads");
    ["beetle-orchard", "night-mail"].map(load).into()
});

/// A wild edit: section, card, copies; by numbers that are taken modulo what there is.
type Wild = (usize, u32, u32);

/// The pool of a limited format.
fn pool(game_library: &GameLibrary, format: &DeckFormat, seed: u64) -> Option<Pool> {
    let limited = format.limited.as_ref()?;
    let product = game_library.product(&limited.product).expect("a product");
    let packs = deal(&vec![product; limited.packs as usize], 1, Seed::from_number(seed)).expect("enough cards");
    Some(Pool { cards: packs.concat().concat() })
}

fn wild(game_library: &GameLibrary, deck: &mut Deck, edits: &[Wild]) {
    for (section, card, copies) in edits {
        let section = section % game_library.game.sections.len();
        let listed = match card % 50 {
            0 => Listed::Unknown("Cosmic Storyteler".into()),
            1 => Listed::Unknown("Nobody at all".into()),
            _ => Listed::Card(CardIx(card % game_library.game.cards.len() as u32)),
        };
        deck.add(section, listed, copies % 7);
    }
}

/// What tells violations apart, whatever their numbers. What is missing is left out: more cards may well fill that.
fn keys(violations: &[Violation]) -> BTreeSet<(String, &'static str, Option<String>, Option<String>)> {
    let card = |v: &Violation| match v.kind {
        "copies" | "legality" | "pool" | "restricted" | "rotation" | "identity" | "unknown_card" | "section" => {
            v.cards.first().map(|c| c.name.clone())
        }
        _ => None,
    };
    let excess = violations.iter().filter(|v| v.found > v.allowed);
    excess.map(|v| (v.rules[0].clone(), v.kind, v.section.clone(), card(v))).collect()
}

/// A legal deck of a format.
fn legal(game_library: &GameLibrary, format: &DeckFormat, pool: Option<&Pool>) -> Deck {
    let start = game_library.decks.iter().find(|(_, d)| d.format == format.id).map(|(_, d)| d.clone());
    let start = start.unwrap_or_else(|| Deck::new(&game_library.game, "Legal", &format.id));
    let mended = check::fix_deck(&game_library.game, format, &start, pool);
    assert!(mended.left.is_empty(), "{}: {:#?}", format.id, mended.left);
    mended.deck
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn fixes_lead_to_a_legal_deck_in_one_application(
        at in 0..64usize,
        start in proptest::option::of(0..32usize),
        edits in proptest::collection::vec((0..8usize, 0..100_000u32, 0..100u32), 0..24),
    ) {
        let (game_library, format) = ALL_FORMATS[at % ALL_FORMATS.len()];
        let pool = pool(game_library, format, at as u64);
        let mut deck = match start {
            Some(deck) => game_library.decks[deck % game_library.decks.len()].1.clone(),
            None => Deck::new(&game_library.game, "Wild", &format.id),
        };
        wild(game_library, &mut deck, &edits);
        let mended = check::fix_deck(&game_library.game, format, &deck, pool.as_ref());
        prop_assert!(mended.left.is_empty(), "{}: {:#?}", format.id, mended.left);
        // As edits on the deck as it was.
        let edits = check::edits(&game_library.game, &deck, &mended.changes);
        let mut after = deck.clone();
        let backs: Vec<_> = edits.iter().map(|edit| after.apply(&game_library.game, edit)).collect();
        let report = check::check(&game_library.game, format, &after, pool.as_ref());
        prop_assert!(report.passes(), "{}: {:#?}", format.id, report.violations);
        // A legal deck is left alone.
        prop_assert_eq!(check::fix_deck(&game_library.game, format, &after, pool.as_ref()).changes.len(), 0);
        // And taken back, the deck is what it was.
        for back in backs.iter().rev() {
            after.apply(&game_library.game, back);
        }
        let counts = |deck: &Deck| -> BTreeSet<(usize, String, u32)> {
            let each = deck.sections.iter().enumerate();
            each.flat_map(|(s, l)| l.iter().map(move |e| (s, e.card.name(&game_library.game).to_owned(), e.count))).collect()
        };
        prop_assert_eq!(counts(&after), counts(&deck));
    }

    #[test]
    fn another_violation_never_hides_one(
        at in 0..64usize,
        edits in proptest::collection::vec((0..8usize, 0..100_000u32, 1..7u32), 1..10),
        more in proptest::collection::vec((0..8usize, 0..100_000u32, 1..7u32), 1..10),
    ) {
        let (game_library, format) = FORMATS[at % FORMATS.len()];
        let pool = pool(game_library, format, at as u64);
        let mut deck = legal(game_library, format, pool.as_ref());
        wild(game_library, &mut deck, &edits);
        let before = keys(&check::check(&game_library.game, format, &deck, pool.as_ref()).violations);
        wild(game_library, &mut deck, &more);
        let after = keys(&check::check(&game_library.game, format, &deck, pool.as_ref()).violations);
        prop_assert!(before.is_subset(&after), "{}: {:#?}", format.id, before.difference(&after));
    }
}

/// Findings for themselves and one at a time are as small as they can be: of single violations the number of cards moved
/// is the number that is told.
#[test]
fn a_fix_moves_as_many_cards_as_are_wrong() {
    let game_library = BOOKS.iter().find(|b| b.game.id == "afrika").expect("afrika");
    let format = game_library.format("codex").expect("a format");
    let deck = &game_library.decks.iter().find(|(id, _)| id == "ember-drum").expect("a deck").1;
    for short in 1..=8 {
        let mut short_deck = deck.clone();
        let valley = Listed::Card(game_library.game.find("Volcanic Valleys").expect("a card"));
        short_deck.set(0, valley, 12 - short);
        let mended = check::fix_deck(&game_library.game, format, &short_deck, None);
        let moved: i64 = mended.changes.iter().map(|c| c.by).sum();
        assert_eq!(moved, i64::from(short));
        assert!(mended.changes.iter().all(|c| c.by > 0));
        // What was added heeds the advice that the starter deck met.
        assert_eq!(check::check(&game_library.game, format, &mended.deck, None).advice, []);
    }
}

/// Of a module that is half there, the nearer way is gone to its end: the rest of it is added, or all of it goes.
#[test]
fn cb_012_half_a_module_becomes_whole_or_goes() {
    let game_library = BOOKS.iter().find(|b| b.game.id == "anachrony").expect("a shipped game");
    let format = game_library.format("chronossus").expect("a shipped format");
    let (_, start) = game_library.decks.iter().find(|(id, _)| id == "chronossus").expect("a shipped deck");
    for (id, count, whole) in [("action-tile-hypersync-future-actions", 2, false), ("solo-hypersync-tile", 3, true)] {
        let mut deck = start.clone();
        let section = game_library.game.section("components").expect("a section");
        deck.add(section, Listed::from_id_or_name(&game_library.game, id), count);
        if whole {
            deck.add(section, Listed::from_id_or_name(&game_library.game, "action-tile-hypersync-future-actions"), 2);
        }
        assert!(!check::check(&game_library.game, format, &deck, None).passes());
        let mended = check::fix_deck(&game_library.game, format, &deck, None);
        assert!(mended.left.is_empty(), "{:#?}", mended.left);
        let module = game_library.game.section("modules").expect("a section");
        let kept = mended.deck.count(module, &Listed::from_id_or_name(&game_library.game, "hypersync-future-actions"));
        assert_eq!(kept, u32::from(whole), "{:?}", mended.changes);
    }
}

#[test]
fn a_rule_that_a_guest_brings_along_gives_way_where_cards_run_out() {
    let visitors = |(_, format): &(&GameLibrary, &DeckFormat)| format.id == "visitors";
    let (game_library, format) = ALL_FORMATS.iter().copied().find(visitors).expect("an example");
    let game = &game_library.game;
    let mut deck = Deck::new(game, "Wild", &format.id);
    // There are 17 beetles; with the Magpie there is one copy of each, and Quill wants 18.
    deck.add(1, Listed::Card(game.find("leaf-grub").expect("a card")), 1);
    deck.add(0, Listed::Card(game.find("quill").expect("a card")), 1);
    deck.add(2, Listed::Card(game.find("the-magpie").expect("a card")), 1);
    let mended = check::fix_deck(game, format, &deck, None);
    assert!(mended.left.is_empty(), "{:#?}", mended.left);
}
