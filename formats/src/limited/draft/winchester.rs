//! Winchester: open piles. Who is on turn takes one, then each pile gets a card.

use catalog::CardIx;
use serde::{Deserialize, Serialize};

use super::{Ask, Choice, Fault, Machine, Pile, Stage, Taken, What};

/// How it is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Piles.
    pub piles: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Winchester {
    seats: usize,
    piles: Vec<Vec<CardIx>>,
    /// The top card last.
    stock: Vec<CardIx>,
    turn: usize,
}

impl Winchester {
    pub(super) fn new(rules: &Rules, seats: usize, mut stock: Vec<CardIx>) -> Winchester {
        stock.reverse();
        let mut winchester = Winchester { seats, piles: vec![Vec::new(); rules.piles], stock, turn: 0 };
        winchester.deal();
        winchester
    }

    fn deal(&mut self) {
        for pile in &mut self.piles {
            pile.extend(self.stock.pop());
        }
    }
}

impl Machine for Winchester {
    fn ask(&self, seat: usize) -> Option<Ask> {
        let over = self.piles.iter().all(Vec::is_empty);
        (!over && seat == self.turn % self.seats).then_some(Ask::Pile { of: self.piles.len() })
    }

    fn stage(&self) -> Stage {
        Stage { round: 0, rounds: 1, pick: self.turn }
    }

    fn show(&self, _: usize, piles: &mut Vec<Pile>) {
        piles.extend(self.piles.iter().enumerate().map(|(p, cards)| Pile::open(What::Pile(p), cards)));
        piles.push(Pile::down(What::Stock, self.stock.len()));
    }

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &Choice) -> Result<(), Fault> {
        match choice {
            Choice::Pile(at) if self.piles.get(*at).is_some_and(|p| !p.is_empty()) => {
                taken.pools[seat].append(&mut self.piles[*at]);
                self.deal();
                self.turn += 1;
                Ok(())
            }
            _ => Err(Fault::Other),
        }
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rest(&self) -> Vec<CardIx> {
        self.piles.iter().flatten().chain(&self.stock).copied().collect()
    }
}
