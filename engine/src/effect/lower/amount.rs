//! Numbers, lists of resources and conditions.

use catalog::ability as tree;
use catalog::game::FieldKind;
use catalog::query::Query;

use super::{LowerError, Lowerer, Result, put};
use crate::effect::{Amount, Condition, Countable, Dialect, Gift, Ix};

impl<D: Dialect> Lowerer<'_, D> {
    pub(super) fn amount(&mut self, amount: &tree::Amount) -> Result<Amount> {
        self.dialect.amount(amount)?;
        Ok(match amount {
            tree::Amount::Number(n) => Amount::Number(*n),
            tree::Amount::Per(n, what) => Amount::Per(*n, self.countable(what)?),
            tree::Amount::X => Amount::X,
            tree::Amount::Field(field, _)
                if !matches!(self.game.fields[*field].kind, FieldKind::Number | FieldKind::Cost) =>
            {
                return Err(LowerError::NoNumber(self.game.fields[*field].name.clone()));
            }
            tree::Amount::Field(field, known) => {
                self.check_known(*known)?;
                Amount::Field(*field, *known)
            }
            tree::Amount::Resource(r) => Amount::Resource(*r as u8),
            tree::Amount::Result => {
                self.check_result()?;
                Amount::Result
            }
        })
    }

    pub(super) fn amount_ix(&mut self, amount: &tree::Amount) -> Result<Ix> {
        let amount = self.amount(amount)?;
        put(&mut self.code.amounts, amount)
    }

    pub(super) fn list(&mut self, list: &[(u8, tree::Amount)]) -> Result<Ix> {
        let list = list.iter().map(|(r, n)| Ok((*r, self.amount(n)?))).collect::<Result<_>>()?;
        put(&mut self.code.lists, list)
    }

    pub(super) fn gift(&mut self, gift: &tree::Modifier) -> Result<Ix> {
        for (field, _) in &gift.numbers {
            if !self.dialect.changes(*field) {
                return Err(LowerError::Fixed(self.game.fields[*field].name.clone()));
            }
        }
        if let Some(has) = gift.keywords.iter().find(|has| !self.dialect.knows(has.keyword)) {
            return Err(LowerError::Keyword(self.game.keywords[has.keyword as usize].name.clone()));
        }
        let numbers = gift.numbers.iter().map(|(f, n)| Ok((*f, self.amount(n)?))).collect::<Result<_>>()?;
        put(&mut self.code.gifts, Gift { numbers, keywords: gift.keywords.clone() })
    }

    pub(super) fn condition(&mut self, condition: &tree::Condition) -> Result<Ix> {
        let condition = self.condition_tree(condition)?;
        put(&mut self.code.conditions, condition)
    }

    pub(super) fn countable(&mut self, what: &tree::Countable) -> Result<Countable> {
        self.dialect.countable(what)?;
        Ok(match what {
            tree::Countable::Cards(group) => Countable::Cards(self.pick(group)?),
            tree::Countable::Resource(side, r) => Countable::Resource(*side, *r as u8),
            tree::Countable::Pile(side, pile, Query::All) => Countable::Pile(*side, *pile, None),
            tree::Countable::Pile(side, pile, query) => Countable::Pile(*side, *pile, Some(self.filter(query)?)),
            tree::Countable::Points(side) => Countable::Points(*side),
            tree::Countable::Result => {
                self.check_result()?;
                Countable::Result
            }
        })
    }

    pub(super) fn condition_tree(&mut self, condition: &tree::Condition) -> Result<Condition> {
        use tree::Condition as C;
        self.dialect.condition(condition)?;
        Ok(match condition {
            C::Count { min, max, what } => {
                let what = self.countable(what)?;
                Condition::Count(catalog::query::NumberRange { min: Some(*min), max: *max, outside: false }, what)
            }
            C::ControlsCity(side) => Condition::ControlsCity(*side),
            C::Is(known, query) => {
                self.check_known(*known)?;
                Condition::Is(*known, self.filter(query)?)
            }
            C::In(known, state) => {
                self.check_known(*known)?;
                Condition::In(*known, *state)
            }
            C::YourTurn => Condition::YourTurn,
            C::First if !self.known.first => return Err(LowerError::First),
            C::First => Condition::First,
            C::Not(inner) => Condition::Not(Box::new(self.condition_tree(inner)?)),
            C::And(parts) => Condition::And(parts.iter().map(|p| self.condition_tree(p)).collect::<Result<_>>()?),
        })
    }
}
