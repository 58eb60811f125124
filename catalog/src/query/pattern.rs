//! What a text must be like: hold a part or whole words, be exactly that, or follow a regular expression. All of it
//! is about folded text, so case and accents make no difference.

use std::fmt;

use crate::tr;
use memchr::memmem;
use serde::{Deserialize, Serialize};

use super::QueryError;
use crate::fold::{fold, without_accents};

/// What a text must be like. Texts in it are folded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pattern {
    /// `:` – holds this.
    Part(String),
    /// `~` – holds this as whole words: `draw` is in "draw a card", not in "drawn".
    Words(String),
    /// `=` – is this.
    Whole(String),
    /// `/…/` – a part follows this.
    Regex(Regex),
}

impl Pattern {
    /// Whether a folded text is like that.
    pub fn fits(&self, text: &str) -> bool {
        match self {
            Pattern::Part(part) => memmem::find(text.as_bytes(), part.as_bytes()).is_some(),
            Pattern::Words(words) => find_words(text, words).is_some(),
            Pattern::Whole(whole) => text == whole,
            Pattern::Regex(regex) => regex.compiled.is_match(text),
        }
    }
}

/// Where a text holds these words, not inside of longer ones.
fn find_words(text: &str, words: &str) -> Option<usize> {
    memmem::find_iter(text.as_bytes(), words.as_bytes()).find(|at| stands_alone(text, *at, words.len()))
}

/// Whether no letter or digit touches this part of a text.
pub(super) fn stands_alone(text: &str, at: usize, len: usize) -> bool {
    // A part that was found in UTF-8 begins and ends between characters; an empty one may be anywhere.
    let (Some(before), Some(after)) = (text.get(..at), text.get(at + len..)) else { return len == 0 };
    let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let (first, last) = (text[at..].chars().next(), text[..at + len].chars().next_back());
    len == 0 || !(joins(before.chars().next_back()) && joins(first) || joins(after.chars().next()) && joins(last))
}

/// A regular expression over folded text: without case and accents; `^` and `$` are the ends of a line.
#[derive(Clone)]
pub struct Regex {
    source: String,
    compiled: regex::Regex,
    /// Whether it says the same of a text inside of a longer one, between line feeds.
    local: bool,
}

/// How large a compiled regular expression may be, in bytes. A text of a query comes from a person or a file, and
/// `.{1000}{1000}` would fill the memory.
const LARGEST: usize = 1 << 20;

impl Regex {
    /// Compiles what stands between the slashes.
    ///
    /// # Errors
    /// Points at the byte of `source` that makes no sense.
    pub fn new(source: &str) -> Result<Regex, QueryError> {
        let fault =
            |at, len, message: String, hint: String| QueryError { at, len, message, hint: Some(hint), meant: None };
        regex_syntax::ast::parse::Parser::new().parse(source).map_err(|e| {
            let (from, to) = (e.span().start.offset, e.span().end.offset);
            fault(
                from,
                (to - from).max(1),
                tr!("the regular expression: {fault}", fault = e.kind()),
                tr!("a \\ before a character takes it literally"),
            )
        })?;
        let compiled = regex::RegexBuilder::new(&lower(&without_accents(source)))
            .multi_line(true)
            .size_limit(LARGEST)
            .build()
            .map_err(|e| match e {
                regex::Error::CompiledTooBig(_) => {
                    fault(0, source.len(), tr!("the regular expression is too large"), tr!("repeat less"))
                }
                other => fault(0, source.len(), compiler_message(&other), tr!("write it otherwise")),
            })?;
        // These ask for the ends of the whole text, and flags can make other signs do so.
        let local = ![r"\A", r"\z", "(?"].iter().any(|sign| source.contains(sign));
        Ok(Regex { source: source.to_owned(), compiled, local })
    }

    pub(super) fn is_local(&self) -> bool {
        self.local
    }

    /// Where it is found first from `at` on.
    pub(super) fn find_at(&self, text: &str, at: usize) -> Option<(usize, usize)> {
        self.compiled.find_at(text, at).map(|found| (found.start(), found.end()))
    }

    /// What stands between the slashes.
    pub fn source(&self) -> &str {
        &self.source
    }
}

/// Letters in lower case, as folded text has them: faster than to ignore case. What follows a backslash or `(?`, or
/// stands in braces, is no text.
fn lower(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let (mut escaped, mut braces, mut flags) = (false, false, false);
    for c in source.chars() {
        let plain = !escaped && !braces && !flags;
        if plain {
            out.push_str(&fold(c.encode_utf8(&mut [0; 4])))
        } else {
            out.push(c)
        }
        braces = if braces { c != '}' } else { !escaped && c == '{' };
        flags = if flags { !":)>".contains(c) } else { c == '?' && out.ends_with("(?") && !out.ends_with("\\(?") };
        escaped = !escaped && c == '\\';
    }
    out
}

/// The last line of what the compiler says: those before it draw the place.
fn compiler_message(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or("");
    tr!("the regular expression: {fault}", fault = last.trim_start_matches("error: "))
}

impl PartialEq for Regex {
    fn eq(&self, other: &Regex) -> bool {
        self.source == other.source
    }
}

impl Eq for Regex {}

impl fmt::Debug for Regex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}/", self.source)
    }
}

impl Serialize for Regex {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.source)
    }
}

impl<'de> Deserialize<'de> for Regex {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Regex, D::Error> {
        Regex::new(&String::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_are_not_parts_of_longer_ones() {
        let words = |words: &str, text: &str| Pattern::Words(words.into()).fits(text);
        assert!(words("draw", "draw a card"));
        assert!(words("draw", "redrawn; draw"));
        assert!(!words("draw", "redraw, drawn"));
        assert!(words("draw a", "you draw a card"));
        assert!(!words("draw a", "you draw an item"));
        assert!(words("+1", "gets +1/+1"));
        assert!(words("", "anything"));
    }

    #[test]
    fn a_regular_expression_reads_folded_text_and_points_at_its_fault() {
        let fits = |source: &str, text: &str| Pattern::Regex(Regex::new(source).expect(source)).fits(text);
        assert!(fits("^Éclair", "eclair tart"));
        assert!(fits("draw (two|three)", "you draw three cards"));
        assert!(fits("^tart$", "eclair\ntart"));
        assert!(fits(r"\Sx\/y", "axx/y"));
        assert!(fits(r"\ADRAW\b", "draw a card"));
        assert!(fits(r"(?P<Who>SKY|Sea) \w{2}", "the sea is"));
        assert!(fits(r"\(?SKY\{?", "the sky"));
        assert!(fits(r"[A-C]\p{Lu}?x", "bx"));
        let e = Regex::new("ab(c").expect_err("a fault");
        assert_eq!((e.at, e.len), (2, 1));
        assert!(Regex::new(".{1000}{1000}").expect_err("too large").message.contains("too large"));
    }
}
