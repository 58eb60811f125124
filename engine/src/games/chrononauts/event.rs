//! What can be seen to happen, who may know of it, and what of it a reader of the game needs; `labels` has the words.

use super::TradeItem;
use super::state::{NONE, Target};
use crate::kernel::outcome::Outcome;

/// What can be seen to happen. Cards are definitions; identities, missions and cells go by their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it; `event_text` has the sentence of each")]
pub enum Event {
    Begins { seat: u8 },
    Turn { seat: u8, number: u16 },
    Identity { seat: u8, id: u8 },
    Mission { seat: u8, id: u8 },
    Replaces { seat: u8 },
    NewOrders { seat: u8 },
    Draws { seat: u8, card: u8 },
    NoCards { seat: u8 },
    Shuffles,
    Plays { seat: u8, card: u8, target: Target },
    Answers { seat: u8, card: u8 },
    Cancelled { card: u8 },
    Discards { seat: u8, card: u8 },
    KillsTime { seat: u8 },
    Uses { seat: u8, card: u8 },
    Reversed { cell: u8, prime: bool },
    Torn { cell: u8 },
    Healed { cell: u8 },
    Mended { cell: u8, patch: u8 },
    Nullified { patch: u8 },
    Puts { seat: u8, card: u8 },
    TakesArtifact { seat: u8, from: u8, card: u8 },
    Loses { seat: u8, card: u8 },
    TakesBack { seat: u8, card: u8 },
    LooksAtHand { seat: u8, of: u8 },
    Holds { seat: u8, card: u8 },
    TakesCard { seat: u8, from: u8, card: u8 },
    SwapsHands { seat: u8, with: u8 },
    PassesHands,
    GathersHands,
    Gets { seat: u8, card: u8 },
    Waits { id: u8 },
    Sends { id: u8 },
    GoesHome { seat: u8, id: u8 },
    Accomplishes { seat: u8, id: u8 },
    HasEnough { seat: u8, n: u8 },
    Over { outcome: Outcome },
    DayBegins,
    Offers { seat: u8, to: u8 },
    WouldGive { seat: u8, item: TradeItem },
    Agrees { seat: u8 },
    Refuses { seat: u8 },
    IsAhead { seat: u8, n: u8 },
    GivesUp { seat: u8, to: u8, card: u8 },
    NobodyHas { card: u8 },
    PassesCards { n: u8 },
    LooksAtTop { seat: u8, n: u8 },
    OnTop { card: u8 },
    EndsDay { seat: u8, id: u8 },
    DayPasses,
    Scores { seat: u8, vp: i8, bp: i8 },
    StarOver { outcome: Outcome },
}

impl Event {
    /// The event as those see it who may not know the card.
    pub fn hidden(mut self) -> Event {
        match &mut self {
            Event::Draws { card, .. }
            | Event::Gets { card, .. }
            | Event::Holds { card, .. }
            | Event::TakesCard { card, .. }
            | Event::OnTop { card } => *card = NONE,
            Event::Identity { id, .. } | Event::Mission { id, .. } => *id = NONE,
            _ => {}
        }
        self
    }

    /// Each event is something that players do or see on the table; nobody passes in so many words.
    pub fn is_quiet(self) -> bool {
        match self {
            Event::Begins { .. }
            | Event::Turn { .. }
            | Event::Identity { .. }
            | Event::Mission { .. }
            | Event::Replaces { .. }
            | Event::NewOrders { .. }
            | Event::Draws { .. }
            | Event::NoCards { .. }
            | Event::Shuffles
            | Event::Plays { .. }
            | Event::Answers { .. }
            | Event::Cancelled { .. }
            | Event::Discards { .. }
            | Event::KillsTime { .. }
            | Event::Uses { .. }
            | Event::Reversed { .. }
            | Event::Torn { .. }
            | Event::Healed { .. }
            | Event::Mended { .. }
            | Event::Nullified { .. }
            | Event::Puts { .. }
            | Event::TakesArtifact { .. }
            | Event::Loses { .. }
            | Event::TakesBack { .. }
            | Event::LooksAtHand { .. }
            | Event::Holds { .. }
            | Event::TakesCard { .. }
            | Event::SwapsHands { .. }
            | Event::PassesHands
            | Event::GathersHands
            | Event::Gets { .. }
            | Event::Waits { .. }
            | Event::Sends { .. }
            | Event::GoesHome { .. }
            | Event::Accomplishes { .. }
            | Event::HasEnough { .. }
            | Event::Over { .. }
            | Event::DayBegins
            | Event::Offers { .. }
            | Event::WouldGive { .. }
            | Event::Agrees { .. }
            | Event::Refuses { .. }
            | Event::IsAhead { .. }
            | Event::GivesUp { .. }
            | Event::NobodyHas { .. }
            | Event::PassesCards { .. }
            | Event::LooksAtTop { .. }
            | Event::OnTop { .. }
            | Event::EndsDay { .. }
            | Event::DayPasses
            | Event::Scores { .. }
            | Event::StarOver { .. } => false,
        }
    }
}
