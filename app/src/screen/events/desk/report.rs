//! What is left of an event: places and prizes, and files for everybody.

use std::path::PathBuf;
use std::sync::Arc;

use catalog::tr;
use engine::lab::shards::Progress;
use formats::Book;
use formats::event::log::Prize;
use iced::widget::{Column, column, container, row};
use iced::{Center, Fill};

use super::{Action, Desk, Message, name, points};
use crate::printout::desk::{self as paper, What};
use crate::printout::job;
use crate::printout::paper::Paper;
use crate::theme::space;
use crate::widget::panel::Tone;
use crate::widget::{Element, button, field, label, panel};
use crate::window::Work;

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
    let title = if event.is_over() { tr!("Places") } else { tr!("Places as of now") };
    let places = column![label::section(title), Column::with_children(lines)].spacing(space::M);
    let places = field::scrolled(container(places).padding(space::XL)).width(Fill).height(Fill);
    let (decks, pools) = event.public;
    let prizes = row![
        field::line(tr!("1 a box;  2-4 three packs"), &desk.prizes)
            .on_input(Message::PrizesTyped)
            .on_submit(Message::PrizesSet)
            .width(Fill),
        button::plain(tr!("button" => "Set")).on_press(Message::PrizesSet),
    ];
    let shown = row![
        button::toggle(label::line(tr!("Decks")), decks).padding([6, 12]).on_press(Message::DecksToggled),
        button::toggle(label::line(tr!("Pools")), pools).padding([6, 12]).on_press(Message::PoolsToggled),
    ];
    let printed = [
        (tr!("Pairings"), What::Pairings),
        (tr!("Match slips"), What::Slips),
        (tr!("Seat slips"), What::Seats),
        (tr!("Standings"), What::Standings),
        (tr!("Pool sheets"), What::Pools),
    ];
    let printed = printed.map(|(word, what)| button::quiet(word).on_press(Message::Printed(what)).into());
    let files = column![
        label::section(tr!("Prizes")),
        prizes.spacing(space::S).align_y(Center),
        label::section(tr!("In the report")),
        shown.spacing(space::S),
        label::section(tr!("Files")),
        label::caption(tr!("Folder")),
        field::line(tr!("Folder"), &desk.folder).on_input(Message::FolderTyped).on_submit(Message::Exported),
        button::primary(tr!("Write the report")).on_press(Message::Exported),
        label::section(tr!("On paper")),
        iced::widget::Row::with_children(printed).spacing(space::XS).wrap(),
    ];
    let files = container(files.spacing(space::M)).width(380).height(Fill).padding(space::XL).style(panel::surface);
    row![places, panel::upright(), files].into()
}

impl Desk {
    /// A file of the report in its folder.
    fn file(&self, ending: &str) -> PathBuf {
        let plain = |c: char| if c.is_alphanumeric() || " -_".contains(c) { c } else { '-' };
        let name: String = self.room.name.chars().map(plain).collect();
        PathBuf::from(self.folder.trim()).join(format!("{} {ending}", name.trim()))
    }

    /// Writes the report.
    pub(super) fn export(&self, book: &Book) -> Action {
        let (event, name, game) = (self.event().clone(), self.room.name.clone(), book.game.clone());
        let (page, table) = (self.file("report.html"), self.file("standings.csv"));
        let run = move |progress: Arc<Progress>| {
            let (html, csv) = (event.html(&name, &game), event.csv().map_err(|e| e.to_string())?);
            if !progress.stopped() {
                job::put(&page, html)?;
                job::put(&table, csv)?;
            }
            Ok(tr!("Written to {}", page.display()))
        };
        Action::Work(Work {
            name: tr!("Writing the report of “{}”", self.room.name), pieces: 0, run: Box::new(run)
        })
    }

    /// Prints a list or slips to a file beside the report.
    pub(super) fn print(&self, what: What, book: &Book) -> Action {
        let word = What::ALL.iter().find(|(w, _)| *w == what).map_or("", |(_, word)| word);
        let (event, name, game) = (self.event().clone(), self.room.name.clone(), book.game.clone());
        let file = self.file(&format!("{word}.pdf"));
        let run = move |progress: Arc<Progress>| {
            let bytes = paper::pdf(&event, &name, &game, what, Paper::A4).map_err(|e| e.to_string())?;
            if !progress.stopped() {
                job::put(&file, bytes)?;
            }
            Ok(tr!("Printed to {}", file.display()))
        };
        Action::Work(Work { name: tr!("Printing for “{}”", self.room.name), pieces: 0, run: Box::new(run) })
    }
}

/// Prizes out of lines or a list: `1 a box; 2-4 three packs`.
pub(super) fn prizes(text: &str) -> Result<Vec<Prize>, String> {
    let one = |line: &str| {
        let fault = || tr!("“{}” names no ranks: write  1 a box;  2-4 three packs", line.trim());
        let (ranks, what) = line.trim().split_once([' ', '=']).ok_or_else(fault)?;
        let (from, to) = ranks.split_once('-').unwrap_or((ranks, ranks));
        let rank = |text: &str| text.trim().parse::<u32>().map_err(|_| fault());
        Ok(Prize { from: rank(from)?, to: rank(to)?, what: what.trim().to_owned() })
    };
    text.split(['\n', ';']).filter(|l| !l.trim().is_empty()).map(one).collect()
}
