//! Why a deck is built as it is, in words.

use catalog::CardIx;
use catalog::fold::capital;
use catalog::tr;

use super::{CurvePlan, DeckBuilder, PoolDeck};
use crate::deck::Listed;
use crate::limited::Pool;
use crate::limited::drafter::points_label;

/// How many cards are named as the best, and as the best left out.
const NAMED: usize = 3;

impl DeckBuilder<'_> {
    /// How a deck goes with its cards' costs, and how they are rated in the mean.
    pub(super) fn explain(&self, plan: &CurvePlan, cards: &[CardIx]) -> String {
        let points: i32 = cards.iter().map(|c| self.traits_of(*c).points).sum();
        let mean = points_label(points / cards.len().max(1) as i32);
        let curve = plan.name;
        capital(&tr!(
            "{curve}, 1 card rated {mean}" | "{curve}, {n} cards rated {mean} on average" % cards.len(),
            curve = tr!(curve),
            mean
        ))
    }

    /// How many cards of each cost a deck out of a pool has, where there are costs: for those who see no chart.
    pub fn describe_curve(&self, pool: &Pool, built: &PoolDeck) -> Option<String> {
        self.game.cost_field()?;
        let mut costs = [0u32; 8];
        self.cards(built, &self.candidates(pool)).iter().for_each(|c| costs[self.traits_of(*c).cost as usize] += 1);
        Some(tr!("curve from cost 0 to 7 and more: {cards}", cards = costs.map(|n| n.to_string()).join(" ")))
    }

    /// The cards of a deck that are not beside the pool.
    fn cards(&self, built: &PoolDeck, candidates: &[CardIx]) -> Vec<CardIx> {
        let mut cards = built.deck.deck().cards(self.main);
        cards.retain(|c| candidates.contains(c));
        cards
    }

    /// More about a deck out of a pool: its best cards, its resources, the best that it leaves out.
    pub fn reasons(&self, pool: &Pool, built: &PoolDeck) -> Vec<String> {
        let candidates = self.candidates(pool);
        let deck = built.deck.deck();
        let cards = self.cards(built, &candidates);
        let (mut left, mut best, mut out) = (cards.clone(), Vec::new(), Vec::new());
        // In order of rating: copies in the deck first, those beyond them are left out. A card is named once.
        for card in candidates {
            let list = match left.iter().position(|c| *c == card) {
                Some(at) => {
                    left.swap_remove(at);
                    &mut best
                }
                None => &mut out,
            };
            if list.len() < NAMED && !list.contains(&card) {
                list.push(card);
            }
        }
        let rated = |card: &CardIx| {
            let points = points_label(self.traits_of(*card).points);
            format!("{} {points}", self.game.card(*card).name)
        };
        let list = |cards: &[CardIx]| cards.iter().map(rated).collect::<Vec<_>>().join(", ");
        let mut reasons = vec![tr!("best cards: {cards}", cards = list(&best))];
        let lands: Vec<String> = deck.sections[self.main]
            .iter()
            .filter_map(|e| match e.card {
                Listed::Card(ix) if !cards.contains(&ix) => Some(format!("{} {}", e.count, self.game.card(ix).name)),
                _ => None,
            })
            .collect();
        if !lands.is_empty() {
            reasons.push(tr!("resources: {cards}", cards = lands.join(", ")));
        }
        if !out.is_empty() {
            reasons.push(tr!("left out: {cards}", cards = list(&out)));
        }
        reasons
    }
}
