//! Only certain cards, such as those of the newest sets.

use catalog::Query;

use super::{Case, Copies, Fix, Report, Violation};
use crate::format::Rule;

pub(super) fn check(case: &Case<'_>, rule: &Rule, of: &Query, report: &mut Report) {
    let sections: Vec<usize> = (0..case.game.sections.len()).collect();
    for (card, found) in case.named(&sections) {
        if of.matches_in(case.game.card(card), case.home) {
            continue;
        }
        let name = case.name(card).to_owned();
        report.violations.push(Violation {
            rules: rule.cites.clone(),
            kind: "legality",
            section: None,
            message: format!("{name} is not legal here: only {}", of.print(case.game)),
            fix: Fix { text: format!("take out {found} × {name}"), changes: case.take_out(&sections, card, found) },
            cards: vec![Copies { name, count: found }],
            found,
            allowed: 0,
        });
    }
}
