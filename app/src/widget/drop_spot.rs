//! A place that cards are dragged to: it lights up while a card that may go there is dragged.

use iced::advanced::widget::{Operation, Tree};
use iced::advanced::{Clipboard, Layout, Renderer as _, Shell, Widget, mouse, renderer};
use iced::{Border, Color, Event, Rectangle, Renderer, Theme};

use super::card_spot::{DropPlace, Pointing};
use super::{Element, like_its_content};
use crate::theme::{RADIUS, roles};

/// A place that cards are dragged to.
pub struct DropSpot<'a, M> {
    content: Element<'a, M>,
    pointing: Pointing,
    place: DropPlace,
}

impl<'a, M: 'a> DropSpot<'a, M> {
    /// Of this name, with this on it. Of places within each other the innermost counts.
    pub fn new(pointing: &Pointing, place: DropPlace, content: impl Into<Element<'a, M>>) -> DropSpot<'a, M> {
        DropSpot { content: content.into(), pointing: pointing.clone(), place }
    }
}

impl<'a, M: 'a> From<DropSpot<'a, M>> for Element<'a, M> {
    fn from(spot: DropSpot<'a, M>) -> Element<'a, M> {
        Element::new(spot)
    }
}

impl<M> Widget<M, Theme, Renderer> for DropSpot<'_, M> {
    like_its_content!();

    fn operate(&mut self, tree: &mut Tree, layout: Layout<'_>, renderer: &Renderer, operation: &mut dyn Operation) {
        self.content.as_widget_mut().operate(&mut tree.children[0], layout, renderer, operation);
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
        let content = self.content.as_widget_mut();
        content.update(&mut tree.children[0], event, layout, cursor, renderer, clipboard, shell, viewport);
        if matches!(event, Event::Mouse(mouse::Event::CursorMoved { .. })) {
            let visible = layout.bounds().intersection(viewport);
            if visible.is_some_and(|visible| cursor.is_over(visible)) {
                self.pointing.drag_over(&self.place);
            }
        }
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
        self.content.as_widget().draw(&tree.children[0], renderer, theme, style, layout, cursor, viewport);
        let Some(is_over) = self.pointing.accepts_drag(&self.place) else { return };
        let Some(bounds) = layout.bounds().intersection(viewport) else { return };
        let accent = roles(theme).accent;
        renderer.with_layer(bounds, |renderer| {
            let width = if is_over { 2.0 } else { 1.0 };
            let border = Border { color: accent, width, radius: RADIUS.into() };
            let ground = if is_over { accent.scale_alpha(0.14) } else { Color::TRANSPARENT };
            renderer.fill_quad(renderer::Quad { bounds, border, ..renderer::Quad::default() }, ground);
        });
    }
}
