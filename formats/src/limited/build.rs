//! Legal decks out of a pool: the two factions that give most where factions limit a deck, a curve, and the cards that make resources.

mod lands;
mod reasons;

use std::cmp::Reverse;

use catalog::game::Mask;
use catalog::noted;
use catalog::query::CountQuery;
use catalog::{CardIx, GameData};

use crate::check::{CheckReport, LegalDeck};
use crate::deck::{Deck, Listed};
use crate::format::{DeckFormat, Limited};
use crate::limited::Pool;
use crate::limited::booster::Product;

/// What a deck is after: cards of one cost that one of 23 wants at most before others are preferred, by cost 0 to 7.
struct CurvePlan {
    name: &'static str,
    curve: [u32; 8],
}

/// The first is what a deck is built for if nobody asks for others.
const CURVE_PLANS: [CurvePlan; 3] = [
    CurvePlan { name: noted!("an even curve"), curve: [2, 4, 6, 5, 4, 3, 2, 1] },
    CurvePlan { name: noted!("a low curve"), curve: [3, 7, 7, 4, 2, 1, 0, 0] },
    CurvePlan { name: noted!("a high curve"), curve: [1, 2, 4, 5, 5, 4, 3, 3] },
];

/// What each card beyond the curve loses, in hundredths of a point.
const CROWDED: i32 = 250;

/// What each card loses that the format advises and a pair of factions does not have, in hundredths of a point.
const MISSING: i32 = 2000;

/// Two decks are different if one of so many cards is another.
const DIFFERENT: usize = 5;

/// A deck and the reasons for it.
#[derive(Debug, Clone)]
pub struct PoolDeck {
    /// The deck.
    pub deck: LegalDeck,
    /// The factions it is named for: the two that most of its cards belong to.
    pub factions: Mask,
    /// Why these, in a sentence.
    pub why: String,
}

/// Builds decks of one limited format: what it asks about each card is looked up once.
pub struct DeckBuilder<'a> {
    game: &'a GameData,
    format: &'a DeckFormat,
    limited: &'a Limited,
    /// The section that the pool's cards go to.
    main: usize,
    /// By card.
    traits: Vec<Traits>,
    /// Cards that the format gives without limit.
    free: Vec<CardIx>,
    /// For each piece of advice of the form "at least so many": how many.
    advised: Vec<u32>,
    /// Two factions each, or all where there is no choice or nothing to choose them for.
    pairs: Vec<Mask>,
}

/// What matters about a card.
#[derive(Clone, Copy)]
struct Traits {
    points: i32,
    factions: Mask,
    /// From 0 to 7.
    cost: u8,
    /// Resources that it makes.
    makes: Mask,
    /// Whether it does nothing but make resources: it takes the place of a land.
    land: bool,
    /// Whether it may stand in the main section.
    main: bool,
    /// Which advice counts it, a bit each.
    advised: u32,
}

/// A card of the pool with its worth to a pair of factions.
type Valued = (i32, CardIx);

impl<'a> DeckBuilder<'a> {
    /// A builder for a format of a game.
    pub fn new(game: &'a GameData, product: &Product, format: &'a DeckFormat, limited: &'a Limited) -> DeckBuilder<'a> {
        let main = game.section("main").unwrap_or(0);
        let counts: Vec<_> = (format.advice.iter())
            .filter_map(|advice| match &advice.count {
                CountQuery::Of { min, max: None, query } => Some((*min, query)),
                _ => None,
            })
            .take(u32::BITS as usize)
            .collect();
        let ratings = product.ratings(game);
        let traits = |ix: CardIx| {
            let card = game.card(ix);
            let makes = game.resources_made(card);
            let free = game.cost_field().is_none_or(|f| card.values[f].is_none());
            let cost = game.cost_field().and_then(|f| card.number_in(f)).unwrap_or(0);
            let advised = counts.iter().enumerate().filter(|(_, (_, query))| query.matches(card));
            Traits {
                points: ratings[ix.at()].points,
                factions: card.factions,
                cost: cost.clamp(0, 7) as u8,
                makes,
                land: limited.lands > 0 && makes != 0 && free,
                main: game.sections[main].accepts.matches(card),
                advised: advised.fold(0, |all, (i, _)| all | 1 << i),
            }
        };
        DeckBuilder {
            game,
            format,
            limited,
            main,
            traits: game.indices().map(traits).collect(),
            free: format.free_cards().map_or_else(Vec::new, |q| q.select(game)),
            advised: counts.iter().map(|(min, _)| *min).collect(),
            pairs: if format.is_bound_by_factions() { pairs(game) } else { vec![Mask::MAX] },
        }
    }

    /// Builds decks out of a pool, the best first: at most `n`, each with other cards.
    ///
    /// # Errors
    /// The report of the first deck, if it is not legal: the pool is too small for the format.
    pub fn decks(&self, pool: &Pool, n: usize) -> Result<Vec<PoolDeck>, Box<CheckReport>> {
        let candidates = self.candidates(pool);
        let mut pairs: Vec<(i32, Mask)> =
            self.pairs.iter().map(|pair| (self.strength(&candidates, *pair), *pair)).collect();
        pairs.sort_unstable_by_key(|(points, pair)| (Reverse(*points), *pair));
        let mut choices: Vec<(Mask, &CurvePlan, Vec<CardIx>)> = Vec::with_capacity(n);
        for (pair, plan) in attempts(&pairs) {
            let cards = self.choose(&candidates, pair, plan);
            if choices.iter().all(|(.., other)| differ(&cards, other)) {
                choices.push((pair, plan, cards));
            }
            if choices.len() >= n.max(1) {
                break;
            }
        }
        let mut built = Vec::with_capacity(choices.len());
        for (factions, plan, cards) in choices {
            let deck = self.assemble(pool, factions, &cards);
            let main = self.main_factions(&deck);
            match LegalDeck::check(self.game, self.format, deck, Some(pool)) {
                Ok(deck) => built.push(PoolDeck {
                    why: self.explain(plan, &cards),
                    deck,
                    factions: main.iter().fold(0, |mask, faction| mask | 1 << faction),
                }),
                Err(report) if built.is_empty() => return Err(report),
                Err(_) => {}
            }
        }
        Ok(built)
    }

    fn traits_of(&self, card: CardIx) -> &Traits {
        &self.traits[card.at()]
    }

    /// Cards that are wanted beside lands.
    fn wanted(&self) -> usize {
        self.limited.deck_size.saturating_sub(self.limited.lands) as usize
    }

    /// The cards of the pool that could stand in the main section and are no lands, the best first.
    fn candidates(&self, pool: &Pool) -> Vec<CardIx> {
        let worth_a_look = |card: &CardIx| self.traits_of(*card).main && !self.traits_of(*card).land;
        let mut candidates: Vec<CardIx> = pool.cards.iter().copied().filter(worth_a_look).collect();
        candidates.sort_unstable_by_key(|c| (Reverse(self.traits_of(*c).points), *c));
        candidates
    }

    /// What a card is worth to a deck of these factions; `None` if it cannot be cast there. Where a game has no lands,
    /// any card can be played, but those of the factions go first.
    fn points(&self, card: CardIx, pair: Mask) -> Option<i32> {
        let of = self.traits_of(card);
        match (of.factions & !pair == 0, self.limited.lands) {
            (true, _) => Some(of.points),
            (false, 0) => Some(of.points - 2000),
            (false, _) => None,
        }
    }

    /// What the best cards for a pair of factions add up to, less what is missing of those that the format advises.
    fn strength(&self, candidates: &[CardIx], pair: Mask) -> i32 {
        let missing = |(advice, min): (usize, &u32)| {
            let fits =
                |c: &&CardIx| self.points(**c, pair).is_some() && self.traits_of(**c).advised & (1 << advice) != 0;
            min.saturating_sub(candidates.iter().filter(fits).count() as u32)
        };
        let missing: u32 = self.advised.iter().enumerate().map(missing).sum();
        let points = candidates.iter().filter_map(|c| self.points(*c, pair));
        let best: i32 = if self.limited.lands > 0 {
            points.take(self.wanted()).sum()
        } else {
            let mut points: Vec<i32> = points.collect();
            points.sort_unstable_by_key(|p| Reverse(*p));
            points.iter().take(self.wanted()).sum()
        };
        best - MISSING * missing as i32
    }

    /// The cards of a deck beside its lands, by position.
    fn choose(&self, candidates: &[CardIx], pair: Mask, plan: &CurvePlan) -> Vec<CardIx> {
        let mut left: Vec<Valued> =
            candidates.iter().filter_map(|c| self.points(*c, pair).map(|points| (points, *c))).collect();
        let mut chosen = self.best_cards(&mut left, plan);
        self.heed_advice(&mut chosen, &mut left);
        self.add_free_cards(pair, &mut chosen);
        let mut cards: Vec<CardIx> = chosen.iter().map(|(_, card)| *card).collect();
        cards.sort_unstable();
        cards
    }

    /// As many as the deck takes beside its lands, or as are left.
    fn best_cards(&self, left: &mut Vec<Valued>, plan: &CurvePlan) -> Vec<Valued> {
        let mut costs = [0u32; 8];
        let mut chosen = Vec::with_capacity(self.wanted());
        while chosen.len() < self.wanted() && !left.is_empty() {
            let mut crowd = [0; 8];
            for cost in 0..8 {
                crowd[cost] = CROWDED * (costs[cost] + 1).saturating_sub(plan.curve[cost]) as i32;
            }
            let worth = |(points, card): &Valued| points - crowd[self.traits_of(*card).cost as usize];
            let (at, _) = (left.iter().map(worth).enumerate())
                .max_by_key(|(i, worth)| (*worth, Reverse(*i)))
                .expect("there are cards left");
            let card = left.remove(at);
            costs[self.traits_of(card.1).cost as usize] += 1;
            chosen.push(card);
        }
        chosen
    }

    /// Where the format advises at least so many cards of a kind, the weakest other cards make room for the best such
    /// cards that are left.
    fn heed_advice(&self, chosen: &mut [Valued], left: &mut [Valued]) {
        for (advice, min) in self.advised.iter().enumerate() {
            let fits = |(_, card): &Valued| self.traits_of(*card).advised & (1 << advice) != 0;
            while (chosen.iter().filter(|c| fits(c)).count() as u32) < *min {
                let weakest = (0..chosen.len()).filter(|i| !fits(&chosen[*i])).min_by_key(|i| (chosen[*i].0, *i));
                let best = (0..left.len()).filter(|i| fits(&left[*i])).max_by_key(|i| (left[*i].0, Reverse(*i)));
                let (Some(weakest), Some(best)) = (weakest, best) else { break };
                std::mem::swap(&mut chosen[weakest], &mut left[best]);
            }
        }
    }

    /// Where the format advises more cards of a kind than the pool has, cards that are there without limit take the
    /// places of the weakest others. Lands are chosen apart.
    fn add_free_cards(&self, pair: Mask, chosen: &mut [Valued]) {
        for (advice, min) in self.advised.iter().enumerate() {
            let fits = |(_, card): &Valued| self.traits_of(*card).advised & (1 << advice) != 0;
            if chosen.iter().filter(|c| fits(c)).count() as u32 >= *min {
                continue;
            }
            // Those of the deck's factions first, then those of none.
            let suits = |card: &CardIx| self.traits_of(*card).main && !self.traits_of(*card).land && fits(&(0, *card));
            let rank = |card: &CardIx| {
                let factions = self.traits_of(*card).factions;
                (factions & !pair != 0, Reverse((factions & pair).count_ones()))
            };
            let Some(card) = self.free.iter().copied().filter(suits).min_by_key(rank) else { continue };
            while (chosen.iter().filter(|c| fits(c)).count() as u32) < *min {
                let weakest = (0..chosen.len()).filter(|i| !fits(&chosen[*i])).min_by_key(|i| (chosen[*i].0, *i));
                let Some(weakest) = weakest else { break };
                chosen[weakest] = (self.traits_of(card).points, card);
            }
        }
    }

    fn assemble(&self, pool: &Pool, pair: Mask, cards: &[CardIx]) -> Deck {
        let mut deck = Deck::new(self.game, &self.format.name, &self.format.id);
        for card in cards {
            deck.add(self.main, Listed::Card(*card), 1);
        }
        if self.limited.lands > 0 {
            self.add_lands(pool, pair, cards, &mut deck);
        }
        self.add_leader(cards, &mut deck);
        let names = self.faction_names(&self.main_factions(&deck));
        if !names.is_empty() {
            deck.name = names.join(" & ");
        }
        deck
    }

    /// The two factions that most cards of a deck belong to, the first one first. They need not be those that it was built
    /// for: where any card can be played, what is left of a pool may be of others.
    fn main_factions(&self, deck: &Deck) -> Vec<usize> {
        let cards = deck.cards(self.main);
        let count =
            |faction: usize| cards.iter().filter(|c| self.traits_of(**c).factions & (1 << faction) != 0).count();
        let mut counted: Vec<(usize, usize)> = (0..self.game.factions.len()).map(|f| (count(f), f)).collect();
        counted.retain(|(count, _)| *count > 0);
        counted.sort_unstable_by_key(|(count, faction)| (Reverse(*count), *faction));
        counted.into_iter().take(2).map(|(_, faction)| faction).collect()
    }

    fn faction_names(&self, factions: &[usize]) -> Vec<&str> {
        factions.iter().map(|f| self.game.factions[*f].name.as_str()).collect()
    }

    /// The free leader whose faction most of the deck shares.
    fn add_leader(&self, cards: &[CardIx], deck: &mut Deck) {
        let Some(section) = self.format.home else { return };
        let accepts = &self.game.sections[section].accepts;
        let shared = |leader: &CardIx| {
            cards.iter().filter(|c| self.traits_of(**c).factions & self.traits_of(*leader).factions != 0).count()
        };
        let leaders = self.free.iter().copied().filter(|c| accepts.matches(self.game.card(*c)));
        if let Some(leader) = leaders.max_by_key(|c| (shared(c), Reverse(*c))) {
            deck.add(section, Listed::Card(leader), 1);
        }
    }
}

/// Two factions each, or all where there is no choice.
fn pairs(game: &GameData) -> Vec<Mask> {
    let n = game.factions.len();
    if n < 2 {
        return vec![Mask::MAX];
    }
    (0..n).flat_map(|a| (a + 1..n).map(move |b| (1 << a) | (1 << b))).collect()
}

/// What may be built, the most promising first: the best two pairs of factions, the best one with other plans, then the
/// other pairs.
fn attempts(pairs: &[(i32, Mask)]) -> impl Iterator<Item = (Mask, &'static CurvePlan)> {
    let (first, rest) = pairs.split_at(pairs.len().min(2));
    let even = |(_, pair): &(i32, Mask)| (*pair, &CURVE_PLANS[0]);
    let other = CURVE_PLANS[1..].iter().filter_map(|plan| pairs.first().map(|(_, pair)| (*pair, plan)));
    first.iter().map(even).chain(other).chain(rest.iter().map(even))
}

/// Whether enough cards of two sorted lists are others.
fn differ(a: &[CardIx], b: &[CardIx]) -> bool {
    let (mut i, mut j, mut same) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        same += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    (a.len().max(b.len()) - same) * DIFFERENT >= a.len().max(b.len())
}
