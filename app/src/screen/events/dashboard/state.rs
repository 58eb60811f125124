//! What the dashboard of an event is made of, for all that show it and act on it.

use catalog::tr;
use formats::event::bracket::BracketKind;
use formats::event::log::{EventAction, MatchScore};
use formats::event::preview::Consequences;
use formats::event::{PlayerId, TournamentEvent};

use super::player_panel::{self, PlayerPanel};
use crate::notice::{BackgroundWork, Notice};
use crate::printout::event_sheets::EventSheet;
use crate::saved_event::SavedEvent;
use crate::screen::action;

/// Id of the field for those who come in.
pub(super) const NEWCOMER: &str = "newcomer";

/// An open event.
pub struct EventDashboard {
    pub(super) saved: SavedEvent,
    pub(super) tab: EventTab,
    /// Who is coming in: a name, several with commas, or a table's path.
    pub(super) newcomer: String,
    /// The round that is looked at, from 0.
    pub(super) round: usize,
    /// The table that is chosen, from 0.
    pub(super) table: usize,
    /// The player whose opponent is exchanged with somebody else's.
    pub(super) exchange_with: Option<PlayerId>,
    /// The player at the dashboard.
    pub(super) player_panel: Option<PlayerPanel>,
    /// A result that changes another one, with what moves.
    pub(super) pending_change: Option<(EventAction, Consequences)>,
    /// The place in the standings that is looked at, from 0.
    pub(super) place: usize,
    /// Prizes, as they are typed.
    pub(super) prizes: String,
    /// Where the report goes.
    pub(super) folder: String,
    /// Whether the clock fills the screen.
    pub(super) clock: bool,
    /// The time as of the last second.
    pub(super) now: i64,
}

/// A part of the dashboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, clap::ValueEnum)]
pub enum EventTab {
    /// Who is here.
    Players,
    /// Where they sit.
    Pods,
    /// Who plays whom.
    Rounds,
    /// Who stands where.
    Standings,
    /// What is left of it.
    Report,
    /// What was done.
    Log,
}

impl EventTab {
    /// All of them.
    pub const ALL: &'static [EventTab] = <EventTab as strum::VariantArray>::VARIANTS;

    /// What it is called.
    pub fn title(self) -> String {
        match self {
            EventTab::Players => tr!("Players"),
            EventTab::Pods => tr!("Pods"),
            EventTab::Rounds => tr!("Rounds"),
            EventTab::Standings => tr!("Standings"),
            EventTab::Report => tr!("Report"),
            EventTab::Log => tr!("Log"),
        }
    }
}

/// What happens at the dashboard.
#[derive(Debug, Clone)]
pub enum Message {
    /// Back to the lobby.
    Closed,
    /// Another part.
    Shown(EventTab),
    /// Who is coming in.
    NewcomerTyped(String),
    /// They come in.
    Entered,
    /// A player leaves, or comes back.
    LeftOrCame(PlayerId),
    /// A player comes to the dashboard.
    PlayerChosen(PlayerId),
    /// Something about that player.
    PlayerPanel(player_panel::Message),
    /// The seed goes to the clipboard.
    SeedCopied,
    /// Decks to look at are drawn.
    ChecksDrawn,
    /// Everybody gets a seat.
    Seated,
    /// Everybody stands up.
    Unseated,
    /// A pod drafts here.
    Drafted(usize),
    /// Pools of drafts that are over come in.
    PoolsTaken,
    /// The next round.
    Paired,
    /// The last round is paired anew.
    PairedAgain,
    /// The best so many go on, in a bracket of this kind.
    Cut(u32, BracketKind),
    /// Another round is looked at.
    RoundChosen(usize),
    /// A table is chosen.
    TableChosen(usize),
    /// The chosen match has ended.
    Scored(MatchScore),
    /// A changed result is meant.
    Confirmed,
    /// It is not.
    Withdrawn,
    /// A player whose opponent is exchanged; the second of two does it.
    Exchanged(PlayerId),
    /// A penalty for a player, by its word.
    Punished(PlayerId, String),
    /// The chosen table gets five minutes more.
    MoreTime,
    /// A place of the standings is looked at.
    PlaceChosen(usize),
    /// The clock fills the screen, or not.
    ClockToggled,
    /// It runs, or stands.
    ClockTurned,
    /// A second has passed.
    Second,
    /// Prizes as text.
    PrizesTyped(String),
    /// They are these.
    PrizesSet,
    /// Decks are public, or not.
    DecksToggled,
    /// Pools are public, or not.
    PoolsToggled,
    /// Where the report goes.
    FolderTyped(String),
    /// It is written.
    Exported,
    /// A list or slips are printed to a file there.
    Printed(EventSheet),
}

/// What only the parent can do.
pub enum Request {
    /// Do this in the background.
    Work(BackgroundWork),
    /// A pod drafts on the Limited screen.
    ShowLimited(Notice),
    /// Back to the lobby.
    Close,
}

/// What the dashboard asks of the screen.
pub type Action = action::Action<Message, Request>;

impl EventDashboard {
    pub(super) fn event(&self) -> &TournamentEvent {
        &self.saved.event
    }
}
