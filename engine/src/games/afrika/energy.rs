//! Energy: prices, what can pay them, and the automatic payer.
//!
//! Every source makes one unit of one of its types, so a price can be paid exactly when, for every set of types that
//! it names, there are enough units that can be one of these (Hall's condition), and enough units in all. The payer
//! takes one source after the other and leaves what is left payable at each step, so it can never fail.

use std::cell::OnceCell;

use catalog::ability::TriggerEvent;

use super::options::Payer;
use super::payer::Payment;
use super::position::Position;
use super::roles::Role;
use super::state::{CHARGED, ENERGIES, Id};
use super::{Event, MatchData, Permanent, Play};
use crate::effect::{CardError, Cost, Ix};
use crate::kernel::rules::EventSink;

/// What a resource of the game is to the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resource {
    /// Generic in a cost; in the pool a unit without a type (AF-071).
    Any,
    /// Life points.
    Life,
    /// The energy of a terrain (AF-069).
    Energy(u8),
    /// A number that the player chooses, paid with any energy (AF-R42).
    X,
}

/// What is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Price {
    /// By type of energy.
    pub typed: [u8; ENERGIES],
    /// With energy of any kind.
    pub any: i16,
    /// How often X is in it.
    pub x: u8,
    /// Life.
    pub life: u8,
}

impl Price {
    /// Out of amounts by resource of the game.
    ///
    /// # Errors
    /// If an amount is too large.
    pub(super) fn from_amounts(amounts: &[(u8, i32)], resources: &[Resource]) -> Result<Price, CardError> {
        let mut price = Price::default();
        for (r, n) in amounts {
            let small = u8::try_from(*n).ok().filter(|n| *n <= 99).ok_or(CardError::Cost(*n))?;
            match resources[*r as usize] {
                Resource::Any => price.any += i16::from(small),
                Resource::Life => price.life += small,
                Resource::Energy(e) => price.typed[e as usize] += small,
                Resource::X => price.x += small,
            }
        }
        Ok(price)
    }

    /// What a cost of an ability asks for in energy and life.
    pub(super) fn from_cost(cost: &Cost, resources: &[Resource]) -> Price {
        Price::from_amounts(&cost.resources, resources).unwrap_or_default()
    }

    /// All units of energy together, without X.
    #[inline]
    pub fn total(&self) -> i32 {
        self.typed.iter().map(|n| i32::from(*n)).sum::<i32>() + i32::from(self.any)
    }

    pub(super) fn plus(mut self, other: &Price) -> Price {
        self.typed.iter_mut().zip(other.typed).for_each(|(a, b)| *a += b);
        self.any += other.any;
        self.life += other.life;
        self
    }

    /// With a number for X, nothing below 0.
    #[inline]
    pub(super) fn with_x(mut self, x: u8) -> Price {
        self.any = (self.any + i16::from(self.x) * i16::from(x)).max(0);
        self.x = 0;
        self
    }

    /// Without one unit, if it asks for one of these types or for any.
    fn less(mut self, energy: u8) -> Price {
        match self.typed[energy as usize] {
            0 => self.any = (self.any - 1).max(0),
            _ => self.typed[energy as usize] -= 1,
        }
        self
    }
}

/// How many kinds of units that can be one of several energies a pool tells apart.
const KINDS: usize = 32;

/// Units that can be spent: how many can be each energy, and which of them can be one of several.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ResourcePool {
    of: [u16; ENERGIES],
    /// Sets of several energies, with the units that can be any of these.
    either: [(u16, u16); KINDS],
    len: usize,
    all: u16,
}

/// The energies of a set, from the lowest.
#[inline]
pub(super) fn energies(mut set: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let energy = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (energy < ENERGIES).then_some(energy)
    })
}

/// Whether a set has two energies or more.
#[inline]
fn has_several(set: u16) -> bool {
    set & set.wrapping_sub(1) != 0
}

impl ResourcePool {
    #[inline]
    pub(super) fn add(&mut self, types: u16, n: u16) {
        if n == 0 {
            return;
        }
        self.all += n;
        if has_several(types) {
            match self.either[..self.len].iter_mut().find(|(t, _)| *t == types) {
                Some((_, count)) => *count += n,
                None if self.len < KINDS => {
                    self.either[self.len] = (types, n);
                    self.len += 1;
                }
                // More kinds than any match has: such units pay only for generic costs.
                None => return,
            }
        }
        energies(types).for_each(|e| self.of[e] += n);
    }

    /// How many there are.
    pub(super) fn all(&self) -> u16 {
        self.all
    }

    /// Takes a unit away that was added.
    fn remove(&mut self, types: u16) {
        self.all -= 1;
        if has_several(types) {
            let kind = self.either[..self.len].iter_mut().find(|(t, _)| *t == types);
            let Some((_, count)) = kind else { return };
            *count -= 1;
        }
        energies(types).for_each(|e| self.of[e] -= 1);
    }

    /// Units that can be this energy.
    pub(super) fn of(&self, energy: usize) -> u16 {
        self.of[energy]
    }

    /// Whether a price without X can be paid. Sets of several energies are only looked at where a unit can be two of them: what no
    /// unit shares is enough together where it is enough one by one.
    pub fn can_pay(&self, price: &Price) -> bool {
        let (mut asked, mut total) = (0u16, i32::from(price.any));
        for (e, n) in price.typed.iter().enumerate() {
            if *n > 0 {
                if self.of[e] < u16::from(*n) {
                    return false;
                }
                asked |= 1 << e;
                total += i32::from(*n);
            }
        }
        if i32::from(self.all) < total {
            return false;
        }
        let either = &self.either[..self.len];
        if !has_several(asked) || !either.iter().any(|(types, n)| *n > 0 && has_several(types & asked)) {
            return true;
        }
        // Every set of the types that are asked for, by counting down through its subsets.
        let mut some = asked;
        while some != 0 {
            let (mut need, mut there) = (0, 0);
            for e in energies(some) {
                need += u16::from(price.typed[e]);
                there += self.of[e];
            }
            // A unit that can be several of the set was counted for each of them.
            for (types, n) in either {
                there -= n * ((types & some).count_ones() as u16).saturating_sub(1);
            }
            if there < need {
                return false;
            }
            some = (some - 1) & asked;
        }
        true
    }

    /// The greatest X with which the price can be paid.
    pub fn most_x(&self, price: &Price) -> u8 {
        let spare = i32::from(self.all) - price.total();
        (spare.max(0) / i32::from(price.x.max(1))).min(99) as u8
    }
}

impl MatchData {
    /// What a cost of an ability asks for in energy and life.
    pub(super) fn price(&self, cost: Ix) -> &Price {
        &self.prices[cost as usize]
    }
}

/// What a seat could spend, counted once and not before something costs anything.
pub(super) struct Purse<'a, const N: usize, const B: usize> {
    position: Position<'a, N, B>,
    pub seat: u8,
    pool: OnceCell<ResourcePool>,
    most: OnceCell<i32>,
}

impl<'a, const N: usize, const B: usize> Purse<'a, N, B> {
    pub fn new(position: Position<'a, N, B>, seat: u8) -> Purse<'a, N, B> {
        Purse { position, seat, pool: OnceCell::new(), most: OnceCell::new() }
    }

    fn pool(&self) -> &ResourcePool {
        self.pool.get_or_init(|| self.position.resource_pool(self.seat, None))
    }

    /// At most so many units could be spent: all, or some more.
    pub fn most(&self) -> i32 {
        *self.most.get_or_init(|| {
            let player = self.position.s.player(self.seat);
            let pooled = player.pool.iter().map(|n| i32::from(*n)).sum::<i32>() + i32::from(player.colourless);
            pooled + self.position.ready_sources(self.seat).count_ones() as i32
        })
    }

    /// Whether a price can be paid, with nothing for X.
    pub fn pays(&self, price: &Price) -> bool {
        let price = price.with_x(0);
        i32::from(self.position.life(self.seat)) >= price.life.into()
            && match price.total() {
                0 => true,
                units => units <= self.most() && self.pool().can_pay(&price),
            }
    }

    /// The same where a card makes nothing, since it is charged for something else.
    pub fn pays_without(&self, price: &Price, spared: Option<Id>) -> bool {
        let spared = spared.and_then(|id| self.position.s.get_permanent(id));
        match spared.map_or(0, |permanent| self.position.makes(permanent, self.seat, None)) {
            0 => self.pays(price),
            makes => {
                let price = price.with_x(0);
                let left = || {
                    let mut pool = *self.pool();
                    pool.remove(makes);
                    pool
                };
                i32::from(self.position.life(self.seat)) >= price.life.into()
                    && (price.total() == 0 || left().can_pay(&price))
            }
        }
    }
}

impl<const N: usize, const B: usize> Position<'_, N, B> {
    /// The energy that a card in play can make now, as a set of types; `spared` is not asked.
    #[inline]
    pub fn makes(&self, permanent: &Permanent, seat: u8, spared: Option<Id>) -> u16 {
        let can = permanent.controller == seat && Some(permanent.id) != spared && self.can_charge(permanent);
        let stacked = permanent.place == super::state::TERRAINS && !self.t.options.terrain_stack_energy;
        if can && !stacked { permanent.traits.produces } else { 0 }
    }

    /// The places in the table of the sources of a seat that are not charged.
    #[inline]
    pub fn ready_sources(&self, seat: u8) -> u128 {
        let table = &self.s.table;
        table.with(Role::Source) & table.of(seat) & !table.charged()
    }

    /// Everything that a player could spend now (AF-073, AF-075, AF-076); `spared` makes nothing.
    pub fn resource_pool(&self, seat: u8, spared: Option<Id>) -> ResourcePool {
        let mut resource_pool = ResourcePool::default();
        let player = self.s.player(seat);
        player.pool.iter().enumerate().for_each(|(e, n)| resource_pool.add(1 << e, (*n).into()));
        resource_pool.add(0, player.colourless.into());
        for permanent in self.s.at_slots(self.ready_sources(seat)) {
            let makes = self.makes(permanent, seat, spared);
            if makes != 0 {
                resource_pool.add(makes, 1);
            }
        }
        resource_pool
    }

    /// Whether a player can pay a price, with nothing for X.
    pub fn can_pay(&self, seat: u8, price: &Price, spared: Option<Id>) -> bool {
        let price = price.with_x(0);
        i32::from(self.life(seat)) >= price.life.into()
            && (price.total() == 0 || self.resource_pool(seat, spared).can_pay(&price))
    }

    /// Whether a unit of energy out of one source pays for a part of a price, and the rest can still be paid.
    pub fn helps(&self, seat: u8, price: &Price, spared: Option<Id>, makes: u16, energy: u8) -> bool {
        let owed = self.owed(seat, price);
        let mut rest = self.resource_pool(seat, spared);
        rest.remove(makes);
        rest.add(1 << energy, 1);
        (owed.typed[energy as usize] > 0 || owed.any > 0) && rest.can_pay(price)
    }

    /// What the energy in a player's pool leaves to be paid.
    pub fn owed(&self, seat: u8, price: &Price) -> Price {
        let player = self.s.player(seat);
        let mut owed = *price;
        let mut spare = i16::from(player.colourless);
        for (e, n) in player.pool.iter().enumerate() {
            let paid = owed.typed[e].min(*n);
            owed.typed[e] -= paid;
            spare += i16::from(n - paid);
        }
        owed.any = (owed.any - spare).max(0);
        owed
    }
}

impl<const N: usize, const B: usize, W: EventSink<Event>> Play<'_, N, B, W> {
    /// Charges a card for one unit of energy, which waits in the pool (AF-073, AF-076, AF-R24).
    pub(super) fn make_energy(&mut self, id: Id, energy: u8) {
        let seat = self.s.permanent(id).controller;
        self.charge(id);
        self.emit(Event::Makes { card: id, energy });
        let pool = &mut self.s.players[seat as usize].pool[energy as usize];
        *pool = pool.saturating_add(1);
    }

    /// Makes what is missing to pay a price, and pays it (AF-090, AF-091). The caller has asked whether it can be paid. `paid`
    /// is the card that it is paid for, if it is one of the hand.
    pub(super) fn pay(&mut self, seat: u8, price: &Price, paid: Option<Id>) {
        let mut price = *price;
        let payment = match self.t.options.payer {
            Payer::Hand if price.total() > 0 => self.position().payment(seat, &price, paid),
            _ => None,
        };
        loop {
            let owed = self.position().owed(seat, &price);
            if owed.total() == 0 {
                break;
            }
            let Some((id, energy)) = self.next_source(seat, &owed, payment.as_ref()) else { break };
            self.make_energy(id, energy);
        }
        self.s.touched = true;
        let player = &mut self.s.players[seat as usize];
        for (have, need) in player.pool.iter_mut().zip(&mut price.typed) {
            *have -= *need;
        }
        // Generic costs take what has no type first, then what there is most of.
        let mut left = price.any.max(0);
        let colourless = left.min(player.colourless.into());
        player.colourless -= colourless as u8;
        left -= colourless;
        while left > 0 {
            let spare = |(energy, n): &(usize, &mut u8)| **n > payment.as_ref().map_or(0, |way| way.kept[*energy]);
            let Some((_, most)) = player.pool.iter_mut().enumerate().filter(spare).max_by_key(|(_, n)| **n) else {
                break;
            };
            *most -= 1;
            left -= 1;
        }
        if price.life > 0 {
            self.lose_life(seat, price.life.into());
        }
    }

    /// The source that the automatic payer charges next for what is owed, and for which energy: one after which the rest can
    /// still be paid; what does least else goes first. With a payment that was chosen it is one of that.
    fn next_source(&self, seat: u8, owed: &Price, payment: Option<&Payment>) -> Option<(Id, u8)> {
        let position = self.position();
        let mut resource_pool = ResourcePool::default();
        // The first of those that are alike is as good as any.
        let (mut kinds, mut first) = ([0u32; B], [0 as Id; B]);
        let mut n = 0;
        for permanent in self.s.at_slots(position.ready_sources(seat)) {
            let makes = position.makes(permanent, seat, None);
            if makes == 0 || payment.is_some_and(|way| !way.charges(permanent.id)) {
                continue;
            }
            resource_pool.add(makes, 1);
            let kind = u32::from(!permanent.traits.has(Role::Terrain)) << 16 | u32::from(makes);
            if !kinds[..n].contains(&kind) {
                (kinds[n], first[n]) = (kind, permanent.id);
                n += 1;
            }
        }
        let mut best: Option<(u32, Id, u8)> = None;
        for (kind, id) in kinds[..n].iter().zip(first) {
            // Terrains do nothing else.
            let (makes, does_more) = (*kind as u16, kind >> 16);
            let rank = does_more << 8 | makes.count_ones() << 4;
            if best.is_some_and(|(least, ..)| least <= rank) {
                continue;
            }
            resource_pool.remove(makes);
            for energy in energies(makes) {
                let typed = owed.typed[energy] > 0;
                if !typed && owed.any == 0 {
                    continue;
                }
                let rank = rank | u32::from(!typed);
                if best.is_none_or(|(r, ..)| rank < r) && resource_pool.can_pay(&owed.less(energy as u8)) {
                    best = Some((rank, id, energy as u8));
                }
            }
            resource_pool.add(makes, 1);
        }
        best.map(|(_, id, energy)| (id, energy))
    }

    /// Energy that was not spent is lost (AF-077).
    pub(super) fn empty_pools(&mut self) {
        for player in &mut self.s.players {
            self.s.touched |= player.colourless > 0 || player.pool != [0; ENERGIES];
            (player.pool, player.colourless) = ([0; ENERGIES], 0);
        }
    }

    /// Turns a card sideways (AF-078); true if it was not.
    pub(super) fn charge(&mut self, id: Id) -> bool {
        if self.s.permanent(id).is(CHARGED) {
            return false;
        }
        self.s.set_charged(id, true);
        self.s.touched = true;
        self.happen(TriggerEvent::Tapped, id);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(typed: &[(usize, u8)], any: i16) -> Price {
        let mut price = Price { any, ..Price::default() };
        typed.iter().for_each(|(e, n)| price.typed[*e] = *n);
        price
    }

    /// Tries every way to give units to what is asked for.
    fn brute(units: &[u16], price: &Price) -> bool {
        if price.total() == 0 {
            return true;
        }
        let Some((first, rest)) = units.split_first() else { return false };
        brute(rest, price)
            || (price.any > 0 && brute(rest, &Price { any: price.any - 1, ..*price }))
            || (0..ENERGIES).filter(|e| first & (1 << e) != 0 && price.typed[*e] > 0).any(|e| {
                let mut less = *price;
                less.typed[e] -= 1;
                brute(rest, &less)
            })
    }

    #[test]
    fn what_can_be_paid_is_what_a_search_through_all_ways_can_pay() {
        let mut dice = formats::rng::Seed::from_number(5).fast();
        use formats::rng::Dice;
        let mut paid = 0;
        for _ in 0..4_000 {
            let units: Vec<u16> = (0..dice.below(6)).map(|_| (dice.below(16)) as u16).collect();
            let price = price(
                &[
                    (0, dice.below(3) as u8),
                    (1, dice.below(2) as u8),
                    (2, dice.below(2) as u8),
                    (3, dice.below(2) as u8),
                ],
                dice.below(3) as i16,
            );
            let mut resource_pool = ResourcePool::default();
            units.iter().for_each(|u| resource_pool.add(*u, 1));
            assert_eq!(resource_pool.can_pay(&price), brute(&units, &price), "{units:?} {price:?}");
            paid += u32::from(resource_pool.can_pay(&price));
        }
        assert!((500..3_500).contains(&paid), "{paid}");
    }
}
