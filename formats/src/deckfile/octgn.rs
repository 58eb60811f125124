//! OCTGN's `.o8d`: XML with sections; the GUIDs of the game and of its cards decide there, names are decoration.
//!
//! A game says its GUID in `game.toml` (`octgn`), and that of a card in a text field of the same name. Without,
//! GUIDs are made out of the ids, the same on every machine, for whoever builds the game for OCTGN.

use std::collections::HashMap;

use catalog::collection::table::CardSpec;
use catalog::tr;
use catalog::{CardIx, GameData};
use sha2::{Digest, Sha256};

use super::notes;
use super::sheet::{DeckFileError, DeckSheet, LineContent};
use super::xml::{self, AttributeError, XmlNode, XmlWriter};
use crate::deck::{Deck, Listed};

/// Reads an `.o8d` file.
///
/// # Errors
/// Broken XML, or XML that is no deck of OCTGN.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let mut sheet = DeckSheet { exact: true, ..DeckSheet::default() };
    let mut section: Option<String> = None;
    let mut card: Option<(usize, String, Result<u32, AttributeError>, CardSpec)> = None;
    let mut remarks = String::new();
    let mut names_game = false;
    xml::walk(text, "deck", "deck of OCTGN", |piece| {
        match piece {
            XmlNode::Open(e) if e.name == "deck" => names_game = e.filled("game").is_some(),
            XmlNode::Open(e) if e.name == "section" => section = e.filled("name"),
            XmlNode::Open(e) if e.name == "card" => {
                let said = CardSpec { id: e.filled("id"), ..CardSpec::default() };
                card = Some((e.line, e.written(), e.copies("qty"), said));
            }
            XmlNode::Text { within: "card", text } => {
                if let Some((.., said)) = &mut card {
                    said.name = Some(text.trim().to_owned()).filter(|n| !n.is_empty());
                }
            }
            XmlNode::Text { within: "notes", text } => remarks.push_str(text),
            XmlNode::Close("section") => section = None,
            XmlNode::Close("card") => {
                let Some((line, mut text, count, said)) = card.take() else { return Ok(()) };
                text.extend(said.name.as_deref());
                let says = match count {
                    _ if said.id.is_none() && said.name.is_none() => LineContent::Nothing(tr!("a card without a name")),
                    Err(why) => LineContent::Nothing(why.to_string()),
                    Ok(count) => LineContent::Copies { count, card: said, section: section.clone() },
                };
                sheet.push(line, text, says)?;
            }
            _ => {}
        }
        Ok(())
    })?;
    if sheet.lines.is_empty() && !names_game {
        let message = tr!("<deck> names no `game` and has no cards, so it is no deck of OCTGN");
        return Err(DeckFileError { line: 1, column: 0, message: message.to_owned() });
    }
    notes::read(&mut sheet, &remarks);
    if let Some((name, plan)) = sheet.about.as_deref().and_then(named) {
        (sheet.name, sheet.about) = (Some(name), plan);
    }
    Ok(sheet)
}

/// The name of the deck, which the file has no other place for, and the plan that follows it.
fn named(about: &str) -> Option<(String, Option<String>)> {
    let (first, rest) = about.split_once('\n').unwrap_or((about, ""));
    let name = first.strip_prefix("Name: ")?.trim().to_owned();
    Some((name, Some(rest.trim().to_owned()).filter(|r| !r.is_empty())))
}

/// Writes an `.o8d` file with the sections of the game, empty ones too, as OCTGN does.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let mut page = XmlWriter::new();
    page.open("deck", &[("game", &guid_of_game(game))]);
    for (section, entries) in game.sections.iter().zip(&deck.sections) {
        page.open("section", &[("name", &section.name), ("shared", "False")]);
        for entry in entries {
            let (count, id) = (entry.count.to_string(), guid_of(game, &entry.card));
            page.text("card", &[("qty", &count), ("id", &id)], entry.card.name(game));
        }
        page.close("section");
    }
    let named = Deck { about: format!("Name: {}\n{}", notes::one_line(&deck.name), deck.about), ..deck.clone() };
    page.text("notes", &[], &notes::write(game, &named));
    page.close("deck");
    page.finish()
}

/// The cards of a game by their GUIDs.
#[derive(Default)]
pub(super) struct Guids(std::cell::OnceCell<HashMap<String, CardIx>>);

impl Guids {
    /// The card of a GUID. The GUIDs are made when the first is asked for: most files have none.
    pub fn card(&self, game: &GameData, id: &str) -> Option<CardIx> {
        if id.len() != 36 {
            return None;
        }
        let all = || game.indices().map(|ix| (guid_of(game, &Listed::Card(ix)), ix)).collect();
        self.0.get_or_init(all).get(&id.to_lowercase()).copied()
    }
}

fn guid_of_game(game: &GameData) -> String {
    game.octgn.as_ref().map_or_else(|| guid(&format!("deckloom/{}", game.id)), |id| id.to_lowercase())
}

fn guid_of(game: &GameData, card: &Listed) -> String {
    let declared = |ix: CardIx| game.card(ix).text_in(game.field("octgn")?);
    match card {
        Listed::Card(ix) => declared(*ix)
            .map_or_else(|| guid(&format!("deckloom/{}/{}", game.id, game.card(*ix).id)), str::to_lowercase),
        Listed::Unknown(name) => guid(&format!("deckloom/{}/unknown/{name}", game.id)),
    }
}

/// A GUID that follows from a text: version 8 of RFC 9562, the first bits of its SHA-256.
fn guid(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    let mut bytes: [u8; 16] = hash[..16].try_into().expect("SHA-256 has 32 bytes");
    bytes[6] = bytes[6] & 0x0F | 0x80;
    bytes[8] = bytes[8] & 0x3F | 0x80;
    let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}
