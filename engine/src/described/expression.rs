//! Numbers, seats and cards as `play.toml` asks for them, bound to the names that a game declares.

mod parts;

pub use parts::Part;

/// An expression. What it is worth is a whole number: a seat from 0, the position of a card in the match, of a text among those
/// of its field; [`NONE`] where there is no such seat or card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(i32),
    /// A seat by its number, from 0; nobody in a match of fewer.
    Seat(u8),
    /// What a register or a local name holds.
    Slot(u16),
    /// A counter of the table.
    Table(u16),
    /// What the match's table has settled.
    Option(u16),
    /// A formula, for a seat that is `you` in it.
    Formula(u16, Box<Expression>),
    /// A counter of a seat or its team.
    OfSeat(u16, Box<Expression>),
    /// A number of a card.
    OfCard(CardNumber, Box<Expression>),
    /// The seat in whose zone a card lies.
    Controller(Box<Expression>),
    /// The seat whose deck a card came from; of a deck that all share, the seat in whose zone it lies.
    Owner(Box<Expression>),
    /// The seat that brought a card where it lies.
    Player(Box<Expression>),
    /// The next seat in the order of turns, so many times; seats that are out are passed over.
    After(Box<Expression>, bool),
    /// The other seat of a team.
    Partner(Box<Expression>),
    /// Whether what a card says in a field holds, by words of which there are so many.
    Holds(u16, Box<Expression>, u16),
    /// How many cards.
    Count(Box<CardChoice>),
    /// Whether there is one.
    Any(Box<CardChoice>),
    /// The sum of a number over cards.
    Sum(CardNumber, Box<CardChoice>),
    /// The card with the most or, if false, the least of a number, of equal ones the first.
    Extreme(CardNumber, Box<CardChoice>, bool),
    /// How many of something some cards make together.
    Combinations(Combination, CardNumber, Box<CardChoice>),
    /// The least sum of a number over cards that are in no meld, however others are laid.
    Deadwood(CardNumber, Box<CardChoice>),
    /// Whether some cards are a meld together.
    IsMeld(Box<CardChoice>),
    /// How many cards from the top of a zone make something together, from the last one played on.
    Ending(Ending, CardNumber, ZoneOf),
    /// One card of them: the only one, or the first.
    One(Box<CardChoice>),
    /// The card on top, or at the bottom.
    End(ZoneOf, bool),
    /// How many seats that are in meet a condition, which sees each as `you`.
    CountSeats(Box<Expression>),
    /// The seat with the most or, if false, the least, of equal ones the first in the order of turns from whose turn it is.
    ExtremeSeat(Box<Expression>, Box<Expression>, bool),
    /// The sum of a number over seats that are in and meet a condition; both see each as `you`.
    SumSeats(Box<Expression>, Box<Expression>),
    /// The seat that meets a condition, the first in the order of turns from whose turn it is.
    FirstSeat(Box<Expression>),
    /// Two numbers.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// Not.
    Not(Box<Expression>),
    /// One of two, by a condition.
    If(Box<[Expression; 3]>),
    /// Whether `you` can pay this.
    CanPay(Payment),
    /// Whether `you` can take one of the ways to play the card at hand, or use one of its abilities.
    Offered {
        /// Whether it is an ability.
        uses: bool,
        /// Which, from 0.
        at: u8,
    },
}

/// What is paid for a card or an ability.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payment {
    /// Whether the printed cost of the card at hand is paid, as it is now.
    pub printed: bool,
    /// Amounts of resources.
    pub amounts: Vec<(u8, i32)>,
    /// Whether the card at hand is tapped for it, so that it pays for nothing else.
    pub taps: bool,
}

/// No seat, no card.
pub const NONE: i32 = -1;

/// What joins two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    And,
    Or,
}

/// A number that a card has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardNumber {
    /// As printed, by its column.
    Printed(u16),
    /// A counter on it.
    Counter(u16),
    /// A formula, in which the card is `it`.
    Formula(u16),
    /// A field that changes in play, as it is now: by its place among those.
    Live(u16),
    /// The seat that brought it where it lies.
    Player,
    /// The seat in whose zone it lies, or that brought it there.
    Holder,
    /// The number of a keyword that it has now: 1 if the keyword takes none, 0 without the keyword.
    Keyword(u8),
}

/// What cards make together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Combination {
    /// Pairs with an equal number.
    Pairs,
    /// Cards in runs of three or more numbers that follow each other, each run as often as it can be made.
    Runs,
    /// Choices of cards whose numbers add up to this.
    Sums(Box<Expression>),
}

/// What the last cards of a row make together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// An equal number.
    Same,
    /// Three or more numbers that follow each other, in any order.
    Run,
}

/// A zone of the table, or that of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneOf {
    /// Which zone.
    pub zone: u16,
    /// Whose; nobody's if it is the table's.
    pub seat: Option<Box<Expression>>,
}

/// Some of the cards that lie somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardChoice {
    /// Where.
    pub place: Place,
    /// Which of them: one of these lists must hold whole; all cards if there is none.
    pub tests: Vec<Vec<CardCheck>>,
}

/// Where cards lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In a zone.
    Zone(ZoneOf),
    /// In this zone of every seat.
    Everybodys(u16),
    /// In this zone of every seat but `you`.
    Others(u16),
    /// Everywhere.
    Everywhere,
    /// A set that is kept: the cards that were chosen for an action.
    Set(u16),
    /// One card.
    Card(Box<Expression>),
    /// The first so many cards from the top of a zone.
    Top(Box<Expression>, ZoneOf),
    /// The first cards and not the second.
    Without(Box<CardChoice>, Box<CardChoice>),
    /// The first cards and the second.
    With(Box<CardChoice>, Box<CardChoice>),
}

/// One test of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardCheck {
    /// A query of what is printed, by its position.
    Printed(u16),
    /// A number of the card against another.
    Compare(CardNumber, Operator, Expression),
    /// None of these lists holds.
    Not(Vec<Vec<CardCheck>>),
    /// One of these lists holds.
    Either(Vec<Vec<CardCheck>>),
    /// `you` can pay for the card, and has targets for it.
    Playable,
    /// `you` can use one of the card's abilities.
    Usable,
    /// The card is called what this word says.
    Named(u16, Expression),
    /// A word of this text means the card and holds of it; there are so many words.
    Meant(u16, Expression, u16),
}

/// What an expression stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number,
    /// Yes (1) or no (0).
    Truth,
    /// A seat.
    Seat,
    /// A card.
    Card,
    /// One of the texts that cards have in a field.
    Text(u16),
}

impl Kind {
    /// In words.
    pub fn label(self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Truth => "a condition",
            Kind::Seat => "a seat",
            Kind::Card => "a card",
            Kind::Text(_) => "a word of a field",
        }
    }
}
