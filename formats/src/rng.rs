//! Chance that comes out the same on every machine and with every version of this program.
//!
//! `rand` gives the generators; bounded draws and shuffles are ours, because those of `rand` may change
//! between versions. Test vectors at the foot freeze them.

use rand::rngs::{ChaCha12Rng, Xoshiro256PlusPlus};
use rand::{Rng, SeedableRng};

/// A fast generator for simulation: xoshiro256++.
pub type FastRng = Xoshiro256PlusPlus;

/// A generator for dealing to people: whoever has seen some packs cannot compute the rest.
pub type SecretRng = ChaCha12Rng;

/// 256 bits that decide all chance of an undertaking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed out of a number that a person can type: expanded by SplitMix64.
    pub fn from_number(number: u64) -> Seed {
        let mut state = number;
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_exact_mut(8) {
            chunk.copy_from_slice(&split_mix(&mut state).to_le_bytes());
        }
        Seed(bytes)
    }

    /// A seed that nobody can guess, from the operating system.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn fresh() -> Result<Seed, rand::rngs::SysError> {
        let mut bytes = [0; 32];
        rand::TryRng::try_fill_bytes(&mut rand::rngs::SysRng, &mut bytes)?;
        Ok(Seed(bytes))
    }

    /// The seed of one part of an undertaking: streams with different labels are independent.
    pub fn part(self, label: u64) -> Seed {
        let mut state = label ^ 0x9e37_79b9_7f4a_7c15;
        let mut bytes = self.0;
        for chunk in bytes.chunks_exact_mut(8) {
            let mut word = [0; 8];
            word.copy_from_slice(chunk);
            state ^= u64::from_le_bytes(word);
            chunk.copy_from_slice(&split_mix(&mut state).to_le_bytes());
        }
        Seed(bytes)
    }

    /// A generator for simulation.
    pub fn fast(self) -> FastRng {
        FastRng::from_seed(self.0)
    }

    /// A generator for dealing.
    pub fn secret(self) -> SecretRng {
        SecretRng::from_seed(self.0)
    }

    /// A generator for dealing with a stream of its own: what comes out of one number says nothing about another.
    pub fn stream(self, number: u64) -> SecretRng {
        let mut dice = self.secret();
        dice.set_stream(number);
        dice
    }

    /// The seed as 64 hexadecimal digits.
    pub fn to_hex(self) -> String {
        self.0.iter().map(|b| format!("{b:02x}")).collect()
    }

    /// A seed out of its 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Seed> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
        }
        Some(Seed(bytes))
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Draws and shuffles on top of any generator.
pub trait Dice: Rng {
    /// A number below `n`, each equally likely: Lemire's multiplication with rejection.
    ///
    /// # Panics
    /// If `n` is 0.
    fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a number below 0 was asked for");
        let mut wide = u64::from(self.next_u32()) * u64::from(n);
        if (wide as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (wide as u32) < threshold {
                wide = u64::from(self.next_u32()) * u64::from(n);
            }
        }
        (wide >> 32) as u32
    }

    /// A generator for one undertaking of many that follow each other: how much chance one takes moves none of the others.
    fn split(&mut self) -> FastRng {
        Seed::from_number(self.next_u64()).fast()
    }

    /// Whether something of chance `numerator / denominator` happens.
    fn chance(&mut self, numerator: u32, denominator: u32) -> bool {
        self.below(denominator) < numerator
    }

    /// Puts a random sample of `k` items at the front, in random order (Fisher–Yates, stopped after `k`).
    fn deal<T>(&mut self, items: &mut [T], k: usize) {
        let n = items.len();
        for i in 0..k.min(n.saturating_sub(1)) {
            let j = i + self.below((n - i) as u32) as usize;
            items.swap(i, j);
        }
    }

    /// Puts all items in random order.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        self.deal(items, items.len());
    }
}

impl<R: Rng + ?Sized> Dice for R {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_frozen() {
        let mut fast = Seed::from_number(7).fast();
        let mut secret = Seed::from_number(7).secret();
        let draws = |r: &mut dyn Rng| [6, 60, 1000, u32::MAX].map(|n| r.below(n));
        assert_eq!(draws(&mut fast), FAST);
        assert_eq!(draws(&mut secret), SECRET);
        assert_eq!(draws(&mut Seed::from_number(7).stream(0)), SECRET, "the stream 0 is the plain one");
        assert_eq!(draws(&mut Seed::from_number(7).stream(1 << 32 | 5)), STREAM);
        let mut cards: Vec<u8> = (0..10).collect();
        Seed::from_number(1).fast().shuffle(&mut cards);
        assert_eq!(cards, SHUFFLED);
        assert_eq!(Seed::from_number(1).part(2).to_hex(), PART);
        assert_eq!(Seed::from_hex(PART), Some(Seed::from_number(1).part(2)));
    }
    const FAST: [u32; 4] = [0, 10, 717, 1834852201];
    const SECRET: [u32; 4] = [1, 52, 467, 450407125];
    const STREAM: [u32; 4] = [1, 34, 689, 2262559141];
    const SHUFFLED: [u8; 10] = [8, 7, 2, 0, 5, 1, 9, 3, 4, 6];
    const PART: &str = "b16ceb1f862f48990cc0efd74081e0900fbb2fbe100dc3f1da8cf81989223d10";

    /// xoshiro256++ by its authors' published algorithm, written out plainly.
    #[test]
    fn the_fast_generator_is_the_published_one() {
        let mut s = [1u64, 2, 3, 4];
        let mut plain = || {
            let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
            let t = s[1] << 17;
            s[2] ^= s[0];
            s[3] ^= s[1];
            s[1] ^= s[2];
            s[0] ^= s[3];
            s[2] ^= t;
            s[3] = s[3].rotate_left(45);
            result
        };
        let seed: Vec<u8> = [1u64, 2, 3, 4].iter().flat_map(|w| w.to_le_bytes()).collect();
        let mut fast = FastRng::from_seed(seed.try_into().expect("32 bytes"));
        for _ in 0..100 {
            assert_eq!(fast.next_u64(), plain());
        }
    }

    #[test]
    fn every_hand_is_equally_likely() {
        let mut dice = Seed::from_number(3).fast();
        let mut seen = [0u32; 120];
        for _ in 0..120_000 {
            let mut cards = [0u32, 1, 2, 3, 4];
            dice.shuffle(&mut cards);
            // The rank of the permutation, by counting inversions place by place.
            let rank = (0..5).fold(0, |rank, i| {
                rank * (5 - i as u32) + cards[i + 1..].iter().filter(|c| **c < cards[i]).count() as u32
            });
            seen[rank as usize] += 1;
        }
        let chi: f64 = seen.iter().map(|n| (f64::from(*n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 180.0, "chi-square {chi} with 119 degrees of freedom");
    }
}
