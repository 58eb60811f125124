//! The payer that looks at the hand: of all ways to pay a price it takes the one that leaves the most to play.
//!
//! Energy that waits in the pool is spent before anything is charged, since it would be lost. Among the ways that charge the
//! fewest sources it takes the one after which most cards of the hand can be played together; of these the one after which they
//! cost the most; of these the one that takes the first sources.

use super::energy::{Price, ResourcePool};
use super::position::Position;
use super::roles::Role;
use super::state::{ENERGIES, Id, NONE, Zone};

/// The most sources that are looked at. What these cannot pay is paid without a look at the hand.
pub(super) const SOURCES: usize = 64;
/// The most kinds of units: pools of one energy each, and sources that make the same.
const KINDS: usize = 24;
/// The most cards of a hand that are looked at: more than twice the usual limit of a hand (AF-051).
const HAND: usize = 16;

/// Units that can pay for the same.
#[derive(Debug, Clone, Copy, Default)]
struct Units {
    /// What each can be, as a set of energies.
    types: u16,
    count: u8,
    /// Whether they wait in the pool.
    pooled: bool,
    /// Which sources they come from, by position.
    sources: u64,
}

/// What could pay, in kinds.
#[derive(Debug, Clone, Copy, Default)]
struct Means {
    kinds: [Units; KINDS],
    len: usize,
}

/// A way to pay: how many units of each kind are spent.
type Spent = [u8; KINDS];

/// How good a way is; more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    /// Cards of the hand that can be played together with what is left.
    cards: u8,
    /// What these cost.
    cost: i32,
    /// The first sources have the highest bits.
    sources: u64,
}

/// What is charged and what stays in the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Payment {
    charged: [Id; SOURCES],
    count: usize,
    /// What stays in the pool, by energy.
    pub kept: [u8; ENERGIES],
}

impl Payment {
    /// Whether a source is charged for it.
    pub fn charges(&self, id: Id) -> bool {
        self.charged[..self.count].contains(&id)
    }
}

impl Means {
    fn add(&mut self, types: u16, pooled: bool, count: u8, sources: u64) {
        let known = self.kinds[..self.len].iter_mut().find(|kind| (kind.types, kind.pooled) == (types, pooled));
        match known {
            Some(kind) => (kind.count, kind.sources) = (kind.count.saturating_add(count), kind.sources | sources),
            None if self.len < KINDS && count > 0 => {
                self.kinds[self.len] = Units { types, count, pooled, sources };
                self.len += 1;
            }
            None => {}
        }
    }

    fn resource_pool(&self, counts: &Spent) -> ResourcePool {
        let mut resource_pool = ResourcePool::default();
        for (kind, count) in self.kinds[..self.len].iter().zip(counts) {
            resource_pool.add(kind.types, (*count).into());
        }
        resource_pool
    }

    /// The sources that a way charges: of each kind the first.
    fn charged(&self, spent: &Spent) -> u64 {
        let first = |(kind, count): (&Units, &u8)| {
            let mut left = if kind.pooled { 0 } else { kind.sources };
            let mut taken = 0;
            for _ in 0..*count {
                taken |= left & left.wrapping_neg();
                left &= left.wrapping_sub(1);
            }
            taken
        };
        self.kinds[..self.len].iter().zip(spent).map(first).fold(0, |all, taken| all | taken)
    }

    fn worth(&self, spent: &Spent, hand: &[Price], life: i16) -> Worth {
        let mut left: Spent = [0; KINDS];
        for (at, kind) in self.kinds[..self.len].iter().enumerate() {
            left[at] = kind.count - spent[at];
        }
        let mut most = BestHand { resource_pool: self.resource_pool(&left), hand, life, best: (0, 0) };
        most.search(0, &Price::default(), 0);
        Worth { cards: most.best.0, cost: most.best.1, sources: self.charged(spent).reverse_bits() }
    }

    /// The best way to pay a price; `None` if there is none.
    fn best(&self, price: &Price, hand: &[Price], life: i16) -> Option<Spent> {
        let mut search = Search { means: self, price, hand, life, best: None, worth: None };
        search.kind(0, u8::try_from(price.total()).ok()?, 0, &mut [0; KINDS]);
        search.best.map(|(_, spent)| spent)
    }
}

/// The search for the best way to pay.
struct Search<'a> {
    means: &'a Means,
    price: &'a Price,
    hand: &'a [Price],
    life: i16,
    /// The best so far, and how many units of it wait in the pool.
    best: Option<(u8, Spent)>,
    /// What the best is worth, once there was another to compare it with.
    worth: Option<Worth>,
}

impl Search<'_> {
    /// Tries every number of units of the kinds from `at` on.
    fn kind(&mut self, at: usize, left: u8, pooled: u8, spent: &mut Spent) {
        let kinds = &self.means.kinds[..self.means.len];
        if left == 0 {
            return self.try_payment(pooled, spent);
        }
        let Some(kind) = kinds.get(at).copied() else { return };
        let room: u32 = kinds[at..].iter().map(|kind| u32::from(kind.count)).sum();
        if room < left.into() {
            return;
        }
        for count in (0..=kind.count.min(left)).rev() {
            spent[at] = count;
            self.kind(at + 1, left - count, pooled + if kind.pooled { count } else { 0 }, spent);
        }
        spent[at] = 0;
    }

    fn try_payment(&mut self, pooled: u8, spent: &Spent) {
        let better_by_pool = self.best.map(|(most, _)| pooled.cmp(&most));
        if better_by_pool == Some(std::cmp::Ordering::Less) || !self.means.resource_pool(spent).can_pay(self.price) {
            return;
        }
        let worth = |spent: &Spent| self.means.worth(spent, self.hand, self.life);
        match (self.best, better_by_pool) {
            (Some((_, best)), Some(std::cmp::Ordering::Equal)) => {
                let (before, now) = (self.worth.unwrap_or_else(|| worth(&best)), worth(spent));
                self.worth = Some(before.max(now));
                if now > before {
                    self.best = Some((pooled, *spent));
                }
            }
            _ => (self.best, self.worth) = (Some((pooled, *spent)), None),
        }
    }
}

/// The search for the cards that can be played together: the most, and of these the dearest.
struct BestHand<'a> {
    resource_pool: ResourcePool,
    hand: &'a [Price],
    life: i16,
    /// How many, and what they cost.
    best: (u8, i32),
}

impl BestHand<'_> {
    fn search(&mut self, at: usize, sum: &Price, cards: u8) {
        self.best = self.best.max((cards, sum.total()));
        let left = (self.hand.len() - at) as u8;
        if left == 0 || cards + left < self.best.0 {
            return;
        }
        let with = sum.plus(&self.hand[at]);
        if i16::from(with.life) <= self.life && self.resource_pool.can_pay(&with) {
            self.search(at + 1, &with, cards + 1);
        }
        self.search(at + 1, sum, cards);
    }
}

impl<const N: usize, const B: usize> Position<'_, N, B> {
    /// The sources of a seat: first those that do nothing else, and of these and of the others the ones that came first.
    pub fn sources(&self, seat: u8) -> impl Iterator<Item = (Id, u16)> + '_ {
        let of = move |more: bool| {
            let permanents = self
                .s
                .with_role(Role::Source)
                .filter(move |b| (self.t.printed(b.id).types & self.t.types.terrain == 0) == more);
            permanents.map(move |b| (b.id, self.makes(b, seat, None))).filter(|(_, makes)| *makes != 0)
        };
        of(false).chain(of(true)).take(SOURCES)
    }

    /// The best way for a seat to pay a price for the card `paid`, which does not count as one of the hand.
    pub fn payment(&self, seat: u8, price: &Price, paid: Option<Id>) -> Option<Payment> {
        let player = self.s.player(seat);
        let mut means = Means::default();
        // What has no type can do least, so it goes first.
        means.add(0, true, player.colourless, 0);
        for (energy, n) in player.pool.iter().enumerate() {
            means.add(1 << energy, true, *n, 0);
        }
        for (at, (_, makes)) in self.sources(seat).enumerate() {
            means.add(makes, false, 1, 1 << at);
        }
        let mut hand = [Price::default(); HAND];
        let mut len = 0;
        for id in self.s.cards(seat, Zone::Hand).of(seat) {
            if Some(id) != paid && len < hand.len() && !self.is(id, self.t.types.terrain) {
                hand[len] = self.price(id, seat, None).with_x(0);
                len += 1;
            }
        }
        let life = self.life(seat) - i16::from(price.life);
        let spent = means.best(price, &hand[..len], life)?;
        let mut kept = player.pool;
        for (kind, count) in
            means.kinds[..means.len].iter().zip(spent).filter(|(kind, _)| kind.pooled && kind.types != 0)
        {
            kept[kind.types.trailing_zeros() as usize] -= count;
        }
        let mut payment = Payment { charged: [NONE; SOURCES], count: 0, kept };
        let sources = means.charged(&spent);
        for (_, (id, _)) in self.sources(seat).enumerate().filter(|(at, _)| sources & (1 << at) != 0) {
            payment.charged[payment.count] = id;
            payment.count += 1;
        }
        Some(payment)
    }
}

#[cfg(test)]
mod tests {
    use formats::rng::{Dice, FastRng, Seed};

    use super::*;

    /// A hand and what could pay, small enough to try everything.
    struct Case {
        /// Sources, each with what it can be.
        sources: Vec<u16>,
        pool: Vec<u16>,
        price: Price,
        hand: Vec<Price>,
        life: i16,
    }

    fn any_price(dice: &mut FastRng, most: u32) -> Price {
        let mut price = Price { any: dice.below(most) as i16, life: u8::from(dice.below(12) == 0), ..Price::default() };
        for _ in 0..dice.below(3) {
            price.typed[dice.below(4) as usize] += 1;
        }
        price
    }

    impl Case {
        fn any(dice: &mut FastRng) -> Case {
            let types = |dice: &mut FastRng| match dice.below(3) {
                0 => 1 + dice.below(15) as u16,
                _ => 1 << dice.below(4),
            };
            Case {
                sources: (0..dice.below(9)).map(|_| types(dice)).collect(),
                pool: (0..dice.below(3).saturating_sub(1)).map(|_| 1 << dice.below(4)).collect(),
                price: any_price(dice, 4),
                hand: (0..dice.below(8)).map(|_| any_price(dice, 4)).collect(),
                life: dice.below(4) as i16,
            }
        }

        /// The units of a set: those of the pool behind the sources.
        fn units(&self, set: u32) -> Vec<u16> {
            let all = self.sources.iter().chain(&self.pool);
            all.enumerate().filter(|(at, _)| set & (1 << at) != 0).map(|(_, types)| *types).collect()
        }

        /// Everything tried: how many units of the pool are spent, how many cards are left to play, what they cost, and the
        /// first sources.
        fn brute(&self) -> Option<(u32, u32, i32, u64)> {
            let all = self.sources.len() + self.pool.len();
            let of_sources = (1u32 << self.sources.len()) - 1;
            let ways = (0u32..1 << all).filter(|set| set.count_ones() as i32 == self.price.total());
            ways.filter(|set| gives(&self.units(*set), &self.price))
                .map(|set| {
                    let left = self.units(!set & ((1 << all) - 1));
                    let (mut cards, mut cost) = (0, 0);
                    for chosen in 0u32..1 << self.hand.len() {
                        let chosen = (0..self.hand.len()).filter(|at| chosen & (1 << at) != 0);
                        let sum = chosen.clone().fold(Price::default(), |sum, at| sum.plus(&self.hand[at]));
                        let n = chosen.count() as u32;
                        if (n, sum.total()) > (cards, cost) && i16::from(sum.life) <= self.life && gives(&left, &sum) {
                            (cards, cost) = (n, sum.total());
                        }
                    }
                    let first = u64::from(set & of_sources).reverse_bits();
                    ((set & !of_sources).count_ones(), cards, cost, first)
                })
                .max()
        }

        fn means(&self) -> Means {
            let mut means = Means::default();
            self.pool.iter().for_each(|types| means.add(*types, true, 1, 0));
            self.sources.iter().enumerate().for_each(|(at, types)| means.add(*types, false, 1, 1 << at));
            means
        }
    }

    /// Whether units can pay a price, by giving them out one by one.
    fn gives(units: &[u16], price: &Price) -> bool {
        if price.total() == 0 {
            return true;
        }
        if (units.len() as i32) < price.total() {
            return false;
        }
        let Some(energy) = price.typed.iter().position(|n| *n > 0) else { return true };
        let mut rest = *price;
        rest.typed[energy] -= 1;
        (0..units.len()).filter(|at| units[*at] & (1 << energy) != 0).any(|at| {
            let others: Vec<u16> =
                units.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, types)| *types).collect();
            gives(&others, &rest)
        })
    }

    #[test]
    fn no_way_to_pay_leaves_more_of_the_hand_to_play() {
        let mut dice = Seed::from_number(27).fast();
        let (mut paid, mut chosen) = (0, 0);
        for n in 0..10_000 {
            let case = Case::any(&mut dice);
            let means = case.means();
            let best = means.best(&case.price, &case.hand, case.life);
            let found = best.map(|spent| {
                let pooled =
                    means.kinds.iter().zip(spent).filter(|(kind, _)| kind.pooled).map(|(_, n)| u32::from(n)).sum();
                let worth = means.worth(&spent, &case.hand, case.life);
                (pooled, u32::from(worth.cards), worth.cost, worth.sources)
            });
            let brute = case.brute();
            assert_eq!(found, brute, "case {n}: {:?} {:?} {:?} {:?}", case.sources, case.pool, case.price, case.hand);
            paid += u32::from(found.is_some());
            chosen += u32::from(found.is_some_and(|(_, cards, ..)| cards > 0));
        }
        assert!(paid > 4_000 && chosen > 2_000, "{paid} paid, {chosen} with a choice");
    }

    #[test]
    fn a_generic_cost_spares_what_the_hand_needs() {
        let (ember, grove) = (1u16, 2u16);
        let case = Case {
            sources: vec![ember, grove, grove],
            pool: Vec::new(),
            price: Price { any: 2, ..Price::default() },
            hand: vec![Price {
                typed: {
                    let mut typed = [0; ENERGIES];
                    typed[0] = 1;
                    typed
                },
                ..Price::default()
            }],
            life: 20,
        };
        let means = case.means();
        let spent = means.best(&case.price, &case.hand, case.life).expect("it can be paid");
        assert_eq!(means.charged(&spent), 0b110, "both of the second kind");
    }
}
