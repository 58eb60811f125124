//! Collections as tables: CSV with our columns, or with those of collection sites and programs.
//!
//! Comma, semicolon or tab, with or without quotes; the first line names the columns. What the names mean is
//! in `COLUMNS`; columns of other names (condition, language, price) are not read.

use std::fmt;

use crate::tr;
use csv::{ReaderBuilder, StringRecord, WriterBuilder};

use super::{Collection, Holding, MOST};
use crate::fold::fold;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionRow {
    /// Line in the file, counted from 1.
    pub line: usize,
    /// The line as it stands there.
    pub text: String,
    /// What it says; or why it says nothing that can be read.
    pub card: Result<CardSpec, RowError>,
}

/// Why a line says nothing that can be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// A cell that is no number of copies.
    NoNumber(String),
    /// So many copies.
    Many(u32),
    /// No card.
    NoCard,
    /// No number of copies.
    NoCopies,
    /// What the reader of a list or deck says, for the lines of those that become rows.
    List(String),
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            RowError::NoNumber(cell) => tr!("`{cell}` is not a number of copies", cell),
            RowError::Many(number) => tr!("{number} copies are more than {most}", number, most = MOST),
            RowError::NoCard => tr!("it names no card"),
            RowError::NoCopies => tr!("the number of copies is missing"),
            RowError::List(why) => why.clone(),
        })
    }
}

/// What a line says about a card.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardSpec {
    /// Game id; only our own tables have it.
    pub game: Option<String>,
    /// Card id.
    pub id: Option<String>,
    /// Name as written.
    pub name: Option<String>,
    /// Ids, codes or names of the set; programs write several of them.
    pub sets: Vec<String>,
    /// Collector number.
    pub number: Option<String>,
    /// The section of a deck or cube, as written.
    pub section: Option<String>,
    /// Copies owned; absent if the line does not speak of them.
    pub owned: Option<u32>,
    /// Copies wanted.
    pub wanted: Option<u32>,
}

/// A file that is no table of cards.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct CardTableError {
    /// Line, counted from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for CardTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&tr!(
            "line {line}, column {column}: {message}",
            line = self.line,
            column = 1,
            message = self.message
        ))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Game,
    Id,
    Name,
    Set,
    Number,
    Section,
    /// `true` if the card is only thought about; a section is said more precisely.
    Maybe,
    Owned,
    /// Copies that are owned and may be traded: counts only where a table has no other count.
    Traded,
    Wanted,
}

/// The names of columns, folded, letters and digits only.
const COLUMNS: [(Column, &[&str]); 10] = [
    (Column::Game, &["game"]),
    (Column::Id, &["id", "cardid"]),
    (Column::Name, &["name", "cardname", "card", "title"]),
    (Column::Set, &["set", "edition", "setcode", "setname", "setid", "editioncode", "editionname", "expansion"]),
    (Column::Number, &["number", "collectornumber", "cardnumber", "setnumber", "no", "nr"]),
    (Column::Section, &["section", "board", "zone"]),
    (Column::Maybe, &["maybeboard"]),
    (Column::Owned, &["owned", "count", "quantity", "qty", "amount", "copies", "have", "collection"]),
    (Column::Traded, &["tradelist", "tradelistcount", "tradelistquantity", "tradequantity", "fortrade", "trade"]),
    (Column::Wanted, &["wanted", "want", "wants", "wishlist", "wishlistcount", "wishlistquantity", "wishquantity"]),
];

impl Column {
    fn named(heading: &str) -> Option<Column> {
        let word: String = fold(heading).chars().filter(|c| c.is_alphanumeric()).collect();
        COLUMNS.iter().find(|(_, words)| words.contains(&word.as_str())).map(|(column, _)| *column)
    }
}

/// The table below a line `sep=;`, if there is one, with what parts its cells.
fn skip_separator_line(text: &str) -> (&str, u8, usize) {
    let text = text.trim_start_matches('\u{feff}');
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let said = first.trim_end().trim_matches('"').strip_prefix("sep=");
    if let Some(sign) = said.and_then(|s| s.bytes().next()) {
        return (rest, sign, 1);
    }
    let count = |sign: &u8| first.bytes().filter(|b| b == sign).count();
    // Of equals the last wins, and that is the comma.
    let sign = [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',');
    (text, sign, 0)
}

/// Whether a text is a table of cards: its first line names a card and another column that is known.
pub fn is_table(text: &str) -> bool {
    let (table, sign, _) = skip_separator_line(text);
    let heading = table.lines().next().unwrap_or("");
    let columns: Vec<Column> =
        heading.split(char::from(sign)).filter_map(|h| Column::named(h.trim().trim_matches('"'))).collect();
    columns.len() > 1 && columns.iter().any(|c| matches!(c, Column::Name | Column::Id))
}

/// Reads a table.
///
/// # Errors
/// When no column says which card a line is about. Single lines that make no sense are rows that say why.
pub fn read(text: &str) -> Result<Vec<CollectionRow>, CardTableError> {
    let (table, sign, skipped) = skip_separator_line(text);
    let mut reader =
        ReaderBuilder::new().delimiter(sign).flexible(true).has_headers(false).from_reader(table.as_bytes());
    let mut records = Vec::new();
    for record in reader.records() {
        records.push(record.map_err(|e| CardTableError {
            line: e.position().map_or(1, |p| p.line() as usize) + skipped,
            message: tr!("this is no table: {e}", e),
        })?);
    }
    let mut records = records.into_iter();
    let columns: Vec<Option<Column>> =
        records.next().unwrap_or_default().iter().map(|heading| Column::named(heading.trim())).collect();
    if !columns.iter().any(|c| matches!(c, Some(Column::Name | Column::Id))) {
        let message = tr!("no column says which card a line is about; call one `Name` or `id`");
        return Err(CardTableError { line: 1 + skipped, message });
    }
    let rows = records.filter(|r| r.iter().any(|cell| !cell.trim().is_empty())).map(|record| CollectionRow {
        line: record.position().map_or(0, |p| p.line() as usize) + skipped,
        text: record.iter().collect::<Vec<_>>().join(&char::from(sign).to_string()),
        card: parse_record(&columns, &record),
    });
    Ok(rows.collect())
}

fn parse_record(columns: &[Option<Column>], record: &StringRecord) -> Result<CardSpec, RowError> {
    let mut said = CardSpec::default();
    let mut traded = None;
    for (column, cell) in columns.iter().zip(record) {
        let (Some(column), cell) = (column, cell.trim()) else { continue };
        if cell.is_empty() {
            continue;
        }
        match column {
            Column::Game => said.game = Some(cell.to_owned()),
            Column::Id => said.id = Some(cell.to_owned()),
            Column::Name => said.name = Some(cell.to_owned()),
            Column::Set => said.sets.push(cell.to_owned()),
            Column::Number => said.number = Some(cell.to_owned()),
            Column::Section => said.section = Some(cell.to_owned()),
            Column::Maybe if cell.eq_ignore_ascii_case("true") => {
                said.section.get_or_insert_with(|| "maybeboard".to_owned());
            }
            Column::Maybe => {}
            Column::Owned => said.owned = Some(copies(cell)?),
            Column::Traded => traded = Some(copies(cell)?),
            Column::Wanted => said.wanted = Some(copies(cell)?),
        }
    }
    let has = |wanted: &[Column]| columns.iter().flatten().any(|c| wanted.contains(c));
    if !has(&[Column::Owned]) {
        said.owned = traded;
    }
    if said.id.is_none() && said.name.is_none() && (said.sets.is_empty() || said.number.is_none()) {
        return Err(RowError::NoCard);
    }
    if said.owned.is_none() && said.wanted.is_none() {
        if has(&[Column::Owned, Column::Traded, Column::Wanted]) {
            return Err(RowError::NoCopies);
        }
        // A bare list of names: one of each.
        said.owned = Some(1);
    }
    Ok(said)
}

/// `3`, `3x`, `x3`, `3.0`.
fn copies(cell: &str) -> Result<u32, RowError> {
    let bare = cell.trim_matches(['x', 'X', '×']).trim();
    let bare = bare.strip_suffix(".0").unwrap_or(bare);
    match bare.parse::<u32>() {
        Ok(n) if n <= MOST => Ok(n),
        Ok(n) => Err(RowError::Many(n)),
        Err(_) => Err(RowError::NoNumber(cell.to_owned())),
    }
}

/// Writes collections as one table that [`read`] reads back: `game,id,name,set,number,owned,wanted`.
pub fn write<'c>(collections: impl IntoIterator<Item = &'c Collection>) -> String {
    let mut writer = WriterBuilder::new().from_writer(Vec::new());
    let mut put =
        |cells: [&str; 7]| writer.write_record(cells).expect("memory takes what is written, seven cells a line");
    put(["game", "id", "name", "set", "number", "owned", "wanted"]);
    for collection in collections {
        let game = collection.game();
        let mut line = |id: &str, name: &str, set: &str, number: &str, held: Holding| {
            put([&game.id, id, name, set, number, &held.owned.to_string(), &held.wanted.to_string()]);
        };
        for ix in game.indices().filter(|ix| !collection.holding(*ix).is_empty()) {
            let card = game.card(ix);
            line(&card.id, &card.name, &game.sets[card.set as usize].id, &card.number, collection.holding(ix));
        }
        collection.unknown().for_each(|(id, held)| line(id, "", "", "", held));
    }
    let bytes = writer.into_inner().expect("memory takes what is written");
    String::from_utf8(bytes).expect("made of texts")
}
