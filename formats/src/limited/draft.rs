//! A draft: a table of seats, each with a pack; everybody takes a card, then the packs move on.

use catalog::{CardIx, Game};
use serde::{Deserialize, Serialize};

use crate::format::{Limited, Pass};
use crate::limited::Pool;
use crate::limited::booster::Product;
use crate::rng::Seed;

/// How a draft begins; with the picks that follow, all there is to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Format id.
    pub format: String,
    /// What the packs and bots were drawn from: 64 hexadecimal digits.
    pub seed: String,
    /// The packs as opened, by card id: `[round][seat][card]`.
    pub packs: Vec<Vec<Vec<String>>>,
}

/// What everybody took at once, by card id: `[seat]`. One action of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picks(pub Vec<String>);

/// Why a draft cannot begin or go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Too few or too many seats.
    #[error("{format} is for {min} to {max} players, not {seats} ({})", cites.join(", "))]
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
    /// A pick of a card that is not in the seat's pack.
    #[error("seat {} cannot take `{card}`: it is not in the pack there", seat + 1)]
    NotThere {
        /// Seat from 0.
        seat: usize,
        /// The card.
        card: String,
    },
    /// More or fewer picks than seats.
    #[error("{picks} picks for {seats} seats")]
    Count {
        /// Picks given.
        picks: usize,
        /// Seats.
        seats: usize,
    },
    /// All cards are drafted.
    #[error("the draft is over")]
    Over,
    /// A saved card that the game no longer has.
    #[error("the card `{0}` is not in the data any more; add the set that had it")]
    Gone(String),
}

/// A draft at some moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Passing by round.
    pass: Vec<Pass>,
    /// Packs not opened yet: `[round][seat]`, the next round first.
    unopened: Vec<Vec<Vec<CardIx>>>,
    /// The pack in front of each seat.
    packs: Vec<Vec<CardIx>>,
    /// What each seat has taken, in order.
    picks: Vec<Vec<CardIx>>,
    round: usize,
}

/// Opens the packs of a draft.
///
/// # Errors
/// [`Refused::Seats`] when the format is not for so many.
pub fn start(
    game: &Game,
    product: &Product,
    format: &crate::Format,
    limited: &Limited,
    seats: u32,
    seed: Seed,
) -> Result<Start, Refused> {
    let (min, max) = limited.seats;
    if !(min..=max).contains(&seats) {
        return Err(Refused::Seats { format: format.name.clone(), seats, min, max, cites: limited.cites.clone() });
    }
    let mut pack = Vec::with_capacity(product.size() as usize);
    let mut packs = vec![Vec::with_capacity(seats as usize); limited.packs as usize];
    for seat in 0..seats {
        let mut dice = seed.part(u64::from(seat)).secret();
        let mut opener = product.opener();
        for round in &mut packs {
            opener.open(&mut dice, &mut pack);
            round.push(pack.iter().map(|ix| game.card(*ix).id.clone()).collect());
        }
    }
    Ok(Start { format: format.id.clone(), seed: seed.hex(), packs })
}

impl Table {
    /// The table of a draft before the first pick.
    ///
    /// # Errors
    /// [`Refused::Gone`] when the game lacks a card of the packs.
    pub fn begin(game: &Game, limited: &Limited, start: &Start) -> Result<Table, Refused> {
        let card = |id: &String| game.find(id).ok_or_else(|| Refused::Gone(id.clone()));
        let mut rounds = Vec::with_capacity(start.packs.len());
        for round in &start.packs {
            let packs: Result<Vec<Vec<CardIx>>, Refused> =
                round.iter().map(|pack| pack.iter().map(card).collect()).collect();
            rounds.push(packs?);
        }
        Ok(Table::of_packs(&limited.pass, rounds))
    }

    /// A table with these packs: `[round][seat][card]`.
    pub fn of_packs(pass: &[Pass], mut rounds: Vec<Vec<Vec<CardIx>>>) -> Table {
        let packs = if rounds.is_empty() { Vec::new() } else { rounds.remove(0) };
        let picks = vec![Vec::with_capacity(64); packs.len()];
        Table { pass: pass.to_vec(), unopened: rounds, packs, picks, round: 0 }
    }

    /// Seats at the table.
    pub fn seats(&self) -> usize {
        self.packs.len()
    }

    /// The round, counted from 0.
    pub fn round(&self) -> usize {
        self.round
    }

    /// The pack in front of a seat; empty when the draft is over.
    pub fn pack(&self, seat: usize) -> &[CardIx] {
        &self.packs[seat]
    }

    /// What a seat has taken, in order.
    pub fn picks(&self, seat: usize) -> &[CardIx] {
        &self.picks[seat]
    }

    /// Which way the packs of this round go.
    pub fn passing(&self) -> Pass {
        self.pass[self.round.min(self.pass.len() - 1)]
    }

    /// Whether all cards are drafted.
    pub fn is_over(&self) -> bool {
        self.unopened.is_empty() && self.packs.iter().all(Vec::is_empty)
    }

    /// The pool that a seat has drafted so far.
    pub fn pool(&self, seat: usize) -> Pool {
        Pool { cards: self.picks[seat].clone() }
    }

    /// Everybody takes a card (`[seat]`), and the packs move on.
    ///
    /// # Errors
    /// When a card is not where it is taken from; then nothing has happened.
    pub fn pick(&mut self, game: &Game, cards: &[CardIx]) -> Result<(), Refused> {
        if self.is_over() {
            return Err(Refused::Over);
        }
        if cards.len() != self.seats() {
            return Err(Refused::Count { picks: cards.len(), seats: self.seats() });
        }
        if let Some((seat, card)) = cards.iter().enumerate().find(|(seat, card)| !self.packs[*seat].contains(card)) {
            return Err(Refused::NotThere { seat, card: game.card(*card).id.clone() });
        }
        for (seat, card) in cards.iter().enumerate() {
            let pack = &mut self.packs[seat];
            if let Some(at) = pack.iter().position(|c| c == card) {
                self.picks[seat].push(pack.remove(at));
            }
        }
        match self.passing() {
            Pass::Left => self.packs.rotate_right(1),
            Pass::Right => self.packs.rotate_left(1),
        }
        if self.packs.iter().all(Vec::is_empty) && !self.unopened.is_empty() {
            self.packs = self.unopened.remove(0);
            self.round += 1;
        }
        Ok(())
    }

    /// The same by ids, as a log has them.
    ///
    /// # Errors
    /// As [`Table::pick`]; [`Refused::Gone`] for a card that the game lacks.
    pub fn replay(&mut self, game: &Game, picks: &Picks) -> Result<(), Refused> {
        let cards = picks.0.iter().map(|id| game.find(id).ok_or_else(|| Refused::Gone(id.clone())));
        self.pick(game, &cards.collect::<Result<Vec<_>, _>>()?)
    }
}
