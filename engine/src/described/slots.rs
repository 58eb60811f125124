//! The first numbers of a position: where the game stands. Local names of the data follow behind them.

/// The seat that an instruction is about: who was asked, or each seat in turn.
pub const YOU: u16 = 0;
/// Whose turn it is.
pub const ACTIVE: u16 = 1;
/// Turns begun.
pub const TURN: u16 = 2;
/// The next instruction; while a seat is asked, that of the question.
pub const NEXT: u16 = 3;
/// How many calls are under way.
pub const DEPTH: u16 = 4;
/// Whether the last action ends the asking.
pub const ENDED: u16 = 5;
/// The seats that are out, a bit each.
pub const OUT: u16 = 6;
/// The phase, by position.
pub const PHASE: u16 = 7;
/// How many cards somebody knows of who does not see their zone.
pub const KNOWN: u16 = 8;
/// The card that a formula of cards is about.
pub const CARD: u16 = 9;
/// The card that an ability is of, or that is being played.
pub const THIS: u16 = 10;
/// How many there are.
pub const REGISTERS: u16 = 11;
