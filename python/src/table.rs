//! Matches of any game behind one face: a table is what all positions of a match share, a position is one game under way.

use std::sync::Arc;

use engine::described::encoding::OutsideNumbers;
use engine::kernel::audience::Audience;
use engine::kernel::outcome::{EndReason, Outcome};
use engine::kernel::record::{Record, Recorder};
use engine::kernel::rules::{Actor, NullSink};
use engine::players::PlayerKind;
use engine::registry::AnyRules;
use formats::rng::Seed;

use crate::library::{MatchSetup, SetupFault};
use crate::numbers::{NumberField, Numbered};

/// What goes wrong while a match is played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayFault {
    /// An action that cannot be done here.
    #[error("action {0} cannot be done here")]
    Illegal(i64),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Something without a number.
    #[error("this match cannot be told in numbers: {0}")]
    Outside(#[from] OutsideNumbers),
    /// Anything else, in a sentence.
    #[error("{0}")]
    Other(String),
}

/// What all positions of a match share.
pub struct Table<G: Numbered> {
    pub(crate) rules: G,
    pub(crate) plan: G::Plan,
    pub(crate) setup: MatchSetup,
    /// Whether a seat with one legal action does it without being asked.
    pub(crate) play_forced: bool,
}

/// A position with what can be done in it.
pub struct Spot<G: Numbered> {
    pub(crate) state: G::State,
    pub(crate) legal: Vec<G::Action>,
    pub(crate) numbers: Vec<u32>,
    /// Who decides; nobody when the game is over.
    pub(crate) actor: Option<u8>,
}

impl<G: Numbered> Clone for Spot<G> {
    fn clone(&self) -> Self {
        let (legal, numbers) = (self.legal.clone(), self.numbers.clone());
        Spot { state: self.state.clone(), legal, numbers, actor: self.actor }
    }
}

impl<G: Numbered> Table<G> {
    /// A new game.
    pub(crate) fn start(&self, seed: Seed) -> Result<Spot<G>, PlayFault> {
        let state = self.rules.start(seed, self.setup.first, &mut NullSink);
        let mut spot = Spot { state, legal: Vec::new(), numbers: Vec::new(), actor: None };
        self.look(&mut spot, &mut |_| {})?;
        Ok(spot)
    }

    /// Finds out who decides and what can be done; what is forced is done, and shown to `forced` as what it was out of the list.
    pub(crate) fn look(&self, spot: &mut Spot<G>, forced: &mut dyn FnMut(u16)) -> Result<(), PlayFault> {
        loop {
            let Actor::Seat(seat) = self.rules.actor(&spot.state) else {
                (spot.actor, spot.legal, spot.numbers) = (None, Vec::new(), Vec::new());
                return Ok(());
            };
            if self.rules.turn(&spot.state) > self.setup.turns {
                self.rules.stop(&mut spot.state, EndReason::TurnLimit);
                spot.legal.clear();
                spot.numbers.clear();
                spot.actor = None;
                return Ok(());
            }
            self.rules.legal_actions(&spot.state, &mut spot.legal);
            if self.play_forced && spot.legal.len() == 1 {
                self.rules.apply_listed(&mut spot.state, spot.legal[0], &mut NullSink);
                forced(0);
                continue;
            }
            spot.actor = Some(seat);
            self.rules.number_actions(&self.plan, &spot.state, &spot.legal, &mut spot.numbers)?;
            return Ok(());
        }
    }

    /// Does what has this number.
    #[inline]
    pub(crate) fn step(&self, spot: &mut Spot<G>, action: i64, did: &mut dyn FnMut(u16)) -> Result<(), PlayFault> {
        if spot.actor.is_none() {
            return Err(PlayFault::Over);
        }
        let found = spot.numbers.iter().position(|number| i64::from(*number) == action);
        let at = found.ok_or(PlayFault::Illegal(action))?;
        self.rules.apply_listed(&mut spot.state, spot.legal[at], &mut NullSink);
        did(at as u16);
        self.look(spot, did)
    }

    /// Does what stands at a place of the list; whether the game is over then.
    #[inline]
    pub(crate) fn step_listed(&self, spot: &mut Spot<G>, at: usize) -> Result<bool, PlayFault> {
        self.rules.apply_listed(&mut spot.state, spot.legal[at], &mut NullSink);
        self.look(spot, &mut |_| {})?;
        Ok(spot.actor.is_none())
    }

    /// What each seat gains: the rules' own number, or 1 for who won and -1 for who lost; all 0 while nobody has won or lost.
    pub(crate) fn returns(&self, state: &G::State, out: &mut [f64]) {
        out.fill(0.0);
        let Some(outcome) = self.rules.outcome(state) else { return };
        let scored = self.rules.has_payoff();
        // A game that was stopped has no score.
        if scored && !matches!(outcome.reason, EndReason::TurnLimit | EndReason::Overflow | EndReason::Loop) {
            for (seat, out) in (0..).zip(out) {
                *out = self.rules.payoff(state, seat).unwrap_or(0).into();
            }
            return;
        }
        let seats = self.rules.seats();
        let winners = (0..seats).filter(|seat| outcome.won(*seat)).count();
        // Who plays alone wins or loses.
        let alone = seats == 1 && outcome.reason != EndReason::TurnLimit;
        if alone || winners > 0 && winners < usize::from(seats) {
            (0..).zip(out).for_each(|(seat, out)| *out = if outcome.won(seat) { 1.0 } else { -1.0 });
        }
    }
}

/// How a game ended.
pub struct Ending {
    /// The seats that won.
    pub winners: Vec<u8>,
    /// Why, as records have it.
    pub reason: &'static str,
    /// In a sentence.
    pub text: String,
}

/// A game under way, of any game.
pub trait AnyMatch: Send + Sync {
    /// The numbers of what can be done.
    fn legal(&self) -> &[u32];
    /// Who decides; nobody when it is over.
    fn actor(&self) -> Option<u8>;
    /// Does something.
    fn step(&mut self, action: i64) -> Result<(), PlayFault>;
    /// Writes what a seat sees.
    fn observe(&self, seat: u8, out: &mut [i32]) -> Result<(), PlayFault>;
    /// What each seat gains.
    fn returns(&self) -> Vec<f64>;
    /// How it ended.
    fn ending(&self) -> Option<Ending>;
    /// The turn, from 1.
    fn turn(&self) -> u32;
    /// The same game again.
    fn copy(&self) -> Box<dyn AnyMatch>;
    /// A position that a seat cannot tell from this one.
    fn imagine(&self, seat: u8, seed: Seed) -> Result<Box<dyn AnyMatch>, PlayFault>;
    /// What happened, to be played again.
    fn record(&self) -> Result<String, PlayFault>;
    /// What can be done, as people read it.
    fn labels(&self) -> Vec<String>;
    /// The same as files have it.
    fn notations(&self) -> Vec<String>;
    /// What a seat sees, as text; everything for nobody.
    fn board(&self, seat: Option<u8>) -> String;
    /// A number for what a seat is shown in words: equal for positions that look alike.
    fn sight(&self, seat: u8) -> u64;
    /// A number for the position with its chance.
    fn digest(&self) -> u64;
    /// What a player of the program would do.
    fn ask(&self, player: &str, seed: Seed) -> Result<u32, PlayFault>;
}

/// What all games of a match share, of any game.
pub trait AnyTable: Send + Sync {
    /// A new game.
    fn new_match(self: Arc<Self>, seed: Seed) -> Result<Box<dyn AnyMatch>, PlayFault>;
    /// So many games, with the seeds that follow from this one.
    fn new_pool(self: Arc<Self>, count: usize, seed: Seed) -> Result<Box<dyn crate::pool::AnyPool>, PlayFault>;
    /// The match.
    fn setup(&self) -> &MatchSetup;
    /// How many numbers actions have.
    fn action_count(&self) -> usize;
    /// How many numbers an observation has.
    fn observation_size(&self) -> usize;
    /// The parts of an observation.
    fn fields(&self) -> Vec<NumberField>;
    /// What a number means.
    fn describe_action(&self, number: u32) -> Option<String>;
    /// Random games, as the engine plays them by itself, with nobody watching: decisions with two options or more.
    fn play_random(&self, decisions: u64, seed: Seed) -> u64;
}

/// A table for the rules of a match.
///
/// # Errors
/// What cannot be numbered.
pub fn new_table(setup: MatchSetup, rules: AnyRules, play_forced: bool) -> Result<Arc<dyn AnyTable>, SetupFault> {
    fn table<G: Numbered>(rules: G, setup: MatchSetup, play_forced: bool) -> Result<Arc<dyn AnyTable>, SetupFault> {
        let plan = rules.plan(&setup.game, setup.cards());
        let plan = plan.map_err(|why| SetupFault(format!("{} cannot be told in numbers: {why}", setup.game.name)))?;
        Ok(Arc::new(Table { rules, plan, setup, play_forced }))
    }
    match rules {
        AnyRules::ChronxDuel(rules) => table(rules, setup, play_forced),
        AnyRules::Circle(rules) => table(rules, setup, play_forced),
        AnyRules::AfrikaDuel(rules) => table(rules, setup, play_forced),
        AnyRules::Gathering(rules) => table(rules, setup, play_forced),
        AnyRules::Chrononauts(rules) => table(rules, setup, play_forced),
        AnyRules::Solonauts(rules) => table(rules, setup, play_forced),
        AnyRules::Star(rules) => table(rules, setup, play_forced),
        AnyRules::Described(rules) => table(rules, setup, play_forced),
        AnyRules::LargeDescribed(rules) => table(rules, setup, play_forced),
    }
}

impl<G: Numbered> AnyTable for Table<G> {
    fn new_match(self: Arc<Self>, seed: Seed) -> Result<Box<dyn AnyMatch>, PlayFault> {
        let mut spot = Spot {
            state: self.rules.start(seed, self.setup.first, &mut NullSink),
            legal: Vec::new(),
            numbers: Vec::new(),
            actor: None,
        };
        let mut done = Vec::new();
        self.look(&mut spot, &mut |at| done.push(at))?;
        Ok(Box::new(Playing { table: self, spot, past: Some((seed, done)) }))
    }

    fn new_pool(self: Arc<Self>, count: usize, seed: Seed) -> Result<Box<dyn crate::pool::AnyPool>, PlayFault> {
        crate::pool::new_pool(self, count, seed)
    }

    fn setup(&self) -> &MatchSetup {
        &self.setup
    }

    fn action_count(&self) -> usize {
        G::action_count(&self.plan)
    }

    fn observation_size(&self) -> usize {
        G::observation_size(&self.plan)
    }

    fn fields(&self) -> Vec<NumberField> {
        self.rules.fields(&self.plan, &self.setup.game)
    }

    fn describe_action(&self, number: u32) -> Option<String> {
        self.rules.describe_action(&self.plan, number)
    }

    fn play_random(&self, decisions: u64, seed: Seed) -> u64 {
        use engine::kernel::game_loop::play_from;
        use engine::kernel::player::Player;
        let seats = u64::from(self.rules.seats());
        let mut random: Vec<engine::players::Random> =
            (0..seats).map(|seat| engine::players::Random::new(seed.part(seat))).collect();
        let (mut played, mut games, mut legal) = (0, 0, Vec::new());
        while played < decisions {
            let mut players: Vec<&mut dyn Player<G>> = random.iter_mut().map(|p| p as &mut dyn Player<G>).collect();
            let state = self.rules.start(seed.part(seats + games), self.setup.first, &mut NullSink);
            let finished = play_from(&self.rules, state, &mut players, self.setup.turns, &mut NullSink, &mut legal);
            played += finished.expect("a player that does anything always has an answer").decisions;
            games += 1;
        }
        played
    }
}

/// A game under way.
struct Playing<G: Numbered> {
    table: Arc<Table<G>>,
    spot: Spot<G>,
    /// Its seed, and what was done so far, each by its place among what was legal; nothing of a position that is imagined.
    past: Option<(Seed, Vec<u16>)>,
}

impl<G: Numbered> AnyMatch for Playing<G> {
    fn legal(&self) -> &[u32] {
        &self.spot.numbers
    }

    fn actor(&self) -> Option<u8> {
        self.spot.actor
    }

    fn step(&mut self, action: i64) -> Result<(), PlayFault> {
        let past = &mut self.past;
        self.table.step(&mut self.spot, action, &mut |at| {
            if let Some((_, done)) = past {
                done.push(at);
            }
        })
    }

    fn observe(&self, seat: u8, out: &mut [i32]) -> Result<(), PlayFault> {
        Ok(self.table.rules.observe_numbers(&self.table.plan, &self.spot.state, seat, out)?)
    }

    fn returns(&self) -> Vec<f64> {
        let mut returns = vec![0.0; usize::from(self.table.rules.seats())];
        self.table.returns(&self.spot.state, &mut returns);
        returns
    }

    fn ending(&self) -> Option<Ending> {
        let outcome: Outcome = self.table.rules.outcome(&self.spot.state)?;
        let winners = (0..self.table.rules.seats()).filter(|seat| outcome.won(*seat)).collect();
        Some(Ending { winners, reason: outcome.reason.into(), text: self.table.rules.outcome_text(outcome) })
    }

    fn turn(&self) -> u32 {
        self.table.rules.turn(&self.spot.state)
    }

    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(Playing { table: self.table.clone(), spot: self.spot.clone(), past: self.past.clone() })
    }

    fn imagine(&self, seat: u8, seed: Seed) -> Result<Box<dyn AnyMatch>, PlayFault> {
        let state = self.table.rules.determinize(&self.spot.state, seat, &mut seed.fast());
        let mut spot = Spot { state, legal: Vec::new(), numbers: Vec::new(), actor: None };
        self.table.look(&mut spot, &mut |_| {})?;
        Ok(Box::new(Playing { table: self.table.clone(), spot, past: None }))
    }

    fn record(&self) -> Result<String, PlayFault> {
        use engine::kernel::game_loop::GameObserver;
        let Some((seed, done)) = &self.past else {
            return Err(PlayFault::Other("a position that was imagined has no beginning to be recorded".into()));
        };
        let (rules, setup) = (&self.table.rules, &self.table.setup);
        let mut recorder = Recorder::<G>::default();
        let mut state = rules.start(*seed, setup.first, &mut recorder);
        let mut legal = Vec::new();
        for at in done {
            let Actor::Seat(seat) = rules.actor(&state) else { break };
            rules.legal_actions(&state, &mut legal);
            let action = legal[usize::from(*at)];
            recorder.on_action(rules, &state, seat, action, legal.len());
            rules.apply_listed(&mut state, action, &mut recorder);
        }
        let outcome = rules.outcome(&self.spot.state);
        let record = Record {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: setup.game.id.clone(),
            data: setup.game.data_hash.clone(),
            format: setup.format.clone(),
            options: setup.options.clone(),
            decks: setup.decks.iter().map(|deck| deck.deck().to_saved(&setup.game)).collect(),
            players: vec!["python".to_owned(); setup.seats],
            seed: seed.to_hex(),
            first: setup.first,
            turns: setup.turns,
            log: recorder.log,
            outcome: outcome.map(Into::into),
        };
        serde_json::to_string(&record).map_err(|error| PlayFault::Other(error.to_string()))
    }

    fn labels(&self) -> Vec<String> {
        self.spot.legal.iter().map(|action| self.table.rules.label(&self.spot.state, *action)).collect()
    }

    fn notations(&self) -> Vec<String> {
        self.spot.legal.iter().map(|action| self.table.rules.notation(&self.spot.state, *action)).collect()
    }

    fn board(&self, seat: Option<u8>) -> String {
        self.table.rules.board_text(&self.spot.state, seat)
    }

    fn sight(&self, seat: u8) -> u64 {
        use std::hash::Hasher;
        let seen = self.table.rules.observe(&self.spot.state, &Audience::numbered(Some(seat)));
        let mut digest = engine::kernel::rules::DigestHasher::default();
        digest.write(format!("{seen:?}").as_bytes());
        digest.finish()
    }

    fn digest(&self) -> u64 {
        self.table.rules.digest(&self.spot.state)
    }

    fn ask(&self, player: &str, seed: Seed) -> Result<u32, PlayFault> {
        use engine::kernel::player::SeatView;
        let table = &self.table;
        let seat = self.spot.actor.ok_or(PlayFault::Over)?;
        let other = |error: &dyn std::fmt::Display| PlayFault::Other(error.to_string());
        let kind: PlayerKind = player.parse().map_err(|error: engine::players::UnknownPlayer| other(&error))?;
        let source = crate::library::source(&table.setup.data).map_err(|error| other(&error))?;
        let weights = table.rules.weights(&source, &table.setup.game.id).map_err(|error| other(&error))?;
        let mut player = kind.new_player::<G>(Some(&weights), seed);
        let view = SeatView::new(&table.rules, &self.spot.state, seat);
        let at = player.choose(&view, &self.spot.legal).map_err(|error| other(&error))?;
        Ok(self.spot.numbers[at])
    }
}
