//! Rotisserie: all cards lie open; the seats take one each, up and down again.

use catalog::CardIx;
use serde::{Deserialize, Serialize};

use super::{ChoiceError, DraftChoice, DraftPile, DraftPrompt, DraftStage, Machine, PileKind, Taken, snake, take_out};

/// How it is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RotisserieRules {
    /// Cards for each seat; 0 is as many as come out evenly.
    pub picks: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rotisserie {
    seats: usize,
    cards: Vec<CardIx>,
    turn: usize,
    turns: usize,
}

impl Rotisserie {
    pub(super) fn new(rules: &RotisserieRules, seats: usize, cards: Vec<CardIx>, taken: &mut Taken) -> Rotisserie {
        let even = cards.len() / seats;
        let turns = seats * if rules.picks == 0 { even } else { rules.picks.min(even) };
        let mut rotisserie = Rotisserie { seats, cards, turn: 0, turns };
        rotisserie.clear_up(taken);
        rotisserie
    }

    fn clear_up(&mut self, taken: &mut Taken) {
        if self.turn == self.turns {
            taken.out.append(&mut self.cards);
        }
    }
}

impl Machine for Rotisserie {
    fn prompt(&self, seat: usize) -> Option<DraftPrompt> {
        let on_turn = self.turn < self.turns && seat == snake(self.turn, self.seats);
        on_turn.then_some(DraftPrompt::Take { take: 1, burn: 0 })
    }

    fn stage(&self) -> DraftStage {
        DraftStage { round: self.turn / self.seats, rounds: self.turns / self.seats, pick: self.turn % self.seats }
    }

    fn show(&self, _: usize, piles: &mut Vec<DraftPile>) {
        piles.push(DraftPile::open(PileKind::Open, &self.cards));
    }

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &DraftChoice) -> Result<(), ChoiceError> {
        let DraftChoice::Take { cards, burn } = choice else { return Err(ChoiceError::Other) };
        let ([card], []) = (&cards[..], &burn[..]) else { return Err(ChoiceError::Other) };
        taken.pools[seat].push(take_out(&mut self.cards, *card)?);
        self.turn += 1;
        self.clear_up(taken);
        Ok(())
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rest(&self) -> Vec<CardIx> {
        self.cards.clone()
    }
}
