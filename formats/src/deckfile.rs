//! Decks in and out of files, without loss: every line of a file gets a line of report, unknown cards are
//! kept where they stood and named.
//!
//! A file is first read into a [`Sheet`], which knows no game; then a game resolves its names.

pub mod cockatrice;
pub mod native;
pub mod text;

use std::fmt;

use catalog::fold::fold;
use catalog::{CardIx, Game};
use serde::Serialize;

use crate::deck::{Deck, Listed};

/// A kind of deck file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Deckloom's own: TOML.
    Toml,
    /// A plain list: `3 Name`, with headings.
    Text,
    /// Cockatrice's `.cod`.
    Cockatrice,
}

impl Kind {
    /// All kinds with the word that names each and its file ending.
    pub const ALL: [(Kind, &'static str, &'static str); 3] =
        [(Kind::Toml, "toml", "toml"), (Kind::Text, "text", "txt"), (Kind::Cockatrice, "cod", "cod")];

    /// The kind that a word or file ending names.
    pub fn named(word: &str) -> Option<Kind> {
        let word = word.to_lowercase();
        Kind::ALL.iter().find(|(_, name, ending)| *name == word || *ending == word).map(|(kind, ..)| *kind)
    }

    /// The kind of a text, by looking at it.
    pub fn of_text(text: &str) -> Kind {
        let start = text.trim_start_matches('\u{feff}').trim_start();
        if start.starts_with('<') {
            Kind::Cockatrice
        } else if text.lines().any(|l| l.trim() == "[sections]") {
            Kind::Toml
        } else {
            Kind::Text
        }
    }
}

/// A file that is no deck at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Unreadable {
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1; 0 if unknown.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => write!(f, "line {}: {}", self.line, self.message),
            column => write!(f, "line {}, column {column}: {}", self.line, self.message),
        }
    }
}

/// A deck file before any game has looked at it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet {
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
    /// What the file holds, in order.
    pub lines: Vec<Line>,
}

/// A line, or an element, of a deck file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Line in the file, counted from 1.
    pub number: usize,
    /// The line as it stands there.
    pub text: String,
    /// What it says.
    pub says: Says,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Says {
    /// Copies of a card in a section; without a section, where the card belongs.
    Copies {
        /// How many.
        count: u32,
        /// The name as written.
        name: String,
        /// The section as written.
        section: Option<String>,
    },
    /// A heading or a remark.
    Remark,
    /// Nothing that could be read, and why.
    Nothing(String),
}

/// A deck that came in, with a report on every line.
#[derive(Debug, Clone)]
pub struct Import {
    /// The deck.
    pub deck: Deck,
    /// A report for each line.
    pub report: Vec<Reported>,
}

/// What became of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reported {
    /// Line in the file, counted from 1.
    pub line: usize,
    /// The line as it stood there.
    pub text: String,
    /// What became of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// What became of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// A known card.
    Card {
        /// Copies.
        count: u32,
        /// The name as the game spells it.
        name: String,
        /// Section id.
        section: String,
        /// Why it is in another section than the file says.
        note: Option<String>,
    },
    /// A card that the game does not know, kept by its name.
    Unknown {
        /// Copies.
        count: u32,
        /// The name as written.
        name: String,
        /// Section id.
        section: String,
        /// The card that was perhaps meant.
        meant: Option<String>,
    },
    /// A heading, a remark or an empty line.
    Remark,
    /// A line that says nothing this program can read; it is kept in this report.
    Unread {
        /// Why not.
        why: String,
    },
}

/// Reads a deck file of any kind.
///
/// # Errors
/// When the file as a whole cannot be read, such as broken XML. Single lines that make no sense are reported
/// by [`resolve`].
pub fn read(text: &str, kind: Option<Kind>) -> Result<Sheet, Unreadable> {
    match kind.unwrap_or_else(|| Kind::of_text(text)) {
        Kind::Toml => native::read(text),
        Kind::Text => Ok(text::read(text)),
        Kind::Cockatrice => cockatrice::read(text),
    }
}

/// Writes a deck as a file of a kind.
pub fn write(game: &Game, deck: &Deck, kind: Kind) -> String {
    match kind {
        Kind::Toml => native::write(game, deck),
        Kind::Text => text::write(game, deck),
        Kind::Cockatrice => cockatrice::write(game, deck),
    }
}

/// The game among `games` that knows most of the names of a sheet; the game the sheet names, if there is one.
pub fn guess<'g>(sheet: &Sheet, games: impl IntoIterator<Item = &'g Game>) -> Option<&'g Game> {
    let games: Vec<&Game> = games.into_iter().collect();
    if let Some(named) = &sheet.game {
        return games.into_iter().find(|g| g.id == *named);
    }
    let known = |game: &Game| {
        let names = sheet.lines.iter().filter_map(|l| match &l.says {
            Says::Copies { name, .. } => Some(name),
            _ => None,
        });
        names.filter(|n| find(game, n).is_some()).count()
    };
    let mut best = games.into_iter().map(|g| (known(g), g)).filter(|(n, _)| *n > 0).collect::<Vec<_>>();
    best.sort_by_key(|(n, g)| (std::cmp::Reverse(*n), g.id.clone()));
    best.first().map(|(_, g)| *g)
}

/// Resolves the names of a sheet for a game.
pub fn resolve(sheet: &Sheet, game: &Game) -> Import {
    let format = sheet.format.clone().unwrap_or_else(|| game.default_format.clone());
    let mut deck = Deck::new(game, sheet.name.as_deref().unwrap_or("Imported deck"), &format);
    deck.about = sheet.about.as_deref().map(without_verdict).unwrap_or_default();
    (deck.goal, deck.goal_text) = sheet.goal.clone();
    let mut report = Vec::with_capacity(sheet.lines.len());
    for line in &sheet.lines {
        let outcome = match &line.says {
            Says::Remark => Outcome::Remark,
            Says::Nothing(why) => Outcome::Unread { why: why.clone() },
            Says::Copies { count, name, section } => {
                let found = find(game, name);
                let (at, strange) = place(game, section.as_deref(), found, sheet.game.is_some());
                let note = strange.then(|| section.as_ref().map(|s| format!("there is no section `{s}`"))).flatten();
                let section = game.sections[at].id.clone();
                let count = *count;
                match found {
                    Some(ix) => {
                        deck.add(at, Listed::Card(ix), count);
                        Outcome::Card { count, name: game.card(ix).name.clone(), section, note }
                    }
                    None => {
                        deck.add(at, Listed::Unknown(name.clone()), count);
                        let meant = catalog::fuzzy::suggestion(game, name).map(|ix| game.card(ix).name.clone());
                        Outcome::Unknown { count, name: name.clone(), section, meant }
                    }
                }
            }
        };
        report.push(Reported { line: line.number, text: line.text.clone(), outcome });
    }
    Import { deck, report }
}

/// What an export of an illegal deck begins its plan with.
pub fn verdict(format: &str) -> String {
    format!("Not legal in {format}.")
}

fn without_verdict(about: &str) -> String {
    let rest = about.strip_prefix("Not legal in ").and_then(|a| a.split_once('.')).map(|(_, rest)| rest);
    rest.unwrap_or(about).trim().to_owned()
}

/// The card of a name as other programs write it: with a set and number behind it, or a foil mark.
fn find(game: &Game, name: &str) -> Option<CardIx> {
    let name = &name.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(ix) = game.find(name) {
        return Some(ix);
    }
    let bare = name.strip_suffix("*F*").or_else(|| name.strip_suffix(" F")).map(str::trim_end);
    if let Some(ix) = bare.and_then(|b| game.find(b)) {
        return Some(ix);
    }
    let name = bare.unwrap_or(name);
    // `Name (SET) 17`, `Name (SET)`, `Name [SET]`
    let open = name.rfind(['(', '['])?;
    let close = name[open..].find([')', ']'])? + open;
    let after = name[close + 1..].trim();
    (!after.contains(' ')).then(|| game.find(name[..open].trim_end())).flatten()
}

/// The section that a label means: by id or name, or by the words that other programs use; and whether the label
/// is none that anybody knows. In a file of another program (not `ours`) a card that does not belong in that
/// section goes where this game wants it.
fn place(game: &Game, label: Option<&str>, card: Option<CardIx>, ours: bool) -> (usize, bool) {
    let accepted = |at: &usize| card.is_none_or(|ix| game.sections[*at].accepts.matches(game.card(ix)));
    let main = || game.section("main").unwrap_or(0);
    let home = || card.and_then(|_| (0..game.sections.len()).find(|at| accepted(at))).unwrap_or_else(main);
    let Some(label) = label else { return (home(), false) };
    let folded = fold(label.trim_end_matches(':'));
    let named = game.sections.iter().position(|s| fold(&s.id) == folded || fold(&s.name) == folded);
    if let Some(at) = named.filter(|at| ours || accepted(at)) {
        return (at, false);
    }
    let foreign = match folded.as_str() {
        "main" | "deck" | "maindeck" | "mainboard" | "main deck" => game.section("main"),
        "side" | "sideboard" | "side deck" | "sb" => game.section("side"),
        // Words of other programs for what this game may not have.
        "commander" | "companion" => None,
        _ => return (home(), named.is_none()),
    };
    (foreign.filter(accepted).unwrap_or_else(home), false)
}
