//! What happens when decks meet: the rules of games, players, matches; and the lab, which asks a deck questions.

pub mod afrika;
pub mod chronobot;
pub mod chrononauts;
pub mod chronx;
pub mod coach;
pub mod draw_pile;
pub mod effect;
pub mod free_text;
pub mod game;
pub mod game_loop;
pub mod games;
pub mod lab;
#[cfg(test)]
#[path = "../../catalog/tests/all/large.rs"]
mod large;
pub mod match_options;
pub mod match_session;
pub mod notation;
pub mod observation;
pub mod player;
pub mod record;
pub mod scenario;
pub mod series;
pub mod timeline;

use catalog::localize::GuardedTranslator;
use tr::Translator;

/// Has what this crate tells people said by a translator, from now on. Without one it is English, as the source is;
/// what files and `--json` hold stays English in any case.
pub fn set_translator(translator: impl Translator + 'static) {
    tr::set_translator!(GuardedTranslator(translator));
}
