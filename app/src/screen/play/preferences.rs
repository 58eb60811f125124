//! How a person likes to play: the pace of the table, and which questions it answers with a pass.

use std::time::Duration;

use catalog::store::{self, Library};
use catalog::tr;
use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator;

use crate::motion;

/// Where they are kept.
const SETTING: &str = "play.preferences";

/// How fast the others' decisions are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// At once, without motion.
    Instant,
    /// One after the other.
    #[default]
    Quick,
    /// With time to read.
    Calm,
}

/// Which questions in a window of a turn are answered with a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "kebab-case")]
pub enum AutoPass {
    /// None.
    Never,
    /// Those in which a good player would pass, and nothing is aimed at the person.
    #[default]
    Smart,
    /// All in which nothing is aimed at the person.
    UntilTargeted,
    /// All until the person's own turn.
    UntilMyTurn,
}

/// What a person likes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// How fast.
    pub pace: Pace,
    /// What is passed.
    pub auto_pass: AutoPass,
    /// Phases in which nothing is passed, by game and id.
    pub stops: Vec<(String, String)>,
    /// Whether nothing is heard, in a program that has sounds.
    pub silent: bool,
    /// Whether nothing moves, however fast: a setting of the whole program.
    #[serde(skip)]
    pub reduced_motion: bool,
}

impl Pace {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Pace> {
        Pace::iter()
    }

    /// What it is called.
    pub fn label(self) -> String {
        match self {
            Pace::Instant => tr!("Instant"),
            Pace::Quick => tr!("Quick"),
            Pace::Calm => tr!("Calm"),
        }
    }

    /// How long a card takes from place to place; `None` if nothing moves.
    pub fn flight(self) -> Option<Duration> {
        match self {
            Pace::Instant => None,
            Pace::Quick => Some(Duration::from_millis(240)),
            Pace::Calm => Some(Duration::from_millis(480)),
        }
    }

    /// How long a decision of somebody else takes at least.
    pub fn pause(self) -> Duration {
        match self {
            Pace::Instant => Duration::ZERO,
            Pace::Quick => Duration::from_millis(450),
            Pace::Calm => Duration::from_millis(1100),
        }
    }
}

impl AutoPass {
    /// All of them.
    pub fn all() -> impl Iterator<Item = AutoPass> {
        AutoPass::iter()
    }

    /// What it is called.
    pub fn label(self) -> String {
        match self {
            AutoPass::Never => tr!("Stop at every chance to respond"),
            AutoPass::Smart => tr!("Stop when a response is worth it"),
            AutoPass::UntilTargeted => tr!("Stop when you are targeted"),
            AutoPass::UntilMyTurn => tr!("Stop only on your turn"),
        }
    }
}

impl Preferences {
    /// What the library has, or the usual.
    pub fn load(library: &Library) -> Preferences {
        let kept: Preferences = library.setting(SETTING).ok().flatten().unwrap_or_default();
        Preferences { reduced_motion: motion::is_reduced(library), ..kept }
    }

    /// Keeps them.
    ///
    /// # Errors
    /// Of the library.
    pub fn save(&self, library: &mut Library) -> Result<(), store::Error> {
        library.set(SETTING, self)
    }

    /// Whether nothing is passed in a phase.
    pub fn stops_in(&self, game: &str, phase: &str) -> bool {
        self.stops.iter().any(|(of, name)| of == game && name == phase)
    }

    /// Stops in a phase from now on, or no longer.
    pub fn toggle_stop(&mut self, game: &str, phase: &str) {
        if self.stops_in(game, phase) {
            self.stops.retain(|(of, name)| of != game || name != phase);
        } else {
            self.stops.push((game.to_owned(), phase.to_owned()));
        }
    }
}
