//! What a seat can do and what it sees, as numbers, for the rules of every game.
//!
//! An action's number means the same in every position of a match; an observation is one row of `i32`, as long in every position.
//! Games whose rules are data bring their own ([`engine::described::encoding`]). For those in Rust actions are numbered by what
//! they are made of, and observations are written out of what the table shows.

mod afrika;
mod blocks;
mod chrononauts;
mod chronx;
mod described;
mod seen;

use catalog::GameData;
use engine::described::encoding::OutsideNumbers;
use engine::kernel::rules::Rules;

pub use seen::SeenNumbers;

/// Numbers of an observation that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberField {
    /// What they tell.
    pub name: String,
    /// The first number.
    pub first: usize,
    /// How many there are.
    pub count: usize,
    /// Names of so many things, from 0; 0 where they are amounts.
    pub categories: u32,
    /// What each stands for; empty for one number.
    pub rows: Vec<String>,
}

/// Rules whose actions and observations have numbers.
pub trait Numbered: Rules<State: Sync, Action: Sync> + Send + Sync + Sized + 'static {
    /// What is worked out once for a match.
    type Plan: Send + Sync;

    /// Numbers for a match.
    ///
    /// # Errors
    /// What cannot be numbered.
    fn plan(&self, game: &GameData, cards: usize) -> Result<Self::Plan, OutsideNumbers>;

    /// How many numbers actions have.
    fn action_count(plan: &Self::Plan) -> usize;

    /// The number of each legal action of the seat that decides.
    ///
    /// # Errors
    /// If one of them has none.
    fn number_actions(
        &self,
        plan: &Self::Plan,
        state: &Self::State,
        legal: &[Self::Action],
        out: &mut Vec<u32>,
    ) -> Result<(), OutsideNumbers>;

    /// What a number means, as far as the cards of the match tell it.
    fn describe_action(&self, plan: &Self::Plan, number: u32) -> Option<String>;

    /// The parts of an observation, in order.
    fn fields(&self, plan: &Self::Plan, game: &GameData) -> Vec<NumberField>;

    /// How many numbers an observation has.
    fn observation_size(plan: &Self::Plan) -> usize;

    /// Writes what a seat sees.
    ///
    /// # Errors
    /// If more is to be seen than there is room for.
    fn observe_numbers(
        &self,
        plan: &Self::Plan,
        state: &Self::State,
        seat: u8,
        out: &mut [i32],
    ) -> Result<(), OutsideNumbers>;

    /// Whether what a seat gains at the end is a number of the rules.
    fn has_payoff(&self) -> bool {
        false
    }
}
