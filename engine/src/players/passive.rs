//! Does nothing that it need not do: the goldfish's other side.

use crate::kernel::player::{NoAnswer, Player, SeatView};
use crate::kernel::rules::Rules;

/// A player who wants nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Passive;

impl<G: Rules> Player<G> for Passive {
    fn choose(&mut self, view: &SeatView<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer> {
        Ok(view.passing_action(legal))
    }
}
