//! Bots that draft: a card's rating, what the factions taken so far say about it, and the curve.
//! All in whole hundredths of a point, so that a bot picks the same on every machine.

use catalog::game::Mask;
use catalog::{CardIx, Game};
use serde::Serialize;

use crate::limited::booster::Product;

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

/// What a bot thinks of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Opinion {
    /// The sum, in hundredths of a point.
    pub points: i32,
    /// What it is made of, in the order in which it counts.
    pub parts: Vec<(String, i32)>,
}

/// What a bot knows about a product, computed once.
pub struct Scout<'a> {
    game: &'a Game,
    product: &'a Product,
    cards: Vec<Scouted>,
}

#[derive(Clone, Copy, Default)]
struct Scouted {
    rating: i32,
    factions: Mask,
    /// Cost from 0 to 7; 8 for a card without one.
    cost: u8,
}

/// What a seat has taken so far, as far as it matters for the next pick.
#[derive(Debug, Clone, Copy, Default)]
pub struct Leaning {
    /// By faction: the ratings of the cards taken.
    weight: [i32; Mask::BITS as usize],
    costs: [i32; 9],
    picks: i32,
}

impl<'a> Scout<'a> {
    /// Looks at all cards once.
    pub fn new(game: &'a Game, product: &'a Product) -> Scout<'a> {
        let field = game.cost_field();
        let cards = game.cards.iter().enumerate().map(|(i, card)| Scouted {
            rating: product.ratings[i].points,
            factions: card.factions,
            cost: field.and_then(|f| card.number_in(f)).map_or(8, |c| c.clamp(0, 7) as u8),
        });
        Scout { game, product, cards: cards.collect() }
    }

    /// Takes note of a card taken.
    pub fn note(&self, leaning: &mut Leaning, card: CardIx) {
        let (card, main) = (self.cards[card.at()], self.main(leaning));
        // Once settled, a card taken for want of a better one says little about where the seat is going.
        let forced = leaning.picks >= SETTLED && card.factions & !main != 0;
        let shares = card.factions.count_ones().max(1) as i32 * if forced { 4 } else { 1 };
        let mut rest = card.factions;
        while rest != 0 {
            leaning.weight[rest.trailing_zeros() as usize] += card.rating.max(0) / shares;
            rest &= rest - 1;
        }
        leaning.costs[card.cost as usize] += 1;
        leaning.picks += 1;
    }

    /// The two factions with the most weight: of equal ones, the first declared.
    fn main(&self, leaning: &Leaning) -> Mask {
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
    pub fn choose(&self, leaning: &Leaning, pack: &[CardIx]) -> CardIx {
        let main = self.main(leaning);
        let best =
            pack.iter().max_by_key(|c| (self.points(leaning, main, **c).iter().sum::<i32>(), std::cmp::Reverse(**c)));
        *best.expect("a seat only picks from a pack with cards")
    }

    /// Rating, commitment and curve.
    fn points(&self, leaning: &Leaning, main: Mask, card: CardIx) -> [i32; 3] {
        let card = self.cards[card.at()];
        let resolve = leaning.picks.min(SETTLED);
        let commitment = if card.factions == 0 {
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
        [card.rating, commitment, curve]
    }

    /// What a bot with this leaning thinks of a card, in words and numbers.
    pub fn opinion(&self, leaning: &Leaning, card: CardIx) -> Opinion {
        let main = self.main(leaning);
        let [rating, commitment, curve] = self.points(leaning, main, card);
        let mut parts: Vec<(String, i32)> = self.product.ratings[card.at()].parts.clone();
        if commitment != 0 {
            let factions = self.cards[card.at()].factions;
            let names: Vec<&str> =
                self.game.factions_of(if factions == 0 { main } else { factions }).map(|f| f.name.as_str()).collect();
            let word = match (factions, commitment > 0) {
                (0, _) => format!("fits any {}", self.game.faction_name.to_lowercase()),
                (_, true) => format!("fits {}", names.join(" and ")),
                (_, false) => format!("away from {}", self.main_names(main)),
            };
            parts.push((word, commitment));
        }
        if curve != 0 {
            parts.push((if curve > 0 { "fills the curve".into() } else { "enough of this cost".into() }, curve));
        }
        Opinion { points: rating + commitment + curve, parts }
    }

    fn main_names(&self, main: Mask) -> String {
        self.game.factions_of(main).map(|f| f.name.as_str()).collect::<Vec<_>>().join(" or ")
    }
}

impl Opinion {
    /// `62.0 = a rare 45.0 + fits Golden Savannas 22.0 - dear 5.0`
    pub fn text(&self) -> String {
        let mut text = format!("{:.1} =", f64::from(self.points) / 100.0);
        for (i, (why, points)) in self.parts.iter().enumerate() {
            let sign = match (i, *points < 0) {
                (0, false) => "",
                (0, true) => " minus",
                (_, false) => " +",
                (_, true) => " -",
            };
            text.push_str(&format!("{sign} {why} {:.1}", f64::from(points.abs()) / 100.0));
        }
        if self.parts.is_empty() {
            text.push_str(" no opinion");
        }
        text
    }
}
