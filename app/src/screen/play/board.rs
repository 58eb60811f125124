//! The board, drawn from what is seen: the others above, what lies between in the middle, one's own cards below.

mod card;
mod city;
mod drawn;
mod lanes;
mod menu;
mod middle;
mod seat;
mod sizes;
mod zones;

use engine::kernel::observation::ObservedZone;
use iced::widget::{Row, column, container, stack};
use iced::{Fill, Size};

use super::motion::MotionLayer;
use super::table::{MatchTable, Message};
use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::face::FaceRequest;
use crate::widget::{Element, field};
use drawn::BoardView;
use sizes::CardSizes;
use zones::others;

/// The board in its room.
pub fn view<'a>(table: &'a MatchTable, context: ScreenContext<'a>, bounds: Size) -> Element<'a, Message> {
    let drawn = BoardView::new(table, context, bounds);
    let others = others(table);
    let far: Element<'a, Message> = match others[..] {
        [] => iced::widget::space().into(),
        [one] => drawn.far(one),
        _ => Row::with_children(others.iter().map(|seat| drawn.panel(*seat))).spacing(space::S).into(),
    };
    let middle = if zones::is_laned(table) {
        container(column![drawn.lanes(), drawn.middle()].align_x(iced::Center)).width(Fill).height(Fill)
    } else {
        container(drawn.middle()).width(Fill).height(Fill).center_y(Fill)
    };
    let board = column![far, middle, drawn.near(table.seat())].spacing(space::S).padding(space::M);
    let width = drawn.sizes.field.max(drawn.sizes.hand);
    let lines = [drawn.combat.clone(), drawn.aim_lines()].concat();
    let picture = move |card, shown: Option<f32>| context.gallery.picture(card, shown.unwrap_or(width));
    let above = MotionLayer::new(table.motion(), lines, drawn.text_areas(), picture);
    let room = Size::new(bounds.width, drawn.sizes.height.max(bounds.height));
    let board = stack![board, above].push(drawn.menu(room));
    if drawn.sizes.height > bounds.height {
        // One's own hand is in sight to begin with.
        let board = container(board).width(Fill).height(drawn.sizes.height);
        return field::scrolled(board).anchor_bottom().width(Fill).height(Fill).into();
    }
    container(board).width(Fill).height(Fill).clip(true).into()
}

/// The faces of the board, those in front of the person first.
pub fn wanted(table: &MatchTable, bounds: Size) -> Vec<FaceRequest> {
    let sizes = CardSizes::fit(table, bounds);
    let observation = table.observation();
    let near = table.seat();
    let mut seats: Vec<u8> = vec![near];
    seats.extend(others(table));
    let mut wanted: Vec<FaceRequest> =
        table.motion().shown_cards().into_iter().map(|(card, width)| (card, width.round() as u32)).collect();
    let mut zone = |zone: &ObservedZone, width: f32| {
        wanted.extend(zone.cards.iter().filter_map(|seen| Some((seen.card?, width.round() as u32))));
    };
    for zone_of in observation.common.iter() {
        zone(zone_of, sizes.common_width(zone_of));
    }
    for seat in seats {
        for one in &observation.seats[usize::from(seat)].zones {
            zone(one, sizes.width(table, seat, one));
        }
    }
    wanted.extend(observation.timeline.iter().flat_map(|timeline| crate::widget::timeline::wanted(&timeline.cards)));
    wanted.extend(observation.pending.iter().map(|waiting| (waiting.card, sizes.offer.round() as u32)));
    wanted.extend(observation.cities.iter().filter_map(|city| Some((city.card?, sizes.offer.round() as u32))));
    wanted
}
