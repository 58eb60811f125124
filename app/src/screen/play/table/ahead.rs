//! What the action at hand leads to.

use engine::session::lookahead::LookAhead;

use super::forecast::Forecast;
use super::state::MatchTable;

impl MatchTable {
    /// Looks ahead of the action at hand, unless that was done.
    pub(super) fn look_ahead(&mut self) {
        let at = self.selected_action().filter(|_| self.asks_person() && !self.covered).map(|(at, _)| at);
        let is_known = |known: &Forecast| at == Some(known.of) && known.aimed_at == self.intent;
        if self.forecast.as_ref().is_some_and(is_known) || at.is_none() && self.forecast.is_none() {
            return;
        }
        let aimed_at = self.intent.clone();
        self.forecast = at.map(|of| {
            let aimed = aimed_at.as_ref().and_then(|thing| self.look_ahead_aimed(of, thing));
            let audience = self.audience();
            let words = &self.observation.actions[of].notation;
            let ahead = aimed.unwrap_or_else(|| self.saved.session.look_ahead(words, &audience));
            Forecast { of, aimed_at, ahead }
        });
    }

    /// Whether the person is asked before an action: it ends the turn with plays left, or the match without a victory where something
    /// else would not.
    pub(super) fn asks_before(&self, at: usize) -> bool {
        let (actions, audience) = (&self.observation.actions, self.audience());
        let loses = |at: usize| match self.forecast.as_ref().filter(|known| known.of == at && known.aimed_at.is_none())
        {
            Some(known) => known.ahead.ends_unwon,
            None => self.saved.session.look_ahead(&actions[at].notation, &audience).ends_unwon,
        };
        actions[at].ends && self.plays_left() > 0 || loses(at) && (0..actions.len()).any(|other| !loses(other))
    }

    /// What Enter does: what was asked about, the action that a text is written for, or the one at hand.
    pub(super) fn at_enter(&self) -> Option<usize> {
        let written = self.writing().map(|(at, _)| at);
        self.confirming_end.or(written).or_else(|| self.selected_action().map(|(at, _)| at))
    }

    /// What surely happens after the action at hand.
    pub fn ahead(&self) -> Option<&LookAhead> {
        self.forecast.as_ref().map(|forecast| &forecast.ahead)
    }
}
