//! Which of some cards meet a condition: asked of all of them at once where it can be, of each otherwise.

use super::cards::Cards;
use super::evaluate::{View, holds};
use super::expression::{CardNumber, Expression, Kind, Operator};
use super::slots;

impl<const W: usize> View<'_, W> {
    /// Those of some cards that meet a condition in which each of them is `it`.
    pub(super) fn meeting(&self, all: Cards<W>, condition: &Expression) -> Cards<W> {
        if all.is_empty() {
            return all;
        }
        match condition {
            Expression::Binary(Operator::And, one, other) => self.meeting(self.meeting(all, one), other),
            Expression::Binary(Operator::Or, one, other) => {
                let first = self.meeting(all, one);
                first.or(&self.meeting(all.without(&first), other))
            }
            Expression::Binary(operator, number, other) => match &**number {
                Expression::OfCard(number, card) if is_it(card) && is_one_for_all(other) => {
                    self.compared(all, *number, *operator, self.value(other))
                }
                _ => self.those(all, |card| self.with_card(card).truth(condition)),
            },
            Expression::Not(inner) => all.without(&self.meeting(all, inner)),
            Expression::If(parts) => {
                let [condition, yes, no] = &**parts;
                let first = self.meeting(all, condition);
                self.meeting(first, yes).or(&self.meeting(all.without(&first), no))
            }
            Expression::Holds(column, card, _) if is_it(card) => self.with_text(all, *column),
            _ => self.those(all, |card| self.with_card(card).truth(condition)),
        }
    }

    /// Those of some cards whose number compares so; what a card does not have is 0.
    pub(super) fn compared(&self, all: Cards<W>, number: CardNumber, operator: Operator, value: i32) -> Cards<W> {
        let one_of_two = |ones: Cards<W>| match (holds(operator, 0, value), holds(operator, 1, value)) {
            (true, true) => all,
            (true, false) => all.without(&ones),
            (false, true) => all.and(&ones),
            (false, false) => Cards::EMPTY,
        };
        match number {
            CardNumber::Printed(column) => {
                let column = &self.data.columns[usize::from(column)];
                let without = if holds(operator, 0, value) { all.without(&column.has) } else { Cards::EMPTY };
                column.compared(all, operator, value).or(&without)
            }
            CardNumber::Counter(counter) => match self.data.layout.flags[usize::from(counter)] {
                Some(flag) => one_of_two(self.state.flags[usize::from(flag)]),
                None => {
                    let first = self.data.layout.counters[usize::from(counter)] as usize;
                    let numbers = &self.state.numbers[first..];
                    self.those(all, |card| holds(operator, numbers[usize::from(card)], value))
                }
            },
            CardNumber::Formula(formula) => {
                let formula = &self.data.program.card_formulas[usize::from(formula)];
                match formula.kind {
                    Kind::Truth => one_of_two(self.meeting(all, &formula.value)),
                    _ => self.those(all, |card| holds(operator, self.with_card(card).value(&formula.value), value)),
                }
            }
            CardNumber::Live(_) | CardNumber::Player | CardNumber::Holder | CardNumber::Keyword(_) => {
                self.those(all, |card| holds(operator, self.card_number(number, card), value))
            }
        }
    }

    pub(super) fn those(&self, all: Cards<W>, fits: impl Fn(u16) -> bool) -> Cards<W> {
        let mut left = all;
        for card in all.iter().filter(|card| !fits(*card)) {
            left.remove(card);
        }
        left
    }
}

/// Whether an expression is the card that a formula is about.
fn is_it(expression: &Expression) -> bool {
    matches!(expression, Expression::Slot(slots::CARD))
}

/// Whether an expression is plainly worth the same whichever card is `it`.
fn is_one_for_all(expression: &Expression) -> bool {
    match expression {
        Expression::Number(_) | Expression::Seat(_) | Expression::Table(_) | Expression::Option(_) => true,
        Expression::Slot(slot) => *slot != slots::CARD,
        _ => false,
    }
}
