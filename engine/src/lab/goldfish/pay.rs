//! Paying: sources that make one unit of one of several resources a turn, stocks of single resources, typed and
//! generic needs. Whether a need can be paid is decided exactly, by Hall's condition; which sources pay for it is
//! found by augmenting paths. The tests hold both against trying everything.

use catalog::game::Mask;

use super::model::{Need, RESOURCES, bits};

/// A card in play that makes a unit a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct SourceInPlay {
    pub makes: Mask,
    /// The turn from which it works.
    pub from: usize,
    pub used: bool,
}

impl SourceInPlay {
    fn is_ready(&self, turn: usize) -> bool {
        !self.used && self.from <= turn
    }
}

/// What can be paid with in a turn.
pub(super) struct ResourcePool<'a> {
    pub sources: &'a [SourceInPlay],
    pub turn: usize,
    pub stock: &'a [i32; RESOURCES],
    /// Resources whose stock pays for cards.
    pub spendable: Mask,
}

impl ResourcePool<'_> {
    /// Sources that still make a unit this turn.
    pub fn ready(&self) -> impl Iterator<Item = &SourceInPlay> {
        self.sources.iter().filter(|s| s.is_ready(self.turn))
    }

    /// All units that can be spent.
    pub fn units(&self) -> i32 {
        self.ready().count() as i32 + (0..RESOURCES).map(|r| stock(self.stock, self.spendable, r)).sum::<i32>()
    }

    /// Whether the need can be paid: for every set of resources, what only they can pay is there (Hall's
    /// condition), and all units together are enough.
    pub fn can_pay(&self, need: &Need) -> bool {
        if need.total > self.units() {
            return false;
        }
        let mut set = need.mask;
        while set != 0 {
            let (mut wanted, mut there) = (0, 0);
            let mut rest = set;
            while rest != 0 {
                let r = rest.trailing_zeros() as usize;
                wanted += need.typed[r];
                there += stock(self.stock, self.spendable, r);
                rest &= rest - 1;
            }
            if wanted > there {
                there += self.ready().filter(|s| s.makes & set != 0).count() as i32;
                if wanted > there {
                    return false;
                }
            }
            set = (set - 1) & need.mask;
        }
        true
    }
}

/// What the stock of a resource can pay.
fn stock(stock: &[i32; RESOURCES], spendable: Mask, r: usize) -> i32 {
    if spendable & (1 << r) != 0 { stock[r] } else { 0 }
}

/// What can be paid with, counted once until it changes: the same answers as [`ResourcePool`] gives.
#[derive(Default)]
pub(super) struct CountedPool {
    /// Ready sources that make one of several resources, by what they make.
    either: Vec<(Mask, i32)>,
    /// For each resource, what its stock and ready sources have of it.
    of: [i32; RESOURCES],
    /// Ready sources.
    pub ready: i32,
    /// What the stocks that pay for cards have together.
    pub stocked: i32,
}

impl CountedPool {
    /// Room for the sources that so many cards can be.
    pub fn with_room(cards: usize) -> CountedPool {
        CountedPool { either: Vec::with_capacity(cards), ..CountedPool::default() }
    }

    /// Counts what is there now.
    pub fn count(&mut self, pool: &ResourcePool<'_>) {
        self.either.clear();
        (self.of, self.ready, self.stocked) = ([0; RESOURCES], 0, 0);
        for r in bits(pool.spendable) {
            self.of[r] = pool.stock[r];
            self.stocked += pool.stock[r];
        }
        pool.ready().for_each(|source| self.add(source.makes));
    }

    /// A source more.
    pub fn add(&mut self, makes: Mask) {
        self.change(makes, 1);
    }

    /// A source fewer, of those that were counted.
    pub fn remove(&mut self, makes: Mask) {
        self.change(makes, -1);
    }

    fn change(&mut self, makes: Mask, n: i32) {
        self.ready += n;
        bits(makes).for_each(|r| self.of[r] += n);
        if makes & makes.wrapping_sub(1) != 0 {
            match self.either.iter_mut().find(|(mask, _)| *mask == makes) {
                Some((_, count)) => *count += n,
                None => self.either.push((makes, n)),
            }
        }
    }

    /// All units that can be spent.
    pub fn units(&self) -> i32 {
        self.ready + self.stocked
    }

    /// At most so many units of a need can be paid: of each resource what there is, and the rest only with what is left.
    pub fn most_of(&self, need: &Need) -> i32 {
        let typed: i32 = bits(need.mask).map(|r| need.typed[r].min(self.of[r]).max(0)).sum();
        self.units().min(typed + need.any)
    }

    /// Whether the need can be paid. Sets of several resources are only looked at where one source makes two of them:
    /// what no source shares is enough together where it is enough one by one.
    pub fn can_pay(&self, need: &Need) -> bool {
        if need.total > self.units() || bits(need.mask).any(|r| need.typed[r] > self.of[r]) {
            return false;
        }
        let several = |set: Mask| set & set.wrapping_sub(1) != 0;
        if !several(need.mask) || !self.either.iter().any(|(makes, n)| *n > 0 && several(makes & need.mask)) {
            return true;
        }
        let mut set = need.mask;
        while set != 0 {
            let (mut wanted, mut there) = (0, 0);
            for r in bits(set) {
                wanted += need.typed[r];
                there += self.of[r];
            }
            // A source that makes several of the set was counted for each of them.
            for (makes, n) in &self.either {
                there -= n * ((makes & set).count_ones() as i32 - 1).max(0);
            }
            if wanted > there {
                return false;
            }
            set = (set - 1) & need.mask;
        }
        true
    }
}

/// Typed units and the sources that pay for them; used again for payment after payment.
#[derive(Default)]
pub(super) struct Payment {
    unit_of: Vec<usize>,
    /// The source of each unit; a unit without one is paid from the stock.
    paid_by: Vec<Option<usize>>,
    tried: Vec<bool>,
}

impl Payment {
    /// Room for the sources that so many cards can be, and for as many units.
    pub fn with_room(cards: usize) -> Payment {
        Payment {
            unit_of: Vec::with_capacity(cards),
            paid_by: Vec::with_capacity(cards),
            tried: Vec::with_capacity(cards),
        }
    }

    /// Pays a need that can be paid: typed units first, sources before stocks (what a source makes is lost
    /// otherwise), and for what any resource pays the source that makes fewest.
    pub fn pay(
        &mut self,
        need: &Need,
        turn: usize,
        spendable: Mask,
        sources: &mut [SourceInPlay],
        stocks: &mut [i32; RESOURCES],
    ) {
        self.unit_of.clear();
        self.paid_by.clear();
        self.tried.clear();
        self.tried.resize(sources.len(), false);
        if sources.iter().any(|s| s.is_ready(turn)) {
            self.pay_typed(need, turn, spendable, sources, stocks);
        } else {
            bits(need.mask).for_each(|r| stocks[r] -= need.typed[r]);
        }
        for source in self.paid_by.iter().flatten() {
            sources[*source].used = true;
        }
        for _ in 0..need.any {
            let free = sources.iter().enumerate().filter(|(_, s)| s.is_ready(turn));
            match free.min_by_key(|(i, s)| (s.makes.count_ones(), *i)).map(|(i, _)| i) {
                Some(source) => sources[source].used = true,
                None => {
                    let fullest = |r: &usize| (stocks[*r], std::cmp::Reverse(*r));
                    let most = bits(spendable).max_by_key(fullest).unwrap_or(0);
                    stocks[most] -= 1;
                }
            }
        }
    }

    /// Pays the typed units.
    fn pay_typed(
        &mut self,
        need: &Need,
        turn: usize,
        spendable: Mask,
        sources: &[SourceInPlay],
        stocks: &mut [i32; RESOURCES],
    ) {
        for r in bits(need.mask) {
            for _ in 0..need.typed[r] {
                self.unit_of.push(r);
                self.paid_by.push(None);
                let unit = self.unit_of.len() - 1;
                let paid = [false, true].into_iter().any(|from_stock| {
                    self.tried.fill(false);
                    self.find(unit, (from_stock, spendable), turn, sources, stocks)
                });
                debug_assert!(paid, "only what can be paid is chosen");
            }
        }
    }

    /// Finds a source for a unit, moving earlier units to other sources if need be (an augmenting path), and
    /// with `from_stock` also to stocks.
    fn find(
        &mut self,
        unit: usize,
        (from_stock, spendable): (bool, Mask),
        turn: usize,
        sources: &[SourceInPlay],
        stocks: &mut [i32; RESOURCES],
    ) -> bool {
        let resource = self.unit_of[unit];
        if from_stock && stock(stocks, spendable, resource) > 0 {
            stocks[resource] -= 1;
            self.paid_by[unit] = None;
            return true;
        }
        for (i, source) in sources.iter().enumerate() {
            if !source.is_ready(turn) || source.makes & (1 << resource) == 0 || self.tried[i] {
                continue;
            }
            self.tried[i] = true;
            let holder = self.paid_by.iter().position(|p| *p == Some(i));
            if holder.is_none_or(|h| self.find(h, (from_stock, spendable), turn, sources, stocks)) {
                self.paid_by[unit] = Some(i);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Tries every way to pay, unit by unit.
    fn brute(typed: &[i32], any: i32, sources: &[Mask], stocks: &[i32]) -> bool {
        if let Some(r) = typed.iter().position(|n| *n > 0) {
            let mut typed = typed.to_vec();
            typed[r] -= 1;
            let mut stock = stocks.to_vec();
            stock[r] -= 1;
            return (stock[r] >= 0 && brute(&typed, any, sources, &stock))
                || (0..sources.len()).any(|i| {
                    let mut left = sources.to_vec();
                    left.remove(i) & (1 << r) != 0 && brute(&typed, any, &left, stocks)
                });
        }
        any <= sources.len() as i32 + stocks.iter().sum::<i32>()
    }

    proptest! {
        #[test]
        fn what_can_be_paid_is_what_trying_everything_finds(
            typed in proptest::collection::vec(0..3i32, 3),
            any in 0..4i32,
            sources in proptest::collection::vec(1..8u32, 0..6),
            stocks in proptest::collection::vec(0..3i32, 3),
        ) {
            let mut need = Need::NOTHING;
            for (r, n) in typed.iter().enumerate() {
                need.typed[r] = *n;
                need.mask |= u32::from(*n > 0) << r;
            }
            (need.any, need.total) = (any, any + typed.iter().sum::<i32>());
            let mut stock = [0; RESOURCES];
            stock[..3].copy_from_slice(&stocks);
            let mut sources: Vec<SourceInPlay> = sources.iter().map(|m| SourceInPlay { makes: *m, from: 0, used: false }).collect();
            let masks: Vec<Mask> = sources.iter().map(|s| s.makes).collect();
            let purse = ResourcePool { sources: &sources, turn: 1, stock: &stock, spendable: 0b111 };
            let (can, before) = (purse.can_pay(&need), purse.units());
            let mut counted = CountedPool::default();
            counted.add(0b101);
            counted.count(&purse);
            prop_assert_eq!((counted.can_pay(&need), counted.units()), (can, before), "counted once");
            counted.add(0b11);
            counted.remove(0b11);
            prop_assert_eq!((counted.can_pay(&need), counted.units()), (can, before), "a source more and fewer");
            prop_assert_eq!(can, brute(&typed, any, &masks, &stocks));
            if can {
                Payment::default().pay(&need, 1, 0b111, &mut sources, &mut stock);
                let after = ResourcePool { sources: &sources, turn: 1, stock: &stock, spendable: 0b111 }.units();
                prop_assert_eq!(before - after, need.total, "every unit was paid once");
                prop_assert!(stock.iter().all(|n| *n >= 0));
            }
        }
    }
}
