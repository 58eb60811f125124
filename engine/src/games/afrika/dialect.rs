//! What Chronicles of Afrika plays of the effect language.

use catalog::ability::{
    Ability, AbilityKind, Amount, CardFilter, Condition, Cost, Countable, Effect, PlayerPile, TriggerEvent,
};
use catalog::card::Card;

use crate::effect::{Dialect, unsupported};

/// What cards of Afrika may say.
pub(super) struct AfrikaDialect {
    /// Positions of power and health among the fields.
    pub numbers: [usize; 2],
    /// The keywords that the rules know, by position.
    pub keywords: u32,
    /// Those that attach a card.
    pub equip: u32,
}

impl Dialect for AfrikaDialect {
    fn changes(&self, field: usize) -> bool {
        self.numbers.contains(&field)
    }

    fn knows(&self, keyword: u8) -> bool {
        self.keywords & (1 << keyword) != 0
    }

    fn targets(&self) -> usize {
        crate::effect::TARGETS
    }

    fn announces_triggers(&self) -> bool {
        true
    }

    fn joins(&self, card: &Card) -> bool {
        card.keywords.iter().any(|has| self.equip & (1 << has.keyword) != 0)
    }

    fn ability(&self, ability: &Ability) -> Result<(), String> {
        match &ability.shape {
            AbilityKind::Triggered { event: TriggerEvent::Deployed | TriggerEvent::TakesControl, .. } => {
                Err("an ability waits for an event that Chronicles of Afrika does not have".into())
            }
            AbilityKind::Played { rapid: true, .. } => unsupported("rapid"),
            AbilityKind::Activated { .. } => Ok(()),
            _ if ability.discarded => Err("only activated abilities work from the Void Zone".into()),
            _ => Ok(()),
        }
    }

    fn effect(&self, effect: &Effect) -> Result<(), String> {
        use Effect as E;
        match effect {
            E::Points(..) => unsupported("points"),
            E::TakeControl(_) => unsupported("take_control"),
            E::Check { .. } => unsupported("check"),
            E::Research { .. } => unsupported("research"),
            E::Download { .. } => unsupported("download"),
            E::Hack(..) => unsupported("hack"),
            _ => Ok(()),
        }
    }

    fn group(&self, _: &CardFilter) -> Result<(), String> {
        Ok(())
    }

    fn countable(&self, what: &Countable) -> Result<(), String> {
        match what {
            Countable::Points(_) => unsupported("points"),
            Countable::Result => unsupported("result"),
            Countable::Pile(_, PlayerPile::Downloads, _) => unsupported("downloads"),
            _ => Ok(()),
        }
    }

    fn amount(&self, amount: &Amount) -> Result<(), String> {
        match amount {
            Amount::Result => unsupported("result"),
            Amount::Per(_, what) => self.countable(what),
            _ => Ok(()),
        }
    }

    fn condition(&self, condition: &Condition) -> Result<(), String> {
        match condition {
            Condition::ControlsCity(_) => unsupported("you control a city"),
            Condition::First => unsupported("first"),
            _ => Ok(()),
        }
    }

    fn cost(&self, cost: &Cost) -> Result<(), String> {
        match cost {
            Cost { first: true, .. } => unsupported("first` in `cost"),
            Cost { points: 1.., .. } => unsupported("points` in `cost"),
            _ => Ok(()),
        }
    }
}
