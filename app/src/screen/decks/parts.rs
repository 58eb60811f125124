//! Which lists of a deck are offered, and where cards are dragged to.

use formats::deck::{DeckPart, Listed, MAYBEBOARD};
use formats::{Deck, GameLibrary};

use crate::widget::card_spot::DropPlace;

/// Whether a list is worth offering: the format has such a section, or cards stand in it already.
pub(super) fn is_offered(game_library: &GameLibrary, deck: &Deck, part: &DeckPart) -> bool {
    match part {
        DeckPart::Section(at) => deck.size(*at) > 0 || game_library.format(&deck.format).is_none_or(|f| f.uses(*at)),
        DeckPart::Own(_) => true,
    }
}

/// The lists that may take a card: what the format offers, the person's own lists, and the one for cards that may come in.
pub(super) fn lists_for(game_library: &GameLibrary, deck: &Deck, card: &Listed) -> Vec<DeckPart> {
    let game = &game_library.game;
    let maybe = DeckPart::Own(MAYBEBOARD.to_owned());
    let mut parts: Vec<DeckPart> = deck.parts().filter(|part| is_offered(game_library, deck, part)).collect();
    if !parts.contains(&maybe) {
        parts.push(maybe);
    }
    parts.retain(|part| match part {
        DeckPart::Section(at) => card.known().is_some_and(|c| game.sections[*at].accepts.matches(game.card(c))),
        DeckPart::Own(_) => true,
    });
    parts
}

/// A list of the deck, as cards are dragged there.
pub(super) fn list_place(game_library: &GameLibrary, part: &DeckPart) -> DropPlace {
    DropPlace(format!("list.{}", part.key(&game_library.game)))
}

/// The whole deck, as cards are dragged there: they go where they belong.
pub(super) fn deck_place() -> DropPlace {
    DropPlace("deck".to_owned())
}

/// The search, as cards are dragged out of the deck.
pub(super) fn search_place() -> DropPlace {
    DropPlace("search".to_owned())
}
