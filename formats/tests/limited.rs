//! Packs, pools and drafts: what the rules promise, counted.

use std::collections::HashMap;
use std::sync::Arc;

use catalog::{CardIx, Source, load};
use formats::Book;
use formats::limited::booster::event::deal;
use formats::limited::build;
use formats::limited::draft::{self, Picks, Refused, Table};
use formats::limited::drafter::{Leaning, Scout};
use formats::rng::Seed;

fn book(id: &str) -> Book {
    let source = Source::shipped();
    let game = load::game(&source, id).unwrap_or_else(|p| panic!("{p:#?}"));
    Book::load(&source, Arc::new(game)).unwrap_or_else(|p| panic!("{p:#?}"))
}

/// A whole draft by bots: the packs as they were opened, and the table at its end.
fn bot_draft(book: &Book, format: &str, seats: u32, seed: Seed) -> (draft::Start, Table, Vec<Picks>) {
    let format = book.format(format).expect("a format");
    let limited = format.limited.as_ref().expect("a limited format");
    let product = book.product(&limited.product).expect("a product");
    let start = draft::start(&book.game, product, format, limited, seats, seed).expect("a draft");
    let mut table = Table::begin(&book.game, limited, &start).expect("begins");
    let scout = Scout::new(&book.game, product);
    let mut leanings = vec![Leaning::default(); seats as usize];
    let mut log = Vec::new();
    while !table.is_over() {
        let picks: Vec<CardIx> = (0..seats as usize).map(|s| scout.choose(&leanings[s], table.pack(s))).collect();
        for (leaning, card) in leanings.iter_mut().zip(&picks) {
            scout.note(leaning, *card);
        }
        log.push(Picks(picks.iter().map(|c| book.game.card(*c).id.clone()).collect()));
        table.pick(&book.game, &picks).expect("legal picks");
    }
    (start, table, log)
}

#[test]
fn af_219_cosmic_draft_seats_four_to_eight() {
    let book = book("afrika");
    let format = book.format("cosmic-draft").expect("a format");
    let limited = format.limited.as_ref().expect("limited");
    let product = book.product(&limited.product).expect("a product");
    for seats in [3, 9] {
        let refused = draft::start(&book.game, product, format, limited, seats, Seed::of(1));
        let Err(Refused::Seats { cites, .. }) = refused else { panic!("{seats} seats were let in") };
        assert!(cites.contains(&"AF-219".to_owned()));
    }
    for seats in 4..=8 {
        let (start, table, log) = bot_draft(&book, "cosmic-draft", seats, Seed::of(2));
        assert_eq!(log.len(), 54, "AF-226");
        // Every card of every pack is in exactly one pool.
        let mut opened: HashMap<&str, i32> = HashMap::new();
        start.packs.iter().flatten().flatten().for_each(|id| *opened.entry(id).or_default() += 1);
        for seat in 0..seats as usize {
            assert_eq!(table.picks(seat).len(), 54);
            for card in table.picks(seat) {
                *opened.entry(&book.game.card(*card).id).or_default() -= 1;
            }
        }
        assert!(opened.values().all(|n| *n == 0));
        // The log alone brings the table back.
        let mut again = Table::begin(&book.game, limited, &start).expect("begins");
        for picks in &log {
            again.replay(&book.game, picks).expect("replays");
        }
        assert_eq!(again, table);
    }
}

#[test]
fn af_221_224_225_packs_go_left_right_left() {
    let book = book("afrika");
    let format = book.format("cosmic-draft").expect("a format");
    let limited = format.limited.as_ref().expect("limited");
    let product = book.product(&limited.product).expect("a product");
    let start = draft::start(&book.game, product, format, limited, 4, Seed::of(9)).expect("starts");
    let mut table = Table::begin(&book.game, limited, &start).expect("begins");
    for round in 0..3 {
        let before: Vec<Vec<CardIx>> = (0..4).map(|s| table.pack(s).to_vec()).collect();
        assert_eq!(table.round(), round, "a pack is opened only when the last round is finished");
        let picks: Vec<CardIx> = (0..4).map(|s| table.pack(s)[0]).collect();
        table.pick(&book.game, &picks).expect("legal");
        for (seat, pack) in before.iter().enumerate() {
            // Left is the next seat in turn order (AF-R64).
            let to = if round == 1 { (seat + 3) % 4 } else { (seat + 1) % 4 };
            assert_eq!(table.pack(to), &pack[1..], "round {round}, seat {seat}");
        }
        while table.round() == round && !table.is_over() {
            let picks: Vec<CardIx> = (0..4).map(|s| table.pack(s)[0]).collect();
            table.pick(&book.game, &picks).expect("legal");
        }
    }
    assert!(table.is_over());
    assert_eq!(table.pick(&book.game, &[]), Err(Refused::Over));
}

#[test]
fn a_pick_of_a_card_that_is_not_there_changes_nothing() {
    let book = book("afrika");
    let format = book.format("cosmic-draft").expect("a format");
    let limited = format.limited.as_ref().expect("limited");
    let product = book.product(&limited.product).expect("a product");
    let start = draft::start(&book.game, product, format, limited, 4, Seed::of(9)).expect("starts");
    let mut table = Table::begin(&book.game, limited, &start).expect("begins");
    let before = table.clone();
    let missing = book.game.indices().find(|c| !table.pack(2).contains(c)).expect("a card");
    let mut picks: Vec<CardIx> = (0..4).map(|s| table.pack(s)[0]).collect();
    picks[2] = missing;
    assert!(matches!(table.pick(&book.game, &picks), Err(Refused::NotThere { seat: 2, .. })));
    assert_eq!(table, before);
}

#[test]
fn bots_commit_to_two_terrains_and_build_legal_decks() {
    let book = book("afrika");
    let format = book.format("cosmic-draft").expect("a format");
    let limited = format.limited.as_ref().expect("limited");
    let product = book.product(&limited.product).expect("a product");
    let (mut at_home, mut spells, mut picked_home, mut picked, mut bodies) = (0, 0, 0, 0, 0);
    for pod in 0..200 {
        let (_, table, _) = bot_draft(&book, "cosmic-draft", 8, Seed::of(1000 + pod));
        for seat in 0..8 {
            let built = build::decks(&book.game, product, format, limited, &table.pool(seat), 1)
                .unwrap_or_else(|r| panic!("pod {pod} seat {seat}: {:#?}", r.violations))
                .remove(0);
            let cards = built.deck.deck().cards(0);
            assert_eq!(cards.len(), 40);
            bodies += usize::from(built.deck.report().advice.is_empty());
            let nonterrain: Vec<_> = cards
                .iter()
                .filter(|c| book.game.types[book.game.card(**c).types[0] as usize].id != "terrain")
                .collect();
            at_home += nonterrain.iter().filter(|c| book.game.card(***c).factions & !built.factions == 0).count();
            spells += nonterrain.len();
            // Of the picks after the first ten, how many went where the deck went.
            let late = table.picks(seat)[10..].iter().filter(|c| book.game.card(**c).factions != 0);
            for card in late {
                picked += 1;
                picked_home += usize::from(book.game.card(*card).factions & !built.factions == 0);
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
    let book = book("chronx");
    for (name, cards) in [("sealed", 60), ("draft", 45)] {
        let format = book.format(name).expect("a format");
        let limited = format.limited.as_ref().expect("limited");
        let product = book.product(&limited.product).expect("a product");
        let pool = if limited.is_draft() {
            bot_draft(&book, name, 4, Seed::of(3)).1.pool(0)
        } else {
            let packs = deal(&vec![product; limited.packs as usize], 1, Seed::of(3)).expect("enough");
            formats::limited::Pool { cards: packs.concat().concat() }
        };
        assert_eq!(pool.cards.len(), cards);
        let built = build::decks(&book.game, product, format, limited, &pool, 1)
            .unwrap_or_else(|r| panic!("{:#?}", r.violations));
        assert_eq!(built[0].deck.deck().size(book.game.section("main").expect("main")), 32);
    }
}

#[test]
fn packs_and_picks_allocate_nothing() {
    let book = book("afrika");
    let product = book.product("luminous-chronicle").expect("a product");
    let scout = Scout::new(&book.game, product);
    let (mut dice, mut opener, mut pack) = (Seed::of(1).fast(), product.opener(), Vec::with_capacity(18));
    let mut leaning = Leaning::default();
    let used = allocation_counter::measure(|| {
        for _ in 0..100 {
            opener.open(&mut dice, &mut pack);
            let card = scout.choose(&leaning, &pack);
            scout.note(&mut leaning, card);
        }
    });
    assert_eq!(used.count_total, 0);
}
