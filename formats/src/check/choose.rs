//! Which cards to add or to take out where any of a kind would do: each step is tried, and judged by all rules.
//!
//! A card is only added if nothing else goes wrong by it; [`Chooser::force_in`] adds the least wrong one, as a first step of several. Of those that will do, the one goes in that brings the deck
//! nearest to the format's advice; of equal ones the one that suits the deck best.

use std::cmp::Reverse;

use catalog::game::Mask;
use catalog::query::CountQuery;
use catalog::{CardIx, Query};

use super::CardChange;
use super::appeal::DeckShape;
use super::checker::{Checker, Weight};
use super::sources::missing_share;
use crate::deck::{Deck, Listed};

/// Beside the cards of the deck, so many others are compared; of more, the first that will do is taken.
const COMPARED: usize = 40;
/// The same for cards that an advice asks for.
const ADVISED: usize = 12;
/// The share of the costs for which sources may be missing: one source more or less does not mend less.
const BALANCED: f32 = 0.04;
/// Of more copies than these to take out, many go at once.
const ONE_BY_ONE: u32 = 250;

/// A card with the section it would go to.
type Placed = (usize, CardIx);

pub(super) struct Chooser<'a> {
    checker: Checker<'a>,
    now: Deck,
    weight: Weight,
    changes: Vec<CardChange>,
}

impl<'a> Chooser<'a> {
    pub fn new(checker: Checker<'a>, deck: &Deck) -> Chooser<'a> {
        let checker = checker.with_leader(deck);
        Chooser { checker, now: deck.clone(), weight: checker.weigh(deck), changes: Vec::new() }
    }

    /// What was done.
    pub fn into_changes(mut self) -> Vec<CardChange> {
        // What went in may have made room again.
        self.changes.retain(|change| change.by != 0);
        self.changes
    }

    fn home(&self) -> Mask {
        self.checker.examine(&self.now).context.home
    }

    /// Takes out cards that fit, one after the other: the ones without which least is wrong, of equal ones the last.
    pub fn take_out(&mut self, sections: &[usize], of: &Query, count: u32) {
        let mut left = count;
        while left > 0 {
            let home = self.home();
            let copies = left.saturating_sub(ONE_BY_ONE).max(1);
            let mut best: Option<(Weight, usize, Listed, i64)> = None;
            for section in sections {
                for entry in &self.now.sections[*section] {
                    let fits = match entry.card {
                        Listed::Card(ix) => of.matches_in(self.checker.game.card(ix), home),
                        Listed::Unknown(_) => *of == Query::All,
                    };
                    if !fits {
                        continue;
                    }
                    let out = -i64::from(copies.min(entry.count));
                    let weight = self.weigh_after(&[(*section, &entry.card, out)]);
                    if best.as_ref().is_none_or(|(least, ..)| weight <= *least) {
                        best = Some((weight, *section, entry.card.clone(), out));
                    }
                }
            }
            let Some((weight, section, card, out)) = best else { return };
            left -= out.unsigned_abs() as u32;
            self.step(&[(section, &card, out)], weight);
        }
    }

    /// Puts in cards that fit, one after the other, as far as there are any by which nothing else goes wrong. Where
    /// the deck is full, another card makes room.
    pub fn put_in(&mut self, sections: &[usize], of: &Query, count: u32) {
        for _ in 0..count {
            let (near, rest) = self.candidates(sections, of);
            let shape = self.shape(&near, &rest);
            let mut best: Option<(Weight, f32, usize, CardIx)> = None;
            for (section, card) in near {
                let weight = self.weigh_after(&[(section, &Listed::Card(card), 1)]);
                let appeal = shape.appeal(card);
                let better = |(least, most, ..): &(Weight, f32, usize, CardIx)| {
                    weight < *least || (weight == *least && appeal > *most)
                };
                if weight.wrong < self.weight.wrong && best.as_ref().is_none_or(better) {
                    best = Some((weight, appeal, section, card));
                }
            }
            let best = best.map(|(weight, _, section, card)| (weight, section, card));
            let mut any = rest.iter().filter_map(|(section, card)| {
                let weight = self.weigh_after(&[(*section, &Listed::Card(*card), 1)]);
                (weight.wrong < self.weight.wrong).then_some((weight, *section, *card))
            });
            match best.or_else(|| any.next()) {
                Some((weight, section, card)) => self.step(&[(section, &Listed::Card(card), 1)], weight),
                None if self.swap(sections, of, false) || self.swap(sections, of, true) => {}
                None => break,
            }
        }
        self.heed_advice(sections, of);
        self.balance_sources(sections, of);
    }

    /// Puts in the card that fits after which least is wrong, also if more is wrong then.
    pub fn force_in(&mut self, sections: &[usize], of: &Query) {
        let (near, _) = self.candidates(sections, of);
        let weighed = near.into_iter().map(|(section, card)| {
            let weight = self.weigh_after(&[(section, &Listed::Card(card), 1)]);
            (weight, section, card)
        });
        if let Some((weight, section, card)) = weighed.min_by_key(|(weight, ..)| *weight) {
            self.step(&[(section, &Listed::Card(card), 1)], weight);
        }
    }

    /// Other cards in the place of those that were put in, as long as that brings the deck nearer to the advice: some
    /// of it speaks only of whole decks.
    fn heed_advice(&mut self, sections: &[usize], of: &Query) {
        let game = self.checker.game;
        while self.weight.advice > 0 {
            let (near, _) = self.candidates(sections, of);
            let put_in = self.changes.iter().filter(|c| c.by > 0);
            let put_in = put_in.filter_map(|c| Some((game.section(&c.section)?, Listed::from_id_or_name(game, &c.id))));
            let better = put_in.into_iter().find_map(|(out, card)| {
                near.iter().find_map(|(section, other)| {
                    let weight = self.weigh_after(&[(out, &card, -1), (*section, &Listed::Card(*other), 1)]);
                    let better = weight.wrong <= self.weight.wrong && weight.advice < self.weight.advice;
                    better.then(|| (weight, out, card.clone(), *section, Listed::Card(*other)))
                })
            });
            let Some((weight, out, card, section, other)) = better else { return };
            self.step(&[(out, &card, -1), (section, &other, 1)], weight);
        }
    }

    /// Other sources in the place of those that were put in, as long as that brings what they make nearer to what the costs
    /// ask for: the first sources go in before most cards that need them.
    fn balance_sources(&mut self, sections: &[usize], of: &Query) {
        let game = self.checker.game;
        let (near, _) = self.candidates(sections, of);
        let sources: Vec<Placed> =
            near.into_iter().filter(|(_, card)| game.resources_made(game.card(*card)) != 0).collect();
        let mut missing = missing_share(game, &self.now);
        while missing > BALANCED {
            let put_in: Vec<(usize, Listed)> = (self.changes.iter().filter(|change| change.by > 0))
                .filter_map(|c| Some((game.section(&c.section)?, Listed::from_id_or_name(game, &c.id))))
                .filter(|(_, card)| card.known().is_some_and(|ix| game.resources_made(game.card(ix)) != 0))
                .collect();
            let swaps = put_in.iter().flat_map(|(out, card)| sources.iter().map(move |other| (*out, card, *other)));
            let mut better: Vec<(f32, Deck, usize, &Listed, Placed)> = swaps
                .filter_map(|(out, card, (section, other))| {
                    let mut after = self.now.clone();
                    add(&mut after, out, card, -1);
                    add(&mut after, section, &Listed::Card(other), 1);
                    let left = missing_share(game, &after);
                    (left < missing - 1e-4).then_some((left, after, out, card, (section, other)))
                })
                .collect();
            better.sort_by(|a, b| a.0.total_cmp(&b.0));
            let allowed = better.into_iter().find_map(|(left, after, out, card, other)| {
                let weight = self.checker.weigh(&after);
                let fits = weight.wrong <= self.weight.wrong && weight.advice <= self.weight.advice;
                fits.then(|| (left, weight, out, card.clone(), other))
            });
            let Some((left, weight, out, card, (section, other))) = allowed else { return };
            self.step(&[(out, &card, -1), (section, &Listed::Card(other), 1)], weight);
            missing = left;
        }
    }

    /// A card that fits for one that does not, or that fits `as_well`: a second copy may make room for another card.
    fn swap(&mut self, sections: &[usize], of: &Query, as_well: bool) -> bool {
        let home = self.home();
        let (near, _) = self.candidates(sections, of);
        let mut best: Option<(Weight, usize, Listed, usize, CardIx)> = None;
        for out in sections {
            for entry in &self.now.sections[*out] {
                let fits = matches!(entry.card, Listed::Card(ix) if of.matches_in(self.checker.game.card(ix), home));
                if fits != as_well {
                    continue;
                }
                for (section, card) in near.iter().take(ADVISED) {
                    let weight = self.weigh_after(&[(*out, &entry.card, -1), (*section, &Listed::Card(*card), 1)]);
                    if weight.wrong < self.weight.wrong && best.as_ref().is_none_or(|(least, ..)| weight <= *least) {
                        best = Some((weight, *out, entry.card.clone(), *section, *card));
                    }
                }
            }
        }
        let Some((weight, out, other, section, card)) = best else { return false };
        self.step(&[(out, &other, -1), (section, &Listed::Card(card), 1)], weight);
        true
    }

    /// What the deck is made of, to choose among these.
    fn shape(&self, near: &[Placed], rest: &[Placed]) -> DeckShape<'a> {
        DeckShape::new(self.checker.game, &self.now, near.iter().chain(rest).map(|(_, card)| *card))
    }

    /// The deck's weight after some steps.
    fn weigh_after(&self, steps: &[(usize, &Listed, i64)]) -> Weight {
        let mut deck = self.now.clone();
        steps.iter().for_each(|(section, card, by)| add(&mut deck, *section, card, *by));
        self.checker.weigh(&deck)
    }

    fn step(&mut self, steps: &[(usize, &Listed, i64)], weight: Weight) {
        for (section, card, by) in steps {
            add(&mut self.now, *section, card, *by);
            let change = CardChange::new(self.checker.game, *section, card, *by);
            match self.changes.iter_mut().find(|c| c.section == change.section && c.id == change.id) {
                Some(before) => before.by += by,
                None => self.changes.push(change),
            }
        }
        self.weight = weight;
    }

    /// Cards that fit, each with its section: those to compare, and the rest in order of print.
    fn candidates(&self, sections: &[usize], of: &Query) -> (Vec<Placed>, Vec<Placed>) {
        let (game, home) = (self.checker.game, self.home());
        let place = |ix: CardIx| -> Option<Placed> {
            let card = game.card(ix);
            let section = sections.iter().find(|s| game.sections[**s].accepts.matches_in(card, home))?;
            of.matches_in(card, home).then_some((*section, ix))
        };
        let listed = self.now.sections.iter().flatten().filter_map(|e| match e.card {
            Listed::Card(ix) => Some(ix),
            Listed::Unknown(_) => None,
        });
        let own: Vec<CardIx> = listed.collect();
        let mut near: Vec<Placed> = own.iter().filter_map(|ix| place(*ix)).collect();
        let mixed = own.iter().fold(home, |mask, ix| mask | game.card(*ix).factions);
        let printed = game.indices().filter(|ix| game.namesake(*ix) == *ix && !own.contains(ix));
        let mut others: Vec<Placed> = match (self.checker.pool, self.checker.format.free_cards()) {
            (Some(pool), free) => {
                let mut names: Vec<CardIx> = pool.cards.iter().map(|ix| game.namesake(*ix)).collect();
                names.extend(free.map_or_else(Vec::new, |free| free.select(game)));
                names.sort_unstable();
                names.dedup();
                names.into_iter().filter_map(place).collect()
            }
            (None, _) => printed.filter_map(place).collect(),
        };
        // Cards of the deck's own factions first, those before others that suit it best.
        let shape = self.shape(&near, &others);
        let strange = |ix: CardIx| mixed != 0 && game.card(ix).factions & !mixed != 0;
        others.sort_by_cached_key(|(_, ix)| (strange(*ix), Reverse((shape.appeal(*ix) * 16.0) as i32)));
        let asked = self.checker.format.advice.iter().flat_map(|a| wanted_queries(&a.count));
        for query in asked {
            near.extend(others.iter().filter(|(_, ix)| query.matches(game.card(*ix))).take(ADVISED).copied());
        }
        let rest = others.split_off(others.len().min(COMPARED));
        near.extend(others);
        (near, rest)
    }
}

/// The queries of which a count wants some cards.
fn wanted_queries(count: &CountQuery) -> Vec<&Query> {
    match count {
        CountQuery::Of { min, query, .. } => (*min > 0).then_some(query).into_iter().collect(),
        CountQuery::And(parts) | CountQuery::Or(parts) => parts.iter().flat_map(wanted_queries).collect(),
        CountQuery::Not(_) => Vec::new(),
    }
}

/// Adds copies to a section, or takes them out as far as they are there.
pub(super) fn add(deck: &mut Deck, section: usize, card: &Listed, by: i64) {
    let count = i64::from(deck.count(section, card)) + by;
    deck.set(section, card.clone(), u32::try_from(count.max(0)).unwrap_or(u32::MAX));
}
