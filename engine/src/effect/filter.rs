//! Queries made ready: one bit a card for what is printed, and a small tree for what changes in play.

use catalog::card::Card;
use catalog::query::{CardTest, NumberRange, Query};

/// A set of definitions: bit i is the i-th card of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DefSet([u64; 12]);

impl DefSet {
    /// How many definitions there may be.
    pub const MOST: usize = 768;

    /// The cards for which `fits` holds.
    pub fn matching(cards: &[&Card], fits: impl Fn(&Card) -> bool) -> DefSet {
        let mut defs = DefSet::default();
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

    /// All there may be.
    pub const ALL: DefSet = DefSet([u64::MAX; 12]);

    /// The definitions in either.
    pub fn union(self, other: DefSet) -> DefSet {
        DefSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The definitions in both.
    pub fn intersection(self, other: DefSet) -> DefSet {
        DefSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

/// A card in play as it is now.
pub trait LiveCard {
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
    pub printed: DefSet,
    now: LiveFilter,
}

#[derive(Debug, Clone)]
enum LiveFilter {
    Printed(DefSet),
    Keywords(u32),
    KeywordNumber(u8, NumberRange),
    Number(usize, NumberRange),
    Not(Box<LiveFilter>),
    And(Vec<LiveFilter>),
    Or(Vec<LiveFilter>),
}

impl Filter {
    /// Makes a query ready for these cards; `changes` says which number fields change in play.
    pub fn new(query: &Query, cards: &[&Card], changes: &impl Fn(usize) -> bool) -> Filter {
        Filter { printed: DefSet::matching(cards, |c| query.matches(c)), now: now(query, cards, changes) }
    }

    /// The definitions of which a card in play may fit: of no other one does.
    pub fn reach(&self) -> DefSet {
        reach(&self.now)
    }

    /// Whether a card in play fits.
    pub fn fits(&self, card: &impl LiveCard) -> bool {
        holds(&self.now, card)
    }
}

fn now(query: &Query, cards: &[&Card], changes: &impl Fn(usize) -> bool) -> LiveFilter {
    let inner = |parts: &[Query]| parts.iter().map(|p| now(p, cards, changes)).collect::<Vec<_>>();
    match query {
        Query::And(parts) => {
            let mut printed = DefSet::matching(cards, |_| true);
            let mut rest = Vec::new();
            for part in inner(parts) {
                match part {
                    LiveFilter::Printed(defs) => printed = printed.intersection(defs),
                    other => rest.push(other),
                }
            }
            if rest.is_empty() {
                return LiveFilter::Printed(printed);
            }
            rest.insert(0, LiveFilter::Printed(printed));
            LiveFilter::And(rest)
        }
        Query::Or(parts) => LiveFilter::Or(inner(parts)),
        Query::Not(part) => LiveFilter::Not(Box::new(now(part, cards, changes))),
        Query::Test(CardTest::Keyword(list)) => LiveFilter::Keywords(list.iter().fold(0, |m, k| m | 1 << k)),
        Query::Test(CardTest::KeywordNumber(k, range)) => LiveFilter::KeywordNumber(*k, *range),
        Query::Test(CardTest::Number { field, resource: None, range }) if changes(*field) => {
            LiveFilter::Number(*field, *range)
        }
        other => LiveFilter::Printed(DefSet::matching(cards, |c| other.matches(c))),
    }
}

fn reach(now: &LiveFilter) -> DefSet {
    match now {
        LiveFilter::Printed(defs) => *defs,
        LiveFilter::And(parts) => parts.iter().fold(DefSet::ALL, |all, part| all.intersection(reach(part))),
        LiveFilter::Or(parts) => parts.iter().fold(DefSet::default(), |any, part| any.union(reach(part))),
        LiveFilter::Keywords(_) | LiveFilter::KeywordNumber(..) | LiveFilter::Number(..) | LiveFilter::Not(_) => {
            DefSet::ALL
        }
    }
}

fn holds(now: &LiveFilter, card: &impl LiveCard) -> bool {
    match now {
        LiveFilter::Printed(defs) => defs.has(card.def()),
        LiveFilter::Keywords(mask) => card.keywords() & mask != 0,
        LiveFilter::KeywordNumber(k, range) => card.keywords() & (1 << k) != 0 && range.holds(card.keyword_number(*k)),
        LiveFilter::Number(field, range) => card.number(*field).is_some_and(|n| range.holds(n)),
        LiveFilter::Not(inner) => !holds(inner, card),
        LiveFilter::And(parts) => parts.iter().all(|p| holds(p, card)),
        LiveFilter::Or(parts) => parts.iter().any(|p| holds(p, card)),
    }
}
