//! What a position looks like to a player with a plan.

use catalog::tr;

use super::Position;
use super::cards::CardKind;
use super::state::ids;
use crate::timeline;

pub(in crate::games) const FEATURES: &[&str] =
    &["won", "home", "doors", "keys", "mission", "parts", "hand", "rivals", "memos", "gadgets", "danger"];

/// A feature in a few words: a noun of which there can be more or less.
pub(in crate::games) fn feature_label(feature: usize) -> String {
    match FEATURES[feature] {
        "won" => tr!("feature" => "wins"),
        "home" => tr!("feature" => "events of your home in place"),
        "doors" => tr!("feature" => "Paradoxes to patch for your home"),
        "keys" => tr!("feature" => "Patches for your home in hand"),
        "mission" => tr!("feature" => "Mission Artifacts"),
        "parts" => tr!("feature" => "Mission Artifacts in hand"),
        "hand" => tr!("feature" => "cards in hand"),
        "rivals" => tr!("feature" => "lead over the others"),
        "memos" => tr!("feature" => "Memos"),
        "gadgets" => tr!("feature" => "Gadgets"),
        "danger" => tr!("feature" => "safety from Paradoxes"),
        name => name.replace('_', " "),
    }
}

impl Position<'_> {
    pub fn features(&self, seat: u8, out: &mut [i32]) {
        out.fill(0);
        if let Some(outcome) = self.s.over {
            out[0] = if outcome.won(seat) { 1 } else { -1 };
        }
        let at = seat as usize;
        let hand = self.s.hands[at];
        if let Some(identity) = self.t.identities.get(self.s.identities.held[at] as usize) {
            let history = &self.s.history;
            let placed = self.t.timeline.in_place(history, &identity.home) as i32;
            out[1] = placed * placed;
            for patch in timeline::bits(identity.home.patches & !history.patches) {
                let stands = self.t.timeline.patches()[patch as usize].stands.holds(history.primes);
                out[2] += i32::from(stands);
                out[3] += i32::from(hand & 1 << self.t.on_patch[patch as usize] != 0);
            }
        }
        let done = self.wanted(seat, self.s.tables[at]) as i32;
        out[4] = done * done;
        out[5] = self.wanted(seat, hand & !self.s.tables[at]) as i32;
        out[6] = self.s.hand_size(seat) as i32;
        let rivals = self.round(seat).skip(1);
        out[7] = -rivals.map(|other| self.threat(other)).max().unwrap_or(0);
        out[8] = (hand & self.t.memos).count_ones() as i32;
        let gadget = |id: &u8| matches!(self.t.def(*id).kind, CardKind::Gadget(_));
        out[9] = ids(self.s.tables[at]).filter(gadget).count() as i32;
        let open = self.paradoxes() as i32 - 6;
        out[10] = -open.max(0).pow(2);
    }

    /// How near another seat seems to a victory, in cards.
    fn threat(&self, seat: u8) -> i32 {
        let artifacts = (self.s.tables[seat as usize] & self.t.artifacts).count_ones() as i32;
        self.s.hand_size(seat) as i32 + 2 * artifacts
    }
}
