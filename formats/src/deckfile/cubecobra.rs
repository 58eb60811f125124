//! CubeCobra's CSV, one row a copy; and any table with a column of names, as collection sites write them.

use catalog::GameData;
use catalog::collection::table::{self, CollectionRow};

use super::resolve::printing;
use super::sheet::{DeckFileError, DeckSheet, LineContent};
use super::zones;
use crate::deck::{Deck, Listed};

/// CubeCobra's columns, in its order.
const COLUMNS: [&str; 20] = [
    "name",
    "CMC",
    "Type",
    "Color",
    "Set",
    "Collector Number",
    "Rarity",
    "Color Category",
    "status",
    "Finish",
    "board",
    "maybeboard",
    "image URL",
    "image Back URL",
    "tags",
    "Notes",
    "MTGO ID",
    "Custom",
    "Voucher",
    "Artist",
];

/// Reads a table.
///
/// CubeCobra doubles the quotes in names only: those in notes may begin a cell that goes on over the rows that
/// follow. Then every line is read on its own.
///
/// # Errors
/// When no column says which card a row is about, or when it is too long for a deck.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let heading = text.lines().next().unwrap_or_default();
    let separators = |line: &str| [',', ';', '\t'].map(|sign| line.matches(sign).count()).into_iter().max();
    let swallows = |row: &CollectionRow| row.text.lines().skip(1).any(|line| separators(line) >= separators(heading));
    let mut rows = table::read(text).map_err(fault)?;
    if rows.iter().any(swallows) {
        rows.clear();
        for (at, line) in text.lines().enumerate().skip(1) {
            let alone = table::read(&format!("{heading}\n{line}")).map_err(fault)?;
            rows.extend(alone.into_iter().map(|row| CollectionRow { line: at + 1, ..row }));
        }
    }
    let mut sheet = DeckSheet::default();
    for row in rows {
        let says = match row.card {
            Err(why) => LineContent::Nothing(why.to_string()),
            Ok(card) => LineContent::Copies { count: card.owned.unwrap_or(0), section: card.section.clone(), card },
        };
        sheet.push(row.line, row.text, says)?;
    }
    Ok(sheet)
}

fn fault(e: table::CardTableError) -> DeckFileError {
    DeckFileError { line: e.line, column: 1, message: e.message }
}

/// Writes a table for CubeCobra: section `main` is the mainboard, all others are the maybeboard.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let mut put = |cells: [&str; COLUMNS.len()]| writer.write_record(cells).expect("memory takes what is written");
    put(COLUMNS);
    for (board, entries) in ["mainboard", "maybeboard"].into_iter().zip(zones(game, deck)) {
        for entry in entries {
            let (set, number) = printing(game, &entry.card).unwrap_or_default();
            let (types, rarity) = match &entry.card {
                Listed::Card(ix) => {
                    let card = game.card(*ix);
                    (game.type_line(card), game.rarities[usize::from(card.rarity)].id.as_str())
                }
                Listed::Unknown(_) => (String::new(), ""),
            };
            let mut cells = [""; COLUMNS.len()];
            cells[0] = entry.card.name(game);
            cells[2] = &types;
            (cells[4], cells[5], cells[6]) = (set, number, rarity);
            (cells[8], cells[9], cells[10]) = ("Owned", "Non-foil", board);
            cells[11] = if board == "maybeboard" { "true" } else { "false" };
            (cells[17], cells[18]) = ("true", "false");
            (0..entry.count).for_each(|_| put(cells));
        }
    }
    let bytes = writer.into_inner().expect("memory takes what is written");
    String::from_utf8(bytes).expect("made of texts")
}
