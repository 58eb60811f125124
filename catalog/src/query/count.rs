//! Counting: a question about many cards, such as a hand, a pool or the cards played.

use super::Query;
use crate::card::CardIx;
use crate::game::Game;

/// A question about many cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Count {
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
    And(Vec<Count>),
    /// At least one of these.
    Or(Vec<Count>),
    /// Not this.
    Not(Box<Count>),
}

impl Default for Count {
    /// Always true: any number of any cards.
    fn default() -> Self {
        Count::Of { min: 0, max: None, query: Query::All }
    }
}

impl Count {
    /// Whether it holds for these cards.
    pub fn holds(&self, game: &Game, cards: &[CardIx]) -> bool {
        self.holds_with(&mut |query| cards.iter().filter(|ix| query.matches(game.card(**ix))).count() as u32)
    }

    /// Whether it holds, where `count` tells how many cards fit a query. The queries are asked for in the
    /// order of [`Count::queries`], though not always all of them.
    pub fn holds_with(&self, count: &mut impl FnMut(&Query) -> u32) -> bool {
        match self {
            Count::Of { min, max, query } => {
                let n = count(query);
                *min <= n && max.is_none_or(|max| n <= max)
            }
            Count::And(parts) => parts.iter().all(|p| p.holds_with(count)),
            Count::Or(parts) => parts.iter().any(|p| p.holds_with(count)),
            Count::Not(inner) => !inner.holds_with(count),
        }
    }

    /// The queries in it, from left to right.
    pub fn queries(&self) -> Vec<&Query> {
        match self {
            Count::Of { query, .. } => vec![query],
            Count::And(parts) | Count::Or(parts) => parts.iter().flat_map(Count::queries).collect(),
            Count::Not(inner) => inner.queries(),
        }
    }
}
