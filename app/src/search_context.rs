//! What surrounds a search: the open deck, the collection, the formats of the game.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use catalog::query::{CopySource, QueryContext};
use catalog::{Card, Collection, GameData};
use formats::deck::Listed;
use formats::{Deck, DeckFormat, GameLibrary};

/// Copies by folded name, over all printings.
type CopiesByName = HashMap<String, u32>;

/// What a search can be asked about beside the cards themselves.
#[derive(Debug, Clone)]
pub struct SearchContext {
    game: Arc<GameData>,
    formats: Vec<DeckFormat>,
    deck: Option<CopiesByName>,
    /// The open deck, and the cards that it can take, by folded name, once somebody asks.
    taker: Option<(Deck, OnceLock<HashSet<String>>)>,
    collection: Option<Arc<OwnedCopies>>,
}

/// A collection by folded names: copies owned, and copies wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnedCopies {
    /// Owned.
    pub owned: HashMap<String, u32>,
    /// Wanted.
    pub wanted: HashMap<String, u32>,
}

impl OwnedCopies {
    /// What is in a collection.
    pub fn new(collection: &Collection) -> OwnedCopies {
        let game = collection.game();
        let mut held = OwnedCopies::default();
        for ix in game.indices() {
            let own = collection.holding(ix);
            for (copies, n) in [(&mut held.owned, own.owned), (&mut held.wanted, own.wanted)] {
                if n > 0 {
                    *copies.entry(game.card(ix).folded_name().to_owned()).or_default() += n;
                }
            }
        }
        held
    }
}

impl SearchContext {
    /// A game and its formats; no deck, no collection.
    pub fn new(game_library: &GameLibrary) -> SearchContext {
        SearchContext {
            game: game_library.game.clone(),
            formats: game_library.formats.clone(),
            deck: None,
            taker: None,
            collection: None,
        }
    }

    /// Another deck is open, or none. Whether that makes a difference.
    pub fn set_deck(&mut self, deck: Option<&Deck>) -> bool {
        let copies = deck.map(|deck| {
            let mut copies = CopiesByName::new();
            for entry in deck.sections.iter().flatten() {
                if let Listed::Card(ix) = entry.card {
                    *copies.entry(self.game.card(ix).folded_name().to_owned()).or_default() += entry.count;
                }
            }
            copies
        });
        // What a deck can take depends on its lists as well, not only on how many copies it has.
        let known = self.taker.as_ref().map(|(deck, _)| (&deck.format, &deck.sections));
        let lists_differ = known != deck.map(|deck| (&deck.format, &deck.sections));
        if lists_differ {
            self.taker = deck.map(|deck| (deck.clone(), OnceLock::new()));
        }
        std::mem::replace(&mut self.deck, copies) != self.deck || lists_differ
    }

    /// Another collection. Whether that makes a difference.
    pub fn set_collection(&mut self, held: &Arc<OwnedCopies>) -> bool {
        self.collection.replace(held.clone()).as_ref() != Some(held)
    }

    fn pile(&self, pile: CopySource) -> Option<&CopiesByName> {
        match pile {
            CopySource::Deck => self.deck.as_ref(),
            CopySource::Owned => self.collection.as_ref().map(|held| &held.owned),
            CopySource::Wanted => self.collection.as_ref().map(|held| &held.wanted),
        }
    }
}

impl QueryContext for SearchContext {
    fn has(&self, pile: CopySource) -> bool {
        self.pile(pile).is_some()
    }

    fn copies(&self, pile: CopySource, card: &Card) -> u32 {
        self.pile(pile).and_then(|copies| copies.get(card.folded_name())).copied().unwrap_or(0)
    }

    fn formats(&self) -> Vec<&str> {
        self.formats.iter().map(|f| f.id.as_str()).collect()
    }

    fn fits(&self, card: &Card) -> bool {
        let Some((deck, taken)) = &self.taker else { return false };
        let names = || {
            let Some(format) = self.formats.iter().find(|f| f.id == deck.format) else { return HashSet::new() };
            let cards = formats::check::fitting(&self.game, format, deck);
            cards.into_iter().map(|card| self.game.card(card).folded_name().to_owned()).collect()
        };
        taken.get_or_init(names).contains(card.folded_name())
    }

    fn legal(&self, card: &Card, format: &str, on: Option<&str>) -> bool {
        let format = self.formats.iter().find(|f| f.id == format);
        format.is_some_and(|f| formats::check::allows(&self.game, f, card, on))
    }
}
