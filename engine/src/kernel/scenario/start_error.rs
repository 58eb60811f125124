//! Why a position cannot be set up as a scenario writes it.

use crate::kernel::match_options::{OptionError, SetupError};

/// Why a position cannot be set up as it is written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// Its options.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// Its match.
    #[error(transparent)]
    Match(#[from] SetupError),
    /// Rules of play that are data, and have faults.
    #[error("the rules of play have faults; `deckloom data check` names them")]
    Rules,
    /// A seat, from 0, that nobody plays.
    #[error("there is no seat {}", .0 + 1)]
    Seat(u8),
    /// A seat that owns a card and does not play.
    #[error("an owner who does not play")]
    Owner,
    /// A number that the game has no room for.
    #[error("`{word}` cannot be {number}")]
    Number {
        /// What there is so much of.
        word: &'static str,
        /// How much.
        number: i16,
    },
    /// A card that the game does not have.
    #[error("there is no card `{0}`")]
    Card(&'static str),
    /// A card is attached to what is not there.
    #[error("a host that is not in play")]
    Host,
    /// A label that no Linchpin has.
    #[error("{0} is no Linchpin of the TimeLine")]
    Linchpin(String),
    /// A card that is no Patch.
    #[error("{0} is no Patch")]
    Patch(String),
    /// A Patch that does not fit.
    #[error("{0} cannot lie there")]
    PatchPlace(String),
    /// A card that is not of the deck.
    #[error("{0} does not belong there")]
    Place(String),
    /// A day that a tournament does not have.
    #[error("there is no day {0}")]
    Day(i32),
}
