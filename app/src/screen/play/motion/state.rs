//! What moves, and where everything was drawn.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use catalog::CardIx;
use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::Observation;
use iced::{Point, Rectangle, Vector};

use super::changes::{self, NumberChange, Route, Trick};

/// How long a number takes to fade.
pub(super) const NUMBER: Duration = Duration::from_millis(1100);
/// How long cards rest on their way: a trick that is complete before it is taken, a card that is shown.
const REST: Duration = Duration::from_millis(900);
/// Pixels between such cards.
const GAP: f32 = 6.0;
/// Width of a card that is shown on its way, and its height for that.
const SHOWN: f32 = 170.0;
const TALL: f32 = 1.4;

/// A card on its way to another place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Flight {
    /// Which card; its back is drawn if it is not known.
    pub(super) card: Option<CardIx>,
    /// Where it comes from.
    pub(super) from: Rectangle,
    /// Where it goes.
    pub(super) to: ActionTarget,
    /// Where it goes if that is not drawn, such as a card of a pile.
    pub(super) beside: ActionTarget,
    /// Where it rests on its way.
    pub(super) via: Option<Rectangle>,
    pub(super) began: Instant,
}

/// A card that follows the cursor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Drag {
    pub(super) what: ActionTarget,
    pub(super) card: CardIx,
    pub(super) cursor: Point,
    /// From the upper left corner of the card to the cursor.
    pub(super) grip: Vector,
    /// What it was last said to be over.
    pub(super) over: Option<ActionTarget>,
}

/// What moves on a board, and where everything was drawn.
#[derive(Debug, Default)]
pub struct BoardMotion(pub(super) RefCell<Moving>);

#[derive(Debug, Default)]
pub(super) struct Moving {
    pub(super) places: HashMap<ActionTarget, Rectangle>,
    /// Where the board was drawn.
    pub(super) board: Rectangle,
    /// How long a card takes from place to place.
    pub(super) flight: Duration,
    pub(super) flights: Vec<Flight>,
    /// Cards that go a little way within their zone, from there.
    pub(super) slides: HashMap<ActionTarget, (Rectangle, Instant)>,
    pub(super) numbers: Vec<NumberChange>,
    pub(super) pressed: Option<(ActionTarget, Point)>,
    pub(super) drag: Option<Drag>,
}

/// How far something is after so long: fast first, then slower.
pub(super) fn eased(began: Instant, length: Duration, now: Instant) -> f32 {
    let part = now.saturating_duration_since(began).as_secs_f32() / length.as_secs_f32();
    1.0 - (1.0 - part.min(1.0)).powi(3)
}

/// A place on the way from one to another.
pub(super) fn between(from: Rectangle, to: Rectangle, part: f32) -> Rectangle {
    let mix = |a: f32, b: f32| a + (b - a) * part;
    Rectangle {
        x: mix(from.x, to.x),
        y: mix(from.y, to.y),
        width: mix(from.width, to.width),
        height: mix(from.height, to.height),
    }
}

impl Flight {
    fn new(route: Route, from: Rectangle, via: Option<Rectangle>, began: Instant) -> Flight {
        Flight { card: route.card, from, to: route.to, beside: route.beside, via, began }
    }

    /// How long it takes, where a card takes so long from one place to the next.
    fn length(&self, flight_time: Duration) -> Duration {
        if self.via.is_some() { flight_time + REST + flight_time } else { flight_time }
    }

    /// Whether it is under way.
    pub(super) fn lasts(&self, flight_time: Duration, now: Instant) -> bool {
        now.saturating_duration_since(self.began) < self.length(flight_time)
    }

    /// Where it is on its way to its end, and how much of the last part of the way lies behind it.
    pub(super) fn place(&self, to: Rectangle, flight_time: Duration, now: Instant) -> (Rectangle, f32) {
        match self.via {
            Some(via) => {
                let part = eased(self.began + flight_time + REST, flight_time, now);
                let place = if part > 0.0 {
                    between(via, to, part)
                } else {
                    between(self.from, via, eased(self.began, flight_time, now))
                };
                (place, part)
            }
            None => {
                let part = eased(self.began, flight_time, now);
                (between(self.from, to, part), part)
            }
        }
    }
}

impl Moving {
    /// Where so many cards are shown on their way: side by side in the middle of the board.
    fn middle(&self, cards: usize) -> impl Iterator<Item = Rectangle> + use<> {
        let board = self.board;
        let width = SHOWN.min(board.height / (2.0 * TALL)).floor();
        let apart = (width + GAP).min((board.width - width) / cards as f32);
        let first = board.center_x() - (apart * (cards as f32 - 1.0) + width) / 2.0;
        let height = width * TALL;
        let y = board.center_y() - height / 2.0;
        (0..cards).map(move |at| Rectangle { x: first + apart * at as f32, y, width, height })
    }

    /// A trick is complete for a moment: its cards stay where they lay, and the last one comes to lie beside them.
    fn show_trick(&mut self, trick: Trick, places: &HashMap<ActionTarget, Rectangle>, now: Instant) {
        let lay: Vec<(ActionTarget, Rectangle)> =
            trick.cards.iter().filter_map(|card| Some((*card, *places.get(card)?))).collect();
        let edge = |(_, place): &(ActionTarget, Rectangle)| place.x + place.width;
        let Some((_, right)) = lay.iter().max_by(|a, b| edge(a).total_cmp(&edge(b))).copied() else { return };
        for flight in &mut self.flights {
            let lies = lay.iter().find(|(_, place)| *place == flight.from);
            flight.via = lies.map(|(_, place)| *place);
        }
        if let Some(from) = places.get(&trick.last.from) {
            let from = trick.last.start(*from);
            self.flights.retain(|flight| flight.from != from);
            let beside = Rectangle { x: right.x + right.width + GAP, ..right };
            self.flights.push(Flight::new(trick.last, from, Some(beside), now));
        }
    }
}

impl BoardMotion {
    /// How long it takes until cards that rest on their way have been seen.
    pub fn rest_delay(&self) -> Duration {
        let moving = self.0.borrow();
        let rests = moving.flights.iter().any(|flight| flight.via.is_some());
        if rests { moving.flight + REST } else { Duration::ZERO }
    }

    /// The board is another one than before: what changed moves, a card for so long; nothing for `None`.
    pub fn change(&self, before: &Observation, after: &Observation, flight: Option<Duration>) {
        let moving = &mut *self.0.borrow_mut();
        let places = std::mem::take(&mut moving.places);
        (moving.pressed, moving.drag) = (None, None);
        moving.flights.clear();
        moving.slides.clear();
        if let Some(flight) = flight {
            moving.flight = flight;
            let now = Instant::now();
            let mut changes = changes::between(before, after);
            for (card, from) in &changes.slides {
                if let Some(place) = places.get(from) {
                    moving.slides.insert(*card, (*place, now));
                }
            }
            let mut middle = moving.middle(changes.routes.iter().filter(|route| route.is_shown).count());
            for route in std::mem::take(&mut changes.routes) {
                let via = if route.is_shown { middle.next() } else { None };
                if let Some(place) = places.get(&route.from) {
                    let from = route.start(*place);
                    moving.flights.push(Flight::new(route, from, via, now));
                }
            }
            if let Some(trick) = changes.trick.take() {
                moving.show_trick(trick, &places, now);
            }
            moving.numbers.retain(|number| now.saturating_duration_since(number.began) < NUMBER);
            moving.numbers.extend(changes.numbers(now));
        } else {
            moving.numbers.clear();
        }
    }

    /// The cards that are shown on their way, with their widths there.
    pub fn shown_cards(&self) -> Vec<(CardIx, f32)> {
        let moving = self.0.borrow();
        moving.flights.iter().filter_map(|flight| Some((flight.card?, flight.via?.width))).collect()
    }

    /// Where something was drawn last.
    pub fn place(&self, what: ActionTarget) -> Option<Rectangle> {
        self.0.borrow().places.get(&what).copied()
    }

    /// Where the board was drawn last.
    pub fn board(&self) -> Rectangle {
        self.0.borrow().board
    }

    /// What is dragged.
    pub fn dragged(&self) -> Option<ActionTarget> {
        self.0.borrow().drag.map(|drag| drag.what)
    }

    /// What lies below a point, the smallest first: a card lies on a zone.
    pub(super) fn below(&self, point: Point, but: ActionTarget) -> Option<ActionTarget> {
        let moving = self.0.borrow();
        let hit = moving.places.iter().filter(|(what, place)| **what != but && place.contains(point));
        let area = |place: &Rectangle| place.width * place.height;
        hit.min_by(|(_, a), (_, b)| area(a).total_cmp(&area(b))).map(|(what, _)| *what)
    }

    /// Whether anything moves now, so that the next frame is another one.
    pub fn is_moving(&self, now: Instant) -> bool {
        let moving = self.0.borrow();
        let lasts = |began: Instant, length| now.saturating_duration_since(began) < length;
        moving.flights.iter().any(|flight| flight.lasts(moving.flight, now))
            || moving.slides.values().any(|(_, began)| lasts(*began, moving.flight))
            || moving.numbers.iter().any(|number| lasts(number.began, NUMBER))
    }

    /// Whether a card is on its way, and so not yet where it lies.
    pub(super) fn is_flying(&self, what: ActionTarget, now: Instant) -> bool {
        let moving = self.0.borrow();
        let arrives = |flight: &Flight| flight.to == what && flight.to != flight.beside;
        moving.flights.iter().any(|flight| arrives(flight) && flight.lasts(moving.flight, now))
    }

    /// How far from its place something is drawn that slides to it.
    pub(super) fn slide(&self, what: ActionTarget, place: Rectangle, now: Instant) -> Vector {
        let moving = self.0.borrow();
        let Some((from, began)) = moving.slides.get(&what) else { return Vector::ZERO };
        let left = 1.0 - eased(*began, moving.flight, now);
        Vector::new((from.x - place.x) * left, (from.y - place.y) * left)
    }
}
