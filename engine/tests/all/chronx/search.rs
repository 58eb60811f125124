//! The players that think: what their decisions depend on, and what not.

use std::rc::Rc;

use catalog::Source;
use engine::games::chronx::{Action, Duel, State};
use engine::kernel::evaluation::Evaluations;
use engine::kernel::player::{Player, SeatView};
use engine::kernel::rules::{Actor, Rules};
use engine::kernel::weights::Weights;
use engine::players::{Greedy, Search};
use formats::rng::{Dice, Seed};

use super::table::Table;
use super::walk::walk;

/// The weights that are shipped.
pub fn weights() -> Weights {
    Weights::load(&Source::shipped(), "chronx", Duel::FEATURES).expect("the shipped weights load")
}

/// Positions with several actions, some of each of a few random games.
fn positions(games: u64, one_in: u32) -> Vec<(Rc<Duel>, State<2>, u8, Vec<Action>)> {
    let table = Table::new();
    let mut positions = Vec::new();
    for n in 0..games {
        let seed = Seed::from_number(n).part(21);
        let mut dice = seed.part(1).fast();
        let duel = Rc::new(table.random_match(seed));
        walk(&duel, seed, 60, |state, legal, _| {
            if legal.len() > 1 && dice.chance(1, one_in) {
                let Actor::Seat(seat) = duel.actor(state) else { return };
                positions.push((duel.clone(), state.clone(), seat, legal.to_vec()));
            }
        });
    }
    assert!(positions.len() > games as usize, "only {} positions", positions.len());
    positions
}

fn thoughts(
    player: &mut dyn Player<Duel>,
    duel: &Duel,
    state: &State<2>,
    seat: u8,
    legal: &[Action],
) -> (usize, Evaluations) {
    let choice = player.choose(&SeatView::new(duel, state, seat), legal).expect("it answers");
    (choice, player.evaluations().expect("it thinks").clone())
}

fn search(weights: &Weights, iterations: u32) -> Search<Duel> {
    Search::new(weights.clone(), iterations, Seed::from_number(5))
}

#[test]
fn the_same_seed_and_position_give_the_same_thoughts() {
    let weights = weights();
    let mut others = 0;
    for (duel, state, seat, legal) in positions(12, 60) {
        let one = thoughts(&mut search(&weights, 120), &duel, &state, seat, &legal);
        let two = thoughts(&mut search(&weights, 120), &duel, &state, seat, &legal);
        assert_eq!(one, two);
        let mut other = Search::new(weights.clone(), 120, Seed::from_number(6));
        others += u32::from(thoughts(&mut other, &duel, &state, seat, &legal).1 != one.1);
    }
    assert!(others > 0, "the seed makes a difference");
}

#[test]
fn thoughts_never_depend_on_what_is_hidden() {
    let weights = weights();
    let mut compared = 0;
    for (i, (duel, state, seat, legal)) in positions(30, 40).into_iter().enumerate() {
        let world = duel.determinize(&state, seat, &mut Seed::from_number(i as u64).fast());
        let mut there = Vec::new();
        duel.legal_actions(&world, &mut there);
        let texts = |world: &State<2>, legal: &[Action]| -> Vec<String> {
            legal.iter().map(|a| duel.notation(world, *a)).collect()
        };
        // Cards that the seat has not seen have no order.
        if texts(&state, &legal) != texts(&world, &there) || world == state {
            continue;
        }
        compared += 1;
        let minds = |state: &State<2>, legal: &[Action]| {
            let greedy = thoughts(&mut Greedy::new(weights.clone(), Seed::from_number(5)), &duel, state, seat, legal);
            (thoughts(&mut search(&weights, 80), &duel, state, seat, legal), greedy)
        };
        assert_eq!(minds(&state, &legal), minds(&world, &there), "seat {seat} sees through cards");
    }
    assert!(compared > 40, "{compared} positions were compared");
}

#[test]
fn every_try_is_counted_and_a_thorough_search_tries_everything() {
    let weights = weights();
    for (duel, state, seat, legal) in positions(12, 60) {
        let (choice, mind) = thoughts(&mut search(&weights, 300).with_min_visits(3), &duel, &state, seat, &legal);
        let opinions = mind.ranked();
        assert_eq!(opinions[0].action, choice);
        assert!(opinions.iter().map(|o| o.visits).sum::<u32>() <= 300);
        assert!(opinions.iter().all(|o| o.visits >= 3 && o.value.abs() <= 1.0), "{opinions:?}");
        assert!(opinions.windows(2).all(|pair| pair[0].visits >= pair[1].visits), "{opinions:?}");
    }
}

#[test]
fn no_iteration_allocates_once_warm() {
    let weights = weights();
    for (duel, state, seat, legal) in positions(6, 80) {
        let mut search = search(&weights, 200);
        let view = SeatView::new(&*duel, &state, seat);
        for _ in 0..8 {
            search.choose(&view, &legal).expect("it answers");
        }
        let used = allocation_counter::measure(|| {
            search.choose(&view, &legal).expect("it answers");
        });
        // A tree that is a little larger than all before may grow once, as a whole.
        assert!(used.count_total <= 1, "{} in 200 iterations", used.count_total);
    }
}
