//! What is pressed: a button that Tab comes to, with a ring around it while the keyboard is there.

use iced::advanced::Layout;
use iced::advanced::widget::operation::{Focusable, Operation};
use iced::advanced::widget::tree::{self, Tree};
use iced::advanced::{Clipboard, Shell, Widget, mouse, renderer};
use iced::keyboard::key::Named;
use iced::keyboard::{self, Key};
use iced::widget::Button;
use iced::widget::button::{Status, Style};
use iced::{Border, Color, Event, Length, Padding, Rectangle, Renderer, Theme};

use super::{Element, like_its_content};
use crate::theme::{RADIUS, roles};

/// A button in the making.
pub struct Press<'a, M> {
    button: Button<'a, M>,
    message: Option<M>,
    stop: bool,
}

impl<'a, M: Clone + 'a> Press<'a, M> {
    /// With this on it.
    pub fn new(content: impl Into<Element<'a, M>>) -> Press<'a, M> {
        Press { button: Button::new(content), message: None, stop: true }
    }

    /// What pressing it says.
    pub fn on_press(self, message: M) -> Self {
        self.on_press_maybe(Some(message))
    }

    /// What pressing it says; without, it cannot be pressed.
    pub fn on_press_maybe(self, message: Option<M>) -> Self {
        Press { message, ..self }
    }

    /// Tab passes it by: arrows come to it.
    pub fn by_arrows(self) -> Self {
        Press { stop: false, ..self }
    }

    /// How wide.
    pub fn width(self, width: impl Into<Length>) -> Self {
        Press { button: self.button.width(width), ..self }
    }

    /// How high.
    pub fn height(self, height: impl Into<Length>) -> Self {
        Press { button: self.button.height(height), ..self }
    }

    /// Room around what is on it.
    pub fn padding(self, padding: impl Into<Padding>) -> Self {
        Press { button: self.button.padding(padding), ..self }
    }

    /// How it looks.
    pub fn style(self, style: impl Fn(&Theme, Status) -> Style + 'a) -> Self {
        Press { button: self.button.style(style), ..self }
    }
}

impl<'a, M: Clone + 'a> From<Press<'a, M>> for Element<'a, M> {
    fn from(press: Press<'a, M>) -> Element<'a, M> {
        let content = press.button.on_press_maybe(press.message.clone()).into();
        match press.message.filter(|_| press.stop) {
            Some(message) => Element::new(TabStop { content, message }),
            None => content,
        }
    }
}

/// A stop of the Tab key.
struct TabStop<'a, M> {
    content: Element<'a, M>,
    message: M,
}

#[derive(Debug, Default)]
struct State {
    focused: bool,
}

impl Focusable for State {
    fn is_focused(&self) -> bool {
        self.focused
    }

    fn focus(&mut self) {
        self.focused = true;
    }

    fn unfocus(&mut self) {
        self.focused = false;
    }
}

impl<M: Clone> Widget<M, Theme, Renderer> for TabStop<'_, M> {
    like_its_content!();

    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(State::default())
    }

    fn operate(&mut self, tree: &mut Tree, layout: Layout<'_>, renderer: &Renderer, operation: &mut dyn Operation) {
        operation.focusable(None, layout.bounds(), tree.state.downcast_mut::<State>());
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
        let state = tree.state.downcast_mut::<State>();
        match event {
            Event::Mouse(mouse::Event::ButtonPressed(_)) => state.focused = false,
            Event::Keyboard(keyboard::Event::KeyPressed { key: Key::Named(Named::Enter | Named::Space), .. })
                if state.focused && !shell.is_event_captured() =>
            {
                shell.publish(self.message.clone());
                shell.capture_event();
            }
            _ => {}
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
        if tree.state.downcast_ref::<State>().focused {
            let r = roles(theme);
            // Two colours, so that it is seen on any ground.
            ring(renderer, layout.bounds(), r.focus);
            ring(renderer, layout.bounds().shrink(2.0), r.ground);
        }
    }
}

fn ring(renderer: &mut Renderer, bounds: Rectangle, colour: Color) {
    use iced::advanced::Renderer as _;
    let border = Border { color: colour, width: 2.0, radius: RADIUS.into() };
    renderer.fill_quad(renderer::Quad { bounds, border, ..renderer::Quad::default() }, Color::TRANSPARENT);
}
