//! Solomon: some cards are laid open, one seat splits them in two piles, the other takes the pile it likes better and
//! leaves the rest. Then the roles change.

use catalog::CardIx;
use serde::{Deserialize, Serialize};

use super::{Ask, Choice, Fault, Machine, Pile, Stage, Taken, What, missing, take_out};

/// How it is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
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
    lying: Lying,
    round: usize,
    rounds: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Lying {
    Group(Vec<CardIx>),
    Halves([Vec<CardIx>; 2]),
}

impl Solomon {
    pub(super) fn new(rules: &Rules, seats: usize, mut stock: Vec<CardIx>) -> Solomon {
        stock.reverse();
        let rounds = stock.len().div_ceil(rules.cards);
        let lying = Lying::Group(Vec::new());
        let mut solomon = Solomon { seats, size: rules.cards, stock, lying, round: 0, rounds };
        solomon.deal();
        solomon
    }

    fn deal(&mut self) {
        let rest = self.stock.len().saturating_sub(self.size);
        let mut group = self.stock.split_off(rest);
        group.reverse();
        self.lying = Lying::Group(group);
    }
}

impl Machine for Solomon {
    fn ask(&self, seat: usize) -> Option<Ask> {
        let splits = self.round % self.seats;
        match &self.lying {
            Lying::Group(cards) => (seat == splits && !cards.is_empty()).then_some(Ask::Split),
            Lying::Halves(_) => (seat == (splits + 1) % self.seats).then_some(Ask::Pile { of: 2 }),
        }
    }

    fn stage(&self) -> Stage {
        Stage { round: self.round, rounds: self.rounds, pick: usize::from(matches!(self.lying, Lying::Halves(_))) }
    }

    fn show(&self, _: usize, piles: &mut Vec<Pile>) {
        match &self.lying {
            Lying::Group(cards) => piles.push(Pile::open(What::Group, cards)),
            Lying::Halves(halves) => {
                piles.extend(halves.iter().enumerate().map(|(p, cards)| Pile::open(What::Pile(p), cards)));
            }
        }
        piles.push(Pile::down(What::Stock, self.stock.len()));
    }

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &Choice) -> Result<(), Fault> {
        match (&mut self.lying, choice) {
            (Lying::Group(group), Choice::Split(one)) => {
                if let Some(card) = missing(group, one.iter()) {
                    return Err(Fault::NotThere(card));
                }
                let half = one.iter().map(|c| take_out(group, *c)).collect::<Result<_, _>>()?;
                self.lying = Lying::Halves([half, std::mem::take(group)]);
                Ok(())
            }
            (Lying::Halves(halves), Choice::Pile(at)) if *at < 2 && !halves[*at].is_empty() => {
                taken.pools[seat].append(&mut halves[*at]);
                let other = self.round % self.seats;
                taken.pools[other].append(&mut halves[1 - at]);
                self.round += 1;
                self.deal();
                Ok(())
            }
            _ => Err(Fault::Other),
        }
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rest(&self) -> Vec<CardIx> {
        let mut rest = self.stock.clone();
        match &self.lying {
            Lying::Group(cards) => rest.extend(cards),
            Lying::Halves(halves) => rest.extend(halves.iter().flatten()),
        }
        rest
    }
}
