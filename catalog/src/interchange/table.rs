//! The neutral table: the cards of a foreign file as rows of named cells, before they belong to a game.

use std::collections::{BTreeMap, HashMap};

use crate::card::FaceLayout;

/// What a foreign file holds.
#[derive(Debug, Default)]
pub struct CardTable {
    columns: Vec<String>,
    by_name: HashMap<String, u16>,
    /// The cards in order of the file; a printing each.
    pub rows: Vec<ForeignCard>,
    /// What the file says of its sets beside their cards, by the code that the column `set` holds.
    pub sets: BTreeMap<String, SetFacts>,
    /// What packs of these cards hold.
    pub products: Vec<ForeignProduct>,
    /// Rules for decks.
    pub formats: Vec<ForeignFormat>,
    /// Cards that the file names but does not describe, with their lines: they must be in the game already.
    pub named: Vec<(u32, String)>,
    /// What the file has and a game cannot take, with the number of cards (or other things) that have it.
    pub left_out: BTreeMap<String, u64>,
    /// What a person should know, line by line.
    pub remarks: Vec<ImportRemark>,
    /// Whether each word of a type line before its dash is a type of its own (`Legendary Creature`).
    pub words_are_types: bool,
    /// Whether this program wrote the file.
    pub is_own: bool,
}

/// A card: its cells in one piece of text, because there may be hundreds of thousands of them.
#[derive(Debug, Clone, Default)]
pub struct ForeignCard {
    /// The line of the file, counted from 1, where the kind of file has lines.
    pub line: Option<u32>,
    text: String,
    /// Column and end of each cell in `text`.
    cells: Vec<(u16, u32)>,
    /// What stands on each of its faces; empty if it has one.
    pub faces: Vec<ForeignCard>,
    /// How they are printed.
    pub layout: FaceLayout,
}

/// What a file says of a set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SetFacts {
    /// Name.
    pub name: Option<String>,
    /// Day of release, `YYYY-MM-DD`.
    pub released: Option<String>,
}

/// A pack: layouts that come with different weights, made of counts of cards from sheets.
#[derive(Debug, Clone, Default)]
pub struct ForeignProduct {
    /// Name.
    pub name: String,
    /// The layouts with their weights.
    pub layouts: Vec<ForeignLayout>,
    /// The sheets.
    pub sheets: Vec<ForeignSheet>,
    /// Whether one pack may hold a card of a sheet twice.
    pub doubles: bool,
}

/// One way to fill a pack.
#[derive(Debug, Clone, Default)]
pub struct ForeignLayout {
    /// Name, if it has one.
    pub name: String,
    /// How often it comes, against the weights of the others.
    pub weight: u32,
    /// Cards drawn, by position of the sheet.
    pub draws: Vec<(usize, u32)>,
}

/// Cards that a pack draws from.
#[derive(Debug, Clone, Default)]
pub struct ForeignSheet {
    /// Name.
    pub name: String,
    /// The cards with their weights.
    pub cards: Vec<(SheetCard, u32)>,
}

/// A card on a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SheetCard {
    /// A row of the table.
    Row(usize),
    /// A card of the game, which the file names but does not describe.
    Named(String),
}

/// Rules for decks, as Cockatrice has them.
#[derive(Debug, Clone, Default)]
pub struct ForeignFormat {
    /// Its word in the file.
    pub name: String,
    /// Its name, if the word is none.
    pub label: Option<String>,
    /// Fewest cards.
    pub min: u32,
    /// Most cards; absent is no limit.
    pub max: Option<u32>,
    /// Most cards in the sideboard.
    pub side_max: Option<u32>,
    /// Copies by the word that a card has for this format; `None` is no limit.
    pub counts: Vec<(String, Option<u32>)>,
    /// Cards that may be there in any number: conditions that must all hold.
    pub exceptions: Vec<Vec<ForeignCondition>>,
}

/// A condition on a card.
#[derive(Debug, Clone)]
pub struct ForeignCondition {
    /// The column.
    pub field: String,
    /// `equals`, `notEquals`, `contains`, `notContains`, or something that a game cannot say.
    pub how: String,
    /// What it is compared with.
    pub value: String,
}

/// Something that did not come through as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportRemark {
    /// The line, if it is known.
    pub line: Option<u32>,
    /// The card, if it is about one; may be empty.
    pub card: String,
    /// What happened.
    pub message: String,
}

/// How many columns a table may have.
pub(super) const MOST_COLUMNS: usize = 500;

impl CardTable {
    /// An empty table of cards as Magic has them.
    pub fn for_magic() -> CardTable {
        CardTable { words_are_types: true, ..CardTable::default() }
    }

    /// Every row, each before its faces.
    pub fn printed(&self) -> impl Iterator<Item = &ForeignCard> {
        self.rows.iter().flat_map(|row| std::iter::once(row).chain(&row.faces))
    }

    /// The columns in order.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The column of this name, which is made if it is new. In a table that is too wide it is the last one.
    pub fn column(&mut self, name: &str) -> u16 {
        if let Some(column) = self.by_name.get(name) {
            return *column;
        }
        if self.columns.len() > MOST_COLUMNS {
            return MOST_COLUMNS as u16;
        }
        let column = self.columns.len() as u16;
        self.columns.push(name.to_owned());
        self.by_name.insert(name.to_owned(), column);
        column
    }

    /// The column of this name, if there is one.
    pub fn find(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }

    /// Counts something that a game cannot take.
    pub fn leave_out(&mut self, what: &str) {
        match self.left_out.get_mut(what) {
            Some(count) => *count += 1,
            None => drop(self.left_out.insert(what.to_owned(), 1)),
        }
    }

    /// Adds a remark.
    pub fn remark(&mut self, line: Option<u32>, card: &str, message: impl Into<String>) {
        self.remarks.push(ImportRemark { line, card: card.to_owned(), message: message.into() });
    }
}

impl ForeignCard {
    /// An empty row that stands in this line.
    pub fn at(line: u32) -> ForeignCard {
        ForeignCard { line: Some(line), ..ForeignCard::default() }
    }

    /// Fills a cell; an empty text leaves it empty.
    pub fn put(&mut self, column: u16, text: &str) {
        if !text.trim().is_empty() {
            self.text.push_str(text);
            self.cells.push((column, self.text.len() as u32));
        }
    }

    /// What a cell holds.
    pub fn get(&self, column: u16) -> Option<&str> {
        self.cells().find(|(c, _)| *c == column).map(|(_, text)| text)
    }

    /// The filled cells in the order in which they were filled.
    pub fn cells(&self) -> impl Iterator<Item = (u16, &str)> {
        let mut start = 0;
        self.cells.iter().map(move |(column, end)| {
            let text = &self.text[start..*end as usize];
            start = *end as usize;
            (*column, text)
        })
    }
}

/// Several texts in one cell: `Sea Beast; Drone`. A semicolon within a text is written `\;`.
pub fn join<T: AsRef<str>>(list: impl IntoIterator<Item = T>) -> String {
    let escaped: Vec<String> =
        list.into_iter().map(|item| item.as_ref().replace('\\', "\\\\").replace(';', "\\;")).collect();
    escaped.join("; ")
}

/// The texts of a cell, as [`join`] writes them.
pub fn split(cell: &str) -> Vec<String> {
    let (mut list, mut item) = (Vec::new(), String::new());
    let mut chars = cell.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => item.extend(chars.next()),
            ';' => list.push(std::mem::take(&mut item)),
            c => item.push(c),
        }
    }
    list.push(item);
    list.into_iter().map(|i| i.trim().to_owned()).filter(|i| !i.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_semicolons_and_backslashes_come_back() {
        let list = ["Sea Beast", "a; b", r"c:\d"];
        assert_eq!(split(&join(list)), list);
        assert_eq!(split("a;b ;; c"), ["a", "b", "c"]);
    }

    #[test]
    fn a_row_knows_its_cells() {
        let mut row = ForeignCard::default();
        row.put(4, "name");
        row.put(2, "");
        row.put(1, "x");
        assert_eq!((row.get(1), row.get(2), row.get(4)), (Some("x"), None, Some("name")));
    }
}
