//! The texts of all cards in one piece, so that a word is found in all of them in one go.

use std::sync::OnceLock;

use memchr::memmem;

use super::pattern::stands_alone;
use super::{Pattern, Place, Query, Test};
use crate::card::{Card, CardIx};

/// The folded texts of a game's cards, one after the other.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    text: String,
    /// By card; the last one is only an end.
    cards: Vec<Spot>,
    /// Made when it is first asked for.
    alphabet: OnceLock<Vec<u32>>,
    subtypes: OnceLock<Vec<String>>,
}

/// Where the text of a card begins, where its name ends, where its rules text begins.
#[derive(Debug, Clone, Copy, Default)]
struct Spot {
    start: u32,
    name: u32,
    rules: u32,
}

/// What was found of a test, card by card.
pub(super) struct Hits<'q> {
    test: &'q Test,
    /// By card: 0 nowhere, 1 in type line or text, 2 in the name, 3 at its beginning.
    places: Vec<u8>,
}

/// Which part of a card's text is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    Name,
    Rules,
}

impl Words {
    pub fn new(cards: &[Card]) -> Words {
        let mut words = Words::default();
        for card in cards {
            let start = words.text.len() as u32;
            let rules = card.folded.len() - card.folded_text().len();
            words.cards.push(Spot {
                start,
                name: start + card.folded_name().len() as u32,
                rules: start + rules as u32,
            });
            words.text.push_str(&card.folded);
            // A word that holds this is not looked for, so none is found across two cards.
            words.text.push('\0');
        }
        words.cards.push(Spot { start: words.text.len() as u32, ..Spot::default() });
        words
    }

    /// By card, where its name comes in the alphabet; the same for the same name.
    pub fn alphabet(&self, cards: &[Card]) -> &[u32] {
        self.alphabet.get_or_init(|| {
            let mut order: Vec<u32> = (0..cards.len() as u32).collect();
            let name = |at: u32| cards[at as usize].folded_name();
            order.sort_by_key(|at| name(*at));
            let mut ranks = vec![0; cards.len()];
            for pair in 1..order.len() {
                let (before, at) = (order[pair - 1], order[pair]);
                ranks[at as usize] = ranks[before as usize] + u32::from(name(before) != name(at));
            }
            ranks
        })
    }

    /// Every subtype that a card has, in the alphabet's order.
    pub fn subtypes(&self, cards: &[Card]) -> &[String] {
        self.subtypes.get_or_init(|| {
            let all: std::collections::BTreeSet<&String> = cards.iter().flat_map(|c| &c.subtypes).collect();
            all.into_iter().cloned().collect()
        })
    }

    /// Looks in all cards for a word that a test asks for; `None` if it is not one that can be looked up.
    fn find<'q>(&self, test: &'q Test) -> Option<Hits<'q>> {
        let (part, pattern) = match test {
            Test::Anywhere(pattern) => (Part::All, pattern),
            Test::In(Place::Name, pattern) => (Part::Name, pattern),
            Test::In(Place::Text, pattern) => (Part::Rules, pattern),
            _ => return None,
        };
        let (word, alone) = match pattern {
            Pattern::Part(word) => (word, false),
            Pattern::Words(word) => (word, true),
            Pattern::Whole(_) | Pattern::Regex(_) => return None,
        };
        let count = self.cards.len().saturating_sub(1);
        let mut places = vec![0; count];
        if word.contains('\0') {
            return Some(Hits { test, places });
        }
        if word.is_empty() {
            places.fill(3);
            return Some(Hits { test, places });
        }
        let (finder, text) = (memmem::Finder::new(word), self.text.as_bytes());
        let (mut at, mut card) = (0, 0);
        while let Some(found) = text.get(at..).and_then(|rest| finder.find(rest)).map(|i| at + i) {
            while card + 1 < count && self.cards[card + 1].start as usize <= found {
                card += 1;
            }
            let Some(place) = places.get_mut(card) else { break };
            let (spot, next) = (self.cards[card], self.cards[card + 1].start as usize);
            let in_name = found + word.len() <= spot.name as usize;
            at = match part {
                Part::Name if !in_name => next,
                Part::Rules if found < spot.rules as usize => spot.rules as usize,
                // The next byte may be inside a character, where no word begins.
                _ if alone
                    && !stands_alone(
                        &self.text[spot.start as usize..next],
                        found - spot.start as usize,
                        word.len(),
                    ) =>
                {
                    found + 1
                }
                // A name comes first in its card's text, so the first find is the best one but for the beginning.
                _ => {
                    *place = if found == spot.start as usize { 3 } else { 1 + u8::from(in_name) };
                    next
                }
            };
        }
        Some(Hits { test, places })
    }

    /// Looks for every word and phrase of a query that stands in the texts of the cards.
    pub(super) fn look_up<'q>(&self, query: &'q Query) -> Vec<Hits<'q>> {
        let mut hits: Vec<Hits<'q>> = Vec::new();
        query.tests(&mut |test| {
            if !hits.iter().any(|h| h.test == test) {
                hits.extend(self.find(test));
            }
        });
        hits
    }
}

impl Hits<'_> {
    /// Where the word stands in a card: 0 nowhere, 1 in type line or text, 2 in the name, 3 at its beginning.
    pub fn place(&self, card: CardIx) -> u8 {
        self.places[card.at()]
    }

    pub fn test(&self) -> &Test {
        self.test
    }
}
