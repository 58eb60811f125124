//! What must hold in every position of every game of Chron X: random players, random legal decks, random rulings.
//!
//! What single cards do is compared with a slow twin in `reference.rs`, what the rules say in data/chronx/scenarios.

mod circle;
mod coach;
mod conserved;
mod ends;
mod hidden;
mod listed;
mod replay;
mod search;
mod strength;
pub mod table;
mod walk;
mod warm;
