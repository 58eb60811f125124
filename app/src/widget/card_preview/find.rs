//! Finds the card that keys mean: the one in the button that has the keyboard, or else the one that a screen has marked.

use std::any::Any;

use iced::advanced::widget::operation::{Focusable, Operation, Scrollable, TextInput};
use iced::widget::Id;
use iced::{Rectangle, Vector};

use super::super::card_spot::{PointedCard, SpotState};

/// Looks at all spots and at what has the keyboard.
#[derive(Default)]
pub struct FindAtHand {
    /// The window.
    room: Rectangle,
    /// How far what is looked at is scrolled, and how far what comes next is.
    scrolled: Vector,
    within: Vector,
    spots: Vec<(PointedCard, bool)>,
    focused: Option<Rectangle>,
    /// Fields: what has the keyboard there is no card.
    fields: Vec<Rectangle>,
}

impl FindAtHand {
    /// In a window of this size.
    pub fn new(room: Rectangle) -> FindAtHand {
        FindAtHand { room, ..FindAtHand::default() }
    }

    /// The card, if there is one in sight.
    pub fn found(self) -> Option<PointedCard> {
        let focused = self.focused.filter(|at| !self.fields.contains(at));
        let has_focus = |pointed: &PointedCard| {
            focused.is_some_and(|at| at.contains(pointed.place.center()) || pointed.place.contains(at.center()))
        };
        let found = self.spots.iter().find(|(pointed, _)| has_focus(pointed));
        let found = found.or_else(|| self.spots.iter().rfind(|(_, at_hand)| *at_hand));
        found.map(|(pointed, _)| pointed.clone())
    }
}

impl Operation for FindAtHand {
    fn traverse(&mut self, operate: &mut dyn FnMut(&mut dyn Operation)) {
        let outside = self.scrolled;
        self.scrolled = outside + std::mem::take(&mut self.within);
        operate(self);
        self.scrolled = outside;
    }

    fn scrollable(&mut self, _: Option<&Id>, _: Rectangle, _: Rectangle, translation: Vector, _: &mut dyn Scrollable) {
        self.within = translation;
    }

    fn focusable(&mut self, _: Option<&Id>, bounds: Rectangle, state: &mut dyn Focusable) {
        if state.is_focused() {
            self.focused = Some(bounds - self.scrolled);
        }
    }

    fn text_input(&mut self, _: Option<&Id>, bounds: Rectangle, _: &mut dyn TextInput) {
        self.fields.push(bounds - self.scrolled);
    }

    fn custom(&mut self, _: Option<&Id>, bounds: Rectangle, state: &mut dyn Any) {
        let Some(spot) = state.downcast_ref::<SpotState>() else { return };
        if let Some(place) = (bounds - self.scrolled).intersection(&self.room) {
            let pointed = PointedCard { shown: spot.shown.clone(), place, cursor: place.center() };
            self.spots.push((pointed, spot.at_hand));
        }
    }
}
