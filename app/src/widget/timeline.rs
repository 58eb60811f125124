//! A TimeLine as it lies on the table: years in rows, what is true now, and what would become of it.

use catalog::tr;
use engine::kernel::legal_action::TimelineChange;
use engine::kernel::observation::{TimelineCard, TimelineFace};
use engine::timeline::Cells;
use iced::widget::{Column, Row, button, column, container, mouse_area, space as gap, text};
use iced::{Background, Border, Color, Fill, Theme};

use super::card_spot::{CardSpot, PreviewPlace, ShownCard};
use super::face::{FaceRequest, Gallery};
use super::icon::{Icon, Ink, icon};
use super::{Element, cut, label};
use crate::theme::{self, RADIUS, mix, roles};

/// Cards of a row; half as many where their words would not fit side by side.
const COLUMNS: usize = 8;
/// Width of a TimeLine below which that is so.
const NARROW: f32 = 680.0;
/// The least widths of a TimeLine in which both sides of its cards have room, and large letters.
const PLAIN: f32 = 960.0;
/// The least width inside of a card whose head has room for how it stands.
const HEAD: f32 = 140.0;
const LARGE: f32 = 1180.0;
/// Pixels between cards.
const GAP: f32 = 6.0;
/// The size of the type of events at the small scale.
const SMALL: f32 = 11.0;
/// Height of a line, as a share of the size of type.
const SPACED: f32 = 1.2;
/// Pixels between head, event and condition.
const BETWEEN: f32 = 2.0;
/// Width of the sign before a condition.
const TORN: f32 = 13.0;
/// About how wide a small letter is.
const LETTER: f32 = 5.6;

/// The width of the faces whose art lies below the words, and how much the colour above it covers.
const ART_WIDTH: f32 = 180.0;
const GROUND: f32 = 0.8;
const FADED_GROUND: f32 = 0.92;

/// Linchpins are blue, and red when they are turned; Ripplepoints are purple, as on the cards people know.
const LINCHPIN: Color = Color::from_rgb(0.25, 0.52, 0.92);
const REVERSED: Color = Color::from_rgb(0.90, 0.33, 0.22);
const EVENT: Color = Color::from_rgb(0.58, 0.40, 0.80);

/// What is drawn.
pub struct TimelineView<'a> {
    /// Its cards.
    pub years: &'a [TimelineCard],
    /// What a step would change.
    pub ahead: Option<TimelineChange>,
    /// Cells that something is about.
    pub about: Cells,
    /// Cells that can be pressed.
    pub pressable: Cells,
    /// How large it is.
    pub scale: TextScale,
    /// Its width.
    pub width: f32,
    /// Where its pictures come from, and which card is pointed at.
    pub gallery: &'a Gallery,
}

/// How much room there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextScale {
    /// For what a card says on this side only.
    Small,
    /// For its other side as well.
    Plain,
    /// For large letters.
    Large,
}

/// How a face is painted.
trait FaceStyle: Copy {
    fn colour(self, theme: &Theme) -> Color;
    fn ground(self, theme: &Theme) -> Color;
    fn label(self) -> String;
}

impl FaceStyle for TimelineFace {
    fn colour(self, theme: &Theme) -> Color {
        let r = roles(theme);
        match self {
            TimelineFace::Linchpin => LINCHPIN,
            TimelineFace::Reversed => REVERSED,
            TimelineFace::Event => mix(EVENT, r.text, 0.12),
            TimelineFace::Paradox => r.bad,
            TimelineFace::Patched => r.good,
        }
    }

    fn ground(self, theme: &Theme) -> Color {
        let r = roles(theme);
        match self {
            TimelineFace::Event => mix(r.surface, EVENT, 0.26),
            TimelineFace::Linchpin => mix(r.surface, LINCHPIN, 0.32),
            TimelineFace::Reversed => mix(r.surface, REVERSED, 0.34),
            TimelineFace::Paradox => mix(r.ground, r.bad, 0.10),
            TimelineFace::Patched => mix(r.surface, r.good, 0.16),
        }
    }

    fn label(self) -> String {
        match self {
            TimelineFace::Linchpin | TimelineFace::Event => String::new(),
            TimelineFace::Reversed => tr!("flipped"),
            TimelineFace::Paradox => tr!("paradox"),
            TimelineFace::Patched => tr!("patched"),
        }
    }
}

fn columns(width: f32) -> usize {
    if width < NARROW { COLUMNS / 2 } else { COLUMNS }
}

/// How large a TimeLine of this size is written. Where its words would not fit side by side there is a scale for their
/// fronts only.
pub fn scale(width: f32, height: f32) -> TextScale {
    match height {
        _ if columns(width) < COLUMNS => TextScale::Small,
        482.0.. if width >= LARGE => TextScale::Large,
        352.0.. if width >= PLAIN => TextScale::Plain,
        _ => TextScale::Small,
    }
}

/// The width of the words of a card.
fn inside(width: f32) -> f32 {
    let columns = columns(width) as f32;
    (width - GAP * (columns - 1.0)) / columns - 14.0
}

/// The least height of so wide a TimeLine in which its words have their room at the small scale.
pub fn least_height(years: &[TimelineCard], width: f32) -> f32 {
    let columns = columns(width);
    let tile = 30.0 + words_height(years, inside(width));
    let rows = years.len().div_ceil(columns) as f32;
    rows * tile + GAP * (rows - 1.0)
}

/// The least height below the heads in which the events of so wide cards have their conditions at the small scale.
fn words_height(years: &[TimelineCard], inside: f32) -> f32 {
    let height = |year: &TimelineCard| match condition_lines(year, inside) {
        0 => lines_height(SMALL, lines(&year.event, inside)),
        // An event may be cut where there is little height.
        condition => lines_height(SMALL, 1) + BETWEEN + lines_height(condition_size(TextScale::Small), condition),
    };
    years.iter().map(height).fold(0.0, f32::max)
}

fn lines_height(size: f32, lines: usize) -> f32 {
    size * SPACED * lines as f32
}

/// The size of the type of conditions.
fn condition_size(scale: TextScale) -> f32 {
    if scale == TextScale::Large { theme::size::CAPTION } else { 10.0 }
}

/// The lines of what tears a card.
fn condition_lines(year: &TimelineCard, inside: f32) -> usize {
    let room = (inside - TORN) * SMALL / condition_size(TextScale::Small);
    if year.condition.is_empty() { 0 } else { lines(&year.condition, room) }
}

/// About how many lines a text takes in so much room.
fn lines(text: &str, room: f32) -> usize {
    let (mut lines, mut used) = (1, 0.0);
    for word in text.split_whitespace() {
        let wide = LETTER * word.chars().count() as f32;
        if used > 0.0 && used + LETTER + wide > room {
            lines += 1;
            used = wide;
        } else {
            used += if used > 0.0 { LETTER + wide } else { wide };
        }
    }
    lines
}

/// The faces whose art it shows.
pub fn wanted(years: &[TimelineCard]) -> impl Iterator<Item = FaceRequest> {
    years.iter().map(|year| (year.card, ART_WIDTH as u32))
}

/// The TimeLine; any cell may be pointed at, and each tile is `placed` where it lies.
pub fn view<'a, M: Clone + 'a>(
    shown: &TimelineView<'_>,
    pressed: impl Fn(u8) -> M + 'a,
    pointed: impl Fn(Option<u8>) -> M + 'a,
    placed: impl Fn(u8, Element<'a, M>) -> Element<'a, M>,
) -> Element<'a, M> {
    let cells: Vec<u8> = (0..shown.years.len() as u8).collect();
    let columns = columns(shown.width);
    let room = words_height(shown.years, inside(shown.width));
    let line = |chunk: &[u8]| -> Element<'a, M> {
        let tiles = chunk.iter().map(|cell| placed(*cell, tile(shown, *cell, room, pressed(*cell), &pointed)));
        let empty = (chunk.len()..columns).map(|_| gap::horizontal().into());
        Row::with_children(tiles.chain(empty)).spacing(GAP).height(Fill).into()
    };
    Column::with_children(cells.chunks(columns).map(line)).spacing(GAP).into()
}

fn tile<'a, M: Clone + 'a>(
    shown: &TimelineView<'_>,
    cell: u8,
    room: f32,
    pressed: M,
    pointed: &impl Fn(Option<u8>) -> M,
) -> Element<'a, M> {
    let year = &shown.years[cell as usize];
    let face = year.face;
    let is = |cells: Cells| cells & (1 << cell) != 0;
    let change = shown.ahead.as_ref().and_then(|wave| match () {
        () if is(wave.turns) => Some((tr!("flips"), TimelineFace::Reversed)),
        () if is(wave.tears) => Some((tr!("→ paradox"), TimelineFace::Paradox)),
        () if is(wave.heals) => Some((tr!("heals"), TimelineFace::Patched)),
        () if is(wave.bares) => Some((tr!("patch goes"), TimelineFace::Paradox)),
        () if is(wave.mends) => Some((tr!("mends"), TimelineFace::Patched)),
        () => None,
    });
    let about = is(shown.about);
    let faded = face == TimelineFace::Paradox || year.closed;
    let home = year.wanted.map(|is_so| if is_so { tr!("home ✓") } else { tr!("home") });
    let mark = |word: String, size: f32, of: TimelineFace| {
        let word = text(word).size(size).font(theme::SEMIBOLD);
        word.style(move |theme: &Theme| {
            // Lighter than the ground of the same colour.
            text::Style { color: Some(mix(of.colour(theme), roles(theme).text, 0.8)) }
        })
    };
    let changed = change.as_ref().map(|(_, of)| *of);
    let state = if year.closed { tr!("out of reach") } else { face.label() };
    // What is so, or about to happen, stands in the head, beside whose home it is where that has room for both.
    let above = change.or((!state.is_empty()).then_some((state, face)));
    let inside = inside(shown.width);
    let narrow = inside < HEAD;
    let (heading, letters) = match shown.scale {
        TextScale::Large => (theme::size::SECTION, theme::size::BODY),
        TextScale::Plain => (theme::size::EMPHASIS, theme::size::CAPTION),
        TextScale::Small => (theme::size::BODY, SMALL),
    };
    // Its place in the head is short: words stand on a ground of their own, and never over the edge.
    let above = above.map(|(word, of)| {
        mark(word, if narrow { 10.0 } else { theme::size::CAPTION }, of).wrapping(text::Wrapping::None)
    });
    let home = home
        .filter(|_| above.is_none() || !narrow)
        .map(|home| text(home).size(11).font(theme::SEMIBOLD).wrapping(text::Wrapping::None).style(label::accent));
    let label = text(year.label.clone()).size(heading).font(theme::BOLD);
    // Where somebody is at home the year says so too: another word may stand in its place.
    let label = if year.wanted.is_some() { label.style(super::label::accent) } else { label };
    let head = iced::widget::row![label, gap::horizontal()].push(above).push(home).spacing(if narrow { 2 } else { 6 });
    let event = cut(year.event.clone()).size(letters).line_height(SPACED).filling();
    let event = if faded { event.style(label::muted) } else { event };
    let content = column![head.align_y(iced::Center), event].push(below(shown, year, room)).spacing(BETWEEN);
    let inset = match shown.scale {
        TextScale::Small => [4, 7],
        TextScale::Plain => [5, 9],
        TextScale::Large => [8, 9],
    };
    let wanted = year.wanted.is_some();
    let covers = if faded { FADED_GROUND } else { GROUND };
    let tint = move |theme: &Theme| face.ground(theme).scale_alpha(covers);
    let tile = button(content).padding(inset).width(Fill).height(Fill).style(move |theme: &Theme, status| {
        let r = roles(theme);
        let over = matches!(status, button::Status::Hovered | button::Status::Pressed);
        let ground = face.ground(theme);
        let edge = match changed {
            Some(of) => of.colour(theme),
            None if about => r.focus,
            None if wanted => mix(ground, r.accent, 0.75),
            None => mix(ground, face.colour(theme), if over { 1.0 } else { 0.8 }),
        };
        let thick = changed.is_some() || about || wanted;
        button::Style {
            background: Some(Background::Color(if over { mix(ground, r.text, 0.06) } else { ground })),
            text_color: r.text,
            border: Border { color: edge, width: if thick { 2.0 } else { 1.0 }, radius: RADIUS.into() },
            ..button::Style::default()
        }
    });
    let tile = tile.on_press_maybe(is(shown.pressable).then_some(pressed));
    let tile = shown.gallery.on_art(year.card, ART_WIDTH, RADIUS, tint, tile);
    let tile = container(tile).width(Fill).height(Fill).clip(true);
    let tile = mouse_area(tile).on_enter(pointed(Some(cell))).on_exit(pointed(None));
    // At the edge, away from what would follow if it is turned.
    let card = ShownCard::noted(year.card, face.label()).previewed(PreviewPlace::Edge);
    CardSpot::new(shown.gallery.pointing(), card, tile).into()
}

/// What stands below an event: what tears it or holds its Patch, whole, or what the other side of a Linchpin says, as far as there is room.
fn below<'a, M: 'a>(shown: &TimelineView<'_>, year: &TimelineCard, room: f32) -> Option<Element<'a, M>> {
    let size = condition_size(shown.scale);
    if !year.condition.is_empty() {
        let condition = text(year.condition.clone()).size(size).line_height(SPACED).style(other_side);
        let (sign, ink) =
            if year.face == TimelineFace::Patched { (Icon::Check, Ink::Good) } else { (Icon::Torn, Ink::Muted) };
        let sign = container(icon(sign, size, ink)).padding([1, 0]);
        return Some(iced::widget::row![sign, condition].spacing(TORN - size).into());
    }
    // Rather an empty line than a cut one: letters are counted, not measured.
    let event = lines(&year.event, 0.8 * inside(shown.width));
    let fits = shown.scale != TextScale::Small || lines_height(SMALL, event) + BETWEEN + lines_height(size, 1) <= room;
    (fits && !year.other.is_empty()).then(|| cut(year.other.clone()).size(size).style(other_side).into())
}

/// What the other side of a card says.
fn other_side(theme: &Theme) -> text::Style {
    text::Style { color: Some(mix(roles(theme).muted, roles(theme).text, 0.45)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_take_as_many_lines_as_they_need() {
        let counted = [("D-Day", 30.0), ("Titanic Sinks", 73.0), ("Titanic Sinks", 72.0), ("Europe in Ruins", 56.0)];
        assert_eq!(counted.map(|(text, room)| lines(text, room)), [1, 1, 2, 2]);
    }
}
