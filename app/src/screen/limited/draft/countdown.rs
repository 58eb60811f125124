//! The clock of a draft as the window shows it: how long a seat may take, and when to warn.

use formats::limited::draft::clock::DraftClock;
use formats::limited::draft::{DraftPrompt, DraftView};

/// Seconds that run down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Countdown {
    /// Seconds left.
    pub left: u32,
    /// Seconds in all.
    pub total: u32,
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

impl Countdown {
    /// So many seconds.
    pub fn new(total: u32) -> Countdown {
        Countdown { left: total, total }
    }

    /// The time for what a seat is asked. Piles and trades take as long to look at as a full pack.
    pub fn for_question(clock: &DraftClock, view: &DraftView) -> Option<Countdown> {
        let cards = match view.prompt? {
            DraftPrompt::Take { .. } => view.piles.first().map_or(0, |p| p.cards.len()),
            _ => usize::MAX,
        };
        Some(Countdown::new(clock.pick(cards)))
    }

    /// A second passes. Whether it is time to warn.
    pub fn tick(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        DraftClock::warnings(self.total).contains(&self.left)
    }

    /// Whether the time is over.
    pub fn is_over(self) -> bool {
        self.left == 0
    }

    /// How much of the time is over.
    pub fn urgency(self) -> Urgency {
        match self.left {
            0..=5 if self.total > 5 => Urgency::Now,
            left if DraftClock::warnings(self.total).iter().any(|w| left <= *w) => Urgency::Soon,
            _ => Urgency::Calm,
        }
    }

    /// `1:05`.
    pub fn label(self) -> String {
        clock_label(self.left)
    }
}

/// Seconds as people read them: `1:05`.
pub fn clock_label(seconds: u32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
