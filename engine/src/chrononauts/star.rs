//! The Emperor's Star: six characters, three days (ES-001 to ES-009). data/emperors-star/rules.toml has every rule that
//! is named here.
//!
//! A day is a game of [`Chrononauts`] with other ends: `day` says what it asks for and what everything is worth, `trade`
//! and `deeds` are what can be done in it beside. Here days follow one another: `setup` makes them out of a deck, `score`
//! ends one and carries over what it leaves behind. A match has the days of its deck, one or all three; it is put
//! down and taken up like any match ([`crate::sitting`]).

mod day;
mod deeds;
mod evaluate;
mod options;
mod score;
mod setup;
mod stage;
mod trade;

use formats::rng::{Fast, Seed};

use super::state::{SEATS, Step};
use super::{Action, Chrononauts, Look, Play, view};
use crate::game::{Actor, Game, Illegal, Outcome, Reason, Seats, Witness};
use crate::sight::Sight;

pub use day::{Bonus, Day, House, Points, Sheet};
pub use options::Options;
pub(crate) use setup::refusals;
pub use trade::{Item, Offer, Side};
pub use view::star_outcome_text as outcome_text;

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
    pub now: super::State,
    /// Turns of the days that are over.
    turns: u32,
    /// Points of the days that are over, by day and seat.
    pub points: [[Points; SEATS]; DAYS],
    /// Who ended each day, or [`super::NONE`].
    pub enders: [u8; DAYS],
    over: Option<Outcome>,
}

/// What can be seen to happen on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// Which day of the match, from 0.
    pub day: u8,
    /// What happens.
    pub what: super::Event,
}

/// Watches a day for somebody who watches the match.
struct Daily<'a, W> {
    w: &'a mut W,
    day: u8,
    /// Cards of the days before.
    before: u16,
}

impl<W: Witness<Event>> Witness<super::Event> for Daily<'_, W> {
    fn roll(&mut self, dice: &mut Fast, n: u32) -> u32 {
        self.w.roll(dice, n)
    }

    fn pick(&mut self, dice: &mut Fast, n: u32, def: &dyn Fn(u32) -> u16) -> u32 {
        self.w.pick(dice, n, &|i| self.before + def(i))
    }

    fn see(&mut self, event: super::Event, to: Seats) {
        self.w.see(Event { day: self.day, what: event }, to);
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
        let look = self.look(state);
        look.t.day().map_or(0, |day| look.vp(day, seat))
    }

    fn look<'a>(&'a self, state: &'a State) -> Look<'a> {
        self.today(state).look(&state.now)
    }

    /// Does something on the day at hand.
    fn on_day<W: Witness<Event>, T>(
        &self,
        state: &mut State,
        witness: &mut W,
        does: impl FnOnce(&mut Play<'_, Daily<'_, W>>) -> T,
    ) -> T {
        let at = state.at as usize;
        let Chrononauts { table, seats } = &self.days[at];
        let mut daily = Daily { w: witness, day: state.at, before: self.before[at] };
        does(&mut Play { t: table, s: &mut state.now, seats: *seats, w: &mut daily })
    }
}

impl Game for Star {
    type State = State;
    type Action = Action;
    type Event = Event;

    fn start<W: Witness<Event>>(&self, seed: Seed, first: Option<u8>, witness: &mut W) -> State {
        let mut state = self.blank(seed.fast());
        self.open(&mut state, first, witness);
        state
    }

    fn seats(&self) -> u8 {
        self.days[0].seats
    }

    fn actor(&self, state: &State) -> Actor {
        match state.over {
            Some(_) => Actor::Nobody,
            None => Actor::Seat(self.look(state).decider()),
        }
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if state.over.is_none() {
            self.look(state).list(out);
        }
    }

    fn apply<W: Witness<Event>>(&self, state: &mut State, action: Action, witness: &mut W) -> Result<(), Illegal> {
        if state.over.is_some() || !self.look(state).allows(action) {
            return Err(Illegal);
        }
        self.on_day(state, witness, |day| day.act(action));
        if state.now.over.is_some() {
            self.close(state, witness);
        }
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.over
    }

    fn turn(&self, state: &State) -> u32 {
        state.turns + u32::from(state.now.turn)
    }

    fn stop(&self, state: &mut State, reason: Reason) {
        state.over.get_or_insert(Outcome { winners: 0, reason, team: false });
    }

    const FEATURES: &'static [&'static str] = evaluate::FEATURES;

    fn features(&self, state: &State, seat: u8, out: &mut [i32]) {
        self.weigh(state, seat, out);
    }

    fn sense(&self, _: &State, action: Action) -> u64 {
        action.sense()
    }

    fn idle(&self, _: &State, legal: &[Action]) -> usize {
        super::actions::idle(legal)
    }

    fn narrow(&self, state: &State, legal: &mut Vec<Action>) {
        self.look(state).plain_trades(legal);
    }

    /// Before a draw and before a trade nothing is under way.
    fn is_rest(&self, state: &State) -> bool {
        state.over.is_some() || matches!(state.now.step, Step::Draw | Step::Trade)
    }

    /// Whoever answers an offer does what is best for themselves.
    fn is_fight(&self, state: &State) -> bool {
        state.now.step == Step::Deal
    }

    fn imagine(&self, state: &State, seat: u8, dice: &mut Fast) -> State {
        State { now: super::setup::imagine(&state.now, self.seats(), seat, dice), ..state.clone() }
    }

    fn digest(&self, state: &State) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut digest = crate::game::Digest::default();
        digest.write_u64(self.today(state).digest(&state.now));
        (state.at, state.turns, state.points, state.enders, state.over).hash(&mut digest);
        digest.finish()
    }

    fn notation(&self, state: &State, action: Action) -> String {
        self.look(state).notation(action)
    }

    const OLD_NOTATION: &'static [(&'static str, &'static str)] = super::notation::OLD;

    fn label(&self, state: &State, action: Action) -> String {
        self.look(state).label(action)
    }

    /// A promise (ES-R27) is told when the offer that it is part of is made.
    fn free_text_event(&self, state: &State, action: Action) -> Option<Event> {
        let seat = self.look(state).promiser(action)?;
        Some(Event { day: state.at, what: super::Event::WouldGive { seat, item: Item::Promise } })
    }

    fn hidden(&self, event: Event) -> Event {
        Event { what: event.what.hidden(), ..event }
    }

    fn is_turn(&self, event: Event) -> bool {
        matches!(event.what, super::Event::Turn { .. })
    }

    fn event_text(&self, event: Event) -> String {
        self.days[event.day as usize].table.event_text(event.what)
    }

    fn sight(&self, state: &State, seat: Option<u8>) -> Sight {
        let mut sight = self.look(state).sight(seat, self.actor(state));
        sight.turn = self.turn(state);
        sight.phase = self.today(state).table.day_name();
        for (day, points) in self.days.iter().zip(&state.points).take(state.at.into()) {
            let each: Vec<String> = points.iter().take(self.seats().into()).map(view::points_text).collect();
            sight.notes.push(format!("{}: {}", day.table.day_name(), each.join("; ")));
        }
        sight
    }
}
