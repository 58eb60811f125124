//! The texts of all cards in one piece, so that a word is found in all of them in one go.

use memchr::memmem;

use super::{Query, Test};
use crate::card::{Card, CardIx};

/// The folded texts of a game's cards, one after the other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    text: String,
    /// Where each card's text begins, and after the last one its end.
    starts: Vec<u32>,
    /// Where each card's name ends.
    names: Vec<u32>,
}

/// Where a word was found, card by card.
pub(super) struct Hits<'q> {
    word: &'q str,
    /// By card: 0 nowhere, 1 in type line or text, 2 in the name, 3 at its beginning.
    places: Vec<u8>,
}

impl Words {
    pub fn new(cards: &[Card]) -> Words {
        let mut words = Words::default();
        for card in cards {
            words.starts.push(words.text.len() as u32);
            words.text.push_str(&card.folded);
            words.names.push(words.starts[words.starts.len() - 1] + card.folded_name().len() as u32);
            // A word that holds this is not looked for, so none is found across two cards.
            words.text.push('\0');
        }
        words.starts.push(words.text.len() as u32);
        words
    }

    /// Looks for a word in all cards.
    fn find<'q>(&self, word: &'q str) -> Hits<'q> {
        let (text, finder) = (self.text.as_bytes(), memmem::Finder::new(word));
        let mut places = vec![0; self.names.len()];
        if word.contains('\0') {
            return Hits { word, places };
        }
        if word.is_empty() {
            places.fill(3);
            return Hits { word, places };
        }
        let (mut at, mut card) = (0, 0);
        while let Some(found) = text.get(at..).and_then(|rest| finder.find(rest)).map(|i| at + i) {
            while card + 1 < self.names.len() && self.starts[card + 1] as usize <= found {
                card += 1;
            }
            let Some(place) = places.get_mut(card) else { break };
            let (start, name) = (self.starts[card] as usize, self.names[card] as usize);
            // A name comes first in its card's text, so the first find is the best one but for the beginning.
            *place = match found {
                f if f == start => 3,
                f if f + word.len() <= name => 2,
                _ => 1,
            };
            at = self.starts[card + 1] as usize;
        }
        Hits { word, places }
    }

    /// Looks for every bare word and phrase of a query.
    pub(super) fn look_up<'q>(&self, query: &'q Query) -> Vec<Hits<'q>> {
        let mut words = Vec::new();
        collect(query, &mut words);
        words.sort_unstable();
        words.dedup();
        words.into_iter().map(|w| self.find(w)).collect()
    }
}

impl Hits<'_> {
    /// Where the word stands in a card: 0 nowhere, 1 in type line or text, 2 in the name, 3 at its beginning.
    pub fn place(&self, card: CardIx) -> u8 {
        self.places[card.at()]
    }

    pub fn word(&self) -> &str {
        self.word
    }
}

fn collect<'q>(query: &'q Query, out: &mut Vec<&'q str>) {
    match query {
        Query::Test(Test::Anywhere(word)) => out.push(word),
        Query::And(parts) | Query::Or(parts) => parts.iter().for_each(|p| collect(p, out)),
        Query::Not(inner) => collect(inner, out),
        _ => {}
    }
}
