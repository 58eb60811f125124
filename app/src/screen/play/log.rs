//! What happened, in sentences that name cards: the last ones beside the board, and the log of the whole match. Steps of the
//! rules that tell a reader of the game nothing are left out; records have them.

use catalog::CardIx;
use catalog::fold::capital;
use catalog::tr;
use engine::kernel::audience::EventLine;
use engine::session::lookahead::LookAhead;
use iced::widget::{Column, Row, Text, column, container, row, space as gap};
use iced::{Center, Fill};

use super::table::{MatchTable, Message};
use crate::theme::space;
use crate::widget::card_spot::ShownCard;
use crate::widget::face::Gallery;
use crate::widget::{Element, button, field, label};

/// Decisions that are looked through for a sentence that is shown: others pass, or pay.
const DECISIONS_A_LINE: usize = 6;

/// A line of the log, and how often it happened in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The line.
    pub line: EventLine,
    /// How often.
    pub times: usize,
}

/// Lines without those that tell nothing; the same thing several times in a row is told once.
pub fn entries(lines: Vec<EventLine>) -> Vec<LogEntry> {
    let mut told: Vec<LogEntry> = Vec::new();
    for line in lines.into_iter().filter(|line| !line.quiet) {
        match told.last_mut().filter(|last| last.line == line && !line.begins_turn) {
            Some(last) => last.times += 1,
            None => told.push(LogEntry { line, times: 1 }),
        }
    }
    told
}

/// What is told from a moment up to the one that is shown, and where the table passed for the person.
fn since(table: &MatchTable, from: usize) -> Vec<LogEntry> {
    let (session, to) = (&table.saved().session, table.told_moment());
    let audience = table.audience();
    let mut lines = Vec::new();
    let mut told = from;
    // What happened before the first decision is told with it, or by itself before there is one.
    let tell = |lines: &mut Vec<EventLine>, from: usize, to: usize| match to {
        0 => lines.extend(session.log_lines(0, 0, &audience)),
        _ => lines.extend((from..to).flat_map(|at| session.log_lines(at, at + 1, &audience))),
    };
    for (&passed, phase) in table.passed().range(from..to) {
        tell(&mut lines, told, passed);
        let text = match phase.as_str() {
            "" => tr!("Passed for you"),
            phase => tr!("Passed for you: {phase}", phase = capital(phase)),
        };
        let line = EventLine { text, cards: Vec::new(), begins_turn: false, quiet: false };
        // Several passes in a row are told once.
        if lines.iter().rev().find(|line| !line.quiet) != Some(&line) {
            lines.push(line);
        }
        told = passed;
    }
    tell(&mut lines, told, to);
    entries(lines)
}

/// The log of the match up to the moment that is shown.
pub fn all(table: &MatchTable) -> Vec<LogEntry> {
    since(table, 0)
}

/// The words of a sentence, each with the card that it names; a name is one of them, with the punctuation behind it.
fn split_at_names(line: &EventLine) -> Vec<(&str, Option<CardIx>)> {
    let inside = |at: usize| line.cards.iter().any(|(range, _)| range.contains(&at));
    let named = |from: usize, to: usize| line.cards.iter().find(|(range, _)| range.start < to && from < range.end);
    let ends = line.text.match_indices(' ').map(|(at, _)| at).filter(|at| !inside(*at));
    let mut start = 0;
    ends.chain([line.text.len()])
        .map(|end| {
            let word = (&line.text[start..end], named(start, end).map(|(_, card)| *card));
            start = end + 1;
            word
        })
        .collect()
}

/// A sentence, whose cards can be pointed at.
fn sentence<'a>(
    entry: &LogEntry,
    pieces: Vec<(String, Option<CardIx>)>,
    gallery: &Gallery,
    say: impl Fn(String) -> Text<'a>,
) -> Element<'a, Message> {
    let times = (entry.times > 1).then(|| format!("×{}", entry.times));
    if entry.line.cards.is_empty() {
        let text = &entry.line.text;
        return say(times.map_or_else(|| text.clone(), |times| format!("{text} {times}"))).into();
    }
    let piece = |(words, card): (String, Option<CardIx>)| -> Element<'a, Message> {
        let words = say(words);
        match card {
            Some(card) => gallery.spot(ShownCard::printed(card), words.style(label::accent)).into(),
            None => words.into(),
        }
    };
    let pieces = pieces.into_iter().chain(times.map(|times| (times, None))).map(piece);
    Row::with_children(pieces).spacing(4).wrap().vertical_spacing(0).into()
}

/// What happened last, in so many lines.
pub fn recent<'a>(table: &'a MatchTable, gallery: &Gallery, most: usize) -> Element<'a, Message> {
    let told = since(table, table.moment().saturating_sub(DECISIONS_A_LINE * most));
    let from = told.len().saturating_sub(most);
    let count = told.len();
    let lines = told.iter().enumerate().skip(from).map(|(at, entry)| {
        let latest = at + 1 == count;
        if entry.line.begins_turn {
            return label::group(entry.line.text.clone()).into();
        }
        let words = split_at_names(&entry.line).into_iter().map(|(word, card)| (word.to_owned(), card)).collect();
        sentence(entry, words, gallery, move |words| {
            let words = label::caption(words);
            if latest { words.style(iced::widget::text::default) } else { words }
        })
    });
    let lines = field::scrolled(Column::with_children(lines).spacing(2).width(Fill)).anchor_bottom();
    column![label::group(tr!("Log")), lines].spacing(space::S).into()
}

/// What will happen, in at most so many lines.
pub fn ahead<'a>(ahead: &LookAhead, gallery: &Gallery, most: usize) -> Element<'a, Message> {
    let told = entries(ahead.numbers.iter().chain(&ahead.events).cloned().collect());
    let more = told.len().saturating_sub(most);
    let lines = told.iter().take(most).map(|entry| {
        let words = split_at_names(&entry.line).into_iter().map(|(word, card)| (word.to_owned(), card)).collect();
        sentence(entry, words, gallery, |words| label::caption(words).style(iced::widget::text::default))
    });
    let more = (more > 0).then(|| label::caption(tr!("and 1 more" | "and {n} more" % more)));
    Column::with_children(lines).push(more).spacing(2).into()
}

/// The log of the match as sentences, turn by turn, in the lower half of the panel.
pub fn view<'a>(table: &'a MatchTable, gallery: &Gallery) -> Element<'a, Message> {
    let lines = all(table).into_iter().map(|entry| {
        if entry.line.begins_turn {
            container(label::emphasis(entry.line.text)).padding(iced::padding::top(8)).into()
        } else {
            let words = split_at_names(&entry.line).into_iter().map(|(word, card)| (word.to_owned(), card)).collect();
            sentence(&entry, words, gallery, label::body)
        }
    });
    let close = button::quiet_small(label::caption(tr!("Close  (L)"))).on_press(Message::LogToggled);
    let head = row![label::group(tr!("Log")), gap::horizontal(), close].align_y(Center);
    let lines = Column::with_children(lines).spacing(2).padding(iced::padding::right(space::L));
    let page = field::scrolled(lines.width(Fill)).anchor_bottom().height(Fill);
    column![head, page].spacing(space::XS).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, name: &str, quiet: bool) -> EventLine {
        let cards = text.find(name).map(|at| (at..at + name.len(), CardIx(7))).into_iter().collect();
        EventLine { text: text.to_owned(), cards, begins_turn: false, quiet }
    }

    #[test]
    fn what_happens_in_a_row_is_told_once_and_what_tells_nothing_is_not() {
        let lines = [("You draw a card", false), ("You pass", true), ("You draw a card", false), ("You win", false)];
        let told = entries(lines.map(|(text, quiet)| line(text, "none", quiet)).into());
        let told: Vec<(&str, usize)> = told.iter().map(|entry| (entry.line.text.as_str(), entry.times)).collect();
        assert_eq!(told, [("You draw a card", 2), ("You win", 1)]);
    }

    #[test]
    fn a_name_is_a_piece_with_the_punctuation_behind_it() {
        let told = line("You make a check: Courier Drone, Skill 3", "Courier Drone", false);
        let named: Vec<&str> = split_at_names(&told).iter().filter_map(|(word, card)| card.map(|_| *word)).collect();
        assert_eq!((named, split_at_names(&told).len()), (vec!["Courier Drone,"], 7));
    }
}
