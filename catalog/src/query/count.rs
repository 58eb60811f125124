//! Counting: a question about many cards, such as a hand, a pool or the cards played.

use super::Query;
use crate::card::CardIx;
use crate::game::GameData;

/// A question about many cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CountQuery {
    /// From `min` to `max` of the cards fit the query, both included.
    Of {
        /// Fewest.
        min: u32,
        /// Most; absent is no limit.
        max: Option<u32>,
        /// What is counted.
        query: Query,
    },
    /// All of these.
    And(Vec<CountQuery>),
    /// At least one of these.
    Or(Vec<CountQuery>),
    /// Not this.
    Not(Box<CountQuery>),
}

impl Default for CountQuery {
    /// Always true: any number of any cards.
    fn default() -> Self {
        CountQuery::Of { min: 0, max: None, query: Query::All }
    }
}

impl CountQuery {
    /// Whether it holds for these cards.
    pub fn holds(&self, game: &GameData, cards: &[CardIx]) -> bool {
        self.holds_with(&mut |query| cards.iter().filter(|ix| query.matches(game.card(**ix))).count() as u32)
    }

    /// Whether it holds, where `count` tells how many cards fit a query. The queries are asked for in the
    /// order of [`CountQuery::queries`], though not always all of them.
    pub fn holds_with(&self, count: &mut impl FnMut(&Query) -> u32) -> bool {
        match self {
            CountQuery::Of { min, max, query } => {
                let n = count(query);
                *min <= n && max.is_none_or(|max| n <= max)
            }
            CountQuery::And(parts) => parts.iter().all(|p| p.holds_with(count)),
            CountQuery::Or(parts) => parts.iter().any(|p| p.holds_with(count)),
            CountQuery::Not(inner) => !inner.holds_with(count),
        }
    }

    /// The queries in it, from left to right.
    pub fn queries(&self) -> Vec<&Query> {
        match self {
            CountQuery::Of { query, .. } => vec![query],
            CountQuery::And(parts) | CountQuery::Or(parts) => parts.iter().flat_map(CountQuery::queries).collect(),
            CountQuery::Not(inner) => inner.queries(),
        }
    }
}
