//! What happens when decks meet: the rules of games, players, matches; and the lab, which asks a deck questions.

pub mod afrika;
pub mod bout;
pub mod chronobot;
pub mod chrononauts;
pub mod chronx;
pub mod coach;
pub mod draw_pile;
pub mod effect;
pub mod free_text;
pub mod game;
pub mod games;
pub mod lab;
#[cfg(test)]
#[path = "../../catalog/tests/all/large.rs"]
mod large;
pub mod notation;
pub mod player;
pub mod record;
pub mod rulings;
pub mod scenario;
pub mod series;
pub mod sight;
pub mod sitting;
pub mod timeline;

use catalog::spoken::Told;
use tr::Translator;

/// Has what this crate tells people said by a translator, from now on. Without one it is English, as the source is;
/// what files and `--json` hold stays English in any case.
pub fn speak(translator: impl Translator + 'static) {
    tr::set_translator!(Told(translator));
}
