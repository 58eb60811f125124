//! What Chron X plays of the effect language.

use catalog::ability::{
    Ability, Amount, Condition, Cost, Countable, Effect, Event, Group, Known, Picker, Place, Selector, Shape, Until,
};
use catalog::card::Card;
use catalog::query::Query;

use crate::effect::{Dialect, foreign};

/// What cards of Chron X may say.
pub(super) struct Spoken {
    /// Positions of Firepower and Armor among the fields.
    pub numbers: [usize; 2],
    /// The keywords that the rules know, by position.
    pub keywords: u32,
}

impl Dialect for Spoken {
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
        match ability.shape {
            _ if ability.discarded => foreign("from = \"discard\""),
            Shape::Triggered { event, .. } if event as usize > Event::TurnEnd as usize && !event.is_out_of_play() => {
                Err("an ability waits for an event that Chron X does not have".into())
            }
            _ => Ok(()),
        }
    }

    fn effect(&self, effect: &Effect) -> Result<(), String> {
        use Effect as E;
        match effect.selector() {
            Some(Selector::UpTo(..)) => return foreign("up to"),
            Some(Selector::Players(_)) => return Err("the rules of this game do this to cards, not to players".into()),
            _ => {}
        }
        match effect {
            E::Damage { by: Known::This, .. } | E::Return(_, Place::Hand) | E::Control(_, None) => Ok(()),
            E::Damage { .. } => foreign("by"),
            E::Return(..) => foreign("to` in `return"),
            E::Control(..) => foreign("until` in `control"),
            E::Give(.., Until::YourNextTurn) | E::Hack(_, Until::YourNextTurn) => foreign("your next turn"),
            E::Discard { picker: Picker::You(_), .. } => foreign("choose` in `discard"),
            E::Put { tapped: true, .. } => foreign("tapped` in `put"),
            E::Exile(_) => foreign("exile"),
            E::Flicker(_) => foreign("flicker"),
            E::Move(_) => foreign("move"),
            E::Counters(..) => foreign("counters"),
            E::Negate(..) => foreign("negate"),
            E::Sacrifice { .. } => foreign("sacrifice"),
            E::Purge { .. } => foreign("purge"),
            E::Reshuffle(_) => foreign("reshuffle"),
            E::Peek(_) => foreign("peek"),
            E::Look { .. } => foreign("look"),
            E::Fetch { .. } => foreign("fetch"),
            E::Cheaper(..) => foreign("cheaper"),
            E::ExtraPlay(_) => foreign("extra_play"),
            E::ExtraTurn => foreign("extra_turn"),
            E::Win => foreign("win"),
            _ => Ok(()),
        }
    }

    fn group(&self, group: &Group) -> Result<(), String> {
        match group.state.is_some() || group.here || group.players {
            true => Err("the rules of this game choose cards only by side and query".into()),
            false => Ok(()),
        }
    }

    fn countable(&self, what: &Countable) -> Result<(), String> {
        match what {
            Countable::Pile(_, _, query) if *query != Query::All => {
                Err("the rules of this game count all cards of a pile".into())
            }
            _ => Ok(()),
        }
    }

    fn amount(&self, amount: &Amount) -> Result<(), String> {
        match amount {
            Amount::X => foreign("x"),
            Amount::Per(_, Countable::Cards(_)) => Ok(()),
            Amount::Per(..) => Err("the rules of this game count only cards in play after `per`".into()),
            _ => Ok(()),
        }
    }

    fn condition(&self, condition: &Condition) -> Result<(), String> {
        match condition {
            Condition::In(..) => foreign("is tapped"),
            Condition::YourTurn => foreign("your turn"),
            _ => Ok(()),
        }
    }

    fn cost(&self, cost: &Cost) -> Result<(), String> {
        match cost {
            Cost { exile: Some(_), .. } => foreign("exile` in `cost"),
            Cost { destroy: Some(Selector::Known(_)), .. } => Err("a cost destroys one card of a group".into()),
            Cost { counters: Some(_), .. } => Err("the rules of this game put no counters on cards".into()),
            _ => Ok(()),
        }
    }
}
