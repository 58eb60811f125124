//! MTGJSON's deck files: boards of cards with set and number. Source: mtgjson.com/data-models/deck.

use catalog::GameData;
use catalog::collection::table::CardSpec;
use catalog::tr;
use serde::Deserialize;
use serde_json::json;

use super::json::ObjectList;
use super::main_section;
use super::resolve::printing;
use super::sheet::{DeckFileError, DeckSheet, LineContent, LineIndex};
use crate::deck::{Deck, DeckEntry};

/// The section of the board of the same name.
const COMMANDER: &str = "commander";

/// Whether a text that is JSON looks like one.
pub(super) fn matches(text: &str) -> bool {
    text.contains("\"mainBoard\"")
}

#[derive(Deserialize)]
struct DeckFile<'a> {
    #[serde(borrow)]
    data: Boards<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Boards<'a> {
    #[serde(default)]
    name: String,
    #[serde(borrow, default)]
    main_board: ObjectList<'a>,
    #[serde(borrow, default)]
    side_board: ObjectList<'a>,
    #[serde(borrow, default)]
    commander: ObjectList<'a>,
    #[serde(borrow, default)]
    tokens: ObjectList<'a>,
    #[serde(borrow, default)]
    planes: ObjectList<'a>,
    #[serde(borrow, default)]
    schemes: ObjectList<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BoardCard {
    #[serde(default = "one")]
    count: u32,
    name: String,
    #[serde(default)]
    set_code: String,
    #[serde(default)]
    number: String,
}

fn one() -> u32 {
    1
}

/// Reads a deck file.
///
/// # Errors
/// Broken JSON, JSON without boards, or more cards than a deck has.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let broken = |e: serde_json::Error| DeckFileError {
        line: e.line(),
        column: e.column(),
        message: tr!("no deck file of MTGJSON: {e}", e),
    };
    let DeckFile { data } = serde_json::from_str(text).map_err(broken)?;
    let name = Some(data.name.trim().to_owned()).filter(|name| !name.is_empty());
    let mut sheet = DeckSheet { name, ..DeckSheet::default() };
    let lines = LineIndex::new(text);
    let zone = |word: &str| Some(word.to_owned());
    // What is no part of a deck becomes a list of one's own.
    let own = [("Tokens", &data.tokens), ("Planes", &data.planes), ("Schemes", &data.schemes)];
    sheet.extras.own =
        own.iter().filter(|(_, cards)| !cards.0.is_empty()).map(|(list, _)| (*list).to_owned()).collect();
    let boards = [(None, &data.main_board), (zone("sideboard"), &data.side_board), (zone(COMMANDER), &data.commander)];
    for (section, cards) in boards.into_iter().chain(own.map(|(list, cards)| (zone(list), cards))) {
        for raw in &cards.0 {
            let at = lines.start_of(raw.get());
            let card: BoardCard =
                serde_json::from_str(raw.get()).map_err(|e| lines.fault(at, tr!("this is no card: {e}", e)))?;
            let name = card.name.trim().to_owned();
            let says = LineContent::Copies {
                count: card.count,
                section: section.clone(),
                card: CardSpec {
                    name: Some(name.clone()).filter(|name| !name.is_empty()),
                    sets: Some(card.set_code).filter(|set| !set.is_empty()).into_iter().collect(),
                    number: Some(card.number).filter(|number| !number.is_empty()),
                    ..CardSpec::default()
                },
            };
            let says = if name.is_empty() { LineContent::Nothing(tr!("a card without a name")) } else { says };
            sheet.push(lines.line(at), name, says)?;
        }
    }
    Ok(sheet)
}

/// Writes a deck file: section `main` is the main board, `commander` the board of that name, all others the sideboard.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let card = |entry: &DeckEntry| {
        let (set, number) = printing(game, &entry.card).unwrap_or_default();
        json!({ "count": entry.count, "name": entry.card.name(game), "setCode": set, "number": number })
    };
    let [mut main, mut side, mut commander] = [Vec::new(), Vec::new(), Vec::new()];
    for (at, entries) in deck.sections.iter().enumerate() {
        let board = match game.sections[at].id.as_str() {
            _ if at == main_section(game) => &mut main,
            COMMANDER => &mut commander,
            _ => &mut side,
        };
        board.extend(entries.iter().map(card));
    }
    let file = json!({
        "data": { "name": deck.name, "commander": commander, "mainBoard": main, "sideBoard": side },
    });
    format!("{file:#}\n")
}
