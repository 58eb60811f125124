//! What the draft table is made of, for all that show it and act on it.

use std::time::Instant;

use formats::limited::draft::pod::DraftPlayer;
use formats::limited::draft::{DraftPrompt, DraftStage, DraftView};
use iced::widget::scrollable::Viewport;

use super::countdown::Countdown;
use super::motion::PickMotion;
use super::selection::{CardPosition, Selection};
use crate::screen::action;
use crate::widget::grid::Scroll;
use formats::saved::draft::{PickHint, SavedDraft};

/// A draft that is going on.
pub struct DraftTable {
    pub(super) saved: SavedDraft,
    pub(super) shown: ShownSeat,
    /// Which question is in sight: a new one starts the clock.
    pub(super) question: Option<QuestionKey>,
    pub(super) phase: Phase,
    pub(super) countdown: Option<Countdown>,
    /// The last round whose pack each seat has opened: `[seat]`.
    pub(super) opened: Vec<Option<usize>>,
    pub(super) selection: Selection,
    pub(super) hints_on: bool,
    pub(super) hint: Option<PickHint>,
    /// The seat whose menu is open, and the name typed there.
    pub(super) menu: Option<(usize, String)>,
    /// Of the cards on the table, where there are too many for the room.
    pub(super) scrolls: [Scroll; 2],
    /// Whether packs are opened card by card.
    pub(super) card_by_card: bool,
    /// Whether picks fly and packs slide.
    pub(super) moves: bool,
    /// The pick that flies.
    pub(super) motion: Option<PickMotion>,
}

/// What tells one question from the next: seat, stage, cards in its pool, what is asked.
pub(super) type QuestionKey = (usize, DraftStage, usize, Option<DraftPrompt>);

/// What is in sight.
pub(super) enum ShownSeat {
    /// Nothing, until the person of this seat sits down.
    Covered(usize),
    /// What a seat sees.
    Open(DraftView),
    /// No person is at this machine.
    Elsewhere,
}

/// What a seat is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Looking at its picks between two packs.
    Review,
    /// Opening a pack: so many cards have their faces up.
    Opening(usize),
    /// Choosing, or waiting for others.
    Choosing,
}

/// What happens at the table.
#[derive(Debug, Clone)]
pub enum Message {
    /// A card or a pile was pressed.
    Pressed(CardPosition),
    /// A frame is drawn.
    Frame(Instant),
    /// A card is picked at once: dragged to the picks, or by its menu.
    Picked(CardPosition),
    /// The choice is made as it is marked.
    Taken,
    /// The pile is left, the hand kept, the trade refused.
    Refused,
    /// What a bot thinks is shown or hidden.
    HintToggled,
    /// The person sits down whom the cover asks for.
    SatDown,
    /// A second has passed.
    Second,
    /// The next card of a pack is turned over.
    Turned,
    /// The review or the opening of the pack is over.
    Skipped,
    /// It stands still, or goes on.
    PauseToggled,
    /// The last choice shall be taken back.
    UndoRequested,
    /// The seat agrees to that, or does not.
    Agreed(bool),
    /// The menu of a seat is opened or closed.
    SeatPressed(usize),
    /// A name was typed there.
    NameTyped(String),
    /// Somebody else sits on a seat.
    Seated(usize, DraftPlayer),
    /// Another seat's open pool is looked at.
    PoolShown(usize),
    /// Many cards were scrolled.
    Scrolled(usize, Viewport),
    /// What a seat elsewhere sees goes to the clipboard.
    SlipCopied(usize),
    /// The answer of a seat elsewhere is taken from the clipboard.
    AnswerWanted,
    /// It is there, if there was one.
    AnswerPasted(Option<String>),
    /// Past picks are looked at.
    ReviewWanted,
    /// Back to the lobby; the draft waits there.
    Closed,
}

/// What only the parent can do.
pub enum Request {
    /// Show the past picks of this seat.
    Review(usize),
    /// Back to the lobby.
    Close,
    /// The last card is taken.
    Over(Box<SavedDraft>),
}

/// What the table asks of its parent.
pub type Action = action::Action<Message, Request>;

impl DraftTable {
    /// What is seen; nothing while the table is covered.
    pub(super) fn draft_view(&self) -> Option<&DraftView> {
        match &self.shown {
            ShownSeat::Open(view) => Some(view),
            _ => None,
        }
    }

    /// The seat in front of the window, covered or not.
    pub(super) fn front_seat(&self) -> Option<usize> {
        match &self.shown {
            ShownSeat::Open(view) => Some(view.seat),
            ShownSeat::Covered(seat) => Some(*seat),
            ShownSeat::Elsewhere => None,
        }
    }
}
