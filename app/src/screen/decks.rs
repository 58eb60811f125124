//! The Decks screen: the shelf of decks, an import, or one deck that is edited.

mod editor;
mod export;
mod hands;
mod history;
mod import;
mod lists;
mod numbers;
pub mod shelf;
mod side;
mod timeline;

use std::sync::Arc;

use catalog::store::Library;
use catalog::store::journal::{Kind, StreamId};
use catalog::tr;
use catalog::{CardIx, Game};
use formats::deck::Part;
use formats::limited::Pool;
use formats::rng::Seed;
use formats::{Book, Deck};
use iced::{Size, Subscription, Task};

use crate::key::Wish;
use crate::printout::job::Job;
use crate::screen::{Chance, Look};
use crate::surroundings::Held;
use crate::widget::Element;
use crate::widget::face::Wanted;
use crate::window::Notice;
use crate::workbench::Workbench;
use editor::Editor;
pub use editor::{SEARCH, Tab};
use import::Import;
use shelf::Shelf;

/// The state of the screen.
pub struct Decks {
    shelf: Shelf,
    shown: Shown,
    /// The deck that is open, also while the shelf is shown.
    editor: Option<Editor>,
    import: Import,
    chance: Chance,
    /// What the collection holds.
    held: Arc<Held>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Shelf,
    Editor,
    Import,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// On the shelf.
    Shelf(shelf::Message),
    /// In the open deck.
    Editor(editor::Message),
    /// In the import.
    Import(import::Message),
}

/// What the screen asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Run this.
    Run(Task<Message>),
    /// Say this at the foot of the window.
    Say(Notice),
    /// Say this, and run that.
    SayAndRun(Notice, Task<Message>),
    /// Put what the open deck lacks among what is wanted.
    WantLacks,
    /// Print a deck in the background.
    Print(Box<Job>),
    /// Play the open deck, built from this pool.
    Play(Box<(Deck, Option<Pool>)>),
}

impl Action {
    /// What came of something that can fail; nothing to say if it went well.
    fn of<E: std::fmt::Display>(result: Result<(), E>) -> Action {
        match result {
            Ok(()) => Action::None,
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }
}

impl Decks {
    /// The shelf of a game.
    pub fn new(library: &Library, book: &Book) -> Decks {
        Decks {
            shelf: Shelf::load(library, book),
            shown: Shown::Shelf,
            editor: None,
            import: Import::default(),
            chance: Chance::default(),
            held: Arc::default(),
        }
    }

    /// The collection has changed.
    pub fn set_collection(&mut self, held: &Arc<Held>) {
        self.held = held.clone();
        if let Some(editor) = &mut self.editor {
            editor.set_collection(held);
        }
    }

    /// Makes all chance here come out the same.
    pub fn set_seed(&mut self, seed: Seed) {
        self.chance = Chance::fixed(seed);
    }

    /// Looks at the library again: something may have been made or changed elsewhere.
    pub fn reload(&mut self, library: &Library, book: &Book) -> Action {
        self.shelf.put_away = None;
        self.shelf.reload(library, book);
        match &mut self.editor {
            Some(editor) => Action::of(editor.refresh(library, book)),
            None => Action::None,
        }
    }

    /// Saves what was typed and not saved yet.
    pub fn settle(&mut self, library: &mut Library, book: &Book) -> Action {
        match &mut self.editor {
            Some(editor) => Action::of(editor.settle(library, book)),
            None => Action::None,
        }
    }

    /// Whether something floats below the search, which Escape closes.
    pub fn floats(&self) -> bool {
        self.shown == Shown::Editor && self.editor.as_ref().is_some_and(Editor::floats)
    }

    /// Whether a half-typed word of the search can be completed.
    pub fn completes(&self) -> bool {
        self.shown == Shown::Editor && self.editor.as_ref().is_some_and(Editor::completes)
    }

    /// Goes on with the game as it was read again.
    pub fn renew(&mut self, old: &Game, library: &mut Library, book: &Book) -> Action {
        self.shelf = Shelf::load(library, book);
        self.import.renew(book);
        let Some(editor) = &mut self.editor else { return Action::None };
        let action = editor.renew(old, library, book, &mut self.chance);
        editor.set_collection(&self.held);
        self.editor_asked(action, library, book)
    }

    /// What goes on by itself.
    pub fn subscription(&self) -> Subscription<Message> {
        self.shelf.subscription().map(Message::Shelf)
    }

    /// The open deck.
    pub fn deck(&self) -> Option<&Deck> {
        self.editor.as_ref().map(|e| &e.bench.deck)
    }

    /// The number of the moment that the open deck is at.
    pub fn moment(&self) -> Option<usize> {
        self.editor.as_ref().map(|editor| editor.bench.now())
    }

    /// The view of the deck, if one is shown.
    pub fn tab(&self) -> Option<Tab> {
        self.editor.as_ref().filter(|_| self.shown == Shown::Editor).map(Editor::tab)
    }

    /// The decks on the shelf that play a card, with how many copies.
    pub fn playing(&self, game: &Game, card: CardIx) -> Vec<(Option<StreamId>, &str, u32)> {
        self.shelf.playing(game.namesake(card))
    }

    /// What of the library is shown.
    pub fn opened(&self) -> Option<(Kind, StreamId)> {
        let shown = self.shown == Shown::Editor;
        self.editor.as_ref().filter(|_| shown).map(|editor| (Kind::Deck, editor.bench.id))
    }

    /// Opens a deck of the library.
    pub fn open(&mut self, library: &mut Library, book: &Book, id: StreamId) -> Action {
        match Workbench::open(library, &book.game, id) {
            Ok(bench) => {
                self.edit(library, book, bench);
                Action::None
            }
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    /// Opens a deck by its name, or a copy of a starter deck by its file name or name.
    pub fn open_named(&mut self, library: &mut Library, book: &Book, name: &str, tab: Option<Tab>) -> Action {
        let saved = self.shelf.saved.iter().find(|d| d.name == name).and_then(|d| d.id);
        let starter = book.decks.iter().find(|(stem, deck)| stem == name || deck.name == name);
        let action = match (saved, starter) {
            (Some(id), _) => self.open(library, book, id),
            (None, Some((_, deck))) => self.create(library, book, deck.clone(), None),
            (None, None) => return Action::Say(Notice::wrong(tr!("there is no deck `{name}`", name))),
        };
        match (tab, &mut self.editor) {
            (Some(tab), Some(editor)) => match editor.show(tab, library, book, &mut self.chance) {
                editor::Action::Run(task) => Action::Run(task.map(Message::Editor)),
                _ => action,
            },
            _ => action,
        }
    }

    fn edit(&mut self, library: &Library, book: &Book, bench: Workbench) {
        let editor = self.editor.insert(Editor::new(library, book, bench));
        editor.set_collection(&self.held);
        self.shown = Shown::Editor;
    }

    fn create(&mut self, library: &mut Library, book: &Book, deck: Deck, pool: Option<Pool>) -> Action {
        match Workbench::create(library, &book.game, deck, pool) {
            Ok(bench) => {
                let said = Notice::done(tr!("“{}” is in the library; every change is saved at once", bench.deck.name));
                self.edit(library, book, bench);
                self.shelf.reload(library, book);
                Action::Say(said)
            }
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    /// Adds a copy of a card to the open deck, unless it is at its limit there.
    pub fn enter(&mut self, library: &mut Library, book: &Book, card: CardIx) -> Action {
        match self.editor.as_ref().and_then(|editor| editor.limit(book, card)) {
            Some(notice) => Action::Say(notice),
            None => self.add(library, book, card, 1),
        }
    }

    /// Adds copies of a card to the open deck, or takes them out.
    pub fn add(&mut self, library: &mut Library, book: &Book, card: CardIx, by: i64) -> Action {
        let Some(editor) = &mut self.editor else { return Action::None };
        match editor.copies(library, book, card, by) {
            Ok(_) => {
                let (game, deck) = (&book.game, &editor.bench.deck);
                let held = crate::screen::copies(game, deck, card);
                Action::Say(Notice::done(tr!("{held} × {} in “{}”, saved", game.card(card).name, deck.name, held)))
            }
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, book: &Book) -> Action {
        match message {
            Message::Shelf(message) => self.on_shelf(message, library, book),
            Message::Editor(message) => {
                let Some(editor) = &mut self.editor else { return Action::None };
                let action = editor.update(message, library, book, &mut self.chance);
                self.editor_asked(action, library, book)
            }
            Message::Import(message) => match self.import.update(message, book) {
                import::Action::None => Action::None,
                import::Action::Run(task) => Action::Run(task.map(Message::Import)),
                import::Action::Closed => {
                    self.shown = Shown::Shelf;
                    Action::None
                }
                import::Action::Take(deck) => {
                    self.import = Import::default();
                    self.create(library, book, *deck, None)
                }
            },
        }
    }

    fn editor_asked(&mut self, action: editor::Action, library: &mut Library, book: &Book) -> Action {
        match action {
            editor::Action::None => Action::None,
            editor::Action::Run(task) => Action::Run(task.map(Message::Editor)),
            editor::Action::Say(notice) => Action::Say(notice),
            editor::Action::SayAndRun(notice, task) => Action::SayAndRun(notice, task.map(Message::Editor)),
            editor::Action::WantLacks => Action::WantLacks,
            editor::Action::Play => match &self.editor {
                Some(editor) => Action::Play(Box::new((editor.bench.deck.clone(), editor.bench.pool.clone()))),
                None => Action::None,
            },
            editor::Action::Print(job) => Action::Print(job),
            editor::Action::Close => {
                self.shown = Shown::Shelf;
                self.reload(library, book);
                Action::None
            }
        }
    }

    fn on_shelf(&mut self, message: shelf::Message, library: &mut Library, book: &Book) -> Action {
        match message {
            shelf::Message::Opened(id) => match &self.editor {
                Some(editor) if editor.bench.id == id => {
                    self.shown = Shown::Editor;
                    Action::None
                }
                _ => self.open(library, book, id),
            },
            shelf::Message::Copied(at) => match book.decks.get(at) {
                Some((_, deck)) => self.create(library, book, deck.clone(), None),
                None => Action::None,
            },
            shelf::Message::Cloned(id) => match Workbench::open(library, &book.game, id) {
                Ok(bench) => {
                    let deck = Deck { name: format!("{}, a copy", bench.deck.name), ..bench.deck };
                    self.create(library, book, deck, bench.pool)
                }
                Err(e) => Action::Say(Notice::wrong(e)),
            },
            shelf::Message::New => {
                self.create(library, book, Deck::new(&book.game, &tr!("New deck"), &book.game.default_format), None)
            }
            shelf::Message::Import => {
                self.shown = Shown::Import;
                Action::None
            }
            shelf::Message::PutAway(id) => {
                let done = library.put_away(id, true);
                if self.editor.as_ref().is_some_and(|e| e.bench.id == id) {
                    self.editor = None;
                }
                self.shelf.put_away = self.shelf.saved.iter().find(|d| d.id == Some(id)).map(|d| (id, d.name.clone()));
                self.shelf.reload(library, book);
                Action::of(done)
            }
            shelf::Message::ReadOn => {
                self.shelf.read_on(library, book);
                Action::None
            }
            shelf::Message::Sought(text) => Action::Run(self.shelf.seek(text).map(Message::Shelf)),
            shelf::Message::Entered => match self.shelf.first() {
                Some(message) => self.on_shelf(message, library, book),
                None => Action::None,
            },
            shelf::Message::Scrolled(viewport) => {
                self.shelf.scrolled(&viewport);
                Action::None
            }
            shelf::Message::TakenBack(id) => {
                let done = library.put_away(id, false);
                self.shelf.put_away = None;
                self.shelf.reload(library, book);
                Action::of(done)
            }
        }
    }

    /// Does what a key wishes.
    pub fn wish(&mut self, wish: Wish, library: &mut Library, book: &Book, room: Size) -> Action {
        match self.shown {
            Shown::Shelf => match self.shelf.wish(wish, room) {
                (_, Some(message)) => self.on_shelf(message, library, book),
                (task, None) => Action::Run(task.map(Message::Shelf)),
            },
            Shown::Import if wish == Wish::Back => self.update(Message::Import(import::Message::Closed), library, book),
            Shown::Import => Action::None,
            Shown::Editor => {
                let Some(editor) = &mut self.editor else { return Action::None };
                let action = editor.wish(wish, library, book, &mut self.chance, room);
                self.editor_asked(action, library, book)
            }
        }
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, book: &Book, room: Size) -> Vec<Wanted> {
        match (self.shown, &self.editor) {
            (Shown::Editor, Some(editor)) => editor.wanted(book, room),
            (Shown::Import, _) => Vec::new(),
            _ => self.shelf.wanted(room),
        }
    }

    /// The screen.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        match (self.shown, &self.editor) {
            (Shown::Editor, Some(editor)) => editor.view(look).map(Message::Editor),
            (Shown::Import, _) => self.import.view(look).map(Message::Import),
            _ => self.shelf.view(look).map(Message::Shelf),
        }
    }
}

/// Whether a list is worth offering: the format has such a section, or cards stand in it already.
fn offers(book: &Book, deck: &Deck, part: &Part) -> bool {
    match part {
        Part::Section(at) => deck.size(*at) > 0 || book.format(&deck.format).is_none_or(|f| f.uses(*at)),
        Part::Own(_) => true,
    }
}
