//! What `deck check` answers: as JSON, and in words.

use std::collections::BTreeSet;

use catalog::GameData;
use catalog::rules::Rule;
use formats::check::{self, CardChange, FixedDeck, RuleStatus};
use formats::format::DeckFormat;
use formats::{CheckReport, Deck};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::counted;
use crate::command::sources::DeckArgument;

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
    ledger: Option<PointsLedger>,
    /// Each rule with what the deck has of it, if `--why` asked.
    pub(super) why: Option<Vec<RuleFinding>>,
    /// What the table may settle otherwise, if `--why` asked.
    pub(super) options: Option<Vec<OptionSetting>>,
    /// What `--fix` did.
    pub(super) fixed: Option<FixOutput>,
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
    changes: Vec<FixStep>,
}

/// Copies of a card.
#[derive(Debug, Serialize, JsonSchema)]
struct Count {
    name: String,
    count: u32,
}

/// Copies to add to a section, or with a minus to take out of it.
#[derive(Debug, Serialize, JsonSchema)]
struct FixStep {
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
pub(super) struct RuleFinding {
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
pub(super) struct OptionSetting {
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
pub(super) struct FixOutput {
    /// Card by card.
    changes: Vec<FixStep>,
    /// What nothing could be done about: empty when the deck is mended.
    left: Vec<String>,
}

/// Points.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PointsLedger {
    /// What may be spent.
    points: u32,
    /// What was spent.
    spent: u32,
    /// Each copy that has a price.
    paid: Vec<PaidOutput>,
}

/// A copy that was paid for.
#[derive(Debug, Serialize, JsonSchema)]
struct PaidOutput {
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
pub(super) struct RuleTexts<'a> {
    pub game: &'a GameData,
    pub format: &'a DeckFormat,
    pub rules: &'a [Rule],
}

impl RuleTexts<'_> {
    fn rule(&self, ids: &[String]) -> Option<String> {
        let first = ids.first()?;
        self.rules.iter().find(|r| r.id == *first).map(|r| r.text.clone())
    }

    /// The verdict on a deck; `remedy` chooses the cards of a fix.
    pub fn verdict(
        &self,
        deck: &Deck,
        report: &CheckReport,
        remedy: impl Fn(&check::Violation) -> Vec<CardChange>,
    ) -> Verdict {
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
            ledger: PointsLedger::from_report(self.game, report),
            why: None,
            options: None,
            fixed: None,
            remarks: String::new(),
        }
    }

    fn violation(&self, v: &check::Violation, changes: &[CardChange]) -> Violation {
        let fix = match (v.fix.choices.is_empty(), changes.is_empty()) {
            (false, false) => format!("{}: {}", v.fix.text, steps(changes).join(", ")),
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
            changes: changes.iter().map(FixStep::from_change).collect(),
        }
    }

    /// Each rule with what the deck has of it.
    pub fn rule_findings(&self, clauses: &[RuleStatus]) -> Vec<RuleFinding> {
        let held = |c: &RuleStatus| RuleFinding {
            text: c.text.clone(),
            found: c.found.clone(),
            holds: c.holds,
            rules: c.rules.clone(),
            rule: self.rule(&c.rules),
        };
        clauses.iter().map(held).collect()
    }

    /// What the table may settle otherwise.
    pub fn options(&self) -> Vec<OptionSetting> {
        let settled = |r: &formats::format::Ruling| OptionSetting {
            id: r.id.clone(),
            about: r.about.clone(),
            value: r.value_label(r.value),
            default: r.value_label(r.default),
            rules: r.cites.clone(),
            reason: self.rule(&r.cites),
        };
        self.format.rulings.iter().map(settled).collect()
    }
}

impl FixStep {
    fn from_change(change: &CardChange) -> FixStep {
        FixStep { section: change.section.clone(), card: change.card.clone(), by: change.by }
    }
}

/// `+1 Magma Dart`, `−2 Deep Query`.
fn steps(changes: &[CardChange]) -> Vec<String> {
    let sign = |by: i64| if by < 0 { '−' } else { '+' };
    changes.iter().map(|c| format!("{}{} {}", sign(c.by), c.by.unsigned_abs(), c.card)).collect()
}

impl FixOutput {
    pub fn new(mended: &FixedDeck) -> FixOutput {
        FixOutput {
            changes: mended.changes.iter().map(FixStep::from_change).collect(),
            left: mended.left.iter().map(|v| v.message.clone()).collect(),
        }
    }

    fn to_text(&self) -> String {
        let places: BTreeSet<&str> = self.changes.iter().map(|c| c.section.as_str()).collect();
        let line = |c: &FixStep| {
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

impl PointsLedger {
    /// The ledger of a report, if the format has points.
    pub fn new(named: &DeckArgument<'_>, report: &CheckReport) -> Option<PointsLedger> {
        PointsLedger::from_report(&named.game_library.game, report)
    }

    fn from_report(game: &GameData, report: &CheckReport) -> Option<PointsLedger> {
        let faction = game.faction_name.to_lowercase();
        let paid = |l: &check::PricedCopy| PaidOutput {
            card: game.card(l.card).name.clone(),
            copy: l.copy,
            points: l.points,
            why: if l.home { format!("copy {}", l.copy) } else { format!("another {faction}") },
        };
        report.ledger.as_ref().map(|ledger| PointsLedger {
            points: ledger.points,
            spent: ledger.spent,
            paid: ledger.lines.iter().map(paid).collect(),
        })
    }

    pub fn to_text(&self) -> String {
        let lines: String = self.paid.iter().map(|p| format!("  {:>2}  {} ({})\n", p.points, p.card, p.why)).collect();
        format!("{} of {} points\n{lines}", self.spent, self.points)
    }
}

impl Verdict {
    /// The whole of it in words.
    pub fn to_text(&self) -> String {
        let mut out = self.remarks.clone();
        for v in &self.violations {
            out.push_str(&format!("✗ {}  [{}]\n", v.message, v.rules.join(", ")));
            out.extend(v.rule.iter().map(|text| format!("    {}: {text}\n", v.rules[0])));
            out.push_str(&format!("    → {}\n", v.fix));
        }
        out.extend(self.ledger.as_ref().map(PointsLedger::to_text));
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
        out.extend(self.fixed.as_ref().map(FixOutput::to_text));
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
