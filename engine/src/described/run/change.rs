//! Instructions that move cards and change numbers: whatever asks nobody and leads nowhere else.

use catalog::ability::TriggerEvent;

use super::super::event::Event;
use super::super::program::Instruction;
use super::super::slots;
use super::{Play, Way};
use crate::kernel::rules::{ALL_SEATS, EventSink};

impl<const W: usize, S: EventSink<Event>> Play<'_, W, S> {
    /// Instructions that move cards and numbers.
    pub(super) fn change(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Move { cards, to, bottom } => self.move_cards(cards, to, *bottom),
            Instruction::LookThrough { from, to, begins } => self.look_through(from, to, *begins),
            Instruction::PutAway(card, to) => {
                let card = self.value(card);
                if let (0.., Some(to)) = (card, self.view().zone(to)) {
                    self.way = Way::Played;
                    self.put(card as u16, to, false);
                    self.way = Way::Told;
                }
            }
            Instruction::Draw { count, from, to, refill } => {
                let count = self.value(count).min(self.data.layout.cards.into());
                let refill = refill.as_ref().and_then(|zone| self.view().zone(zone));
                if let (Some(from), Some(to)) = (self.view().zone(from), self.view().zone(to)) {
                    for _ in 0..count {
                        let drawn = self.draw(from, to) || self.refill(from, refill) && self.draw(from, to);
                        if !drawn {
                            break;
                        }
                    }
                }
            }
            Instruction::Deal { count, from, to, first } => self.deal(count, from, *to, first),
            Instruction::Shuffle(zone) => {
                if let Some(set) = self.view().zone(zone) {
                    self.shuffle(set);
                }
            }
            Instruction::Reveal(cards) => {
                for card in self.view().cards(cards).iter() {
                    self.learn(card, ALL_SEATS);
                    self.tell(Event::Reveals { card });
                }
            }
            Instruction::Set(target, value) => {
                let value = self.value(value);
                self.set_counter(target, |_| value);
            }
            Instruction::Add(target, value) => {
                let value = self.value(value);
                self.set_counter(target, |now| now.saturating_add(value));
            }
            Instruction::Pay(payment) => self.pay(payment),
            Instruction::Raise(event, None) => {
                use TriggerEvent as E;
                let ends = [E::TurnEnd, E::EnemyTurnEnd, E::EachTurnEnd];
                let starts = [E::TurnStart, E::EnemyTurnStart, E::EachTurnStart];
                self.raise_turn(if *event == E::TurnEnd { ends } else { starts });
            }
            Instruction::Raise(event, Some(cards)) => {
                for card in self.view().cards(cards).iter() {
                    self.raise(*event, card);
                }
            }
            Instruction::Control(cards, until) => {
                let cards = self.view().cards(cards);
                self.take_control(cards, *until);
            }
            Instruction::Look(cards) => {
                let you = self.state.slot(slots::YOU).max(0) as u8;
                let cards = self.view().cards(cards);
                cards.iter().for_each(|card| self.learn(card, 1 << you));
                if let Some(card) = cards.first() {
                    let zone = self.state.place(&self.data.layout, card);
                    self.tell(Event::LooksThrough { seat: you, zone });
                }
            }
            Instruction::Out(seat) => {
                let seat = self.value(seat);
                if seat >= 0 {
                    let out = self.state.slot(slots::OUT) | 1 << seat;
                    self.state.set_slot(slots::OUT, out);
                    self.tell(Event::Out { seat: seat as u8 });
                }
            }
            _ => unreachable!("`step` does the others"),
        }
    }
}
