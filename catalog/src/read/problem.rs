//! A fault with its place, and where things stand in a TOML text that was read before.

use std::cell::RefCell;
use std::fmt;

use toml::de::{DeTable, DeValue};

use crate::source::File;

/// One fault of a data file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Problem {
    /// The file, as its source names it.
    pub file: String,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// What the fault stands in, such as the name of a card; empty at the top of a file.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

/// Where faults are gathered while files are read.
#[derive(Debug, Default)]
pub struct Problems(RefCell<Vec<Problem>>);

impl Problems {
    /// Adds a fault.
    pub fn push(&self, problem: Problem) {
        self.0.borrow_mut().push(problem);
    }

    /// The faults in order of file and place, or `Ok` if there is none.
    ///
    /// # Errors
    /// All faults that were pushed.
    pub fn into_result(self) -> Result<(), Vec<Problem>> {
        let mut all = self.0.into_inner();
        all.sort();
        all.dedup();
        if all.is_empty() { Ok(()) } else { Err(all) }
    }

    /// How many faults there are so far.
    pub fn count(&self) -> usize {
        self.0.borrow().len()
    }
}

impl Problem {
    /// A fault at the byte `at` of a file.
    pub fn at(file: &File, at: usize, message: impl Into<String>, hint: Option<String>) -> Problem {
        let (line, column) = line_and_column(&file.text, at);
        let (message, place) = (message.into(), String::new());
        Problem { file: file.name.clone(), line, column, place, message, hint }
    }

    /// A fault of the value at `path` in a TOML file: keys and positions in lists from the top, such as
    /// `["card", "3", "name"]`. What is not there is looked for no further.
    pub fn at_path(file: &File, path: &[&str], message: impl Into<String>, hint: Option<String>) -> Problem {
        Problem::at(file, locate(&file.text, path), message, hint)
    }

    /// Names what the fault stands in.
    pub fn place(mut self, place: impl Into<String>) -> Problem {
        self.place = place.into();
        self
    }
}

/// Line and column, in characters, both counted from 1.
pub(super) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(at)];
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

fn locate(text: &str, path: &[&str]) -> usize {
    let (root, _) = DeTable::parse_recoverable(text);
    let Some((first, rest)) = path.split_first() else { return 0 };
    let Some(mut value) = root.get_ref().get(*first) else { return 0 };
    for step in rest {
        let next = match value.get_ref() {
            DeValue::Table(table) => table.get(*step),
            DeValue::Array(list) => step.parse::<usize>().ok().and_then(|i| list.get(i)),
            _ => None,
        };
        let Some(next) = next else { break };
        value = next;
    }
    value.span().start
}

/// Every text in a list of the name `key`, however deep, with the byte at which it stands: the rules that a file
/// cites.
pub fn texts_under(text: &str, key: &str) -> Vec<(String, usize)> {
    fn walk(value: &DeValue<'_>, key: &str, found: &mut Vec<(String, usize)>) {
        match value {
            DeValue::Table(table) => walk_table(table, key, found),
            DeValue::Array(list) => list.iter().for_each(|v| walk(v.get_ref(), key, found)),
            _ => {}
        }
    }
    fn walk_table(table: &DeTable<'_>, key: &str, found: &mut Vec<(String, usize)>) {
        for (name, value) in table {
            match value.get_ref() {
                DeValue::Array(list) if name.get_ref() == key => {
                    let texts = list.iter().filter_map(|v| Some((v.get_ref().as_str()?.to_owned(), v.span().start)));
                    found.extend(texts);
                    // A list of that name may also be one of tables, with such lists in them.
                    list.iter().for_each(|v| walk(v.get_ref(), key, found));
                }
                other => walk(other, key, found),
            }
        }
    }
    let mut found = Vec::new();
    walk_table(DeTable::parse_recoverable(text).0.get_ref(), key, &mut found);
    found.sort_by_key(|(_, at)| *at);
    found
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}
