//! What seats answer: kept until everybody has, where all are asked at once; and which of several copies is meant.

use super::super::choice::Choice;
use super::super::event::Event;
use super::super::expression::NONE;
use super::super::slots;
use super::super::state::ANSWER;
use super::Play;
use crate::kernel::rules::EventSink;

impl<const W: usize, S: EventSink<Event>> Play<'_, W, S> {
    pub(in super::super) fn keep_answer(&mut self, seat: u8, choice: Choice) {
        let at = (self.data.layout.answers + u32::from(seat) * ANSWER) as usize;
        let [a, b, c] = choice.cards;
        let kept = [
            i32::from(choice.action) | i32::from(choice.count) << 16,
            choice.seat.into(),
            choice.number,
            choice.word,
            i32::from(a) | i32::from(b) << 16,
            c.into(),
        ];
        self.state.numbers[at..at + kept.len()].copy_from_slice(&kept);
    }

    /// Asks the next seat of a question to all, or goes on.
    pub(super) fn ask_next(&mut self, question: u16, slot: u16) {
        let seats = i32::from(self.data.layout.seats);
        let mut seat = self.state.slot(slot) + 1;
        while seat < seats {
            if !self.state.is_out(seat as u8) && self.view().as_you(seat).has_answer(question) {
                self.state.set_slot(slot, seat);
                self.state.set_slot(slots::YOU, seat);
                return;
            }
            // Nothing is kept for who has nothing to say.
            self.state.numbers[(self.data.layout.answers + seat as u32 * ANSWER) as usize] = NONE;
            seat += 1;
        }
        self.state.set_slot(slot, NONE);
        self.state.set_slot(slots::YOU, self.state.slot(slot + 1));
        self.state.set_slot(slots::NEXT, self.state.slot(slots::NEXT) + 1);
    }

    /// Does what the next seat answered; whether a seat is asked.
    pub(super) fn answer(&mut self, at: u16, slot: u16, end: u16) -> bool {
        let seats = i32::from(self.data.layout.seats);
        let mut seat = self.state.slot(slot) + 1;
        while seat < seats {
            let kept = (self.data.layout.answers + seat as u32 * ANSWER) as usize;
            let numbers: [i32; ANSWER as usize] = std::array::from_fn(|i| self.state.numbers[kept + i]);
            if numbers[0] != NONE && !self.state.is_out(seat as u8) {
                let choice = read_answer(numbers);
                self.state.numbers[kept] = NONE;
                self.state.set_slot(slot, seat);
                self.state.set_slot(slots::YOU, seat);
                self.begin(seat as u8, choice, at.into());
                return false;
            }
            seat += 1;
        }
        self.state.set_slot(slot, NONE);
        self.state.set_slot(slots::YOU, self.state.slot(slot + 1));
        self.state.set_slot(slots::NEXT, end.into());
        false
    }

    /// Of copies that nobody tells apart those go first that others know to be there: they learn of no more copies than they see.
    pub(super) fn best_known(&self, mut choice: Choice) -> Choice {
        if !self.data.has_copies {
            return choice;
        }
        for at in 0..choice.cards().count() {
            let card = choice.cards[at];
            let place = self.state.place(&self.data.layout, card);
            let is_known = |card: u16| self.state.known(&self.data.layout, card) != 0;
            let twin = |other: &u16| {
                is_known(*other)
                    && !choice.cards().any(|chosen| chosen == *other)
                    && self.view().are_alike(card, *other)
            };
            if !is_known(card)
                && let Some(other) = self.state.sets[usize::from(place)].iter().find(twin)
            {
                choice.cards[at] = other;
            }
        }
        choice
    }
}

/// An answer as it was kept.
fn read_answer(kept: [i32; ANSWER as usize]) -> Choice {
    let low = |n: i32| (n & 0xffff) as u16;
    Choice {
        action: low(kept[0]),
        count: (kept[0] >> 16) as u8,
        seat: kept[1] as i8,
        number: kept[2],
        word: kept[3],
        cards: [low(kept[4]), low(kept[4] >> 16), low(kept[5])],
    }
}
