//! What Chronicles of Afrika plays of the effect language.

use catalog::ability::{
    Ability, AbilityKind, Amount, CardFilter, Condition, Cost, Countable, Effect, PlayerPile, TriggerEvent,
};
use catalog::card::Card;

use crate::effect::{Dialect, DialectError};

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

    fn ability(&self, ability: &Ability) -> Result<(), DialectError> {
        if let AbilityKind::Triggered { event, .. } = ability.shape {
            check_event(event)?;
        }
        match &ability.shape {
            AbilityKind::Played { rapid: true, .. } => Err(DialectError::Word("rapid")),
            AbilityKind::Activated { .. } => Ok(()),
            AbilityKind::Played { .. } | AbilityKind::Triggered { .. } | AbilityKind::Static if ability.discarded => {
                Err(DialectError::Rule("only activated abilities work from the Void Zone"))
            }
            AbilityKind::Played { .. } | AbilityKind::Triggered { .. } | AbilityKind::Static => Ok(()),
        }
    }

    fn effect(&self, effect: &Effect) -> Result<(), DialectError> {
        use Effect as E;
        match effect {
            E::Gain(..) | E::Lose(..) | E::Damage { .. } | E::Destroy(_) | E::Exile(_) | E::Tap(_) | E::Untap(_) => {
                Ok(())
            }
            E::Return(..) | E::Flicker(_) | E::Move(_) | E::Control(..) | E::Counters(..) | E::Negate(..) => Ok(()),
            E::Draw(..) | E::Discard { .. } | E::Sacrifice { .. } | E::Mill(..) | E::Purge { .. } => Ok(()),
            E::Reshuffle(_) | E::Peek(_) | E::Look { .. } | E::Fetch { .. } | E::Put { .. } | E::Give(..) => Ok(()),
            E::Cheaper(..) | E::ExtraPlay(_) | E::Attach(_) | E::ExtraTurn | E::Win | E::If { .. } => Ok(()),
            E::Pay(..) | E::Choose(_) | E::May(_) => Ok(()),
            E::Points(..) => Err(DialectError::Word("points")),
            E::TakeControl(_) => Err(DialectError::Word("take_control")),
            E::Check { .. } => Err(DialectError::Word("check")),
            E::Research { .. } => Err(DialectError::Word("research")),
            E::Download { .. } => Err(DialectError::Word("download")),
            E::Hack(..) => Err(DialectError::Word("hack")),
        }
    }

    fn group(&self, _: &CardFilter) -> Result<(), DialectError> {
        Ok(())
    }

    fn countable(&self, what: &Countable) -> Result<(), DialectError> {
        match what {
            Countable::Points(_) => Err(DialectError::Word("points")),
            Countable::Result => Err(DialectError::Word("result")),
            Countable::Pile(_, PlayerPile::Downloads, _) => Err(DialectError::Word("downloads")),
            Countable::Pile(_, PlayerPile::Deck | PlayerPile::Hand | PlayerPile::Discard, _) => Ok(()),
            Countable::Cards(_) | Countable::Resource(..) => Ok(()),
        }
    }

    fn amount(&self, amount: &Amount) -> Result<(), DialectError> {
        match amount {
            Amount::Result => Err(DialectError::Word("result")),
            Amount::Per(_, what) => self.countable(what),
            Amount::Number(_) | Amount::Field(..) | Amount::Resource(_) | Amount::X => Ok(()),
        }
    }

    fn condition(&self, condition: &Condition) -> Result<(), DialectError> {
        match condition {
            Condition::ControlsCity(_) => Err(DialectError::Word("you control a city")),
            Condition::First => Err(DialectError::Word("first")),
            Condition::Count { .. } | Condition::Is(..) | Condition::In(..) | Condition::YourTurn => Ok(()),
            Condition::Not(_) | Condition::And(_) => Ok(()),
        }
    }

    fn cost(&self, cost: &Cost) -> Result<(), DialectError> {
        let Cost { resources: _, tap: _, first, destroy: _, discard: _, points, exile: _, counters: _ } = cost;
        match (first, points) {
            (true, _) => Err(DialectError::Word("first` in `cost")),
            (_, 1..) => Err(DialectError::Word("points` in `cost")),
            (false, 0) => Ok(()),
        }
    }
}

/// Refuses an event that does not happen here.
fn check_event(event: TriggerEvent) -> Result<(), DialectError> {
    use TriggerEvent as E;
    match event {
        E::Deployed | E::TakesControl => {
            Err(DialectError::Rule("an ability waits for an event that Chronicles of Afrika does not have"))
        }
        E::Destroyed | E::Attacks | E::Blocks | E::Hits | E::Played | E::TurnStart | E::TurnEnd => Ok(()),
        E::EnemyTurnStart | E::EnemyTurnEnd | E::EachTurnStart | E::EachTurnEnd | E::Enters | E::Dies => Ok(()),
        E::Leaves | E::Damaged | E::Tapped | E::Carries | E::Revealed | E::Chaos | E::Discarded | E::Milled => Ok(()),
    }
}
