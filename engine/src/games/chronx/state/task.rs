//! What is going on in a position, innermost last: the turn, a contest, a window for plays, an effect.

use super::Id;
use crate::kernel::rules::Seats;

/// What is going on, innermost last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Task {
    /// The turn itself.
    Turn(Step),
    /// An attack or an attempt to Take Control: the innermost of [`State::contests`].
    Contest(Stage),
    /// Plays by several players.
    Window(Window),
    /// An effect.
    Frame(Frame),
}

/// Steps of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Before the first turn: this seat may redraw.
    Redraw(u8),
    /// Political check, reset, untap; gathers what happens at the start.
    Begin,
    /// Effects of the start, in an order that the player picks.
    Start,
    /// The draw.
    Draw,
    /// The main phase.
    Main,
    /// The opponents made plays: end the phase, or resume it?
    Resume,
    /// Gathers what happens at the end.
    Ending,
    /// Effects of the end.
    End,
    /// Damage goes, deploying ends, the next player's turn comes.
    Cleanup,
}

/// Stages of an attack or attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The city of an attempt.
    Where,
    /// More attackers may join.
    Join,
    /// The asset to be attacked.
    Aim,
    /// Declared: things trigger.
    Declared,
    /// Plays before blocks.
    Before,
    /// The defender names blockers.
    Block,
    /// Blocked: things trigger, AntiTerrorism researches.
    Blocked,
    /// Plays after blocks.
    After,
    /// Damage of Precise assets, then of the others: how it is divided.
    Divide(bool),
    /// The same damage is dealt.
    Damage(bool),
    /// What success brings.
    Result,
}

/// Players making plays in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    /// Whose turn it is to make plays.
    pub seat: u8,
    /// The other one; the same seat if only one may.
    pub other: u8,
    /// Who makes no more plays.
    pub locked: Seats,
    /// Who has had a chance.
    pub had: Seats,
    /// Plays in this chance.
    pub made: bool,
    /// Plays in the whole step.
    pub any: bool,
}

impl Window {
    /// For one player.
    pub fn alone(seat: u8) -> Window {
        Window { seat, other: seat, locked: 0, had: 0, made: false, any: false }
    }
}

/// An effect under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Where it is.
    pub at: u16,
    /// The card whose ability it is.
    pub source: Id,
    /// The player whose it is.
    pub seat: u8,
    /// The card that "it" means.
    pub it: Id,
    /// The User; [`UNCHOSEN`] while there is none though one is needed.
    pub user: Id,
    /// Targets that were announced.
    pub targets: [Id; 3],
    /// Resources still owed for Stealth.
    pub owed: u8,
    /// Players still to do something, and how often the first of them.
    pub players: Seats,
    /// See `players`; also cards still to be downloaded.
    pub left: u8,
    /// Result of the skill check.
    pub result: u8,
    /// The opponent that was chosen.
    pub opponent: u8,
    /// [`PLAYED`] and the others.
    pub flags: u8,
}

/// A User must still be chosen.
pub const UNCHOSEN: Id = 254;
/// The frame plays a card, which goes to its place afterwards.
pub const PLAYED: u8 = 1;
/// It was the first play of the main phase.
pub const FIRST: u8 = 2;
/// A cost is being paid.
pub const PAYING: u8 = 4;
/// The card that the cost destroys has been destroyed.
pub const SACRIFICED: u8 = 8;
/// The op at hand has begun.
pub const BUSY: u8 = 16;
