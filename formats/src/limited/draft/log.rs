//! The log of a draft: its start, and what was done since, bots' picks and their reasons included. It is all that is
//! kept; newer bots and newer cards change nothing in it.

use serde::{Deserialize, Serialize};

use super::DraftChoice;
use super::pod::DraftPlayer;
use super::start::DraftStart;
use crate::limited::drafter::{self, PickReason};

/// What is done at a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DraftAction {
    /// Choices in order: one of a person, with those of bots that followed; or bots alone.
    Moves(Vec<DraftMove>),
    /// Somebody else sits on a seat from now on, or comes back.
    Sit {
        /// Seat from 0.
        seat: usize,
        /// Who.
        sitter: DraftPlayer,
    },
    /// Nobody chooses until it goes on.
    Pause,
    /// It goes on.
    Resume,
    /// A seat asks to take back the last choice of a person. It is done once all people agreed.
    Undo {
        /// Seat from 0.
        seat: usize,
    },
    /// A seat agrees to that.
    Agree {
        /// Seat from 0.
        seat: usize,
    },
    /// A seat does not: the last choice stays.
    Refuse {
        /// Seat from 0.
        seat: usize,
    },
}

/// A choice of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftMove {
    /// Seat from 0.
    pub seat: usize,
    /// What it chose.
    pub choice: DraftChoice<String>,
    /// Who chose it.
    #[serde(default, skip_serializing_if = "ChosenBy::is_person")]
    pub by: ChosenBy,
    /// Why, if a bot did.
    #[serde(default, deserialize_with = "drafter::read_reason", skip_serializing_if = "Option::is_none")]
    pub why: Option<PickReason>,
}

/// Who chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChosenBy {
    /// The person of the seat.
    #[default]
    Person,
    /// The bot of the seat.
    Bot,
    /// A bot for a person whose time was over.
    Clock,
}

impl ChosenBy {
    fn is_person(&self) -> bool {
        *self == ChosenBy::Person
    }
}

/// A draft as a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftLog {
    /// Game id.
    pub game: String,
    /// SHA-256 of the game's data when the draft began.
    pub data_hash: String,
    /// Name.
    pub name: String,
    /// The start.
    pub start: DraftStart,
    /// What was done since.
    pub actions: Vec<DraftAction>,
}
