//! How many copies of a card there may be, counted by name over several sections.

use catalog::Query;

use super::{Case, Copies, Fix, Report, Violation};
use crate::format::Rule;

pub(super) fn check(case: &Case<'_>, rule: &Rule, (sections, of, max): (&[usize], &Query, u32), report: &mut Report) {
    for (card, found) in case.named(sections) {
        if found <= max || !of.matches_in(case.game.card(card), case.home) {
            continue;
        }
        let name = case.name(card).to_owned();
        let copies = if max == 1 { "copy".into() } else { format!("{max} copies") };
        report.violations.push(Violation {
            rules: rule.cites.clone(),
            kind: "copies",
            section: None,
            message: format!("{found} × {name}: {} {copies}", if max == 1 { "only one" } else { "at most" }),
            fix: Fix {
                text: format!("take out {} × {name}", found - max),
                changes: case.take_out(sections, card, found - max),
            },
            cards: vec![Copies { name, count: found }],
            found,
            allowed: max,
        });
    }
}
