//! Products: what a pack holds, as sheets of cards and slots that draw from them; boxes and cases; cubes.
//!
//! `read` makes products out of data files, `open` deals packs, `event` deals those of all seats and says beforehand
//! what they lack, `expect` computes what comes how often, and `prove` compares that with packs.

pub mod event_packs;
pub mod expect;
mod open;
pub mod prove;
mod rating;
mod read;
mod spread;

use catalog::{CardIx, GameData};

pub use open::Opener;
pub(crate) use rating::read_ratings;
pub use rating::{LazyRatings, Rating, Ratings};
pub(crate) use read::read;
use spread::Spread;

/// A product that is opened: a booster, or a cube.
#[derive(Debug, Clone)]
pub struct Product {
    /// Id and file name.
    pub id: String,
    /// Name.
    pub name: String,
    /// What a pack holds, in a sentence.
    pub about: String,
    /// Sheets that slots draw from; no card is on two of them.
    pub sheets: Vec<BoosterSheet>,
    /// Slots in the order in which they are filled.
    pub slots: Vec<BoosterSlot>,
    /// Ways to fill a pack, one of which is chosen for each; empty if there is one.
    pub layouts: Vec<PackLayout>,
    /// How packs are boxed, if that matters.
    pub boxed: Option<Packaging>,
    /// How good cards are for drafting, as the file says it: see [`Product::ratings`].
    pub rated: LazyRatings,
    /// Rule ids.
    pub cites: Vec<String>,
}

/// Cards that a slot draws from.
#[derive(Debug, Clone)]
pub struct BoosterSheet {
    /// Id within the product.
    pub id: String,
    /// The cards, each once.
    pub cards: Vec<CardIx>,
    /// The sheet as it is printed: each card as often as it has copies, those of a run in the order of the run. Each
    /// copy is as likely as any other.
    pub copies: Vec<CardIx>,
    /// Whether a pack holds each card at most once.
    pub unique: bool,
    /// When copies that were drawn can come again.
    pub back: Replacement,
    /// Whether packs are cut from the sheet: copies that lie side by side stay together.
    pub run: bool,
    /// Copies of each of `cards`.
    counts: Vec<u32>,
    /// For a slot that spreads.
    spread: Option<Spread>,
}

/// When copies that were drawn from a sheet can come again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacement {
    /// In the next draw.
    Draw,
    /// In the next pack.
    Pack,
    /// In the next box.
    Box,
    /// In the next case.
    Case,
    /// Not in this event: a cube.
    Never,
}

/// One of several ways to fill a pack.
#[derive(Debug, Clone)]
pub struct PackLayout {
    /// Id within the product.
    pub id: String,
    /// How often it comes, against the weights of the others.
    pub weight: u32,
}

/// Some cards of a pack that come out of the same sheets.
#[derive(Debug, Clone)]
pub struct BoosterSlot {
    /// The layout whose packs have it, by position; `None` if all packs have it.
    pub layout: Option<usize>,
    /// How many cards.
    pub count: u32,
    /// Sheets by position with their weights; the sheet is chosen anew for each card.
    pub of: Vec<(usize, u32)>,
    /// Whether each faction of the sheet gives at least one card.
    pub spread: bool,
    /// Over what the sheets come in their proportion, as nearly as whole cards can.
    pub even: Option<EvenOver>,
}

/// Over what the sheets of a slot come in their proportion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvenOver {
    /// Over each box.
    Box,
    /// Over each case.
    Case,
}

/// How packs are boxed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packaging {
    /// Packs in a box.
    pub packs: u32,
    /// Boxes in a case.
    pub boxes: u32,
}

impl Product {
    /// A cube: each of these cards comes at most as often as it is listed, in packs of one size.
    pub fn cube(name: &str, list: Vec<CardIx>, pack: u32) -> Product {
        let sheet = BoosterSheet::new(String::from("cube"), list, true, Replacement::Never);
        let slot = BoosterSlot { layout: None, count: pack, of: vec![(0, 1)], spread: false, even: None };
        Product {
            id: String::from("cube"),
            name: name.to_owned(),
            about: format!("{} cards, dealt in packs of {pack}", sheet.copies.len()),
            sheets: vec![sheet],
            slots: vec![slot],
            layouts: Vec::new(),
            boxed: None,
            rated: LazyRatings::default(),
            cites: Vec::new(),
        }
    }

    /// How good the cards of its game are for drafting.
    pub fn ratings(&self, game: &GameData) -> &Ratings {
        self.rated.ratings(game)
    }

    /// Its cards, the best first, each once.
    pub fn best_cards(&self, game: &GameData) -> Vec<CardIx> {
        let mut cards: Vec<CardIx> = self.sheets.iter().flat_map(|sheet| sheet.cards.iter().copied()).collect();
        let ratings = self.ratings(game);
        cards.sort_unstable_by_key(|c| (std::cmp::Reverse(ratings[c.at()].points), *c));
        cards.dedup();
        cards
    }

    /// Cards in a pack.
    pub fn size(&self) -> u32 {
        self.slots_of(0).map(|s| s.count).sum()
    }

    /// The slots of a layout's packs, in order; of a product without layouts, all of them.
    pub fn slots_of(&self, layout: usize) -> impl Iterator<Item = &BoosterSlot> {
        self.slots.iter().filter(move |slot| slot.is_in(layout))
    }

    /// How many ways there are to fill a pack.
    fn ways(&self) -> usize {
        self.layouts.len().max(1)
    }

    /// Something that opens packs of this product one after the other.
    pub fn opener(&self) -> Opener<'_> {
        Opener::new(self)
    }

    /// Packs that depend on each other: 1, those of a box or a case, or of a whole event ([`Product::supply`]).
    pub fn unit(&self) -> u32 {
        let of_sheets = self.sheets.iter().map(|s| self.period(s));
        of_sheets.chain(self.slots.iter().filter_map(|s| s.even.map(|e| self.even(e)))).max().unwrap_or(1)
    }

    /// The most packs that an event can have of it; absent is no limit.
    pub fn supply(&self) -> Option<u32> {
        let cubes = self.sheets.iter().enumerate().filter(|(_, s)| s.back == Replacement::Never);
        cubes.map(|(at, sheet)| sheet.packs(self.most(at))).min()
    }

    /// The most cards that a pack can draw from a sheet.
    pub fn most(&self, sheet: usize) -> u32 {
        let draws = |s: &&BoosterSlot| s.of.iter().any(|(at, _)| *at == sheet);
        (0..self.ways()).map(|way| self.slots_of(way).filter(draws).map(|s| s.count).sum()).max().unwrap_or(0)
    }

    /// The most cards that so many packs, from the first of a box on, can draw from a sheet together.
    fn most_in(&self, packs: u32, sheet: usize) -> u32 {
        let of_slot = |slot: &BoosterSlot| {
            let of = |w: &(usize, u32)| if w.0 == sheet { w.1 } else { 0 };
            let (weight, weights): (u32, u32) = (slot.of.iter().map(of).sum(), slot.of.iter().map(|(_, w)| w).sum());
            match slot.even.map(|e| self.even(e)) {
                _ if weight == 0 => 0,
                Some(period) => {
                    let planned = (u64::from(period * slot.count) * u64::from(weight)).div_ceil(u64::from(weights));
                    (packs.div_ceil(period) * planned as u32).min(packs * slot.count)
                }
                None => packs * slot.count,
            }
        };
        (0..self.ways()).map(|way| self.slots_of(way).map(of_slot).sum()).max().unwrap_or(0)
    }

    /// Packs after which the cards of a sheet go back, or its run begins anywhere.
    fn period(&self, sheet: &BoosterSheet) -> u32 {
        let boxed = self.boxed.unwrap_or(Packaging { packs: 1, boxes: 1 });
        match sheet.back {
            Replacement::Draw | Replacement::Pack if sheet.run => boxed.packs,
            Replacement::Draw | Replacement::Pack => 1,
            Replacement::Box => boxed.packs,
            Replacement::Case => boxed.packs * boxed.boxes,
            Replacement::Never => self.supply().unwrap_or(1).max(1),
        }
    }

    /// Packs over which a slot is even.
    fn even(&self, even: EvenOver) -> u32 {
        let boxed = self.boxed.unwrap_or(Packaging { packs: 1, boxes: 1 });
        match even {
            EvenOver::Box => boxed.packs,
            EvenOver::Case => boxed.packs * boxed.boxes,
        }
    }
}

impl BoosterSlot {
    /// Whether the packs of a layout have it.
    pub fn is_in(&self, layout: usize) -> bool {
        self.layout.is_none_or(|own| own == layout)
    }
}

impl BoosterSheet {
    /// A sheet without a run of these copies.
    fn new(id: String, copies: Vec<CardIx>, unique: bool, back: Replacement) -> BoosterSheet {
        let mut cards = copies.clone();
        cards.sort_unstable();
        cards.dedup();
        let mut counts = vec![0; cards.len()];
        for copy in &copies {
            counts[cards.binary_search(copy).expect("`cards` has every copy, in order")] += 1;
        }
        BoosterSheet { id, cards, copies, unique, back, run: false, counts, spread: None }
    }

    /// The most packs that can draw so many cards each while nothing goes back.
    fn packs(&self, draws: u32) -> u32 {
        if draws == 0 {
            return u32::MAX;
        }
        let all = self.copies.len() as u32 / draws;
        if !self.unique {
            return all;
        }
        // Each pack takes a card once: `k` packs are possible if cards of at most `k` copies fill them (Gale–Ryser).
        let fills = |k: &u32| self.counts.iter().map(|c| (*c).min(*k)).sum::<u32>() >= draws * k;
        (0..=all).rev().find(fills).unwrap_or(0)
    }
}
