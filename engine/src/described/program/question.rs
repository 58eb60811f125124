//! What seats are asked, and what they can do.

use super::super::expression::{CardChoice, Expression};
use super::instruction::Place;
use crate::kernel::legal_action::PromptKind;

/// Something that can be done.
#[derive(Debug, Clone)]
pub struct Action {
    /// Name in the data, in notation.
    pub id: String,
    /// What people read, before what was chosen.
    pub label: String,
    /// The same of somebody else, for the log: `plays`; empty if the rules do not say.
    pub told: String,
    /// When it can be done; always if there is no condition.
    pub condition: Option<Expression>,
    /// Whether the condition asks about what is chosen.
    pub asks_choice: bool,
    /// The cards to choose from: of the first of these choices that has any.
    pub cards: Vec<CardChoice>,
    /// How many of them are chosen together, or as many as make a meld.
    pub count: u8,
    /// Another card that is chosen for it, out of these.
    pub on: Option<CardChoice>,
    /// Where nothing is chosen: the cards that it is about.
    pub about: Option<CardChoice>,
    /// The least and the most of a number that is chosen.
    pub number: Option<(Expression, Expression)>,
    /// What people count by that number, one of it and several: `coin`, `coins`.
    pub unit: Option<[String; 2]>,
    /// Whether that number is a lane, which people know by its name.
    pub in_lane: bool,
    /// What people read before that name; "in" without.
    pub preposition: Option<String>,
    /// A word that is chosen: the column, and the cards on which it must stand, or any card.
    pub word: Option<(u16, Option<CardChoice>)>,
    /// A seat that is chosen: a condition for it, as `you`.
    pub seat: Option<Expression>,
    /// What it does.
    pub body: Place,
    /// Whether its word tells nothing of what becomes of the cards: then that is told.
    pub only_picks: bool,
    /// Whether it ends the asking.
    pub ends: bool,
    /// Whether it is what somebody does who wants nothing.
    pub passes: bool,
    /// Where what was chosen is kept: the card, the number, the word, the seat and the other card, in a row; and the set of cards.
    pub slots: ChoiceSlots,
}

/// Where what was chosen is kept.
#[derive(Debug, Clone, Copy, Default)]
pub struct ChoiceSlots {
    /// The first card.
    pub card: u16,
    /// The number.
    pub number: u16,
    /// The word.
    pub word: u16,
    /// The seat.
    pub seat: u16,
    /// The other card.
    pub other: u16,
    /// All cards, as a set.
    pub cards: u16,
}

/// A question that a seat is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// What kind of question it is, for people.
    pub kind: PromptKind,
    /// What people read.
    pub text: String,
    /// What can be answered.
    pub actions: Vec<u16>,
    /// Whether nobody is asked who can only pass.
    pub optional: bool,
}
