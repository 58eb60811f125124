//! Which rules belong to which game: the only place that knows games by name.

use std::sync::Arc;

use catalog::Source;
use catalog::read::Problem;

use crate::chronx::Duel;
use crate::scenario::{self, Shown};

/// The games that the engine plays, by id.
pub const PLAYED: [&str; 1] = ["chronx"];

/// Plays all scenarios of a game, of its folder or of one text (file name and contents).
///
/// # Errors
/// Every fault of the files. `None` if the engine does not play the game.
pub fn scenarios(
    source: &Source,
    game: &Arc<catalog::Game>,
    text: Option<(&str, &str)>,
) -> Option<Result<Vec<Shown>, Vec<Problem>>> {
    let read = || match text {
        Some((name, text)) => scenario::read::<Duel>(name, text, game),
        None => scenario::load::<Duel>(source, game),
    };
    match game.id.as_str() {
        "chronx" => Some(read().map(|all| all.iter().map(scenario::Scenario::run).collect())),
        _ => None,
    }
}
