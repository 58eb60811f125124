//! The Emperor's Star: six characters, three days (ES-001 to ES-009). data/emperors-star/rules.toml has every rule that
//! is named here.
//!
//! A day is a game of [`Chrononauts`] with other ends, which has what it asks for ([`Day`]), trades and the effects of new cards in
//! its own folder. Here days follow one another: `setup` makes them out of a deck, `score` ends one and carries over what it leaves
//! behind. A match has the days of its deck, one or all three; it is put down and taken up like any match.

mod evaluate;
mod options;
mod scenario_setup;
mod score;
mod setup;

use formats::rng::{FastRng, Seed};

use crate::games::chrononauts::state::{SEATS, Step};
use crate::games::chrononauts::{Action, Chrononauts, Play, Position, labels};
use crate::kernel::audience::Audience;
use crate::kernel::observation::Observation;
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{Actor, EventSink, Rules, Seats};

pub use crate::games::chrononauts::{Bonus, Day, HouseRules, Points, Sheet, TradeItem, TradeOffer, TradeSide};
pub use labels::star_outcome_text as outcome_text;
pub use options::Options;
pub(crate) use setup::refusals;

/// Days of a tournament (ES-004).
pub const DAYS: usize = 3;

/// A match of The Emperor's Star.
#[derive(Debug)]
pub struct Star {
    days: Vec<Chrononauts>,
    /// For each day, how many cards those before it have: chance tells cards apart by that.
    before: Vec<u16>,
    /// Characters by seat, if the match names them (ES-R15).
    characters: Option<[u8; SEATS]>,
}

/// A whole position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Which day of the match it is, from 0.
    pub at: u8,
    /// The position of that day.
    pub now: crate::games::chrononauts::State,
    /// Turns of the days that are over.
    turns: u32,
    /// Points of the days that are over, by day and seat.
    pub points: [[Points; SEATS]; DAYS],
    /// Who ended each day, or [`crate::games::chrononauts::NONE`].
    pub enders: [u8; DAYS],
    over: Option<Outcome>,
}

/// What can be seen to happen on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StarEvent {
    /// Which day of the match, from 0.
    pub day: u8,
    /// What happens.
    pub what: crate::games::chrononauts::Event,
}

/// Watches a day for somebody who watches the match.
struct Daily<'a, W> {
    w: &'a mut W,
    day: u8,
    /// Cards of the days before.
    before: u16,
}

impl<W: EventSink<StarEvent>> EventSink<crate::games::chrononauts::Event> for Daily<'_, W> {
    fn roll(&mut self, dice: &mut FastRng, n: u32) -> u32 {
        self.w.roll(dice, n)
    }

    fn pick(&mut self, dice: &mut FastRng, n: u32, def: &dyn Fn(u32) -> u16) -> u32 {
        self.w.pick(dice, n, &|i| self.before + def(i))
    }

    fn on_event(&mut self, event: crate::games::chrononauts::Event, to: Seats) {
        self.w.on_event(StarEvent { day: self.day, what: event }, to);
    }
}

impl Star {
    /// The days of the match.
    pub fn days(&self) -> &[Chrononauts] {
        &self.days
    }

    /// The day that a position is in.
    pub fn today(&self, state: &State) -> &Chrononauts {
        &self.days[state.at as usize]
    }

    /// Victory points of a seat on the day at hand.
    pub fn vp(&self, state: &State, seat: u8) -> i8 {
        let position = self.position(state);
        position.t.day().map_or(0, |day| position.vp(day, seat))
    }

    fn position<'a>(&'a self, state: &'a State) -> Position<'a> {
        self.today(state).position(&state.now)
    }

    /// Does something on the day at hand.
    fn on_day<W: EventSink<StarEvent>, T>(
        &self,
        state: &mut State,
        sink: &mut W,
        does: impl FnOnce(&mut Play<'_, Daily<'_, W>>) -> T,
    ) -> T {
        let at = state.at as usize;
        let Chrononauts { data: table, seats } = &self.days[at];
        let mut daily = Daily { w: sink, day: state.at, before: self.before[at] };
        does(&mut Play { t: table, s: &mut state.now, seats: *seats, w: &mut daily })
    }
}

impl Star {
    /// What an evaluation looks at, by name.
    pub const FEATURES: &'static [&'static str] = evaluate::FEATURES;
}

impl Rules for Star {
    type State = State;
    type Action = Action;
    type Event = StarEvent;

    fn start<W: EventSink<StarEvent>>(&self, seed: Seed, first: Option<u8>, sink: &mut W) -> State {
        let mut state = self.blank(seed.fast());
        self.open(&mut state, first, sink);
        state
    }

    fn seats(&self) -> u8 {
        self.days[0].seats
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

    fn act<W: EventSink<StarEvent>>(&self, state: &mut State, action: Action, sink: &mut W) {
        self.on_day(state, sink, |day| day.act(action));
        if state.now.over.is_some() {
            self.close(state, sink);
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.over
    }

    fn turn(&self, state: &State) -> u32 {
        state.turns + u32::from(state.now.turn)
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
        self.weigh(state, seat, out);
    }

    fn action_key(&self, _: &State, action: Action) -> u64 {
        action.key()
    }

    fn passing_action(&self, _: &State, legal: &[Action]) -> usize {
        crate::games::chrononauts::actions::passing_action(legal)
    }

    fn prune(&self, state: &State, legal: &mut Vec<Action>) {
        self.position(state).plain_trades(legal);
    }

    /// Before a draw and before a trade nothing is under way.
    fn is_quiescent(&self, state: &State) -> bool {
        state.over.is_some() || matches!(state.now.step, Step::Draw | Step::Trade)
    }

    /// Whoever answers an offer does what is best for themselves.
    fn is_combat(&self, state: &State) -> bool {
        state.now.step == Step::Deal
    }

    fn determinize(&self, state: &State, seat: u8, dice: &mut FastRng) -> State {
        State {
            now: crate::games::chrononauts::setup::determinize(&state.now, self.seats(), seat, dice),
            ..state.clone()
        }
    }

    fn digest(&self, state: &State) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut digest = crate::kernel::rules::DigestHasher::default();
        digest.write_u64(self.today(state).digest(&state.now));
        (state.at, state.turns, state.points, state.enders, state.over).hash(&mut digest);
        digest.finish()
    }

    fn notation(&self, state: &State, action: Action) -> String {
        self.position(state).notation(action)
    }

    const OLD_NOTATION: &'static [(&'static str, &'static str)] = crate::games::chrononauts::notation::OLD;

    fn label_for(&self, state: &State, action: Action, to: &Audience) -> String {
        self.position(state).label(action, to)
    }

    /// A promise (ES-R27) is told when the offer that it is part of is made.
    fn free_text_event(&self, state: &State, action: Action) -> Option<StarEvent> {
        let seat = self.position(state).promiser(action)?;
        Some(StarEvent {
            day: state.at,
            what: crate::games::chrononauts::Event::WouldGive { seat, item: TradeItem::Promise },
        })
    }

    fn hidden(&self, event: StarEvent) -> StarEvent {
        StarEvent { what: event.what.hidden(), ..event }
    }

    fn is_turn(&self, event: StarEvent) -> bool {
        matches!(event.what, crate::games::chrononauts::Event::Turn { .. })
    }

    fn tell_outcome(&self, outcome: Outcome, to: &Audience) -> String {
        labels::star_outcome_text(outcome, to)
    }

    fn is_quiet(&self, event: StarEvent, _seat: Option<u8>) -> bool {
        event.what.is_quiet()
    }

    fn tell_event(&self, event: StarEvent, to: &Audience) -> String {
        self.days[event.day as usize].data.event_text(event.what, to)
    }

    fn observe(&self, state: &State, to: &Audience) -> Observation {
        let mut observation = self.position(state).observation(to, self.actor(state));
        observation.turn = self.turn(state);
        observation.phase = self.today(state).data.day_name();
        for (day, points) in self.days.iter().zip(&state.points).take(state.at.into()) {
            let each: Vec<String> = points.iter().take(self.seats().into()).map(labels::points_text).collect();
            observation.notes.push(format!("{}: {}", day.data.day_name(), each.join("; ")));
        }
        observation
    }
}
