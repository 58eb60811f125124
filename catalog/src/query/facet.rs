//! How many of the cards found are of each kind: what a list of facets shows.

use crate::card::CardIx;
use crate::game::{Game, Mask};

/// What is counted of each card, close together: over many cards reading is what takes the time.
#[derive(Debug, Clone, Default)]
pub(crate) struct Kinds(Vec<Kind>);

#[derive(Debug, Clone, Copy)]
struct Kind {
    factions: Mask,
    types: Mask,
    rarity: u8,
    /// Position in [`Tally::costs`]; behind the last for a card without a cost.
    cost: u8,
}

impl Kinds {
    pub fn new(game: &Game) -> Kinds {
        let field = game.cost_field();
        let of = |card: &crate::Card| Kind {
            factions: card.factions,
            types: card.type_mask,
            rarity: card.rarity,
            cost: field.and_then(|f| card.number_in(f)).map_or(COSTS as u8, |n| n.clamp(0, COSTS as i32 - 1) as u8),
        };
        Kinds(game.cards.iter().map(of).collect())
    }
}

/// Costs that are counted one by one; the last stands for all above it.
const COSTS: usize = 8;

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
    pub costs: [usize; COSTS],
}

impl Tally {
    /// Counts these cards, in one pass.
    pub fn of(game: &Game, cards: &[CardIx]) -> Tally {
        let mut tally = Tally {
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
        for kind in cards.iter().map(|ix| game.kinds.0[ix.at()]) {
            each(&mut tally.factions, kind.factions);
            each(&mut tally.types, kind.types);
            tally.rarities[usize::from(kind.rarity)] += 1;
            if let Some(count) = tally.costs.get_mut(usize::from(kind.cost)) {
                *count += 1;
            }
        }
        tally
    }
}
