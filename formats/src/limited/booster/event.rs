//! The packs of an event: every seat's, from one seed, and what they lack before anything is dealt.

use catalog::CardIx;

use super::Product;
use crate::rng::Seed;

/// Where the packs of an event take their chance from; bots and others take other parts of the seed.
const PACKS: u64 = 0x7061_636b; // "pack"

/// Too few cards for an event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{seats} seats need {wanted} packs of {product}, which has cards for {possible}: {}", words(*enough))]
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

fn words(enough: u32) -> String {
    match enough {
        0 => "not enough for one seat; add cards, or open fewer packs".into(),
        1 => "enough for one seat; add cards, or open fewer packs".into(),
        n => format!("enough for {n} seats; add cards, or open fewer packs"),
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
/// A pack that depends on no other follows from the seed, its seat and its round alone: from its own stream, whoever
/// opens which pack first, and one more player changes nobody's packs. Packs out of boxes or of a cube are dealt
/// round by round; every box has a stream of its own. More rounds change none of the packs before.
///
/// # Errors
/// When there are too few cards for so many seats; see [`check`].
pub fn deal(products: &[&Product], seats: u32, seed: Seed) -> Result<Vec<Vec<Vec<CardIx>>>, Shortage> {
    check(products, seats)?;
    let mut dealt = vec![Vec::new(); products.len()];
    for (first, product) in products.iter().enumerate() {
        if products[..first].iter().any(|p| p.id == product.id) {
            continue;
        }
        let seed = seed.part(PACKS + first as u64);
        let rounds: Vec<usize> = (first..products.len()).filter(|r| products[*r].id == product.id).collect();
        let (unit, mut opener) = (product.unit(), product.opener());
        let mut dice = seed.secret();
        for (at, round) in rounds.into_iter().enumerate() {
            for seat in 0..seats {
                let number = at as u32 * seats + seat;
                if unit == 1 {
                    dice = seed.stream(u64::from(seat) << 32 | round as u64);
                } else if number.is_multiple_of(unit) {
                    dice = seed.stream(u64::from(number / unit));
                }
                let mut pack = Vec::with_capacity(product.size() as usize);
                opener.open(&mut dice, &mut pack);
                dealt[round].push(pack);
            }
        }
    }
    Ok(dealt)
}
