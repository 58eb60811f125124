//! What is kept of a table: how it was set up, and what was done at it since. The draft and the pools are streams of
//! their own, from the same machinery as at one window.

use formats::DeckFormat;
use formats::deck::SavedDeck;
use formats::limited::draft::DraftType;
use formats::limited::draft::clock::DraftClock;
use formats::limited::fair::FairDeal;
use formats::limited::sealed::Cube;
use serde::{Deserialize, Serialize};

use crate::secret::SecretHash;

/// What is drafted or opened at a table, and by how many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSetup {
    /// Id of the format: its decks are built.
    pub format: String,
    /// How cards are drafted; absent where sealed packs are opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<DraftType>,
    /// Ids of the products of each seat's packs, by round.
    pub products: Vec<String>,
    /// The cube, if the packs are not of products of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cube: Option<Cube>,
    /// Seats; those that nobody takes get bots in a draft.
    pub seats: u32,
    /// Neighbours who share a sealed pool and build a deck each.
    #[serde(default = "team_of_one", skip_serializing_if = "is_team_of_one")]
    pub team: u32,
    /// How long a pick may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<DraftClock>,
    /// What packs are dealt from: 64 hexadecimal digits; drawn when it begins if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Where the seed came from, if it was dealt so that nobody can have chosen it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<FairDeal>,
}

fn team_of_one() -> u32 {
    1
}

fn is_team_of_one(team: &u32) -> bool {
    *team == 1
}

impl TableSetup {
    /// As a format has it; `None` if it opens no packs.
    pub fn from_format(format: &DeckFormat, seats: u32) -> Option<TableSetup> {
        let limited = format.limited.as_ref()?;
        Some(TableSetup {
            format: format.id.clone(),
            way: limited.draft_type.clone(),
            products: limited.products.clone(),
            cube: None,
            seats,
            team: 1,
            clock: None,
            seed: None,
            deal: None,
        })
    }
}

/// How a table begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableStart {
    /// What it is for.
    #[serde(flatten)]
    pub setup: TableSetup,
    /// What people type to come in.
    pub code: String,
    /// Who may begin, pause, and seat others.
    pub owner: SecretHash,
}

/// What is done at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableAction {
    /// Somebody takes a free seat.
    Join {
        /// Seat from 0.
        seat: usize,
        /// What they are called.
        name: String,
        /// What their device shows from now on.
        secret: SecretHash,
    },
    /// A person gets up before it begins.
    Leave {
        /// Seat from 0.
        seat: usize,
    },
    /// A person takes another free seat before it begins, with their devices.
    Move {
        /// Seat from 0.
        seat: usize,
        /// The free seat.
        to: usize,
    },
    /// Another device gets the seat as well.
    Device {
        /// Seat from 0.
        seat: usize,
        /// What that device shows.
        secret: SecretHash,
    },
    /// No device has the seat any more.
    Revoke {
        /// Seat from 0.
        seat: usize,
    },
    /// Packs are opened.
    Begin {
        /// The stream of the draft, or those of the pools, by seat or team.
        streams: Vec<i64>,
    },
    /// Another device is the owner's as well.
    Owner {
        /// What that device shows.
        secret: SecretHash,
    },
    /// A deck is built, as it is now.
    Deck {
        /// Seat from 0.
        seat: usize,
        /// The deck.
        deck: Box<SavedDeck>,
    },
    /// A legal deck is handed in; it is in the library from now on.
    Register {
        /// Seat from 0.
        seat: usize,
        /// The stream of the deck.
        stream: i64,
    },
    /// A deck that was handed in is changed again.
    Reopen {
        /// Seat from 0.
        seat: usize,
    },
}
