//! Trees → ops.

mod amount;
mod choose;
mod effects;
mod error;

use catalog::GameData;
use catalog::ability::{self as tree, Ability, AbilityKind, CardRef, Effect, Selector};
use catalog::card::Card;

use choose::ChoiceKind;
use error::LowerError;

use super::{AbilityForm, Code, CompiledAbility, Cost, Dialect, Ix, Op, OpTargets, StaticEffect};
use crate::kernel::match_options::Refusal;

/// How many targets a play may have in any game.
pub const TARGETS: usize = 4;

/// All abilities of the cards of a match.
#[derive(Debug)]
pub struct Lowered {
    /// The tables.
    pub code: Code,
    /// For each card its abilities, in their order.
    pub entries: Vec<Vec<CompiledAbility>>,
}

/// Makes the abilities of these cards ready, as far as the dialect of a game goes.
///
/// # Errors
/// Every card that cannot be made ready, by name.
pub fn lower(game: &GameData, cards: &[&Card], dialect: &impl Dialect) -> std::result::Result<Lowered, Vec<Refusal>> {
    let mut lowerer =
        Lowerer { game, cards, dialect, code: Code::default(), targets: Vec::new(), known: InScope::default() };
    // The first cost is that of abilities without one.
    lowerer.code.costs.push(Cost::default());
    let mut entries = Vec::new();
    let mut refused = Vec::new();
    for card in cards {
        let mut own = Vec::new();
        for ability in &card.abilities {
            match lowerer.ability(ability, card) {
                Ok(entry) => own.push(entry),
                Err(e) => refused.push(Refusal { card: card.name.clone(), why: e.to_string() }),
            }
        }
        entries.push(own);
    }
    if refused.is_empty() { Ok(Lowered { code: lowerer.code, entries }) } else { Err(refused) }
}

struct Lowerer<'a, D> {
    game: &'a GameData,
    cards: &'a [&'a Card],
    dialect: &'a D,
    code: Code,
    /// Targets of the ability at hand.
    targets: Vec<Ix>,
    /// What it may speak of.
    known: InScope,
}

/// What an ability may speak of at the place at hand.
#[derive(Debug, Clone, Copy, Default)]
struct InScope {
    it: bool,
    user: bool,
    host: bool,
    result: bool,
    first: bool,
    /// Whether the card itself can be tapped for a payment.
    tap: bool,
}

type Result<T> = std::result::Result<T, LowerError>;

/// Adds to a table and says where.
fn put<T>(table: &mut Vec<T>, item: T) -> Result<Ix> {
    let at = Ix::try_from(table.len()).map_err(|_| LowerError::Full)?;
    table.push(item);
    Ok(at)
}

impl<D: Dialect> Lowerer<'_, D> {
    fn ability(&mut self, ability: &Ability, card: &Card) -> Result<CompiledAbility> {
        self.dialect.ability(ability)?;
        self.targets.clear();
        let attaches_at_all = card.abilities.iter().any(attaches);
        let played = matches!(ability.shape, AbilityKind::Played { .. });
        self.known = InScope {
            it: matches!(ability.shape, AbilityKind::Triggered { .. }),
            user: false,
            host: attaches_at_all || self.dialect.joins(card),
            result: false,
            first: ability.shape != AbilityKind::Static,
            tap: !played,
        };
        let start = self.here()?;
        let (form, cost) = match &ability.shape {
            AbilityKind::Played { need, rapid } => (AbilityForm::Played { rapid: *rapid }, Some(need)),
            AbilityKind::Triggered { event, subject } => {
                let subject = subject.as_ref().map(|g| self.pick(g)).transpose()?;
                (AbilityForm::Triggered(*event, subject), None)
            }
            AbilityKind::Activated { cost, uses } => (
                AbilityForm::Activated(u8::try_from(*uses).ok().filter(|n| *n <= 3).ok_or(LowerError::Uses)?),
                Some(cost),
            ),
            AbilityKind::Static => (AbilityForm::Static, None),
        };
        let condition = ability.condition.as_ref().map(|c| self.condition(c)).transpose()?;
        let statics = match form {
            AbilityForm::Static => ability.effects.iter().map(|e| self.always(e)).collect::<Result<_>>()?,
            _ => Vec::new(),
        };
        if form == AbilityForm::Static {
            let (attaches, discarded) = (false, ability.discarded);
            return Ok(CompiledAbility {
                form,
                condition,
                start,
                targets: Vec::new(),
                cost: 0,
                attaches,
                discarded,
                statics,
            });
        }
        let permanent = card.types.iter().any(|t| self.game.types[*t as usize].permanent);
        if matches!(form, AbilityForm::Played { .. }) && permanent && !attaches(ability) {
            return Err(LowerError::Stays);
        }
        let attaches = attaches(ability);
        let type_ids = || card.types.iter().map(|t| self.game.types[*t as usize].id.as_str());
        self.known.user = played && type_ids().any(|id| id == "program");
        let later = ability.effects.iter().skip(usize::from(played && attaches));
        if later.flat_map(all_within).any(|e| matches!(e, Effect::Attach(_))) {
            return Err(LowerError::Attach);
        }
        if cost.is_some_and(|c| played && c.tap) {
            return Err(LowerError::Tap);
        }
        let announced = cost.is_some() || (self.dialect.announces_triggers() && form != AbilityForm::Static);
        let mut paid = 0;
        let destroyed = cost.and_then(|c| c.destroy.as_ref()).filter(|s| !is_own(s));
        let destroyed = destroyed.map(|s| self.announce(s, ChoiceKind::ToPay)).transpose()?;
        if announced {
            for effect in &ability.effects {
                let how = if matches!(effect, Effect::Negate(..)) { ChoiceKind::Waiting } else { ChoiceKind::Target };
                if let Some(selector @ (Selector::Choose(_) | Selector::UpTo(..))) = effect.selector() {
                    self.announce(selector, how)?;
                }
            }
        }
        if let Some(cost) = cost {
            let lowered = self.cost(cost)?;
            let deeds =
                lowered.destroy || lowered.own || lowered.discard > 0 || lowered.points > 0 || lowered.exile.is_some();
            paid = put(&mut self.code.costs, lowered)?;
            if deeds {
                self.push(Op::OtherCosts { cost: paid, slot: destroyed.unwrap_or(0) })?;
            }
        }
        let first = usize::from(destroyed.is_some());
        let mut next = announced.then_some(first);
        for effect in &ability.effects {
            self.effect(effect, &mut next)?;
        }
        self.push(Op::End)?;
        let (targets, discarded) = (self.targets.clone(), ability.discarded);
        Ok(CompiledAbility { form, condition, start, targets, cost: paid, attaches, discarded, statics })
    }

    fn here(&self) -> Result<Ix> {
        Ix::try_from(self.code.ops.len()).map_err(|_| LowerError::Full)
    }

    fn push(&mut self, op: Op) -> Result<Ix> {
        put(&mut self.code.ops, op)
    }

    fn always(&mut self, effect: &Effect) -> Result<(OpTargets, StaticEffect)> {
        self.dialect.effect(effect)?;
        match effect {
            Effect::Cheaper(n, group) => {
                let n = i8::try_from(*n).map_err(|_| LowerError::Number)?;
                return Ok((OpTargets::Each(self.pick(group)?), StaticEffect::Cheaper(n)));
            }
            Effect::ExtraPlay(query) => {
                return Ok((OpTargets::Known(CardRef::This), StaticEffect::ExtraPlay(self.filter(query)?)));
            }
            _ => {}
        }
        let selector = effect.selector().ok_or(LowerError::AlwaysNowhere)?;
        let on = match selector {
            Selector::Known(known @ (CardRef::This | CardRef::Host)) => {
                self.check_known(*known)?;
                OpTargets::Known(*known)
            }
            Selector::Each(group) => OpTargets::Each(self.pick(group)?),
            _ => return Err(LowerError::AlwaysOn),
        };
        match effect {
            Effect::Give(gift, ..) => Ok((on, StaticEffect::Give(self.gift(gift)?))),
            Effect::Hack(..) => Ok((on, StaticEffect::Hack)),
            _ => Err(LowerError::AlwaysOnce),
        }
    }

    fn cost(&mut self, cost: &tree::Cost) -> Result<Cost> {
        self.dialect.cost(cost)?;
        Ok(Cost {
            resources: cost.resources.clone(),
            tap: cost.tap,
            first: cost.first,
            destroy: cost.destroy.as_ref().is_some_and(|s| !is_own(s)),
            own: cost.destroy.as_ref().is_some_and(is_own),
            discard: few(cost.discard)?,
            points: few(cost.points)?,
            exile: cost.exile.as_ref().map(|q| self.filter(q)).transpose()?,
            counters: cost.counters.map_or(Ok(0), |(_, n)| i8::try_from(n)).map_err(|_| LowerError::Cost)?,
        })
    }
}

/// Whether an ability attaches its card.
fn attaches(ability: &Ability) -> bool {
    matches!(ability.effects.first(), Some(Effect::Attach(_)))
}

/// An effect and all effects inside it.
fn all_within(effect: &Effect) -> Vec<&Effect> {
    let inner = effect.inner().into_iter().flatten().flat_map(all_within);
    std::iter::once(effect).chain(inner).collect()
}

/// A small number.
fn few(n: u32) -> Result<u8> {
    u8::try_from(n).map_err(|_| LowerError::Number)
}

/// Whether a cost destroys its own card.
fn is_own(selector: &Selector) -> bool {
    *selector == Selector::Known(CardRef::This)
}
