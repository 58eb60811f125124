//! What few people need: seats one by one, rulings other than the format's, recordings.

use catalog::tr;
use iced::widget::{Column, column, container, row};
use iced::{Center, Fill};

use super::state::{Lobby, MatchSeatKind, Message, Playable, Seat};
use crate::theme::space;
use crate::widget::field::Labeled;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, label, panel};

impl Lobby {
    /// Opens the drawer, or closes it.
    pub(super) fn options_button(&self) -> Element<'_, Message> {
        let word = if self.options_shown { tr!("Fewer options") } else { tr!("More options") };
        button::with_icon(icon(Icon::Gear, 16.0, Ink::Muted), word).on_press(Message::OptionsToggled).into()
    }

    /// What is in the drawer, while it is open.
    pub(super) fn options(&self) -> Option<Element<'_, Message>> {
        let inside = || column![self.seats_form(), self.rulings(), self.recording()].spacing(space::XL);
        self.options_shown.then(|| container(inside()).padding(20).width(Fill).style(panel::framed).into())
    }

    fn seats_form(&self) -> Element<'_, Message> {
        let Playable { shared, seats: (least, most), .. } = &self.formats[self.format];
        let (least, most, count) = (*least as usize, *most as usize, self.seats.len());
        let to = |n: Option<usize>| n.filter(|n| (least..=most).contains(n)).map(Message::SeatsChanged);
        let number = (least < most).then(|| {
            row![
                container(label::body(tr!("Seats"))).width(70),
                button::step("−").on_press_maybe(to(count.checked_sub(1))),
                container(label::emphasis(count.to_string())).center_x(36),
                button::step("+").on_press_maybe(to(count.checked_add(1))),
            ]
            .spacing(space::XS)
            .align_y(Center)
        });
        let choices: Vec<Labeled<usize>> =
            self.decks.iter().enumerate().map(|(at, deck)| Labeled::new(at, deck.name.as_str())).collect();
        let line = |(at, seat): (usize, &Seat)| -> Element<'_, Message> {
            let who =
                field::choice(MatchSeatKind::all(), Some(seat.kind), move |who| Message::SeatTaken(at, who)).width(190);
            let deck = (!shared || at == 0).then(|| {
                let chosen = choices.get(seat.deck).cloned();
                field::choice(choices.clone(), chosen, move |deck| Message::DeckChosen(at, deck)).width(Fill)
            });
            let name = container(label::body(tr!("Seat {}", at + 1))).width(70);
            row![name, who].push(deck).spacing(space::S).align_y(Center).into()
        };
        let lines = self.seats.iter().enumerate().map(line);
        let note = if *shared {
            tr!("All players share one deck.")
        } else {
            tr!("Your legal decks are listed first, then starter decks.")
        };
        column![label::section(tr!("Players"))]
            .push(number)
            .push(Column::with_children(lines).spacing(space::S))
            .push(label::caption(note))
            .spacing(space::M)
            .into()
    }

    fn rulings(&self) -> Element<'_, Message> {
        let input = field::line(tr!("Rule options:  key=value; key=value"), &self.options_text)
            .on_input(Message::OptionsTyped)
            .on_submit(Message::Begun);
        let note = label::caption(tr!("Only what differs from the format; leave empty to use its rules."));
        column![label::section(tr!("Rules")), input, note].spacing(space::M).into()
    }

    fn recording(&self) -> Element<'_, Message> {
        let input = field::line(tr!("Path of a match recording"), &self.path)
            .on_input(Message::PathTyped)
            .on_submit(Message::ReplayOpened);
        let press = (!self.path.trim().is_empty()).then_some(Message::ReplayOpened);
        let line = row![
            input,
            button::plain(tr!("Browse…")).on_press(Message::RecordWanted),
            button::plain(tr!("Watch")).on_press_maybe(press),
        ];
        column![label::section(tr!("Watch a recording")), line.spacing(space::S).align_y(Center)]
            .spacing(space::M)
            .into()
    }
}
