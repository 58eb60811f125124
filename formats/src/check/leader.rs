//! One leader, in the section that the format calls home.

use catalog::tr;
use catalog::{CardIx, GameData, Query};

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use super::{Fix, FixChoice};
use crate::deck::Listed;
use crate::format::RuleReader;

/// Exactly one leader.
#[derive(Debug, Clone)]
pub struct Leader {
    /// Position of the section.
    pub section: usize,
    /// The cards that may lead.
    pub of: Query,
}

impl Leader {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Leader {
        Leader { section: r.home.unwrap_or(0), of: r.query_or_all("of") }
    }

    fn leaders<'c>(&'c self, context: &'c CheckContext<'_>) -> impl Iterator<Item = (CardIx, u32)> + 'c {
        context.deck.sections[self.section].iter().filter_map(|e| match e.card {
            Listed::Card(ix) => Some((ix, e.count)),
            Listed::Unknown(_) => None,
        })
    }
}

impl RuleCheck for Leader {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let section = Some(self.section);
        let unfit = self.leaders(context).filter(|(ix, _)| !self.of.matches(context.game.card(*ix)));
        findings.extend(unfit.map(|(ix, found)| Finding { card: Some(ix), section, found, ..Finding::default() }));
        let found = context.deck.size(self.section);
        if found != 1 {
            findings.push(Finding { section, found, allowed: 1, ..Finding::default() });
        }
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let section = &context.game.sections[self.section];
        let out = |ix: CardIx, n: u32| context.change(self.section, &Listed::Card(ix), -i64::from(n));
        if let Some(ix) = f.card {
            let name = context.name(ix);
            return Explanation {
                message: tr!("{name} cannot be the {}: only {}", section.name, self.of.print(context.game), name),
                cards: vec![context.copies(ix, f.found)],
                fix: Fix { text: tr!("remove {name}", name), changes: vec![out(ix, f.found)], choice: None },
                ..Explanation::default()
            };
        }
        let message = tr!("{}: {}; it needs exactly one", section.name, super::count_label(f.found));
        let cards = self.leaders(context).map(|(ix, n)| context.copies(ix, n)).collect();
        let fix = match context.leader {
            _ if f.found > 1 => {
                // The first one stays.
                let mut changes: Vec<_> = self.leaders(context).map(|(ix, n)| out(ix, n)).collect();
                if let Some(first) = changes.first_mut() {
                    first.by += 1;
                }
                changes.retain(|c| c.by != 0);
                Fix { text: tr!("remove {}", super::count_label(f.found - 1)), changes, choice: None }
            }
            Some(ix) => {
                let mut changes = vec![context.change(self.section, &Listed::Card(ix), 1)];
                let sections = context.deck.sections.iter().enumerate();
                let there = sections.flat_map(|(s, list)| list.iter().map(move |e| (s, &e.card)));
                let moved = there.into_iter().find(|(_, card)| **card == Listed::Card(ix));
                changes.extend(moved.map(|(s, card)| context.change(s, card, -1)));
                let text = if moved.is_some() {
                    tr!("move {} to {}", context.name(ix), section.name)
                } else {
                    tr!("add {} to {}", context.name(ix), section.name)
                };
                Fix { text, changes, choice: None }
            }
            None => {
                let choice = Some(FixChoice { sections: vec![self.section], of: self.of.clone(), by: 1 });
                Fix { text: tr!("add a {}", section.name), changes: Vec::new(), choice }
            }
        };
        Explanation { message, cards, fix, ..Explanation::default() }
    }

    fn describe(&self, game: &GameData) -> String {
        let of = match &self.of {
            Query::All => String::new(),
            of => tr!(" of `{}`", of.print(game)),
        };
        tr!("{}: exactly one card{of}", game.sections[self.section].name, of)
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        let names: Vec<&str> = self.leaders(context).map(|(ix, _)| context.name(ix)).collect();
        if names.is_empty() { tr!("none") } else { names.join(", ") }
    }
}
