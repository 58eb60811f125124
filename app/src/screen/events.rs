//! The Events screen: a hall where events begin and wait, and the desk of the one that is open.

pub mod desk;
pub mod hall;

use catalog::store::Library;
use catalog::store::journal::{Kind, StreamId};
use catalog::tr;
use formats::Book;
use formats::rng::Seed;
use iced::{Subscription, Task};

use crate::event_room::EventRoom;
use crate::key::Wish;
use crate::screen::{Chance, Look};
use crate::widget::Element;
use crate::window::{Notice, Work};
use desk::Desk;
use hall::Hall;

/// The state of the screen.
pub struct Events {
    hall: Hall,
    open: Option<Box<Desk>>,
    chance: Chance,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the hall.
    Hall(hall::Message),
    /// At the desk.
    Desk(desk::Message),
}

/// What the screen asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Run this.
    Run(Task<Message>),
    /// Say this at the foot of the window.
    Say(Notice),
    /// Do this in the background.
    Work(Work),
    /// Show the Limited screen, where a pod drafts.
    ShowLimited(Notice),
}

impl Events {
    /// The hall of a game.
    pub fn new(library: &Library, book: &Book) -> Events {
        Events { hall: Hall::load(library, book), open: None, chance: Chance::default() }
    }

    /// Makes all chance here come out the same.
    pub fn set_seed(&mut self, seed: Seed) {
        self.chance = Chance::fixed(seed);
    }

    /// What of the library is open.
    pub fn opened(&self) -> Option<(Kind, StreamId)> {
        self.open.as_ref().map(|desk| (Kind::Event, desk.id()))
    }

    /// Looks at the library again.
    pub fn reload(&mut self, library: &Library, book: &Book) {
        self.hall.reload(library, book);
        if let Some(desk) = &mut self.open {
            desk.reload(library);
        }
    }

    /// Opens the event of this name, for pictures and tests.
    pub fn open_named(&mut self, library: &Library, name: &str, tab: Option<desk::Tab>) -> Action {
        match self.hall.find(name).map(|id| EventRoom::open(library, id)) {
            Some(Ok(room)) => {
                let mut desk = Desk::new(room);
                tab.into_iter().for_each(|tab| desk.show(tab));
                self.open = Some(Box::new(desk));
                Action::None
            }
            Some(Err(e)) => Action::Say(Notice::wrong(e)),
            None => Action::Say(Notice::wrong(tr!("there is no event `{name}`", name))),
        }
    }

    /// Lets the clock of a round run.
    pub fn subscription(&self) -> Subscription<Message> {
        match &self.open {
            Some(desk) => desk.subscription().map(Message::Desk),
            None => Subscription::none(),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, book: &Book) -> Action {
        match message {
            Message::Hall(message) => match self.hall.update(message, &mut self.chance, library, book) {
                hall::Action::None => Action::None,
                hall::Action::Say(notice) => Action::Say(notice),
                hall::Action::Open(room) => {
                    self.open = Some(Box::new(Desk::new(*room)));
                    Action::None
                }
            },
            Message::Desk(message) => {
                let Some(desk) = &mut self.open else { return Action::None };
                match desk.update(message, library, book) {
                    desk::Action::None => Action::None,
                    desk::Action::Say(notice) => Action::Say(notice),
                    desk::Action::Run(task) => Action::Run(task.map(Message::Desk)),
                    desk::Action::Work(work) => Action::Work(work),
                    desk::Action::ShowLimited(notice) => Action::ShowLimited(notice),
                    desk::Action::Close => {
                        self.open = None;
                        self.hall.reload(library, book);
                        Action::None
                    }
                }
            }
        }
    }

    /// Does what a key wishes.
    pub fn wish(&mut self, wish: Wish, library: &mut Library, book: &Book) -> Action {
        let message = match &self.open {
            Some(desk) => desk.of_wish(wish).map(Message::Desk),
            None => self.hall.of_wish(wish).map(Message::Hall),
        };
        message.map_or(Action::None, |message| self.update(message, library, book))
    }

    /// The screen.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        match &self.open {
            Some(desk) => desk.view(look).map(Message::Desk),
            None => self.hall.view(look).map(Message::Hall),
        }
    }
}
