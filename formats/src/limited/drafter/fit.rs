//! Ratings out of what happened: which cards people took before others, and how decks with a card fared. Both only
//! move the declared rating as far as there is evidence for, and say how much there was.

use std::fmt::Write;

use catalog::localize::{localize_percent, prose};
use catalog::read::{Document, Problem, Problems};
use catalog::tr;
use catalog::{CardIx, GameData};

use crate::limited::booster::{self, Ratings};

/// A pick: what lay there, and what was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservedPick {
    /// The pack, the card that was taken included.
    pub pack: Vec<CardIx>,
    /// The card.
    pub taken: CardIx,
}

/// How a deck fared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeckResult {
    /// Its cards; copies count once.
    pub cards: Vec<CardIx>,
    /// Games won, times two; a draw is one.
    pub halves: u32,
    /// Games.
    pub games: u32,
}

/// A correction of a card's rating.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingCorrection {
    /// The card.
    pub card: CardIx,
    /// In hundredths of a point.
    pub points: i32,
    /// The evidence.
    pub why: String,
}

/// Packs with a card that count as much as the declared rating.
const PACKS: f64 = 20.0;
/// Games with a card that count as much as the declared rating. Cards of a set move what decks with them win by some 2.5 points: a
/// quarter, the spread of one game, by the square of that.
const GAMES: f64 = 400.0;
/// Hundredths of a point for a card that is taken e times as readily.
const READILY: f64 = 900.0;
/// Hundredths of a point for a hundred percent of games won. A card is one of many in a deck, so that what it wins is little beside
/// what it is worth: with a third of this, bots win far less (docs/strength.md).
const WINS: f64 = 18_000.0;
/// Rounds of the fit; it moves by less than a point long before.
const ROUNDS: usize = 40;

/// What picks say beyond the declared ratings: a Plackett–Luce model, fitted by Hunter's minorization (2004), in which
/// each card is taken in proportion to its strength among those that lie there. The declared rating is where it starts
/// from, and counts as much as `PACKS` packs with the card.
pub fn from_picks(game: &GameData, declared: &Ratings, picks: &[ObservedPick]) -> Vec<RatingCorrection> {
    let n = game.cards.len();
    let (mut seen, mut taken) = (vec![0u32; n], vec![0u32; n]);
    for pick in picks {
        let mut cards = pick.pack.clone();
        cards.sort_unstable();
        cards.dedup();
        cards.iter().for_each(|c| seen[c.at()] += 1);
        taken[pick.taken.at()] += 1;
    }
    let prior: Vec<f64> = (0..n).map(|card| (f64::from(declared[card].points) / READILY).exp()).collect();
    let mut strength = prior.clone();
    for _ in 0..ROUNDS {
        // What a card's strength is divided by: over the picks it lay in, one by the strength that lay there.
        let mut share = vec![0.0; n];
        for pick in picks {
            let all: f64 = pick.pack.iter().map(|c| strength[c.at()]).sum();
            pick.pack.iter().for_each(|c| share[c.at()] += 1.0 / all);
        }
        for card in (0..n).filter(|c| seen[*c] > 0) {
            // Beside the picks, some in which a card of the declared strength met one like itself.
            let (won, lost) =
                (f64::from(taken[card]) + PACKS / 2.0, share[card] + PACKS / (strength[card] + prior[card]));
            strength[card] = won / lost;
        }
    }
    let moved = |card: usize| READILY * (strength[card] / prior[card]).ln();
    // Strengths only mean something beside each other: what all cards moved by is no news.
    let weight: f64 = seen.iter().map(|s| f64::from(*s)).sum();
    let all: f64 = (0..n).filter(|c| seen[*c] > 0).map(|c| moved(c) * f64::from(seen[c])).sum();
    let shift = if weight > 0.0 { all / weight } else { 0.0 };
    let corrections = (0..n).filter(|c| seen[*c] > 0).map(|card| RatingCorrection {
        card: CardIx(card as u32),
        points: (moved(card) - shift).round() as i32,
        why: format!("taken from {} of {} packs", taken[card], seen[card]),
    });
    corrections.filter(|c| c.points != 0).collect()
}

/// What results say: how much more often decks with a card won than all decks did.
pub fn from_results(game: &GameData, results: &[DeckResult]) -> Vec<RatingCorrection> {
    let sum = |of: &dyn Fn(&DeckResult) -> u32| results.iter().map(|r| u64::from(of(r))).sum::<u64>();
    let all = (sum(&|r| r.halves), sum(&|r| r.games));
    let mut with = vec![(0u64, 0u64); game.cards.len()];
    for fared in results {
        let mut cards = fared.cards.clone();
        cards.sort_unstable();
        cards.dedup();
        for card in cards {
            let (halves, games) = &mut with[card.at()];
            (*halves, *games) = (*halves + u64::from(fared.halves), *games + u64::from(fared.games));
        }
    }
    from_counts(all, &with)
}

/// The same out of sums, each the games won, times two, and the games: of all decks, and of those with each card.
pub fn from_counts(all: (u64, u64), with: &[(u64, u64)]) -> Vec<RatingCorrection> {
    let share = |(halves, games): (u64, u64)| halves as f64 / (2 * games.max(1)) as f64;
    let usual = share(all);
    let corrections = with.iter().enumerate().filter(|(_, with)| with.1 > 0).map(|(card, with)| {
        let (won, n) = (share(*with), with.1 as f64);
        RatingCorrection {
            card: CardIx(card as u32),
            points: (WINS * (won - usual) * n / (n + GAMES)).round() as i32,
            why: format!("decks with it won {:.0}% of {} games", 100.0 * won, with.1),
        }
    });
    corrections.filter(|c| c.points != 0).collect()
}

/// The reason of a rating in the language of the reader: evidence that was found here, or a reason of the game's data.
pub(super) fn localize_evidence(why: &str) -> String {
    let counted = |words: [&str; 3]| -> Option<(u64, u64)> {
        let rest = why.strip_prefix(words[0])?.strip_suffix(words[2])?;
        let (one, other) = rest.split_once(words[1])?;
        Some((one.parse().ok()?, other.parse().ok()?))
    };
    if let Some((percent, games)) = counted(["decks with it won ", "% of ", " games"]) {
        return tr!("decks with it won {share} of {games} games", share = localize_percent(percent), games);
    }
    if let Some((taken, packs)) = counted(["taken from ", " of ", " packs"]) {
        return tr!("taken from {taken} of {packs} packs", taken, packs);
    }
    prose(why)
}

/// The corrections as rows of a booster's file, the greatest first: they can be pasted there, or read with [`read`].
pub fn write(game: &GameData, corrections: &[RatingCorrection]) -> String {
    let mut sorted: Vec<&RatingCorrection> = corrections.iter().collect();
    sorted.sort_by_key(|c| (std::cmp::Reverse(c.points.abs()), c.card));
    let mut out = String::from("source = \"house set\"\n");
    for c in sorted {
        let id = &game.card(c.card).id;
        let _ = write!(out, "\n[[rating]]\nof = \"id:{id}\"\npoints = {}\nwhy = \"{}\"\n", c.points, c.why);
    }
    out
}

/// Reads ratings: rows as a booster's file has them.
///
/// # Errors
/// Every fault with its place.
pub fn read(file: &str, text: &str, game: &GameData) -> Result<Ratings, Vec<Problem>> {
    let problems = Problems::default();
    let ratings = {
        let document = Document::parse(file, text, &problems);
        let t = document.root();
        t.source();
        booster::read_ratings(&t, game)
    };
    problems.into_result().map(|()| ratings)
}
