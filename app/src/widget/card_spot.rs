//! A place on the screen that stands for a card: a face, a name in a list or in a sentence. It notes that it is pointed at,
//! and says of itself which card it is; what comes of that is the business of [`super::card_preview`] alone.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use catalog::CardIx;
use engine::kernel::observation::ObservedCard;
use iced::advanced::Layout;
use iced::advanced::widget::{Operation, Tree};
use iced::advanced::{Clipboard, Shell, Widget, mouse, renderer};
use iced::{Event, Point, Rectangle, Renderer, Theme, window};

use super::{Element, like_its_content};

/// A card at a place.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownCard {
    /// Which card.
    pub card: CardIx,
    /// How it lies on a table, if it does.
    pub seen: Option<ObservedCard>,
    /// What else is to be said of it there; may be empty.
    pub note: String,
    /// Where it is shown large.
    pub preview: PreviewPlace,
}

/// Where a card is shown large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreviewPlace {
    /// Beside its place.
    Beside,
    /// At the right edge of the window, over what stands beside a table.
    Edge,
    /// At the left edge: what stands beside the table is read meanwhile.
    FarEdge,
}

impl ShownCard {
    /// A card as it is printed.
    pub fn printed(card: CardIx) -> ShownCard {
        ShownCard { card, seen: None, note: String::new(), preview: PreviewPlace::Beside }
    }

    /// A card on a table, if it is known which one.
    pub fn on_table(seen: &ObservedCard) -> Option<ShownCard> {
        Some(ShownCard { card: seen.card?, seen: Some(seen.clone()), note: String::new(), preview: PreviewPlace::Edge })
    }

    /// A card with a remark.
    pub fn noted(card: CardIx, note: String) -> ShownCard {
        ShownCard { card, seen: None, note, preview: PreviewPlace::Beside }
    }

    /// The same, shown large there.
    pub fn previewed(self, preview: PreviewPlace) -> ShownCard {
        ShownCard { preview, ..self }
    }
}

/// A card that is pointed at, and where it is in the window.
#[derive(Debug, Clone, PartialEq)]
pub struct PointedCard {
    /// The card.
    pub shown: Arc<ShownCard>,
    /// Its place.
    pub place: Rectangle,
    /// The cursor, or the middle of the place.
    pub cursor: Point,
}

/// Where spots note that they are pointed at: one for all of a window.
#[derive(Debug, Clone, Default)]
pub struct Pointing(Rc<RefCell<Noted>>);

#[derive(Debug, Default)]
struct Noted {
    cursor: Option<Point>,
    under: Option<PointedCard>,
    reading: bool,
    /// What is read although it lies nowhere on the screen.
    named: Option<PointedCard>,
    /// Whether what is shown is to be put away.
    put_away: bool,
    drag: Option<CardDrag>,
}

/// A place that cards are dragged to; each screen names its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropPlace(pub String);

/// A card that is dragged.
#[derive(Debug)]
struct CardDrag {
    card: CardIx,
    /// Where it may go.
    places: Vec<DropPlace>,
    /// Where it would go now.
    over: Option<DropPlace>,
}

impl Pointing {
    /// An event comes with the cursor here; nothing is pointed at until a spot says so, and what is dragged is over no place
    /// once it has moved.
    pub(super) fn begin(&self, cursor: Option<Point>, moved: bool) {
        let noted = &mut *self.0.borrow_mut();
        (noted.cursor, noted.under) = (cursor, None);
        if moved && let Some(drag) = &mut noted.drag {
            drag.over = None;
        }
    }

    /// A card is dragged that may go to these places.
    pub(super) fn begin_drag(&self, card: CardIx, places: Vec<DropPlace>) {
        self.0.borrow_mut().drag = Some(CardDrag { card, places, over: None });
    }

    /// The cursor is over a place.
    pub(super) fn drag_over(&self, place: &DropPlace) {
        if let Some(drag) = &mut self.0.borrow_mut().drag
            && drag.over.is_none()
            && drag.places.contains(place)
        {
            drag.over = Some(place.clone());
        }
    }

    /// Whether a card is dragged that may go to a place; then also whether it is over it.
    pub(super) fn accepts_drag(&self, place: &DropPlace) -> Option<bool> {
        let noted = self.0.borrow();
        let drag = noted.drag.as_ref().filter(|drag| drag.places.contains(place))?;
        Some(drag.over.as_ref() == Some(place))
    }

    /// The card that is dragged.
    pub fn dragged(&self) -> Option<CardIx> {
        self.0.borrow().drag.as_ref().map(|drag| drag.card)
    }

    /// Nothing is dragged any more: where it would have gone.
    pub(super) fn end_drag(&self) -> Option<DropPlace> {
        self.0.borrow_mut().drag.take()?.over
    }

    /// What was pointed at in this event: the spot that holds all others.
    pub(super) fn take(&self) -> Option<PointedCard> {
        self.0.borrow_mut().under.take()
    }

    /// The card at hand is to be read, whatever the cursor is over, or no longer.
    pub fn set_reading(&self, reading: bool) {
        let noted = &mut *self.0.borrow_mut();
        (noted.reading, noted.named) = (reading, None);
    }

    /// A card is to be read that lies nowhere on the screen.
    pub fn read(&self, card: PointedCard) {
        let noted = &mut *self.0.borrow_mut();
        (noted.reading, noted.named) = (true, Some(card));
    }

    /// What is shown is put away until something else is pointed at: something below it is to be read.
    pub fn put_away(&self) {
        let noted = &mut *self.0.borrow_mut();
        (noted.reading, noted.named, noted.put_away) = (false, None, true);
    }

    /// Whether that was said since this was asked last.
    pub(super) fn take_put_away(&self) -> bool {
        std::mem::take(&mut self.0.borrow_mut().put_away)
    }

    /// Which card that is.
    pub(super) fn named(&self) -> Option<PointedCard> {
        self.0.borrow().named.clone()
    }

    /// Whether that is so.
    pub fn is_reading(&self) -> bool {
        self.0.borrow().reading
    }
}

/// A place that stands for a card.
pub struct CardSpot<'a, M> {
    content: Element<'a, M>,
    pointing: Pointing,
    shown: Arc<ShownCard>,
    at_hand: bool,
}

impl<'a, M: 'a> CardSpot<'a, M> {
    /// A place that stands for this card.
    pub fn new(pointing: &Pointing, shown: ShownCard, content: impl Into<Element<'a, M>>) -> CardSpot<'a, M> {
        CardSpot { content: content.into(), pointing: pointing.clone(), shown: Arc::new(shown), at_hand: false }
    }

    /// It is the one that keys mean.
    pub fn at_hand(self, at_hand: bool) -> Self {
        CardSpot { at_hand, ..self }
    }
}

/// What a spot says of itself to an operation.
pub struct SpotState {
    /// Its card.
    pub shown: Arc<ShownCard>,
    /// Whether keys mean it.
    pub at_hand: bool,
}

impl<'a, M: 'a> From<CardSpot<'a, M>> for Element<'a, M> {
    fn from(spot: CardSpot<'a, M>) -> Element<'a, M> {
        Element::new(spot)
    }
}

impl<M> Widget<M, Theme, Renderer> for CardSpot<'_, M> {
    like_its_content!();

    fn operate(&mut self, tree: &mut Tree, layout: Layout<'_>, renderer: &Renderer, operation: &mut dyn Operation) {
        let mut state = SpotState { shown: self.shown.clone(), at_hand: self.at_hand };
        operation.custom(None, layout.bounds(), &mut state);
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
        // What lies above has its turn first, what lies within afterwards.
        let covered = self.pointing.0.borrow().under.is_some();
        let content = self.content.as_widget_mut();
        content.update(&mut tree.children[0], event, layout, cursor, renderer, clipboard, shell, viewport);
        if covered
            || !matches!(event, Event::Mouse(_) | Event::Touch(_) | Event::Window(window::Event::RedrawRequested(_)))
        {
            return;
        }
        let visible = layout.bounds().intersection(viewport);
        let noted = &mut *self.pointing.0.borrow_mut();
        if let (Some(within), Some(visible), Some(cursor)) =
            (visible.and_then(|visible| cursor.position_over(visible)), visible, noted.cursor)
        {
            // In what is scrolled the cursor is told as if everything lay there unscrolled.
            let place = visible + (cursor - within);
            noted.under = Some(PointedCard { shown: self.shown.clone(), place, cursor });
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
}
