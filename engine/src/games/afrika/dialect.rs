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
        if let AbilityKind::Triggered { event, .. } = ability.shape {
            listens(event)?;
        }
        match &ability.shape {
            AbilityKind::Played { rapid: true, .. } => unsupported("rapid"),
            AbilityKind::Activated { .. } => Ok(()),
            AbilityKind::Played { .. } | AbilityKind::Triggered { .. } | AbilityKind::Static if ability.discarded => {
                Err("only activated abilities work from the Void Zone".into())
            }
            AbilityKind::Played { .. } | AbilityKind::Triggered { .. } | AbilityKind::Static => Ok(()),
        }
    }

    fn effect(&self, effect: &Effect) -> Result<(), String> {
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
            E::Points(..) => unsupported("points"),
            E::TakeControl(_) => unsupported("take_control"),
            E::Check { .. } => unsupported("check"),
            E::Research { .. } => unsupported("research"),
            E::Download { .. } => unsupported("download"),
            E::Hack(..) => unsupported("hack"),
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
            Countable::Pile(_, PlayerPile::Deck | PlayerPile::Hand | PlayerPile::Discard, _) => Ok(()),
            Countable::Cards(_) | Countable::Resource(..) => Ok(()),
        }
    }

    fn amount(&self, amount: &Amount) -> Result<(), String> {
        match amount {
            Amount::Result => unsupported("result"),
            Amount::Per(_, what) => self.countable(what),
            Amount::Number(_) | Amount::Field(..) | Amount::Resource(_) | Amount::X => Ok(()),
        }
    }

    fn condition(&self, condition: &Condition) -> Result<(), String> {
        match condition {
            Condition::ControlsCity(_) => unsupported("you control a city"),
            Condition::First => unsupported("first"),
            Condition::Count { .. } | Condition::Is(..) | Condition::In(..) | Condition::YourTurn => Ok(()),
            Condition::Not(_) | Condition::And(_) => Ok(()),
        }
    }

    fn cost(&self, cost: &Cost) -> Result<(), String> {
        let Cost { resources: _, tap: _, first, destroy: _, discard: _, points, exile: _, counters: _ } = cost;
        match (first, points) {
            (true, _) => unsupported("first` in `cost"),
            (_, 1..) => unsupported("points` in `cost"),
            (false, 0) => Ok(()),
        }
    }
}

/// Refuses an event that does not happen here.
fn listens(event: TriggerEvent) -> Result<(), String> {
    use TriggerEvent as E;
    match event {
        E::Deployed | E::TakesControl => {
            Err("an ability waits for an event that Chronicles of Afrika does not have".into())
        }
        E::Destroyed | E::Attacks | E::Blocks | E::Hits | E::Played | E::TurnStart | E::TurnEnd => Ok(()),
        E::EnemyTurnStart | E::EnemyTurnEnd | E::EachTurnStart | E::EachTurnEnd | E::Enters | E::Dies => Ok(()),
        E::Leaves | E::Damaged | E::Tapped | E::Carries | E::Revealed | E::Chaos | E::Discarded | E::Milled => Ok(()),
    }
}
