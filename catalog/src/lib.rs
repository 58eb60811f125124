//! What cards exist: games as data, the SQLite catalog, one query language, card faces.
//!
//! A game is a folder of files ([`source`]); [`load`] checks it and makes a [`game::GameData`]; [`store`] keeps
//! it in the library; a [`query`] finds its cards.

pub mod ability;
pub mod art;
pub mod card;
pub mod collection;
pub mod face;
pub mod fold;
pub mod fuzzy;
pub mod game;
pub mod interchange;
pub mod load;
pub mod localize;
pub mod query;
pub mod read;
pub mod report;
pub mod rules;
pub mod source;
pub mod store;

pub use card::{Card, CardIx};
pub use collection::Collection;
pub use game::GameData;
pub use query::{CountQuery, Query, Search};
pub use source::Source;

/// Has what this crate tells people said by a translator, from now on. Without one it is English, as the source is;
/// what files and `--json` hold stays English in any case.
pub fn set_translator(translator: impl tr::Translator + 'static) {
    tr::set_translator!(localize::GuardedTranslator(translator));
}
