//! Why a card of these games cannot be played.

use super::cards::EFFECT_WORDS;
use crate::timeline::{EventListError, TimelineError};

/// Why a card of these games cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CardError {
    /// A type that the rules do not know, by its id.
    #[error("the engine does not play cards of type `{0}` here")]
    Type(String),
    /// An effect that they do not know.
    #[error("the engine does not know the effect `{0}`; known: {EFFECT_WORDS}")]
    Effect(String),
    /// A Patch's bonus that they do not know.
    #[error(
        "the engine does not know the bonus `{0}`; known: draw N, look at hand, take back, order N, exchange card, lose \
         artifact"
    )]
    Bonus(String),
    /// An Artifact of no time.
    #[error("it is of the past or of the future, not `{0}`")]
    Origin(String),
    /// A home that does not have three events.
    #[error("it has {0} events; a home has three")]
    HomeEvents(u32),
    /// A home that does not have two altered events.
    #[error("{0} of its events are altered ones; CN-045 asks for two")]
    AlteredEvents(u32),
    /// A home that no TimeLine shows.
    #[error("its three events cannot be on the TimeLine at once")]
    NeverHome,
    /// It asks for a card that is no Artifact.
    #[error("it wants `{0}`, which is no Artifact")]
    NoArtifact(String),
    /// It asks for a card that the game does not have, with the nearest names.
    #[error("it wants `{name}`; {hint}")]
    UnknownArtifact {
        /// What it says.
        name: String,
        /// What may be meant.
        hint: String,
    },
    /// A number of Artifacts that its list does not hold.
    #[error("it needs {needs} of {wants} Artifacts")]
    Needs {
        /// How many it needs.
        needs: i32,
        /// How many it names.
        wants: usize,
    },
    /// A day that nothing ends.
    #[error("its goal is `timeline` or `artifacts`")]
    Goal,
    /// Points that are not three numbers.
    #[error("`{field}`: `{text}` are not the points of one, two and three parts, as in `1, 3, 5`")]
    Points {
        /// The field of the card.
        field: &'static str,
        /// What it says.
        text: String,
    },
    /// It names a character that the game does not have.
    #[error("there is no character {0}")]
    Character(String),
    /// Several copies of a Patch.
    #[error("{0} copies of one Patch; the engine takes one")]
    PatchCopies(usize),
    /// A mission that the deck cannot fulfil (CN-R41).
    #[error("it needs {needs} Artifacts, of which the deck has {has}")]
    Missing {
        /// How many it needs.
        needs: u8,
        /// How many there are.
        has: usize,
    },
    /// Events that are not on the TimeLine.
    #[error(transparent)]
    Events(#[from] EventListError),
    /// A place on the TimeLine that cannot be built.
    #[error(transparent)]
    Timeline(#[from] TimelineError),
}
