//! Drafts: a table of seats, and cards that become pools by one way of drafting or another.
//!
//! Every way is a state machine of its own small module: whom it asks, what that seat sees, what a choice does. The
//! table knows the pools and nothing else about them. No clock, no chance and no game is in here: whatever is random
//! was dealt before ([`start`]), so that a draft is its packs and the choices made.

mod booster;
mod choice;
pub mod clock;
mod draft_type;
mod grid;
mod housman;
pub mod log;
pub mod paper_draft;
pub mod pod;
mod rochester;
mod rotisserie;
pub mod slip;
mod solomon;
pub mod start;
pub mod story;
mod trade;
mod view;
mod winchester;
mod winston;

use std::fmt;

use catalog::CardIx;
use catalog::tr;

use crate::format::Pass;
use crate::limited::Pool;
use crate::limited::booster::event_packs::Shortage;
pub use choice::{DraftChoice, DraftChoiceError};
pub use draft_type::{DraftPreset, DraftType};
pub use view::{DraftPile, DraftPrompt, DraftStage, DraftView, PileKind, UnseenCard};

/// Why a draft cannot begin or go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DraftError {
    /// Too few or too many seats.
    Seats {
        /// Format name.
        format: String,
        /// Seats asked for.
        seats: u32,
        /// Fewest.
        min: u32,
        /// Most.
        max: u32,
        /// Rule ids.
        cites: Vec<String>,
    },
    /// Not enough packs for so many seats.
    Shortage(Shortage),
    /// Not enough cards in the packs to begin.
    Short {
        /// Seats.
        seats: u32,
        /// Cards needed.
        needed: usize,
        /// Cards there.
        there: usize,
    },
    /// A choice of a card that does not lie where it is taken from.
    NotThere {
        /// Seat from 0.
        seat: usize,
        /// The card.
        card: CardIx,
    },
    /// A choice of a seat that is not asked.
    NotAsked {
        /// Seat from 0.
        seat: usize,
        /// Who has.
        waiting: String,
    },
    /// A choice that does not answer the question.
    Other {
        /// Seat from 0.
        seat: usize,
        /// What it is asked, in words.
        asked: String,
    },
    /// A saved card that the game no longer has.
    Gone(String),
    /// The draft stands still.
    Still(String),
}

impl fmt::Display for DraftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            DraftError::Seats { format, seats, min, max, cites } => tr!(
                "{format} is for {min} to {max} players, not {seats} ({rules})",
                format,
                min,
                max,
                seats,
                rules = cites.join(", ")
            ),
            DraftError::Shortage(why) => why.to_string(),
            DraftError::Short { seats, needed, there } => tr!(
                "{seats} seats need {needed} cards to begin, but all packs together have {there}; open more packs",
                seats,
                needed,
                there
            ),
            DraftError::NotThere { seat, .. } => {
                tr!("seat {seat} cannot choose that: a card of it is not there", seat = seat + 1)
            }
            DraftError::NotAsked { seat, waiting } => {
                tr!("seat {seat} has nothing to choose now; {waiting}", seat = seat + 1, waiting)
            }
            DraftError::Other { seat, asked } => format!("seat {} is asked to {asked}", seat + 1),
            DraftError::Gone(id) => tr!("the card `{id}` is not in the data any more; add the set that had it", id),
            DraftError::Still(why) => why.clone(),
        })
    }
}

impl From<Shortage> for DraftError {
    fn from(why: Shortage) -> DraftError {
        DraftError::Shortage(why)
    }
}

/// Cards that have left the packs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Taken {
    /// What each seat has, in the order in which it came.
    pools: Vec<Vec<CardIx>>,
    /// What nobody gets, face down.
    out: Vec<CardIx>,
}

/// One way of drafting, at some moment.
trait Machine {
    /// What a seat is asked now, if anything.
    fn prompt(&self, seat: usize) -> Option<DraftPrompt>;
    /// Where the draft is: as far as the seat that is behind all others.
    fn stage(&self) -> DraftStage;
    /// Where a seat is, if not all are at the same point.
    fn stage_at(&self, _seat: usize) -> DraftStage {
        self.stage()
    }
    /// Lays out what a seat sees beside the pools.
    fn show(&self, seat: usize, piles: &mut Vec<DraftPile>);
    /// Does what a seat chose, or changes nothing and says what is wrong. Only called for a seat that is asked.
    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &DraftChoice) -> Result<(), ChoiceError>;
    /// Whether everybody sees what everybody has.
    fn is_open(&self) -> bool;
    /// All cards that are in no pool yet.
    fn rest(&self) -> Vec<CardIx>;
}

/// What is wrong with a choice.
enum ChoiceError {
    /// This card is not there.
    NotThere(CardIx),
    /// It answers another question.
    Other,
}

/// A draft at some moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    taken: Taken,
    state: State,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum State {
    Booster(booster::Booster),
    Winston(winston::Winston),
    Winchester(winchester::Winchester),
    Grid(grid::Grid),
    Rochester(rochester::Rochester),
    Rotisserie(rotisserie::Rotisserie),
    Solomon(solomon::Solomon),
    Housman(housman::Housman),
    Trade(trade::Trade),
}

impl State {
    fn machine(&self) -> &dyn Machine {
        match self {
            State::Booster(s) => s,
            State::Winston(s) => s,
            State::Winchester(s) => s,
            State::Grid(s) => s,
            State::Rochester(s) => s,
            State::Rotisserie(s) => s,
            State::Solomon(s) => s,
            State::Housman(s) => s,
            State::Trade(s) => s,
        }
    }

    fn machine_mut(&mut self) -> &mut dyn Machine {
        match self {
            State::Booster(s) => s,
            State::Winston(s) => s,
            State::Winchester(s) => s,
            State::Grid(s) => s,
            State::Rochester(s) => s,
            State::Rotisserie(s) => s,
            State::Solomon(s) => s,
            State::Housman(s) => s,
            State::Trade(s) => s,
        }
    }
}

impl Draft {
    /// A table with these packs: `[round][seat][card]`. A way without packs takes them as one row of cards.
    ///
    /// # Panics
    /// If there are no packs, or `seats` is 0.
    pub fn new(way: &DraftType, seats: usize, packs: Vec<Vec<Vec<CardIx>>>) -> Draft {
        assert!(seats > 0 && !packs.is_empty(), "a draft has seats and packs");
        let row = |packs: Vec<Vec<Vec<CardIx>>>| -> Vec<CardIx> { packs.into_iter().flatten().flatten().collect() };
        let mut taken = Taken { pools: vec![Vec::with_capacity(64); seats], out: Vec::new() };
        let state = match way {
            DraftType::Booster(rules) => State::Booster(booster::Booster::new(rules.clone(), packs)),
            DraftType::Winston(rules) => State::Winston(winston::Winston::new(rules, seats, row(packs))),
            DraftType::Winchester(rules) => State::Winchester(winchester::Winchester::new(rules, seats, row(packs))),
            DraftType::Grid(rules) => State::Grid(grid::Grid::new(rules, seats, row(packs), &mut taken)),
            DraftType::Rochester => State::Rochester(rochester::Rochester::new(seats, packs)),
            DraftType::Rotisserie(rules) => {
                State::Rotisserie(rotisserie::Rotisserie::new(rules, seats, row(packs), &mut taken))
            }
            DraftType::Solomon(rules) => State::Solomon(solomon::Solomon::new(rules, seats, row(packs))),
            DraftType::Housman(rules) => State::Housman(housman::Housman::new(rules, seats, row(packs), &mut taken)),
            DraftType::Trade(rules) => State::Trade(trade::Trade::new(rules, packs, &mut taken)),
        };
        Draft { taken, state }
    }

    /// Seats at the table.
    pub fn seats(&self) -> usize {
        self.taken.pools.len()
    }

    /// What a seat is asked now, if anything.
    pub fn prompt(&self, seat: usize) -> Option<DraftPrompt> {
        self.state.machine().prompt(seat)
    }

    /// The seats that are asked something now.
    pub fn waiting(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats()).filter(|seat| self.prompt(*seat).is_some())
    }

    /// Whether nobody is asked anything any more.
    pub fn is_over(&self) -> bool {
        self.waiting().next().is_none()
    }

    /// Where the draft is: as far as the seat that is behind all others.
    pub fn stage(&self) -> DraftStage {
        self.state.machine().stage()
    }

    /// Where a seat is.
    pub fn stage_at(&self, seat: usize) -> DraftStage {
        self.state.machine().stage_at(seat)
    }

    /// What a seat has taken, in order.
    pub fn picks(&self, seat: usize) -> &[CardIx] {
        &self.taken.pools[seat]
    }

    /// The pool that a seat has drafted so far.
    pub fn pool(&self, seat: usize) -> Pool {
        Pool { cards: self.taken.pools[seat].clone() }
    }

    /// What a seat sees, and nothing more.
    pub fn view(&self, seat: usize) -> DraftView {
        let machine = self.state.machine();
        let mut piles = Vec::new();
        machine.show(seat, &mut piles);
        let pools = self.taken.pools.iter().enumerate().map(|(of, pool)| {
            if of == seat || machine.is_open() {
                DraftPile::open(PileKind::Pool(of), pool)
            } else {
                DraftPile::down(PileKind::Pool(of), pool.len())
            }
        });
        DraftView {
            seat,
            stage: machine.stage_at(seat),
            prompt: machine.prompt(seat),
            waiting: self.waiting().collect(),
            packs: (0..self.seats()).map(|seat| self.packs_at(seat)).collect(),
            piles,
            pools: pools.collect(),
        }
    }

    /// A seat chooses.
    ///
    /// # Errors
    /// When it is not asked, or asked something else; then nothing has happened.
    pub fn act(&mut self, seat: usize, choice: &DraftChoice) -> Result<(), DraftError> {
        let asked = self.require_prompt(seat)?;
        self.state.machine_mut().act(&mut self.taken, seat, choice).map_err(|fault| match fault {
            ChoiceError::NotThere(card) => DraftError::NotThere { seat, card },
            ChoiceError::Other => DraftError::Other { seat, asked: asked.describe() },
        })
    }

    /// What a seat is asked.
    ///
    /// # Errors
    /// When it is not asked anything, with the seats that are.
    pub fn require_prompt(&self, seat: usize) -> Result<DraftPrompt, DraftError> {
        let asked = if seat < self.seats() { self.prompt(seat) } else { None };
        asked.ok_or_else(|| DraftError::NotAsked { seat, waiting: self.waiting_label() })
    }

    fn waiting_label(&self) -> String {
        let seats: Vec<String> = self.waiting().map(|s| (s + 1).to_string()).collect();
        match seats.len() {
            0 => tr!("the draft is over"),
            1 => tr!("seat {seat} has", seat = seats[0]),
            _ => tr!("seats {seats} have", seats = seats.join(", ")),
        }
    }

    /// Every card of the draft, wherever it is; in no order that means anything.
    pub fn cards(&self) -> Vec<CardIx> {
        let mut cards = self.state.machine().rest();
        cards.extend(self.taken.pools.iter().flatten());
        cards.extend(&self.taken.out);
        cards
    }

    /// Cards that nobody gets: burned, or left over.
    pub fn out(&self) -> &[CardIx] {
        &self.taken.out
    }

    /// The pack in front of a seat of a booster draft; otherwise nothing.
    pub fn pack(&self, seat: usize) -> &[CardIx] {
        match &self.state {
            State::Booster(booster) => booster.pack(seat),
            _ => &[],
        }
    }

    /// How many packs lie at a seat of a booster draft, the one in front of it among them; otherwise 0.
    pub fn packs_at(&self, seat: usize) -> usize {
        match &self.state {
            State::Booster(booster) => booster.packs_at(seat),
            _ => 0,
        }
    }

    /// Which way the packs of this round go, if packs are passed.
    pub fn passing(&self) -> Option<Pass> {
        match &self.state {
            State::Booster(booster) => Some(booster.passing()),
            _ => None,
        }
    }
}

/// Whose turn it is where the seats go up and down again: 0, 1, 2, 2, 1, 0, 0, ….
fn snake(turn: usize, seats: usize) -> usize {
    let at = turn % (2 * seats);
    if at < seats { at } else { 2 * seats - 1 - at }
}

/// Takes a card out of a pile.
fn take_out(pile: &mut Vec<CardIx>, card: CardIx) -> Result<CardIx, ChoiceError> {
    let at = pile.iter().position(|c| *c == card).ok_or(ChoiceError::NotThere(card))?;
    Ok(pile.remove(at))
}

/// The first of `cards` that does not lie in `pile`, each copy counted.
fn missing<'c>(pile: &[CardIx], cards: impl Iterator<Item = &'c CardIx> + Clone) -> Option<CardIx> {
    let count = |of: CardIx| cards.clone().filter(|c| **c == of).count();
    let lies = |of: CardIx| pile.iter().filter(|c| **c == of).count();
    cards.clone().copied().find(|card| count(*card) > lies(*card))
}
