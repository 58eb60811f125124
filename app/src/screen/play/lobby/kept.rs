//! The matches of the library: those that go on, and those that are over.

use catalog::tr;
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Center, Fill};

use super::state::{Lobby, Message};
use crate::saved_match::{MatchResult, MatchSummary, player_names};
use crate::screen::ago;
use crate::theme::{self, size, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, label, panel};

/// How many matches that are over are listed before somebody asks for all.
const OVER: usize = 5;

impl Lobby {
    /// The matches in a panel.
    pub(super) fn kept_matches(&self) -> Element<'_, Message> {
        let rows = || self.saved.iter().enumerate();
        let going = rows().filter(|(_, kept)| !kept.is_over(&self.saved));
        let over = || rows().filter(|(_, kept)| kept.is_over(&self.saved));
        let going: Vec<Element<'_, Message>> = going.map(|(at, kept)| match_row(at, kept, false)).collect();
        let lines: Element<'_, Message> = if going.is_empty() {
            let none = label::body(tr!("Matches in progress appear here.")).style(label::muted);
            container(none).padding([8, 0]).into()
        } else {
            Column::with_children(going).into()
        };
        let shown = if self.all_listed { usize::MAX } else { OVER };
        let count = over().count();
        let finished = (count > 0).then(|| {
            let more =
                (count > shown).then(|| button::quiet(tr!("Show all {count}", count)).on_press(Message::AllListed));
            let lines = over().take(shown).map(|(at, kept)| match_row(at, kept, true));
            column![label::group(tr!("Finished")), Column::with_children(lines)].push(more).spacing(space::S)
        });
        let content = column![label::section(tr!("Continue")), lines].push(finished).spacing(space::M);
        container(content).padding(20).width(Fill).style(panel::framed).into()
    }
}

/// Against whom, in a few words.
fn told_of(kept: &MatchSummary) -> String {
    let mut told = vec![match kept.solo_seat() {
        Some(_) if kept.seats.len() == 1 => tr!("alone"),
        Some(own) => {
            let mut names = player_names(&kept.seats);
            names.remove(own);
            tr!("against {}", names.join(", "))
        }
        None => player_names(&kept.seats).join(" – "),
    }];
    told.extend(kept.best_of.as_ref().map(|games| {
        let (number, of) = (games.game_number(), games.games);
        tr!("game {number} of {of}", number, of)
    }));
    told.extend(kept.turn.map(|turn| tr!("turn {turn}", turn)));
    told.push(ago(kept.heading.changed));
    told.join("  ·  ")
}

fn match_row(at: usize, kept: &MatchSummary, over: bool) -> Element<'_, Message> {
    let heading = &kept.heading;
    let result =
        kept.outcome.as_ref().zip(kept.solo_seat()).map(|(outcome, seat)| MatchResult::for_seat(outcome, seat));
    let badge = result.map(|result| match result {
        MatchResult::Won => panel::badge(Tone::Good, tr!("Won")),
        MatchResult::Lost => panel::badge(Tone::Bad, tr!("Lost")),
        MatchResult::Drawn => panel::badge(Tone::Plain, tr!("Tied")),
    });
    let key = container(label::caption(if at < 9 { (at + 1).to_string() } else { String::new() })).width(16);
    let words = column![
        cut(heading.name.as_str()).size(size::EMPHASIS).font(theme::SEMIBOLD),
        cut(told_of(kept)).style(label::muted).size(size::CAPTION),
    ];
    let open = if over { tr!("View") } else { tr!("Continue") };
    let line = row![key, words.spacing(2).width(Fill)]
        .push(badge)
        .push(button::plain(open).on_press(Message::Opened(heading.id)))
        .push(button::square(icon(Icon::Bin, 16.0, Ink::Muted), 30.0).on_press(Message::PutAway(heading.id)));
    column![panel::flat(), container(line.spacing(space::M).align_y(Center)).padding([8, 0]), gap::vertical().height(0)]
        .into()
}
