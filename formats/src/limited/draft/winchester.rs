//! Winchester: open piles. Who is on turn takes one, then each pile gets a card.

use catalog::CardIx;
use serde::{Deserialize, Serialize};

use super::{ChoiceError, DraftChoice, DraftPile, DraftPrompt, DraftStage, Machine, PileKind, Taken};

/// How it is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinchesterRules {
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
    pub(super) fn new(rules: &WinchesterRules, seats: usize, mut stock: Vec<CardIx>) -> Winchester {
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
    fn prompt(&self, seat: usize) -> Option<DraftPrompt> {
        let over = self.piles.iter().all(Vec::is_empty);
        (!over && seat == self.turn % self.seats).then_some(DraftPrompt::Pile { of: self.piles.len() })
    }

    fn stage(&self) -> DraftStage {
        DraftStage { round: 0, rounds: 1, pick: self.turn }
    }

    fn show(&self, _: usize, piles: &mut Vec<DraftPile>) {
        piles.extend(self.piles.iter().enumerate().map(|(p, cards)| DraftPile::open(PileKind::Pile(p), cards)));
        piles.push(DraftPile::down(PileKind::Stock, self.stock.len()));
    }

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &DraftChoice) -> Result<(), ChoiceError> {
        match choice {
            DraftChoice::Pile(at) if self.piles.get(*at).is_some_and(|p| !p.is_empty()) => {
                taken.pools[seat].append(&mut self.piles[*at]);
                self.deal();
                self.turn += 1;
                Ok(())
            }
            _ => Err(ChoiceError::Other),
        }
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rest(&self) -> Vec<CardIx> {
        self.piles.iter().flatten().chain(&self.stock).copied().collect()
    }
}
