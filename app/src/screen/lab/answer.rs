//! An answer: its sentences, its charts, its tables, and what is different from another run.

use std::path::PathBuf;

use catalog::localize::localize_decimals;
use catalog::tr;
use engine::lab::plan::{ExperimentKind, ExperimentPlan};
use engine::lab::report::{LabReport, ReportCell, ReportTable, ValueWithInterval};
use iced::widget::{Column, Row, column, container, image, row, space as gap};
use iced::{Background, Center, Fill, FillPortion, Theme};

use crate::lab::chart::DrawnPoint;
use crate::lab::{self, FindingsFile, MeasureComparison, chart};
use crate::screen::lab::past::PastRun;
use crate::theme::{self, Mode, mix, roles, space};
use crate::widget::field::Labeled;
use crate::widget::panel::Tone;
use crate::widget::pointed_chart::PointedChart;
use crate::widget::{Element, button, field, label, panel};

/// Rows of a table that are shown; the page has all.
const ROWS: usize = 50;
/// The widest a page of an answer is.
const WIDE: f32 = 1120.0;

/// What happens at an answer.
#[derive(Debug, Clone)]
pub enum Message {
    /// Another run is shown beside this one, or none.
    ComparedWith(Option<PathBuf>),
    /// A game of it is watched.
    Watched,
    /// The plan goes to the clipboard.
    PlanCopied,
    /// The report becomes a page beside the findings.
    PageWritten,
}

/// An answer with its charts painted.
#[derive(Debug)]
pub struct Answer {
    kept: FindingsFile,
    report: LabReport,
    pictures: Vec<ChartPicture>,
    /// What is different from the run beside it, if there is one.
    comparison: Option<Comparison>,
}

/// What is different from another run.
#[derive(Debug)]
struct Comparison {
    key: String,
    title: String,
    changes: Vec<MeasureComparison>,
}

impl Answer {
    /// Paints the charts of findings, with those of another run `beside` them; `None` if not all parts are there.
    pub fn new(kept: FindingsFile, beside: Option<&FindingsFile>) -> Option<Answer> {
        let own = kept.report.clone()?;
        let other = beside.and_then(|other| Some((other, other.report.as_ref()?)));
        let report = other.map_or_else(|| own.clone(), |(_, theirs)| lab::overlay(&own, theirs));
        let comparison = other.map(|(other, theirs)| Comparison {
            key: other.found.key.clone(),
            title: theirs.title.clone(),
            changes: lab::compare(other, &kept),
        });
        Some(Answer { pictures: paint_charts(&report), kept, report, comparison })
    }

    /// What it is made of.
    pub fn findings(&self) -> &FindingsFile {
        &self.kept
    }

    /// What is asked: the same for the same answer.
    pub fn key(&self) -> &str {
        &self.kept.found.key
    }

    /// The plan behind it.
    pub fn plan(&self) -> &ExperimentPlan {
        &self.kept.found.plan
    }

    /// The report as it is shown.
    pub fn report(&self) -> &LabReport {
        &self.report
    }

    /// The answer in so much room, to be compared with one of the past runs of its kind; `watched` is whether games of its
    /// decks can be.
    pub fn view<'a>(&'a self, mode: Mode, width: f32, past: &[&PastRun], watched: bool) -> Element<'a, Message> {
        let report = &self.report;
        let beside = self.compare_list(past);
        let watched = watched && matches!(self.plan().kind, ExperimentKind::Series | ExperimentKind::Field);
        let acts = row![
            beside,
            watched.then(|| button::plain(tr!("Watch a game")).on_press(Message::Watched)),
            button::plain(tr!("Copy the plan")).on_press(Message::PlanCopied),
            button::plain(tr!("Export report")).on_press(Message::PageWritten),
        ];
        let acts = acts.spacing(space::S).align_y(Center);
        let title = label::section(report.title.as_str()).width(Fill);
        let about = label::body(report.about.as_str()).style(label::muted);
        let head = if width < ONE_LINE {
            column![title, about, acts.wrap().vertical_spacing(space::S)]
        } else {
            column![row![title, acts].spacing(space::L), about]
        };
        // What was asked first, then what else there is to say.
        let answer = report.answer.iter().enumerate().map(|(at, sentence)| match at {
            0 => label::emphasis(sentence.as_str()).into(),
            _ => label::body(sentence.as_str()).into(),
        });
        let mut page = column![head.spacing(space::XS), Column::with_children(answer).spacing(space::S)];
        if let Some(comparison) = &self.comparison {
            page = page.push(comparison_panel(&comparison.title, &comparison.changes));
        }
        for caution in &report.cautions {
            page = page.push(panel::toned(Tone::Warn, label::body(caution.as_str())));
        }
        let at = usize::from(mode == Mode::Light);
        for picture in &self.pictures {
            let chart = PointedChart::new(picture.handles[at].clone(), &picture.points);
            page = page.push(container(chart).padding(1).style(panel::framed).max_width(chart::WIDTH as f32));
        }
        for table in &report.tables {
            page = page.push(table_view(table));
        }
        let page = page.spacing(space::XL).padding(space::XL).max_width(WIDE);
        field::scrolled(page).width(Fill).height(Fill).into()
    }
}

impl Answer {
    /// A list of the runs that this one can be compared with, if there are some.
    fn compare_list(&self, past: &[&PastRun]) -> Option<Element<'_, Message>> {
        let others = past.iter().filter(|run| run.kind() == self.plan().kind && run.key != self.key());
        let word = if self.comparison.is_some() { tr!("No comparison") } else { tr!("Compare with…") };
        let alone = Labeled::new(None, word);
        let others = others.map(|run| (run.key.as_str(), Labeled::new(Some(run.file.clone()), run.label())));
        let others: Vec<(&str, Labeled<Option<PathBuf>>)> = others.collect();
        if others.is_empty() {
            return None;
        }
        let chosen = self.comparison.as_ref().and_then(|chosen| others.iter().find(|(key, _)| *key == chosen.key));
        let chosen = chosen.map_or_else(|| alone.clone(), |(_, run)| run.clone());
        let choices = std::iter::once(alone).chain(others.into_iter().map(|(_, run)| run)).collect();
        let list = field::choice(choices, Some(chosen), |run: Labeled<_>| Message::ComparedWith(run.value));
        Some(list.width(COMPARE).into())
    }
}

/// Width of the list of runs to compare with.
const COMPARE: f32 = 240.0;

/// A chart as pictures on a dark and on a light ground, with what its points say.
#[derive(Debug)]
struct ChartPicture {
    handles: [image::Handle; 2],
    points: Vec<DrawnPoint>,
}

fn paint_charts(report: &LabReport) -> Vec<ChartPicture> {
    let paint = |svg: &str| {
        let picture = catalog::face::drawing(svg, 2 * chart::WIDTH).ok()?;
        Some(image::Handle::from_rgba(picture.width, picture.height, picture.rgba))
    };
    let both = |chart| {
        let (dark, light) = (chart::drawn(chart, Mode::Dark), chart::svg(chart, Mode::Light));
        let handles = [paint(&dark.svg)?, paint(&light)?];
        Some(ChartPicture { handles, points: dark.points })
    };
    report.charts.iter().filter_map(both).collect()
}

/// The room in which the title and what can be done stand in one line.
const ONE_LINE: f32 = 860.0;

/// Measures that are told though they may not differ.
const MEASURES: usize = 8;

/// What is different from another run, a line a measure.
fn comparison_panel<'a>(other: &'a str, changes: &'a [MeasureComparison]) -> Element<'a, Message> {
    let line = |change: &'a MeasureComparison| {
        let note = match change.change {
            Some(change) => ValueWithInterval::from(change).label(1.0, 4),
            None => tr!("not enough data"),
        };
        let tone = match change.change {
            Some((value, ..)) if change.differs && value > 0.0 => Tone::Good,
            Some(_) if change.differs => Tone::Bad,
            _ => Tone::Plain,
        };
        let means = tr!(
            "this run {own}, other run {other}",
            own = localize_decimals(format!("{:.4}", change.means[1])),
            other = localize_decimals(format!("{:.4}", change.means[0]))
        );
        let seeds = if change.paired { tr!("same seeds") } else { tr!("other seeds") };
        row![
            label::body(change.measure.as_str()).width(FillPortion(3)),
            label::body(means).style(label::muted).width(FillPortion(3)),
            panel::badge(tone, note),
            label::caption(seeds).style(label::muted),
        ]
        .spacing(space::M)
        .align_y(Center)
        .into()
    };
    // What surely differs comes first.
    let shown = changes.iter().filter(|change| change.differs).count().max(MEASURES).min(changes.len());
    let more = changes.len() - shown;
    let more = (more > 0).then(|| label::caption(tr!("and 1 more" | "and {n} more" % more)).style(label::muted));
    let lines = Column::with_children(changes[..shown].iter().map(line)).push(more).spacing(space::S);
    let title = label::group(tr!("Compared with “{other}”", other));
    container(column![title, lines].spacing(space::S)).padding(space::L).width(Fill).style(panel::framed).into()
}

fn table_view(table: &ReportTable) -> Element<'_, Message> {
    let numbers: Vec<bool> = (0..table.columns.len())
        .map(|at| table.rows.iter().filter_map(|r| r.get(at)).any(ReportCell::is_number))
        .collect();
    // Words need most room, then numbers with their intervals.
    let portion = |at: usize| {
        let wide =
            |cell: &ReportCell| matches!(cell, ReportCell::Share(_) | ReportCell::Change(_) | ReportCell::Mean(_));
        match (numbers[at], table.rows.iter().filter_map(|r| r.get(at)).any(wide)) {
            (false, _) => 5,
            (true, true) => 4,
            (true, false) => 2,
        }
    };
    let head = table.columns.iter().enumerate().map(|(at, column)| {
        let word = label::caption(column.as_str()).font(theme::SEMIBOLD).style(label::muted);
        cell_view(word.into(), numbers[at], portion(at), None)
    });
    let mut lines = column![Row::with_children(head).spacing(2), panel::flat()].spacing(space::XS);
    for line in table.rows.iter().take(ROWS) {
        let cells = line.iter().enumerate().map(|(at, cell)| {
            let heat = if let ReportCell::Share(s) = cell { Some(s.share) } else { None };
            cell_view(
                label::caption(cell.label()).style(iced::widget::text::default).into(),
                numbers[at],
                portion(at),
                heat,
            )
        });
        lines = lines.push(Row::with_children(cells).spacing(2).align_y(Center));
    }
    if table.rows.len() > ROWS {
        let more = tr!("and {} more in the report", table.rows.len() - ROWS);
        lines = lines.push(label::caption(more).style(label::muted));
    }
    column![label::section(table.title.as_str()), lines].spacing(space::M).into()
}

/// A cell in its column; the fuller its ground, the larger its share.
fn cell_view<'a>(word: Element<'a, Message>, right: bool, portion: u16, heat: Option<f64>) -> Element<'a, Message> {
    let word = if right { row![gap::horizontal(), word] } else { row![word] };
    container(word)
        .padding([3, 8])
        .width(FillPortion(portion))
        .style(move |theme: &Theme| {
            let r = roles(theme);
            let colour = heat.map(|share| mix(r.ground, r.accent, (share * share) as f32 * 0.38));
            container::Style {
                background: colour.map(Background::Color),
                border: iced::border::rounded(3),
                ..container::Style::default()
            }
        })
        .into()
}
