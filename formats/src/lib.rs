//! What may be played, how a pool is made, and how an event is run: decks and the files that carry them, formats and
//! their checks, packs, sealed pools, drafts and the bots that take part in them, players, pods and rounds.

pub mod book;
pub mod check;
pub mod deck;
pub mod deckfile;
pub mod event;
pub mod format;
pub mod lacks;
pub mod limited;
mod old_sentences;
pub mod rng;
mod spoken;
pub mod stats;

pub use book::Book;
pub use check::{LegalDeck, Report};
pub use deck::Deck;
pub use format::Format;
pub use spoken::some_cards;

/// Has what this crate tells people said by a translator, from now on. Without one it is English, as the source is;
/// what files and `--json` hold stays English in any case.
pub fn speak(translator: impl tr::Translator + 'static) {
    tr::set_translator!(spoken::Told(translator));
}
