//! Sealed with trade: everybody opens packs, and all pools lie open. In turn each seat may offer others one card for
//! one, and they take the trade or not.

use catalog::CardIx;
use serde::{Deserialize, Serialize};

use super::{ChoiceError, DraftChoice, DraftPile, DraftPrompt, DraftStage, Machine, Taken};

/// How it is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TradeRules {
    /// Times around the table.
    pub rounds: usize,
    /// Offers that a seat may make in a turn.
    pub offers: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trade {
    rules: TradeRules,
    seats: usize,
    turn: usize,
    /// Offers made in this turn.
    made: usize,
    /// An offer that waits: to whom, what the seat on turn gives and wants.
    offer: Option<(usize, CardIx, CardIx)>,
}

impl Trade {
    pub(super) fn new(rules: &TradeRules, packs: Vec<Vec<Vec<CardIx>>>, taken: &mut Taken) -> Trade {
        for round in packs {
            for (pool, mut pack) in taken.pools.iter_mut().zip(round) {
                pool.append(&mut pack);
            }
        }
        Trade { rules: rules.clone(), seats: taken.pools.len(), turn: 0, made: 0, offer: None }
    }

    fn on_turn(&self) -> usize {
        self.turn % self.seats
    }
}

impl Machine for Trade {
    fn prompt(&self, seat: usize) -> Option<DraftPrompt> {
        match self.offer {
            Some((to, give, want)) => {
                (seat == to).then(|| DraftPrompt::Answer { from: self.on_turn(), get: give.0, give: want.0 })
            }
            None if self.turn < self.rules.rounds * self.seats && seat == self.on_turn() => {
                Some(DraftPrompt::Offer { made: self.made, left: self.rules.offers - self.made })
            }
            None => None,
        }
    }

    fn stage(&self) -> DraftStage {
        DraftStage { round: self.turn / self.seats, rounds: self.rules.rounds, pick: self.turn % self.seats }
    }

    fn show(&self, _: usize, _: &mut Vec<DraftPile>) {}

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &DraftChoice) -> Result<(), ChoiceError> {
        match (self.offer, choice) {
            (None, DraftChoice::Offer { to, give, want }) if self.made < self.rules.offers => {
                if *to == seat || *to >= self.seats {
                    return Err(ChoiceError::Other);
                }
                for (of, card) in [(seat, give), (*to, want)] {
                    if !taken.pools[of].contains(card) {
                        return Err(ChoiceError::NotThere(*card));
                    }
                }
                self.offer = Some((*to, *give, *want));
                self.made += 1;
            }
            (None, DraftChoice::Pass) => (self.turn, self.made) = (self.turn + 1, 0),
            (Some((to, give, want)), DraftChoice::Accept) => {
                let from = self.on_turn();
                let at = |of: usize, card: CardIx| {
                    taken.pools[of].iter().position(|c| *c == card).ok_or(ChoiceError::NotThere(card))
                };
                let (mine, theirs) = (at(from, give)?, at(to, want)?);
                (taken.pools[from][mine], taken.pools[to][theirs]) = (want, give);
                self.offer = None;
            }
            (Some(_), DraftChoice::Pass) => self.offer = None,
            _ => return Err(ChoiceError::Other),
        }
        Ok(())
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rest(&self) -> Vec<CardIx> {
        Vec::new()
    }
}
