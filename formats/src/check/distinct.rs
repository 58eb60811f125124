//! How many different cards there are, by name.

use catalog::tr;
use catalog::{CardIx, GameData, Query};
use smallvec::{SmallVec, smallvec};

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use super::{Bound, Bounds, CardChange, Fix, FixChoice, section_names};
use crate::format::RuleReader;

/// So many different cards that fit a query.
#[derive(Debug, Clone)]
pub struct Distinct {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// The cards it is about.
    pub of: Query,
    /// Fewest and most.
    pub bounds: Bounds,
}

impl Distinct {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Distinct {
        if !r.t.has("min") && !r.t.has("max") {
            r.t.problem("`min` or `max` is missing", Some("for instance min = 10: ten different cards".into()));
        }
        Distinct { sections: r.sections(), of: r.query_or_all("of"), bounds: Bounds::read(r) }
    }

    fn names<'c>(&'c self, context: &'c CheckContext<'_>) -> impl Iterator<Item = (CardIx, u32)> + 'c {
        let fits = |card: &CardIx| self.of.matches_in(context.game.card(*card), context.home);
        context.copies_by_name(&self.sections).filter(move |(card, _)| fits(card))
    }

    /// Takes out the cards of which there are the fewest copies; of equal ones the last.
    fn fewer(&self, context: &CheckContext<'_>, count: u32) -> Vec<(CardIx, Vec<CardChange>)> {
        let mut names: Vec<_> = self.names(context).collect();
        names.reverse();
        names.sort_by_key(|(_, copies)| *copies);
        names.truncate(count as usize);
        names.into_iter().map(|(card, n)| (card, context.take_out(&self.sections, card, n))).collect()
    }

    fn cards_label(&self, game: &GameData, count: u32) -> String {
        let cards = tr!("1 different card" | "{n} different cards" % count);
        match &self.of {
            Query::All => cards,
            of => tr!("{cards} of “{query}”", cards, query = of.print(game)),
        }
    }
}

impl RuleCheck for Distinct {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let found = self.names(context).count() as u32;
        let Some(allowed) = self.bounds.allowed(found, context) else { return };
        findings.push(Finding { section: self.sections.first().copied(), found, allowed, ..Finding::default() });
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let game = context.game;
        let wanted = if f.found > f.allowed { tr!("at most {}", f.allowed) } else { tr!("at least {}", f.allowed) };
        let message =
            tr!("{}: {}; it needs {}", section_names(game, &self.sections), self.cards_label(game, f.found), wanted);
        let fix = if f.found > f.allowed {
            let out = self.fewer(context, f.found - f.allowed);
            let names: Vec<&str> = out.iter().map(|(card, _)| context.name(*card)).collect();
            let text = tr!("remove every copy of {cards}", cards = names.join(&tr!(" and ")));
            Fix { text, changes: out.into_iter().flat_map(|(_, changes)| changes).collect(), choices: SmallVec::new() }
        } else {
            let missing = f.allowed - f.found;
            let choice = FixChoice { sections: self.sections.clone(), of: self.of.clone(), by: i64::from(missing) };
            let text = tr!("add 1 card that is not there yet" | "add {n} cards that are not there yet" % missing);
            Fix { text, changes: Vec::new(), choices: smallvec![choice] }
        };
        let cards = self.names(context).map(|(card, n)| context.copies(card, n)).collect();
        Explanation { message, cards, fix, ..Explanation::default() }
    }

    fn describe(&self, game: &GameData) -> String {
        let label = |bound: Bound| bound.describe(game, |n| self.cards_label(game, n));
        let sections = section_names(game, &self.sections);
        match (self.bounds.min, self.bounds.max) {
            (min, Some(max)) if min == max => tr!("{sections}: exactly {}", label(min), sections),
            (Bound::Number(0), Some(max)) => tr!("{sections}: at most {}", label(max), sections),
            (min, Some(max)) => tr!("{sections}: at least {}, and at most {}", label(min), label(max), sections),
            (min, None) => tr!("{sections}: at least {}", label(min), sections),
        }
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        self.names(context).count().to_string()
    }

    fn asks_home(&self) -> bool {
        self.of.depends_on_leader()
    }

    fn bounds(&self) -> Vec<Bound> {
        self.bounds.all()
    }

    fn set_ruling(&mut self, key: &str, value: u32) {
        self.bounds.set_ruling(key, value);
    }
}
