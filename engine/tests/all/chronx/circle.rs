//! Three to five players: what the table of two does not show.

use engine::games::chronx::{Action, Circle, Id, NONE, Options, SLOTS, State, Zone, owner};
use engine::kernel::match_options::MatchOptions;
use engine::kernel::outcome::EndReason;
use engine::kernel::rules::{NullSink, Rules};
use formats::LegalDeck;
use formats::rng::{Dice, Seed};

use super::listed::{all_actions, compare};
use super::table::{RULINGS, Table};
use super::walk::walk;

const SETS: [Zone; 5] = [Zone::Deck, Zone::Hand, Zone::Discard, Zone::Downloads, Zone::Play];

/// So many players with random legal decks; every other match has some other rulings.
fn random_circle(table: &Table, seats: usize, victory: &str, seed: Seed) -> Circle {
    let mut dice = seed.part(79).fast();
    let mut options = Options::default();
    options.set("victory", victory).expect("a ruling");
    if dice.chance(1, 2) {
        for (key, value) in RULINGS.into_iter().chain([("mp_tc_blocker", "city_neighbour")]) {
            if dice.chance(1, 5) {
                options.set(key, value).expect("a ruling");
            }
        }
    }
    let decks: Vec<LegalDeck> = (0..seats).map(|_| table.random_deck(&mut dice)).collect();
    let decks: Vec<&LegalDeck> = decks.iter().collect();
    Circle::new(&table.game_library.game, &decks, options).expect("a match")
}

fn check(game: &Circle, state: &State<5>) {
    let seats = game.seats();
    let alive: Vec<u8> = (0..seats).filter(|s| !state.player(*s).out).collect();
    for id in 0..seats * SLOTS as u8 {
        let permanent = state.permanent(id);
        let places = (0..5).flat_map(|seat| SETS.map(|zone| (seat, zone)));
        let sets: Vec<(u8, Zone)> = places.filter(|(seat, zone)| state.cards(*seat, *zone).has(id)).collect();
        let here = match permanent.zone {
            Zone::Limbo | Zone::Gone => vec![],
            zone => vec![(permanent.controller, zone)],
        };
        assert_eq!(sets, here, "card {id} says {:?} of seat {}", permanent.zone, permanent.controller);
        // CX-185
        let left = state.player(owner(id)).out && game.outcome(state).is_none();
        assert!(!left || permanent.zone == Zone::Gone, "card {id} stays though its owner is out");
        if permanent.zone == Zone::Play && permanent.host != NONE {
            assert_eq!(state.permanent(permanent.host).zone, Zone::Play);
        }
    }
    let cities: Vec<u8> = (0..5).filter(|c| state.city(*c).is_some()).collect();
    if game.outcome(state).is_none() {
        assert!(alive.len() >= 2);
        // CX-179, CX-187, CX-R53: a city between each pair of neighbours, two between the last two.
        assert_eq!(cities.len(), alive.len());
        for seat in &alive {
            assert_eq!(cities.iter().filter(|c| state.city(**c).is_some_and(|b| b.contains(seat))).count(), 2);
        }
    }
    for city in 0..5 {
        for seat in 0..5 {
            let n = state.points(city, seat);
            let beside = state.city(city).is_some_and(|b| b.contains(&seat));
            // CX-044, CX-180, CX-186
            assert!(
                n <= 3 && (n == 0 || beside || game.outcome(state).is_some()),
                "{n} points of seat {seat} in {city}"
            );
        }
    }
}

/// The player on the left of a seat among those who play (CX-176).
fn left_of(state: &State<5>, seats: u8, seat: u8) -> u8 {
    (1..seats).map(|i| (seat + i) % seats).find(|s| !state.player(*s).out).expect("somebody else plays")
}

#[test]
fn cards_points_and_cities_hold_together_until_the_end() {
    let table = Table::new();
    let mut departures = 0;
    for n in 0..90u64 {
        let (seats, victory) = (3 + (n % 3) as usize, if n % 2 == 0 { "last_stand" } else { "outer_circle" });
        let game = random_circle(&table, seats, victory, Seed::from_number(n));
        let mut before: Option<State<5>> = None;
        let last = walk(&game, Seed::from_number(n), 300, |state, _, action| {
            check(&game, state);
            let out = (0..5).filter(|s| state.player(*s).out).count();
            departures += usize::from(
                out > 5 - seats && before.as_ref().is_some_and(|b| (0..5).filter(|s| b.player(*s).out).count() < out),
            );
            if let Action::Attack(id) = action {
                // CX-176: nobody else is attacked.
                let mut after = state.clone();
                game.apply(&mut after, action, &mut NullSink).expect("allowed");
                assert_eq!(game.defender(&after), Some(left_of(state, seats as u8, state.permanent(id).controller)));
            }
            before = Some(state.clone());
        });
        check(&game, &last);
        let outcome = game.outcome(&last).expect("it is over");
        match (outcome.reason, victory) {
            (EndReason::Neighbour, "outer_circle") => {
                // CX-189, CX-R55
                let before = before.expect("a position");
                for seat in (0..seats as u8).filter(|s| outcome.won(*s)) {
                    assert!(!last.player(seat).out && last.player(left_of(&before, seats as u8, seat)).out);
                }
            }
            (EndReason::LastStanding, "last_stand") => assert!(outcome.is_decided()),
            (EndReason::Progress | EndReason::DeckOut | EndReason::AllOut | EndReason::TurnLimit, _) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(departures > 10, "only {departures} players left while others played on");
}

#[test]
fn what_is_listed_is_accepted_at_larger_tables_too() {
    let table = Table::new();
    let all = all_actions();
    for n in 0..9u64 {
        let victory = if n % 2 == 0 { "last_stand" } else { "outer_circle" };
        let game = random_circle(&table, 3 + (n % 3) as usize, victory, Seed::from_number(500 + n));
        let mut probe = game.start(Seed::from_number(n), None, &mut NullSink);
        let mut dice = Seed::from_number(n).part(5).fast();
        walk(&game, Seed::from_number(n), 60, |state, legal, _| {
            if dice.chance(1, 4) {
                compare(&game, state, legal, &all, &mut probe);
            }
        });
    }
}

#[test]
fn a_seat_cannot_tell_an_imagined_world_from_the_real_one() {
    let table = Table::new();
    for n in 0..12u64 {
        let game = random_circle(&table, 3 + (n % 3) as usize, "last_stand", Seed::from_number(900 + n));
        let mut dice = Seed::from_number(n).part(6).fast();
        walk(&game, Seed::from_number(n), 40, |state, _, _| {
            for seat in 0..game.seats() {
                let world = game.determinize(state, seat, &mut dice);
                assert_eq!(game.observation(state, Some(seat)), game.observation(&world, Some(seat)));
                for id in 0..game.seats() * SLOTS as u8 {
                    let known = state.permanent(id).known & (1 << seat) != 0;
                    assert!(!known || state.permanent(id).def == world.permanent(id as Id).def);
                }
            }
        });
    }
}
