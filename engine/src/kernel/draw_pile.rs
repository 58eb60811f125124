//! A deck whose order is decided only as far as somebody has looked: the same odds as after a shuffle, for fewer rolls.

use std::hash::{Hash, Hasher};

/// Cards from below, by number. Those at the bottom and those on top lie in order; between them every order is as likely.
#[derive(Debug, Clone, Copy)]
pub struct DrawPile<const S: usize> {
    cards: [u8; S],
    len: u8,
    top: u8,
    bottom: u8,
}

impl<const S: usize> DrawPile<S> {
    /// No cards.
    pub(crate) const EMPTY: DrawPile<S> = DrawPile { cards: [0; S], len: 0, top: 0, bottom: 0 };

    /// How many cards there are.
    #[inline]
    pub fn len(&self) -> u8 {
        self.len
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many from the top lie in order.
    pub fn known_on_top(&self) -> u8 {
        self.top
    }

    /// How many from the bottom do.
    pub fn known_below(&self) -> u8 {
        self.bottom
    }

    /// From below.
    #[inline]
    pub fn cards(&self) -> &[u8] {
        &self.cards[..self.len as usize]
    }

    /// The same, to be changed for others.
    pub(crate) fn cards_mut(&mut self) -> &mut [u8] {
        &mut self.cards[..self.len as usize]
    }

    /// The first `n` from the top, as far as their order is decided.
    pub(crate) fn on_top(&self, n: u8) -> impl Iterator<Item = u8> + Clone + use<'_, S> {
        let top = n.min(self.top) as usize;
        self.cards()[self.len as usize - top..].iter().rev().copied()
    }

    /// Decides which cards lie on top. `pick` takes one, by position, of those whose order is open.
    pub(crate) fn decide(&mut self, n: u8, mut pick: impl FnMut(&[u8]) -> u32) {
        while self.top < n.min(self.len) {
            let (bottom, end) = (self.bottom as usize, (self.len - self.top) as usize);
            if bottom == end {
                self.bottom -= 1;
            } else {
                let at = pick(&self.cards[bottom..end]) as usize;
                self.cards.swap(bottom + at, end - 1);
            }
            self.top += 1;
        }
    }

    /// Among those whose order is open.
    pub(crate) fn add(&mut self, card: u8) {
        debug_assert_eq!(self.top, 0, "what is added lies in no order");
        self.cards[self.len as usize] = card;
        self.len += 1;
    }

    pub(crate) fn put_on_top(&mut self, card: u8) {
        self.cards[self.len as usize] = card;
        (self.len, self.top) = (self.len + 1, self.top + 1);
    }

    pub(crate) fn put_under(&mut self, card: u8) {
        self.cards.copy_within(0..self.len as usize, 1);
        self.cards[0] = card;
        (self.len, self.bottom) = (self.len + 1, self.bottom + 1);
    }

    /// Takes a card out; the others keep their order.
    ///
    /// # Panics
    /// If it is not there.
    pub(crate) fn take(&mut self, card: u8) {
        let len = self.len as usize;
        let at = self.cards().iter().position(|c| *c == card).expect("a card of the pile is in its order");
        self.cards.copy_within(at + 1..len, at);
        if at < self.bottom as usize {
            self.bottom -= 1;
        } else if at >= len - self.top as usize {
            self.top -= 1;
        }
        self.len -= 1;
    }

    /// Nobody knows the order any more.
    pub(crate) fn shuffle(&mut self) {
        (self.top, self.bottom) = (0, 0);
    }

    /// The order is decided: the card that was added first lies on top.
    pub(crate) fn stack(&mut self) {
        self.cards_mut().reverse();
        (self.top, self.bottom) = (self.len, 0);
    }
}

/// What lies beyond the last card does not count.
impl<const S: usize> PartialEq for DrawPile<S> {
    fn eq(&self, other: &Self) -> bool {
        (self.cards(), self.top, self.bottom) == (other.cards(), other.top, other.bottom)
    }
}

impl<const S: usize> Eq for DrawPile<S> {}

impl<const S: usize> Hash for DrawPile<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.cards(), self.top, self.bottom).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::DrawPile;

    fn pile(cards: &[u8]) -> DrawPile<8> {
        let mut pile = DrawPile::EMPTY;
        cards.iter().for_each(|c| pile.add(*c));
        pile
    }

    #[test]
    fn what_was_decided_stays_and_the_rest_is_picked_once() {
        let mut pile = pile(&[1, 2, 3]);
        pile.put_under(4);
        let mut offered = Vec::new();
        pile.decide(2, |open| {
            offered.push(open.to_vec());
            0
        });
        assert_eq!(offered, [vec![1, 2, 3], vec![3, 2]]);
        assert_eq!(pile.on_top(2).collect::<Vec<_>>(), [1, 3]);
        pile.decide(2, |_| panic!("it is decided"));
        pile.decide(9, |open| open.len() as u32 - 1);
        assert_eq!(pile.on_top(9).collect::<Vec<_>>(), [1, 3, 2, 4], "what lies under all comes last");
    }

    #[test]
    fn a_card_that_is_taken_leaves_the_others_in_their_order() {
        let mut pile = pile(&[1, 2]);
        pile.put_under(3);
        pile.put_on_top(4);
        assert_eq!((pile.known_on_top(), pile.known_below()), (1, 1));
        pile.take(1);
        assert_eq!((pile.cards(), pile.known_on_top(), pile.known_below()), (&[3, 2, 4][..], 1, 1));
        pile.take(4);
        pile.take(3);
        assert_eq!((pile.cards(), pile.known_on_top(), pile.known_below()), (&[2][..], 0, 0));
    }

    #[test]
    fn what_lay_there_before_is_no_difference() {
        let mut pile = pile(&[1, 2, 3]);
        pile.take(3);
        assert_eq!(pile, self::pile(&[1, 2]));
    }
}
