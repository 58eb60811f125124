//! What was done at the event, the last first: nothing is rubbed out, corrections stand beside what they correct.

use catalog::tr;
use iced::widget::{Column, column, container, row};
use iced::{Center, Fill};

use super::state::{EventDashboard, Message};
use super::words::recorded_by;
use crate::screen::ago;
use crate::theme::space;
use crate::widget::{Element, field, label, panel};

/// Entries that are shown: all of them would be laid out again at each press.
const SHOWN: usize = 300;

/// The log.
pub(super) fn view(dashboard: &EventDashboard) -> Element<'_, Message> {
    let event = dashboard.event();
    if event.log.is_empty() {
        return panel::empty(
            tr!("Nothing has happened yet"),
            tr!("Every action is listed here, with who did it."),
            None,
        );
    }
    let lines = event.log.iter().enumerate().rev().take(SHOWN).map(|(at, entry)| {
        let line = row![
            container(label::line((at + 1).to_string()).style(label::muted)).width(44),
            container(label::line(ago(entry.at)).style(label::muted)).width(130),
            container(label::line(recorded_by(&entry.by)).style(label::muted)).width(130),
            container(label::body(event.describe(entry))).width(Fill),
        ];
        column![container(line.spacing(space::M).align_y(Center)).padding([6, 0]), panel::flat()].into()
    });
    let before = event.log.len().saturating_sub(SHOWN);
    let before =
        (before > 0).then(|| label::body(tr!("Earlier entries: {before}. `deckloom event log` shows all.", before)));
    let page = container(Column::with_children(lines).push(before)).padding(space::XL);
    field::scrolled(page).width(Fill).height(Fill).into()
}
