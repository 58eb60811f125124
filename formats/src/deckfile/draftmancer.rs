//! Draftmancer's lists: `[CustomCards]` as JSON, `[Settings]`, then sheets of card lines. The custom cards make a deck
//! of any game something that Draftmancer can deal.
//!
//! Source: draftmancer.com/cubeformat.html. The cards themselves are read by `catalog::interchange`.

use catalog::GameData;
use serde_json::json;

use super::resolve::with_printing;
use super::sheet::{DeckFileError, DeckSheet, LineContent};
use super::text;
use crate::deck::{Deck, Listed};

/// Rarities that Draftmancer knows, from the most common up.
const RARITIES: [&str; 4] = ["common", "uncommon", "rare", "mythic"];

/// Whether a text is such a list.
pub(super) fn matches(text: &str) -> bool {
    text.lines().any(|l| l.trim().eq_ignore_ascii_case("[CustomCards]"))
}

/// Reads a list: each sheet is a section.
///
/// # Errors
/// When it is too long for a deck.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let mut sheet = DeckSheet { exact: true, ..DeckSheet::default() };
    let mut section: Option<String> = None;
    let mut in_json = false;
    for (i, raw) in text.lines().enumerate() {
        let line = raw.trim();
        if let Some(heading) = heading(line) {
            in_json = ["customcards", "settings", "layouts"].contains(&heading.to_lowercase().as_str());
            section = Some(heading.to_owned());
        } else if in_json {
            // Cards and settings are nothing of the deck.
        } else if let Some(remark) = line.strip_prefix('#') {
            text::remember(&mut sheet, remark);
        } else if !line.is_empty() {
            sheet.push(i + 1, raw, text::copies(line, section.clone()))?;
            continue;
        }
        sheet.push(i + 1, raw, LineContent::Remark)?;
    }
    Ok(sheet)
}

/// `[Common]` or `[Common(10)]`; a line of JSON has no letter behind its bracket.
fn heading(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let name = inner.split_once(['(', '{']).map_or(inner, |(name, _)| name).trim();
    name.starts_with(char::is_alphabetic).then_some(name)
}

/// Writes a list with all cards of the deck as custom cards, and a sheet for each section.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let mut seen: Vec<&Listed> = Vec::new();
    for entry in deck.sections.iter().flatten() {
        let known = |card: &&Listed| card.name(game) == entry.card.name(game);
        if !seen.iter().any(known) {
            seen.push(&entry.card);
        }
    }
    let cards: Vec<String> = seen.iter().map(|card| custom(game, card).to_string()).collect();
    let mut out = text::facts("#", game, deck);
    out.push_str(&format!("[CustomCards]\n[\n{}\n]\n", cards.join(",\n")));
    for (section, entries) in game.sections.iter().zip(&deck.sections).filter(|(_, e)| !e.is_empty()) {
        out.push_str(&format!("[{}]\n", section.id));
        entries.iter().for_each(|e| out.push_str(&format!("{} {}\n", e.count, with_printing(game, &e.card))));
    }
    out
}

/// A card as Draftmancer wants it. Its costs are Magic's, and others are errors there, so there is none.
fn custom(game: &GameData, card: &Listed) -> serde_json::Value {
    let Listed::Card(ix) = card else {
        return json!({ "name": card.name(game), "mana_cost": "", "type": "Unknown", "rarity": "special", "colors": [] });
    };
    let known = game.card(*ix);
    let set = &game.sets[known.set as usize];
    let front = known.faces.first().filter(|face| face.name == card.front_name(game)).unwrap_or(known);
    let mut custom = json!({
        "name": front.name,
        "mana_cost": "",
        "type": game.type_line(front),
        "rarity": RARITIES[usize::from(known.rarity).min(RARITIES.len() - 1)],
        "colors": [],
        "set": set.code,
        "collector_number": known.number,
        "oracle_text": game.rules_text(front),
    });
    if let Some(back) = known.faces.get(1).filter(|_| !std::ptr::eq(front, known)) {
        custom["back"] =
            json!({ "name": back.name, "type": game.type_line(back), "oracle_text": game.rules_text(back) });
    }
    custom
}
