//! A place on the board: it notes where it is drawn, and can be dragged elsewhere.

use std::time::Instant;

use catalog::CardIx;
use engine::kernel::legal_action::ActionTarget;
use iced::advanced::Layout;
use iced::advanced::widget::{Operation, Tree};
use iced::advanced::{Clipboard, Renderer as _, Shell, Widget, mouse, renderer};
use iced::{Event, Rectangle, Renderer, Theme, Vector, keyboard};

use super::state::{BoardMotion, Drag};
use crate::widget::{Element, like_its_content};

/// Pixels that the cursor goes before it drags something.
const SLACK: f32 = 7.0;

/// What is said of something on the board, or of nothing.
type SpotMessage<'a, M> = Box<dyn Fn(Option<ActionTarget>) -> M + 'a>;

/// A place on the board.
pub struct Slot<'a, M> {
    content: Element<'a, M>,
    what: ActionTarget,
    motion: &'a BoardMotion,
    press: Option<M>,
    menu: Option<M>,
    drag: Option<Draggable<'a, M>>,
}

/// What is said of something that is dragged.
struct Draggable<'a, M> {
    card: CardIx,
    began: M,
    /// It is over something, or over nothing.
    over: SpotMessage<'a, M>,
    /// It is let go there.
    dropped: SpotMessage<'a, M>,
}

impl<'a, M: Clone + 'a> Slot<'a, M> {
    /// The place of something.
    pub fn new(what: ActionTarget, motion: &'a BoardMotion, content: impl Into<Element<'a, M>>) -> Slot<'a, M> {
        Slot { content: content.into(), what, motion, press: None, menu: None, drag: None }
    }

    /// What a press says where there is no button.
    pub fn on_press(self, message: M) -> Self {
        Slot { press: Some(message), ..self }
    }

    /// What the right button says.
    pub fn on_right_press(self, message: M) -> Self {
        Slot { menu: Some(message), ..self }
    }

    /// It can be dragged: what is said when that begins, when it comes over something or over nothing, and when it is let go there.
    pub fn draggable(
        self,
        card: CardIx,
        began: M,
        over: impl Fn(Option<ActionTarget>) -> M + 'a,
        dropped: impl Fn(Option<ActionTarget>) -> M + 'a,
    ) -> Self {
        let drag = Draggable { card, began, over: Box::new(over), dropped: Box::new(dropped) };
        Slot { drag: Some(drag), ..self }
    }

    /// What is meant if it is let go here: itself if that is where it lay, beside that among its like, or outside of the board.
    fn target(&self, bounds: Rectangle, cursor: mouse::Cursor) -> Option<ActionTarget> {
        let Some(at) = cursor.position() else { return Some(self.what) };
        let below = self.motion.below(at, self.what);
        let beside = below.is_none() && (bounds.y..bounds.y + bounds.height).contains(&at.y);
        let is_back = bounds.contains(at) || beside || !self.motion.board().contains(at);
        if is_back { Some(self.what) } else { below }
    }

    /// Follows the cursor while this is dragged; whether the event was about that.
    fn follow(&self, event: &Event, bounds: Rectangle, cursor: mouse::Cursor, shell: &mut Shell<'_, M>) -> bool {
        let Some(Draggable { card, began, over, dropped }) = &self.drag else { return false };
        let moving = self.motion.dragged() == Some(self.what);
        match event {
            Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left)) => {
                if let Some(at) = cursor.position_over(bounds) {
                    self.motion.0.borrow_mut().pressed = Some((self.what, at));
                }
                false
            }
            Event::Mouse(mouse::Event::CursorMoved { .. }) => {
                let Some(at) = cursor.position() else { return false };
                let target = if moving { self.target(bounds, cursor) } else { None };
                let moving_now = &mut *self.motion.0.borrow_mut();
                match (&mut moving_now.drag, moving_now.pressed) {
                    (Some(drag), _) if moving => {
                        drag.cursor = at;
                        if std::mem::replace(&mut drag.over, target) != target {
                            shell.publish(over(target));
                        }
                    }
                    (None, Some((what, from))) if what == self.what && from.distance(at) > SLACK => {
                        let grip = from - bounds.position();
                        moving_now.drag = Some(Drag { what, card: *card, cursor: at, grip, over: Some(what) });
                        shell.publish(began.clone());
                    }
                    _ => return false,
                }
                shell.request_redraw();
                true
            }
            Event::Mouse(mouse::Event::ButtonReleased(mouse::Button::Left)) => {
                self.motion.0.borrow_mut().pressed = None;
                if !moving {
                    return false;
                }
                self.motion.0.borrow_mut().drag = None;
                shell.publish(dropped(self.target(bounds, cursor)));
                true
            }
            Event::Keyboard(keyboard::Event::KeyPressed { key: keyboard::Key::Named(key), .. })
                if moving && *key == keyboard::key::Named::Escape =>
            {
                let moving = &mut *self.motion.0.borrow_mut();
                (moving.drag, moving.pressed) = (None, None);
                shell.publish(dropped(Some(self.what)));
                shell.capture_event();
                true
            }
            _ => false,
        }
    }
}

impl<'a, M: Clone + 'a> From<Slot<'a, M>> for Element<'a, M> {
    fn from(slot: Slot<'a, M>) -> Element<'a, M> {
        Element::new(slot)
    }
}

impl<'a, M: Clone + 'a> Widget<M, Theme, Renderer> for Slot<'a, M> {
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
        let bounds = layout.bounds();
        self.motion.0.borrow_mut().places.insert(self.what, bounds);
        let says = match event {
            Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left)) => self.press.as_ref(),
            Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Right)) => self.menu.as_ref(),
            _ => None,
        };
        if let Some(message) = says.filter(|_| cursor.is_over(bounds)) {
            shell.publish(message.clone());
            shell.capture_event();
        }
        let followed = self.follow(event, bounds, cursor, shell);
        // A button that was dragged is let go elsewhere, as far as it knows.
        let cursor = if followed { mouse::Cursor::Unavailable } else { cursor };
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
        let bounds = layout.bounds();
        let now = Instant::now();
        self.motion.0.borrow_mut().places.insert(self.what, bounds);
        if self.motion.is_flying(self.what, now) || self.motion.dragged() == Some(self.what) {
            return;
        }
        let content = self.content.as_widget();
        match self.motion.slide(self.what, bounds, now) {
            Vector { x: 0.0, y: 0.0 } => {
                content.draw(&tree.children[0], renderer, theme, style, layout, cursor, viewport);
            }
            away => renderer.with_translation(away, |renderer| {
                content.draw(&tree.children[0], renderer, theme, style, layout, cursor, viewport);
            }),
        }
    }
}
