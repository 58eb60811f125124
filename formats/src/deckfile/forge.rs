//! Forge's `.dck`: `[metadata]`, then sections of lines `3 Name|SET`. A foil has a `+` behind its name; what follows
//! the set is a number in brackets, or which of several pictures it is, which says nothing here.
//!
//! Source: forge-core, deck/io/DeckFileHeader and DeckSection.

use catalog::GameData;
use catalog::collection::table::CardSpec;

use super::notes::{folded, one_line, unfolded};
use super::resolve::printing;
use super::sheet::{DeckFileError, DeckSheet, LineContent};
use super::{notes, text, zones};
use crate::deck::{Deck, Listed};

/// Whether a text is such a file.
pub(super) fn matches(text: &str) -> bool {
    let piped = |l: &str| l.trim_start().starts_with(|c: char| c.is_ascii_digit()) && l.contains('|');
    text.lines().any(|l| l.trim().eq_ignore_ascii_case("[metadata]") || piped(l))
}

/// Reads a `.dck` file of Forge.
///
/// # Errors
/// When it is too long for a deck.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let mut sheet = DeckSheet::default();
    let mut section: Option<String> = None;
    for (i, raw) in text.lines().enumerate() {
        let line = raw.trim();
        let heading = line.strip_prefix('[').and_then(|l| l.strip_suffix(']'));
        let says = if let Some(heading) = heading {
            section = Some(heading.trim().to_owned());
            LineContent::Remark
        } else if line.is_empty() || line.starts_with('#') {
            LineContent::Remark
        } else if section.as_ref().is_some_and(|s| s.eq_ignore_ascii_case("metadata")) {
            match line.split_once('=') {
                Some(("Name", name)) => sheet.name = Some(name.trim().to_owned()).filter(|n| !n.is_empty()),
                Some(("Comment", comment)) => notes::read(&mut sheet, &unfolded(comment)),
                _ => {}
            }
            LineContent::Remark
        } else {
            card(line, section.clone())
        };
        sheet.push(i + 1, raw, says)?;
    }
    Ok(sheet)
}

fn card(line: &str, section: Option<String>) -> LineContent {
    let mut parts = line.split('|').map(str::trim);
    let counted = parts.next().unwrap_or_default();
    let set = parts.next().filter(|s| !s.is_empty());
    let number = parts.find_map(|p| p.strip_prefix('[')?.strip_suffix(']'));
    match text::copies(counted, section) {
        LineContent::Copies { count, card, section } => {
            let (sets, number) = (set.map(str::to_owned).into_iter().collect(), number.map(str::to_owned));
            LineContent::Copies { count, card: CardSpec { sets, number, ..card }, section }
        }
        other => other,
    }
}

/// Writes a `.dck` file for Forge: section `main` is `Main`, all others are the sideboard, because Forge ignores
/// sections that it does not know.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let comment = folded(&notes::write(game, deck));
    let mut out = format!("[metadata]\nName={}\nComment={comment}\n", one_line(&deck.name));
    for (zone, entries) in ["Main", "Sideboard"].into_iter().zip(zones(game, deck)) {
        out.push_str(&format!("[{zone}]\n"));
        for entry in entries {
            out.push_str(&format!("{} {}", entry.count, entry.card.front_name(game)));
            if let (Some((set, number)), Listed::Card(ix)) = (printing(game, &entry.card), &entry.card) {
                out.push_str(&format!("|{set}"));
                // A name that is twice in a set: which of them.
                let set = game.card(*ix).set;
                if game.printings(*ix).iter().filter(|c| game.card(**c).set == set).count() > 1 {
                    out.push_str(&format!("|[{number}]"));
                }
            }
            out.push('\n');
        }
    }
    out
}
