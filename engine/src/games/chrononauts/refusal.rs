//! Why a card in hand cannot be played, for people.

use catalog::tr;

use super::Position;
use super::cards::{CardKind, Effect};
use super::state::ids;
use crate::kernel::observation::{CardKeys, ObservedSeat};

impl Position<'_> {
    /// Why cards in hand cannot be played.
    pub(super) fn note_unplayable_cards(&self, side: &mut ObservedSeat, seat: u8, keys: &CardKeys) {
        for id in ids(self.s.hands[usize::from(seat)]) {
            if let Some(seen) = side.held_card_mut(keys.get(id.into())) {
                seen.refusal = self.refusal(self.t.def_of[usize::from(id)]).unwrap_or_default();
            }
        }
    }

    /// Why a card cannot be played, as far as the TimeLine is the reason, or what the card is for.
    fn refusal(&self, def: u8) -> Option<String> {
        let (timeline, history) = (&self.t.timeline, &self.s.history);
        let reach = timeline.reachable(history);
        match self.t.defs[usize::from(def)].kind {
            // CN-077, CN-078, CN-R14, CN-R16
            CardKind::Patch(patch) if !timeline.can_patch(history, patch) => {
                let cell = timeline.patches()[usize::from(patch)].cell;
                let year = timeline.cells()[usize::from(cell)].label.as_str();
                Some(if history.open_paradoxes() & 1 << cell == 0 {
                    tr!("{year} is not a Paradox now.", year)
                } else if reach & 1 << cell == 0 {
                    tr!("{year} is out of reach: history ends before it.", year)
                } else {
                    tr!("Its requirement is not on the TimeLine.")
                })
            }
            // CN-100, CN-R12
            CardKind::Artifact { future: true, .. } if self.is_closed() => {
                Some(tr!("It comes from a future that history no longer reaches."))
            }
            CardKind::Artifact { exists: Some(scene), .. } if !timeline.shows(history, &scene, false) => {
                Some(tr!("It does not exist: its requirement is not on the TimeLine."))
            }
            CardKind::Inverter(trues, primes) if self.reversible(trues, primes, reach) == 0 => {
                Some(tr!("It cannot turn any Linchpin right now."))
            }
            // CN-R21
            CardKind::Action(Effect::Memo) => Some(tr!("A Memo can only respond to a card someone else plays.")),
            _ => None,
        }
    }
}
