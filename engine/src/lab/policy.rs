//! The best way to keep opening hands: by backward induction over their sizes, exact. A hand is kept if what is wanted
//! is at least as likely with it as with a new hand of the next size. What is wanted is a question about the cards seen
//! by some turn; only the cards that the question counts tell hands apart.

use catalog::GameData;
use catalog::game::goldfish::Mulligan;
use catalog::query::CountQuery;
use catalog::tr;

use super::mulligan::{HandStage, MulliganRule, each_part};
use super::odds::CardClasses;
use super::tally::{Tally, Weight};
use super::{DealError, LabDeck};

/// A way to keep hands, and what it is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct KeepPolicy {
    /// How likely what is wanted is, before the first hand is seen.
    pub value: f64,
    /// How likely it is if every first hand is kept.
    pub without: f64,
    /// What is counted, in words of the query language.
    pub counts: Vec<String>,
    /// Each size from the first hand down.
    pub sizes: Vec<SizePolicy>,
}

/// Hands of one size.
#[derive(Debug, Clone, PartialEq)]
pub struct SizePolicy {
    /// Cards.
    pub size: u32,
    /// How likely what is wanted is before the hand is seen.
    pub value: f64,
    /// How likely such a hand is kept.
    pub kept: f64,
    /// Every kind of hand.
    pub hands: Vec<HandClass>,
}

/// Hands that hold the same.
#[derive(Debug, Clone, PartialEq)]
pub struct HandClass {
    /// How many of each thing counted.
    pub counts: Vec<u32>,
    /// How likely such a hand is.
    pub odds: f64,
    /// How likely what is wanted is, if it is kept.
    pub value: f64,
    /// Whether it is kept.
    pub keep: bool,
}

/// The best way to keep hands, where `goal` is wanted among the opening hand and `drawn` cards after it.
///
/// # Errors
/// When the question or the numbers are too large.
pub fn best_policy(
    game: &GameData,
    stack: &LabDeck,
    mulligan: MulliganRule,
    goal: &CountQuery,
    drawn: u32,
) -> Result<KeepPolicy, DealError> {
    let tally = Tally::new(goal)?;
    let weight = |card| tally.weight(game, card);
    let random = stack.cards.iter().enumerate().filter(|(i, _)| Some(*i) != stack.opener);
    let classes = CardClasses::new(random.map(|(_, c)| weight(*c)));
    let (mut sizes, mut next): (Vec<SizePolicy>, Option<f64>) = (Vec::new(), None);
    let (mut without, mut whole) = (0.0, 0.0);
    // A hand that is redrawn is judged with the one that it was.
    let stages = mulligan.stages(stack.hand).into_iter().filter(|stage| !stage.redrawn).rev();
    for stage in stages {
        let HandStage { size, dealt, .. } = stage;
        // No hand, no opener in it.
        let sure = stack.opener.filter(|_| size > 0).map_or(0, |o| weight(stack.cards[o]));
        let random = |n: u32| n - u32::from(stack.opener.is_some() && n > 0);
        let (dealt, left) = (random(dealt), random(size));
        let redraws = mulligan.mulligan == Mulligan::Redraw;
        let mut all: Vec<(Vec<u32>, u128)> = Vec::new();
        classes.hands(dealt, &mut |taken, ways| all.push((taken.to_vec(), ways)))?;
        let of = all.iter().map(|(_, ways)| *ways).sum::<u128>() as f64;
        let mut hands = Vec::with_capacity(all.len());
        for (taken, ways) in all {
            let from = sure + classes.sum(&taken);
            let rest = classes.without(&taken);
            let mut value = best_part(&classes, &taken, (left, drawn), sure, &tally)?;
            let mut keep = next.is_none_or(|next| value >= next);
            if redraws {
                let other = best_redraw(&classes, &taken, drawn, sure, &tally)?;
                (keep, value) = (value + LEVEL >= other, value.max(other));
                whole += ways as f64 / of * rest.count(drawn, from, &|sum| tally.holds(sum))?.value();
            }
            hands.push(HandClass { counts: tally.counts(from), odds: ways as f64 / of, value, keep });
        }
        let value = hands.iter().map(|h| h.odds * if h.keep { h.value } else { next.unwrap_or(h.value) }).sum();
        let kept = hands.iter().filter(|h| h.keep).map(|h| h.odds).sum();
        without = if redraws { whole } else { hands.iter().map(|h| h.odds * h.value).sum() };
        sizes.push(SizePolicy { size, value, kept, hands });
        next = Some(value);
    }
    sizes.reverse();
    let counts = tally.queries().iter().map(|q| q.print(game)).collect();
    Ok(KeepPolicy { value: next.unwrap_or(0.0), without, counts, sizes })
}

/// Odds that differ by less are equal.
const LEVEL: f64 = 1e-12;

/// How likely what is wanted is with the best cards of a hand, so many of them, if the others are never seen again.
fn best_part(
    classes: &CardClasses,
    hand: &[u32],
    (left, drawn): (u32, u32),
    sure: Weight,
    tally: &Tally,
) -> Result<f64, DealError> {
    let rest = classes.without(hand);
    let mut best: Result<f64, DealError> = Ok(0.0);
    each_part(hand, left, &mut |stay| {
        let odds = rest.count(drawn, sure + classes.sum(stay), &|sum| tally.holds(sum));
        best = match (&best, odds) {
            (Ok(most), Ok(odds)) => Ok(odds.value().max(*most)),
            (Err(e), _) => Err(e.clone()),
            (_, Err(e)) => Err(e),
        };
    });
    best
}

/// How likely what is wanted is if the best of the ways is gone in which some cards of a hand are put aside for as many others.
fn best_redraw(classes: &CardClasses, hand: &[u32], drawn: u32, sure: Weight, tally: &Tally) -> Result<f64, DealError> {
    let (rest, all) = (classes.without(hand), hand.iter().sum::<u32>());
    let mut ways: Vec<Vec<u32>> = Vec::new();
    (0..all).for_each(|left| each_part(hand, left, &mut |stay| ways.push(stay.to_vec())));
    let mut best: f64 = 0.0;
    for stay in ways {
        let mut news = Vec::new();
        rest.hands(all - stay.iter().sum::<u32>(), &mut |taken, ways| news.push((taken.to_vec(), ways as f64)))?;
        let of: f64 = news.iter().map(|(_, ways)| ways).sum();
        let mut value = 0.0;
        for (taken, ways) in news {
            let whole: Vec<u32> = stay.iter().zip(&taken).map(|(stay, new)| stay + new).collect();
            let odds = classes.without(&whole).count(drawn, sure + classes.sum(&whole), &|sum| tally.holds(sum))?;
            value += ways / of * odds.value();
        }
        best = best.max(value);
    }
    Ok(best)
}

impl KeepPolicy {
    /// Which hands of a size are kept, in words: `2 to 5 of (type:terrain)`.
    pub fn describe_kept(&self, size: &SizePolicy) -> String {
        let hands: Vec<&HandClass> = size.hands.iter().collect();
        match kept_phrase(&self.counts, &hands) {
            Phrase::All => tr!("every hand"),
            Phrase::None => tr!("no hand"),
            Phrase::Some(words) => words,
        }
    }
}

#[derive(PartialEq)]
enum Phrase {
    All,
    None,
    Some(String),
}

/// What of hands is kept, by the number of the first thing counted, and for each number by the rest.
fn kept_phrase(counts: &[String], hands: &[&HandClass]) -> Phrase {
    let (kept, all) = (hands.iter().filter(|h| h.keep).count(), hands.len());
    match (counts, kept) {
        (_, 0) => return Phrase::None,
        (_, n) if n == all => return Phrase::All,
        // Hands alike in every count that are not all kept differ in which cards they are: what is more likely counts.
        ([], _) => {
            let odds = |keep: bool| hands.iter().filter(|h| h.keep == keep).map(|h| h.odds).sum::<f64>();
            return if odds(true) >= odds(false) { Phrase::All } else { Phrase::None };
        }
        _ => {}
    }
    let at = hands[0].counts.len() - counts.len();
    let most = hands.iter().map(|h| h.counts[at]).max().unwrap_or(0);
    // Numbers that follow each other and say the same are one.
    let mut groups: Vec<(u32, u32, Phrase)> = Vec::new();
    for n in 0..=most {
        let these: Vec<&HandClass> = hands.iter().copied().filter(|h| h.counts[at] == n).collect();
        if these.is_empty() {
            continue;
        }
        let rest = kept_phrase(&counts[1..], &these);
        match groups.last_mut() {
            Some((_, last, same)) if *same == rest => *last = n,
            _ => groups.push((n, n, rest)),
        }
    }
    let number = |low: u32, high: u32| match (low, high) {
        (low, high) if low == high => format!("{low}"),
        (low, high) if high == most => tr!("{low} or more", low),
        (low, high) => tr!("{low} to {high}", low, high),
    };
    let query = &counts[0];
    let told = groups.iter().filter_map(|(low, high, rest)| match rest {
        Phrase::None => None,
        Phrase::All => Some(tr!("{number} of ({query})", number = number(*low, *high), query)),
        Phrase::Some(rest) => Some(tr!("{number} of ({query}) with {rest}", number = number(*low, *high), query, rest)),
    });
    Phrase::Some(told.collect::<Vec<_>>().join(&tr!(", or ")))
}
