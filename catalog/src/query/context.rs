//! Relations: what the catalog does not know of a card, but whoever asks does. The open deck, the
//! collection, the formats.

use serde::{Deserialize, Serialize};

use super::NumberRange;
use crate::card::Card;
use crate::noted;

/// What surrounds a search. Data files have no such thing, so a relation in one of them is a fault.
pub trait QueryContext {
    /// Whether there is such a pile.
    fn has(&self, pile: CopySource) -> bool;
    /// Copies of a card in a pile, by name.
    fn copies(&self, pile: CopySource, card: &Card) -> u32;
    /// Ids of the formats of this game.
    fn formats(&self) -> Vec<&str>;
    /// Whether a card may be in a deck of a format; `on` a day (`YYYY-MM-DD`), if one is asked for.
    fn legal(&self, card: &Card, format: &str, on: Option<&str>) -> bool;
    /// Whether the open deck can take a copy of a card: its format allows it, and its factions are those of the deck.
    fn fits(&self, card: &Card) -> bool;
}

/// Copies that somebody has somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantArray)]
pub enum CopySource {
    /// In the deck that is being built: `deck`, `in:deck`.
    Deck,
    /// In the collection: `owned`, `in:collection`.
    Owned,
    /// On the list of wants: `wanted`, `in:wants`.
    Wanted,
}

impl CopySource {
    /// All of them.
    pub(super) const ALL: &'static [CopySource] = <CopySource as strum::VariantArray>::VARIANTS;

    /// The field that counts its copies.
    pub(super) fn field(self) -> &'static str {
        match self {
            CopySource::Deck => "deck",
            CopySource::Owned => "owned",
            CopySource::Wanted => "wanted",
        }
    }

    /// What `in:` calls it.
    pub(super) fn place(self) -> &'static str {
        match self {
            CopySource::Deck => "deck",
            CopySource::Owned => "collection",
            CopySource::Wanted => "wants",
        }
    }

    /// What it is; to be translated.
    pub(super) fn about(self) -> &'static str {
        match self {
            CopySource::Deck => noted!("copies in the open deck"),
            CopySource::Owned => noted!("copies in the collection"),
            CopySource::Wanted => noted!("copies on the want list"),
        }
    }
}

/// A test that only a [`QueryContext`] can answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// So many copies in a pile.
    Copies(CopySource, NumberRange),
    /// May be in a deck of a format.
    Legal {
        /// Id of the format.
        format: String,
        /// On this day, `YYYY-MM-DD`: a set that came out later is not legal.
        on: Option<String>,
    },
    /// Goes into the open deck.
    Fits,
}

impl Relation {
    pub(super) fn holds(&self, card: &Card, context: &dyn QueryContext) -> bool {
        match self {
            Relation::Copies(pile, range) => {
                range.holds(i32::try_from(context.copies(*pile, card)).unwrap_or(i32::MAX))
            }
            Relation::Fits => context.fits(card),
            Relation::Legal { format, on } => context.legal(card, format, on.as_deref()),
        }
    }
}
