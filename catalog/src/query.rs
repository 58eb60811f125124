//! One language for choosing cards, in the search box, in data files and in questions to the lab; and for
//! counting them in a hand, a pool or a deck. data/README.md teaches it.
//!
//! ```text
//! type:asset domain:corporate skill<=2 "draw a card"      all of these
//! (rarity:rare or rarity:legendary) -type:terrain         brackets, or, not
//! cost:2..4  terrain:diamond,sky  terrain=diamond,sky     a range; any of these; exactly these
//! cost.influence>=3  keyword:"stealth"  stealth>=2        one resource; a keyword; its number
//! text:draw  text~draw  name="Lamp Keeper"  name:/^la/    a part; a whole word; all of it; a regular expression
//! in:deck  owned>=2  legal:codex@2026-05-01               relations (searches only)
//! sort:-cost,name  limit:20                               order (searches only)
//! 2..5 of (type:terrain) and 1.. of (cost<=2)             counts (keep rules, goals, odds)
//! ```
//!
//! A bare word or a quoted phrase looks in the name, the type line and the rules text.
//! [`Query::parse`] makes the tree, [`Query::print`] writes it back, [`Query::matches`] decides.

mod bits;
mod columns;
mod complete;
mod context;
mod count;
mod facet;
mod field;
mod lex;
mod matcher;
mod parse;
mod pattern;
mod print;
mod search;
mod term;
mod texts;
mod value;

use std::fmt;

pub(crate) use columns::Columns;
pub use complete::{Completion, complete};
pub use context::{CopySource, QueryContext, Relation};
pub use count::CountQuery;
pub use facet::FacetCounts;
pub(crate) use field::is_taken;
pub use pattern::{Pattern, Regex};
pub(crate) use texts::{CardTexts, Joined};

use serde::{Deserialize, Serialize};

use crate::fold::nearest;
use crate::game::Mask;
use crate::read::suggest;

/// Whether a text is a day such as `2026-05-01`.
pub fn is_day(text: &str) -> bool {
    value::days(text).is_some_and(|(from, to)| from == to)
}

/// A question about one card.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Query {
    /// Every card: `*`.
    #[default]
    All,
    /// All of these.
    And(Vec<Query>),
    /// At least one of these.
    Or(Vec<Query>),
    /// Not this.
    Not(Box<Query>),
    /// One test.
    Test(CardTest),
}

/// One test of a card. Positions are those of the game that the query was parsed for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardTest {
    /// In name, type line or rules text; never [`Pattern::Whole`].
    Anywhere(Pattern),
    /// In one of the texts of a card.
    In(CardPart, Pattern),
    /// There is something in this place.
    Has(CardPart),
    /// One of these types.
    Type(Mask),
    /// In one of these sets.
    Set(Vec<u16>),
    /// In a set of one of these eras.
    Era {
        /// As the sets name them.
        eras: Vec<String>,
        /// The sets that this means.
        sets: Vec<u16>,
    },
    /// In a set that came out then; a set without a day fails.
    Released {
        /// Before, on or after it.
        op: CompareOp,
        /// A day, month or year, or a range of them, as it was typed.
        when: String,
        /// The sets that this means.
        sets: Vec<u16>,
    },
    /// Rarity compared by rank; several with `=` only.
    Rarity(CompareOp, Vec<u8>),
    /// Factions compared as a set.
    Faction(CompareOp, Mask),
    /// So many factions.
    Factions(NumberRange),
    /// One of these keywords.
    Keyword(Vec<u8>),
    /// The number of a keyword within these bounds; a card without the keyword fails.
    KeywordNumber(u8, NumberRange),
    /// A number in a field, or the total of its amounts, within these bounds.
    Number {
        /// Position of the field.
        field: usize,
        /// One resource of its amounts, instead of the total.
        resource: Option<usize>,
        /// The numbers that pass.
        range: NumberRange,
    },
    /// A flag is set.
    Flag(usize),
    /// A resource field compared as a set.
    Resources(usize, CompareOp, Mask),
    /// Shares a faction with the leader of the deck (`is:home`); false without a deck.
    Home,
    /// What only the one who asks knows.
    Relation(Relation),
}

/// Where in a card something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardPart {
    /// The name.
    Name,
    /// Keywords and rules text.
    Text,
    /// The flavour text.
    Flavor,
    /// The subtypes.
    Subtype,
    /// The keywords.
    Keyword,
    /// The collector number.
    Number,
    /// The id.
    Id,
    /// A field that the game declares.
    Field(usize),
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CompareOp {
    /// `:` – has any of them.
    Has,
    /// `=` – is exactly that.
    Is,
    /// `!=`
    Not,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// Numbers from `min` to `max`, both included; an open end is `None`. With `outside`, all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberRange {
    /// Least.
    pub min: Option<i32>,
    /// Greatest.
    pub max: Option<i32>,
    /// Whether the range is turned inside out (`!=`).
    pub outside: bool,
}

impl NumberRange {
    /// Whether the number passes.
    pub fn holds(&self, n: i32) -> bool {
        (self.min.is_none_or(|m| m <= n) && self.max.is_none_or(|m| n <= m)) != self.outside
    }
}

/// A query with an order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Search {
    /// Which cards.
    pub query: Query,
    /// In which order; without one, names that match come first, then the order of print.
    pub sort: Vec<SortKey>,
    /// The most cards that are wanted.
    pub limit: Option<usize>,
}

/// What to sort by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SortKey {
    /// The key.
    pub by: SortBy,
    /// Whether the greatest comes first.
    pub descending: bool,
}

/// A sort key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortBy {
    /// Folded name.
    Name,
    /// Set and number.
    Print,
    /// Rarity, common first.
    Rarity,
    /// Factions in declared order.
    Faction,
    /// Types in declared order.
    Type,
    /// A number field; cards without it come last.
    Field(usize),
}

/// What is wrong with a query, and at which byte of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    /// Byte offset from 0.
    pub at: usize,
    /// Length in bytes of what is wrong.
    pub len: usize,
    /// What is wrong.
    pub message: String,
    /// What to write instead, for people.
    pub hint: Option<String>,
    /// The name that was perhaps meant, alone.
    pub meant: Option<String>,
}

impl QueryError {
    /// The same with the hint that one of these names was meant instead of `word`.
    fn suggesting(mut self, word: &str, known: &[&str]) -> QueryError {
        self.hint = Some(suggest(word, known));
        self.meant = nearest(word, known.iter().copied()).map(str::to_owned);
        self
    }

    /// The query with a line below it that points at the fault.
    pub fn pointing(&self, text: &str) -> String {
        let before = text[..self.at.min(text.len())].chars().count();
        let width = text[self.at.min(text.len())..].get(..self.len).map_or(1, |t| t.chars().count().max(1));
        format!("{text}\n{}{} {self}", " ".repeat(before), "^".repeat(width))
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for QueryError {}
