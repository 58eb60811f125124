//! The Limited screen: a hall where events begin and are taken up again, the draft table, and the pool.

mod draft;
mod hall;
mod pool;

use catalog::Game;
use catalog::store::Library;
use catalog::store::journal::StreamId;
use formats::Book;
use formats::rng::Seed;
use iced::{Size, Task};

use crate::draft_room::DraftRoom;
use crate::key::Wish;
use crate::screen::{Chance, Look};
use crate::widget::Element;
use crate::widget::face::Wanted;
use crate::window::Notice;
use draft::Table;
use hall::Hall;
use pool::{Opened, PoolPage};

/// The state of the screen.
pub struct Limited {
    hall: Hall,
    shown: Shown,
    chance: Chance,
}

enum Shown {
    Hall,
    Draft(Box<Table>),
    Pool(Box<PoolPage>),
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the hall.
    Hall(hall::Message),
    /// At the draft table.
    Draft(draft::Message),
    /// With a pool.
    Pool(pool::Message),
}

/// What the screen asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Run this.
    Run(Task<Message>),
    /// Say this at the foot of the window.
    Say(Notice),
    /// Open this deck.
    OpenDeck(StreamId),
}

impl Limited {
    /// The hall of a game.
    pub fn new(library: &Library, book: &Book) -> Limited {
        Limited { hall: Hall::load(library, book), shown: Shown::Hall, chance: Chance::default() }
    }

    /// Makes all chance here come out the same.
    pub fn set_seed(&mut self, seed: Seed) {
        self.chance = Chance::fixed(seed);
    }

    /// Looks at the library again.
    pub fn reload(&mut self, library: &Library, book: &Book) {
        self.hall.reload(library, book);
    }

    /// Goes on with the game as it was read again. A draft that those data do not allow waits in the hall.
    pub fn renew(&mut self, old: &Game, library: &Library, book: &Book) -> Action {
        self.reload(library, book);
        match &mut self.shown {
            Shown::Hall => {}
            Shown::Pool(page) => page.renew(old, &book.game),
            Shown::Draft(table) => {
                if let Err(e) = table.renew(library, book) {
                    self.shown = Shown::Hall;
                    return Action::Say(Notice::wrong(e));
                }
            }
        }
        Action::None
    }

    /// Begins an event of a format at once: a draft with some picks made by the bots' opinion, or a pool.
    pub fn open_format(&mut self, library: &mut Library, book: &Book, format: &str, picks: usize) -> Action {
        let Some(limited) = book.format(format).and_then(|f| f.limited.as_ref()) else {
            return Action::Say(Notice::wrong(format!("there is no limited format `{format}`")));
        };
        let begun = hall::Message::Begun(format.to_owned(), limited.seats.1.min(8));
        let action = self.in_hall(begun, library, book);
        match &mut self.shown {
            Shown::Draft(table) => {
                if let Err(e) = table.pick_as_bots(library, book, picks) {
                    return Action::Say(Notice::wrong(e));
                }
            }
            Shown::Pool(page) => page.open_packs(library, picks),
            Shown::Hall => {}
        }
        action
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, book: &Book) -> Action {
        match message {
            Message::Hall(message) => self.in_hall(message, library, book),
            Message::Draft(message) => {
                let Shown::Draft(table) = &mut self.shown else { return Action::None };
                let action = table.update(message, library, book);
                self.draft_asked(action, library, book)
            }
            Message::Pool(message) => {
                let Shown::Pool(page) = &mut self.shown else { return Action::None };
                match page.update(message, library, book) {
                    pool::Action::None => Action::None,
                    pool::Action::Say(notice) => Action::Say(notice),
                    pool::Action::OpenDeck(id) => Action::OpenDeck(id),
                    pool::Action::Close => self.leave(library, book),
                }
            }
        }
    }

    fn leave(&mut self, library: &Library, book: &Book) -> Action {
        self.shown = Shown::Hall;
        self.hall.reload(library, book);
        Action::None
    }

    fn draft_asked(&mut self, action: draft::Action, library: &Library, book: &Book) -> Action {
        match action {
            draft::Action::None => Action::None,
            draft::Action::Say(notice) => Action::Say(notice),
            draft::Action::Close => self.leave(library, book),
            draft::Action::Over(room) => {
                self.shown = Shown::Pool(Box::new(PoolPage::of_draft(&room)));
                Action::Say(Notice::done("The draft is over, and all of it is saved"))
            }
        }
    }

    fn in_hall(&mut self, message: hall::Message, library: &mut Library, book: &Book) -> Action {
        match message {
            hall::Message::SeatsSet(format, seats) => {
                self.hall.set_seats(&format, seats);
                Action::None
            }
            hall::Message::Begun(format, seats) => self.begin(&format, seats, library, book),
            hall::Message::DraftOpened(id) => match DraftRoom::open(library, book, id) {
                Ok(room) if !room.is_for_the_window() => {
                    let place = format!("`deckloom draft show \"{}\"` goes on with it", room.name);
                    Action::Say(Notice::wrong(format!("The window has no table for this draft yet: {place}")))
                }
                Ok(room) => {
                    self.sit_down(room);
                    Action::None
                }
                Err(e) => Action::Say(Notice::wrong(e)),
            },
            hall::Message::PoolOpened(id) => match Opened::load(library, book, id) {
                Ok(opened) => {
                    self.shown = Shown::Pool(Box::new(PoolPage::of_packs(opened)));
                    Action::None
                }
                Err(e) => Action::Say(Notice::wrong(e)),
            },
            hall::Message::PutAway(id) => {
                let done = library.put_away(id, true);
                self.hall.reload(library, book);
                done.map_or_else(|e| Action::Say(Notice::wrong(e)), |()| Action::Say(Notice::done("It was put away")))
            }
        }
    }

    fn sit_down(&mut self, room: DraftRoom) {
        self.shown = match room.pod.table.is_over() {
            true => Shown::Pool(Box::new(PoolPage::of_draft(&room))),
            false => Shown::Draft(Box::new(Table::new(room))),
        };
    }

    fn begin(&mut self, format: &str, seats: u32, library: &mut Library, book: &Book) -> Action {
        let draft = book.format(format).and_then(|f| f.limited.as_ref()).is_some_and(|l| l.is_draft());
        let seed = match self.chance.seed() {
            Ok(seed) => seed,
            Err(e) => return Action::Say(Notice::wrong(e)),
        };
        let begun: Result<(), String> = if draft {
            DraftRoom::begin(library, book, format, seats, seed)
                .map(|room| self.sit_down(room))
                .map_err(|e| e.to_string())
        } else {
            Opened::begin(library, book, format, seed)
                .map(|opened| self.shown = Shown::Pool(Box::new(PoolPage::of_packs(opened))))
        };
        match begun {
            Ok(()) => Action::Say(Notice::done("Saved from the first card on: close it whenever you like")),
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    /// Does what a key wishes.
    pub fn wish(&mut self, wish: Wish, library: &mut Library, book: &Book, room: Size) -> Action {
        match &mut self.shown {
            Shown::Hall => Action::None,
            Shown::Draft(table) => {
                let action = table.wish(wish, library, book, room);
                self.draft_asked(action, library, book)
            }
            Shown::Pool(page) => match page.of_wish(wish) {
                Some(message) => self.update(Message::Pool(message), library, book),
                None => Action::None,
            },
        }
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, book: &Book, room: Size) -> Vec<Wanted> {
        match &self.shown {
            Shown::Hall => self.hall.wanted(book),
            Shown::Draft(table) => table.wanted(room),
            Shown::Pool(page) => page.wanted(book, room),
        }
    }

    /// The screen.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        match &self.shown {
            Shown::Hall => self.hall.view(look).map(Message::Hall),
            Shown::Draft(table) => table.view(look).map(Message::Draft),
            Shown::Pool(page) => page.view(look).map(Message::Pool),
        }
    }
}
