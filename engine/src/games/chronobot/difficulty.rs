//! How hard a game is chosen to be (CB-033, CB-110 to CB-114).

use serde::{Deserialize, Serialize};

use crate::kernel::match_options::{MatchOptions, OptionError, OptionValue};

/// The difficulty; any of them go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difficulty {
    /// A token that lands on Reboot goes on at once (CB-111).
    pub skip_reboot: bool,
    /// People play without their Leader's power (CB-112). It changes nothing that the bot may do.
    pub no_leader: bool,
    /// The bot takes one more turn after people have passed (CB-113).
    pub extra_turn: bool,
    /// Actions that the bot takes at least in an Era: 3, or 6 (CB-103, CB-114).
    pub least_actions: u8,
    /// A tile covers the right-hand space of the World Council (CB-033).
    pub cover_council: bool,
}

impl Default for Difficulty {
    fn default() -> Self {
        Difficulty { skip_reboot: false, no_leader: false, extra_turn: false, least_actions: 3, cover_council: false }
    }
}

impl MatchOptions for Difficulty {
    const GAME: &'static str = "the Chronobot";
    const KEYS: &'static [&'static str] = &["skip_reboot", "no_leader", "extra_turn", "least_actions", "cover_council"];

    fn set_value(&mut self, setting: OptionValue<'_>) -> Result<(), OptionError> {
        match setting.key {
            "skip_reboot" => self.skip_reboot = setting.parse_flag()?,
            "no_leader" => self.no_leader = setting.parse_flag()?,
            "extra_turn" => self.extra_turn = setting.parse_flag()?,
            "least_actions" => self.least_actions = setting.parse_word(&[("3", 3), ("6", 6)])?,
            _ => self.cover_council = setting.parse_flag()?,
        }
        Ok(())
    }
}
