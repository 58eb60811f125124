//! Chron X, Second Edition, by its rulebook: data/chronx/rules.toml has every rule that is named here.
//!
//! `setup` makes the table and the first position. `actions` says what is allowed and `act` does it; `turn`, `contest`
//! and `plays` carry the rules out, `resolve` the effects of cards, `trigger` what waits for something to happen, `cards`
//! moves cards. `live` works out numbers in play, `labels` words it, `scenario_setup` sets positions up for scenarios.

mod act;
mod actions;
mod cards;
mod changes;
mod compile;
mod contest;
mod dialect;
mod elimination;
mod evaluate;
mod event;
mod labels;
mod live;
mod notation;
mod observation;
mod options;
mod plays;
mod resolve;
mod scenario_setup;
mod setup;
mod state;
mod trigger;
mod turn;

use std::sync::Arc;

use catalog::CardIx;
use formats::rng::{Dice, FastRng, Seed};

use crate::effect::{Code, CompiledAbility};
use crate::kernel::audience::Audience;
use crate::kernel::observation::{Observation, TurnPhase};
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{Actor, EventSink, Metric, Rules};

pub use actions::Action;
pub use event::Event;
pub use labels::outcome_text;
pub use options::{Options, SkillCheck, Victory};
pub(crate) use setup::refusals;
pub use state::{DEPLOYING, HACKED, Id, NONE, Permanent, Player, RESOURCES, SLOTS, Set, State, TAPPED, Zone, owner};

/// What kind of card it is, as the rules see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardKind {
    /// A Headquarters, or another base.
    Base,
    /// An asset.
    Asset,
    /// A program.
    Program,
    /// An intervention.
    Intervention,
    /// An enhancement: it attaches when it is played (CX-R43).
    Enhancement,
    /// A city.
    City,
}

/// What the rules ask of a card all the time, small enough that all cards of a match lie close together.
#[derive(Debug, Clone, Copy)]
pub struct Printed {
    /// Firepower.
    pub firepower: i8,
    /// Armor, or the health of a base.
    pub armor: i8,
    /// Keywords by position in the game.
    pub keywords: u16,
    /// Stealth.
    pub stealth: u8,
    /// Perception.
    pub perception: u8,
    /// CyberAffinity.
    pub affinity: u8,
    /// The kind of card.
    pub kind: CardKind,
    /// Cost by resource.
    pub cost: [i8; RESOURCES],
    /// Whether it has any income.
    pub earns: bool,
    /// Whether any ability is static.
    pub has_statics: bool,
    /// Whether any ability is activated.
    pub has_actives: bool,
    /// Whether the card can be played during combat in any way.
    pub may_be_rapid: bool,
    /// The events that any ability waits for, as bits.
    pub waits_for: u32,
}

/// A card of the match, made ready.
#[derive(Debug)]
pub struct Def {
    /// Which card of the game.
    pub card: CardIx,
    /// Its name.
    pub name: String,
    /// What is printed on it.
    pub printed: Printed,
    /// Income by resource.
    pub income: [i16; RESOURCES],
    /// Skill Value.
    pub skill: i16,
    /// Abilities in the order of the data.
    pub entries: Vec<CompiledAbility>,
    /// Every number field as printed.
    numbers: Vec<Option<i32>>,
}

/// Positions of the keywords that the rules know, as masks.
#[derive(Debug, Clone, Copy)]
struct KeywordMasks {
    ambush: u16,
    assault: u16,
    antiterrorism: u16,
    cyberaffinity: u16,
    immunity: u16,
    massive: u16,
    mechanical: u16,
    perception: u16,
    precise: u16,
    rapid: u16,
    sabotage: u16,
    stealth: u16,
    /// All of these.
    all: u16,
}

/// What static abilities can depend on beside cards in play.
#[derive(Debug, Clone, Copy, Default)]
struct StaticDependencies {
    /// Totals of resources.
    resources: bool,
    /// Control points.
    points: bool,
    /// The sizes of piles.
    piles: bool,
}

/// The same for every seat number: cards, code, options.
#[derive(Debug)]
pub struct MatchData {
    game: Arc<catalog::GameData>,
    defs: Vec<Def>,
    /// The same of each card as in its definition, side by side.
    printed: Vec<Printed>,
    code: Code,
    keywords: KeywordMasks,
    /// Positions of Firepower and Armor among the fields.
    firepower: usize,
    armor: usize,
    options: Options,
    seats: Vec<compile::SeatDeck>,
    /// The city, if its abilities work.
    city: Option<u8>,
    /// Whether a trigger of any card in the match waits for each kind of event.
    heard: u32,
    /// What static abilities depend on beside cards in play.
    static_dependencies: StaticDependencies,
}

/// A match of Chron X with room for `N` players.
#[derive(Debug)]
pub struct ChronX<const N: usize> {
    data: MatchData,
}

/// A match of two.
pub type Duel = ChronX<2>;

/// A match of up to five.
pub type Circle = ChronX<5>;

impl<const N: usize> ChronX<N> {
    /// A card's definition.
    pub fn def(&self, state: &State<N>, id: Id) -> &Def {
        &self.data.defs[state.permanent(id).def as usize]
    }

    /// Who defends in the innermost attack or attempt.
    pub fn defender(&self, state: &State<N>) -> Option<u8> {
        state.contest().map(|c| c.defender)
    }

    /// The options of this match.
    pub fn options(&self) -> &Options {
        &self.data.options
    }

    fn position<'a>(&'a self, state: &'a State<N>) -> live::Position<'a, N> {
        live::Position { t: &self.data, s: state }
    }
}

/// A position that is being changed.
struct Play<'a, const N: usize, W> {
    t: &'a MatchData,
    s: &'a mut State<N>,
    w: &'a mut W,
}

impl<const N: usize, W> Play<'_, N, W> {
    fn position(&self) -> live::Position<'_, N> {
        live::Position { t: self.t, s: self.s }
    }
}

impl<const N: usize> ChronX<N> {
    /// What an evaluation looks at, by name.
    pub const FEATURES: &'static [&'static str] = evaluate::FEATURES;
}

impl<const N: usize> Rules for ChronX<N> {
    type State = State<N>;
    type Action = Action;
    type Event = Event;

    fn start<W: EventSink<Event>>(&self, seed: Seed, first: Option<u8>, sink: &mut W) -> State<N> {
        let mut state = setup::blank(&self.data, seed.fast());
        let mut play = Play { t: &self.data, s: &mut state, w: sink };
        play.set_up(first);
        play.advance();
        state
    }

    fn seats(&self) -> u8 {
        self.data.seats.len() as u8
    }

    fn actor(&self, state: &State<N>) -> Actor {
        match state.over {
            Some(_) => Actor::Nobody,
            None => Actor::Seat(self.position(state).decider()),
        }
    }

    fn legal_actions(&self, state: &State<N>, out: &mut Vec<Action>) {
        out.clear();
        if state.over.is_none() {
            self.position(state).legal_actions(out);
        }
    }

    fn allows(&self, state: &State<N>, action: Action) -> bool {
        state.over.is_none() && self.position(state).allows(action)
    }

    fn act<W: EventSink<Event>>(&self, state: &mut State<N>, action: Action, sink: &mut W) {
        let mut play = Play { t: &self.data, s: state, w: sink };
        play.act(action);
        play.advance();
    }

    fn outcome(&self, state: &State<N>) -> Option<Outcome> {
        state.over
    }

    fn turn(&self, state: &State<N>) -> u32 {
        state.turn.into()
    }

    fn stop(&self, state: &mut State<N>, reason: EndReason) {
        state.over.get_or_insert(Outcome { winners: 0, reason, team: false });
    }

    fn feature_names(&self) -> Vec<&str> {
        Self::FEATURES.to_vec()
    }

    fn feature_label(&self, feature: usize) -> String {
        evaluate::feature_label(feature)
    }

    fn features(&self, state: &State<N>, seat: u8, out: &mut [i32]) {
        self.position(state).features(seat, out);
    }

    fn action_key(&self, state: &State<N>, action: Action) -> u64 {
        self.position(state).action_key(action)
    }

    fn is_pass(&self, action: Action) -> bool {
        action == Action::Pass
    }

    fn passing_action(&self, state: &State<N>, legal: &[Action]) -> usize {
        self.position(state).passing_action(legal)
    }

    fn is_quiescent(&self, state: &State<N>) -> bool {
        self.position(state).is_quiescent()
    }

    fn is_combat(&self, state: &State<N>) -> bool {
        self.position(state).is_combat()
    }

    fn determinize(&self, state: &State<N>, seat: u8, dice: &mut FastRng) -> State<N> {
        setup::determinize(&self.data, state, seat, dice)
    }

    fn digest(&self, state: &State<N>) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut digest = crate::kernel::rules::DigestHasher::default();
        let s = state;
        (&s.permanents, &s.zones, &s.players, &s.points, &s.borders).hash(&mut digest);
        s.decks.hash(&mut digest);
        s.tasks[..s.depth as usize].hash(&mut digest);
        s.contests[..s.contest as usize].hash(&mut digest);
        s.waiting[..(s.due + s.queued) as usize].hash(&mut digest);
        (s.due, s.queued).hash(&mut digest);
        s.changes[..s.changed as usize].hash(&mut digest);
        (s.turn, s.active, s.over).hash(&mut digest);
        digest.write_u32(s.dice.clone().below(u32::MAX));
        digest.finish()
    }

    fn notation(&self, state: &State<N>, action: Action) -> String {
        self.position(state).notation(action)
    }

    const OLD_NOTATION: &'static [(&'static str, &'static str)] = notation::OLD;

    fn label_for(&self, state: &State<N>, action: Action, to: &Audience) -> String {
        self.position(state).label(action, to)
    }

    fn hidden(&self, event: Event) -> Event {
        event.hidden()
    }

    const HAS_METRICS: bool = true;

    fn metric(&self, event: Event) -> Option<Metric> {
        self.data.metric(event)
    }

    fn tell_outcome(&self, outcome: Outcome, to: &Audience) -> String {
        labels::outcome_text(outcome, to)
    }

    fn is_quiet(&self, event: Event, _seat: Option<u8>) -> bool {
        event.is_quiet()
    }

    fn goes_without_saying(&self, event: Event, after: Event) -> bool {
        event.goes_without_saying(after)
    }

    fn tell_event(&self, event: Event, to: &Audience) -> String {
        self.data.event_text(event, to)
    }

    fn phases(&self) -> Vec<TurnPhase> {
        observation::phases()
    }

    fn observe(&self, state: &State<N>, to: &Audience) -> Observation {
        self.position(state).observation(to, self.actor(state))
    }
}
