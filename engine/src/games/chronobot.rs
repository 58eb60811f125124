//! The Chronobot of Anachrony as an opponent at a table (CB rules): what it does, why, and what it scores.
//!
//! **What is known.** Everything that is the bot's own: the Command tokens on its board, its Exosuits and where they
//! stand, its Warp tiles on the Timeline, Paradoxes and Anomalies, cubes, Workers, Breakthroughs, buildings, the Time
//! Travel track, points, how many Actions it has taken and who is first player. All of it follows from the log, so
//! nobody keeps counts.
//!
//! **What is asked.** What only the table shows, and only when an Action depends on it: which spaces of a place are
//! free, what lies on two stacks, which Superprojects are face up, which Workers and Breakthroughs are left, how often it
//! rolls for Paradoxes; and what dice say, so that people may roll their own. An answer that is missing stops a step
//! before anything has changed and is returned as the [`AutomaQuestion`]; the same step is then played again with one answer
//! more. A step with its answers is an entry of the log: undo leaves the last one out, resume plays them again. What
//! people do for themselves is not followed, since the base game's rules are not part of this (CB-R05).

mod act;
mod board;
mod board_error;
mod components;
mod difficulty;
mod facts;
mod kinds;
mod notation;
mod question;
mod scenario;
mod score;
mod session;
mod setup;
mod simulate;
mod state;
#[cfg(test)]
mod tests;
mod tokens;
mod typed_step;

pub use board::{AutomaBoard, BoardSpace, OpponentModel};
pub use board_error::BoardError;
pub(crate) use components::setting_faults;
pub use difficulty::Difficulty;
pub use kinds::{BoardAction, ExosuitPlace, Phase, Resource, Shape, Worker};
pub use question::{AutomaAnswer, AutomaQuestion, Die, StepBlocked, Superproject};
pub(crate) use scenario::load_scenarios as scenarios;
pub use score::Score;
pub use session::{Announcement, AutomaSession, AutomaStep, LogEntry, SavedAutomaGame, TableChange};
pub use simulate::{PointsHistogram, SimulationCounts, simulate};
pub use state::AutomaState;
pub use typed_step::{StepError, TypedStep};
