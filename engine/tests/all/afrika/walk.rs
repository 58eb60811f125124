//! Somebody who plays at random, and shows every position on the way.

use engine::games::afrika::{Action, Afrika, State};
use engine::kernel::outcome::EndReason;
use engine::kernel::rules::{NullSink, Rules};
use formats::rng::{Dice, Seed};

/// Plays a game at random; `visit` sees each position with what may be done and what is done next.
pub fn walk<const N: usize, const B: usize>(
    game: &Afrika<N, B>,
    seed: Seed,
    turns: u32,
    mut visit: impl FnMut(&State<N, B>, &[Action], Action),
) -> State<N, B> {
    let mut state = game.start(seed, None, &mut NullSink);
    let mut dice = seed.part(1).fast();
    let mut legal = Vec::new();
    while game.outcome(&state).is_none() {
        if game.turn(&state) > turns {
            game.stop(&mut state, EndReason::TurnLimit);
            break;
        }
        game.legal_actions(&state, &mut legal);
        assert!(!legal.is_empty(), "somebody decides, but can do nothing:\n{}", game.board_text(&state, None));
        let action = legal[dice.below(legal.len() as u32) as usize];
        visit(&state, &legal, action);
        game.apply(&mut state, action, &mut NullSink).expect("what is listed is allowed");
    }
    state
}
