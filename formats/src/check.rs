//! Whether a deck may be played: every violation at once, each with its rules, cards, counts and smallest fix.
//!
//! A deck that passes becomes a [`LegalDeck`]; nothing else makes one, and only a legal deck plays, enters
//! an event or is exported without being asked for by name.

mod budget;
mod copies;
mod legality;
mod pool;
mod sections;
mod size;

pub use legality::allows;

use catalog::game::Mask;
use catalog::game::goldfish::Hand;
use catalog::{CardIx, Game};
use serde::Serialize;

use crate::deck::{Deck, Listed};
use crate::format::{Demand, Format};
use crate::limited::Pool;

/// What a check found.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Everything that is wrong.
    pub violations: Vec<Violation>,
    /// What would be better otherwise; never an error.
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
    /// Kind of rule: `size`, `copies`, `budget`, `legality`, `pool`, `section`, `unknown_card`.
    pub kind: &'static str,
    /// Section id, if it is about one.
    pub section: Option<String>,
    /// The cards it is about, with their copies.
    pub cards: Vec<Copies>,
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
pub struct Copies {
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
    /// The change card by card; empty where any card of the kind would do.
    pub changes: Vec<Change>,
}

/// Copies of a card to add to a section or to take out of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Section id.
    pub section: String,
    /// Name of the card.
    pub card: String,
    /// Copies to add; negative to take out.
    pub by: i64,
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
    /// Each copy that is not free, in order of the deck.
    pub lines: Vec<Paid>,
}

/// A copy that was paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paid {
    /// The card.
    pub card: CardIx,
    /// Which copy of it, counted from 1.
    pub copy: u32,
    /// Its price.
    pub points: u32,
    /// Whether it shares a faction with the leader.
    pub home: bool,
}

impl Report {
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
    report: Report,
}

impl LegalDeck {
    /// Checks a deck, and makes a legal one of it if nothing is wrong.
    ///
    /// # Errors
    /// The report with every violation.
    pub fn check(game: &Game, format: &Format, deck: Deck, pool: Option<&Pool>) -> Result<LegalDeck, Box<Report>> {
        let report = check(game, format, &deck, pool);
        match report.passes() {
            true => Ok(LegalDeck { deck, format: format.id.clone(), report }),
            false => Err(Box::new(report)),
        }
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
    pub fn report(&self) -> &Report {
        &self.report
    }
}

/// What a rule is checked against.
struct Case<'a> {
    game: &'a Game,
    deck: &'a Deck,
    pool: Option<&'a Pool>,
    /// Factions of the deck's leader.
    home: Mask,
}

/// Checks a deck against a format; `pool` is what a limited deck may be built from.
pub fn check(game: &Game, format: &Format, deck: &Deck, pool: Option<&Pool>) -> Report {
    let case = Case { game, deck, pool, home: home(game, format, deck) };
    let mut report = Report::default();
    sections::check(&case, &mut report);
    let is_known = |e: &crate::deck::Entry| matches!(e.card, Listed::Card(_));
    let leaderless = format.home.is_some_and(|section| !deck.sections[section].first().is_some_and(is_known));
    for rule in &format.rules {
        if leaderless && rule.demand.asks_home() {
            // Without a leader every card would be from another faction: say what is missing, and no more.
            let section = format.home.map_or("leader", |s| game.sections[s].name.as_str());
            let text = format!("{}: the deck has no {section} yet", rule.demand.words());
            report.unchecked.push(Hint { text, rules: rule.cites.clone() });
            continue;
        }
        match &rule.demand {
            Demand::Size { section, min, max } => size::check(&case, rule, (*section, *min, *max), &mut report),
            Demand::Copies { sections, of, max } => copies::check(&case, rule, (sections, of, *max), &mut report),
            Demand::Budget { sections, points, price, free } => {
                budget::check(
                    &case,
                    rule,
                    &budget::Budget { sections, points: *points, price: *price, free },
                    &mut report,
                );
            }
            Demand::Legality { of } => legality::check(&case, rule, of, &mut report),
            Demand::Pool { free } => pool::check(&case, rule, free, &mut report),
        }
    }
    report.advice.extend(missing_opener(game, deck));
    if !format.advice.is_empty() {
        let main = game.section("main").unwrap_or(0);
        let cards = deck.cards(main);
        let unmet = format.advice.iter().filter(|a| !a.count.holds(game, &cards));
        report.advice.extend(unmet.map(|a| Hint { text: a.text.clone(), rules: a.cites.clone() }));
    }
    report
}

/// The deck after the fixes that the checks name, one violation after the other, until none is left that names
/// cards. It may still lack cards where any would do.
pub fn mend(game: &Game, format: &Format, deck: &Deck, pool: Option<&Pool>) -> Deck {
    let mut deck = deck.clone();
    // Each fix takes something out or moves it, so this ends; the bound is for fixes that undo each other.
    for _ in 0..200 {
        let report = check(game, format, &deck, pool);
        let Some(violation) = report.violations.iter().find(|v| !v.fix.changes.is_empty()) else { break };
        for change in &violation.fix.changes {
            if let Some(section) = game.section(&change.section) {
                let card = Listed::of(game, &change.card);
                let count = i64::from(deck.count(section, &card)) + change.by;
                deck.set(section, card, u32::try_from(count).unwrap_or(0));
            }
        }
    }
    deck
}

/// A leader whose opening card is not in the deck: allowed, but seldom meant (CX-R16).
fn missing_opener(game: &Game, deck: &Deck) -> Option<Hint> {
    let Hand::Led { section, named, .. } = game.goldfish.hand else { return None };
    let Listed::Card(leader) = &deck.sections[section].first()?.card else { return None };
    let opener = game.find(game.card(*leader).text_in(named)?)?;
    let main = game.section("main").unwrap_or(0);
    let there = deck.sections[main].iter().any(|e| e.card == Listed::Card(opener));
    (!there).then(|| Hint {
        text: format!(
            "{} is not in the deck: the opening hand has one more random card instead",
            game.card(opener).name
        ),
        rules: game.goldfish.hand_rules.clone(),
    })
}

/// The factions of the deck's leader; 0 if the format has none or the deck lacks it.
pub fn home(game: &Game, format: &Format, deck: &Deck) -> Mask {
    let leader = format.home.and_then(|section| deck.sections[section].first());
    match leader.map(|e| &e.card) {
        Some(Listed::Card(ix)) => game.card(*ix).factions,
        _ => 0,
    }
}

impl Case<'_> {
    /// Copies by name over the sections, in order of the deck: the first printing stands for all.
    fn named(&self, sections: &[usize]) -> Vec<(CardIx, u32)> {
        let mut named: Vec<(CardIx, u32)> = Vec::with_capacity(64);
        for entry in sections.iter().flat_map(|s| &self.deck.sections[*s]) {
            if let Listed::Card(ix) = entry.card {
                let name = self.game.namesake(ix);
                match named.iter_mut().find(|(n, _)| *n == name) {
                    Some((_, count)) => *count = count.saturating_add(entry.count),
                    None => named.push((name, entry.count)),
                }
            }
        }
        named
    }

    fn name(&self, ix: CardIx) -> &str {
        &self.game.card(ix).name
    }

    fn section_id(&self, section: usize) -> String {
        self.game.sections[section].id.clone()
    }

    /// Takes copies of a card out of the sections, from the last section forward.
    fn take_out(&self, sections: &[usize], card: CardIx, mut count: u32) -> Vec<Change> {
        let mut changes = Vec::new();
        for section in sections.iter().rev() {
            let here = self.deck.sections[*section].iter().filter_map(|e| match e.card {
                Listed::Card(ix) if self.game.namesake(ix) == self.game.namesake(card) => Some((ix, e.count)),
                _ => None,
            });
            for (ix, there) in here {
                let out = there.min(count);
                if out > 0 {
                    let by = -i64::from(out);
                    changes.push(Change { section: self.section_id(*section), card: self.name(ix).to_owned(), by });
                    count -= out;
                }
            }
        }
        changes
    }
}

fn cards(count: u32) -> String {
    if count == 1 { "1 card".into() } else { format!("{count} cards") }
}
