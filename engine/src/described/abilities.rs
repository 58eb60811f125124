//! Cards with abilities: what they let a seat do, what they change while in play, and what they trigger.
//!
//! `lower` turns abilities into instructions like those of `play.toml`, once for each different card of a match; `live` reads
//! cards as they are now and `changes` shows them; `payment` pays; `trigger` notices what happens.

mod changes;
mod effects;
mod live;
mod lower;
mod measure;
mod payment;
mod trigger;

use catalog::ability::{PlayerSide, TriggerEvent};

use super::cards::Cards;
use super::expression::{CardCheck, CardChoice, Expression, Payment};
use super::program::Place;

pub(super) use lower::lower;
pub(super) use measure::checks_of;
pub(super) use payment::Paid;
pub(super) use trigger::Passage;

/// The most triggered abilities that wait at once: more, and the game is over as one that does not end.
pub(super) const MOST_WAITING: u32 = 48;
/// Numbers of one that waits: which, the card that has it, the card that it is about, whose it is.
pub(super) const WAITING: u32 = 4;

/// The abilities of the cards of a match.
#[derive(Debug, Default)]
pub(super) struct Abilities<const W: usize> {
    /// For each different card.
    pub cards: Vec<CardCode>,
    pub triggers: Vec<Trigger<W>>,
    pub statics: Vec<Static<W>>,
    /// The events that some trigger waits for, a bit each.
    pub events: u32,
    /// Where the card, and nothing else, is kept while an ability is under way.
    pub it: u16,
}

/// What a card lets a seat do.
#[derive(Debug, Default, Clone)]
pub(super) struct CardCode {
    /// The ways in which it is played.
    pub modes: Vec<Offer>,
    /// Its activated abilities.
    pub uses: Vec<Offer>,
    /// Whether everybody sees it where it goes when it is played.
    pub is_shown: bool,
    /// Announces it, lets it take effect, uses it.
    pub announce: Place,
    pub resolve: Place,
    pub activate: Place,
}

/// Something that is paid for.
#[derive(Debug, Clone)]
pub(super) struct Offer {
    pub condition: Option<Expression>,
    pub payment: Payment,
    /// What must be there to pay with beside resources.
    pub costs: Vec<Expression>,
    pub targets: Vec<Target>,
}

/// What is aimed at.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub cards: CardChoice,
    /// Whether it may be a seat.
    pub seats: bool,
    /// In words.
    pub text: String,
    /// How many more of the same may be aimed at behind it, where none needs be: `None` for a target that there must be.
    pub more: Option<u32>,
}

/// A triggered ability.
#[derive(Debug)]
pub(super) struct Trigger<const W: usize> {
    pub event: TriggerEvent,
    /// The cards that have it.
    pub of: Cards<W>,
    /// What it must happen to; the card itself if it does not say.
    pub subject: Option<Subject>,
    /// Whether it is noticed in the discard pile, instead of in play.
    pub discarded: bool,
    pub body: Place,
}

/// What an event must be about.
#[derive(Debug)]
pub(super) struct Subject {
    pub side: PlayerSide,
    pub other: bool,
    pub tests: Vec<Vec<CardCheck>>,
}

/// A static ability.
#[derive(Debug)]
pub(super) struct Static<const W: usize> {
    /// The cards that have it.
    pub of: Cards<W>,
    pub condition: Option<Expression>,
    /// What it is about; the card itself if it does not say.
    pub on: Option<CardChoice>,
    /// Whether it works in the discard pile, instead of in play.
    pub discarded: bool,
    pub change: Change,
}

/// What a static ability changes.
#[derive(Debug)]
pub(super) enum Change {
    /// A number that changes in play, by its place among those.
    Number(u16, Expression),
    /// A keyword, with its number.
    Keyword(u8, i32),
    /// Cards cost so much less.
    Cheaper(i32),
}

pub(super) fn bit(event: TriggerEvent) -> u32 {
    1 << event as u32
}
