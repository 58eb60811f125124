//! Only cards that were opened or drafted, and those that are there without limit.

use catalog::Query;

use super::{Case, Copies, Fix, Hint, Report, Violation};
use crate::format::Rule;

pub(super) fn check(case: &Case<'_>, rule: &Rule, free: &Query, report: &mut Report) {
    let Some(pool) = case.pool else {
        report.unchecked.push(Hint {
            text: "whether the cards come from the pool: no pool was named".into(),
            rules: rule.cites.clone(),
        });
        return;
    };
    let sections: Vec<usize> = (0..case.game.sections.len()).collect();
    for (card, found) in case.named(&sections) {
        if free.matches_in(case.game.card(card), case.home) {
            continue;
        }
        let there = pool.copies(case.game, card);
        if found <= there {
            continue;
        }
        let name = case.name(card).to_owned();
        report.violations.push(Violation {
            rules: rule.cites.clone(),
            kind: "pool",
            section: None,
            message: format!("{found} × {name}, but the pool has {there}"),
            fix: Fix {
                text: format!("take out {} × {name}", found - there),
                changes: case.take_out(&sections, card, found - there),
            },
            cards: vec![Copies { name, count: found }],
            found,
            allowed: there,
        });
    }
}
