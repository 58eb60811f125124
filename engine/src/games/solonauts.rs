//! Solonauts: one player, one pass through Patches and Inverters, and travellers to send home (CN-115 to CN-129).
//!
//! A position is a handful of masks, small enough that `exact` works small games out to the end; `planner` plays large
//! ones by looking ahead, and `report` counts how often it wins.

mod exact;
mod observation;
mod planner;
mod report;
mod rules;
mod scenario_setup;

use catalog::noted;
use std::sync::Arc;

use catalog::tr;
use catalog::{CardIx, GameData};
use formats::check::LegalDeck;
use formats::rng::{Dice, FastRng, Seed};

use crate::games::chrononauts::setup::MatchCards;
use crate::games::chrononauts::state::NONE;
use crate::games::chrononauts::{Event, MatchData, Options};
use crate::kernel::audience::Audience;
use crate::kernel::match_options::SetupError;
use crate::kernel::observation::Observation;
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{ALL_SEATS, Actor, EventSink, Rules};
use crate::timeline::{Cells, History, Patches};

pub use exact::Exact;
pub use planner::{OnePlyPolicy, Planner};
pub use report::{Passes, passes};
pub use rules::Action;

/// A set of cards of the deck, or of identities: bit i is the i-th.
pub type Set = u64;

/// Most cards of a deck.
const CARDS: usize = Set::BITS as usize;

/// A whole position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    dice: FastRng,
    /// Which way history went.
    pub history: History,
    /// The cards that can be played.
    pub hand: Set,
    /// The cards still to come, in no known order.
    pub deck: Set,
    /// Identities that wait below the TimeLine.
    pub waiting: Set,
    /// Identities that are home.
    pub home: Set,
    /// Turns begun.
    pub turn: u16,
    /// Whether the play of the turn is done, and cards can be dropped and drawn.
    pub played: bool,
    over: Option<Outcome>,
}

/// An identity as masks: where it belongs, and in which ways the Linchpins can stand for it.
#[derive(Debug)]
struct Home {
    scene: crate::timeline::Scene,
    beyond: bool,
    /// For each way: Linchpins that must be reversed, and Linchpins that must not be.
    ways: Vec<(Cells, Cells)>,
}

/// A game of Solonauts.
#[derive(Debug)]
pub struct Solonauts {
    data: MatchData,
    homes: Vec<Home>,
    /// The cards of each Patch.
    patch_cards: Vec<Set>,
    patches: Set,
    all: Set,
}

impl Solonauts {
    /// A game with a checked deck.
    ///
    /// # Errors
    /// If a card cannot be played, by name, or there are too many of them.
    pub fn new(game: &Arc<GameData>, decks: &[&LegalDeck], seats: usize, options: Options) -> Result<Self, SetupError> {
        if seats != 1 {
            return Err(SetupError::Seats { players: seats, takes: "1".into() });
        }
        Solonauts::with(game, &MatchCards::from_decks(game, decks)?, options)
    }

    /// A game with any cards: a TimeLine, identities, and a deck of Patches and Inverters.
    ///
    /// # Errors
    /// If a card cannot be played, by name, or there are too many of them.
    pub fn of_cards(
        game: &Arc<GameData>,
        [timeline, identities, main]: [Vec<CardIx>; 3],
        options: Options,
    ) -> Result<Self, SetupError> {
        Solonauts::with(game, &MatchCards { timeline, identities, main, ..MatchCards::default() }, options)
    }

    fn with(game: &Arc<GameData>, brought: &MatchCards, options: Options) -> Result<Self, SetupError> {
        if brought.main.len() > CARDS {
            return Err(SetupError::TooMany {
                number: brought.main.len(),
                of: noted!("cards in a deck for Solonauts"),
                most: CARDS,
            });
        }
        if brought.identities.len() < options.identities.into() {
            return Err(SetupError::TooFew {
                number: brought.identities.len(),
                of: noted!("identities"),
                least: options.identities.into(),
            });
        }
        let table = MatchData::new(game, brought, options)?;
        table.refuse_all_but_history()?;
        let patches = table.timeline.patches().len() as u8;
        Ok(Solonauts {
            homes: table.identities.iter().map(|i| rules::home(&table, i)).collect(),
            patch_cards: (0..patches).map(|p| 1 << table.on_patch[p as usize]).collect(),
            patches: table.patches as Set,
            all: table.copies.iter().fold(0, |m, copies| m | *copies as Set),
            data: table,
        })
    }

    /// The cards of the game.
    pub fn data(&self) -> &MatchData {
        &self.data
    }

    /// What an action would change on the TimeLine.
    pub fn ripple(&self, state: &State, action: Action) -> Option<crate::timeline::Ripple> {
        let Action::Play(def, target) = action else { return None };
        self.data.alter(self.data.defs.get(def as usize)?.kind, target, &mut state.history.clone())
    }

    /// Patches that are neither in place, nor in hand, nor to come.
    fn lost(&self, state: &State) -> Patches {
        let there = state.hand | state.deck;
        let gone = |(p, cards): (usize, &Set)| Patches::from(cards & there == 0) << p;
        self.patch_cards.iter().enumerate().map(gone).fold(0, |m, p| m | p) & !state.history.patches
    }

    /// An action in words.
    pub(super) fn action_label(&self, action: Action, to: &Audience) -> String {
        let name = |def: u8| self.data.name(def, to);
        match action {
            Action::Play(def, target) => {
                tr!("play {card}{on}", card = name(def), on = self.data.target_text(target, NONE, to))
            }
            Action::Discard(def) => tr!("discard {card}", card = name(def)),
            Action::Drop(def) => tr!("drop {card}", card = name(def)),
            Action::Refill => tr!("draw"),
        }
    }

    fn blank(&self, dice: FastRng) -> State {
        State {
            dice,
            history: History::default(),
            hand: 0,
            deck: self.all,
            waiting: 0,
            home: 0,
            turn: 1,
            played: false,
            over: None,
        }
    }

    /// Those who wait, and the first cards (CN-119, CN-120).
    fn deal<W: EventSink<Event>>(&self, state: &mut State, sink: &mut W) {
        let mut others = Set::MAX >> (CARDS - self.homes.len());
        let first = self.data.defs.len() as u8;
        for _ in 0..self.data.options.identities {
            let at = sink.pick(&mut state.dice, others.count_ones(), &|i| (first + nth(others, i)).into());
            let id = nth(others, at);
            others &= !(1 << id);
            state.waiting |= 1 << id;
            sink.on_event(Event::Waits { id }, ALL_SEATS);
        }
        self.refill(state, sink);
    }
}

/// The n-th card of a set.
fn nth(mut set: Set, n: u32) -> u8 {
    for _ in 0..n {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}

impl Solonauts {
    /// The names of the larger game: one set of weights serves both.
    pub const FEATURES: &'static [&'static str] = crate::games::chrononauts::evaluate::FEATURES;
}

impl Rules for Solonauts {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn start<W: EventSink<Event>>(&self, seed: Seed, _: Option<u8>, sink: &mut W) -> State {
        let mut state = self.blank(seed.fast());
        self.deal(&mut state, sink);
        state
    }

    fn seats(&self) -> u8 {
        1
    }

    fn actor(&self, state: &State) -> Actor {
        if state.over.is_some() { Actor::Nobody } else { Actor::Seat(0) }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if state.over.is_none() {
            self.list_actions(state, out);
        }
    }

    fn allows(&self, state: &State, action: Action) -> bool {
        state.over.is_none() && self.is_allowed(state, action)
    }

    fn act<W: EventSink<Event>>(&self, state: &mut State, action: Action, sink: &mut W) {
        self.carry_out(state, action, sink);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.over
    }

    fn turn(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn stop(&self, state: &mut State, reason: EndReason) {
        state.over.get_or_insert(Outcome { winners: 0, reason, team: false });
    }

    fn feature_names(&self) -> Vec<&str> {
        Self::FEATURES.to_vec()
    }

    fn feature_label(&self, feature: usize) -> String {
        crate::games::chrononauts::evaluate::feature_label(feature)
    }

    fn features(&self, state: &State, _: u8, out: &mut [i32]) {
        self.write_features(state, out);
    }

    fn action_key(&self, _: &State, action: Action) -> u64 {
        action.key()
    }

    fn passing_action(&self, _: &State, legal: &[Action]) -> usize {
        let quiet = |a: &Action| matches!(a, Action::Refill);
        let discards = |a: &Action| matches!(a, Action::Discard(_));
        legal.iter().position(quiet).or_else(|| legal.iter().position(discards)).unwrap_or(0)
    }

    /// The play is done, and the cards that come are not seen yet.
    fn is_quiescent(&self, state: &State) -> bool {
        state.over.is_some() || state.played
    }

    fn is_combat(&self, _: &State) -> bool {
        false
    }

    fn determinize(&self, state: &State, _: u8, dice: &mut FastRng) -> State {
        // What is not seen has no order yet: only chance is another one.
        let mut world = state.clone();
        world.dice = Seed::from_number(u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX))).fast();
        world
    }

    fn digest(&self, state: &State) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut digest = crate::kernel::rules::DigestHasher::default();
        let s = state;
        (s.history, s.hand, s.deck, s.waiting, s.home, s.turn, s.played, s.over).hash(&mut digest);
        digest.write_u32(s.dice.clone().below(u32::MAX));
        digest.finish()
    }

    fn notation(&self, _: &State, action: Action) -> String {
        match action {
            Action::Play(def, target) => {
                format!("play {}{}", self.data.defs[def as usize].name, self.data.target_notation(target, NONE))
            }
            Action::Discard(def) => format!("discard {}", self.data.defs[def as usize].name),
            Action::Drop(def) => format!("drop {}", self.data.defs[def as usize].name),
            Action::Refill => "draw".to_owned(),
        }
    }

    const OLD_NOTATION: &'static [(&'static str, &'static str)] = crate::games::chrononauts::notation::OLD;

    fn label_for(&self, _: &State, action: Action, to: &Audience) -> String {
        self.action_label(action, to)
    }

    fn hidden(&self, event: Event) -> Event {
        event
    }

    fn is_turn(&self, event: Event) -> bool {
        matches!(event, Event::Turn { .. })
    }

    fn tell_outcome(&self, outcome: Outcome, to: &Audience) -> String {
        crate::games::chrononauts::outcome_text(outcome, to)
    }

    fn is_quiet(&self, event: Event, _seat: Option<u8>) -> bool {
        event.is_quiet()
    }

    fn tell_event(&self, event: Event, to: &Audience) -> String {
        self.data.event_text(event, to)
    }

    fn observe(&self, state: &State, to: &Audience) -> Observation {
        self.solo_observation(state, self.actor(state), to)
    }
}
