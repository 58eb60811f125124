//! The matches of the library as they are listed: nothing is played through for that.

use catalog::store::journal::{Heading, StreamKind};
use catalog::store::{self, Library};
use engine::kernel::outcome::Outcome;

use super::action::{MatchAction, Standing};
use super::{BestOf, MatchPlayer, MatchStart};

/// A match of the library, without its table.
#[derive(Debug, Clone)]
pub struct MatchSummary {
    /// Number, name and when it changed.
    pub heading: Heading,
    /// Its format.
    pub format: String,
    /// Who sits there.
    pub seats: Vec<MatchPlayer>,
    /// The match of several games that it is one of.
    pub best_of: Option<BestOf>,
    /// Names of the decks, by seat; one if all share it.
    pub decks: Vec<String>,
    /// Actions in its log.
    pub actions: usize,
    /// The turn that is played, where the log says it.
    pub turn: Option<u32>,
    /// How it ended; absent while it goes on, and where an earlier release did not write it down.
    pub outcome: Option<Outcome>,
}

impl MatchSummary {
    /// The seat of the person who plays alone, from 0.
    pub fn solo_seat(&self) -> Option<usize> {
        let mut people = (0..self.seats.len()).filter(|at| self.seats[*at].is_person());
        people.next().filter(|_| people.next().is_none())
    }

    /// Whether it is over: no game of it is left to play here, and none was begun after this one among these.
    pub fn is_over(&self, all: &[MatchSummary]) -> bool {
        let Some(outcome) = &self.outcome else { return false };
        let Some(games) = &self.best_of else { return true };
        let later = |other: &BestOf| other.id == games.id && other.game_number() > games.game_number();
        games.after(outcome).is_decided() || all.iter().any(|other| other.best_of.as_ref().is_some_and(later))
    }

    /// The name of the deck that a seat plays.
    pub fn deck_of(&self, seat: usize) -> Option<&str> {
        self.decks.get(seat).or(self.decks.first()).map(String::as_str)
    }
}

/// The matches of a game, the one that changed last first.
///
/// # Errors
/// Of the library.
pub fn match_summaries(library: &Library, game: &str) -> Result<Vec<MatchSummary>, store::Error> {
    let headings = library.streams(StreamKind::Match, game)?;
    let kept = |heading: Heading| {
        let start = library.start::<MatchStart>(heading.id)?;
        // A log that cannot be read is told when the match is opened.
        let last = library.last_action::<MatchAction>(heading.id).ok().flatten();
        let Standing { turn, outcome } = last.map(|action| action.standing()).unwrap_or_default();
        let decks = start.decks.into_iter().map(|brought| brought.deck.name).collect();
        let actions = heading.length;
        Ok(MatchSummary {
            heading,
            format: start.format,
            seats: start.seats,
            best_of: start.best_of,
            decks,
            actions,
            turn,
            outcome,
        })
    };
    headings.into_iter().map(kept).collect()
}
