//! How many of the cards found are of each kind: what a list of facets shows.

use crate::card::CardIx;
use crate::game::GameData;

/// Costs that are counted one by one; the last stands for all above it.
const COSTS: usize = 8;

/// Numbers of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetCounts {
    /// Of each faction.
    pub factions: Vec<usize>,
    /// Of each type.
    pub types: Vec<usize>,
    /// Of each rarity.
    pub rarities: Vec<usize>,
    /// By total of the first cost field, from 0; the last is 7 or more.
    pub costs: [usize; COSTS],
}

impl FacetCounts {
    /// Counts these cards, in one pass.
    pub fn count(game: &GameData, cards: &[CardIx]) -> FacetCounts {
        let mut tally = FacetCounts {
            factions: vec![0; game.factions.len()],
            types: vec![0; game.types.len()],
            rarities: vec![0; game.rarities.len()],
            costs: [0; COSTS],
        };
        let each = |counts: &mut [usize], mut mask: u32| {
            while mask != 0 {
                counts[mask.trailing_zeros() as usize] += 1;
                mask &= mask - 1;
            }
        };
        let costs = game.cost_field().map(|f| game.columns.numbers(&game.cards, f));
        for ix in cards {
            let kind = game.columns.kinds[ix.at()];
            each(&mut tally.factions, kind.factions);
            each(&mut tally.types, kind.types);
            tally.rarities[usize::from(kind.rarity)] += 1;
            if let Some(cost) = costs.and_then(|costs| costs[ix.at()]) {
                tally.costs[cost.clamp(0, COSTS as i32 - 1) as usize] += 1;
            }
        }
        tally
    }
}
