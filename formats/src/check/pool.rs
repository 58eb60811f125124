//! Only cards that were opened or drafted, and those that are there without limit.

use catalog::tr;
use catalog::{Game, Query};

use super::case::Case;
use super::demand::{Finding, Kind, Told};

/// Only cards of a pool.
#[derive(Debug, Clone)]
pub struct Pooled {
    /// Cards that are there without limit.
    pub free: Query,
}

impl Kind for Pooled {
    fn find(&self, case: &Case<'_>, findings: &mut Vec<Finding>) {
        let Some(pool) = case.pool else { return };
        let all: Vec<usize> = (0..case.game.sections.len()).collect();
        for (card, found) in case.named(&all) {
            if self.free.matches_in(case.game.card(card), case.home) {
                continue;
            }
            let there = pool.copies(case.game, card);
            if found > there {
                findings.push(Finding { card: Some(card), found, allowed: there, ..Finding::default() });
            }
        }
    }

    fn tell(&self, case: &Case<'_>, f: &Finding) -> Told {
        let card = f.card.expect("a card is not in the pool");
        let all: Vec<usize> = (0..case.game.sections.len()).collect();
        Told {
            message: tr!("{} × {}, but the pool has {}", f.found, case.name(card), f.allowed),
            cards: vec![case.copies(card, f.found)],
            fix: case.without(&all, card, f.found - f.allowed),
            ..Told::default()
        }
    }

    fn words(&self, game: &Game) -> String {
        tr!("only cards of the pool, and `{}` without limit", self.free.print(game))
    }

    fn counted(&self, case: &Case<'_>) -> String {
        case.pool.map_or(tr!("no pool was named"), |pool| tr!("a pool of {}", super::cards(pool.cards.len() as u32)))
    }

    fn asks_home(&self) -> bool {
        self.free.asks_home()
    }
}
