//! A plan that is carried out into a file, by one program or by many.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use catalog::localize::in_english;
use catalog::source::MOST_BYTES;
use engine::kernel::parallel::Progress;
use engine::lab::experiment::{Experiment, ExperimentInput, KeepError};
use engine::lab::findings::Findings;
use formats::limited::drafter::fit;

use super::{Error, FindingsFile, slurm, workers, write_findings};
use crate::printout::job;

/// Findings with their report, if they are whole.
fn findings_file(experiment: &Experiment, input: &ExperimentInput, found: Findings) -> FindingsFile {
    let whole = found.is_whole();
    let (measures, report) = in_english(|| (experiment.measures(), whole.then(|| experiment.report(&found))));
    let ratings = whole.then(|| experiment.ratings(&found)).filter(|r| !r.is_empty());
    let ratings = ratings.map(|r| fit::write(&input.game_library.game, &r));
    FindingsFile { found, measures, report, ratings }
}

/// One of several equal shares of a plan's parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

/// A text that is no shard.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no shard: write K/N, such as 3/16")]
pub struct ShardError(String);

impl std::str::FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let parsed = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match parsed {
            Some((number, of)) if number >= 1 && number <= of => Ok(Shard { number, of }),
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

/// How far a run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunStatus {
    /// Parts that are done, and all.
    pub parts: [u64; 2],
    /// Games of the parts that are done, and of all.
    pub games: [u64; 2],
    /// As fast as the last parts came.
    pub seconds_left: Option<u64>,
}

/// Of how many parts the time that is left is told.
const LAST_PARTS: usize = 33;

/// A plan that is carried out into a file.
#[derive(Debug)]
pub struct ExperimentRun {
    input: ExperimentInput,
    experiment: Experiment,
    file: PathBuf,
    shard: Option<Shard>,
}

impl ExperimentRun {
    /// Makes a plan ready.
    ///
    /// # Errors
    /// What cannot be carried out.
    pub fn new(input: ExperimentInput, file: PathBuf, shard: Option<Shard>) -> Result<ExperimentRun, Error> {
        let experiment = Experiment::new(input.clone())?;
        Ok(ExperimentRun { input, experiment, file, shard })
    }

    /// Whole findings of this plan in the language that is spoken: a file holds them in English.
    pub fn localized(&self, kept: &FindingsFile) -> Option<FindingsFile> {
        let mut found = self.experiment.empty();
        // A file may hold what does not fit.
        found.merge(&kept.found).ok()?;
        let report = found.is_whole().then(|| self.experiment.report(&found))?;
        Some(FindingsFile { measures: self.experiment.measures(), report: Some(report), ..kept.clone() })
    }

    /// The parts that this run is to count. A shard may be empty where a plan has few parts.
    fn parts(&self) -> Vec<u32> {
        let mine = |part: &u32| self.shard.is_none_or(|s| part % s.of == s.number - 1);
        (0..self.experiment.parts()).filter(mine).collect()
    }

    /// Where it is written to in the end.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Where parts wait until all are there, and what workers say.
    pub fn folder(&self) -> PathBuf {
        self.file.with_extension("parts")
    }

    /// What is in the file already, if that is all of this very plan.
    pub fn finished(&self) -> Option<FindingsFile> {
        let kept = super::read_findings(&self.file).ok()?;
        (kept.found.key == self.experiment.key() && kept.found.is_whole()).then_some(kept)
    }

    /// How far it has come, whoever counts.
    pub fn status(&self) -> RunStatus {
        let all = self.parts();
        let games = |part: u32| {
            let games = self.experiment.games_of(part);
            games.end - games.start
        };
        let mut status = RunStatus { parts: [0, all.len() as u64], games: [0, 0], seconds_left: None };
        let mut times = Vec::new();
        for part in all {
            status.games[1] += games(part);
            let Ok(kept) = std::fs::metadata(self.part_file(part)) else { continue };
            status.parts[0] += 1;
            status.games[0] += games(part);
            times.extend(kept.modified().ok());
        }
        // As fast as the last parts came.
        times.sort_unstable();
        let last = &times[times.len().saturating_sub(LAST_PARTS)..];
        if let [first, .., newest] = last
            && let Ok(took) = newest.duration_since(*first)
        {
            let each = took.as_secs_f64() / (last.len() - 1) as f64;
            status.seconds_left = Some((each * (status.parts[1] - status.parts[0]) as f64).round() as u64);
        }
        status
    }

    /// Of so many shards, those with parts that nobody has counted.
    pub fn unfinished_shards(&self, of: u32) -> Vec<u32> {
        let left = self.parts().into_iter().filter(|part| !self.part_file(*part).exists());
        left.map(|part| part % of + 1).collect::<BTreeSet<u32>>().into_iter().collect()
    }

    /// A part's file. The plan's key is in its name, so that parts of a plan that was changed are no use and no harm.
    fn part_file(&self, part: u32) -> PathBuf {
        self.folder().join(format!("{}-{part:04}.json", self.experiment.key()))
    }

    /// Parts that an earlier run has kept. One that cannot be read is counted anew.
    fn finished_parts(&self) -> Findings {
        let mut found = self.experiment.empty();
        for part in self.parts() {
            let read = catalog::source::bytes(&self.part_file(part), MOST_BYTES).ok();
            let read = read.and_then(|bytes| serde_json::from_slice::<Findings>(&bytes).ok());
            if let Some(kept) = read.filter(|f| f.measures.len() == 1 && f.measures.contains_key(&part)) {
                // One that does not fit is as if it could not be read.
                let _ = found.merge(&kept);
            }
        }
        found
    }

    /// Games of the parts that this run has still to count.
    pub fn games_left(&self) -> u64 {
        let [done, all] = self.status().games;
        all - done
    }

    /// Counts what is left of its parts, and keeps each in a file. `None` if it was stopped. Others may count the same parts in the same
    /// folder: they write the same.
    ///
    /// # Errors
    /// If it cannot be played, or something cannot be written.
    pub fn count_parts(&self, threads: usize, progress: &Progress) -> Result<Option<Findings>, Error> {
        let folder = self.folder();
        let cannot = |e: std::io::Error| Error::Write(format!("cannot write {}: {e}", folder.display()));
        std::fs::create_dir_all(&folder).map_err(cannot)?;
        let mut found = self.finished_parts();
        let left: Vec<u32> = self.parts().into_iter().filter(|p| !found.measures.contains_key(p)).collect();
        let keep = |part: &Findings| -> Result<(), KeepError> {
            let number = part.measures.keys().next().copied().unwrap_or_default();
            let bytes = serde_json::to_vec(part)?;
            let file = self.part_file(number);
            let cannot = |e| Error::Write(format!("cannot write {}: {e}", file.display()));
            Ok(job::write(&file, bytes).map_err(cannot)?)
        };
        let Some(new) = self.experiment.run(&left, threads, progress, &keep)? else { return Ok(None) };
        found.merge(&new)?;
        Ok(Some(found))
    }

    /// Carries it out, and writes the file. `None` if it was stopped: the parts that are done are kept.
    ///
    /// # Errors
    /// If it cannot be played, or something cannot be written.
    pub fn run(&self, threads: usize, progress: &Progress) -> Result<Option<FindingsFile>, Error> {
        let Some(found) = self.count_parts(threads, progress)? else { return Ok(None) };
        let kept = findings_file(&self.experiment, &self.input, found);
        write_findings(&self.file, &kept)?;
        self.remove_part_files();
        Ok(Some(kept))
    }

    /// Removes the parts, what a killed run had half written, and what workers said. What cannot be removed is only in the way.
    fn remove_part_files(&self) {
        let key = format!("{}-", self.experiment.key());
        for entry in std::fs::read_dir(self.folder()).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let workers = name.starts_with(workers::LOG_PREFIX) || name == slurm::JOB_FILE;
            if name.starts_with(&key) || name.starts_with(job::TEMP_PREFIX) || workers {
                let _ = std::fs::remove_file(entry.path());
            }
        }
        let _ = std::fs::remove_dir(self.folder());
    }

    /// Joins findings of parts of this plan.
    ///
    /// # Errors
    /// If they do not belong to it, or to each other.
    pub fn merge(&self, parts: &[FindingsFile]) -> Result<FindingsFile, Error> {
        let mut found = self.experiment.empty();
        for part in parts {
            found.merge(&part.found)?;
        }
        Ok(findings_file(&self.experiment, &self.input, found))
    }
}
