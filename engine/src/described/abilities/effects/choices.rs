//! Effects that somebody chooses or pays for, or that hang on a condition.

use catalog::ability::{self as tree, Effect, Selector};
use catalog::card::Card;
use catalog::tr;

use super::super::super::emit::{Emitter, join};
use super::super::super::expression::{CardNumber, Expression, Operator};
use super::super::super::program::Instruction;
use super::super::Payment;
use super::super::lower::{LowerError, Lowerer, Result};
use crate::kernel::legal_action::PromptKind;

impl Lowerer<'_> {
    pub(super) fn negate(
        &mut self,
        of: &Card,
        selector: &Selector,
        cost: &tree::Cost,
        next: &mut Option<usize>,
    ) -> Result<()> {
        let on = self.on(of, selector, true, next)?;
        let it = || Expression::Slot(self.it);
        let (it, discard) = (it(), self.rules.discard);
        let mut paid_up = None;
        if !cost.resources.is_empty() {
            let paid = self.number()?;
            self.emit(Instruction::Keep(paid, Expression::Number(0)));
            let payment = self.payment(cost);
            self.as_seat(Expression::OfCard(CardNumber::Player, it.clone().into()), |l| {
                l.offer_to_pay(of, cost, &payment, paid);
                Ok(())
            })?;
            let is_paid = join(Operator::Equal, Expression::Slot(paid), Expression::Number(0));
            paid_up = Some(self.emit(Instruction::Unless(is_paid, 0)));
        }
        self.move_home(it, discard, false);
        on.skip.into_iter().chain(paid_up).for_each(|place| self.land(place));
        Ok(())
    }

    /// Asks `you` whether to pay; then the slot is 1.
    pub(super) fn offer_to_pay(&mut self, of: &Card, cost: &tree::Cost, payment: &Payment, paid: u16) {
        let can = self.emit(Instruction::Unless(Expression::CanPay(payment.clone()), 0));
        let order = tree::cost(self.game, of, cost);
        let pays = self.answer("pay", &order, None, None, |l| {
            l.emit(Instruction::Pay(payment.clone()));
            l.emit(Instruction::Keep(paid, Expression::Number(1)));
        });
        let declines = self.answer("no", &tr!("Do not pay"), None, None, |_| {});
        self.ask(PromptKind::Optional, tr!("{card}: pay?", card = of.name.clone()), vec![pays, declines]);
        self.land(can);
    }

    pub(super) fn may_pay(&mut self, of: &Card, cost: &tree::Cost, then: &[Effect]) -> Result<()> {
        if cost.tap || cost.discard > 0 || cost.destroy.is_some() || cost.exile.is_some() || cost.points > 0 {
            return Err(LowerError::Word("pay with this cost"));
        }
        let paid = self.number()?;
        self.emit(Instruction::Keep(paid, Expression::Number(0)));
        let payment = self.payment(cost);
        self.offer_to_pay(of, cost, &payment, paid);
        let is_paid = join(Operator::Equal, Expression::Slot(paid), Expression::Number(1));
        self.when(is_paid, |l| l.inner(of, then))
    }

    pub(super) fn branch(
        &mut self,
        of: &Card,
        condition: &tree::Condition,
        then: &[Effect],
        otherwise: &[Effect],
    ) -> Result<()> {
        let condition = self.condition(condition)?;
        let [then, otherwise] = self.either(condition, |l| l.inner(of, then), |l| l.inner(of, otherwise));
        then.and(otherwise)
    }

    pub(super) fn choose_list(&mut self, of: &Card, lists: &[Vec<Effect>]) -> Result<()> {
        let way = self.number()?;
        let mut actions = Vec::new();
        for (at, list) in lists.iter().enumerate() {
            let text = tree::order(self.game, of, list);
            actions.push(self.answer(&format!("way {}", at + 1), &text, None, None, |l| {
                l.emit(Instruction::Keep(way, Expression::Number(at as i32)));
            }));
        }
        self.ask(PromptKind::Mode, tr!("{card}: choose one", card = of.name.clone()), actions);
        let mut ends = Vec::new();
        for (at, list) in lists.iter().enumerate() {
            let is = join(Operator::Equal, Expression::Slot(way), Expression::Number(at as i32));
            let skip = self.emit(Instruction::Unless(is, 0));
            self.inner(of, list)?;
            ends.push(self.emit(Instruction::Goto(0)));
            self.land(skip);
        }
        ends.into_iter().for_each(|end| self.land(end));
        Ok(())
    }

    pub(super) fn may(&mut self, of: &Card, then: &[Effect]) -> Result<()> {
        let wants = self.number()?;
        let text = tree::order(self.game, of, then);
        let yes = self.answer("yes", &text, None, None, |l| {
            l.emit(Instruction::Keep(wants, Expression::Number(1)));
        });
        let no = self.answer("no", &tr!("Do nothing"), None, None, |l| {
            l.emit(Instruction::Keep(wants, Expression::Number(0)));
        });
        self.ask(PromptKind::Optional, tr!("{card}: do it?", card = of.name.clone()), vec![yes, no]);
        let is = join(Operator::Equal, Expression::Slot(wants), Expression::Number(1));
        self.when(is, |l| l.inner(of, then))
    }
}
