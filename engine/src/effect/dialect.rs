//! What the rules of a game play of the effect language.

use catalog::ability::{Ability, Amount, CardFilter, Condition, Cost, Countable, Effect};
use catalog::card::Card;

/// Why the rules of a game refuse a part of the effect language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DialectError {
    /// A word that they do not know.
    #[error("the rules of this game know no `{0}`")]
    Word(&'static str),
    /// What they do otherwise.
    #[error("{0}")]
    Rule(&'static str),
}

/// The part of the effect language that the rules of a game play. What they do not know they refuse in words.
pub trait Dialect {
    /// Whether a number field changes in play.
    fn changes(&self, field: usize) -> bool;
    /// Whether a keyword, by position, means something.
    fn knows(&self, keyword: u8) -> bool;
    /// How many targets a play may have.
    fn targets(&self) -> usize;
    /// Whether the targets of a triggered ability are chosen before it takes effect.
    fn announces_triggers(&self) -> bool;
    /// Whether a card can be attached to another, by a keyword of its own.
    fn joins(&self, card: &Card) -> bool;

    /// Refuses an ability as a whole.
    ///
    /// # Errors
    /// Why.
    fn ability(&self, ability: &Ability) -> Result<(), DialectError>;
    /// Refuses an effect.
    ///
    /// # Errors
    /// Why.
    fn effect(&self, effect: &Effect) -> Result<(), DialectError>;
    /// Refuses a group.
    ///
    /// # Errors
    /// Why.
    fn group(&self, group: &CardFilter) -> Result<(), DialectError>;
    /// Refuses something to count.
    ///
    /// # Errors
    /// Why.
    fn countable(&self, what: &Countable) -> Result<(), DialectError>;
    /// Refuses a number.
    ///
    /// # Errors
    /// Why.
    fn amount(&self, amount: &Amount) -> Result<(), DialectError>;
    /// Refuses a condition.
    ///
    /// # Errors
    /// Why.
    fn condition(&self, condition: &Condition) -> Result<(), DialectError>;
    /// Refuses a cost.
    ///
    /// # Errors
    /// Why.
    fn cost(&self, cost: &Cost) -> Result<(), DialectError>;
}
