//! The table as it is shown: its head, the board and the side.

use catalog::tr;
use iced::widget::{column, container, row, slider, space as gap, stack};
use iced::{Center, Fill, FillPortion, Size};

use super::super::{board, preview, side};
use super::{Message, Table, seat_word};
use crate::screen::{Look, cover};
use crate::theme::{self, space};
use crate::widget::face::Wanted;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, label, panel};

impl Table {
    /// The faces in sight.
    pub fn wanted(&self, room: Size) -> Vec<Wanted> {
        if self.covered { Vec::new() } else { board::wanted(self, board_room(room)) }
    }

    /// The table.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        if self.covered {
            let place = format!("{}, {}", self.room.name, seat_word(self.seat));
            return cover::view(&self.room.name_of(self.seat), &place, Message::SatDown);
        }
        let middle = if self.log_shown {
            side::log(self)
        } else {
            let room = board_room(look.room);
            stack![board::view(self, look, room), preview::view(self, look, room)].into()
        };
        let body = row![
            container(middle).width(Fill).height(Fill).style(panel::ground),
            panel::upright(),
            container(side::view(self, &look.game().id, look.room))
                .width(side::width(look.room))
                .height(Fill)
                .style(panel::surface),
        ];
        column![self.head(look.room), panel::flat(), body].into()
    }

    fn head(&self, room: Size) -> Element<'_, Message> {
        let last = self.room.length();
        let narrow = room.width < 900.0;
        let phase = if self.sight.phase.is_empty() { String::new() } else { format!("  ·  {}", self.sight.phase) };
        let turn = tr!("Turn {}, {}{phase}", self.sight.turn, self.called(self.sight.active), phase);
        let undo = self.room.before().map(|_| Message::TakenBack);
        let small = |pictured: Icon, message: Option<Message>| {
            let ink = if message.is_some() { Ink::Text } else { Ink::Muted };
            button::square(icon(pictured, 17.0, ink), 32.0).on_press_maybe(message)
        };
        let scrubber = (last > 0).then(|| {
            let words = match self.at {
                Some(at) => tr!("{at} of {last}", at, last),
                None => tr!("now"),
            };
            let slide = slider(0..=last as u32, self.moment() as u32, |to| Message::Moved(to as usize));
            let slide = slide.width(if narrow { 84 } else { 150 });
            row![slide, container(label::caption(words)).width(74)].spacing(space::S).align_y(Center)
        });
        let running = self.room.people().next().is_none() && self.room.sitting.actor().is_some();
        let run = running.then(|| {
            let word = if self.running { tr!("Stop  (Space)") } else { tr!("Go on  (Space)") };
            button::quiet(word).on_press(Message::RunToggled)
        });
        let name: Element<'_, Message> = if narrow {
            container(cut(self.room.name.as_str()).font(theme::SEMIBOLD)).width(FillPortion(2)).into()
        } else {
            container(label::emphasis(self.room.name.as_str())).padding(iced::padding::right(8)).into()
        };
        let head = row![
            button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed),
            name,
            container(cut(turn).style(label::muted)).width(FillPortion(3)),
            gap::horizontal().width(4),
        ]
        .push(run)
        .push(scrubber)
        .push(small(Icon::Undo, undo))
        .push(small(Icon::Redo, self.room.can_redo().then_some(Message::DoneAgain)))
        .push(button::quiet(tr!("Hint  (h)")).on_press_maybe(self.asks_person().then_some(Message::HintAsked)))
        .push(
            button::toggle(label::line(tr!("Log  (l)")), self.log_shown).padding([7, 10]).on_press(Message::LogToggled),
        );
        container(head.spacing(space::S).align_y(Center))
            .height(50)
            .center_y(50)
            .padding([0, 12])
            .style(panel::surface)
            .into()
    }
}

/// The room of the board beside the panel at the side and below the head.
fn board_room(room: Size) -> Size {
    Size::new(room.width - side::width(room) - 1.0, room.height - 51.0)
}
