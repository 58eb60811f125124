//! One game between players, from the first decision to the last.

use formats::rng::Seed;

use crate::kernel::evaluation::Evaluations;
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::player::{NoAnswer, Player, SeatView};
use crate::kernel::rules::{Actor, EventSink, Rules};

/// How a game is played.
#[derive(Debug, Clone, Copy)]
pub struct GameParams {
    /// All chance of the game itself.
    pub seed: Seed,
    /// Who begins; `None` lets chance decide.
    pub first: Option<u8>,
    /// The game is stopped when this many turns are over.
    pub max_turns: u32,
}

/// A finished game.
#[derive(Debug, Clone)]
pub struct FinishedGame<S> {
    /// How it ended.
    pub outcome: Outcome,
    /// Turns begun.
    pub turns: u32,
    /// Decisions with two options or more.
    pub decisions: u64,
    /// The last position.
    pub state: S,
}

/// What watches a game beside the rules' own events.
pub trait GameObserver<G: Rules>: EventSink<G::Event> {
    /// A seat does something; `options` is the number of legal actions, and the position is the one before.
    fn on_action(&mut self, game: &G, state: &G::State, seat: u8, action: G::Action, options: usize) {
        let _ = (game, state, seat, action, options);
    }

    /// A seat has weighed the legal actions and takes the one at `choice`; called before [`GameObserver::on_action`].
    fn on_evaluations(
        &mut self,
        view: &SeatView<'_, G>,
        legal: &[G::Action],
        choice: usize,
        evaluations: &Evaluations,
    ) {
        let _ = (view, legal, choice, evaluations);
    }
}

impl<G: Rules> GameObserver<G> for crate::kernel::rules::NullSink {}

/// Plays a game. A seat that has only one action does it without being asked.
///
/// # Errors
/// If a player gives no answer.
pub fn play<G: Rules, W: GameObserver<G>>(
    game: &G,
    players: &mut [&mut dyn Player<G>],
    params: &GameParams,
    observer: &mut W,
) -> Result<FinishedGame<G::State>, NoAnswer> {
    let state = game.start(params.seed, params.first, observer);
    play_from(game, state, players, params.max_turns, observer, &mut Vec::new())
}

/// Plays on from a position; `legal` is room for the list of actions.
///
/// # Errors
/// If a player gives no answer.
pub fn play_from<G: Rules, W: GameObserver<G>>(
    game: &G,
    mut state: G::State,
    players: &mut [&mut dyn Player<G>],
    turns: u32,
    observer: &mut W,
    legal: &mut Vec<G::Action>,
) -> Result<FinishedGame<G::State>, NoAnswer> {
    let mut decisions = 0;
    while let Actor::Seat(seat) = game.actor(&state) {
        if game.turn(&state) > turns {
            game.stop(&mut state, EndReason::TurnLimit);
            break;
        }
        game.legal_actions(&state, legal);
        let choice = match legal.len() {
            1 => 0,
            _ => {
                decisions += 1;
                let (view, player) = (SeatView::new(game, &state, seat), &mut players[seat as usize]);
                let choice = player.choose(&view, legal)?;
                if let Some(evaluations) = player.evaluations() {
                    observer.on_evaluations(&view, legal, choice, evaluations);
                }
                choice
            }
        };
        let action = legal[choice];
        observer.on_action(game, &state, seat, action, legal.len());
        game.apply_listed(&mut state, action, observer);
    }
    let outcome = game.outcome(&state).expect("nobody decides only when the game is over");
    Ok(FinishedGame { outcome, turns: game.turn(&state), decisions, state })
}
