//! The lobby as it is shown.

use catalog::tr;
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill};

use super::state::{Lobby, MatchSeatKind, Message, Playable, Seat};
use crate::saved_match::{MatchPlayer, MatchSummary};
use crate::screen::{ScreenContext, ago};
use crate::theme::{self, size, space};
use crate::widget::field::Labeled;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel};

impl Lobby {
    /// The lobby.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        if self.formats.is_empty() {
            let what = tr!(
                "Deckloom does not know the rules of this game, or no deck is legal in any of its formats. Decks, drafts and opening hands work without them."
            );
            return panel::empty(tr!("This game cannot be played yet"), what, None);
        }
        let fault = self.fault.as_ref().map(|fault| panel::toned(Tone::Bad, label::body(fault.as_str())));
        let lesson = button::plain(tr!("First match, with hints  (h)")).on_press(Message::LessonBegun);
        let head = row![label::page(tr!("Play")), gap::horizontal(), lesson].align_y(Center);
        let left = column![self.formats(context), self.seats_form(), self.begin_row()].spacing(space::XL);
        let right = column![self.waiting(), self.record()].spacing(space::XL);
        let page = row![container(left).width(Fill), container(right).width(Fill)].spacing(space::XXL);
        let page = column![head].push(fault).push(page).spacing(space::XL).padding(space::XL);
        container(field::scrolled(page).width(Fill).height(Fill)).style(panel::ground).into()
    }

    fn formats<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let chip = |(at, format): (usize, &'a Playable)| -> Element<'a, Message> {
            let on = at == self.format;
            let press = (!on).then(|| Message::FormatChosen(format.id.clone()));
            button::toggle(label::line(format.name.as_str()), on).padding([6, 10]).on_press_maybe(press).into()
        };
        let chips = self.formats.iter().enumerate().map(chip);
        let about = context.game_library.format(&self.formats[self.format].id).map_or("", |f| f.about.as_str());
        column![
            label::section(tr!("New match")),
            Row::with_children(chips).spacing(space::XS).wrap().vertical_spacing(space::XS),
            label::body(about).style(label::muted),
        ]
        .spacing(space::M)
        .into()
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
            self.decks.iter().enumerate().map(|(at, (name, _))| Labeled::new(at, name)).collect();
        let line = |(at, seat): (usize, &Seat)| -> Element<'_, Message> {
            let who =
                field::choice(MatchSeatKind::all(), Some(seat.kind), move |who| Message::SeatTaken(at, who)).width(170);
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
            .push(
                field::line(tr!("Rule options:  key=value; key=value"), &self.options_text)
                    .on_input(Message::OptionsTyped)
                    .on_submit(Message::Begun),
            )
            .spacing(space::M)
            .into()
    }

    fn begin_row(&self) -> Element<'_, Message> {
        let people = self.seats.iter().filter(|seat| seat.kind == MatchSeatKind::Person).count();
        let word = if people == 0 { tr!("Watch  (Enter)") } else { tr!("Start match  (Enter)") };
        let note = match people {
            0 => tr!("Bots play each other, and you see every hand."),
            1 => tr!("Unlimited undo."),
            _ => tr!("You share this window: it is covered between turns."),
        };
        row![button::primary(word).on_press(Message::Begun), label::caption(note)]
            .spacing(space::M)
            .align_y(Center)
            .into()
    }

    fn waiting(&self) -> Element<'_, Message> {
        let lines: Element<'_, Message> = if self.saved.is_empty() {
            label::body(tr!("Matches in progress appear here.")).style(label::muted).into()
        } else {
            Column::with_children(self.saved.iter().enumerate().map(|(at, kept)| saved_match_row(at, kept))).into()
        };
        column![label::section(tr!("Continue")), lines].spacing(space::M).into()
    }

    fn record(&self) -> Element<'_, Message> {
        let input = field::line(tr!("Path of a match recording"), &self.path)
            .on_input(Message::PathTyped)
            .on_submit(Message::ReplayOpened);
        let press = (!self.path.trim().is_empty()).then_some(Message::ReplayOpened);
        column![
            label::section(tr!("Watch a replay")),
            row![
                input,
                button::plain(tr!("Choose…")).on_press(Message::RecordWanted),
                button::plain(tr!("Replay")).on_press_maybe(press),
            ]
            .spacing(space::S)
            .align_y(Center),
        ]
        .spacing(space::M)
        .into()
    }
}

fn saved_match_row(at: usize, kept: &MatchSummary) -> Element<'_, Message> {
    let names: Vec<String> = kept.seats.iter().map(MatchPlayer::label).collect();
    let heading = &kept.heading;
    let key = (at < 9).then(|| container(label::caption((at + 1).to_string())).width(16));
    let words = column![
        cut(heading.name.as_str()).size(size::EMPHASIS).font(theme::SEMIBOLD),
        cut(names.join(", ")).style(label::muted),
    ];
    let line = row![]
        .push(key)
        .push(words.width(Fill))
        .push(label::caption(ago(heading.changed)))
        .push(button::plain(tr!("Open")).on_press(Message::Opened(heading.id)))
        .push(button::square(icon(Icon::Bin, 16.0, Ink::Muted), 30.0).on_press(Message::PutAway(heading.id)));
    column![container(line.spacing(space::M).align_y(Center)).padding([8, 0]), panel::flat()].into()
}
