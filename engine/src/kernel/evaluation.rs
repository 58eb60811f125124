//! What a player thought of the actions of its last decision, and why one looked better to it than another.

use super::chance::WinChance;
use super::stats::{self, Estimate};
use super::weights::Weights;

/// What a player thinks of an action.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evaluation {
    /// Position among the legal actions.
    pub action: usize,
    /// How often it was tried.
    pub visits: u32,
    /// What it is worth, from −1 (as good as lost) to 1 (as good as won); 0 is as things stand.
    pub value: f64,
    /// The chance of winning that it leads to, from 0 to 1.
    pub chance: f64,
}

/// Chances that an action led to in one imagined world.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct WorldChances {
    /// Their sum.
    pub sum: f64,
    /// How many.
    pub count: u32,
}

impl WorldChances {
    /// One more.
    pub(crate) fn add(&mut self, chance: f64) {
        self.sum += chance;
        self.count += 1;
    }

    fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}

/// A difference between what two actions lead to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FeatureDelta {
    /// Position in [`crate::kernel::rules::Rules::feature_names`].
    pub feature: usize,
    /// How much more of it there is on average, one's own less the opponents'.
    pub delta: f64,
    /// The same times its weight.
    pub weighted: f64,
}

/// The thoughts of one decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluations {
    weights: Weights,
    ranked: Vec<Evaluation>,
    /// Mean features of the positions that each action led to: a row an action, if it led anywhere.
    outlooks: Vec<f64>,
    /// Where the row of an action begins.
    rows: Vec<Option<usize>>,
    /// Chances by action and world: as many an action as there were worlds.
    chances: Vec<WorldChances>,
    worlds: usize,
    missed_win: bool,
}

impl Evaluations {
    /// An empty mind that judges by these weights.
    pub(crate) fn new(weights: Weights) -> Evaluations {
        Evaluations {
            weights,
            ranked: Vec::new(),
            outlooks: Vec::new(),
            rows: Vec::new(),
            chances: Vec::new(),
            worlds: 0,
            missed_win: false,
        }
    }

    /// What a position with these features is worth.
    pub(crate) fn score(&self, features: &[i32]) -> i64 {
        self.weights.score(features)
    }

    /// The chance of winning of a seat for which a position in a turn is worth so much.
    pub(crate) fn chance(&self, worth: f64, turn: u32, seats: u8) -> f64 {
        self.weights.chance().probability(worth, turn, seats)
    }

    /// Whether the chances were fitted to games.
    pub(crate) fn are_fitted(&self) -> bool {
        *self.weights.chance() != WinChance::default()
    }

    /// Forgets everything, before a decision among so many actions in so many worlds.
    pub(crate) fn clear(&mut self, actions: usize, worlds: usize) {
        self.worlds = worlds;
        self.missed_win = false;
        self.chances.clear();
        self.chances.resize(actions * worlds, WorldChances::default());
        self.ranked.clear();
        self.outlooks.clear();
        self.rows.clear();
        self.rows.resize(actions, None);
    }

    /// The chances of an action in each world, to be filled in.
    pub(crate) fn chances_of(&mut self, action: usize) -> &mut [WorldChances] {
        &mut self.chances[action * self.worlds..(action + 1) * self.worlds]
    }

    /// How much more chance one action leads to than another, over the worlds in which both were tried; with one world, or
    /// none, the interval is nothing.
    pub fn chance_difference(&self, one: usize, other: usize) -> Estimate {
        let row =
            |action: usize| self.chances.get(action * self.worlds..(action + 1) * self.worlds).unwrap_or_default();
        let pairs = row(one).iter().zip(row(other));
        let parts: Vec<f64> = pairs.filter_map(|(one, other)| Some(one.mean()? - other.mean()?)).collect();
        stats::mean_of_parts(&parts).unwrap_or_else(|| {
            let value = parts.first().copied().unwrap_or_default();
            (value, value, value)
        })
    }

    /// Adds what is thought of an action, tried so often, with the features of what it leads to; none if it was never tried.
    pub(crate) fn add(&mut self, action: usize, visits: u32, value: f64, outlook: impl Iterator<Item = f64>) {
        let row = self.outlooks.len();
        self.outlooks.extend(outlook);
        self.rows[action] = (self.outlooks.len() > row).then_some(row);
        let all = self.chances_of(action).iter().fold(WorldChances::default(), |all, world| WorldChances {
            sum: all.sum + world.sum,
            count: all.count + world.count,
        });
        self.ranked.push(Evaluation { action, visits, value, chance: all.mean().unwrap_or_default() });
    }

    /// Puts the actions first that were tried most beyond what they are tried at least, of equal ones those with the best value, of equal
    /// ones `idle`.
    pub(crate) fn rank(&mut self, idle: usize, least: impl Fn(usize) -> u32) {
        let order = |o: &Evaluation| (o.action != idle, o.action);
        let wanted = |o: &Evaluation| o.visits.saturating_sub(least(o.action));
        self.ranked.sort_unstable_by(|a, b| {
            wanted(b).cmp(&wanted(a)).then(b.value.total_cmp(&a.value)).then(order(a).cmp(&order(b)))
        });
    }

    /// Puts the first action last.
    pub(crate) fn demote_first(&mut self) {
        if !self.ranked.is_empty() {
            self.ranked.rotate_left(1);
        }
    }

    /// Whether the best action surely wins in this turn, and the one that was judged does not.
    pub fn missed_win(&self) -> bool {
        self.missed_win
    }

    pub(crate) fn set_missed_win(&mut self, missed: bool) {
        self.missed_win = missed;
    }

    /// What positions are weighed by.
    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Each action's opinion, best first.
    pub fn ranked(&self) -> &[Evaluation] {
        &self.ranked
    }

    /// Why an action looks other than another: the features in which they differ, the weightiest first.
    pub fn feature_deltas(&self, action: usize, other: usize) -> Vec<FeatureDelta> {
        let weights = self.weights.numbers();
        let row = |action: usize| {
            let row = (*self.rows.get(action)?)?;
            self.outlooks.get(row..row + weights.len())
        };
        let (Some(one), Some(two)) = (row(action), row(other)) else { return Vec::new() };
        let mut reasons: Vec<FeatureDelta> = (one.iter().zip(two).zip(weights).enumerate())
            .map(|(feature, ((a, b), weight))| FeatureDelta {
                feature,
                delta: a - b,
                weighted: (a - b) * f64::from(*weight),
            })
            .filter(|r| r.weighted != 0.0)
            .collect();
        reasons.sort_by(|a, b| b.weighted.abs().total_cmp(&a.weighted.abs()).then(a.feature.cmp(&b.feature)));
        reasons
    }
}
