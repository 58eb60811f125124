//! The points at the end (CB-106 to CB-109, CB-R37).

use catalog::noted;

use super::board::AutomaBoard;
use super::state::AutomaState;

/// What the bot's points are made of. Warp tiles on the Timeline cost nothing (CB-106).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Score {
    /// Got at once: failed Actions, Workers, sets.
    pub points: i32,
    /// Buildings and Superprojects.
    pub buildings: i32,
    /// The Time Travel track.
    pub time_travel: i32,
    /// One for each Breakthrough (CB-107).
    pub breakthroughs: i32,
    /// Two for each complete set of shapes (CB-108, CB-R38).
    pub shapes: i32,
    /// Three lost for each Anomaly.
    pub anomalies: i32,
}

impl Score {
    pub(super) fn new(bot: &AutomaState, board: &AutomaBoard) -> Score {
        let sets = bot.breakthroughs.iter().min().copied().unwrap_or(0);
        Score {
            points: i32::from(bot.points),
            buildings: bot.buildings.iter().flatten().map(|n| i32::from(*n)).sum(),
            time_travel: i32::from(board.time_travel[bot.travelled]),
            breakthroughs: bot.breakthroughs.iter().map(|n| i32::from(*n)).sum(),
            shapes: 2 * i32::from(sets),
            anomalies: -3 * i32::from(bot.anomalies),
        }
    }

    /// Each part with its name, as it is written.
    pub fn parts(&self) -> [(&'static str, i32); 6] {
        [
            (noted!("Failed Actions, Workers, sets"), self.points),
            (noted!("Buildings and Superprojects"), self.buildings),
            (noted!("Time Travel track"), self.time_travel),
            (noted!("Breakthroughs"), self.breakthroughs),
            (noted!("Complete sets of shapes"), self.shapes),
            (noted!("Anomalies"), self.anomalies),
        ]
    }

    /// All together.
    pub fn total(&self) -> i32 {
        self.points + self.buildings + self.time_travel + self.breakthroughs + self.shapes + self.anomalies
    }

    /// Whether people with so many points win: only with more (CB-109).
    pub fn beaten_by(&self, yours: i32) -> bool {
        yours > self.total()
    }
}
