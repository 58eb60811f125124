//! What is drawn above the board: cards on their way, numbers that change, who attacks whom, the card that is dragged.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use catalog::CardIx;
use engine::kernel::legal_action::ActionTarget;
use iced::advanced::graphics::geometry::Renderer as _;
use iced::advanced::image::Renderer as _;
use iced::advanced::layout::{self, Layout};
use iced::advanced::text::{self, Renderer as _};
use iced::advanced::widget::{Tree, tree};
use iced::advanced::{Clipboard, Renderer as _, Shell, Widget, image, mouse, renderer};
use iced::widget::canvas::{Cache, LineCap, Path, Stroke};
use iced::widget::image::Handle;
use iced::{Border, Color, Event, Fill, Length, Point, Rectangle, Renderer, Shadow, Size, Theme, Vector, window};

use super::changes::{NumberTone, small};
use super::state::{BoardMotion, NUMBER, eased};
use crate::theme::{self, mix, roles};
use crate::widget::Element;

/// Height of a number that flies, and how far it goes.
const LETTERS: f32 = 22.0;
const RISE: f32 = 34.0;
/// Room between a line and words that it passes.
const WORDS: f32 = 3.0;
/// About how wide a letter is, as a share of its height.
const LETTER: f32 = 0.72;
/// How long a place is lit where a number changed.
const FLASH: Duration = Duration::from_millis(420);

/// The parts of a line, the last one with its head, and whether it is that of a blocker.
type LineParts = (Vec<(Point, Point)>, bool);

/// Who attacks or blocks whom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CombatLine {
    /// The card that attacks or blocks.
    pub from: ActionTarget,
    /// What it attacks or blocks.
    pub to: ActionTarget,
    /// Whether it blocks.
    pub blocks: bool,
}

/// What is drawn above the board.
pub struct MotionLayer<'a> {
    motion: &'a BoardMotion,
    lines: Vec<CombatLine>,
    /// Places with words, which lines pass below, and how much of each has them, from its foot.
    words: Vec<(ActionTarget, f32)>,
    /// The picture of a card that flies or is dragged, by its width where that is another one than usual.
    picture: Box<dyn Fn(CardIx, Option<f32>) -> Option<Handle> + 'a>,
}

impl<'a> MotionLayer<'a> {
    /// Draws these lines, and cards that move with these pictures.
    pub fn new(
        motion: &'a BoardMotion,
        lines: Vec<CombatLine>,
        words: Vec<(ActionTarget, f32)>,
        picture: impl Fn(CardIx, Option<f32>) -> Option<Handle> + 'a,
    ) -> MotionLayer<'a> {
        MotionLayer { motion, lines, words, picture: Box::new(picture) }
    }

    /// The lines on the board, as far as they are drawn.
    fn parts(&self) -> Vec<LineParts> {
        let placed = self.words.iter().filter_map(|(what, share)| Some((self.motion.place(*what)?, *share)));
        let (whole, words): (Vec<_>, Vec<_>) = placed.map(|(place, share)| (place, foot(place, share))).unzip();
        let parts = |line: &CombatLine| {
            let (from, to) = (self.motion.place(line.from)?, self.motion.place(line.to)?);
            // To a player it goes straight, and below cards: these are not attacked.
            let is_player = matches!(line.to, ActionTarget::Seat(_));
            let to = if is_player { straight(from, to) } else { to };
            let above = if is_player { &whole } else { &words };
            Some((beside(edge(from, to), edge(to, from), above), line.blocks))
        };
        self.lines.iter().filter_map(parts).filter(|(parts, _)| !parts.is_empty()).collect()
    }

    fn draw_lines(&self, state: &State, renderer: &mut Renderer, theme: &Theme, bounds: Rectangle) {
        let ends = self.parts();
        if ends.is_empty() {
            return;
        }
        let r = roles(theme);
        let drawn = (ends, r.bad, bounds.size());
        if state.drawn.borrow().as_ref() != Some(&drawn) {
            state.lines.clear();
        }
        let geometry = state.lines.draw(renderer, bounds.size(), |frame| {
            for (parts, blocks) in &drawn.0 {
                let corner = Vector::new(bounds.x, bounds.y);
                let color = if *blocks { r.good } else { r.bad };
                let stroke = |width: f32, color: Color| {
                    Stroke::default().with_width(width).with_color(color).with_line_cap(LineCap::Round)
                };
                let last = parts.len() - 1;
                let line = |(at, (from, to)): (usize, &(Point, Point))| {
                    let (from, to) = (*from - corner, *to - corner);
                    if at == last { arrow(from, to) } else { Path::line(from, to) }
                };
                let lines: Vec<Path> = parts.iter().enumerate().map(line).collect();
                lines.iter().for_each(|line| frame.stroke(line, stroke(7.0, Color { a: 0.55, ..r.ground })));
                lines.iter().for_each(|line| frame.stroke(line, stroke(3.5, color)));
            }
        });
        *state.drawn.borrow_mut() = Some(drawn);
        renderer.with_translation(Vector::new(bounds.x, bounds.y), |renderer| renderer.draw_geometry(geometry));
    }

    fn draw_picture(
        &self,
        renderer: &mut Renderer,
        theme: &Theme,
        handle: Option<Handle>,
        place: Rectangle,
        opacity: f32,
    ) {
        let r = roles(theme);
        // What is drawn again is counted in whole pixels: the edge of a picture between two of them would leave traces.
        let place = whole(place);
        match handle {
            Some(handle) => {
                let picture = image::Image::new(handle).opacity(opacity);
                renderer.draw_image(picture, place, place);
            }
            None => renderer.fill_quad(
                renderer::Quad {
                    bounds: place,
                    border: Border { color: r.line, width: 2.0, radius: (place.width * 0.05).into() },
                    shadow: Shadow::default(),
                    snap: false,
                },
                mix(r.raised, r.accent, 0.08).scale_alpha(opacity),
            ),
        }
    }

    fn draw_moving(&self, renderer: &mut Renderer, theme: &Theme, clip: Rectangle) {
        let now = Instant::now();
        let moving = self.motion.0.borrow();
        let r = roles(theme);
        for flight in &moving.flights {
            if !flight.lasts(moving.flight, now) {
                continue;
            }
            let (to, fades) = match (moving.places.get(&flight.to), moving.places.get(&flight.beside)) {
                (Some(place), _) if flight.to != flight.beside => (*place, 0.0),
                (_, Some(place)) => (small(*place), 0.7),
                _ => continue,
            };
            let (place, part) = flight.place(to, moving.flight, now);
            let opacity = 1.0 - part * fades;
            let shown = flight.via.map(|via| via.width);
            let picture = flight.card.and_then(|card| (self.picture)(card, shown));
            self.draw_picture(renderer, theme, picture, place, opacity);
        }
        for number in &moving.numbers {
            let Some(place) = moving.places.get(&number.at) else { continue };
            let since = now.saturating_duration_since(number.began);
            if since >= NUMBER {
                continue;
            }
            let color = match number.tone {
                NumberTone::Gain => r.good,
                NumberTone::Loss => r.bad,
                NumberTone::Neutral => r.accent,
            };
            if since < FLASH {
                let light = 0.45 * (1.0 - eased(number.began, FLASH, now));
                let quad = renderer::Quad {
                    bounds: *place,
                    border: iced::border::rounded(theme::RADIUS),
                    ..renderer::Quad::default()
                };
                renderer.fill_quad(quad, color.scale_alpha(light));
            }
            let part = since.as_secs_f32() / NUMBER.as_secs_f32();
            // What is drawn again is counted from the corner, so a text that is centered would leave traces.
            let wide = LETTERS * LETTER * number.text.chars().count() as f32;
            let text = text::Text {
                content: number.text.clone(),
                bounds: Size::new(wide, LETTERS * 1.3),
                size: LETTERS.into(),
                line_height: text::LineHeight::default(),
                font: theme::BOLD,
                align_x: text::Alignment::Left,
                align_y: iced::alignment::Vertical::Top,
                shaping: text::Shaping::Basic,
                wrapping: text::Wrapping::None,
            };
            // Numbers of the far side fall, those of the near side rise: towards the middle of the board.
            let way = if place.center_y() < clip.center_y() { RISE } else { -RISE };
            let beside = f32::from(number.place) * 120.0;
            let at = Point::new(
                (place.center_x() + beside - wide / 2.0).min(clip.x + clip.width - wide),
                place.center_y() + way * (0.6 + part) - LETTERS * 0.65,
            );
            let fading = color.scale_alpha((2.0 - 2.0 * part).min(1.0));
            let shade = r.ground.scale_alpha((2.0 - 2.0 * part).min(1.0));
            renderer.fill_text(text.clone(), at + Vector::new(1.5, 1.5), shade, clip);
            renderer.fill_text(text, at, fading, clip);
        }
        if let Some(drag) = moving.drag {
            let size = moving.places.get(&drag.what).map_or(Size::new(100.0, 140.0), |place| place.size());
            let place = Rectangle::new(drag.cursor - drag.grip, size);
            self.draw_picture(renderer, theme, (self.picture)(drag.card, None), place, 0.92);
        }
    }
}

/// A place whose edges lie on pixels.
fn whole(place: Rectangle) -> Rectangle {
    let (x, y) = (place.x.round(), place.y.round());
    Rectangle { x, y, width: (place.x + place.width).round() - x, height: (place.y + place.height).round() - y }
}

/// The part of a wide place that lies before another one.
fn straight(from: Rectangle, to: Rectangle) -> Rectangle {
    let width = to.width.min(from.width);
    let x = (from.center_x() - width / 2.0).clamp(to.x, to.x + to.width - width);
    Rectangle { x, width, ..to }
}

/// As much of a place, from its foot.
fn foot(of: Rectangle, share: f32) -> Rectangle {
    let height = of.height * share;
    Rectangle { y: of.y + of.height - height, height, ..of }
}

/// Where the line between two places leaves the first one.
fn edge(of: Rectangle, towards: Rectangle) -> Point {
    let (from, to) = (of.center(), towards.center());
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let part = |room: f32, way: f32| if way.abs() < 1.0 { f32::INFINITY } else { room / way.abs() };
    let part = part(of.width / 2.0, dx).min(part(of.height / 2.0, dy)).min(1.0);
    Point::new(from.x + dx * part, from.y + dy * part)
}

/// The parts of a line beside places with words. A place that it begins or ends in, or at whose edge, is no obstacle.
fn beside(from: Point, to: Point, words: &[Rectangle]) -> Vec<(Point, Point)> {
    let at = |part: f32| from + (to - from) * part;
    let mut parts: Vec<(f32, f32)> = vec![(0.0, 1.0)];
    for place in words.iter().map(|place| place.expand(WORDS)) {
        if place.contains(from) || place.contains(to) {
            continue;
        }
        let Some((enters, leaves)) = within(from, to, place) else { continue };
        let cut = |(begin, end): (f32, f32)| [(begin, end.min(enters)), (begin.max(leaves), end)];
        parts = parts.into_iter().flat_map(cut).filter(|(begin, end)| begin < end).collect();
    }
    parts.into_iter().map(|(begin, end)| (at(begin), at(end))).collect()
}

/// From where to where a line runs over a place, as shares of its length.
fn within(from: Point, to: Point, place: Rectangle) -> Option<(f32, f32)> {
    let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
    for (start, way, least, room) in
        [(from.x, to.x - from.x, place.x, place.width), (from.y, to.y - from.y, place.y, place.height)]
    {
        if way.abs() < f32::EPSILON {
            if !(least..=least + room).contains(&start) {
                return None;
            }
            continue;
        }
        let (one, other) = ((least - start) / way, (least + room - start) / way);
        (enters, leaves) = (enters.max(one.min(other)), leaves.min(one.max(other)));
    }
    (enters < leaves).then_some((enters, leaves))
}

/// A line with a head.
fn arrow(from: Point, to: Point) -> Path {
    let way = to - from;
    let length = (way.x * way.x + way.y * way.y).sqrt().max(1.0);
    let (x, y) = (way.x / length, way.y / length);
    let head = length.min(16.0);
    let side = |turn: f32| Point::new(to.x - head * (x - turn * y * 0.6), to.y - head * (y + turn * x * 0.6));
    Path::new(|path| {
        path.move_to(from);
        path.line_to(to);
        path.move_to(side(1.0));
        path.line_to(to);
        path.line_to(side(-1.0));
    })
}

/// The lines as they were drawn last, and what of.
#[derive(Default)]
struct State {
    lines: Cache,
    drawn: RefCell<Option<(Vec<LineParts>, Color, Size)>>,
}

impl<M> Widget<M, Theme, Renderer> for MotionLayer<'_> {
    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(State::default())
    }

    fn size(&self) -> Size<Length> {
        Size::new(Fill, Fill)
    }

    fn layout(&mut self, _: &mut Tree, _: &Renderer, limits: &layout::Limits) -> layout::Node {
        layout::atomic(limits, Fill, Fill)
    }

    fn update(
        &mut self,
        _: &mut Tree,
        event: &Event,
        layout: Layout<'_>,
        _: mouse::Cursor,
        _: &Renderer,
        _: &mut dyn Clipboard,
        shell: &mut Shell<'_, M>,
        _: &Rectangle,
    ) {
        self.motion.0.borrow_mut().board = layout.bounds();
        if let Event::Window(window::Event::RedrawRequested(now)) = event
            && self.motion.is_moving(*now)
        {
            shell.request_redraw();
        }
    }

    fn draw(
        &self,
        tree: &Tree,
        renderer: &mut Renderer,
        theme: &Theme,
        _: &renderer::Style,
        layout: Layout<'_>,
        _: mouse::Cursor,
        viewport: &Rectangle,
    ) {
        let bounds = layout.bounds();
        let Some(clip) = bounds.intersection(viewport) else { return };
        renderer.with_layer(clip, |renderer| {
            self.draw_lines(tree.state.downcast_ref(), renderer, theme, bounds);
            self.draw_moving(renderer, theme, bounds);
        });
    }
}

impl<'a, M: 'a> From<MotionLayer<'a>> for Element<'a, M> {
    fn from(layer: MotionLayer<'a>) -> Element<'a, M> {
        Element::new(layer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_passes_below_words_and_ends_at_what_it_means() {
        let place = |y: f32| Rectangle::new(Point::new(0.0, y), Size::new(100.0, 20.0));
        let (from, to) = (Point::new(50.0, 200.0), Point::new(50.0, 20.0));
        let parts = beside(from, to, &[place(0.0), place(100.0), place(300.0)]);
        assert_eq!(parts.len(), 2, "{parts:?}");
        assert_eq!((parts[0].0, parts[1].1), (from, to));
        assert!((parts[0].1.y - 123.0).abs() < 0.1 && (parts[1].0.y - 97.0).abs() < 0.1, "{parts:?}");
        assert_eq!(beside(from, to, &[Rectangle::new(Point::new(80.0, 100.0), Size::new(9.0, 9.0))]), [(from, to)]);
    }
}
