//! The clock of the round, in type that the whole room can read.

use catalog::tr;
use iced::widget::{Row, column, container, row, space as gap, text};
use iced::{Center, Fill};

use super::state::{EventDashboard, Message};
use super::words::clock_text;
use crate::screen::ScreenContext;
use crate::theme::{self, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, chart, cut, label, panel};

/// The clock.
pub(super) fn view<'a>(dashboard: &'a EventDashboard, context: ScreenContext<'a>) -> Element<'a, Message> {
    let event = dashboard.event();
    let Some(round) = event.rounds.last() else { return gap().into() };
    let minutes = i64::from(event.start.rules.minutes) * 60;
    let all = round.clock.seconds.unwrap_or(minutes);
    let left = round.clock.left(dashboard.now).unwrap_or(minutes);
    let word = match (round.clock.seconds, round.clock.since) {
        (None, _) => tr!("Start  (Space)"),
        (_, Some(_)) => tr!("Stop  (Space)"),
        (_, None) => tr!("Resume  (Space)"),
    };
    let head = row![
        button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::ClockToggled),
        cut(dashboard.saved.name.as_str()).font(theme::SEMIBOLD).size(theme::size::SECTION),
        button::primary(word).on_press(Message::ClockTurned),
    ];
    let head = container(head.spacing(space::M).align_y(Center)).height(56).center_y(56).padding([0, 12]);
    let large = (context.bounds.width / 4.2).min(context.bounds.height / 2.4);
    let style = if left <= 0 {
        label::bad
    } else if left <= 300 {
        label::warn
    } else {
        iced::widget::text::default
    };
    let extra = round.clock.extra.iter().map(|(table, more)| {
        let left = left + i64::from(*more) * 60;
        panel::badge(Tone::Warn, tr!("Table {table}: {}", clock_text(left), table))
    });
    let open = event.waiting().len();
    let said = match (left <= 0, open) {
        (_, 0) => tr!("All results are in"),
        (true, n) => tr!("Time is up  ·  1 match in progress" | "Time is up  ·  {n} matches in progress" % n),
        (false, n) => tr!("1 match in progress" | "{n} matches in progress" % n),
    };
    let page = column![
        label::page(tr!("Round {}", event.round())).style(label::muted),
        text(clock_text(left)).size(large).font(theme::BOLD).line_height(1.0).style(style),
        container(chart::meter((all - left.clamp(0, all)) as f32, all.max(1) as f32, 10.0)).max_width(720),
        label::section(said).style(label::muted),
        Row::with_children(extra).spacing(space::S).wrap(),
    ];
    let page = container(page.spacing(space::XL).align_x(Center).width(Fill)).center(Fill).padding(space::XL);
    column![head.style(panel::surface), panel::flat(), page.style(panel::ground)].into()
}
