//! The rules of a rulebook as data: each with an id, and where the program shows that it holds.

use serde::Serialize;

use crate::read::{Document, Problem, Problems};
use crate::source::Source;

/// A rule, or a ruling on what the rulebook leaves open.
#[derive(Debug, Clone, Serialize)]
pub struct Rule {
    /// Its id, such as `CX-041` or `AF-R30`.
    pub id: String,
    /// `D` deckbuilding, `L` limited and events, `E` match engine, `C` card data; absent for a ruling.
    pub marker: Option<String>,
    /// The rule in our words; for a ruling, what is ruled.
    pub text: String,
    /// For a ruling: what the rulebook leaves open or says twice.
    pub problem: Option<String>,
    /// For a ruling: the option that changes it, with its default.
    pub option: Option<String>,
    /// Where the program shows it: `deck`, `pool`, `scenario`, `data`, `advice` or `none`.
    pub shown: String,
    /// Why it is shown nowhere.
    pub reason: Option<String>,
}

/// The words that `shown` may be.
pub const SHOWN: [&str; 6] = ["deck", "pool", "scenario", "data", "advice", "none"];

/// Reads `rules.toml` of a game; a game without one has no rules.
///
/// # Errors
/// Every fault of the file.
pub fn load(source: &Source, game: &str) -> Result<Vec<Rule>, Vec<Problem>> {
    let problems = Problems::default();
    let mut rules = Vec::new();
    if let Some(file) = source.file(&format!("{game}/rules.toml")) {
        let document = Document::parse(&file.name, &file.text, &problems);
        let t = document.root();
        t.source();
        for (list, is_rule) in [(t.tables("rule"), true), (t.tables("ruling"), false)] {
            for r in list {
                let id = r.text("id");
                let r = r.place(id.clone());
                if is_rule {
                    r.text("part");
                    r.text("section");
                } else {
                    r.one_of("kind", &r.text("kind"), "kind of ruling", &["contradiction", "silence"]);
                }
                let rule = Rule {
                    id,
                    marker: is_rule.then(|| r.text("marker")),
                    text: r.text("text"),
                    problem: (!is_rule).then(|| r.text("problem")),
                    option: if is_rule { None } else { r.text_if("option") },
                    shown: r.text("shown"),
                    reason: r.text_if("reason"),
                };
                r.one_of("shown", &rule.shown, "place where rules are shown", &SHOWN);
                if (rule.shown == "none") != rule.reason.is_some() {
                    r.problem_at("shown", "`reason` goes with `shown = \"none\"`, and only with it", None);
                }
                if rules.iter().any(|x: &Rule| x.id == rule.id) && !rule.id.is_empty() {
                    r.problem_at("id", format!("{} is there twice", rule.id), None);
                }
                rules.push(rule);
            }
        }
    }
    problems.into_result().map(|()| rules)
}
