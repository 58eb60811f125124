//! What can be done with a thing on the screen: a right click, or the menu key, lists it beside the cursor, and what goes
//! to a place can be dragged there. One list of actions is behind both.

mod menu;

use catalog::CardIx;
use iced::advanced::layout::Layout;
use iced::advanced::widget::tree::{self, Tree};
use iced::advanced::{Clipboard, Shell, Widget, mouse, overlay, renderer};
use iced::keyboard::key::Named;
use iced::keyboard::{self, Key};
use iced::{Event, Point, Rectangle, Renderer, Theme, Vector};

use super::card_spot::{DropPlace, Pointing};
use super::{Element, lies_like_its_content};
pub use menu::MenuAction;
use menu::{MenuOverlay, OpenMenu};

/// Pixels that the cursor goes with the button held before a card is dragged.
const DRAG_FROM: f32 = 8.0;

/// A thing with what can be done with it.
pub struct WithActions<'a, M> {
    content: Element<'a, M>,
    actions: Box<dyn Fn() -> Vec<MenuAction<M>> + 'a>,
    at_hand: bool,
    drag: Option<(Pointing, CardIx)>,
    select: Option<Box<dyn Fn(Selecting) -> M + 'a>>,
    menu: Option<Element<'a, M>>,
}

/// How one more thing is chosen beside others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selecting {
    /// It comes to them, or goes: with Ctrl.
    Toggle,
    /// All from the last one to it: with Shift.
    Range,
}

impl<'a, M: Clone + 'a> WithActions<'a, M> {
    /// The actions are worked out when somebody asks for them.
    pub fn new(
        content: impl Into<Element<'a, M>>,
        actions: impl Fn() -> Vec<MenuAction<M>> + 'a,
    ) -> WithActions<'a, M> {
        let (content, actions) = (content.into(), Box::new(actions));
        WithActions { content, actions, at_hand: false, drag: None, select: None, menu: None }
    }

    /// It is the one that keys mean: the menu key opens its menu.
    pub fn at_hand(self, at_hand: bool) -> Self {
        WithActions { at_hand, ..self }
    }

    /// It is dragged as this card.
    pub fn dragged_as(self, card: CardIx, pointing: &Pointing) -> Self {
        WithActions { drag: Some((pointing.clone(), card)), ..self }
    }

    /// Several can be chosen: with Ctrl or Shift a press says this, and nothing else.
    pub fn selected_by(self, select: impl Fn(Selecting) -> M + 'a) -> Self {
        WithActions { select: Some(Box::new(select)), ..self }
    }

    fn begin_drag(&self, state: &mut State) {
        let Some((pointing, card)) = &self.drag else { return };
        let places: Vec<DropPlace> = (self.actions)().into_iter().filter_map(|action| action.place).collect();
        if !places.is_empty() {
            state.dragged = true;
            pointing.begin_drag(*card, places);
        }
    }

    /// What comes of letting go where the cursor is.
    fn drop_message(&self) -> Option<M> {
        let place = self.drag.as_ref()?.0.end_drag()?;
        (self.actions)().into_iter().find(|action| action.place.as_ref() == Some(&place)).map(|action| action.message)
    }
}

#[derive(Default)]
struct State {
    open: Option<OpenMenu>,
    /// Where the button went down.
    pressed: Option<Point>,
    dragged: bool,
    /// The keys that are held down.
    held: keyboard::Modifiers,
}

impl State {
    fn selecting(&self) -> Option<Selecting> {
        if self.held.shift() { Some(Selecting::Range) } else { self.held.command().then_some(Selecting::Toggle) }
    }
}

impl<'a, M: Clone + 'a> Widget<M, Theme, Renderer> for WithActions<'a, M> {
    lies_like_its_content!();

    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(State::default())
    }

    fn operate(
        &mut self,
        tree: &mut Tree,
        layout: Layout<'_>,
        renderer: &Renderer,
        operation: &mut dyn iced::advanced::widget::Operation,
    ) {
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
        let left = matches!(event, Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left)));
        if left
            && let (Some(select), Some(how)) = (&self.select, tree.state.downcast_ref::<State>().selecting())
            && layout.bounds().intersection(viewport).is_some_and(|visible| cursor.is_over(visible))
        {
            shell.publish(select(how));
            shell.capture_event();
            return;
        }
        let released = matches!(event, Event::Mouse(mouse::Event::ButtonReleased(mouse::Button::Left)));
        let dropped = released && tree.state.downcast_ref::<State>().dragged;
        // Letting go of what was dragged presses nothing.
        let within = if dropped { mouse::Cursor::Unavailable } else { cursor };
        let content = self.content.as_widget_mut();
        content.update(&mut tree.children[0], event, layout, within, renderer, clipboard, shell, viewport);
        let state = tree.state.downcast_mut::<State>();
        let visible = layout.bounds().intersection(viewport);
        let over = visible.and_then(|visible| cursor.position_over(visible));
        match event {
            Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Right)) if !shell.is_event_captured() => {
                if let Some(at) = over {
                    state.open = Some(OpenMenu::new(at));
                    shell.capture_event();
                    shell.request_redraw();
                }
            }
            Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left)) if self.drag.is_some() => {
                state.pressed = over;
            }
            Event::Mouse(mouse::Event::CursorMoved { .. }) if !state.dragged => {
                // What is scrolled is not told where the cursor is beside it.
                let gone = |from: Point| cursor.position().is_none_or(|now| now.distance(from) > DRAG_FROM);
                if state.pressed.is_some_and(gone) {
                    state.pressed = None;
                    self.begin_drag(state);
                }
            }
            Event::Mouse(mouse::Event::ButtonReleased(mouse::Button::Left)) => {
                (state.pressed, state.dragged) = (None, false);
                if dropped && let Some(message) = self.drop_message() {
                    shell.publish(message);
                }
            }
            Event::Keyboard(keyboard::Event::ModifiersChanged(held)) => state.held = *held,
            Event::Keyboard(keyboard::Event::KeyPressed { key, modifiers, .. }) if !shell.is_event_captured() => {
                let menu = matches!(key, Key::Named(Named::ContextMenu))
                    || (matches!(key, Key::Named(Named::F10)) && modifiers.shift());
                if menu && self.at_hand && visible.is_some() {
                    state.open = Some(OpenMenu::new(layout.bounds().center()));
                    shell.capture_event();
                    shell.request_redraw();
                }
                if state.dragged && matches!(key, Key::Named(Named::Escape)) {
                    state.dragged = false;
                    if let Some((pointing, _)) = &self.drag {
                        pointing.end_drag();
                    }
                    shell.capture_event();
                    shell.request_redraw();
                }
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
    }

    fn mouse_interaction(
        &self,
        tree: &Tree,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        viewport: &Rectangle,
        renderer: &Renderer,
    ) -> mouse::Interaction {
        if tree.state.downcast_ref::<State>().dragged {
            return mouse::Interaction::Grabbing;
        }
        self.content.as_widget().mouse_interaction(&tree.children[0], layout, cursor, viewport, renderer)
    }

    fn overlay<'b>(
        &'b mut self,
        tree: &'b mut Tree,
        layout: Layout<'b>,
        renderer: &Renderer,
        viewport: &Rectangle,
        translation: Vector,
    ) -> Option<overlay::Element<'b, M, Theme, Renderer>> {
        let state = tree.state.downcast_mut::<State>();
        if state.open.is_none() {
            self.menu = None;
            let content = self.content.as_widget_mut();
            return content.overlay(&mut tree.children[0], layout, renderer, viewport, translation);
        }
        Some(overlay::Element::new(Box::new(MenuOverlay::new(
            &mut state.open,
            &mut self.menu,
            &*self.actions,
            translation,
        ))))
    }
}

impl<'a, M: Clone + 'a> From<WithActions<'a, M>> for Element<'a, M> {
    fn from(with: WithActions<'a, M>) -> Element<'a, M> {
        Element::new(with)
    }
}
