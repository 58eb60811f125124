//! Formats: what a deck must be, read from `data/<game>/formats/<format>.toml`.
//!
//! A format is a list of rules; what each kind of rule means stands under [`crate::check`]. What a rulebook leaves
//! open is a [`Ruling`]: a number or a switch with a default, which a table may set otherwise. [`Format::with`] gives
//! the format with other rulings, [`Format::on`] as it was or will be on a day; all that takes a format takes those.

mod read;
mod ruling;

use catalog::{Count, Query};
use serde::{Deserialize, Serialize};

use crate::check::Demand;
use crate::event;
use crate::limited::draft::Way;

pub(crate) use read::{Reader, read};
pub use ruling::{Fault, Ruling};

/// A format.
#[derive(Debug, Clone)]
pub struct Format {
    /// Id and file name; with the game, `afrika/codex`.
    pub id: String,
    /// Name.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The section whose first card is the leader: it decides which factions are at home.
    pub home: Option<usize>,
    /// What a deck must be.
    pub rules: Vec<Rule>,
    /// What is allowed, but seldom meant.
    pub warnings: Vec<Advice>,
    /// What a deck should rather be.
    pub advice: Vec<Advice>,
    /// What a table may settle otherwise.
    pub rulings: Vec<Ruling>,
    /// How a pool is made, if the format is a limited one.
    pub limited: Option<Limited>,
    /// How a match is played.
    pub table: Table,
    /// What matches of an event are worth, and what breaks ties.
    pub event: event::Rules,
    /// The day that is asked about, `YYYY-MM-DD`; without one, all sets of the data are out.
    pub day: Option<String>,
}

/// How a match is played in a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Fewest and most seats.
    pub seats: (u32, u32),
    /// Players of a team; 1 where everybody plays alone.
    pub team: u32,
    /// Whether all seats play with one deck.
    pub shared: bool,
    /// Rulings of the format that differ from the game's defaults, by key; the rules engine knows them.
    pub options: Vec<(String, String)>,
}

impl Default for Table {
    fn default() -> Self {
        Table { seats: (2, 2), team: 1, shared: false, options: Vec::new() }
    }
}

/// A rule of deck construction, with the ids of the rulebook's rules that it follows.
#[derive(Debug, Clone)]
pub struct Rule {
    /// A word by which a format that extends this one may leave it out.
    pub id: Option<String>,
    /// What it demands.
    pub demand: Demand,
    /// Rule ids.
    pub cites: Vec<String>,
    /// Whether it counts over the decks of a team.
    pub team: bool,
    /// Whether a ruling has switched it off.
    pub off: bool,
    /// The first day on which it holds.
    pub from: Option<String>,
    /// The last day on which it holds.
    pub until: Option<String>,
    /// Why, in a sentence, where the rulebook does not say.
    pub why: Option<String>,
}

impl Rule {
    /// A rule that always holds.
    pub fn new(demand: Demand, cites: Vec<String>) -> Rule {
        Rule { id: None, demand, cites, team: false, off: false, from: None, until: None, why: None }
    }

    /// Whether it holds on a day; without one, the last word holds.
    pub fn holds_on(&self, day: Option<&str>) -> bool {
        let began = self.from.as_deref().is_none_or(|from| day.is_none_or(|day| from <= day));
        let lasts = self.until.as_deref().is_none_or(|until| day.is_some_and(|day| day <= until));
        !self.off && began && lasts
    }
}

/// Advice: never an error.
#[derive(Debug, Clone)]
pub struct Advice {
    /// What should hold for the main section.
    pub count: Count,
    /// What to say when it does not.
    pub text: String,
    /// Rule ids.
    pub cites: Vec<String>,
}

/// How a pool is made.
#[derive(Debug, Clone)]
pub struct Limited {
    /// Id of the product that is opened first.
    pub product: String,
    /// Ids of the products of a player's packs, in the order in which they are opened.
    pub products: Vec<String>,
    /// Packs for each player.
    pub packs: u32,
    /// Fewest and most seats.
    pub seats: (u32, u32),
    /// How it is drafted; absent for sealed.
    pub way: Option<Way>,
    /// Cards of a deck that is built from the pool.
    pub deck_size: u32,
    /// Of these, cards that make resources; 0 where a game has no such cards.
    pub lands: u32,
    /// Rule ids.
    pub cites: Vec<String>,
}

/// To whom a pack goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    /// The next seat.
    Left,
    /// The seat before.
    Right,
}

impl Format {
    /// The rules that hold, each with its position.
    pub fn in_force(&self) -> impl Iterator<Item = (usize, &Rule)> {
        self.rules.iter().enumerate().filter(|(_, rule)| rule.holds_on(self.day.as_deref()))
    }

    /// Whether decks of this format have a section.
    pub fn uses(&self, section: usize) -> bool {
        self.in_force().all(|(_, rule)| match &rule.demand {
            Demand::Sections(used) => used.sections.contains(&section),
            _ => true,
        })
    }

    /// The cards that a pool's deck may have beside the pool, if the format asks for a pool.
    pub fn free(&self) -> Option<&Query> {
        self.in_force().find_map(|(_, rule)| match &rule.demand {
            Demand::Pool(pool) => Some(&pool.free),
            _ => None,
        })
    }

    /// The format on a day, `YYYY-MM-DD`.
    pub fn on(&self, day: &str) -> Format {
        Format { day: Some(day.to_owned()), ..self.clone() }
    }
}

impl Limited {
    /// Whether it is a draft.
    pub fn is_draft(&self) -> bool {
        self.way.is_some()
    }
}
