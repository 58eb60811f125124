//! A match that people sit at: one decision after the other, with the way back to any of them.
//!
//! A decision is named by its words, as a record names it, so that a saved match is read as it was played. What leaves
//! no choice is done at once. Players that think do so on a copy of the position, elsewhere: nobody waits for them here.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use catalog::tr;
use formats::rng::Seed;

use crate::kernel::audience::{Audience, EventLine};
use crate::kernel::evaluation::Evaluations;
use crate::kernel::free_text;
use crate::kernel::game_loop::{GameObserver, GameParams};
use crate::kernel::observation::{Observation, TurnPhase};
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::player::{NoAnswer, SeatView};
use crate::kernel::record::{Log, Recorder, RecorderMark};
use crate::kernel::rules::{Actor, NullSink, Rules};
use crate::kernel::weights::Weights;
use crate::players::PlayerKind;
use crate::session::coach::{self, Advice};
use crate::session::lookahead::{self, LookAhead};

/// A thought that can be had on another thread.
pub type ThinkTask<T> = Box<dyn FnOnce() -> Result<T, NoAnswer> + Send>;

/// What was said cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionNotFound {
    /// What was said.
    pub text: String,
    /// What can be done.
    pub legal: Vec<String>,
}

impl fmt::Display for ActionNotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ActionNotFound { text: words, legal: could } = self;
        f.write_str(&tr!("`{words}` cannot be done here; it could be: {could}", words, could = could.join("; ")))
    }
}

impl std::error::Error for ActionNotFound {}

/// A match under way, whichever game it is. Moments are counted by decisions: 0 is the first, and the last one is now.
pub trait MatchSession: Send {
    /// Seats of the match.
    fn seats(&self) -> u8;

    /// Who decides now; nobody when it is over.
    fn actor(&self) -> Option<u8>;

    /// Decisions made so far, each with its seat (from 0) and in words.
    fn decisions(&self) -> &[(u8, String)];

    /// What a seat sees at a moment, or everything for `None`.
    fn observation(&self, at: usize, seat: Option<u8>) -> Observation {
        self.observe(at, &Audience::numbered(seat))
    }

    /// What somebody sees at a moment, in words for them.
    fn observe(&self, at: usize, to: &Audience) -> Observation;

    /// What somebody saw on the way to a moment from the one before: each position in which there was only one thing to do, in order.
    fn observe_forced(&self, at: usize, to: &Audience) -> Vec<Observation>;

    /// The parts of a turn, in order; none where turns have no parts with names.
    fn phases(&self) -> Vec<TurnPhase>;

    /// What happened from one moment to another, sentence by sentence, as a seat sees it or everybody for `None`.
    fn event_texts(&self, from: usize, to: usize, seat: Option<u8>) -> Vec<String>;

    /// The same as lines of a log for somebody.
    fn event_lines(&self, from: usize, to: usize, audience: &Audience) -> Vec<EventLine>;

    /// What happened from one moment to another as one step of a log for somebody: cards that go the same way together, a number
    /// that changes again and again once, and nothing that tells a reader of the game nothing.
    fn log_lines(&self, from: usize, to: usize, audience: &Audience) -> Vec<EventLine>;

    /// The seat that decides does what these words say, and all that follows without a choice is done. Where a person
    /// may write a text ([`crate::kernel::legal_action::LegalAction::takes_text`]), it stands behind the words and a colon.
    ///
    /// # Errors
    /// If that is not allowed; nothing has happened then.
    fn act(&mut self, words: &str) -> Result<(), ActionNotFound>;

    /// Goes back to a moment; what was decided after it is forgotten.
    fn undo_to(&mut self, to: usize);

    /// A number that differs between different positions.
    fn digest(&self) -> u64;

    /// The turn that is played now, from 1.
    fn turn(&self) -> u32;

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// How it ended, in a sentence of the language that is spoken.
    fn outcome_text(&self) -> Option<String> {
        self.tell_outcome(&Audience::default())
    }

    /// How it ended, in a sentence for somebody.
    fn tell_outcome(&self, to: &Audience) -> Option<String>;

    /// The same log as that of a record, up to now.
    fn log(&self) -> Log;

    /// What surely happens if the seat that decides does what these words say and everybody passes then, for somebody who sees
    /// what that seat sees. Nothing is told that hangs on hidden cards or on chance.
    fn look_ahead(&self, words: &str, to: &Audience) -> LookAhead;

    /// What a player of a kind would do now, in words; its chance is that of the seed.
    fn choose_later(&self, kind: &PlayerKind, seed: Seed) -> ThinkTask<String>;

    /// What a player of a kind would do now, and why, in words for somebody; `None` for a kind that compares nothing, or if
    /// it is over.
    fn advise(&self, kind: &PlayerKind, seed: Seed, to: &Audience) -> ThinkTask<Option<Advice>>;

    /// What each action that can be done now is worth to a player who looks one play ahead, by its words: from −1 to 1. Quick enough
    /// to be asked while a person waits.
    fn quick_values(&self) -> Vec<(String, f64)>;
}

/// A position with a choice, or the end.
struct Moment<S> {
    state: S,
    mark: RecorderMark,
}

/// A match of one game.
pub(crate) struct GameSession<G: Rules> {
    game: Arc<G>,
    weights: Weights,
    turns: u32,
    recorder: Recorder<G>,
    /// One more than decisions.
    moments: Vec<Moment<G::State>>,
    /// What can be done now.
    legal: Vec<G::Action>,
}

impl<G: Rules> GameSession<G> {
    pub fn new(game: G, weights: Weights, params: &GameParams) -> Self {
        let mut recorder = Recorder::default();
        let state = game.start(params.seed, params.first, &mut recorder);
        let (game, turns) = (Arc::new(game), params.max_turns);
        let (moments, legal) = (Vec::new(), Vec::new());
        let mut session = GameSession { game, weights, turns, recorder, moments, legal };
        session.play_forced(state);
        session
    }

    fn now(&self) -> &G::State {
        &self.moments.last().expect("there is a moment from the start on").state
    }

    /// Does what leaves no choice, and keeps the moment that there is one.
    fn play_forced(&mut self, mut state: G::State) {
        while let Actor::Seat(seat) = self.game.actor(&state) {
            if self.game.turn(&state) > self.turns {
                self.game.stop(&mut state, EndReason::TurnLimit);
                break;
            }
            self.game.legal_actions(&state, &mut self.legal);
            let [only] = self.legal[..] else { break };
            self.recorder.on_action(&*self.game, &state, seat, only, 1);
            self.game.apply_listed(&mut state, only, &mut self.recorder);
        }
        self.game.legal_actions(&state, &mut self.legal);
        self.moments.push(Moment { state, mark: self.recorder.mark() });
    }

    fn observe_state(&self, state: &G::State, to: &Audience) -> Observation {
        let seats = (0..self.game.seats()).filter(|_| to.has_names());
        Observation { names: seats.map(|seat| to.heading(seat)).collect(), ..self.game.observe(state, to) }
    }

    /// What happened from one moment to another, by place.
    fn events(&self, from: usize, to: usize) -> Range<usize> {
        let last = self.moments.len() - 1;
        let until = self.moments[to.min(last)].mark.events;
        let since = if from == 0 { 0 } else { self.moments[from.min(last)].mark.events };
        since.min(until)..until
    }

    fn legal_notations(&self) -> Vec<String> {
        self.legal.iter().map(|a| self.game.notation(self.now(), *a)).collect()
    }
}

impl<G: Rules + Send + 'static> MatchSession for GameSession<G> {
    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn actor(&self) -> Option<u8> {
        match self.game.actor(self.now()) {
            Actor::Seat(seat) => Some(seat),
            Actor::Nobody => None,
        }
    }

    fn decisions(&self) -> &[(u8, String)] {
        &self.recorder.log.actions
    }

    fn observe(&self, at: usize, to: &Audience) -> Observation {
        self.observe_state(&self.moments[at.min(self.moments.len() - 1)].state, to)
    }

    fn observe_forced(&self, at: usize, to: &Audience) -> Vec<Observation> {
        let mut seen = Vec::new();
        let before = at.checked_sub(1).and_then(|at| Some((self.moments.get(at)?, self.recorder.log.actions.get(at)?)));
        let Some((Moment { state, .. }, (_, words))) = before else { return seen };
        let (mut state, mut legal) = (state.clone(), Vec::new());
        self.game.legal_actions(&state, &mut legal);
        let found = free_text::find_action(&*self.game, &state, &legal, words).map(|(at, _)| legal[at]);
        let mut next = found;
        while let Some(action) = next {
            self.game.apply(&mut state, action, &mut NullSink).expect("it was done before");
            self.game.legal_actions(&state, &mut legal);
            next = match legal[..] {
                [only] if self.game.turn(&state) <= self.turns => Some(only),
                _ => None,
            };
            if next.is_some() {
                seen.push(self.observe_state(&state, to));
            }
        }
        seen
    }

    fn phases(&self) -> Vec<TurnPhase> {
        self.game.phases()
    }

    fn event_texts(&self, from: usize, to: usize, seat: Option<u8>) -> Vec<String> {
        self.recorder.event_texts(&self.game, self.events(from, to), seat)
    }

    fn event_lines(&self, from: usize, to: usize, audience: &Audience) -> Vec<EventLine> {
        self.recorder.event_lines(&self.game, self.events(from, to), audience)
    }

    fn log_lines(&self, from: usize, to: usize, audience: &Audience) -> Vec<EventLine> {
        let mut lines: Vec<EventLine> = Vec::new();
        for (line, _) in self.recorder.told_events(&self.game, self.events(from, to), audience) {
            // The turn before it began and ended within one decision: without a question to anybody.
            if to <= from + 1 && line.begins_turn && lines.iter().any(|line| line.begins_turn) {
                let text = tr!("Nothing to decide this turn");
                lines.push(EventLine { text, cards: Vec::new(), begins_turn: false, quiet: false });
            }
            lines.push(line);
        }
        lines
    }

    fn act(&mut self, words: &str) -> Result<(), ActionNotFound> {
        let found = free_text::find_action(&*self.game, self.now(), &self.legal, words);
        let (Some((at, text)), Some(seat)) = (found, self.actor()) else {
            return Err(ActionNotFound { text: words.to_owned(), legal: self.legal_notations() });
        };
        let (action, mut state) = (self.legal[at], self.now().clone());
        self.recorder.record_action(&self.game, &state, seat, action, text);
        self.game.apply_listed(&mut state, action, &mut self.recorder);
        self.play_forced(state);
        Ok(())
    }

    fn undo_to(&mut self, to: usize) {
        self.moments.truncate(to + 1);
        let last = self.moments.last().expect("the first moment stays");
        self.recorder.truncate(&last.mark);
        self.game.legal_actions(&last.state, &mut self.legal);
    }

    fn digest(&self) -> u64 {
        self.game.digest(self.now())
    }

    fn turn(&self) -> u32 {
        self.game.turn(self.now())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(self.now())
    }

    fn tell_outcome(&self, to: &Audience) -> Option<String> {
        self.outcome().map(|outcome| self.game.tell_outcome(outcome, to))
    }

    fn log(&self) -> Log {
        self.recorder.log.clone()
    }

    fn look_ahead(&self, words: &str, to: &Audience) -> LookAhead {
        let (state, actor) = (self.now(), self.actor());
        let action = self.legal.iter().find(|action| self.game.notation(state, **action) == words);
        match actor.zip(action) {
            Some((seat, action)) => lookahead::look_ahead(&SeatView::new(&*self.game, state, seat), *action, to),
            None => LookAhead::default(),
        }
    }

    fn choose_later(&self, kind: &PlayerKind, seed: Seed) -> ThinkTask<String> {
        let (game, state, legal) = (self.game.clone(), self.now().clone(), self.legal.clone());
        let mut player = kind.new_player::<G>(Some(&self.weights), seed);
        let seat = self.actor().unwrap_or(0);
        Box::new(move || {
            let choice = player.choose(&SeatView::new(&*game, &state, seat), &legal)?;
            Ok(game.notation(&state, legal[choice]))
        })
    }

    fn advise(&self, kind: &PlayerKind, seed: Seed, to: &Audience) -> ThinkTask<Option<Advice>> {
        let to = to.clone();
        let (game, state, legal) = (self.game.clone(), self.now().clone(), self.legal.clone());
        let (kind, weights, seat) = (kind.clone(), self.weights.clone(), self.actor());
        Box::new(move || match seat {
            Some(seat) => coach::advise(&SeatView::new(&*game, &state, seat), &legal, &kind, &weights, seed, &to),
            None => Ok(None),
        })
    }
    fn quick_values(&self) -> Vec<(String, f64)> {
        let player = PlayerKind::Greedy.new_coach::<G>(&self.weights, Seed::from_number(0), None);
        let Some((seat, mut player)) = self.actor().zip(player) else { return Vec::new() };
        let view = SeatView::new(&*self.game, self.now(), seat);
        if player.choose(&view, &self.legal).is_err() {
            return Vec::new();
        }
        let values = player.evaluations().map(Evaluations::ranked).unwrap_or_default();
        values.iter().map(|of| (view.notation(self.legal[of.action]), of.value)).collect()
    }
}
