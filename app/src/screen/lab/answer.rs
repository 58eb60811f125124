//! An answer: its sentences, its charts, its tables, and what is different from another run.

use std::path::PathBuf;
use std::sync::OnceLock;

use catalog::fold::capital;
use catalog::localize::{localize_decimals, localize_percent};
use catalog::tr;
use engine::lab::plan::{ExperimentKind, ExperimentPlan};
use engine::lab::report::{LabReport, ReportCell, ReportTable};
use iced::widget::{Column, Row, Text, column, container, image, row, space as gap};
use iced::{Background, Center, Fill, FillPortion, Right, Theme};

use crate::lab::chart::DrawnPoint;
use crate::lab::{self, FindingsFile, MeasureComparison, chart};
use crate::screen::lab::past::{self, PastRun};
use crate::theme::{self, Mode, mix, roles, space};
use crate::widget::field::Labeled;
use crate::widget::panel::Tone;
use crate::widget::pointed_chart::PointedChart;
use crate::widget::{Element, button, field, label, panel};

/// Rows of a table that are shown; the page has all.
const ROWS: usize = 50;
/// The widest a page of an answer is.
const WIDE: f32 = 1120.0;
/// Widths that charts are drawn for: the widest that fits is shown a little larger, and its letters are never smaller than
/// drawn.
const WIDTHS: [u32; 5] = [420, 540, 700, 880, 1056];

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
    /// The charts in each of the widths, once they were wanted in it.
    pictures: [OnceLock<Vec<ChartPicture>>; WIDTHS.len()],
    /// What is different from the run beside it, if there is one.
    comparison: Option<Comparison>,
}

/// What is different from another run.
#[derive(Debug)]
struct Comparison {
    key: String,
    title: String,
    plan: ExperimentPlan,
    changes: Vec<MeasureComparison>,
}

impl Answer {
    /// Paints the charts of findings for an answer so wide, with those of another run `beside` them; `None` if not all parts
    /// are there.
    pub fn new(kept: FindingsFile, beside: Option<&FindingsFile>, width: f32) -> Option<Answer> {
        let own = kept.report.clone()?;
        let other = beside.and_then(|other| Some((other, other.report.as_ref()?)));
        let report = other.map_or_else(|| own.clone(), |(_, theirs)| lab::overlay(&own, theirs));
        let comparison = other.map(|(other, theirs)| Comparison {
            key: other.found.key.clone(),
            title: theirs.title.clone(),
            plan: other.found.plan.clone(),
            changes: lab::compare(other, &kept),
        });
        let answer = Answer { pictures: Default::default(), kept, report, comparison };
        answer.pictures(width);
        Some(answer)
    }

    /// The charts for an answer so wide.
    fn pictures(&self, width: f32) -> &[ChartPicture] {
        let at = WIDTHS.iter().rposition(|drawn| *drawn as f32 <= inside(width)).unwrap_or(0);
        self.pictures[at].get_or_init(|| paint_charts(&self.report, WIDTHS[at]))
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
        let about = label::body(past::about_label(&report.about)).style(label::muted);
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
            page = page.push(self.comparison_panel(comparison, width < ONE_LINE));
        }
        for caution in &report.cautions {
            page = page.push(panel::toned(Tone::Warn, label::body(caution.as_str())));
        }
        let at = usize::from(mode == Mode::Light);
        for picture in self.pictures(width) {
            let chart = PointedChart::new(picture.handles[at].clone(), &picture.points);
            page = page.push(container(chart).padding(1).style(panel::framed));
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
        let others = past.iter().filter(|run| run.plan().kind == self.plan().kind && run.key != self.key());
        let word = if self.comparison.is_some() { tr!("No comparison") } else { tr!("Compare with…") };
        let alone = Labeled::new(None, word);
        let others = others.map(|run| (run.key.as_str(), Labeled::new(Some(run.file.clone()), run.label(self.plan()))));
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

    /// What is different from another run, measure by measure; each on two lines where there is little room.
    fn comparison_panel<'a>(&'a self, other: &'a Comparison, narrow: bool) -> Element<'a, Message> {
        let changes = &other.changes;
        let line = |change: &'a MeasureComparison| -> Element<'a, Message> {
            let of = self.measure(change.place);
            let [theirs, own] = change.means.map(|mean| of.value(mean));
            let says = tr!("{measure}: {own} vs. {other}", measure = of.name, own, other = theirs);
            let (tone, verdict) = match change.change {
                Some((value, ..)) if change.differs && value > 0.0 => (Tone::Good, tr!("clearly more")),
                Some(_) if change.differs => (Tone::Bad, tr!("clearly less")),
                Some(_) if change.p_value.is_some() => (Tone::Plain, tr!("no clear difference")),
                _ => (Tone::Plain, tr!("not enough data")),
            };
            let by = change.change.map(|change| panel::badge(tone, of.change(change)));
            let told = row![by, label::caption(verdict)].spacing(space::S).align_y(Center);
            if narrow {
                column![label::body(says), told].spacing(space::XS).into()
            } else {
                row![label::body(says).width(Fill), told].spacing(space::M).align_y(Center).into()
            }
        };
        // What surely differs comes first.
        let shown = changes.iter().filter(|change| change.differs).count().max(MEASURES).min(changes.len());
        let more = changes.len() - shown;
        let more = (more > 0).then(|| label::caption(tr!("and 1 more" | "and {n} more" % more)).style(label::muted));
        let lines = Column::with_children(changes[..shown].iter().map(line)).push(more).spacing(space::M);
        let (seed, size, title) = (other.plan.seed, past::size_label(&other.plan), other.title.as_str());
        let title = if past::is_about_the_same(&other.plan, self.plan()) {
            tr!("Compared with seed {seed}, {size}", seed, size)
        } else {
            tr!("Compared with “{title}”, seed {seed}, {size}", title, seed, size)
        };
        let paired = changes.iter().any(|change| change.paired);
        let seeds = if paired { tr!("same seeds") } else { tr!("other seeds") };
        let head = row![label::group(title).width(Fill), label::caption(seeds)].spacing(space::M);
        container(column![head, lines].spacing(space::M)).padding(space::L).width(Fill).style(panel::framed).into()
    }

    /// A measure by its place.
    fn measure(&self, place: usize) -> Measure {
        let plan = self.plan();
        let word = self.kept.measures.get(place).map_or(String::new(), |word| capital(word));
        // Seats of a series are told apart by their decks, where those differ.
        let deck = self.report.tables.first().and_then(|table| table.rows.get(place)?.get(1));
        let name = match (plan.kind, deck) {
            (ExperimentKind::Series, Some(ReportCell::Text(deck)))
                if plan.decks.iter().any(|d| *d != plan.decks[0]) =>
            {
                tr!("{player} wins", player = deck)
            }
            _ => word,
        };
        // What a goldfish makes or spends, and turns, are means; all else is how often something happens.
        let mean = matches!(plan.kind, ExperimentKind::Goldfish | ExperimentKind::Set) && place == 1;
        Measure { name, share: !mean || plan.after.is_some() }
    }
}

/// What runs are compared by.
struct Measure {
    name: String,
    /// Whether it is a share, told in per cent.
    share: bool,
}

impl Measure {
    fn value(&self, value: f64) -> String {
        if self.share {
            localize_percent(format!("{:.1}", 100.0 * value))
        } else {
            localize_decimals(format!("{value:.2}"))
        }
    }

    /// A difference with its interval, which stays on one line.
    fn change(&self, (value, low, high): (f64, f64, f64)) -> String {
        let number = |n: f64| {
            let digits = if self.share { format!("{:+.1}", 100.0 * n) } else { format!("{n:+.2}") };
            localize_decimals(digits.replace('-', "−"))
        };
        let [value, low, high] = [value, low, high].map(number);
        let told = if self.share {
            tr!("{value} points ({low} to {high})", value, low, high)
        } else {
            tr!("{value} ({low} to {high})", value, low, high)
        };
        told.replace(' ', "\u{a0}")
    }
}

/// The width of what stands on the page of an answer so wide, beside the bar that scrolls it.
fn inside(width: f32) -> f32 {
    width.min(WIDE) - 2.0 * space::XL - field::BAR
}

/// Width of the list of runs to compare with: their names are whole.
const COMPARE: f32 = 320.0;

/// A chart as pictures on a dark and on a light ground, with what its points say.
#[derive(Debug)]
struct ChartPicture {
    handles: [image::Handle; 2],
    points: Vec<DrawnPoint>,
}

fn paint_charts(report: &LabReport, width: u32) -> Vec<ChartPicture> {
    let paint = |svg: &str| {
        let picture = catalog::face::drawing(svg, 2 * width).ok()?;
        Some(image::Handle::from_rgba(picture.width, picture.height, picture.rgba))
    };
    let both = |chart| {
        let [dark, light] = [Mode::Dark, Mode::Light].map(|mode| chart::drawn(chart, mode, width));
        let handles = [paint(&dark.svg)?, paint(&light.svg)?];
        Some(ChartPicture { handles, points: dark.points })
    };
    report.charts.iter().filter_map(both).collect()
}

/// The room in which the title and what can be done stand in one line.
const ONE_LINE: f32 = 1080.0;

/// Measures that are told though they may not differ.
const MEASURES: usize = 8;

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
            cell_view(value_view(cell).style(iced::widget::text::default).into(), numbers[at], portion(at), heat)
        });
        lines = lines.push(Row::with_children(cells).spacing(2).align_y(Center));
    }
    if table.rows.len() > ROWS {
        let more = tr!("and {} more in the report", table.rows.len() - ROWS);
        lines = lines.push(label::caption(more).style(label::muted));
    }
    column![label::section(table.title.as_str()), lines].spacing(space::M).into()
}

/// What a cell says; of a number with its interval, the interval may stand below it, but is never torn apart.
fn value_view(cell: &ReportCell) -> Text<'_> {
    if !cell.is_number() {
        return label::caption(cell.label());
    }
    let word = cell.label().replace('-', "−").replace('–', "\u{2060}–\u{2060}").replace(' ', "\u{a0}");
    label::caption(word.replace("\u{a0}(", " (")).align_x(Right)
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
