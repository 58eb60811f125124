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

    /// What surely happens after the action at hand.
    pub fn ahead(&self) -> Option<&LookAhead> {
        self.forecast.as_ref().map(|forecast| &forecast.ahead)
    }
}
