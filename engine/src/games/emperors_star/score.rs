//! The end of a day, and of the match: points, and who is ahead (ES-053 to ES-081).

use super::{Points, Star, StarEvent, State};
use crate::games::chrononauts::Event;
use crate::games::chrononauts::state::{NONE, SEATS};
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{EventSink, Rules as _};

impl State {
    /// Points of a seat over all days that are over (ES-080, ES-R07).
    pub fn total(&self, seat: u8) -> i32 {
        self.points.iter().map(|day| i32::from(day[seat as usize].vp) + i32::from(day[seat as usize].bp)).sum()
    }

    /// What places a seat: points, then days that it ended, then bonus points (ES-081, ES-R08).
    fn standing(&self, seat: u8) -> (i32, usize, i32) {
        let ended = self.enders.iter().filter(|ender| **ender == seat).count();
        let bonus = self.points.iter().map(|day| i32::from(day[seat as usize].bp)).sum();
        (self.total(seat), ended, bonus)
    }
}

impl Star {
    /// Scores the day that is over, and begins the next one or ends the match.
    pub(super) fn close<W: EventSink<StarEvent>>(&self, state: &mut State, sink: &mut W) {
        let Some(ended) = state.now.over else { return };
        let at = state.at as usize;
        let ender = (0..self.seats()).find(|seat| ended.won(*seat));
        state.enders[at] = ender.unwrap_or(NONE);
        state.points[at] = self.day_points(state, ender);
        let points = state.points[at];
        self.on_day(state, sink, |day| {
            if ender.is_none() {
                day.emit(Event::DayPasses);
            }
            for seat in 0..day.seats {
                let Points { vp, bp } = points[seat as usize];
                day.emit(Event::Scores { seat, vp, bp });
            }
        });
        if at + 1 < self.days.len() {
            let next = self.next_day(state);
            state.turns += u32::from(state.now.turn);
            (state.at, state.now) = (state.at + 1, next);
            // ES-R14
            let first = ender.map(|seat| (seat + 1) % self.seats());
            return self.open(state, first, sink);
        }
        // A match of one day goes to whoever ends it, unless points of days before count, which a scenario may write.
        let is_single = at == 0 && state.points[1..].iter().all(|day| *day == [Points::default(); SEATS]);
        let outcome = if is_single { ended } else { self.placed(state) };
        state.over = Some(outcome);
        self.on_day(state, sink, |day| day.emit(Event::StarOver { outcome }));
    }

    /// Victory points as they stand, and bonus points, which never helped to end the day (ES-066, ES-R03).
    fn day_points(&self, state: &State, ender: Option<u8>) -> [Points; SEATS] {
        let position = self.position(state);
        let mut points = [Points::default(); SEATS];
        for seat in 0..self.seats() {
            if let Some(day) = position.t.day() {
                let bp = position.bp(day, seat, ender == Some(seat));
                points[seat as usize] = Points { vp: position.vp(day, seat), bp };
            }
        }
        points
    }

    /// Who has won the match.
    fn placed(&self, state: &State) -> Outcome {
        let best = (0..self.seats()).map(|seat| state.standing(seat)).max();
        let first = (0..self.seats()).filter(|seat| Some(state.standing(*seat)) == best);
        Outcome { winners: first.fold(0, |m, seat| m | 1 << seat), reason: EndReason::Progress, team: false }
    }
}
