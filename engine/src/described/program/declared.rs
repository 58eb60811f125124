//! What a game declares: options, zones, counters, numbers of cards, formulas.

use catalog::query::Query;

use super::super::expression::{Expression, Kind};

/// Numbers stay within this, so that sums of them fit.
pub const MOST: i32 = 1_000_000;

/// What a table may settle otherwise: a number, or a switch.
#[derive(Debug, Clone)]
pub struct MatchOption {
    /// Name in the data.
    pub id: String,
    /// What it settles, in a sentence.
    pub about: String,
    /// As it is in this match; a switch is 0 or 1.
    pub value: i32,
    /// The least that it can be.
    pub least: i32,
    /// The most.
    pub most: i32,
    /// Whether it is a switch.
    pub is_switch: bool,
}

/// A place for cards.
#[derive(Debug, Clone)]
pub struct Zone {
    /// Name in the data.
    pub id: String,
    /// What people read.
    pub title: String,
    /// Whose it is.
    pub owner: ZoneOwner,
    /// Who sees its cards.
    pub sees: Sees,
    /// Whether its cards lie in an order.
    pub ordered: bool,
    /// How a table shows it.
    pub layout: Layout,
    /// Whether it is shown while it is empty, and a log tells what goes in. Cards only pass through the others.
    pub shown: bool,
}

/// Whose a zone is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ZoneOwner {
    /// One for all.
    Table,
    /// One of each seat.
    Seat,
    /// One of each team.
    Team,
}

/// Who sees the cards of a zone. How many there are is seen by all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Sees {
    /// Everybody.
    All,
    /// The seat or team whose it is.
    Owner,
    /// Nobody.
    Nobody,
}

/// How a zone is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Layout {
    /// Held in hand.
    Hand,
    /// In play.
    Field,
    /// Side by side and small.
    Row,
    /// On top of each other.
    Pile,
}

/// A number that changes.
#[derive(Debug, Clone)]
pub struct Counter {
    /// Name in the data.
    pub id: String,
    /// What people read.
    pub title: String,
    /// What has it.
    pub owner: CounterOwner,
    /// What it holds.
    pub kind: Kind,
    /// What it begins with.
    pub start: i32,
    /// The least that it can be.
    pub least: i32,
    /// The most.
    pub most: i32,
    /// Whether it is shown.
    pub shown: bool,
}

impl Counter {
    /// Whether it says that something is so or not, which its title tells.
    pub fn is_fact(&self) -> bool {
        self.owner == CounterOwner::Table && self.kind == Kind::Number && (self.least, self.most) == (0, 1)
    }

    /// Whether its title is a number by itself, of what it changes: `+1`.
    pub fn is_change(&self) -> bool {
        self.title.ends_with(|last: char| last.is_ascii_digit())
    }
}

/// What has a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum CounterOwner {
    /// The table.
    Table,
    /// Each seat.
    Seat,
    /// Each team.
    Team,
    /// Each card.
    Card,
}

/// A number or word of each card, which is the same for the whole match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    /// A number field, or the total of a cost.
    Field(usize),
    /// A word that cards have: its position among all of them.
    Text(WordSource, Vec<String>),
    /// A value that the rules of play give: that of the first query that fits, or the column's; 0 otherwise.
    Value(Vec<(Query, Worth)>),
}

/// Where on a card a word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordSource {
    /// In a text field.
    Field(usize),
    /// It is the name of its only faction.
    Faction,
    /// It is the name of its only type.
    Type,
}

/// What a card is worth in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// A number.
    Number(i32),
    /// What another column says, and a number more.
    Column(u16, i32),
}

/// An expression with a name.
#[derive(Debug, Clone)]
pub struct Formula {
    /// Name in the data.
    pub id: String,
    /// What it is worth.
    pub value: Expression,
    /// What it stands for.
    pub kind: Kind,
}

/// A number of a seat that players who think look at.
#[derive(Debug, Clone)]
pub struct EvaluationTerm {
    /// What people read of it.
    pub title: String,
    /// The number, which sees the seat as `you`.
    pub number: Expression,
    /// What one of it is worth.
    pub weight: i32,
    /// Whether it hangs only on what everybody sees.
    pub is_public: bool,
}
