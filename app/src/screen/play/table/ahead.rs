//! What the action at hand leads to.

use engine::session::lookahead::LookAhead;

use super::state::MatchTable;

impl MatchTable {
    /// Looks ahead of the action at hand, unless that was done.
    pub(super) fn look_ahead(&mut self) {
        let at = self.selected_action().filter(|_| self.asks_person() && !self.covered).map(|(at, _)| at);
        if self.ahead.as_ref().map(|(of, _)| *of) == at {
            return;
        }
        let audience = self.audience();
        self.ahead =
            at.map(|at| (at, self.saved.session.look_ahead(&self.observation.actions[at].notation, &audience)));
    }

    /// What surely happens after the action at hand.
    pub fn ahead(&self) -> Option<&LookAhead> {
        self.ahead.as_ref().map(|(_, ahead)| ahead)
    }
}
