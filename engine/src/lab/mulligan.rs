//! What becomes of a hand that is not liked: the hands that follow each other, and which cards of one stay.
//!
//! Where a player chooses cards, the lab chooses by the keep rule alone. On a London mulligan cards go to the bottom so
//! that the rule holds for the rest; of such ways the one that leaves most nearly the same mix, then the one that keeps
//! more of what the deck has first. On a redraw the cards are put aside without which the rule most likely holds for the
//! new hand; of equal ways the one that puts the fewest aside. Among cards that the rule cannot tell apart chance
//! decides. So the odds of all of it can be counted exactly ([`super::odds`]).

use std::collections::HashMap;

use catalog::game::goldfish::{Mulligan, UnknownMulligan};

use super::odds::CardClasses;
use super::tally::{Tally, Weight};
use super::{DealError, LabDeck};

/// What a player may do with hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MulliganRule {
    /// What is done with a hand.
    pub mulligan: Mulligan,
    /// Mulligans that cost no card.
    pub free: u32,
}

impl MulliganRule {
    /// No mulligan.
    pub const NONE: MulliganRule = MulliganRule { mulligan: Mulligan::None, free: 0 };

    /// The rule without free mulligans.
    pub fn new(mulligan: Mulligan) -> MulliganRule {
        MulliganRule { mulligan, free: 0 }
    }

    /// The rule that a plan or a person names; it keeps what is free where that makes sense.
    ///
    /// # Errors
    /// What is wrong with the word.
    pub fn named(self, word: &str) -> Result<MulliganRule, UnknownMulligan> {
        let mulligan = Mulligan::parse(word)?;
        Ok(MulliganRule { mulligan, free: if mulligan.costs_cards() { self.free } else { 0 } })
    }

    /// The hands that a player comes to, one after the other, from a first hand of so many cards; the last is kept.
    pub fn stages(self, hand: u32) -> Vec<HandStage> {
        let first = (0..=self.free).map(|_| hand);
        let sizes: Vec<u32> = match self.mulligan {
            Mulligan::None => vec![hand],
            Mulligan::Redraw => vec![hand, hand],
            Mulligan::Paris | Mulligan::London => first.chain((0..hand).rev()).collect(),
        };
        let last = sizes.len() - 1;
        let stage = |(at, size): (usize, u32)| {
            let dealt = if self.mulligan == Mulligan::London { hand } else { size };
            HandStage { dealt, size, redrawn: self.mulligan == Mulligan::Redraw && at > 0, last: at == last }
        };
        sizes.into_iter().enumerate().map(stage).collect()
    }
}

/// One of the hands that a player comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandStage {
    /// Cards that are seen.
    pub dealt: u32,
    /// Cards of them that are kept.
    pub size: u32,
    /// Whether it is the hand before with some cards changed.
    pub redrawn: bool,
    /// Whether it is kept whatever it is.
    pub last: bool,
}

impl HandStage {
    /// Whether cards of it are chosen.
    pub fn chosen(self) -> bool {
        self.redrawn || self.dealt > self.size
    }
}

/// Hands of so many kinds are told apart where cards are chosen.
const MOST_HANDS: usize = 100_000;

/// Which cards stay, of every kind of hand. Cards are sorted into classes that the keep rule cannot tell apart.
pub(super) struct Retention {
    /// The class of each card of the deck, without the opener.
    pub class_of: Vec<u8>,
    /// The deck by class.
    pub classes: CardClasses,
    /// What the opener adds.
    sure: Weight,
    opener: bool,
}

/// For each kind of hand, by cards of each class: how many of each stay; `None` is a mulligan.
pub(super) type Stays = HashMap<Vec<u8>, Option<Vec<u8>>>;

impl Retention {
    /// The classes of a deck, whose cards come in this order, the opener first.
    pub fn new(stack: &LabDeck, weights: &[Weight]) -> Retention {
        let opener = stack.opener.is_some();
        let (sure, random) = if opener { (weights[0], &weights[1..]) } else { (0, weights) };
        let classes = CardClasses::new(random.iter().copied());
        let class_of = random.iter().map(|weight| classes.class_of(*weight) as u8).collect();
        Retention { class_of, classes, sure, opener }
    }

    /// Cards of a hand that are random.
    pub fn random(&self, size: u32) -> u32 {
        size - u32::from(self.opener && size > 0)
    }

    /// What the opener adds to a hand of a size.
    pub fn sure(&self, size: u32) -> Weight {
        if size > 0 { self.sure } else { 0 }
    }

    /// Which cards stay of every hand of a stage.
    ///
    /// # Errors
    /// When there are too many kinds of hands.
    pub fn stays(&self, keep: &Tally, stage: HandStage) -> Result<Stays, DealError> {
        let mut hands = Vec::new();
        let mut seen = 0;
        self.classes.hands(self.random(stage.dealt), &mut |taken, _| {
            seen += 1;
            if seen <= MOST_HANDS {
                hands.push(taken.to_vec());
            }
        })?;
        if seen > MOST_HANDS {
            return Err(DealError::TooManyHands(seen));
        }
        let mut stays = Stays::with_capacity(hands.len());
        for hand in hands {
            let stay = if stage.redrawn {
                Some(self.redraw(keep, &hand, stage.size)?)
            } else {
                self.london(keep, &hand, stage)
            };
            stays.insert(bytes(&hand), stay.map(|stay| bytes(&stay)));
        }
        Ok(stays)
    }

    /// What stays of a hand of which some cards go to the bottom.
    fn london(&self, keep: &Tally, hand: &[u32], stage: HandStage) -> Option<Vec<u32>> {
        let (left, dealt) = (self.random(stage.size), self.random(stage.dealt));
        let sure = self.sure(stage.size);
        // How far from the same mix, in parts of a card.
        let off = |stay: &[u32]| -> u64 {
            let each = stay.iter().zip(hand).map(|(s, h)| u64::from((s * dealt).abs_diff(h * left)).pow(2));
            each.sum()
        };
        let mut best: Option<((bool, u64), Vec<u32>)> = None;
        each_part(hand, left, &mut |stay| {
            let fails = !keep.holds(sure + self.classes.sum(stay));
            let key = (fails, off(stay));
            if (stage.last || !fails) && best.as_ref().is_none_or(|(least, _)| key < *least) {
                best = Some((key, stay.to_vec()));
            }
        });
        best.map(|(_, stay)| stay)
    }

    /// What stays of a hand before as many others are drawn as are put aside.
    fn redraw(&self, keep: &Tally, hand: &[u32], size: u32) -> Result<Vec<u32>, DealError> {
        let (all, sure) = (self.random(size), self.sure(size));
        let rest = self.classes.without(hand);
        let mut best: Option<(f64, Vec<u32>)> = None;
        let mut fault = None;
        // The most cards stay first, so that of equal ways the one with fewer changes is found.
        for left in (0..=all).rev() {
            each_part(hand, left, &mut |stay| {
                let from = sure + self.classes.sum(stay);
                match rest.count(all - left, from, &|sum| keep.holds(sum)) {
                    Ok(odds) if best.as_ref().is_none_or(|(most, _)| odds.value() > *most + 1e-12) => {
                        best = Some((odds.value(), stay.to_vec()));
                    }
                    Ok(_) => {}
                    Err(e) => fault = Some(e),
                }
            });
        }
        match (fault, best) {
            (Some(fault), _) => Err(fault),
            (None, best) => Ok(best.map_or_else(|| hand.to_vec(), |(_, stay)| stay)),
        }
    }
}

pub(super) fn bytes(counts: &[u32]) -> Vec<u8> {
    counts.iter().map(|n| u8::try_from(*n).expect("a hand has at most 250 cards")).collect()
}

/// Every way to take `left` cards of a hand, by cards of each class; those with more of the first classes come first.
pub(super) fn each_part(hand: &[u32], left: u32, see: &mut impl FnMut(&[u32])) {
    fn go(hand: &[u32], left: u32, taken: &mut Vec<u32>, see: &mut impl FnMut(&[u32])) {
        let Some(n) = hand.get(taken.len()) else {
            see(taken);
            return;
        };
        let later: u32 = hand[taken.len() + 1..].iter().sum();
        for take in (left.saturating_sub(later)..=left.min(*n)).rev() {
            taken.push(take);
            go(hand, left - take, taken, see);
            taken.pop();
        }
    }
    go(hand, left, &mut Vec::with_capacity(hand.len()), see);
}
