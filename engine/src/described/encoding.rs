//! What a seat can do and what it sees as numbers of one size for a whole match, for programs that learn: the door of Python stands
//! on it. Both follow from the program and from the cards of the match.
//!
//! Cards have *slots*: as many for each different card as the match has copies of it, in the order in which cards first stand in the
//! decks. Where there is one copy its slot is its own. Of several, those that a seat knows the place of take slots in order, so that
//! no number tells which of the copies somebody holds that the seat has not seen.

mod actions;
mod observation;

pub use actions::{ActionBlock, ActionNumbers, OutsideNumbers};
pub use observation::{NumberGroup, NumberRows, ObservationNumbers};

use super::cards::Cards;
use super::{CardIx, Described, MatchData, State, slots};

impl<const W: usize> Described<W> {
    /// The card of each slot.
    pub fn slot_cards(&self) -> Vec<CardIx> {
        let data = &self.data;
        let copies = |def: usize| data.def_of.iter().filter(move |of| usize::from(**of) == def);
        (0..data.defs.len()).flat_map(|def| copies(def).map(move |_| data.defs[def])).collect()
    }

    /// How zones are called: each with whose it is, counted from 0; of a zone of the table or of a team it is 0 or the team.
    pub fn zone_titles(&self) -> Vec<(String, bool, u8)> {
        let data = &self.data;
        let titled = |(zone, owner): &(u16, u8)| {
            let declared = &data.program.zones[usize::from(*zone)];
            (declared.id.clone(), declared.owner == super::ZoneOwner::Seat, *owner)
        };
        data.layout.zone_of.iter().map(titled).collect()
    }
}

/// The first slot of each different card.
pub(super) fn first_slots<const W: usize>(data: &MatchData<W>) -> Vec<u16> {
    let mut first = vec![0; data.defs.len()];
    let copies = |def: usize| data.def_of.iter().filter(|of| usize::from(**of) == def).count() as u16;
    for def in 1..data.defs.len() {
        first[def] = first[def - 1] + copies(def - 1);
    }
    first
}

impl<const W: usize> MatchData<W> {
    /// The cards of which a seat knows which they are.
    pub(super) fn known_cards(&self, state: &State<W>, seat: u8) -> Cards<W> {
        let seen = self.sees.iter().zip(&state.sets).filter(|(sees, _)| **sees >> seat & 1 != 0);
        let mut known = seen.fold(Cards::EMPTY, |all, (_, zone)| all.or(zone));
        if state.slot(slots::KNOWN) > 0 {
            let told = |card: &u16| state.known(&self.layout, *card) >> seat & 1 != 0;
            (0..self.layout.cards).filter(told).for_each(|card| known.insert(card));
        }
        known
    }

    /// The slot of a card that a seat knows.
    #[inline]
    pub(super) fn slot_of(&self, first: &[u16], known: &Cards<W>, card: u16) -> u16 {
        let at = first[usize::from(self.def_of[usize::from(card)])];
        if self.has_copies { at + known.and(&self.copies_before[usize::from(card)]).count() as u16 } else { at }
    }
}
