//! The draft table: one seat's view of any type of draft, who sits around it, the clock, and what a person does.
//!
//! All that is shown comes out of the view of the seat that sits in front of the window. Between two people the table is
//! covered, and then there is no view, so that nothing of the other seat can be shown.

mod acts;
mod choosing;
mod head;
mod lying;
mod picks;
mod seats;
mod side;
mod watch;

use catalog::CardIx;
use catalog::store::Library;
use catalog::tr;
use formats::Book;
use formats::limited::draft::pod::Sitter;
use formats::limited::draft::{Ask, Stage, View, What};
use iced::widget::scrollable::Viewport;
use iced::widget::{column, row};
use iced::{Fill, Size, Subscription, Task};

use crate::draft_room::{self, DraftRoom, Hint};
use crate::screen::Look;
use crate::screen::cover;
use crate::widget::face::Wanted;
use crate::widget::grid::Scroll;
use crate::widget::{Element, panel};
use crate::window::Notice;
use choosing::{Choosing, Place};
pub use side::line_of;
pub use watch::{Watch, clock_words};

/// From one card of a pack that is opened to the next.
const TURN: std::time::Duration = std::time::Duration::from_millis(45);

/// A draft that is going on.
pub struct Table {
    room: DraftRoom,
    sight: Sight,
    /// Which question is in sight: a new one starts the clock.
    question: Option<Question>,
    phase: Phase,
    watch: Option<Watch>,
    /// The last round whose pack each seat has opened: `[seat]`.
    opened: Vec<Option<usize>>,
    choosing: Choosing,
    hinting: bool,
    hint: Option<Hint>,
    /// The seat whose menu is open, and the name typed there.
    menu: Option<(usize, String)>,
    /// Of the cards on the table, where there are too many for the room.
    scrolls: [Scroll; 2],
    /// Whether packs are opened card by card.
    ceremony: bool,
}

/// What tells one question from the next: seat, stage, cards in its pool, what is asked.
type Question = (usize, Stage, usize, Option<Ask>);

/// What is in sight.
enum Sight {
    /// Nothing, until the person of this seat sits down.
    Covered(usize),
    /// What a seat sees.
    Open(View),
    /// No person is at this machine.
    Elsewhere,
}

/// What a seat is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Looking at its picks between two packs.
    Review,
    /// Opening a pack: so many cards have their faces up.
    Opening(usize),
    /// Choosing, or waiting for others.
    Choosing,
}

/// What happens at the table.
#[derive(Debug, Clone)]
pub enum Message {
    /// A card or a pile was pressed.
    Pressed(Place),
    /// The choice is made as it is marked.
    Taken,
    /// The pile is left, the hand kept, the trade refused.
    Refused,
    /// What a bot thinks is shown or hidden.
    HintToggled,
    /// The person sits down whom the cover asks for.
    SatDown,
    /// A second has passed.
    Second,
    /// The next card of a pack is turned over.
    Turned,
    /// The review or the opening of the pack is over.
    Skipped,
    /// It stands still, or goes on.
    PauseToggled,
    /// The last choice shall be taken back.
    UndoAsked,
    /// The seat agrees to that, or does not.
    Agreed(bool),
    /// The menu of a seat is opened or closed.
    SeatPressed(usize),
    /// A name was typed there.
    NameTyped(String),
    /// Somebody else sits on a seat.
    Seated(usize, Sitter),
    /// Another seat's open pool is looked at.
    PoolShown(usize),
    /// Many cards were scrolled.
    Scrolled(usize, Viewport),
    /// What a seat elsewhere sees goes to the clipboard.
    SlipCopied(usize),
    /// The answer of a seat elsewhere is taken from the clipboard.
    AnswerWanted,
    /// It is there, if there was one.
    AnswerPasted(Option<String>),
    /// Past picks are looked at.
    ReviewWanted,
    /// Back to the hall; the draft waits there.
    Closed,
}

/// What the table asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Run this.
    Run(Task<Message>),
    /// Say this.
    Say(Notice),
    /// Show the past picks of this seat.
    Review(usize),
    /// Back to the hall.
    Close,
    /// The last card is taken.
    Over(Box<DraftRoom>),
}

impl Table {
    /// A table; packs are opened card by card if `ceremony`.
    pub fn new(room: DraftRoom, book: &Book, ceremony: bool) -> Table {
        let seats = room.pod.table.seats();
        let mut table = Table {
            room,
            sight: Sight::Elsewhere,
            question: None,
            phase: Phase::Choosing,
            watch: None,
            opened: vec![None; seats],
            choosing: Choosing::default(),
            hinting: false,
            hint: None,
            menu: None,
            scrolls: [Scroll::top(800.0); 2],
            ceremony,
        };
        table.turn(book);
        table
    }

    /// The draft.
    pub fn room(&self) -> &DraftRoom {
        &self.room
    }

    /// Goes on with the game as it was read again: the draft is taken up from the library.
    ///
    /// # Errors
    /// When the draft cannot go on with these data.
    pub fn renew(&mut self, library: &Library, book: &Book) -> Result<(), draft_room::Error> {
        self.room = DraftRoom::open(library, book, self.room.id)?;
        self.turn(book);
        Ok(())
    }

    /// Covers the table if several people share it: whoever comes back says so first.
    pub fn cover(&mut self) {
        if let Sight::Open(view) = &self.sight
            && self.room.people().len() > 1
        {
            self.cover_for(view.seat);
        }
    }

    fn cover_for(&mut self, seat: usize) {
        (self.sight, self.question, self.watch, self.hint) = (Sight::Covered(seat), None, None, None);
        self.phase = Phase::Choosing;
    }

    fn view_of(&self) -> Option<&View> {
        match &self.sight {
            Sight::Open(view) => Some(view),
            _ => None,
        }
    }

    /// The seat in front of the window, covered or not.
    fn front(&self) -> Option<usize> {
        match &self.sight {
            Sight::Open(view) => Some(view.seat),
            Sight::Covered(seat) => Some(*seat),
            Sight::Elsewhere => None,
        }
    }

    /// The seats of people here that have something to do, or to answer.
    fn wanted_seats(&self, people: &[usize]) -> Vec<usize> {
        let pod = &self.room.pod;
        let here = |seat: &usize| people.contains(seat);
        match pod.undo_waits() {
            Some(waits) => waits.into_iter().filter(here).collect(),
            None if pod.is_paused() => Vec::new(),
            None => pod.asked().filter(here).collect(),
        }
    }

    /// Lets the person sit down whose turn it is: at once if nobody else shares the window, behind a cover otherwise.
    fn turn(&mut self, book: &Book) {
        self.menu = None;
        let people = self.room.people();
        let wanted = self.wanted_seats(&people);
        let front = self.front();
        let after = front.map_or(0, |seat| seat + 1);
        let next = wanted.iter().find(|seat| **seat >= after).or(wanted.first()).or(people.first()).copied();
        let stays = front.filter(|f| people.contains(f) && (wanted.contains(f) || wanted.is_empty()));
        match (people.len(), stays.or(next)) {
            (_, None) => self.sight = Sight::Elsewhere,
            (1, Some(seat)) => self.sit(book, seat),
            (_, Some(seat)) if self.view_of().is_some_and(|v| v.seat == seat) => self.sit(book, seat),
            (_, Some(seat)) => self.cover_for(seat),
        }
    }

    fn sit(&mut self, book: &Book, seat: usize) {
        let view = self.room.pod.table.view(seat);
        let question = Some((seat, view.stage, view.own().len(), view.ask));
        if self.question != question {
            self.question = question;
            self.choosing = Choosing::beside(self.choosing.other());
            self.scrolls = [Scroll::top(800.0); 2];
            self.phase = self.first_phase(&view);
            self.start_watch(&view);
        }
        self.hint = if self.hinting { self.room.hint(book, seat) } else { None };
        self.sight = Sight::Open(view);
    }

    /// What a seat does first: a pack that it has not opened yet is opened, after a look at its picks if there is a clock.
    fn first_phase(&mut self, view: &View) -> Phase {
        let pack = view.piles.first().is_some_and(|p| p.what == What::Pack && !p.cards.is_empty());
        let fresh = pack && view.ask.is_some() && view.stage.pick == 0;
        let before = self.opened[view.seat].replace(view.stage.round);
        if !fresh || before == Some(view.stage.round) {
            return Phase::Choosing;
        }
        let reviews = self.room.start.clock.is_some() && self.room.pod.table.passing().is_some();
        if reviews && view.stage.round > 0 && before.is_some() { Phase::Review } else { self.opening() }
    }

    fn opening(&self) -> Phase {
        if self.ceremony { Phase::Opening(0) } else { Phase::Choosing }
    }

    fn start_watch(&mut self, view: &View) {
        self.watch = self.room.start.clock.as_ref().and_then(|clock| match self.phase {
            Phase::Review => Some(Watch::new(clock.review(view.stage.round - 1))),
            _ => Watch::of_ask(clock, view),
        });
    }

    /// The review, or the opening of the pack, is over.
    fn skip(&mut self) {
        self.phase = if self.phase == Phase::Review { self.opening() } else { Phase::Choosing };
        if let Sight::Open(view) = std::mem::replace(&mut self.sight, Sight::Elsewhere) {
            self.start_watch(&view);
            self.sight = Sight::Open(view);
        }
    }

    /// Whether the clock runs.
    fn runs(&self) -> bool {
        let pod = &self.room.pod;
        let free = !pod.is_paused() && pod.undo_waits().is_none();
        free && self.view_of().is_some() && !matches!(self.phase, Phase::Opening(_)) && self.watch.is_some()
    }

    /// What lets time pass at the table.
    pub fn subscription(&self) -> Subscription<Message> {
        match (self.phase, self.runs()) {
            (Phase::Opening(_), _) if self.view_of().is_some() => iced::time::every(TURN).map(|_| Message::Turned),
            (_, true) => iced::time::every(std::time::Duration::from_secs(1)).map(|_| Message::Second),
            _ => Subscription::none(),
        }
    }

    /// The card under the cursor.
    fn looked_at(&self) -> Option<CardIx> {
        choosing::card(self.view_of()?, self.choosing.cursor?)
    }

    /// The faces in sight.
    pub fn wanted(&self, room: Size) -> Vec<Wanted> {
        let Some(view) = self.view_of() else { return Vec::new() };
        let mut wanted: Vec<Wanted> =
            self.looked_at().map(|c| (c, side::face_width(room) as u32)).into_iter().collect();
        if self.phase == Phase::Choosing || matches!(self.phase, Phase::Opening(_)) {
            wanted.extend(self.lying_wanted(view, room));
        }
        wanted.extend(view.own().iter().map(|c| (*c, picks::WIDTH as u32)));
        wanted
    }

    /// The table.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let view = match &self.sight {
            Sight::Open(view) => view,
            Sight::Covered(seat) => {
                let name = self.room.name_of(*seat);
                return column![
                    self.head(None, look.room.width),
                    panel::flat(),
                    cover::view(&name, &tr!("Seat {}", seat + 1), Message::SatDown)
                ]
                .into();
            }
            Sight::Elsewhere => {
                let what = tr!("Nobody sits at this machine. Choices of people elsewhere come in by their slips.");
                return column![
                    self.head(None, look.room.width),
                    panel::flat(),
                    self.seats(None),
                    panel::flat(),
                    self.bars(None),
                    panel::empty(tr!("People elsewhere choose"), what, None)
                ]
                .into();
            }
        };
        let lying = self.lying(look, view);
        let side = self.side(look, view);
        let mut table = column![self.seats(Some(view)), panel::flat(), self.bars(Some(view)), lying].width(Fill);
        if self.phase != Phase::Review && self.picks_height() > 0.0 {
            table = table.push(self.picks(look, view));
        }
        column![self.head(Some(view), look.room.width), panel::flat(), row![table, panel::upright(), side].height(Fill)]
            .into()
    }
}
