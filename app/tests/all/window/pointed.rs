//! What stands for a card in the window, and a cursor that rests on it.

use std::sync::Arc;
use std::time::Instant;

use deckloom::widget::card_preview::DELAY;
use deckloom::widget::card_spot::{ShownCard, SpotState};
use deckloom::window::Window;
use iced::{Event, Point, Rectangle, mouse};
use iced_test::selector::Candidate;

use super::driven::{act, ui};

/// All texts and containers that are shown, with their places.
pub fn places(window: &Window) -> Vec<(String, Rectangle)> {
    let mut places = Vec::new();
    // Nothing is looked for: all of it is seen.
    let _ = ui(window).find(|c: Candidate<'_>| -> Option<()> {
        match c {
            Candidate::Text { content, bounds, .. } => places.push((content.to_owned(), bounds)),
            Candidate::Container { id: Some(id), bounds, .. } => places.push((format!("{id:?}"), bounds)),
            _ => {}
        }
        None
    });
    places
}

/// What stands for a card in sight.
pub struct Spot {
    pub shown: Arc<ShownCard>,
    pub place: Rectangle,
    pub at_hand: bool,
}

/// All that stands for a card and is in sight, what lies within the other last.
pub fn spots(window: &Window) -> Vec<Spot> {
    let mut spots = Vec::new();
    let _ = ui(window).find(|c: Candidate<'_>| -> Option<()> {
        if let Candidate::Custom { visible_bounds: Some(place), state, .. } = c
            && let Some(state) = state.downcast_ref::<SpotState>()
        {
            spots.push(Spot { shown: state.shown.clone(), place, at_hand: state.at_hand });
        }
        None
    });
    spots
}

/// The cursor rests at a point for long enough.
pub fn point_at(window: &mut Window, at: Point) {
    act(window, |ui| {
        ui.point_at(at);
        ui.simulate([Event::Mouse(mouse::Event::CursorMoved { position: at })]);
        ui.simulate([redraw(Instant::now() + DELAY)]);
        Ok(())
    });
}

/// A frame is drawn.
pub fn redraw(at: Instant) -> Event {
    Event::Window(iced::window::Event::RedrawRequested(at))
}

/// Where the preview is, if there is one.
pub fn preview_place(window: &Window) -> Option<Rectangle> {
    places(window).into_iter().find(|(id, _)| id.contains("card-preview")).map(|(_, place)| place)
}
