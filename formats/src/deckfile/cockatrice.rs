//! Cockatrice's `.cod`: XML with zones `main`, `side` and `tokens`; cards go by name, with their set and number.
//!
//! Source: Cockatrice's doc/deck.xsd, and the attributes that its newer versions write beside it.

use catalog::GameData;
use catalog::collection::table::CardSpec;
use catalog::tr;

use super::resolve::printing;
use super::sheet::{DeckFileError, DeckSheet, LineContent};
use super::xml::{self, Element, XmlNode, XmlWriter};
use super::{notes, zones};
use crate::deck::Deck;

/// Reads a `.cod` file.
///
/// # Errors
/// Broken XML, or XML that is no Cockatrice deck.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let mut sheet = DeckSheet::default();
    let mut zone: Option<String> = None;
    let (mut name, mut comments) = (String::new(), String::new());
    xml::walk(text, "cockatrice_deck", "Cockatrice deck", |piece| {
        match piece {
            XmlNode::Open(e) if e.name == "zone" => zone = e.attribute("name"),
            XmlNode::Open(e) if e.name == "card" => {
                let says = match zone.as_deref() {
                    Some("tokens") => LineContent::Nothing(tr!("tokens are no part of a deck")),
                    _ => card(e, zone.clone()),
                };
                sheet.push(e.line, e.written(), says)?;
            }
            XmlNode::Text { within: "deckname", text } => name.push_str(text),
            XmlNode::Text { within: "comments", text } => comments.push_str(text),
            XmlNode::Close("zone") => zone = None,
            _ => {}
        }
        Ok(())
    })?;
    sheet.name = Some(name.trim().to_owned()).filter(|n| !n.is_empty());
    notes::read(&mut sheet, &comments);
    Ok(sheet)
}

fn card(e: &Element<'_>, section: Option<String>) -> LineContent {
    let card = CardSpec {
        name: e.filled("name"),
        sets: e.filled("setShortName").into_iter().collect(),
        number: e.filled("collectorNumber"),
        ..CardSpec::default()
    };
    match e.copies("number") {
        _ if card.name.is_none() => LineContent::Nothing(tr!("a card without a name")),
        Err(why) => LineContent::Nothing(why.to_string()),
        Ok(count) => LineContent::Copies { count, card, section },
    }
}

/// Writes a `.cod` file: section `main` is the zone `main`, all others are `side`.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let mut page = XmlWriter::new();
    page.open("cockatrice_deck", &[("version", "1")]);
    page.text("deckname", &[], deck.name.trim());
    page.text("comments", &[], &notes::write(game, deck));
    for (zone, entries) in ["main", "side"].into_iter().zip(zones(game, deck)) {
        page.open("zone", &[("name", zone)]);
        for entry in entries {
            let count = entry.count.to_string();
            let mut attributes = vec![("number", count.as_str()), ("name", entry.card.front_name(game))];
            if let Some((set, number)) = printing(game, &entry.card) {
                attributes.extend([("setShortName", set), ("collectorNumber", number)]);
            }
            page.empty("card", &attributes);
        }
        page.close("zone");
    }
    page.close("cockatrice_deck");
    page.finish()
}
