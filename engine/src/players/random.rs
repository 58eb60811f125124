//! Any action with the same chance: the baseline, and the fuzzer.

use formats::rng::{Dice, FastRng, Seed};

use crate::kernel::player::{NoAnswer, Player, SeatView};
use crate::kernel::rules::Rules;

/// A player without a plan.
#[derive(Debug, Clone)]
pub struct Random(FastRng);

impl Random {
    /// With its own stream of chance.
    pub fn new(seed: Seed) -> Self {
        Random(seed.fast())
    }
}

impl<G: Rules> Player<G> for Random {
    fn choose(&mut self, _: &SeatView<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer> {
        Ok(self.0.below(legal.len() as u32) as usize)
    }
}
