//! The best way to keep opening hands: by backward induction over their sizes, exact. A hand is kept if what is wanted
//! is at least as likely with it as with a new hand of the next size. What is wanted is a question about the cards seen
//! by some turn; only the cards that the question counts tell hands apart.

use catalog::GameData;
use catalog::game::goldfish::Mulligan;
use catalog::query::CountQuery;
use catalog::tr;

use super::odds::CardClasses;
use super::tally::Tally;
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
    mulligan: Mulligan,
    goal: &CountQuery,
    drawn: u32,
) -> Result<KeepPolicy, DealError> {
    let tally = Tally::new(goal)?;
    let weight = |card| tally.weight(game, card);
    let random = stack.cards.iter().enumerate().filter(|(i, _)| Some(*i) != stack.opener);
    let classes = CardClasses::new(random.map(|(_, c)| weight(*c)));
    let last = if mulligan == Mulligan::Paris { 0 } else { stack.hand };
    let (mut sizes, mut next): (Vec<SizePolicy>, Option<f64>) = (Vec::new(), None);
    let mut without = 0.0;
    for size in last..=stack.hand {
        // No hand, no opener in it.
        let sure = stack.opener.filter(|_| size > 0).map_or(0, |o| weight(stack.cards[o]));
        let dealt = size - u32::from(stack.opener.is_some() && size > 0);
        let mut all: Vec<(Vec<u32>, u128)> = Vec::new();
        classes.hands(dealt, &mut |taken, ways| all.push((taken.to_vec(), ways)))?;
        let of = all.iter().map(|(_, ways)| *ways).sum::<u128>() as f64;
        let mut hands = Vec::with_capacity(all.len());
        for (taken, ways) in all {
            let from = sure + classes.sum(&taken);
            let value = classes.without(&taken).count(drawn, from, &|sum| tally.holds(sum))?.value();
            let keep = next.is_none_or(|next| value >= next);
            hands.push(HandClass { counts: tally.counts(from), odds: ways as f64 / of, value, keep });
        }
        let value = hands.iter().map(|h| h.odds * if h.keep { h.value } else { next.unwrap_or(h.value) }).sum();
        let kept = hands.iter().filter(|h| h.keep).map(|h| h.odds).sum();
        without = hands.iter().map(|h| h.odds * h.value).sum();
        sizes.push(SizePolicy { size, value, kept, hands });
        next = Some(value);
    }
    sizes.reverse();
    let counts = tally.queries().iter().map(|q| q.print(game)).collect();
    Ok(KeepPolicy { value: next.unwrap_or(0.0), without, counts, sizes })
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
