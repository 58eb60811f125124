//! What a seat has not seen, dealt anew.

use formats::rng::{Dice, FastRng};

use crate::kernel::rules::NullSink;

use super::MatchData;
use super::abilities::WAITING;
use super::cards::Cards;
use super::evaluate::View;
use super::expression::{Kind, NONE};
use super::program::{CounterOwner, Instruction};
use super::run::Play;
use super::slots;
use super::state::{ANSWER, State};

impl<const W: usize> MatchData<W> {
    /// Whether a seat knows which card this is.
    pub(super) fn knows(&self, state: &State<W>, seat: u8, card: u16) -> bool {
        let place = state.place(&self.layout, card);
        (self.sees[usize::from(place)] | state.known(&self.layout, card)) >> seat & 1 != 0
    }

    /// A position that the seat cannot tell from this one.
    pub(super) fn determinize(&self, state: &State<W>, seat: u8, dice: &mut FastRng, world: &mut State<W>) {
        world.clone_from(state);
        world.dice = dice.split();
        world.settled.clear();
        let unknown = self.unknown(state, seat);
        if state.pools.is_empty() {
            for group in &self.groups {
                self.deal_anew(state, unknown.and(group), dice, world);
            }
        } else {
            let count = usize::from(self.layout.cards);
            let pools = &state.pools[usize::from(seat) * count..][..count];
            let mut left = unknown;
            while let Some(first) = left.first() {
                let mut pool = Cards::EMPTY;
                let alike = left.iter().filter(|card| pools[usize::from(*card)] == pools[usize::from(first)]);
                alike.for_each(|card| pool.insert(card));
                left = left.without(&pool);
                self.deal_anew(state, pool, dice, world);
            }
        }
        self.answer_anew(seat, dice, world);
    }

    /// The cards of which a seat does not know where they lie.
    fn unknown(&self, state: &State<W>, seat: u8) -> Cards<W> {
        let hidden = self.sees.iter().zip(&state.sets).filter(|(sees, _)| **sees >> seat & 1 == 0);
        let mut unknown = hidden.fold(Cards::EMPTY, |all, (_, zone)| all.or(zone));
        if state.slot(slots::KNOWN) > 0 {
            for card in unknown.iter().filter(|card| state.known(&self.layout, *card) >> seat & 1 != 0) {
                unknown.remove(card);
            }
        }
        unknown
    }

    /// Cards that the seat cannot tell apart change their places with each other.
    fn deal_anew(&self, state: &State<W>, cards: Cards<W>, dice: &mut FastRng, world: &mut State<W>) {
        let mut unknown = [0_u16; 512];
        let count = cards.count() as usize;
        if count < 2 {
            return;
        }
        let zones = &state.sets[..usize::from(self.layout.zone_sets)];
        let by_zone = zones.iter().flat_map(|zone| zone.and(&cards).iter());
        unknown.iter_mut().zip(by_zone).for_each(|(at, card)| *at = card);
        let mut dealt = unknown;
        dice.shuffle(&mut dealt[..count]);
        let layout = &self.layout;
        for (old, new) in unknown[..count].iter().zip(&dealt[..count]) {
            if old == new {
                continue;
            }
            // What belongs to the place stays there: counters, who brought the card, who knows it.
            for first in [layout.place, layout.by, layout.known] {
                world.numbers[first as usize + usize::from(*new)] = state.numbers[first as usize + usize::from(*old)];
            }
            for counter in &self.card_counters {
                let first = layout.counters[usize::from(*counter)] as usize;
                world.count(layout, *counter, *new, state.numbers[first + usize::from(*old)]);
            }
        }
        self.settle_sets(world, &unknown[..count]);
        let renamed = |card: i32| {
            let at = unknown[..count].iter().position(|old| i32::from(*old) == card);
            at.map_or(card, |at| dealt[at].into())
        };
        for at in layout.orders.iter().filter(|at| **at > 0) {
            let at = *at as usize;
            for (list, from) in [(at, at + 2), (at + 1, at + 2 + usize::from(layout.cards))] {
                for n in 0..world.numbers[list] as usize {
                    world.numbers[from + n] = renamed(world.numbers[from + n]);
                }
            }
        }
        for slot in self.program.card_slots.iter().chain(&[slots::THIS]) {
            world.set_slot(*slot, renamed(world.slot(*slot)));
        }
        for (at, counter) in self.program.counters.iter().enumerate().filter(|(_, c)| c.kind == Kind::Card) {
            let first = layout.counters[at] as usize;
            let count = match counter.owner {
                CounterOwner::Table => 1,
                CounterOwner::Seat => usize::from(layout.seats),
                CounterOwner::Team => usize::from(self.program.teams.unwrap_or(layout.seats)),
                CounterOwner::Card => usize::from(layout.cards),
            };
            world.numbers[first..first + count].iter_mut().for_each(|card| *card = renamed(*card));
        }
        if self.program.cards.is_some() {
            let queue = layout.queue as usize;
            for waiting in 0..world.numbers[queue] as usize {
                for card in [1, 2] {
                    let at = queue + 1 + waiting * WAITING as usize + card;
                    world.numbers[at] = renamed(world.numbers[at]);
                }
            }
        }
        for set in layout.zone_sets..layout.sets {
            let kept = world.sets[usize::from(set)];
            let mut cards = Cards::EMPTY;
            kept.iter().for_each(|card| cards.insert(renamed(card.into()) as u16));
            world.sets[usize::from(set)] = cards;
        }
    }

    /// Zones hold the cards whose place they are.
    fn settle_sets(&self, world: &mut State<W>, cards: &[u16]) {
        let mut moved = Cards::EMPTY;
        cards.iter().for_each(|card| moved.insert(*card));
        for set in 0..usize::from(self.layout.zone_sets) {
            world.sets[set] = world.sets[set].without(&moved);
        }
        for card in cards {
            let place = world.place(&self.layout, *card);
            world.sets[usize::from(place)].insert(*card);
        }
    }

    /// Others have answered a question to all: what, nobody has seen.
    fn answer_anew(&self, seat: u8, dice: &mut FastRng, world: &mut State<W>) {
        let Some(Instruction::AskTogether(question, slot)) = self.program.code.get(world.slot(slots::NEXT) as usize)
        else {
            return;
        };
        let asked = world.slot(*slot);
        for other in (0..asked).filter(|other| *other != i32::from(seat)) {
            if world.numbers[(self.layout.answers + other as u32 * ANSWER) as usize] == NONE {
                continue;
            }
            let view = View::new(self, world).as_you(other);
            if let Some(answer) = view.any_answer(*question, dice) {
                Play::new(self, world, &mut NullSink).keep_answer(other as u8, answer);
            }
        }
    }
}
