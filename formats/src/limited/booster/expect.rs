//! What packs hold, computed: how many cards of each group a pack has and how likely each number is, and with it how
//! often each card comes (as-fan). Nothing here is sampled.

use std::collections::HashMap;

use catalog::CardIx;

use super::{BoosterSheet, BoosterSlot, EvenOver, Product, Replacement};

/// Most states in which the draws from a sheet with weights are followed.
const STATES: usize = 50_000;

/// What packs of a product hold.
#[derive(Debug, Clone)]
pub struct ExpectedContents {
    /// Cards that nothing tells apart, in the order of the sheets.
    pub groups: Vec<PackGroup>,
    /// Packs that depend on each other: [`Product::unit`].
    pub unit: u32,
    fans: HashMap<CardIx, f64>,
}

/// Cards of a sheet that nothing tells apart: each is as likely as any other, alone and together.
#[derive(Debug, Clone)]
pub struct PackGroup {
    /// Position of the sheet.
    pub sheet: usize,
    /// Id of the sheet; with the faction if the sheet is spread, and the number of copies if they differ.
    pub name: String,
    /// The cards.
    pub cards: Vec<CardIx>,
    /// Copies of each on the sheet.
    pub copies: u32,
    /// How likely it is that a pack holds none of them, one, two …; absent if that is not computed.
    pub in_pack: Option<Vec<f64>>,
    /// How many a pack holds on average; if `in_pack` is absent, only nearly.
    pub mean: f64,
    /// As `in_pack`, for the packs of a unit together.
    pub in_unit: Option<Vec<f64>>,
    /// In a unit: the variance of a card's copies less their covariance with those of another card of the group.
    /// Absent if that is not computed.
    pub scatter: Option<f64>,
}

impl ExpectedContents {
    /// What packs of a product hold.
    pub fn new(product: &Product) -> ExpectedContents {
        let unit = product.unit();
        let groups: Vec<PackGroup> = (0..product.sheets.len()).flat_map(|at| groups(product, at, unit)).collect();
        let fan = |g: &PackGroup| g.mean / g.cards.len() as f64;
        let fans = groups.iter().flat_map(|g| g.cards.iter().map(move |c| (*c, fan(g)))).collect();
        ExpectedContents { groups, unit, fans }
    }

    /// How many copies of a card a pack holds on average.
    pub fn as_fan(&self, card: CardIx) -> f64 {
        self.fans.get(&card).copied().unwrap_or(0.0)
    }
}

impl PackGroup {
    /// How likely it is that a pack holds one of them or more, if that is computed.
    pub fn any(&self) -> Option<f64> {
        self.in_pack.as_ref().map(|chances| 1.0 - chances[0])
    }
}

/// The mean of a distribution over 0, 1, 2 …
pub(super) fn mean(chances: &[f64]) -> f64 {
    chances.iter().enumerate().map(|(k, p)| k as f64 * p).sum()
}

fn groups(product: &Product, at: usize, unit: u32) -> Vec<PackGroup> {
    let sheet = &product.sheets[at];
    if sheet.cards.is_empty() {
        return Vec::new();
    }
    if let Some(spread) = &sheet.spread {
        let group = |(name, cards, in_pack): (&str, &[CardIx], Vec<f64>)| {
            let name = format!("{}, {name}", sheet.id);
            finish(product, at, name, cards.to_vec(), 1, Some(in_pack), unit)
        };
        return spread.groups().map(group).collect();
    }
    let mut by_copies: Vec<(u32, Vec<CardIx>)> = Vec::new();
    for (card, copies) in sheet.cards.iter().zip(&sheet.counts) {
        match by_copies.iter_mut().find(|(n, _)| n == copies) {
            Some((_, cards)) => cards.push(*card),
            None => by_copies.push((*copies, vec![*card])),
        }
    }
    by_copies.sort_by_key(|(copies, _)| *copies);
    let draws = draws_in_pack(product, at);
    let sizes: Vec<(u32, u32)> = by_copies.iter().map(|(copies, cards)| (cards.len() as u32, *copies)).collect();
    let given = given(sheet, &sizes, &by_copies, draws.len() - 1);
    let several = by_copies.len() > 1;
    let group = |(g, (copies, cards)): (usize, (u32, Vec<CardIx>))| {
        let name = if several { format!("{}, {copies} copies each", sheet.id) } else { sheet.id.clone() };
        let in_pack = given.as_ref().map(|given| mix(&draws, |m| given[m][g].clone()));
        finish(product, at, name, cards, copies, in_pack, unit)
    };
    by_copies.into_iter().enumerate().map(group).collect()
}

fn finish(
    product: &Product,
    at: usize,
    name: String,
    cards: Vec<CardIx>,
    copies: u32,
    in_pack: Option<Vec<f64>>,
    unit: u32,
) -> PackGroup {
    let sheet = &product.sheets[at];
    let share = f64::from(copies) * cards.len() as f64 / sheet.copies.len() as f64;
    let nearly = || mean(&draws_in_pack(product, at)) * share;
    let mut group = PackGroup {
        sheet: at,
        name,
        mean: in_pack.as_ref().map_or_else(nearly, |chances| mean(chances)),
        in_unit: None,
        scatter: None,
        cards,
        copies,
        in_pack,
    };
    // Where a run is cut says all about it, and is looked at instead.
    if !sheet.run {
        group.in_unit = in_unit(product, at, &group, unit);
        group.scatter = scatter(product, at, &group, unit);
    }
    group
}

fn in_unit(product: &Product, at: usize, group: &PackGroup, unit: u32) -> Option<Vec<f64>> {
    let sheet = &product.sheets[at];
    let alone = group.cards.len() == sheet.cards.len();
    let even = product.slots.iter().any(|s| s.even.is_some() && s.of.iter().any(|(of, _)| *of == at));
    if unit == 1 {
        group.in_pack.clone()
    } else if alone {
        Some(draws_in(product, at, unit))
    } else if !even && !matches!(sheet.back, Replacement::Box | Replacement::Case | Replacement::Never) {
        group.in_pack.as_ref().map(|in_pack| repeated(in_pack, unit))
    } else {
        None
    }
}

fn scatter(product: &Product, at: usize, group: &PackGroup, unit: u32) -> Option<f64> {
    let (sheet, n) = (&product.sheets[at], group.cards.len() as f64);
    let in_pack = group.in_pack.as_ref()?;
    // Of `k` different cards out of `n`, each is one of them with the chance k/n.
    let different = |chances: &[f64]| -> f64 {
        let share = |(k, p): (usize, &f64)| p * (k as f64 / n) * (1.0 - k as f64 / n);
        chances.iter().enumerate().map(share).sum::<f64>() * n / (n - 1.0)
    };
    let single = sheet.cards.len() == sheet.copies.len();
    let period = product.period(sheet);
    match sheet.back {
        _ if n < 2.0 => None,
        Replacement::Draw => Some(f64::from(unit) * group.mean / n),
        Replacement::Pack if sheet.unique => Some(f64::from(unit) * different(in_pack)),
        _ if single => Some(f64::from(unit / period) * different(&draws_in(product, at, period))),
        _ if !sheet.unique => {
            let (all, w) = (sheet.copies.len() as f64, f64::from(group.copies));
            let of = |(m, p): (usize, f64)| p * m as f64 * w / all * (all - m as f64) / (all - 1.0);
            let sum: f64 = draws_in(product, at, period).into_iter().enumerate().map(of).sum();
            Some(f64::from(unit / period) * sum)
        }
        _ => None,
    }
}

/// How likely each number of draws from a sheet is in a pack.
fn draws_in_pack(product: &Product, at: usize) -> Vec<f64> {
    if product.layouts.is_empty() {
        return draws_in_layout(product, at, 0);
    }
    let all: u32 = product.layouts.iter().map(|layout| layout.weight).sum();
    let chances: Vec<f64> = product.layouts.iter().map(|layout| f64::from(layout.weight) / f64::from(all)).collect();
    mix(&chances, |layout| draws_in_layout(product, at, layout))
}

fn draws_in_layout(product: &Product, at: usize, layout: usize) -> Vec<f64> {
    product.slots_of(layout).fold(vec![1.0], |all, slot| {
        let (weight, weights) = share(slot, at);
        let of_slot = match slot.even {
            _ if weight == 0 => vec![1.0],
            None => binomial(slot.count, f64::from(weight) / f64::from(weights)),
            Some(even) => {
                // Any `count` draws out of a plan that has so many from this sheet.
                let planned = product.even(even) * slot.count;
                let plan = floor_or_ceil(planned, weight, weights);
                mix(&plan, |hits| hypergeometric(planned, hits as u32, slot.count))
            }
        };
        added(&all, &of_slot)
    })
}

/// The same for a number of packs that begin where boxes begin.
fn draws_in(product: &Product, at: usize, packs: u32) -> Vec<f64> {
    if !product.layouts.is_empty() {
        // Nothing is spread over their boxes.
        return repeated(&draws_in_pack(product, at), packs);
    }
    product.slots.iter().fold(vec![1.0], |all, slot| {
        let (weight, weights) = share(slot, at);
        let of_slot = match slot.even.map(|e: EvenOver| product.even(e)) {
            _ if weight == 0 => vec![1.0],
            Some(period) if period <= packs => {
                repeated(&floor_or_ceil(period * slot.count, weight, weights), packs / period)
            }
            Some(period) => {
                let planned = period * slot.count;
                mix(&floor_or_ceil(planned, weight, weights), |hits| {
                    hypergeometric(planned, hits as u32, packs * slot.count)
                })
            }
            None => binomial(slot.count * packs, f64::from(weight) / f64::from(weights)),
        };
        added(&all, &of_slot)
    })
}

/// The weight of a sheet in a slot, and all weights.
fn share(slot: &BoosterSlot, at: usize) -> (u32, u32) {
    let weight = slot.of.iter().filter(|(of, _)| *of == at).map(|(_, w)| w).sum();
    (weight, slot.of.iter().map(|(_, w)| w).sum())
}

/// `[draws][group]`: how likely each number of cards of a group is after so many draws in one pack. Absent if that
/// is not computed.
fn given(
    sheet: &BoosterSheet,
    sizes: &[(u32, u32)],
    by_copies: &[(u32, Vec<CardIx>)],
    most: usize,
) -> Option<Vec<Vec<Vec<f64>>>> {
    let all = sheet.copies.len() as u32;
    if sheet.run {
        return Some((0..=most).map(|m| by_copies.iter().map(|(_, cards)| cut(sheet, cards, m)).collect()).collect());
    }
    if let [_] = sizes {
        let exactly = |m: usize| vec![(0..=m).map(|k| if k == m { 1.0 } else { 0.0 }).collect()];
        return Some((0..=most).map(exactly).collect());
    }
    match (sheet.unique, sheet.back) {
        (true, Replacement::Pack) => successive(sizes, most),
        (true, _) => None,
        (false, Replacement::Draw) => {
            let of = |m: usize, (n, w): (u32, u32)| binomial(m as u32, f64::from(n * w) / f64::from(all));
            Some((0..=most).map(|m| sizes.iter().map(|s| of(m, *s)).collect()).collect())
        }
        (false, _) => {
            let of = |m: usize, (n, w): (u32, u32)| hypergeometric(all, n * w, m as u32);
            Some((0..=most).map(|m| sizes.iter().map(|s| of(m, *s)).collect()).collect())
        }
    }
}

/// Cards of `cards` among `m` neighbours of a run, which may begin anywhere.
fn cut(sheet: &BoosterSheet, cards: &[CardIx], m: usize) -> Vec<f64> {
    let len = sheet.copies.len();
    let mut chances = vec![0.0; m + 1];
    for start in 0..len {
        let held = (0..m).filter(|i| cards.contains(&sheet.copies[(start + i) % len])).count();
        chances[held] += 1.0 / len as f64;
    }
    chances
}

/// Draws without return, each card of a group `(cards, copies)` as likely as it has copies: followed draw by draw
/// over how many cards each group has given.
fn successive(sizes: &[(u32, u32)], most: usize) -> Option<Vec<Vec<Vec<f64>>>> {
    let mut states: HashMap<Vec<u32>, f64> = HashMap::from([(vec![0; sizes.len()], 1.0)]);
    let mut given = Vec::with_capacity(most + 1);
    for m in 0..=most {
        let mut now = vec![vec![0.0; m + 1]; sizes.len()];
        let mut next: HashMap<Vec<u32>, f64> = HashMap::new();
        // In order, so that sums of fractions come out the same everywhere.
        let mut sorted: Vec<(Vec<u32>, f64)> = states.into_iter().collect();
        sorted.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        for (state, chance) in sorted {
            let left = |g: usize| f64::from((sizes[g].0 - state[g]) * sizes[g].1);
            let all: f64 = (0..sizes.len()).map(left).sum();
            for (g, given) in state.iter().enumerate() {
                now[g][*given as usize] += chance;
                if left(g) > 0.0 {
                    let mut after = state.clone();
                    after[g] += 1;
                    *next.entry(after).or_default() += chance * left(g) / all;
                }
            }
        }
        if next.len() > STATES {
            return None;
        }
        given.push(now);
        states = next;
    }
    Some(given)
}

/// The mixture of distributions.
fn mix(chances: &[f64], of: impl Fn(usize) -> Vec<f64>) -> Vec<f64> {
    let mut mixed = Vec::new();
    for (m, chance) in chances.iter().enumerate().filter(|(_, c)| **c > 0.0) {
        let part = of(m);
        mixed.resize(mixed.len().max(part.len()), 0.0);
        mixed.iter_mut().zip(part).for_each(|(sum, p)| *sum += chance * p);
    }
    mixed
}

/// The distribution of a sum.
fn added(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; a.len() + b.len() - 1];
    for (i, p) in a.iter().enumerate() {
        for (j, q) in b.iter().enumerate() {
            sum[i + j] += p * q;
        }
    }
    sum
}

/// The distribution of a sum of `n` of the same kind, by doubling.
fn repeated(one: &[f64], mut n: u32) -> Vec<f64> {
    let (mut all, mut power) = (vec![1.0], one.to_vec());
    while n > 0 {
        if n % 2 == 1 {
            all = added(&all, &power);
        }
        n /= 2;
        if n > 0 {
            power = added(&power, &power);
        }
    }
    all
}

fn binomial(n: u32, p: f64) -> Vec<f64> {
    repeated(&[1.0 - p, p], n)
}

/// Hits among `drawn` of `all` of which `hits` are some, draw by draw.
fn hypergeometric(all: u32, hits: u32, drawn: u32) -> Vec<f64> {
    let mut chances = vec![1.0];
    for i in 0..drawn {
        let mut next = vec![0.0; chances.len() + 1];
        for (k, p) in chances.iter().enumerate() {
            let hit = f64::from(hits.saturating_sub(k as u32)) / f64::from(all - i);
            next[k + 1] += p * hit;
            next[k] += p * (1.0 - hit);
        }
        chances = next;
    }
    chances
}

/// The share `weight / weights` of `n`, rounded down or up so that the mean is exact.
fn floor_or_ceil(n: u32, weight: u32, weights: u32) -> Vec<f64> {
    let (n, weight, weights) = (u64::from(n), u64::from(weight), u64::from(weights));
    let floor = (n * weight / weights) as usize;
    let above = (n * weight % weights) as f64 / weights as f64;
    let mut chances = vec![0.0; floor + 2];
    chances[floor] = 1.0 - above;
    chances[floor + 1] = above;
    chances
}
