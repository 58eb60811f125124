//! The Events screen: a lobby where events begin and wait, and the dashboard of the one that is open.

pub mod dashboard;
pub mod lobby;

use catalog::store::Library;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use formats::GameLibrary;
use formats::rng::Seed;
use iced::Subscription;

use crate::hosting::HostedTable;
use crate::key::Shortcut;
use crate::notice::{BackgroundWork, Notice};
use crate::saved_event::SavedEvent;
use crate::screen::{ScreenContext, SeedSource, action};
use crate::widget::Element;
use dashboard::EventDashboard;
use lobby::Lobby;

/// The state of the screen.
pub struct Events {
    lobby: Lobby,
    open: Option<Box<EventDashboard>>,
    chance: SeedSource,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the lobby.
    Lobby(lobby::Message),
    /// At the dashboard.
    Dashboard(dashboard::Message),
}

/// What only the parent can do.
pub enum Request {
    /// Do this in the background.
    Work(BackgroundWork),
    /// Show the Limited screen, where a pod drafts.
    ShowLimited(Notice),
}

/// What the screen asks of its parent.
pub type Action = action::Action<Message, Request>;

impl Events {
    /// The lobby of a game.
    pub fn new(library: &Library, game_library: &GameLibrary) -> Events {
        Events { lobby: Lobby::load(library, game_library), open: None, chance: SeedSource::default() }
    }

    /// Makes all chance here come out the same.
    pub fn set_seed(&mut self, seed: Seed) {
        self.chance = SeedSource::fixed(seed);
    }

    /// What of the library is open.
    pub fn open_stream(&self) -> Option<(StreamKind, StreamId)> {
        self.open.as_ref().map(|dashboard| (StreamKind::Event, dashboard.id()))
    }

    /// Looks at the library again.
    pub fn reload(&mut self, library: &Library, game_library: &GameLibrary) {
        self.lobby.put_away = None;
        self.lobby.reload(library, game_library);
        if let Some(dashboard) = &mut self.open {
            dashboard.reload(library);
        }
    }

    /// Opens the event of this name, for pictures and tests.
    pub fn open_named(&mut self, library: &Library, name: &str, tab: Option<dashboard::EventTab>) -> Action {
        match self.lobby.find_by_name(name).map(|id| SavedEvent::open(library, id)) {
            Some(Ok(saved)) => {
                let mut dashboard = EventDashboard::new(saved);
                tab.into_iter().for_each(|tab| dashboard.show(tab));
                self.open = Some(Box::new(dashboard));
                Action::None
            }
            Some(Err(e)) => Action::wrong(e),
            None => Action::wrong(tr!("There is no event “{name}”.", name)),
        }
    }

    /// Begins an event with the players of a hosted table, and opens it.
    pub fn begin_with(&mut self, library: &mut Library, game_library: &GameLibrary, table: &HostedTable) -> Action {
        match self.lobby.begin_with(&mut self.chance, library, game_library, table) {
            Ok(saved) => {
                self.open = Some(Box::new(EventDashboard::new(saved)));
                Action::done(tr!("The event has the table's players, pools and decks."))
            }
            Err(e) => Action::wrong(e),
        }
    }

    /// Lets the clock of a round run.
    pub fn subscription(&self) -> Subscription<Message> {
        match &self.open {
            Some(dashboard) => dashboard.subscription().map(Message::Dashboard),
            None => Subscription::none(),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, game_library: &GameLibrary) -> Action {
        match message {
            Message::Lobby(message) => {
                let action = self.lobby.update(message, &mut self.chance, library, game_library);
                action.map(Message::Lobby, |lobby::Request::Open(saved)| {
                    let dashboard = self.open.insert(Box::new(EventDashboard::new(*saved)));
                    Action::Run(dashboard.focus_newcomer())
                })
            }
            Message::Dashboard(message) => {
                let Some(dashboard) = &mut self.open else { return Action::None };
                dashboard.update(message, library, game_library).map(Message::Dashboard, |request| match request {
                    dashboard::Request::Work(work) => Action::Ask(Request::Work(work)),
                    dashboard::Request::ShowLimited(notice) => Action::Ask(Request::ShowLimited(notice)),
                    dashboard::Request::Close => {
                        self.open = None;
                        self.lobby.reload(library, game_library);
                        Action::None
                    }
                })
            }
        }
    }

    /// Does what a shortcut says.
    pub fn shortcut(&mut self, shortcut: Shortcut, library: &mut Library, game_library: &GameLibrary) -> Action {
        let message = match &self.open {
            Some(dashboard) => dashboard.message_for(shortcut).map(Message::Dashboard),
            None => self.lobby.message_for(shortcut).map(Message::Lobby),
        };
        message.map_or(Action::None, |message| self.update(message, library, game_library))
    }

    /// The screen.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        match &self.open {
            Some(dashboard) => dashboard.view(context).map(Message::Dashboard),
            None => self.lobby.view(context).map(Message::Lobby),
        }
    }
}
