//! The menu of a right click: beside the cursor, above everything, gone with the next press elsewhere.

use iced::advanced::layout::{self, Layout};
use iced::advanced::widget::{Operation, Tree};
use iced::advanced::{Clipboard, Overlay, Shell, mouse, renderer};
use iced::keyboard::key::Named;
use iced::keyboard::{self, Key};
use iced::widget::{Column, container, row};
use iced::{Center, Event, Fill, Point, Rectangle, Renderer, Size, Theme, Vector};

use crate::theme::space;
use crate::widget::card_spot::DropPlace;
use crate::widget::{Element, button, cut, label, panel};

/// Width of a menu.
const WIDTH: f32 = 288.0;
/// Height of a line.
const LINE: f32 = 30.0;
/// Room that stays free at the edge of the window.
const EDGE: f32 = 6.0;

/// Something that can be done.
#[derive(Debug, Clone)]
pub struct MenuAction<M> {
    label: String,
    keys: String,
    pub(super) message: M,
    pub(super) place: Option<DropPlace>,
}

impl<M> MenuAction<M> {
    /// With what the menu calls it, and what it says.
    pub fn new(label: impl Into<String>, message: M) -> MenuAction<M> {
        MenuAction { label: label.into(), keys: String::new(), message, place: None }
    }

    /// With the key that does the same.
    pub fn keys(self, keys: impl Into<String>) -> Self {
        MenuAction { keys: keys.into(), ..self }
    }

    /// Done as well by dragging the card there.
    pub fn dropped_on(self, place: DropPlace) -> Self {
        MenuAction { place: Some(place), ..self }
    }
}

/// A menu that is shown.
pub(super) struct OpenMenu {
    /// Where the cursor was.
    at: Point,
    /// The line that Enter does.
    chosen: Option<usize>,
    tree: Tree,
}

impl OpenMenu {
    pub(super) fn new(at: Point) -> OpenMenu {
        OpenMenu { at, chosen: None, tree: Tree::empty() }
    }
}

pub(super) struct MenuOverlay<'b, 'a, M> {
    open: &'b mut Option<OpenMenu>,
    menu: &'b mut Option<Element<'a, M>>,
    actions: &'b (dyn Fn() -> Vec<MenuAction<M>> + 'a),
    translation: Vector,
}

impl<'b, 'a, M: Clone + 'a> MenuOverlay<'b, 'a, M> {
    pub(super) fn new(
        open: &'b mut Option<OpenMenu>,
        menu: &'b mut Option<Element<'a, M>>,
        actions: &'b (dyn Fn() -> Vec<MenuAction<M>> + 'a),
        translation: Vector,
    ) -> MenuOverlay<'b, 'a, M> {
        MenuOverlay { open, menu, actions, translation }
    }

    fn build(&mut self) {
        let listed = (self.actions)();
        let Some(open) = self.open else { return };
        let menu = self.menu.insert(view(listed, open.chosen));
        open.tree.diff(&*menu);
    }

    /// What the key does here; `None` if the menu has no such key.
    fn pressed(&mut self, key: &Key, shell: &mut Shell<'_, M>) -> Option<()> {
        let listed = (self.actions)();
        let last = listed.len().checked_sub(1)?;
        let open = self.open.as_mut()?;
        open.chosen = match key {
            Key::Named(Named::ArrowDown) => Some(open.chosen.map_or(0, |at| if at == last { 0 } else { at + 1 })),
            Key::Named(Named::ArrowUp) => Some(open.chosen.map_or(last, |at| at.checked_sub(1).unwrap_or(last))),
            Key::Named(Named::Enter) => {
                let chosen = open.chosen.and_then(|at| listed.into_iter().nth(at))?;
                shell.publish(chosen.message);
                *self.open = None;
                return Some(());
            }
            Key::Named(Named::Escape) => {
                *self.open = None;
                return Some(());
            }
            _ => return None,
        };
        self.build();
        Some(())
    }
}

fn view<'a, M: Clone + 'a>(actions: Vec<MenuAction<M>>, chosen: Option<usize>) -> Element<'a, M> {
    let lines = actions.into_iter().enumerate().map(|(at, action)| {
        let keys = label::caption(action.keys).style(label::faint);
        let line = row![cut(action.label), keys];
        let line = line.spacing(space::S).align_y(Center).padding([0, 8]).height(LINE);
        button::entry(line, chosen == Some(at)).by_arrows().width(Fill).on_press(action.message).into()
    });
    container(Column::with_children(lines)).width(WIDTH).padding(4).style(panel::floating).into()
}

impl<'a, M: Clone + 'a> Overlay<M, Theme, Renderer> for MenuOverlay<'_, 'a, M> {
    fn layout(&mut self, renderer: &Renderer, bounds: Size) -> layout::Node {
        if self.menu.is_none() {
            self.build();
        }
        let (Some(menu), Some(open)) = (&mut self.menu, &mut self.open) else { return layout::Node::default() };
        let room = layout::Limits::new(Size::ZERO, bounds);
        let node = menu.as_widget_mut().layout(&mut open.tree, renderer, &room);
        let (at, size) = (open.at + self.translation, node.size());
        let beside = |at: f32, length: f32, room: f32| {
            let fits = at + length + EDGE <= room;
            (if fits { at } else { at - length }).min(room - EDGE - length).max(EDGE)
        };
        let place = Point::new(beside(at.x, size.width, bounds.width), beside(at.y, size.height, bounds.height));
        node.move_to(place)
    }

    fn draw(
        &self,
        renderer: &mut Renderer,
        theme: &Theme,
        style: &renderer::Style,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
    ) {
        if let (Some(menu), Some(open)) = (&self.menu, &self.open) {
            menu.as_widget().draw(&open.tree, renderer, theme, style, layout, cursor, &layout.bounds());
        }
    }

    fn operate(&mut self, layout: Layout<'_>, renderer: &Renderer, operation: &mut dyn Operation) {
        if let (Some(menu), Some(open)) = (&mut self.menu, &mut self.open) {
            menu.as_widget_mut().operate(&mut open.tree, layout, renderer, operation);
        }
    }

    fn update(
        &mut self,
        event: &Event,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        renderer: &Renderer,
        clipboard: &mut dyn Clipboard,
        shell: &mut Shell<'_, M>,
    ) {
        let (Some(menu), Some(open)) = (&mut self.menu, &mut self.open) else { return };
        let mut messages = Vec::new();
        let mut within = Shell::new(&mut messages);
        let bounds = layout.bounds();
        let widget = menu.as_widget_mut();
        widget.update(&mut open.tree, event, layout, cursor, renderer, clipboard, &mut within, &bounds);
        let done = !within.is_empty();
        shell.merge(within, |message| message);
        let outside = cursor.position_over(bounds).is_none();
        let closes = match event {
            Event::Mouse(mouse::Event::ButtonPressed(_)) => outside,
            Event::Mouse(mouse::Event::WheelScrolled { .. }) => true,
            Event::Keyboard(keyboard::Event::KeyPressed { key, .. }) => {
                if self.pressed(key, shell).is_some() {
                    shell.capture_event();
                    shell.request_redraw();
                }
                false
            }
            _ => false,
        };
        if closes || done {
            *self.open = None;
            shell.request_redraw();
        }
        if closes || matches!(event, Event::Mouse(mouse::Event::ButtonPressed(_))) {
            shell.capture_event();
        }
    }

    fn mouse_interaction(&self, layout: Layout<'_>, cursor: mouse::Cursor, renderer: &Renderer) -> mouse::Interaction {
        let bounds: Rectangle = layout.bounds();
        match (&self.menu, &self.open) {
            (Some(menu), Some(open)) if cursor.is_over(bounds) => {
                let within = menu.as_widget().mouse_interaction(&open.tree, layout, cursor, &bounds, renderer);
                // What lies below is not pointed at.
                if within == mouse::Interaction::None { mouse::Interaction::Idle } else { within }
            }
            _ => mouse::Interaction::None,
        }
    }
}
