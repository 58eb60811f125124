//! Why the rules of a game cannot play a card, and the bits of keywords and types that they know.

use crate::kernel::match_options::SetupError;

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

/// Gives the bits of keywords or types by their ids.
pub struct MaskReader<'a> {
    /// The game's name.
    pub game: &'static str,
    /// What is read: `keyword` or `type`.
    pub what: &'static str,
    /// The ids in the game's order; at most 32.
    pub ids: Vec<&'a str>,
    /// All bits that were given so far.
    pub all: u32,
}

impl MaskReader<'_> {
    /// The bit of an id.
    ///
    /// # Errors
    /// If the game does not have it.
    pub fn bit(&mut self, id: &str) -> Result<u32, SetupError> {
        let at = self.ids.iter().position(|known| *known == id);
        let missing = || SetupError::Data { game: self.game, what: format!("the {} `{id}`", self.what) };
        let bit = 1 << at.ok_or_else(missing)?;
        self.all |= bit;
        Ok(bit)
    }
}
