//! The clock of a round. It is told the time and keeps none of its own, so a program that was closed goes on as if it had
//! not been.

use std::fmt;

use catalog::tr;
use serde::{Deserialize, Serialize};

/// What is done to the clock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockAction {
    /// The round begins, and has so many minutes.
    Start {
        /// Minutes.
        minutes: u32,
    },
    /// Nothing runs.
    Pause,
    /// It runs again.
    Resume,
    /// A table gets more time.
    Extra {
        /// Table, from 1.
        table: u32,
        /// Minutes.
        minutes: u32,
    },
}

impl ClockAction {
    /// Minutes that it gives.
    pub(super) fn minutes(&self) -> u32 {
        match self {
            ClockAction::Start { minutes } | ClockAction::Extra { minutes, .. } => *minutes,
            ClockAction::Pause | ClockAction::Resume => 0,
        }
    }
}

/// The clock of a round as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoundClock {
    /// Seconds that the round has, absent if it is not timed.
    pub seconds: Option<i64>,
    /// Since when it runs; absent while it stands.
    pub since: Option<i64>,
    /// Seconds that have run before that.
    pub run: i64,
    /// Minutes more of tables: table, minutes.
    pub extra: Vec<(u32, u32)>,
}

/// What cannot be done to a clock, because of how it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ClockError {
    /// It never ran.
    NotStarted,
    /// It stands.
    Stands,
    /// It runs.
    Runs,
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            ClockError::NotStarted => tr!("the clock of this round has not been started"),
            ClockError::Stands => tr!("the clock is already paused"),
            ClockError::Runs => tr!("the clock runs already"),
        })
    }
}

impl RoundClock {
    /// Does what is asked, at a time. Says what does not fit.
    pub(super) fn apply(&mut self, hand: &ClockAction, at: i64) -> Result<(), ClockError> {
        match (hand, self.seconds, self.since) {
            (ClockAction::Start { minutes }, ..) => {
                let extra = std::mem::take(&mut self.extra);
                *self = RoundClock { seconds: Some(i64::from(*minutes) * 60), since: Some(at), run: 0, extra };
            }
            (_, None, _) => return Err(ClockError::NotStarted),
            (ClockAction::Pause, _, None) => return Err(ClockError::Stands),
            (ClockAction::Pause, _, Some(since)) => {
                self.run += (at - since).max(0);
                self.since = None;
            }
            (ClockAction::Resume, _, Some(_)) => return Err(ClockError::Runs),
            (ClockAction::Resume, _, None) => self.since = Some(at),
            (ClockAction::Extra { table, minutes }, ..) => match self.extra.iter_mut().find(|(t, _)| t == table) {
                Some((_, known)) => *known += minutes,
                None => self.extra.push((*table, *minutes)),
            },
        }
        Ok(())
    }

    /// Seconds left at a time, for all tables without more time; negative once it is over.
    pub fn left(&self, now: i64) -> Option<i64> {
        let running = self.since.map_or(0, |since| (now - since).max(0));
        self.seconds.map(|all| all - self.run - running)
    }

    /// Seconds left of a table.
    pub fn left_at(&self, table: u32, now: i64) -> Option<i64> {
        let extra = self.extra.iter().find(|(t, _)| *t == table).map_or(0, |(_, minutes)| i64::from(*minutes) * 60);
        self.left(now).map(|left| left + extra)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_stands_and_is_lengthened() {
        let mut clock = RoundClock::default();
        assert!(clock.apply(&ClockAction::Pause, 0).is_err());
        clock.apply(&ClockAction::Start { minutes: 50 }, 1000).expect("starts");
        assert_eq!(clock.left(1060), Some(49 * 60));
        clock.apply(&ClockAction::Pause, 1120).expect("stands");
        assert_eq!(clock.left(9999), Some(48 * 60));
        clock.apply(&ClockAction::Resume, 9999).expect("runs");
        clock.apply(&ClockAction::Extra { table: 3, minutes: 4 }, 9999).expect("more");
        clock.apply(&ClockAction::Extra { table: 3, minutes: 1 }, 9999).expect("more");
        assert_eq!((clock.left(10_059), clock.left_at(3, 10_059)), (Some(47 * 60), Some(52 * 60)));
        assert_eq!(clock.left(9999 + 49 * 60), Some(-60));
        assert!(clock.apply(&ClockAction::Resume, 0).is_err());
    }
}
