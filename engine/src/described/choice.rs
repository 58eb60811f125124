//! What a seat does: an action with what is chosen for it; which of them are allowed.

use formats::rng::{Dice, FastRng};

use super::cards::Cards;
use super::evaluate::View;
use super::expression::{CardChoice, NONE};
use super::melds::MELD;
use super::program::Action;
use super::slots;

/// Numbers to choose from at most.
const MOST_NUMBERS: usize = 1_000;

/// An action with what is chosen for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice {
    /// Which action, by position.
    pub action: u16,
    /// The seat; less than 0 for none.
    pub seat: i8,
    /// How many cards; 255 if they are a meld.
    pub count: u8,
    /// The number.
    pub number: i32,
    /// The word.
    pub word: i32,
    /// The cards, in order; of a meld the first, and which one of the match it is.
    pub cards: [u16; 3],
}

impl Choice {
    /// Nothing is chosen.
    pub(super) fn of(action: u16) -> Choice {
        Choice { action, seat: -1, count: 0, number: 0, word: -1, cards: [0; 3] }
    }

    /// The cards that are chosen, if they are no meld; `MatchData::chosen` has those too.
    pub(super) fn cards(&self) -> impl Iterator<Item = u16> + use<> {
        let (cards, count) = (self.cards, if self.count == MELD { 0 } else { usize::from(self.count) });
        cards.into_iter().take(count)
    }

    /// What goes into the slots: the card, the number, the word, the seat, the other card.
    pub(super) fn numbers(&self) -> [i32; 5] {
        let card = |at: u8| if self.count > at { self.cards[usize::from(at)].into() } else { NONE };
        [card(0), self.number, self.word, self.seat.into(), card(1)]
    }
}

impl<const W: usize> View<'_, W> {
    /// Whether a question has an answer.
    pub(super) fn has_answer(&self, question: u16) -> bool {
        let program = &self.data.program;
        let question = &program.questions[usize::from(question)];
        let asks = |action: &&u16| !question.optional || !program.actions[usize::from(**action)].passes;
        question.actions.iter().filter(asks).any(|action| self.each_choice(*action, &mut |_| true))
    }

    /// All answers, in canonical order.
    pub(super) fn answers(&self, question: u16, out: &mut Vec<Choice>) {
        for action in &self.data.program.questions[usize::from(question)].actions {
            self.each_choice(*action, &mut |choice| {
                out.push(choice);
                false
            });
        }
    }

    /// Any answer, each as likely.
    pub(super) fn any_answer(&self, question: u16, dice: &mut FastRng) -> Option<Choice> {
        let actions = || self.data.program.questions[usize::from(question)].actions.iter();
        let mut count = 0;
        actions().for_each(|action| {
            self.each_choice(*action, &mut |_| {
                count += 1;
                false
            });
        });
        let mut left = if count > 0 { dice.below(count) } else { return None };
        let mut found = None;
        actions().any(|action| {
            self.each_choice(*action, &mut |choice| {
                found = Some(choice);
                left = left.wrapping_sub(1);
                left == u32::MAX
            })
        });
        found
    }

    /// Whether this is one of the answers.
    pub(super) fn allows(&self, question: u16, choice: Choice) -> bool {
        if !self.data.program.questions[usize::from(question)].actions.contains(&choice.action) {
            return false;
        }
        let action = &self.data.program.actions[usize::from(choice.action)];
        let alone = action.count == 1 && action.on.is_none();
        let simple = action.number.is_none() && action.word.is_none() && action.seat.is_none() && alone;
        if !simple || self.data.has_copies {
            return self.each_choice(choice.action, &mut |other| other == choice);
        }
        let condition = action.condition.as_ref().is_none_or(|condition| match action.asks_choice {
            true => self.choosing(&self.chosen(action, choice)).truth(condition),
            false => self.truth(condition),
        });
        let card = match (&action.cards[..], choice.count) {
            ([], 0) => true,
            ([], _) | (_, 0) => false,
            (choices, 1) => self.candidates(choices).has(choice.cards[0]),
            _ => false,
        };
        condition && card && (choice.seat, choice.number, choice.word) == (-1, 0, -1)
    }

    /// The cards of the first choice that has any.
    #[inline]
    fn candidates(&self, choices: &[CardChoice]) -> Cards<W> {
        for choice in choices {
            let cards = self.cards(choice);
            if !cards.is_empty() {
                return cards;
            }
        }
        Cards::EMPTY
    }

    /// Shows every way to do an action, until `see` has seen enough; whether it has.
    fn each_choice(&self, at: u16, see: &mut dyn FnMut(Choice) -> bool) -> bool {
        let action = &self.data.program.actions[usize::from(at)];
        if !action.asks_choice
            && let Some(condition) = &action.condition
            && !self.truth(condition)
        {
            return false;
        }
        let plain = Choice::of(at);
        if action.cards.is_empty() {
            return self.each_number(action, plain, see);
        }
        let mut cards = self.candidates(&action.cards);
        if self.data.has_copies {
            self.drop_copies(&mut cards, action.count);
        }
        match action.count {
            MELD => self.each_meld(action, plain, cards, &mut |action, choice| self.each_number(action, choice, see)),
            1 if action.on.is_some() => cards.iter().any(|card| self.each_other(action, plain, card, see)),
            1 => cards
                .iter()
                .any(|card| self.each_number(action, Choice { count: 1, cards: [card, 0, 0], ..plain }, see)),
            2 => cards.iter().any(|a| {
                cards
                    .iter()
                    .filter(|b| *b > a)
                    .any(|b| self.each_number(action, Choice { count: 2, cards: [a, b, 0], ..plain }, see))
            }),
            _ => cards.iter().any(|a| {
                cards.iter().filter(|b| *b > a).any(|b| {
                    cards
                        .iter()
                        .filter(|c| *c > b)
                        .any(|c| self.each_number(action, Choice { count: 3, cards: [a, b, c], ..plain }, see))
                })
            }),
        }
    }

    /// Every other card for a card.
    fn each_other(&self, action: &Action, plain: Choice, card: u16, see: &mut dyn FnMut(Choice) -> bool) -> bool {
        let Some(on) = &action.on else { return false };
        let alone = Choice { count: 1, cards: [card, 0, 0], ..plain };
        let mut others = self.choosing(&self.chosen(action, alone)).cards(on);
        if self.data.has_copies {
            self.drop_copies(&mut others, 1);
        }
        others.iter().any(|other| self.each_number(action, Choice { count: 2, cards: [card, other, 0], ..plain }, see))
    }

    fn each_number(&self, action: &Action, choice: Choice, see: &mut dyn FnMut(Choice) -> bool) -> bool {
        let Some((least, most)) = &action.number else { return self.each_word(action, choice, see) };
        let chosen = self.chosen(action, choice);
        let there = self.choosing(&chosen);
        let (least, most) = (there.value(least), there.value(most));
        (least..=most).take(MOST_NUMBERS).any(|n| self.each_word(action, Choice { number: n, ..choice }, see))
    }

    fn each_word(&self, action: &Action, choice: Choice, see: &mut dyn FnMut(Choice) -> bool) -> bool {
        let Some((column, on)) = &action.word else { return self.each_seat(action, choice, see) };
        let column = &self.data.columns[usize::from(*column)];
        let on = on.as_ref().map(|on| self.cards(on));
        column.values.iter().any(|&value| {
            let there = on.is_none_or(|cards| cards.iter().any(|card| column.number(card) == value));
            there && self.each_seat(action, Choice { word: value, ..choice }, see)
        })
    }

    fn each_seat(&self, action: &Action, choice: Choice, see: &mut dyn FnMut(Choice) -> bool) -> bool {
        let Some(condition) = &action.seat else { return self.fits(action, choice) && see(choice) };
        (0..self.data.layout.seats).any(|seat| {
            let fits =
                !self.state.is_out(seat) && i32::from(seat) != self.you() && self.as_you(seat.into()).truth(condition);
            let choice = Choice { seat: seat as i8, ..choice };
            fits && self.fits(action, choice) && see(choice)
        })
    }

    fn fits(&self, action: &Action, choice: Choice) -> bool {
        match &action.condition {
            Some(condition) if action.asks_choice => self.choosing(&self.chosen(action, choice)).truth(condition),
            _ => true,
        }
    }

    /// Leaves one of cards that are alike, or as many as are chosen together.
    fn drop_copies(&self, cards: &mut Cards<W>, count: u8) {
        let all = *cards;
        for card in all.iter() {
            let copies = all.and(&self.data.copies_before[usize::from(card)]);
            if !copies.is_empty() {
                let twins = copies.iter().filter(|other| self.are_alike(*other, card)).count();
                if twins >= usize::from(count) {
                    cards.remove(card);
                }
            }
        }
    }

    /// Whether nobody can tell two cards apart: copies that lie in one zone without an order, with equal counters.
    pub(super) fn are_alike(&self, one: u16, other: u16) -> bool {
        let (data, state) = (self.data, self.state);
        let place = state.place(&data.layout, one);
        data.def_of[usize::from(one)] == data.def_of[usize::from(other)]
            && place == state.place(&data.layout, other)
            && data.layout.orders[usize::from(place)] == 0
            && data.card_counters.iter().all(|counter| {
                let at = data.layout.counters[usize::from(*counter)] as usize;
                state.numbers[at + usize::from(one)] == state.numbers[at + usize::from(other)]
            })
    }

    /// The seat that is asked, and the question.
    pub(super) fn asked(&self) -> Option<(u8, u16)> {
        if self.state.over.is_some() {
            return None;
        }
        match self.data.program.code.get(self.state.slot(slots::NEXT) as usize) {
            Some(super::program::Instruction::Ask(question)) => Some((self.you() as u8, *question)),
            Some(super::program::Instruction::AskTogether(question, _)) => Some((self.you() as u8, *question)),
            _ => None,
        }
    }
}
