//! The packs of an event: every seat's, from one seed, and what they lack before anything is dealt.

use std::fmt;

use catalog::CardIx;
use catalog::tr;

use super::{Opener, Product};
use crate::rng::{SecretRng, Seed};

/// Where the packs of an event take their chance from; bots and others take other parts of the seed.
const PACKS: u64 = 0x7061_636b; // "pack"

/// Too few cards for an event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Shortage {
    /// Name of the product.
    pub product: String,
    /// Seats asked for.
    pub seats: u32,
    /// Packs that they need.
    pub wanted: u32,
    /// Packs that there are.
    pub possible: u32,
    /// Seats that there are packs for.
    pub enough: u32,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shortage { product, seats, wanted, possible, enough } = self;
        let so_far = match enough {
            0 => tr!("not enough for one seat; add cards, or open fewer packs"),
            1 => tr!("enough for one seat; add cards, or open fewer packs"),
            seats => tr!("enough for {seats} seats; add cards, or open fewer packs", seats),
        };
        f.write_str(&tr!(
            "{seats} seats need {wanted} packs of {product}, which has cards for {possible}: {so_far}",
            seats,
            wanted,
            product,
            possible,
            so_far
        ))
    }
}

/// What the packs of an event lack: `products` has the product of each round.
///
/// # Errors
/// The first product that has too few cards.
pub fn check(products: &[&Product], seats: u32) -> Result<(), Shortage> {
    for product in products {
        let rounds = products.iter().filter(|p| p.id == product.id).count() as u32;
        let wanted = rounds * seats;
        if let Some(possible) = product.supply().filter(|possible| *possible < wanted) {
            let (product, enough) = (product.name.clone(), possible / rounds);
            return Err(Shortage { product, seats, wanted, possible, enough });
        }
    }
    Ok(())
}

/// The packs of an event: `[round][seat][card]`, of the product that `products` has for the round.
///
/// A pack that depends on no other follows from the seed, its seat and its round alone: it has a stream of its own,
/// so it does not matter who opens which pack first, and one more player changes nobody's packs. Packs out of boxes
/// or of a cube are dealt round by round; every box has a stream of its own. More rounds change no pack before them.
///
/// # Errors
/// When there are too few cards for so many seats; see [`check`].
pub fn deal(products: &[&Product], seats: u32, seed: Seed) -> Result<Vec<Vec<Vec<CardIx>>>, Shortage> {
    check(products, seats)?;
    let mut stocks: Vec<Stock<'_>> = Vec::new();
    let mut dealt = Vec::with_capacity(products.len());
    for (round, product) in products.iter().enumerate() {
        let at = stocks.iter().position(|s| s.product.id == product.id).unwrap_or(stocks.len());
        if at == stocks.len() {
            stocks.push(Stock::new(product, seed.part(PACKS + at as u64)));
        }
        let mut packs = vec![Vec::with_capacity(product.size() as usize); seats as usize];
        for (seat, pack) in packs.iter_mut().enumerate() {
            stocks[at].open((seat as u64) << 32 | round as u64, pack);
        }
        dealt.push(packs);
    }
    Ok(dealt)
}

/// The packs of one product, each out of the stream that it has in an event.
pub(super) struct Stock<'a> {
    product: &'a Product,
    opener: Opener<'a>,
    dice: SecretRng,
    opened: u32,
    unit: u32,
}

impl<'a> Stock<'a> {
    pub fn new(product: &'a Product, seed: Seed) -> Stock<'a> {
        let (opener, unit) = (product.opener(), product.unit());
        Stock { product, opener, dice: seed.secret(), opened: 0, unit }
    }

    /// Opens the next pack; one that depends on no other has the stream `own`.
    pub fn open(&mut self, own: u64, pack: &mut Vec<CardIx>) {
        if self.unit == 1 {
            self.dice.set_stream(own);
        } else if self.opened.is_multiple_of(self.unit) {
            self.dice.set_stream(u64::from(self.opened / self.unit));
        }
        self.opener.open(&mut self.dice, pack);
        self.opened += 1;
    }
}
