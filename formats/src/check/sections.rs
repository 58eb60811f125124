//! Every card in a section that it belongs to, and every name a card that exists.

use super::{Case, Change, Copies, Fix, Report, Violation};
use crate::deck::Listed;

pub(super) fn check(case: &Case<'_>, report: &mut Report) {
    for (at, section) in case.game.sections.iter().enumerate() {
        for entry in &case.deck.sections[at] {
            match &entry.card {
                Listed::Card(ix) if section.accepts.matches_in(case.game.card(*ix), case.home) => {}
                Listed::Card(ix) => {
                    let name = case.name(*ix).to_owned();
                    let change =
                        |section: &str, by: i64| Change { section: section.to_owned(), card: name.clone(), by };
                    let mut changes = vec![change(&section.id, -i64::from(entry.count))];
                    let home = case.game.home_section(case.game.card(*ix));
                    let text = if home.accepts.matches(case.game.card(*ix)) {
                        changes.push(change(&home.id, i64::from(entry.count)));
                        format!("move it to {}", home.name)
                    } else {
                        format!("take out {} × {name}", entry.count)
                    };
                    report.violations.push(Violation {
                        rules: if section.rules.is_empty() { vec!["section".into()] } else { section.rules.clone() },
                        kind: "section",
                        section: Some(section.id.clone()),
                        message: format!(
                            "{name} ({}) does not belong in {}",
                            case.game.type_line(case.game.card(*ix)),
                            section.name
                        ),
                        fix: Fix { text, changes },
                        cards: vec![Copies { name, count: entry.count }],
                        found: entry.count,
                        allowed: 0,
                    });
                }
                Listed::Unknown(name) => report.violations.push(unknown(case, &section.id, name, entry.count)),
            }
        }
    }
}

fn unknown(case: &Case<'_>, section: &str, name: &str, count: u32) -> Violation {
    let change = |card: &str, by: i64| Change { section: section.to_owned(), card: card.to_owned(), by };
    let mut changes = vec![change(name, -i64::from(count))];
    let text = match catalog::fuzzy::suggestion(case.game, name) {
        Some(ix) => {
            changes.push(change(case.name(ix), i64::from(count)));
            format!("write `{}`", case.name(ix))
        }
        None => format!("take out {count} × {name}"),
    };
    Violation {
        rules: vec!["unknown-card".into()],
        kind: "unknown_card",
        section: Some(section.to_owned()),
        cards: vec![Copies { name: name.to_owned(), count }],
        found: count,
        allowed: 0,
        message: format!("{} has no card `{name}`", case.game.name),
        fix: Fix { text, changes },
    }
}
