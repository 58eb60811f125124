//! `deckloom deck check DECK`

use std::path::PathBuf;

use formats::Report;
use formats::check::{self, Change, Copies, Fix, Hint};
use formats::deckfile;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::sources::{self, Named};
use crate::command::{Door, Outcome};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
    /// A file, a starter deck such as chronx/corporate, or the name of a saved deck.
    deck: String,
    /// Another format than the deck's own, such as afrika/codex.
    #[arg(long)]
    format: Option<String>,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
    /// A file with the pool that a limited deck is built from.
    #[arg(long, value_name = "FILE")]
    pool: Option<PathBuf>,
    /// Do what the fixes say, and write the mended deck here.
    #[arg(long, value_name = "FILE")]
    fix: Option<PathBuf>,
}

/// What the check found.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Result {
    /// The deck's name.
    deck: String,
    /// `game/format`.
    format: String,
    /// Whether nothing is wrong.
    legal: bool,
    /// Everything that is wrong.
    violations: Vec<Violation>,
    /// What would be better otherwise; never an error.
    advice: Vec<Remark>,
    /// What could not be checked.
    unchecked: Vec<Remark>,
    /// What points were spent on, if the format has points.
    ledger: Option<Ledger>,
    /// What `--fix` left wrong, if it was asked for: empty when the deck is mended.
    left_after_fix: Option<Vec<String>>,
}

/// One thing that is wrong.
#[derive(Debug, Serialize, JsonSchema)]
struct Violation {
    /// Rule ids, the broken one first.
    rules: Vec<String>,
    /// Kind of rule.
    kind: String,
    /// Section id, if it is about one.
    section: Option<String>,
    /// The cards it is about.
    cards: Vec<Count>,
    /// What was counted.
    found: u32,
    /// The nearest number that passes.
    allowed: u32,
    /// In a sentence.
    message: String,
    /// The smallest change that mends it, in words.
    fix: String,
    /// The same card by card; empty where any card would do.
    changes: Vec<Step>,
}

/// Copies of a card.
#[derive(Debug, Serialize, JsonSchema)]
struct Count {
    name: String,
    count: u32,
}

/// Copies to add to a section, or with a minus to take out of it.
#[derive(Debug, Serialize, JsonSchema)]
struct Step {
    section: String,
    card: String,
    by: i64,
}

/// A remark with its rules.
#[derive(Debug, Serialize, JsonSchema)]
struct Remark {
    text: String,
    rules: Vec<String>,
}

/// Points.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Ledger {
    /// What may be spent.
    points: u32,
    /// What was spent.
    spent: u32,
    /// Each copy that is not free.
    paid: Vec<Paid>,
}

/// A copy that was paid for.
#[derive(Debug, Serialize, JsonSchema)]
struct Paid {
    /// Name.
    card: String,
    /// Which copy of it, from 1.
    copy: u32,
    /// Its price.
    points: u32,
    /// Why it is not free.
    why: String,
}

impl Ledger {
    pub fn new(named: &Named<'_>, report: &Report) -> Option<Ledger> {
        let game = &named.book.game;
        let faction = game.faction_name.to_lowercase();
        report.ledger.as_ref().map(|ledger| Ledger {
            points: ledger.points,
            spent: ledger.spent,
            paid: ledger
                .lines
                .iter()
                .map(|l| Paid {
                    card: game.card(l.card).name.clone(),
                    copy: l.copy,
                    points: l.points,
                    why: if l.home { format!("copy {}", l.copy) } else { format!("another {faction}") },
                })
                .collect(),
        })
    }

    pub fn words(&self) -> String {
        let lines: String = self.paid.iter().map(|p| format!("  {:>2}  {} ({})\n", p.points, p.card, p.why)).collect();
        format!("{} of {} points\n{lines}", self.spent, self.points)
    }
}

pub(in crate::command) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let mut named = door.deck(&args.deck, args.game.as_deref())?;
    let game = &named.book.game;
    if let Some(file) = &args.pool {
        named.pool = Some(door.pool(file, game)?);
    }
    let format = named.format(args.format.as_deref())?;
    let asks_pool = |d: &formats::format::Demand| matches!(d, formats::format::Demand::Pool { .. });
    if args.pool.is_some() && !format.rules.iter().any(|r| asks_pool(&r.demand)) {
        let message = format!("{} asks for no pool; name a limited format with --format", format.name);
        return Err(crate::command::usage(message));
    }
    let report = check::check(game, format, &named.deck, named.pool.as_ref());
    let mut left_after_fix = None;
    if let Some(file) = &args.fix {
        let mended = check::mend(game, format, &named.deck, named.pool.as_ref());
        let after = check::check(game, format, &mended, named.pool.as_ref());
        let kind = sources::kind(file, None)?;
        sources::write(file, deckfile::write(game, &mended, kind))?;
        left_after_fix = Some(after.violations.iter().map(|v| v.message.clone()).collect());
    }
    let remark = |h: &Hint| Remark { text: h.text.clone(), rules: h.rules.clone() };
    let result = Result {
        deck: named.deck.name.clone(),
        format: format!("{}/{}", game.id, format.id),
        legal: report.passes(),
        violations: report.violations.iter().map(violation).collect(),
        advice: report.advice.iter().map(remark).collect(),
        unchecked: report.unchecked.iter().map(remark).collect(),
        ledger: Ledger::new(&named, &report),
        left_after_fix,
    };
    door.show(&result, || format!("{}{}", super::remarks(&named.report), words(&result)))?;
    Ok(if result.legal { Outcome::Done } else { Outcome::Wanting })
}

fn violation(v: &check::Violation) -> Violation {
    let Fix { text, changes } = &v.fix;
    Violation {
        rules: v.rules.clone(),
        kind: v.kind.to_owned(),
        section: v.section.clone(),
        cards: v.cards.iter().map(|Copies { name, count }| Count { name: name.clone(), count: *count }).collect(),
        found: v.found,
        allowed: v.allowed,
        message: v.message.clone(),
        fix: text.clone(),
        changes: changes
            .iter()
            .map(|Change { section, card, by }| Step { section: section.clone(), card: card.clone(), by: *by })
            .collect(),
    }
}

fn words(result: &Result) -> String {
    let mut out = String::new();
    for v in &result.violations {
        out.push_str(&format!("✗ {}  [{}]\n    {}\n", v.message, v.rules.join(", "), v.fix));
    }
    if let Some(ledger) = &result.ledger {
        out.push_str(&ledger.words());
    }
    for a in &result.advice {
        out.push_str(&format!("advice: {}  [{}]\n", a.text, a.rules.join(", ")));
    }
    for u in &result.unchecked {
        out.push_str(&format!("not checked: {}  [{}]\n", u.text, u.rules.join(", ")));
    }
    match result.violations.len() {
        0 => out.push_str(&format!("{} is legal in {}\n", result.deck, result.format)),
        n => out.push_str(&format!(
            "{} is not legal in {}: {}\n",
            result.deck,
            result.format,
            crate::command::print::counted(n as u64, "violation", "violations")
        )),
    }
    match &result.left_after_fix {
        Some(left) if left.is_empty() => out.push_str("the mended deck is legal\n"),
        Some(left) => out.push_str(&format!("still wrong after the fixes: {}\n", left.join("; "))),
        None => {}
    }
    out
}
