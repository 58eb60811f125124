//! Exact odds: the multivariate hypergeometric distribution, counted in whole numbers.

use std::collections::{BTreeMap, HashMap};

use catalog::GameData;
use catalog::query::CountQuery;

use super::hands::opener_first;
use super::mulligan::{HandStage, MulliganRule, Retention, bytes};
use super::tally::{Tally, Weight};
use super::{DealError, LabDeck};

/// An exact probability: `hits` of `of` equally likely hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExactOdds {
    /// Hands for which it holds.
    pub hits: u128,
    /// All hands.
    pub of: u128,
}

impl ExactOdds {
    /// As a number from 0 to 1.
    pub fn value(self) -> f64 {
        self.hits as f64 / self.of as f64
    }
}

/// A deck sorted into classes of cards that a question cannot tell apart.
pub(super) struct CardClasses {
    /// What each card of the class adds, and how many cards there are.
    classes: Vec<(Weight, u32)>,
    cards: u32,
}

impl CardClasses {
    pub fn new(weights: impl Iterator<Item = Weight>) -> CardClasses {
        let mut classes: Vec<(Weight, u32)> = Vec::new();
        let mut cards = 0;
        for weight in weights {
            cards += 1;
            match classes.iter_mut().find(|(w, _)| *w == weight) {
                Some((_, n)) => *n += 1,
                None => classes.push((weight, 1)),
            }
        }
        CardClasses { classes, cards }
    }

    /// Hands of `drawn` cards, or of all there are, with weights that on top of `from` do what is asked.
    pub fn count(&self, drawn: u32, from: Weight, holds: &impl Fn(Weight) -> bool) -> Result<ExactOdds, DealError> {
        let drawn = drawn.min(self.cards);
        let too_large = || DealError::TooLargeForExact { cards: self.cards as usize, drawn };
        let of = choose(self.cards, drawn).ok_or_else(too_large)?;
        let hits = self.walk(0, drawn, from, 1, holds).ok_or_else(too_large)?;
        Ok(ExactOdds { hits, of })
    }

    /// Every hand of `drawn` cards: how many of each class, and in how many ways it is dealt.
    pub fn hands(&self, drawn: u32, see: &mut impl FnMut(&[u32], u128)) -> Result<(), DealError> {
        let too_large = || DealError::TooLargeForExact { cards: self.cards as usize, drawn };
        self.deal(drawn.min(self.cards), 1, &mut Vec::new(), see).ok_or_else(too_large)
    }

    fn deal(&self, left: u32, ways: u128, taken: &mut Vec<u32>, see: &mut impl FnMut(&[u32], u128)) -> Option<()> {
        let Some((_, n)) = self.classes.get(taken.len()) else {
            see(taken, ways);
            return Some(());
        };
        let later: u32 = self.classes[taken.len() + 1..].iter().map(|(_, n)| n).sum();
        for take in left.saturating_sub(later)..=left.min(*n) {
            let ways = ways.checked_mul(choose(*n, take)?)?;
            taken.push(take);
            self.deal(left - take, ways, taken, see)?;
            taken.pop();
        }
        Some(())
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// The class of a card that adds this.
    pub fn class_of(&self, weight: Weight) -> usize {
        self.classes.iter().position(|(w, _)| *w == weight).expect("each card of the deck has a class")
    }

    /// What so many cards of each class add up to.
    pub fn sum(&self, taken: &[u32]) -> Weight {
        self.classes.iter().zip(taken).map(|((weight, _), n)| weight * Weight::from(*n)).sum()
    }

    /// The deck without so many cards of each class.
    pub fn without(&self, taken: &[u32]) -> CardClasses {
        let left = |((weight, n), taken): (&(Weight, u32), &u32)| (*weight, n - taken);
        let classes = self.classes.iter().zip(taken).map(left).collect();
        CardClasses { classes, cards: self.cards - taken.iter().sum::<u32>() }
    }

    /// Adds up the hands that take `left` more cards from the classes from `at` on.
    fn walk(&self, at: usize, left: u32, sum: Weight, ways: u128, holds: &impl Fn(Weight) -> bool) -> Option<u128> {
        let Some((weight, n)) = self.classes.get(at) else {
            return Some(if left == 0 && holds(sum) { ways } else { 0 });
        };
        let later: u32 = self.classes[at + 1..].iter().map(|(_, n)| n).sum();
        let mut total = 0u128;
        for take in left.saturating_sub(later)..=left.min(*n) {
            let ways = ways.checked_mul(choose(*n, take)?)?;
            let sum = sum + weight * Weight::from(take);
            total = total.checked_add(self.walk(at + 1, left - take, sum, ways, holds)?)?;
        }
        Some(total)
    }
}

/// `n` over `k`; `None` if it does not fit.
fn choose(n: u32, k: u32) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    let k = k.min(n - k);
    (0..k).try_fold(1u128, |c, i| c.checked_mul(u128::from(n - i)).map(|c| c / u128::from(i + 1)))
}

/// The odds that a question holds for the opening hand and `drawn` cards after it, without mulligans.
///
/// # Errors
/// When the question or the numbers are too large.
pub fn question_odds(
    game: &GameData,
    stack: &LabDeck,
    question: &CountQuery,
    drawn: u32,
) -> Result<ExactOdds, DealError> {
    let tally = Tally::new(question)?;
    let random = stack.cards.iter().enumerate().filter(|(i, _)| Some(*i) != stack.opener);
    let classes = CardClasses::new(random.map(|(_, c)| tally.weight(game, *c)));
    let from = stack.opener.map_or(0, |o| tally.weight(game, stack.cards[o]));
    classes.count(stack.random_cards() + drawn, from, &|sum| tally.holds(sum))
}

/// What the opening hand comes to under a mulligan and a keep rule.
#[derive(Debug, Clone, PartialEq)]
pub struct OpeningOdds {
    /// For each hand that is come to, one after the other: how likely that is, and that it is then kept.
    pub sizes: Vec<SizeOdds>,
    /// For each question: how likely it holds for the hand that is kept.
    pub questions: Vec<f64>,
}

/// One hand size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SizeOdds {
    /// Cards.
    pub size: u32,
    /// The odds of coming to this size.
    pub reached: f64,
    /// The odds of keeping such a hand.
    pub kept: f64,
}

impl OpeningOdds {
    /// The same size by size: hands of one size are one.
    pub fn by_size(&self) -> Vec<SizeOdds> {
        let mut sizes: Vec<SizeOdds> = Vec::new();
        for stage in &self.sizes {
            match sizes.last_mut().filter(|before| before.size == stage.size) {
                Some(before) => before.kept = 1.0 - (1.0 - before.kept) * (1.0 - stage.kept),
                None => sizes.push(*stage),
            }
        }
        sizes
    }
}

/// The exact opening under a mulligan: hand by hand, since each new one is dealt from the whole deck. Which cards stay where
/// some are chosen, [`super::mulligan`] says.
///
/// # Errors
/// When a question or the numbers are too large.
pub fn opening(
    game: &GameData,
    stack: &LabDeck,
    mulligan: MulliganRule,
    keep: &CountQuery,
    questions: &[CountQuery],
) -> Result<OpeningOdds, DealError> {
    let mut opening = OpeningOdds { sizes: Vec::new(), questions: vec![0.0; questions.len()] };
    let mut chosen = None;
    let mut reached = 1.0;
    for stage in mulligan.stages(stack.hand) {
        let size = stage.size;
        if stage.chosen() {
            let chosen = match &mut chosen {
                Some(chosen) => chosen,
                empty => empty.insert(ChosenHands::new(game, stack, keep, questions)?),
            };
            let (kept, held) = if stage.redrawn { chosen.redrawn(stage)? } else { chosen.put_back(stage)? };
            // Of a hand that is redrawn only those are looked at that were not kept before.
            let (kept, before) = if stage.redrawn { (1.0, 1.0) } else { (kept, reached) };
            opening.questions.iter_mut().zip(held).for_each(|(odds, held)| *odds += before * held);
            opening.sizes.push(SizeOdds { size, reached, kept });
            reached *= 1.0 - kept;
            continue;
        }
        // No hand, no opener in it.
        let smaller = LabDeck { hand: size, opener: stack.opener.filter(|_| size > 0), ..stack.clone() };
        // The last hand is kept whatever it is.
        let forced = stage.last;
        let kept = if forced { 1.0 } else { question_odds(game, &smaller, keep, 0)?.value() };
        for (odds, question) in opening.questions.iter_mut().zip(questions) {
            let both = if forced { question.clone() } else { CountQuery::And(vec![keep.clone(), question.clone()]) };
            *odds += reached * question_odds(game, &smaller, &both, 0)?.value();
        }
        opening.sizes.push(SizeOdds { size, reached, kept });
        reached *= 1.0 - kept;
    }
    Ok(opening)
}

/// Hands of which some cards stay: by the classes of the keep rule, and for each the odds of every question.
struct ChosenHands {
    keep: Tally,
    retention: Retention,
    questions: Vec<Tally>,
    /// `[question][class of the keep rule]`: what its cards add to the question.
    parts: Vec<Vec<CardClasses>>,
    /// `[question]`: what the opener adds.
    sure: Vec<Weight>,
    known: HashMap<(u32, Vec<u8>), Vec<f64>>,
}

impl ChosenHands {
    fn new(
        game: &GameData,
        stack: &LabDeck,
        keep: &CountQuery,
        questions: &[CountQuery],
    ) -> Result<ChosenHands, DealError> {
        let (keep, questions) = (Tally::new(keep)?, questions.iter().map(Tally::new).collect::<Result<Vec<_>, _>>()?);
        let cards = opener_first(stack);
        let weights = |tally: &Tally| cards.iter().map(|card| tally.weight(game, *card)).collect::<Vec<_>>();
        let retention = Retention::new(stack, &weights(&keep));
        let shift = cards.len() - retention.class_of.len();
        let part = |added: &[Weight], class: usize| {
            let own = retention.class_of.iter().zip(&added[shift..]).filter(|(c, _)| usize::from(**c) == class);
            CardClasses::new(own.map(|(_, weight)| *weight))
        };
        let added: Vec<Vec<Weight>> = questions.iter().map(weights).collect();
        let parts = added.iter().map(|added| (0..retention.classes.len()).map(|class| part(added, class)).collect());
        let sure = added.iter().map(|added| if shift > 0 { added[0] } else { 0 }).collect();
        Ok(ChosenHands { parts: parts.collect(), keep, questions, sure, retention, known: HashMap::new() })
    }

    /// The odds of each question for a hand of so many cards of each class, which are any cards of these.
    fn odds(&mut self, size: u32, stay: &[u8]) -> Result<Vec<f64>, DealError> {
        let key = (size, stay.to_vec());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let mut all = Vec::with_capacity(self.questions.len());
        for ((question, parts), sure) in self.questions.iter().zip(&self.parts).zip(&self.sure) {
            let mut sums = BTreeMap::from([(if size > 0 { *sure } else { 0 }, 1.0)]);
            for (part, n) in parts.iter().zip(stay) {
                let (mut ways, mut of) = (Vec::new(), 0.0);
                part.hands(u32::from(*n), &mut |taken, count| {
                    ways.push((part.sum(taken), count as f64));
                    of += count as f64;
                })?;
                let mut next = BTreeMap::new();
                for (sum, odds) in &sums {
                    ways.iter().for_each(|(add, count)| *next.entry(sum + add).or_insert(0.0) += odds * count / of);
                }
                sums = next;
            }
            all.push(sums.iter().filter(|(sum, _)| question.holds(**sum)).map(|(_, odds)| odds).sum());
        }
        self.known.insert(key, all.clone());
        Ok(all)
    }

    /// Every hand of a stage with its odds.
    fn hands(&self, dealt: u32) -> Result<Vec<(Vec<u32>, f64)>, DealError> {
        let (mut all, mut of) = (Vec::new(), 0.0);
        self.retention.classes.hands(self.retention.random(dealt), &mut |taken, ways| {
            all.push((taken.to_vec(), ways as f64));
            of += ways as f64;
        })?;
        all.iter_mut().for_each(|(_, odds)| *odds /= of);
        Ok(all)
    }

    /// How likely a hand is kept of which some cards go to the bottom, and that it is and each question holds.
    fn put_back(&mut self, stage: HandStage) -> Result<(f64, Vec<f64>), DealError> {
        let stays = self.retention.stays(&self.keep, stage)?;
        let (mut kept, mut held) = (0.0, vec![0.0; self.questions.len()]);
        for (hand, odds) in self.hands(stage.dealt)? {
            let Some(stay) = &stays[&bytes(&hand)] else { continue };
            kept += odds;
            let each = self.odds(stage.size, stay)?;
            held.iter_mut().zip(each).for_each(|(held, each)| *held += odds * each);
        }
        Ok((kept, held))
    }

    /// How likely a hand is redrawn, and that it is and each question holds then.
    fn redrawn(&mut self, stage: HandStage) -> Result<(f64, Vec<f64>), DealError> {
        let stays = self.retention.stays(&self.keep, stage)?;
        let (mut drawn, mut held) = (0.0, vec![0.0; self.questions.len()]);
        let sure = self.retention.sure(stage.dealt);
        for (hand, odds) in self.hands(stage.dealt)? {
            if self.keep.holds(sure + self.retention.classes.sum(&hand)) {
                continue;
            }
            drawn += odds;
            let stay = stays[&bytes(&hand)].clone().unwrap_or_default();
            let left = self.retention.random(stage.size) - stay.iter().map(|n| u32::from(*n)).sum::<u32>();
            let (mut news, mut of) = (Vec::new(), 0.0);
            self.retention.classes.without(&hand).hands(left, &mut |taken, ways| {
                news.push((taken.to_vec(), ways as f64));
                of += ways as f64;
            })?;
            for (taken, ways) in news {
                let whole: Vec<u32> = stay.iter().zip(&taken).map(|(stay, new)| u32::from(*stay) + new).collect();
                let each = self.odds(stage.size, &bytes(&whole))?;
                held.iter_mut().zip(each).for_each(|(held, each)| *held += odds * ways / of * each);
            }
        }
        Ok((drawn, held))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials() {
        assert_eq!(choose(60, 7), Some(386_206_920));
        assert_eq!(choose(5, 6), Some(0));
        assert_eq!(choose(100, 50), Some(100_891_344_545_564_193_334_812_497_256));
        assert_eq!(choose(250, 125), None);
    }
}
