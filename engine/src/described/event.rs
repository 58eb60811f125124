//! What can be seen to happen in a game whose rules are data.

use crate::kernel::outcome::Outcome;
use crate::kernel::rules::Seats;

use super::choice::Choice;

/// No card is known.
pub const HIDDEN: u16 = u16::MAX;
/// Cards that are named at most where several go the same way.
pub const NAMED: usize = 6;

/// What can be seen to happen. Cards go by their position in the match, zones by their set, counters by their position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it; `labels` has the sentence of each")]
pub enum Event {
    Turn {
        seat: u8,
        number: u32,
    },
    Does {
        seat: u8,
        choice: Choice,
    },
    /// `told`: the seats for which it goes without saying, as they were just told that the card was chosen, or the match is
    /// set up.
    Moves {
        card: u16,
        from: u16,
        to: u16,
        told: Seats,
    },
    /// Several cards have gone the same way; only a log has it. Of more than `cards` has room for the first ones are named.
    MoveTogether {
        cards: [u16; NAMED],
        count: u16,
        from: u16,
        to: u16,
    },
    /// `card`: which has the counter; `u16::MAX` if none has it, or if it is not known.
    Counts {
        counter: u16,
        card: u16,
        seat: i8,
        number: i32,
        by: i32,
    },
    Reveals {
        card: u16,
    },
    Shuffles {
        zone: u16,
    },
    LooksThrough {
        seat: u8,
        zone: u16,
    },
    Rolls {
        number: i32,
    },
    Out {
        seat: u8,
    },
    Loops {
        card: u16,
    },
    Over {
        outcome: Outcome,
    },
}

impl Event {
    /// The event as those see it who may not know the card.
    pub fn hidden(mut self) -> Event {
        match &mut self {
            Event::Moves { card, .. } => *card = HIDDEN,
            Event::Does { choice, .. } => choice.cards = [HIDDEN; 3],
            Event::Counts { card, .. } => *card = HIDDEN,
            _ => {}
        }
        self
    }
}
