//! Effects, one op after the other.

use catalog::ability::{self as tree, CardRef, Effect, Picker, PlayerSelector, Selector};
use catalog::query::Query;

use super::choose::ChoiceKind;
use super::{LowerError, Lowerer, Result, few, is_own, put};
use crate::effect::{CardOp, Cost, Dialect, DiscardBy, Ix, Op, OpTargets};

impl<D: Dialect> Lowerer<'_, D> {
    /// Lets a jump lead to here.
    pub(super) fn patch_jump(&mut self, jump: Ix) -> Result<()> {
        let to = self.here()?;
        match &mut self.code.ops[jump as usize] {
            Op::Choose { skip, .. } | Op::PayOr { skip, .. } => *skip = to,
            Op::Check(_, at) | Op::Unless(_, at) | Op::Goto(at) | Op::May(at) => *at = to,
            other => unreachable!("{other:?} does not jump"),
        }
        Ok(())
    }

    pub(super) fn effects(&mut self, list: &[Effect]) -> Result<()> {
        list.iter().try_for_each(|e| self.effect(e, &mut None))
    }

    /// `then`, and where `jump` leads, `otherwise`.
    pub(super) fn fork(&mut self, jump: Ix, then: &[Effect], otherwise: &[Effect]) -> Result<()> {
        self.effects(then)?;
        if otherwise.is_empty() {
            return self.patch_jump(jump);
        }
        let over = self.push(Op::Goto(0))?;
        self.patch_jump(jump)?;
        self.effects(otherwise)?;
        self.patch_jump(over)
    }

    /// `next` is the slot of the next announced target, if targets are announced here.
    pub(super) fn effect(&mut self, effect: &Effect, next: &mut Option<usize>) -> Result<()> {
        self.dialect.effect(effect)?;
        match effect {
            Effect::Gain(who, list) => {
                let list = self.list(list)?;
                self.for_players(*who, Op::Gain(*who, list))?;
            }
            Effect::Lose(who, list) => {
                let list = self.list(list)?;
                self.for_players(*who, Op::Lose(*who, list))?;
            }
            Effect::Draw(who, n) => {
                let n = self.amount_ix(n)?;
                self.for_players(*who, Op::Draw(*who, n))?;
            }
            Effect::Discard { who, count, picker } => {
                let n = self.amount_ix(count)?;
                let by = match picker {
                    Picker::Owner => DiscardBy::Owner,
                    Picker::Random => DiscardBy::Chance,
                    Picker::You(query) => DiscardBy::You(self.filter(query)?),
                };
                self.for_players(*who, Op::Discard(*who, n, by))?;
            }
            Effect::Mill(who, n) => {
                let n = self.amount_ix(n)?;
                self.for_players(*who, Op::Mill(*who, n))?;
            }
            Effect::Points(who, n) => {
                let n = i8::try_from(*n).map_err(|_| LowerError::Points)?;
                self.for_players(*who, Op::Points(*who, n))?;
            }
            Effect::Damage { amount, to, by } => {
                self.check_known(*by)?;
                let n = self.amount_ix(amount)?;
                self.act(CardOp::Damage(n, *by), to, next)?;
            }
            Effect::Destroy(s) => self.act(CardOp::Destroy, s, next)?,
            Effect::Exile(s) => self.act(CardOp::Exile, s, next)?,
            Effect::Tap(s) => self.act(CardOp::Tap, s, next)?,
            Effect::Untap(s) => self.act(CardOp::Untap, s, next)?,
            Effect::Return(s, place) => self.act(CardOp::Return(*place), s, next)?,
            Effect::Flicker(s) => self.act(CardOp::Flicker, s, next)?,
            Effect::Move(s) => self.act(CardOp::Move, s, next)?,
            Effect::Control(s, until) => self.act(CardOp::Control(*until), s, next)?,
            Effect::Counters(n, s) => {
                let n = self.amount_ix(n)?;
                self.act(CardOp::Counters(n), s, next)?;
            }
            Effect::Negate(s, cost) => {
                let cost = self.cost(cost)?;
                let cost = if cost == Cost::default() { 0 } else { put(&mut self.code.costs, cost)? };
                self.act(CardOp::Negate(cost), s, next)?;
            }
            Effect::Hack(s, _) => self.act(CardOp::Hack, s, next)?,
            Effect::Attach(s) => self.act(CardOp::Attach, s, next)?,
            Effect::Give(gift, s, until) => {
                let gift = self.gift(gift)?;
                self.act(CardOp::Give(gift, *until), s, next)?;
            }
            Effect::Sacrifice { who, query, count } => {
                let (filter, n) = (self.filter(query)?, few(*count)?);
                self.for_players(*who, Op::Sacrifice(*who, filter, n))?;
            }
            Effect::Purge { who, query, count } => {
                let (filter, n) = (self.filter(query)?, few(*count)?);
                self.for_players(*who, Op::Purge(*who, filter, n))?;
            }
            Effect::Reshuffle(who) => self.for_players(*who, Op::Reshuffle(*who))?,
            Effect::Peek(who) => self.for_players(*who, Op::Peek(*who))?,
            Effect::Look { count, take, to, rest } => {
                let count = self.amount_ix(count)?;
                let (take, most) = match take {
                    Some((Query::All, most)) => (None, few(*most)?),
                    Some((query, most)) => (Some(self.filter(query)?), few(*most)?),
                    None => (None, 0),
                };
                self.push(Op::Look { count, take, most, to: *to, rest: *rest })?;
            }
            Effect::Fetch { query, from, count } => {
                let filter = self.filter(query)?;
                self.push(Op::Fetch { filter, from: *from, count: few(*count)? })?;
            }
            Effect::ExtraTurn => {
                self.push(Op::ExtraTurn)?;
            }
            Effect::Win => {
                self.push(Op::Win)?;
            }
            Effect::Cheaper(..) => return Err(LowerError::Cheaper),
            Effect::ExtraPlay(_) => return Err(LowerError::ExtraPlay),
            Effect::TakeControl(Selector::Each(_)) => return Err(LowerError::TakeControl),
            Effect::TakeControl(s) => {
                let (on, skip) = self.on(s, ChoiceKind::Target, next)?;
                self.push(Op::TakeControl(on))?;
                skip.map_or(Ok(()), |jump| self.patch_jump(jump))?;
            }
            Effect::Research { reveal } => {
                self.push(Op::Research(*reveal))?;
            }
            Effect::Download { query, from, count } => {
                let filter = self.filter(query)?;
                self.push(Op::Download { filter, from: *from, count: few(*count)? })?;
            }
            Effect::Put { query, from, tapped } => {
                let filter = self.filter(query)?;
                self.push(Op::Put { filter, from: *from, tapped: *tapped })?;
                self.known.it = true;
            }
            Effect::Check { target: Some(Selector::Each(_)), .. } => return Err(LowerError::Check),
            Effect::Check { least, target, then, otherwise } => {
                let skip = match target {
                    Some(target) => self.on(target, ChoiceKind::Target, next)?.1,
                    None => None,
                };
                let least = self.amount_ix(least)?;
                let jump = self.push(Op::Check(least, 0))?;
                self.known.result = true;
                self.fork(jump, then, otherwise)?;
                skip.map_or(Ok(()), |jump| self.patch_jump(jump))?;
            }
            Effect::If { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                let jump = self.push(Op::Unless(condition, 0))?;
                self.fork(jump, then, otherwise)?;
            }
            Effect::May(list) => {
                let jump = self.push(Op::May(0))?;
                self.fork(jump, list, &[])?;
            }
            Effect::Pay(cost, _) if cost.tap && !self.known.tap => {
                return Err(LowerError::Tap);
            }
            Effect::Pay(cost, list) => {
                let pick = match &cost.destroy {
                    Some(Selector::Choose(group)) if group.side != tree::PlayerSide::Enemy => {
                        Some(self.pick_as(group, ChoiceKind::ToPay)?)
                    }
                    Some(own) if is_own(own) => None,
                    Some(_) => return Err(LowerError::Destroys),
                    None => None,
                };
                let cost = self.cost(cost)?;
                let cost = put(&mut self.code.costs, cost)?;
                let jump = self.push(Op::PayOr { cost, pick, skip: 0 })?;
                self.fork(jump, list, &[])?;
            }
            Effect::Choose(lists) => {
                let branch = put(&mut self.code.branches, Vec::new())?;
                self.push(Op::Branch(branch))?;
                let mut overs = Vec::new();
                for list in lists {
                    let start = self.here()?;
                    self.code.branches[branch as usize].push(start);
                    self.effects(list)?;
                    overs.push(self.push(Op::Goto(0))?);
                }
                overs.into_iter().try_for_each(|over| self.patch_jump(over))?;
            }
        }
        Ok(())
    }

    /// Refuses to speak of a card that is not there.
    pub(super) fn check_known(&self, known: CardRef) -> Result<()> {
        let (there, why) = match known {
            CardRef::This => return Ok(()),
            CardRef::It => (self.known.it, LowerError::NoIt),
            CardRef::User => (self.known.user, LowerError::NoUser),
            CardRef::Host => (self.known.host, LowerError::NoHost),
        };
        if there { Ok(()) } else { Err(why) }
    }

    pub(super) fn check_result(&self) -> Result<()> {
        if self.known.result { Ok(()) } else { Err(LowerError::NoResult) }
    }

    pub(super) fn act(&mut self, act: CardOp, selector: &Selector, next: &mut Option<usize>) -> Result<()> {
        let how = if matches!(act, CardOp::Negate(_)) { ChoiceKind::Waiting } else { ChoiceKind::Target };
        if let (Selector::UpTo(most, _), Some(slot)) = (selector, &mut *next) {
            self.known.it = true;
            for _ in 0..*most {
                self.code.ops.push(Op::Recall(*slot as u8));
                self.code.ops.push(Op::Act(act, OpTargets::Known(CardRef::It)));
                *slot += 1;
            }
            return self.here().map(|_| ());
        }
        let (on, skip) = self.on(selector, how, next)?;
        self.push(Op::Act(act, on))?;
        skip.map_or(Ok(()), |jump| self.patch_jump(jump))
    }

    pub(super) fn for_players(&mut self, who: PlayerSelector, op: Op) -> Result<()> {
        if who == PlayerSelector::Opponent {
            self.push(Op::Opponent)?;
        }
        self.push(op).map(|_| ())
    }
}
