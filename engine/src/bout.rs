//! One game between players, from the first decision to the last.

use formats::rng::Seed;

use crate::game::{Actor, Game, Outcome, Reason, Witness};
use crate::player::{Mind, NoAnswer, Player, View};

/// How a game is played.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    /// All chance of the game itself.
    pub seed: Seed,
    /// Who begins; `None` lets chance decide.
    pub first: Option<u8>,
    /// The game is stopped when this many turns are over.
    pub turns: u32,
}

/// A finished game.
#[derive(Debug, Clone)]
pub struct Bout<S> {
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
pub trait Watch<G: Game>: Witness<G::Event> {
    /// A seat does something; `options` is the number of legal actions, and the position is the one before.
    fn acts(&mut self, game: &G, state: &G::State, seat: u8, action: G::Action, options: usize) {
        let _ = (game, state, seat, action, options);
    }

    /// A seat has weighed the legal actions and takes the one at `choice`; called before [`Watch::acts`].
    fn weighs(&mut self, view: &View<'_, G>, legal: &[G::Action], choice: usize, mind: &Mind) {
        let _ = (view, legal, choice, mind);
    }
}

impl<G: Game> Watch<G> for crate::game::Silent {}

/// Plays a game. A seat that has only one action does it without being asked.
///
/// # Errors
/// If a player gives no answer.
pub fn play<G: Game, W: Watch<G>>(
    game: &G,
    players: &mut [&mut dyn Player<G>],
    terms: &Terms,
    watch: &mut W,
) -> Result<Bout<G::State>, NoAnswer> {
    let state = game.start(terms.seed, terms.first, watch);
    go_on(game, state, players, terms.turns, watch, &mut Vec::new())
}

/// Plays on from a position; `legal` is room for the list of actions.
///
/// # Errors
/// If a player gives no answer.
pub fn go_on<G: Game, W: Watch<G>>(
    game: &G,
    mut state: G::State,
    players: &mut [&mut dyn Player<G>],
    turns: u32,
    watch: &mut W,
    legal: &mut Vec<G::Action>,
) -> Result<Bout<G::State>, NoAnswer> {
    let mut decisions = 0;
    while let Actor::Seat(seat) = game.actor(&state) {
        if game.turn(&state) > turns {
            game.stop(&mut state, Reason::TurnLimit);
            break;
        }
        game.legal(&state, legal);
        let choice = match legal.len() {
            1 => 0,
            _ => {
                decisions += 1;
                let (view, player) = (View::new(game, &state, seat), &mut players[seat as usize]);
                let choice = player.choose(&view, legal)?;
                if let Some(mind) = player.mind() {
                    watch.weighs(&view, legal, choice, mind);
                }
                choice
            }
        };
        let action = legal[choice];
        watch.acts(game, &state, seat, action, legal.len());
        game.apply(&mut state, action, watch).expect("what is listed is allowed");
    }
    let outcome = game.outcome(&state).expect("nobody decides only when the game is over");
    Ok(Bout { outcome, turns: game.turn(&state), decisions, state })
}
