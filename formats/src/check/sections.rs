//! Every card in a section that it belongs to, every name a card that exists; and only sections that a format uses.

use catalog::GameData;
use catalog::tr;
use smallvec::SmallVec;

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use super::{CardCount, Fix, count_label, section_names};
use crate::deck::Listed;

/// Only these sections are used; the others are empty.
#[derive(Debug, Clone)]
pub struct Used {
    /// Positions of the sections.
    pub sections: Vec<usize>,
}

impl RuleCheck for Used {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        for section in (0..context.game.sections.len()).filter(|s| !self.sections.contains(s)) {
            let found = context.deck.size(section);
            if found > 0 {
                findings.push(Finding { section: Some(section), found, ..Finding::default() });
            }
        }
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let section = f.section.expect("a section is not used");
        let entries = &context.deck.sections[section];
        let name = &context.game.sections[section].name;
        Explanation {
            message: tr!("{name}: {}; this format has no such section", count_label(f.found), name),
            cards: entries
                .iter()
                .map(|e| CardCount { name: e.card.name(context.game).to_owned(), count: e.count })
                .collect(),
            fix: Fix {
                text: tr!("remove all of {name}", name),
                changes: entries.iter().map(|e| context.change(section, &e.card, -i64::from(e.count))).collect(),
                choices: SmallVec::new(),
            },
            ..Explanation::default()
        }
    }

    fn describe(&self, game: &GameData) -> String {
        tr!("only these sections: {}", section_names(game, &self.sections))
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        let used: Vec<usize> = (0..context.game.sections.len()).filter(|s| context.deck.size(*s) > 0).collect();
        section_names(context.game, &used)
    }
}

/// What is always checked: cards where they do not belong, and names that the game does not know.
pub(super) fn find(context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
    for (at, section) in context.game.sections.iter().enumerate() {
        for (entry, listed) in context.deck.sections[at].iter().enumerate() {
            let fits = match listed.card {
                Listed::Card(ix) => section.accepts.matches_in(context.game.card(ix), context.home),
                Listed::Unknown(_) => false,
            };
            if !fits {
                findings.push(Finding { section: Some(at), entry, found: listed.count, ..Finding::default() });
            }
        }
    }
}

/// Its kind and its words.
pub(super) fn explain(context: &CheckContext<'_>, f: &Finding) -> (&'static str, Explanation) {
    let at = f.section.expect("an entry stands in a section");
    let (section, entry) = (&context.game.sections[at], &context.deck.sections[at][f.entry]);
    let name = entry.card.name(context.game).to_owned();
    let mut changes = vec![context.change(at, &entry.card, -i64::from(entry.count))];
    let mut out = tr!("remove {} × {name}", entry.count, name);
    let cards = vec![CardCount { name: name.clone(), count: entry.count }];
    match &entry.card {
        Listed::Card(ix) => {
            let card = context.game.card(*ix);
            let home = context.game.sections.iter().position(|s| s.accepts.matches(card));
            if let Some(home) = home {
                changes.push(context.change(home, &entry.card, i64::from(entry.count)));
                out = tr!("move it to {}", context.game.sections[home].name);
            }
            let cites = if section.rules.is_empty() { vec!["section".into()] } else { section.rules.clone() };
            let message = tr!("{name} ({}) does not belong in {}", context.game.type_line(card), section.name, name);
            (
                "section",
                Explanation { message, cards, fix: Fix { text: out, changes, choices: SmallVec::new() }, cites },
            )
        }
        Listed::Unknown(_) => {
            if let Some(ix) = catalog::fuzzy::suggestion(context.game, &name) {
                let card = context.game.card(ix);
                let home = context.game.sections.iter().position(|s| s.accepts.matches(card));
                let to = if section.accepts.matches_in(card, context.home) { at } else { home.unwrap_or(at) };
                changes.push(context.change(to, &Listed::Card(ix), i64::from(entry.count)));
                out = tr!("change to {}", context.name(ix));
            }
            let message = tr!("{} has no card `{name}`", context.game.name, name);
            let cites = vec!["unknown-card".into()];
            (
                "unknown_card",
                Explanation { message, cards, fix: Fix { text: out, changes, choices: SmallVec::new() }, cites },
            )
        }
    }
}
