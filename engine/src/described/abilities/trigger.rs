//! What happens to cards, and the triggered abilities that wait for it.

use catalog::ability::{PlayerSide, TriggerEvent};

use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::EventSink;

use super::super::evaluate::View;
use super::super::event::Event;
use super::super::expression::NONE;
use super::super::run::Play;
use super::super::slots;
use super::{Cards, MOST_WAITING, Subject, WAITING, bit};

/// What may happen when a card goes from one zone to another.
#[derive(Debug, Clone, Copy, Default)]
pub(in super::super) struct Passage {
    pub leaves: bool,
    pub dies: bool,
    pub enters: bool,
    pub discarded: bool,
    pub milled: bool,
}

impl<const W: usize> View<'_, W> {
    /// What it means that a card goes there.
    pub(in super::super) fn passage(&self, from: u16, to: u16) -> Passage {
        let Some(rules) = &self.data.program.cards else { return Passage::default() };
        let zone = |set: u16| self.data.layout.zone_of[usize::from(set)].0;
        let (from, to) = (zone(from), zone(to));
        let falls = to == rules.discard;
        Passage {
            leaves: from == rules.play && to != rules.play,
            dies: from == rules.play && falls,
            enters: to == rules.play && from != rules.play,
            discarded: from == rules.hand && falls,
            milled: from == rules.deck && falls,
        }
    }

    /// Whose a card is just now: who controls it in play, who played it, or whose zone it lies in.
    pub(in super::super) fn holder(&self, card: u16) -> i32 {
        match self.controller(card) {
            NONE => self.state.numbers[(self.data.layout.by + u32::from(card)) as usize],
            seat => seat,
        }
    }

    fn is_about(&self, subject: &Subject, source: u16, card: u16) -> bool {
        let owner = self.holder(source);
        let side = match subject.side {
            PlayerSide::Any => true,
            PlayerSide::Your => self.holder(card) == owner,
            PlayerSide::Enemy => self.holder(card) != owner,
        };
        let there = self.as_you(owner).with_this(source);
        side && (!subject.other || card != source) && there.filtered(Cards::one(card), &subject.tests).has(card)
    }
}

impl<const W: usize, S: EventSink<Event>> Play<'_, W, S> {
    /// Something happens to a card.
    pub(in super::super) fn raise(&mut self, event: TriggerEvent, card: u16) {
        if self.data.abilities.events & bit(event) == 0 {
            return;
        }
        let data = self.data;
        for (at, trigger) in (0_u16..).zip(&data.abilities.triggers).filter(|(_, trigger)| trigger.event == event) {
            match &trigger.subject {
                None if trigger.of.has(card) => {
                    let holder = self.view().holder(card);
                    self.wait(at, card, card, holder);
                }
                None => {}
                Some(subject) => {
                    for source in self.noticing(trigger.discarded).and(&trigger.of).iter() {
                        if self.view().is_about(subject, source, card) {
                            let holder = self.view().holder(source);
                            self.wait(at, source, card, holder);
                        }
                    }
                }
            }
        }
    }

    /// A turn starts or ends.
    pub(in super::super) fn raise_turn(&mut self, events: [TriggerEvent; 3]) {
        let data = self.data;
        let active = self.state.slot(slots::ACTIVE);
        let [own, enemy, each] = events;
        for (at, trigger) in (0_u16..).zip(&data.abilities.triggers) {
            if !events.contains(&trigger.event) {
                continue;
            }
            for source in self.noticing(trigger.discarded).and(&trigger.of).iter() {
                let holder = self.view().holder(source);
                let happens = match trigger.event {
                    event if event == own => holder == active,
                    event if event == enemy => holder != active,
                    event => event == each,
                };
                if happens {
                    self.wait(at, source, source, holder);
                }
            }
        }
    }

    /// The cards in play, or in the discard piles.
    fn noticing(&self, discarded: bool) -> Cards<W> {
        let Some(rules) = &self.data.program.cards else { return Cards::EMPTY };
        let zone = if discarded { rules.discard } else { rules.play };
        let first = usize::from(self.data.layout.zones[usize::from(zone)]);
        let zones = &self.state.sets[first..first + usize::from(self.data.layout.seats)];
        zones.iter().fold(Cards::EMPTY, |all, zone| all.or(zone))
    }

    /// What was attached to a card that has left play goes to the discard pile of whose it is.
    pub(in super::super) fn detach_from(&mut self, host: u16) {
        let data = self.data;
        let Some(rules) = &data.program.cards else { return };
        let Some(counter) = rules.host else { return };
        let hosts = data.layout.counters[usize::from(counter)] as usize;
        for card in self.noticing(false).iter() {
            if self.state.numbers[hosts + usize::from(card)] == i32::from(host) {
                let owner = self.view().owner(card).max(0) as u16;
                self.put(card, data.layout.zones[usize::from(rules.discard)] + owner, false);
            }
        }
    }

    fn wait(&mut self, trigger: u16, source: u16, card: u16, seat: i32) {
        let queue = self.data.layout.queue as usize;
        let count = self.state.numbers[queue] as u32;
        if count >= MOST_WAITING {
            self.finish(Outcome { winners: 0, reason: EndReason::Overflow, team: false });
            return;
        }
        let at = queue + 1 + (count * WAITING) as usize;
        self.state.numbers[at..at + WAITING as usize].copy_from_slice(&[
            trigger.into(),
            source.into(),
            card.into(),
            seat,
        ]);
        self.state.numbers[queue] += 1;
    }

    /// The next triggered ability that waits, those of the seat whose turn it is first: where it begins, and whose it is.
    pub(in super::super) fn next_trigger(&mut self) -> Option<(u16, i32)> {
        let queue = self.data.layout.queue as usize;
        let count = self.state.numbers[queue] as usize;
        if count == 0 {
            return None;
        }
        let width = WAITING as usize;
        let seats = i32::from(self.data.layout.seats);
        let active = self.state.slot(slots::ACTIVE);
        let seat_of = |at: usize| self.state.numbers[queue + 1 + at * width + 3];
        let next = (0..count).min_by_key(|at| (seat_of(*at) - active).rem_euclid(seats))?;
        let at = queue + 1 + next * width;
        let (trigger, source) = (self.state.numbers[at] as usize, self.state.numbers[at + 1]);
        let (card, seat) = (self.state.numbers[at + 2], self.state.numbers[at + 3]);
        self.state.numbers.copy_within(at + width..queue + 1 + count * width, at);
        // What lies behind the end is always zero, so that equal positions have equal numbers.
        let end = queue + 1 + (count - 1) * width;
        self.state.numbers[end..end + width].fill(0);
        self.state.numbers[queue] -= 1;
        self.state.set_slot(slots::THIS, source);
        self.state.set_slot(self.data.abilities.it, card);
        Some((self.data.abilities.triggers[trigger].body, seat.max(0)))
    }
}
