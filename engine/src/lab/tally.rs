//! A counting query made ready for a deck: each card carries what it adds to every count, all counts are
//! added up at once, and the answer is read off their sum.

use catalog::query::CountQuery;
use catalog::{CardIx, GameData, Query};

use super::DealError;

/// Counts that fit one sum.
pub const LANES: usize = 16;

/// What a card adds to each count: a byte a lane.
pub type Weight = u128;

/// A counting query for the cards of one deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    queries: Vec<Query>,
    tree: Tree,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Tree {
    Of { lane: u32, min: u32, max: u32 },
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Not(Box<Tree>),
}

impl Tally {
    /// Makes a query ready.
    ///
    /// # Errors
    /// When it counts more different things than there are lanes.
    pub fn new(count: &CountQuery) -> Result<Tally, DealError> {
        let mut queries: Vec<Query> = Vec::new();
        for query in count.queries() {
            if !queries.contains(query) {
                queries.push(query.clone());
            }
        }
        if queries.len() > LANES {
            return Err(DealError::TooManyCounts(queries.len()));
        }
        let tree = Tree::new(count, &queries);
        Ok(Tally { queries, tree })
    }

    /// What is counted, a query a lane.
    pub fn queries(&self) -> &[Query] {
        &self.queries
    }

    /// The counts in a sum, lane by lane.
    pub fn counts(&self, sum: Weight) -> Vec<u32> {
        (0..self.queries.len()).map(|lane| u32::from((sum >> (8 * lane)) as u8)).collect()
    }

    /// What a card adds.
    pub fn weight(&self, game: &GameData, card: CardIx) -> Weight {
        let card = game.card(card);
        self.queries.iter().enumerate().filter(|(_, q)| q.matches(card)).fold(0, |w, (lane, _)| w | 1 << (8 * lane))
    }

    /// Whether the query holds for cards whose weights add up to `sum`. At most 255 cards may be summed.
    pub fn holds(&self, sum: Weight) -> bool {
        self.tree.holds(sum)
    }
}

impl Tree {
    fn new(count: &CountQuery, queries: &[Query]) -> Tree {
        match count {
            CountQuery::Of { min, max, query } => {
                let lane = queries.iter().position(|q| q == query).map_or(0, |l| l as u32);
                Tree::Of { lane, min: *min, max: max.unwrap_or(u32::MAX) }
            }
            CountQuery::And(parts) => Tree::And(parts.iter().map(|p| Tree::new(p, queries)).collect()),
            CountQuery::Or(parts) => Tree::Or(parts.iter().map(|p| Tree::new(p, queries)).collect()),
            CountQuery::Not(inner) => Tree::Not(Box::new(Tree::new(inner, queries))),
        }
    }

    fn holds(&self, sum: Weight) -> bool {
        match self {
            Tree::Of { lane, min, max } => (*min..=*max).contains(&u32::from((sum >> (8 * lane)) as u8)),
            Tree::And(parts) => parts.iter().all(|p| p.holds(sum)),
            Tree::Or(parts) => parts.iter().any(|p| p.holds(sum)),
            Tree::Not(inner) => !inner.holds(sum),
        }
    }
}
