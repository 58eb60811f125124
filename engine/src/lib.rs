//! What happens when decks meet: the rules of games, players, matches; and the lab, which asks a deck questions.

pub mod described;
pub mod effect;
pub mod games;
pub mod kernel;
pub mod lab;
#[cfg(test)]
#[path = "../../catalog/tests/all/large.rs"]
mod large;
pub mod players;
pub mod registry;
pub mod session;
pub mod timeline;

use catalog::localize::GuardedTranslator;
use tr::Translator;

/// Has what this crate tells people said by a translator, from now on. Without one it is English, as the source is;
/// what files and `--json` hold stays English in any case.
pub fn set_translator(translator: impl Translator + 'static) {
    tr::set_translator!(GuardedTranslator(translator));
}
