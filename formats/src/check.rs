//! Whether a deck may be played: every violation at once, each with its rules, cards, counts and smallest fix.
//!
//! A deck that passes becomes a [`LegalDeck`]; nothing else makes one, and only a legal deck plays, enters
//! an event or is exported without being asked for by name.
//!
//! Each kind of rule has a file: what it reads, what it finds, how it says so. Finding costs microseconds and no
//! words; `fix` lets it judge the decks that it tries.

mod appeal;
mod bound;
mod budget;
mod checker;
mod choose;
mod condition;
mod context;
mod copies;
mod copy_limit;
mod count;
mod demand;
mod distinct;
mod explain;
mod factions;
mod fitting;
mod fix;
mod fixed;
mod identity;
mod leader;
mod legality;
mod pool;
mod requires;
mod restricted;
mod rotation;
mod sections;
mod share;
mod size;
mod sources;

pub use bound::{Bound, Bounds};
pub use condition::Condition;
pub use copy_limit::copy_limit;
pub use demand::Demand;
pub(crate) use demand::RuleKind;
pub use explain::{RuleStatus, explain};
pub use fitting::fitting;
pub use fix::{FixedDeck, edits, fix_changes, fix_deck, fix_team};
pub use legality::allows;

use catalog::query::Query;
use catalog::tr;
use catalog::{CardIx, GameData};
use serde::Serialize;
use smallvec::SmallVec;

use crate::deck::{Deck, Listed};
use crate::format::DeckFormat;
use crate::limited::Pool;
use crate::localize::cards_label;
use checker::Checker;

/// What a check found. Only a violation makes a deck illegal.
#[derive(Debug, Clone, Default)]
pub struct CheckReport {
    /// Everything that is wrong.
    pub violations: Vec<Violation>,
    /// What is allowed, but seldom meant.
    pub warnings: Vec<Hint>,
    /// What would be better otherwise.
    pub advice: Vec<Hint>,
    /// What could not be checked, and why.
    pub unchecked: Vec<Hint>,
    /// What the deckbuilding points were spent on, if the format has points.
    pub ledger: Option<Ledger>,
}

/// One thing that is wrong with a deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Violation {
    /// Rule ids, the one that is broken first.
    pub rules: Vec<String>,
    /// Kind of rule, as formats name it; or `section`, `unknown_card`.
    pub kind: &'static str,
    /// Section id, if it is about one.
    pub section: Option<String>,
    /// The cards it is about, with their copies.
    pub cards: Vec<CardCount>,
    /// What was counted.
    pub found: u32,
    /// What it should have been: the nearest number that passes.
    pub allowed: u32,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The smallest change that mends it.
    pub fix: Fix,
}

/// Some copies of a card, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CardCount {
    /// Name.
    pub name: String,
    /// Copies.
    pub count: u32,
}

/// A change that mends a violation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Fix {
    /// The change in words.
    pub text: String,
    /// The change card by card; empty where any card of a kind would do: [`fix_changes`] then chooses.
    pub changes: Vec<CardChange>,
    /// Other ways, in which any of some cards would do; [`fix_changes`] tries them all.
    #[serde(skip)]
    pub choices: SmallVec<[FixChoice; 1]>,
}

/// Any of these cards would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixChoice {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// The cards.
    pub of: Query,
    /// How many to add; negative to take out.
    pub by: i64,
}

/// Copies of a card to add to a section or to take out of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CardChange {
    /// Section id.
    pub section: String,
    /// Name of the card.
    pub card: String,
    /// Its id; the name again for a card that the game does not know.
    pub id: String,
    /// Copies to add; negative to take out.
    pub by: i64,
}

impl CardChange {
    fn new(game: &GameData, section: usize, card: &Listed, by: i64) -> CardChange {
        let name = card.name(game).to_owned();
        let id = match card {
            Listed::Card(ix) => game.card(*ix).id.clone(),
            Listed::Unknown(_) => name.clone(),
        };
        CardChange { section: game.sections[section].id.clone(), card: name, id, by }
    }
}

/// A remark with the rules it follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hint {
    /// The remark.
    pub text: String,
    /// Rule ids.
    pub rules: Vec<String>,
}

/// What points were spent on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// What may be spent.
    pub points: u32,
    /// What was spent.
    pub spent: u32,
    /// Each copy that has a price, in order of the deck.
    pub lines: Vec<PricedCopy>,
}

/// A copy that was paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PricedCopy {
    /// The card.
    pub card: CardIx,
    /// Which copy of it, counted from 1.
    pub copy: u32,
    /// Its price.
    pub points: u32,
    /// Whether it shares a faction with the leader.
    pub home: bool,
}

impl CheckReport {
    /// Whether nothing is wrong.
    pub fn passes(&self) -> bool {
        self.violations.is_empty()
    }
}

/// A deck that passed the check of its format.
#[derive(Debug, Clone)]
pub struct LegalDeck {
    deck: Deck,
    format: String,
    report: CheckReport,
}

impl LegalDeck {
    /// Checks a deck, and makes a legal one of it if nothing is wrong.
    ///
    /// # Errors
    /// The report with every violation.
    pub fn check(
        game: &GameData,
        format: &DeckFormat,
        deck: Deck,
        pool: Option<&Pool>,
    ) -> Result<LegalDeck, Box<CheckReport>> {
        let report = check(game, format, &deck, pool);
        if report.passes() { Ok(LegalDeck { deck, format: format.id.clone(), report }) } else { Err(Box::new(report)) }
    }

    /// The deck.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Id of the format that it is legal in.
    pub fn format(&self) -> &str {
        &self.format
    }

    /// Ledger and advice of the check.
    pub fn report(&self) -> &CheckReport {
        &self.report
    }
}

/// Checks a deck against a format; `pool` is what a limited deck may be built from.
pub fn check(game: &GameData, format: &DeckFormat, deck: &Deck, pool: Option<&Pool>) -> CheckReport {
    Checker::new(game, format, pool, &[]).report(deck)
}

/// Checks the decks of a team, `[player]`. Where a rule counts over the team, it is broken by the deck that goes over:
/// each is counted together with those before it.
pub fn check_team(game: &GameData, format: &DeckFormat, decks: &[(&Deck, Option<&Pool>)]) -> Vec<CheckReport> {
    let all: Vec<&Deck> = decks.iter().map(|(deck, _)| *deck).collect();
    let report = |i: usize| Checker::new(game, format, decks[i].1, &all[..i]).report(decks[i].0);
    (0..decks.len()).map(report).collect()
}

fn count_label(count: u32) -> String {
    cards_label(count as usize)
}

/// Names of sections: `Codex and Side pool`.
fn section_names(game: &GameData, sections: &[usize]) -> String {
    if sections.len() == game.sections.len() && sections.len() > 1 {
        return tr!("the whole deck");
    }
    sections.iter().map(|s| game.sections[*s].name.as_str()).collect::<Vec<_>>().join(&tr!(" and "))
}
