//! What a person says of a game's hands and turns, written into the game's own data file, for both doors.

use std::path::PathBuf;

use catalog::game::{Field, FieldKind};
use catalog::interchange::{GoldfishAnswers, is_untouched, with_goldfish};
use catalog::{GameData, Source, load};

use crate::printout::job;
use crate::session;

/// A model that was written.
#[derive(Debug)]
pub struct WrittenModel {
    /// The file that has it.
    pub file: PathBuf,
    /// The part of it that was made of the answers.
    pub section: String,
    /// The game with it.
    pub game: GameData,
}

/// Why a model was not written.
#[derive(Debug, thiserror::Error)]
pub enum GoldfishModelError {
    /// The game's file is a person's own.
    #[error("{file} was written or changed by hand; put this in place of its goldfish:\n{section}")]
    ByHand {
        /// The file.
        file: String,
        /// What belongs there.
        section: String,
    },
    /// The data have faults with it, such as a query that cannot be read.
    #[error(transparent)]
    Data(#[from] session::Error),
    /// The program itself is at fault.
    #[error("{0}")]
    Broken(#[from] tokio::task::JoinError),
    /// The file cannot be written.
    #[error("cannot write {}: {cause}", file.display())]
    Unwritten {
        /// The file.
        file: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
}

/// Writes what a person said of a game; another import of it keeps that.
///
/// # Errors
/// When the game's file is not one that an import made, does not load with the answers, or cannot be written.
pub fn write(
    source: &mut Source,
    game: &GameData,
    answers: &GoldfishAnswers,
) -> Result<WrittenModel, GoldfishModelError> {
    let section = answers.section(game);
    let path = game_file(&game.id);
    let old = source.file(&path).expect("the game was loaded from it");
    let (name, text) = (old.name.clone(), with_goldfish(&old.text, &section));
    let Some(text) = text else { return Err(GoldfishModelError::ByHand { file: name, section }) };
    source.put(&path, name.clone(), text.clone());
    let faulty = |problems| session::Error::Data { game: game.id.clone(), problems };
    let game = load::game(source, &game.id).map_err(faulty)?;
    let file = PathBuf::from(name);
    job::write(&file, &text).map_err(|cause| GoldfishModelError::Unwritten { file: file.clone(), cause })?;
    Ok(WrittenModel { file, section, game })
}

/// Whether an import made the file of a game, so that a model can be written into it.
pub fn is_writable(source: &Source, game: &str) -> bool {
    source.file(&game_file(game)).is_some_and(|file| is_untouched(&file.text))
}

/// The fields that can say which resources a card makes.
pub fn resource_fields(game: &GameData) -> impl Iterator<Item = &Field> {
    game.fields.iter().filter(|field| field.kind == FieldKind::Resources)
}

/// Whether some card has a cost, so that something has to pay for it.
pub fn has_costs(game: &GameData) -> bool {
    game.cost_field().is_some_and(|field| game.cards.iter().any(|card| card.values[field].is_some()))
}

fn game_file(game: &str) -> String {
    format!("{game}/game.toml")
}
