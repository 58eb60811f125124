//! What surrounds a search: the open deck, the collection, the formats of the game.

use std::collections::HashMap;
use std::sync::Arc;

use catalog::query::{Pile, Setting};
use catalog::{Card, Collection, Game};
use formats::deck::Listed;
use formats::{Book, Deck, Format};

/// Copies by folded name, over all printings.
type Copies = HashMap<String, u32>;

/// What a search can be asked about beside the cards themselves.
#[derive(Debug, Clone)]
pub struct Surroundings {
    game: Arc<Game>,
    formats: Vec<Format>,
    deck: Option<Copies>,
    collection: Option<Arc<Held>>,
}

/// A collection by folded names: copies owned, and copies wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Held {
    /// Owned.
    pub owned: HashMap<String, u32>,
    /// Wanted.
    pub wanted: HashMap<String, u32>,
}

impl Held {
    /// What is in a collection.
    pub fn of(collection: &Collection) -> Held {
        let game = collection.game();
        let mut held = Held::default();
        for ix in game.indices() {
            let own = collection.held(ix);
            for (copies, n) in [(&mut held.owned, own.owned), (&mut held.wanted, own.wanted)] {
                if n > 0 {
                    *copies.entry(game.card(ix).folded_name().to_owned()).or_default() += n;
                }
            }
        }
        held
    }
}

impl Surroundings {
    /// A game and its formats; no deck, no collection.
    pub fn new(book: &Book) -> Surroundings {
        Surroundings { game: book.game.clone(), formats: book.formats.clone(), deck: None, collection: None }
    }

    /// Another deck is open, or none. Whether that makes a difference.
    pub fn set_deck(&mut self, deck: Option<&Deck>) -> bool {
        let copies = deck.map(|deck| {
            let mut copies = Copies::new();
            for entry in deck.sections.iter().flatten() {
                if let Listed::Card(ix) = entry.card {
                    *copies.entry(self.game.card(ix).folded_name().to_owned()).or_default() += entry.count;
                }
            }
            copies
        });
        std::mem::replace(&mut self.deck, copies) != self.deck
    }

    /// Another collection. Whether that makes a difference.
    pub fn set_collection(&mut self, held: &Arc<Held>) -> bool {
        self.collection.replace(held.clone()).as_ref() != Some(held)
    }

    fn pile(&self, pile: Pile) -> Option<&Copies> {
        match pile {
            Pile::Deck => self.deck.as_ref(),
            Pile::Owned => self.collection.as_ref().map(|held| &held.owned),
            Pile::Wanted => self.collection.as_ref().map(|held| &held.wanted),
        }
    }
}

impl Setting for Surroundings {
    fn has(&self, pile: Pile) -> bool {
        self.pile(pile).is_some()
    }

    fn copies(&self, pile: Pile, card: &Card) -> u32 {
        self.pile(pile).and_then(|copies| copies.get(card.folded_name())).copied().unwrap_or(0)
    }

    fn formats(&self) -> Vec<&str> {
        self.formats.iter().map(|f| f.id.as_str()).collect()
    }

    fn legal(&self, card: &Card, format: &str, on: Option<&str>) -> bool {
        let format = self.formats.iter().find(|f| f.id == format);
        format.is_some_and(|f| formats::check::allows(&self.game, f, card, on))
    }
}
