//! A match at its table: who looks at it, what is pointed at, what is decided, and the way back and forth.

mod view;

use std::time::{Duration, Instant};

use catalog::tr;
use engine::coach::Advice;
use engine::free_text;
use engine::sight::{Act, Sight, Spot};
use engine::sitting::Thought;
use formats::rng::Seed;
use iced::Task;

use super::Shelf;
use super::lesson::Lesson;
use super::preview::Half;
use crate::key::Wish;
use crate::match_room::MatchRoom;
use crate::window::Notice;

/// How long a bot takes at least: what it does should be seen.
const PACE: Duration = Duration::from_millis(350);

/// A match and what a person does with it.
pub struct Table {
    room: MatchRoom,
    /// The seat that sits at the near side, and whose eyes these are.
    seat: u8,
    covered: bool,
    /// What is seen now, or at the moment that is looked back at.
    sight: Sight,
    /// The moment that is looked back at.
    at: Option<usize>,
    /// The action at hand, by its place among those listed; none until one is chosen that throws a card away.
    cursor: Option<usize>,
    /// Whether the turn or phase was to be ended with plays left, and the person is asked.
    end_asked: bool,
    /// The action that a person writes a text beside, by its place in the sight, and the text so far.
    writing: Option<(usize, String)>,
    /// Only actions about this are listed.
    about: Option<Spot>,
    /// What the cursor is over.
    pointed: Option<Spot>,
    /// The half of the board that it is over.
    cursor_in: Half,
    /// The number of the thought that is waited for.
    thinking: Option<u64>,
    thoughts: u64,
    hint: Hint,
    log_shown: bool,
    /// Whether nobody plays here, and bots go on by themselves.
    running: bool,
    lesson: Option<Lesson>,
}

/// What a coach says.
#[derive(Debug, Clone, PartialEq)]
pub enum Hint {
    /// Nothing was asked.
    None,
    /// It thinks.
    Thinking(u64),
    /// What it would do.
    Said(Advice),
}

/// What happens at the table.
#[derive(Debug, Clone)]
pub enum Message {
    /// The person whose turn it is has sat down.
    SatDown,
    /// The cursor is over something, or no longer.
    Pointed(Option<Spot>),
    /// The cursor came to this half of the board.
    CursorIn(Half),
    /// Something on the table was pressed.
    Pressed(Spot),
    /// An action is at hand, by its place in the sight.
    Marked(usize),
    /// An action is done, by its place in the sight.
    Chosen(usize),
    /// The turn or phase is not ended after all.
    EndDeclined,
    /// What is written beside an action, so far.
    Typed(String),
    /// The action that a text was written beside is not done after all.
    WritingStopped,
    /// All actions are listed again.
    Widened,
    /// A bot has thought, or could not.
    Thought(u64, Result<String, String>),
    /// What is taken back.
    TakenBack,
    /// What is done again.
    DoneAgain,
    /// A hint is asked for.
    HintAsked,
    /// A coach has thought.
    Hinted(u64, Result<Option<Advice>, String>),
    /// The log is shown, or no longer.
    LogToggled,
    /// Another moment is looked at; the last one is now.
    Moved(usize),
    /// Bots go on by themselves, or stop.
    RunToggled,
    /// The same match with other chance.
    Again,
    /// Back to the hall.
    Closed,
}

/// What the table asks for.
pub enum Action {
    /// Nothing.
    None,
    /// Run this.
    Run(Task<Message>),
    /// Say this, and run something.
    Say(Notice, Task<Message>),
    /// The same match anew.
    Again,
    /// Back to the hall.
    Close,
}

impl Table {
    /// Sits down; where several people play, behind a cover.
    pub fn new(room: MatchRoom, lesson: Option<Lesson>) -> Table {
        let seat = room.sitting.actor().filter(|seat| room.people().any(|p| p == *seat));
        let seat = seat.or_else(|| room.people().next()).unwrap_or(0);
        let over = room.id.is_none();
        let mut table = Table {
            covered: room.people().count() > 1,
            seat,
            sight: Sight::default(),
            at: over.then_some(0),
            cursor: None,
            end_asked: false,
            writing: None,
            about: None,
            pointed: None,
            cursor_in: Half::Left,
            thinking: None,
            thoughts: 0,
            hint: Hint::None,
            log_shown: false,
            running: true,
            lesson,
            room,
        };
        table.look();
        table
    }

    /// The match, for tests.
    pub fn room(&self) -> &MatchRoom {
        &self.room
    }

    /// What is seen, for tests and for who draws it.
    pub fn sight(&self) -> &Sight {
        &self.sight
    }

    /// The number of the thought of a bot that is waited for.
    pub fn thought_awaited(&self) -> Option<u64> {
        self.thinking
    }

    /// The number of the thought of a coach that is waited for.
    pub fn hint_awaited(&self) -> Option<u64> {
        match self.hint {
            Hint::Thinking(number) => Some(number),
            Hint::None | Hint::Said(_) => None,
        }
    }

    /// The title of the hint that a first match shows.
    pub fn hint_shown(&self) -> Option<String> {
        self.lesson.as_ref()?.now().map(|(title, ..)| title.to_owned())
    }

    pub(super) fn seat(&self) -> u8 {
        self.seat
    }

    pub(super) fn lesson(&self) -> Option<&Lesson> {
        self.lesson.as_ref()
    }

    pub(super) fn hint(&self) -> &Hint {
        &self.hint
    }

    pub(super) fn pointed(&self) -> Option<Spot> {
        self.pointed
    }

    pub(super) fn cursor_in(&self) -> Half {
        self.cursor_in
    }

    /// Whether the match is looked at as it was, or played as it is.
    pub(super) fn looks_back(&self) -> bool {
        self.at.is_some()
    }

    /// The moment that is shown.
    pub(super) fn moment(&self) -> usize {
        self.at.unwrap_or_else(|| self.room.length())
    }

    /// Whose eyes these are: those of the near seat as long as anybody plays who does not see everything.
    pub(super) fn eyes(&self) -> Option<u8> {
        let open = self.room.sitting.actor().is_none() || self.room.people().next().is_none();
        (!open).then_some(self.seat)
    }

    /// The language is another one.
    pub fn tell_anew(&mut self) {
        self.sight = self.room.sitting.sight(self.moment(), self.eyes());
    }

    /// Hides everything from whoever comes by, where several people play.
    pub fn cover(&mut self) {
        let shared = self.room.people().count() > 1;
        self.covered = shared && self.room.sitting.actor().is_some();
    }

    fn look(&mut self) {
        self.sight = self.room.sitting.sight(self.moment(), self.eyes());
        (self.pointed, self.end_asked, self.writing) = (None, false, None);
        self.list_about(None);
        if self.at.is_none()
            && let Some(lesson) = &mut self.lesson
        {
            lesson.look(&self.sight);
        }
    }

    /// Lists what can be done about something, or everything. What is done most often is at hand: not to pass, if there is
    /// something to do, and nothing that throws a card away.
    fn list_about(&mut self, about: Option<Spot>) {
        self.about = about;
        self.cursor = self.listed().iter().position(|at| !self.sight.actions[*at].discards);
    }

    /// Whether the turn or phase was to be ended with plays left, and the person is asked.
    pub(super) fn end_asked(&self) -> bool {
        self.end_asked
    }

    /// The action that ends one's own turn or phase.
    pub(super) fn end(&self) -> Option<usize> {
        self.sight.actions.iter().position(|act| act.ends).filter(|_| self.asks_person())
    }

    /// How many actions are left that do something with what lies on the table or in hand.
    pub(super) fn plays_left(&self) -> usize {
        self.sight.actions.iter().filter(|act| !act.ends && !act.gains_nothing && !act.spots.is_empty()).count()
    }

    /// Whether a person at this machine decides now.
    pub(super) fn asks_person(&self) -> bool {
        let actor = self.room.sitting.actor();
        self.at.is_none() && actor.is_some_and(|actor| self.room.people().any(|p| p == actor) && actor == self.seat)
    }

    /// The actions that are listed, by their place in the sight.
    pub(super) fn listed(&self) -> Vec<usize> {
        match self.about.filter(|_| self.asks_person()) {
            Some(spot) => self.sight.touching(spot).collect(),
            None if self.asks_person() => (0..self.sight.actions.len()).collect(),
            None => Vec::new(),
        }
    }

    /// The action at hand.
    pub(super) fn at_hand(&self) -> Option<(usize, &Act)> {
        let at = *self.listed().get(self.cursor?)?;
        Some((at, &self.sight.actions[at]))
    }

    pub(super) fn about(&self) -> Option<Spot> {
        self.about
    }

    /// Whether something can be pressed.
    pub(super) fn glows(&self, spot: Spot) -> bool {
        self.asks_person() && self.sight.touching(spot).next().is_some()
    }

    /// Lets the bot think whose turn it is, or covers the table for the next person.
    pub fn go_on(&mut self) -> Task<Message> {
        if self.at.is_some() || self.thinking.is_some() {
            return Task::none();
        }
        let Some(actor) = self.room.sitting.actor() else { return Task::none() };
        if self.room.people().any(|p| p == actor) {
            if actor != self.seat {
                (self.seat, self.covered) = (actor, true);
                self.look();
            }
            return Task::none();
        }
        let watched = self.room.people().next().is_none();
        match self.room.thought().filter(|_| !watched || self.running) {
            Some(thought) => {
                self.thoughts += 1;
                self.thinking = Some(self.thoughts);
                let number = self.thoughts;
                in_background(thought, PACE, move |words| Message::Thought(number, words))
            }
            None => Task::none(),
        }
    }

    /// Makes so many decisions as a kind of player would, on every seat; for pictures.
    ///
    /// # Errors
    /// Of the library.
    pub fn play_on(&mut self, shelf: &mut Shelf<'_>, kind: &str, decisions: usize) -> Result<(), String> {
        let kind = kind.parse().map_err(|e: engine::player::Unknown| e.to_string())?;
        let person = self.room.people().next();
        for n in 0..decisions as u64 {
            if self.room.sitting.actor().is_none() {
                break;
            }
            let words = self.room.sitting.think(&kind, Seed::of(n))().map_err(|e| e.to_string())?;
            self.room.act(shelf.library, &words).map_err(|e| e.to_string())?;
        }
        while self.room.sitting.actor() != person && self.room.sitting.actor().is_some() && person.is_some() {
            let words = self.room.sitting.think(&kind, Seed::of(0))().map_err(|e| e.to_string())?;
            self.room.act(shelf.library, &words).map_err(|e| e.to_string())?;
        }
        self.look();
        Ok(())
    }

    fn act(&mut self, shelf: &mut Shelf<'_>, words: &str) -> Action {
        self.hint = Hint::None;
        if let Err(e) = self.room.act(shelf.library, words) {
            return Action::Say(Notice::wrong(e), Task::none());
        }
        self.look();
        let task = self.go_on();
        match self.room.sitting.told_ending() {
            Some(ending) => Action::Say(Notice::done(ending), task),
            None => Action::Run(task),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, shelf: &mut Shelf<'_>) -> Action {
        match message {
            Message::SatDown => self.covered = false,
            Message::Pointed(spot) => self.pointed = spot,
            Message::CursorIn(half) => self.cursor_in = half,
            Message::Pressed(spot) => return self.pressed(spot, shelf),
            Message::Marked(at) => {
                if let Some(place) = self.listed().iter().position(|listed| *listed == at) {
                    self.cursor = Some(place);
                }
            }
            Message::Chosen(at) => return self.choose(at, shelf),
            Message::EndDeclined => self.end_asked = false,
            Message::Typed(text) => {
                if let Some((_, written)) = &mut self.writing {
                    let plain = text.chars().filter(|c| free_text::is_plain(*c));
                    *written = plain.take(free_text::LONGEST).collect();
                }
            }
            Message::WritingStopped => self.writing = None,
            Message::Widened => self.list_about(None),
            Message::Thought(number, _) if self.thinking != Some(number) => {}
            Message::Thought(_, words) => {
                self.thinking = None;
                return match words {
                    Ok(words) => self.act(shelf, &words),
                    Err(e) => Action::Say(Notice::wrong(e), Task::none()),
                };
            }
            Message::TakenBack => {
                return self.walk(shelf, MatchRoom::undo, tr!("There is nothing of yours to take back"));
            }
            Message::DoneAgain => return self.walk(shelf, MatchRoom::redo, tr!("There is nothing to do again")),
            Message::HintAsked => return self.ask_for_hint(),
            Message::Hinted(number, _) if self.hint != Hint::Thinking(number) => {}
            Message::Hinted(_, Ok(Some(advice))) => {
                // What is advised is at hand.
                let best = advice.alternatives.first().map(|best| best.notation.clone());
                self.about = None;
                self.cursor =
                    self.sight.actions.iter().position(|a| Some(&a.notation) == best.as_ref()).or(self.cursor);
                self.hint = Hint::Said(advice);
            }
            Message::Hinted(_, Ok(None)) => self.hint = Hint::None,
            Message::Hinted(_, Err(e)) => {
                self.hint = Hint::None;
                return Action::Say(Notice::wrong(e), Task::none());
            }
            Message::LogToggled => self.log_shown = !self.log_shown,
            Message::Moved(to) => return self.move_to(to),
            Message::RunToggled => {
                self.running = !self.running;
                return Action::Run(self.go_on());
            }
            Message::Again => return Action::Again,
            Message::Closed => return Action::Close,
        }
        Action::None
    }

    fn choose(&mut self, at: usize, shelf: &mut Shelf<'_>) -> Action {
        match self.sight.actions.get(at).filter(|_| self.asks_person() && !self.covered) {
            Some(act) if act.ends && !self.end_asked && self.plays_left() > 0 => {
                self.end_asked = true;
                Action::None
            }
            Some(act) if act.takes_text => {
                let Some((_, written)) = self.writing.as_ref().filter(|(writing, _)| *writing == at) else {
                    self.writing = Some((at, String::new()));
                    return Action::Run(iced::widget::operation::focus(super::side::WRITING));
                };
                let words = match written.trim() {
                    "" => act.notation.clone(),
                    text => free_text::join(&act.notation, text),
                };
                self.act(shelf, &words)
            }
            Some(act) => {
                let words = act.notation.clone();
                self.act(shelf, &words)
            }
            None => Action::None,
        }
    }

    /// The action that a person writes a text beside, by its place in the sight, and the text so far.
    pub(super) fn writing(&self) -> Option<(usize, &str)> {
        self.writing.as_ref().map(|(at, text)| (*at, text.as_str()))
    }

    /// What can be done in one way is done; otherwise the ways are listed.
    fn pressed(&mut self, spot: Spot, shelf: &mut Shelf<'_>) -> Action {
        let ways: Vec<usize> = match self.asks_person() {
            true => self.sight.touching(spot).collect(),
            false => return Action::None,
        };
        let narrowed: Vec<usize> = match self.about {
            // The second press says on what the first one is meant.
            Some(first) => ways.iter().copied().filter(|at| self.sight.actions[*at].spots.contains(&first)).collect(),
            None => Vec::new(),
        };
        match (&narrowed[..], &ways[..]) {
            ([only], _) if self.about != Some(spot) => self.choose(*only, shelf),
            (_, [only]) => self.choose(*only, shelf),
            (_, []) => Action::None,
            _ => {
                self.list_about((self.about != Some(spot)).then_some(spot));
                Action::None
            }
        }
    }

    fn walk(
        &mut self,
        shelf: &mut Shelf<'_>,
        step: fn(&mut MatchRoom, &mut catalog::store::Library) -> Result<bool, crate::match_room::Error>,
        nothing: String,
    ) -> Action {
        if self.room.people().count() > 1 {
            let why = tr!("Several people play: what was done stays done");
            return Action::Say(Notice::wrong(why), Task::none());
        }
        match step(&mut self.room, shelf.library) {
            Ok(true) => {
                (self.thinking, self.hint, self.at) = (None, Hint::None, None);
                self.look();
                Action::Run(self.go_on())
            }
            Ok(false) => Action::Say(Notice::wrong(nothing), Task::none()),
            Err(e) => Action::Say(Notice::wrong(e), Task::none()),
        }
    }

    fn ask_for_hint(&mut self) -> Action {
        let Some(thought) = self.room.advice().filter(|_| self.asks_person()) else { return Action::None };
        self.thoughts += 1;
        let number = self.thoughts;
        self.hint = Hint::Thinking(number);
        Action::Run(in_background(thought, Duration::ZERO, move |said| Message::Hinted(number, said)))
    }

    fn move_to(&mut self, to: usize) -> Action {
        let last = self.room.length();
        self.at = (to < last || self.room.id.is_none()).then_some(to.min(last));
        self.look();
        Action::Run(self.go_on())
    }

    /// Does what a key wishes.
    pub fn wish(&mut self, wish: Wish, shelf: &mut Shelf<'_>) -> Action {
        if self.covered {
            return match wish {
                Wish::Enter => self.update(Message::SatDown, shelf),
                Wish::Back => Action::Close,
                _ => Action::None,
            };
        }
        let (moment, last) = (self.moment(), self.room.length());
        let message = match wish {
            Wish::Up => {
                self.cursor = Some(self.cursor.map_or(0, |at| at.saturating_sub(1)));
                return Action::None;
            }
            Wish::Down => {
                self.cursor = Some(self.cursor.map_or(0, |at| (at + 1).min(self.listed().len().saturating_sub(1))));
                return Action::None;
            }
            Wish::First if self.looks_back() => Message::Moved(0),
            Wish::Last => Message::Moved(last),
            Wish::Left => Message::Moved(moment.saturating_sub(1)),
            Wish::Right => Message::Moved((moment + 1).min(last)),
            Wish::Enter => match self.writing().map(|(at, _)| at).or(self.at_hand().map(|(at, _)| at)) {
                Some(at) => Message::Chosen(at),
                None if self.room.sitting.actor().is_none() && self.room.id.is_some() => Message::Again,
                None if self.asks_person() => {
                    let why = tr!("Choose a card first: nothing is chosen for you that throws one away");
                    return Action::Say(Notice::wrong(why), Task::none());
                }
                None => return Action::None,
            },
            Wish::Pick(n) => match self.listed().get(n) {
                Some(at) => Message::Chosen(*at),
                None => return Action::None,
            },
            Wish::Next if self.room.people().next().is_none() && !self.looks_back() => Message::RunToggled,
            Wish::Next => match self.sight.actions.iter().position(|act| act.passes && !act.ends) {
                _ if !self.asks_person() => return Action::None,
                Some(at) => Message::Chosen(at),
                None if self.end().is_some() => {
                    let why = tr!("Space does not end your turn. Press e for that.");
                    return Action::Say(Notice::wrong(why), Task::none());
                }
                None => {
                    let why = tr!("Something must be chosen here: there is nothing to pass");
                    return Action::Say(Notice::wrong(why), Task::none());
                }
            },
            Wish::EndTurn => match self.end() {
                Some(at) => Message::Chosen(at),
                None => return Action::None,
            },
            Wish::Undo | Wish::TakeBack => Message::TakenBack,
            Wish::Redo => Message::DoneAgain,
            Wish::Hint => Message::HintAsked,
            Wish::Log => Message::LogToggled,
            Wish::Back if self.log_shown => Message::LogToggled,
            Wish::Back if self.writing.is_some() => Message::WritingStopped,
            Wish::Back if self.end_asked => Message::EndDeclined,
            Wish::Back if self.about.is_some() => Message::Widened,
            Wish::Back if self.looks_back() && self.room.id.is_some() => Message::Moved(last),
            Wish::Back => Message::Closed,
            _ => return Action::None,
        };
        self.update(message, shelf)
    }

    /// A seat by who sits there, for the person who reads it.
    pub(super) fn called(&self, seat: u8) -> String {
        let name = self.room.name_of(seat);
        match self.sight.sides.len() {
            1 => name,
            _ => format!("{name} ({})", seat_word(seat)),
        }
    }
}

pub(super) fn seat_word(seat: u8) -> String {
    tr!("seat {}", seat + 1)
}

/// Lets somebody think without keeping the window waiting; the answer comes after so long at least.
fn in_background<T: Send + 'static>(
    thought: Thought<T>,
    pace: Duration,
    said: impl FnOnce(Result<T, String>) -> Message + Send + 'static,
) -> Task<Message> {
    Task::future(async move {
        let done = tokio::task::spawn_blocking(move || {
            let start = Instant::now();
            let answer = thought().map_err(|e| e.to_string());
            std::thread::sleep(pace.saturating_sub(start.elapsed()));
            answer
        });
        said(done.await.unwrap_or_else(|e| Err(e.to_string())))
    })
}
