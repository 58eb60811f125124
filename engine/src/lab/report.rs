//! What an experiment found, as people read it: an answer in sentences, charts, tables. One shape for every kind, so
//! that the terminal, the window, HTML, CSV and JSON each know how to show it once.

use catalog::localize::{localize_decimals, localize_percent};
use catalog::tr;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kernel::stats::{self, Share};

/// A report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LabReport {
    /// What it is called.
    pub title: String,
    /// How it was done, in a line: games, seed, players.
    pub about: String,
    /// The answer, a sentence each.
    pub answer: Vec<String>,
    /// What to be careful with.
    pub cautions: Vec<String>,
    /// Pictures.
    pub charts: Vec<Chart>,
    /// Numbers.
    pub tables: Vec<ReportTable>,
}

/// Charts and tables of a report, lines in a chart, columns of a table, sentences.
const MOST: usize = 200;
/// Ranks of a chart.
const MOST_RANKS: usize = 400;
/// Points of a line: each is drawn.
const MOST_POINTS: usize = 5_000;
/// Rows of a table: cards of a large set.
const MOST_ROWS: usize = 50_000;
/// What an axis can count up to: beyond it neighbouring numbers are the same.
const FAR: f64 = 1e15;
/// Bytes of a text.
const LONGEST: usize = 10_000;

/// A report that is more than can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "its report is more than can be shown: at most {MOST} charts and tables, {MOST_POINTS} points, {MOST_ROWS} rows, \
     numbers up to {FAR:e}, texts of {LONGEST} bytes"
)]
pub struct ReportTooLarge;

impl LabReport {
    /// Whether it can be shown: a file of findings can come from anybody, and has its report with it.
    ///
    /// # Errors
    /// If there is too much of something.
    pub fn check(&self) -> Result<(), ReportTooLarge> {
        let lists = [self.answer.len(), self.cautions.len(), self.charts.len(), self.tables.len()];
        let sentences = self.answer.iter().chain(&self.cautions).chain([&self.title, &self.about]);
        let parts = lists.into_iter().all(|n| n <= MOST) && sentences.into_iter().all(|s| s.len() <= LONGEST);
        if parts && self.charts.iter().all(Chart::can_be_drawn) && self.tables.iter().all(ReportTable::can_be_shown) {
            Ok(())
        } else {
            Err(ReportTooLarge)
        }
    }
}

fn are_in_range(numbers: &[f64]) -> bool {
    numbers.iter().all(|n| n.abs() <= FAR)
}

impl Chart {
    fn can_be_drawn(&self) -> bool {
        let texts = [&self.title, &self.x, &self.y].into_iter().chain(self.series.iter().map(|s| &s.name));
        let point = |p: &ChartPoint| {
            are_in_range(&[p.x, p.value, p.low, p.high]) && p.label.as_ref().is_none_or(|label| label.len() <= LONGEST)
        };
        let series = |s: &ChartSeries| s.points.len() <= MOST_POINTS && s.points.iter().all(point);
        // A rank is a line of the picture, which grows with them.
        let ranks = self.form == ChartForm::Lines || self.series.iter().all(|s| s.points.len() <= MOST_RANKS);
        ranks
            && texts.into_iter().all(|t| t.len() <= LONGEST)
            && self.series.len() <= MOST
            && self.series.iter().all(series)
    }
}

impl ReportTable {
    fn can_be_shown(&self) -> bool {
        let texts = self.columns.iter().chain([&self.title]).all(|t| t.len() <= LONGEST);
        let row = |row: &Vec<ReportCell>| row.len() <= MOST && row.iter().all(ReportCell::can_be_shown);
        texts && self.columns.len() <= MOST && self.rows.len() <= MOST_ROWS && self.rows.iter().all(row)
    }
}

impl ReportCell {
    fn can_be_shown(&self) -> bool {
        match self {
            ReportCell::Text(text) => text.len() <= LONGEST,
            ReportCell::Number(n, places) => are_in_range(&[*n]) && *places <= 15,
            ReportCell::Exact(n) => are_in_range(&[*n]),
            ReportCell::Share(s) => are_in_range(&[s.share, s.low, s.high]),
            ReportCell::Change(s) | ReportCell::Mean(s) => are_in_range(&[s.value, s.low, s.high]),
            ReportCell::Count(_) | ReportCell::Nothing => true,
        }
    }
}

/// A picture of numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What the lower axis counts, with its unit.
    pub x: String,
    /// What the upright axis counts, with its unit.
    pub y: String,
    /// How many games, hands or pods stand behind it.
    pub n: u64,
    /// How it is drawn.
    pub form: ChartForm,
    /// What is drawn.
    pub series: Vec<ChartSeries>,
    /// Whether the numbers are shares from 0 to 1.
    pub share: bool,
}

/// How a chart is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChartForm {
    /// Lines over numbers, such as turns.
    Lines,
    /// A line for each label, with its point and interval, from the top.
    Ranks,
}

/// Points that belong together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChartSeries {
    /// What they are.
    pub name: String,
    /// In order.
    pub points: Vec<ChartPoint>,
}

/// A point with its interval of 95 per cent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChartPoint {
    /// Where on the lower axis; of ranks, the line from 0 at the top.
    pub x: f64,
    /// The label of a rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The value.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl ChartPoint {
    /// A share over a number.
    pub fn share(x: f64, share: Share) -> ChartPoint {
        let (low, high) = share.interval();
        ChartPoint { x, label: None, value: share.value(), low, high }
    }

    /// A value that is exact.
    pub fn exact(x: f64, value: f64) -> ChartPoint {
        ChartPoint { x, label: None, value, low: value, high: value }
    }

    /// The same with a label.
    pub fn named(self, label: impl Into<String>) -> ChartPoint {
        ChartPoint { label: Some(label.into()), ..self }
    }
}

/// A table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReportTable {
    /// What it shows.
    pub title: String,
    /// The heading of each column.
    pub columns: Vec<String>,
    /// A cell for each column.
    pub rows: Vec<Vec<ReportCell>>,
}

impl ReportTable {
    /// An empty table.
    pub fn new(title: impl Into<String>, columns: &[impl AsRef<str>]) -> ReportTable {
        let columns = columns.iter().map(|c| c.as_ref().to_owned()).collect();
        ReportTable { title: title.into(), columns, rows: Vec::new() }
    }
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportCell {
    /// Words.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A number, to be shown with so many places.
    Number(f64, u8),
    /// A share with its interval and counts.
    Share(ShareWithInterval),
    /// A share that is exact.
    Exact(f64),
    /// A difference of shares with its interval, from -1 to 1.
    Change(ValueWithInterval),
    /// A mean, or a difference of means, with its interval.
    Mean(ValueWithInterval),
    /// Nothing is known.
    Nothing,
}

/// A share from 0 to 1 with its interval of 95 per cent (Wilson).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShareWithInterval {
    /// The share.
    pub share: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// How often it happened.
    pub hits: u64,
    /// How often it could have happened.
    pub of: u64,
}

/// A value with its interval of 95 per cent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValueWithInterval {
    /// The value.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl From<stats::Estimate> for ValueWithInterval {
    fn from((value, low, high): stats::Estimate) -> ValueWithInterval {
        ValueWithInterval { value, low, high }
    }
}

impl From<Share> for ShareWithInterval {
    fn from(share: Share) -> ShareWithInterval {
        let (low, high) = share.interval();
        ShareWithInterval { share: share.value(), low, high, hits: share.hits, of: share.of }
    }
}

impl From<Share> for ReportCell {
    fn from(share: Share) -> ReportCell {
        if share.of == 0 { ReportCell::Nothing } else { ReportCell::Share(share.into()) }
    }
}

impl From<&str> for ReportCell {
    fn from(text: &str) -> ReportCell {
        ReportCell::Text(text.to_owned())
    }
}

impl From<String> for ReportCell {
    fn from(text: String) -> ReportCell {
        ReportCell::Text(text)
    }
}

/// `62.5%`
pub fn percent(share: f64) -> String {
    localize_percent(format!("{:.1}", share * 100.0))
}

/// `+1.2`: a difference of shares, in points.
pub fn points(share: f64) -> String {
    localize_decimals(format!("{:+.1}", share * 100.0))
}

/// `62.5% (61.0–64.0)`
pub fn share_label(share: Share) -> String {
    ShareWithInterval::from(share).label()
}

impl ShareWithInterval {
    /// `62.5% (61.0–64.0)`
    pub fn label(&self) -> String {
        match self.of {
            0 => "–".into(),
            _ => {
                let interval = localize_decimals(format!("{:.1}–{:.1}", self.low * 100.0, self.high * 100.0));
                format!("{} ({interval})", percent(self.share))
            }
        }
    }
}

impl ValueWithInterval {
    /// `+1.2 (-0.3 to +2.7)`, so many times as large and with so many decimals.
    pub fn label(&self, times: f64, places: usize) -> String {
        let number = |n: f64| localize_decimals(format!("{:+.places$}", times * n));
        tr!("{value} ({low} to {high})", value = number(self.value), low = number(self.low), high = number(self.high))
    }
}

impl ReportCell {
    /// As people read it.
    pub fn label(&self) -> String {
        match self {
            ReportCell::Text(text) => text.clone(),
            ReportCell::Count(n) => n.to_string(),
            ReportCell::Number(n, places) => localize_decimals(format!("{n:.*}", usize::from(*places))),
            ReportCell::Share(s) => s.label(),
            ReportCell::Exact(share) => percent(*share),
            ReportCell::Change(s) => s.label(100.0, 1),
            ReportCell::Mean(s) => s.label(1.0, 3),
            ReportCell::Nothing => "–".into(),
        }
    }

    /// Whether it lines up at the right.
    pub fn is_number(&self) -> bool {
        !matches!(self, ReportCell::Text(_))
    }
}
