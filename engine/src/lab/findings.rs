//! What has been counted of a plan so far. A plan is cut into numbered parts; what each counts are whole numbers, and
//! they are added up. So it does not matter who counts which part when: a part, the parts of one machine, and the whole
//! are the same thing, and the whole is the same bytes however it came together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::plan::ExperimentPlan;
use crate::kernel::stats::{self, MeanDifference, PartSum};

/// Of fewer games or hands than this nothing is concluded.
pub const MIN_SAMPLE: u64 = 100;

/// The most parts of a plan: enough for a small cluster, and few enough for a folder.
pub const MOST_PARTS: u64 = 256;

/// A sum of a measure in one part: what all parts add up to stays within 64 bits.
const MOST_SUM: u64 = 1 << 54;
/// Measures of a plan: a few for each deck, card, or variant.
const MOST_MEASURES: usize = 100_000;

/// Counts of some parts of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// The plan.
    pub plan: ExperimentPlan,
    /// What must be the same for counts to be added: the plan, the decks, the game's data, the program.
    pub key: String,
    /// Parts of the whole plan.
    pub parts: u32,
    /// The measures of each part that is here, by its number from 0, in the order of their names: a sum, and of how many.
    pub measures: BTreeMap<u32, Vec<(i64, u64)>>,
    /// All counts of these parts together; what stands where is the experiment's business.
    pub counts: Vec<u64>,
}

/// Why counts cannot be added.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// Another plan, other decks, other data, another program.
    #[error("they are of different plans, decks, data or versions of the program ({0} and {1})")]
    Key(String, String),
    /// The same part twice.
    #[error("part {0} is in both; count each part once")]
    Twice(u32),
    /// Lists that do not fit each other.
    #[error("their counts do not fit each other: one is damaged")]
    Damaged,
}

impl Findings {
    /// Adds the counts of other parts.
    ///
    /// # Errors
    /// If they do not belong together; nothing is added then.
    pub fn merge(&mut self, other: &Findings) -> Result<(), MergeError> {
        if (&self.key, self.parts, &self.plan) != (&other.key, other.parts, &other.plan) {
            return Err(MergeError::Key(short(&self.key), short(&other.key)));
        }
        if let Some(part) = other.measures.keys().find(|p| self.measures.contains_key(p)) {
            return Err(MergeError::Twice(*part));
        }
        let misfit = self.counts.len() != other.counts.len() || other.measures.keys().any(|p| *p >= self.parts);
        if misfit || other.check().is_err() {
            return Err(MergeError::Damaged);
        }
        for (a, b) in self.counts.iter_mut().zip(&other.counts) {
            // Sums of differences go below zero and come back: they are kept as in two's complement.
            *a = a.wrapping_add(*b);
        }
        self.measures.extend(other.measures.iter().map(|(part, m)| (*part, m.clone())));
        Ok(())
    }

    /// Whether these are counts that a run could have made: a file of findings can come from anybody.
    ///
    /// # Errors
    /// [`MergeError::Damaged`] for more parts than a plan has, or sums that cannot be added.
    pub fn check(&self) -> Result<(), MergeError> {
        let parts = 1..=MOST_PARTS as u32;
        let small = |(sum, of): &(i64, u64)| sum.unsigned_abs() <= MOST_SUM && *of <= MOST_SUM;
        let measures = |of: &Vec<(i64, u64)>| of.len() <= MOST_MEASURES && of.iter().all(small);
        let sound = parts.contains(&self.parts)
            && self.measures.keys().all(|part| *part < self.parts)
            && self.measures.values().all(measures);
        if sound { Ok(()) } else { Err(MergeError::Damaged) }
    }

    /// Whether every part is here.
    pub fn is_whole(&self) -> bool {
        self.measures.len() == self.parts as usize
    }

    /// A measure over all parts that are here: its sum, and of how many.
    pub fn measure(&self, at: usize) -> (i64, u64) {
        let each = self.measures.values().filter_map(|m| m.get(at));
        each.fold((0, 0), |(sum, of), (s, o)| (sum + s, of + o))
    }
}

fn short(key: &str) -> String {
    key.chars().take(8).collect()
}

/// How a measure differs between two findings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasureDifference {
    /// The second less the first; `None` for fewer than two parts.
    pub difference: Option<MeanDifference>,
    /// Whether the same chance was behind both, part by part.
    pub paired: bool,
}

/// Compares a measure of two findings, part by part where the same chance was behind both: the same kind of plan, the
/// same seed, as many games.
pub fn compare(a: &Findings, b: &Findings, at: (usize, usize)) -> MeasureDifference {
    let sums = |found: &Findings, at: usize| -> Vec<PartSum> {
        found.measures.values().filter_map(|m| m.get(at)).copied().collect()
    };
    let (one, other) = (sums(a, at.0), sums(b, at.1));
    let chance = |f: &Findings| (f.plan.kind, f.plan.seed, f.plan.games(), f.parts);
    let paired = chance(a) == chance(b) && one.len() == other.len() && one.len() == a.parts as usize;
    MeasureDifference { difference: stats::mean_difference(&one, &other, paired), paired }
}
