//! What Chronicles of Afrika plays of the effect language.

use catalog::ability::{Ability, Amount, Condition, Cost, Countable, Effect, Event, Group, Pile, Shape};
use catalog::card::Card;

use crate::effect::{Dialect, foreign};

/// What cards of Afrika may say.
pub(super) struct Spoken {
    /// Positions of power and health among the fields.
    pub numbers: [usize; 2],
    /// The keywords that the rules know, by position.
    pub keywords: u32,
    /// Those that attach a card.
    pub equip: u32,
}

impl Dialect for Spoken {
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
            Shape::Triggered { event: Event::Deployed | Event::TakesControl, .. } => {
                Err("an ability waits for an event that Chronicles of Afrika does not have".into())
            }
            Shape::Played { rapid: true, .. } => foreign("rapid"),
            Shape::Activated { .. } => Ok(()),
            _ if ability.discarded => Err("only activated abilities work from the Void Zone".into()),
            _ => Ok(()),
        }
    }

    fn effect(&self, effect: &Effect) -> Result<(), String> {
        use Effect as E;
        match effect {
            E::Points(..) => foreign("points"),
            E::TakeControl(_) => foreign("take_control"),
            E::Check { .. } => foreign("check"),
            E::Research { .. } => foreign("research"),
            E::Download { .. } => foreign("download"),
            E::Hack(..) => foreign("hack"),
            _ => Ok(()),
        }
    }

    fn group(&self, _: &Group) -> Result<(), String> {
        Ok(())
    }

    fn countable(&self, what: &Countable) -> Result<(), String> {
        match what {
            Countable::Points(_) => foreign("points"),
            Countable::Result => foreign("result"),
            Countable::Pile(_, Pile::Downloads, _) => foreign("downloads"),
            _ => Ok(()),
        }
    }

    fn amount(&self, amount: &Amount) -> Result<(), String> {
        match amount {
            Amount::Result => foreign("result"),
            Amount::Per(_, what) => self.countable(what),
            _ => Ok(()),
        }
    }

    fn condition(&self, condition: &Condition) -> Result<(), String> {
        match condition {
            Condition::ControlsCity(_) => foreign("you control a city"),
            Condition::First => foreign("first"),
            _ => Ok(()),
        }
    }

    fn cost(&self, cost: &Cost) -> Result<(), String> {
        match cost {
            Cost { first: true, .. } => foreign("first` in `cost"),
            Cost { points: 1.., .. } => foreign("points` in `cost"),
            _ => Ok(()),
        }
    }
}
