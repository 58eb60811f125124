//! What the editor is made of, for all that show it and act on it.

use catalog::CardIx;
use formats::check::CheckReport;
use formats::deck::DeckPart;

use super::super::export::{self, Export};
use super::super::hands::{self, Hands};
use super::super::history::{self, History};
use super::super::lists::selection::Place;
use super::super::lists::{self, ListStyle, search};
use super::super::numbers::{self, Numbers};
use super::super::side::{self, DeckSide};
use super::super::timeline::{self, TimeLine};
use crate::printout::job::PrintJob;
use crate::screen::action;
use crate::screen::double_press::DoublePress;
use crate::screen::finder::{self, Finder};
use crate::screen::selection::Selection;
use formats::saved::deck::DeckSession;

/// Id of the list of cards found.
pub(super) const LIST: &str = "deck-list";

/// A deck that is edited.
pub struct Editor {
    /// The deck and its log.
    pub session: DeckSession,
    pub(super) finder: Finder,
    pub(super) name: String,
    /// What the format says; `None` if the game no longer has it.
    pub report: Option<CheckReport>,
    pub(super) tab: DeckTab,
    pub(super) side: DeckSide,
    pub(super) list_style: ListStyle,
    /// The cards that are chosen together.
    pub(super) selection: Selection<Place>,
    /// Cards of the search that are chosen together.
    pub(super) found_selection: Selection<CardIx>,
    /// The card of the search that was pressed last.
    pub(super) pressed: DoublePress<CardIx>,
    /// The list that cards go to, if it takes them.
    pub(super) target: Option<DeckPart>,
    pub(super) export: Option<Export>,
    pub(super) hands: Option<Hands>,
    pub(super) history: Option<History>,
    pub(super) numbers: Option<Numbers>,
    pub(super) timeline: Option<TimeLine>,
}

/// A view of the deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum DeckTab {
    /// The list.
    Deck,
    /// What it is made of.
    Numbers,
    /// Opening hands.
    Hands,
    /// Its TimeLine, if it has one.
    #[value(name = "timeline")]
    TimeLine,
    /// What was done to it, and how it differs from others.
    History,
}

/// What happens in the editor.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the search.
    Search(finder::Message),
    /// Among the cards found.
    Found(search::Message),
    /// In the list of the deck.
    Lists(lists::Message),
    /// In the panel beside the deck.
    Side(side::Message),
    /// Enter at a card: a copy, unless the card is at its limit.
    Entered(CardIx),
    /// Everything is to be mended that can be mended card by card.
    AllFixed,
    /// The name changed in its field.
    NameTyped(String),
    /// What was typed is done.
    TypingEnded,
    /// So is the name.
    NameDone,
    /// Another format.
    FormatChosen(String),
    /// Undo.
    Undo,
    /// Do it again.
    Redo,
    /// Another view.
    TabChosen(DeckTab),
    /// The list that cards go to.
    TargetChosen(DeckPart),
    /// An export is wanted.
    Exporting,
    /// It is to be played.
    Played,
    /// In the export.
    Export(export::Message),
    /// In the hands.
    Hands(hands::Message),
    /// In the history.
    History(history::Message),
    /// In the numbers.
    Numbers(numbers::Message),
    /// On the TimeLine.
    TimeLine(timeline::Message),
    /// Back to the deck list.
    Closed,
}

/// What only the parent can do.
pub enum Request {
    /// Put what the deck lacks among what is wanted.
    WantMissing,
    /// Print the deck in the background.
    Print(Box<PrintJob>),
    /// Play the deck.
    Play,
    /// Show the deck list.
    Close,
}

/// What the editor asks of its parent.
pub type Action = action::Action<Message, Request>;
