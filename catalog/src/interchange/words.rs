//! What other programs call the types, keywords and the like of a game: `<game>/import-words.csv`, a line for each word. People
//! write it; it is no part of the game's data, so that no deck or record depends on it.

use std::collections::HashMap;
use std::path::Path;

use crate::fold::fold;
use crate::source;

/// The file of a game's folder with the words of other programs.
pub const WORDS: &str = "import-words.csv";

/// Its columns.
const COLUMNS: [&str; 3] = ["kind", "theirs", "ours"];
/// How many words a game may have, and how many faults are told.
const MOST: usize = 10_000;
const TOLD: usize = 20;
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

/// Why a list of words cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ImportWordsError {
    /// The system does not give it.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// Lines that are wrong, with what is wrong about them.
    #[error("{}", .0.join("; "))]
    Lines(Vec<String>),
}

impl ImportWords {
    /// The words in a file; none if it is not there.
    ///
    /// # Errors
    /// Every line that is wrong, up to twenty.
    pub fn open(file: &Path) -> Result<ImportWords, ImportWordsError> {
        match source::bytes(file, source::MOST_BYTES) {
            Ok(bytes) => ImportWords::parse(&bytes),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(ImportWords::default()),
            Err(e) => Err(e.into()),
        }
    }

    /// Reads a list.
    ///
    /// # Errors
    /// Every line that is wrong, up to twenty.
    pub fn parse(bytes: &[u8]) -> Result<ImportWords, ImportWordsError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
        let (mut list, mut faults) = (ImportWords::default(), Vec::new());
        for (at, record) in reader.records().enumerate() {
            let fault = match record {
                Ok(record) => {
                    let cells: Vec<&str> = record.iter().map(str::trim).collect();
                    let line = record.position().map_or(1, csv::Position::line);
                    list.add(at, &cells).err().map(|fault| format!("line {line}: {fault}"))
                }
                Err(e) => Some(format!("line {}: {e}", e.position().map_or(1, csv::Position::line))),
            };
            faults.extend(fault);
            if faults.len() >= TOLD || at > MOST {
                break;
            }
        }
        if faults.is_empty() { Ok(list) } else { Err(ImportWordsError::Lines(faults)) }
    }

    fn add(&mut self, line: usize, cells: &[&str]) -> Result<(), WordFault> {
        let kinds = <WordKind as strum::VariantArray>::VARIANTS;
        match cells {
            _ if line == 0 && cells == COLUMNS => Ok(()),
            _ if line == 0 => Err(WordFault::Header),
            _ if line > MOST => Err(WordFault::Many),
            [_, "", _] => Err(WordFault::Nothing),
            [kind, theirs, ours] => {
                let named = |known: &&WordKind| <&'static str>::from(**known) == *kind;
                let kind =
                    *kinds.iter().find(named).ok_or_else(|| WordFault::Kind(kind.chars().take(LONGEST).collect()))?;
                if kind == WordKind::Column {
                    self.columns.push(((*theirs).to_owned(), (*ours).to_owned()));
                }
                self.words.insert((kind, fold(theirs)), (*ours).to_owned());
                Ok(())
            }
            _ => Err(WordFault::Cells),
        }
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
    pub(super) fn of(&self, kind: WordKind) -> impl Iterator<Item = (&str, &str)> {
        self.words
            .iter()
            .filter(move |((of, _), _)| *of == kind)
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
    #[error("the first line is {}", COLUMNS.join(","))]
    Header,
    #[error("more than {MOST} words")]
    Many,
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
