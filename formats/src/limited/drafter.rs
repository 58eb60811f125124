//! Bots that draft any game from its data. What a bot thinks of a card is a sum of parts, each with its reason in
//! words: the rating, what the factions taken so far say, the curve, the types, what goes together with the cards it
//! has, what it would leave to the next seat. All in whole hundredths of a point, so that a bot picks the same on every
//! machine; where it is made to err, its errors follow from a seed.

mod answer;
mod bot;
pub mod fit;
mod pick_score;
mod reason;
mod synergy;

use catalog::game::Mask;
use catalog::{CardIx, GameData};

use crate::GameLibrary;
use crate::limited::booster::{Product, Ratings};
use crate::limited::draft::start::DraftStart;
pub use bot::{Bot, BotLevel};
pub use pick_score::{PickScore, PickTier, PointsFor, points_label};
pub(in crate::limited) use reason::read as read_reason;
pub use reason::{Burned, PickReason};
use synergy::SynergyLinks;

/// Picks after which a bot has made up its mind.
const SETTLED: i32 = 14;
/// What a card of the two main factions gains, once the mind is made up.
const AT_HOME: i32 = 2200;
/// What a card outside them loses by then.
const ABROAD: i32 = 3600;
/// What a card of no faction gains by then: it always fits.
const NEUTRAL: i32 = 900;
/// Picks of one cost that a deck is glad to have, by cost 0 to 7 and more.
const CURVE: [i32; 8] = [1, 3, 7, 6, 5, 4, 2, 1];
/// What a missing place in the curve is worth.
const GAP: i32 = 120;
/// What one card that a format advises and the seat lacks is worth.
const NEED: i32 = 150;

/// What a bot knows about a product, computed once.
#[derive(Debug)]
pub struct PickScorer<'a> {
    game: &'a GameData,
    ratings: Ratings,
    cards: Vec<CardTraits>,
    links: SynergyLinks,
    needs: Vec<WantedKind>,
    /// Whether a deck can only play cards of some factions.
    bound_by_factions: bool,
    /// Of a card that comes in packs, on average.
    usual: i32,
}

/// A kind of card of which a deck wants so many.
#[derive(Debug)]
struct WantedKind {
    text: String,
    least: i32,
}

/// A scorer that looks at the cards when a bot is asked for the first time: where only people sit, never.
pub type LazyScorer<'a, F> = std::cell::LazyCell<PickScorer<'a>, F>;

/// How many needs a scout looks at.
const NEEDS: usize = 4;

#[derive(Debug, Clone, Copy, Default)]
struct CardTraits {
    rating: i32,
    factions: Mask,
    /// Cost from 0 to 7; 8 for a card without one.
    cost: u8,
    /// Which needs it meets.
    needs: u8,
}

/// What a seat has taken so far, as far as it matters for the next pick.
#[derive(Debug, Clone)]
pub struct DraftLeaning {
    /// By faction: the ratings of the cards taken.
    weight: [i32; Mask::BITS as usize],
    costs: [i32; 9],
    needs: [i32; NEEDS],
    /// By tag: cards that have it, and cards that want it.
    tags: [[u8; 2]; synergy::TAGS],
    picks: i32,
}

impl Default for DraftLeaning {
    fn default() -> DraftLeaning {
        let (weight, tags) = ([0; Mask::BITS as usize], [[0; 2]; synergy::TAGS]);
        DraftLeaning { weight, costs: [0; 9], needs: [0; NEEDS], tags, picks: 0 }
    }
}

/// The parts of what a bot thinks of a card, in hundredths of a point.
#[derive(Debug, Clone, Copy, Default)]
struct Parts {
    rating: i32,
    commitment: i32,
    curve: i32,
    need: i32,
    synergy: i32,
}

impl Parts {
    fn sum(&self) -> i32 {
        self.rating + self.commitment + self.curve + self.need + self.synergy
    }
}

impl<'a> PickScorer<'a> {
    /// Looks at all cards once.
    pub fn new(game: &'a GameData, product: &'a Product) -> PickScorer<'a> {
        let cards: Vec<CardIx> = product.sheets.iter().flat_map(|s| s.cards.iter().copied()).collect();
        PickScorer::with_ratings(game, None, &cards, product.ratings(game).clone())
    }

    /// What bots know about a draft: the advice of its format, what its products say of their own cards, and `more`
    /// ratings beside those. Which cards lie in which pack is not among it.
    pub fn for_draft(game_library: &'a GameLibrary, start: &DraftStart, more: Ratings) -> PickScorer<'a> {
        let mut cards: Vec<CardIx> = Vec::new();
        let mut ratings = Ratings::default();
        for product in game_library.products.iter().filter(|p| start.source.products.contains(&p.id)) {
            let cards_of = product.sheets.iter().flat_map(|s| &s.cards);
            let new: Vec<CardIx> = cards_of.copied().filter(|c| ratings[c.at()].parts.is_empty()).collect();
            let own = product.ratings(&game_library.game);
            for card in &new {
                own[card.at()].parts.iter().for_each(|(why, points)| ratings.add(*card, *points, why));
            }
            cards.extend(new);
        }
        let cube = start.source.cube.iter().flat_map(|c| &c.cards);
        cards.extend(cube.filter_map(|id| game_library.game.find(id)));
        PickScorer::with_ratings(&game_library.game, game_library.format(&start.format), &cards, ratings.and(more))
    }

    /// The same with the advice of a format, the cards that may come, and ratings.
    pub fn with_ratings(
        game: &'a GameData,
        format: Option<&crate::DeckFormat>,
        cards: &[CardIx],
        ratings: Ratings,
    ) -> PickScorer<'a> {
        let mut among = cards.to_vec();
        among.sort_unstable();
        among.dedup();
        let ratings = if ratings.is_empty() { Ratings::by_rarity(game, &among) } else { ratings };
        let field = game.cost_field();
        let advice: Vec<_> =
            format.into_iter().flat_map(|f| &f.advice).filter_map(synergy::wanted).take(NEEDS).collect();
        let scouted = |(i, card): (usize, &catalog::Card)| CardTraits {
            rating: ratings[i].points,
            factions: card.factions,
            cost: field.and_then(|f| card.number_in(f)).map_or(8, |c| c.clamp(0, 7) as u8),
            needs: advice.iter().enumerate().fold(0, |m, (n, (_, q, _))| m | u8::from(q.matches(card)) << n),
        };
        let cards: Vec<CardTraits> = game.cards.iter().enumerate().map(scouted).collect();
        let (sum, count) = among.iter().fold((0, 0), |(sum, n), c| (sum + i64::from(cards[c.at()].rating), n + 1));
        let needs = advice.iter().map(|(least, _, text)| WantedKind { text: text.clone(), least: *least }).collect();
        let usual = sum.checked_div(count).unwrap_or(0) as i32;
        let bound_by_factions = format.is_none_or(crate::DeckFormat::is_bound_by_factions);
        PickScorer { game, ratings, cards, links: SynergyLinks::among(game, &among), needs, bound_by_factions, usual }
    }

    /// How good a card is before anything is taken, in hundredths of a point.
    pub fn rating(&self, card: CardIx) -> i32 {
        self.traits_of(card).rating
    }

    /// A card that the game no longer has is like one of which nothing is known.
    fn traits_of(&self, card: CardIx) -> CardTraits {
        self.cards.get(card.at()).copied().unwrap_or_default()
    }

    /// What a seat with these cards leans to.
    pub fn leaning(&self, pool: &[CardIx]) -> DraftLeaning {
        let mut leaning = DraftLeaning::default();
        pool.iter().for_each(|c| self.note(&mut leaning, *c));
        leaning
    }

    /// Takes note of a card taken.
    pub fn note(&self, leaning: &mut DraftLeaning, card: CardIx) {
        let (ix, card, main) = (card, self.traits_of(card), self.main(leaning));
        // Once settled, a card taken for want of a better one says little about where the seat is going.
        let forced = leaning.picks >= SETTLED && card.factions & !main != 0;
        let shares = card.factions.count_ones().max(1) as i32 * if forced { 4 } else { 1 };
        let mut rest = card.factions;
        while rest != 0 {
            leaning.weight[rest.trailing_zeros() as usize] += card.rating.max(0) / shares;
            rest &= rest - 1;
        }
        leaning.costs[card.cost as usize] += 1;
        for (n, have) in leaning.needs.iter_mut().enumerate() {
            *have += i32::from(card.needs >> n & 1);
        }
        self.links.note(&mut leaning.tags, ix);
        leaning.picks += 1;
    }

    /// The two factions with the most weight: of equal ones, the first declared.
    fn main(&self, leaning: &DraftLeaning) -> Mask {
        let mut best = [(0, 0 as Mask); 2];
        for (i, weight) in leaning.weight[..self.game.factions.len()].iter().enumerate() {
            if *weight > best[0].0 {
                best = [(*weight, 1 << i), best[0]];
            } else if *weight > best[1].0 {
                best[1] = (*weight, 1 << i);
            }
        }
        best[0].1 | best[1].1
    }

    /// The card to take out of a pack: the best opinion, and of equal ones the first in order of print.
    ///
    /// # Panics
    /// If the pack is empty.
    pub fn best(&self, leaning: &DraftLeaning, pack: &[CardIx]) -> CardIx {
        let main = self.main(leaning);
        let best = pack.iter().max_by_key(|c| (self.parts(leaning, main, **c).sum(), std::cmp::Reverse(**c)));
        *best.expect("a seat only picks from a pack with cards")
    }

    /// What a card is worth to a seat, in hundredths of a point.
    pub fn worth(&self, leaning: &DraftLeaning, card: CardIx) -> i32 {
        self.parts(leaning, self.main(leaning), card).sum()
    }

    fn parts(&self, leaning: &DraftLeaning, main: Mask, ix: CardIx) -> Parts {
        let card = self.traits_of(ix);
        let resolve = leaning.picks.min(SETTLED);
        let commitment = if !self.bound_by_factions {
            0
        } else if card.factions == 0 {
            if card.rating > 0 { NEUTRAL * resolve / SETTLED } else { 0 }
        } else if card.factions & !main == 0 {
            AT_HOME * resolve / SETTLED
        } else if leaning.picks == 0 {
            0
        } else {
            // A card that is half at home is half as unwelcome.
            let away = (card.factions & !main).count_ones() as i32;
            -ABROAD * resolve / SETTLED * away / card.factions.count_ones() as i32
        };
        let curve = match card.cost {
            8 => 0,
            cost => GAP * (CURVE[cost as usize] - leaning.costs[cost as usize]).clamp(-3, 3) * resolve / SETTLED,
        };
        let mut need = 0;
        if card.needs != 0 {
            for (n, of) in self.needs.iter().enumerate().filter(|(n, _)| card.needs >> n & 1 == 1) {
                need += NEED * (of.least - leaning.needs[n]).clamp(0, 3) * resolve / SETTLED;
            }
        }
        Parts { rating: card.rating, commitment, curve, need, synergy: self.links.points(&leaning.tags, ix) }
    }
}
