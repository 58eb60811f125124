//! Lanes side by side: what each seat has in a lane lies on its side, and between them what the lane is called, what lies
//! there for all, and who leads.

use engine::kernel::observation::{ObservedCard, ObservedLane, ZoneLayout};
use iced::widget::{Row, column, container, row, space as gap, text};
use iced::{Bottom, Center, Fill, Top};

use super::super::table::{MatchTable, Message};
use super::drawn::BoardView;
use super::zones::{GAP, others};
use crate::theme::{self, size, space};
use crate::widget::{Element, label, panel};

/// Whether the cards in play lie in lanes.
pub(super) fn is_laned(table: &MatchTable) -> bool {
    !table.observation().lanes.is_empty() && others(table).len() == 1
}

/// The cards that lie in a lane, or in none of them: of a seat, or of nobody.
fn cards_in(table: &MatchTable, seat: Option<u8>, lane: Option<u8>) -> Vec<&ObservedCard> {
    let cards = table.observation().cards().filter(move |(of, zone, seen)| {
        let lies = if of.is_some() { ZoneLayout::Field } else { ZoneLayout::Stack };
        *of == seat && zone.layout == lies && seen.lane == lane
    });
    cards.map(|(_, _, seen)| seen).collect()
}

/// The most cards that a seat has in one lane.
pub(super) fn most_in_lane(table: &MatchTable) -> usize {
    let lanes = 0..table.observation().lanes.len() as u8;
    let seats = [table.seat(), others(table)[0]];
    lanes.flat_map(|lane| seats.map(|seat| cards_in(table, Some(seat), Some(lane)).len())).max().unwrap_or(0)
}

impl<'a> BoardView<'a> {
    /// The lanes.
    pub(super) fn lanes(&self) -> Element<'a, Message> {
        let lanes = &self.table.observation().lanes;
        let columns = lanes.iter().enumerate().map(|(at, lane)| self.lane(at as u8, lane));
        let columns = Row::with_children(columns).spacing(space::S).height(Fill);
        // What came without a lane waits for one.
        let waiting = |seat: u8| cards_in(self.table, Some(seat), None);
        let [far, near] = [others(self.table)[0], self.table.seat()].map(waiting);
        let waiting = (!far.is_empty() || !near.is_empty())
            .then(|| column![self.lane_row(far), gap::vertical(), self.lane_row(near)].height(Fill));
        row![columns].push(waiting).spacing(space::S).height(Fill).into()
    }

    fn lane(&self, at: u8, lane: &'a ObservedLane) -> Element<'a, Message> {
        let (near, far) = (self.table.seat(), others(self.table)[0]);
        let of = |seat: Option<u8>| cards_in(self.table, seat, Some(at));
        let strength = |seat: u8| lane.strengths.get(usize::from(seat)).copied();
        let sums = strength(near).zip(strength(far)).map(|(own, other)| {
            let number = |n: i32, leads: bool, style: fn(&iced::Theme) -> text::Style| {
                let number = text(n.to_string()).size(size::PAGE).line_height(1.0).font(theme::BOLD);
                if leads { number.style(style) } else { number.style(label::muted) }
            };
            column![number(other, other > own, label::bad), number(own, own > other, label::good)].spacing(space::XS)
        });
        let shared = of(None).into_iter().map(|seen| self.card(seen, self.sizes.lane_shared));
        let name = column![label::emphasis(lane.name.as_str())].push(sums).align_x(Center).spacing(space::XS);
        let middle = Row::with_children(shared).push(name).spacing(space::M).align_y(Center);
        let middle = container(middle).center_x(Fill).padding([space::XS, space::S]).style(panel::surface);
        let content = column![
            container(self.lane_row(of(Some(far)))).center_x(Fill).height(Fill).align_y(Top),
            middle,
            container(self.lane_row(of(Some(near)))).center_x(Fill).height(Fill).align_y(Bottom),
        ];
        container(content.spacing(space::XS)).padding(space::XS).width(Fill).height(Fill).style(panel::framed).into()
    }

    fn lane_row(&self, cards: Vec<&'a ObservedCard>) -> Element<'a, Message> {
        let width = self.sizes.lane;
        Row::with_children(cards.into_iter().map(|seen| self.card(seen, width))).spacing(GAP).into()
    }
}
