//! What is heard at the table: what a decision changes, and how the match ends; nothing while somebody goes back and forth.

use super::state::MatchTable;
use crate::saved_match::MatchResult;
use crate::sound::{self, Sound};

impl MatchTable {
    /// Lets a change be heard, unless the person wants none of it.
    pub(super) fn hear(&mut self, change: Vec<Sound>) {
        if !self.preferences.silent {
            sound::play(&change);
            self.heard = change;
        }
    }

    /// What the end of the match sounds like to whoever plays here: their win, if one of them has won.
    pub(super) fn ending(&self) -> Option<Sound> {
        let outcome = self.saved.session.outcome()?;
        let results = self.saved.human_seats().map(|seat| MatchResult::for_seat(&outcome, usize::from(seat)));
        results.fold(None, |heard, result| match result {
            MatchResult::Won => Some(Sound::Won),
            MatchResult::Lost => heard.or(Some(Sound::Lost)),
            MatchResult::Drawn => heard,
        })
    }
}
