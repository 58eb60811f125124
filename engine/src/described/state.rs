//! A position: sets of cards and numbers, of sizes that are known when the match is set up. Copying it copies memory.

use formats::rng::{Dice, FastRng};

use crate::kernel::outcome::Outcome;
use crate::kernel::rules::{DigestHasher, Seats};

use super::abilities::{MOST_WAITING, WAITING};
use super::cards::Cards;
use super::checks::Settled;
use super::program::{CounterOwner, Program, ZoneOwner};
use super::slots;

/// Where things stand in the numbers and sets of a position.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// Seats of the match.
    pub seats: u8,
    /// Cards of the match.
    pub cards: u16,
    /// The first set of each zone; those of a zone follow each other by seat.
    pub zones: Vec<u16>,
    /// How many sets are zones.
    pub zone_sets: u16,
    /// All sets: zones, then those that are kept.
    pub sets: u16,
    /// For each set that is a zone: which zone, and whose, from 0.
    pub zone_of: Vec<(u16, u8)>,
    /// Where an ordered zone's order begins: how many lie on top in order, how many at the bottom, and the cards of both; 0 for
    /// zones without an order.
    pub orders: Vec<u32>,
    /// The first number of each counter.
    pub counters: Vec<u32>,
    /// For each counter of cards that is 0 or 1: which of [`State::flags`] it is.
    pub flags: Vec<Option<u16>>,
    /// The set where each card lies.
    pub place: u32,
    /// The seat that brought it there.
    pub by: u32,
    /// The seats that know which card it is although they do not see its zone, a bit each.
    pub known: u32,
    /// Calls under way: where to go on, and who was `you`.
    pub frames: u32,
    /// What each seat has answered to a question to all.
    pub answers: u32,
    /// What each seat has scored, once the game is over.
    pub scores: u32,
    /// Triggered abilities that wait: how many, then each.
    pub queue: u32,
    /// All numbers.
    pub numbers: u32,
}

/// Numbers of an answer that is kept.
pub const ANSWER: u32 = 6;

impl Layout {
    /// Of a match of so many seats and cards.
    pub fn new(program: &Program, seats: u8, cards: u16) -> Layout {
        let mut layout = Layout { seats, cards, ..Layout::default() };
        let teams = program.teams.unwrap_or(seats);
        let mut numbers = u32::from(program.locals);
        let mut take = |count: u32| {
            numbers += count;
            numbers - count
        };
        for (at, zone) in program.zones.iter().enumerate() {
            layout.zones.push(layout.zone_of.len() as u16);
            let owners = match zone.owner {
                ZoneOwner::Table => 1,
                ZoneOwner::Seat => seats,
                ZoneOwner::Team => teams,
            };
            for owner in 0..owners {
                layout.zone_of.push((at as u16, owner));
                layout.orders.push(if zone.ordered { take(2 + 2 * u32::from(cards)) } else { 0 });
            }
        }
        layout.zone_sets = layout.zone_of.len() as u16;
        layout.sets = layout.zone_sets + program.local_sets;
        let mut flags = 0;
        for counter in &program.counters {
            let count = match counter.owner {
                CounterOwner::Table => 1,
                CounterOwner::Seat => u32::from(seats),
                CounterOwner::Team => u32::from(teams),
                CounterOwner::Card => u32::from(cards),
            };
            layout.counters.push(take(count));
            let is_flag = counter.owner == CounterOwner::Card && (counter.least, counter.most) == (0, 1);
            layout.flags.push(is_flag.then_some(flags));
            flags += u16::from(is_flag);
        }
        layout.place = take(cards.into());
        layout.by = take(cards.into());
        layout.known = take(cards.into());
        layout.frames = take(u32::from(program.depth) * 2);
        layout.answers = take(u32::from(seats) * ANSWER);
        layout.scores = take(seats.into());
        layout.queue = take(if program.cards.is_some() { 1 + MOST_WAITING * WAITING } else { 0 });
        layout.numbers = numbers;
        layout
    }
}

/// A position.
#[derive(Debug, PartialEq)]
pub struct State<const W: usize> {
    /// Zones, and sets that are kept.
    pub(super) sets: Vec<Cards<W>>,
    /// Registers, local names, counters, and what belongs to cards.
    pub(super) numbers: Vec<i32>,
    /// The cards on which a counter is 1, for each one that is 0 or 1: what is also in the numbers, to be asked for at once.
    pub(super) flags: Vec<Cards<W>>,
    /// For each seat and card, the cards that it may be as far as the seat can know: those with the same number, which is that of
    /// one of them. Empty as long as these are the cards of each [`MatchData::groups`](super::MatchData).
    pub(super) pools: Vec<u16>,
    pub(super) settled: Settled,
    pub(super) dice: FastRng,
    pub(super) over: Option<Outcome>,
}

impl<const W: usize> Clone for State<W> {
    fn clone(&self) -> Self {
        let (sets, numbers) = (self.sets.clone(), self.numbers.clone());
        let (flags, pools) = (self.flags.clone(), self.pools.clone());
        State { sets, numbers, flags, pools, settled: self.settled, dice: self.dice.clone(), over: self.over }
    }

    fn clone_from(&mut self, other: &Self) {
        self.sets.clone_from(&other.sets);
        self.numbers.clone_from(&other.numbers);
        self.flags.clone_from(&other.flags);
        self.pools.clone_from(&other.pools);
        self.settled = other.settled;
        self.dice = other.dice.clone();
        self.over = other.over;
    }
}

impl<const W: usize> State<W> {
    #[inline]
    pub(super) fn slot(&self, slot: u16) -> i32 {
        self.numbers[usize::from(slot)]
    }

    #[inline]
    pub(super) fn set_slot(&mut self, slot: u16, number: i32) {
        self.numbers[usize::from(slot)] = number;
    }

    /// Writes a counter of a card.
    #[inline]
    pub(super) fn count(&mut self, layout: &Layout, counter: u16, card: u16, number: i32) {
        self.numbers[(layout.counters[usize::from(counter)] + u32::from(card)) as usize] = number;
        if let Some(flag) = layout.flags[usize::from(counter)] {
            let flag = &mut self.flags[usize::from(flag)];
            if number == 0 { flag.remove(card) } else { flag.insert(card) }
        }
    }

    /// Writes a counter of all cards.
    pub(super) fn count_all(&mut self, layout: &Layout, counter: u16, number: i32) {
        (0..layout.cards).for_each(|card| self.count(layout, counter, card, number));
    }

    /// Whether the flags say what the numbers say.
    pub(super) fn flags_agree(&self, layout: &Layout) -> bool {
        layout.counters.iter().zip(&layout.flags).all(|(first, flag)| {
            let Some(flag) = flag else { return true };
            let number = |card: u16| self.numbers[(first + u32::from(card)) as usize];
            (0..layout.cards).all(|card| self.flags[usize::from(*flag)].has(card) == (number(card) != 0))
        })
    }

    /// Whether a seat is out.
    #[inline]
    pub(super) fn is_out(&self, seat: u8) -> bool {
        self.slot(slots::OUT) >> seat & 1 != 0
    }

    /// The seats that know a card without seeing its zone.
    pub(super) fn known(&self, layout: &Layout, card: u16) -> Seats {
        self.numbers[(layout.known + u32::from(card)) as usize] as Seats
    }

    /// The set where a card lies.
    #[inline]
    pub(super) fn place(&self, layout: &Layout, card: u16) -> u16 {
        self.numbers[(layout.place + u32::from(card)) as usize] as u16
    }

    /// Cards of an ordered zone that lie on top in order, the topmost last; and those at the bottom, the lowest first.
    pub(super) fn order(&self, layout: &Layout, zone: u16) -> (&[i32], &[i32]) {
        let at = layout.orders[usize::from(zone)] as usize;
        if at == 0 {
            return (&[], &[]);
        }
        let (top, bottom, most) = (self.numbers[at] as usize, self.numbers[at + 1] as usize, usize::from(layout.cards));
        (&self.numbers[at + 2..at + 2 + top], &self.numbers[at + 2 + most..at + 2 + most + bottom])
    }

    /// Of what is in the position. What seats can know of it follows from how it came about.
    pub(super) fn digest(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut digest = DigestHasher::default();
        for set in &self.sets {
            set.words().iter().for_each(|word| digest.write_u64(*word));
        }
        for number in &self.numbers {
            digest.write(&number.to_le_bytes());
        }
        self.over.hash(&mut digest);
        digest.write_u32(self.dice.clone().below(u32::MAX));
        digest.finish()
    }
}
