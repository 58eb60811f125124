//! Something to be said about a part of the window: a ring around that part, and the words beside it. Everything below can be
//! used as before.

use iced::advanced::layout::{self, Layout};
use iced::advanced::widget::operation::{Operation, Scrollable, TextInput};
use iced::advanced::widget::tree::Tree;
use iced::advanced::{Clipboard, Renderer as _, Shell, Widget, mouse, overlay, renderer};
use iced::widget::Id;
use iced::{Border, Color, Event, Length, Point, Rectangle, Renderer, Size, Theme, Vector};

use super::Element;
use crate::theme::{RADIUS, roles};

/// Room between the part and the words, and between the words and the edge of the window.
const GAP: f32 = 14.0;
const EDGE: f32 = 16.0;
/// How far the ring is from the part.
const RING: f32 = 4.0;

/// Words about a part.
pub struct Spotlight<'a, M> {
    content: Element<'a, M>,
    words: Element<'a, M>,
    part: Option<Id>,
    /// Where the words stand where there is no such part.
    corner: Corner,
}

/// A corner of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corner {
    /// At the top left, beside the rail.
    TopLeft,
    /// At the bottom right.
    BottomRight,
}

impl<'a, M> Spotlight<'a, M> {
    /// Above `content`, about the part of it that has this id.
    pub fn new(content: Element<'a, M>, words: Element<'a, M>, part: Option<&'static str>, corner: Corner) -> Self {
        Spotlight { content, words, part: part.map(Id::new), corner }
    }
}

/// Finds where the part is.
struct FindPart<'i> {
    id: &'i Id,
    scrolled: Vector,
    /// What is in sight of what is scrolled.
    seen: Rectangle,
    within: Option<(Vector, Rectangle)>,
    found: Option<Rectangle>,
}

impl FindPart<'_> {
    fn see(&mut self, id: Option<&Id>, bounds: Rectangle) {
        if id == Some(self.id) && self.found.is_none() {
            self.found = (bounds - self.scrolled).intersection(&self.seen);
        }
    }
}

impl Operation for FindPart<'_> {
    fn traverse(&mut self, operate: &mut dyn FnMut(&mut dyn Operation)) {
        let outside = (self.scrolled, self.seen);
        if let Some((translation, seen)) = self.within.take() {
            self.seen = self.seen.intersection(&(seen - self.scrolled)).unwrap_or_default();
            self.scrolled += translation;
        }
        operate(self);
        (self.scrolled, self.seen) = outside;
    }

    fn container(&mut self, id: Option<&Id>, bounds: Rectangle) {
        self.see(id, bounds);
    }

    fn scrollable(
        &mut self,
        _: Option<&Id>,
        bounds: Rectangle,
        _: Rectangle,
        translation: Vector,
        _: &mut dyn Scrollable,
    ) {
        self.within = Some((translation, bounds));
    }

    fn text_input(&mut self, id: Option<&Id>, bounds: Rectangle, _: &mut dyn TextInput) {
        self.see(id, bounds);
    }
}

/// Where words of this size stand beside a part: below it, at its sides, above it, wherever there is room.
fn beside(part: Rectangle, size: Size, window: Size) -> Option<Point> {
    let along = |at: f32, length: f32, room: f32| at.min(room - EDGE - length).max(EDGE);
    let (right, below) = (part.x + part.width + GAP, part.y + part.height + GAP);
    let (x, y) = (along(part.x, size.width, window.width), along(part.y, size.height, window.height));
    let places = [
        Point::new(x, below),
        Point::new(right, y),
        Point::new(part.x - GAP - size.width, y),
        Point::new(x, part.y - GAP - size.height),
    ];
    let room = Rectangle::with_size(window).shrink(EDGE / 2.0);
    places.into_iter().find(|at| {
        let place = Rectangle::new(*at, size);
        place.intersection(&room).is_some_and(|seen| seen.size() == size)
    })
}

impl<M> Widget<M, Theme, Renderer> for Spotlight<'_, M> {
    fn children(&self) -> Vec<Tree> {
        vec![Tree::new(&self.content), Tree::new(&self.words)]
    }

    fn diff(&self, tree: &mut Tree) {
        tree.diff_children(&[&self.content, &self.words]);
    }

    fn size(&self) -> Size<Length> {
        self.content.as_widget().size()
    }

    fn layout(&mut self, tree: &mut Tree, renderer: &Renderer, limits: &layout::Limits) -> layout::Node {
        let content = self.content.as_widget_mut().layout(&mut tree.children[0], renderer, limits);
        let window = content.size();
        let room = layout::Limits::new(Size::ZERO, window);
        let words = self.words.as_widget_mut().layout(&mut tree.children[1], renderer, &room);
        let part = self.part.as_ref().and_then(|id| {
            let seen = Rectangle::with_size(window);
            let mut find = FindPart { id, scrolled: Vector::ZERO, seen, within: None, found: None };
            let layout = Layout::new(&content);
            self.content.as_widget_mut().operate(&mut tree.children[0], layout, renderer, &mut find);
            find.found
        });
        let size = words.size();
        let corner = match self.corner {
            Corner::TopLeft => Point::new(92.0, 68.0),
            Corner::BottomRight => Point::new(window.width - EDGE - size.width, window.height - 44.0 - size.height),
        };
        let at = part.and_then(|part| beside(part, size, window)).unwrap_or(corner);
        let ring = part.map_or(layout::Node::new(Size::ZERO), |part| {
            let part = part.expand(RING);
            layout::Node::new(part.size()).move_to(part.position())
        });
        layout::Node::with_children(window, vec![content, words.move_to(at), ring])
    }

    fn operate(&mut self, tree: &mut Tree, layout: Layout<'_>, renderer: &Renderer, operation: &mut dyn Operation) {
        let widgets = [&mut self.content, &mut self.words];
        for ((widget, tree), layout) in widgets.into_iter().zip(&mut tree.children).zip(layout.children()) {
            widget.as_widget_mut().operate(tree, layout, renderer, operation);
        }
    }

    fn update(
        &mut self,
        tree: &mut Tree,
        event: &Event,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        renderer: &Renderer,
        clipboard: &mut dyn Clipboard,
        shell: &mut Shell<'_, M>,
        viewport: &Rectangle,
    ) {
        let (content, words) = (layout.child(0), layout.child(1));
        let [below, above] = &mut tree.children[..] else { return };
        let widget = self.words.as_widget_mut();
        widget.update(above, event, words, cursor, renderer, clipboard, shell, viewport);
        if shell.is_event_captured() {
            return;
        }
        let cursor = if cursor.is_over(words.bounds()) { mouse::Cursor::Unavailable } else { cursor };
        let widget = self.content.as_widget_mut();
        widget.update(below, event, content, cursor, renderer, clipboard, shell, viewport);
    }

    fn draw(
        &self,
        tree: &Tree,
        renderer: &mut Renderer,
        theme: &Theme,
        style: &renderer::Style,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        viewport: &Rectangle,
    ) {
        let (content, words, ring) = (layout.child(0), layout.child(1), layout.child(2).bounds());
        let below = if cursor.is_over(words.bounds()) { mouse::Cursor::Unavailable } else { cursor };
        self.content.as_widget().draw(&tree.children[0], renderer, theme, style, content, below, viewport);
        renderer.with_layer(*viewport, |renderer| {
            if ring.width > 0.0 {
                let border = Border { color: roles(theme).accent, width: 2.5, radius: (RADIUS + RING).into() };
                let quad = renderer::Quad { bounds: ring, border, ..renderer::Quad::default() };
                renderer.fill_quad(quad, Color::TRANSPARENT);
            }
        });
        renderer.with_layer(*viewport, |renderer| {
            self.words.as_widget().draw(&tree.children[1], renderer, theme, style, words, cursor, viewport);
        });
    }

    fn mouse_interaction(
        &self,
        tree: &Tree,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        viewport: &Rectangle,
        renderer: &Renderer,
    ) -> mouse::Interaction {
        let (content, words) = (layout.child(0), layout.child(1));
        if cursor.is_over(words.bounds()) {
            return self.words.as_widget().mouse_interaction(&tree.children[1], words, cursor, viewport, renderer);
        }
        self.content.as_widget().mouse_interaction(&tree.children[0], content, cursor, viewport, renderer)
    }

    fn overlay<'b>(
        &'b mut self,
        tree: &'b mut Tree,
        layout: Layout<'b>,
        renderer: &Renderer,
        viewport: &Rectangle,
        translation: Vector,
    ) -> Option<overlay::Element<'b, M, Theme, Renderer>> {
        let content = layout.child(0);
        self.content.as_widget_mut().overlay(&mut tree.children[0], content, renderer, viewport, translation)
    }
}

impl<'a, M: 'a> From<Spotlight<'a, M>> for Element<'a, M> {
    fn from(spotlight: Spotlight<'a, M>) -> Element<'a, M> {
        Element::new(spotlight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_beside_a_part_and_never_over_it() {
        let (window, size) = (Size::new(1280.0, 800.0), Size::new(400.0, 150.0));
        let parts = [(90.0, 120.0, 260.0, 36.0), (960.0, 110.0, 320.0, 660.0), (500.0, 700.0, 200.0, 60.0)];
        for (x, y, width, height) in parts {
            let part = Rectangle { x, y, width, height };
            let at = beside(part, size, window).expect("there is room");
            let place = Rectangle::new(at, size);
            assert!(place.intersection(&part).is_none(), "{place:?} over {part:?}");
            assert!(at.x >= 0.0 && at.y >= 0.0 && at.x + size.width <= 1280.0 && at.y + size.height <= 800.0);
        }
        assert_eq!(beside(Rectangle::with_size(window), size, window), None);
    }
}
