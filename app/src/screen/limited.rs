//! The Limited screen: a lobby where events begin and are taken up again, the form that sets one up, the draft table, the
//! pools, past picks, and calls for a table with real cards.

mod card_groups;
pub mod draft;
pub mod draft_calls;
mod format;
pub mod hosted;
pub mod lobby;
pub mod pool;
pub mod review;
pub mod setup;

use std::net::IpAddr;

use catalog::GameData;
use catalog::store::Library;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use formats::limited::draft::start::DraftStart;
use formats::limited::sealed::SealedEvent;
use formats::rng::Seed;
use formats::{Deck, GameLibrary};
use iced::{Size, Subscription};

use crate::hosting::{HostAct, HostedTable};
use crate::key::Shortcut;
use crate::notice::{Notice, UndoTarget};
use crate::screen::{ScreenContext, SeedSource, action};
use crate::widget::Element;
use crate::widget::face::FaceRequest;
use draft::DraftTable;
use draft_calls::DraftCalls;
use formats::saved;
use formats::saved::draft::SavedDraft;
use host::log::TableSetup;
use host::tables::NewTable;
use hosted::{HostedPage, WantedTable};
use lobby::Lobby;
use pool::PoolPage;
use review::Review;
use setup::LimitedSetup;

/// The state of the screen.
pub struct Limited {
    lobby: Lobby,
    shown: Shown,
    /// Past picks, over what is shown.
    review: Option<Box<Review>>,
    chance: SeedSource,
}

enum Shown {
    Lobby,
    Setup(Box<LimitedSetup>),
    Draft(Box<DraftTable>),
    Pool(Box<PoolPage>),
    Calls(Box<DraftCalls>),
    Hosted(Box<HostedPage>),
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the lobby.
    Lobby(lobby::Message),
    /// In the form.
    Setup(setup::Message),
    /// At the draft table.
    Draft(draft::Message),
    /// With a pool.
    Pool(pool::Message),
    /// With past picks.
    Review(review::Message),
    /// With the calls.
    Calls(draft_calls::Message),
    /// With a table for phones.
    Hosted(hosted::Message),
}

/// What only the parent can do.
pub enum Request {
    /// Open this deck.
    OpenDeck(StreamId),
    /// Play the first of these decks against the others.
    Play(Vec<(Deck, Option<formats::limited::Pool>)>),
    /// Show where the game is played.
    ShowPlay,
    /// Host a table, at an address if one was chosen.
    Host(WantedTable, Option<IpAddr>),
    /// Look at this hosted table again, after something was done with it if it was.
    Hosted(StreamId, Option<HostAct>),
    /// Begin an event with the players of a hosted table.
    BeginEvent(Box<HostedTable>),
}

/// What the screen asks of its parent.
pub type Action = action::Action<Message, Request>;

impl Limited {
    /// The lobby of a game.
    pub fn new(library: &Library, game_library: &GameLibrary) -> Limited {
        Limited {
            lobby: Lobby::load(library, game_library),
            shown: Shown::Lobby,
            review: None,
            chance: SeedSource::default(),
        }
    }

    /// Makes all chance here come out the same.
    pub fn set_seed(&mut self, seed: Seed) {
        self.chance = SeedSource::fixed(seed);
    }

    /// How high what stands at the foot of the screen is: what is said there lies above it.
    pub fn foot_height(&self) -> f32 {
        match &self.shown {
            Shown::Draft(table) => table.foot_height(),
            _ => 0.0,
        }
    }

    /// A person wants less motion, or all of it.
    pub fn set_reduced_motion(&mut self, reduced: bool) {
        self.lobby.set_reduced_motion(reduced);
    }

    /// What of the library is open.
    pub fn open_stream(&self) -> Option<(StreamKind, StreamId)> {
        match &self.shown {
            Shown::Draft(table) => Some((StreamKind::Draft, table.saved().id)),
            Shown::Pool(page) => Some(page.open_stream()),
            Shown::Lobby | Shown::Setup(_) | Shown::Calls(_) | Shown::Hosted(_) => None,
        }
    }

    /// Shows a table that is hosted, or asks at which address it is to be.
    pub fn show_hosted(&mut self, page: HostedPage) {
        (self.shown, self.review) = (Shown::Hosted(Box::new(page)), None);
    }

    /// A table that is hosted, as it is now.
    pub fn renew_hosted(&mut self, table: HostedTable) {
        if let Shown::Hosted(page) = &mut self.shown {
            page.show(table);
        }
    }

    /// Looks at the library again. Whoever comes back to a table that several people share sits down anew.
    pub fn reload(&mut self, library: &Library, game_library: &GameLibrary) {
        self.lobby.reload(library, game_library);
        match &mut self.shown {
            Shown::Draft(table) => table.cover(),
            Shown::Pool(page) => page.cover(),
            _ => {}
        }
    }

    /// Goes on with the game as it was read again. A draft that those data do not allow waits in the lobby.
    pub fn renew(&mut self, old: &GameData, library: &Library, game_library: &GameLibrary) -> Action {
        self.lobby.reload(library, game_library);
        self.review = None;
        match &mut self.shown {
            Shown::Lobby | Shown::Setup(_) | Shown::Calls(_) | Shown::Hosted(_) => {}
            Shown::Pool(page) => page.renew(old, game_library),
            Shown::Draft(table) => {
                if let Err(e) = table.renew(library, game_library) {
                    self.shown = Shown::Lobby;
                    return Action::wrong(e);
                }
            }
        }
        Action::None
    }

    /// Begins an event of a format at once: a draft with some picks made by the bots' opinion, or a pool.
    pub fn open_format(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
        format: &str,
        picks: usize,
    ) -> Action {
        let Some(limited) = game_library.format(format).and_then(|f| f.limited.as_ref()) else {
            return Action::wrong(tr!("There is no limited format “{format}”.", format));
        };
        let begun = lobby::Message::Begun(format.to_owned(), limited.seats.1.min(8));
        let action = self.handle_lobby_message(begun, library, game_library);
        match &mut self.shown {
            Shown::Draft(table) => {
                if let Err(e) = table.pick_as_bots(library, game_library, picks) {
                    return Action::wrong(e);
                }
            }
            Shown::Pool(page) => page.open_packs(library, &game_library.game, picks, false),
            _ => {}
        }
        action
    }

    /// Lets time pass where it does.
    pub fn subscription(&self) -> Subscription<Message> {
        match &self.shown {
            Shown::Draft(table) => table.subscription().map(Message::Draft),
            Shown::Pool(page) => page.subscription().map(Message::Pool),
            Shown::Calls(paper) => paper.subscription().map(Message::Calls),
            Shown::Hosted(page) => page.subscription().map(Message::Hosted),
            Shown::Lobby | Shown::Setup(_) => Subscription::none(),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, game_library: &GameLibrary) -> Action {
        match message {
            Message::Lobby(message) => self.handle_lobby_message(message, library, game_library),
            Message::Setup(message) => {
                let Shown::Setup(setup) = &mut self.shown else { return Action::None };
                let action = setup.update(message, library, game_library, &mut self.chance);
                self.handle_setup_action(action, library, game_library)
            }
            Message::Draft(message) => {
                let Shown::Draft(table) = &mut self.shown else { return Action::None };
                let action = table.update(message, library, game_library);
                self.handle_draft_action(action, library, game_library)
            }
            Message::Pool(message) => {
                let Shown::Pool(page) = &mut self.shown else { return Action::None };
                page.update(message, library, game_library).map(Message::Pool, |request| match request {
                    pool::Request::OpenDeck(id) => Action::Ask(Request::OpenDeck(id)),
                    pool::Request::Play(decks) => Action::Ask(Request::Play(decks)),
                    pool::Request::Review(seat) => self.open_review(game_library, seat),
                    pool::Request::Close => self.back_to_lobby(library, game_library),
                })
            }
            Message::Review(message) => {
                if self.review.as_mut().is_some_and(|review| review.update(message)) {
                    self.review = None;
                }
                Action::None
            }
            Message::Calls(message) => {
                let Shown::Calls(paper) = &mut self.shown else { return Action::None };
                if paper.update(message) { self.back_to_lobby(library, game_library) } else { Action::None }
            }
            Message::Hosted(message) => {
                let Shown::Hosted(page) = &mut self.shown else { return Action::None };
                let id = page.table().map(|table| table.id);
                page.update(message).map(Message::Hosted, |request| match (request, id) {
                    (hosted::Request::Host(wanted, address), _) => Action::Ask(Request::Host(wanted, address)),
                    (hosted::Request::Close, _) => self.back_to_lobby(library, game_library),
                    (hosted::Request::Look, Some(id)) => Action::Ask(Request::Hosted(id, None)),
                    (hosted::Request::Act(act), Some(id)) => Action::Ask(Request::Hosted(id, Some(act))),
                    (hosted::Request::BeginEvent(table), _) => Action::Ask(Request::BeginEvent(table)),
                    (hosted::Request::Look | hosted::Request::Act(_), None) => Action::None,
                })
            }
        }
    }

    fn back_to_lobby(&mut self, library: &Library, game_library: &GameLibrary) -> Action {
        (self.shown, self.review) = (Shown::Lobby, None);
        self.lobby.reload(library, game_library);
        Action::None
    }

    /// Opens the past picks of a seat.
    fn open_review(&mut self, game_library: &GameLibrary, seat: usize) -> Action {
        let saved = match &self.shown {
            Shown::Draft(table) => Some(table.saved()),
            Shown::Pool(page) => page.draft(),
            _ => None,
        };
        match saved.map(|saved| Review::new(saved, game_library, seat)) {
            Some(Ok(review)) => self.review = Some(Box::new(review)),
            Some(Err(e)) => return Action::wrong(e),
            None => {}
        }
        Action::None
    }

    fn handle_draft_action(&mut self, action: draft::Action, library: &Library, game_library: &GameLibrary) -> Action {
        action.map(Message::Draft, |request| match request {
            draft::Request::Review(seat) => self.open_review(game_library, seat),
            draft::Request::Close => self.back_to_lobby(library, game_library),
            draft::Request::Over(saved) => match PoolPage::from_draft(library, game_library, *saved) {
                Ok(page) => {
                    (self.shown, self.review) = (Shown::Pool(Box::new(page)), None);
                    Action::done(tr!("Draft complete. All picks are saved."))
                }
                Err(e) => Action::wrong(e),
            },
        })
    }

    fn handle_setup_action(
        &mut self,
        action: setup::Action,
        library: &mut Library,
        game_library: &GameLibrary,
    ) -> Action {
        action.map(Message::Setup, |request| match request {
            setup::Request::Close => self.back_to_lobby(library, game_library),
            setup::Request::Calls(paper) => {
                self.shown = Shown::Calls(Box::new(paper));
                Action::None
            }
            setup::Request::Host(new) => Action::Ask(Request::Host(WantedTable::New(new), None)),
            setup::Request::Draft(start, name) => self.begin_draft(*start, &name, library, game_library),
            setup::Request::Sealed(event, name) => self.begin_sealed(&event, &name, library, game_library),
        })
    }

    fn handle_lobby_message(
        &mut self,
        message: lobby::Message,
        library: &mut Library,
        game_library: &GameLibrary,
    ) -> Action {
        match message {
            lobby::Message::SeatsSet(format, seats) => {
                self.lobby.set_seats(&format, seats);
                Action::None
            }
            lobby::Message::Begun(format, seats) => {
                let begun =
                    self.chance.next_seed().and_then(|seed| lobby::begin(library, game_library, &format, seats, seed));
                match begun {
                    Ok(lobby::NewEvent::Draft(saved)) => self.open_draft(*saved, library, game_library),
                    Ok(lobby::NewEvent::Sealed(event, name)) => self.begin_sealed(&event, &name, library, game_library),
                    Err(e) => Action::wrong(e),
                }
            }
            lobby::Message::Hosted(format, seats) => {
                let Some(format) = game_library.format(&format) else { return Action::None };
                let Some(setup) = TableSetup::from_format(format, seats) else { return Action::None };
                let new = NewTable { name: format.name.clone(), game: game_library.game.id.clone(), setup };
                Action::Ask(Request::Host(WantedTable::New(Box::new(new)), None))
            }
            lobby::Message::TableOpened(id) => Action::Ask(Request::Host(WantedTable::Kept(id), None)),
            lobby::Message::SetUp(format) => match LimitedSetup::new(game_library, &format) {
                Ok(setup) => {
                    self.shown = Shown::Setup(Box::new(setup));
                    Action::None
                }
                Err(e) => Action::wrong(e),
            },
            lobby::Message::CardByCardToggled => Action::from_result(self.lobby.toggle_card_by_card(library)),
            lobby::Message::DraftOpened(id) => match SavedDraft::open(library, game_library, id) {
                Ok(saved) => match self.open_draft(saved, library, game_library) {
                    Action::Say(notice) if notice.bad => Action::Say(notice),
                    _ => Action::None,
                },
                Err(e) => Action::wrong(e),
            },
            lobby::Message::PoolOpened(id) => {
                match PoolPage::load(library, game_library, id, self.lobby.card_by_card()) {
                    Ok(page) => {
                        self.shown = Shown::Pool(Box::new(page));
                        Action::None
                    }
                    Err(e) => Action::wrong(e),
                }
            }
            lobby::Message::PutAway(id) => {
                let name = self.lobby.name_of(id);
                let done = library.put_away(id, true);
                self.lobby.reload(library, game_library);
                if let Err(e) = done {
                    return Action::wrong(e);
                }
                self.lobby.removed = Some(id);
                Action::Say(Notice::done(tr!("“{name}” removed", name)).undoable(UndoTarget::Screen))
            }
            lobby::Message::PlayWanted => Action::Ask(Request::ShowPlay),
            lobby::Message::Restored => {
                let Some(id) = self.lobby.removed.take() else { return Action::None };
                let done = library.put_away(id, false);
                self.lobby.reload(library, game_library);
                done.map_or_else(Action::wrong, |()| Action::done(tr!("Undone")))
            }
        }
    }

    fn begin_draft(
        &mut self,
        start: DraftStart,
        name: &str,
        library: &mut Library,
        game_library: &GameLibrary,
    ) -> Action {
        match SavedDraft::create(library, game_library, name, start) {
            Ok(saved) => self.open_draft(saved, library, game_library),
            Err(e) => Action::wrong(e),
        }
    }

    fn begin_sealed(
        &mut self,
        event: &SealedEvent,
        name: &str,
        library: &mut Library,
        game_library: &GameLibrary,
    ) -> Action {
        let card_by_card = self.lobby.card_by_card();
        let saved = saved::pool::save(library, &game_library.game, name, event).map_err(|e| e.to_string());
        match saved.and_then(|id| PoolPage::from_event(library, game_library, id, event, card_by_card)) {
            Ok(page) => {
                self.shown = Shown::Pool(Box::new(page));
                Action::done(autosave_text())
            }
            Err(e) => Action::wrong(e),
        }
    }

    fn open_draft(&mut self, saved: SavedDraft, library: &Library, game_library: &GameLibrary) -> Action {
        if !saved.pod.draft.is_over() {
            self.shown = Shown::Draft(Box::new(DraftTable::new(
                saved,
                game_library,
                self.lobby.card_by_card(),
                self.lobby.moves(),
            )));
            return Action::done(autosave_text());
        }
        match PoolPage::from_draft(library, game_library, saved) {
            Ok(page) => self.shown = Shown::Pool(Box::new(page)),
            Err(e) => return Action::wrong(e),
        }
        Action::None
    }

    /// Does what a shortcut says.
    pub fn shortcut(
        &mut self,
        shortcut: Shortcut,
        library: &mut Library,
        game_library: &GameLibrary,
        bounds: Size,
    ) -> Action {
        if let Some(review) = &self.review {
            return match review.message_for(shortcut) {
                Some(message) => self.update(Message::Review(message), library, game_library),
                None => Action::None,
            };
        }
        let message = match &mut self.shown {
            Shown::Lobby => (shortcut == Shortcut::Undo).then_some(Message::Lobby(lobby::Message::Restored)),
            Shown::Setup(_) => (shortcut == Shortcut::Back).then_some(Message::Setup(setup::Message::Closed)),
            Shown::Draft(table) => {
                let action = table.shortcut(shortcut, library, game_library, bounds);
                return self.handle_draft_action(action, library, game_library);
            }
            Shown::Pool(page) => page.message_for(shortcut).map(Message::Pool),
            Shown::Calls(paper) => paper.message_for(shortcut).map(Message::Calls),
            Shown::Hosted(_) => (shortcut == Shortcut::Back).then_some(Message::Hosted(hosted::Message::Closed)),
        };
        message.map_or(Action::None, |message| self.update(message, library, game_library))
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, game_library: &GameLibrary, bounds: Size) -> Vec<FaceRequest> {
        match (&self.review, &self.shown) {
            (Some(review), _) => review.wanted(bounds),
            (None, Shown::Lobby) => self.lobby.wanted(game_library, bounds),
            (None, Shown::Draft(table)) => table.wanted(bounds),
            (None, Shown::Pool(page)) => page.wanted(game_library, bounds),
            (None, Shown::Setup(_) | Shown::Calls(_) | Shown::Hosted(_)) => Vec::new(),
        }
    }

    /// The screen.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        if let Some(review) = &self.review {
            return review.view(context).map(Message::Review);
        }
        match &self.shown {
            Shown::Lobby => self.lobby.view(context).map(Message::Lobby),
            Shown::Setup(setup) => setup.view(context).map(Message::Setup),
            Shown::Draft(table) => table.view(context).map(Message::Draft),
            Shown::Pool(page) => page.view(context).map(Message::Pool),
            Shown::Calls(paper) => paper.view(context).map(Message::Calls),
            Shown::Hosted(page) => page.view(context).map(Message::Hosted),
        }
    }
}

/// What is said when an event has begun.
fn autosave_text() -> String {
    tr!("Saved automatically")
}
