//! How long a pick may take: by the cards that are left in the pack, with warnings, and time to look at one's picks
//! between packs. What is here counts seconds; who lets them pass is not its business.

use serde::{Deserialize, Serialize};

/// Times of a draft, in seconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftClock {
    /// For a pick out of so many cards or more: fewest cards and seconds, the most cards first.
    pub picks: Vec<(usize, u32)>,
    /// To look at one's picks after each round; the last holds for all that follow.
    pub reviews: Vec<u32>,
}

impl Default for DraftClock {
    /// The times of the Magic tournament rules, appendix B; reviews of 60 and 90 seconds.
    fn default() -> DraftClock {
        let picks = [(14, 40), (13, 35), (12, 30), (10, 25), (8, 20), (7, 15), (5, 10), (1, 5)];
        DraftClock { picks: picks.to_vec(), reviews: vec![60, 90] }
    }
}

impl DraftClock {
    /// The same times, made longer or shorter by a percentage.
    pub fn scaled(&self, percent: u32) -> DraftClock {
        let scale = |seconds: u32| (seconds * percent / 100).max(1);
        DraftClock {
            picks: self.picks.iter().map(|(cards, s)| (*cards, scale(*s))).collect(),
            reviews: self.reviews.iter().map(|s| scale(*s)).collect(),
        }
    }

    /// Seconds for a pick out of so many cards.
    pub fn pick(&self, cards: usize) -> u32 {
        let row = self.picks.iter().find(|(least, _)| cards >= *least).or(self.picks.last());
        row.map_or(40, |(_, seconds)| *seconds)
    }

    /// Seconds to look at one's picks after a round, counted from 0.
    pub fn review(&self, round: usize) -> u32 {
        self.reviews.get(round).or(self.reviews.last()).copied().unwrap_or(0)
    }

    /// When to warn: seconds before the end of so many.
    pub fn warnings(seconds: u32) -> &'static [u32] {
        match seconds {
            0..=5 => &[],
            6..=20 => &[5],
            21..=59 => &[10],
            _ => &[30, 10],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_tournament_rules() {
        let clock = DraftClock::default();
        let seconds: Vec<u32> = (1..=15).rev().map(|cards| clock.pick(cards)).collect();
        assert_eq!(seconds, [40, 40, 35, 30, 25, 25, 20, 20, 15, 10, 10, 5, 5, 5, 5]);
        assert_eq!((clock.review(0), clock.review(1), clock.review(2)), (60, 90, 90));
        assert_eq!(clock.scaled(150).pick(15), 60);
        for seconds in 0..100 {
            assert!(DraftClock::warnings(seconds).iter().all(|w| *w < seconds));
        }
    }
}
