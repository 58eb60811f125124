//! The bits of keywords and types that the rules of a game know.

use crate::kernel::match_options::SetupError;

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
