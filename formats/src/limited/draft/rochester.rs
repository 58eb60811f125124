//! Rochester: one pack after the other lies open; the seats take a card each, up and down again, until it is empty.
//! Each pack begins at the next seat.

use catalog::CardIx;

use super::{ChoiceError, DraftChoice, DraftPile, DraftPrompt, DraftStage, Machine, PileKind, Taken, snake, take_out};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rochester {
    seats: usize,
    /// The next pack last.
    unopened: Vec<Vec<CardIx>>,
    pack: Vec<CardIx>,
    round: usize,
    rounds: usize,
    pick: usize,
}

impl Rochester {
    pub(super) fn new(seats: usize, packs: Vec<Vec<Vec<CardIx>>>) -> Rochester {
        let mut unopened: Vec<Vec<CardIx>> = packs.into_iter().flatten().filter(|p| !p.is_empty()).collect();
        unopened.reverse();
        let rounds = unopened.len();
        Rochester { seats, pack: unopened.pop().unwrap_or_default(), unopened, round: 0, rounds, pick: 0 }
    }
}

impl Machine for Rochester {
    fn prompt(&self, seat: usize) -> Option<DraftPrompt> {
        let turn = (self.round + snake(self.pick, self.seats)) % self.seats;
        (seat == turn && !self.pack.is_empty()).then_some(DraftPrompt::Take { take: 1, burn: 0 })
    }

    fn stage(&self) -> DraftStage {
        DraftStage { round: self.round, rounds: self.rounds, pick: self.pick }
    }

    fn show(&self, _: usize, piles: &mut Vec<DraftPile>) {
        piles.push(DraftPile::open(PileKind::Pack, &self.pack));
    }

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &DraftChoice) -> Result<(), ChoiceError> {
        let DraftChoice::Take { cards, burn } = choice else { return Err(ChoiceError::Other) };
        let ([card], []) = (&cards[..], &burn[..]) else { return Err(ChoiceError::Other) };
        taken.pools[seat].push(take_out(&mut self.pack, *card)?);
        self.pick += 1;
        if self.pack.is_empty()
            && let Some(next) = self.unopened.pop()
        {
            (self.pack, self.round, self.pick) = (next, self.round + 1, 0);
        }
        Ok(())
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rest(&self) -> Vec<CardIx> {
        self.pack.iter().chain(self.unopened.iter().flatten()).copied().collect()
    }
}
