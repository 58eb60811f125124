//! Quiet sounds of our own making for what happens at a table. They are heard where the program is built with the feature
//! `sound` and the desktop has a sound server; everywhere else nothing is played, and nothing is said about it.

#[cfg(any(test, feature = "sound"))]
mod crowd;
#[cfg(feature = "sound")]
mod server;
#[cfg(any(test, feature = "sound"))]
mod synth;
#[cfg(any(test, feature = "sound"))]
mod wave;

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether this program was built with sounds.
pub const AVAILABLE: bool = cfg!(feature = "sound");

/// Whether a window is open.
static OPEN: AtomicBool = AtomicBool::new(false);

/// What is heard, the most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::EnumIter)]
pub enum Sound {
    /// The person has won: three tones that rise.
    Won,
    /// The person has lost: two tones that fall.
    Lost,
    /// The person's turn begins: a soft bell.
    OwnTurn,
    /// Cards attack or block: a rush of air.
    Attack,
    /// Damage, or less of what is counted: a dull thud.
    Harm,
    /// More of what is counted: two high tones.
    Gain,
    /// A card is laid on the table or put away: paper on wood.
    CardLaid,
    /// A card is turned: a flick.
    CardTurned,
    /// A card comes to a hand: paper that slides.
    CardDrawn,
}

/// From now on sounds are heard. A window says so when it opens; tests do not.
pub fn open() {
    OPEN.store(true, Ordering::Relaxed);
}

/// Plays what happens in one moment, each a little after the other. It never waits, and never fails.
pub fn play(moment: &[Sound]) {
    if OPEN.load(Ordering::Relaxed) && !moment.is_empty() {
        server::play(moment);
    }
}

/// Where there are no sounds, nobody plays them.
#[cfg(not(feature = "sound"))]
mod server {
    pub fn play(_: &[super::Sound]) {}
}
