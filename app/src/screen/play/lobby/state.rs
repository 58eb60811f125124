//! What the lobby is made of, and what happens there.

use std::path::PathBuf;

use catalog::store::journal::StreamId;
use catalog::tr;
use formats::DeckFormat;

use crate::saved_match::{BOTS, MatchDeck, MatchPlayer, MatchSummary};
use crate::widget::field::Labeled;

/// Who sits on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchSeatKind {
    /// A person at this machine.
    Person,
    /// A bot, as arguments name it.
    Bot(&'static str),
}

impl MatchSeatKind {
    pub(super) fn all() -> Vec<MatchSeatKind> {
        std::iter::once(MatchSeatKind::Person).chain(BOTS.iter().map(|(id, _)| MatchSeatKind::Bot(id))).collect()
    }
}

impl std::fmt::Display for MatchSeatKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MatchSeatKind::Person => f.write_str(&tr!("You")),
            MatchSeatKind::Bot(id) => f.write_str(&MatchPlayer::Bot((*id).to_owned()).label()),
        }
    }
}

/// A seat with its deck.
#[derive(Debug, Clone)]
pub(super) struct Seat {
    pub(super) kind: MatchSeatKind,
    /// Place among the decks.
    pub(super) deck: usize,
}

/// A format that can be played.
#[derive(Debug, Clone)]
pub(super) struct Playable {
    pub(super) id: String,
    pub(super) name: String,
    /// Whether all seats share a deck.
    pub(super) shared: bool,
    /// Fewest and most seats.
    pub(super) seats: (u32, u32),
}

impl Playable {
    pub(super) fn new(format: &DeckFormat) -> Playable {
        let (shared, seats) = (format.match_settings.shared, format.match_settings.seats);
        Playable { id: format.id.clone(), name: format.name.clone(), shared, seats }
    }
}

/// What can be begun and taken up.
pub struct Lobby {
    /// The formats that can be played with some deck.
    pub(super) formats: Vec<Playable>,
    pub(super) format: usize,
    /// The decks that are legal in it.
    pub(super) decks: Vec<(String, MatchDeck)>,
    pub(super) seats: Vec<Seat>,
    pub(super) saved: Vec<MatchSummary>,
    pub(super) fault: Option<String>,
    /// Rulings other than the format's, as they are typed.
    pub(super) options_text: String,
    /// Path of a record.
    pub(super) path: String,
}

/// What happens in the lobby.
#[derive(Debug, Clone)]
pub enum Message {
    /// Another format.
    FormatChosen(String),
    /// So many seats.
    SeatsChanged(usize),
    /// Somebody else sits there.
    SeatTaken(usize, MatchSeatKind),
    /// With another deck.
    DeckChosen(usize, Labeled<usize>),
    /// The match begins.
    Begun,
    /// A first match with hints.
    LessonBegun,
    /// A match is taken up again.
    Opened(StreamId),
    /// A match is put away.
    PutAway(StreamId),
    /// Rulings other than the format's.
    OptionsTyped(String),
    /// A record is to be chosen in a dialog.
    RecordWanted,
    /// It was, or not.
    RecordChosen(Option<PathBuf>),
    /// The path of a record is typed.
    PathTyped(String),
    /// The record is opened.
    ReplayOpened,
}
