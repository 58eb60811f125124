//! Chrononauts, and Artifaxx, which is the same without a TimeLine: data/chrononauts/rules.toml has every rule that is
//! named here. Solonauts has a room of its own, and so has what The Emperor's Star adds: a day of it is a game of these.
//!
//! `cards` reads what is printed, `setup` deals and imagines, `actions` says what is allowed; `turn` carries a turn out,
//! `answer` the card that is played and the Memos on it, `effects` what it does. `view` shows it, `stage` sets positions up
//! for scenarios. The TimeLine itself is in [`crate::timeline`].

mod actions;
mod answer;
mod board;
mod cards;
mod effects;
mod evaluate;
mod labels;
mod notation;
mod observation;
mod options;
mod scenario_setup;
mod setup;
pub mod solonauts;
pub mod star;
mod state;
mod turn;

use std::sync::Arc;

use catalog::CardIx;
use formats::check::LegalDeck;
use formats::rng::{Dice, FastRng, Seed};

use crate::game::{ALL_SEATS, Actor, EndReason, EventSink, IllegalAction, Outcome, Rules};
use crate::match_options::SetupError;
use crate::observation::Observation;
use crate::timeline::{Ripple, Timeline};

pub use actions::Action;
pub use board::TimelineBoard;
pub use cards::{CardKind, Def, Effect, Gadget, Identity, Mission};
pub use labels::{Event, outcome_text};
pub use options::{Options, Variant};
use setup::MatchCards;
pub(crate) use setup::refusals;
pub use solonauts::Solonauts;
use star::Day;
pub use star::Star;
pub use state::{CARDS, Cards, Id, NONE, Pile, SEATS, Secrets, State, Step, Target, ids};

/// The cards of a match, made ready, and its house rules.
#[derive(Debug)]
pub struct MatchData {
    game: Arc<catalog::GameData>,
    timeline: Timeline,
    /// The cards of the TimeLine, by cell.
    cells: Vec<CardIx>,
    defs: Vec<Def>,
    /// The definition of each card.
    def_of: Vec<u8>,
    /// The copies of each definition.
    copies: Vec<Cards>,
    identities: Vec<Identity>,
    missions: Vec<Mission>,
    /// For each mission, the copies of each Artifact that it wants.
    wants: Vec<Vec<Cards>>,
    memos: Cards,
    artifacts: Cards,
    patches: Cards,
    exchanges: Cards,
    wards: Cards,
    /// The card of each Patch of the TimeLine.
    on_patch: Vec<Id>,
    options: Options,
    /// What a day of The Emperor's Star asks for.
    day: Option<Day>,
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
    data: MatchData,
    seats: u8,
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
        for (what, cards) in [("identities", &brought.identities), ("missions", &brought.missions)] {
            if (1..seats).contains(&cards.len()) {
                return Err(SetupError::TooFew { number: cards.len(), of: what, least: seats });
            }
        }
        Chrononauts::with(game, &brought, seats, options)
    }

    fn with(
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

    fn position<'a>(&'a self, state: &'a State) -> Position<'a> {
        Position { t: &self.data, s: state, seats: self.seats }
    }
}

/// A position that is looked at.
#[derive(Clone, Copy)]
struct Position<'a> {
    t: &'a MatchData,
    s: &'a State,
    seats: u8,
}

/// A position that is being changed.
struct Play<'a, W> {
    t: &'a MatchData,
    s: &'a mut State,
    seats: u8,
    w: &'a mut W,
}

impl<W: EventSink<Event>> Play<'_, W> {
    fn position(&self) -> Position<'_> {
        Position { t: self.t, s: self.s, seats: self.seats }
    }

    fn emit(&mut self, event: Event) {
        self.w.on_event(event, ALL_SEATS);
    }

    fn emit_to(&mut self, seat: u8, event: Event) {
        self.w.on_event(event, 1 << seat);
    }

    fn emit_to_both(&mut self, one: u8, other: u8, event: Event) {
        self.w.on_event(event, 1 << one | 1 << other);
    }
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

    fn apply<W: EventSink<Event>>(&self, state: &mut State, action: Action, sink: &mut W) -> Result<(), IllegalAction> {
        if state.over.is_some() || !self.position(state).allows(action) {
            return Err(IllegalAction);
        }
        Play { t: &self.data, s: state, seats: self.seats, w: sink }.act(action);
        Ok(())
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

    const FEATURES: &'static [&'static str] = evaluate::FEATURES;

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
        let mut digest = crate::game::DigestHasher::default();
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

    fn label(&self, state: &State, action: Action) -> String {
        self.position(state).label(action)
    }

    fn hidden(&self, event: Event) -> Event {
        event.hidden()
    }

    fn is_turn(&self, event: Event) -> bool {
        matches!(event, Event::Turn { .. })
    }

    fn event_text(&self, event: Event) -> String {
        self.data.event_text(event)
    }

    fn observation(&self, state: &State, seat: Option<u8>) -> Observation {
        self.position(state).observation(seat, self.actor(state))
    }
}
