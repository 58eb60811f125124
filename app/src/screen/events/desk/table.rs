//! The standings, and why one stands before the next.

use catalog::tr;
use formats::event::standings::{Standing, percent};
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Center, Fill, Right};

use super::{Desk, Message};
use crate::theme::{self, space};
use crate::widget::{Element, button, cut, field, label, panel};

/// The standings.
pub(super) fn view<'a>(desk: &'a Desk) -> Element<'a, Message> {
    let event = desk.event();
    if event.players.is_empty() {
        return panel::empty(tr!("Nobody has come yet"), tr!("Whoever comes in stands here."), None);
    }
    let standings = event.standings(event.rounds.len());
    let place = desk.place.min(standings.len().saturating_sub(1));
    let head = |word: String, width: f32| container(label::caption(word)).width(width).align_x(Right);
    let mut heads = row![
        head(String::new(), 36.0),
        container(label::caption(tr!("Player"))).width(Fill),
        head(tr!("Points"), 64.0),
        head(tr!("Record"), 80.0)
    ];
    for tie in &event.start.rules.tiebreakers {
        let short = tie.short();
        heads = heads.push(head(tr!("tie-breaker" => short), 92.0));
    }
    let heads = container(heads.spacing(space::M).align_y(Center))
        .padding(iced::Padding { right: 22.0, ..iced::Padding::from([4, 10]) });
    let lines = standings.iter().enumerate().map(|(at, s)| line(desk, s, at == place, at));
    let list = field::scrolled(Column::with_children(lines)).width(Fill).height(Fill);
    let pair = match place {
        0 => standings.first().zip(standings.get(1)),
        n => standings.get(n - 1).zip(standings.get(n)),
    };
    let why = pair.and_then(|(a, b)| event.why(event.rounds.len(), a.player, b.player));
    let why = why.unwrap_or_else(|| tr!("Whoever is alone is first."));
    let foot = column![
        row![
            label::group(if place == 0 {
                tr!("Why is the first before the second?")
            } else {
                tr!("Why behind the one before?")
            }),
            gap::horizontal(),
            button::quiet(tr!("Print standings")).on_press(Message::Printed(crate::printout::desk::What::Standings)),
        ]
        .align_y(Center),
        label::body(why),
    ];
    let foot = container(foot.spacing(space::S)).width(Fill).padding(space::L).style(panel::surface);
    let table = container(column![heads, panel::flat(), list].max_width(900)).padding([12, 16]).height(Fill);
    column![table, panel::flat(), foot].into()
}

fn line<'a>(desk: &'a Desk, s: &Standing, chosen: bool, at: usize) -> Element<'a, Message> {
    let event = desk.event();
    let cell = |word: String, width: f32| container(label::line(word)).width(width).align_x(Right);
    let gone = event.players[s.player.at()].left.is_some();
    let name = cut(event.name(s.player)).font(theme::SEMIBOLD);
    let name = if gone { name.style(label::muted) } else { name };
    let rank = container(label::line(s.rank.to_string()).style(label::muted)).width(36).align_x(Right);
    let points = container(label::emphasis(s.record.points.to_string())).width(64).align_x(Right);
    let mut line = row![rank, container(name).width(Fill), points, cell(s.record.words(), 80.0)];
    for (tie, value) in event.start.rules.tiebreakers.iter().zip(&s.ties) {
        let word = if tie.is_share() { percent(value) } else { value.to_string() };
        line = line.push(cell(word, 92.0));
    }
    let line = container(line.spacing(space::M).align_y(Center)).padding([7, 10]).width(Fill);
    button::entry(line, chosen).width(Fill).on_press(Message::PlaceChosen(at)).into()
}
