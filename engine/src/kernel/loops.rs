//! A turn that goes on without end because abilities cause one another: which cards they are of.

/// So many steps before a turn is stopped, the cards of the loop are noted.
pub const NOTED_STEPS: u16 = 500;
/// As many cards are named.
const CARDS: usize = 4;

/// Cards whose abilities go off again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoopCards<I> {
    cards: [Option<I>; CARDS],
}

impl<I: Copy + PartialEq> LoopCards<I> {
    /// None yet.
    pub const NONE: LoopCards<I> = LoopCards { cards: [None; CARDS] };

    /// An ability of this card goes off.
    pub fn note(&mut self, card: I) {
        if self.cards.contains(&Some(card)) {
            return;
        }
        if let Some(free) = self.cards.iter_mut().find(|place| place.is_none()) {
            *free = Some(card);
        }
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.cards[0].is_none()
    }

    /// The cards, in the order in which they were noted.
    pub fn iter(self) -> impl Iterator<Item = I> {
        self.cards.into_iter().flatten()
    }
}
