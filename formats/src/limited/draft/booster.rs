//! Packs that are passed: everybody takes cards of the pack in front of them, then the packs move on. Burning some at
//! each pick makes it a glimpse draft.

use catalog::CardIx;
use serde::{Deserialize, Serialize};

use super::{
    ChoiceError, DraftChoice, DraftPile, DraftPrompt, DraftStage, Machine, PileKind, Taken, missing, take_out,
};
use crate::format::Pass;

/// How packs are drafted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoosterRules {
    /// Passing, by round; the last one holds for all that follow.
    pub pass: Vec<Pass>,
    /// Cards that a seat takes before it passes a pack.
    pub take: usize,
    /// Cards that it then puts out of the draft.
    pub burn: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Booster {
    rules: BoosterRules,
    /// `[round][seat]`, the next round last.
    unopened: Vec<Vec<Vec<CardIx>>>,
    packs: Vec<Vec<CardIx>>,
    /// Who has taken from the pack in front of them, or has none.
    done: Vec<bool>,
    round: usize,
    pick: usize,
    rounds: usize,
}

impl Booster {
    pub(super) fn new(rules: BoosterRules, mut packs: Vec<Vec<Vec<CardIx>>>) -> Booster {
        packs.reverse();
        let first = packs.pop().unwrap_or_default();
        let done = first.iter().map(Vec::is_empty).collect();
        let rounds = packs.len() + 1;
        Booster { rules, unopened: packs, packs: first, done, round: 0, pick: 0, rounds }
    }

    pub(super) fn pack(&self, seat: usize) -> &[CardIx] {
        if self.done[seat] { &[] } else { &self.packs[seat] }
    }

    pub(super) fn passing(&self) -> Pass {
        self.rules.pass.get(self.round).or(self.rules.pass.last()).copied().unwrap_or(Pass::Left)
    }

    /// How many cards of a pack are taken and burned.
    fn demand(&self, pack: usize) -> (usize, usize) {
        let take = self.rules.take.min(pack);
        (take, self.rules.burn.min(pack - take))
    }

    fn move_on(&mut self) {
        match self.passing() {
            Pass::Left => self.packs.rotate_right(1),
            Pass::Right => self.packs.rotate_left(1),
        }
        self.pick += 1;
        if self.packs.iter().all(Vec::is_empty)
            && let Some(next) = self.unopened.pop()
        {
            (self.packs, self.round, self.pick) = (next, self.round + 1, 0);
        }
        for (done, pack) in self.done.iter_mut().zip(&self.packs) {
            *done = pack.is_empty();
        }
    }
}

impl Machine for Booster {
    fn prompt(&self, seat: usize) -> Option<DraftPrompt> {
        if self.done[seat] {
            return None;
        }
        let (take, burn) = self.demand(self.packs[seat].len());
        Some(DraftPrompt::Take { take, burn })
    }

    fn stage(&self) -> DraftStage {
        DraftStage { round: self.round, rounds: self.rounds, pick: self.pick }
    }

    fn show(&self, seat: usize, piles: &mut Vec<DraftPile>) {
        piles.push(DraftPile::open(PileKind::Pack, self.pack(seat)));
    }

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &DraftChoice) -> Result<(), ChoiceError> {
        let DraftChoice::Take { cards, burn } = choice else { return Err(ChoiceError::Other) };
        if (cards.len(), burn.len()) != self.demand(self.packs[seat].len()) {
            return Err(ChoiceError::Other);
        }
        let pack = &mut self.packs[seat];
        if let Some(card) = missing(pack, cards.iter().chain(burn)) {
            return Err(ChoiceError::NotThere(card));
        }
        for card in cards {
            taken.pools[seat].push(take_out(pack, *card)?);
        }
        for card in burn {
            taken.out.push(take_out(pack, *card)?);
        }
        self.done[seat] = true;
        if self.done.iter().all(|done| *done) {
            self.move_on();
        }
        Ok(())
    }

    fn is_open(&self) -> bool {
        false
    }

    fn rest(&self) -> Vec<CardIx> {
        self.packs.iter().chain(self.unopened.iter().flatten()).flatten().copied().collect()
    }
}
