//! Every card in a section that it belongs to, every name a card that exists; and only sections that a format uses.

use catalog::Game;
use catalog::tr;

use super::case::Case;
use super::demand::{Finding, Kind, Told};
use super::{Copies, Fix, cards, places};
use crate::deck::Listed;

/// Only these sections are used; the others are empty.
#[derive(Debug, Clone)]
pub struct Used {
    /// Positions of the sections.
    pub sections: Vec<usize>,
}

impl Kind for Used {
    fn find(&self, case: &Case<'_>, findings: &mut Vec<Finding>) {
        for section in (0..case.game.sections.len()).filter(|s| !self.sections.contains(s)) {
            let found = case.deck.size(section);
            if found > 0 {
                findings.push(Finding { section: Some(section), found, ..Finding::default() });
            }
        }
    }

    fn tell(&self, case: &Case<'_>, f: &Finding) -> Told {
        let section = f.section.expect("a section is not used");
        let entries = &case.deck.sections[section];
        let name = &case.game.sections[section].name;
        Told {
            message: tr!("{name}: {}, but this format has no such section", cards(f.found), name),
            cards: entries.iter().map(|e| Copies { name: e.card.name(case.game).to_owned(), count: e.count }).collect(),
            fix: Fix {
                text: tr!("take out all of {name}", name),
                changes: entries.iter().map(|e| case.change(section, &e.card, -i64::from(e.count))).collect(),
                choice: None,
            },
            ..Told::default()
        }
    }

    fn words(&self, game: &Game) -> String {
        tr!("only these sections: {}", places(game, &self.sections))
    }

    fn counted(&self, case: &Case<'_>) -> String {
        let used: Vec<usize> = (0..case.game.sections.len()).filter(|s| case.deck.size(*s) > 0).collect();
        places(case.game, &used)
    }
}

/// What is always checked: cards where they do not belong, and names that the game does not know.
pub(super) fn find(case: &Case<'_>, findings: &mut Vec<Finding>) {
    for (at, section) in case.game.sections.iter().enumerate() {
        for (entry, listed) in case.deck.sections[at].iter().enumerate() {
            let fits = match listed.card {
                Listed::Card(ix) => section.accepts.matches_in(case.game.card(ix), case.home),
                Listed::Unknown(_) => false,
            };
            if !fits {
                findings.push(Finding { section: Some(at), entry, found: listed.count, ..Finding::default() });
            }
        }
    }
}

/// Its kind and its words.
pub(super) fn tell(case: &Case<'_>, f: &Finding) -> (&'static str, Told) {
    let at = f.section.expect("an entry stands in a section");
    let (section, entry) = (&case.game.sections[at], &case.deck.sections[at][f.entry]);
    let name = entry.card.name(case.game).to_owned();
    let mut changes = vec![case.change(at, &entry.card, -i64::from(entry.count))];
    let mut out = tr!("take out {} × {name}", entry.count, name);
    let cards = vec![Copies { name: name.clone(), count: entry.count }];
    match &entry.card {
        Listed::Card(ix) => {
            let card = case.game.card(*ix);
            let home = case.game.sections.iter().position(|s| s.accepts.matches(card));
            if let Some(home) = home {
                changes.push(case.change(home, &entry.card, i64::from(entry.count)));
                out = tr!("move it to {}", case.game.sections[home].name);
            }
            let cites = if section.rules.is_empty() { vec!["section".into()] } else { section.rules.clone() };
            let message = tr!("{name} ({}) does not belong in {}", case.game.type_line(card), section.name, name);
            ("section", Told { message, cards, fix: Fix { text: out, changes, choice: None }, cites })
        }
        Listed::Unknown(_) => {
            if let Some(ix) = catalog::fuzzy::suggestion(case.game, &name) {
                let card = case.game.card(ix);
                let home = case.game.sections.iter().position(|s| s.accepts.matches(card));
                let to = if section.accepts.matches_in(card, case.home) { at } else { home.unwrap_or(at) };
                changes.push(case.change(to, &Listed::Card(ix), i64::from(entry.count)));
                out = format!("write `{}`", case.name(ix));
            }
            let message = tr!("{} has no card `{name}`", case.game.name, name);
            let cites = vec!["unknown-card".into()];
            ("unknown_card", Told { message, cards, fix: Fix { text: out, changes, choice: None }, cites })
        }
    }
}
