//! Queries made ready: one bit a card for what is printed, and a small tree for what changes in play.

use catalog::card::Card;
use catalog::query::{Query, Range, Test};

/// A set of definitions: bit i is the i-th card of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Defs([u64; 12]);

impl Defs {
    /// How many definitions there may be.
    pub const MOST: usize = 768;

    /// The cards for which `fits` holds.
    pub fn of(cards: &[&Card], fits: impl Fn(&Card) -> bool) -> Defs {
        let mut defs = Defs::default();
        for (i, _) in cards.iter().enumerate().filter(|(_, c)| fits(c)) {
            defs.0[i / 64] |= 1 << (i % 64);
        }
        defs
    }

    /// Whether the definition is one of them.
    pub fn has(&self, def: impl Into<usize>) -> bool {
        let def = def.into();
        self.0[def / 64] & (1 << (def % 64)) != 0
    }

    /// The definitions in both.
    pub fn both(self, other: Defs) -> Defs {
        Defs(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

/// A card in play as it is now.
pub trait Live {
    /// Its definition.
    fn def(&self) -> usize;
    /// Its keywords, by position in the game.
    fn keywords(&self) -> u32;
    /// The number of a keyword that it has.
    fn keyword_number(&self, keyword: u8) -> i32;
    /// A number field that changes in play; `None` if the field does not.
    fn number(&self, field: usize) -> Option<i32>;
}

/// A query made ready.
#[derive(Debug, Clone)]
pub struct Filter {
    /// The definitions that fit as printed: for cards that are not in play.
    pub printed: Defs,
    now: Now,
}

#[derive(Debug, Clone)]
enum Now {
    Printed(Defs),
    Keywords(u32),
    KeywordNumber(u8, Range),
    Number(usize, Range),
    Not(Box<Now>),
    And(Vec<Now>),
    Or(Vec<Now>),
}

impl Filter {
    /// Makes a query ready for these cards; `changes` says which number fields change in play.
    pub fn new(query: &Query, cards: &[&Card], changes: &impl Fn(usize) -> bool) -> Filter {
        Filter { printed: Defs::of(cards, |c| query.matches(c)), now: now(query, cards, changes) }
    }

    /// Whether a card in play fits.
    pub fn fits(&self, card: &impl Live) -> bool {
        holds(&self.now, card)
    }
}

fn now(query: &Query, cards: &[&Card], changes: &impl Fn(usize) -> bool) -> Now {
    let inner = |parts: &[Query]| parts.iter().map(|p| now(p, cards, changes)).collect::<Vec<_>>();
    match query {
        Query::And(parts) => {
            let mut printed = Defs::of(cards, |_| true);
            let mut rest = Vec::new();
            for part in inner(parts) {
                match part {
                    Now::Printed(defs) => printed = printed.both(defs),
                    other => rest.push(other),
                }
            }
            if rest.is_empty() {
                return Now::Printed(printed);
            }
            rest.insert(0, Now::Printed(printed));
            Now::And(rest)
        }
        Query::Or(parts) => Now::Or(inner(parts)),
        Query::Not(part) => Now::Not(Box::new(now(part, cards, changes))),
        Query::Test(Test::Keyword(list)) => Now::Keywords(list.iter().fold(0, |m, k| m | 1 << k)),
        Query::Test(Test::KeywordNumber(k, range)) => Now::KeywordNumber(*k, *range),
        Query::Test(Test::Number { field, resource: None, range }) if changes(*field) => Now::Number(*field, *range),
        other => Now::Printed(Defs::of(cards, |c| other.matches(c))),
    }
}

fn holds(now: &Now, card: &impl Live) -> bool {
    match now {
        Now::Printed(defs) => defs.has(card.def()),
        Now::Keywords(mask) => card.keywords() & mask != 0,
        Now::KeywordNumber(k, range) => card.keywords() & (1 << k) != 0 && range.holds(card.keyword_number(*k)),
        Now::Number(field, range) => card.number(*field).is_some_and(|n| range.holds(n)),
        Now::Not(inner) => !holds(inner, card),
        Now::And(parts) => parts.iter().all(|p| holds(p, card)),
        Now::Or(parts) => parts.iter().any(|p| holds(p, card)),
    }
}
