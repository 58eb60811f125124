//! The Decks screen: the list of decks, an import, or one deck that is edited.

pub mod deck_list;
mod editor;
mod export;
mod hands;
mod history;
pub mod import;
mod lists;
mod numbers;
mod parts;
mod side;
mod timeline;

use std::sync::Arc;

use catalog::store::Library;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use catalog::{CardIx, GameData};
use formats::limited::Pool;
use formats::rng::Seed;
use formats::{Deck, GameLibrary};
use iced::{Size, Subscription};

use crate::key::Shortcut;
use crate::notice::{Notice, UndoTarget};
use crate::printout::job::PrintJob;
use crate::screen::{ScreenContext, SeedSource, action};
use crate::search_context::OwnedCopies;
use crate::widget::Element;
use crate::widget::face::FaceRequest;
use deck_list::DeckList;
use editor::Editor;
pub use editor::{DeckTab, SEARCH};
use formats::saved::deck::DeckSession;
use import::Import;

/// The state of the screen.
pub struct Decks {
    deck_list: DeckList,
    shown: Shown,
    /// The deck that is open, also while the deck list is shown.
    editor: Option<Editor>,
    import: Import,
    chance: SeedSource,
    /// What the collection holds.
    owned: Arc<OwnedCopies>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    List,
    Editor,
    Import,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// On the deck list.
    List(deck_list::Message),
    /// In the open deck.
    Editor(editor::Message),
    /// In the import.
    Import(import::Message),
}

/// What only the parent can do.
pub enum Request {
    /// Put what the open deck lacks among what is wanted.
    WantMissing,
    /// Print a deck in the background.
    Print(Box<PrintJob>),
    /// Play the open deck, built from this pool.
    Play(Box<(Deck, Option<Pool>)>),
}

/// What the screen asks of its parent.
pub type Action = action::Action<Message, Request>;

impl Decks {
    /// The deck list of a game.
    pub fn new(library: &Library, game_library: &GameLibrary) -> Decks {
        Decks {
            deck_list: DeckList::load(library, game_library),
            shown: Shown::List,
            editor: None,
            import: Import::default(),
            chance: SeedSource::default(),
            owned: Arc::default(),
        }
    }

    /// The collection has changed.
    pub fn set_collection(&mut self, owned: &Arc<OwnedCopies>) {
        self.owned = owned.clone();
        if let Some(editor) = &mut self.editor {
            editor.set_collection(owned);
        }
    }

    /// Makes all chance here come out the same.
    pub fn set_seed(&mut self, seed: Seed) {
        self.chance = SeedSource::fixed(seed);
    }

    /// Looks at the library again: something may have been made or changed elsewhere.
    pub fn reload(&mut self, library: &Library, game_library: &GameLibrary) -> Action {
        self.deck_list.put_away = None;
        self.deck_list.reload(library, game_library);
        match &mut self.editor {
            Some(editor) => Action::from_result(editor.refresh(library, game_library)),
            None => Action::None,
        }
    }

    /// Saves what was typed and not saved yet.
    pub fn save_pending(&mut self, library: &mut Library, game_library: &GameLibrary) -> Action {
        match &mut self.editor {
            Some(editor) => Action::from_result(editor.save_pending(library, game_library)),
            None => Action::None,
        }
    }

    /// Whether something floats below the search, which Escape closes.
    pub fn has_overlay(&self) -> bool {
        self.shown == Shown::Editor && self.editor.as_ref().is_some_and(Editor::has_overlay)
    }

    /// Whether a half-typed word of the search can be completed.
    pub fn can_complete(&self) -> bool {
        self.shown == Shown::Editor && self.editor.as_ref().is_some_and(Editor::can_complete)
    }

    /// Goes on with the game as it was read again.
    pub fn renew(&mut self, old: &GameData, library: &mut Library, game_library: &GameLibrary) -> Action {
        self.deck_list = DeckList::load(library, game_library);
        self.import.renew(game_library);
        let Some(editor) = &mut self.editor else { return Action::None };
        let action = editor.renew(old, library, game_library, &mut self.chance);
        editor.set_collection(&self.owned);
        self.handle_editor_action(action, library, game_library)
    }

    /// What goes on by itself.
    pub fn subscription(&self) -> Subscription<Message> {
        self.deck_list.subscription().map(Message::List)
    }

    /// The open deck.
    pub fn deck(&self) -> Option<&Deck> {
        self.editor.as_ref().map(|e| &e.session.deck)
    }

    /// The number of the moment that the open deck is at.
    pub fn moment(&self) -> Option<usize> {
        self.editor.as_ref().map(|editor| editor.session.current_moment())
    }

    /// Whether the open deck is legal.
    pub fn legal(&self) -> Option<bool> {
        self.editor.as_ref().map(Editor::legal)
    }

    /// Shows what the format says of the open deck.
    pub fn show_check(&mut self) {
        self.editor.iter_mut().for_each(Editor::show_check);
    }

    /// The view of the deck, if one is shown.
    pub fn tab(&self) -> Option<DeckTab> {
        self.editor.as_ref().filter(|_| self.shown == Shown::Editor).map(Editor::tab)
    }

    /// The decks on the deck list that play a card, with how many copies.
    pub fn decks_with(&self, game: &GameData, card: CardIx) -> Vec<(Option<StreamId>, &str, u32)> {
        self.deck_list.decks_with(game.namesake(card))
    }

    /// What of the library is shown.
    pub fn open_stream(&self) -> Option<(StreamKind, StreamId)> {
        let shown = self.shown == Shown::Editor;
        self.editor.as_ref().filter(|_| shown).map(|editor| (StreamKind::Deck, editor.session.id))
    }

    /// Opens a deck of the library.
    pub fn open(&mut self, library: &mut Library, game_library: &GameLibrary, id: StreamId) -> Action {
        match DeckSession::open(library, &game_library.game, id) {
            Ok(session) => {
                self.open_editor(library, game_library, session);
                Action::None
            }
            Err(e) => Action::wrong(e),
        }
    }

    /// Opens a deck by its name, or a copy of a starter deck by its file name or name.
    pub fn open_named(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
        name: &str,
        tab: Option<DeckTab>,
    ) -> Action {
        let saved = self.deck_list.saved.iter().find(|d| d.name == name).and_then(|d| d.id);
        let starter = game_library.decks.iter().find(|(stem, deck)| stem == name || deck.name == name);
        let action = match (saved, starter) {
            (Some(id), _) => self.open(library, game_library, id),
            (None, Some((_, deck))) => self.create(library, game_library, deck.clone(), None),
            (None, None) => return Action::wrong(tr!("There is no deck “{name}”.", name)),
        };
        match (tab, &mut self.editor) {
            (Some(tab), Some(editor)) => match editor.show(tab, library, game_library, &mut self.chance) {
                editor::Action::Run(task) => Action::Run(task.map(Message::Editor)),
                _ => action,
            },
            _ => action,
        }
    }

    fn open_editor(&mut self, library: &Library, game_library: &GameLibrary, session: DeckSession) {
        let editor = self.editor.insert(Editor::new(library, game_library, session));
        editor.set_collection(&self.owned);
        self.shown = Shown::Editor;
    }

    fn create(&mut self, library: &mut Library, game_library: &GameLibrary, deck: Deck, pool: Option<Pool>) -> Action {
        match DeckSession::create(library, &game_library.game, deck, pool) {
            Ok(session) => {
                let said = Notice::done(tr!("“{}” added to your decks", session.deck.name));
                self.open_editor(library, game_library, session);
                self.deck_list.reload(library, game_library);
                Action::Say(said)
            }
            Err(e) => Action::wrong(e),
        }
    }

    /// Adds a copy of a card to the open deck, unless it is at its limit there.
    pub fn add_within_limit(&mut self, library: &mut Library, game_library: &GameLibrary, card: CardIx) -> Action {
        match self.editor.as_ref().and_then(|editor| editor.limit_notice(game_library, card)) {
            Some(notice) => Action::Say(notice),
            None => self.add(library, game_library, card, 1),
        }
    }

    /// Takes back the last change of the open deck.
    pub fn undo(&mut self, library: &mut Library, game_library: &GameLibrary) -> Action {
        self.update(Message::Editor(editor::Message::Undo), library, game_library)
    }

    /// Adds copies of a card to the open deck, or takes them out.
    pub fn add(&mut self, library: &mut Library, game_library: &GameLibrary, card: CardIx, by: i64) -> Action {
        let Some(editor) = &mut self.editor else { return Action::None };
        match editor.copies(library, game_library, card, by) {
            Ok(_) => {
                let (game, deck) = (&game_library.game, &editor.session.deck);
                let held = crate::screen::copies(game, deck, card);
                let told = tr!("{held} × {} in “{}”, saved", game.card(card).name, deck.name, held);
                Action::Say(Notice::done(told).undoable(UndoTarget::Deck))
            }
            Err(e) => Action::wrong(e),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, game_library: &GameLibrary) -> Action {
        match message {
            Message::List(message) => self.handle_list_message(message, library, game_library),
            Message::Editor(message) => {
                let Some(editor) = &mut self.editor else { return Action::None };
                let action = editor.update(message, library, game_library, &mut self.chance);
                self.handle_editor_action(action, library, game_library)
            }
            Message::Import(message) => {
                self.import.update(message, game_library).map(Message::Import, |request| match request {
                    import::Request::Close => {
                        self.shown = Shown::List;
                        Action::None
                    }
                    import::Request::Take(deck) => {
                        self.import = Import::default();
                        self.create(library, game_library, *deck, None)
                    }
                })
            }
        }
    }

    fn handle_editor_action(
        &mut self,
        action: editor::Action,
        library: &mut Library,
        game_library: &GameLibrary,
    ) -> Action {
        action.map(Message::Editor, |request| match request {
            editor::Request::WantMissing => Action::Ask(Request::WantMissing),
            editor::Request::Play => match &self.editor {
                Some(editor) => {
                    Action::Ask(Request::Play(Box::new((editor.session.deck.clone(), editor.session.pool.clone()))))
                }
                None => Action::None,
            },
            editor::Request::Print(job) => Action::Ask(Request::Print(job)),
            editor::Request::Close => {
                self.shown = Shown::List;
                self.reload(library, game_library);
                Action::None
            }
        })
    }

    fn handle_list_message(
        &mut self,
        message: deck_list::Message,
        library: &mut Library,
        game_library: &GameLibrary,
    ) -> Action {
        match message {
            deck_list::Message::Opened(id) => match &self.editor {
                Some(editor) if editor.session.id == id => {
                    self.shown = Shown::Editor;
                    Action::None
                }
                _ => self.open(library, game_library, id),
            },
            deck_list::Message::Copied(at) => match game_library.decks.get(at) {
                Some((_, deck)) => self.create(library, game_library, deck.clone(), None),
                None => Action::None,
            },
            deck_list::Message::Cloned(id) => match DeckSession::open(library, &game_library.game, id) {
                Ok(session) => {
                    let deck = Deck { name: tr!("{deck} (copy)", deck = session.deck.name), ..session.deck };
                    self.create(library, game_library, deck, session.pool)
                }
                Err(e) => Action::wrong(e),
            },
            deck_list::Message::New => self.create(
                library,
                game_library,
                Deck::new(&game_library.game, &tr!("New deck"), &game_library.game.default_format),
                None,
            ),
            deck_list::Message::Import => {
                self.shown = Shown::Import;
                Action::None
            }
            deck_list::Message::PutAway(id) => {
                let done = library.put_away(id, true);
                if self.editor.as_ref().is_some_and(|e| e.session.id == id) {
                    self.editor = None;
                }
                self.deck_list.put_away =
                    self.deck_list.saved.iter().find(|d| d.id == Some(id)).map(|d| (id, d.name.clone()));
                self.deck_list.reload(library, game_library);
                Action::from_result(done)
            }
            deck_list::Message::ReadOn => {
                self.deck_list.read_on(library, game_library);
                Action::None
            }
            deck_list::Message::SearchTyped(text) => Action::Run(self.deck_list.search(text).map(Message::List)),
            deck_list::Message::Entered => match self.deck_list.first() {
                Some(message) => self.handle_list_message(message, library, game_library),
                None => Action::None,
            },
            deck_list::Message::Scrolled(viewport) => {
                self.deck_list.scrolled(&viewport);
                Action::None
            }
            deck_list::Message::TakenBack(id) => {
                let done = library.put_away(id, false);
                self.deck_list.put_away = None;
                self.deck_list.reload(library, game_library);
                Action::from_result(done)
            }
        }
    }

    /// Does what a shortcut says.
    pub fn shortcut(
        &mut self,
        shortcut: Shortcut,
        library: &mut Library,
        game_library: &GameLibrary,
        bounds: Size,
    ) -> Action {
        match self.shown {
            Shown::List => match self.deck_list.shortcut(shortcut, bounds) {
                (_, Some(message)) => self.handle_list_message(message, library, game_library),
                (task, None) => Action::Run(task.map(Message::List)),
            },
            Shown::Import if shortcut == Shortcut::Back => {
                self.update(Message::Import(import::Message::Closed), library, game_library)
            }
            Shown::Import => Action::None,
            Shown::Editor => {
                let Some(editor) = &mut self.editor else { return Action::None };
                let action = editor.shortcut(shortcut, library, game_library, &mut self.chance, bounds);
                self.handle_editor_action(action, library, game_library)
            }
        }
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, game_library: &GameLibrary, bounds: Size) -> Vec<FaceRequest> {
        match (self.shown, &self.editor) {
            (Shown::Editor, Some(editor)) => editor.wanted(game_library, bounds),
            (Shown::Import, _) => Vec::new(),
            _ => self.deck_list.wanted(bounds),
        }
    }

    /// The screen.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        match (self.shown, &self.editor) {
            (Shown::Editor, Some(editor)) => editor.view(context).map(Message::Editor),
            (Shown::Import, _) => self.import.view(context).map(Message::Import),
            _ => self.deck_list.view(context).map(Message::List),
        }
    }
}
