//! `[cards]`: what the words of abilities stand for.

use super::super::expression::{CardChoice, Expression};
use super::instruction::Place;

/// What the words of abilities stand for: zones, counters, and what damage does.
#[derive(Debug, Clone)]
pub struct CardRules {
    /// The zone of each seat in which cards are in play.
    pub play: u16,
    /// Of each seat.
    pub hand: u16,
    /// Of each seat.
    pub deck: u16,
    /// Of each seat.
    pub discard: u16,
    /// Where cards wait to take effect.
    pub stack: Option<u16>,
    /// For cards that leave the game.
    pub exile: Option<u16>,
    /// Cards of a deck that a seat looks at.
    pub looked: u16,
    /// Whether a card is tapped.
    pub tapped: Option<u16>,
    /// The damage on a card.
    pub damage: Option<u16>,
    /// Whether a card attacks.
    pub attacking: Option<u16>,
    /// Whether a card blocks.
    pub blocking: Option<u16>,
    /// The field of the cost.
    pub cost: Option<usize>,
    /// The counter of each resource that is paid from what a seat has.
    pub pools: Vec<Option<u16>>,
    /// Cards that are tapped to pay.
    pub sources: Option<Sources>,
    /// Fields that change in play.
    pub live: Vec<Live>,
    /// How often the paired numbers of a card are raised.
    pub raised: u16,
    /// Keywords that a card has until the end of the turn.
    pub keywords: Vec<Option<u16>>,
    /// In which way a card is played.
    pub mode: u16,
    /// What a card in wait is aimed at: cards, and seats.
    pub targets: Vec<(u16, u16)>,
    /// How often each of a card's abilities was used in this turn.
    pub uses: Vec<u16>,
    /// What damage does to a card, and to a seat.
    pub damages: [Option<Procedure>; 2],
    /// Counters of cards that are set back when a turn begins.
    pub turn_counters: Vec<u16>,
    /// What lasts until the next turn of each seat, if anything does.
    pub lasting: Vec<Lasting>,
    /// The card that a card is attached to.
    pub host: Option<u16>,
    /// In which lane a card is.
    pub lane: Option<u16>,
    /// The names of the lanes, as the table shows them.
    pub lanes: Vec<String>,
    /// What a card counts for in its lane.
    pub strength: Option<u16>,
    /// Whether some abilities work in the discard pile.
    pub from_discard: bool,
    /// The points of each seat.
    pub points: Option<u16>,
    /// What moving to another lane does, if the game says it.
    pub moving: Option<Moving>,
    /// Cards that seats control for a time, if there are such.
    pub loans: Option<Loans>,
    /// Turns that seats take beside their own, if some ability gives any.
    pub extra_turns: Option<ExtraTurns>,
}

/// What moving to another lane does.
#[derive(Debug, Clone)]
pub struct Moving {
    /// Where the card is kept, and behind it the lane and the three other numbers of a choice.
    pub first: u16,
    /// Whether the card may move there.
    pub allowed: Option<Expression>,
    /// What is done instead of setting the counter of the lane.
    pub body: Option<Place>,
}

/// Cards that seats control for a time: counters of cards.
#[derive(Debug, Clone)]
pub struct Loans {
    /// The seat that controls the card when nobody does so for a time any more; nobody if nobody does.
    pub lender: u16,
    /// In which way a seat can control it for a time: of those that last the one with the greatest number counts.
    pub all: Vec<Loan>,
}

/// That a seat controls a card for a time.
#[derive(Debug, Clone, Copy)]
pub struct Loan {
    /// The counter: more than 0 while it lasts, and more than that of any earlier one.
    pub counter: u16,
    /// Who controls it.
    pub seat: u8,
    /// Whether it lasts until the next turn of that seat, or until the turn ends.
    pub lasts: bool,
}

/// Turns that seats take beside their own.
#[derive(Debug, Clone, Copy)]
pub struct ExtraTurns {
    /// The counter of each seat: how many.
    pub counter: u16,
    /// The counter of the table: who goes on when a seat has taken one that it was not due behind; nobody if none has.
    pub resumes: u16,
}

/// What lasts until the next turn of a seat: counters of cards.
#[derive(Debug, Clone)]
pub struct Lasting {
    /// Of each number that changes in play.
    pub numbers: Vec<u16>,
    /// Of each keyword that some ability gives for so long.
    pub keywords: Vec<Option<u16>>,
}

impl Lasting {
    /// All of them.
    pub fn counters(&self) -> impl Iterator<Item = u16> + '_ {
        self.numbers.iter().chain(self.keywords.iter().flatten()).copied()
    }
}

/// Cards that are tapped to pay.
#[derive(Debug, Clone)]
pub struct Sources {
    /// Which of a seat's cards.
    pub cards: CardChoice,
    /// The field that says what each pays.
    pub field: usize,
}

/// A number of cards that changes in play.
#[derive(Debug, Clone)]
pub struct Live {
    /// The field.
    pub field: usize,
    /// Its name in the data.
    pub id: String,
    /// What people read.
    pub title: String,
    /// What is printed.
    pub column: u16,
    /// The counter of what is added until the end of the turn.
    pub turn: u16,
    /// Whether counters on the card raise it.
    pub paired: bool,
}

/// Statements with a name: of what they are about is kept in slots.
#[derive(Debug, Clone, Copy)]
pub struct Procedure {
    /// Where they begin.
    pub body: Place,
    /// The card or the seat.
    pub subject: u16,
    /// The number.
    pub number: u16,
}
