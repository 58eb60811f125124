//! Grid: cards lie open in a square. In turn each seat takes a row or a column of what is left; then the rest goes out
//! and the next square is laid, with another seat first.

use catalog::CardIx;
use serde::{Deserialize, Serialize};

use super::{ChoiceError, DraftChoice, DraftPile, DraftPrompt, DraftStage, Machine, PileKind, Taken};

/// How it is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GridRules {
    /// Cards in a row and in a column: no fewer than seats.
    pub side: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grid {
    seats: usize,
    side: usize,
    /// Whole squares, the next one last.
    squares: Vec<Vec<CardIx>>,
    /// Row by row; a place is empty once its card is taken.
    square: Vec<Option<CardIx>>,
    round: usize,
    rounds: usize,
    /// Seats that have taken a line of this square.
    took: usize,
}

impl Grid {
    /// As many squares as there are cards for, and each seat first equally often.
    pub(super) fn new(rules: &GridRules, seats: usize, mut cards: Vec<CardIx>, taken: &mut Taken) -> Grid {
        let size = rules.side * rules.side;
        let whole = cards.len() / size;
        let rounds = if whole > seats { whole - whole % seats } else { whole };
        taken.out.extend(cards.drain(rounds * size..));
        let mut squares: Vec<Vec<CardIx>> = cards.chunks(size).map(<[CardIx]>::to_vec).collect();
        squares.reverse();
        let square = squares.pop().unwrap_or_default().into_iter().map(Some).collect();
        Grid { seats, side: rules.side, squares, square, round: 0, rounds, took: 0 }
    }

    /// Rows, then columns: places of the square.
    fn line(&self, line: usize) -> impl Iterator<Item = usize> + use<> {
        let side = self.side;
        (0..side).map(move |i| if line < side { line * side + i } else { i * side + line - side })
    }

    fn cards_of(&self, line: usize) -> Vec<CardIx> {
        self.line(line).filter_map(|at| self.square.get(at).copied().flatten()).collect()
    }
}

impl Machine for Grid {
    fn prompt(&self, seat: usize) -> Option<DraftPrompt> {
        let turn = (self.round + self.took) % self.seats;
        (seat == turn && self.square.iter().any(Option::is_some)).then_some(DraftPrompt::Pile { of: 2 * self.side })
    }

    fn stage(&self) -> DraftStage {
        DraftStage { round: self.round, rounds: self.rounds, pick: self.took }
    }

    fn show(&self, _: usize, piles: &mut Vec<DraftPile>) {
        for line in 0..2 * self.side {
            let what = if line < self.side { PileKind::Row(line) } else { PileKind::Column(line - self.side) };
            piles.push(DraftPile { kind: what, cards: self.cards_of(line), down: 0 });
        }
        piles.push(DraftPile::down(PileKind::Stock, self.squares.len() * self.side * self.side));
    }

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &DraftChoice) -> Result<(), ChoiceError> {
        let DraftChoice::Pile(line) = choice else { return Err(ChoiceError::Other) };
        if *line >= 2 * self.side || self.cards_of(*line).is_empty() {
            return Err(ChoiceError::Other);
        }
        for at in self.line(*line) {
            taken.pools[seat].extend(self.square[at].take());
        }
        self.took += 1;
        if self.took == self.seats {
            taken.out.extend(self.square.drain(..).flatten());
            if let Some(next) = self.squares.pop() {
                self.square = next.into_iter().map(Some).collect();
                (self.round, self.took) = (self.round + 1, 0);
            }
        }
        Ok(())
    }

    fn is_open(&self) -> bool {
        true
    }

    fn rest(&self) -> Vec<CardIx> {
        self.square.iter().flatten().chain(self.squares.iter().flatten()).copied().collect()
    }
}
