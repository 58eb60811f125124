//! Rules of play made ready: what there is, what is asked, and one list of instructions. Nothing here depends on decks.

use catalog::query::Query;

use catalog::ability::TriggerEvent;

use super::expression::{CardChoice, Expression, Kind, Payment, ZoneOf};
use super::melds::MeldRule;
use super::words::Word;

/// A position in [`Program::code`].
pub type Place = u16;

/// The rules of play of a game.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// Fewest and most seats.
    pub seats: (u8, u8),
    /// How many teams the seats form, going round; none if each is its own.
    pub teams: Option<u8>,
    /// What a table may settle otherwise.
    pub options: Vec<MatchOption>,
    /// Where cards lie.
    pub zones: Vec<Zone>,
    /// Numbers that change.
    pub counters: Vec<Counter>,
    /// Numbers and words that are printed on cards, as expressions ask for them.
    pub columns: Vec<Column>,
    /// Expressions with a name, which sees a seat as `you`.
    pub formulas: Vec<Formula>,
    /// The same of cards, which see a card as `it`.
    pub card_formulas: Vec<Formula>,
    /// Which cards make melds.
    pub melds: Vec<MeldRule>,
    /// Words in the texts of cards that mean other cards. Their formulas are the first ones of cards.
    pub words: Vec<Word>,
    /// The columns of the texts in which they stand.
    pub word_columns: Vec<u16>,
    /// Queries of what is printed.
    pub queries: Vec<Query>,
    /// The zone that each section of a deck goes to.
    pub decks: Vec<(String, u16)>,
    /// What can be done.
    pub actions: Vec<Action>,
    /// What seats are asked.
    pub questions: Vec<Question>,
    /// What people read of each phase.
    pub phases: Vec<String>,
    /// Names of the phases in the data.
    pub phase_ids: Vec<String>,
    /// Where each phase begins.
    pub phase_places: Vec<Place>,
    /// The instructions; the game begins with the first one.
    pub code: Vec<Instruction>,
    /// How many numbers the local names need.
    pub locals: u16,
    /// Which of them hold cards.
    pub card_slots: Vec<u16>,
    /// How many sets of cards they need.
    pub local_sets: u16,
    /// How many calls may be under way at once.
    pub depth: u16,
    /// Whether the rules ask who brought a card where it lies.
    pub asks_players: bool,
    /// Numbers of each seat that people see, by title; each sees the seat as `you`.
    pub shown: Vec<(String, Expression)>,
    /// What each seat has scored at the end, as `you`.
    pub score: Option<Expression>,
    /// Why who has scored best has won, for people; empty if the rules do not say.
    pub why: String,
    /// Whether the least score wins.
    pub least_wins: bool,
    /// What the words of abilities stand for, if cards have some.
    pub cards: Option<CardRules>,
    /// The instructions before each question: what is checked all the time.
    pub checks: Place,
}

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

/// What a table may settle otherwise: a number, or a switch.
#[derive(Debug, Clone)]
pub struct MatchOption {
    /// Name in the data.
    pub id: String,
    /// What it settles, in a sentence.
    pub about: String,
    /// As it is in this match; a switch is 0 or 1.
    pub value: i32,
    /// The least that it can be.
    pub least: i32,
    /// The most.
    pub most: i32,
    /// Whether it is a switch.
    pub is_switch: bool,
}

/// A place for cards.
#[derive(Debug, Clone)]
pub struct Zone {
    /// Name in the data.
    pub id: String,
    /// What people read.
    pub title: String,
    /// Whose it is.
    pub owner: ZoneOwner,
    /// Who sees its cards.
    pub sees: Sees,
    /// Whether its cards lie in an order.
    pub ordered: bool,
    /// How a table shows it.
    pub layout: Layout,
}

/// Whose a zone is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ZoneOwner {
    /// One for all.
    Table,
    /// One of each seat.
    Seat,
    /// One of each team.
    Team,
}

/// Who sees the cards of a zone. How many there are is seen by all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Sees {
    /// Everybody.
    All,
    /// The seat or team whose it is.
    Owner,
    /// Nobody.
    Nobody,
}

/// How a zone is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Layout {
    /// Held in hand.
    Hand,
    /// In play.
    Field,
    /// Side by side and small.
    Row,
    /// On top of each other.
    Pile,
}

/// A number that changes.
#[derive(Debug, Clone)]
pub struct Counter {
    /// Name in the data.
    pub id: String,
    /// What people read.
    pub title: String,
    /// What has it.
    pub owner: CounterOwner,
    /// What it holds.
    pub kind: Kind,
    /// What it begins with.
    pub start: i32,
    /// The least that it can be.
    pub least: i32,
    /// The most.
    pub most: i32,
    /// Whether it is shown.
    pub shown: bool,
}

/// What has a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum CounterOwner {
    /// The table.
    Table,
    /// Each seat.
    Seat,
    /// Each team.
    Team,
    /// Each card.
    Card,
}

/// A number or word of each card, which is the same for the whole match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Column {
    /// A number field, or the total of a cost.
    Field(usize),
    /// A text field: the position of the text among those of the game's cards.
    Text(usize, Vec<String>),
    /// A value that the rules of play give: that of the first query that fits, or the column's; 0 otherwise.
    Value(Vec<(Query, Worth)>),
}

/// What a card is worth in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// A number.
    Number(i32),
    /// What another column says, and a number more.
    Column(u16, i32),
}

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
    /// The least and the most of a number that is chosen.
    pub number: Option<(Expression, Expression)>,
    /// Whether that number is a lane, which people know by its name.
    pub in_lane: bool,
    /// A word that is chosen: the column, and the cards on which it must stand, or any card.
    pub word: Option<(u16, Option<CardChoice>)>,
    /// A seat that is chosen: a condition for it, as `you`.
    pub seat: Option<Expression>,
    /// What it does.
    pub body: Place,
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
    /// What people read.
    pub text: String,
    /// What can be answered.
    pub actions: Vec<u16>,
    /// Whether nobody is asked who can only pass.
    pub optional: bool,
}

/// An expression with a name.
#[derive(Debug, Clone)]
pub struct Formula {
    /// Name in the data.
    pub id: String,
    /// What it is worth.
    pub value: Expression,
    /// What it stands for.
    pub kind: Kind,
}

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
        from: ZoneOf,
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
    /// A card that has taken effect goes to a zone.
    PutAway(Expression, ZoneOf),
}

impl Program {
    /// Lets a jump that was written before go on somewhere.
    pub fn land(&mut self, from: Place, there: Place) {
        if let Some(
            Instruction::Unless(_, to)
            | Instruction::Goto(to)
            | Instruction::Call(to)
            | Instruction::Go(to)
            | Instruction::NextSeat { end: to, .. }
            | Instruction::NextCard { end: to, .. }
            | Instruction::Answer { end: to, .. },
        ) = self.code.get_mut(usize::from(from))
        {
            *to = there;
        }
    }
}
