//! Files that other programs might have written.

use formats::deckfile::intake;

use crate::lamps::folder;

/// The text of a file in tests/deckfiles.
pub fn relay(file: &str) -> String {
    let file = std::fs::File::open(folder().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    intake::read_text(file).expect("readable").expect("a text")
}
