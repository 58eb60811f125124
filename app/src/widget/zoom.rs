//! How large faces are shown: Ctrl and the wheel over them, or a slider above them.

use iced::advanced::widget::Operation;
use iced::advanced::widget::tree::{self, Tree};
use iced::advanced::{Clipboard, Layout, Shell, Widget, mouse, renderer};
use iced::keyboard;
use iced::widget::{row, slider};
use iced::{Center, Event, Rectangle, Renderer, Theme};
use serde::{Deserialize, Serialize};

use super::icon::{Icon, Ink, icon};
use super::{Element, like_its_content};
use crate::theme::{RADIUS, roles, space};

/// How large faces are, as steps from their usual size; each step is an eighth of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaceZoom(i8);

impl FaceZoom {
    /// The room from which on there is a slider beside what else stands above faces.
    pub const SLIDER_FROM: f32 = 460.0;
    const LEAST: i8 = -3;
    const MOST: i8 = 12;

    /// The width of a face that is usually so wide.
    pub fn width(self, usual: f32) -> f32 {
        usual * (1.0 + f32::from(self.0.clamp(FaceZoom::LEAST, FaceZoom::MOST)) / 8.0)
    }

    /// Some steps larger, as far as that goes.
    pub fn stepped(self, by: i8) -> FaceZoom {
        FaceZoom(self.0.saturating_add(by).clamp(FaceZoom::LEAST, FaceZoom::MOST))
    }

    /// The slider.
    pub fn slider<'a, M: Clone + 'a>(self, zoomed: impl Fn(FaceZoom) -> M + 'a) -> Element<'a, M> {
        let bounds = i32::from(FaceZoom::LEAST)..=i32::from(FaceZoom::MOST);
        let slide = slider(bounds, i32::from(self.0), move |step| zoomed(FaceZoom(step as i8))).width(92).style(style);
        row![icon(Icon::Grid, 12.0, Ink::Muted), slide].spacing(space::XS).align_y(Center).into()
    }
}

fn style(theme: &Theme, status: slider::Status) -> slider::Style {
    let r = roles(theme);
    let mut style = slider::default(theme, status);
    style.rail.backgrounds = (r.accent.into(), r.line.into());
    style.rail.width = 3.0;
    style.rail.border = iced::border::rounded(RADIUS);
    style.handle.shape = slider::HandleShape::Circle { radius: 6.0 };
    style.handle.background = if status == slider::Status::Active { r.accent } else { r.text }.into();
    style.handle.border_width = 0.0;
    style
}

/// Faces over which Ctrl and the wheel make them larger or smaller.
pub struct ZoomArea<'a, M> {
    content: Element<'a, M>,
    zoom: FaceZoom,
    zoomed: Box<dyn Fn(FaceZoom) -> M + 'a>,
}

impl<'a, M: 'a> ZoomArea<'a, M> {
    /// Faces of this size.
    pub fn new(
        content: impl Into<Element<'a, M>>,
        zoom: FaceZoom,
        zoomed: impl Fn(FaceZoom) -> M + 'a,
    ) -> ZoomArea<'a, M> {
        ZoomArea { content: content.into(), zoom, zoomed: Box::new(zoomed) }
    }
}

impl<'a, M: 'a> From<ZoomArea<'a, M>> for Element<'a, M> {
    fn from(area: ZoomArea<'a, M>) -> Element<'a, M> {
        Element::new(area)
    }
}

/// The keys that are held down.
#[derive(Default)]
struct State(keyboard::Modifiers);

impl<M> Widget<M, Theme, Renderer> for ZoomArea<'_, M> {
    like_its_content!();

    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(State::default())
    }

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
        let State(held) = tree.state.downcast_mut();
        match event {
            Event::Keyboard(keyboard::Event::ModifiersChanged(modifiers)) => *held = *modifiers,
            Event::Mouse(mouse::Event::WheelScrolled { delta })
                if held.command() && cursor.is_over(layout.bounds()) =>
            {
                let (mouse::ScrollDelta::Lines { y, .. } | mouse::ScrollDelta::Pixels { y, .. }) = *delta;
                let zoom = self.zoom.stepped(if y > 0.0 { 1 } else { -1 });
                if zoom != self.zoom && y != 0.0 {
                    shell.publish((self.zoomed)(zoom));
                }
                // What is below does not scroll meanwhile.
                shell.capture_event();
                return;
            }
            _ => {}
        }
        let content = self.content.as_widget_mut();
        content.update(&mut tree.children[0], event, layout, cursor, renderer, clipboard, shell, viewport);
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
    }
}
