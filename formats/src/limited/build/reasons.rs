//! Why a deck is built as it is, in words.

use catalog::CardIx;
use catalog::game::Mask;

use super::{Builder, Built, Plan};
use crate::deck::Listed;
use crate::limited::Pool;

/// How many cards are named as the best, and as the best left out.
const NAMED: usize = 3;

impl Builder<'_> {
    /// Why these factions, in a sentence.
    pub(super) fn why(&self, pair: Mask, plan: &Plan, cards: &[CardIx]) -> String {
        let names: Vec<&str> = self.game.factions_of(pair).map(|f| f.name.as_str()).collect();
        let points: i32 = cards.iter().map(|c| self.of(*c).points).sum();
        let (factions, number, points) = (names.join(" and "), cards.len(), f64::from(points) / 100.0);
        format!("{factions}, {}: {number} cards worth {points:.1} points", plan.name)
    }

    /// More about a deck out of a pool: its curve, its best cards, its resources, the best that it leaves out.
    pub fn reasons(&self, pool: &Pool, built: &Built) -> Vec<String> {
        let candidates = self.candidates(pool);
        let deck = built.deck.deck();
        let mut cards = deck.cards(self.main);
        cards.retain(|c| candidates.contains(c));
        let mut costs = [0u32; 8];
        let (mut left, mut best, mut out) = (cards.clone(), Vec::new(), Vec::new());
        // In order of rating: copies in the deck first, those beyond them are left out.
        for card in candidates {
            let list = match left.iter().position(|c| *c == card) {
                Some(at) => {
                    left.swap_remove(at);
                    costs[self.of(card).cost as usize] += 1;
                    &mut best
                }
                None => &mut out,
            };
            if list.len() < NAMED {
                list.push(card);
            }
        }
        let rated =
            |card: &CardIx| format!("{} {:.1}", self.game.card(*card).name, f64::from(self.of(*card).points) / 100.0);
        let list = |cards: &[CardIx]| cards.iter().map(rated).collect::<Vec<_>>().join(", ");
        let mut reasons = Vec::with_capacity(4);
        if self.game.cost_field().is_some() {
            let row: Vec<String> = costs.iter().map(u32::to_string).collect();
            reasons.push(format!("curve from cost 0 to 7 and more: {}", row.join(" ")));
        }
        reasons.push(format!("best cards: {}", list(&best)));
        let lands: Vec<String> = deck.sections[self.main]
            .iter()
            .filter_map(|e| match e.card {
                Listed::Card(ix) if !cards.contains(&ix) => Some(format!("{} {}", e.count, self.game.card(ix).name)),
                _ => None,
            })
            .collect();
        if !lands.is_empty() {
            reasons.push(format!("resources by what the costs ask for: {}", lands.join(", ")));
        }
        if !out.is_empty() {
            reasons.push(format!("left out: {}", list(&out)));
        }
        reasons
    }
}
