//! Any action with the same chance: the baseline, and the fuzzer.

use formats::rng::{Dice, Fast, Seed};

use super::{NoAnswer, Player, View};
use crate::game::Game;

/// A player without a plan.
#[derive(Debug, Clone)]
pub struct Random(Fast);

impl Random {
    /// With its own stream of chance.
    pub fn new(seed: Seed) -> Self {
        Random(seed.fast())
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, _: &View<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer> {
        Ok(self.0.below(legal.len() as u32) as usize)
    }
}
