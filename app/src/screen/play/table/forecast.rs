//! What an action of the table leads to, once it was looked for.

use engine::session::lookahead::LookAhead;

use super::board_thing::BoardThing;

/// What an action leads to.
pub(super) struct Forecast {
    /// The action, by its place in the observation.
    pub(super) of: usize,
    /// What it is aimed at, if the rules ask for that afterwards.
    pub(super) aimed_at: Option<BoardThing>,
    pub(super) ahead: LookAhead,
}
