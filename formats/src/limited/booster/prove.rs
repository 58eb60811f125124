//! Packs against what was computed: promises that no pack may break, and chi-square tests of all that is chance.
//!
//! For each group of [`super::expect`] two questions together say that every card comes as often as it should: how
//! many of the group are in a unit (a pack, or a box where packs depend on each other), and whether its cards share
//! these evenly. The second takes into account that a pack does not hold a card twice, so that the statistic has the
//! distribution it is compared with. A run is asked where it is cut. With several tests each must pass a part of the
//! threshold (Bonferroni), so that all together fail sound packs no more often than the threshold says.

use std::collections::BTreeMap;

use catalog::CardIx;
use statrs::function::gamma::gamma_ur;

use super::event_packs::Stock;
use super::expect::ExpectedContents;
use super::{Product, Replacement};
use crate::rng::Seed;

/// Fewest packs expected of a kind that is counted for itself; rarer kinds are counted together.
const FEWEST: f64 = 5.0;

/// Opens so many packs as an event does, and looks at them. Sound packs fail with the chance `threshold`.
pub fn prove(product: &Product, expected: &ExpectedContents, packs: u32, seed: Seed, threshold: f64) -> Proof {
    let (mut prover, mut stock) = (Prover::new(product, expected), Stock::new(product, seed));
    let mut pack = Vec::new();
    for number in 0..packs {
        stock.open(u64::from(number), &mut pack);
        prover.note(&pack);
    }
    prover.finish(threshold)
}

/// Looks at packs, one after the other, as they come out of an [`super::Opener`].
pub struct Prover<'a> {
    product: &'a Product,
    expected: &'a ExpectedContents,
    packs: u64,
    /// By position of the card in its game.
    cards: Vec<Tally>,
    groups: Vec<Histogram>,
    /// By position of the sheet, for runs: what was cut since the run began anywhere, and how often which place came.
    runs: Vec<(Vec<CardIx>, BTreeMap<usize, u64>)>,
    periods: Vec<u32>,
    broken: BTreeMap<String, u64>,
}

#[derive(Clone, Default)]
struct Tally {
    group: Option<usize>,
    seen: u64,
    /// The last pack with this card, from 1.
    pack: u64,
    /// The last period of its sheet with this card, from 1, and its copies there.
    period: (u64, u32),
}

/// How often a pack, or a unit, held none of a group, one, two …
#[derive(Default)]
struct Histogram {
    pack: Vec<u64>,
    unit: Vec<u64>,
    in_this_pack: usize,
    in_this_unit: usize,
}

/// What came of a look at packs.
#[derive(Debug, Clone, PartialEq)]
pub struct Proof {
    /// Packs looked at.
    pub packs: u64,
    /// What was found of each group, in the order of [`ExpectedContents::groups`].
    pub groups: Vec<ObservedGroup>,
    /// The tests.
    pub tests: Vec<PackTest>,
    /// Tests that need more packs.
    pub untested: Vec<String>,
    /// Promises that packs broke, with how often.
    pub broken: Vec<(String, u64)>,
    /// How often sound packs may fail all tests together.
    pub threshold: f64,
}

/// What was found of a group.
#[derive(Debug, Clone, PartialEq)]
pub struct ObservedGroup {
    /// Cards of the group in a pack, on average.
    pub mean: f64,
    /// Packs with one of them or more, as a share.
    pub any: f64,
    /// How many of each card there were, in the order of the group.
    pub cards: Vec<u64>,
}

/// A chi-square test.
#[derive(Debug, Clone, PartialEq)]
pub struct PackTest {
    /// Name of the group or sheet.
    pub of: String,
    /// What was asked.
    pub asks: TestQuestion,
    /// The statistic.
    pub chi_square: f64,
    /// Degrees of freedom.
    pub freedom: u32,
    /// How often sound packs come out so uneven, or more.
    pub p: f64,
}

/// What a test asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestQuestion {
    /// How many cards of the group there are.
    Number,
    /// Whether each card of the group comes as often as the others.
    Evenness,
    /// Whether the run is cut at each place equally often.
    Cut,
}

impl Proof {
    /// What a single test has to reach.
    pub fn bar(&self) -> f64 {
        self.threshold / self.tests.len().max(1) as f64
    }

    /// Whether the packs are what was computed. Without any test nothing is shown.
    pub fn holds(&self) -> bool {
        self.broken.is_empty() && !self.tests.is_empty() && self.tests.iter().all(|t| t.p >= self.bar())
    }
}

impl<'a> Prover<'a> {
    /// Has seen no pack yet.
    pub fn new(product: &'a Product, expected: &'a ExpectedContents) -> Prover<'a> {
        let most = product.sheets.iter().flat_map(|s| &s.cards).map(|c| c.at() + 1).max().unwrap_or(0);
        let mut cards = vec![Tally::default(); most];
        for (at, group) in expected.groups.iter().enumerate() {
            group.cards.iter().for_each(|c| cards[c.at()].group = Some(at));
        }
        Prover {
            product,
            expected,
            packs: 0,
            cards,
            groups: expected.groups.iter().map(|_| Histogram::default()).collect(),
            runs: product.sheets.iter().map(|_| (Vec::new(), BTreeMap::new())).collect(),
            periods: product.sheets.iter().map(|s| product.period(s)).collect(),
            broken: BTreeMap::new(),
        }
    }

    /// Looks at the next pack.
    pub fn note(&mut self, pack: &[CardIx]) {
        self.packs += 1;
        if pack.len() != self.product.size() as usize {
            self.breaks(format!("a pack has {} cards", self.product.size()));
        }
        for card in pack {
            self.note_card(*card);
        }
        let unit_ends = self.packs.is_multiple_of(u64::from(self.expected.unit));
        for group in &mut self.groups {
            count(&mut group.pack, group.in_this_pack);
            group.in_this_unit += std::mem::take(&mut group.in_this_pack);
            if unit_ends {
                count(&mut group.unit, std::mem::take(&mut group.in_this_unit));
            }
        }
        for at in 0..self.runs.len() {
            if self.product.sheets[at].run && self.packs.is_multiple_of(u64::from(self.periods[at])) {
                self.note_run(at);
            }
        }
    }

    fn note_card(&mut self, card: CardIx) {
        let Some((tally, at)) = self.cards.get_mut(card.at()).and_then(|t| t.group.map(|g| (t, g))) else {
            return self.breaks("a pack has only cards of the sheets".into());
        };
        let group = &self.expected.groups[at];
        let sheet = &self.product.sheets[group.sheet];
        tally.seen += 1;
        self.groups[at].in_this_pack += 1;
        let twice = std::mem::replace(&mut tally.pack, self.packs) == self.packs;
        let period = (self.packs - 1) / u64::from(self.periods[group.sheet]) + 1;
        tally.period = if tally.period.0 == period { (period, tally.period.1 + 1) } else { (period, 1) };
        let too_many = !sheet.run && sheet.back != Replacement::Draw && tally.period.1 > group.copies;
        if sheet.run {
            self.runs[group.sheet].0.push(card);
        }
        if sheet.unique && twice {
            self.breaks(format!("a pack holds each card of `{}` once", sheet.id));
        } else if too_many {
            self.breaks(format!("cards of `{}` come no more often than they have copies", sheet.id));
        }
    }

    fn note_run(&mut self, at: usize) {
        let run = &self.product.sheets[at].copies;
        let cards = std::mem::take(&mut self.runs[at].0);
        match (0..run.len()).find(|start| lies_at(run, *start, &cards)) {
            Some(start) => *self.runs[at].1.entry(start).or_default() += 1,
            None => self.breaks(format!("cards of the run `{}` lie side by side", self.product.sheets[at].id)),
        }
        self.runs[at].0 = cards;
        self.runs[at].0.clear();
    }

    fn breaks(&mut self, promise: String) {
        *self.broken.entry(promise).or_default() += 1;
    }

    /// What came of it. Sound packs fail with the chance `threshold`.
    pub fn finish(mut self, threshold: f64) -> Proof {
        let units = self.packs / u64::from(self.expected.unit);
        let (mut tests, mut untested) = (Vec::new(), Vec::new());
        let mut add = |of: &str, asks: TestQuestion, fit: Option<(f64, u32)>| match fit {
            Some((chi_square, freedom)) => {
                let p = if chi_square > 0.0 { gamma_ur(f64::from(freedom) / 2.0, chi_square / 2.0) } else { 1.0 };
                tests.push(PackTest { of: of.to_owned(), asks, chi_square, freedom, p });
            }
            None => untested.push(format!("{of}: {}", asks.label())),
        };
        let mut broken = Vec::new();
        for (group, counted) in self.expected.groups.iter().zip(&self.groups) {
            if let Some(chances) = &group.in_unit {
                let impossible = |(k, n): (usize, &u64)| *n > 0 && chances.get(k).is_none_or(|p| *p == 0.0);
                if counted.unit.iter().enumerate().any(impossible) {
                    broken.push(format!("packs hold so many of `{}` as they can", group.name));
                } else if chances.iter().filter(|p| **p > 0.0).count() > 1 {
                    add(&group.name, TestQuestion::Number, fit(&counted.unit, chances, units));
                }
            }
            if let Some(scatter) = group.scatter {
                let seen: Vec<u64> = group.cards.iter().map(|c| self.cards[c.at()].seen).collect();
                if scatter > 1e-12 {
                    let few = group.mean / seen.len() as f64 * (self.packs as f64) < FEWEST;
                    let fit = evenness(&seen, units as f64 * scatter);
                    add(&group.name, TestQuestion::Evenness, (!few).then_some(fit));
                } else if self.packs.is_multiple_of(u64::from(self.expected.unit)) && seen.iter().any(|n| *n != seen[0])
                {
                    broken.push(format!("each card of `{}` comes as often as the others", group.name));
                }
            }
        }
        for (sheet, (_, starts)) in self.product.sheets.iter().zip(&self.runs).filter(|(s, _)| s.run) {
            add(&sheet.id, TestQuestion::Cut, cuts(&sheet.copies, self.drawn(sheet.id.as_str()), starts));
        }
        broken.into_iter().for_each(|promise| self.breaks(promise));
        let groups = self.expected.groups.iter().zip(&self.groups).map(|(group, counted)| ObservedGroup {
            mean: counted.pack.iter().enumerate().map(|(k, n)| k as f64 * *n as f64).sum::<f64>() / self.packs as f64,
            any: 1.0 - counted.pack.first().copied().unwrap_or(0) as f64 / self.packs as f64,
            cards: group.cards.iter().map(|c| self.cards[c.at()].seen).collect(),
        });
        Proof {
            packs: self.packs,
            groups: groups.collect(),
            tests,
            untested,
            broken: self.broken.into_iter().collect(),
            threshold,
        }
    }

    /// How many cards a run gives between two places where it begins anywhere, if that is always the same.
    fn drawn(&self, sheet: &str) -> Option<usize> {
        let at = self.product.sheets.iter().position(|s| s.id == sheet)?;
        let of_run = |s: &&super::BoosterSlot| s.of.iter().any(|(of, _)| *of == at);
        let slots: Vec<&super::BoosterSlot> = self.product.slots.iter().filter(of_run).collect();
        let always = slots.iter().all(|s| s.of.len() == 1);
        always.then(|| (slots.iter().map(|s| s.count).sum::<u32>() * self.periods[at]) as usize)
    }
}

impl TestQuestion {
    /// The question in words.
    pub fn label(self) -> &'static str {
        match self {
            TestQuestion::Number => "how many",
            TestQuestion::Evenness => "each as often",
            TestQuestion::Cut => "cut anywhere",
        }
    }
}

fn count(histogram: &mut Vec<u64>, held: usize) {
    if histogram.len() <= held {
        histogram.resize(held + 1, 0);
    }
    histogram[held] += 1;
}

fn lies_at(run: &[CardIx], start: usize, cards: &[CardIx]) -> bool {
    cards.iter().enumerate().all(|(i, card)| run[(start + i) % run.len()] == *card)
}

/// Chi-square of what was seen against the chances, and its degrees of freedom. Neighbours that are rare are counted
/// together; absent if that leaves only one kind.
fn fit(seen: &[u64], chances: &[f64], of: u64) -> Option<(f64, u32)> {
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let (mut some_seen, mut some_expected) = (0.0, 0.0);
    for (k, chance) in chances.iter().enumerate() {
        some_seen += seen.get(k).copied().unwrap_or(0) as f64;
        some_expected += chance * of as f64;
        if some_expected >= FEWEST {
            cells.push((std::mem::take(&mut some_seen), std::mem::take(&mut some_expected)));
        }
    }
    let last = cells.last_mut()?;
    *last = (last.0 + some_seen, last.1 + some_expected);
    let chi_square = cells.iter().map(|(seen, expected)| (seen - expected).powi(2) / expected).sum();
    (cells.len() > 1).then_some((chi_square, cells.len() as u32 - 1))
}

/// Chi-square of cards that should come equally often, each with this variance (less its covariance with others).
fn evenness(seen: &[u64], variance: f64) -> (f64, u32) {
    let mean = seen.iter().sum::<u64>() as f64 / seen.len() as f64;
    let squares: f64 = seen.iter().map(|n| (*n as f64 - mean).powi(2)).sum();
    (squares / variance, seen.len() as u32 - 1)
}

/// Chi-square of the places where a run was cut. Places from which the cards look the same count as the first.
fn cuts(run: &[CardIx], drawn: Option<usize>, starts: &BTreeMap<usize, u64>) -> Option<(f64, u32)> {
    let drawn = drawn?;
    let mut chances = vec![0.0; run.len()];
    for start in 0..run.len() {
        let cards: Vec<CardIx> = (0..drawn.min(run.len())).map(|i| run[(start + i) % run.len()]).collect();
        let first = (0..=start).find(|s| lies_at(run, *s, &cards)).unwrap_or(start);
        chances[first] += 1.0 / run.len() as f64;
    }
    let seen: Vec<u64> = (0..run.len()).map(|s| starts.get(&s).copied().unwrap_or(0)).collect();
    fit(&seen, &chances, seen.iter().sum())
}
