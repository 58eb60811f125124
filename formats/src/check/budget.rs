//! Deckbuilding points: some copies are free, every other one costs what a field of the card says.

use catalog::load::query_in;
use catalog::tr;
use catalog::{CardIx, GameData, Query};
use smallvec::SmallVec;

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use super::{Bound, Fix, Ledger, PricedCopy, section_names};
use crate::deck::Listed;
use crate::format::RuleReader;

/// Points to spend.
#[derive(Debug, Clone)]
pub struct Budget {
    /// Positions of the sections whose cards are paid.
    pub sections: Vec<usize>,
    /// What may be spent.
    pub points: Bound,
    /// Position of the field with the price.
    pub price: usize,
    /// Copies that cost nothing: the first so many of each card that fits.
    pub free: Vec<(Query, u32)>,
}

impl Budget {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Budget {
        let fields: Vec<&str> = r.game.fields.iter().map(|f| f.id.as_str()).collect();
        let free = |f: &catalog::read::TomlTable<'_>| (query_in(f, "of", r.game), f.count_if("copies").unwrap_or(1));
        Budget {
            sections: r.sections(),
            points: r.bound("points"),
            price: r.t.one_of("price", &r.t.text("price"), "field", &fields).unwrap_or(0),
            free: r.t.tables("free").iter().map(free).collect(),
        }
    }

    fn price(&self, context: &CheckContext<'_>, card: CardIx) -> u32 {
        context.game.card(card).number_in(self.price).unwrap_or(0).max(0) as u32
    }

    fn free_copies(&self, context: &CheckContext<'_>, card: CardIx) -> u32 {
        let fits = |query: &Query| query.matches_in(context.game.card(card), context.home);
        self.free.iter().find(|(query, _)| fits(query)).map_or(0, |(_, copies)| *copies)
    }

    /// Each card with what its copies cost and how many of them are paid.
    fn paid<'c>(&'c self, context: &'c CheckContext<'_>) -> impl Iterator<Item = (CardIx, u32, u32, u32)> + 'c {
        context.copies_by_name(&self.sections).filter_map(|(card, count)| {
            let price = self.price(context, card);
            let paid = if price > 0 { count.saturating_sub(self.free_copies(context, card)) } else { 0 };
            (paid > 0).then_some((card, count, paid, price))
        })
    }

    fn spent(&self, context: &CheckContext<'_>) -> u32 {
        self.paid(context).fold(0, |spent, (_, _, paid, price)| spent.saturating_add(price.saturating_mul(paid)))
    }

    /// What was spent on what, if points are demanded.
    pub(super) fn ledger(&self, context: &CheckContext<'_>) -> Option<Ledger> {
        let mut ledger = Ledger { points: self.points.value(context)?, spent: 0, lines: Vec::with_capacity(16) };
        for (card, count, paid, points) in self.paid(context) {
            ledger.spent = ledger.spent.saturating_add(points.saturating_mul(paid));
            let home = context.game.card(card).factions & context.home != 0;
            // A deck file may claim any number of copies; the ledger names as many as could be paid, and counts all.
            let first = count - paid + 1;
            ledger.lines.extend((0..paid.min(64)).map(|i| PricedCopy { card, copy: first + i, points, home }));
        }
        Some(ledger)
    }

    /// Cards that the deck lacks and could have for nothing, in order of print.
    fn free_cards(&self, context: &CheckContext<'_>, count: usize) -> Vec<CardIx> {
        let named: Vec<CardIx> = context.copies_by_name(&self.sections).map(|(name, _)| name).collect();
        let accepts = &context.game.sections[self.sections[0]].accepts;
        context
            .game
            .indices()
            .filter(|ix| accepts.matches(context.game.card(*ix)) && self.free_copies(context, *ix) > 0)
            .filter(|ix| !named.contains(ix))
            .take(count)
            .collect()
    }
}

impl RuleCheck for Budget {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let (found, points) = (self.spent(context), self.points.value(context));
        if let Some(points) = points.filter(|points| found > *points) {
            let section = self.sections.first().copied();
            findings.push(Finding { section, found, allowed: points, ..Finding::default() });
        }
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let lines = self.ledger(context).map(|ledger| ledger.lines).unwrap_or_default();
        let out = cheapest(&lines.iter().map(|l| l.points).collect::<Vec<_>>(), f.found - f.allowed);
        let mut words = Vec::new();
        let mut taken: Vec<(CardIx, u32)> = Vec::new();
        for line in out.iter().map(|i| lines[*i]) {
            match taken.iter_mut().find(|(c, _)| *c == line.card) {
                Some((_, n)) => *n += 1,
                None => taken.push((line.card, 1)),
            }
            let name = context.name(line.card);
            words.push(tr!("1 × {name} (1 point)" | "1 × {name} ({n} points)" % line.points, name));
        }
        let mut changes: Vec<_> =
            taken.iter().flat_map(|(card, n)| context.take_out(&self.sections, *card, *n)).collect();
        let instead = self.free_cards(context, out.len());
        changes.extend(instead.iter().map(|card| context.change(self.sections[0], &Listed::Card(*card), 1)));
        let names: Vec<&str> = instead.iter().map(|c| context.name(*c)).collect();
        let instead =
            if names.is_empty() { String::new() } else { tr!("; {} would be free in its place", names.join(", ")) };
        Explanation {
            message: tr!("{spent} of {points} points spent", spent = f.found, points = f.allowed),
            cards: self
                .paid(context)
                .map(|(card, _, paid, price)| context.copies(card, paid.saturating_mul(price)))
                .collect(),
            fix: Fix {
                text: tr!("remove {}{instead}", words.join(&tr!(" and ")), instead),
                changes,
                choices: SmallVec::new(),
            },
            ..Explanation::default()
        }
    }

    fn describe(&self, game: &GameData) -> String {
        let (price, places) = (&game.fields[self.price].name, section_names(game, &self.sections));
        let free: Vec<String> = self
            .free
            .iter()
            .map(|(of, n)| {
                let copies = tr!("1 copy" | "{n} copies" % *n);
                tr!("; {copies} of each card of `{}` free", of.print(game), copies)
            })
            .collect();
        match self.points {
            Bound::Number(points) => {
                tr!("{places}: {} points, each copy for its {price}{}", points, free.concat(), places, price)
            }
            Bound::OfLeader(field) => tr!(
                "{places}: at most the leader's {} in points, each copy costs its {price}{}",
                game.fields[field].name,
                free.concat(),
                places,
                price
            ),
        }
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        tr!("1 point" | "{n} points" % self.spent(context))
    }

    fn asks_home(&self) -> bool {
        self.free.iter().any(|(of, _)| of.depends_on_leader())
    }

    fn bounds(&self) -> Vec<Bound> {
        vec![self.points]
    }

    fn set_ruling(&mut self, _: &str, value: u32) {
        self.points = Bound::Number(value);
    }
}

/// Up to so many points are searched for the cheapest way.
const DEAR: u32 = 2000;

/// So many paid copies are searched for the cheapest way; of more, the dearest go first.
const FEW: usize = 100;

/// The fewest prices that add up to `excess` or more, and of those the ones that add up to least.
/// Gives their positions; all of them if even that is too little.
fn cheapest(prices: &[u32], excess: u32) -> Vec<usize> {
    let mut falling = prices.to_vec();
    falling.sort_unstable_by(|a, b| b.cmp(a));
    let mut sum = 0;
    let fewest = falling.iter().take_while(|p| {
        let needed = sum < excess;
        sum += **p;
        needed
    });
    let fewest = fewest.count();
    if prices.len() > FEW || prices.iter().sum::<u32>() > DEAR {
        let mut order: Vec<usize> = (0..prices.len()).collect();
        order.sort_by_key(|i| std::cmp::Reverse(prices[*i]));
        order.truncate(fewest);
        return order;
    }
    // best[k][s]: positions of k prices that add up to s.
    let total: usize = prices.iter().map(|p| *p as usize).sum();
    let mut best: Vec<Vec<Option<Vec<usize>>>> = vec![vec![None; total + 1]; fewest + 1];
    best[0][0] = Some(Vec::new());
    for (i, price) in prices.iter().map(|p| *p as usize).enumerate() {
        for k in (0..fewest).rev() {
            for s in 0..=total - price {
                if let Some(chosen) = best[k][s].clone()
                    && best[k + 1][s + price].is_none()
                {
                    let mut chosen = chosen;
                    chosen.push(i);
                    best[k + 1][s + price] = Some(chosen);
                }
            }
        }
    }
    let found = (excess as usize..=total).find_map(|s| best[fewest][s].clone());
    found.unwrap_or_else(|| (0..prices.len()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_way_back_is_the_one_that_trying_all_finds() {
        let prices = [3, 1, 4, 1, 5, 2, 6, 3, 0, 2];
        for excess in 1..=27 {
            let best = (1u32..1 << prices.len())
                .map(|m| (0..prices.len()).filter(|i| m & (1 << i) != 0).collect::<Vec<_>>())
                .map(|c| (c.len(), c.iter().map(|i| prices[*i]).sum::<u32>()))
                .filter(|(_, sum)| *sum >= excess)
                .min()
                .expect("all of them are enough");
            let found = cheapest(&prices, excess);
            assert_eq!((found.len(), found.iter().map(|i| prices[*i]).sum::<u32>()), best, "excess {excess}");
        }
    }
}
