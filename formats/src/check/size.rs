//! How many cards a section holds.

use super::{Case, Fix, Report, Violation, cards};
use crate::format::Rule;

pub(super) fn check(case: &Case<'_>, rule: &Rule, (section, min, max): (usize, u32, Option<u32>), report: &mut Report) {
    let found = case.deck.size(section);
    let (allowed, fix) = match max {
        Some(max) if found > max => (max, format!("take out {}", cards(found - max))),
        _ if found < min => (min, format!("add {}", cards(min - found))),
        _ => return,
    };
    let name = &case.game.sections[section].name;
    let bound = match max {
        Some(max) if max == min => format!("exactly {min}"),
        Some(max) if found > max => format!("at most {max}"),
        _ => format!("at least {min}"),
    };
    report.violations.push(Violation {
        rules: rule.cites.clone(),
        kind: "size",
        section: Some(case.section_id(section)),
        cards: Vec::new(),
        found,
        allowed,
        message: format!("{name}: {}, but it must be {bound}", cards(found)),
        fix: Fix { text: fix, changes: Vec::new() },
    });
}
