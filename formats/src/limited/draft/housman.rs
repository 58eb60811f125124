//! Housman: everybody is dealt a hand, some cards lie open; in turn each seat may swap a card of the hand for an open
//! one, some times around. Then the hands are kept, the open cards go out, and the next hands are dealt.

use catalog::CardIx;
use serde::{Deserialize, Serialize};

use super::{ChoiceError, DraftChoice, DraftPile, DraftPrompt, DraftStage, Machine, PileKind, Taken};

/// How it is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HousmanRules {
    /// Cards in a hand.
    pub hand: usize,
    /// Cards that lie open.
    pub open: usize,
    /// Times around.
    pub swaps: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Housman {
    rules: HousmanRules,
    hands: Vec<Vec<CardIx>>,
    open: Vec<CardIx>,
    /// The top card last; as many as whole deals need.
    stock: Vec<CardIx>,
    round: usize,
    rounds: usize,
    turn: usize,
}

impl Housman {
    pub(super) fn new(rules: &HousmanRules, seats: usize, mut stock: Vec<CardIx>, taken: &mut Taken) -> Housman {
        let deal = rules.hand * seats + rules.open;
        let rounds = stock.len() / deal;
        taken.out.extend(stock.drain(rounds * deal..));
        stock.reverse();
        let hands = vec![Vec::new(); seats];
        let mut housman = Housman { rules: rules.clone(), hands, open: Vec::new(), stock, round: 0, rounds, turn: 0 };
        housman.deal();
        housman
    }

    fn deal(&mut self) {
        let mut some = |n: usize| {
            let mut cards = self.stock.split_off(self.stock.len().saturating_sub(n));
            cards.reverse();
            cards
        };
        for hand in &mut self.hands {
            *hand = some(self.rules.hand);
        }
        self.open = some(self.rules.open);
    }
}

impl Machine for Housman {
    fn prompt(&self, seat: usize) -> Option<DraftPrompt> {
        let on_turn = seat == (self.round + self.turn) % self.hands.len();
        (on_turn && !self.hands[seat].is_empty()).then_some(DraftPrompt::Swap)
    }

    fn stage(&self) -> DraftStage {
        DraftStage { round: self.round, rounds: self.rounds, pick: self.turn }
    }

    fn show(&self, seat: usize, piles: &mut Vec<DraftPile>) {
        piles.push(DraftPile::open(PileKind::Hand, &self.hands[seat]));
        piles.push(DraftPile::open(PileKind::Open, &self.open));
        piles.push(DraftPile::down(PileKind::Stock, self.stock.len()));
    }

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &DraftChoice) -> Result<(), ChoiceError> {
        match choice {
            DraftChoice::Swap { give, take } => {
                let at = |pile: &[CardIx], card: &CardIx| {
                    pile.iter().position(|c| c == card).ok_or(ChoiceError::NotThere(*card))
                };
                let (from, to) = (at(&self.hands[seat], give)?, at(&self.open, take)?);
                std::mem::swap(&mut self.hands[seat][from], &mut self.open[to]);
            }
            DraftChoice::Pass => {}
            _ => return Err(ChoiceError::Other),
        }
        self.turn += 1;
        if self.turn == self.rules.swaps * self.hands.len() {
            for (pool, hand) in taken.pools.iter_mut().zip(&mut self.hands) {
                pool.append(hand);
            }
            taken.out.append(&mut self.open);
            if !self.stock.is_empty() {
                (self.round, self.turn) = (self.round + 1, 0);
                self.deal();
            }
        }
        Ok(())
    }

    fn is_open(&self) -> bool {
        false
    }

    fn rest(&self) -> Vec<CardIx> {
        self.hands.iter().flatten().chain(&self.open).chain(&self.stock).copied().collect()
    }
}
