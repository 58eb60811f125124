//! A chart as a picture that answers when it is pointed at: the point that is nearest is marked, and says its value.

use iced::widget::canvas::{self, Canvas, Frame, Geometry, Path, Stroke, Text};
use iced::widget::{Stack, image, stack};
use iced::{Event, Fill, Point, Rectangle, Renderer, Size, Theme, mouse};

use super::Element;
use crate::lab::chart::DrawnPoint;
use crate::theme::{self, roles, size};

/// How far from a point the cursor may be, in pixels.
const NEAR: f32 = 40.0;
/// Width of a letter at most, and height of the words.
const LETTER: f32 = 7.2;
const HEIGHT: f32 = 44.0;

/// A chart that answers.
pub struct PointedChart<'a> {
    picture: image::Handle,
    points: &'a [DrawnPoint],
}

impl<'a> PointedChart<'a> {
    /// This picture with these points.
    pub fn new(picture: image::Handle, points: &'a [DrawnPoint]) -> PointedChart<'a> {
        PointedChart { picture, points }
    }
}

impl<'a, M: 'a> From<PointedChart<'a>> for Element<'a, M> {
    fn from(chart: PointedChart<'a>) -> Element<'a, M> {
        let picture = image(chart.picture).width(Fill);
        let answers = Canvas::new(Answers { points: chart.points }).width(Fill).height(Fill);
        let layers: Stack<'a, M> = stack![picture, answers];
        layers.width(Fill).into()
    }
}

struct Answers<'a> {
    points: &'a [DrawnPoint],
}

/// The point that is nearest to the cursor in a chart of this size, with its place.
fn nearest(points: &[DrawnPoint], cursor: Point, size: Size) -> Option<(&DrawnPoint, Point)> {
    let placed = points.iter().map(|point| (point, Point::new(point.at.0 * size.width, point.at.1 * size.height)));
    let near = placed.filter(|(_, at)| at.distance(cursor) <= NEAR);
    near.min_by(|(_, a), (_, b)| a.distance(cursor).total_cmp(&b.distance(cursor)))
}

impl<M> canvas::Program<M> for Answers<'_> {
    type State = ();

    fn update(&self, (): &mut (), event: &Event, _: Rectangle, _: mouse::Cursor) -> Option<canvas::Action<M>> {
        matches!(event, Event::Mouse(mouse::Event::CursorMoved { .. } | mouse::Event::CursorLeft))
            .then(canvas::Action::request_redraw)
    }

    fn draw(
        &self,
        (): &(),
        renderer: &Renderer,
        theme: &Theme,
        bounds: Rectangle,
        cursor: mouse::Cursor,
    ) -> Vec<Geometry> {
        let found = cursor.position_in(bounds).and_then(|cursor| nearest(self.points, cursor, bounds.size()));
        let Some((point, at)) = found else { return Vec::new() };
        let r = roles(theme);
        let mut frame = Frame::new(renderer, bounds.size());
        frame.stroke(&Path::circle(at, 7.0), Stroke::default().with_color(r.text).with_width(2.0));
        let letters = point.name.chars().count().max(point.value.chars().count());
        let width = letters as f32 * LETTER + 20.0;
        let left = (at.x + 14.0).min(bounds.width - width - 4.0).max(4.0);
        let above = at.y - HEIGHT - 12.0;
        let top = if above >= 4.0 { above } else { at.y + 14.0 };
        let panel = Path::rounded_rectangle(Point::new(left, top), Size::new(width, HEIGHT), 6.0.into());
        frame.fill(&panel, r.raised);
        frame.stroke(&panel, Stroke::default().with_color(r.line).with_width(1.0));
        let line = |content: &str, below: f32, color, font| Text {
            content: content.to_owned(),
            position: Point::new(left + 10.0, top + below),
            color,
            size: size::CAPTION.into(),
            font,
            ..Text::default()
        };
        frame.fill_text(line(&point.name, 6.0, r.text, theme::SEMIBOLD));
        frame.fill_text(line(&point.value, 24.0, r.muted, theme::REGULAR));
        vec![frame.into_geometry()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_point_answers_if_it_is_near() {
        let point = |x, y| DrawnPoint { at: (x, y), name: format!("{x}"), value: String::new() };
        let (points, size) = ([point(0.1, 0.5), point(0.2, 0.5), point(0.9, 0.1)], Size::new(800.0, 400.0));
        let found = |x, y| nearest(&points, Point::new(x, y), size).map(|(point, _)| point.name.as_str());
        assert_eq!(found(85.0, 210.0), Some("0.1"));
        assert_eq!(found(150.0, 200.0), Some("0.2"));
        assert_eq!(found(720.0, 60.0), Some("0.9"));
        assert_eq!(found(400.0, 200.0), None);
    }
}
