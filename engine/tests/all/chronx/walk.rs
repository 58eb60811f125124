//! Somebody who plays at random, and shows every position on the way.

use engine::chronx::{Action, ChronX, Event, State};
use engine::game::{Game, Reason, Silent, Witness};
use formats::rng::{Dice, Seed};

/// Plays a game at random; `visit` sees each position with what may be done and what is done next.
pub fn walk<const N: usize>(
    duel: &ChronX<N>,
    seed: Seed,
    turns: u32,
    mut visit: impl FnMut(&State<N>, &[Action], Action),
) -> State<N> {
    let state = duel.start(seed, None, &mut Silent);
    walk_on(duel, state, seed, turns, &mut Silent, |state, legal, action, _| visit(state, legal, action))
}

/// Plays on at random from a position.
pub fn walk_on<const N: usize, W: Witness<Event>>(
    duel: &ChronX<N>,
    mut state: State<N>,
    seed: Seed,
    turns: u32,
    witness: &mut W,
    mut visit: impl FnMut(&State<N>, &[Action], Action, &mut W),
) -> State<N> {
    let mut dice = seed.part(1).fast();
    let mut legal = Vec::new();
    while duel.outcome(&state).is_none() {
        if duel.turn(&state) > turns {
            duel.stop(&mut state, Reason::TurnLimit);
            break;
        }
        duel.legal(&state, &mut legal);
        assert!(!legal.is_empty(), "somebody decides, but can do nothing:\n{}", duel.board(&state, None));
        let action = legal[dice.below(legal.len() as u32) as usize];
        visit(&state, &legal, action, witness);
        duel.apply(&mut state, action, witness).expect("what is listed is allowed");
    }
    state
}
