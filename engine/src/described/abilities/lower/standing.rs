//! Abilities that wait for something, or that work all the time.

use catalog::ability::{self as tree, Ability, AbilityKind, Effect, Selector, TriggerEvent};
use catalog::card::Card;

use super::super::super::emit::{Emitter, card as card_of, you};
use super::super::super::expression::{CardCheck, CardChoice, CardNumber, Expression, Operator, Place as Lies};
use super::super::super::program::Instruction;
use super::super::{Abilities, Cards, Change, Static, Subject, Trigger};
use super::{LowerError, Lowerer, Result};

impl Lowerer<'_> {
    /// Abilities that wait for something, or that work all the time.
    pub(super) fn standing<const W: usize>(
        &mut self,
        card: &Card,
        ability: &Ability,
        of: Cards<W>,
        all: &mut Abilities<W>,
    ) -> Result<()> {
        match &ability.shape {
            AbilityKind::Triggered { event, subject } => {
                known_event(*event)?;
                let subject = match subject {
                    None => None,
                    Some(filter) => {
                        let tests = self.tests_of(filter)?;
                        Some(Subject { side: filter.side, other: filter.other, tests })
                    }
                };
                self.fresh();
                let condition = ability.condition.as_ref().map(|c| self.condition(c)).transpose()?;
                let body = self.here();
                let skip = condition.map(|condition| self.emit(Instruction::Unless(condition, 0)));
                self.effects(card, &ability.effects, false)?;
                if let Some(skip) = skip {
                    self.land(skip);
                }
                self.emit(Instruction::Return);
                all.triggers.push(Trigger { event: *event, of, subject, discarded: ability.discarded, body });
                Ok(())
            }
            AbilityKind::Static => self.statics(ability, of, all),
            AbilityKind::Played { .. } | AbilityKind::Activated { .. } => Ok(()),
        }
    }

    pub(super) fn statics<const W: usize>(
        &mut self,
        ability: &Ability,
        of: Cards<W>,
        all: &mut Abilities<W>,
    ) -> Result<()> {
        for effect in &ability.effects {
            let mut add = |condition: Option<Expression>, on: Option<CardChoice>, change: Change| {
                let forbidden = |number: CardNumber| match change {
                    Change::Number(..) => matches!(number, CardNumber::Live(_)),
                    Change::Keyword(..) => matches!(number, CardNumber::Live(_) | CardNumber::Keyword(_)),
                    Change::Cheaper(_) => false,
                };
                let amount = match &change {
                    Change::Number(_, amount) => Some(amount),
                    _ => None,
                };
                let circle = condition.iter().chain(amount).any(|e| e.names_number(&forbidden))
                    || on.iter().any(|cards| cards.names_number(&forbidden));
                if circle {
                    return Err(LowerError::Circle);
                }
                all.statics.push(Static { of, condition, on, discarded: ability.discarded, change });
                Ok(())
            };
            let condition = ability.condition.as_ref().map(|c| self.condition(c)).transpose()?;
            match effect {
                Effect::Cheaper(n, group) => {
                    let zones = vec![CardCheck::Compare(CardNumber::Holder, Operator::Equal, you())];
                    let mut tests = self.tests_of(group)?;
                    match group.side {
                        tree::PlayerSide::Any => {}
                        tree::PlayerSide::Your => tests.iter_mut().for_each(|list| list.extend(zones.iter().cloned())),
                        tree::PlayerSide::Enemy => {
                            tests.iter_mut().for_each(|list| list.push(CardCheck::Not(vec![zones.clone()])));
                        }
                    }
                    let on = CardChoice { place: Lies::Everywhere, tests };
                    add(condition, Some(on), Change::Cheaper(*n))?;
                }
                Effect::Give(gift, selector, _) => {
                    let on = match selector {
                        Selector::Known(tree::CardRef::This) => None,
                        Selector::Known(host @ tree::CardRef::Host) => Some(card_of(self.known(*host)?)),
                        Selector::Each(group) => Some(self.group(group)?),
                        _ => return Err(LowerError::Word("give to one card in `always`")),
                    };
                    for (field, amount) in &gift.numbers {
                        let live = self.live(*field)?;
                        let amount = self.amount(amount)?;
                        add(condition.clone(), on.clone(), Change::Number(live, amount))?;
                    }
                    for keyword in &gift.keywords {
                        let change = Change::Keyword(keyword.keyword, keyword.number.unwrap_or(1));
                        add(condition.clone(), on.clone(), change)?;
                    }
                }
                Effect::Hack(..) => return Err(LowerError::BuiltIn("hack", "write with `give` what changes")),
                Effect::ExtraPlay(_) => return Err(LowerError::Word("extra_play")),
                _ => return Err(LowerError::Word("this effect in `always`")),
            }
        }
        Ok(())
    }
}

fn known_event(event: TriggerEvent) -> Result<()> {
    use TriggerEvent as E;
    match event {
        E::TakesControl => Err(LowerError::BuiltIn("takes control", "`enters` hears of cards that come into play")),
        E::Carries => Err(LowerError::Word("carries")),
        E::Revealed => Err(LowerError::Word("revealed")),
        E::Chaos => Err(LowerError::Word("chaos")),
        E::Deployed | E::Destroyed | E::Attacks | E::Blocks | E::Hits | E::Played | E::TurnStart | E::TurnEnd => Ok(()),
        E::EnemyTurnStart | E::EnemyTurnEnd | E::EachTurnStart | E::EachTurnEnd | E::Enters | E::Dies => Ok(()),
        E::Leaves | E::Damaged | E::Tapped | E::Discarded | E::Milled => Ok(()),
    }
}
