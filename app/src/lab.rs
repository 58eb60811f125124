//! The lab of both doors: plans as files, findings as files, and what is carried out between them.
//!
//! A run keeps each part that is done in a folder beside its file, so that one that was interrupted goes on where it was, and so that
//! many workers can count one plan; when all parts are there, they become the file, and the folder goes.

pub mod chart;
pub mod page;
mod run;
pub mod slurm;
pub mod workers;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::source::MOST_BYTES;
use catalog::{Source, load, tr};
use engine::kernel::stats;
use engine::lab::experiment::{self, ChangedData};
use engine::lab::findings::{self, Findings, MIN_SAMPLE, MergeError};
use engine::lab::plan::ExperimentPlan;
use engine::lab::report::{ChartForm, ChartPoint, ChartSeries, LabReport};
use formats::GameLibrary;
use serde::{Deserialize, Serialize};

use crate::printout::job;
use crate::session;

pub use run::{ExperimentRun, RunStatus, Shard, ShardError};

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
    /// A program that workers need.
    #[error("{} cannot be started: {cause}", program.display())]
    Start {
        /// Which.
        program: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// A shard that was begun several times.
    #[error("shard {shard} failed {} times; {} ends with: {said}", workers::ATTEMPTS, log.display())]
    Worker {
        /// Which.
        shard: u32,
        /// What its worker said last.
        said: String,
        /// Where the worker says what goes wrong.
        log: PathBuf,
    },
    /// Workers on other machines.
    #[error("workers failed; {} ends with: {said}", log.display())]
    Hosts {
        /// What was said last.
        said: String,
        /// Where workers say what goes wrong.
        log: PathBuf,
    },
    /// No GNU parallel.
    #[error(
        "workers on other machines are started by GNU parallel, which is not installed here (`apt install parallel`)"
    )]
    Parallel,
    /// What Slurm does not do.
    #[error("{program} says: {said}")]
    Slurm {
        /// The program of Slurm.
        program: &'static str,
        /// What it said.
        said: String,
    },
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
