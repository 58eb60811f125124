//! Only cards that were opened or drafted, and those that are there without limit.

use catalog::tr;
use catalog::{GameData, Query};

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};

/// Only cards of a pool.
#[derive(Debug, Clone)]
pub struct Pooled {
    /// Cards that are there without limit.
    pub free: Query,
}

impl RuleCheck for Pooled {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let Some(pool) = context.pool else { return };
        let all: Vec<usize> = (0..context.game.sections.len()).collect();
        for (card, found) in context.copies_by_name(&all) {
            if self.free.matches_in(context.game.card(card), context.home) {
                continue;
            }
            let there = pool.copies(context.game, card);
            if found > there {
                findings.push(Finding { card: Some(card), found, allowed: there, ..Finding::default() });
            }
        }
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let card = f.card.expect("a card is not in the pool");
        let all: Vec<usize> = (0..context.game.sections.len()).collect();
        Explanation {
            message: tr!("{} × {}; the pool has {}", f.found, context.name(card), f.allowed),
            cards: vec![context.copies(card, f.found)],
            fix: context.without(&all, card, f.found - f.allowed),
            ..Explanation::default()
        }
    }

    fn describe(&self, game: &GameData) -> String {
        tr!("only cards of the pool, and `{}` without limit", self.free.print(game))
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        context
            .pool
            .map_or(tr!("no pool was named"), |pool| tr!("a pool of {}", super::count_label(pool.cards.len() as u32)))
    }

    fn asks_home(&self) -> bool {
        self.free.depends_on_leader()
    }
}
