//! A match at its table: who looks at it, what is pointed at, what is decided, and the way back and forth.

mod action_fold;
mod ahead;
mod aiming;
mod background;
mod between_games;
mod board_thing;
mod by_hand;
mod forced;
mod forecast;
mod intent;
mod listing;
mod message;
mod passing;
mod sounds;
mod state;
mod target_sides;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use catalog::tr;
use engine::kernel::free_text;
use engine::kernel::legal_action::{ActionTarget, PromptKind};
use engine::kernel::observation::Observation;
use formats::rng::Seed;
use iced::Task;

use super::context::PlayContext;
use super::lesson::Lesson;
use super::motion::{self, BoardMotion};
use super::preferences::Preferences;
use crate::key::Shortcut;
use crate::notice::Notice;
use crate::saved_match::SavedMatch;
use crate::sound::Sound;

pub use action_fold::ActionFold;
use background::in_background;
pub(super) use listing::{KEYS, LISTED};
pub use message::{Action, BetweenGames, CoachHint, Message, Request};
pub use state::MatchTable;
pub(super) use state::{FILTER, WRITING, seat_label};

impl MatchTable {
    /// Sits down; where several people play, behind a cover.
    pub fn new(saved: SavedMatch, lesson: Option<Lesson>, game: &str, preferences: Preferences) -> MatchTable {
        let seat = saved.session.actor().filter(|seat| saved.human_seats().any(|p| p == *seat));
        let seat = seat.or_else(|| saved.human_seats().next()).unwrap_or(0);
        let over = saved.id.is_none();
        let mut table = MatchTable {
            covered: saved.human_seats().count() > 1,
            seat,
            observation: Observation::default(),
            at: over.then_some(0),
            cursor: None,
            forecast: None,
            confirming_end: None,
            leaving: false,
            writing: None,
            about: None,
            unfolded: None,
            filter: String::new(),
            sides: Default::default(),
            pile: None,
            unavailable: None,
            pointed: None,
            thinking: None,
            thoughts: 0,
            hint: CoachHint::None,
            numbers_shown: false,
            log_shown: false,
            running: true,
            lesson,
            game: game.to_owned(),
            preferences,
            motion: BoardMotion::default(),
            heard: Vec::new(),
            choice_hidden: false,
            aims: Vec::new(),
            intent: None,
            forced: VecDeque::new(),
            shown_moment: None,
            asked_at: None,
            passed: BTreeMap::new(),
            next_decks: if saved.start.best_of.is_some() { saved.start.decks.clone() } else { Vec::new() },
            sideboard: None,
            hurried: false,
            replaying: false,
            options_shown: false,
            saved,
        };
        table.catch_up_with_lesson();
        table.refresh();
        table
    }

    /// Tips that were told before a match was left are not told again.
    fn catch_up_with_lesson(&mut self) {
        let Some(mut lesson) = self.lesson.take() else { return };
        let (session, audience) = (&self.saved.session, self.audience());
        let own = session.decisions().iter().enumerate().filter(|(_, (seat, _))| *seat == self.seat);
        for (at, (_, words)) in own {
            lesson.observe(&session.observe(at, &audience));
            lesson.done(words);
        }
        self.lesson = Some(lesson);
    }

    /// The language is another one.
    pub fn retranslate(&mut self) {
        self.observation = self.saved.session.observe(self.moment(), &self.audience());
        self.forecast = None;
        self.look_ahead();
    }

    /// Hides everything from whoever comes by, where several people play.
    pub fn cover(&mut self) {
        let shared = self.saved.human_seats().count() > 1;
        self.covered = shared && self.saved.session.actor().is_some();
    }

    /// Looks at the table anew; what the change sounds like, for those who let it be heard.
    fn refresh(&mut self) -> Vec<Sound> {
        self.refresh_moving(self.flight())
    }

    /// The same after a leap through the match: nothing happened that could be shown.
    fn refresh_still(&mut self) {
        self.refresh_moving(None);
    }

    fn refresh_moving(&mut self, flight: Option<Duration>) -> Vec<Sound> {
        let moment = self.moment();
        let is_next = self.shown_moment.replace(moment).is_some_and(|shown| shown + 1 == moment);
        self.forced = if is_next && flight.is_some() { self.brief_plays(moment) } else { VecDeque::new() };
        self.look_again(flight)
    }

    /// Shows what is to be seen now: a position on the way to the moment, or the moment.
    fn look_again(&mut self, flight: Option<Duration>) -> Vec<Sound> {
        let on_the_way = self.forced.front().cloned();
        let now = on_the_way.unwrap_or_else(|| self.saved.session.observe(self.moment(), &self.audience()));
        let before = std::mem::replace(&mut self.observation, now);
        self.motion.change(&before, &self.observation, flight);
        self.choice_hidden = false;
        (self.pointed, self.confirming_end, self.writing) = (None, None, None);
        self.compare_sides();
        self.list_about(None);
        self.forecast = None;
        self.look_ahead();
        if self.at.is_none()
            && let Some(lesson) = &mut self.lesson
        {
            lesson.observe(&self.observation);
        }
        self.heard.clear();
        motion::heard(&before, &self.observation)
    }

    /// Lists what can be done about something, or everything. What is done most often is at hand: not to pass, if there is
    /// something to do, and nothing that throws a card away. Which of several targets is meant, a person says.
    fn list_about(&mut self, about: Option<ActionTarget>) {
        (self.about, self.unavailable, self.intent) = (about, None, None);
        (self.unfolded, self.filter) = (None, String::new());
        self.find_aims(about);
        let asked = self.observation.prompt.as_ref().map(|prompt| prompt.kind);
        let listed = self.listed();
        let choosable = listed.iter().filter(|at| !self.observation.actions[**at].targets.is_empty()).count();
        let is_open = match asked {
            Some(PromptKind::Target | PromptKind::Place) => choosable > 1,
            // Neither to give something away nor to refuse it is done by a key that was meant for something else.
            Some(PromptKind::Offer) => true,
            _ => false,
        };
        let act = |at: &usize| &self.observation.actions[*at];
        let harms = |at: &usize| act(at).discards || self.hurts_oneself(*at);
        let worthwhile = listed.iter().position(|at| !harms(at) && !act(at).gains_nothing);
        let passes = listed.iter().position(|at| act(at).passes && !act(at).ends);
        // Nobody means to answer a card of their own without saying so.
        let first = passes.filter(|_| self.answers_oneself()).or(worthwhile).or(passes);
        let first = first.or_else(|| listed.iter().position(|at| !harms(at)));
        self.cursor = first.filter(|_| !is_open);
    }

    /// Lets the bot think whose turn it is, or covers the table for the next person.
    pub fn proceed(&mut self) -> Task<Message> {
        if let Some(task) = self.next_forced() {
            return task;
        }
        if self.at.is_some() || self.thinking.is_some() {
            return Task::none();
        }
        let Some(actor) = self.saved.session.actor() else { return Task::none() };
        if self.saved.human_seats().any(|p| p == actor) {
            if actor != self.seat {
                (self.seat, self.covered) = (actor, true);
                self.refresh();
            }
            self.hurried = false;
            return self.pass_for_person().unwrap_or_else(Task::none);
        }
        let watched = self.saved.human_seats().next().is_none();
        match self.saved.bot_thought().filter(|_| !watched || self.running) {
            Some(thought) => {
                self.thoughts += 1;
                self.thinking = Some(self.thoughts);
                let number = self.thoughts;
                let pause = if self.hurried {
                    Duration::ZERO
                } else {
                    self.preferences.pace.pause() + self.motion.rest_delay()
                };
                in_background(thought, pause, move |words| Message::Thought(number, words))
            }
            None => Task::none(),
        }
    }

    /// Makes so many decisions as a kind of player would, on every seat; for pictures.
    ///
    /// # Errors
    /// Of the library.
    pub fn play_decisions(
        &mut self,
        context: &mut PlayContext<'_>,
        kind: &str,
        decisions: usize,
    ) -> Result<(), String> {
        let kind = kind.parse().map_err(|e: engine::players::UnknownPlayer| e.to_string())?;
        let person = self.saved.human_seats().next();
        for n in 0..decisions as u64 {
            if self.saved.session.actor().is_none() {
                break;
            }
            let words = self.saved.session.choose_later(&kind, Seed::from_number(n))().map_err(|e| e.to_string())?;
            self.saved.act(context.library, &words).map_err(|e| e.to_string())?;
        }
        while self.saved.session.actor() != person && self.saved.session.actor().is_some() && person.is_some() {
            let words = self.saved.session.choose_later(&kind, Seed::from_number(0))().map_err(|e| e.to_string())?;
            self.saved.act(context.library, &words).map_err(|e| e.to_string())?;
        }
        self.thinking = None;
        self.refresh();
        Ok(())
    }

    fn act(&mut self, context: &mut PlayContext<'_>, words: &str) -> Action {
        // Whoever decides does not wait for what was thought about it.
        (self.hint, self.thinking) = (CoachHint::None, None);
        if let Some(lesson) = self.lesson.as_mut().filter(|_| self.saved.session.actor() == Some(self.seat)) {
            lesson.done(words);
        }
        let meant = self.intent.take();
        if let Err(e) = self.saved.act(context.library, words) {
            return Action::wrong(e);
        }
        let change = self.refresh();
        // `refresh` forgets what was meant by the decision.
        self.intent = meant;
        self.came_to(change, context)
    }

    /// Goes on from what has come to be seen.
    fn came_to(&mut self, change: Vec<Sound>, context: &mut PlayContext<'_>) -> Action {
        let ending = self.ending().filter(|_| self.is_over());
        self.hear(ending.map_or(change, |ending| vec![ending]));
        // What a drag was aimed at is chosen when the rules ask for it.
        if let Some(task) = self.next_forced() {
            return Action::Run(task);
        }
        if let Some(at) = self.at {
            return Action::Run(if self.replaying { self.after_a_moment(at) } else { Task::none() });
        }
        if let Some(at) = self.intent.take().and_then(|meant| self.only_way_to(&meant)) {
            return self.choose(at, context);
        }
        let task = self.proceed();
        match self.saved.session.tell_outcome(&self.audience()) {
            Some(ending) => Action::SayAndRun(Notice::done(ending), task),
            None => Action::Run(task),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, context: &mut PlayContext<'_>) -> Action {
        self.leaving = false;
        let action = self.answer(message, context);
        self.look_ahead();
        action
    }

    fn answer(&mut self, message: Message, context: &mut PlayContext<'_>) -> Action {
        match message {
            Message::SatDown => self.covered = false,
            Message::ChoiceHidden(hidden) => self.choice_hidden = hidden,
            Message::YearPointed(year) => self.pointed = year,
            Message::NumbersToggled => self.numbers_shown = !self.numbers_shown,
            Message::Pressed(spot) => return self.pressed(spot, context),
            Message::Marked(at) => {
                if let Some(place) = self.listed().iter().position(|listed| *listed == at) {
                    self.cursor = Some(place);
                }
            }
            Message::Chosen(at) => return self.choose(at, context),
            Message::EndDeclined => self.confirming_end = None,
            Message::Typed(text) => {
                if let Some((_, written)) = &mut self.writing {
                    let plain = text.chars().filter(|c| free_text::is_plain(*c));
                    *written = plain.take(free_text::LONGEST).collect();
                }
            }
            Message::WritingStopped => self.writing = None,
            Message::Widened => self.list_about(None),
            Message::Unfolded(of) => self.unfold(of),
            Message::Filtered(text) => self.set_filter(text),
            Message::Thought(number, _) if self.thinking != Some(number) => {}
            Message::Thought(_, words) => {
                self.thinking = None;
                return match words {
                    Ok(words) => self.act(context, &words),
                    Err(e) => Action::wrong(e),
                };
            }
            Message::DragBegan(spot) => self.list_about(Some(spot)),
            Message::DraggedOver(spot, on) => self.dragged_over(spot, on),
            Message::Dropped(spot, on) => return self.dropped(spot, on, context),
            Message::MenuOpened(spot) => self.open_menu(spot),
            Message::PileOpened(seat, title) => self.pile = Some((seat, title)),
            Message::PileClosed => self.pile = None,
            Message::Read(card) => {
                self.unavailable = Some(card);
                context.pointing.set_reading(true);
            }
            Message::PassJudged(number, said) => return self.pass_judged(number, said, context),
            Message::Hurried => {
                self.hurried = true;
                if self.shows_forced() {
                    self.forced.clear();
                    let change = self.look_again(None);
                    return self.came_to(change, context);
                }
            }
            Message::ForcedShown(step) => return self.forced_shown(step, context),
            Message::WatchedAgain => return self.watch_again(),
            Message::ReplayStepped(at) => return self.step_replay(at),
            Message::OptionsToggled => self.options_shown = !self.options_shown,
            Message::PaceChosen(pace) => {
                self.preferences.pace = pace;
                return self.keep_preferences(context);
            }
            Message::AutoPassChosen(auto_pass) => {
                self.preferences.auto_pass = auto_pass;
                return self.keep_preferences(context);
            }
            Message::SilenceChosen(silent) => {
                self.preferences.silent = silent;
                return self.keep_preferences(context);
            }
            Message::StopToggled(phase) => {
                self.preferences.toggle_stop(&self.game, &phase);
                return self.keep_preferences(context);
            }
            Message::TakenBack => {
                return self.step_history(context, SavedMatch::undo, tr!("Nothing to undo"));
            }
            Message::DoneAgain => {
                return self.step_history(context, SavedMatch::redo, tr!("Nothing to redo"));
            }
            Message::HintRequested => {
                // The hint stands where a card may be shown.
                context.pointing.put_away();
                return self.request_hint();
            }
            Message::Hinted(number, _) if self.hint != CoachHint::Thinking(number) => {}
            Message::Hinted(_, Ok(Some(advice))) => {
                // What is advised is at hand.
                let best = advice.alternatives.first().map(|best| best.notation.as_str());
                (self.about, self.filter) = (None, String::new());
                let is_best = |at: &usize| Some(self.observation.actions[*at].notation.as_str()) == best;
                let advised = (0..self.observation.actions.len()).find(is_best);
                let mut folds = self.folds().into_iter();
                if let Some((of, _)) = folds.find(|(_, of)| advised.is_some_and(|at| of.contains(&at))) {
                    self.unfold(of);
                }
                self.cursor = self.listed().iter().position(|at| Some(*at) == advised).or(self.cursor);
                self.hint = CoachHint::Said(advice);
                return Action::Run(self.scroll_to_advice());
            }
            Message::Hinted(_, Ok(None)) => self.hint = CoachHint::None,
            Message::Hinted(_, Err(e)) => {
                self.hint = CoachHint::None;
                return Action::wrong(e);
            }
            Message::LogToggled => {
                self.log_shown = !self.log_shown;
                return Action::Run(self.scroll_to_advice());
            }
            Message::Moved(to) => return self.move_to(to),
            Message::RunToggled => {
                self.running = !self.running;
                return Action::Run(self.proceed());
            }
            Message::Between(message) => return self.update_between_games(message, context),
            Message::Again => return Action::Ask(Request::Again),
            Message::Closed => return Action::Ask(Request::Close),
        }
        Action::None
    }

    fn choose(&mut self, at: usize, context: &mut PlayContext<'_>) -> Action {
        match self.observation.actions.get(at).filter(|_| self.asks_person() && !self.covered) {
            Some(_) if self.confirming_end != Some(at) && self.asks_before(at) => {
                self.confirming_end = Some(at);
                // The question stands where a card may be shown.
                context.pointing.put_away();
                Action::None
            }
            Some(act) if act.takes_text => {
                let Some((_, written)) = self.writing.as_ref().filter(|(writing, _)| *writing == at) else {
                    self.writing = Some((at, String::new()));
                    return Action::Run(iced::widget::operation::focus(WRITING));
                };
                let words = match written.trim() {
                    "" => act.notation.clone(),
                    text => free_text::join(&act.notation, text),
                };
                self.act(context, &words)
            }
            Some(act) => {
                let words = act.notation.clone();
                self.act(context, &words)
            }
            None => Action::None,
        }
    }

    fn step_history(
        &mut self,
        context: &mut PlayContext<'_>,
        step: fn(&mut SavedMatch, &mut catalog::store::Library) -> Result<bool, crate::saved_match::Error>,
        nothing: String,
    ) -> Action {
        if self.saved.human_seats().count() > 1 {
            let why = tr!("No undo with several players");
            return Action::wrong(why);
        }
        let mut done = step(&mut self.saved, context.library);
        // What the table passed for the person is no decision of theirs.
        while matches!(done, Ok(true)) && self.passed.remove(&self.saved.decision_count()).is_some() {
            done = step(&mut self.saved, context.library).map(|_| true);
        }
        match done {
            Ok(true) => {
                (self.thinking, self.hint, self.at) = (None, CoachHint::None, None);
                // Whoever goes back or forth wants to be asked there.
                self.asked_at = Some(self.saved.decision_count());
                self.passed.retain(|at, _| *at < self.saved.decision_count());
                self.refresh_still();
                Action::Run(self.proceed())
            }
            Ok(false) => Action::wrong(nothing),
            Err(e) => Action::wrong(e),
        }
    }

    fn request_hint(&mut self) -> Action {
        let Some(thought) = self.saved.advice().filter(|_| self.asks_person()) else { return Action::None };
        self.thoughts += 1;
        let number = self.thoughts;
        self.hint = CoachHint::Thinking(number);
        Action::Run(in_background(thought, Duration::ZERO, move |said| Message::Hinted(number, said)))
    }

    fn move_to(&mut self, to: usize) -> Action {
        let last = self.saved.decision_count();
        self.replaying = false;
        let is_step = to == self.moment() + 1;
        self.at = (to < last || self.saved.id.is_none()).then_some(to.min(last));
        if is_step {
            self.refresh();
        } else {
            self.refresh_still();
        }
        Action::Run(self.proceed())
    }

    /// Does what a shortcut says.
    pub fn shortcut(&mut self, shortcut: Shortcut, context: &mut PlayContext<'_>) -> Action {
        if self.covered {
            return match shortcut {
                Shortcut::Enter => self.update(Message::SatDown, context),
                Shortcut::Back => Action::Ask(Request::Close),
                _ => Action::None,
            };
        }
        let (moment, last) = (self.moment(), self.saved.decision_count());
        let leaving = std::mem::take(&mut self.leaving);
        let message = match shortcut {
            Shortcut::Up => {
                self.cursor = Some(self.cursor.map_or(0, |at| at.saturating_sub(1)));
                self.look_ahead();
                return Action::None;
            }
            Shortcut::Down => {
                self.cursor = Some(self.cursor.map_or(0, |at| (at + 1).min(self.listed().len().saturating_sub(1))));
                self.look_ahead();
                return Action::None;
            }
            Shortcut::First if self.looks_back() => Message::Moved(0),
            Shortcut::Last => Message::Moved(last),
            Shortcut::Left => Message::Moved(moment.saturating_sub(1)),
            Shortcut::Right => Message::Moved((moment + 1).min(last)),
            // The question whether to end stands above the list.
            Shortcut::Enter => match self.at_enter() {
                Some(at) => Message::Chosen(at),
                None if self.sideboard.is_some() => Message::Between(BetweenGames::SideboardDone),
                None if self.games_to_go().is_some() => Message::Between(BetweenGames::NextGame),
                None if self.saved.session.actor().is_none() && self.saved.id.is_some() => Message::Again,
                None if self.asks_person() => {
                    let why = tr!("Choose one first: targets and discards are never preselected");
                    return Action::wrong(why);
                }
                None => return Action::None,
            },
            Shortcut::Pick(n) => match self.listed().get(n) {
                Some(at) => Message::Chosen(*at),
                None => match self.folds().into_iter().nth(n - self.listed().len()) {
                    Some((of, _)) => Message::Unfolded(of),
                    None => return Action::None,
                },
            },
            Shortcut::Next if self.is_record() => Message::WatchedAgain,
            Shortcut::Next if self.saved.human_seats().next().is_none() && !self.looks_back() => Message::RunToggled,
            Shortcut::Next if self.shows_others() => Message::Hurried,
            Shortcut::Next => match self.observation.actions.iter().position(|act| act.passes && !act.ends) {
                _ if !self.asks_person() => return Action::None,
                Some(at) => Message::Chosen(at),
                None if self.end().is_some() => {
                    let why = tr!("Space does not end your turn. Press E to end it.");
                    return Action::wrong(why);
                }
                None => {
                    let why = tr!("You must choose an action");
                    return Action::wrong(why);
                }
            },
            Shortcut::EndTurn => match self.end() {
                Some(at) => Message::Chosen(at),
                None if self.asks_person() => {
                    let why = tr!("Answer the question first. There is nothing to end yet.");
                    return Action::wrong(why);
                }
                None => return Action::None,
            },
            Shortcut::Search if self.is_filtered() => return Action::Run(iced::widget::operation::focus(FILTER)),
            Shortcut::Undo | Shortcut::TakeBack => Message::TakenBack,
            Shortcut::Redo => Message::DoneAgain,
            Shortcut::Hint => Message::HintRequested,
            Shortcut::Log => Message::LogToggled,
            Shortcut::WatchAgain => Message::WatchedAgain,
            Shortcut::Back if self.sideboard.is_some() => Message::Between(BetweenGames::SideboardClosed),
            Shortcut::Back if self.pile.is_some() => Message::PileClosed,
            Shortcut::Back if self.options_shown => Message::OptionsToggled,
            Shortcut::Back if self.log_shown => Message::LogToggled,
            Shortcut::Back if self.pile_choice().is_some() => Message::Widened,
            Shortcut::Back if self.choice().is_some() => Message::ChoiceHidden(true),
            Shortcut::Back if self.choice_hidden => Message::ChoiceHidden(false),
            Shortcut::Back if self.writing.is_some() => Message::WritingStopped,
            Shortcut::Back if self.confirming_end.is_some() => Message::EndDeclined,
            Shortcut::Back if self.is_narrowed() || self.unavailable.is_some() => Message::Widened,
            Shortcut::Back if self.can_cancel() => Message::TakenBack,
            Shortcut::Back if self.looks_back() && self.saved.id.is_some() => Message::Moved(last),
            Shortcut::Back if self.goes_on() && !leaving => {
                self.leaving = true;
                return Action::done(tr!("Press Esc again to leave. The match is saved."));
            }
            Shortcut::Back => Message::Closed,
            _ => return Action::None,
        };
        self.update(message, context)
    }
}
