//! Chrononauts, and Artifaxx, which is the same without a TimeLine: data/chrononauts/rules.toml has every rule that is
//! named here. A day of The Emperor's Star is a game of these: `day` says what it asks for, `trade`
//! and `day_effects` what can be done in it beside. Solonauts is a game of its own and has the cards from here.
//!
//! `cards` reads what is printed, `setup` deals and imagines, `actions` says what is allowed; `turn` carries a turn out,
//! `answer` the card that is played and the Memos on it, `effects` what it does. `labels` words it, `scenario_setup` sets positions up
//! for scenarios. The TimeLine itself is in [`crate::timeline`].

pub(in crate::games) mod actions;
pub(in crate::games) mod answer;
pub(in crate::games) mod board;
pub(in crate::games) mod card_error;
pub(in crate::games) mod cards;
pub(in crate::games) mod day;
pub(in crate::games) mod day_effects;
pub(in crate::games) mod effects;
pub(in crate::games) mod evaluate;
pub(in crate::games) mod event;
pub(in crate::games) mod labels;
pub(in crate::games) mod notation;
pub(in crate::games) mod observation;
pub(in crate::games) mod options;
pub(in crate::games) mod refusal;
pub(in crate::games) mod scenario_setup;
pub(in crate::games) mod setup;
pub(in crate::games) mod state;
pub(in crate::games) mod trade;
pub(in crate::games) mod turn;

use catalog::noted;
use std::sync::Arc;

use catalog::CardIx;
use formats::check::LegalDeck;
use formats::rng::{Dice, FastRng, Seed};

use crate::kernel::audience::Audience;
use crate::kernel::match_options::SetupError;
use crate::kernel::observation::Observation;
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{ALL_SEATS, Actor, EventSink, Rules};
use crate::timeline::{Ripple, Timeline};

pub use actions::Action;
pub use board::TimelineBoard;
pub use cards::{CardKind, Def, Effect, Gadget, Identity, Mission};
pub use day::{Bonus, Day, HouseRules, Points, Sheet};
pub use event::Event;
pub use labels::outcome_text;
pub use options::{Options, Variant};
pub(in crate::games) use setup::MatchCards;
pub(crate) use setup::refusals;
pub use state::{CARDS, Cards, Id, NONE, Pile, SEATS, Secrets, State, Step, Target, ids};
pub use trade::{TradeItem, TradeOffer, TradeSide};

/// The cards of a match, made ready, and its house rules.
#[derive(Debug)]
pub struct MatchData {
    pub(in crate::games) game: Arc<catalog::GameData>,
    pub(in crate::games) timeline: Timeline,
    /// The cards of the TimeLine, by cell.
    pub(in crate::games) cells: Vec<CardIx>,
    pub(in crate::games) defs: Vec<Def>,
    /// The definition of each card.
    pub(in crate::games) def_of: Vec<u8>,
    /// The copies of each definition.
    pub(in crate::games) copies: Vec<Cards>,
    pub(in crate::games) identities: Vec<Identity>,
    pub(in crate::games) missions: Vec<Mission>,
    /// For each mission, the copies of each Artifact that it wants.
    pub(in crate::games) wants: Vec<Vec<Cards>>,
    pub(in crate::games) memos: Cards,
    pub(in crate::games) artifacts: Cards,
    pub(in crate::games) patches: Cards,
    pub(in crate::games) exchanges: Cards,
    pub(in crate::games) wards: Cards,
    /// The card of each Patch of the TimeLine.
    pub(in crate::games) on_patch: Vec<Id>,
    pub(in crate::games) options: Options,
    /// What a day of The Emperor's Star asks for.
    pub(in crate::games) day: Option<Day>,
}

impl MatchData {
    /// The TimeLine.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The cards of the main deck, one for all copies.
    pub fn defs(&self) -> &[Def] {
        &self.defs
    }

    /// Identities.
    pub fn identities(&self) -> &[Identity] {
        &self.identities
    }

    /// Missions.
    pub fn missions(&self) -> &[Mission] {
        &self.missions
    }

    /// The card that a copy is.
    pub fn def(&self, id: Id) -> &Def {
        &self.defs[self.def_of[id as usize] as usize]
    }

    /// What a day of The Emperor's Star asks for; nothing in other games.
    pub fn day(&self) -> Option<&Day> {
        self.day.as_ref()
    }

    /// The house rules.
    pub fn options(&self) -> &Options {
        &self.options
    }
}

/// A match of Chrononauts or Artifaxx.
#[derive(Debug)]
pub struct Chrononauts {
    pub(in crate::games) data: MatchData,
    pub(in crate::games) seats: u8,
}

impl Chrononauts {
    /// A match of so many players with one checked deck that all share.
    ///
    /// # Errors
    /// If a card cannot be played, by name, or if there are too many players.
    pub fn new(
        game: &Arc<catalog::GameData>,
        decks: &[&LegalDeck],
        seats: usize,
        options: Options,
    ) -> Result<Self, SetupError> {
        let brought = MatchCards::from_decks(game, decks)?;
        for (what, cards) in [(noted!("identities"), &brought.identities), (noted!("missions"), &brought.missions)] {
            if (1..seats).contains(&cards.len()) {
                return Err(SetupError::TooFew { number: cards.len(), of: what, least: seats });
            }
        }
        Chrononauts::with(game, &brought, seats, options)
    }

    pub(in crate::games) fn with(
        game: &Arc<catalog::GameData>,
        brought: &MatchCards,
        seats: usize,
        options: Options,
    ) -> Result<Self, SetupError> {
        if !(2..=SEATS).contains(&seats) {
            return Err(SetupError::Seats { players: seats, takes: "2 to 6".into() });
        }
        Ok(Chrononauts { data: MatchData::new(game, brought, options)?, seats: seats as u8 })
    }

    /// The cards of the match.
    pub fn data(&self) -> &MatchData {
        &self.data
    }

    /// What an action would change on the TimeLine, if nobody answers it.
    pub fn ripple(&self, state: &State, action: Action) -> Option<Ripple> {
        self.position(state).ripple(action)
    }

    pub(in crate::games) fn position<'a>(&'a self, state: &'a State) -> Position<'a> {
        Position { t: &self.data, s: state, seats: self.seats }
    }
}

/// A position that is looked at.
#[derive(Clone, Copy)]
pub(in crate::games) struct Position<'a> {
    pub(in crate::games) t: &'a MatchData,
    pub(in crate::games) s: &'a State,
    pub(in crate::games) seats: u8,
}

/// A position that is being changed.
pub(in crate::games) struct Play<'a, W> {
    pub(in crate::games) t: &'a MatchData,
    pub(in crate::games) s: &'a mut State,
    pub(in crate::games) seats: u8,
    pub(in crate::games) w: &'a mut W,
}

impl<W: EventSink<Event>> Play<'_, W> {
    pub(in crate::games) fn position(&self) -> Position<'_> {
        Position { t: self.t, s: self.s, seats: self.seats }
    }

    pub(in crate::games) fn emit(&mut self, event: Event) {
        self.w.on_event(event, ALL_SEATS);
    }

    pub(in crate::games) fn emit_to(&mut self, seat: u8, event: Event) {
        self.w.on_event(event, 1 << seat);
    }

    pub(in crate::games) fn emit_to_both(&mut self, one: u8, other: u8, event: Event) {
        self.w.on_event(event, 1 << one | 1 << other);
    }
}

impl Chrononauts {
    /// What an evaluation looks at, by name.
    pub const FEATURES: &'static [&'static str] = evaluate::FEATURES;
}

impl Rules for Chrononauts {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn start<W: EventSink<Event>>(&self, seed: Seed, first: Option<u8>, sink: &mut W) -> State {
        let mut state = self.data.blank(seed.fast());
        Play { t: &self.data, s: &mut state, seats: self.seats, w: sink }.set_up(first);
        state
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn actor(&self, state: &State) -> Actor {
        match state.over {
            Some(_) => Actor::Nobody,
            None => Actor::Seat(self.position(state).decider()),
        }
    }

    fn legal_actions(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if state.over.is_none() {
            self.position(state).legal_actions(out);
        }
    }

    fn allows(&self, state: &State, action: Action) -> bool {
        state.over.is_none() && self.position(state).allows(action)
    }

    fn act<W: EventSink<Event>>(&self, state: &mut State, action: Action, sink: &mut W) {
        Play { t: &self.data, s: state, seats: self.seats, w: sink }.act(action);
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
        evaluate::feature_label(feature)
    }

    fn features(&self, state: &State, seat: u8, out: &mut [i32]) {
        self.position(state).features(seat, out);
    }

    fn action_key(&self, _: &State, action: Action) -> u64 {
        action.key()
    }

    fn passing_action(&self, _: &State, legal: &[Action]) -> usize {
        actions::passing_action(legal)
    }

    /// The next player's draw: whatever a turn began is over by then.
    fn is_quiescent(&self, state: &State) -> bool {
        state.over.is_some() || matches!(state.step, Step::Draw | Step::Trade)
    }

    fn is_combat(&self, _: &State) -> bool {
        false
    }

    fn determinize(&self, state: &State, seat: u8, dice: &mut FastRng) -> State {
        setup::determinize(state, self.seats, seat, dice)
    }

    fn digest(&self, state: &State) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut digest = crate::kernel::rules::DigestHasher::default();
        let s = state;
        s.history.hash(&mut digest);
        for cards in s.hands.iter().chain(&s.tables).chain(&s.knows).chain([&s.used]) {
            digest.write(&cards.to_le_bytes());
        }
        for pile in [s.deck.cards(), s.discard.cards(), s.chain.cards()] {
            pile.hash(&mut digest);
        }
        for secrets in [&s.identities, &s.missions] {
            (secrets.held, secrets.pile.cards(), secrets.loose, secrets.aside.cards(), secrets.known).hash(&mut digest);
        }
        (s.target, s.active, s.turn, s.step, s.plays, s.fresh, s.over).hash(&mut digest);
        if self.data.day.is_some() {
            s.top.cards().hash(&mut digest);
            s.passing.iter().for_each(|cards| digest.write(&cards.to_le_bytes()));
            (s.looker, s.favors, s.ahead, s.offers, s.offer).hash(&mut digest);
        }
        digest.write_u32(s.dice.clone().below(u32::MAX));
        digest.finish()
    }

    fn notation(&self, state: &State, action: Action) -> String {
        self.position(state).notation(action)
    }

    const OLD_NOTATION: &'static [(&'static str, &'static str)] = notation::OLD;

    fn label_for(&self, state: &State, action: Action, to: &Audience) -> String {
        self.position(state).label(action, to)
    }

    fn hidden(&self, event: Event) -> Event {
        event.hidden()
    }

    fn is_turn(&self, event: Event) -> bool {
        matches!(event, Event::Turn { .. })
    }

    fn tell_outcome(&self, outcome: Outcome, to: &Audience) -> String {
        labels::outcome_text(outcome, to)
    }

    fn is_quiet(&self, event: Event, _seat: Option<u8>) -> bool {
        event.is_quiet()
    }

    fn tell_event(&self, event: Event, to: &Audience) -> String {
        self.data.event_text(event, to)
    }

    fn observe(&self, state: &State, to: &Audience) -> Observation {
        self.position(state).observation(to, self.actor(state))
    }
}
