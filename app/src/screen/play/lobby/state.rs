//! What the lobby is made of, and what happens there.

use std::path::PathBuf;

use catalog::CardIx;
use catalog::game::Mask;
use catalog::store::journal::StreamId;
use catalog::tr;
use formats::deck::{DeckPart, SideboardPlan};
use formats::limited::Pool;
use formats::{Deck, DeckFormat, GameLibrary};

use crate::deck_cover;
use crate::saved_match::{BOTS, Bot, MatchDeck, MatchStats, MatchSummary};
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
        std::iter::once(MatchSeatKind::Person).chain(BOTS.iter().map(|bot| MatchSeatKind::Bot(bot.kind))).collect()
    }
}

impl std::fmt::Display for MatchSeatKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MatchSeatKind::Person => f.write_str(&tr!("You")),
            MatchSeatKind::Bot(kind) => f.write_str(&Bot::of_kind(kind).map_or_else(|| (*kind).to_owned(), Bot::label)),
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

/// A deck that can be played.
#[derive(Debug, Clone)]
pub(super) struct PlayableDeck {
    pub(super) name: String,
    pub(super) brought: MatchDeck,
    /// Whether it is one of the library's.
    pub(super) own: bool,
    pub(super) cover: Option<CardIx>,
    /// Its best cards, the best first.
    pub(super) stars: Vec<CardIx>,
    /// Cards of all sections but the sideboard.
    pub(super) size: u32,
    pub(super) factions: Mask,
}

/// The most cards that are kept as the best of a deck.
const STARS: usize = 8;

impl PlayableDeck {
    pub(super) fn new(game_library: &GameLibrary, deck: &Deck, pool: Option<&Pool>, own: bool) -> PlayableDeck {
        let game = &game_library.game;
        let mut stars = deck_cover::stars(game_library, deck);
        stars.truncate(STARS);
        let cover = deck_cover::cover(game_library, deck);
        PlayableDeck {
            name: deck.name.clone(),
            brought: MatchDeck::new(game_library, deck, pool),
            own,
            factions: cover.map_or(0, |card| game.card(card).factions),
            cover,
            stars,
            size: (0..game.sections.len())
                .filter(|section| DeckPart::Section(*section) != SideboardPlan::sideboard(game))
                .map(|section| deck.size(section))
                .sum(),
        }
    }
}

/// What can be begun and taken up.
pub struct Lobby {
    /// The formats that can be played with some deck.
    pub(super) formats: Vec<Playable>,
    pub(super) format: usize,
    /// The decks that are legal in it.
    pub(super) decks: Vec<PlayableDeck>,
    pub(super) seats: Vec<Seat>,
    /// Those that go on first, then those that are over; of each the one that changed last first.
    pub(super) saved: Vec<MatchSummary>,
    pub(super) stats: MatchStats,
    /// Whether the game has a first match with tips.
    pub(super) has_lesson: bool,
    /// Whether two of three games win.
    pub(super) best_of_three: bool,
    /// Whether seats, rulings and recordings are shown.
    pub(super) options_shown: bool,
    /// Whether all matches that are over are listed.
    pub(super) all_listed: bool,
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
    /// The person plays another deck.
    OwnDeckChosen(usize),
    /// All other seats are for this opponent.
    OpponentChosen(&'static str),
    /// Seats, rulings and recordings are shown, or hidden.
    OptionsToggled,
    /// All matches that are over are listed.
    AllListed,
    /// The best of three, or a single game.
    BestOfThreeChosen(bool),
    /// The bot that plays at a real table is wanted.
    CompanionWanted,
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

impl Lobby {
    /// Whether two sit there, as in a match of several games.
    pub(super) fn is_duel(&self) -> bool {
        self.seats.len() == 2
    }
}
