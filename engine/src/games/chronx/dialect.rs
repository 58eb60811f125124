//! What Chron X plays of the effect language.

use catalog::ability::{
    Ability, AbilityKind, Amount, CardFilter, CardRef, Condition, Cost, Countable, Destination, Effect, EffectDuration,
    Picker, Selector, TriggerEvent,
};
use catalog::card::Card;
use catalog::query::Query;

use crate::effect::{Dialect, unsupported};

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

    fn ability(&self, ability: &Ability) -> Result<(), String> {
        if ability.discarded {
            return unsupported("from = \"discard\"");
        }
        match ability.shape {
            AbilityKind::Triggered { event, .. } => listens(event),
            AbilityKind::Played { .. } | AbilityKind::Activated { .. } | AbilityKind::Static => Ok(()),
        }
    }

    fn effect(&self, effect: &Effect) -> Result<(), String> {
        use Effect as E;
        match effect.selector() {
            Some(Selector::UpTo(..)) => return unsupported("up to"),
            Some(Selector::Players(_)) => return Err("the rules of this game do this to cards, not to players".into()),
            Some(Selector::Known(_) | Selector::Choose(_) | Selector::Each(_)) | None => {}
        }
        match effect {
            E::Damage { by: CardRef::This, .. } | E::Return(_, Destination::Hand) | E::Control(_, None) => Ok(()),
            E::Damage { .. } => unsupported("by"),
            E::Return(..) => unsupported("to` in `return"),
            E::Control(..) => unsupported("until` in `control"),
            E::Give(.., EffectDuration::YourNextTurn) | E::Hack(_, EffectDuration::YourNextTurn) => {
                unsupported("your next turn")
            }
            E::Discard { picker: Picker::You(_), .. } => unsupported("choose` in `discard"),
            E::Put { tapped: true, .. } => unsupported("tapped` in `put"),
            E::Exile(_) => unsupported("exile"),
            E::Flicker(_) => unsupported("flicker"),
            E::Move(_) => unsupported("move"),
            E::Counters(..) => unsupported("counters"),
            E::Negate(..) => unsupported("negate"),
            E::Sacrifice { .. } => unsupported("sacrifice"),
            E::Purge { .. } => unsupported("purge"),
            E::Reshuffle(_) => unsupported("reshuffle"),
            E::Peek(_) => unsupported("peek"),
            E::Look { .. } => unsupported("look"),
            E::Fetch { .. } => unsupported("fetch"),
            E::Cheaper(..) => unsupported("cheaper"),
            E::ExtraPlay(_) => unsupported("extra_play"),
            E::ExtraTurn => unsupported("extra_turn"),
            E::Win => unsupported("win"),
            E::Gain(..) | E::Lose(..) | E::Destroy(_) | E::Tap(_) | E::Untap(_) | E::Draw(..) | E::Mill(..) => Ok(()),
            E::Discard { picker: Picker::Owner | Picker::Random, .. } | E::Put { tapped: false, .. } => Ok(()),
            E::Research { .. } | E::Download { .. } | E::Attach(_) | E::Points(..) | E::TakeControl(_) => Ok(()),
            E::Give(.., EffectDuration::EndOfTurn | EffectDuration::Works) => Ok(()),
            E::Hack(_, EffectDuration::EndOfTurn | EffectDuration::Works) => Ok(()),
            E::Check { .. } | E::If { .. } | E::Pay(..) | E::Choose(_) | E::May(_) => Ok(()),
        }
    }

    fn group(&self, group: &CardFilter) -> Result<(), String> {
        if group.state.is_some() || group.here || group.players {
            Err("the rules of this game choose cards only by side and query".into())
        } else {
            Ok(())
        }
    }

    fn countable(&self, what: &Countable) -> Result<(), String> {
        match what {
            Countable::Pile(_, _, query) if *query != Query::All => {
                Err("the rules of this game count all cards of a pile".into())
            }
            Countable::Pile(..) | Countable::Cards(_) | Countable::Resource(..) => Ok(()),
            Countable::Points(_) | Countable::Result => Ok(()),
        }
    }

    fn amount(&self, amount: &Amount) -> Result<(), String> {
        match amount {
            Amount::X => unsupported("x"),
            Amount::Per(_, Countable::Cards(_)) => Ok(()),
            Amount::Per(..) => Err("the rules of this game count only cards in play after `per`".into()),
            Amount::Number(_) | Amount::Field(..) | Amount::Resource(_) | Amount::Result => Ok(()),
        }
    }

    fn condition(&self, condition: &Condition) -> Result<(), String> {
        match condition {
            Condition::In(..) => unsupported("is tapped"),
            Condition::YourTurn => unsupported("your turn"),
            Condition::Count { .. } | Condition::ControlsCity(_) | Condition::Is(..) | Condition::First => Ok(()),
            Condition::Not(_) | Condition::And(_) => Ok(()),
        }
    }

    fn cost(&self, cost: &Cost) -> Result<(), String> {
        let Cost { resources: _, tap: _, first: _, destroy, discard: _, points: _, exile, counters } = cost;
        match (exile, destroy, counters) {
            (Some(_), ..) => unsupported("exile` in `cost"),
            (_, Some(Selector::Known(_)), _) => Err("a cost destroys one card of a group".into()),
            (.., Some(_)) => Err("the rules of this game put no counters on cards".into()),
            (None, _, None) => Ok(()),
        }
    }
}

/// Refuses an event that does not happen here.
fn listens(event: TriggerEvent) -> Result<(), String> {
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
        | E::Chaos => Err("an ability waits for an event that Chron X does not have".into()),
    }
}
