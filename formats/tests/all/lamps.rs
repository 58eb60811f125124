//! A game of lamps, some of them printed twice, and the files of its deck.

use std::path::Path;
use std::sync::Arc;

use catalog::{Source, load};
use formats::GameLibrary;

/// The game in tests/deckfiles/lamps.
pub fn lamps() -> Arc<GameLibrary> {
    static LAMPS: std::sync::OnceLock<Arc<GameLibrary>> = std::sync::OnceLock::new();
    let load = || {
        let mut source = Source::default();
        source.add_folder(&folder()).expect("the folder of the test game");
        let game = load::game(&source, "lamps").unwrap_or_else(|p| panic!("{p:#?}"));
        Arc::new(GameLibrary::load(&source, Arc::new(game)).unwrap_or_else(|p| panic!("{p:#?}")))
    };
    LAMPS.get_or_init(load).clone()
}

/// The folder of the test game and of its files.
pub fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deckfiles")
}
