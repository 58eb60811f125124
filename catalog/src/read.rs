//! Reads TOML written by people: every fault of a file at once, each with its place and a hint.
//!
//! A [`TomlTable`] hands out its keys by name and kind. What nobody asked for when the table is dropped
//! is reported as an unknown key, so a misspelt key never vanishes.

mod problem;
mod syntax;

use std::cell::{Cell, OnceCell, RefCell};

use crate::tr;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::fold::nearest;
pub use problem::{Problem, Problems, texts_under};

/// What `source` may say.
const SOURCES: [&str; 3] = ["rulebook", "public facts", "house set"];

/// A TOML file and the faults found in it.
pub struct Document<'a> {
    file: &'a str,
    text: &'a str,
    problems: &'a Problems,
    root: Spanned<DeTable<'a>>,
    /// Whether the text is no TOML.
    broken: bool,
    /// How many faults were told of it.
    reported: Cell<usize>,
    /// Where lines begin, once a place is asked for: to count them for each fault of a large file takes too long.
    lines: OnceCell<Vec<usize>>,
}

/// How many faults of syntax are told of one file: those that follow are mostly consequences.
const SYNTAX_FAULTS: usize = 3;
/// How many faults are told of one file in all: a file with more is none that a person mends one by one.
const MOST_FAULTS: usize = 500;
/// The longest text that a key may have, in bytes: no card says as much.
const LONGEST: usize = 16 << 10;

impl<'a> Document<'a> {
    /// Parses `text`. Of a text that is no TOML only that goes to `problems`: what else seems to be wrong with it is
    /// mostly a consequence.
    pub fn parse(file: &'a str, text: &'a str, problems: &'a Problems) -> Self {
        let (root, errors) = DeTable::parse_recoverable(text);
        let document = Document {
            file,
            text,
            problems,
            root,
            broken: !errors.is_empty(),
            reported: Cell::default(),
            lines: OnceCell::new(),
        };
        let told = |at: usize, message: String, hint: Option<&str>| {
            let (line, column) = document.line_and_column(at);
            let (file, hint) = (file.to_owned(), hint.map(str::to_owned));
            problems.push(Problem { file, line, column, place: String::new(), message, hint });
            line
        };
        if document.broken
            && let Some(at) = syntax::json(text)
        {
            told(
                at,
                "this looks like JSON, not TOML".into(),
                Some("write `key = value` lines; data/README.md has examples"),
            );
            return document;
        }
        let mut last = (0, 0);
        for error in errors {
            if last.1 == SYNTAX_FAULTS {
                break;
            }
            let at = error.span().map_or(0, |s| s.start);
            let line = document.line_and_column(at).0;
            if line != last.0 {
                let (message, hint) = syntax::explain(error.message(), &text[text.floor_char_boundary(at)..]);
                last = (told(at, format!("not TOML: {message}"), hint), last.1 + 1);
            }
        }
        document
    }

    /// Whether the text is no TOML, so that little or nothing of it could be read.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// The table that is the whole file.
    pub fn root(&self) -> TomlTable<'_> {
        TomlTable {
            document: self,
            map: self.root.get_ref(),
            at: 0,
            place: String::new(),
            used_keys: RefCell::default(),
        }
    }

    /// A text at the top of the file, before anything asks whether it is right.
    pub fn peek(&self, key: &str) -> Option<&str> {
        self.root.get_ref().get(key)?.get_ref().as_str()
    }

    /// Line and column, in characters, both counted from 1.
    fn line_and_column(&self, at: usize) -> (usize, usize) {
        let lines = self
            .lines
            .get_or_init(|| std::iter::once(0).chain(self.text.match_indices('\n').map(|(at, _)| at + 1)).collect());
        let at = self.text.floor_char_boundary(at);
        let line = lines.partition_point(|start| *start <= at);
        (line, self.text[lines[line - 1]..at].chars().count() + 1)
    }

    fn push(&self, at: usize, place: String, message: String, hint: Option<String>) {
        if self.broken || self.reported.get() == MOST_FAULTS {
            return;
        }
        self.reported.set(self.reported.get() + 1);
        let (line, column) = self.line_and_column(at);
        self.problems.push(Problem { file: self.file.to_owned(), line, column, place, message, hint });
    }
}

/// A table of a [`Document`].
pub struct TomlTable<'a> {
    document: &'a Document<'a>,
    map: &'a DeTable<'a>,
    at: usize,
    place: String,
    used_keys: RefCell<Vec<String>>,
}

impl<'a> TomlTable<'a> {
    /// Names what this table is about in the messages of its faults.
    pub fn place(mut self, place: impl Into<String>) -> Self {
        self.place = place.into();
        self
    }

    /// Whether the key is there.
    pub fn has(&self, key: &str) -> bool {
        self.map.contains_key(key)
    }

    /// How many faults of the file, and of those read with it, are known so far.
    pub fn faults(&self) -> usize {
        self.document.problems.count()
    }

    /// The keys in the order of the file; all count as asked for.
    pub fn keys(&self) -> Vec<String> {
        let keys: Vec<String> = self.map.keys().map(|k| k.get_ref().to_string()).collect();
        self.used_keys.borrow_mut().extend(keys.iter().cloned());
        keys
    }

    /// Reports a fault of the table itself.
    pub fn problem(&self, message: impl Into<String>, hint: Option<String>) {
        self.document.push(self.at, self.place.clone(), message.into(), hint);
    }

    /// Reports a fault of one key, or of the table if it lacks that key.
    pub fn problem_at(&self, key: &str, message: impl Into<String>, hint: Option<String>) {
        self.document.push(self.offset(key), self.place.clone(), message.into(), hint);
    }

    /// Reports a fault of one text in the list of a key; of the key, if there is no such text.
    pub fn problem_in_list(&self, key: &str, text: &str, message: impl Into<String>, hint: Option<String>) {
        let list = self.map.get(key).and_then(|v| v.get_ref().as_array());
        let item = list.and_then(|l| l.iter().find(|v| v.get_ref().as_str() == Some(text)));
        match item {
            Some(item) => self.document.push(item.span().start, self.place.clone(), message.into(), hint),
            None => self.problem_at(key, message, hint),
        }
    }

    /// Passes over a key that cannot be judged.
    pub fn skip(&self, key: &str) {
        self.ask(key);
    }

    /// Reports a key that should not be there, instead of as an unknown one.
    pub fn refuse(&self, key: &str, message: impl Into<String>) {
        self.ask(key);
        self.problem_at(key, message, None);
    }

    /// Reports a fault within the text of one key: `offset` counts bytes from its first character.
    pub fn problem_in(&self, key: &str, offset: usize, message: impl Into<String>, hint: Option<String>) {
        let at = self.map.get(key).map_or(self.at, |v| {
            let start = v.span().start;
            let long = ["\"\"\"", "'''"].iter().any(|q| self.document.text[start..].starts_with(q));
            start + if long { 3 } else { 1 } + offset
        });
        self.document.push(at, self.place.clone(), message.into(), hint);
    }

    fn ask(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.used_keys.borrow_mut().push(key.to_owned());
        self.map.get(key)
    }

    fn wrong(&self, key: &str, found: &DeValue<'_>, expected: &str) {
        if found.is_integer() && expected.contains("whole number") {
            self.problem_at(key, format!("`{key}` is too large a number"), None);
            return;
        }
        self.problem_at(key, format!("`{key}` must be {expected}, not {}", kind(found)), None);
    }

    fn required<T>(&self, key: &str, found: Option<T>, expected: &str) -> Option<T> {
        if found.is_none() && !self.map.contains_key(key) {
            self.problem(format!("`{key}` is missing"), Some(format!("add `{key} = …`, {expected}")));
        }
        found
    }

    /// A text that may be absent.
    pub fn text_if(&self, key: &str) -> Option<String> {
        let value = self.ask(key)?.get_ref();
        match value.as_str() {
            Some(text) if text.len() > LONGEST => {
                let hint = Some(format!("say it in {LONGEST} bytes"));
                self.problem_at(key, format!("`{key}` is too long a text"), hint);
                None
            }
            Some(text) if !text.trim().is_empty() => Some(text.to_owned()),
            Some(_) => {
                self.problem_at(key, format!("`{key}` is empty"), Some("leave the key out instead".into()));
                None
            }
            None => {
                self.wrong(key, value, "a text");
                None
            }
        }
    }

    /// A text that must be there; empty after a fault.
    pub fn text(&self, key: &str) -> String {
        let found = self.text_if(key);
        self.required(key, found, "a text in quotes").unwrap_or_default()
    }

    /// Where the facts of a file come from: `source`, one of three words.
    pub fn source(&self) -> String {
        let source = self.text("source");
        if !source.is_empty() && !SOURCES.contains(&source.as_str()) {
            let hint = format!("write one of: {}", SOURCES.join(", "));
            self.problem_at("source", format!("`{source}` says not where the facts come from"), Some(hint));
        }
        source
    }

    /// The `id` of a file, which must be the file's name without its ending; after a fault it is that name.
    pub fn file_id(&self, stem: &str) -> String {
        let id = self.text("id");
        if id != stem && !id.is_empty() {
            let message = format!("`id` is `{id}` but the file is `{stem}.toml`");
            self.problem_at("id", message, Some("make them the same".into()));
        }
        stem.to_owned()
    }

    /// A whole number that may be absent.
    pub fn number_if(&self, key: &str) -> Option<i32> {
        let value = self.ask(key)?.get_ref();
        let number = whole(value);
        if number.is_none() {
            self.wrong(key, value, "a whole number");
        }
        number
    }

    /// A whole number that must be there; 0 after a fault.
    pub fn number(&self, key: &str) -> i32 {
        let found = self.number_if(key);
        self.required(key, found, "a whole number").unwrap_or_default()
    }

    /// A count: a whole number of 0 or more that may be absent.
    pub fn count_if(&self, key: &str) -> Option<u32> {
        let number = self.number_if(key)?;
        match u32::try_from(number) {
            Ok(count) => Some(count),
            Err(_) => {
                self.problem_at(key, format!("`{key}` must not be negative"), None);
                None
            }
        }
    }

    /// A yes or no; absent is no.
    pub fn flag(&self, key: &str) -> bool {
        match self.ask(key).map(Spanned::get_ref) {
            None => false,
            Some(DeValue::Boolean(b)) => *b,
            Some(other) => {
                self.wrong(key, other, "true or false");
                false
            }
        }
    }

    /// A date as `YYYY-MM-DD`, which may be absent.
    pub fn date_if(&self, key: &str) -> Option<String> {
        let value = self.ask(key)?.get_ref();
        match value.as_datetime() {
            Some(d) if d.date.is_some() && d.time.is_none() => Some(d.to_string()),
            _ => {
                self.wrong(key, value, "a date such as 2026-05-15");
                None
            }
        }
    }

    /// A list of texts; absent is empty.
    pub fn texts(&self, key: &str) -> Vec<String> {
        self.texts_placed(key).into_iter().map(|(_, text)| text).collect()
    }

    /// The same, each with the byte at which it stands in the file.
    pub fn texts_placed(&self, key: &str) -> Vec<(usize, String)> {
        let Some(value) = self.ask(key).map(Spanned::get_ref) else { return Vec::new() };
        let Some(list) = value.as_array() else {
            self.wrong(key, value, "a list of texts in [ ]");
            return Vec::new();
        };
        list.iter()
            .filter_map(|item| {
                let text = item.get_ref().as_str();
                if text.is_none() {
                    self.document.push(
                        item.span().start,
                        self.place.clone(),
                        format!("`{key}` must hold texts, not {}", kind(item.get_ref())),
                        None,
                    );
                }
                text.map(|text| (item.span().start, text.to_owned()))
            })
            .collect()
    }

    /// A list of whole numbers; absent is empty.
    pub fn numbers(&self, key: &str) -> Vec<i32> {
        self.list(key, "a list of whole numbers in [ ]", whole)
    }

    /// A sub-table, which may be absent.
    pub fn table_if(&self, key: &str) -> Option<TomlTable<'a>> {
        let value = self.ask(key)?;
        match value.get_ref() {
            DeValue::Table(map) => Some(self.child(map, value.span().start)),
            other => {
                self.wrong(key, other, &format!("a table: [{key}]"));
                None
            }
        }
    }

    /// The tables of `[[key]]`; absent is empty.
    pub fn tables(&self, key: &str) -> Vec<TomlTable<'a>> {
        let Some(value) = self.ask(key).map(Spanned::get_ref) else { return Vec::new() };
        let Some(list) = value.as_array() else {
            self.wrong(key, value, &format!("a list of tables: [[{key}]]"));
            return Vec::new();
        };
        list.iter()
            .filter_map(|item| match item.get_ref() {
                DeValue::Table(map) => Some(self.child(map, item.span().start)),
                other => {
                    self.wrong(key, other, &format!("a list of tables: [[{key}]]"));
                    None
                }
            })
            .collect()
    }

    /// Lists of tables in a list: `[[{ … }], [{ … }]]`; absent is empty.
    pub fn table_lists(&self, key: &str) -> Vec<Vec<TomlTable<'a>>> {
        let Some(value) = self.ask(key).map(Spanned::get_ref) else { return Vec::new() };
        let expected = "a list of lists: [[{ … }], [{ … }]]";
        let Some(lists) = value.as_array() else {
            self.wrong(key, value, expected);
            return Vec::new();
        };
        let mut all = Vec::new();
        for list in lists.iter() {
            let Some(items) = list.get_ref().as_array() else {
                self.wrong(key, list.get_ref(), expected);
                continue;
            };
            all.push(Vec::new());
            for item in items.iter() {
                match item.get_ref() {
                    DeValue::Table(map) => {
                        all.last_mut().expect("just pushed").push(self.child(map, item.span().start))
                    }
                    other => self.wrong(key, other, expected),
                }
            }
        }
        all
    }

    /// The line in which the table begins, counted from 1.
    pub fn line(&self) -> usize {
        self.document.line_and_column(self.at).0
    }

    /// The byte at which the value of a key stands; without the key, that of the table.
    pub(crate) fn offset(&self, key: &str) -> usize {
        self.map.get(key).map_or(self.at, |v| v.span().start)
    }

    /// A list of texts (`Ok`) and whole numbers (`Err`); absent is empty.
    pub fn texts_or_numbers(&self, key: &str) -> Vec<Result<String, i32>> {
        self.list(key, "a list of texts and whole numbers in [ ]", |v| {
            v.as_str().map(|t| Ok(t.to_owned())).or_else(|| whole(v).map(Err))
        })
    }

    /// A list of texts (`Ok`) and tables (`Err`); absent is empty.
    pub fn texts_or_tables(&self, key: &str) -> Vec<Result<String, TomlTable<'a>>> {
        let Some(list) = self.ask(key).and_then(|v| v.get_ref().as_array()) else {
            return self.list(key, "a list of texts and tables in [ ]", |_| None);
        };
        list.iter()
            .filter_map(|item| match item.get_ref() {
                DeValue::String(text) => Some(Ok(text.to_string())),
                DeValue::Table(map) => Some(Err(self.child(map, item.span().start))),
                other => {
                    self.wrong(key, other, "a list of texts and tables in [ ]");
                    None
                }
            })
            .collect()
    }

    fn list<T>(&self, key: &str, expected: &str, read: impl Fn(&DeValue<'_>) -> Option<T>) -> Vec<T> {
        let Some(value) = self.ask(key).map(Spanned::get_ref) else { return Vec::new() };
        let items = value.as_array().map(|l| l.iter().map(|i| read(i.get_ref())).collect::<Option<Vec<_>>>());
        match items {
            Some(Some(items)) => items,
            _ => {
                self.wrong(key, value, expected);
                Vec::new()
            }
        }
    }

    /// A yes or no that may be absent.
    pub fn flag_if(&self, key: &str) -> Option<bool> {
        self.has(key).then(|| self.flag(key))
    }

    /// A text, number or yes/no as plain text.
    pub fn plain(&self, key: &str) -> String {
        match self.ask(key).map(Spanned::get_ref) {
            Some(DeValue::String(text)) => text.to_string(),
            Some(DeValue::Boolean(b)) => b.to_string(),
            Some(DeValue::Integer(n)) => n.as_str().to_owned(),
            Some(other) => {
                self.wrong(key, other, "a text, a number, or true or false");
                String::new()
            }
            None => String::new(),
        }
    }

    /// Whether the key holds a list.
    pub fn is_list(&self, key: &str) -> bool {
        self.map.get(key).is_some_and(|v| v.get_ref().is_array())
    }

    /// Whether the key holds a text, rather than a number or something else.
    pub fn is_text(&self, key: &str) -> bool {
        self.map.get(key).is_some_and(|v| v.get_ref().is_str())
    }

    fn child(&self, map: &'a DeTable<'a>, at: usize) -> TomlTable<'a> {
        TomlTable { document: self.document, map, at, place: self.place.clone(), used_keys: RefCell::default() }
    }

    /// The position of `word` in a declared list; a fault with the nearest candidate otherwise. An empty word was a
    /// fault already.
    pub fn one_of(&self, key: &str, word: &str, what: &str, known: &[&str]) -> Option<usize> {
        let found = known.iter().position(|k| *k == word);
        if found.is_none() && !word.is_empty() {
            self.problem_in_list(key, word, format!("`{word}` is no {what} here"), Some(suggest(word, known)));
        }
        found
    }

    /// The value of an enum that `word` names; a fault as of [`TomlTable::one_of`] otherwise.
    pub fn variant<T>(&self, key: &str, word: &str, what: &str) -> Option<T>
    where
        T: strum::VariantArray + Copy + Into<&'static str>,
    {
        let known: Vec<&str> = T::VARIANTS.iter().map(|variant| (*variant).into()).collect();
        self.one_of(key, word, what, &known).map(|at| T::VARIANTS[at])
    }
}

impl Drop for TomlTable<'_> {
    fn drop(&mut self) {
        let asked = self.used_keys.borrow();
        for key in self.map.keys() {
            let name = key.get_ref();
            if !asked.iter().any(|a| a == name) {
                let known: Vec<&str> = asked.iter().map(String::as_str).collect();
                self.document.push(
                    key.span().start,
                    self.place.clone(),
                    format!("unknown key `{name}`"),
                    Some(suggest(name, &known)),
                );
            }
        }
    }
}

/// How many words a hint lists.
const MOST_NAMED: usize = 24;

/// "did you mean …?", or the words that are known.
pub fn suggest(word: &str, known: &[&str]) -> String {
    match nearest(word, known.iter().copied()) {
        Some(near) => tr!("did you mean `{near}`?", near),
        None if known.is_empty() => tr!("none is declared"),
        None => {
            let mut known: Vec<&str> = known.iter().copied().filter(|k| !k.is_empty()).collect();
            known.sort_unstable();
            known.dedup();
            let more = known.len().saturating_sub(MOST_NAMED);
            known.truncate(MOST_NAMED);
            let list = known.join(", ");
            match more {
                0 => tr!("known: {list}", list),
                more => tr!("known: {list} and {more} more", list, more),
            }
        }
    }
}

fn whole(value: &DeValue<'_>) -> Option<i32> {
    let number = value.as_integer()?;
    let number: i32 = i32::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()?;
    (number.abs() <= LARGEST).then_some(number)
}

/// No game needs larger numbers, and sums of some of these still fit.
const LARGEST: i32 = 100_000;

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str, read: impl FnOnce(&TomlTable<'_>)) -> Vec<String> {
        let problems = Problems::default();
        read(&Document::parse("f.toml", text, &problems).root());
        problems.into_result().err().unwrap_or_default().iter().map(Problem::to_string).collect()
    }

    #[test]
    fn a_misspelt_key_is_named_with_its_place_and_the_right_word() {
        let found = faults("name = \"x\"\n armour = 3\n", |t| {
            t.text("name");
            t.number_if("armor");
        });
        assert_eq!(found, ["f.toml:2:2: unknown key `armour` (did you mean `armor`?)"]);
    }

    #[test]
    fn every_fault_of_a_file_is_reported() {
        let found = faults("a = \"\"\nb = \"two\"\n", |t| {
            t.text("a");
            t.number("b");
            t.text("c");
        });
        assert_eq!(found.len(), 3, "{found:?}");
    }
}
