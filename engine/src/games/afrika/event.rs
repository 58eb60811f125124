//! What can be seen to happen, who may know of it, and what of it a reader of the game needs; `labels` has the words.

use super::state::{Id, NONE, Step, as_player};
use crate::kernel::outcome::Outcome;

/// What can be seen to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are what their names say; `event_text` is the documentation")]
pub enum Event {
    Begins {
        seat: u8,
    },
    /// A seat wins the toss and chooses who goes first.
    WinsToss {
        seat: u8,
    },
    Keeps {
        seat: u8,
    },
    ThrowsBack {
        seat: u8,
    },
    Turn {
        seat: u8,
        number: u16,
    },
    Step {
        step: Step,
    },
    Draws {
        seat: u8,
        card: Id,
    },
    Sees {
        seat: u8,
        card: Id,
    },
    Takes {
        seat: u8,
        card: Id,
    },
    Fetches {
        seat: u8,
        card: Id,
    },
    Shuffles {
        seat: u8,
    },
    Summons {
        seat: u8,
        card: Id,
    },
    Plays {
        seat: u8,
        card: Id,
    },
    Uses {
        seat: u8,
        card: Id,
    },
    Triggers {
        seat: u8,
        card: Id,
    },
    Targets {
        target: Id,
    },
    Fizzles {
        card: Id,
    },
    Negates {
        card: Id,
    },
    Makes {
        card: Id,
        energy: u8,
    },
    GainsEnergy {
        seat: u8,
        energy: u8,
        n: i16,
    },
    GainsLife {
        seat: u8,
        n: i16,
    },
    LosesLife {
        seat: u8,
        n: i16,
    },
    Enters {
        card: Id,
        seat: u8,
    },
    Attaches {
        card: Id,
        host: Id,
    },
    Travels {
        card: Id,
    },
    Moves {
        card: Id,
    },
    Charges {
        card: Id,
    },
    Uncharges {
        card: Id,
    },
    Damaged {
        to: Id,
        n: i16,
    },
    Destroyed {
        card: Id,
    },
    Falls {
        card: Id,
    },
    Exiles {
        card: Id,
    },
    Returns {
        card: Id,
    },
    Withdraws {
        card: Id,
    },
    GoesToDeck {
        card: Id,
        under: bool,
    },
    Controls {
        seat: u8,
        card: Id,
    },
    Counters {
        card: Id,
        n: i16,
    },
    Resolves {
        card: Id,
        n: i16,
    },
    Changes {
        card: Id,
        power: i16,
        health: i16,
    },
    Gives {
        card: Id,
        keyword: u8,
    },
    Discards {
        seat: u8,
        card: Id,
    },
    Mills {
        seat: u8,
        card: Id,
    },
    Attacks {
        card: Id,
        target: Id,
    },
    Blocks {
        card: Id,
        attacker: Id,
    },
    Reveals {
        card: Id,
    },
    Rolls {
        seat: u8,
        side: u8,
    },
    Passes {
        seat: u8,
    },
    Loops {
        card: Id,
    },
    Out {
        seat: u8,
    },
    Over {
        outcome: Outcome,
    },
}

impl Event {
    /// The event as those see it who may not know the card.
    pub fn hidden(mut self) -> Event {
        if let Event::Draws { card, .. } | Event::Sees { card, .. } | Event::Takes { card, .. } = &mut self {
            *card = NONE;
        }
        self
    }

    /// Whether it goes without saying after another one: what was played or summoned enters play.
    pub fn goes_without_saying(self, after: Event) -> bool {
        match (self, after) {
            (
                Event::Enters { seat, card },
                Event::Plays { seat: by, card: played } | Event::Summons { seat: by, card: played },
            ) => (seat, card) == (by, played),
            _ => false,
        }
    }

    /// Steps of the turn, passes, what is paid with, and what another line tells as well.
    pub fn is_quiet(self) -> bool {
        match self {
            // Whoever is hurt loses life, which is told.
            Event::Targets { target: to } | Event::Damaged { to, .. } => as_player(to).is_some(),
            Event::Step { .. }
            | Event::Makes { .. }
            | Event::Charges { .. }
            | Event::Uncharges { .. }
            | Event::Passes { .. } => true,
            Event::Begins { .. }
            | Event::WinsToss { .. }
            | Event::Keeps { .. }
            | Event::ThrowsBack { .. }
            | Event::Turn { .. }
            | Event::Draws { .. }
            | Event::Sees { .. }
            | Event::Takes { .. }
            | Event::Fetches { .. }
            | Event::Shuffles { .. }
            | Event::Summons { .. }
            | Event::Plays { .. }
            | Event::Uses { .. }
            | Event::Triggers { .. }
            | Event::Fizzles { .. }
            | Event::Negates { .. }
            | Event::GainsEnergy { .. }
            | Event::GainsLife { .. }
            | Event::LosesLife { .. }
            | Event::Enters { .. }
            | Event::Attaches { .. }
            | Event::Travels { .. }
            | Event::Moves { .. }
            | Event::Destroyed { .. }
            | Event::Falls { .. }
            | Event::Exiles { .. }
            | Event::Returns { .. }
            | Event::Withdraws { .. }
            | Event::GoesToDeck { .. }
            | Event::Controls { .. }
            | Event::Counters { .. }
            | Event::Resolves { .. }
            | Event::Changes { .. }
            | Event::Gives { .. }
            | Event::Discards { .. }
            | Event::Mills { .. }
            | Event::Attacks { .. }
            | Event::Blocks { .. }
            | Event::Reveals { .. }
            | Event::Rolls { .. }
            | Event::Loops { .. }
            | Event::Out { .. }
            | Event::Over { .. } => false,
        }
    }
}
