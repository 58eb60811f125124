//! What the screen is given to work with.

use catalog::Source;
use catalog::store::Library;
use formats::GameLibrary;

use crate::widget::card_spot::Pointing;

/// What the screen works with: matches need the data of bots as well.
pub struct PlayContext<'a> {
    /// The library.
    pub library: &'a mut Library,
    /// The data files.
    pub source: &'a Source,
    /// The game.
    pub game_library: &'a GameLibrary,
    /// What is pointed at in the window.
    pub pointing: &'a Pointing,
}
