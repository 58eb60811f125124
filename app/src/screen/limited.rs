//! The Limited screen: a hall where events begin and are taken up again, the form that sets one up, the draft table, the
//! pools, past picks, and calls for a table with real cards.

pub mod draft;
pub mod hall;
pub mod paper;
pub mod pool;
pub mod review;
pub mod setup;
mod sorted;

use catalog::Game;
use catalog::store::Library;
use catalog::store::journal::{Kind, StreamId};
use catalog::tr;
use formats::limited::draft::start::Start;
use formats::limited::sealed::Event;
use formats::rng::Seed;
use formats::{Book, Deck};
use iced::{Size, Subscription, Task};

use crate::draft_room::DraftRoom;
use crate::key::Wish;
use crate::pools;
use crate::screen::{Chance, Look};
use crate::widget::Element;
use crate::widget::face::Wanted;
use crate::window::Notice;
use draft::Table;
use hall::Hall;
use paper::Paper;
use pool::PoolPage;
use review::Review;
use setup::Setup;

/// The state of the screen.
pub struct Limited {
    hall: Hall,
    shown: Shown,
    /// Past picks, over what is shown.
    review: Option<Box<Review>>,
    chance: Chance,
}

enum Shown {
    Hall,
    Setup(Box<Setup>),
    Draft(Box<Table>),
    Pool(Box<PoolPage>),
    Paper(Box<Paper>),
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the hall.
    Hall(hall::Message),
    /// In the form.
    Setup(setup::Message),
    /// At the draft table.
    Draft(draft::Message),
    /// With a pool.
    Pool(pool::Message),
    /// With past picks.
    Review(review::Message),
    /// With the calls.
    Paper(paper::Message),
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
    /// Play the first of these decks against the others.
    Play(Vec<(Deck, Option<formats::limited::Pool>)>),
}

impl Limited {
    /// The hall of a game.
    pub fn new(library: &Library, book: &Book) -> Limited {
        Limited { hall: Hall::load(library, book), shown: Shown::Hall, review: None, chance: Chance::default() }
    }

    /// Makes all chance here come out the same.
    pub fn set_seed(&mut self, seed: Seed) {
        self.chance = Chance::fixed(seed);
    }

    /// Whether packs are opened card by card: the one thing of the window that moves by itself.
    pub fn moves(&self) -> bool {
        self.hall.ceremony()
    }

    /// Has packs opened card by card from now on, or at once.
    ///
    /// # Errors
    /// Of the library.
    pub fn set_moves(&mut self, moves: bool, library: &mut Library) -> Result<(), catalog::store::Error> {
        self.hall.set_ceremony(moves, library)
    }

    /// What of the library is open.
    pub fn opened(&self) -> Option<(Kind, StreamId)> {
        match &self.shown {
            Shown::Draft(table) => Some((Kind::Draft, table.room().id)),
            Shown::Pool(page) => Some(page.kept()),
            Shown::Hall | Shown::Setup(_) | Shown::Paper(_) => None,
        }
    }

    /// Looks at the library again. Whoever comes back to a table that several people share sits down anew.
    pub fn reload(&mut self, library: &Library, book: &Book) {
        self.hall.reload(library, book);
        match &mut self.shown {
            Shown::Draft(table) => table.cover(),
            Shown::Pool(page) => page.cover(),
            _ => {}
        }
    }

    /// Goes on with the game as it was read again. A draft that those data do not allow waits in the hall.
    pub fn renew(&mut self, old: &Game, library: &Library, book: &Book) -> Action {
        self.hall.reload(library, book);
        self.review = None;
        match &mut self.shown {
            Shown::Hall | Shown::Setup(_) | Shown::Paper(_) => {}
            Shown::Pool(page) => page.renew(old, book),
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
            return Action::Say(Notice::wrong(tr!("there is no limited format `{format}`", format)));
        };
        let begun = hall::Message::Begun(format.to_owned(), limited.seats.1.min(8));
        let action = self.in_hall(begun, library, book);
        match &mut self.shown {
            Shown::Draft(table) => {
                if let Err(e) = table.pick_as_bots(library, book, picks) {
                    return Action::Say(Notice::wrong(e));
                }
            }
            Shown::Pool(page) => page.open_packs(library, picks, false),
            _ => {}
        }
        action
    }

    /// Lets time pass where it does.
    pub fn subscription(&self) -> Subscription<Message> {
        match &self.shown {
            Shown::Draft(table) => table.subscription().map(Message::Draft),
            Shown::Pool(page) => page.subscription().map(Message::Pool),
            Shown::Paper(paper) => paper.subscription().map(Message::Paper),
            Shown::Hall | Shown::Setup(_) => Subscription::none(),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, book: &Book) -> Action {
        match message {
            Message::Hall(message) => self.in_hall(message, library, book),
            Message::Setup(message) => {
                let Shown::Setup(setup) = &mut self.shown else { return Action::None };
                let action = setup.update(message, library, book, &mut self.chance);
                self.setup_asked(action, library, book)
            }
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
                    pool::Action::Play(decks) => Action::Play(decks),
                    pool::Action::Review(seat) => self.look_back(book, seat),
                    pool::Action::Close => self.leave(library, book),
                }
            }
            Message::Review(message) => {
                if self.review.as_mut().is_some_and(|review| review.update(message)) {
                    self.review = None;
                }
                Action::None
            }
            Message::Paper(message) => {
                let Shown::Paper(paper) = &mut self.shown else { return Action::None };
                if paper.update(message) { self.leave(library, book) } else { Action::None }
            }
        }
    }

    fn leave(&mut self, library: &Library, book: &Book) -> Action {
        (self.shown, self.review) = (Shown::Hall, None);
        self.hall.reload(library, book);
        Action::None
    }

    /// Opens the past picks of a seat.
    fn look_back(&mut self, book: &Book, seat: usize) -> Action {
        let room = match &self.shown {
            Shown::Draft(table) => Some(table.room()),
            Shown::Pool(page) => page.room(),
            _ => None,
        };
        match room.map(|room| Review::of(room, book, seat)) {
            Some(Ok(review)) => self.review = Some(Box::new(review)),
            Some(Err(e)) => return Action::Say(Notice::wrong(e)),
            None => {}
        }
        Action::None
    }

    fn draft_asked(&mut self, action: draft::Action, library: &Library, book: &Book) -> Action {
        match action {
            draft::Action::None => Action::None,
            draft::Action::Run(task) => Action::Run(task.map(Message::Draft)),
            draft::Action::Say(notice) => Action::Say(notice),
            draft::Action::Review(seat) => self.look_back(book, seat),
            draft::Action::Close => self.leave(library, book),
            draft::Action::Over(room) => match PoolPage::of_draft(library, book, *room) {
                Ok(page) => {
                    (self.shown, self.review) = (Shown::Pool(Box::new(page)), None);
                    Action::Say(Notice::done(tr!("The draft is over, and all of it is saved")))
                }
                Err(e) => Action::Say(Notice::wrong(e)),
            },
        }
    }

    fn setup_asked(&mut self, action: setup::Action, library: &mut Library, book: &Book) -> Action {
        match action {
            setup::Action::None => Action::None,
            setup::Action::Say(notice) => Action::Say(notice),
            setup::Action::Close => self.leave(library, book),
            setup::Action::Paper(paper) => {
                self.shown = Shown::Paper(Box::new(paper));
                Action::None
            }
            setup::Action::Draft(start, name) => self.begin_draft(*start, &name, library, book),
            setup::Action::Sealed(event, name) => self.begin_sealed(&event, &name, library, book),
        }
    }

    fn in_hall(&mut self, message: hall::Message, library: &mut Library, book: &Book) -> Action {
        match message {
            hall::Message::SeatsSet(format, seats) => {
                self.hall.set_seats(&format, seats);
                Action::None
            }
            hall::Message::Begun(format, seats) => {
                let begun = self.chance.seed().and_then(|seed| hall::begin(library, book, &format, seats, seed));
                match begun {
                    Ok(hall::Begun::Draft(room)) => self.sit_down(*room, library, book),
                    Ok(hall::Begun::Sealed(event, name)) => self.begin_sealed(&event, &name, library, book),
                    Err(e) => Action::Say(Notice::wrong(e)),
                }
            }
            hall::Message::SetUp(format) => match Setup::new(book, &format) {
                Ok(setup) => {
                    self.shown = Shown::Setup(Box::new(setup));
                    Action::None
                }
                Err(e) => Action::Say(Notice::wrong(e)),
            },
            hall::Message::CeremonyToggled => match self.hall.set_ceremony(!self.hall.ceremony(), library) {
                Ok(()) => Action::None,
                Err(e) => Action::Say(Notice::wrong(e)),
            },
            hall::Message::DraftOpened(id) => match DraftRoom::open(library, book, id) {
                Ok(room) => match self.sit_down(room, library, book) {
                    Action::Say(notice) if notice.bad => Action::Say(notice),
                    _ => Action::None,
                },
                Err(e) => Action::Say(Notice::wrong(e)),
            },
            hall::Message::PoolOpened(id) => match PoolPage::load(library, book, id, self.hall.ceremony()) {
                Ok(page) => {
                    self.shown = Shown::Pool(Box::new(page));
                    Action::None
                }
                Err(e) => Action::Say(Notice::wrong(e)),
            },
            hall::Message::PutAway(id) => {
                let done = library.put_away(id, true);
                self.hall.reload(library, book);
                done.map_or_else(
                    |e| Action::Say(Notice::wrong(e)),
                    |()| Action::Say(Notice::done(tr!("It was put away"))),
                )
            }
        }
    }

    fn begin_draft(&mut self, start: Start, name: &str, library: &mut Library, book: &Book) -> Action {
        match DraftRoom::sit_down(library, book, name, start) {
            Ok(room) => self.sit_down(room, library, book),
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    fn begin_sealed(&mut self, event: &Event, name: &str, library: &mut Library, book: &Book) -> Action {
        let ceremony = self.hall.ceremony();
        let saved = pools::save(library, &book.game, name, event).map_err(|e| e.to_string());
        match saved.and_then(|id| PoolPage::of_event(library, book, id, event, ceremony)) {
            Ok(page) => {
                self.shown = Shown::Pool(Box::new(page));
                Action::Say(Notice::done(kept_from_the_first()))
            }
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    fn sit_down(&mut self, room: DraftRoom, library: &Library, book: &Book) -> Action {
        if !room.pod.table.is_over() {
            self.shown = Shown::Draft(Box::new(Table::new(room, book, self.hall.ceremony())));
            return Action::Say(Notice::done(kept_from_the_first()));
        }
        match PoolPage::of_draft(library, book, room) {
            Ok(page) => self.shown = Shown::Pool(Box::new(page)),
            Err(e) => return Action::Say(Notice::wrong(e)),
        }
        Action::None
    }

    /// Does what a key wishes.
    pub fn wish(&mut self, wish: Wish, library: &mut Library, book: &Book, room: Size) -> Action {
        if let Some(review) = &self.review {
            return match review.of_wish(wish) {
                Some(message) => self.update(Message::Review(message), library, book),
                None => Action::None,
            };
        }
        let message = match &mut self.shown {
            Shown::Hall => None,
            Shown::Setup(_) => (wish == Wish::Back).then_some(Message::Setup(setup::Message::Closed)),
            Shown::Draft(table) => {
                let action = table.wish(wish, library, book, room);
                return self.draft_asked(action, library, book);
            }
            Shown::Pool(page) => page.of_wish(wish).map(Message::Pool),
            Shown::Paper(paper) => paper.of_wish(wish).map(Message::Paper),
        };
        message.map_or(Action::None, |message| self.update(message, library, book))
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, book: &Book, room: Size) -> Vec<Wanted> {
        match (&self.review, &self.shown) {
            (Some(review), _) => review.wanted(room),
            (None, Shown::Hall) => self.hall.wanted(book),
            (None, Shown::Draft(table)) => table.wanted(room),
            (None, Shown::Pool(page)) => page.wanted(book, room),
            (None, Shown::Setup(_) | Shown::Paper(_)) => Vec::new(),
        }
    }

    /// The screen.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        if let Some(review) = &self.review {
            return review.view(look).map(Message::Review);
        }
        match &self.shown {
            Shown::Hall => self.hall.view(look).map(Message::Hall),
            Shown::Setup(setup) => setup.view(look).map(Message::Setup),
            Shown::Draft(table) => table.view(look).map(Message::Draft),
            Shown::Pool(page) => page.view(look).map(Message::Pool),
            Shown::Paper(paper) => paper.view(look).map(Message::Paper),
        }
    }
}

/// What is said when an event has begun.
fn kept_from_the_first() -> String {
    tr!("Saved from the first card on: close it whenever you like")
}
