//! What every game shares, and no game by name: the rules as a trait, the loop that plays, players as a trait, what is kept of a
//! game, what a seat observes, scenarios, and counting with chance on many threads.

pub mod audience;
pub mod chance;
pub mod draw_pile;
pub mod evaluation;
pub mod free_text;
pub mod game_loop;
pub mod ledger;
pub mod legal_action;
pub mod loops;
pub mod match_options;
pub mod notation;
pub mod observation;
pub mod outcome;
pub mod parallel;
pub mod player;
pub mod record;
pub mod rules;
pub mod scenario;
pub mod series;
pub mod stats;
pub mod weights;

/// Turns of a game that is recorded, played by people, or planned.
pub const MOST_TURNS: u32 = 10_000;
/// Seats of any match.
pub(crate) const MOST_SEATS: usize = 16;
