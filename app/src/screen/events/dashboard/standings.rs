//! The standings, and why one stands before the next.

use catalog::tr;
use formats::event::standings::{Standing, percent};
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Center, Fill};

use super::state::{EventDashboard, Message};
use super::words::with_dashes;
use crate::theme::{self, space};
use crate::widget::table::{self, TableLayout};
use crate::widget::{Element, button, cut, field, label, panel};

/// The standings.
pub(super) fn view<'a>(dashboard: &'a EventDashboard) -> Element<'a, Message> {
    let event = dashboard.event();
    if event.players.is_empty() {
        return panel::empty(tr!("No players yet"), tr!("Players appear here."), None);
    }
    let standings = event.standings(event.rounds.len());
    let place = dashboard.place.min(standings.len().saturating_sub(1));
    let table = columns(dashboard);
    let ties = event.start.rules.tiebreakers.iter().map(|tie| {
        let short = tie.short();
        tr!("tie-breaker" => short)
    });
    let names = [String::new(), tr!("Player"), tr!("Points"), tr!("Record")];
    let heads = table.head(names.into_iter().chain(ties));
    let lines = standings.iter().enumerate().map(|(at, s)| standing_row(dashboard, &table, s, at == place, at));
    let list = field::scrolled_steady(Column::with_children(lines)).width(Fill).height(Fill);
    let pair = match place {
        0 => standings.first().zip(standings.get(1)),
        n => standings.get(n - 1).zip(standings.get(n)),
    };
    let why = pair.and_then(|(a, b)| event.explain_order(event.rounds.len(), a.player, b.player));
    let why = why.unwrap_or_else(|| tr!("There is only one player."));
    let foot = column![
        row![
            label::group(if place == 0 { tr!("Why first and not second?") } else { tr!("Why not one place higher?") }),
            gap::horizontal(),
            button::quiet(tr!("Print standings"))
                .on_press(Message::Printed(crate::printout::event_sheets::EventSheet::Standings)),
        ]
        .align_y(Center),
        label::body(why),
    ];
    let foot = container(foot.spacing(space::S)).width(Fill).padding(space::L).style(panel::surface);
    let page = container(column![heads, list].max_width(900)).padding([12, 16]).height(Fill);
    column![page, panel::flat(), foot].into()
}

/// Rank, player, points, record, and each tie-breaker.
fn columns(dashboard: &EventDashboard) -> TableLayout {
    let mut columns =
        vec![table::number_column(36), table::text_column(Fill), table::number_column(64), table::number_column(80)];
    columns.extend(dashboard.event().start.rules.tiebreakers.iter().map(|_| table::number_column(92)));
    TableLayout::new(columns, space::M, 10.0)
}

fn standing_row<'a>(
    dashboard: &'a EventDashboard,
    table: &TableLayout,
    s: &Standing,
    chosen: bool,
    at: usize,
) -> Element<'a, Message> {
    let event = dashboard.event();
    let gone = event.players[s.player.at()].left.is_some();
    let name = cut(event.name(s.player)).font(theme::SEMIBOLD);
    let name = if gone { name.style(label::muted) } else { name };
    let ties = event
        .start
        .rules
        .tiebreakers
        .iter()
        .zip(&s.ties)
        .map(|(tie, value)| label::line(if tie.is_share() { percent(value) } else { value.to_string() }).into());
    let cells: [Element<'a, Message>; 4] = [
        label::line(s.rank.to_string()).style(label::muted).into(),
        name.into(),
        label::emphasis(s.record.points.to_string()).into(),
        label::line(with_dashes(&s.record.label())).into(),
    ];
    let line = container(table.line(cells.into_iter().chain(ties))).padding([7, 0]).width(Fill);
    button::entry(line, chosen).width(Fill).on_press(Message::PlaceChosen(at)).into()
}
