//! Words that several parts of the dashboard say alike.

use catalog::tr;
use formats::event::{PlayerId, TournamentEvent};

use crate::screen::limited::draft::clock_label;
use crate::theme;
use crate::widget::label;

/// The results that have a key, in order from 1.
pub(super) const SCORES: [(&str, (u32, u32), u32); 5] =
    [("2–0", (2, 0), 0), ("2–1", (2, 1), 0), ("1–2", (1, 2), 0), ("0–2", (0, 2), 0), ("1–1–1", (1, 1), 1)];

/// Minutes and seconds, with a sign once the time is over.
pub(super) fn clock_text(left: i64) -> String {
    let sign = if left < 0 { "−" } else { "" };
    format!("{sign}{}", clock_label(left.unsigned_abs() as u32))
}

/// `1 point`, `3 points`.
pub(super) fn points_label(n: u32) -> String {
    tr!("1 point" | "{n} points" % n)
}

/// A score or a record with dashes between its numbers, as the buttons have them; words behind it keep their hyphens.
pub(super) fn with_dashes(score: &str) -> String {
    let (numbers, words) = score.split_at(score.find(' ').unwrap_or(score.len()));
    if numbers.starts_with(|c: char| c.is_ascii_digit()) {
        format!("{}{words}", numbers.replace('-', "–"))
    } else {
        score.to_owned()
    }
}

/// A name as it stands in lists.
pub(super) fn player_name<'a>(event: &'a TournamentEvent, id: PlayerId) -> iced::widget::Text<'a> {
    label::line(event.name(id)).font(theme::SEMIBOLD)
}

/// Who wrote something into the log: a player by name, or the desk.
pub(super) fn recorded_by(name: &str) -> String {
    if name == "desk" { tr!("the organiser") } else { name.to_owned() }
}
