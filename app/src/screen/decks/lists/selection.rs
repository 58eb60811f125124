//! What is done with several cards of the deck at once.

use catalog::GameData;
use formats::Deck;
use formats::deck::{DeckPart, Edit, Listed};

/// A card in a list.
pub type Place = (DeckPart, Listed);

/// Takes all copies of some cards out of their lists.
pub fn removing(game: &GameData, places: &[Place]) -> Option<Edit> {
    Edit::together(None, places.iter().map(|(part, card)| Edit::set(game, part, card, 0)).collect())
}

/// Moves all copies of some cards to a list.
pub fn moving(game: &GameData, deck: &Deck, places: &[Place], to: &DeckPart) -> Option<Edit> {
    let mut now = deck.clone();
    let moved = places.iter().filter(|(from, _)| from != to).map(|(from, card)| {
        let edit = Edit::moving(game, &now, card, u32::MAX, from, to);
        now.apply(game, &edit);
        edit
    });
    Edit::together(None, moved.collect())
}
