//! A player goes out while others play on: cards, control points, cities, and what was under way.

use super::actions::first_two;
use super::state::{Id, NOWHERE, SLOTS, Step, Task, Zone, owner};
use super::{Event, Play};
use crate::kernel::draw_pile::DrawPile;
use crate::kernel::rules::{EventSink, Seats};

impl<const N: usize, W: EventSink<Event>> Play<'_, N, W> {
    /// All that these players have leaves the game (CX-185 to CX-188).
    pub(super) fn eliminate(&mut self, leavers: Seats) {
        let leaving = |seat: &u8| leavers & (1 << seat) != 0;
        // Who is out gains nothing from a city that goes.
        for points in &mut self.s.points {
            (0..N as u8).filter(leaving).for_each(|seat| points[seat as usize] = 0);
        }
        (0..self.t.seats.len() as u8).filter(leaving).for_each(|seat| self.eliminate_one(seat));
    }

    fn eliminate_one(&mut self, seat: u8) {
        for slot in 0..self.t.seats[seat as usize].cards.len() {
            let id = (seat as usize * SLOTS + slot) as Id;
            if self.position().in_play(id) {
                self.leave_play(id);
            }
            self.place(id, seat, Zone::Gone);
        }
        self.s.decks[seat as usize] = DrawPile::EMPTY;
        // Others' cards that the player controlled, or that lie in the player's piles, go back to their owners.
        for zone in [Zone::Play, Zone::Hand, Zone::Discard, Zone::Downloads] {
            for id in self.s.cards(seat, zone).iter() {
                if zone == Zone::Play {
                    self.leave_play(id);
                }
                self.place(id, owner(id), Zone::Discard);
            }
        }
        self.merge_cities(seat);
    }

    /// One of the leaver's two cities goes, and the points in it move to the other (CX-186 to CX-188, CX-R53).
    fn merge_cities(&mut self, seat: u8) {
        let own = first_two(self.position().cities_of(seat));
        let (Some(first), Some(second)) = own else { return };
        let (gone, kept) = match self.w.roll(&mut self.s.dice, 2) {
            0 => (first, second),
            _ => (second, first),
        };
        self.emit(Event::CityGoes { city: gone });
        let neighbour = |[a, b]: [u8; 2]| if a == seat { b } else { a };
        let (moving, staying) = (neighbour(self.s.borders[gone as usize]), neighbour(self.s.borders[kept as usize]));
        self.s.borders[gone as usize] = NOWHERE;
        self.s.borders[kept as usize] = [moving, staying];
        let points = std::mem::take(&mut self.s.points[gone as usize][moving as usize]);
        self.move_points(kept, moving, points as i8);
        self.s.stale = true;
    }

    /// Ends what players have begun who are out; true if there was something. The turn of such a player ends at
    /// once (CX-R54).
    pub(super) fn drop_eliminated(&mut self) -> bool {
        if !self.s.players.iter().any(|player| player.out) {
            return false;
        }
        let out = |play: &Self, seat: u8| play.s.player(seat).out;
        if out(self, self.s.active) {
            if self.s.depth == 1 && matches!(self.s.tasks[0], Task::Turn(Step::Cleanup)) {
                return false;
            }
            (self.s.depth, self.s.contest, self.s.due, self.s.queued) = (1, 0, 0, 0);
            self.set_bottom(Step::Cleanup);
            return true;
        }
        match *self.s.task() {
            Task::Frame(frame) if out(self, frame.seat) => self.pop(),
            Task::Contest(_) => {
                let contest = self.s.contest().expect("a contest is under way");
                if !out(self, contest.seat) && !out(self, contest.defender) {
                    return false;
                }
                self.end_contest();
            }
            _ => return false,
        }
        true
    }
}
