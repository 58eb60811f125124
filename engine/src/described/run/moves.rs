//! Cards that move, and who can follow them with their eyes.

use catalog::ability::TriggerEvent;

use super::super::abilities::Passage;
use super::super::cards::Cards;
use super::super::emit::zone_of;
use super::super::event::Event;
use super::super::expression::{CardChoice, Expression, Place, ZoneOf};
use super::super::program::DealSource;
use super::super::slots;
use super::super::state::State;
use super::{Play, Way};
use crate::kernel::rules::{ALL_SEATS, EventSink, Seats};

impl<const W: usize, S: EventSink<Event>> Play<'_, W, S> {
    pub(super) fn move_cards(&mut self, cards: &CardChoice, to: &ZoneOf, bottom: bool) {
        let view = self.view();
        let Some(to) = view.zone(to) else { return };
        let all = view.cards(cards);
        // Cards that lie in order keep it.
        if let Place::Zone(from) = &cards.place
            && let Some(from) = view.zone(from)
            && self.data.layout.orders[usize::from(from)] > 0
        {
            return self.move_in_order(all, from, to, bottom);
        }
        self.put_each(all, to, bottom);
    }

    /// Cards that lie in no order go to a zone. Of cards that go together, all that lie somewhere, nobody loses sight.
    pub(super) fn put_each(&mut self, all: Cards<W>, to: u16, bottom: bool) {
        let mut together = Cards::EMPTY;
        for card in all.iter() {
            let there = self.state.sets[usize::from(self.state.place(&self.data.layout, card))];
            if there.without(&all).is_empty() {
                together = together.or(&there);
            }
        }
        for card in all.iter() {
            self.together = together.has(card);
            self.put(card, to, bottom);
        }
        self.together = false;
    }

    fn move_in_order(&mut self, all: Cards<W>, from: u16, to: u16, bottom: bool) {
        let mut left = all;
        loop {
            let (above, below) = self.state.order(&self.data.layout, from);
            let next = below.iter().chain(above).copied().find(|card| left.has(*card as u16));
            let Some(card) = next else { break };
            left.remove(card as u16);
            self.put(card as u16, to, bottom);
        }
        left.iter().for_each(|card| self.put(card, to, bottom));
    }

    /// All cards of a zone go where `you` can look at them, or back: it is told that somebody looks, and not of each card.
    pub(super) fn look_through(&mut self, from: &ZoneOf, to: &ZoneOf, begins: bool) {
        let (Some(from), Some(to)) = (self.view().zone(from), self.view().zone(to)) else { return };
        if begins {
            self.tell(Event::LooksThrough { seat: self.state.slot(slots::YOU).max(0) as u8, zone: from });
        }
        self.way = Way::Untold;
        self.move_in_order(self.state.sets[usize::from(from)], from, to, false);
        self.way = Way::Told;
    }

    pub(super) fn deal(&mut self, count: &Expression, from: &DealSource, to: u16, first: &Expression) {
        let (count, first) = (self.value(count).min(self.data.layout.cards.into()), self.value(first).max(0));
        let one = match from {
            DealSource::One(zone) => match self.view().zone(zone) {
                Some(set) => Some(set),
                None => return,
            },
            DealSource::Own(_) => None,
        };
        let (seats, hands) = (i32::from(self.data.layout.seats), self.data.layout.zones[usize::from(to)]);
        for _ in 0..count {
            for n in 0..seats {
                let seat = (first + n) % seats;
                if self.state.is_out(seat as u8) {
                    continue;
                }
                let own = || zone_of(from.zone(), Expression::Seat(seat as u8));
                let Some(set) = one.or_else(|| self.view().zone(&own())) else { continue };
                // A pile that is used up has none for the others either; a seat's own one has.
                if !self.draw(set, hands + seat as u16) && one.is_some() {
                    return;
                }
            }
        }
    }

    /// The cards of another zone become those of an empty one, in no order; `false` if there are none.
    pub(super) fn refill(&mut self, zone: u16, out_of: Option<u16>) -> bool {
        let Some(out_of) = out_of else { return false };
        let cards = self.state.sets[usize::from(out_of)];
        if cards.is_empty() {
            return false;
        }
        let way = std::mem::replace(&mut self.way, Way::Untold);
        self.put_each(cards, zone, false);
        self.way = way;
        self.shuffle(zone);
        true
    }

    /// What is in order in a zone is so no more.
    pub(super) fn shuffle(&mut self, zone: u16) {
        let at = self.data.layout.orders[usize::from(zone)] as usize;
        if at > 0 {
            self.state.numbers[at] = 0;
            self.state.numbers[at + 1] = 0;
            self.zone_changes(zone);
        }
        self.tell(Event::Shuffles { zone });
    }

    /// The top card of a zone goes to another; `false` if there is none.
    pub(super) fn draw(&mut self, from: u16, to: u16) -> bool {
        let (above, below) = self.state.order(&self.data.layout, from);
        let top = above.last().copied();
        let mut loose = self.state.sets[usize::from(from)];
        for card in above.iter().chain(below) {
            loose.remove(*card as u16);
        }
        let card = match top {
            Some(card) => card as u16,
            None => match loose.count() {
                0 => match below.last() {
                    Some(card) => *card as u16,
                    None => return false,
                },
                1 => loose.first().expect("there is one"),
                count => {
                    let def = |n: u32| self.data.def_of[usize::from(loose.nth(n).expect("there are as many"))];
                    let at = self.sink.pick(&mut self.state.dice, count, &def);
                    let card = loose.nth(at).expect("it is one of them");
                    self.take_for_copy(card, loose, self.data.sees[usize::from(to)]);
                    card
                }
            },
        };
        self.put(card, to, false);
        true
    }

    /// Whoever sees a card come, and knew that another copy of it was among these, cannot tell which of the two it is.
    fn take_for_copy(&mut self, card: u16, among: Cards<W>, viewers: Seats) {
        if !self.data.has_copies || self.state.slot(slots::KNOWN) == 0 {
            return;
        }
        let (data, layout) = (self.data, &self.data.layout);
        let count = usize::from(layout.cards);
        for seat in (0..layout.seats).filter(|seat| viewers >> seat & 1 != 0) {
            let knows = |state: &State<W>, card: u16| state.known(layout, card) >> seat & 1 != 0;
            let alike = |other: &u16| data.def_of[usize::from(*other)] == data.def_of[usize::from(card)];
            let copy = among.iter().find(|other| alike(other) && knows(self.state, *other));
            let (Some(copy), false) = (copy, knows(self.state, card)) else { continue };
            let at = layout.known as usize + usize::from(copy);
            self.set_known(at, self.state.numbers[at] & !(1 << seat));
            self.keep_pools();
            let own = usize::from(seat) * count..usize::from(seat + 1) * count;
            merge(&mut self.state.pools[own], Cards::<W>::one(card).or(&Cards::one(copy)));
        }
    }

    /// From now on seats differ in what they know of cards.
    fn keep_pools(&mut self) {
        if self.state.pools.is_empty() {
            self.state.pools.extend_from_slice(&self.data.first_pools);
        }
    }

    /// Somebody sees a card.
    pub(super) fn learn(&mut self, card: u16, seats: Seats) {
        let at = (self.data.layout.known + u32::from(card)) as usize;
        let place = self.state.place(&self.data.layout, card);
        let hidden = seats & !self.data.sees[usize::from(place)];
        self.set_known(at, self.state.numbers[at] | i32::from(hidden));
    }

    pub(super) fn set_known(&mut self, at: usize, now: i32) {
        let before = self.state.numbers[at];
        self.state.numbers[at] = now;
        let change = i32::from(now != 0) - i32::from(before != 0);
        self.state.set_slot(slots::KNOWN, self.state.slot(slots::KNOWN) + change);
    }

    /// Who sees neither where a card was nor where it goes cannot tell which of the cards that lay there it was.
    fn lose_sight(&mut self, card: u16, from: u16, blind: Seats) {
        let (data, layout) = (self.data, &self.data.layout);
        // Cards in a known order are told from the others by where they lie.
        let (above, below) = self.state.order(layout, from);
        if above.iter().chain(below).any(|other| *other == i32::from(card)) {
            return;
        }
        let mut cards = self.state.sets[usize::from(from)];
        above.iter().chain(below).for_each(|other| cards.remove(*other as u16));
        let group = |card: u16| data.first_pools[usize::from(card)];
        let is_mixed = || data.groups.len() > 1 && cards.iter().any(|other| group(other) != group(card));
        if self.state.slot(slots::KNOWN) == 0 && self.state.pools.is_empty() && !is_mixed() || cards.count() < 2 {
            return;
        }
        let known = |state: &State<W>, card: u16| state.known(layout, card) & blind;
        let knew = cards.iter().any(|other| known(self.state, other) != 0);
        if self.state.pools.is_empty() && !knew && !is_mixed() {
            return;
        }
        self.keep_pools();
        let count = usize::from(layout.cards);
        for seat in (0..layout.seats).filter(|seat| blind >> seat & 1 != 0) {
            let own = usize::from(seat) * count..usize::from(seat + 1) * count;
            for other in cards.iter() {
                if known(self.state, other) >> seat & 1 != 0 {
                    set_apart(&mut self.state.pools[own.clone()], other);
                }
            }
            merge(&mut self.state.pools[own], cards);
        }
        for other in cards.iter() {
            let at = layout.known as usize + usize::from(other);
            self.set_known(at, self.state.numbers[at] & !i32::from(blind));
        }
    }

    /// A card goes to a zone, and whoever can follows it with their eyes.
    pub(in super::super) fn put(&mut self, card: u16, to: u16, bottom: bool) {
        let (data, layout) = (self.data, &self.data.layout);
        let from = self.state.place(layout, card);
        let (before, after) = (data.sees[usize::from(from)], data.sees[usize::from(to)]);
        let known = layout.known as usize + usize::from(card);
        let blind = !(before | after) & data.all_seats;
        if blind != 0 && !self.together {
            self.lose_sight(card, from, blind);
        }
        let passage = if data.program.cards.is_some() { self.view().passage(from, to) } else { Passage::default() };
        if passage.leaves {
            self.raise(TriggerEvent::Leaves, card);
        }
        if passage.dies {
            self.raise(TriggerEvent::Dies, card);
        }
        let knows = (before | self.state.numbers[known] as Seats) & !after & data.all_seats;
        if i32::from(knows) != self.state.numbers[known] {
            self.set_known(known, knows.into());
        }
        self.take_out(card, from);
        self.zone_changes(from);
        self.zone_changes(to);
        self.state.sets[usize::from(to)].insert(card);
        self.state.numbers[layout.place as usize + usize::from(card)] = to.into();
        self.state.numbers[layout.by as usize + usize::from(card)] = self.state.slot(slots::YOU);
        let order = layout.orders[usize::from(to)] as usize;
        if order > 0 {
            let (list, at) =
                if bottom { (order + 1, order + 2 + usize::from(layout.cards)) } else { (order, order + 2) };
            let length = self.state.numbers[list] as usize;
            if bottom {
                // The lowest comes first.
                self.state.numbers.copy_within(at..at + length, at + 1);
                self.state.numbers[at] = card.into();
            } else {
                self.state.numbers[at + length] = card.into();
            }
            self.state.numbers[list] += 1;
        }
        if self.way != Way::Untold {
            let told = match &self.named {
                _ if self.state.slot(slots::TURN) == 0 => ALL_SEATS,
                (cards, seats) if cards.has(card) => *seats,
                _ => 0,
            };
            self.sink.on_event(Event::Moves { card, from, to, told }, before | after | knows);
        }
        if passage.leaves {
            self.forget(card);
            self.detach_from(card);
        }
        let after = [
            (passage.enters, TriggerEvent::Enters),
            (passage.discarded && self.way != Way::Played, TriggerEvent::Discarded),
            (passage.milled, TriggerEvent::Milled),
        ];
        for (_, event) in after.iter().filter(|(happens, _)| *happens) {
            self.raise(*event, card);
        }
    }

    /// A card that leaves play is a new one: nothing is left on it.
    pub(super) fn forget(&mut self, card: u16) {
        for counter in &self.data.card_counters {
            let start = self.data.program.counters[usize::from(*counter)].start;
            self.state.count(&self.data.layout, *counter, card, start);
            self.state.settled.counter_changes(&self.data.checks, *counter);
        }
    }

    fn zone_changes(&mut self, set: u16) {
        let (zone, _) = self.data.layout.zone_of[usize::from(set)];
        self.state.settled.zone_changes(&self.data.checks, zone);
    }

    pub(super) fn take_out(&mut self, card: u16, from: u16) {
        let layout = &self.data.layout;
        self.state.sets[usize::from(from)].remove(card);
        let order = layout.orders[usize::from(from)] as usize;
        if order == 0 {
            return;
        }
        for (list, at) in [(order, order + 2), (order + 1, order + 2 + usize::from(layout.cards))] {
            let length = self.state.numbers[list] as usize;
            let found = self.state.numbers[at..at + length].iter().rposition(|other| *other == i32::from(card));
            if let Some(place) = found {
                self.state.numbers.copy_within(at + place + 1..at + length, at + place);
                self.state.numbers[list] -= 1;
                return;
            }
        }
    }
}

/// A card that was known is one of no pool but its own.
fn set_apart(pools: &mut [u16], card: u16) {
    // A pool goes by the number of one of its cards.
    let others = pools.iter().filter(|pool| **pool == card).count() - usize::from(pools[usize::from(card)] == card);
    if others > 0 {
        let mut heir = None;
        for other in (0..pools.len() as u16).filter(|other| *other != card) {
            let pool = &mut pools[usize::from(other)];
            if *pool == card {
                *pool = *heir.get_or_insert(other);
            }
        }
    }
    pools[usize::from(card)] = card;
}

/// Any of these cards may be any other of their pools.
fn merge<const W: usize>(pools: &mut [u16], cards: Cards<W>) {
    let mut mixed = Cards::<W>::EMPTY;
    cards.iter().for_each(|card| mixed.insert(pools[usize::from(card)]));
    let Some(first) = mixed.first() else { return };
    if mixed.count() > 1 {
        pools.iter_mut().filter(|pool| mixed.has(**pool)).for_each(|pool| *pool = first);
    }
}
