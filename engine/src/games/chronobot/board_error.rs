//! Why a game cannot be played on a board.

/// What a game cannot be played on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A list without entries, by its key.
    #[error("`{0}` holds nothing")]
    Empty(&'static str),
    /// A face of the die whose token does not begin on one space.
    #[error("token {token} begins on {spaces} spaces, not on one")]
    TokenSpaces {
        /// The face.
        token: u8,
        /// Spaces that say that they have it.
        spaces: usize,
    },
    /// A number.
    #[error("a number of the board is larger than any board has")]
    Large,
    /// A space of the Mine.
    #[error("a space of the Mine gives nothing")]
    Mine,
    /// Tokens that are there twice, or more than a space holds.
    #[error("the tokens of the board do not lie as tokens can")]
    Tokens,
    /// A path.
    #[error("a path of the board does not lead back to where it begins")]
    OpenPath,
    /// Tokens that would push each other for ever.
    #[error("{tokens} tokens on a path of {spaces} spaces beside Reboot cannot all move on")]
    FullPath {
        /// Tokens on it.
        tokens: usize,
        /// Spaces where one comes to rest.
        spaces: usize,
    },
}
