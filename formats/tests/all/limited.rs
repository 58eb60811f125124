//! Packs, pools and drafts: what the rules promise, counted.

use std::collections::HashMap;
use std::sync::Arc;

use catalog::{CardIx, Source, load};
use formats::GameLibrary;
use formats::limited::booster::event_packs::deal;
use formats::limited::build::DeckBuilder;
use formats::limited::draft::log::DraftAction;
use formats::limited::draft::pod::{DraftPlayer, Pod};
use formats::limited::draft::start::{DraftCards, DraftPlan, DraftStart};
use formats::limited::draft::{Draft, DraftChoice, DraftError};
use formats::limited::drafter::{Bot, DraftLeaning, LazyScorer, PickScorer};
use formats::rng::Seed;

fn game_library(id: &str) -> GameLibrary {
    let source = Source::shipped();
    let game = load::game(&source, id).unwrap_or_else(|p| panic!("{p:#?}"));
    GameLibrary::load(&source, Arc::new(game)).unwrap_or_else(|p| panic!("{p:#?}"))
}

/// A draft that a format describes, with bots on every seat, and its pod at the end.
fn bot_draft(game_library: &GameLibrary, format: &str, seats: u32, seed: Seed) -> (DraftStart, Pod) {
    let (plan, scorer) = plan(game_library, format, seats);
    let start = plan.start(game_library, seed).expect("a draft");
    let cards = DraftCards::new(&game_library.game, &start);
    let mut pod = Pod::begin(&game_library.game, &start).expect("begins");
    let action = pod.bots(&LazyScorer::new(|| scorer), &cards).expect("bots choose");
    pod.apply(&cards, &action).expect("what bots choose fits");
    (start, pod)
}

fn plan<'b>(game_library: &'b GameLibrary, format: &str, seats: u32) -> (DraftPlan<'b>, PickScorer<'b>) {
    let format = game_library.format(format).expect("a format");
    let product = game_library.product(&format.limited.as_ref().expect("limited").product).expect("a product");
    let sitters = vec![DraftPlayer::Bot(Bot::default()); seats as usize];
    let cards: Vec<CardIx> = product.sheets.iter().flat_map(|sheet| sheet.cards.iter().copied()).collect();
    // What bots know in a draft: the advice of its format, too.
    let ratings = product.ratings(&game_library.game).clone();
    let scorer = PickScorer::with_ratings(&game_library.game, Some(format), &cards, ratings);
    (DraftPlan::from_format(format, sitters).expect("a draft"), scorer)
}

#[test]
fn af_219_220_223_226_cosmic_draft_seats_four_to_eight_and_deals_three_packs_of_18_to_the_last_card() {
    let game_library = game_library("afrika");
    for seats in [3, 9] {
        let refused = plan(&game_library, "cosmic-draft", seats).0.start(&game_library, Seed::from_number(1));
        let Err(DraftError::Seats { cites, .. }) = refused else { panic!("{seats} seats were let in") };
        assert!(cites.contains(&"AF-219".to_owned()));
    }
    for seats in 4..=8 {
        let (start, pod) = bot_draft(&game_library, "cosmic-draft", seats, Seed::from_number(2));
        assert!(start.packs.len() == 3 && start.packs.iter().flatten().all(|p| p.len() == 18), "AF-220");
        // Every card of every pack is in exactly one pool.
        let mut opened: HashMap<&str, i32> = HashMap::new();
        start.packs.iter().flatten().flatten().for_each(|id| *opened.entry(id).or_default() += 1);
        for seat in 0..seats as usize {
            assert_eq!(pod.draft.picks(seat).len(), 54, "AF-226");
            for card in pod.draft.picks(seat) {
                *opened.entry(&game_library.game.card(*card).id).or_default() -= 1;
            }
        }
        assert!(pod.draft.is_over() && opened.values().all(|n| *n == 0), "AF-223");
        // The log alone brings the table back.
        let again =
            Pod::replay(&game_library.game, &start, &[DraftAction::Moves(pod.moves().to_vec())]).expect("replays");
        assert_eq!(again.draft, pod.draft);
    }
}

#[test]
fn af_221_222_224_225_packs_go_left_right_left_and_picks_are_hidden() {
    let game_library = game_library("afrika");
    let start = plan(&game_library, "cosmic-draft", 4).0.start(&game_library, Seed::from_number(9)).expect("starts");
    let mut table = start.new_draft(&DraftCards::new(&game_library.game, &start));
    let all_take_the_first = |table: &mut Draft| {
        for seat in 0..4 {
            let first = table.pack(seat)[0];
            table.act(seat, &DraftChoice::one(first)).expect("it lies there");
            // A pack is passed at once, and waits where nobody is ready for it: what everybody gets is the same as if all picks
            // were simultaneous (AF-R64), as a test of drafts shows.
            assert!(table.packs_at(seat) <= 1, "its own pack has gone on");
        }
    };
    for round in 0..3 {
        let before: Vec<Vec<CardIx>> = (0..4).map(|s| table.pack(s).to_vec()).collect();
        assert_eq!(table.stage().round, round, "a pack is opened only when the last round is finished");
        all_take_the_first(&mut table);
        for (seat, pack) in before.iter().enumerate() {
            // Left is the next seat in turn order (AF-R64).
            let to = if round == 1 { (seat + 3) % 4 } else { (seat + 1) % 4 };
            assert_eq!(table.pack(to), &pack[1..], "round {round}, seat {seat}");
            assert!(table.view(to).pools[seat].cards.is_empty(), "AF-222");
        }
        while table.stage().round == round && !table.is_over() {
            all_take_the_first(&mut table);
        }
    }
    assert!(table.is_over());
    assert!(matches!(table.act(0, &DraftChoice::Pass), Err(DraftError::NotAsked { seat: 0, .. })));
}

#[test]
fn a_pick_of_a_card_that_is_not_there_changes_nothing() {
    let game_library = game_library("afrika");
    let start = plan(&game_library, "cosmic-draft", 4).0.start(&game_library, Seed::from_number(9)).expect("starts");
    let mut table = start.new_draft(&DraftCards::new(&game_library.game, &start));
    let before = table.clone();
    let missing = game_library.game.indices().find(|c| !table.pack(2).contains(c)).expect("a card");
    assert_eq!(table.act(2, &DraftChoice::one(missing)), Err(DraftError::NotThere { seat: 2, card: missing }));
    assert_eq!(table, before);
}

#[test]
fn bots_commit_to_two_terrains_and_build_legal_decks() {
    let game_library = game_library("afrika");
    let format = game_library.format("cosmic-draft").expect("a format");
    let limited = format.limited.as_ref().expect("limited");
    let product = game_library.product(&limited.product).expect("a product");
    let (mut at_home, mut spells, mut picked_home, mut picked, mut bodies) = (0, 0, 0, 0, 0);
    let builder = DeckBuilder::new(&game_library.game, product, format, limited);
    for pod in 0..200 {
        let table = bot_draft(&game_library, "cosmic-draft", 8, Seed::from_number(1000 + pod)).1.draft;
        for seat in 0..8 {
            let built = builder
                .decks(&table.pool(seat), 1)
                .unwrap_or_else(|r| panic!("pod {pod} seat {seat}: {:#?}", r.violations))
                .remove(0);
            let cards = built.deck.deck().cards(0);
            assert_eq!(cards.len(), 40);
            bodies += usize::from(built.deck.report().advice.is_empty());
            let nonterrain: Vec<_> = cards
                .iter()
                .filter(|c| game_library.game.types[game_library.game.card(**c).types[0] as usize].id != "terrain")
                .collect();
            at_home +=
                nonterrain.iter().filter(|c| game_library.game.card(***c).factions & !built.factions == 0).count();
            spells += nonterrain.len();
            // Of the picks after the first ten, how many went where the deck went.
            let late = table.picks(seat)[10..].iter().filter(|c| game_library.game.card(**c).factions != 0);
            for card in late {
                picked += 1;
                picked_home += usize::from(game_library.game.card(*card).factions & !built.factions == 0);
            }
        }
    }
    assert!(at_home * 100 >= spells * 80, "{at_home} of {spells} cards");
    assert!(spells >= 200 * 8 * 21, "decks are full of cards, not of terrains: {spells}");
    assert!(picked_home * 100 >= picked * 40, "{picked_home} of {picked} late picks");
    assert!(bodies >= 1500, "{bodies} of 1600 decks are as the format advises");
    println!("{bodies} decks as advised; {at_home} of {spells} at home; {picked_home} of {picked} late picks at home");
}

#[test]
fn cx_r17_cx_r18_chron_x_pools_make_legal_decks() {
    let game_library = game_library("chronx");
    for (name, cards) in [("sealed", 60), ("draft", 45)] {
        let format = game_library.format(name).expect("a format");
        let limited = format.limited.as_ref().expect("limited");
        let product = game_library.product(&limited.product).expect("a product");
        let pool = if limited.is_draft() {
            bot_draft(&game_library, name, 4, Seed::from_number(3)).1.draft.pool(0)
        } else {
            let packs = deal(&vec![product; limited.packs as usize], 1, Seed::from_number(3)).expect("enough");
            formats::limited::Pool { cards: packs.concat().concat() }
        };
        assert_eq!(pool.cards.len(), cards);
        let built = DeckBuilder::new(&game_library.game, product, format, limited)
            .decks(&pool, 1)
            .unwrap_or_else(|r| panic!("{:#?}", r.violations));
        assert_eq!(built[0].deck.deck().size(game_library.game.section("main").expect("main")), 32);
    }
}

#[test]
fn suggested_decks_are_named_for_the_factions_that_most_of_their_cards_belong_to() {
    for (game, format) in [("chronx", "sealed"), ("afrika", "unleashed-armada")] {
        let game_library = game_library(game);
        let rules = game_library.format(format).expect("a format");
        let limited = rules.limited.as_ref().expect("limited");
        let product = game_library.product(&limited.product).expect("a product");
        let builder = DeckBuilder::new(&game_library.game, product, rules, limited);
        let main = game_library.game.section("main").expect("main");
        for seed in 0..50 {
            let packs = deal(&vec![product; limited.packs as usize], 1, Seed::from_number(seed)).expect("enough");
            let pool = formats::limited::Pool { cards: packs.concat().concat() };
            for built in builder.decks(&pool, 3).unwrap_or_else(|r| panic!("{game} {seed}: {:#?}", r.violations)) {
                let deck = built.deck.deck();
                let cards = deck.cards(main);
                let count = |name: &str| {
                    let at = game_library.game.factions.iter().position(|f| f.name == name).expect("a faction");
                    cards.iter().filter(|c| game_library.game.card(**c).factions & (1 << at) != 0).count()
                };
                let named: Vec<usize> = deck.name.split(" & ").map(count).collect();
                let least = *named.last().expect("a name");
                assert!(named.is_sorted_by(|a, b| a >= b) && least > 0, "{game} {seed}: {}, {named:?}", deck.name);
                let others = game_library.game.factions.iter().filter(|f| !deck.name.contains(&f.name));
                assert!(others.into_iter().all(|f| count(&f.name) <= least), "{game} {seed}: {}", deck.name);
            }
        }
    }
}

#[test]
fn packs_and_picks_allocate_nothing() {
    let game_library = game_library("afrika");
    let product = game_library.product("luminous-chronicle").expect("a product");
    let scorer = PickScorer::new(&game_library.game, product);
    let (mut dice, mut opener, mut pack) = (Seed::from_number(1).fast(), product.opener(), Vec::with_capacity(18));
    let mut leaning = DraftLeaning::default();
    let used = allocation_counter::measure(|| {
        for _ in 0..100 {
            opener.open(&mut dice, &mut pack);
            let card = scorer.best(&leaning, &pack);
            scorer.note(&mut leaning, card);
        }
    });
    assert_eq!(used.count_total, 0);
}

/// Nobody checks the lines of a shipped product before they are asked for, so all of them are asked for here.
#[test]
fn the_ratings_of_every_shipped_product_can_be_read() {
    let mut rated = 0;
    for id in Source::shipped().games() {
        let game_library = game_library(&id);
        for product in &game_library.products {
            rated += usize::from(!product.ratings(&game_library.game).is_empty());
        }
    }
    assert!(rated > 3, "{rated} products");
}

#[test]
fn factions_count_where_they_limit_what_a_deck_can_play() {
    let bound = |game: &str, format: &str| {
        let game_library = game_library(game);
        game_library.format(format).unwrap_or_else(|| panic!("{game}/{format}")).is_bound_by_factions()
    };
    // Any cards of a pool (CX-R17); in-domain copies are free (CX-165); lands make what costs ask for.
    assert!(!bound("chronx", "draft") && !bound("chronx", "sealed"));
    assert!(bound("chronx", "constructed") && bound("afrika", "cosmic-draft"));
}

#[test]
fn ratings_beside_a_product_are_added_to_its_own() {
    let mut source = Source::shipped();
    let rate = |points: i32| {
        format!("source = \"house set\"\n[[rating]]\nof = \"id:black-ice\"\npoints = {points}\nwhy = \"a test\"\n")
    };
    let points = |source: &Source| {
        let game = Arc::new(load::game(source, "chronx").unwrap_or_else(|p| panic!("{p:#?}")));
        let game_library = GameLibrary::load(source, game.clone()).unwrap_or_else(|p| panic!("{p:#?}"));
        let product = game_library.product("second-edition").expect("a product");
        product.ratings(&game)[game.find("Black Ice").expect("a card").at()].points
    };
    let file = "chronx/ratings/second-edition.toml";
    source.put(file, file.into(), rate(0));
    let own = points(&source);
    source.put(file, file.into(), rate(250));
    assert_eq!(points(&source), own + 250);

    let stray = "chronx/ratings/second-editoin.toml";
    source.put(stray, stray.into(), rate(1));
    let game = Arc::new(load::game(&source, "chronx").unwrap_or_else(|p| panic!("{p:#?}")));
    let faults = GameLibrary::load(&source, game).expect_err("nothing has this name");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(told.len() == 1 && told[0].contains(stray) && told[0].contains("`second-edition`"), "{told:#?}");
}
