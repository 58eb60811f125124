//! Somebody who plays at random, and shows every position on the way.

use engine::games::chronx::{Action, ChronX, Event, State};
use engine::kernel::outcome::EndReason;
use engine::kernel::rules::{EventSink, NullSink, Rules};
use formats::rng::{Dice, Seed};

/// Plays a game at random; `visit` sees each position with what may be done and what is done next.
pub fn walk<const N: usize>(
    duel: &ChronX<N>,
    seed: Seed,
    turns: u32,
    mut visit: impl FnMut(&State<N>, &[Action], Action),
) -> State<N> {
    let state = duel.start(seed, None, &mut NullSink);
    walk_on(duel, state, seed, turns, &mut NullSink, |state, legal, action, _| visit(state, legal, action))
}

/// Plays on at random from a position.
pub fn walk_on<const N: usize, W: EventSink<Event>>(
    duel: &ChronX<N>,
    mut state: State<N>,
    seed: Seed,
    turns: u32,
    sink: &mut W,
    mut visit: impl FnMut(&State<N>, &[Action], Action, &mut W),
) -> State<N> {
    let mut dice = seed.part(1).fast();
    let mut legal = Vec::new();
    while duel.outcome(&state).is_none() {
        if duel.turn(&state) > turns {
            duel.stop(&mut state, EndReason::TurnLimit);
            break;
        }
        duel.legal_actions(&state, &mut legal);
        assert!(!legal.is_empty(), "somebody decides, but can do nothing:\n{}", duel.board_text(&state, None));
        let action = legal[dice.below(legal.len() as u32) as usize];
        visit(&state, &legal, action, sink);
        duel.apply(&mut state, action, sink).expect("what is listed is allowed");
    }
    state
}
