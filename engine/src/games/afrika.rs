//! Chronicles of Afrika, by its rule book: data/afrika/rules.toml has every rule that is named here.
//!
//! `setup` makes the table and the first position. `actions` says what is allowed and `act` does it; `turn`, `combat`,
//! `stack` and `energy` carry the rules out, `resolve` the effects of cards, `trigger` what waits for something to
//! happen, `state_based_actions` what must leave play, `cards` moves cards. `position` answers questions, `live` works out numbers in
//! play, `roles` keeps which cards in play can do what, `evaluate` and `rollout` are for players, `labels` words it, `scenario_setup` sets positions up for scenarios.

mod act;
mod actions;
mod cards;
mod changes;
mod combat;
mod compile;
mod dialect;
mod energy;
mod evaluate;
mod event;
mod labels;
mod live;
mod notation;
mod observation;
mod options;
mod payer;
mod peek;
mod permanent;
mod position;
mod resolve;
mod roles;
mod rollout;
mod scenario_setup;
mod setup;
mod stack;
mod state;
mod state_based_actions;
mod trigger;
mod turn;

use std::sync::Arc;

use catalog::CardIx;
use formats::rng::{Dice, FastRng, Seed};
use strum::IntoEnumIterator;

use crate::effect::{Code, CompiledAbility, DefSet};
use crate::kernel::audience::Audience;
use crate::kernel::observation::{Observation, TurnPhase};
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{Actor, EventSink, Metric, Rules, Seats};

pub use actions::Action;
pub use energy::Price;
pub use event::Event;
pub use labels::outcome_text;
pub use options::{Charging, FirstPlayer, Mulligan, Options, Payer, Variant};
pub use setup::refusals;
pub use state::{CHARGED, ENERGIES, ITEM, Id, NONE, PLAYER, Permanent, Player, SLOTS, State, Step, ZONE_1, Zone};

/// What the rules ask of a card all the time.
#[derive(Debug, Clone, Copy)]
pub struct Printed {
    /// Types as a mask, by position in the game.
    pub types: u32,
    /// Power.
    pub power: i16,
    /// Health.
    pub health: i16,
    /// Keywords by position in the game.
    pub keywords: u32,
    /// Words of what it is shielded from.
    pub shield: u32,
    /// Words of terrains that it walks.
    pub walks: u32,
    /// Energy that it makes, one unit of one of these.
    pub produces: u16,
    /// Whether any ability is static.
    pub has_statics: bool,
    /// Whether what a static ability does depends on more than which cards are in play.
    pub watches: bool,
    /// Whether any ability is activated while it is in play.
    pub has_actives: bool,
    /// Whether any ability is activated while it is in the Void Zone.
    pub works_in_void: bool,
    /// The events that any ability waits for, as bits.
    pub waits_for: u32,
    /// What it can do in play.
    traits: roles::CardTraits,
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
    /// Its cost.
    pub price: Price,
    /// Whether any ability says what happens when it is played.
    pub has_modes: bool,
    /// The fewest units of energy that it is played with, where nothing changes its price and X is 0.
    pub least_units: u16,
    /// Entities that a vehicle takes along.
    pub capacity: u8,
    /// Counters of a celestial.
    pub resolve: i16,
    /// What its Equip costs.
    pub equip: Option<u8>,
    /// The word that says what it bonds to.
    pub bond: Option<u8>,
    /// Whether it is legendary.
    pub legendary: bool,
    /// Abilities in the order of the data.
    pub entries: Vec<CompiledAbility>,
    /// Every number field as printed.
    numbers: Vec<Option<i32>>,
}

/// Positions of the keywords that the rules know, as masks.
#[derive(Debug, Clone, Copy)]
struct KeywordMasks {
    phasewalk: u32,
    guardianship: u32,
    bond: u32,
    equip: u32,
    first_attack: u32,
    warp: u32,
    soaring: u32,
    rush: u32,
    cloaking: u32,
    invincible: u32,
    terrainwalk: u32,
    lifelink: u32,
    shield: u32,
    trample: u32,
    alertness: u32,
    crossroads: u32,
    settling: u32,
    rooted: u32,
    meek: u32,
    unseen: u32,
    dormant: u32,
    roused: u32,
    venom: u32,
    /// All of these.
    all: u32,
}

/// Positions of the types, as masks.
#[derive(Debug, Clone, Copy)]
struct TypeMasks {
    terrain: u32,
    entity: u32,
    tech: u32,
    artifact: u32,
    vehicle: u32,
    enchantment: u32,
    instant: u32,
    sorcery: u32,
    celestial: u32,
    rift: u32,
    scheme: u32,
    /// All of these.
    all: u32,
}

/// The same for every position: cards, code, options.
#[derive(Debug)]
pub struct MatchData {
    game: Arc<catalog::GameData>,
    defs: Vec<Def>,
    /// The definition of each card, seat by seat.
    seats: Vec<compile::SeatDeck>,
    code: Code,
    /// What each cost of the code asks for in energy and life.
    prices: Vec<Price>,
    keywords: KeywordMasks,
    types: TypeMasks,
    /// Words that keywords name, with the cards that have that quality.
    qualities: Vec<(String, DefSet)>,
    /// What each resource of the game is.
    resources: Vec<energy::Resource>,
    /// Positions of power and health among the fields, and of the cost.
    power: usize,
    health: usize,
    options: Options,
    /// The team of each seat.
    teams: Vec<u8>,
    /// The seat that keeps the life of each seat.
    lives: Vec<u8>,
    /// For each group of the code, a role that all cards in play have that may ever be in it.
    group_roles: Vec<Option<roles::Role>>,
    /// Whether any card of the match cares which of the two zones a card is in.
    zones_matter: bool,
    /// The events that any ability of the match waits for, as bits.
    heard: u32,
}

/// A match with room for `N` players and `B` cards in play.
#[derive(Debug)]
pub struct Afrika<const N: usize, const B: usize> {
    data: MatchData,
}

/// A match of two.
pub type Duel = Afrika<2, 128>;

/// A match of up to six.
pub type Gathering = Afrika<6, 128>;

impl MatchData {
    /// What a card is.
    #[inline]
    fn def_at(&self, id: Id) -> usize {
        self.seats[id as usize / SLOTS].cards[id as usize % SLOTS].into()
    }

    #[inline]
    fn def(&self, id: Id) -> &Def {
        &self.defs[self.def_at(id)]
    }

    #[inline]
    fn printed(&self, id: Id) -> &Printed {
        &self.defs[self.def_at(id)].printed
    }

    /// The slots of the cards of its owner that are the same card.
    #[inline]
    fn twins(&self, id: Id) -> u128 {
        self.seats[id as usize / SLOTS].twins[id as usize % SLOTS]
    }

    #[inline]
    fn count(&self) -> u8 {
        self.seats.len() as u8
    }

    #[inline]
    fn allied(&self, a: u8, b: u8) -> bool {
        self.teams[a as usize] == self.teams[b as usize]
    }

    /// The card that leads a seat's deck.
    fn leader(&self, seat: u8) -> Option<Id> {
        self.seats[seat as usize].leader.map(|slot| setup::id_of(seat as usize, slot.into()))
    }

    /// Who may look at a hand: its owner (AF-049), and in Allied Kingdoms the partner (AF-230).
    fn sees_hand(&self, seat: u8) -> Seats {
        match self.options.variant {
            Variant::Allied => (0..self.count()).filter(|s| self.allied(*s, seat)).fold(0, |m, s| m | 1 << s),
            Variant::Duel | Variant::Overlord => 1 << seat,
        }
    }
}

impl<const N: usize, const B: usize> Afrika<N, B> {
    /// A card's definition.
    pub fn def(&self, id: Id) -> &Def {
        self.data.def(id)
    }

    /// The options of this match.
    pub fn options(&self) -> &Options {
        &self.data.options
    }

    /// What a full position is full of: cards in play, on the stack, abilities that wait, changes, steps of the turn.
    pub fn full(&self, state: &State<N, B>) -> String {
        let (taken, depth, queued, changed) = (state.taken.count_ones(), state.depth, state.queued, state.changed);
        format!("{taken} in play, {depth} on the stack, {queued} waiting, {changed} changes, {} steps", state.steps)
    }

    fn position<'a>(&'a self, state: &'a State<N, B>) -> position::Position<'a, N, B> {
        position::Position { t: &self.data, s: state }
    }
}

/// A position that is being changed.
struct Play<'a, const N: usize, const B: usize, W> {
    t: &'a MatchData,
    s: &'a mut State<N, B>,
    w: &'a mut W,
}

impl<const N: usize, const B: usize, W> Play<'_, N, B, W> {
    fn position(&self) -> position::Position<'_, N, B> {
        position::Position { t: self.t, s: self.s }
    }
}

impl<const N: usize, const B: usize> Afrika<N, B> {
    /// What an evaluation looks at, by name.
    pub const FEATURES: &'static [&'static str] = evaluate::FEATURES;
}

impl<const N: usize, const B: usize> Rules for Afrika<N, B> {
    type State = State<N, B>;
    type Action = Action;
    type Event = Event;

    fn start<W: EventSink<Event>>(&self, seed: Seed, first: Option<u8>, sink: &mut W) -> State<N, B> {
        let mut state = setup::blank(&self.data, seed.fast());
        let mut play = Play { t: &self.data, s: &mut state, w: sink };
        play.set_up(first);
        play.advance();
        state
    }

    fn seats(&self) -> u8 {
        self.data.count()
    }

    fn first_seat(&self, first: u8) -> u8 {
        // AF-R71
        if self.data.options.variant == Variant::Overlord { 0 } else { first }
    }

    fn actor(&self, state: &State<N, B>) -> Actor {
        match state.over {
            Some(_) => Actor::Nobody,
            None => Actor::Seat(self.position(state).decider()),
        }
    }

    fn legal_actions(&self, state: &State<N, B>, out: &mut Vec<Action>) {
        self.position(state).list_actions(out);
    }

    fn allows(&self, state: &State<N, B>, action: Action) -> bool {
        state.over.is_none() && self.position(state).allows(action)
    }

    fn act<W: EventSink<Event>>(&self, state: &mut State<N, B>, action: Action, sink: &mut W) {
        let mut play = Play { t: &self.data, s: state, w: sink };
        play.act(action);
        play.advance();
    }

    fn outcome(&self, state: &State<N, B>) -> Option<Outcome> {
        state.over
    }

    fn turn(&self, state: &State<N, B>) -> u32 {
        state.turn.into()
    }

    fn stop(&self, state: &mut State<N, B>, reason: EndReason) {
        state.over.get_or_insert(Outcome { winners: 0, reason, team: false });
    }

    fn feature_names(&self) -> Vec<&str> {
        Self::FEATURES.to_vec()
    }

    fn feature_label(&self, feature: usize) -> String {
        evaluate::feature_label(feature)
    }

    fn features(&self, state: &State<N, B>, seat: u8, out: &mut [i32]) {
        self.position(state).features(seat, out);
    }

    fn action_key(&self, state: &State<N, B>, action: Action) -> u64 {
        self.position(state).action_key(action)
    }

    fn is_pass(&self, action: Action) -> bool {
        action == Action::Pass
    }

    fn passing_action(&self, _: &State<N, B>, legal: &[Action]) -> usize {
        evaluate::passing_action(legal)
    }

    fn prune(&self, state: &State<N, B>, legal: &mut Vec<Action>) {
        self.position(state).prune(legal);
    }

    fn only_choice(&self, state: &State<N, B>, legal: &[Action]) -> Option<usize> {
        self.position(state).only_choice(legal)
    }

    fn is_quiescent(&self, state: &State<N, B>) -> bool {
        self.position(state).is_quiescent()
    }

    fn is_combat(&self, state: &State<N, B>) -> bool {
        self.position(state).is_combat()
    }

    fn rollout_action(&self, state: &State<N, B>, room: &mut Vec<Action>) -> Option<Action> {
        self.position(state).rollout_action(room)
    }

    fn determinize(&self, state: &State<N, B>, seat: u8, dice: &mut FastRng) -> State<N, B> {
        setup::determinize(state, self.seats(), seat, dice)
    }

    fn digest(&self, state: &State<N, B>) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut digest = crate::kernel::rules::DigestHasher::default();
        let s = state;
        (&s.places, &s.known, &s.players, s.taken).hash(&mut digest);
        s.decks.hash(&mut digest);
        s.in_order().for_each(|b| b.hash(&mut digest));
        s.items().hash(&mut digest);
        s.waiting[..s.queued as usize].hash(&mut digest);
        s.changes[..s.changed as usize].hash(&mut digest);
        (s.frame, s.turn, s.active, s.step, s.pending, s.priority, s.passed, s.round, s.over).hash(&mut digest);
        digest.write_u32(s.dice.clone().below(u32::MAX));
        digest.finish()
    }

    fn notation(&self, state: &State<N, B>, action: Action) -> String {
        self.position(state).notation(action)
    }

    const OLD_NOTATION: &'static [(&'static str, &'static str)] = notation::OLD;

    fn label_for(&self, state: &State<N, B>, action: Action, to: &Audience) -> String {
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
        let phase = |step: Step| TurnPhase { id: step.name().to_owned(), label: step.label() };
        Step::iter().filter(|step| *step != Step::Opening).map(phase).collect()
    }

    fn observe(&self, state: &State<N, B>, to: &Audience) -> Observation {
        self.position(state).observation(to, self.actor(state))
    }
}
