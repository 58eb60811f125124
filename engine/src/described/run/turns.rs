//! Turns that begin, whose they are, and seats that are gone through.

use super::super::event::Event;
use super::super::expression::NONE;
use super::super::program::ExtraTurns;
use super::super::slots;
use super::Play;
use super::counters::Owner;
use crate::kernel::rules::EventSink;

impl<const W: usize, S: EventSink<Event>> Play<'_, W, S> {
    /// The turn of a seat begins, or one that somebody takes before it.
    pub(super) fn turn(&mut self, due: i32) {
        let extra = self.data.program.cards.as_ref().and_then(|rules| rules.extra_turns);
        let seat = extra.map_or(due, |extra| self.taken_before(due, extra));
        self.state.set_slot(slots::ACTIVE, seat);
        self.state.set_slot(slots::YOU, seat);
        let turn = self.state.slot(slots::TURN) + 1;
        self.state.set_slot(slots::TURN, turn);
        self.tell(Event::Turn { seat: seat as u8, number: turn as u32 });
        self.turn_begins();
    }

    /// Who takes the turn that is due: whoever has an extra one, from whose turn it was; then it goes on as if there had been none.
    fn taken_before(&mut self, due: i32, extra: ExtraTurns) -> i32 {
        let data = self.data;
        let (seats, active) = (i32::from(data.layout.seats), self.state.slot(slots::ACTIVE));
        let resumes = data.layout.counters[usize::from(extra.resumes)] as usize;
        let turns = |seat: i32| data.layout.counters[usize::from(extra.counter)] as usize + seat as usize;
        let around = (0..seats).map(|n| (active + n) % seats);
        let mut takers = around.filter(|seat| !self.state.is_out(*seat as u8) && self.state.numbers[turns(*seat)] > 0);
        if let Some(seat) = takers.next() {
            // Whoever goes on after their own turn leads on to the next one; after somebody else's it must be kept who that is.
            if seat != active && self.state.numbers[resumes] == NONE {
                self.state.numbers[resumes] = due;
            }
            self.change_number(extra.counter, turns(seat), Owner::Seat(seat as u8), |now| now - 1);
            return seat;
        }
        match std::mem::replace(&mut self.state.numbers[resumes], NONE) {
            NONE => due,
            seat if self.state.is_out(seat as u8) => self.view().after(seat, true),
            seat => seat,
        }
    }

    /// What lasted until the end of the turn is over.
    fn turn_begins(&mut self) {
        let data = self.data;
        let Some(rules) = &data.program.cards else { return };
        for counter in &rules.turn_counters {
            self.state.count_all(&data.layout, *counter, 0);
        }
        let active = self.state.slot(slots::ACTIVE) as usize;
        for counter in rules.lasting.get(active).iter().flat_map(|lasting| lasting.counters()) {
            self.state.count_all(&data.layout, counter, 0);
        }
        self.loans_end(active as u8);
    }

    pub(super) fn next_seat(&mut self, slot: u16, others: bool) -> bool {
        let seats = i32::from(self.data.layout.seats);
        loop {
            let visited = self.state.slot(slot);
            if visited >= seats {
                self.state.set_slot(slots::YOU, self.state.slot(slot + 2));
                return false;
            }
            self.state.set_slot(slot, visited + 1);
            let seat = (self.state.slot(slot + 1) + visited) % seats;
            if self.state.is_out(seat as u8) || others && seat == self.state.slot(slot + 2) {
                continue;
            }
            self.state.set_slot(slots::YOU, seat);
            return true;
        }
    }
}
