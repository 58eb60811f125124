//! Paying: from counters that are called like the resources, or by tapping cards that each pay one.
//!
//! Counters: what a cost names is taken first; a generic resource is then paid from whatever there is most of. Cards: a way is
//! found if there is one; those that pay for fewest kinds are tapped first.

use catalog::game::Mask;

use super::super::MatchData;
use super::super::cards::Cards;
use super::super::evaluate::View;
use super::super::expression::Payment;

/// The most resources of a game.
const RESOURCES: usize = 32;
/// The most that is paid at once by tapping cards.
const UNITS: usize = 64;

/// What is to be paid, by resource.
type Price = [i32; RESOURCES];

/// How something is paid.
pub(in super::super) enum Paid<const W: usize> {
    /// What each counter loses.
    Counters(Price),
    /// Which cards are tapped.
    Taps(Cards<W>),
}

impl<const W: usize> MatchData<W> {
    fn is_generic(&self, resource: usize) -> bool {
        self.game.resources.get(resource).is_some_and(|r| r.generic)
    }
}

impl<const W: usize> View<'_, W> {
    fn price(&self, payment: &Payment) -> Price {
        let mut price: Price = [0; RESOURCES];
        let mut add = |resource: u8, n: i32| {
            let of = &mut price[usize::from(resource)];
            *of = of.saturating_add(n.max(0));
        };
        let mut less = 0;
        let rules = self.data.program.cards.as_ref();
        if let (true, Some(card), Some(field)) = (payment.printed, self.this(), rules.and_then(|rules| rules.cost)) {
            let card_data = self.data.game.card(self.data.cards[usize::from(card)]);
            card_data.amounts_in(field).iter().for_each(|(resource, n)| add(*resource, *n));
            less = self.discount(card);
        }
        payment.amounts.iter().for_each(|(resource, n)| add(*resource, *n));
        self.reduce(&mut price, less);
        price
    }

    /// A cost that is less: generic resources first, then the others in their order.
    fn reduce(&self, price: &mut Price, mut less: i32) {
        let order = |generic: bool| (0..RESOURCES).filter(move |r| self.data.is_generic(*r) == generic);
        for resource in order(true).chain(order(false)) {
            let off = if less >= 0 { less.min(price[resource]) } else { 0 };
            price[resource] -= off;
            less -= off;
        }
        if less < 0 {
            let dearer = order(true).find(|r| *r < self.data.game.resources.len());
            let dearer = dearer.or_else(|| (0..RESOURCES).find(|r| price[*r] > 0)).unwrap_or(0);
            price[dearer] = price[dearer].saturating_sub(less);
        }
    }

    pub(in super::super) fn can_pay(&self, payment: &Payment) -> bool {
        self.pay(payment).is_some()
    }

    /// How `you` would pay; `None` if it cannot be paid.
    pub(in super::super) fn pay(&self, payment: &Payment) -> Option<Paid<W>> {
        let price = self.price(payment);
        let rules = self.data.program.cards.as_ref()?;
        match &rules.sources {
            None => self.with_counters(&price).map(Paid::Counters),
            Some(_) => self.with_cards(&price, payment.taps).map(Paid::Taps),
        }
    }

    fn with_counters(&self, price: &Price) -> Option<Price> {
        let rules = self.data.program.cards.as_ref()?;
        let mut has = [0; RESOURCES];
        for (resource, counter) in rules.pools.iter().enumerate().take(RESOURCES) {
            if let Some(counter) = counter {
                has[resource] = self.state.numbers[self.seat_counter(*counter, self.you() as u8)];
            }
        }
        let mut paid = [0; RESOURCES];
        let mut generic = 0_i32;
        for (resource, n) in price.iter().enumerate() {
            if self.data.is_generic(resource) && rules.pools.get(resource).copied().flatten().is_none() {
                generic = generic.saturating_add(*n);
            } else if *n > has[resource] {
                return None;
            } else {
                has[resource] -= n;
                paid[resource] = *n;
            }
        }
        while generic > 0 {
            let most = (0..RESOURCES).rev().max_by_key(|r| has[*r]).filter(|r| has[*r] > 0)?;
            has[most] -= 1;
            paid[most] += 1;
            generic -= 1;
        }
        Some(paid)
    }

    /// Each unit of the price needs a card of its own that pays for it.
    fn with_cards(&self, price: &Price, taps: bool) -> Option<Cards<W>> {
        let sources = self.data.program.cards.as_ref()?.sources.as_ref()?;
        let mut needs = [0 as Mask; UNITS];
        let mut count = 0;
        for (resource, n) in price.iter().enumerate() {
            let pays: Mask = if self.data.is_generic(resource) { Mask::MAX } else { 1 << resource };
            for _ in 0..*n {
                *needs.get_mut(count)? = pays;
                count += 1;
            }
        }
        if count == 0 {
            return Some(Cards::EMPTY);
        }
        let mut all = self.cards(&sources.cards);
        if taps && let Some(this) = self.this() {
            all.remove(this);
        }
        if (all.count() as usize) < count {
            return None;
        }
        let pays = |card: u16| {
            let card = self.data.game.card(self.data.cards[usize::from(card)]);
            card.resources_in(sources.field)
        };
        // The cards that pay for fewest kinds come first, so that the others are left.
        let mut cards = [(0_u32, 0_u16); 512];
        let mut found = 0;
        for card in all.iter().filter(|card| pays(*card) != 0) {
            cards[found] = (pays(card).count_ones(), card);
            found += 1;
        }
        cards[..found].sort_unstable();
        // Which need each card serves, changed along alternating paths until every need is served.
        let mut serves = [usize::MAX; 512];
        for need in 0..count {
            let mut seen = [false; 512];
            if !assign(need, &needs, &|at| pays(cards[at].1), found, &mut serves, &mut seen) {
                return None;
            }
        }
        let mut tapped = Cards::EMPTY;
        (0..found).filter(|at| serves[*at] != usize::MAX).for_each(|at| tapped.insert(cards[at].1));
        Some(tapped)
    }
}

fn assign(
    need: usize,
    needs: &[Mask; UNITS],
    pays: &dyn Fn(usize) -> Mask,
    cards: usize,
    serves: &mut [usize; 512],
    seen: &mut [bool; 512],
) -> bool {
    for at in 0..cards {
        if seen[at] || pays(at) & needs[need] == 0 {
            continue;
        }
        seen[at] = true;
        if serves[at] == usize::MAX || assign(serves[at], needs, pays, cards, serves, seen) {
            serves[at] = need;
            return true;
        }
    }
    false
}
