//! The lab of both doors: plans as files, findings as files, and what is carried out between them.
//!
//! A run keeps each part that is done in a folder beside its file, so that one that was interrupted goes on where it was;
//! when all parts are there, they become the file, and the folder goes.

pub mod chart;
pub mod page;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::localize::in_english;
use catalog::source::MOST_BYTES;
use catalog::{Source, load, tr};
use engine::kernel::parallel::Progress;
use engine::kernel::stats;
use engine::lab::experiment::{self, ChangedData, Experiment, ExperimentInput, KeepError};
use engine::lab::findings::{self, Findings, MIN_SAMPLE, MergeError};
use engine::lab::plan::ExperimentPlan;
use engine::lab::report::{ChartForm, ChartPoint, ChartSeries, LabReport};
use formats::GameLibrary;
use formats::limited::drafter::fit;
use serde::{Deserialize, Serialize};

use crate::printout::job;
use crate::session;

/// Bytes of a plan: one with two thousand variants has a tenth of it.
const MAX_PLAN_BYTES: usize = 1 << 20;

/// A file of findings: of a whole plan with its report, or of some of its parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindingsFile {
    /// What was counted.
    pub found: Findings,
    /// What findings are compared by, in order.
    pub measures: Vec<String>,
    /// What it says, if all parts are there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<LabReport>,
    /// Of a set: ratings for bots, as a booster's file has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<String>,
}

/// What goes wrong with plans and findings.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file that is not what it should be.
    #[error("{0}")]
    File(String),
    /// A plan that cannot be carried out.
    #[error(transparent)]
    Experiment(#[from] experiment::ExperimentError),
    /// Findings that do not belong together.
    #[error(transparent)]
    Unlike(#[from] MergeError),
    /// Something that cannot be written.
    #[error("{0}")]
    Write(String),
}

/// Reads a plan; `place` is what it is called.
///
/// # Errors
/// The first fault, with its line.
pub fn parse_plan(place: &str, text: &str) -> Result<ExperimentPlan, Error> {
    if text.len() > MAX_PLAN_BYTES {
        let most = MAX_PLAN_BYTES >> 20;
        return Err(Error::File(format!("{place}: a plan has at most {most} MiB, and this one is larger")));
    }
    let plan: ExperimentPlan = toml::from_str(text).map_err(|e| {
        let line = e.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        Error::File(format!("{place}:{line}: {}", e.message()))
    })?;
    plan.check().map_err(|e| Error::File(format!("{place}: {e}")))?;
    Ok(plan)
}

/// The data after the change that a plan asks about, if it asks about one: those of `source` with the folder of the plan over them.
///
/// # Errors
/// When the folder cannot be read, or its data have faults.
pub fn changed_data(plan: &ExperimentPlan, source: &Source, game: &str) -> Result<Option<ChangedData>, Error> {
    let Some(folder) = &plan.after else { return Ok(None) };
    let mut source = source.clone();
    source.add_folder(Path::new(folder)).map_err(|e| Error::File(format!("`after`: {e}")))?;
    let read = load::game(&source, game).and_then(|game| GameLibrary::load(&source, Arc::new(game)));
    let game_library = read.map_err(|problems| {
        let faults = session::Error::Data { game: game.to_owned(), problems };
        Error::File(format!("`after`: {faults}"))
    })?;
    Ok(Some(ChangedData { source, game_library: Arc::new(game_library) }))
}

/// A plan as a file has it.
pub fn plan_to_toml(plan: &ExperimentPlan) -> String {
    toml::to_string(plan).unwrap_or_default()
}

/// Reads findings.
///
/// # Errors
/// When it is no such file.
pub fn read_findings(path: &Path) -> Result<FindingsFile, Error> {
    let place = path.display().to_string();
    let bytes = catalog::source::bytes(path, MOST_BYTES).map_err(|e| Error::File(format!("{place}: {e}")))?;
    parse_findings(&place, &bytes)
}

/// Findings in bytes that came from `place`.
///
/// # Errors
/// When they are none.
pub fn parse_findings(place: &str, bytes: &[u8]) -> Result<FindingsFile, Error> {
    let fault = |e: &dyn std::fmt::Display| Error::File(format!("{place}: {e}"));
    let kept: FindingsFile =
        serde_json::from_slice(bytes).map_err(|e| fault(&format!("this is no file of findings: {e}")))?;
    kept.found.check().map_err(|e| fault(&e))?;
    kept.found.plan.check().map_err(|e| fault(&e))?;
    kept.report.as_ref().map_or(Ok(()), LabReport::check).map_err(|e| fault(&e))?;
    Ok(kept)
}

/// Writes findings, whole or not at all.
///
/// # Errors
/// When the file cannot be written.
pub fn write_findings(path: &Path, kept: &FindingsFile) -> Result<(), Error> {
    let mut text = serde_json::to_string(kept).map_err(|e| Error::Write(e.to_string()))?;
    text.push('\n');
    job::write(path, text).map_err(|e| Error::Write(format!("cannot write {}: {e}", path.display())))
}

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

    fn folder(&self) -> PathBuf {
        self.file.with_extension("parts")
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
        let kept = self.finished_parts();
        let left = self.parts().into_iter().filter(|p| !kept.measures.contains_key(p));
        left.map(|p| self.experiment.games_of(p)).map(|games| games.end - games.start).sum()
    }

    /// Carries it out, and writes the file. `None` if it was stopped: the parts that are done are kept.
    ///
    /// # Errors
    /// If it cannot be played, or something cannot be written.
    pub fn run(&self, threads: usize, progress: &Progress) -> Result<Option<FindingsFile>, Error> {
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
        let kept = findings_file(&self.experiment, &self.input, found);
        write_findings(&self.file, &kept)?;
        self.remove_part_files();
        Ok(Some(kept))
    }

    /// Removes the parts, and what a killed run had half written. What cannot be removed is only in the way.
    fn remove_part_files(&self) {
        let key = format!("{}-", self.experiment.key());
        for entry in std::fs::read_dir(self.folder()).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(&key) || name.starts_with(job::TEMP_PREFIX) {
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

/// How a measure differs between two findings.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasureComparison {
    /// The measure.
    pub measure: String,
    /// Its place among those of the second.
    pub place: usize,
    /// Its mean in the first, and in the second.
    pub means: [f64; 2],
    /// Of how many.
    pub of: [u64; 2],
    /// The second less the first, with its interval; `None` where there are too few parts to tell.
    pub change: Option<(f64, f64, f64)>,
    /// How likely such a difference is where there is none; `None` where that cannot be told, or of too few games.
    pub p_value: Option<f64>,
    /// Whether it is one of those that differ, of which at most 1 in 20 do so by chance.
    pub differs: bool,
    /// Whether the same chance was behind both.
    pub paired: bool,
}

/// Of the differences that are found, how many may be found by chance.
const FALSE_DISCOVERIES: f64 = 0.05;

/// Compares two findings by the measures that both have: of the same name, or else in the same place of plans of the
/// same kind. What surely differs comes first.
pub fn compare(a: &FindingsFile, b: &FindingsFile) -> Vec<MeasureComparison> {
    let same_kind = a.found.plan.kind == b.found.plan.kind;
    let places = a.measures.iter().enumerate().filter_map(|(at, name)| {
        let named = b.measures.iter().position(|n| n == name);
        Some((name, at, named.or((same_kind && at < b.measures.len()).then_some(at))?))
    });
    let change = |(name, x, y): (&String, usize, usize)| {
        let compared = findings::compare(&a.found, &b.found, (x, y));
        let ((sum_a, of_a), (sum_b, of_b)) = (a.found.measure(x), b.found.measure(y));
        let mean = |sum: i64, of: u64| sum as f64 / of.max(1) as f64;
        MeasureComparison {
            measure: name.clone(),
            place: y,
            means: [mean(sum_a, of_a), mean(sum_b, of_b)],
            of: [of_a, of_b],
            change: compared.difference.map(|difference| difference.change),
            p_value: compared.difference.map(|difference| difference.p_value).filter(|_| of_a.min(of_b) >= MIN_SAMPLE),
            differs: false,
            paired: compared.paired,
        }
    };
    let mut compared: Vec<MeasureComparison> = places.map(change).collect();
    let p_values: Vec<f64> = compared.iter().filter_map(|one| one.p_value).collect();
    let judged = compared.iter_mut().filter(|one| one.p_value.is_some());
    for (one, differs) in judged.zip(stats::discoveries(&p_values, FALSE_DISCOVERIES)) {
        one.differs = differs;
    }
    compared.sort_by(|a, b| a.p_value.unwrap_or(f64::INFINITY).total_cmp(&b.p_value.unwrap_or(f64::INFINITY)));
    compared
}

/// A report whose charts have those of another one in them, where both show the same.
pub fn overlay(report: &LabReport, other: &LabReport) -> LabReport {
    let mut both = report.clone();
    // Reports of one kind have the same charts in the same order, whatever language they are in.
    let alike = report.charts.len() == other.charts.len();
    for (at, chart) in both.charts.iter_mut().enumerate() {
        let named = other.charts.iter().find(|c| c.title == chart.title);
        let theirs = named.or_else(|| other.charts.get(at).filter(|_| alike));
        let Some(theirs) = theirs.filter(|c| c.form == chart.form) else { continue };
        // One line each is told apart by whose it is; of several by what each is, too.
        let single = chart.series.len() == 1 && theirs.series.len() == 1;
        let named = |series: &ChartSeries, of: &str| {
            if single {
                ChartSeries { name: of.to_owned(), ..series.clone() }
            } else {
                ChartSeries { name: format!("{}, {of}", series.name), ..series.clone() }
            }
        };
        // A rank stands where this run has it.
        let lines = chart.series.first().map_or(Vec::new(), |s| s.points.clone());
        let place = |mut point: ChartPoint| {
            point.x = lines.iter().find(|mine| mine.label == point.label)?.x;
            Some(point)
        };
        let ranked = chart.form == ChartForm::Ranks;
        let theirs_named = theirs.series.iter().map(|s| {
            let points = s.points.iter().cloned();
            let points = if ranked { points.filter_map(place).collect() } else { points.collect() };
            named(&ChartSeries { points, ..s.clone() }, &tr!("other run"))
        });
        let mine = chart.series.iter().map(|s| named(s, &tr!("this run")));
        chart.series = mine.chain(theirs_named).collect();
        chart.n = chart.n.min(theirs.n);
    }
    both
}
