//! What `deck check` answers: as JSON, and in words.

use std::collections::BTreeSet;

use catalog::Game;
use catalog::rules::Rule;
use formats::check::{self, Change, Clause, Mended};
use formats::format::Format;
use formats::{Deck, Report};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::counted;
use crate::command::sources::Named;

/// What the check found.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Verdict {
    /// The deck's name.
    deck: String,
    /// `game/format`.
    format: String,
    /// The day that was asked about.
    pub(super) date: Option<String>,
    /// Whether nothing is wrong.
    pub(super) legal: bool,
    /// Everything that is wrong.
    violations: Vec<Violation>,
    /// What is allowed, but seldom meant.
    warnings: Vec<Remark>,
    /// What would be better otherwise; never an error.
    advice: Vec<Remark>,
    /// What could not be checked.
    unchecked: Vec<Remark>,
    /// What points were spent on, if the format has points.
    ledger: Option<Ledger>,
    /// Each rule with what the deck has of it, if `--why` asked.
    pub(super) why: Option<Vec<Held>>,
    /// What the table may settle otherwise, if `--why` asked.
    pub(super) options: Option<Vec<Settled>>,
    /// What `--fix` did.
    pub(super) fixed: Option<Fixed>,
    /// Lines of the file that did not come in as a card.
    #[serde(skip)]
    pub(super) remarks: String,
}

/// One thing that is wrong.
#[derive(Debug, Serialize, JsonSchema)]
struct Violation {
    /// Rule ids, the broken one first.
    rules: Vec<String>,
    /// The text of the first of them, if the rulebook has it.
    rule: Option<String>,
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
    /// The same card by card.
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

/// A rule with what the deck has of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Held {
    /// What it demands.
    text: String,
    /// What the deck has.
    found: String,
    /// Whether that will do.
    holds: bool,
    /// Rule ids.
    rules: Vec<String>,
    /// The text of the first of them, if the rulebook has it.
    rule: Option<String>,
}

/// A ruling or a house rule.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Settled {
    /// Its word: `--option side_max=10`.
    id: String,
    /// What it settles.
    about: String,
    /// As it was checked.
    value: String,
    /// As the format has it.
    default: String,
    /// Rule ids.
    rules: Vec<String>,
    /// The reason: what is ruled, if the rulebook has it.
    reason: Option<String>,
}

/// What `--fix` did.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Fixed {
    /// Card by card.
    changes: Vec<Step>,
    /// What nothing could be done about: empty when the deck is mended.
    left: Vec<String>,
}

/// Points.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Ledger {
    /// What may be spent.
    points: u32,
    /// What was spent.
    spent: u32,
    /// Each copy that has a price.
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

/// Rules and formats as sentences.
pub(super) struct Texts<'a> {
    pub game: &'a Game,
    pub format: &'a Format,
    pub rules: &'a [Rule],
}

impl Texts<'_> {
    fn rule(&self, ids: &[String]) -> Option<String> {
        let first = ids.first()?;
        self.rules.iter().find(|r| r.id == *first).map(|r| r.text.clone())
    }

    /// The verdict on a deck; `remedy` chooses the cards of a fix.
    pub fn verdict(&self, deck: &Deck, report: &Report, remedy: impl Fn(&check::Violation) -> Vec<Change>) -> Verdict {
        let remark = |h: &check::Hint| Remark { text: h.text.clone(), rules: h.rules.clone() };
        let remarks = |hints: &[check::Hint]| hints.iter().map(remark).collect();
        Verdict {
            deck: deck.name.clone(),
            format: format!("{}/{}", self.game.id, self.format.id),
            date: None,
            legal: report.passes(),
            violations: report.violations.iter().map(|v| self.violation(v, &remedy(v))).collect(),
            warnings: remarks(&report.warnings),
            advice: remarks(&report.advice),
            unchecked: remarks(&report.unchecked),
            ledger: Ledger::of(self.game, report),
            why: None,
            options: None,
            fixed: None,
            remarks: String::new(),
        }
    }

    fn violation(&self, v: &check::Violation, changes: &[Change]) -> Violation {
        let fix = match (&v.fix.choice, changes.is_empty()) {
            (Some(_), false) => format!("{}: {}", v.fix.text, steps(changes).join(", ")),
            _ => v.fix.text.clone(),
        };
        Violation {
            rules: v.rules.clone(),
            rule: self.rule(&v.rules),
            kind: v.kind.to_owned(),
            section: v.section.clone(),
            cards: v.cards.iter().map(|c| Count { name: c.name.clone(), count: c.count }).collect(),
            found: v.found,
            allowed: v.allowed,
            message: v.message.clone(),
            fix,
            changes: changes.iter().map(Step::of).collect(),
        }
    }

    /// Each rule with what the deck has of it.
    pub fn why(&self, clauses: &[Clause]) -> Vec<Held> {
        let held = |c: &Clause| Held {
            text: c.text.clone(),
            found: c.found.clone(),
            holds: c.holds,
            rules: c.rules.clone(),
            rule: self.rule(&c.rules),
        };
        clauses.iter().map(held).collect()
    }

    /// What the table may settle otherwise.
    pub fn options(&self) -> Vec<Settled> {
        let settled = |r: &formats::format::Ruling| Settled {
            id: r.id.clone(),
            about: r.about.clone(),
            value: r.words(r.value),
            default: r.words(r.default),
            rules: r.cites.clone(),
            reason: self.rule(&r.cites),
        };
        self.format.rulings.iter().map(settled).collect()
    }
}

impl Step {
    fn of(change: &Change) -> Step {
        Step { section: change.section.clone(), card: change.card.clone(), by: change.by }
    }
}

/// `+1 Magma Dart`, `−2 Deep Query`.
fn steps(changes: &[Change]) -> Vec<String> {
    let sign = |by: i64| if by < 0 { '−' } else { '+' };
    changes.iter().map(|c| format!("{}{} {}", sign(c.by), c.by.unsigned_abs(), c.card)).collect()
}

impl Fixed {
    pub fn new(mended: &Mended) -> Fixed {
        Fixed {
            changes: mended.changes.iter().map(Step::of).collect(),
            left: mended.left.iter().map(|v| v.message.clone()).collect(),
        }
    }

    fn words(&self) -> String {
        let places: BTreeSet<&str> = self.changes.iter().map(|c| c.section.as_str()).collect();
        let line = |c: &Step| {
            let sign = if c.by < 0 { '−' } else { '+' };
            let place = if places.len() > 1 { format!("  ({})", c.section) } else { String::new() };
            format!("  {sign}{} {}{place}\n", c.by.unsigned_abs(), c.card)
        };
        let lines: String = self.changes.iter().map(line).collect();
        match (self.changes.is_empty(), self.left.as_slice()) {
            (true, []) => "nothing was to be mended\n".into(),
            (false, []) => format!("the mended deck is legal:\n{lines}"),
            (_, left) => format!("{lines}still wrong after the fixes: {}\n", left.join("; ")),
        }
    }
}

impl Ledger {
    /// The ledger of a report, if the format has points.
    pub fn new(named: &Named<'_>, report: &Report) -> Option<Ledger> {
        Ledger::of(&named.book.game, report)
    }

    fn of(game: &Game, report: &Report) -> Option<Ledger> {
        let faction = game.faction_name.to_lowercase();
        let paid = |l: &check::Paid| Paid {
            card: game.card(l.card).name.clone(),
            copy: l.copy,
            points: l.points,
            why: if l.home { format!("copy {}", l.copy) } else { format!("another {faction}") },
        };
        report.ledger.as_ref().map(|ledger| Ledger {
            points: ledger.points,
            spent: ledger.spent,
            paid: ledger.lines.iter().map(paid).collect(),
        })
    }

    pub fn words(&self) -> String {
        let lines: String = self.paid.iter().map(|p| format!("  {:>2}  {} ({})\n", p.points, p.card, p.why)).collect();
        format!("{} of {} points\n{lines}", self.spent, self.points)
    }
}

impl Verdict {
    /// The whole of it in words.
    pub fn words(&self) -> String {
        let mut out = self.remarks.clone();
        for v in &self.violations {
            out.push_str(&format!("✗ {}  [{}]\n", v.message, v.rules.join(", ")));
            out.extend(v.rule.iter().map(|text| format!("    {}: {text}\n", v.rules[0])));
            out.push_str(&format!("    → {}\n", v.fix));
        }
        out.extend(self.ledger.as_ref().map(Ledger::words));
        let lists = [("warning", &self.warnings), ("advice", &self.advice), ("not checked", &self.unchecked)];
        for (word, list) in lists {
            out.extend(list.iter().map(|r| format!("{word}: {}  [{}]\n", r.text, r.rules.join(", "))));
        }
        self.explain(&mut out);
        let day = self.date.as_ref().map_or(String::new(), |day| format!(" on {day}"));
        let (deck, format) = (&self.deck, &self.format);
        out.push_str(&match self.violations.len() {
            0 => format!("{deck} is legal in {format}{day}\n"),
            n => format!("{deck} is not legal in {format}{day}: {}\n", counted(n as u64, "violation", "violations")),
        });
        out.extend(self.fixed.as_ref().map(Fixed::words));
        out
    }

    /// Each rule and each option, if they were asked for; the text of a rule stands below the first that cites it.
    fn explain(&self, out: &mut String) {
        let mut told: Vec<&str> = Vec::new();
        for h in self.why.iter().flatten() {
            let mark = if h.holds { '✓' } else { '✗' };
            out.push_str(&format!("{mark} {}  [{}]\n    the deck has: {}\n", h.text, h.rules.join(", "), h.found));
            rule_text(&h.rules, h.rule.as_deref(), &mut told, out);
        }
        for s in self.options.iter().flatten() {
            let default = if s.value == s.default { String::new() } else { format!(" (usually {})", s.default) };
            out.push_str(&format!("option {}={}{default}: {}  [{}]\n", s.id, s.value, s.about, s.rules.join(", ")));
            rule_text(&s.rules, s.reason.as_deref(), &mut told, out);
        }
    }
}

/// The text of a rule, unless it was told before.
fn rule_text<'a>(rules: &'a [String], text: Option<&str>, told: &mut Vec<&'a str>, out: &mut String) {
    let Some((id, text)) = rules.first().zip(text).filter(|(id, _)| !told.contains(&id.as_str())) else { return };
    out.push_str(&format!("    {id}: {text}\n"));
    told.push(id);
}
