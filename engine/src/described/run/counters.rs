//! Counters that change, and what is paid from them.

use catalog::ability::TriggerEvent;

use super::super::abilities::Paid;
use super::super::event::{Event, HIDDEN};
use super::super::expression::Payment;
use super::super::program::Target;
use super::super::slots;
use super::Play;
use crate::kernel::rules::{ALL_SEATS, EventSink};

/// What has a counter that changes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Owner {
    Table,
    Seat(u8),
    Card(u16),
}

impl<const W: usize, S: EventSink<Event>> Play<'_, W, S> {
    pub(super) fn pay(&mut self, payment: &Payment) {
        let (data, you) = (self.data, self.state.slot(slots::YOU).max(0) as u8);
        let Some(rules) = &data.program.cards else { return };
        match self.view().pay(payment) {
            Some(Paid::Counters(paid)) => {
                for (counter, n) in rules.pools.iter().zip(paid).filter(|(_, n)| *n != 0) {
                    if let Some(counter) = counter {
                        let at = self.view().seat_counter(*counter, you);
                        self.change_number(*counter, at, Owner::Seat(you), |now| now - n);
                    }
                }
            }
            Some(Paid::Taps(cards)) => {
                if let Some(tapped) = rules.tapped {
                    for card in cards.iter() {
                        let at = data.layout.counters[usize::from(tapped)] as usize + usize::from(card);
                        self.change_number(tapped, at, Owner::Card(card), |_| 1);
                    }
                }
            }
            None => {}
        }
    }

    pub(super) fn set_counter(&mut self, target: &Target, change: impl Fn(i32) -> i32) {
        let view = self.view();
        match target {
            Target::Table(counter) => {
                let at = self.data.layout.counters[usize::from(*counter)] as usize;
                self.change_number(*counter, at, Owner::Table, change);
            }
            Target::OfSeat(counter, seat) => {
                let seat = view.value(seat);
                if seat >= 0 {
                    let at = view.seat_counter(*counter, seat as u8);
                    self.change_number(*counter, at, Owner::Seat(seat as u8), change);
                }
            }
            Target::OfCards(counter, cards) => {
                for card in view.cards(cards).iter() {
                    let at = self.data.layout.counters[usize::from(*counter)] as usize + usize::from(card);
                    let before = self.state.numbers[at];
                    self.change_number(*counter, at, Owner::Card(card), &change);
                    self.counter_event(*counter, card, before, at);
                }
            }
        }
    }

    pub(super) fn change_number(&mut self, counter: u16, at: usize, owner: Owner, change: impl Fn(i32) -> i32) {
        let limits = &self.data.program.counters[usize::from(counter)];
        let before = self.state.numbers[at];
        let now = change(before).clamp(limits.least, limits.most);
        if now != before {
            self.state.settled.counter_changes(&self.data.checks, counter);
            match owner {
                Owner::Card(card) => self.state.count(&self.data.layout, counter, card, now),
                Owner::Table | Owner::Seat(_) => self.state.numbers[at] = now,
            }
            if limits.shown {
                let (seat, card, to) = match owner {
                    Owner::Table => (-1, HIDDEN, ALL_SEATS),
                    Owner::Seat(seat) => (seat as i8, HIDDEN, ALL_SEATS),
                    Owner::Card(card) => {
                        let place = self.state.place(&self.data.layout, card);
                        let knows = self.data.sees[usize::from(place)] | self.state.known(&self.data.layout, card);
                        (-1, card, knows)
                    }
                };
                self.sink.on_event(Event::Counts { counter, card, seat, number: now, by: now - before }, to);
            }
        }
    }

    /// Damage, and being tapped, are events.
    fn counter_event(&mut self, counter: u16, card: u16, before: i32, at: usize) {
        let Some(rules) = &self.data.program.cards else { return };
        let grown = self.state.numbers[at] > before;
        if grown && rules.damage == Some(counter) {
            self.raise(TriggerEvent::Damaged, card);
        }
        if grown && rules.tapped == Some(counter) {
            self.raise(TriggerEvent::Tapped, card);
        }
    }
}
