//! How much a library holds, for the verbs that look at all of it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::counted;

/// What a library holds.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LibraryCounts {
    /// Decks, pools, drafts and so on, also those that were put away.
    pub streams: usize,
    /// Actions in them.
    pub actions: usize,
    /// Settings.
    pub settings: usize,
}

impl LibraryCounts {
    /// In words.
    pub fn describe(&self) -> String {
        format!(
            "{}, {}, {}",
            counted(self.streams as u64, "deck, pool or other work", "decks, pools and other works"),
            counted(self.actions as u64, "action", "actions"),
            counted(self.settings as u64, "setting", "settings"),
        )
    }
}
