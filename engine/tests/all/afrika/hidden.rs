//! What a seat does not know does not matter to what it sees and may do; the same seed gives the same game.

use engine::kernel::rules::{Actor, NullSink, Rules};
use formats::rng::Seed;

use super::table::Table;
use super::walk::walk;

#[test]
fn an_imagined_position_looks_the_same_to_its_seat() {
    let table = Table::new();
    for n in 0..12 {
        let seed = Seed::from_number(1_000 + n);
        let game = table.random_match(seed);
        let mut dice = seed.part(9).fast();
        let mut count = 0;
        walk(&game, seed, 24, |state, legal, _| {
            count += 1;
            if count % 7 != 0 {
                return;
            }
            for seat in 0..2 {
                let world = game.determinize(state, seat, &mut dice);
                assert_eq!(game.observation(state, Some(seat)), game.observation(&world, Some(seat)));
                if game.actor(state) == Actor::Seat(seat) {
                    let mut there = Vec::new();
                    game.legal_actions(&world, &mut there);
                    let words = |state: &_, list: &[_]| -> Vec<String> {
                        list.iter().map(|a| game.notation(state, *a)).collect()
                    };
                    assert_eq!(words(state, legal), words(&world, &there));
                    let senses = |state: &_, list: &[_]| -> Vec<u64> {
                        list.iter().map(|a| game.action_key(state, *a)).collect()
                    };
                    assert_eq!(senses(state, legal), senses(&world, &there));
                }
            }
        });
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_other_words_for_every_action() {
    let table = Table::new();
    for n in 0..12 {
        let seed = Seed::from_number(2_000 + n);
        let game = table.random_match(seed);
        let digests = |check: bool| {
            let mut all = Vec::new();
            let last = walk(&game, seed, 30, |state, legal, _| {
                all.push(game.digest(state));
                if check {
                    let mut words: Vec<String> = legal.iter().map(|a| game.notation(state, *a)).collect();
                    words.sort_unstable();
                    let before = words.len();
                    words.dedup();
                    assert_eq!(before, words.len(), "{words:?}");
                }
            });
            all.push(game.digest(&last));
            all
        };
        assert_eq!(digests(true), digests(false));
    }
}

#[test]
fn what_is_not_listed_is_not_allowed() {
    let table = Table::new();
    let game = table.shipped_match(3);
    let mut all = std::collections::BTreeSet::new();
    walk(&game, Seed::from_number(5), 30, |_, legal, _| all.extend(legal.iter().copied()));
    let mut count = 0;
    walk(&game, Seed::from_number(6), 30, |state, legal, _| {
        count += 1;
        if count % 11 == 0 {
            for action in all.iter().filter(|a| !legal.contains(a)) {
                let mut world = state.clone();
                assert!(game.apply(&mut world, *action, &mut NullSink).is_err());
                assert!(world == *state, "a refused action has changed something");
            }
        }
    });
}
