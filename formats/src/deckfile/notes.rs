//! The facts of a deck that another program's file has no place for, as the first lines of its remarks.
//!
//! `Deckloom: game/format`, the goal, an empty line, then the plan.

use catalog::GameData;

use super::sheet::DeckSheet;
use crate::deck::Deck;

/// Game, format, goal and plan as a text of several lines.
pub(super) fn write(game: &GameData, deck: &Deck) -> String {
    let mut lines = vec![format!("Deckloom: {}/{}", game.id, deck.format)];
    lines.extend(deck.goal.iter().map(|g| format!("Goal: {}", one_line(g))));
    lines.extend(deck.goal_text.iter().map(|g| format!("Goal in words: {}", one_line(g))));
    if !deck.about.trim().is_empty() {
        lines.extend([String::new(), deck.about.trim().to_owned()]);
    }
    lines.join("\n")
}

/// Reads remarks: those that this program wrote say the facts; others are the plan.
pub(super) fn read(sheet: &mut DeckSheet, text: &str) {
    let text = text.trim();
    let mut plan = text;
    let head = text.lines().next().and_then(|l| l.strip_prefix("Deckloom: ")?.trim().split_once('/'));
    if let Some((game, format)) = head.filter(|(game, format)| !game.is_empty() && !format.is_empty()) {
        (sheet.game, sheet.format) = (Some(game.to_owned()), Some(format.to_owned()));
        let (facts, rest) = text.split_once("\n\n").unwrap_or((text, ""));
        for line in facts.lines().skip(1) {
            match line.split_once(": ") {
                Some(("Goal", value)) => sheet.goal.0 = Some(value.trim().to_owned()),
                Some(("Goal in words", value)) => sheet.goal.1 = Some(value.trim().to_owned()),
                _ => {}
            }
        }
        plan = rest;
    }
    sheet.about = Some(plan.trim().to_owned()).filter(|p| !p.is_empty());
}

/// A text in one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text of several lines written in one, so that nothing of it is lost: `\n` is the end of a line.
pub(super) fn folded(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "")
}

/// The text that [`folded`] wrote in one line.
pub(super) fn unfolded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, true) => match letters.next() {
                Some('n') => out.push('\n'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_without_a_game_or_a_format_is_a_remark() {
        for text in ["Deckloom: lamps/", "Deckloom: /classic", "Deckloom: "] {
            let mut sheet = DeckSheet::default();
            read(&mut sheet, text);
            assert_eq!((sheet.game, sheet.format, sheet.about), (None, None, Some(text.trim().to_owned())));
        }
    }
}
