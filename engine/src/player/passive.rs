//! Does nothing that it need not do: the goldfish's other side.

use super::{NoAnswer, Player, View};
use crate::game::Game;

/// A player who wants nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Passive;

impl<G: Game> Player<G> for Passive {
    fn choose(&mut self, view: &View<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer> {
        Ok(view.idle(legal))
    }
}
