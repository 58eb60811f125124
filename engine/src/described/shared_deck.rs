//! Whether formats and rules of play agree on whose the decks are: what goes to the table, all share.

use std::sync::Arc;

use catalog::read::Problem;
use catalog::{GameData, Source};
use formats::GameLibrary;

use super::program::{Program, ZoneOwner};

/// Formats in which each seat brings a deck, although the rules of play put all cards of a deck on the table.
pub fn shared_deck_problems(source: &Source, game: &Arc<GameData>, program: &Program) -> Vec<Problem> {
    let to_table = |zone: u16| program.zones[usize::from(zone)].owner == ZoneOwner::Table;
    if program.decks.is_empty() || !program.decks.iter().all(|(_, zone)| to_table(*zone)) {
        return Vec::new();
    }
    // What cannot be read is told by whoever reads it.
    let Ok(library) = GameLibrary::load(source, game.clone()) else { return Vec::new() };
    let several = library.formats.iter().filter(|format| {
        let settings = &format.match_settings;
        settings.seats.1 > 1 && !settings.shared
    });
    let problem = |id: &str| {
        let file = source.file(&format!("{}/formats/{id}.toml", game.id))?;
        let hint = "write `shared = true` in `[match]`, or name zones of each seat in `[decks]`";
        let message = "each seat brings a deck here, but play.toml puts all cards of it on the table";
        Some(Problem::at_path(file, &["match", "shared"], message, Some(hint.to_owned())))
    };
    several.filter_map(|format| problem(&format.id)).collect()
}
