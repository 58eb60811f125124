//! What the person's finished matches came to, by deck and by opponent.

use catalog::localize::localize_percent;
use catalog::tr;
use iced::widget::{Column, column, container, row};
use iced::{Center, Fill};

use super::state::{Lobby, Message};
use crate::saved_match::{Bot, Tally};
use crate::theme::{self, size, space};
use crate::widget::table::{TableLayout, number_column, text_column};
use crate::widget::{Element, cut, label, panel};

/// Lines of a table: what was played most.
const LINES: usize = 8;

impl Lobby {
    /// The record in a panel.
    pub(super) fn record(&self) -> Element<'_, Message> {
        let all = &self.stats.all;
        let content: Element<'_, Message> = if all.matches() == 0 {
            let none = tr!("Finish a match to see your wins and losses here, by deck and by opponent.");
            container(label::body(none).style(label::muted)).padding([8, 0]).into()
        } else {
            let decks = self.stats.decks.iter().map(|(name, tally)| (name.clone(), tally));
            let named = |kind: &str| Bot::of_kind(kind).map_or_else(|| kind.to_owned(), Bot::label);
            let opponents = self.stats.opponents.iter().map(|(kind, tally)| (named(kind), tally));
            let tables = column![summary(all), table(tr!("Your deck"), decks)].spacing(space::L);
            let against = (!self.stats.opponents.is_empty()).then(|| table(tr!("Opponent"), opponents));
            tables.push(against).into()
        };
        let content = column![label::section(tr!("Your record")), content].spacing(space::M);
        container(content).padding(20).width(Fill).style(panel::framed).into()
    }
}

fn summary<'a>(all: &Tally) -> Element<'a, Message> {
    let share = localize_percent(all.win_percent().unwrap_or(0));
    let matches = tr!("won of 1 match" | "won of {n} matches" % all.matches());
    row![label::page(share), label::body(matches).style(label::muted)].spacing(space::S).align_y(Center).into()
}

fn table<'a, 'b>(title: String, lines: impl Iterator<Item = (String, &'b Tally)>) -> Element<'a, Message> {
    let columns = [text_column(Fill), number_column(52), number_column(52), number_column(52), number_column(84)];
    let layout = TableLayout::new(columns, space::S, 0.0);
    let names = [title, tr!("Wins"), tr!("Losses"), tr!("Ties"), tr!("Rate")];
    let head = layout.line(names.into_iter().map(|name| label::group(name).into()));
    let number = |n: u32| -> Element<'a, Message> { label::line(n.to_string()).into() };
    let line = |(name, tally): (String, &Tally)| {
        let percent = localize_percent(tally.win_percent().unwrap_or(0));
        let rate = tr!("{percent} of {n}", percent, n = tally.matches());
        let cells: [Element<'a, Message>; 5] = [
            cut(name).size(size::BODY).into(),
            number(tally.won),
            number(tally.lost),
            number(tally.drawn),
            label::line(rate).font(theme::SEMIBOLD).into(),
        ];
        container(layout.line(cells)).padding([5, 0]).into()
    };
    let lines = Column::with_children(lines.take(LINES).map(line));
    column![head, panel::flat(), lines].spacing(space::XS).into()
}
