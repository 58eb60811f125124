//! Solomon: some cards are laid open, one seat splits them in two piles, the other takes the pile it likes better and
//! leaves the rest. Then the roles change.

use catalog::CardIx;
use serde::{Deserialize, Serialize};

use super::{
    ChoiceError, DraftChoice, DraftPile, DraftPrompt, DraftStage, Machine, PileKind, Taken, missing, take_out,
};

/// How it is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolomonRules {
    /// Cards that are split at a time.
    pub cards: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Solomon {
    seats: usize,
    size: usize,
    /// The top card last.
    stock: Vec<CardIx>,
    /// Cards to be split, or two piles.
    open: OpenCards,
    round: usize,
    rounds: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum OpenCards {
    Group(Vec<CardIx>),
    Halves([Vec<CardIx>; 2]),
}

impl Solomon {
    pub(super) fn new(rules: &SolomonRules, seats: usize, mut stock: Vec<CardIx>) -> Solomon {
        stock.reverse();
        let rounds = stock.len().div_ceil(rules.cards);
        let lying = OpenCards::Group(Vec::new());
        let mut solomon = Solomon { seats, size: rules.cards, stock, open: lying, round: 0, rounds };
        solomon.deal();
        solomon
    }

    fn deal(&mut self) {
        let rest = self.stock.len().saturating_sub(self.size);
        let mut group = self.stock.split_off(rest);
        group.reverse();
        self.open = OpenCards::Group(group);
    }
}

impl Machine for Solomon {
    fn prompt(&self, seat: usize) -> Option<DraftPrompt> {
        let splits = self.round % self.seats;
        match &self.open {
            OpenCards::Group(cards) => (seat == splits && !cards.is_empty()).then_some(DraftPrompt::Split),
            OpenCards::Halves(_) => (seat == (splits + 1) % self.seats).then_some(DraftPrompt::Pile { of: 2 }),
        }
    }

    fn stage(&self) -> DraftStage {
        DraftStage {
            round: self.round,
            rounds: self.rounds,
            pick: usize::from(matches!(self.open, OpenCards::Halves(_))),
        }
    }

    fn show(&self, _: usize, piles: &mut Vec<DraftPile>) {
        match &self.open {
            OpenCards::Group(cards) => piles.push(DraftPile::open(PileKind::Group, cards)),
            OpenCards::Halves(halves) => {
                piles.extend(halves.iter().enumerate().map(|(p, cards)| DraftPile::open(PileKind::Pile(p), cards)));
            }
        }
        piles.push(DraftPile::down(PileKind::Stock, self.stock.len()));
    }

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &DraftChoice) -> Result<(), ChoiceError> {
        match (&mut self.open, choice) {
            (OpenCards::Group(group), DraftChoice::Split(one)) => {
                if let Some(card) = missing(group, one.iter()) {
                    return Err(ChoiceError::NotThere(card));
                }
                let half = one.iter().map(|c| take_out(group, *c)).collect::<Result<_, _>>()?;
                self.open = OpenCards::Halves([half, std::mem::take(group)]);
                Ok(())
            }
            (OpenCards::Halves(halves), DraftChoice::Pile(at)) if *at < 2 && !halves[*at].is_empty() => {
                taken.pools[seat].append(&mut halves[*at]);
                let other = self.round % self.seats;
                taken.pools[other].append(&mut halves[1 - at]);
                self.round += 1;
                self.deal();
                Ok(())
            }
            _ => Err(ChoiceError::Other),
        }
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rest(&self) -> Vec<CardIx> {
        let mut rest = self.stock.clone();
        match &self.open {
            OpenCards::Group(cards) => rest.extend(cards),
            OpenCards::Halves(halves) => rest.extend(halves.iter().flatten()),
        }
        rest
    }
}
