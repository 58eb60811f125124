//! What the log of a match holds.

use engine::kernel::outcome::Outcome;
use serde::{Deserialize, Serialize};

/// `to` counts decisions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MatchAction {
    /// A seat decided; the digest is that of the position that came of it.
    Did {
        seat: u8,
        words: String,
        digest: String,
        #[serde(flatten)]
        standing: Standing,
    },
    /// Back to before a decision.
    Back { to: usize },
    /// On again to there, as it was before.
    On {
        to: usize,
        #[serde(flatten)]
        standing: Standing,
    },
}

impl MatchAction {
    /// How the match stood after it, where that is known.
    pub(super) fn standing(&self) -> Standing {
        match self {
            MatchAction::Did { standing, .. } | MatchAction::On { standing, .. } => *standing,
            MatchAction::Back { .. } => Standing::default(),
        }
    }
}

/// How a match stands after an action, so that nobody has to play it through to know. Logs of earlier releases do not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Standing {
    /// The turn that is played, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) turn: Option<u32>,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) outcome: Option<Outcome>,
}
