//! What is left of an event: places and prizes, and files for everybody.

use iced::widget::{Column, column, container, row};
use iced::{Center, Fill};

use super::{Desk, Message, name, points};
use crate::printout::desk::What;
use crate::theme::space;
use crate::widget::panel::Tone;
use crate::widget::{Element, button, field, label, panel};

/// The report.
pub(super) fn view<'a>(desk: &'a Desk) -> Element<'a, Message> {
    let event = desk.event();
    let records = event.records(event.rounds.len());
    let lines = (1..).zip(event.ranking()).map(|(place, id)| {
        let record = &records[id.at()];
        let won = event.prizes_of(place).into_iter().map(|prize| panel::badge(Tone::Good, prize));
        let line = row![
            container(label::emphasis(place.to_string()).style(label::muted)).width(40),
            container(name(event, id)).width(220),
            container(label::line(points(record.points))).width(90),
            container(label::line(record.words()).style(label::muted)).width(70),
            iced::widget::Row::with_children(won).spacing(space::XS),
        ];
        column![container(line.spacing(space::M).align_y(Center)).padding([7, 0]), panel::flat()].into()
    });
    let title = if event.is_over() { "Places" } else { "Places as of now" };
    let places = column![label::section(title), Column::with_children(lines)].spacing(space::M);
    let places = field::scrolled(container(places).padding(space::XL)).width(Fill).height(Fill);
    let (decks, pools) = event.public;
    let prizes = row![
        field::line("1 a box;  2-4 three packs", &desk.prizes)
            .on_input(Message::PrizesTyped)
            .on_submit(Message::PrizesSet)
            .width(Fill),
        button::plain("Set").on_press(Message::PrizesSet),
    ];
    let shown = row![
        button::toggle(label::line("Decks"), decks).padding([6, 12]).on_press(Message::DecksToggled),
        button::toggle(label::line("Pools"), pools).padding([6, 12]).on_press(Message::PoolsToggled),
    ];
    let printed = [
        ("Pairings", What::Pairings),
        ("Match slips", What::Slips),
        ("Seat slips", What::Seats),
        ("Standings", What::Standings),
        ("Pool sheets", What::Pools),
    ];
    let printed = printed.map(|(word, what)| button::quiet(word).on_press(Message::Printed(what)).into());
    let files = column![
        label::section("Prizes"),
        prizes.spacing(space::S).align_y(Center),
        label::section("In the report"),
        shown.spacing(space::S),
        label::section("Files"),
        label::caption("Folder"),
        field::line("Folder", &desk.folder).on_input(Message::FolderTyped).on_submit(Message::Exported),
        button::primary("Write the report").on_press(Message::Exported),
        label::section("On paper"),
        iced::widget::Row::with_children(printed).spacing(space::XS).wrap(),
    ];
    let files = container(files.spacing(space::M)).width(380).height(Fill).padding(space::XL).style(panel::surface);
    row![places, panel::upright(), files].into()
}
