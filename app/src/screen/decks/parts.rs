//! Which lists of a deck are offered.

use formats::deck::DeckPart;
use formats::{Deck, GameLibrary};

/// Whether a list is worth offering: the format has such a section, or cards stand in it already.
pub(super) fn is_offered(game_library: &GameLibrary, deck: &Deck, part: &DeckPart) -> bool {
    match part {
        DeckPart::Section(at) => deck.size(*at) > 0 || game_library.format(&deck.format).is_none_or(|f| f.uses(*at)),
        DeckPart::Own(_) => true,
    }
}
