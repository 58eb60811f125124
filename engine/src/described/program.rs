//! Rules of play made ready: what there is, what is asked, and one list of instructions. Nothing here depends on decks.

mod cards;
mod declared;
mod instruction;
mod question;

use catalog::query::Query;

use super::expression::Expression;
use super::melds::MeldRule;
use super::words::Word;

pub use cards::{CardRules, ExtraTurns, Lasting, Live, Loan, Loans, Moving, Procedure, Sources};
pub use declared::{
    Column, Counter, CounterOwner, EvaluationTerm, Formula, Layout, MOST, MatchOption, Sees, WordSource, Worth, Zone,
    ZoneOwner,
};
pub use instruction::{DealSource, Instruction, Place, Target};
pub use question::{Action, ChoiceSlots, Question};

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
    /// The columns of texts that are asked which cards they name.
    pub name_columns: Vec<u16>,
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
    /// What players who think look at besides what is derived.
    pub evaluation: Vec<EvaluationTerm>,
    /// What each seat has scored at the end, as `you`.
    pub score: Option<Expression>,
    /// Why who has scored best has won, for people; empty if the rules do not say.
    pub why: String,
    /// Why nobody, or more than one, has; empty if the rules do not say.
    pub draw: String,
    /// Whether the least score wins.
    pub least_wins: bool,
    /// What the words of abilities stand for, if cards have some.
    pub cards: Option<CardRules>,
    /// The instructions before each question: what is checked all the time.
    pub checks: Place,
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

    /// The zone of the table that an action draws from, where that is the first thing it does.
    pub fn drawn_from(&self, action: &Action) -> Option<u16> {
        match self.code.get(usize::from(action.body)) {
            Some(Instruction::Draw { from, .. }) => {
                let zone = usize::from(from.zone);
                (self.zones[zone].owner == ZoneOwner::Table).then_some(from.zone)
            }
            _ => None,
        }
    }
}
