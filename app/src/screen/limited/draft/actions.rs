//! What a person does at the table: choosing, taking back, seating others, and the time that passes meanwhile.

use std::time::Instant;

use catalog::store::Library;
use catalog::tr;
use formats::GameLibrary;
use formats::limited::draft::{DraftChoice, log, slip};
use iced::Size;

use super::motion::PickMotion;
use super::selection::{self, CardPosition, PileRef};
use super::state::{Action, DraftTable, Message, Phase, Request, ShownSeat};
use crate::key::Shortcut;
use crate::notice::{Notice, UndoTarget};
use crate::screen::cards_label;
use formats::saved;
use formats::saved::draft::PickHint;

impl DraftTable {
    /// Makes a choice for the seat in front of the window.
    fn choose(&mut self, library: &mut Library, game_library: &GameLibrary, choice: Option<DraftChoice>) -> Action {
        if self.phase != Phase::Choosing {
            self.skip();
            return Action::None;
        }
        let (Some(seat), Some(choice)) = (self.draft_view().map(|v| v.seat), choice) else { return Action::None };
        self.motion = self.pick_motion(&choice);
        if let Err(e) = self.saved.choose(library, game_library, seat, &choice) {
            return Action::wrong(e);
        }
        let told = match choice {
            // The next person at this window shall not read what was taken.
            _ if self.saved.human_seats().len() > 1 => tr!("Saved"),
            DraftChoice::Take { cards, .. } if cards.len() == 1 => {
                tr!("Picked {}", game_library.game.card(cards[0]).name)
            }
            _ => tr!("Saved: you have {cards}", cards = cards_label(self.saved.pod.draft.picks(seat).len())),
        };
        self.proceed(game_library, Notice::done(told).undoable(UndoTarget::Screen))
    }

    /// The flight of a card that is picked alone out of a pack.
    fn pick_motion(&self, choice: &DraftChoice) -> Option<PickMotion> {
        let DraftChoice::Take { cards, burn } = choice else { return None };
        let from = self.selection.cursor?;
        let alone = cards.len() == 1 && burn.is_empty() && self.saved.human_seats().len() == 1;
        let pass = self.saved.pod.draft.passing();
        (alone && self.moves).then(|| PickMotion::new(cards[0], from, pass, Instant::now()))
    }

    /// After something was done: the next person sits down, or the draft is over.
    fn proceed(&mut self, game_library: &GameLibrary, said: Notice) -> Action {
        if self.saved.pod.draft.is_over() && self.saved.pod.undo_waits().is_none() {
            return Action::Ask(Request::Over(Box::new(self.saved.clone())));
        }
        self.seat_next_person(game_library);
        Action::Say(said)
    }

    fn act(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
        action: &log::DraftAction,
        said: String,
    ) -> Action {
        match self.saved.act(library, game_library, action) {
            Ok(()) => self.proceed(game_library, Notice::done(said)),
            Err(e) => Action::wrong(e),
        }
    }

    /// Chooses as a bot would, for pictures; what it would choose next is under the cursor, and hints are shown.
    ///
    /// # Errors
    /// Of the library.
    pub fn pick_as_bots(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
        picks: usize,
    ) -> Result<(), saved::draft::Error> {
        let seat = self.saved.first_person();
        for _ in 0..picks {
            let Some(hint) = self.saved.hint(game_library, seat) else { break };
            self.saved.choose(library, game_library, seat, &hint.choice)?;
        }
        self.hints_on = picks > 0;
        self.card_by_card = self.card_by_card && picks == 0;
        self.seat_next_person(game_library);
        if let (ShownSeat::Open(view), Some(PickHint { choice: DraftChoice::Take { cards, .. }, .. })) =
            (&self.shown, &self.hint)
        {
            let at = view.piles.first().and_then(|p| p.cards.iter().position(|c| Some(c) == cards.first()));
            self.selection.cursor = at.map(|at| CardPosition { pile: PileRef::Pile(0), at });
        }
        Ok(())
    }

    fn tick(&mut self, library: &mut Library, game_library: &GameLibrary) -> Action {
        if !self.clock_runs() {
            return Action::None;
        }
        let seat = self.front_seat();
        let (Some(watch), Some(seat)) = (&mut self.countdown, seat) else { return Action::None };
        let warn = watch.tick();
        let left = watch.left;
        match (watch.is_over(), self.phase) {
            (true, Phase::Review) => self.skip(),
            (true, _) => {
                return match self.saved.time_over(library, game_library, seat) {
                    Ok(()) => self.proceed(game_library, Notice::done(tr!("Time ran out: a bot chose"))),
                    Err(e) => Action::wrong(e),
                };
            }
            (false, _) if warn => return Action::done(tr!("{left} seconds left", left)),
            (false, _) => {}
        }
        Action::None
    }

    fn paste_answer(&mut self, library: &mut Library, game_library: &GameLibrary, text: Option<&str>) -> Action {
        let Some(text) = text.filter(|t| !t.trim().is_empty()) else {
            return Action::wrong(tr!("The clipboard is empty: copy the whole slip that came back first."));
        };
        let read = slip::address(text).map_err(|e| e.to_string()).and_then(|(draft, seat)| {
            if draft != self.saved.name || seat >= self.saved.pod.draft.seats() {
                return Err(tr!("this slip is for seat {} of the draft “{draft}”", seat + 1, draft));
            }
            slip::read(text, &game_library.game, &self.saved.pod.draft.view(seat)).map_err(|e| e.to_string())
        });
        let answer = match read {
            Ok(answer) => answer,
            Err(e) => return Action::wrong(tr!("Slip not accepted: {e}", e)),
        };
        match self.saved.choose(library, game_library, answer.seat, &answer.choice) {
            Ok(()) => self.proceed(game_library, Notice::done(tr!("Seat {} has chosen", answer.seat + 1))),
            Err(e) => Action::wrong(e),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, game_library: &GameLibrary) -> Action {
        match message {
            Message::Pressed(place) => {
                if self.phase != Phase::Choosing {
                    self.skip();
                }
                let ShownSeat::Open(view) = &self.shown else { return Action::None };
                if self.selection.press(view, place) {
                    let choice = self.selection.choice(view);
                    return self.choose(library, game_library, choice);
                }
            }
            Message::Frame(now) => {
                self.motion.take_if(|motion| !motion.advance(now));
            }
            Message::Picked(place) => {
                let ShownSeat::Open(view) = &self.shown else { return Action::None };
                self.selection.cursor = Some(place);
                let choice = self.selection.choice(view);
                return self.choose(library, game_library, choice);
            }
            Message::Taken => {
                let choice = self.draft_view().and_then(|v| self.selection.choice(v));
                return self.choose(library, game_library, choice);
            }
            Message::Refused => {
                let choice = self.draft_view().and_then(selection::refusal).map(|(_, choice)| choice);
                return self.choose(library, game_library, choice);
            }
            Message::HintToggled => {
                self.hints_on = !self.hints_on;
                let seat = self.draft_view().map(|v| v.seat).filter(|_| self.hints_on);
                self.hint = seat.and_then(|seat| self.saved.hint(game_library, seat));
            }
            Message::SatDown => {
                if let ShownSeat::Covered(seat) = self.shown {
                    self.show_seat(game_library, seat);
                }
            }
            Message::Second => return self.tick(library, game_library),
            Message::Turned => {
                let all = self.draft_view().and_then(|v| v.piles.first()).map_or(0, |p| p.cards.len());
                if let Phase::Opening(open) = self.phase {
                    self.phase = Phase::Opening(open + 1);
                    if open + 1 >= all {
                        self.skip();
                    }
                }
            }
            Message::Skipped => self.skip(),
            Message::PauseToggled if self.saved.pod.is_paused() => {
                return self.act(library, game_library, &log::DraftAction::Resume, tr!("Draft resumed"));
            }
            Message::PauseToggled => {
                return self.act(library, game_library, &log::DraftAction::Pause, tr!("Draft paused"));
            }
            Message::UndoRequested => {
                let Some(seat) = self.draft_view().map(|v| v.seat) else { return Action::None };
                let others = self.saved.pod.players().iter().filter(|s| s.bot().is_none()).count() > 1;
                let said = if others { tr!("Undo requested: everyone must agree") } else { tr!("Undone") };
                return self.act(library, game_library, &log::DraftAction::Undo { seat }, said);
            }
            Message::Agreed(agrees) => {
                let Some(seat) = self.draft_view().map(|v| v.seat) else { return Action::None };
                let (action, said) = if agrees {
                    (log::DraftAction::Agree { seat }, tr!("Agreed"))
                } else {
                    (log::DraftAction::Refuse { seat }, tr!("The choice stands"))
                };
                return self.act(library, game_library, &action, said);
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
            Message::Seated(seat, player) => {
                let said = tr!("Seat {seat}: {who}", seat = seat + 1, who = player.label());
                return self.act(library, game_library, &log::DraftAction::Sit { seat, sitter: player }, said);
            }
            Message::PoolShown(seat) => {
                if let ShownSeat::Open(view) = &self.shown {
                    self.selection.show_pool(view, seat);
                    self.scrolls[1].offset = 0.0;
                }
            }
            Message::Scrolled(which, viewport) => self.scrolls[which].set_from(&viewport),
            Message::SlipCopied(seat) => {
                let (pod, name) = (&self.saved.pod, self.saved.seat_name(seat));
                let text = slip::write(&game_library.game, &self.saved.name, &name, &pod.draft.view(seat));
                return Action::Run(iced::clipboard::write(text));
            }
            Message::AnswerWanted => return Action::Run(iced::clipboard::read().map(Message::AnswerPasted)),
            Message::AnswerPasted(text) => return self.paste_answer(library, game_library, text.as_deref()),
            Message::ReviewWanted => {
                if let Some(view) = self.draft_view() {
                    return Action::Ask(Request::Review(view.seat));
                }
            }
            Message::Closed => return Action::Ask(Request::Close),
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
        let columns = self.columns(bounds) as isize;
        let step = |table: &mut DraftTable, by: isize| {
            if let ShownSeat::Open(view) = &table.shown {
                table.selection.step(view, by);
            }
            table.reveal(bounds)
        };
        let waits = self.phase != Phase::Choosing;
        match shortcut {
            Shortcut::Enter | Shortcut::Next if matches!(self.shown, ShownSeat::Covered(_)) => {
                return self.update(Message::SatDown, library, game_library);
            }
            Shortcut::Enter | Shortcut::Next if waits => self.skip(),
            Shortcut::Left => return step(self, -1),
            Shortcut::Right => return step(self, 1),
            Shortcut::Up => return step(self, -columns),
            Shortcut::Down => return step(self, columns),
            Shortcut::First => return step(self, -selection::TO_THE_END),
            Shortcut::Last => return step(self, selection::TO_THE_END),
            Shortcut::Enter => {
                let ShownSeat::Open(view) = &self.shown else { return Action::None };
                if self.selection.enter(view) {
                    return self.update(Message::Taken, library, game_library);
                }
            }
            Shortcut::Next => {
                if let ShownSeat::Open(view) = &self.shown {
                    self.selection.mark_cursor(view);
                }
            }
            Shortcut::Hint => return self.update(Message::HintToggled, library, game_library),
            Shortcut::Undo => return self.update(Message::UndoRequested, library, game_library),
            Shortcut::Back if self.menu.is_some() => self.menu = None,
            Shortcut::Back if self.selection.cursor.is_some() => self.selection.cursor = None,
            Shortcut::Back => return Action::Ask(Request::Close),
            _ => {}
        }
        Action::None
    }
}
