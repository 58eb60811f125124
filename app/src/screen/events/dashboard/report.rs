//! What is left of an event: places and prizes, and files for everybody.

use std::path::PathBuf;
use std::sync::Arc;

use catalog::tr;
use engine::kernel::parallel::Progress;
use formats::GameLibrary;
use formats::event::Published;
use formats::event::log::Prize;
use iced::widget::{Column, column, container, row};
use iced::{Center, Fill};

use super::state::{Action, EventDashboard, Message, Request};
use super::words::{player_name, points_label, with_dashes};
use crate::notice::BackgroundWork;
use crate::printout::event_sheets::{self as paper, EventSheet};
use crate::printout::job;
use crate::printout::pdf::PaperSize;
use crate::theme::space;
use crate::widget::panel::Tone;
use crate::widget::{Element, button, field, label, panel};

/// The report.
pub(super) fn view<'a>(dashboard: &'a EventDashboard) -> Element<'a, Message> {
    let event = dashboard.event();
    let records = event.records(event.rounds.len());
    let lines = (1..).zip(event.ranking()).map(|(place, id)| {
        let record = &records[id.at()];
        let won = event.prizes_of(place).into_iter().map(|prize| panel::badge(Tone::Good, prize));
        let line = row![
            container(label::emphasis(place.to_string()).style(label::muted)).width(40),
            container(player_name(event, id)).width(Fill).max_width(220),
            container(label::line(points_label(record.points))).width(84),
            container(label::line(with_dashes(&record.label())).style(label::muted)).width(60),
            iced::widget::Row::with_children(won).spacing(space::XS),
        ];
        column![container(line.spacing(space::M).align_y(Center)).padding([7, 0]), panel::flat()].into()
    });
    let title = if event.is_over() { tr!("Final standings") } else { tr!("Current standings") };
    let places = column![label::section(title), Column::with_children(lines)].spacing(space::M);
    let places = field::scrolled(container(places).padding(space::XL)).width(Fill).height(Fill);
    let Published { decks, pools } = event.published;
    let prizes = row![
        field::line(tr!("1 a display"), &dashboard.prizes)
            .on_input(Message::PrizesTyped)
            .on_submit(Message::PrizesSet)
            .width(Fill),
        button::plain(tr!("button" => "Set")).on_press(Message::PrizesSet),
    ];
    let shown = row![
        button::check(label::line(tr!("Decks")), decks).on_press(Message::DecksToggled),
        button::check(label::line(tr!("Pools")), pools).on_press(Message::PoolsToggled),
    ];
    let printed = [
        (tr!("Pairings"), EventSheet::Pairings),
        (tr!("Match slips"), EventSheet::Slips),
        (tr!("Seat slips"), EventSheet::Seats),
        (tr!("Standings"), EventSheet::Standings),
        (tr!("Pool sheets"), EventSheet::Pools),
    ];
    let printed = printed.map(|(word, what)| button::quiet(word).on_press(Message::Printed(what)).into());
    let files = column![
        label::section(tr!("Prizes")),
        prizes.spacing(space::S).align_y(Center),
        label::section(tr!("In the report")),
        shown.spacing(space::S),
        label::section(tr!("Files")),
        label::caption(tr!("Folder")),
        field::line(tr!("Folder"), &dashboard.folder).on_input(Message::FolderTyped).on_submit(Message::Exported),
        button::primary(tr!("Export report")).on_press(Message::Exported),
        label::section(tr!("On paper")),
        iced::widget::Row::with_children(printed).spacing(space::XS).wrap(),
    ];
    let files = field::scrolled(container(files.spacing(space::M)).padding(space::XL)).height(Fill);
    let files = container(files).width(360).height(Fill).style(panel::surface);
    row![places, panel::upright(), files].into()
}

impl EventDashboard {
    /// A file of the report in its folder.
    fn report_path(&self, ending: &str) -> PathBuf {
        let plain = |c: char| if c.is_alphanumeric() || " -_".contains(c) { c } else { '-' };
        let name: String = self.saved.name.chars().map(plain).collect();
        PathBuf::from(self.folder.trim()).join(format!("{} {ending}", name.trim()))
    }

    /// Writes the report.
    pub(super) fn export(&self, game_library: &GameLibrary) -> Action {
        let (event, name, game) = (self.event().clone(), self.saved.name.clone(), game_library.game.clone());
        let (page, table) = (self.report_path("report.html"), self.report_path("standings.csv"));
        let run = move |progress: Arc<Progress>| {
            let (html, csv) = (event.html(&name, &game), event.csv().map_err(|e| e.to_string())?);
            if !progress.stopped() {
                job::write_or_explain(&page, html)?;
                job::write_or_explain(&table, csv)?;
            }
            Ok(tr!("Written to {}", page.display()))
        };
        Action::Ask(Request::Work(BackgroundWork {
            name: tr!("Writing the report of “{}”", self.saved.name),
            pieces: 0,
            stopped: tr!("Stopped; nothing was written"),
            run: Box::new(run),
        }))
    }

    /// Prints a list or slips to a file beside the report.
    pub(super) fn print(&self, what: EventSheet, game_library: &GameLibrary) -> Action {
        let (event, name, game) = (self.event().clone(), self.saved.name.clone(), game_library.game.clone());
        let file = self.report_path(&format!("{}.pdf", what.word()));
        let run = move |progress: Arc<Progress>| {
            let bytes = paper::pdf(&event, &name, &game, what, PaperSize::A4).map_err(|e| e.to_string())?;
            if !progress.stopped() {
                job::write_or_explain(&file, bytes)?;
            }
            Ok(tr!("Printed to {}", file.display()))
        };
        Action::Ask(Request::Work(BackgroundWork {
            name: tr!("Printing for “{}”", self.saved.name),
            pieces: 0,
            stopped: tr!("Stopped; nothing was written"),
            run: Box::new(run),
        }))
    }
}

/// Prizes out of lines or a list: `1 a box; 2-4 three packs`.
pub(super) fn parse_prizes(text: &str) -> Result<Vec<Prize>, String> {
    let one = |line: &str| {
        let fault = || tr!("“{}” names no ranks. Example:  1 a box;  2-4 three packs", line.trim());
        let (ranks, what) = line.trim().split_once([' ', '=']).ok_or_else(fault)?;
        let (from, to) = ranks.split_once('-').unwrap_or((ranks, ranks));
        let rank = |text: &str| text.trim().parse::<u32>().map_err(|_| fault());
        Ok(Prize { from: rank(from)?, to: rank(to)?, what: what.trim().to_owned() })
    };
    text.split(['\n', ';']).filter(|l| !l.trim().is_empty()).map(one).collect()
}
