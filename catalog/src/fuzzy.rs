//! Names as people type them: with typos, initials and gaps.

use std::borrow::Cow;

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

use crate::card::CardIx;
use crate::fold::fold;
use crate::game::Game;

/// The cards whose names answer `typed`, best first: exact names, then names that begin with it, then
/// names that hold it, then names with its letters in order, then names a few typos away.
pub fn names(game: &Game, typed: &str, limit: usize) -> Vec<CardIx> {
    ranked(game, typed, limit).into_iter().map(|(_, ix)| ix).collect()
}

/// The one card that `typed` can only mean: alone in the best class of [`names`].
pub fn only(game: &Game, typed: &str) -> Option<CardIx> {
    match ranked(game, typed, 2)[..] {
        [(_, ix)] => Some(ix),
        [(best, ix), (next, _)] if best < next => Some(ix),
        _ => None,
    }
}

/// With the class of each: 0 exact, 1 begins, 2 holds, 3 letters in order, 4 typos.
fn ranked(game: &Game, typed: &str, limit: usize) -> Vec<(u8, CardIx)> {
    let typed = plain(typed);
    if typed.is_empty() {
        return Vec::new();
    }
    let letters = letters_of(&typed);
    let skim = SkimMatcherV2::default();
    let mut found: Vec<(u8, i64, CardIx)> = Vec::new();
    for ix in game.indices() {
        let folded = game.card(ix).folded_name();
        let name = if folded.contains('-') { Cow::Owned(folded.replace('-', " ")) } else { Cow::Borrowed(folded) };
        let rank = if *name == typed {
            Some((0, 0))
        } else if name.starts_with(&typed) {
            Some((1, name.len() as i64))
        } else if name.contains(&typed) {
            Some((2, name.len() as i64))
        } else if letters & !letters_of(&name) == 0 {
            skim.fuzzy_match(&name, &typed).map(|score| (3, -score))
        } else {
            None
        };
        if let Some((class, cost)) = rank.or_else(|| near(&name, &typed).map(|d| (4, d))) {
            found.push((class, cost, ix));
        }
    }
    found.sort_unstable();
    found.truncate(limit);
    found.into_iter().map(|(class, _, ix)| (class, ix)).collect()
}

/// The one card that `typed` most likely means: a name at most a few typos away, nothing looser.
pub fn suggestion(game: &Game, typed: &str) -> Option<CardIx> {
    let typed = plain(typed);
    let distance = |ix: &CardIx| near(&plain(&game.card(*ix).name), &typed).map(|d| (d, *ix));
    game.indices().filter_map(|ix| distance(&ix)).min().map(|(_, ix)| ix)
}

/// Folded, with hyphens as blanks: nobody remembers where they stand.
fn plain(name: &str) -> String {
    fold(name.trim()).replace('-', " ")
}

fn near(name: &str, typed: &str) -> Option<i64> {
    let reach = 1 + typed.chars().count() / 5;
    if name.chars().count().abs_diff(typed.chars().count()) > reach {
        return None;
    }
    let distance = strsim::osa_distance(name, typed);
    (distance <= reach).then_some(distance as i64)
}

/// Which letters and digits a folded text has, as a bit mask: a cheap way to rule out most names.
fn letters_of(text: &str) -> u64 {
    text.bytes().fold(0, |mask, b| match b {
        b'a'..=b'z' => mask | 1 << (b - b'a'),
        b'0'..=b'9' => mask | 1 << (b - b'0' + 26),
        _ => mask,
    })
}
