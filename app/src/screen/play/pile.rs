//! A pile that is looked through, large over the board.

use catalog::fold::capital;
use catalog::tr;
use engine::kernel::observation::{ObservedCard, ObservedZone};
use iced::widget::{column, container, row, space as gap};
use iced::{Center, Fill, Size};

use super::face_grid::FaceGrid;
use super::table::{MatchTable, Message};
use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::face::FaceRequest;
use crate::widget::{Element, button, label, panel};

/// The faces that are shown.
pub fn wanted(table: &MatchTable, board: Size) -> Vec<FaceRequest> {
    let Some((_, zone)) = table.pile() else { return Vec::new() };
    let cards = cards(zone);
    let width = FaceGrid::fit(cards.len(), board).width as u32;
    cards.iter().filter_map(|seen| Some((seen.card?, width))).collect()
}

/// Its cards that are known, the one on top first where they lie in order.
fn cards(zone: &ObservedZone) -> Vec<&ObservedCard> {
    let known = zone.cards.iter().filter(|seen| seen.card.is_some());
    if zone.ordered { known.rev().collect() } else { known.collect() }
}

/// The pile over the board, if one is looked through.
pub fn view<'a>(table: &'a MatchTable, context: ScreenContext<'a>, board: Size) -> Option<Element<'a, Message>> {
    let (seat, zone) = table.pile()?;
    let cards = cards(zone);
    let title = match seat.filter(|seat| *seat != table.seat()) {
        Some(seat) => format!("{}: {}", table.seat_name(seat), zone.title),
        None => capital(&zone.title),
    };
    let count = label::body(zone.cards.len().to_string()).style(label::muted);
    let order = zone.ordered.then(|| label::caption(tr!("Top card first")));
    let close = button::quiet(tr!("Close  (Esc)")).on_press(Message::PileClosed);
    let head = row![label::section(title), count].push(order).push(gap::horizontal()).push(close);
    let faces = FaceGrid::fit(cards.len(), board).view(table, context, &cards);
    let content = column![head.spacing(space::M).align_y(Center), faces].spacing(space::L);
    let shown = container(content).padding(space::L).max_width(board.width - space::XL).style(panel::floating);
    let back = container(container(shown).center_x(Fill)).center(Fill).padding(space::M).style(panel::shade);
    Some(iced::widget::opaque(iced::widget::mouse_area(iced::widget::opaque(back)).on_press(Message::PileClosed)))
}
