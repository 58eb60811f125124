//! What Chron X plays of the effect language.

use catalog::ability::{
    Ability, AbilityKind, Amount, CardFilter, CardRef, Condition, Cost, Countable, Destination, Effect, EffectDuration,
    Picker, Selector, TriggerEvent,
};
use catalog::card::Card;
use catalog::query::Query;

use crate::effect::{Dialect, DialectError};

/// What cards of Chron X may say.
pub(super) struct ChronXDialect {
    /// Positions of Firepower and Armor among the fields.
    pub numbers: [usize; 2],
    /// The keywords that the rules know, by position.
    pub keywords: u32,
}

impl Dialect for ChronXDialect {
    fn changes(&self, field: usize) -> bool {
        self.numbers.contains(&field)
    }

    fn knows(&self, keyword: u8) -> bool {
        self.keywords & (1 << keyword) != 0
    }

    fn targets(&self) -> usize {
        3
    }

    fn announces_triggers(&self) -> bool {
        false
    }

    fn joins(&self, _: &Card) -> bool {
        false
    }

    fn ability(&self, ability: &Ability) -> Result<(), DialectError> {
        if ability.discarded {
            return Err(DialectError::Word("from = \"discard\""));
        }
        match ability.shape {
            AbilityKind::Triggered { event, .. } => check_event(event),
            AbilityKind::Played { .. } | AbilityKind::Activated { .. } | AbilityKind::Static => Ok(()),
        }
    }

    fn effect(&self, effect: &Effect) -> Result<(), DialectError> {
        use Effect as E;
        match effect.selector() {
            Some(Selector::UpTo(..)) => return Err(DialectError::Word("up to")),
            Some(Selector::Players(_)) => {
                return Err(DialectError::Rule("the rules of this game do this to cards, not to players"));
            }
            Some(Selector::Known(_) | Selector::Choose(_) | Selector::Each(_)) | None => {}
        }
        match effect {
            E::Damage { by: CardRef::This, .. } | E::Return(_, Destination::Hand) | E::Control(_, None) => Ok(()),
            E::Damage { .. } => Err(DialectError::Word("by")),
            E::Return(..) => Err(DialectError::Word("to` in `return")),
            E::Control(..) => Err(DialectError::Word("until` in `control")),
            E::Give(.., EffectDuration::YourNextTurn) | E::Hack(_, EffectDuration::YourNextTurn) => {
                Err(DialectError::Word("your next turn"))
            }
            E::Discard { picker: Picker::You(_), .. } => Err(DialectError::Word("choose` in `discard")),
            E::Put { tapped: true, .. } => Err(DialectError::Word("tapped` in `put")),
            E::Exile(_) => Err(DialectError::Word("exile")),
            E::Flicker(_) => Err(DialectError::Word("flicker")),
            E::Move(_) => Err(DialectError::Word("move")),
            E::Counters(..) => Err(DialectError::Word("counters")),
            E::Negate(..) => Err(DialectError::Word("negate")),
            E::Sacrifice { .. } => Err(DialectError::Word("sacrifice")),
            E::Purge { .. } => Err(DialectError::Word("purge")),
            E::Reshuffle(_) => Err(DialectError::Word("reshuffle")),
            E::Peek(_) => Err(DialectError::Word("peek")),
            E::Look { .. } => Err(DialectError::Word("look")),
            E::Fetch { .. } => Err(DialectError::Word("fetch")),
            E::Cheaper(..) => Err(DialectError::Word("cheaper")),
            E::ExtraPlay(_) => Err(DialectError::Word("extra_play")),
            E::ExtraTurn => Err(DialectError::Word("extra_turn")),
            E::Win => Err(DialectError::Word("win")),
            E::Gain(..) | E::Lose(..) | E::Destroy(_) | E::Tap(_) | E::Untap(_) | E::Draw(..) | E::Mill(..) => Ok(()),
            E::Discard { picker: Picker::Owner | Picker::Random, .. } | E::Put { tapped: false, .. } => Ok(()),
            E::Research { .. } | E::Download { .. } | E::Attach(_) | E::Points(..) | E::TakeControl(_) => Ok(()),
            E::Give(.., EffectDuration::EndOfTurn | EffectDuration::Works) => Ok(()),
            E::Hack(_, EffectDuration::EndOfTurn | EffectDuration::Works) => Ok(()),
            E::Check { .. } | E::If { .. } | E::Pay(..) | E::Choose(_) | E::May(_) => Ok(()),
        }
    }

    fn group(&self, group: &CardFilter) -> Result<(), DialectError> {
        if group.state.is_some() || group.here || group.players {
            Err(DialectError::Rule("the rules of this game choose cards only by side and query"))
        } else {
            Ok(())
        }
    }

    fn countable(&self, what: &Countable) -> Result<(), DialectError> {
        match what {
            Countable::Pile(_, _, query) if *query != Query::All => {
                Err(DialectError::Rule("the rules of this game count all cards of a pile"))
            }
            Countable::Pile(..) | Countable::Cards(_) | Countable::Resource(..) => Ok(()),
            Countable::Points(_) | Countable::Result => Ok(()),
        }
    }

    fn amount(&self, amount: &Amount) -> Result<(), DialectError> {
        match amount {
            Amount::X => Err(DialectError::Word("x")),
            Amount::Per(_, Countable::Cards(_)) => Ok(()),
            Amount::Per(..) => Err(DialectError::Rule("the rules of this game count only cards in play after `per`")),
            Amount::Number(_) | Amount::Field(..) | Amount::Resource(_) | Amount::Result => Ok(()),
        }
    }

    fn condition(&self, condition: &Condition) -> Result<(), DialectError> {
        match condition {
            Condition::In(..) => Err(DialectError::Word("is tapped")),
            Condition::YourTurn => Err(DialectError::Word("your turn")),
            Condition::Count { .. } | Condition::ControlsCity(_) | Condition::Is(..) | Condition::First => Ok(()),
            Condition::Not(_) | Condition::And(_) => Ok(()),
        }
    }

    fn cost(&self, cost: &Cost) -> Result<(), DialectError> {
        let Cost { resources: _, tap: _, first: _, destroy, discard: _, points: _, exile, counters } = cost;
        match (exile, destroy, counters) {
            (Some(_), ..) => Err(DialectError::Word("exile` in `cost")),
            (_, Some(Selector::Known(_)), _) => Err(DialectError::Rule("a cost destroys one card of a group")),
            (.., Some(_)) => Err(DialectError::Rule("the rules of this game put no counters on cards")),
            (None, _, None) => Ok(()),
        }
    }
}

/// Refuses an event that does not happen here.
fn check_event(event: TriggerEvent) -> Result<(), DialectError> {
    use TriggerEvent as E;
    match event {
        E::Deployed | E::Destroyed | E::Attacks | E::Blocks | E::Hits | E::TakesControl | E::Played => Ok(()),
        E::TurnStart | E::TurnEnd | E::Discarded | E::Milled => Ok(()),
        E::EnemyTurnStart
        | E::EnemyTurnEnd
        | E::EachTurnStart
        | E::EachTurnEnd
        | E::Enters
        | E::Dies
        | E::Leaves
        | E::Damaged
        | E::Tapped
        | E::Carries
        | E::Revealed
        | E::Chaos => Err(DialectError::Rule("an ability waits for an event that Chron X does not have")),
    }
}
