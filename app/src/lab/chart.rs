//! Charts as SVG, on a light or a dark ground; plotters reckons the axes. Texts are set in the program's font where there
//! is one: the window and PNG files bring it.

use catalog::face::{self, TEXT_FAMILY};
use catalog::localize::{localize_count, localize_decimals, localize_percent};
use catalog::tr;
use engine::lab::report::{Chart, ChartForm, ChartPoint, ChartSeries};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::printout::picture;
use crate::theme::{Mode, Roles};

/// Width of a chart in a file, in pixels of a screen.
pub const WIDTH: u32 = 860;
/// Height of one with lines.
const HEIGHT: u32 = 400;
/// Height of a line of ranks, and what each further series adds to it.
const LINE: u32 = 24;
const BELOW: u32 = 14;
/// Left end of the title and of the names of series, and the height of a line of these.
const LEFT: i32 = 20;
const NAMES: i32 = 18;
/// Room above the plot and below it.
const TOP: u32 = 64;
const FOOT: u32 = 48;

/// Colours of series, told apart by people who see fewer colours (Okabe and Ito), darker on a light ground.
const DARK: [u32; 5] = [0xe3a868, 0x56b4e9, 0x4fd1a5, 0xf28482, 0xc9a7eb];
const LIGHT: [u32; 5] = [0x8c4a12, 0x0060a0, 0x00694d, 0xac2a2f, 0x6b3fa0];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type DrawingError = DrawingAreaErrorKind<std::io::Error>;

/// What a chart is drawn with.
struct Pen {
    width: u32,
    roles: &'static Roles,
    series: [RGBColor; 5],
}

/// A chart that was drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnChart {
    /// As an SVG of its own.
    pub svg: String,
    /// Its points, to be pointed at.
    pub points: Vec<DrawnPoint>,
}

/// Where a point of a chart lies, and what it says.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnPoint {
    /// From the left and from the top, as shares of the width and of the height.
    pub at: (f32, f32),
    /// What it is.
    pub name: String,
    /// Its value with its interval, and how much stands behind it.
    pub value: String,
}

/// A chart as an SVG of its own.
pub fn svg(chart: &Chart, mode: Mode) -> String {
    drawn(chart, mode, WIDTH).svg
}

/// A chart of this width, with its points.
pub fn drawn(chart: &Chart, mode: Mode, width: u32) -> DrawnChart {
    let hues = if mode == Mode::Dark { DARK } else { LIGHT };
    let series = hues.map(|c| RGBColor((c >> 16) as u8, (c >> 8) as u8, c as u8));
    let pen = Pen { width, roles: mode.roles(), series };
    let lines = chart.series.first().map_or(0, |s| s.points.len()) as u32;
    let height = pen.top(chart)
        + match chart.form {
            ChartForm::Lines => HEIGHT - TOP,
            ChartForm::Ranks => FOOT + 10 + rank_height(chart) * lines.max(1),
        };
    let (mut out, mut places) = (String::new(), Vec::new());
    {
        let area = SVGBackend::with_string(&mut out, (width, height)).into_drawing_area();
        // Drawing into a string cannot fail.
        let _ = pen.draw(&area, chart, &mut places);
    }
    let drawn = chart.series.iter().flat_map(|series| series.points.iter().map(move |point| (series, point)));
    let points = drawn.zip(places).map(|((series, point), (x, y))| DrawnPoint {
        at: (x as f32 / width as f32, y as f32 / height as f32),
        name: point_name(chart, series, point),
        value: tr!(
            "{value} (95%: {low} to {high}), n = {n}",
            value = value_label(chart, point.value),
            low = value_label(chart, point.low),
            high = value_label(chart, point.high),
            n = localize_count(chart.n)
        ),
    });
    let points = points.collect();
    DrawnChart { svg: out, points }
}

/// Height of a line of ranks with the points of all series.
fn rank_height(chart: &Chart) -> u32 {
    LINE + BELOW * (chart.series.len().max(1) - 1) as u32
}

/// What a point is: the label of a rank, or where it lies on the lower axis, with its series where there are several.
fn point_name(chart: &Chart, series: &ChartSeries, point: &ChartPoint) -> String {
    let at = match &point.label {
        Some(label) => label.clone(),
        None => format!("{} {}", chart.x, localize_decimals(point.x.to_string())),
    };
    if chart.series.len() > 1 { format!("{}, {at}", series.name) } else { at }
}

fn value_label(chart: &Chart, value: f64) -> String {
    if chart.share {
        localize_percent(format!("{:.1}", value * 100.0))
    } else {
        localize_decimals(format!("{value:.2}"))
    }
}

/// Why a chart is no PNG file.
#[derive(Debug, thiserror::Error)]
pub enum ChartError {
    /// It cannot be painted.
    #[error(transparent)]
    Face(#[from] face::Error),
    /// It cannot be written.
    #[error(transparent)]
    Picture(#[from] png::EncodingError),
}

/// The same as a PNG file, two pixels for one.
///
/// # Errors
/// When it cannot be painted.
pub fn png(chart: &Chart, mode: Mode) -> Result<Vec<u8>, ChartError> {
    let picture = face::drawing(&svg(chart, mode), 2 * WIDTH)?;
    Ok(picture::png(&picture, None)?)
}

fn rgb(colour: iced::Color) -> RGBColor {
    let [r, g, b, _] = colour.into_rgba8();
    RGBColor(r, g, b)
}

impl Pen {
    fn text(&self, size: u32, colour: iced::Color, pos: (HPos, VPos)) -> TextStyle<'static> {
        // plotters means the height of a line, and SVG the size of the letters: it divides by 1.24.
        (TEXT_FAMILY, f64::from(size) * 1.24).into_font().color(&rgb(colour)).pos(Pos::new(pos.0, pos.1))
    }

    fn draw_text(
        &self,
        area: &Area<'_>,
        text: &str,
        at: (i32, i32),
        style: TextStyle<'static>,
    ) -> Result<(), DrawingError> {
        area.draw(&Text::new(text.to_owned(), at, style))
    }

    /// Draws it, and notes where each point lies, series by series.
    fn draw(&self, area: &Area<'_>, chart: &Chart, places: &mut Vec<(i32, i32)>) -> Result<(), DrawingError> {
        area.fill(&rgb(self.roles.surface))?;
        let left = (HPos::Left, VPos::Center);
        self.draw_text(area, &chart.title, (LEFT, 24), self.text(16, self.roles.text, left))?;
        let n = tr!("n = {}, bars and bands: 95%", localize_count(chart.n));
        self.draw_text(area, &n, (LEFT, 46), self.text(12, self.roles.muted, left))?;
        match chart.form {
            ChartForm::Lines => self.lines(area, chart, places),
            ChartForm::Ranks => self.ranks(area, chart, places),
        }
    }

    fn lines(&self, area: &Area<'_>, chart: &Chart, places: &mut Vec<(i32, i32)>) -> Result<(), DrawingError> {
        let points = || chart.series.iter().flat_map(|s| &s.points);
        let (low, high) = extent(points().map(|p| (p.x, p.x)));
        let most = if chart.share { 1.0 } else { extent(points().map(|p| (p.low, p.high))).1 * 1.08 };
        let least = if chart.share { 0.0 } else { extent(points().map(|p| (p.low, p.high))).0.min(0.0) };
        let plot = area.margin(self.top(chart), 10, 8, 24);
        let mut plane = ChartBuilder::on(&plot)
            .x_label_area_size(FOOT)
            .y_label_area_size(68)
            .build_cartesian_2d(low..high.max(low + 1.0), least..most.max(least + 1e-9))?;
        self.mesh(&mut plane, chart, (high - low) as usize + 1, true)?;
        for (series, colour) in chart.series.iter().zip(self.series.iter().cycle()) {
            places.extend(series.points.iter().map(|p| plane.backend_coord(&(p.x, p.value))));
            let above = series.points.iter().map(|p| (p.x, p.high));
            let below = series.points.iter().rev().map(|p| (p.x, p.low));
            let band: Vec<(f64, f64)> = above.chain(below).collect();
            plane.draw_series([Polygon::new(band, colour.mix(0.22).filled())])?;
            plane.draw_series(LineSeries::new(series.points.iter().map(|p| (p.x, p.value)), colour.stroke_width(2)))?;
            if series.points.len() <= 32 {
                plane.draw_series(series.points.iter().map(|p| Circle::new((p.x, p.value), 3, colour.filled())))?;
            }
        }
        self.legend(area, chart)
    }

    /// Where the names of several series stand: below the title, on as many lines as they need.
    fn legend_places(&self, chart: &Chart) -> Vec<(i32, i32)> {
        if chart.series.len() < 2 {
            return Vec::new();
        }
        let (mut x, mut y) = (LEFT, TOP as i32 + 4);
        let place = |series: &ChartSeries| {
            let wide = series.name.chars().count() as i32 * 7 + 34;
            if x > LEFT && x + wide > self.width as i32 - LEFT {
                (x, y) = (LEFT, y + NAMES);
            }
            x += wide;
            (x - wide, y)
        };
        chart.series.iter().map(place).collect()
    }

    /// Room above the plot: the title, and the names of series.
    fn top(&self, chart: &Chart) -> u32 {
        self.legend_places(chart).last().map_or(TOP, |(_, y)| (*y + NAMES) as u32)
    }

    /// The names of series.
    fn legend(&self, area: &Area<'_>, chart: &Chart) -> Result<(), DrawingError> {
        let places = self.legend_places(chart).into_iter();
        for ((series, colour), (x, y)) in chart.series.iter().zip(self.series.iter().cycle()).zip(places) {
            area.draw(&Rectangle::new([(x, y - 3), (x + 14, y + 1)], colour.filled()))?;
            let style = self.text(12, self.roles.text, (HPos::Left, VPos::Center));
            self.draw_text(area, &series.name, (x + 20, y), style)?;
        }
        Ok(())
    }

    fn ranks(&self, area: &Area<'_>, chart: &Chart, places: &mut Vec<(i32, i32)>) -> Result<(), DrawingError> {
        let named: &[ChartPoint] = chart.series.first().map_or(&[], |s: &ChartSeries| &s.points);
        let points = chart.series.iter().flat_map(|s| &s.points);
        let (low, high) = extent(points.map(|p| (p.low, p.high)));
        // Where all lie close together their differences are not drawn larger than they are.
        let room = ((high - low) * 0.06).max((0.1 - (high - low)) / 2.0);
        let (low, high) = if chart.share && low >= 0.0 {
            ((low - room).max(0.0), (high + room).min(1.0))
        } else {
            ((low - room).min(0.0), (high + room).max(0.0))
        };
        let letters = named.iter().filter_map(|p| p.label.as_ref()).map(|l| l.chars().count()).max().unwrap_or(0);
        // Names have two fifths of the width at most.
        let most = ((self.width * 2 / 5 - 24) / 7).min(44) as usize;
        let label = (letters.min(most) as u32 * 7 + 24).max(90);
        let plot = area.margin(self.top(chart), 10, 8, 96);
        let count = named.len().max(1) as f64;
        let mut plane = ChartBuilder::on(&plot)
            .x_label_area_size(FOOT)
            .y_label_area_size(label)
            // The first rank is at the top.
            .build_cartesian_2d(low..high, (count - 0.5)..-0.5)?;
        self.mesh(&mut plane, chart, self.width.saturating_sub(label + 104) as usize / 60, false)?;
        if low < 0.0 && high > 0.0 {
            let zero = rgb(self.roles.muted).stroke_width(1);
            plane.draw_series([PathElement::new(vec![(0.0, -0.5), (0.0, count - 0.5)], zero)])?;
        }
        for point in named {
            let (_, y) = plane.backend_coord(&(low, point.x));
            let right = self.text(12, self.roles.text, (HPos::Right, VPos::Center));
            self.draw_text(area, &cut_name(point.label.as_deref().unwrap_or(""), most), (label as i32, y), right)?;
        }
        // Points of one name lie below each other, series by series.
        let middle = (chart.series.len().max(1) - 1) as f64 / 2.0;
        let below = f64::from(BELOW) / f64::from(rank_height(chart));
        let series = chart.series.iter().zip(self.series.iter().cycle()).enumerate();
        let points = series.flat_map(|(at, (series, colour))| {
            let lower = (at as f64 - middle) * below;
            series.points.iter().map(move |point| (point, point.x + lower, *colour))
        });
        for (point, line, colour) in points {
            let (_, y) = plane.backend_coord(&(low, line));
            places.push(plane.backend_coord(&(point.value, line)));
            let bar = PathElement::new(vec![(point.low, line), (point.high, line)], colour.mix(0.55).stroke_width(4));
            plane.draw_series([bar])?;
            plane.draw_series([Circle::new((point.value, line), 5, colour.filled())])?;
            let value = match (chart.share, point.value < 0.0 || low < 0.0) {
                (true, false) => localize_percent(format!("{:.1}", point.value * 100.0)),
                (true, true) => localize_decimals(format!("{:+.1}", point.value * 100.0)),
                (false, _) => localize_decimals(format!("{:.2}", point.value)),
            };
            let left = self.text(12, self.roles.muted, (HPos::Left, VPos::Center));
            self.draw_text(area, &value, (self.width as i32 - 88, y), left)?;
        }
        self.legend(area, chart)
    }

    fn mesh<'a, 'b>(
        &self,
        plane: &mut ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
        chart: &Chart,
        steps: usize,
        upright: bool,
    ) -> Result<(), DrawingError> {
        let words = self.text(12, self.roles.muted, (HPos::Center, VPos::Center));
        let percent = |share: bool, v: f64| match share {
            true => format!("{:.0}", v * 100.0),
            false if v.fract().abs() < 1e-9 => format!("{v:.0}"),
            false => localize_decimals(format!("{v:.1}")),
        };
        let (x_share, y_share) = (chart.share && !upright, chart.share);
        let x = move |v: &f64| percent(x_share, *v);
        let y = move |v: &f64| percent(y_share, *v);
        let mut mesh = plane.configure_mesh();
        mesh.axis_style(rgb(self.roles.line))
            .bold_line_style(rgb(self.roles.line))
            .light_line_style(TRANSPARENT)
            .label_style(words.clone())
            .axis_desc_style(words)
            .x_desc(chart.x.as_str())
            .x_label_formatter(&x)
            .y_label_formatter(&y);
        if upright {
            mesh.y_desc(chart.y.as_str()).x_labels(steps.clamp(2, 13).min(self.width as usize / 60)).y_labels(6)
        } else {
            mesh.x_labels(steps.clamp(2, 8)).y_labels(0).disable_y_mesh()
        };
        mesh.draw()
    }
}

/// A name of so many letters at most.
fn cut_name(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let beginning: String = name.chars().take(most - 1).collect();
    format!("{}…", beginning.trim_end())
}

/// The least and the most.
fn extent(of: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    let all = of.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), (low, high)| (a.min(low), b.max(high)));
    if all.0 <= all.1 { all } else { (0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_where_they_are_drawn_and_say_value_interval_and_sample() {
        let point = |x: f64, value: f64| ChartPoint { x, label: None, value, low: value - 0.05, high: value + 0.05 };
        let series =
            ChartSeries { name: "won".into(), points: vec![point(1.0, 0.25), point(2.0, 0.5), point(3.0, 0.75)] };
        let chart = Chart {
            title: "Games won".into(),
            x: "turn".into(),
            y: "share".into(),
            n: 12_000,
            form: ChartForm::Lines,
            series: vec![series],
            share: true,
        };
        let drawn = drawn(&chart, Mode::Dark, WIDTH);
        assert_eq!(drawn.points.len(), 3);
        assert_eq!(
            (drawn.points[1].name.as_str(), drawn.points[1].value.as_str()),
            ("turn 2", "50.0% (95%: 45.0% to 55.0%), n = 12,000")
        );
        assert!(drawn.points.is_sorted_by(|a, b| a.at.0 < b.at.0 && a.at.1 > b.at.1), "to the right and up");
        // The circle of the first point is in the drawing where the point says it lies.
        let (x, y) = (drawn.points[0].at.0 * WIDTH as f32, drawn.points[0].at.1 * HEIGHT as f32);
        let circle = format!("<circle cx=\"{}\" cy=\"{}\"", x.round(), y.round());
        assert!(drawn.svg.contains(&circle), "{circle}");
    }
}
