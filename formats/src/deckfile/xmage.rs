//! XMage's `.dck`: lines `3 [SET:17] Name`, those of the sideboard with `SB:` before them.
//!
//! XMage goes by set and number alone and needs both. Source: Mage, cards/decks/importer/DckDeckImporter.

use catalog::GameData;
use catalog::collection::table::CardSpec;
use catalog::tr;

use super::notes::one_line;
use super::resolve::printing;
use super::sheet::{DeckFileError, DeckSheet, LineContent};
use super::zones;
use crate::deck::Deck;

/// Set and number that stand for none: a card that the game does not know has to have some.
const NONE: (&str, &str) = ("UNK", "0");

/// Whether a text is such a file.
pub(super) fn matches(text: &str) -> bool {
    text.lines()
        .any(|line| parts(line.trim()).is_some() || ["NAME:", "LAYOUT "].iter().any(|key| line.starts_with(key)))
}

/// Reads a `.dck` file of XMage.
///
/// # Errors
/// When it is too long for a deck.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let mut sheet = DeckSheet::default();
    for (i, raw) in text.lines().enumerate() {
        let line = raw.trim();
        let says = if line.is_empty() || line.starts_with('#') || line.starts_with("LAYOUT ") {
            LineContent::Remark
        } else if let Some(name) = line.strip_prefix("NAME:") {
            sheet.name = Some(name.trim().to_owned()).filter(|n| !n.is_empty());
            LineContent::Remark
        } else if line.starts_with("AUTHOR:") {
            LineContent::Remark
        } else {
            parts(line).unwrap_or_else(|| LineContent::Nothing(tr!("`3 [SET:17] Name` was expected")))
        };
        sheet.push(i + 1, raw, says)?;
    }
    Ok(sheet)
}

fn parts(line: &str) -> Option<LineContent> {
    let side = line.strip_prefix("SB:");
    let section = Some(if side.is_some() { "sideboard" } else { "main" }.to_owned());
    let (count, rest) = side.unwrap_or(line).trim_start().split_once('[')?;
    let (printing, name) = rest.split_once(']')?;
    let (set, number) = printing.split_once(':')?;
    let count = count.trim();
    let says = match count.parse::<u32>() {
        _ if count.is_empty() || !count.bytes().all(|b| b.is_ascii_digit()) => return None,
        Err(_) => LineContent::Nothing(tr!("{count} copies are too many", count)),
        Ok(count) => {
            let told = (set, number) != NONE;
            let card = CardSpec {
                name: Some(name.trim().to_owned()).filter(|n| !n.is_empty()),
                sets: told.then(|| set.trim().to_owned()).into_iter().collect(),
                number: told.then(|| number.trim().to_owned()),
                ..CardSpec::default()
            };
            LineContent::Copies { count, card, section }
        }
    };
    Some(says)
}

/// Writes a `.dck` file for XMage: section `main` is the deck, all others are the sideboard.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let mut out = format!("NAME:{}\n", one_line(&deck.name));
    for (sign, entries) in ["", "SB: "].into_iter().zip(zones(game, deck)) {
        for entry in entries {
            let (set, number) = printing(game, &entry.card).unwrap_or(NONE);
            out.push_str(&format!("{sign}{} [{set}:{number}] {}\n", entry.count, entry.card.front_name(game)));
        }
    }
    out
}
