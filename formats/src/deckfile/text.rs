//! Plain lists, as people paste them: `3 Name`, `3x Name (SET) 17`, `SB: 1 Name`, headings, `//` remarks; and MTG
//! Arena's.

use catalog::GameData;
use catalog::tr;

use super::notes::one_line;
use super::resolve::{list_name, with_printing};
use super::sheet::{DeckFileError, DeckSheet, LineContent, MOST_COPIES, SheetLine};
use super::zones;
use crate::deck::{Deck, DeckEntry};

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

/// Reads a list: what makes no sense is a line that says so.
///
/// Without any heading, a single blank line between two blocks of cards begins the sideboard, as other programs
/// write it.
///
/// # Errors
/// When it is too long for a deck.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let mut sheet = DeckSheet::default();
    let mut section: Option<String> = None;
    let mut headed = false;
    for (i, raw) in text.lines().enumerate() {
        let line = raw.trim();
        let remark =
            line.strip_prefix("//").or_else(|| line.strip_prefix('#')).map(|r| r.trim_start_matches('#').trim());
        let says = if line.is_empty() {
            LineContent::Remark
        } else if let (Some("about"), Some(name)) = (section.as_deref(), line.strip_prefix("Name ")) {
            // Arena's first block: `Name The deck's name`.
            sheet.name = Some(name.trim().to_owned());
            LineContent::Remark
        } else if let Some(heading) = heading(remark.unwrap_or(line), remark.is_some()) {
            headed = true;
            section = Some(heading);
            LineContent::Remark
        } else if let Some(remark) = remark {
            remember(&mut sheet, remark);
            LineContent::Remark
        } else if let Some(rest) = line.strip_prefix("SB:") {
            headed = true;
            copies(rest.trim(), Some("sideboard".into()))
        } else {
            copies(line, section.clone().filter(|s| s != "about"))
        };
        sheet.push(i + 1, raw, says)?;
    }
    if !headed {
        split_at_blank_line(&mut sheet);
    }
    sheet.exact = sheet.game.is_some();
    Ok(sheet)
}

fn split_at_blank_line(sheet: &mut DeckSheet) {
    let is_card = |l: &SheetLine| matches!(l.content, LineContent::Copies { .. });
    let Some(first) = sheet.lines.iter().position(is_card) else { return };
    let last = sheet.lines.iter().rposition(is_card).unwrap_or(first);
    let gaps: Vec<usize> = (first..last).filter(|i| sheet.lines[*i].text.trim().is_empty()).collect();
    let [gap] = gaps[..] else { return };
    for line in &mut sheet.lines[gap..] {
        if let LineContent::Copies { section, .. } = &mut line.content {
            *section = Some("sideboard".into());
        }
    }
}

/// The remarks that this program writes itself.
pub(super) fn remember(sheet: &mut DeckSheet, remark: &str) {
    let Some((key, value)) = remark.split_once(':') else { return };
    let value = Some(value.trim().to_owned()).filter(|v| !v.is_empty());
    match key.trim() {
        "Game" => sheet.game = value,
        "Format" => sheet.format = value,
        "Name" => sheet.name = value,
        // A plan of several lines is as many remarks.
        "About" => match (&mut sheet.about, value) {
            (Some(about), more) => about.push_str(&format!("\n{}", more.unwrap_or_default())),
            (about, first) => *about = Some(first.unwrap_or_default()),
        },
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
    // `// About: 60` is a plan.
    if HEADINGS.contains(&bare.as_str()) && counted && !(remark && bare == "about") {
        return Some(bare);
    }
    let bracketed = line.starts_with('[') && line.ends_with(']');
    let colon = line.ends_with(':') && !line.starts_with(|c: char| c.is_ascii_digit());
    (!remark && (bracketed || colon)).then(|| word.to_owned())
}

/// `3 Name`, `3x Name`, `Name x3`, `Name`.
pub(super) fn copies(line: &str, section: Option<String>) -> LineContent {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (count, name) = if digits > 0 {
        let rest = &line[digits..];
        let times = rest.trim_start().strip_prefix('×');
        let bare =
            rest.strip_prefix(['x', 'X']).filter(|r| r.starts_with(char::is_whitespace)).or(times).unwrap_or(rest);
        if times.is_none() && !bare.starts_with(char::is_whitespace) {
            // A name that begins with a digit.
            return LineContent::copies_of(1, line, section);
        }
        match line[..digits].parse::<u32>() {
            Ok(n) => (n, bare.trim()),
            Err(_) => {
                return LineContent::Nothing(tr!(
                    "{number} copies are more than {most}",
                    number = &line[..digits],
                    most = MOST_COPIES
                ));
            }
        }
    } else if let Some((name, n)) = line
        .rsplit_once([' ', '\t'])
        .and_then(|(name, n)| n.strip_prefix(['x', 'X']).and_then(|n| n.parse::<u32>().ok()).map(|n| (name, n)))
    {
        (n, name.trim())
    } else {
        (1, line)
    };
    match (count, name) {
        (_, "") => LineContent::Nothing(tr!("a number without a name")),
        _ => LineContent::copies_of(count, name, section),
    }
}

/// Writes a list with a heading for each section, and what else there is to say in remarks.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let mut out = facts("//", game, deck);
    for (section, entries) in game.sections.iter().zip(&deck.sections).filter(|(_, e)| !e.is_empty()) {
        out.push_str(&format!("\n[{}]\n", section.name));
        for entry in entries {
            out.push_str(&format!("{} {}\n", entry.count, list_name(game, &entry.card)));
        }
    }
    out
}

/// What a list says beside its cards, a remark a line.
pub(super) fn facts(sign: &str, game: &GameData, deck: &Deck) -> String {
    let mut out = String::new();
    let mut say = |key: &str, value: &str| out.push_str(&format!("{sign} {key}: {value}\n"));
    say("Name", &one_line(&deck.name));
    say("Game", &game.id);
    say("Format", &deck.format);
    deck.about.trim().lines().for_each(|line| say("About", line));
    for (key, value) in [("Goal", &deck.goal), ("Goal in words", &deck.goal_text)] {
        if let Some(value) = value.as_ref().map(|v| one_line(v)).filter(|v| !v.is_empty()) {
            say(key, &value);
        }
    }
    out
}

/// Writes a list as MTG Arena has it: every card with its set and number, two zones.
pub fn write_arena(game: &GameData, deck: &Deck) -> String {
    let name = one_line(&deck.name);
    let mut out = if name.is_empty() { String::new() } else { format!("About\nName {name}\n") };
    for (heading, entries) in ["Deck", "Sideboard"].into_iter().zip(zones(game, deck)) {
        if !entries.is_empty() {
            out.push_str(&format!("\n{heading}\n"));
        }
        entries.iter().for_each(|e| out.push_str(&format!("{} {}\n", e.count, with_printing(game, &e.card))));
    }
    out
}

/// Writes names with their numbers, an empty line before the sideboard and nothing else: what CubeCobra and
/// Draftmancer take from the clipboard.
pub fn write_names(game: &GameData, deck: &Deck) -> String {
    let zone = |entries: Vec<&DeckEntry>| -> String {
        entries.iter().map(|e| format!("{} {}\n", e.count, e.card.name(game))).collect()
    };
    let [main, side] = zones(game, deck).map(zone);
    if side.is_empty() { main } else { format!("{main}\n{side}") }
}
