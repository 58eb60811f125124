//! Plain lists, as people paste them: `3 Name`, `3x Name (SET) 17`, `SB: 1 Name`, headings, `//` remarks.

use catalog::Game;

use super::{Line, Says, Sheet};
use crate::deck::Deck;

/// Words that stand alone on a line above the cards of a section.
const HEADINGS: [&str; 13] = [
    "about",
    "deck",
    "main",
    "maindeck",
    "mainboard",
    "main deck",
    "codex",
    "sideboard",
    "side",
    "side pool",
    "headquarters",
    "commander",
    "companion",
];

/// Reads a list. Never fails: what makes no sense is a line that says so.
///
/// Without any heading, a single blank line between two blocks of cards begins the sideboard, as other programs
/// write it.
pub fn read(text: &str) -> Sheet {
    let mut sheet = Sheet::default();
    let mut section: Option<String> = None;
    let mut headed = false;
    for (i, raw) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = raw.trim();
        let remark =
            line.strip_prefix("//").or_else(|| line.strip_prefix('#')).map(|r| r.trim_start_matches('#').trim());
        let says = if line.is_empty() {
            Says::Remark
        } else if let Some(heading) = heading(remark.unwrap_or(line), remark.is_some()) {
            headed = true;
            section = Some(heading);
            Says::Remark
        } else if let Some(remark) = remark {
            remember(&mut sheet, remark);
            Says::Remark
        } else if let (Some("about"), Some(name)) = (section.as_deref(), line.strip_prefix("Name ")) {
            // Arena's first block: `Name The deck's name`.
            sheet.name = Some(name.trim().to_owned());
            Says::Remark
        } else if let Some(rest) = line.strip_prefix("SB:") {
            headed = true;
            copies(rest.trim(), Some("sideboard".into()))
        } else {
            copies(line, section.clone().filter(|s| s != "about"))
        };
        sheet.lines.push(Line { number: i + 1, text: raw.to_owned(), says });
    }
    if !headed {
        split_at_blank_line(&mut sheet);
    }
    sheet
}

fn split_at_blank_line(sheet: &mut Sheet) {
    let is_card = |l: &Line| matches!(l.says, Says::Copies { .. });
    let Some(first) = sheet.lines.iter().position(is_card) else { return };
    let last = sheet.lines.iter().rposition(is_card).unwrap_or(first);
    let gaps: Vec<usize> = (first..last).filter(|i| sheet.lines[*i].text.trim().is_empty()).collect();
    let [gap] = gaps[..] else { return };
    for line in &mut sheet.lines[gap..] {
        if let Says::Copies { section, .. } = &mut line.says {
            *section = Some("sideboard".into());
        }
    }
}

/// The remarks that this program writes itself.
fn remember(sheet: &mut Sheet, remark: &str) {
    let Some((key, value)) = remark.split_once(':') else { return };
    let value = Some(value.trim().to_owned()).filter(|v| !v.is_empty());
    match key.trim() {
        "Game" => sheet.game = value,
        "Format" => sheet.format = value,
        "Name" => sheet.name = value,
        "About" => sheet.about = value,
        "Goal" => sheet.goal.0 = value,
        "Goal in words" => sheet.goal.1 = value,
        _ => {}
    }
}

/// A line that stands above the cards of a section. In a remark only the known words count.
fn heading(line: &str, remark: bool) -> Option<String> {
    let word = line.trim_matches(['[', ']']).trim_end_matches(':').trim();
    // `Deck (60)` and `Sideboard: 15` are headings with a count.
    let (bare, rest) = word.split_once(['(', ':']).unwrap_or((word, ""));
    let bare = bare.trim().to_lowercase();
    let counted = rest.trim_end_matches(')').trim().chars().all(|c| c.is_ascii_digit());
    if HEADINGS.contains(&bare.as_str()) && counted {
        return Some(bare);
    }
    let bracketed = line.starts_with('[') && line.ends_with(']');
    let colon = line.ends_with(':') && !line.starts_with(|c: char| c.is_ascii_digit());
    (!remark && (bracketed || colon)).then(|| word.to_owned())
}

/// `3 Name`, `3x Name`, `Name x3`, `Name`.
pub(super) fn copies(line: &str, section: Option<String>) -> Says {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (count, name) = if digits > 0 {
        let rest = &line[digits..];
        let times = rest.trim_start().strip_prefix('×');
        let bare =
            rest.strip_prefix(['x', 'X']).filter(|r| r.starts_with(char::is_whitespace)).or(times).unwrap_or(rest);
        if times.is_none() && !bare.starts_with(char::is_whitespace) {
            // A name that begins with a digit.
            return Says::Copies { count: 1, name: line.to_owned(), section };
        }
        match line[..digits].parse::<u32>() {
            Ok(n) if n <= 9999 => (n, bare.trim()),
            _ => return Says::Nothing(format!("{} copies are more than 9999", &line[..digits])),
        }
    } else if let Some((name, n)) = line.rsplit_once([' ', '\t']).and_then(|(name, n)| {
        n.strip_prefix(['x', 'X']).and_then(|n| n.parse::<u32>().ok()).filter(|n| *n <= 9999).map(|n| (name, n))
    }) {
        (n, name.trim())
    } else {
        (1, line)
    };
    match (count, name) {
        (_, "") => Says::Nothing("a number without a name".into()),
        (0, _) => Says::Nothing("0 copies".into()),
        _ => Says::Copies { count, name: name.to_owned(), section },
    }
}

/// Writes a list with a heading for each section.
pub fn write(game: &Game, deck: &Deck) -> String {
    let mut out = format!("// Name: {}\n// Game: {}\n// Format: {}\n", one_line(&deck.name), game.id, deck.format);
    for (key, value) in
        [("About", Some(&deck.about)), ("Goal", deck.goal.as_ref()), ("Goal in words", deck.goal_text.as_ref())]
    {
        if let Some(value) = value.filter(|v| !v.trim().is_empty()) {
            out.push_str(&format!("// {key}: {}\n", one_line(value)));
        }
    }
    for (section, entries) in game.sections.iter().zip(&deck.sections).filter(|(_, e)| !e.is_empty()) {
        out.push_str(&format!("\n[{}]\n", section.name));
        for entry in entries {
            out.push_str(&format!("{} {}\n", entry.count, entry.card.name(game)));
        }
    }
    out
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
