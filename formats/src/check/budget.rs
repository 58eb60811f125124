//! Deckbuilding points: some copies are free, every other one costs what a field of the card says.

use catalog::{CardIx, Query};

use super::{Case, Change, Copies, Fix, Ledger, Paid, Report, Violation};
use crate::format::Rule;

pub(super) struct Budget<'a> {
    pub sections: &'a [usize],
    pub points: u32,
    pub price: usize,
    pub free: &'a [(Query, u32)],
}

impl Budget<'_> {
    fn free_copies(&self, case: &Case<'_>, card: CardIx) -> u32 {
        let fits = |query: &Query| query.matches_in(case.game.card(card), case.home);
        self.free.iter().find(|(query, _)| fits(query)).map_or(0, |(_, copies)| *copies)
    }

    fn ledger(&self, case: &Case<'_>) -> Ledger {
        let mut ledger = Ledger { points: self.points, spent: 0, lines: Vec::new() };
        for (card, count) in case.named(self.sections) {
            let price = case.game.card(card).number_in(self.price).unwrap_or(0).max(0) as u32;
            let home = case.game.card(card).factions & case.home != 0;
            // A deck file may claim any number of copies; the ledger names as many as could be paid, and counts all.
            let paid = count.saturating_sub(self.free_copies(case, card));
            ledger.spent = ledger.spent.saturating_add(price.saturating_mul(paid));
            let first = count - paid + 1;
            ledger.lines.extend((0..paid.min(64)).map(|i| Paid { card, copy: first + i, points: price, home }));
        }
        ledger
    }
}

pub(super) fn check(case: &Case<'_>, rule: &Rule, budget: &Budget<'_>, report: &mut Report) {
    let ledger = budget.ledger(case);
    if ledger.spent > budget.points {
        report.violations.push(violation(case, rule, budget, &ledger));
    }
    report.ledger = Some(ledger);
}

fn violation(case: &Case<'_>, rule: &Rule, budget: &Budget<'_>, ledger: &Ledger) -> Violation {
    let out = cheapest(&ledger.lines.iter().map(|l| l.points).collect::<Vec<_>>(), ledger.spent - budget.points);
    let mut cards: Vec<(CardIx, u32)> = Vec::new();
    for line in &ledger.lines {
        match cards.iter_mut().find(|(c, _)| *c == line.card) {
            Some((_, points)) => *points += line.points,
            None => cards.push((line.card, line.points)),
        }
    }
    let mut changes = Vec::new();
    let mut words = Vec::new();
    let mut taken: Vec<(CardIx, u32)> = Vec::new();
    for line in out.iter().map(|i| ledger.lines[*i]) {
        match taken.iter_mut().find(|(c, _)| *c == line.card) {
            Some((_, n)) => *n += 1,
            None => taken.push((line.card, 1)),
        }
        words.push(format!("1 × {} ({} points)", case.name(line.card), line.points));
    }
    for (card, n) in taken {
        changes.extend(case.take_out(budget.sections, card, n));
    }
    let instead = free_cards(case, budget, out.len());
    for card in &instead {
        changes.push(Change { section: case.section_id(budget.sections[0]), card: case.name(*card).to_owned(), by: 1 });
    }
    let names: Vec<&str> = instead.iter().map(|c| case.name(*c)).collect();
    let instead = match names.is_empty() {
        true => String::new(),
        false => format!("; {} would be free in its place", names.join(", ")),
    };
    Violation {
        rules: rule.cites.clone(),
        kind: "budget",
        section: Some(case.section_id(budget.sections[0])),
        cards: cards.iter().map(|(c, points)| Copies { name: case.name(*c).to_owned(), count: *points }).collect(),
        found: ledger.spent,
        allowed: budget.points,
        message: format!("{} of {} points spent", ledger.spent, budget.points),
        fix: Fix { text: format!("take out {}{instead}", words.join(" and ")), changes },
    }
}

/// Cards that the deck lacks and could have for nothing, in order of print.
fn free_cards(case: &Case<'_>, budget: &Budget<'_>, count: usize) -> Vec<CardIx> {
    let named = case.named(budget.sections);
    let accepts = &case.game.sections[budget.sections[0]].accepts;
    case.game
        .indices()
        .filter(|ix| accepts.matches(case.game.card(*ix)) && budget.free_copies(case, *ix) > 0)
        .filter(|ix| !named.iter().any(|(n, _)| n == ix))
        .take(count)
        .collect()
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
