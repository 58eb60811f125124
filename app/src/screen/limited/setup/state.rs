//! What the form is made of, and what is done with it.

use catalog::tr;
use formats::limited::draft::start::DraftStart;
use formats::limited::draft::{DraftPreset, DraftType};
use formats::limited::drafter::BotLevel;
use formats::limited::sealed::SealedEvent;
use host::tables::NewTable;

use super::super::draft_calls::DraftCalls;
use super::fair::FairDealForm;
use crate::screen::action;

/// Who sits on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftSeatKind {
    /// A person at this machine.
    Person,
    /// A person elsewhere.
    Elsewhere,
    /// A bot.
    Bot(BotLevel),
}

impl DraftSeatKind {
    pub(super) const ALL: [DraftSeatKind; 5] = [
        DraftSeatKind::Person,
        DraftSeatKind::Elsewhere,
        DraftSeatKind::Bot(BotLevel::Full),
        DraftSeatKind::Bot(BotLevel::Casual),
        DraftSeatKind::Bot(BotLevel::Random),
    ];
}

impl std::fmt::Display for DraftSeatKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&match self {
            DraftSeatKind::Person => tr!("You"),
            DraftSeatKind::Elsewhere => tr!("Player by file"),
            DraftSeatKind::Bot(BotLevel::Full) => tr!("Bot"),
            DraftSeatKind::Bot(BotLevel::Casual) => tr!("Casual bot"),
            DraftSeatKind::Bot(BotLevel::Random) => tr!("Random bot"),
        })
    }
}

/// A seat with the name that was typed for it.
#[derive(Debug, Clone)]
pub(super) struct Seat {
    pub(super) kind: DraftSeatKind,
    pub(super) name: String,
}

/// The form.
pub struct LimitedSetup {
    pub(super) format: String,
    /// The word of the type; none is sealed.
    pub(super) kind: Option<DraftPreset>,
    pub(super) draft_type: DraftType,
    pub(super) packs: u32,
    pub(super) product: String,
    /// The query of a cube, and cards in a pack of it.
    pub(super) cube: Option<(String, u32)>,
    pub(super) seats: Vec<Seat>,
    pub(super) count: usize,
    /// Players of a sealed event, and how many of them share a pool.
    pub(super) players: u32,
    pub(super) team: u32,
    /// Times of the tournament rules times so many percent.
    pub(super) clock: Option<u32>,
    pub(super) fair: Option<FairDealForm>,
}

/// What happens in the form.
#[derive(Debug, Clone)]
pub enum Message {
    /// Another type of draft; none is sealed.
    KindChosen(Option<DraftPreset>),
    /// A setting of the type has another number.
    SettingChanged(usize, usize),
    /// So many packs for each.
    PacksChanged(u32),
    /// Packs of another product.
    ProductChosen(String),
    /// Packs out of a cube, or of a product.
    CubeToggled,
    /// The query of the cube.
    CubeTyped(String),
    /// Cards in a pack of the cube.
    SizeChanged(u32),
    /// So many seats.
    SeatsChanged(usize),
    /// Somebody else sits there.
    SeatTaken(usize, DraftSeatKind),
    /// Under this name.
    SeatNamed(usize, String),
    /// So many players of a sealed event.
    PlayersChanged(u32),
    /// So many of them share a pool.
    TeamChanged(u32),
    /// Another clock.
    ClockChosen(Option<u32>),
    /// The chance is dealt by all, or by this machine.
    FairToggled,
    /// A player says a word.
    WordTyped(usize, String),
    /// The event begins.
    Begun,
    /// It is hosted for phones.
    Hosted,
    /// The draft is called for real cards.
    Called,
    /// Back to the lobby.
    Closed,
}

/// What only the parent can do.
pub enum Request {
    /// Begin this draft.
    Draft(Box<DraftStart>, String),
    /// Begin this sealed event.
    Sealed(Box<SealedEvent>, String),
    /// Host this table for phones.
    Host(Box<NewTable>),
    /// Call these picks.
    Calls(DraftCalls),
    /// Back to the lobby.
    Close,
}

/// What the form asks of its parent.
pub type Action = action::Action<Message, Request>;
