//! A hand that is drawn for the eye: what is in it, what comes next, and which of its cards are chosen to go.

use std::sync::Arc;

use catalog::CardIx;
use catalog::game::goldfish::Mulligan;
use engine::lab::mulligan::{HandStage, MulliganRule};
use engine::lab::{LabDeck, hands};
use formats::rng::{Dice, Seed};

/// A hand and the deck below it.
pub(super) struct HandTable {
    pub stack: Arc<LabDeck>,
    rule: MulliganRule,
    stages: Vec<HandStage>,
    stage: usize,
    /// In order of the draw.
    pub hand: Vec<CardIx>,
    /// Whether each card of the hand goes: to the bottom, or aside.
    out: Vec<bool>,
    /// What is drawn after the hand, in order.
    pub rest: Vec<CardIx>,
    /// Cards drawn after the hand.
    pub drawn: usize,
    pub kept: bool,
}

impl HandTable {
    /// The first hand.
    pub fn new(stack: Arc<LabDeck>, rule: MulliganRule, seed: Seed) -> HandTable {
        let stages = rule.stages(stack.hand);
        let (hand, out, rest) = (Vec::new(), Vec::new(), Vec::new());
        let mut table = HandTable { stack, rule, stages, stage: 0, hand, out, rest, drawn: 0, kept: false };
        table.deal(0, seed);
        table
    }

    /// A new first hand.
    pub fn begin(&mut self, seed: Seed) {
        self.deal(0, seed);
    }

    fn deal(&mut self, stage: usize, seed: Seed) {
        (self.hand, self.rest) = hands::sample_hand(&self.stack, self.stages[stage].dealt, seed);
        (self.stage, self.out) = (stage, vec![false; self.hand.len()]);
        (self.drawn, self.kept) = (0, false);
    }

    /// Whether there is something to do with a hand that is not liked.
    pub fn has_mulligans(&self) -> bool {
        self.rule.mulligan != Mulligan::None
    }

    /// Whether some cards are changed for others, and not the whole hand.
    pub fn redraws(&self) -> bool {
        self.rule.mulligan == Mulligan::Redraw
    }

    /// Cards that are chosen to go.
    pub fn chosen(&self) -> usize {
        self.out.iter().filter(|out| **out).count()
    }

    /// Whether this card of the hand is.
    pub fn is_chosen(&self, at: usize) -> bool {
        self.out.get(at) == Some(&true)
    }

    /// Cards that go to the bottom when the hand is kept.
    pub fn to_bottom(&self) -> usize {
        let HandStage { dealt, size, .. } = self.stages[self.stage];
        if self.kept { 0 } else { (dealt - size) as usize }
    }

    /// Cards of the next hand, and whether it is free.
    pub fn next_size(&self) -> (u32, bool) {
        let now = self.stages[self.stage].size;
        let next = self.stages.get(self.stage + 1).map_or(0, |stage| stage.size);
        (next, next == now)
    }

    pub fn can_choose(&self, at: usize) -> bool {
        let may = if self.redraws() { self.is_open() } else { self.chosen() < self.to_bottom() };
        !self.kept && (may || self.is_chosen(at))
    }

    pub fn can_keep(&self) -> bool {
        !self.kept && (self.redraws() || self.chosen() == self.to_bottom())
    }

    pub fn can_mulligan(&self) -> bool {
        self.is_open() && (!self.redraws() || self.chosen() > 0)
    }

    pub fn can_draw(&self) -> bool {
        self.drawn < self.rest.len() && (self.kept || self.can_keep())
    }

    /// Whether another hand may follow this one.
    fn is_open(&self) -> bool {
        !self.kept && !self.stages[self.stage].last
    }

    /// Cards of the hand that stay, once all is chosen that has to be; before, nobody can tell.
    pub fn settled(&self) -> Option<Vec<CardIx>> {
        let settled = if self.redraws() { self.chosen() == 0 } else { self.chosen() == self.to_bottom() };
        settled.then(|| self.hand.iter().zip(&self.out).filter(|(_, out)| !**out).map(|(card, _)| *card).collect())
    }

    /// Chooses a card to go, or lets it stay.
    pub fn choose(&mut self, at: usize) {
        if self.can_choose(at) {
            self.out[at] = !self.out[at];
        }
    }

    /// The next hand, or others in the place of the chosen cards, which are shuffled back.
    pub fn mulligan(&mut self, seed: Seed) {
        if !self.redraws() {
            return self.deal(self.stage + 1, seed);
        }
        let mut aside = Vec::new();
        let mut new = self.rest.drain(..self.chosen().min(self.rest.len())).collect::<Vec<_>>().into_iter();
        for (card, out) in self.hand.iter_mut().zip(&mut self.out) {
            if std::mem::take(out)
                && let Some(drawn) = new.next()
            {
                aside.push(std::mem::replace(card, drawn));
            }
        }
        self.rest.append(&mut aside);
        seed.secret().shuffle(&mut self.rest);
        self.stage += 1;
    }

    /// Keeps the hand; what was chosen for the bottom goes there.
    pub fn keep(&mut self) {
        if !self.redraws() {
            let mut out = self.out.iter();
            let (gone, stay): (Vec<CardIx>, Vec<CardIx>) =
                std::mem::take(&mut self.hand).into_iter().partition(|_| out.next() == Some(&true));
            self.rest.extend(gone);
            self.hand = stay;
        }
        (self.out, self.kept) = (vec![false; self.hand.len()], true);
    }

    /// Draws a card; a hand that was not kept before is.
    pub fn draw(&mut self) {
        if !self.kept {
            self.keep();
        }
        self.drawn += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twelve different cards, hands of five.
    fn table(mulligan: Mulligan, free: u32) -> HandTable {
        let stack = LabDeck { cards: (0..12).map(CardIx).collect(), leader: None, hand: 5, opener: None };
        HandTable::new(Arc::new(stack), MulliganRule { mulligan, free }, Seed::from_number(1))
    }

    fn all(table: &HandTable) -> Vec<CardIx> {
        let mut all: Vec<CardIx> = table.hand.iter().chain(&table.rest).copied().collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn after_a_free_london_mulligan_one_card_goes_to_the_bottom() {
        let mut table = table(Mulligan::London, 1);
        let cards = all(&table);
        assert_eq!((table.next_size(), table.to_bottom()), ((5, true), 0));
        table.mulligan(Seed::from_number(2));
        assert_eq!((table.next_size(), table.to_bottom(), table.can_keep()), ((4, false), 0, true));
        table.mulligan(Seed::from_number(3));
        assert_eq!((table.hand.len(), table.to_bottom()), (5, 1));
        assert!(!table.can_keep() && !table.can_draw() && table.settled().is_none());
        let gone = table.hand[2];
        table.choose(2);
        // One is enough; it can be taken back.
        assert!(!table.can_choose(0) && table.can_choose(2) && table.can_keep());
        assert_eq!(table.settled().map(|stay| (stay.len(), stay.contains(&gone))), Some((4, false)));
        table.draw();
        assert_eq!((table.hand.len(), table.rest.last(), table.drawn), (4, Some(&gone), 1));
        assert!(table.kept && !table.can_mulligan() && !table.can_choose(0));
        assert_eq!(all(&table), cards);
    }

    #[test]
    fn chosen_cards_are_redrawn_once_and_others_stay() {
        let mut table = table(Mulligan::Redraw, 0);
        let (cards, before) = (all(&table), table.hand.clone());
        assert!(table.can_keep() && !table.can_mulligan());
        table.choose(1);
        table.choose(3);
        assert!(table.can_mulligan());
        table.mulligan(Seed::from_number(2));
        let stayed: Vec<bool> = table.hand.iter().zip(&before).map(|(now, before)| now == before).collect();
        assert_eq!(stayed, [true, false, true, false, true]);
        assert!(!table.hand.contains(&before[1]) && !table.hand.contains(&before[3]));
        assert!(!table.can_choose(0) && !table.can_mulligan() && table.can_keep());
        assert_eq!(all(&table), cards);
    }

    #[test]
    fn a_card_that_was_chosen_stays_when_the_hand_is_kept_without_a_redraw() {
        let mut table = table(Mulligan::Redraw, 0);
        let before = table.hand.clone();
        table.choose(0);
        table.draw();
        assert_eq!((table.hand, table.drawn, table.kept), (before, 1, true));
    }
}
