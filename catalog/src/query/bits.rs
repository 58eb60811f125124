//! Some of a game's cards, a bit each.

use crate::card::CardIx;

#[derive(Debug, Clone)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// All of so many cards.
    pub fn all(cards: usize) -> Bits {
        let mut words = vec![u64::MAX; cards.div_ceil(64)];
        if let Some(last) = words.last_mut() {
            *last >>= (64 - cards % 64) % 64;
        }
        Bits(words)
    }

    /// These, of so many cards.
    pub fn from_cards(cards: usize, some: &[CardIx]) -> Bits {
        let mut words = vec![0; cards.div_ceil(64)];
        some.iter().for_each(|ix| words[ix.at() / 64] |= 1 << (ix.at() % 64));
        Bits(words)
    }

    /// Leaves those of which this holds; nothing is asked about the others.
    pub fn keep(&mut self, holds: impl Fn(usize) -> bool) {
        for (at, word) in self.0.iter_mut().enumerate() {
            let (mut rest, mut kept) = (*word, 0);
            while rest != 0 {
                let bit = rest.trailing_zeros();
                kept |= u64::from(holds(at * 64 + bit as usize)) << bit;
                rest &= rest - 1;
            }
            *word = kept;
        }
    }

    /// Takes these out.
    pub fn remove(&mut self, others: &Bits) {
        self.0.iter_mut().zip(&others.0).for_each(|(word, other)| *word &= !other);
    }

    /// The cards, in order.
    pub fn cards(&self) -> Vec<CardIx> {
        let mut cards = Vec::with_capacity(self.0.iter().map(|w| w.count_ones() as usize).sum());
        for (at, word) in self.0.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                cards.push(CardIx(at as u32 * 64 + rest.trailing_zeros()));
                rest &= rest - 1;
            }
        }
        cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_any_size_are_whole() {
        for cards in [0, 1, 63, 64, 65, 128, 200] {
            let all = Bits::all(cards);
            assert_eq!(all.cards(), (0..cards as u32).map(CardIx).collect::<Vec<_>>());
            let mut third = all.clone();
            third.keep(|card| card % 3 == 0);
            assert_eq!(third.cards(), (0..cards as u32).step_by(3).map(CardIx).collect::<Vec<_>>());
            let mut rest = all.clone();
            rest.remove(&third);
            assert_eq!(rest.cards().len() + third.cards().len(), cards);
            assert!(rest.cards().iter().all(|ix| ix.0 % 3 != 0));
        }
    }
}
