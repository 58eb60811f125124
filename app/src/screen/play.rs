//! The Play screen: matches of people and bots, from the first hand to the end, and looked at again afterwards.

pub mod board;
pub mod hall;
pub mod lesson;
pub mod preview;
pub mod side;
pub mod table;

use catalog::Source;
use catalog::store::Library;
use catalog::store::journal::{Kind, StreamId};
use catalog::tr;
use formats::limited::Pool;
use formats::rng::Seed;
use formats::{Book, Deck};
use iced::{Size, Task};

use crate::key::Wish;
use crate::match_room::{self, Brought, MatchRoom, Sitter, Start};
use crate::screen::{Chance, Look};
use crate::widget::Element;
use crate::widget::face::Wanted;
use crate::window::Notice;
use hall::Hall;
use lesson::Lesson;
use table::Table;

/// What the screen works with: matches need the data of bots as well.
pub struct Shelf<'a> {
    /// The library.
    pub library: &'a mut Library,
    /// The data files.
    pub source: &'a Source,
    /// The game.
    pub book: &'a Book,
}

/// The state of the screen.
pub struct Play {
    hall: Hall,
    table: Option<Box<Table>>,
    chance: Chance,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the hall.
    Hall(hall::Message),
    /// At the table.
    Table(table::Message),
}

/// What the screen asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Run this.
    Run(Task<Message>),
    /// Say this at the foot of the window.
    Say(Notice),
    /// Both.
    SayAndRun(Notice, Task<Message>),
}

/// Who makes the decisions that pictures begin with.
const KIND: &str = "greedy";

impl Play {
    /// The hall of a game.
    pub fn new(library: &Library, book: &Book) -> Play {
        Play { hall: Hall::load(library, book), table: None, chance: Chance::default() }
    }

    /// The match that is played.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_deref()
    }

    /// What of the library is open.
    pub fn opened(&self) -> Option<(Kind, StreamId)> {
        Some((Kind::Match, self.table.as_ref()?.room().id?))
    }

    /// Makes all chance here come out the same.
    pub fn set_seed(&mut self, seed: Seed) {
        self.chance = Chance::fixed(seed);
    }

    /// Looks at the library again. Whoever comes back to a table that several people share sits down anew.
    pub fn reload(&mut self, library: &Library, book: &Book) {
        self.hall.reload(library, book);
        if let Some(table) = &mut self.table {
            table.cover();
        }
    }

    /// The language is another one.
    pub fn tell_anew(&mut self) {
        if let Some(table) = &mut self.table {
            table.tell_anew();
        }
    }

    /// Goes on with the game as it was read again: a match waits in the hall, where it says whether it can go on.
    pub fn renew(&mut self, library: &Library, book: &Book) -> Action {
        let was_open = self.table.take().is_some();
        self.hall = Hall::load(library, book);
        match was_open {
            true => Action::Say(Notice::done(tr!("The game was read again; your match waits in the hall"))),
            false => Action::None,
        }
    }

    /// Begins a match of a format at once, with so many decisions made by bots.
    pub fn open_format(&mut self, shelf: &mut Shelf<'_>, format: &str, decisions: usize) -> Action {
        self.hall.choose_format(shelf.library, shelf.book, format);
        let action = self.in_hall(hall::Message::Begun, shelf);
        let Some(table) = self.table.as_mut() else { return action };
        if let Err(e) = table.play_on(shelf, KIND, decisions) {
            return Action::Say(Notice::wrong(e));
        }
        Action::Run(table.go_on().map(Message::Table))
    }

    /// Ids of the formats that can be played.
    pub fn playable(&self) -> Vec<&str> {
        self.hall.playable()
    }

    /// Sets a match up in which the first of these decks is played, against the others if there are some.
    pub fn bring(&mut self, library: &Library, book: &Book, decks: &[(Deck, Option<Pool>)]) {
        self.table = None;
        self.hall.bring(library, book, decks);
    }

    /// Lets bots play these decks against each other at once.
    pub fn watch(&mut self, shelf: &mut Shelf<'_>, decks: &[(Deck, Option<Pool>)]) -> Action {
        self.bring(shelf.library, shelf.book, decks);
        self.hall.leave_to_bots();
        self.in_hall(hall::Message::Begun, shelf)
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, shelf: &mut Shelf<'_>) -> Action {
        match message {
            Message::Hall(message) => self.in_hall(message, shelf),
            Message::Table(message) => {
                let Some(table) = &mut self.table else { return Action::None };
                let action = table.update(message, shelf);
                self.table_asked(action, shelf)
            }
        }
    }

    fn table_asked(&mut self, action: table::Action, shelf: &mut Shelf<'_>) -> Action {
        match action {
            table::Action::None => Action::None,
            table::Action::Run(task) => Action::Run(task.map(Message::Table)),
            table::Action::Say(notice, task) => Action::SayAndRun(notice, task.map(Message::Table)),
            table::Action::Again => {
                let Some(table) = &self.table else { return Action::None };
                match self.chance.seed() {
                    Ok(seed) => self.begin(table.room().rematch(&shelf.book.game.id, seed), None, shelf),
                    Err(e) => Action::Say(Notice::wrong(e)),
                }
            }
            table::Action::Close => {
                self.table = None;
                self.hall.reload(shelf.library, shelf.book);
                Action::None
            }
        }
    }

    fn in_hall(&mut self, message: hall::Message, shelf: &mut Shelf<'_>) -> Action {
        match self.hall.update(message, shelf.library, shelf.book) {
            hall::Action::None => Action::None,
            hall::Action::Say(notice) => Action::Say(notice),
            hall::Action::Run(task) => Action::Run(task.map(Message::Hall)),
            hall::Action::Begin(setup) => self.begin_new(setup, None, shelf),
            hall::Action::Lesson => match Lesson::load(shelf.source, &shelf.book.game) {
                Ok(Some(lesson)) => self.begin_lesson(lesson, shelf),
                Ok(None) => {
                    Action::Say(Notice::wrong(tr!("Nobody has written hints for this game: see data/README.md")))
                }
                Err(faults) => Action::Say(Notice::wrong(faults[0].to_string())),
            },
            hall::Action::Open(id) => self.open(id, shelf),
            hall::Action::Replay(record) => match MatchRoom::of_record(shelf.source, shelf.book, &record) {
                Ok(room) => self.sit_down(room, None),
                Err(e) => Action::Say(Notice::wrong(e)),
            },
        }
    }

    fn begin_lesson(&mut self, lesson: Lesson, shelf: &mut Shelf<'_>) -> Action {
        let deck = |id: &String| {
            let (_, deck) = shelf.book.decks.iter().find(|(deck, _)| deck == id)?;
            Some(Brought::of(shelf.book, deck, None))
        };
        let Some(decks) = lesson.decks.iter().map(deck).collect::<Option<Vec<Brought>>>() else {
            return Action::Say(Notice::wrong(tr!("there are no starter decks {}", lesson.decks.join(", "))));
        };
        let bots = (1..lesson.seats).map(|_| Sitter::Bot(hall::USUAL.to_owned()));
        let seats = std::iter::once(Sitter::Person(tr!("You"))).chain(bots).collect();
        let setup = hall::Setup { format: lesson.format.clone(), rulings: Vec::new(), decks, seats };
        self.begin_new(setup, Some(lesson), shelf)
    }

    fn begin_new(&mut self, setup: hall::Setup, lesson: Option<Lesson>, shelf: &mut Shelf<'_>) -> Action {
        let seed = match self.chance.seed() {
            Ok(seed) => seed,
            Err(e) => return Action::Say(Notice::wrong(e)),
        };
        match Start::new(shelf.book, &setup.format, setup.decks, setup.seats, seed) {
            Ok(mut start) => {
                start.options.extend(setup.rulings);
                self.begin(start, lesson, shelf)
            }
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    fn begin(&mut self, start: Start, lesson: Option<Lesson>, shelf: &mut Shelf<'_>) -> Action {
        let format = shelf.book.format(&start.format).map_or_else(|| tr!("A match"), |f| f.name.clone());
        let usual = match lesson {
            Some(_) => tr!("First match: {format}", format),
            None => format.to_owned(),
        };
        let begun = match_room::free_name(shelf.library, &shelf.book.game.id, &usual)
            .map_err(match_room::Error::from)
            .and_then(|name| MatchRoom::begin(shelf.library, shelf.source, shelf.book, &name, start));
        match begun {
            Ok(room) => self.sit_down(room, lesson),
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    fn open(&mut self, id: StreamId, shelf: &mut Shelf<'_>) -> Action {
        match MatchRoom::open(shelf.library, shelf.source, shelf.book, id) {
            Ok(room) => self.sit_down(room, None),
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    fn sit_down(&mut self, room: MatchRoom, lesson: Option<Lesson>) -> Action {
        let saved = room.id.is_some();
        let mut table = Table::new(room, lesson);
        let task = table.go_on().map(Message::Table);
        self.table = Some(Box::new(table));
        match saved {
            true => Action::SayAndRun(Notice::done(tr!("Saved with every decision: close it whenever you like")), task),
            false => Action::Run(task),
        }
    }

    /// Does what a key wishes.
    pub fn wish(&mut self, wish: Wish, shelf: &mut Shelf<'_>) -> Action {
        match &mut self.table {
            Some(table) => {
                let action = table.wish(wish, shelf);
                self.table_asked(action, shelf)
            }
            None => match self.hall.of_wish(wish) {
                Some(message) => self.in_hall(message, shelf),
                None => Action::None,
            },
        }
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, room: Size) -> Vec<Wanted> {
        self.table.as_ref().map_or_else(Vec::new, |table| table.wanted(room))
    }

    /// The screen.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        match &self.table {
            Some(table) => table.view(look).map(Message::Table),
            None => self.hall.view(look).map(Message::Hall),
        }
    }
}
