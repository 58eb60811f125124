//! The layer above everything that waits until a card has been pointed at for a moment, and draws its preview beside it,
//! never under the cursor. What lies below can be pointed at and pressed as before.

use std::time::{Duration, Instant};

use iced::advanced::image::{Handle, Image, Renderer as _};
use iced::advanced::layout::{self, Layout};
use iced::advanced::widget::{Operation, Tree, tree};
use iced::advanced::{Clipboard, Renderer as _, Shell, Widget, mouse, overlay, renderer};
use iced::{Event, Length, Point, Rectangle, Renderer, Size, Theme, Vector, touch, window};

use super::super::Element;
use super::super::card_spot::{PointedCard, Pointing, PreviewPlace};
use super::find::FindAtHand;

/// How long a card is pointed at before it is shown.
pub const DELAY: Duration = Duration::from_millis(250);
/// Width of the face of a card that is dragged.
pub const DRAGGED: f32 = 120.0;
/// How long after a card was shown the next one is shown at once.
const RECENT: Duration = Duration::from_millis(400);
/// How long a finger rests on a card before it is shown.
pub const LONG_PRESS: Duration = Duration::from_millis(450);
/// Pixels that a finger may go meanwhile.
const SLACK: f32 = 12.0;
/// Room between a card and its preview, and between that and the edge of the window.
const GAP: f32 = 10.0;
const EDGE: f32 = 8.0;

/// The layer.
pub struct PreviewLayer<'a, M> {
    content: Element<'a, M>,
    pointing: Pointing,
    shown: Option<&'a PointedCard>,
    /// The preview in several forms, the best first.
    forms: Vec<Element<'a, M>>,
    say: Box<dyn Fn(Option<PointedCard>) -> M + 'a>,
    /// The face of the card that is dragged.
    dragged: Option<Handle>,
}

impl<'a, M> PreviewLayer<'a, M> {
    /// Above `content`: `say` tells which card is to be shown now, or that none is.
    pub fn new(
        content: Element<'a, M>,
        pointing: &Pointing,
        say: impl Fn(Option<PointedCard>) -> M + 'a,
    ) -> PreviewLayer<'a, M> {
        let (pointing, say) = (pointing.clone(), Box::new(say));
        PreviewLayer { content, pointing, shown: None, forms: Vec::new(), say, dragged: None }
    }

    /// With this face at the cursor: its card is dragged.
    pub fn dragging(self, dragged: Option<Handle>) -> PreviewLayer<'a, M> {
        PreviewLayer { dragged, ..self }
    }

    /// Shows a card in the first of these forms that has room beside it.
    pub fn showing(self, shown: &'a PointedCard, forms: Vec<Element<'a, M>>) -> PreviewLayer<'a, M> {
        PreviewLayer { shown: Some(shown), forms, ..self }
    }

    fn draw_dragged(&self, renderer: &mut Renderer, window: Rectangle, cursor: mouse::Cursor) {
        let (Some(face), Some(cursor)) = (&self.dragged, cursor.position()) else { return };
        let size = Size::new(DRAGGED, super::super::face::height(DRAGGED));
        let bounds = Rectangle::new(cursor - Vector::new(size.width / 2.0, size.height / 3.0), size);
        renderer.with_layer(window, |renderer| {
            renderer.draw_image(Image::new(face.clone()).opacity(0.9), bounds, window);
        });
    }

    fn tell(&self, to: Option<PointedCard>, shell: &mut Shell<'_, M>) {
        if to.as_ref() != self.shown {
            shell.publish((self.say)(to));
        }
    }

    /// Follows the cursor: shows what it was moved onto and rests on, and hides what it has left. What comes to lie under a
    /// cursor that does not move was not pointed at.
    fn follow(
        &self,
        state: &mut State,
        under: Option<PointedCard>,
        moved: bool,
        now: Instant,
        shell: &mut Shell<'_, M>,
    ) {
        let Some(under) = under else {
            state.hide(now, self.shown);
            return self.tell(None, shell);
        };
        let same = |other: &PointedCard| other.shown == under.shown && other.place == under.place;
        if !state.over.as_ref().is_some_and(|(over, _)| same(over)) {
            let stays = state.over.as_ref().is_some_and(|(over, _)| over.place == under.place);
            state.muted = !moved && (state.muted || !stays);
            state.over = Some((under.clone(), now));
        }
        if state.muted {
            return self.tell(None, shell);
        }
        let since = state.over.as_ref().map_or(now, |(_, since)| *since);
        match self.shown {
            _ if state.held => {}
            Some(shown) if same(shown) => {
                // Whoever goes on along a line comes to the preview beside it, which makes way.
                if state.drawn.is_some_and(|drawn| drawn.contains(under.cursor)) {
                    self.tell(Some(under), shell);
                }
            }
            Some(_) => self.tell(Some(under), shell),
            None if state.hidden.is_some_and(|hidden| now.saturating_duration_since(hidden) < RECENT) => {
                self.tell(Some(under), shell);
            }
            None if now.saturating_duration_since(since) >= DELAY => self.tell(Some(under), shell),
            None => shell.request_redraw_at(since + DELAY),
        }
    }

    /// A finger that rests on a card shows it until it is lifted.
    fn touched(
        &self,
        state: &mut State,
        event: &touch::Event,
        under: Option<PointedCard>,
        now: Instant,
        shell: &mut Shell<'_, M>,
    ) {
        state.hovers = false;
        match *event {
            touch::Event::FingerPressed { id, position } => {
                state.touch = under.map(|under| Touch { id, position, since: now, under, shown: false });
                shell.request_redraw_at(now + LONG_PRESS);
            }
            touch::Event::FingerMoved { id, position } => {
                state.touch.take_if(|t| t.id == id && !t.shown && t.position.distance(position) > SLACK);
            }
            touch::Event::FingerLifted { .. } | touch::Event::FingerLost { .. } => {
                if state.touch.take().is_some_and(|touch| touch.shown) {
                    self.tell(None, shell);
                }
            }
        }
    }

    /// Shows the card that keys mean, for as long as that is wanted.
    fn read_at_hand(&mut self, tree: &mut Tree, layout: Layout<'_>, renderer: &Renderer, shell: &mut Shell<'_, M>) {
        let mut find = FindAtHand::new(layout.bounds());
        if let Some(content) = layout.children().next() {
            self.content.as_widget_mut().operate(&mut tree.children[0], content, renderer, &mut find);
        }
        let over = tree.state.downcast_ref::<State>().over.as_ref().map(|(over, _)| over.clone());
        let found = self.pointing.named().or_else(|| find.found()).or(over);
        if found.is_none() {
            self.pointing.set_reading(false);
        }
        self.tell(found, shell);
    }
}

/// What the layer remembers from one event to the next.
#[derive(Default)]
struct State {
    /// What the cursor is over, and since when.
    over: Option<(PointedCard, Instant)>,
    /// When a preview was hidden last.
    hidden: Option<Instant>,
    /// Whether nothing is shown until the cursor is over something else: it was pressed.
    muted: bool,
    /// Whether a button is held down.
    held: bool,
    /// Whether a card is dragged.
    dragged: bool,
    /// Where it was pressed, until the cursor has left that place.
    pressed: Option<Point>,
    /// Whether a mouse is used: its cursor is where it points.
    hovers: bool,
    touch: Option<Touch>,
    /// The form that has room, and where it is drawn.
    form: Option<usize>,
    drawn: Option<Rectangle>,
}

struct Touch {
    id: touch::Finger,
    position: Point,
    since: Instant,
    under: PointedCard,
    shown: bool,
}

impl State {
    fn hide(&mut self, now: Instant, shown: Option<&PointedCard>) {
        (self.over, self.muted) = (None, false);
        if shown.is_some() {
            self.hidden = Some(now);
        }
    }
}

/// A way to lie beside a place: above or below it, or at its sides.
#[derive(Clone, Copy)]
enum Way {
    Upright,
    Sideways,
}

/// Where something of this size lies beside a place in a window, if there is room.
fn beside(size: Size, place: Rectangle, window: Size, way: Way) -> Option<Point> {
    let within = |at: f32, length: f32, room: f32| at.min(room - EDGE - length).max(EDGE);
    // One length: what lies before the place or behind it, and whether it fits there.
    let outside = |at: f32, length: f32, of: f32, room: f32| {
        let (before, behind) = (at - GAP - of, at + length + GAP);
        let fits = behind + of + EDGE <= room;
        fits.then_some(behind).or((before >= EDGE).then_some(before))
    };
    let (wide, high) = (size.width + 2.0 * EDGE <= window.width, size.height + 2.0 * EDGE <= window.height);
    match way {
        Way::Upright if wide => Some(Point::new(
            within(place.center_x() - size.width / 2.0, size.width, window.width),
            outside(place.y, place.height, size.height, window.height)?,
        )),
        Way::Sideways if high => Some(Point::new(
            outside(place.x, place.width, size.width, window.width)?,
            within(place.center_y() - size.height / 2.0, size.height, window.height),
        )),
        _ => None,
    }
}

/// Where something of this size stands at the edge of a window without lying over a place: previews of cards on a table all
/// stand over what is beside the table, where they cover none of it.
fn at_edge(size: Size, place: Rectangle, window: Size, preview: PreviewPlace) -> Option<Point> {
    let room = window.height - 2.0 * EDGE - size.height;
    let apart = |at: &Point| Rectangle::new(*at, size).intersection(&place.expand(GAP)).is_none();
    // At the foot, so that what is asked above stays in sight.
    let rows = [room, place.y - GAP - EDGE - size.height, place.y + place.height + GAP - EDGE];
    let rows: Vec<f32> = rows.into_iter().filter(|y| (0.0..=room).contains(y)).map(|y| EDGE + y).collect();
    let (right, beside) = (window.width - EDGE - size.width, place.x + place.width + GAP);
    // What stands beside the table is read meanwhile, unless there is no room but over it.
    let columns = match preview {
        PreviewPlace::FarEdge => vec![EDGE, beside.min(right), right],
        PreviewPlace::Edge | PreviewPlace::Beside => vec![right, EDGE],
    };
    columns.into_iter().flat_map(|x| rows.iter().map(move |y| Point::new(x, *y))).find(apart)
}

/// The first of these sizes that has room beside a card, or else beside the cursor, and where. Faces lie in rows, and lines
/// below each other: what comes next to the one that is read stays in sight if it can.
fn choose(sizes: &[Size], pointed: &PointedCard, window: Size) -> Option<(usize, Point)> {
    let cursor = Rectangle::new(pointed.cursor - Vector::new(16.0, 16.0), Size::new(32.0, 32.0));
    let all = || sizes.iter().copied().enumerate();
    if pointed.shown.preview != PreviewPlace::Beside {
        let preview = pointed.shown.preview;
        let found = all().find_map(|(at, size)| Some((at, at_edge(size, pointed.place, window, preview)?)));
        if found.is_some() {
            return found;
        }
    }
    let is_line = pointed.place.width > pointed.place.height;
    let find = |place: Rectangle| {
        let fit = |(at, size): (usize, Size), way: Way| Some((at, beside(size, place, window, way)?));
        if is_line {
            let sideways = all().find_map(|form| fit(form, Way::Sideways));
            sideways.or_else(|| all().find_map(|form| fit(form, Way::Upright)))
        } else {
            all().find_map(|form| fit(form, Way::Upright).or_else(|| fit(form, Way::Sideways)))
        }
    };
    find(pointed.place).or_else(|| find(cursor))
}

impl<M> Widget<M, Theme, Renderer> for PreviewLayer<'_, M> {
    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(State::default())
    }

    fn children(&self) -> Vec<Tree> {
        std::iter::once(&self.content).chain(&self.forms).map(Tree::new).collect()
    }

    fn diff(&self, tree: &mut Tree) {
        let all: Vec<&Element<'_, M>> = std::iter::once(&self.content).chain(&self.forms).collect();
        tree.diff_children(&all);
    }

    fn size(&self) -> Size<Length> {
        self.content.as_widget().size()
    }

    fn layout(&mut self, tree: &mut Tree, renderer: &Renderer, limits: &layout::Limits) -> layout::Node {
        let content = self.content.as_widget_mut().layout(&mut tree.children[0], renderer, limits);
        let window = content.size();
        let room = layout::Limits::new(Size::ZERO, window);
        let state = tree.state.downcast_mut::<State>();
        (state.form, state.drawn) = (None, None);
        let trees = tree.children[1..].iter_mut();
        let forms = self.forms.iter_mut().zip(trees);
        let mut forms: Vec<layout::Node> =
            forms.map(|(form, tree)| form.as_widget_mut().layout(tree, renderer, &room)).collect();
        let sizes: Vec<Size> = forms.iter().map(layout::Node::size).collect();
        let chosen = self.shown.and_then(|shown| choose(&sizes, shown, window));
        let Some((at, place)) = chosen else { return layout::Node::with_children(window, vec![content]) };
        (state.form, state.drawn) = (Some(at), Some(Rectangle::new(place, sizes[at])));
        layout::Node::with_children(window, vec![content, forms.swap_remove(at).move_to(place)])
    }

    fn operate(&mut self, tree: &mut Tree, layout: Layout<'_>, renderer: &Renderer, operation: &mut dyn Operation) {
        let form = tree.state.downcast_ref::<State>().form;
        let mut layouts = layout.children();
        let Some(content) = layouts.next() else { return };
        self.content.as_widget_mut().operate(&mut tree.children[0], content, renderer, operation);
        if let (Some(at), Some(layout)) = (form, layouts.next()) {
            self.forms[at].as_widget_mut().operate(&mut tree.children[at + 1], layout, renderer, operation);
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
        let Some(content) = layout.children().next() else { return };
        let state = tree.state.downcast_mut::<State>();
        // Lifting a finger that has shown a card presses nothing.
        let lifted = match *event {
            Event::Touch(touch::Event::FingerLifted { id, position })
                if state.touch.as_ref().is_some_and(|touch| touch.shown) =>
            {
                Some(Event::Touch(touch::Event::FingerLost { id, position }))
            }
            _ => None,
        };
        let moved = matches!(event, Event::Mouse(mouse::Event::CursorMoved { .. }));
        self.pointing.begin(cursor.position(), moved);
        let event = lifted.as_ref().unwrap_or(event);
        let widget = self.content.as_widget_mut();
        widget.update(&mut tree.children[0], event, content, cursor, renderer, clipboard, shell, viewport);
        let under = self.pointing.take();
        // What was dragged may have gone from the screen.
        if matches!(event, Event::Mouse(mouse::Event::ButtonReleased(mouse::Button::Left))) {
            self.pointing.end_drag();
        }
        let dragged = self.pointing.dragged().is_some();
        let state = tree.state.downcast_mut::<State>();
        if state.dragged != dragged {
            // The window asks for its face.
            state.dragged = dragged;
            shell.publish((self.say)(None));
        }
        if dragged || self.dragged.is_some() {
            shell.request_redraw();
        }
        if self.pointing.take_put_away() {
            (state.muted, state.hidden, state.pressed) = (true, None, cursor.position());
            self.tell(None, shell);
        }
        match event {
            Event::Mouse(mouse::Event::CursorMoved { .. }) => {
                state.hovers = true;
                // Whoever points at something reads that.
                if under.is_some() {
                    self.pointing.set_reading(false);
                }
                // A hand trembles when it presses.
                let trembles = |pressed: Point| cursor.position().is_some_and(|now| now.distance(pressed) <= SLACK);
                let moved = !state.pressed.is_some_and(trembles);
                if moved {
                    state.pressed = None;
                }
                if !self.pointing.is_reading() {
                    self.follow(state, under, moved, Instant::now(), shell);
                }
            }
            Event::Mouse(mouse::Event::CursorLeft) if !self.pointing.is_reading() => {
                state.hovers = false;
                self.follow(state, None, true, Instant::now(), shell);
            }
            Event::Mouse(mouse::Event::ButtonPressed(_) | mouse::Event::WheelScrolled { .. }) => {
                state.held = matches!(event, Event::Mouse(mouse::Event::ButtonPressed(_)));
                (state.muted, state.hidden, state.pressed) = (true, None, cursor.position().filter(|_| state.held));
                self.pointing.set_reading(false);
                self.tell(None, shell);
            }
            // What was dragged lies under a cursor that rests.
            Event::Mouse(mouse::Event::ButtonReleased(_)) => {
                state.held = false;
                (state.muted, state.pressed) = (true, cursor.position());
                self.tell(None, shell);
            }
            Event::Touch(event) => self.touched(state, event, under, Instant::now(), shell),
            Event::Window(window::Event::RedrawRequested(_)) if self.pointing.is_reading() => {
                self.read_at_hand(tree, layout, renderer, shell);
            }
            Event::Window(window::Event::RedrawRequested(now)) => match &mut state.touch {
                Some(touch) if !touch.shown && now.saturating_duration_since(touch.since) >= LONG_PRESS => {
                    touch.shown = true;
                    let under = touch.under.clone();
                    self.tell(Some(under), shell);
                }
                Some(_) => {}
                None if state.hovers => self.follow(state, under, false, *now, shell),
                None => self.tell(None, shell),
            },
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
        let mut layouts = layout.children();
        let Some(content) = layouts.next() else { return };
        self.content.as_widget().draw(&tree.children[0], renderer, theme, style, content, cursor, viewport);
        let form = tree.state.downcast_ref::<State>().form;
        if let (Some(at), Some(place)) = (form, layouts.next()) {
            renderer.with_layer(layout.bounds(), |renderer| {
                let (form, tree) = (self.forms[at].as_widget(), &tree.children[at + 1]);
                form.draw(tree, renderer, theme, style, place, mouse::Cursor::Unavailable, viewport);
            });
        }
        if self.pointing.dragged().is_some() {
            self.draw_dragged(renderer, layout.bounds(), cursor);
        }
    }

    fn mouse_interaction(
        &self,
        tree: &Tree,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        viewport: &Rectangle,
        renderer: &Renderer,
    ) -> mouse::Interaction {
        let Some(content) = layout.children().next() else { return mouse::Interaction::None };
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
        let content = layout.children().next()?;
        self.content.as_widget_mut().overlay(&mut tree.children[0], content, renderer, viewport, translation)
    }
}

impl<'a, M: 'a> From<PreviewLayer<'a, M>> for Element<'a, M> {
    fn from(layer: PreviewLayer<'a, M>) -> Element<'a, M> {
        Element::new(layer)
    }
}
