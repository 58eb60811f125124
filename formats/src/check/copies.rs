//! How many copies of a card there may be, counted over several sections: by name, or each printing for itself.

use catalog::tr;
use catalog::{CardIx, GameData, Query};
use smallvec::SmallVec;

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use super::{Bound, Fix, section_names};
use crate::deck::Listed;
use crate::format::RuleReader;

/// So many copies of a card.
#[derive(Debug, Clone)]
pub struct CopyLimit {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// The cards it is about.
    pub of: Query,
    /// Most copies.
    pub max: Bound,
    /// Whether each printing is counted for itself.
    pub by_printing: bool,
}

impl CopyLimit {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> CopyLimit {
        let by = r.t.text_if("by").and_then(|by| r.t.one_of("by", &by, "way to count", &["name", "printing"]));
        CopyLimit { sections: r.sections(), of: r.query("of"), max: r.bound("max"), by_printing: by == Some(1) }
    }

    fn printings(&self, context: &CheckContext<'_>) -> Vec<(CardIx, u32)> {
        let mut printings: Vec<(CardIx, u32)> = Vec::new();
        for entry in self.sections.iter().flat_map(|s| &context.deck.sections[*s]) {
            let Listed::Card(ix) = entry.card else { continue };
            match printings.iter_mut().find(|(c, _)| *c == ix) {
                Some((_, n)) => *n = n.saturating_add(entry.count),
                None => printings.push((ix, entry.count)),
            }
        }
        printings
    }

    /// Each card of which there are more copies than `max`.
    fn each(&self, context: &CheckContext<'_>, max: u32, mut found: impl FnMut(CardIx, u32)) {
        let fits = |(card, _): &(CardIx, u32)| self.of.matches_in(context.game.card(*card), context.home);
        match self.by_printing {
            true => self.printings(context).into_iter().filter(fits).for_each(|(card, n)| found(card, n)),
            // The number is compared first: it is cheaper than the query.
            false => {
                let over = context.copies_by_name(&self.sections).filter(|(_, n)| *n > max).filter(fits);
                over.for_each(|(card, n)| found(card, n));
            }
        }
    }
}

impl RuleCheck for CopyLimit {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let Some(max) = self.max.value(context) else { return };
        self.each(context, max, |card, found| {
            if found > max {
                findings.push(Finding { card: Some(card), found, allowed: max, ..Finding::default() });
            }
        });
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let card = f.card.expect("copies are those of a card");
        let name = context.name(card);
        let mut allowed = match f.allowed {
            0 => tr!("none is allowed"),
            max => tr!("only one copy" | "at most {n} copies" % max),
        };
        if let (Bound::OfLeader(_), Some(leader)) = (self.max, context.leaders.first()) {
            allowed = tr!("{text} with {leader}", text = allowed, leader = context.name(*leader));
        }
        let over = f.found - f.allowed;
        let fix = if self.by_printing {
            Fix {
                text: tr!("remove {} × {name}", over, name),
                changes: context.take(&self.sections, over, |ix| ix == card),
                choices: SmallVec::new(),
            }
        } else {
            context.without(&self.sections, card, over)
        };
        let message = format!("{} × {name}: {allowed}", f.found);
        Explanation { message, cards: vec![context.copies(card, f.found)], fix, ..Explanation::default() }
    }

    fn describe(&self, game: &GameData) -> String {
        let copies = self.max.describe(game, |max| tr!("1 copy" | "{n} copies" % max));
        let of = match (&self.of, self.by_printing) {
            (Query::All, false) => tr!("each card"),
            (Query::All, true) => tr!("each printing"),
            (of, false) => tr!("each card of `{}`", of.print(game)),
            (of, true) => tr!("each printing of `{}`", of.print(game)),
        };
        tr!("{}: at most {copies} of {of}", section_names(game, &self.sections), copies, of)
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        let (mut most, mut of) = (0, None);
        let fits = |card: CardIx| self.of.matches_in(context.game.card(card), context.home);
        let counts =
            if self.by_printing { self.printings(context) } else { context.copies_by_name(&self.sections).collect() };
        for (card, n) in counts.into_iter().filter(|(card, _)| fits(*card)) {
            if n > most {
                (most, of) = (n, Some(card));
            }
        }
        of.map_or("0".into(), |card| tr!("{most} × {} at most", context.name(card), most))
    }

    fn asks_home(&self) -> bool {
        self.of.depends_on_leader()
    }

    fn bounds(&self) -> Vec<Bound> {
        vec![self.max]
    }

    fn set_ruling(&mut self, _: &str, value: u32) {
        self.max = Bound::Number(value);
    }
}
