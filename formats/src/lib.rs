//! What may be played, how a pool is made, and how an event is run: decks and the files that carry them, formats and
//! their checks, packs, sealed pools, drafts and the bots that take part in them, players, pods and rounds.

pub mod check;
pub mod deck;
pub mod deckfile;
pub mod event;
pub mod format;
pub mod game_library;
pub mod limited;
mod localize;
pub mod missing;
mod old_sentences;
pub mod rng;
pub mod saved;
pub mod stats;

pub use check::{CheckReport, LegalDeck};
pub use deck::Deck;
pub use format::DeckFormat;
pub use game_library::{GameLibrary, LeftOut, LibraryFile};
pub use localize::cards_label;

/// Has what this crate tells people said by a translator, from now on. Without one it is English, as the source is;
/// what files and `--json` hold stays English in any case.
pub fn set_translator(translator: impl tr::Translator + 'static) {
    tr::set_translator!(localize::GuardedTranslator(translator));
}
