//! One leader, in the section that the format calls home.

use catalog::tr;
use catalog::{CardIx, Game, Query};

use super::case::Case;
use super::demand::{Finding, Kind, Told};
use super::{Choice, Fix};
use crate::deck::Listed;
use crate::format::Reader;

/// Exactly one leader.
#[derive(Debug, Clone)]
pub struct Leader {
    /// Position of the section.
    pub section: usize,
    /// The cards that may lead.
    pub of: Query,
}

impl Leader {
    pub(super) fn read(r: &Reader<'_, '_>) -> Leader {
        Leader { section: r.home.unwrap_or(0), of: r.query_or_all("of") }
    }

    fn led<'c>(&'c self, case: &'c Case<'_>) -> impl Iterator<Item = (CardIx, u32)> + 'c {
        case.deck.sections[self.section].iter().filter_map(|e| match e.card {
            Listed::Card(ix) => Some((ix, e.count)),
            Listed::Unknown(_) => None,
        })
    }
}

impl Kind for Leader {
    fn find(&self, case: &Case<'_>, findings: &mut Vec<Finding>) {
        let section = Some(self.section);
        let unfit = self.led(case).filter(|(ix, _)| !self.of.matches(case.game.card(*ix)));
        findings.extend(unfit.map(|(ix, found)| Finding { card: Some(ix), section, found, ..Finding::default() }));
        let found = case.deck.size(self.section);
        if found != 1 {
            findings.push(Finding { section, found, allowed: 1, ..Finding::default() });
        }
    }

    fn tell(&self, case: &Case<'_>, f: &Finding) -> Told {
        let section = &case.game.sections[self.section];
        let out = |ix: CardIx, n: u32| case.change(self.section, &Listed::Card(ix), -i64::from(n));
        if let Some(ix) = f.card {
            let name = case.name(ix);
            return Told {
                message: tr!("{name} cannot be the {}: only {}", section.name, self.of.print(case.game), name),
                cards: vec![case.copies(ix, f.found)],
                fix: Fix { text: tr!("take out {name}", name), changes: vec![out(ix, f.found)], choice: None },
                ..Told::default()
            };
        }
        let message = tr!("{}: {}, but it must be exactly one", section.name, super::cards(f.found));
        let cards = self.led(case).map(|(ix, n)| case.copies(ix, n)).collect();
        let fix = match case.leader {
            _ if f.found > 1 => {
                // The first one stays.
                let mut changes: Vec<_> = self.led(case).map(|(ix, n)| out(ix, n)).collect();
                if let Some(first) = changes.first_mut() {
                    first.by += 1;
                }
                changes.retain(|c| c.by != 0);
                Fix { text: tr!("take out {}", super::cards(f.found - 1)), changes, choice: None }
            }
            Some(ix) => {
                let mut changes = vec![case.change(self.section, &Listed::Card(ix), 1)];
                let sections = case.deck.sections.iter().enumerate();
                let there = sections.flat_map(|(s, list)| list.iter().map(move |e| (s, &e.card)));
                let moved = there.into_iter().find(|(_, card)| **card == Listed::Card(ix));
                changes.extend(moved.map(|(s, card)| case.change(s, card, -1)));
                let text = match moved.is_some() {
                    true => tr!("move {} to {}", case.name(ix), section.name),
                    false => tr!("add {} to {}", case.name(ix), section.name),
                };
                Fix { text, changes, choice: None }
            }
            None => {
                let choice = Some(Choice { sections: vec![self.section], of: self.of.clone(), by: 1 });
                Fix { text: tr!("add a {}", section.name), changes: Vec::new(), choice }
            }
        };
        Told { message, cards, fix, ..Told::default() }
    }

    fn words(&self, game: &Game) -> String {
        let of = match &self.of {
            Query::All => String::new(),
            of => tr!(" of `{}`", of.print(game)),
        };
        tr!("{}: exactly one card{of}", game.sections[self.section].name, of)
    }

    fn counted(&self, case: &Case<'_>) -> String {
        let names: Vec<&str> = self.led(case).map(|(ix, _)| case.name(ix)).collect();
        if names.is_empty() { tr!("none") } else { names.join(", ") }
    }
}
