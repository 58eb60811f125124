//! How many of the cards found are of each kind: what a list of facets shows.

use crate::card::CardIx;
use crate::game::Game;

/// Numbers of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Of each faction.
    pub factions: Vec<usize>,
    /// Of each type.
    pub types: Vec<usize>,
    /// Of each rarity.
    pub rarities: Vec<usize>,
    /// By total of the first cost field, from 0; the last is 7 or more.
    pub costs: [usize; 8],
}

impl Tally {
    /// Counts these cards, in one pass.
    pub fn of(game: &Game, cards: &[CardIx]) -> Tally {
        let mut tally = Tally {
            factions: vec![0; game.factions.len()],
            types: vec![0; game.types.len()],
            rarities: vec![0; game.rarities.len()],
            costs: [0; 8],
        };
        let cost = game.cost_field();
        let each = |counts: &mut [usize], mut mask: u32| {
            while mask != 0 {
                counts[mask.trailing_zeros() as usize] += 1;
                mask &= mask - 1;
            }
        };
        for card in cards.iter().map(|ix| game.card(*ix)) {
            each(&mut tally.factions, card.factions);
            each(&mut tally.types, card.type_mask);
            tally.rarities[usize::from(card.rarity)] += 1;
            if let Some(cost) = cost.and_then(|f| card.number_in(f)) {
                tally.costs[cost.clamp(0, 7) as usize] += 1;
            }
        }
        tally
    }
}
