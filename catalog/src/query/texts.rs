//! The texts of all cards in one piece, so that a word is found in all of them in one go.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use memchr::{memchr_iter, memmem};

use super::pattern::stands_alone;
use super::{CardPart, CardTest, Pattern, Query};
use crate::card::{Card, CardIx, Folded};

/// The folded texts of a game's cards, one after the other.
#[derive(Debug, Clone, Default)]
pub(crate) struct CardTexts {
    /// Name, type line and rules text of each card: what [`Card::folded`] shows a part of.
    texts: Joined,
    /// The names again, once somebody searches in names alone: that reads a fifth as much.
    names: OnceLock<Joined>,
    /// By card, where its name ends and where its rules text begins, counted from the start of its text.
    parts: Vec<(u32, u32)>,
    /// Made when it is first asked for.
    alphabet: OnceLock<Vec<u32>>,
}

/// A text of each card, with a line feed after each.
#[derive(Debug, Clone)]
pub(crate) struct Joined {
    text: Arc<String>,
    /// Where each card's text begins, and after the last one its end.
    starts: Vec<u32>,
}

impl Default for Joined {
    fn default() -> Joined {
        Joined { text: Arc::default(), starts: vec![0] }
    }
}

impl<'c> Extend<&'c str> for Joined {
    fn extend<T: IntoIterator<Item = &'c str>>(&mut self, texts: T) {
        let all = Arc::make_mut(&mut self.text);
        for text in texts {
            all.push_str(text);
            all.push('\n');
            self.starts.push(all.len() as u32);
        }
    }
}

impl Joined {
    pub fn new<'c>(texts: impl Iterator<Item = &'c str>) -> Joined {
        let mut joined = Joined::default();
        joined.extend(texts);
        joined
    }

    /// The bytes of a card's text, without the line feed.
    fn range(&self, card: usize) -> Range<usize> {
        self.starts[card] as usize..self.starts[card + 1] as usize - 1
    }
}

/// What was found of a test, card by card.
pub(super) struct Hits<'q> {
    test: &'q CardTest,
    /// By card: 0 nowhere, 1 in type line or text, 2 in the name, 3 at its beginning.
    places: Vec<u8>,
}

impl CardTexts {
    /// Lets the cards share these texts, one of each.
    pub fn share(cards: &mut [Card], texts: Joined) -> CardTexts {
        for (at, card) in cards.iter_mut().enumerate() {
            card.folded = Folded::part(&texts.text, texts.starts[at]..texts.starts[at + 1] - 1);
        }
        let all = texts.text.as_bytes();
        let parts = |card: usize| {
            let own = texts.range(card);
            let mut feeds = memchr_iter(b'\n', &all[own.clone()]);
            let name = feeds.next().unwrap_or(own.len());
            (name as u32, feeds.next().map_or(own.len(), |feed| feed + 1) as u32)
        };
        CardTexts { parts: (0..cards.len()).map(parts).collect(), texts, ..CardTexts::default() }
    }

    fn names(&self) -> &Joined {
        let name = |card: usize| {
            let start = self.texts.starts[card] as usize;
            &self.texts.text[start..start + self.parts[card].0 as usize]
        };
        self.names.get_or_init(|| Joined::new((0..self.parts.len()).map(name)))
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

    /// Looks in all cards for what a test asks for; `None` if it is not a test of these texts.
    fn find<'q>(&self, test: &'q CardTest) -> Option<Hits<'q>> {
        let (pattern, joined) = match test {
            CardTest::Anywhere(pattern) | CardTest::In(CardPart::Text, pattern) => (pattern, &self.texts),
            CardTest::In(CardPart::Name, pattern) => (pattern, self.names()),
            _ => return None,
        };
        let from = |card: usize| match test {
            CardTest::In(CardPart::Text, _) => self.parts[card].1 as usize,
            _ => 0,
        };
        let text = joined.text.as_str();
        let mut places = vec![0; self.parts.len()];
        let mut find: Box<dyn FnMut(usize) -> Option<(usize, usize)>> = match pattern {
            Pattern::Part(word) | Pattern::Words(word) if word.is_empty() => {
                places.fill(3);
                return Some(Hits { test, places });
            }
            // A word that holds a line feed could be found across two cards.
            Pattern::Part(word) | Pattern::Words(word) if !word.contains('\n') => {
                let finder = memmem::Finder::new(word);
                Box::new(move |at| finder.find(&text.as_bytes()[at..]).map(|i| (at + i, at + i + word.len())))
            }
            Pattern::Regex(regex) if regex.is_local() => Box::new(|at| regex.find_at(text, at)),
            _ => return None,
        };
        let alone = matches!(pattern, Pattern::Words(_));
        let (mut at, mut card) = (0, 0);
        // A match of a card alone is also one of the joined texts, so from one to the next none is left out.
        while let Some((start, end)) = if at < text.len() { find(at) } else { None } {
            while joined.starts[card + 1] as usize <= start {
                card += 1;
            }
            let own = joined.range(card);
            let first = own.start + from(card);
            at = own.end + 1;
            let found = match pattern {
                _ if start < first => {
                    at = first;
                    false
                }
                Pattern::Regex(_) => end <= own.end || pattern.fits(&text[first..own.end]),
                _ if alone && !stands_alone(&text[own], start - (joined.starts[card] as usize), end - start) => {
                    at = start + 1;
                    false
                }
                _ => true,
            };
            if found {
                let start = start - joined.starts[card] as usize;
                let in_name = end - (joined.starts[card] as usize) <= self.parts[card].0 as usize;
                places[card] = if start == 0 { 3 } else { 1 + u8::from(in_name) };
                at = joined.starts[card + 1] as usize;
            }
        }
        Some(Hits { test, places })
    }

    /// Looks for every word and phrase of a query that stands in the texts of the cards.
    pub(super) fn look_up<'q>(&self, query: &'q Query) -> Vec<Hits<'q>> {
        let mut hits: Vec<Hits<'q>> = Vec::new();
        query.tests(&mut |test| {
            hits.extend(self.find(test));
        });
        hits
    }
}

impl Hits<'_> {
    /// Where the word stands in a card: 0 nowhere, 1 in type line or text, 2 in the name, 3 at its beginning.
    pub fn place(&self, card: CardIx) -> u8 {
        self.places[card.at()]
    }

    /// Whether this is about that test of the query, and not about an equal one elsewhere.
    pub fn is_about(&self, test: &CardTest) -> bool {
        std::ptr::eq(self.test, test)
    }

    /// Whether the word was looked for everywhere.
    pub fn is_bare(&self) -> bool {
        matches!(self.test, CardTest::Anywhere(_))
    }
}
