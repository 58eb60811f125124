//! Who decides: players that get a view of their seat, never the position itself.

use formats::rng::FastRng;

use super::audience::Audience;
use super::evaluation::Evaluations;
use super::notation;
use super::rules::Rules;

/// What a seat knows of a position.
pub struct SeatView<'a, G: Rules> {
    game: &'a G,
    state: &'a G::State,
    seat: u8,
    /// Whether it sees what is hidden.
    cheats: bool,
}

impl<'a, G: Rules> SeatView<'a, G> {
    /// The view of a seat.
    pub fn new(game: &'a G, state: &'a G::State, seat: u8) -> Self {
        SeatView { game, state, seat, cheats: false }
    }

    /// The same for a seat that sees all cards and the dice to come: what knowing them is worth can be measured so.
    pub(crate) fn cheating(&self) -> Self {
        SeatView { cheats: true, ..*self }
    }

    /// The rules and the decks' cards.
    pub fn rules(&self) -> &'a G {
        self.game
    }

    /// The seat, from 0.
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// Whether no play is under way.
    pub fn is_quiescent(&self) -> bool {
        self.game.is_quiescent(self.state)
    }

    /// The turn, from 1.
    pub fn turn(&self) -> u32 {
        self.game.turn(self.state)
    }

    /// A position that the seat cannot tell from the real one: whatever it has not seen is dealt anew.
    pub fn determinize(&self, dice: &mut FastRng) -> G::State {
        if self.cheats {
            return self.state.clone();
        }
        self.game.determinize(self.state, self.seat, dice)
    }

    /// The same, in the memory of a position that is not needed any more.
    pub fn determinize_into(&self, dice: &mut FastRng, world: &mut G::State) {
        if self.cheats {
            return world.clone_from(self.state);
        }
        self.game.determinize_into(self.state, self.seat, dice, world);
    }

    /// What an action means: also for cards that lie elsewhere in an imagined world, because only their number is known.
    pub fn action_key(&self, action: G::Action) -> u64 {
        self.game.action_key(self.state, action)
    }

    /// The board as the seat sees it.
    pub fn board_text(&self) -> String {
        self.game.board_text(self.state, Some(self.seat))
    }

    /// An action as records have it.
    pub fn notation(&self, action: G::Action) -> String {
        self.game.notation(self.state, action)
    }

    /// The place in `legal` of the action that a text names.
    pub fn parse(&self, legal: &[G::Action], text: &str) -> Option<usize> {
        notation::parse(self.game, self.state, legal, text)
    }

    /// An action in the language that is spoken, for somebody.
    pub fn label(&self, action: G::Action, to: &Audience) -> String {
        self.game.label_for(self.state, action, to)
    }

    /// What everybody can see to be the one action that may gain something.
    pub fn only_choice(&self, legal: &[G::Action]) -> Option<usize> {
        self.game.only_choice(self.state, legal)
    }

    /// What somebody does who wants nothing: pass, end, decline.
    pub fn passing_action(&self, legal: &[G::Action]) -> usize {
        self.game.passing_action(self.state, legal)
    }
}

/// A player gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The script is at its end, or says something else than can be done.
    #[error("line {line} of the script: {message}")]
    Script {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The person has gone.
    #[error("the player has left")]
    Left,
}

/// Somebody who decides for a seat.
pub trait Player<G: Rules>: Send {
    /// The position in `legal` of what is done. It is only asked when there are two actions or more.
    ///
    /// # Errors
    /// If there is no answer; the match is then off.
    fn choose(&mut self, view: &SeatView<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer>;

    /// What it thought of the actions of its last decision, if it compares them.
    fn evaluations(&self) -> Option<&Evaluations> {
        None
    }
}
