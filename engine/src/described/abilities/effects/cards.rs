//! Effects that change cards in play: where they lie, whose they are, what they can do, what they are attached to.

use catalog::ability::{self as tree, Destination, Effect, EffectDuration, TriggerEvent};
use catalog::card::Card;
use catalog::tr;

use super::super::super::emit::{Emitter, card, choice_slots, join, you};
use super::super::super::expression::{CardChoice, CardNumber, Expression, Operator};
use super::super::super::program::{Instruction, Target};
use super::super::super::slots;
use super::super::lower::{LowerError, Lowerer, Result};
use crate::kernel::legal_action::PromptKind;

impl Lowerer<'_> {
    /// Effects that change cards in play.
    pub(super) fn change_cards(&mut self, of: &Card, effect: &Effect, next: &mut Option<usize>) -> Result<()> {
        let Some(selector) = effect.selector() else { return Err(LowerError::Word("this effect")) };
        let on = self.on(of, selector, false, next)?;
        let cards = on.cards;
        match effect {
            Effect::Destroy(_) => self.each_card(cards, |l, card| l.destroy_card(card)),
            Effect::Exile(_) => {
                let exile = self.rules.exile.ok_or(LowerError::Word("exile"))?;
                self.home(cards, exile, false);
            }
            Effect::Tap(_) | Effect::Untap(_) => {
                let tapped = self.rules.tapped.ok_or(LowerError::Word("tap"))?;
                let now = i32::from(matches!(effect, Effect::Tap(_)));
                self.emit(Instruction::Set(Target::OfCards(tapped, cards), Expression::Number(now)));
            }
            Effect::Return(_, to) => {
                let (zone, bottom) = match to {
                    Destination::Hand => (self.rules.hand, false),
                    Destination::Top => (self.rules.deck, false),
                    Destination::Bottom => (self.rules.deck, true),
                    Destination::Either | Destination::Discard | Destination::Play => {
                        return Err(LowerError::Word("return there"));
                    }
                };
                self.home(cards, zone, bottom);
            }
            Effect::Flicker(_) => {
                let (exile, play) =
                    (self.rules.exile.ok_or(LowerError::Word("flicker without `exile`"))?, self.rules.play);
                self.each_card(cards, |l, of| {
                    l.move_home(of.clone(), exile, false);
                    l.move_home(of, play, false);
                });
            }
            Effect::Control(_, until) => {
                self.emit(Instruction::Control(cards, *until));
            }
            Effect::Move(_) => {
                let lanes = self.lanes()?;
                self.each_card(cards, |l, card| l.move_to_lane(of, card, lanes));
            }
            Effect::Counters(amount, _) => {
                let amount = self.amount(amount)?;
                self.emit(Instruction::Add(Target::OfCards(self.rules.raised, cards), amount));
            }
            Effect::Give(gift, _, EffectDuration::EndOfTurn) => self.give(gift, &cards)?,
            Effect::Give(gift, _, EffectDuration::YourNextTurn) => self.give_lasting(gift, &cards)?,
            Effect::Give(..) => return Err(LowerError::Word("give without an end")),
            _ => return Err(LowerError::Word("this effect")),
        }
        if let Some(skip) = on.skip {
            self.land(skip);
        }
        Ok(())
    }

    /// The counter of a card's lane, and how many lanes there are.
    fn lanes(&self) -> Result<(u16, i32)> {
        match self.rules.lane {
            Some(lane) if self.rules.lanes.len() > 1 => Ok((lane, self.rules.lanes.len() as i32)),
            _ => Err(LowerError::Undeclared("move", "name several `lanes` in [cards]")),
        }
    }

    /// `you` chooses another lane for a card, of those that there are for it.
    fn move_to_lane(&mut self, of: &Card, moved: Expression, (lane, lanes): (u16, i32)) {
        let (first, allowed, body) = match &self.rules.moving {
            Some(moving) => (moving.first, moving.allowed.clone(), moving.body),
            None => (self.picked, None, None),
        };
        let (it, number) = (|| Expression::Slot(first), || Expression::Slot(first + 1));
        let now = Expression::OfCard(CardNumber::Counter(lane), it().into());
        let mut there = join(Operator::Unequal, number(), now);
        if let Some(allowed) = allowed {
            there = join(Operator::And, there, allowed);
        }
        let goes = self.answer("move", &tr!("Move"), Some(card(moved)), Some(there), |l| match body {
            Some(body) => {
                l.emit(Instruction::Call(body));
            }
            None => {
                l.emit(Instruction::Set(Target::OfCards(lane, card(it())), number()));
            }
        });
        let action = &mut self.program.actions[usize::from(goes)];
        (action.asks_choice, action.in_lane) = (true, true);
        action.preposition = Some(tr!("to"));
        action.number = Some((Expression::Number(1), Expression::Number(lanes)));
        action.slots = choice_slots(first, action.slots.cards);
        self.ask(PromptKind::Card, tr!("{card}: move to which lane?", card = of.name.clone()), vec![goes]);
    }

    fn give(&mut self, gift: &tree::Modifier, cards: &CardChoice) -> Result<()> {
        for (field, amount) in &gift.numbers {
            let live = self.live(*field)?;
            let turn = self.rules.live[usize::from(live)].turn;
            let amount = self.amount(amount)?;
            self.emit(Instruction::Add(Target::OfCards(turn, cards.clone()), amount));
        }
        for keyword in &gift.keywords {
            let counter = self.rules.keywords.get(usize::from(keyword.keyword)).copied().flatten();
            let counter = counter.ok_or(LowerError::Word("this keyword"))?;
            let number = Expression::Number(keyword.number.unwrap_or(1));
            self.emit(Instruction::Set(Target::OfCards(counter, cards.clone()), number));
        }
        Ok(())
    }

    /// Until the next turn of `you`: what each seat has given is counted apart.
    fn give_lasting(&mut self, gift: &tree::Modifier, cards: &CardChoice) -> Result<()> {
        let mut amounts = Vec::new();
        for (field, amount) in &gift.numbers {
            let amount = self.amount(amount)?;
            amounts.push((self.live(*field)?, self.keep(amount)?));
        }
        for seat in 0..self.seats {
            let lasting = self.rules.lasting.get(usize::from(seat)).ok_or(LowerError::Word("until your next turn"))?;
            let is_you = join(Operator::Equal, you(), Expression::Number(seat.into()));
            let skip = self.emit(Instruction::Unless(is_you, 0));
            for (live, amount) in &amounts {
                let counter = lasting.numbers[usize::from(*live)];
                self.emit(Instruction::Add(Target::OfCards(counter, cards.clone()), amount.clone()));
            }
            for keyword in &gift.keywords {
                let counter = lasting.keywords.get(usize::from(keyword.keyword)).copied().flatten();
                let counter = counter.ok_or(LowerError::Word("this keyword"))?;
                let number = Expression::Number(keyword.number.unwrap_or(1));
                self.emit(Instruction::Set(Target::OfCards(counter, cards.clone()), number));
            }
            self.land(skip);
        }
        Ok(())
    }

    /// A permanent that attaches itself while it takes effect, and what it does besides; without a host it is put away.
    pub(in super::super) fn attach(&mut self, of: &Card, effects: &[Effect]) -> Result<()> {
        let Some((Effect::Attach(selector), rest)) = effects.split_first() else {
            return Err(LowerError::Word("a played ability that does not attach"));
        };
        let host = self.rules.host.ok_or(LowerError::Word("attach"))?;
        let this = || Expression::Slot(slots::THIS);
        let mut next = Some(0);
        let on = self.on(of, selector, false, &mut next)?;
        let play = self.rules.play;
        self.move_to(card(this()), play, you(), false);
        self.emit(Instruction::Set(Target::OfCards(host, card(this())), Expression::One(on.cards.into())));
        self.emit(Instruction::Raise(TriggerEvent::Deployed, Some(card(this()))));
        for effect in rest {
            self.effect(of, effect, &mut next)?;
        }
        if let Some(lost) = on.skip {
            let end = self.emit(Instruction::Goto(0));
            self.land(lost);
            self.put_away();
            self.land(end);
        }
        Ok(())
    }
}
