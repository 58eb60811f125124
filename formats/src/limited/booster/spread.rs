//! Balance of factions: each gives at least one card, and still every card of the sheet comes equally often.
//!
//! After one card of each faction there are only as many cards left for each faction, and for cards of several or
//! none, as keep the averages. Of all ways to share them out this takes the most random one: sets of cards are as
//! likely as the product of their cards' weights (conditional Poisson sampling), with the weights found once, when
//! the sheet is read. A pack then draws how many cards each group gives, and those cards evenly.

use catalog::game::Mask;
use catalog::{CardIx, GameData};

use crate::rng::Dice;

/// 32 bits of chance.
const WHOLE: f64 = 4_294_967_296.0;

/// Why cards cannot be shared out among factions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum SpreadError {
    /// A slot that draws otherwise than from one sheet of single cards.
    #[error(
        "a slot that spreads draws from one sheet of single cards that a pack holds at most once, \
         and that go back after each pack"
    )]
    Slot,
    /// Nothing to share out among.
    #[error("no card of the sheet has a faction")]
    NoFaction,
    /// Fewer cards than factions.
    #[error("{count} cards cannot hold one of each of {factions} factions")]
    Few {
        /// Cards of the slot.
        count: u32,
        /// Factions of the sheet.
        factions: u32,
    },
    /// A group whose cards would come more often than the others.
    #[error("{name} has {of} of the {all} cards: one in each pack of {count} would come more often than the others")]
    Rare {
        /// The group's name.
        name: String,
        /// Its cards.
        of: usize,
        /// Cards of the sheet.
        all: u32,
        /// Cards of the slot.
        count: u32,
    },
}

/// How the cards of a slot are shared out among factions.
#[derive(Debug, Clone)]
pub(super) struct Spread {
    groups: Vec<Group>,
    count: u32,
}

/// The cards of one faction, or those of several or none.
#[derive(Debug, Clone)]
struct Group {
    name: String,
    cards: Vec<CardIx>,
    /// 1 for a faction.
    least: u32,
    /// With `r` cards left to share out beyond the least: `[r][k]` is the chance, in parts of 2³², that this group
    /// gives more than `k` of them.
    more: Vec<Vec<u32>>,
}

impl Spread {
    /// Shares `count` cards out among the factions of `cards`.
    ///
    /// # Errors
    /// Why that is not possible.
    pub fn new(cards: &[CardIx], game: &GameData, count: u32) -> Result<Spread, SpreadError> {
        let of = |f: usize| -> Vec<CardIx> {
            cards.iter().copied().filter(|c| game.card(*c).factions == (1 as Mask) << f).collect()
        };
        let factions = game.factions.iter().enumerate().map(|(f, faction)| (faction.name.clone(), of(f), 1));
        let mut groups: Vec<(String, Vec<CardIx>, u32)> = factions.filter(|(_, cards, _)| !cards.is_empty()).collect();
        let least = groups.len() as u32;
        if least == 0 {
            return Err(SpreadError::NoFaction);
        }
        if count < least {
            return Err(SpreadError::Few { count, factions: least });
        }
        let others: Vec<CardIx> = cards.iter().copied().filter(|c| game.card(*c).factions.count_ones() != 1).collect();
        if !others.is_empty() {
            groups.push(("several or none".into(), others, 0));
        }
        let all = cards.len() as u32;
        if let Some((name, of, _)) = groups.iter().find(|(_, of, least)| count * (of.len() as u32) < all * least) {
            return Err(SpreadError::Rare { name: name.clone(), of: of.len(), all, count });
        }
        let sizes: Vec<(u32, u32)> = groups.iter().map(|(_, cards, least)| (cards.len() as u32, *least)).collect();
        let more = shares(&sizes, count);
        let groups = groups.into_iter().zip(more);
        let groups = groups.map(|((name, cards, least), more)| Group { name, cards, least, more }).collect();
        Ok(Spread { groups, count })
    }

    /// Draws the cards of the slot.
    pub fn fill<D: Dice>(&self, dice: &mut D, pack: &mut Vec<CardIx>) {
        let mut left = self.count - self.groups.iter().map(|g| g.least).sum::<u32>();
        for group in &self.groups {
            let row = &group.more[left as usize];
            let mut extra = 0;
            if !row.is_empty() {
                let roll = dice.next_u32();
                extra = row.iter().take_while(|more| roll < **more).count() as u32;
            }
            left -= extra;
            let start = pack.len();
            for _ in 0..group.least + extra {
                loop {
                    let card = group.cards[dice.below(group.cards.len() as u32) as usize];
                    if !pack[start..].contains(&card) {
                        pack.push(card);
                        break;
                    }
                }
            }
        }
    }

    /// The groups: name, cards, and how likely it is that a pack holds none of them, one, two …; exactly what
    /// [`Spread::fill`] draws, with its chances in whole parts of 2³².
    pub fn groups(&self) -> impl Iterator<Item = (&str, &[CardIx], Vec<f64>)> {
        let rest = self.count - self.groups.iter().map(|g| g.least).sum::<u32>();
        // How likely it is that so many cards are left for the groups from here on.
        let mut left = vec![0.0; rest as usize + 1];
        left[rest as usize] = 1.0;
        self.groups.iter().map(move |group| {
            let mut gives = vec![0.0; (group.least + rest) as usize + 1];
            let mut next = vec![0.0; left.len()];
            for (r, chance) in left.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                let more = &group.more[r];
                let above = |k: usize| more.get(k).map_or(0.0, |m| f64::from(*m) / WHOLE);
                for k in 0..=more.len().min(r) {
                    let exactly = if k == 0 { 1.0 - above(0) } else { above(k - 1) - above(k) };
                    gives[group.least as usize + k] += chance * exactly;
                    next[r - k] += chance * exactly;
                }
            }
            left = next;
            (group.name.as_str(), &group.cards[..], gives)
        })
    }
}

/// The tables `more` of groups of `(cards, least)`.
fn shares(sizes: &[(u32, u32)], count: u32) -> Vec<Vec<Vec<u32>>> {
    let all: u32 = sizes.iter().map(|(n, _)| n).sum();
    let rest = (count - sizes.iter().map(|(_, least)| least).sum::<u32>()) as usize;
    // How many cards beyond the least each group gives on average.
    let mean = |(n, least): (u32, u32)| f64::from(count * n) / f64::from(all) - f64::from(least);
    let free: Vec<u32> = sizes.iter().map(|(n, least)| n - least).collect();
    let mut weights: Vec<f64> = sizes.iter().map(|s| if mean(*s) > 1e-12 { 1.0 } else { 0.0 }).collect();
    // Each round moves the averages nearer to what they should be. A slot that takes all cards needs no weights.
    for _ in 0..if count < all { ROUNDS } else { 0 } {
        let found = means(&free, &weights, rest);
        let mut off: f64 = 0.0;
        for ((weight, size), found) in weights.iter_mut().zip(sizes).zip(found).filter(|(_, found)| *found > 0.0) {
            off = off.max((mean(*size) - found).abs());
            *weight *= mean(*size) / found;
        }
        if off < 1e-11 {
            break;
        }
    }
    let after = tails(&free, &weights, rest);
    let table = |g: usize| -> Vec<Vec<u32>> {
        (0..=rest)
            .map(|r| {
                let ways: Vec<f64> = (0..=r).map(|k| term(free[g], weights[g], k) * after[g + 1][r - k]).collect();
                let sum: f64 = ways.iter().sum();
                let last = ways.iter().rposition(|w| *w > 0.0).unwrap_or(0);
                // Whatever rounding does, a group never gives more than it has, nor leaves more than others can take.
                let first = ways.iter().position(|w| *w > 0.0).unwrap_or(0);
                let above = |k: usize| ways[k + 1..].iter().sum::<f64>() / sum;
                let part = |k: usize| if k < first { u32::MAX } else { (above(k) * WHOLE).min(WHOLE - 1.0) as u32 };
                (0..last).map(part).collect()
            })
            .collect()
    };
    (0..sizes.len()).map(table).collect()
}

/// Rounds that bring the weights near enough for any sheet that was ever printed; most need ten.
const ROUNDS: usize = 2_000;

/// The weight of all ways to take `k` of `n` cards of weight `w`.
fn term(n: u32, w: f64, k: usize) -> f64 {
    if k as u32 > n {
        return 0.0;
    }
    (0..k).fold(1.0, |product, i| product * w * f64::from(n - i as u32) / (i + 1) as f64)
}

/// `[g][r]`: the weight of all ways in which the groups from `g` on give `r` cards.
fn tails(free: &[u32], weights: &[f64], rest: usize) -> Vec<Vec<f64>> {
    let mut after = vec![vec![0.0; rest + 1]; free.len() + 1];
    after[free.len()][0] = 1.0;
    for g in (0..free.len()).rev() {
        for r in 0..=rest {
            after[g][r] = (0..=r).map(|k| term(free[g], weights[g], k) * after[g + 1][r - k]).sum();
        }
    }
    after
}

/// How many cards each group gives on average.
fn means(free: &[u32], weights: &[f64], rest: usize) -> Vec<f64> {
    let after = tails(free, weights, rest);
    let mut left = vec![0.0; rest + 1];
    left[rest] = 1.0;
    let mut means = Vec::with_capacity(free.len());
    for g in 0..free.len() {
        let (mut mean, mut next) = (0.0, vec![0.0; rest + 1]);
        for r in (0..=rest).filter(|r| left[*r] > 0.0) {
            for k in 0..=r {
                let chance = left[r] * term(free[g], weights[g], k) * after[g + 1][r - k] / after[g][r];
                mean += chance * k as f64;
                next[r - k] += chance;
            }
        }
        means.push(mean);
        left = next;
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_gives_its_share_and_at_least_its_least() {
        let cases: [(&[(u32, u32)], u32); 5] = [
            (&[(20, 1), (20, 1), (20, 1), (20, 1), (20, 1), (15, 0)], 11),
            (&[(8, 1), (8, 1), (8, 1), (8, 1), (8, 1), (3, 0)], 11),
            (&[(3, 1), (3, 1)], 4),
            (&[(2, 1), (5, 1), (1, 0)], 5),
            (&[(4, 1), (4, 1)], 8),
        ];
        for (sizes, count) in cases {
            let all: u32 = sizes.iter().map(|(n, _)| n).sum();
            let groups = sizes.iter().zip(shares(sizes, count)).map(|((n, least), more)| Group {
                name: String::new(),
                cards: vec![CardIx(0); *n as usize],
                least: *least,
                more,
            });
            let spread = Spread { groups: groups.collect(), count };
            let mut total = 0.0;
            for ((n, least), (_, _, gives)) in sizes.iter().zip(spread.groups()) {
                let mean: f64 = gives.iter().enumerate().map(|(k, p)| k as f64 * p).sum();
                let expected = f64::from(count * n) / f64::from(all);
                assert!((mean - expected).abs() < 1e-7, "{sizes:?}: {mean} instead of {expected}");
                assert!(gives[..*least as usize].iter().all(|p| *p == 0.0));
                assert!(gives.iter().skip(*n as usize + 1).all(|p| *p == 0.0), "{sizes:?}: {gives:?}");
                total += mean;
            }
            assert!((total - f64::from(count)).abs() < 1e-7);
        }
    }
}
