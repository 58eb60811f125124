//! What is kept of a game so that it can be played again: its start, its actions, and what chance did.

use std::ops::Range;

use catalog::fold::capital;
use formats::deck::{SavedDeck, SavedDeckError};
use formats::rng::{Dice, FastRng, Seed};
use serde::{Deserialize, Serialize};

use super::{MOST_SEATS, MOST_TURNS};

pub mod outcome;

use crate::kernel::audience::{Audience, EventLine};
use crate::kernel::free_text::{self, Texts};
use crate::kernel::game_loop::GameObserver;
use crate::kernel::outcome::EndReason;
use crate::kernel::record::outcome::RecordedOutcome;
use crate::kernel::rules::{Actor, EventSink, Rules, Seats};

/// A game as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Version of the program that played it.
    pub program: String,
    /// Id of the game.
    pub game: String,
    /// SHA-256 of the game's data.
    pub data: String,
    /// Id of the format.
    pub format: String,
    /// Rulings other than the defaults.
    pub options: Vec<(String, String)>,
    /// Decks in seat order.
    pub decks: Vec<SavedDeck>,
    /// Who played, in seat order.
    pub players: Vec<String>,
    /// Seed of the game's own chance, 64 hexadecimal digits.
    pub seed: String,
    /// The seat that began, from 0; absent if chance decided.
    pub first: Option<u8>,
    /// Most turns.
    pub turns: u32,
    /// What happened.
    pub log: Log,
    /// How it ended; absent if it is not over.
    pub outcome: Option<RecordedOutcome>,
}

/// Actions and outcomes of chance, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Log {
    /// Each action of a seat (from 0) that had a choice, in words.
    pub actions: Vec<(u8, String)>,
    /// Each outcome of chance, from 0.
    pub chance: Vec<u32>,
    /// The digest of the position at the first decision of each turn: turn, 16 hexadecimal digits.
    pub digests: Vec<(u32, String)>,
}

/// Entries of each list of a log: many times those of the longest games.
const MOST_ENTRIES: usize = 200_000;
/// Rulings.
const MOST_OPTIONS: usize = 100;
/// Bytes of an action in words, and of any other text.
const LONGEST: usize = 4_000;

/// What is wrong with a record, before or while it is played again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// So many entries in one of its lists.
    #[error("the record has {0} entries; a game has at most {MOST_ENTRIES}")]
    Entries(usize),
    /// So many turns.
    #[error("the record is of a game of up to {0} turns; there are at most {MOST_TURNS}")]
    Turns(u32),
    /// Too many seats or rulings.
    #[error("the record is of {seats} seats and {rulings} rulings; there are at most {MOST_SEATS} and {MOST_OPTIONS}")]
    Seats {
        /// Seats.
        seats: usize,
        /// Rulings.
        rulings: usize,
    },
    /// A text.
    #[error("a text of the record is longer than {LONGEST} bytes")]
    Text,
    /// A deck.
    #[error(transparent)]
    Deck(SavedDeckError),
    /// A deck that its format does not allow.
    #[error("`{deck}` is not legal in {format}")]
    IllegalDeck {
        /// The deck's name.
        deck: String,
        /// The format's name.
        format: String,
    },
    /// Its seed.
    #[error("its seed is none of 64 digits")]
    Seed,
    /// Its first seat.
    #[error("the seat that begins is none of its seats")]
    FirstSeat,
    /// Its end, as it is now in a sentence.
    #[error("it ends otherwise than recorded: {0}")]
    Outcome(String),
    /// It was made with other data, which may be why it cannot be played again.
    #[error(
        "it was made with other data of {game}: {then}… then, {now}… now; replay it with the program and data that made it ({error})"
    )]
    OtherData {
        /// The game's name.
        game: String,
        /// The beginning of the hash of its data.
        then: String,
        /// The same of the data at hand.
        now: String,
        /// What was wrong.
        error: String,
    },
}

impl Record {
    /// Whether it is of a size that games have: a record can come from anybody, and all of it is played again. It names
    /// no files: a player in it is words that are shown.
    ///
    /// # Errors
    /// What there is too much of.
    pub fn check(&self) -> Result<(), RecordError> {
        let Log { actions, chance, digests } = &self.log;
        let longest = actions.len().max(chance.len()).max(digests.len());
        if longest > MOST_ENTRIES {
            return Err(RecordError::Entries(longest));
        }
        if self.turns > MOST_TURNS {
            return Err(RecordError::Turns(self.turns));
        }
        let seats = self.decks.len().max(self.players.len());
        if seats > MOST_SEATS || self.options.len() > MOST_OPTIONS {
            return Err(RecordError::Seats { seats, rulings: self.options.len() });
        }
        let heads = [&self.program, &self.game, &self.data, &self.format, &self.seed];
        let outcome = self.outcome.iter().filter_map(RecordedOutcome::sentence);
        let options = self.options.iter().flat_map(|(key, value)| [key, value]);
        let words = actions.iter().map(|(_, words)| words).chain(digests.iter().map(|(_, digest)| digest));
        let names = self.players.iter().chain(self.decks.iter().map(|deck| &deck.name));
        if heads.into_iter().chain(options).chain(words).chain(names).chain(outcome).any(|text| text.len() > LONGEST) {
            return Err(RecordError::Text);
        }
        self.decks.iter().try_for_each(|deck| deck.check().map_err(RecordError::Deck))
    }
}

/// Keeps a log, and the events with who may see them.
pub struct Recorder<G: Rules> {
    /// The log so far.
    pub log: Log,
    /// The events so far, with the turn.
    pub events: Vec<(G::Event, Seats)>,
    texts: Texts<G::Event>,
    turn: u32,
}

impl<G: Rules> Default for Recorder<G> {
    fn default() -> Self {
        Recorder { log: Log::default(), events: Vec::new(), texts: Texts::default(), turn: 0 }
    }
}

/// How far a recorder was.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecorderMark {
    /// Actions that were a choice.
    pub actions: usize,
    /// Events.
    pub events: usize,
    chance: usize,
    digests: usize,
    turn: u32,
}

impl<G: Rules> Recorder<G> {
    pub(crate) fn mark(&self) -> RecorderMark {
        let Log { actions, chance, digests } = &self.log;
        let (actions, chance, digests) = (actions.len(), chance.len(), digests.len());
        RecorderMark { actions, events: self.events.len(), chance, digests, turn: self.turn }
    }

    /// A seat does something that it had a choice in, with a text beside it.
    pub(crate) fn record_action(
        &mut self,
        game: &G,
        state: &G::State,
        seat: u8,
        action: G::Action,
        text: Option<&str>,
    ) {
        self.note_digest(game, state);
        let words = game.notation(state, action);
        if let Some(event) = game.free_text_event(state, action) {
            self.texts.write(event, text, self.events.len(), self.log.actions.len());
        }
        self.log.actions.push((seat, text.map_or_else(|| words.clone(), |text| free_text::join(&words, text))));
    }

    /// Events in sentences, as a seat sees them, or everybody for `None`.
    pub fn event_texts(&self, game: &G, events: Range<usize>, seat: Option<u8>) -> Vec<String> {
        let from = events.start;
        let tell = |(i, (event, to)): (usize, &(G::Event, Seats))| {
            self.texts.with_text(from + i, *event, game.event_text_for(*event, *to, seat))
        };
        self.events[events].iter().enumerate().map(tell).collect()
    }

    /// Events as lines of a log for somebody.
    pub(crate) fn event_lines(&self, game: &G, events: Range<usize>, audience: &Audience) -> Vec<EventLine> {
        let from = events.start;
        let mut last = None;
        let tell = |(i, (event, to)): (usize, &(G::Event, Seats))| {
            let line = game.event_line(*event, *to, audience);
            let quiet = line.quiet || last.is_some_and(|last| game.goes_without_saying(*event, last));
            last = if quiet { last } else { Some(*event) };
            EventLine { text: self.texts.with_text(from + i, *event, line.text), quiet, ..line }
        };
        self.events[events].iter().enumerate().map(tell).collect()
    }

    /// What happened in one decision as a log tells it to somebody: like [`Recorder::event_lines`], condensed and without what is
    /// quiet, each line with the first event that it tells.
    pub(crate) fn told_events(
        &self,
        game: &G,
        events: Range<usize>,
        audience: &Audience,
    ) -> Vec<(EventLine, G::Event)> {
        let knows = |to: Seats| audience.sees().is_none_or(|seat| to >> seat & 1 != 0);
        let known = |at: usize| match self.events[at] {
            (event, to) if knows(to) => (at, event),
            (event, _) => (at, game.hidden(event)),
        };
        let mut last = None;
        let tell = |(at, event): (usize, G::Event)| {
            let line = game.known_line(event, audience);
            let first = self.events[at].0;
            if line.quiet || last.is_some_and(|last| game.goes_without_saying(first, last)) {
                return None;
            }
            last = Some(first);
            let text = capital(&self.texts.with_text(at, first, line.text));
            Some((EventLine { text, begins_turn: game.is_turn(first), ..line }, first))
        };
        game.condense(events.map(known).collect()).into_iter().filter_map(tell).collect()
    }

    /// Forgets what came after a mark.
    pub(crate) fn truncate(&mut self, mark: &RecorderMark) {
        self.log.actions.truncate(mark.actions);
        self.texts.truncate(mark.actions);
        self.log.chance.truncate(mark.chance);
        self.log.digests.truncate(mark.digests);
        self.events.truncate(mark.events);
        self.turn = mark.turn;
    }

    fn note_digest(&mut self, game: &G, state: &G::State) {
        let turn = game.turn(state);
        if turn != self.turn {
            self.turn = turn;
            self.log.digests.push((turn, format!("{:016x}", game.digest(state))));
        }
    }
}

impl<G: Rules> EventSink<G::Event> for Recorder<G> {
    fn roll(&mut self, dice: &mut FastRng, n: u32) -> u32 {
        let rolled = dice.below(n);
        self.log.chance.push(rolled);
        rolled
    }

    fn on_event(&mut self, event: G::Event, to: Seats) {
        self.events.push((event, to));
    }
}

impl<G: Rules> GameObserver<G> for Recorder<G> {
    fn on_action(&mut self, game: &G, state: &G::State, seat: u8, action: G::Action, options: usize) {
        if options > 1 {
            self.record_action(game, state, seat, action, None);
        } else {
            self.note_digest(game, state);
        }
    }
}

/// Why a record cannot be played again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayMismatch {
    /// Chance gave something else: another version of the generator.
    #[error("roll {at} came out as {now}, recorded was {then}")]
    Chance {
        /// Which, from 1.
        at: usize,
        /// As recorded.
        then: u32,
        /// As it is.
        now: u32,
    },
    /// An action that is not there any more.
    #[error("action {at} of the record, `{action}` by seat {seat}, cannot be done here; it could be: {could}")]
    Action {
        /// Which, from 1.
        at: usize,
        /// The seat, from 1.
        seat: u16,
        /// As recorded.
        action: String,
        /// What can be done.
        could: String,
    },
    /// The position is another one.
    #[error("the position at the start of turn {turn} is another one than recorded")]
    Position {
        /// The turn.
        turn: u32,
    },
    /// The record ends before the game, or goes on after it.
    #[error(
        "the record and the game do not end together: {actions} actions recorded, {played} played, or chance fell more or less often"
    )]
    Length {
        /// In the record.
        actions: usize,
        /// Played.
        played: usize,
    },
}

/// A game that is played again from its record.
pub struct Replay<'a, G: Rules> {
    game: &'a G,
    log: &'a Log,
    turns: u32,
    /// The position now.
    pub state: G::State,
    observer: ReplayObserver<G>,
    at: usize,
}

/// Watches a replay: chance is thrown again and must come out as recorded.
struct ReplayObserver<G: Rules> {
    recorder: Recorder<G>,
    chance: Vec<u32>,
    mismatch: Option<ReplayMismatch>,
}

impl<G: Rules> EventSink<G::Event> for ReplayObserver<G> {
    fn roll(&mut self, dice: &mut FastRng, n: u32) -> u32 {
        let at = self.recorder.log.chance.len();
        let now = self.recorder.roll(dice, n);
        if let Some(then) = self.chance.get(at).copied().filter(|then| *then != now) {
            self.mismatch.get_or_insert(ReplayMismatch::Chance { at: at + 1, then, now });
        }
        now
    }

    fn on_event(&mut self, event: G::Event, to: Seats) {
        self.recorder.on_event(event, to);
    }
}

impl<'a, G: Rules> Replay<'a, G> {
    /// The start of a recorded game.
    pub fn new(game: &'a G, seed: Seed, first: Option<u8>, turns: u32, log: &'a Log) -> Self {
        let mut observer = ReplayObserver { recorder: Recorder::default(), chance: log.chance.clone(), mismatch: None };
        let state = game.start(seed, first, &mut observer);
        Replay { game, log, turns, state, observer, at: 0 }
    }

    /// The log that is played again.
    pub fn log(&self) -> &'a Log {
        self.log
    }

    /// How many actions of it are done.
    pub fn actions_done(&self) -> usize {
        self.at
    }

    /// The events so far.
    pub fn events(&self) -> &[(G::Event, Seats)] {
        &self.observer.recorder.events
    }

    /// The same in sentences, as a seat sees them, or everybody for `None`.
    pub fn event_texts(&self, seat: Option<u8>) -> Vec<String> {
        self.observer.recorder.event_texts(self.game, 0..self.events().len(), seat)
    }

    /// Plays one action, with what follows without a choice; `false` when the game is over.
    ///
    /// # Errors
    /// If it cannot be played as it was recorded.
    pub fn step(&mut self) -> Result<bool, ReplayMismatch> {
        if let Some(differs) = self.observer.mismatch.take() {
            return Err(differs);
        }
        let Actor::Seat(seat) = self.game.actor(&self.state) else {
            let own = &self.observer.recorder.log;
            let whole = own.chance.len() == self.log.chance.len() && own.digests.len() == self.log.digests.len();
            return if self.at == self.log.actions.len() && whole {
                Ok(false)
            } else {
                Err(ReplayMismatch::Length { actions: self.log.actions.len(), played: self.at })
            };
        };
        let turn = self.game.turn(&self.state);
        if turn > self.turns {
            self.game.stop(&mut self.state, EndReason::TurnLimit);
            return self.step();
        }
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        let game = self.game;
        let action = if let [only] = legal[..] {
            self.observer.recorder.on_action(game, &self.state, seat, only, 1);
            only
        } else {
            let (action, text) = self.next_recorded(seat, &legal)?;
            self.observer.recorder.record_action(game, &self.state, seat, action, text);
            action
        };
        let digests = &self.observer.recorder.log.digests;
        if let Some(last) = digests.len().checked_sub(1)
            && self.log.digests.get(last) != digests.get(last)
        {
            return Err(ReplayMismatch::Position { turn });
        }
        game.apply_listed(&mut self.state, action, &mut self.observer);
        self.observer.mismatch.take().map_or(Ok(true), Err)
    }

    fn next_recorded(&mut self, seat: u8, legal: &[G::Action]) -> Result<(G::Action, Option<&'a str>), ReplayMismatch> {
        let log = self.log;
        let Some((who, action)) = log.actions.get(self.at) else {
            return Err(ReplayMismatch::Length { actions: log.actions.len(), played: self.at });
        };
        self.at += 1;
        match free_text::find_action(self.game, &self.state, legal, action).filter(|_| *who == seat) {
            Some((i, text)) => Ok((legal[i], text)),
            None => {
                let texts: Vec<String> = legal.iter().map(|a| self.game.notation(&self.state, *a)).collect();
                Err(ReplayMismatch::Action {
                    at: self.at,
                    seat: u16::from(*who) + 1,
                    action: action.clone(),
                    could: format!("seat {}: {}", seat + 1, texts.join("; ")),
                })
            }
        }
    }
}
