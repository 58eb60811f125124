//! LackeyCCG's `.dek`: XML with a `<superzone>` for each section and a `<card>` for each copy. LackeyCCG goes by name and
//! set; the id of a name is what its plug-in calls the card's picture, which mostly is its number.

use catalog::GameData;
use catalog::collection::table::CardSpec;
use catalog::tr;

use super::resolve::printing;
use super::sheet::{DeckFileError, DeckSheet, LineContent};
use super::xml::{self, XmlNode, XmlWriter};
use crate::deck::Deck;

/// Whether a text, whose first element is `<deck>`, is such a file.
pub(super) fn matches(text: &str) -> bool {
    text.contains("<superzone")
}

/// Reads a `.dek` file of LackeyCCG. The game that it names is a plug-in there, so the game is told by the cards.
///
/// # Errors
/// Broken XML, or XML that is no deck.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let mut sheet = DeckSheet { exact: true, ..DeckSheet::default() };
    let mut section: Option<String> = None;
    let mut card: Option<(usize, CardSpec)> = None;
    xml::walk(text, "deck", "deck of LackeyCCG", |piece| {
        match piece {
            XmlNode::Open(e) if e.name == "superzone" => section = e.filled("name"),
            XmlNode::Open(e) if e.name == "card" => card = Some((e.line, CardSpec::default())),
            XmlNode::Open(e) if e.name == "name" => {
                card.iter_mut().for_each(|(_, said)| said.number = e.filled("id"));
            }
            XmlNode::Text { within, text } => {
                let words = Some(text.trim().to_owned()).filter(|words| !words.is_empty());
                match (within, &mut card) {
                    ("name", Some((_, said))) => said.name = words,
                    ("set", Some((_, said))) => said.sets.extend(words),
                    _ => {}
                }
            }
            XmlNode::Close("superzone") => section = None,
            XmlNode::Close("card") => {
                let Some((line, said)) = card.take() else { return Ok(()) };
                let words: Vec<&str> = said.name.iter().chain(&said.sets).map(String::as_str).collect();
                let written = words.join(" ");
                let says = if said.name.is_some() {
                    LineContent::Copies { count: 1, card: said, section: section.clone() }
                } else {
                    LineContent::Nothing(tr!("a card without a name"))
                };
                sheet.push(line, written, says)?;
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(sheet)
}

/// Writes a `.dek` file of LackeyCCG with the sections of the game.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let mut page = XmlWriter::new();
    page.open("deck", &[("version", "0.8")]);
    page.open("meta", &[]);
    page.text("game", &[], &game.id);
    page.close("meta");
    for (section, entries) in game.sections.iter().zip(&deck.sections) {
        page.open("superzone", &[("name", &section.name)]);
        for entry in entries {
            let (set, number) = printing(game, &entry.card).unwrap_or_default();
            for _ in 0..entry.count {
                page.open("card", &[]);
                page.text("name", &[("id", number)], entry.card.front_name(game));
                page.text("set", &[], set);
                page.close("card");
            }
        }
        page.close("superzone");
    }
    page.close("deck");
    page.finish()
}
