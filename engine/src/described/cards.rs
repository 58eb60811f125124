//! Sets of the cards of a match.

/// Some of the cards of a match, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cards<const W: usize>([u64; W]);

impl<const W: usize> Cards<W> {
    /// None.
    pub const EMPTY: Cards<W> = Cards([0; W]);
    /// How many cards there may be.
    pub const MOST: usize = W * 64;

    /// One card.
    #[inline]
    pub fn one(card: u16) -> Self {
        let mut all = Self::EMPTY;
        all.insert(card);
        all
    }

    /// Whether a card is one of them.
    #[inline]
    pub fn has(&self, card: u16) -> bool {
        self.0[usize::from(card >> 6)] >> (card & 63) & 1 != 0
    }

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: u16) {
        self.0[usize::from(card >> 6)] |= 1 << (card & 63);
    }

    /// Takes a card out.
    #[inline]
    pub fn remove(&mut self, card: u16) {
        self.0[usize::from(card >> 6)] &= !(1 << (card & 63));
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Those of both.
    #[inline]
    pub fn and(&self, other: &Self) -> Self {
        Cards(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Those of either.
    #[inline]
    pub fn or(&self, other: &Self) -> Self {
        Cards(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Those that are not of the other.
    #[inline]
    pub fn without(&self, other: &Self) -> Self {
        Cards(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The first of them.
    #[inline]
    pub fn first(&self) -> Option<u16> {
        let at = self.0.iter().position(|word| *word != 0)?;
        Some((at * 64) as u16 + self.0[at].trailing_zeros() as u16)
    }

    /// The one at a place, from 0, in order.
    #[inline]
    pub fn nth(&self, mut place: u32) -> Option<u16> {
        for (at, word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if place >= here {
                place -= here;
                continue;
            }
            let mut rest = *word;
            for _ in 0..place {
                rest &= rest - 1;
            }
            return Some((at * 64) as u16 + rest.trailing_zeros() as u16);
        }
        None
    }

    /// The cards, in order.
    #[inline]
    pub fn iter(self) -> Iter<W> {
        Iter { rest: self.0, at: 0 }
    }

    /// The words, for digests.
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }
}

/// Goes through cards in order.
#[derive(Debug, Clone)]
pub struct Iter<const W: usize> {
    rest: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while self.at < W {
            let word = &mut self.rest[self.at];
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some((self.at * 64) as u16 + bit as u16);
            }
            self.at += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_found_in_order() {
        let mut cards = Cards::<2>::EMPTY;
        for card in [3, 64, 127] {
            cards.insert(card);
        }
        assert_eq!(cards.iter().collect::<Vec<_>>(), [3, 64, 127]);
        assert_eq!((cards.nth(0), cards.nth(1), cards.nth(2), cards.nth(3)), (Some(3), Some(64), Some(127), None));
        cards.remove(3);
        assert_eq!((cards.first(), cards.count(), cards.has(64)), (Some(64), 2, true));
        assert!(cards.without(&cards).is_empty());
    }
}
