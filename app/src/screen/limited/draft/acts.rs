//! What a person does at the table: choosing, taking back, seating others, and the time that passes meanwhile.

use catalog::store::Library;
use catalog::tr;
use formats::Book;
use formats::limited::draft::{Choice, log, slip};
use iced::Size;

use super::choosing::{self, Of, Place};
use super::{Action, Message, Phase, Sight, Table};
use crate::draft_room::{self, Hint};
use crate::key::Wish;
use crate::screen::some_cards;
use crate::window::Notice;

impl Table {
    /// Makes a choice for the seat in front of the window.
    fn choose(&mut self, library: &mut Library, book: &Book, choice: Option<Choice>) -> Action {
        if self.phase != Phase::Choosing {
            self.skip();
            return Action::None;
        }
        let (Some(seat), Some(choice)) = (self.view_of().map(|v| v.seat), choice) else { return Action::None };
        if let Err(e) = self.room.choose(library, book, seat, &choice) {
            return Action::Say(Notice::wrong(e));
        }
        let told = match choice {
            // The next person at this window shall not read what was taken.
            _ if self.room.people().len() > 1 => tr!("Saved"),
            Choice::Take { cards, .. } if cards.len() == 1 => {
                tr!("{} taken and saved", book.game.card(cards[0]).name)
            }
            _ => tr!("Saved: you have {cards}", cards = some_cards(self.room.pod.table.picks(seat).len())),
        };
        self.go_on(book, Notice::done(told))
    }

    /// After something was done: the next person sits down, or the draft is over.
    fn go_on(&mut self, book: &Book, said: Notice) -> Action {
        if self.room.pod.table.is_over() && self.room.pod.undo_waits().is_none() {
            return Action::Over(Box::new(self.room.clone()));
        }
        self.turn(book);
        Action::Say(said)
    }

    fn act(&mut self, library: &mut Library, book: &Book, action: &log::Action, said: String) -> Action {
        match self.room.act(library, book, action) {
            Ok(()) => self.go_on(book, Notice::done(said)),
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    /// Chooses as a bot would, for pictures; what it would choose next is under the cursor, and hints are shown.
    ///
    /// # Errors
    /// Of the library.
    pub fn pick_as_bots(&mut self, library: &mut Library, book: &Book, picks: usize) -> Result<(), draft_room::Error> {
        let seat = self.room.first_person();
        for _ in 0..picks {
            let Some(hint) = self.room.hint(book, seat) else { break };
            self.room.choose(library, book, seat, &hint.choice)?;
        }
        self.hinting = picks > 0;
        self.ceremony = self.ceremony && picks == 0;
        self.turn(book);
        if let (Sight::Open(view), Some(Hint { choice: Choice::Take { cards, .. }, .. })) = (&self.sight, &self.hint) {
            let at = view.piles.first().and_then(|p| p.cards.iter().position(|c| Some(c) == cards.first()));
            self.choosing.cursor = at.map(|at| Place { of: Of::Pile(0), at });
        }
        Ok(())
    }

    fn second(&mut self, library: &mut Library, book: &Book) -> Action {
        if !self.runs() {
            return Action::None;
        }
        let seat = self.front();
        let (Some(watch), Some(seat)) = (&mut self.watch, seat) else { return Action::None };
        let warn = watch.tick();
        let left = watch.left;
        match (watch.is_over(), self.phase) {
            (true, Phase::Review) => self.skip(),
            (true, _) => {
                return match self.room.time_over(library, book, seat) {
                    Ok(()) => self.go_on(book, Notice::done(tr!("The time was over: a bot has chosen"))),
                    Err(e) => Action::Say(Notice::wrong(e)),
                };
            }
            (false, _) if warn => return Action::Say(Notice::done(tr!("{left} seconds left", left))),
            (false, _) => {}
        }
        Action::None
    }

    fn pasted(&mut self, library: &mut Library, book: &Book, text: Option<&str>) -> Action {
        let Some(text) = text.filter(|t| !t.trim().is_empty()) else {
            return Action::Say(Notice::wrong(tr!(
                "The clipboard is empty: copy the whole slip that came back first."
            )));
        };
        let read = slip::address(text).map_err(|e| e.to_string()).and_then(|(draft, seat)| {
            if draft != self.room.name || seat >= self.room.pod.table.seats() {
                return Err(tr!("this slip is for seat {} of the draft “{draft}”", seat + 1, draft));
            }
            slip::read(text, &book.game, &self.room.pod.table.view(seat)).map_err(|e| e.to_string())
        });
        let answer = match read {
            Ok(answer) => answer,
            Err(e) => return Action::Say(Notice::wrong(tr!("The slip: {e}", e))),
        };
        match self.room.choose(library, book, answer.seat, &answer.choice) {
            Ok(()) => self.go_on(book, Notice::done(tr!("Seat {} has chosen, saved", answer.seat + 1))),
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, book: &Book) -> Action {
        match message {
            Message::Pressed(place) => {
                if self.phase != Phase::Choosing {
                    self.skip();
                }
                let Sight::Open(view) = &self.sight else { return Action::None };
                if self.choosing.press(view, place) {
                    let choice = self.choosing.choice(view);
                    return self.choose(library, book, choice);
                }
            }
            Message::Taken => {
                let choice = self.view_of().and_then(|v| self.choosing.choice(v));
                return self.choose(library, book, choice);
            }
            Message::Refused => {
                let choice = self.view_of().and_then(choosing::refusal).map(|(_, choice)| choice);
                return self.choose(library, book, choice);
            }
            Message::HintToggled => {
                self.hinting = !self.hinting;
                let seat = self.view_of().map(|v| v.seat).filter(|_| self.hinting);
                self.hint = seat.and_then(|seat| self.room.hint(book, seat));
            }
            Message::SatDown => {
                if let Sight::Covered(seat) = self.sight {
                    self.sit(book, seat);
                }
            }
            Message::Second => return self.second(library, book),
            Message::Turned => {
                let all = self.view_of().and_then(|v| v.piles.first()).map_or(0, |p| p.cards.len());
                if let Phase::Opening(open) = self.phase {
                    self.phase = Phase::Opening(open + 1);
                    if open + 1 >= all {
                        self.skip();
                    }
                }
            }
            Message::Skipped => self.skip(),
            Message::PauseToggled if self.room.pod.is_paused() => {
                return self.act(library, book, &log::Action::Resume, tr!("It goes on"));
            }
            Message::PauseToggled => return self.act(library, book, &log::Action::Pause, tr!("It stands still")),
            Message::UndoAsked => {
                let Some(seat) = self.view_of().map(|v| v.seat) else { return Action::None };
                let others = self.room.pod.sitters().iter().filter(|s| s.bot().is_none()).count() > 1;
                let said = if others { tr!("Asked: everybody must agree") } else { tr!("Taken back") };
                return self.act(library, book, &log::Action::Undo { seat }, said);
            }
            Message::Agreed(agrees) => {
                let Some(seat) = self.view_of().map(|v| v.seat) else { return Action::None };
                let (action, said) = match agrees {
                    true => (log::Action::Agree { seat }, tr!("Agreed")),
                    false => (log::Action::Refuse { seat }, tr!("The choice stays")),
                };
                return self.act(library, book, &action, said);
            }
            Message::SeatPressed(seat) => {
                self.menu = match &self.menu {
                    Some((open, _)) if *open == seat => None,
                    _ => Some((seat, String::new())),
                };
            }
            Message::NameTyped(name) => {
                if let Some((_, typed)) = &mut self.menu {
                    *typed = name;
                }
            }
            Message::Seated(seat, sitter) => {
                let said = tr!("Seat {seat}: {who}", seat = seat + 1, who = sitter.words());
                return self.act(library, book, &log::Action::Sit { seat, sitter }, said);
            }
            Message::PoolShown(seat) => {
                if let Sight::Open(view) = &self.sight {
                    self.choosing.show_pool(view, seat);
                    self.scrolls[1].offset = 0.0;
                }
            }
            Message::Scrolled(which, viewport) => self.scrolls[which].moved(&viewport),
            Message::SlipCopied(seat) => {
                let (pod, name) = (&self.room.pod, self.room.name_of(seat));
                let text = slip::write(&book.game, &self.room.name, &name, &pod.table.view(seat));
                return Action::Run(iced::clipboard::write(text));
            }
            Message::AnswerWanted => return Action::Run(iced::clipboard::read().map(Message::AnswerPasted)),
            Message::AnswerPasted(text) => return self.pasted(library, book, text.as_deref()),
            Message::ReviewWanted => {
                if let Some(view) = self.view_of() {
                    return Action::Review(view.seat);
                }
            }
            Message::Closed => return Action::Close,
        }
        Action::None
    }

    /// Does what a key wishes.
    pub fn wish(&mut self, wish: Wish, library: &mut Library, book: &Book, room: Size) -> Action {
        let columns = self.columns(room) as isize;
        let step = |table: &mut Table, by: isize| {
            if let Sight::Open(view) = &table.sight {
                table.choosing.step(view, by);
            }
            table.reveal(room)
        };
        let waits = self.phase != Phase::Choosing;
        match wish {
            Wish::Enter | Wish::Next if matches!(self.sight, Sight::Covered(_)) => {
                return self.update(Message::SatDown, library, book);
            }
            Wish::Enter | Wish::Next if waits => self.skip(),
            Wish::Left => return step(self, -1),
            Wish::Right => return step(self, 1),
            Wish::Up => return step(self, -columns),
            Wish::Down => return step(self, columns),
            Wish::First => return step(self, -choosing::ALL),
            Wish::Last => return step(self, choosing::ALL),
            Wish::Enter => {
                let Sight::Open(view) = &self.sight else { return Action::None };
                if self.choosing.enter(view) {
                    return self.update(Message::Taken, library, book);
                }
            }
            Wish::Next => {
                if let Sight::Open(view) = &self.sight {
                    self.choosing.mark_cursor(view);
                }
            }
            Wish::Hint => return self.update(Message::HintToggled, library, book),
            Wish::Undo => return self.update(Message::UndoAsked, library, book),
            Wish::Back if self.menu.is_some() => self.menu = None,
            Wish::Back if self.choosing.cursor.is_some() => self.choosing.cursor = None,
            Wish::Back => return Action::Close,
            _ => {}
        }
        Action::None
    }
}
