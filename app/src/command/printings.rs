//! What cards of a list are called: by their names, and by their sets where one name has several printings in the list.

use std::collections::BTreeSet;

use catalog::GameData;

use super::print::reprinted;

/// The cards of a list.
pub(super) struct Printings<'g> {
    game: &'g GameData,
    reprinted: BTreeSet<&'g str>,
}

impl<'g> Printings<'g> {
    /// Of a list of card ids.
    pub fn new<'i>(game: &'g GameData, ids: impl IntoIterator<Item = &'i str>) -> Printings<'g> {
        let cards = ids.into_iter().filter_map(|id| game.find(id)).map(|ix| game.card(ix));
        Printings { game, reprinted: reprinted(cards.map(|card| (card.name.as_str(), card.id.as_str()))) }
    }

    /// `Lamp Keeper`, or `Lamp Keeper (FL) 1`, as deck files name printings, if the list has another one; the id of a
    /// card that the game does not know.
    pub fn label(&self, id: &str) -> String {
        match self.game.find(id).map(|ix| self.game.card(ix)) {
            Some(card) if self.reprinted.contains(card.name.as_str()) => {
                format!("{} ({}) {}", card.name, self.game.sets[card.set as usize].code, card.number)
            }
            Some(card) => card.name.clone(),
            None => id.to_owned(),
        }
    }
}
