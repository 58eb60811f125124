//! Sealed: each player opens some packs.

use crate::format::Limited;
use crate::limited::Pool;
use crate::limited::booster::Product;
use crate::rng::Seed;

/// The pools of a sealed event, `[player]`. Each player's packs follow from the seed and the seat alone, so
/// one more player changes nobody's pool.
pub fn pools(product: &Product, limited: &Limited, players: u32, seed: Seed) -> Vec<Pool> {
    (0..players).map(|seat| pool(product, limited, seat, seed)).collect()
}

/// The pool of one seat, counted from 0.
pub fn pool(product: &Product, limited: &Limited, seat: u32, seed: Seed) -> Pool {
    let mut dice = seed.part(u64::from(seat)).secret();
    let mut opener = product.opener();
    let mut pool = Pool::default();
    let mut pack = Vec::with_capacity(product.size() as usize);
    for _ in 0..limited.packs {
        opener.open(&mut dice, &mut pack);
        pool.cards.extend_from_slice(&pack);
    }
    pool
}
