//! Limited: pools out of packs, drafts, the bots that take part and the decks they build.

pub mod booster;
pub mod build;
pub mod draft;
pub mod drafter;
pub mod fair;
pub mod sealed;

use catalog::{CardIx, GameData};

use crate::deck::Deck;

/// What is left of a pool when some decks are built, counted by name.
pub fn remaining<'d>(game: &GameData, pool: &[CardIx], decks: impl Iterator<Item = &'d Deck>) -> Vec<CardIx> {
    let mut left = pool.to_vec();
    for card in decks.flat_map(|deck| (0..deck.sections.len()).flat_map(|section| deck.cards(section))) {
        let name = game.namesake(card);
        if let Some(at) = left.iter().position(|other| game.namesake(*other) == name) {
            left.remove(at);
        }
    }
    left
}

/// The cards that a player may build a limited deck from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pool {
    /// In the order in which they came.
    pub cards: Vec<CardIx>,
}

impl Pool {
    /// Copies of a card, counted by name.
    pub fn copies(&self, game: &GameData, card: CardIx) -> u32 {
        let name = game.namesake(card);
        self.cards.iter().filter(|ix| game.namesake(**ix) == name).count() as u32
    }

    /// The ids of the cards, in order.
    pub fn ids(&self, game: &GameData) -> Vec<String> {
        self.cards.iter().map(|ix| game.card(*ix).id.clone()).collect()
    }

    /// The pool of these ids.
    ///
    /// # Errors
    /// The first id that the game does not know.
    pub fn from_ids(game: &GameData, ids: &[String]) -> Result<Pool, String> {
        let cards = ids.iter().map(|id| game.find(id).ok_or_else(|| id.clone())).collect::<Result<_, _>>()?;
        Ok(Pool { cards })
    }
}
