//! A match that people sit at: one decision after the other, with the way back to any of them.
//!
//! A decision is named by its words, as a record names it, so that a saved match is read as it was played. What leaves
//! no choice is done at once. Players that think do so on a copy of the position, elsewhere: nobody waits for them here.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use catalog::spoken::as_written;
use catalog::tr;
use formats::rng::Seed;

use crate::bout::{Terms, Watch};
use crate::coach::{self, Advice};
use crate::free_text;
use crate::game::{Actor, Game, Outcome, Reason};
use crate::player::{Kind, NoAnswer, View, Weights};
use crate::record::{Log, Mark, Recorder};
use crate::sight::Sight;

/// A thought that can be had on another thread.
pub type Thought<T> = Box<dyn FnOnce() -> Result<T, NoAnswer> + Send>;

/// What was said cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotHere {
    /// What was said.
    pub words: String,
    /// What can be done.
    pub could: Vec<String>,
}

impl fmt::Display for NotHere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotHere { words, could } = self;
        f.write_str(&tr!("`{words}` cannot be done here; it could be: {could}", words, could = could.join("; ")))
    }
}

impl std::error::Error for NotHere {}

/// A match under way, whichever game it is. Moments are counted by decisions: 0 is the first, and the last one is now.
pub trait Sitting: Send {
    /// Seats of the match.
    fn seats(&self) -> u8;

    /// Who decides now; nobody when it is over.
    fn actor(&self) -> Option<u8>;

    /// Decisions made so far, each with its seat (from 0) and in words.
    fn decided(&self) -> &[(u8, String)];

    /// What a seat sees at a moment, or everything for `None`.
    fn sight(&self, at: usize, seat: Option<u8>) -> Sight;

    /// What happened from one moment to another, sentence by sentence, as a seat sees it or everybody for `None`.
    fn told(&self, from: usize, to: usize, seat: Option<u8>) -> Vec<String>;

    /// Which sentences of [`Sitting::told`] begin a turn, in their order.
    fn turns(&self, from: usize, to: usize) -> Vec<bool>;

    /// The seat that decides does what these words say, and all that follows without a choice is done. Where a person
    /// may write a text ([`crate::sight::Act::takes_text`]), it stands behind the words and a colon.
    ///
    /// # Errors
    /// If that is not allowed; nothing has happened then.
    fn act(&mut self, words: &str) -> Result<(), NotHere>;

    /// Goes back to a moment; what was decided after it is forgotten.
    fn back(&mut self, to: usize);

    /// A number that differs between different positions.
    fn digest(&self) -> u64;

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// How it ended, in a sentence as records keep it, whatever language is spoken.
    fn ending(&self) -> Option<String>;

    /// How it ended, in a sentence of the language that is spoken.
    fn told_ending(&self) -> Option<String>;

    /// The same log as that of a record, up to now.
    fn log(&self) -> Log;

    /// What a player of a kind would do now, in words; its chance is that of the seed.
    fn think(&self, kind: &Kind, seed: Seed) -> Thought<String>;

    /// What a player of a kind would do now, and why; `None` for a kind that compares nothing, or if it is over.
    fn advise(&self, kind: &Kind, seed: Seed) -> Thought<Option<Advice>>;
}

/// A position with a choice, or the end.
struct Moment<S> {
    state: S,
    mark: Mark,
}

/// A match of one game.
pub(crate) struct Seated<G: Game> {
    game: Arc<G>,
    weights: Weights,
    turns: u32,
    ending: fn(Outcome) -> String,
    recorder: Recorder<G>,
    /// One more than decisions.
    moments: Vec<Moment<G::State>>,
    /// What can be done now.
    legal: Vec<G::Action>,
}

impl<G: Game> Seated<G> {
    pub fn new(game: G, weights: Weights, terms: &Terms, ending: fn(Outcome) -> String) -> Self {
        let mut recorder = Recorder::default();
        let state = game.start(terms.seed, terms.first, &mut recorder);
        let (game, turns) = (Arc::new(game), terms.turns);
        let (moments, legal) = (Vec::new(), Vec::new());
        let mut seated = Seated { game, weights, turns, ending, recorder, moments, legal };
        seated.settle(state);
        seated
    }

    fn now(&self) -> &G::State {
        &self.moments.last().expect("there is a moment from the start on").state
    }

    /// Does what leaves no choice, and keeps the moment that there is one.
    fn settle(&mut self, mut state: G::State) {
        while let Actor::Seat(seat) = self.game.actor(&state) {
            if self.game.turn(&state) > self.turns {
                self.game.stop(&mut state, Reason::TurnLimit);
                break;
            }
            self.game.legal(&state, &mut self.legal);
            let [only] = self.legal[..] else { break };
            self.recorder.acts(&*self.game, &state, seat, only, 1);
            self.game.apply(&mut state, only, &mut self.recorder).expect("what is listed is allowed");
        }
        self.game.legal(&state, &mut self.legal);
        self.moments.push(Moment { state, mark: self.recorder.mark() });
    }

    /// What happened from one moment to another, by place.
    fn events(&self, from: usize, to: usize) -> Range<usize> {
        let last = self.moments.len() - 1;
        let until = self.moments[to.min(last)].mark.events;
        let since = if from == 0 { 0 } else { self.moments[from.min(last)].mark.events };
        since.min(until)..until
    }

    fn words(&self) -> Vec<String> {
        self.legal.iter().map(|a| self.game.notation(self.now(), *a)).collect()
    }
}

impl<G: Game + Send + 'static> Sitting for Seated<G> {
    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn actor(&self) -> Option<u8> {
        match self.game.actor(self.now()) {
            Actor::Seat(seat) => Some(seat),
            Actor::Nobody => None,
        }
    }

    fn decided(&self) -> &[(u8, String)] {
        &self.recorder.log.actions
    }

    fn sight(&self, at: usize, seat: Option<u8>) -> Sight {
        self.game.sight(&self.moments[at.min(self.moments.len() - 1)].state, seat)
    }

    fn told(&self, from: usize, to: usize, seat: Option<u8>) -> Vec<String> {
        self.recorder.told(&self.game, self.events(from, to), seat)
    }

    fn turns(&self, from: usize, to: usize) -> Vec<bool> {
        self.recorder.events[self.events(from, to)].iter().map(|(event, _)| self.game.is_turn(*event)).collect()
    }

    fn act(&mut self, words: &str) -> Result<(), NotHere> {
        let found = free_text::find(&*self.game, self.now(), &self.legal, words);
        let (Some((at, text)), Some(seat)) = (found, self.actor()) else {
            return Err(NotHere { words: words.to_owned(), could: self.words() });
        };
        let (action, mut state) = (self.legal[at], self.now().clone());
        self.recorder.acts_with_text(&self.game, &state, seat, action, text);
        self.game.apply(&mut state, action, &mut self.recorder).expect("what is listed is allowed");
        self.settle(state);
        Ok(())
    }

    fn back(&mut self, to: usize) {
        self.moments.truncate(to + 1);
        let last = self.moments.last().expect("the first moment stays");
        self.recorder.back_to(&last.mark);
        self.game.legal(&last.state, &mut self.legal);
    }

    fn digest(&self) -> u64 {
        self.game.digest(self.now())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(self.now())
    }

    fn ending(&self) -> Option<String> {
        as_written(|| self.told_ending())
    }

    fn told_ending(&self) -> Option<String> {
        self.outcome().map(self.ending)
    }

    fn log(&self) -> Log {
        self.recorder.log.clone()
    }

    fn think(&self, kind: &Kind, seed: Seed) -> Thought<String> {
        let (game, state, legal) = (self.game.clone(), self.now().clone(), self.legal.clone());
        let mut player = kind.player::<G>(Some(&self.weights), seed);
        let seat = self.actor().unwrap_or(0);
        Box::new(move || {
            let choice = player.choose(&View::new(&*game, &state, seat), &legal)?;
            Ok(game.notation(&state, legal[choice]))
        })
    }

    fn advise(&self, kind: &Kind, seed: Seed) -> Thought<Option<Advice>> {
        let (game, state, legal) = (self.game.clone(), self.now().clone(), self.legal.clone());
        let (kind, weights, seat) = (kind.clone(), self.weights.clone(), self.actor());
        Box::new(move || match seat {
            Some(seat) => coach::advise(&View::new(&*game, &state, seat), &legal, &kind, &weights, seed),
            None => Ok(None),
        })
    }
}
