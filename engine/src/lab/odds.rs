//! Exact odds: the multivariate hypergeometric distribution, counted in whole numbers.

use catalog::GameData;
use catalog::game::goldfish::Mulligan;
use catalog::query::CountQuery;

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
    /// For each size, from the first hand down: how likely it is reached, and then kept.
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

/// The exact opening under a mulligan: size by size, since each new hand is dealt from the whole deck.
///
/// # Errors
/// When a question or the numbers are too large.
pub fn opening(
    game: &GameData,
    stack: &LabDeck,
    mulligan: Mulligan,
    keep: &CountQuery,
    questions: &[CountQuery],
) -> Result<OpeningOdds, DealError> {
    let last = if mulligan == Mulligan::Paris { 0 } else { stack.hand };
    let mut opening = OpeningOdds { sizes: Vec::new(), questions: vec![0.0; questions.len()] };
    let mut reached = 1.0;
    for size in (last..=stack.hand).rev() {
        // No hand, no opener in it.
        let smaller = LabDeck { hand: size, opener: stack.opener.filter(|_| size > 0), ..stack.clone() };
        // The last hand is kept whatever it is.
        let forced = size == last;
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
