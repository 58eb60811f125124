//! How a game ends: who has won, and with what score.

use super::super::event::Event;
use super::super::expression::NONE;
use super::Play;
use crate::kernel::loops::LoopCards;
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{EventSink, Seats};

impl<const W: usize, S: EventSink<Event>> Play<'_, W, S> {
    /// The game ends: this seat has won, nobody for [`NONE`], or whoever has scored best.
    pub(super) fn end(&mut self, winner: Option<i32>) {
        let data = self.data;
        let seats = data.layout.seats;
        let scores = data.layout.scores as usize;
        let team_of = |seat: u8| seat % data.program.teams.unwrap_or(seats);
        for seat in 0..seats {
            let score = match (&data.program.score, winner) {
                (Some(score), _) => self.view().as_you(seat.into()).value(score),
                (None, Some(NONE) | None) => 0,
                (None, Some(won)) => {
                    if team_of(seat) == team_of(won as u8) {
                        1
                    } else {
                        -1
                    }
                }
            };
            self.state.numbers[scores + usize::from(seat)] = score;
        }
        let has_won = |seat: u8| match winner {
            Some(NONE) => false,
            Some(won) => team_of(seat) == team_of(won as u8),
            None => {
                let all = (0..seats).map(|s| self.state.numbers[scores + usize::from(s)]);
                let best = if data.program.least_wins { all.min() } else { all.max() };
                best == Some(self.state.numbers[scores + usize::from(seat)])
            }
        };
        let winners = (0..seats).filter(|seat| has_won(*seat)).fold(0, |all: Seats, seat| all | 1 << seat);
        let first = (0..seats).find(|seat| winners >> seat & 1 != 0).map(team_of);
        let one_team = (0..seats).all(|seat| (winners >> seat & 1 != 0) == (Some(team_of(seat)) == first));
        let team = data.program.teams.is_some() && winners != 0 && one_team;
        let reason = if winner.is_some() { EndReason::Progress } else { EndReason::Score };
        self.finish(Outcome { winners, reason, team });
    }

    /// It would go on without end: a draw, if abilities of cards cause one another.
    pub(super) fn end_loop(&mut self) {
        let cards = self.looping.take().unwrap_or(LoopCards::NONE);
        if cards.is_empty() {
            return self.finish(Outcome { winners: 0, reason: EndReason::Overflow, team: false });
        }
        cards.iter().for_each(|card| self.tell(Event::Loops { card }));
        let left = (0..self.data.layout.seats).filter(|seat| !self.state.is_out(*seat));
        let winners = left.fold(0, |all: Seats, seat| all | 1 << seat);
        self.finish(Outcome { winners, reason: EndReason::Loop, team: false });
    }

    pub(in super::super) fn finish(&mut self, outcome: Outcome) {
        self.state.over = Some(outcome);
        self.tell(Event::Over { outcome });
    }
}
