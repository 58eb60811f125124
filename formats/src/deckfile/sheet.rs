//! A deck file before any game has looked at it: what it says, line by line, and within which bounds.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use catalog::collection::table::CardSpec;
use catalog::tr;

use super::resolve::is_unknown_name_within;
use crate::deck::{AppliedPlan, SideboardPlan};

/// The most lines that speak of cards in one file: above it is no deck and no pool, but something else.
pub const MOST_LINES: usize = 10_000;
/// The most copies that one line may name.
pub const MOST_COPIES: u32 = 9_999;
/// The longest name of a card, in characters.
pub const LONGEST_NAME: usize = 300;

/// A file that is no deck at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct DeckFileError {
    /// Line, counted from 1; 0 if the file has no lines.
    pub line: usize,
    /// Column, counted from 1; 0 if unknown.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for DeckFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (0, _) => f.write_str(&self.message),
            (line, 0) => f.write_str(&tr!("line {line}: {message}", line, message = self.message)),
            (line, column) => {
                f.write_str(&tr!("line {line}, column {column}: {message}", line, column, message = self.message))
            }
        }
    }
}

/// A deck file before any game has looked at it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeckSheet {
    /// The game, if the file says.
    pub game: Option<String>,
    /// The format, if the file says.
    pub format: Option<String>,
    /// The deck's name.
    pub name: Option<String>,
    /// Its plan.
    pub about: Option<String>,
    /// Its goal as a counting query, and in words.
    pub goal: (Option<String>, Option<String>),
    /// Whether the sections are those of the game, by id or name; otherwise they are another program's zones, and a
    /// card that does not fit one goes where the game wants it.
    pub exact: bool,
    /// What the file holds, in order.
    pub lines: Vec<SheetLine>,
    /// What only this program's own files hold.
    pub extras: Extras,
}

/// What a person adds to the lists of a deck. Cards are as they are written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Extras {
    /// Names of lists of the person's own: lines in a section of such a name go there.
    pub own: Vec<String>,
    /// Tags by card.
    pub tags: BTreeMap<String, BTreeSet<String>>,
    /// Notes by card.
    pub notes: BTreeMap<String, String>,
    /// Sideboard plans by name.
    pub plans: BTreeMap<String, SideboardPlan>,
    /// The plan that is applied.
    pub boarded: Option<AppliedPlan>,
}

impl DeckSheet {
    /// Adds a line.
    ///
    /// # Errors
    /// When there are more than [`MOST_LINES`].
    pub(super) fn push(
        &mut self,
        number: usize,
        text: impl Into<String>,
        says: LineContent,
    ) -> Result<(), DeckFileError> {
        if self.lines.len() == MOST_LINES {
            let message = tr!("a deck file has at most {most} lines, and this one has more", most = MOST_LINES);
            return Err(DeckFileError { line: number, column: 0, message });
        }
        let says = match says {
            LineContent::Copies { count, .. } if count > MOST_COPIES => {
                LineContent::Nothing(tr!("{number} copies are more than {most}", number = count, most = MOST_COPIES))
            }
            LineContent::Copies { count: 0, .. } => LineContent::Nothing(tr!("0 copies")),
            // As it is kept, so that what is written can be read.
            LineContent::Copies { card, .. } if !is_unknown_name_within(LONGEST_NAME, &card) => {
                LineContent::Nothing(tr!("a name of more than {most} characters", most = LONGEST_NAME))
            }
            says => says,
        };
        self.lines.push(SheetLine { number, text: text.into(), content: says });
        Ok(())
    }
}

/// A line, or an element, of a deck file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetLine {
    /// Line in the file, counted from 1.
    pub number: usize,
    /// The line as it stands there.
    pub text: String,
    /// What it says.
    pub content: LineContent,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineContent {
    /// Copies of a card in a section; without a section, where the card belongs.
    Copies {
        /// How many.
        count: u32,
        /// Which card, as written.
        card: CardSpec,
        /// The section as written.
        section: Option<String>,
    },
    /// A heading or a remark.
    Remark,
    /// Nothing that could be read, and why.
    Nothing(String),
}

impl LineContent {
    /// Copies of a card that goes by its name.
    pub(super) fn copies_of(count: u32, name: impl Into<String>, section: Option<String>) -> LineContent {
        LineContent::Copies { count, card: CardSpec { name: Some(name.into()), ..CardSpec::default() }, section }
    }
}

/// Where the lines of a text begin.
pub(super) struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<u32>,
}

impl<'t> LineIndex<'t> {
    pub fn new(text: &'t str) -> LineIndex<'t> {
        let feeds = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at as u32 + 1);
        LineIndex { text, starts: std::iter::once(0).chain(feeds).collect() }
    }

    /// The byte at which a piece of the text begins.
    pub fn start_of(&self, piece: &str) -> usize {
        (piece.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    /// The line of a byte, counted from 1.
    pub fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start as usize <= at)
    }

    /// A fault at a byte.
    pub fn fault(&self, at: usize, message: impl Into<String>) -> DeckFileError {
        let line = self.line(at);
        let start = self.starts[line - 1] as usize;
        let column = self.text.get(start..at).map_or(0, |before| before.chars().count() + 1);
        DeckFileError { line, column, message: message.into() }
    }
}
