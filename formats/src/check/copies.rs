//! How many copies of a card there may be, counted over several sections: by name, or each printing for itself.

use catalog::tr;
use catalog::{CardIx, Game, Query};

use super::case::Case;
use super::demand::{Finding, Kind, Told};
use super::{Fix, places};
use crate::deck::Listed;
use crate::format::Reader;

/// So many copies of a card.
#[derive(Debug, Clone)]
pub struct Copies {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// The cards it is about.
    pub of: Query,
    /// Most copies.
    pub max: u32,
    /// Whether each printing is counted for itself.
    pub by_printing: bool,
}

impl Copies {
    pub(super) fn read(r: &Reader<'_, '_>) -> Copies {
        let by = r.t.text_if("by").and_then(|by| r.t.one_of("by", &by, "way to count", &["name", "printing"]));
        Copies { sections: r.sections(), of: r.query("of"), max: r.count("max"), by_printing: by == Some(1) }
    }

    fn printings(&self, case: &Case<'_>) -> Vec<(CardIx, u32)> {
        let mut printings: Vec<(CardIx, u32)> = Vec::new();
        for entry in self.sections.iter().flat_map(|s| &case.deck.sections[*s]) {
            let Listed::Card(ix) = entry.card else { continue };
            match printings.iter_mut().find(|(c, _)| *c == ix) {
                Some((_, n)) => *n = n.saturating_add(entry.count),
                None => printings.push((ix, entry.count)),
            }
        }
        printings
    }

    fn each(&self, case: &Case<'_>, mut found: impl FnMut(CardIx, u32)) {
        let fits = |(card, _): &(CardIx, u32)| self.of.matches_in(case.game.card(*card), case.home);
        match self.by_printing {
            true => self.printings(case).into_iter().filter(fits).for_each(|(card, n)| found(card, n)),
            // The number is compared first: it is cheaper than the query.
            false => {
                let over = case.named(&self.sections).filter(|(_, n)| *n > self.max).filter(fits);
                over.for_each(|(card, n)| found(card, n));
            }
        }
    }
}

impl Kind for Copies {
    fn find(&self, case: &Case<'_>, findings: &mut Vec<Finding>) {
        self.each(case, |card, found| {
            if found > self.max {
                findings.push(Finding { card: Some(card), found, allowed: self.max, ..Finding::default() });
            }
        });
    }

    fn tell(&self, case: &Case<'_>, f: &Finding) -> Told {
        let card = f.card.expect("copies are those of a card");
        let name = case.name(card);
        let allowed = match self.max {
            0 => tr!("none is allowed"),
            max => tr!("only one copy" | "at most {n} copies" % max),
        };
        let fix = match self.by_printing {
            false => case.without(&self.sections, card, f.found - self.max),
            true => Fix {
                text: tr!("take out {} × {name}", f.found - self.max, name),
                changes: case.take(&self.sections, f.found - self.max, |ix| ix == card),
                choice: None,
            },
        };
        let message = format!("{} × {name}: {allowed}", f.found);
        Told { message, cards: vec![case.copies(card, f.found)], fix, ..Told::default() }
    }

    fn words(&self, game: &Game) -> String {
        let copies = tr!("one copy" | "{n} copies" % self.max);
        let of = match (&self.of, self.by_printing) {
            (Query::All, false) => tr!("each card"),
            (Query::All, true) => tr!("each printing"),
            (of, false) => tr!("each card of `{}`", of.print(game)),
            (of, true) => tr!("each printing of `{}`", of.print(game)),
        };
        tr!("{}: at most {copies} of {of}", places(game, &self.sections), copies, of)
    }

    fn counted(&self, case: &Case<'_>) -> String {
        let (mut most, mut of) = (0, None);
        let fits = |card: CardIx| self.of.matches_in(case.game.card(card), case.home);
        let counts = if self.by_printing { self.printings(case) } else { case.named(&self.sections).collect() };
        for (card, n) in counts.into_iter().filter(|(card, _)| fits(*card)) {
            if n > most {
                (most, of) = (n, Some(card));
            }
        }
        of.map_or("0".into(), |card| tr!("{most} × {} at most", case.name(card), most))
    }

    fn asks_home(&self) -> bool {
        self.of.asks_home()
    }

    fn settle(&mut self, _: &str, value: u32) {
        self.max = value;
    }
}
