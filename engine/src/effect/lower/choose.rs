//! What a card chooses, and out of what.

use catalog::ability::{self as tree, CardFilter, CardRef, PlayerSelector, Selector};
use catalog::query::Query;

use super::{LowerError, Lowerer, Result, TARGETS, put};
use crate::effect::{Dialect, EffectGroup, Filter, Ix, Op, OpTargets};

/// What a card is chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChoiceKind {
    /// As a target in play.
    Target,
    /// As a target among what waits to take effect.
    Waiting,
    /// To pay a cost.
    ToPay,
}

impl<D: Dialect> Lowerer<'_, D> {
    /// Adds a target, or several, chosen while the play is announced; the slot of the first.
    pub(super) fn announce(&mut self, selector: &Selector, how: ChoiceKind) -> Result<u8> {
        let (group, most) = match selector {
            Selector::Choose(group) => (group, 1),
            Selector::UpTo(most, group) if how != ChoiceKind::ToPay => (group, *most as usize),
            _ => return Err(LowerError::Destroys),
        };
        if how == ChoiceKind::ToPay && group.side == tree::PlayerSide::Enemy {
            return Err(LowerError::OwnCards);
        }
        let pick = self.pick_as(group, how)?;
        let slot = self.targets.len();
        let room = self.dialect.targets().min(TARGETS);
        if slot + most > room {
            return Err(LowerError::Targets(room));
        }
        let up_to = matches!(selector, Selector::UpTo(..)).then_some(slot as u8);
        for slot in slot..slot + most {
            self.targets.push(pick);
            self.push(Op::Target { slot: slot as u8, pick, up_to })?;
        }
        Ok(slot as u8)
    }

    pub(super) fn pick(&mut self, group: &CardFilter) -> Result<Ix> {
        self.pick_as(group, ChoiceKind::Target)
    }

    pub(super) fn pick_as(&mut self, group: &CardFilter, how: ChoiceKind) -> Result<Ix> {
        self.dialect.group(group)?;
        let filter = self.filter(&group.query)?;
        let pick = EffectGroup {
            side: group.side,
            other: group.other,
            filter,
            cost: how == ChoiceKind::ToPay,
            state: group.state,
            here: group.here,
            players: group.players,
            waiting: how == ChoiceKind::Waiting,
        };
        put(&mut self.code.groups, pick)
    }

    pub(super) fn filter(&mut self, query: &Query) -> Result<Ix> {
        let dialect = self.dialect;
        let filter = Filter::new(query, self.cards, &|field| dialect.changes(field));
        put(&mut self.code.filters, filter)
    }

    /// Prepares the cards of an effect. Targets that were announced are recalled, others chosen; what is chosen
    /// now may not be there, and then the effect is skipped: the second value is the op to mend.
    pub(super) fn on(
        &mut self,
        selector: &Selector,
        how: ChoiceKind,
        next: &mut Option<usize>,
    ) -> Result<(OpTargets, Option<Ix>)> {
        Ok(match selector {
            Selector::Known(known) => {
                self.check_known(*known)?;
                (OpTargets::Known(*known), None)
            }
            Selector::Each(group) => (OpTargets::Each(self.pick(group)?), None),
            Selector::UpTo(..) => return Err(LowerError::UpTo),
            Selector::Players(who) => {
                if *who == PlayerSelector::Opponent {
                    self.push(Op::Opponent)?;
                }
                (OpTargets::Players(*who), None)
            }
            Selector::Choose(group) => {
                self.known.it = true;
                let skip = match next {
                    Some(slot) => {
                        self.push(Op::Recall(*slot as u8))?;
                        *slot += 1;
                        None
                    }
                    None => {
                        let pick = self.pick_as(group, how)?;
                        Some(self.push(Op::Choose { pick, skip: 0 })?)
                    }
                };
                (OpTargets::Known(CardRef::It), skip)
            }
        })
    }
}
