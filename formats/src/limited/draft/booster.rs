//! Packs that are passed: whoever has taken cards of the pack in front of them passes it on at once, and takes the next
//! one that lies there. Nobody waits for those who are behind, and every seat sees the same packs in the same order,
//! however fast the others choose. Burning some at each pick makes it a glimpse draft.

use std::collections::VecDeque;

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
    /// The packs that lie at each seat, the one in front of it first; none of them is empty.
    queues: Vec<VecDeque<Vec<CardIx>>>,
    /// Picks of each seat in this round.
    picks: Vec<usize>,
    round: usize,
    rounds: usize,
}

impl Booster {
    pub(super) fn new(rules: BoosterRules, mut packs: Vec<Vec<Vec<CardIx>>>) -> Booster {
        packs.reverse();
        let first = packs.pop().unwrap_or_default();
        let (rounds, seats) = (packs.len() + 1, first.len());
        let (queues, picks) = (vec![VecDeque::new(); seats], vec![0; seats]);
        let mut booster = Booster { rules, unopened: packs, queues, picks, round: 0, rounds };
        booster.open(first);
        booster
    }

    /// Each seat gets a pack.
    fn open(&mut self, packs: Vec<Vec<CardIx>>) {
        for (queue, pack) in self.queues.iter_mut().zip(packs).filter(|(_, pack)| !pack.is_empty()) {
            queue.push_back(pack);
        }
    }

    pub(super) fn pack(&self, seat: usize) -> &[CardIx] {
        self.queues[seat].front().map_or(&[], Vec::as_slice)
    }

    pub(super) fn packs_at(&self, seat: usize) -> usize {
        self.queues[seat].len()
    }

    pub(super) fn passing(&self) -> Pass {
        self.rules.pass.get(self.round).or(self.rules.pass.last()).copied().unwrap_or(Pass::Left)
    }

    /// How many cards of a pack are taken and burned.
    fn demand(&self, pack: usize) -> (usize, usize) {
        let take = self.rules.take.min(pack);
        (take, self.rules.burn.min(pack - take))
    }

    /// The pack in front of a seat goes to the next one; once none is left, the next round begins.
    fn pass_on(&mut self, seat: usize) {
        let seats = self.queues.len();
        self.picks[seat] += 1;
        if let Some(pack) = self.queues[seat].pop_front().filter(|pack| !pack.is_empty()) {
            let to = match self.passing() {
                Pass::Left => (seat + 1) % seats,
                Pass::Right => (seat + seats - 1) % seats,
            };
            self.queues[to].push_back(pack);
        }
        if self.queues.iter().all(VecDeque::is_empty)
            && let Some(next) = self.unopened.pop()
        {
            self.round += 1;
            self.picks.fill(0);
            self.open(next);
        }
    }
}

impl Machine for Booster {
    fn prompt(&self, seat: usize) -> Option<DraftPrompt> {
        let (take, burn) = self.demand(self.queues[seat].front()?.len());
        Some(DraftPrompt::Take { take, burn })
    }

    fn stage(&self) -> DraftStage {
        let pick = self.picks.iter().min().copied().unwrap_or(0);
        DraftStage { round: self.round, rounds: self.rounds, pick }
    }

    fn stage_at(&self, seat: usize) -> DraftStage {
        DraftStage { pick: self.picks[seat], ..self.stage() }
    }

    fn show(&self, seat: usize, piles: &mut Vec<DraftPile>) {
        piles.push(DraftPile::open(PileKind::Pack, self.pack(seat)));
    }

    fn act(&mut self, taken: &mut Taken, seat: usize, choice: &DraftChoice) -> Result<(), ChoiceError> {
        let DraftChoice::Take { cards, burn } = choice else { return Err(ChoiceError::Other) };
        let demand = self.demand(self.pack(seat).len());
        let Some(pack) = self.queues[seat].front_mut() else { return Err(ChoiceError::Other) };
        if (cards.len(), burn.len()) != demand {
            return Err(ChoiceError::Other);
        }
        if let Some(card) = missing(pack, cards.iter().chain(burn)) {
            return Err(ChoiceError::NotThere(card));
        }
        for card in cards {
            taken.pools[seat].push(take_out(pack, *card)?);
        }
        for card in burn {
            taken.out.push(take_out(pack, *card)?);
        }
        self.pass_on(seat);
        Ok(())
    }

    fn is_open(&self) -> bool {
        false
    }

    fn rest(&self) -> Vec<CardIx> {
        self.queues.iter().flatten().chain(self.unopened.iter().flatten()).flatten().copied().collect()
    }
}
