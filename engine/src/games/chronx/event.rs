//! What can be seen to happen, who may know of it, and what of it a reader of the game needs; `labels` has the words.

use super::state::{Card, ContestKind, NONE};
use crate::kernel::outcome::Outcome;

/// Something that happened. Who may know which card it was comes with it; the others see [`Event::hidden`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are what their names say; `event_text` is the documentation")]
pub enum Event {
    Begins { seat: u8 },
    Turn { seat: u8, number: u16 },
    Opens { seat: u8, card: Card },
    Redraws { seat: u8 },
    Draws { seat: u8, card: Card },
    Shuffles { seat: u8 },
    Gains { seat: u8, resource: u8, n: i16 },
    Loses { seat: u8, resource: u8, n: i16 },
    Pays { seat: u8, resource: u8, n: i16 },
    Points { seat: u8, city: u8, n: i8 },
    Plays { seat: u8, card: Card },
    Uses { seat: u8, card: Card },
    IsUser { card: Card },
    Targets { card: Card },
    Enters { seat: u8, card: Card },
    Attaches { card: Card, host: Card },
    Taps { card: Card },
    Untaps { card: Card },
    Damaged { card: Card, n: u8 },
    Destroyed { card: Card },
    Returns { card: Card },
    Controls { seat: u8, card: Card },
    Changes { card: Card, firepower: bool, n: i8 },
    Gives { card: Card, keyword: u8 },
    Hacks { card: Card },
    Discards { seat: u8, card: Card },
    Mills { seat: u8, card: Card },
    Downloads { seat: u8, card: Card },
    Researches { seat: u8, card: Card },
    Researched { seat: u8, under: bool },
    Checks { seat: u8, card: Card },
    ChecksNothing { seat: u8 },
    Triggers { seat: u8, card: Card },
    Declares { seat: u8, kind: ContestKind },
    At { seat: u8, city: u8 },
    CityGoes { city: u8 },
    Joins { card: Card },
    Attacked { card: Card },
    Blocks { card: Card, attacker: Card },
    Passes { seat: u8 },
    Announces { seat: u8 },
    Resumes { seat: u8 },
    Loops { card: Card },
    Out { seat: u8 },
    Over { outcome: Outcome },
}

impl Event {
    /// The event as those see it who may not know the card.
    pub fn hidden(mut self) -> Event {
        if let Event::Draws { card, .. } | Event::Downloads { card, .. } | Event::Researches { card, .. } = &mut self {
            *card = Card { id: NONE, def: 0 };
        }
        self
    }

    /// Whether it goes without saying after another one: what was played enters play.
    pub fn goes_without_saying(self, after: Event) -> bool {
        match (self, after) {
            (Event::Enters { seat, card }, Event::Plays { seat: by, card: played }) => (seat, card) == (by, played),
            _ => false,
        }
    }

    /// Passes, the end of the main phase being asked for, and what is paid or turned for a play that is told itself.
    pub fn is_quiet(self) -> bool {
        match self {
            Event::Pays { .. }
            | Event::Taps { .. }
            | Event::Untaps { .. }
            | Event::Passes { .. }
            | Event::Announces { .. }
            | Event::Resumes { .. } => true,
            Event::Begins { .. }
            | Event::Turn { .. }
            | Event::Opens { .. }
            | Event::Redraws { .. }
            | Event::Draws { .. }
            | Event::Shuffles { .. }
            | Event::Gains { .. }
            | Event::Loses { .. }
            | Event::Points { .. }
            | Event::Plays { .. }
            | Event::Uses { .. }
            | Event::IsUser { .. }
            | Event::Targets { .. }
            | Event::Enters { .. }
            | Event::Attaches { .. }
            | Event::Damaged { .. }
            | Event::Destroyed { .. }
            | Event::Returns { .. }
            | Event::Controls { .. }
            | Event::Changes { .. }
            | Event::Gives { .. }
            | Event::Hacks { .. }
            | Event::Discards { .. }
            | Event::Mills { .. }
            | Event::Downloads { .. }
            | Event::Researches { .. }
            | Event::Researched { .. }
            | Event::Checks { .. }
            | Event::ChecksNothing { .. }
            | Event::Triggers { .. }
            | Event::Declares { .. }
            | Event::At { .. }
            | Event::CityGoes { .. }
            | Event::Joins { .. }
            | Event::Attacked { .. }
            | Event::Blocks { .. }
            | Event::Loops { .. }
            | Event::Out { .. }
            | Event::Over { .. } => false,
        }
    }
}
