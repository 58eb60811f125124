//! Why the rules of a game cannot play a card.

/// Why the rules of a game cannot play a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CardError {
    /// A type that they do not know, by its id.
    #[error("the engine does not play cards of type `{0}`")]
    Type(String),
    /// A keyword that they do not know, by name.
    #[error("the engine does not know {0}")]
    Keyword(String),
    /// A number that has no room.
    #[error("{0} is too large a number")]
    Number(i32),
    /// A number that is no cost.
    #[error("{0} is no cost")]
    Cost(i32),
    /// Anything else that does not fit them.
    #[error("{0}")]
    Rule(&'static str),
}
