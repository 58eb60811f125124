//! Tables of several, in every variant: random players with shipped decks.

use engine::games::afrika::{Gathering, Options};
use engine::kernel::match_options::MatchOptions;
use engine::kernel::outcome::{EndReason, Outcome};
use engine::kernel::rules::{Actor, Rules};
use formats::check::LegalDeck;
use formats::rng::Seed;

use super::conserved::check;
use super::table::Table;
use super::walk::walk;
use crate::notation;

/// A variant, and the decks at its table.
const TABLES: [(&str, &[&str]); 5] = [
    ("free-for-all", &["ember-drum", "savanna-crown", "nine-nights-wake"]),
    ("free-for-all", &["hundred-fires", "ten-thousand-leaves", "hundred-fires", "ten-thousand-leaves"]),
    ("free-for-all", &["ember-drum", "twelve-doors", "tide-and-feather"]),
    ("allied", &["ember-drum", "exact-novas", "long-breakwater", "gardens-of-the-leaf-sun"]),
    ("overlord", &["drowned-throne", "ember-drum", "hammer-and-flint", "savanna-crown"]),
];

impl Table {
    fn gathering(&self, variant: &str, decks: &[&str]) -> Gathering {
        let deck = |id: &&str| {
            let (_, deck) = self.game_library.decks.iter().find(|(d, _)| d == id).expect("a shipped deck");
            let format = self.game_library.format(&deck.format).expect("its format");
            LegalDeck::check(&self.game_library.game, format, deck.clone(), None).expect("it is legal")
        };
        let decks: Vec<LegalDeck> = decks.iter().map(deck).collect();
        let options = Options::from_pairs(&[("variant".to_owned(), variant.to_owned())]).expect("a variant");
        Gathering::new(&self.game_library.game, &decks.iter().collect::<Vec<_>>(), options).expect("a table")
    }
}

/// The seats that win with a seat.
fn side(variant: &str, seats: u8, seat: u8) -> u8 {
    let together = |other: u8| match variant {
        "allied" => seat % 2 == other % 2,
        "overlord" => (seat == 0) == (other == 0),
        _ => seat == other,
    };
    (0..seats).filter(|s| together(*s)).fold(0, |m, s| m | 1 << s)
}

#[test]
fn at_every_table_cards_are_kept_nobody_plays_who_is_out_and_a_side_wins() {
    let table = Table::new();
    let (mut won, mut departures) = (0, 0);
    for (t, (variant, decks)) in TABLES.into_iter().enumerate() {
        let game = table.gathering(variant, decks);
        for n in 0..8 {
            let seed = Seed::from_number(100 * t as u64 + n);
            let mut out = 0;
            let last = walk(&game, seed, 120, |state, _, _| {
                check(&game, state);
                let Actor::Seat(seat) = game.actor(state) else { panic!("somebody decides") };
                assert!(!state.player(seat).out, "{}", game.board_text(state, None));
                out = (0..game.seats()).filter(|s| state.player(*s).out).count();
            });
            check(&game, &last);
            let Outcome { winners, reason, .. } = game.outcome(&last).expect("it is over");
            assert_ne!(reason, EndReason::Overflow, "{variant}, seed {n}: {}", game.full(&last));
            departures += usize::from(out > 0);
            if game.outcome(&last).is_some_and(|o| o.is_decided()) {
                let winner = winners.trailing_zeros() as u8;
                assert_eq!(winners, side(variant, game.seats(), winner), "{variant}");
                won += 1;
            }
        }
    }
    assert!(won > 20, "{won} games were won");
    assert!(departures > 5, "{departures} games went on without somebody");
}

#[test]
fn at_every_table_an_imagined_position_looks_the_same_to_its_seat() {
    let table = Table::new();
    for (t, (variant, decks)) in TABLES.into_iter().enumerate() {
        let game = table.gathering(variant, decks);
        let seed = Seed::from_number(700 + t as u64);
        let mut dice = seed.part(9).fast();
        let mut count = 0;
        let mut old_ones = 0;
        walk(&game, seed, 40, |state, legal, _| {
            count += 1;
            old_ones += notation::holds(&game, state, legal);
            for seat in (0..game.seats()).filter(|_| count % 7 == 0) {
                let world = game.determinize(state, seat, &mut dice);
                assert_eq!(game.observation(state, Some(seat)), game.observation(&world, Some(seat)), "{variant}");
            }
        });
        assert!(count > 100 && old_ones > 10, "{variant}: {count} positions, {old_ones} texts of earlier releases");
    }
}
