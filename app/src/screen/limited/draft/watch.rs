//! The clock of a draft as the window shows it: how long a seat may take, and when to warn.

use formats::limited::draft::clock::Clock;
use formats::limited::draft::{Ask, View};

/// Seconds that run down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Watch {
    /// Seconds left.
    pub left: u32,
    /// Seconds in all.
    pub of: u32,
}

/// How much of the time is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// Plenty is left.
    Calm,
    /// A warning was given.
    Soon,
    /// The last seconds.
    Now,
}

impl Watch {
    /// So many seconds.
    pub fn new(of: u32) -> Watch {
        Watch { left: of, of }
    }

    /// The time for what a seat is asked. Piles and trades take as long to look at as a full pack.
    pub fn of_ask(clock: &Clock, view: &View) -> Option<Watch> {
        let cards = match view.ask? {
            Ask::Take { .. } => view.piles.first().map_or(0, |p| p.cards.len()),
            _ => usize::MAX,
        };
        Some(Watch::new(clock.pick(cards)))
    }

    /// A second passes. Whether it is time to warn.
    pub fn tick(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        Clock::warnings(self.of).contains(&self.left)
    }

    /// Whether the time is over.
    pub fn is_over(self) -> bool {
        self.left == 0
    }

    /// How much of the time is over.
    pub fn urgency(self) -> Urgency {
        match self.left {
            0..=5 if self.of > 5 => Urgency::Now,
            left if Clock::warnings(self.of).iter().any(|w| left <= *w) => Urgency::Soon,
            _ => Urgency::Calm,
        }
    }

    /// `1:05`.
    pub fn words(self) -> String {
        clock_words(self.left)
    }
}

/// Seconds as people read them: `1:05`.
pub fn clock_words(seconds: u32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
