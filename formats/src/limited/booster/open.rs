//! Opening packs. Where nothing is spread over a box, a pack depends on its generator alone.

use catalog::CardIx;

use super::{BoosterSheet, BoosterSlot, Product, Replacement};
use crate::rng::Dice;

/// Opens packs one after the other. Packs of a box share what the product spreads over it; with the pack after the
/// last one of a box, a new box begins, and so for cases and for all that a cube holds.
pub struct Opener<'a> {
    product: &'a Product,
    /// Packs opened so far.
    opened: u32,
    sheets: Vec<State>,
    /// For a slot that is even: its sheets in the order in which they come, the next one last.
    plans: Vec<Vec<usize>>,
}

/// What is left of a sheet.
#[derive(Default)]
struct State {
    /// Copies that are left, of each of the sheet's cards; empty where they go back at once.
    left: Vec<u32>,
    /// Where the run goes on.
    next: usize,
    /// Packs after which all begins anew.
    period: u32,
    /// Packs until then, with this one.
    packs: u32,
    /// Most cards that a pack draws, and how many of those are still to come in this one.
    most: u32,
    draws: u32,
    /// Of the cards that every pack until then could hold, how many this one may pass by.
    slack: u32,
}

impl<'a> Opener<'a> {
    pub(super) fn new(product: &'a Product) -> Opener<'a> {
        let state = |(at, sheet): (usize, &BoosterSheet)| State {
            left: Vec::with_capacity(if sheet.is_stack() { sheet.cards.len() } else { 0 }),
            period: product.period(sheet),
            most: product.most(at),
            ..State::default()
        };
        let sheets = product.sheets.iter().enumerate().map(state).collect();
        Opener { product, opened: 0, sheets, plans: vec![Vec::new(); product.slots.len()] }
    }

    /// Opens the next pack into `pack`, which is emptied first. Allocates nothing once `pack` is large enough and a
    /// first pack was opened.
    pub fn open<D: Dice>(&mut self, dice: &mut D, pack: &mut Vec<CardIx>) {
        pack.clear();
        self.begin(dice);
        let layouts = self.product.layouts.iter().map(|layout| layout.weight);
        let layout = if layouts.len() > 1 { weighted(layouts, dice) } else { 0 };
        for (at, slot) in self.product.slots.iter().enumerate().filter(|(_, slot)| slot.is_in(layout)) {
            if let Some(spread) = &self.product.sheets[slot.of[0].0].spread {
                spread.fill(dice, pack);
                continue;
            }
            for _ in 0..slot.count {
                let sheet = match (&slot.of[..], self.plans[at].pop()) {
                    (_, Some(planned)) => planned,
                    ([(only, _)], None) => *only,
                    _ => slot.of[weighted(slot.of.iter().map(|(_, weight)| *weight), dice)].0,
                };
                let card = self.sheets[sheet].draw(&self.product.sheets[sheet], dice, pack);
                pack.push(card);
            }
        }
        self.opened += 1;
    }

    /// What begins with this pack: a box, a case, a cube.
    fn begin<D: Dice>(&mut self, dice: &mut D) {
        let Opener { product, opened, .. } = *self;
        for (state, sheet) in self.sheets.iter_mut().zip(&product.sheets) {
            if sheet.run {
                if opened.is_multiple_of(state.period) {
                    state.next = dice.below(sheet.copies.len() as u32) as usize;
                }
            } else if sheet.is_stack() {
                if opened.is_multiple_of(state.period) {
                    state.left.clone_from(&sheet.counts);
                }
                state.packs = state.period - opened % state.period;
                state.draws = state.most;
                let room: u32 = state.left.iter().map(|c| (*c).min(state.packs)).sum();
                state.slack = room.saturating_sub(state.most * state.packs);
            }
        }
        for (slot, plan) in product.slots.iter().zip(&mut self.plans) {
            if let Some(packs) = slot.even.map(|e| product.even(e)).filter(|p| opened.is_multiple_of(*p)) {
                share_out(slot, packs * slot.count, dice, plan);
            }
        }
    }
}

impl BoosterSheet {
    /// Whether the copies that are left have to be counted.
    pub(super) fn is_stack(&self) -> bool {
        match self.back {
            Replacement::Draw => false,
            Replacement::Pack => !self.unique,
            Replacement::Box | Replacement::Case | Replacement::Never => true,
        }
    }
}

impl State {
    fn draw<D: Dice>(&mut self, sheet: &BoosterSheet, dice: &mut D, pack: &[CardIx]) -> CardIx {
        if sheet.run {
            let card = sheet.copies[self.next];
            self.next = (self.next + 1) % sheet.copies.len();
            return card;
        }
        if sheet.is_stack() {
            return self.draw_left(sheet, dice, pack);
        }
        loop {
            let card = sheet.copies[dice.below(sheet.copies.len() as u32) as usize];
            if !sheet.unique || !pack.contains(&card) {
                return card;
            }
        }
    }

    /// A copy out of those that are left. A pack may not pass by so many cards of which every remaining pack needs
    /// one that the last packs would have to hold a card twice.
    fn draw_left<D: Dice>(&mut self, sheet: &BoosterSheet, dice: &mut D, pack: &[CardIx]) -> CardIx {
        let free = |at: usize| self.left[at] > 0 && !(sheet.unique && pack.contains(&sheet.cards[at]));
        let many = |at: usize| self.left[at] >= self.packs && free(at);
        let all_many = (0..self.left.len()).filter(|at| many(*at)).count() as u32;
        let must = sheet.unique && all_many > 0 && all_many >= self.draws + self.slack;
        let may = |at: usize| if must { many(at) } else { free(at) };
        let all: u32 = (0..self.left.len()).filter(|at| may(*at)).map(|at| self.left[at]).sum();
        let mut roll = dice.below(all);
        let mut at = 0;
        while !may(at) || roll >= self.left[at] {
            roll -= if may(at) { self.left[at] } else { 0 };
            at += 1;
        }
        self.left[at] -= 1;
        self.draws = self.draws.saturating_sub(1);
        sheet.cards[at]
    }
}

/// The position of one of these weights, each as likely as it is large.
fn weighted<D: Dice>(weights: impl ExactSizeIterator<Item = u32> + Clone, dice: &mut D) -> usize {
    let last = weights.len() - 1;
    let mut roll = dice.below(weights.clone().sum());
    for (at, weight) in weights.enumerate() {
        if roll < weight {
            return at;
        }
        roll -= weight;
    }
    last
}

/// So many draws in the proportion of the slot's weights, in random order. Where a share is no whole number, the one
/// above or below is taken so that the averages are exact: one roll moves all borders between the sheets.
fn share_out<D: Dice>(slot: &BoosterSlot, draws: u32, dice: &mut D, plan: &mut Vec<usize>) {
    plan.clear();
    let weights: u64 = slot.of.iter().map(|(_, w)| u64::from(*w)).sum();
    let shift = u64::from(dice.below(weights as u32));
    let mut before = 0;
    for (sheet, weight) in &slot.of {
        let border = |w: u64| (w * u64::from(draws) + shift) / weights;
        let count = border(before + u64::from(*weight)) - border(before);
        before += u64::from(*weight);
        plan.extend(std::iter::repeat_n(*sheet, count as usize));
    }
    dice.shuffle(plan);
}
