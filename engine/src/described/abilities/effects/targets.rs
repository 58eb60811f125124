//! What effects are about: targets that were announced, cards that are chosen now, groups.

use catalog::ability::{self as tree, Selector};
use catalog::card::Card;
use catalog::tr;

use super::super::super::emit::{Emitter, card, join};
use super::super::super::expression::{CardChoice, CardNumber, Expression, NONE, Operator, Place as Lies};
use super::super::super::program::{Instruction, Place};
use super::super::super::slots;
use super::super::lower::{LowerError, Lowerer, Result};

/// What an effect is about, and where to go on if there is nothing.
pub(super) struct On {
    pub(super) cards: CardChoice,
    /// The seat that it is about instead, if it may be one.
    pub(super) seat: Option<Expression>,
    pub(super) skip: Option<Place>,
}

impl Lowerer<'_> {
    /// Several targets: those that were announced, or as many as are picked now.
    fn up_to(
        &mut self,
        of: &Card,
        selector: &Selector,
        most: u32,
        waits: bool,
        next: &mut Option<usize>,
    ) -> Result<On> {
        let (group, _) = self.target(selector, waits)?;
        let this = || Box::new(Expression::Slot(slots::THIS));
        let mut all: Option<CardChoice> = None;
        let mut ends = Vec::new();
        let kept = match next {
            Some(_) => None,
            None => {
                let first = self.numbers_in_a_row(most as u16)?;
                for at in 0..most as u16 {
                    self.emit(Instruction::Keep(first + at, Expression::Number(NONE)));
                }
                Some(first)
            }
        };
        for at in 0..most as u16 {
            let target = match (kept, &mut *next) {
                (Some(first), _) => {
                    let slot = first + at;
                    let left = without(group.clone(), all.clone());
                    let target = tree::target(self.game, of, selector);
                    let text = tr!("{card}: choose {target}", card = of.name.clone(), target);
                    self.pick(text, left, true, |l| {
                        let picked = l.picked();
                        l.emit(Instruction::Keep(slot, picked));
                    });
                    let chosen = join(Operator::Unequal, Expression::Slot(slot), Expression::Number(NONE));
                    ends.push(self.emit(Instruction::Unless(chosen, 0)));
                    Expression::Slot(slot)
                }
                (None, Some(slot)) => {
                    *slot += 1;
                    Expression::OfCard(CardNumber::Counter(self.rules.targets[*slot - 1].0), this())
                }
                (None, None) => unreachable!("one of them is there"),
            };
            // A target that is no longer what it must be is lost.
            let target = card(target);
            let fits = match kept {
                Some(_) => target,
                None => without(target.clone(), Some(without(target, Some(group.clone())))),
            };
            all = Some(match all {
                None => fits,
                Some(others) => CardChoice { place: Lies::With(others.into(), fits.into()), tests: Vec::new() },
            });
        }
        ends.into_iter().for_each(|end| self.land(end));
        Ok(On { cards: all.ok_or(LowerError::Word("up to 0"))?, seat: None, skip: None })
    }

    /// The cards of an effect: known ones, all of a group, a target that was announced, or one that is chosen now.
    pub(super) fn on(&mut self, of: &Card, selector: &Selector, waits: bool, next: &mut Option<usize>) -> Result<On> {
        match selector {
            Selector::Known(known) => Ok(On { cards: card(self.known(*known)?), seat: None, skip: None }),
            Selector::Each(group) => {
                let cards = if waits { self.waiting(group)? } else { self.group(group)? };
                Ok(On { cards, seat: None, skip: None })
            }
            Selector::UpTo(most, _) => self.up_to(of, selector, *most, waits, next),
            Selector::Players(_) => Err(LowerError::Word("players")),
            Selector::Choose(_) => {
                let (group, seats) = self.target(selector, waits)?;
                let it = self.it;
                let Some(slot) = next else {
                    self.emit(Instruction::Keep(it, Expression::Number(NONE)));
                    let text = tr!(
                        "{card}: choose {target}",
                        card = of.name.clone(),
                        target = tree::target(self.game, of, selector)
                    );
                    self.pick(text, group, false, |l| {
                        let picked = l.picked();
                        l.emit(Instruction::Keep(it, picked));
                    });
                    return Ok(self.chosen(Expression::Slot(it), None));
                };
                let (kept, seat) = self.rules.targets[*slot];
                *slot += 1;
                let this = || Box::new(Expression::Slot(slots::THIS));
                self.emit(Instruction::Keep(it, Expression::OfCard(CardNumber::Counter(kept), this())));
                // A target that is no longer what it must be is lost.
                let still = CardChoice {
                    place: Lies::Without(Box::new(card(Expression::Slot(it))), Box::new(group)),
                    tests: Vec::new(),
                };
                let fits = self.emit(Instruction::Unless(Expression::Any(still.into()), 0));
                self.emit(Instruction::Keep(it, Expression::Number(NONE)));
                self.land(fits);
                let seat = seats.then(|| Expression::OfCard(CardNumber::Counter(seat), this()));
                Ok(self.chosen(Expression::Slot(it), seat))
            }
        }
    }

    /// A card that may not be there.
    fn chosen(&mut self, it: Expression, seat: Option<Expression>) -> On {
        let none = || Expression::Number(NONE);
        let mut there = join(Operator::Unequal, it.clone(), none());
        if let Some(seat) = &seat {
            there = join(Operator::Or, there, join(Operator::Unequal, seat.clone(), none()));
        }
        let skip = self.emit(Instruction::Unless(there, 0));
        On { cards: card(it), seat, skip: Some(skip) }
    }
}

/// The first cards and not the others.
fn without(cards: CardChoice, others: Option<CardChoice>) -> CardChoice {
    match others {
        None => cards,
        Some(others) => CardChoice { place: Lies::Without(cards.into(), others.into()), tests: Vec::new() },
    }
}
