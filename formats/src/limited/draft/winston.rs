//! Winston: piles face down. Who is on turn looks at the first: takes it, or leaves it with one card more and looks at
//! the next; who leaves the last one takes the top card of the stock.

use catalog::CardIx;
use serde::{Deserialize, Serialize};

use super::{ChoiceError, DraftChoice, DraftPile, DraftPrompt, DraftStage, Machine, PileKind, Taken};

/// How it is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinstonRules {
    /// Piles.
    pub piles: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Winston {
    seats: usize,
    piles: Vec<Vec<CardIx>>,
    /// The top card last.
    stock: Vec<CardIx>,
    turn: usize,
    /// The pile that is looked at: one with cards, unless the draft is over.
    at: usize,
}

impl Winston {
    pub(super) fn new(rules: &WinstonRules, seats: usize, mut stock: Vec<CardIx>) -> Winston {
        stock.reverse();
        let piles = (0..rules.piles).map(|_| stock.pop().into_iter().collect()).collect();
        let mut winston = Winston { seats, piles, stock, turn: 0, at: 0 };
        winston.at = winston.next(0).unwrap_or(0);
        winston
    }

    /// The first pile with cards from a number on.
    fn next(&self, from: usize) -> Option<usize> {
        (from..self.piles.len()).find(|p| !self.piles[*p].is_empty())
    }

    fn may_leave(&self) -> bool {
        !self.stock.is_empty() || self.next(self.at + 1).is_some()
    }

    fn end_turn(&mut self) {
        self.turn += 1;
        self.at = self.next(0).unwrap_or(0);
    }
}

impl Machine for Winston {
    fn prompt(&self, seat: usize) -> Option<DraftPrompt> {
        let over = self.piles.iter().all(Vec::is_empty);
        (!over && seat == self.turn % self.seats).then(|| DraftPrompt::Look { pile: self.at, leave: self.may_leave() })
    }

    fn stage(&self) -> DraftStage {
        DraftStage { round: 0, rounds: 1, pick: self.turn }
    }

    fn show(&self, seat: usize, piles: &mut Vec<DraftPile>) {
        let looks = |p: usize| seat == self.turn % self.seats && p == self.at;
        piles.extend(self.piles.iter().enumerate().map(|(p, cards)| {
            if looks(p) {
                DraftPile::open(PileKind::Pile(p), cards)
            } else {
                DraftPile::down(PileKind::Pile(p), cards.len())
            }
        }));
        piles.push(DraftPile::down(PileKind::Stock, self.stock.len()));
    }

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &DraftChoice) -> Result<(), ChoiceError> {
        match choice {
            DraftChoice::Pile(at) if *at == self.at => {
                taken.pools[seat].append(&mut self.piles[*at]);
                self.piles[*at].extend(self.stock.pop());
                self.end_turn();
            }
            DraftChoice::Pass if self.may_leave() => {
                self.piles[self.at].extend(self.stock.pop());
                match self.next(self.at + 1) {
                    Some(next) => self.at = next,
                    None => {
                        taken.pools[seat].extend(self.stock.pop());
                        self.end_turn();
                    }
                }
            }
            _ => return Err(ChoiceError::Other),
        }
        Ok(())
    }

    fn is_open(&self) -> bool {
        false
    }

    fn rest(&self) -> Vec<CardIx> {
        self.piles.iter().flatten().chain(&self.stock).copied().collect()
    }
}
