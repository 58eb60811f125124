//! What other programs call the types, keywords and the like of a game: `<game>/import-words.csv`, a line for each word. People
//! write it; it is no part of the game's data, so that no deck or record depends on it.

use std::collections::HashMap;
use std::path::Path;

use crate::fold::fold;
use crate::source::{CsvListError, csv_list};

/// The file of a game's folder with the words of other programs.
pub const WORDS: &str = "import-words.csv";

/// Its columns.
const COLUMNS: [&str; 3] = ["kind", "theirs", "ours"];
/// How many words a game may have.
const MOST: usize = 10_000;
/// How many letters of a word are told.
const LONGEST: usize = 40;

/// What a word is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum WordKind {
    /// A type.
    Type,
    /// A keyword.
    Keyword,
    /// A rarity.
    Rarity,
    /// A faction.
    Faction,
    /// A resource of costs.
    Resource,
    /// A column or property: as `--map` takes it.
    Column,
    /// `token`: whether tokens are cards of the game (`card`).
    Token,
}

/// The words of other programs, with the game's own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportWords {
    words: HashMap<(WordKind, String), String>,
    /// Columns as they are written, in order.
    columns: Vec<(String, String)>,
}

impl ImportWords {
    /// The words in a file; none if it is not there.
    ///
    /// # Errors
    /// Every line that is wrong, up to twenty.
    pub fn open(file: &Path) -> Result<ImportWords, CsvListError> {
        ImportWords::parse(&csv_list::open(file)?)
    }

    /// Reads a list.
    ///
    /// # Errors
    /// Every line that is wrong, up to twenty.
    pub fn parse(bytes: &[u8]) -> Result<ImportWords, CsvListError> {
        let mut list = ImportWords::default();
        csv_list::read(bytes, &COLUMNS, MOST, |cells| list.add(cells))?;
        Ok(list)
    }

    fn add(&mut self, cells: &[&str]) -> Result<(), WordFault> {
        let [kind, theirs, ours] = cells else { return Err(WordFault::Cells) };
        if theirs.is_empty() {
            return Err(WordFault::Nothing);
        }
        let unknown = || WordFault::Kind(kind.chars().take(LONGEST).collect());
        let kind =
            <WordKind as strum::VariantArray>::VARIANTS.iter().copied().find(|known| <&str>::from(known) == *kind);
        let kind = kind.ok_or_else(unknown)?;
        if kind == WordKind::Column {
            self.columns.push(((*theirs).to_owned(), (*ours).to_owned()));
        }
        self.words.insert((kind, fold(theirs)), (*ours).to_owned());
        Ok(())
    }

    /// Takes all of another list over, in place of what is there of the same words.
    pub fn take_over(&mut self, other: ImportWords) {
        self.words.extend(other.words);
        self.columns.extend(other.columns);
    }

    /// What the game calls it; an empty word leaves it out.
    pub fn get(&self, kind: WordKind, theirs: &str) -> Option<&str> {
        self.words.get(&(kind, fold(theirs))).map(String::as_str)
    }

    /// All words of a kind, folded, with the game's own.
    pub(super) fn entries(&self, kind: WordKind) -> impl Iterator<Item = (&str, &str)> {
        self.words
            .iter()
            .filter(move |((known, _), _)| *known == kind)
            .map(|((_, theirs), ours)| (theirs.as_str(), ours.as_str()))
    }

    /// Columns, and what they become.
    pub fn columns(&self) -> &[(String, String)] {
        &self.columns
    }
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
enum WordFault {
    #[error("there is no word")]
    Nothing,
    #[error("`{0}` is no kind of word; write type, keyword, rarity, faction, resource, column or token")]
    Kind(String),
    #[error("a kind, a word and the game's word for it were expected")]
    Cells,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_case_and_wrong_lines_are_all_told() {
        let text = b"kind,theirs,ours\nkeyword,Flying,soaring\ntype,Land,\ncolumn,Mana Cost,cost\n";
        let words = ImportWords::parse(text).expect("a list");
        assert_eq!(words.get(WordKind::Keyword, "FLYING"), Some("soaring"));
        assert_eq!((words.get(WordKind::Type, "land"), words.get(WordKind::Rarity, "land")), (Some(""), None));
        assert_eq!(words.columns(), [("Mana Cost".to_owned(), "cost".to_owned())]);
        let wrong = "kind,theirs,ours\nword,a,b\ntype,,b\ntype,a\n";
        let faults = ImportWords::parse(wrong.as_bytes()).expect_err("faults").to_string();
        assert!(["line 2: `word`", "line 3: ", "line 4: "].iter().all(|line| faults.contains(line)), "{faults}");
        assert!(ImportWords::parse(b"theirs,ours\n").is_err());
    }
}
