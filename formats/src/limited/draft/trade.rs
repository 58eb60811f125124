//! Sealed with trade: everybody opens packs, and all pools lie open. In turn each seat may offer others one card for
//! one, and they take the trade or not.

use catalog::CardIx;
use serde::{Deserialize, Serialize};

use super::{Ask, Choice, Fault, Machine, Pile, Stage, Taken};

/// How it is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Times around the table.
    pub rounds: usize,
    /// Offers that a seat may make in a turn.
    pub offers: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trade {
    rules: Rules,
    seats: usize,
    turn: usize,
    /// Offers made in this turn.
    made: usize,
    /// An offer that waits: to whom, what the seat on turn gives and wants.
    offer: Option<(usize, CardIx, CardIx)>,
}

impl Trade {
    pub(super) fn new(rules: &Rules, packs: Vec<Vec<Vec<CardIx>>>, taken: &mut Taken) -> Trade {
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
    fn ask(&self, seat: usize) -> Option<Ask> {
        match self.offer {
            Some((to, give, want)) => {
                (seat == to).then(|| Ask::Answer { from: self.on_turn(), get: give.0, give: want.0 })
            }
            None if self.turn < self.rules.rounds * self.seats && seat == self.on_turn() => {
                Some(Ask::Offer { made: self.made, left: self.rules.offers - self.made })
            }
            None => None,
        }
    }

    fn stage(&self) -> Stage {
        Stage { round: self.turn / self.seats, rounds: self.rules.rounds, pick: self.turn % self.seats }
    }

    fn show(&self, _: usize, _: &mut Vec<Pile>) {}

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &Choice) -> Result<(), Fault> {
        match (self.offer, choice) {
            (None, Choice::Offer { to, give, want }) if self.made < self.rules.offers => {
                if *to == seat || *to >= self.seats {
                    return Err(Fault::Other);
                }
                for (of, card) in [(seat, give), (*to, want)] {
                    if !taken.pools[of].contains(card) {
                        return Err(Fault::NotThere(*card));
                    }
                }
                self.offer = Some((*to, *give, *want));
                self.made += 1;
            }
            (None, Choice::Pass) => (self.turn, self.made) = (self.turn + 1, 0),
            (Some((to, give, want)), Choice::Accept) => {
                let from = self.on_turn();
                let at = |of: usize, card: CardIx| {
                    taken.pools[of].iter().position(|c| *c == card).ok_or(Fault::NotThere(card))
                };
                let (mine, theirs) = (at(from, give)?, at(to, want)?);
                (taken.pools[from][mine], taken.pools[to][theirs]) = (want, give);
                self.offer = None;
            }
            (Some(_), Choice::Pass) => self.offer = None,
            _ => return Err(Fault::Other),
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
