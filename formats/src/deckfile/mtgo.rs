//! Magic Online's `.dek`: XML with one element a card. Magic Online goes by the number in `CatID`, which cards of
//! other games do not have; other programs that read this kind of file go by the name.

use catalog::GameData;
use catalog::tr;

use super::sheet::{DeckFileError, DeckSheet, LineContent};
use super::xml::{self, XmlNode, XmlWriter};
use super::zones;
use crate::deck::Deck;

/// Reads a `.dek` file.
///
/// # Errors
/// Broken XML, or XML that is no deck of Magic Online.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let mut sheet = DeckSheet::default();
    xml::walk(text, "Deck", "deck of Magic Online", |piece| {
        let XmlNode::Open(e) = piece else { return Ok(()) };
        if e.name != "Cards" {
            return Ok(());
        }
        let side = e.attribute("Sideboard").is_some_and(|s| s.trim().eq_ignore_ascii_case("true"));
        let section = Some(if side { "sideboard" } else { "main" }.to_owned());
        let says = match (e.filled("Name"), e.copies("Quantity")) {
            (None, _) => LineContent::Nothing(tr!("a card without a name")),
            (_, Err(why)) => LineContent::Nothing(why.to_string()),
            (Some(name), Ok(count)) => LineContent::copies_of(count, name, section),
        };
        sheet.push(e.line, e.written(), says)
    })?;
    Ok(sheet)
}

/// Writes a `.dek` file: section `main` is the deck, all others are the sideboard.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let mut page = XmlWriter::new();
    page.open("Deck", &[]);
    page.text("NetDeckID", &[], "0");
    page.text("PreconstructedDeckID", &[], "0");
    for (side, entries) in ["false", "true"].into_iter().zip(zones(game, deck)) {
        for entry in entries {
            let count = entry.count.to_string();
            let name = entry.card.front_name(game);
            page.empty(
                "Cards",
                &[("CatID", "0"), ("Quantity", &count), ("Sideboard", side), ("Name", name), ("Annotation", "0")],
            );
        }
    }
    page.close("Deck");
    page.finish()
}
