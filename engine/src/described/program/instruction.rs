//! One step of the rules.

use catalog::ability::{EffectDuration, TriggerEvent};

use super::super::expression::{CardChoice, Expression, Payment, ZoneOf};

/// A position in [`Program::code`](super::Program).
pub type Place = u16;

/// Where a number goes.
#[derive(Debug, Clone)]
pub enum Target {
    /// A counter of the table.
    Table(u16),
    /// A counter of a seat or its team.
    OfSeat(u16, Expression),
    /// A counter of cards.
    OfCards(u16, CardChoice),
}

/// Where cards are dealt from.
#[derive(Debug, Clone)]
pub enum DealSource {
    /// One zone, for all seats.
    One(ZoneOf),
    /// This zone of each seat, or of its team: each gets cards of its own.
    Own(u16),
}

impl DealSource {
    /// Which zone, whosever.
    pub fn zone(&self) -> u16 {
        match self {
            DealSource::One(zone) => zone.zone,
            DealSource::Own(zone) => *zone,
        }
    }
}

/// One step of the rules.
#[derive(Debug, Clone)]
pub enum Instruction {
    /// Cards go to a zone, in their order.
    Move {
        /// Which.
        cards: CardChoice,
        /// Where to.
        to: ZoneOf,
        /// Whether they go to the bottom.
        bottom: bool,
    },
    /// So many cards from the top of a zone go to another.
    Draw {
        /// How many.
        count: Expression,
        /// From where.
        from: ZoneOf,
        /// The zone whose cards become those of `from`, in no order, whenever there is none left to draw.
        refill: Option<ZoneOf>,
        /// Where to.
        to: ZoneOf,
    },
    /// Each seat gets so many cards, one at a time, in the order of turns.
    Deal {
        /// How many each.
        count: Expression,
        /// From where.
        from: DealSource,
        /// Where to, of each seat.
        to: u16,
        /// Who gets the first one.
        first: Expression,
    },
    /// The order of a zone is lost.
    Shuffle(ZoneOf),
    /// Everybody sees these cards.
    Reveal(CardChoice),
    /// A counter becomes a number.
    Set(Target, Expression),
    /// A counter grows by a number.
    Add(Target, Expression),
    /// A register or local name becomes a number.
    Keep(u16, Expression),
    /// A number from 1 up to this one, by chance.
    Roll(u16, Expression),
    /// Goes on elsewhere unless a condition holds.
    Unless(Expression, Place),
    /// Goes on elsewhere.
    Goto(Place),
    /// Leaves whatever is under way, and goes on with a phase.
    Go(Place),
    /// Does something, and comes back.
    Call(Place),
    /// Back to where it was called.
    Return,
    /// Begins to go through the seats, from whose turn it is; uses three numbers from this one on.
    Seats(u16),
    /// The next seat is `you`, if it is not `others` alone and the same; after the last one goes on elsewhere.
    NextSeat {
        /// Its numbers.
        slot: u16,
        /// Whether the seat that was `you` is left out.
        others: bool,
        /// Where to go on after the last one.
        end: Place,
    },
    /// Keeps a set of cards to go through.
    Cards(u16, CardChoice),
    /// The next card of a set is kept in a number; after the last one goes on elsewhere.
    NextCard {
        /// The set.
        set: u16,
        /// Where the card is kept.
        slot: u16,
        /// Where to go on after the last one.
        end: Place,
    },
    /// Asks `you`, if there is an answer.
    Ask(u16),
    /// Asks every seat, and shows nothing until all have answered; uses one number.
    AskTogether(u16, u16),
    /// Does what the next seat answered; after the last one goes on elsewhere.
    Answer {
        /// The question.
        question: u16,
        /// Its number.
        slot: u16,
        /// Where to go on after the last one.
        end: Place,
    },
    /// The action is done; whether it ends the asking.
    Done(bool),
    /// A phase begins.
    Phase(u16),
    /// A seat's turn begins.
    Turn(Expression),
    /// A seat is out.
    Out(Expression),
    /// The game is over: this seat has won, or whoever has scored best.
    Over(Option<Expression>),
    /// `you` announces a card: chooses what has to be chosen, pays, and puts it where cards wait.
    Announce(Expression),
    /// An announced card takes effect.
    Resolve(Expression),
    /// `you` uses an ability of a card.
    Use(Expression),
    /// `you` pays, with the card at hand.
    Pay(Payment),
    /// Something happens to cards, or to nobody but whose turn it is.
    Raise(TriggerEvent, Option<CardChoice>),
    /// Does the next triggered ability that waits, and comes back to the checks; if none waits, goes on.
    Triggered,
    /// `you` sees these cards.
    Look(CardChoice),
    /// `you` takes all cards of a zone to look through them, or puts them back.
    LookThrough {
        /// Where they lie.
        from: ZoneOf,
        /// Where they go.
        to: ZoneOf,
        /// Whether the looking begins.
        begins: bool,
    },
    /// `you` controls these cards: for good, or until something.
    Control(CardChoice, Option<EffectDuration>),
    /// A card that has taken effect goes to a zone.
    PutAway(Expression, ZoneOf),
}
