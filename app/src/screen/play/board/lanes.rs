//! Lanes side by side: what each seat has in a lane lies on its side, and between them what the lane is called, what lies
//! there for all, and who leads.

use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::{ObservedCard, ObservedLane};
use iced::widget::{Row, column, container, row, text};
use iced::{Bottom, Center, Fill, Top};

use super::super::table::Message;
use super::drawn::BoardView;
use super::zones::{GAP, cards_in, others, waiting_for_lane};
use crate::theme::{self, size, space};
use crate::widget::{Element, label, panel};

/// Width of a lane that has room for names.
const NAMED: f32 = 240.0;

impl<'a> BoardView<'a> {
    /// The lanes.
    pub(super) fn lanes(&self) -> Element<'a, Message> {
        let lanes = &self.table.observation().lanes;
        let columns = lanes.iter().enumerate().map(|(at, lane)| self.lane(at as u8, lane));
        let columns = Row::with_children(columns).spacing(space::S).height(Fill);
        // What came without a lane waits for one; one's own lies with the hand.
        let far = waiting_for_lane(self.table, others(self.table)[0]);
        let waiting = (!far.is_empty()).then(|| self.lane_row(far));
        row![columns].push(waiting).spacing(space::S).height(Fill).into()
    }

    fn lane(&self, at: u8, lane: &'a ObservedLane) -> Element<'a, Message> {
        let (near, far) = (self.table.seat(), others(self.table)[0]);
        let of = |seat: Option<u8>| cards_in(self.table, seat, Some(at));
        let strength = |seat: u8| lane.strengths.get(usize::from(seat)).copied();
        let sums = strength(near).zip(strength(far)).map(|(own, other)| {
            let named = self.sizes.board_width / self.table.observation().lanes.len() as f32 >= NAMED;
            let number = |seat: u8, n: i32, leads: bool, style: fn(&iced::Theme) -> text::Style| {
                let number = text(n.to_string()).size(size::PAGE).line_height(1.0).font(theme::BOLD);
                let number = if leads { number.style(style) } else { number.style(label::muted) };
                let name = named.then(|| label::caption(self.table.seat_name(seat)));
                row![number].push(name).spacing(space::S).align_y(Center)
            };
            column![number(far, other, other > own, label::bad), number(near, own, own > other, label::good)]
                .spacing(space::XS)
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
        let content = container(content.spacing(space::XS)).padding(space::XS).width(Fill).height(Fill);
        self.place(ActionTarget::Lane(at), content).into()
    }

    fn lane_row(&self, cards: Vec<&'a ObservedCard>) -> Element<'a, Message> {
        let width = self.sizes.lane;
        let cards = Row::with_children(cards.into_iter().map(|seen| self.card(seen, width))).spacing(GAP);
        cards.wrap().vertical_spacing(GAP).into()
    }
}
