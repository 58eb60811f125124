//! One deck: search at the left, the deck in the middle, what there is to say about it at the right; or its numbers, its
//! hands, its history.

mod edits;
mod tabs;
mod view;
mod wishes;

use std::sync::Arc;

use catalog::store::{Error, Library};
use catalog::{CardIx, Game};
use formats::check::{self, Report};
use formats::deck::{Edit, Listed, MAYBE, Part};
use formats::{Book, Format};
use iced::Task;
use iced::widget::scrollable::Viewport;

use super::export::{self, Export};
use super::hands::{self, Hands};
use super::history::{self, History};
use super::lists::Manner;
use super::numbers::{self, Numbers};
use super::side::notes::{self, Notes};
use super::side::plans::{self, Plans};
use super::timeline::{self, TimeLine};
use crate::printout::job::Job;
use crate::screen::Chance;
use crate::screen::finder::{self, Finder};
use crate::surroundings::Held;
use crate::window::Notice;
use crate::workbench::Workbench;
pub use edits::mending;

/// Id of the search field.
pub const SEARCH: &str = "deck-search";
/// Id of the list of cards found.
const LIST: &str = "deck-list";
/// The setting that keeps whether the deck is shown as faces.
const PICTURED: &str = "decks.pictured";
/// Width of the card that floats under the cursor.
pub const PREVIEW: f32 = 268.0;

/// A deck that is edited.
pub struct Editor {
    /// The deck and its log.
    pub bench: Workbench,
    finder: Finder,
    name: String,
    /// What the format says; `None` if the game no longer has it.
    pub report: Option<Report>,
    tab: Tab,
    /// What is shown beside the deck.
    pub beside: Beside,
    /// Notes, tags and lists.
    pub notes: Notes,
    /// Sideboard plans.
    pub plans: Plans,
    manner: Manner,
    /// The list that cards go to, if it takes them.
    target: Option<Part>,
    hover: Option<(CardIx, Side)>,
    export: Option<Export>,
    hands: Option<Hands>,
    history: Option<History>,
    numbers: Option<Numbers>,
    timeline: Option<TimeLine>,
}

/// A view of the deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    /// The list.
    Deck,
    /// What it is made of.
    Numbers,
    /// Opening hands.
    Hands,
    /// Its TimeLine, if it has one.
    TimeLine,
    /// What was done to it, and how it differs from others.
    History,
}

/// What is shown beside the deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// What the format says.
    Check,
    /// Notes, tags and lists.
    Notes,
    /// Sideboard plans.
    Plans,
}

/// Where the cursor is, so that the card floats on the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Over the search.
    Search,
    /// Over the deck.
    Deck,
}

/// What happens in the editor.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the search.
    Search(finder::Message),
    /// The list was scrolled.
    Scrolled(Viewport),
    /// A card of the list was pressed.
    Pressed(usize),
    /// Enter at a card: a copy, unless the card is at its limit.
    Entered(CardIx),
    /// Copies of a card, wherever it belongs.
    Copies(CardIx, i64),
    /// Copies in one list.
    Here(Part, Listed, i64),
    /// An edit as it is: a fix, a move.
    Edited(Edit),
    /// Everything is to be mended that can be mended card by card.
    AllMended,
    /// A card of the deck was pressed.
    Chosen(Listed),
    /// The cursor came over a card, or left it.
    Hovered(Option<(CardIx, Side)>),
    /// The name changed in its field.
    NameTyped(String),
    /// What was typed is done.
    Settled,
    /// Another format.
    FormatChosen(String),
    /// Undo.
    Undo,
    /// Do it again.
    Redo,
    /// Another view.
    TabChosen(Tab),
    /// Something else beside the deck.
    BesideChosen(Beside),
    /// Faces or names.
    Pictured(bool),
    /// By tags or by types.
    ByTag(bool),
    /// The list that cards go to.
    TargetChosen(Part),
    /// What the deck lacks is to be among what is wanted.
    LacksWanted,
    /// An export is wanted.
    Exporting,
    /// It is to be played.
    Played,
    /// In the export.
    Export(export::Message),
    /// In the hands.
    Hands(hands::Message),
    /// In the notes.
    Notes(notes::Message),
    /// In the plans.
    Plans(plans::Message),
    /// In the history.
    History(history::Message),
    /// In the numbers.
    Numbers(numbers::Message),
    /// On the TimeLine.
    TimeLine(timeline::Message),
    /// Back to the shelf.
    Closed,
}

/// What the editor asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Run this.
    Run(Task<Message>),
    /// Say this.
    Say(Notice),
    /// Say this, and run that.
    SayAndRun(Notice, Task<Message>),
    /// Put what the deck lacks among what is wanted.
    WantLacks,
    /// Print the deck in the background.
    Print(Box<Job>),
    /// Play the deck.
    Play,
    /// Show the shelf.
    Close,
}

impl Editor {
    /// What is shown of the deck.
    pub fn tab(&self) -> Tab {
        self.tab
    }

    /// The editor of a deck.
    pub fn new(library: &Library, book: &Book, bench: Workbench) -> Editor {
        let pool = bench.pool.as_ref().map(|p| {
            let mut cards = p.cards.clone();
            // What the format gives without limit can be searched for, too.
            cards.extend(free_cards(book, &bench.deck.format));
            cards
        });
        let pictured = library.setting(PICTURED).ok().flatten().unwrap_or(true);
        let mut editor = Editor {
            finder: Finder::new(book, SEARCH, pool),
            name: bench.deck.name.clone(),
            notes: Notes::of(&bench.deck),
            plans: Plans::default(),
            bench,
            report: None,
            tab: Tab::Deck,
            beside: Beside::Check,
            manner: Manner { pictured, by_tag: false },
            target: None,
            hover: None,
            export: None,
            hands: None,
            history: None,
            numbers: None,
            timeline: None,
        };
        editor.check(book);
        editor
    }

    /// Goes on with the game as it was read again: the deck, its log, the search and the view stay.
    pub fn renew(&mut self, old: &Game, library: &Library, book: &Book, chance: &mut Chance) -> Action {
        self.bench.renew(old, &book.game);
        self.finder.renew(old, book);
        self.hover = None;
        self.target = self.target.take().and_then(|part| self.bench.deck.part(&book.game, part.key(old)));
        self.notes.choose(&self.bench.deck, None, &book.game);
        self.check(book);
        self.show(self.tab, library, book, chance)
    }

    /// Reads the deck anew if another program has changed it.
    pub fn refresh(&mut self, library: &Library, book: &Book) -> Result<(), Error> {
        if self.bench.refresh(library, &book.game)? {
            self.changed(library, book);
        }
        Ok(())
    }

    fn format<'b>(&self, book: &'b Book) -> Option<&'b Format> {
        book.format(&self.bench.deck.format)
    }

    /// Whether nothing is wrong.
    pub fn legal(&self) -> bool {
        self.report.as_ref().is_some_and(Report::passes)
    }

    fn check(&mut self, book: &Book) {
        let deck = &self.bench.deck;
        self.report = self.format(book).map(|f| check::check(&book.game, f, deck, self.bench.pool.as_ref()));
        // Hands of the deck as it was would be lies.
        self.hands = None;
    }

    /// Takes note of a deck that is another one now.
    fn changed(&mut self, library: &Library, book: &Book) {
        self.check(book);
        self.name.clone_from(&self.bench.deck.name);
        self.notes.renew(&self.bench.deck);
        if let Some(tried) = self.timeline.take() {
            self.timeline = tried.renewed(&book.game, &self.bench.deck);
        }
        if let Some(numbers) = &mut self.numbers {
            numbers.renew(book, &self.bench);
        }
        if let Some(history) = &mut self.history {
            history.renew(library, book, &self.bench);
        }
        let gone =
            |part: &Part| matches!(part, Part::Own(name) if name != MAYBE && !self.bench.deck.own.contains_key(name));
        self.target.take_if(|part| gone(part));
    }

    /// The collection has changed.
    pub fn set_collection(&mut self, held: &Arc<Held>) {
        self.finder.set_collection(held);
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, book: &Book, chance: &mut Chance) -> Action {
        if !message.types() {
            // What was typed is saved before anything else happens.
            if let Err(e) = self.settle(library, book) {
                return self.refused(e, library, book);
            }
        }
        match message {
            Message::Search(message) => return self.searching(message, book),
            Message::Scrolled(viewport) => self.finder.scroll.moved(&viewport),
            Message::Pressed(at) => self.finder.chosen = Some(at),
            Message::Hovered(hover) => self.hover = hover,
            Message::NameTyped(name) => {
                self.name = name;
                return Action::Run(notes::pause());
            }
            Message::Settled => {}
            Message::Pictured(pictured) => {
                self.manner.pictured = pictured;
                self.hover = None;
                return super::Action::of(library.set(PICTURED, &pictured)).into();
            }
            Message::ByTag(by_tag) => self.manner.by_tag = by_tag,
            Message::TargetChosen(part) => self.target = Some(part),
            Message::BesideChosen(beside) => self.beside = beside,
            Message::Chosen(card) => {
                self.notes.choose(&self.bench.deck, Some(card), &book.game);
                self.beside = Beside::Notes;
            }
            Message::TabChosen(tab) => return self.show(tab, library, book, chance),
            Message::LacksWanted => return Action::WantLacks,
            Message::Played => return Action::Play,
            Message::Exporting => self.export = Some(Export::new(&self.bench.deck)),
            Message::Export(message) => return self.exporting(message, book),
            Message::Hands(message) => return self.handling(message, book, chance),
            Message::TimeLine(message) => {
                if let Some(timeline) = &mut self.timeline {
                    timeline.update(message);
                }
            }
            Message::Numbers(message) => {
                if let Some(edit) = self.numbers.as_mut().and_then(|numbers| numbers.update(message, book)) {
                    return self.editing(Message::Edited(edit), library, book);
                }
            }
            Message::Closed => return Action::Close,
            message => return self.editing(message, library, book),
        }
        Action::None
    }
}

impl Message {
    /// Whether a person is typing still, or only looks around.
    fn types(&self) -> bool {
        match self {
            Message::NameTyped(_) | Message::Hovered(_) | Message::Scrolled(_) => true,
            Message::Notes(message) => message.types(),
            _ => false,
        }
    }
}

impl From<super::Action> for Action {
    fn from(action: super::Action) -> Action {
        match action {
            super::Action::Say(notice) => Action::Say(notice),
            _ => Action::None,
        }
    }
}

fn free_cards(book: &Book, format: &str) -> Vec<CardIx> {
    book.format(format).and_then(Format::free).map_or_else(Vec::new, |q| q.select(&book.game))
}
