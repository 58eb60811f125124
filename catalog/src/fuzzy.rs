//! Names as people type them: without accents, hyphens and apostrophes, by the beginnings or first letters of their
//! words, with gaps and with typos.

use std::collections::HashMap;

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

use crate::card::CardIx;
use crate::fold::fold;
use crate::game::GameData;

/// How well a name answers what was typed, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchQuality {
    /// It is that name.
    Exact,
    /// The name begins with it.
    Begins,
    /// Its words begin words of the name (`bab mind`), or it is the first letters of words (`bm`).
    Words,
    /// The name holds it.
    Holds,
    /// The name has its letters in that order.
    Letters,
    /// A few typos away.
    Typos,
}

/// The cards whose names answer `typed`, best first: exact names, names that begin with it, names whose words begin
/// with its words or are its initials, names that hold it, names with its letters in order, names a few typos away.
pub fn names(game: &GameData, typed: &str, limit: usize) -> Vec<CardIx> {
    ranked(game, typed, limit).into_iter().map(|(_, ix)| ix).collect()
}

/// The one card that `typed` can only mean: alone in the best class of [`names`].
pub fn only(game: &GameData, typed: &str) -> Option<CardIx> {
    match ranked(game, typed, 2)[..] {
        [(_, ix)] => Some(ix),
        [(best, ix), (next, _)] if best < next => Some(ix),
        _ => None,
    }
}

/// The one card that `typed` most likely means: a name at most a few typos away, nothing looser.
pub fn suggestion(game: &GameData, typed: &str) -> Option<CardIx> {
    let (names, typed) = (names_of(game), Typed::new(typed));
    let near = |(at, name): (usize, &Name)| typed.near(name, names.text(name)).map(|d| (d, CardIx(at as u32)));
    names.all.iter().enumerate().filter_map(near).min().map(|(_, ix)| ix)
}

/// As [`names`], each with how well it answers.
pub fn ranked(game: &GameData, typed: &str, limit: usize) -> Vec<(MatchQuality, CardIx)> {
    names_of(game).ranked(typed, limit).into_iter().map(|(class, at)| (class, CardIx(at as u32))).collect()
}

/// Names made ready for comparing: plain, with their letters, and as words of one vocabulary, so that
/// each different word is looked at once.
#[derive(Debug, Clone, Default)]
pub struct NameIndex {
    text: String,
    all: Vec<Name>,
    words: Vec<u32>,
    vocabulary: Vec<(String, u64)>,
}

#[derive(Debug, Clone, Copy)]
struct Name {
    text: (u32, u32),
    words: (u32, u32),
    letters: u64,
    /// In characters, of which one can be several bytes.
    length: u32,
}

impl Name {
    fn len(&self) -> u32 {
        self.text.1 - self.text.0
    }
}

fn names_of(game: &GameData) -> &NameIndex {
    game.names.get_or_init(|| NameIndex::new(game.cards.iter().map(|card| card.name.as_str())))
}

impl NameIndex {
    /// Makes names ready.
    pub fn new<'a>(all: impl IntoIterator<Item = &'a str>) -> NameIndex {
        let mut names = NameIndex::default();
        let mut known: HashMap<String, u32> = HashMap::new();
        for name in all {
            let name = plain(name);
            let (text, words) = (names.text.len() as u32, names.words.len() as u32);
            names.text.push_str(&name);
            for word in name.split(' ') {
                let id = *known.entry(word.to_owned()).or_insert_with(|| {
                    names.vocabulary.push((word.to_owned(), letters_of(word)));
                    names.vocabulary.len() as u32 - 1
                });
                names.words.push(id);
            }
            names.all.push(Name {
                text: (text, names.text.len() as u32),
                words: (words, names.words.len() as u32),
                letters: letters_of(&name),
                length: name.chars().count() as u32,
            });
        }
        names
    }

    /// The names that answer `typed`, best first, by their places.
    pub fn ranked(&self, typed: &str, limit: usize) -> Vec<(MatchQuality, usize)> {
        let typed = Typed::new(typed);
        if typed.text.is_empty() {
            return Vec::new();
        }
        let names = self;
        let mut found: Vec<(MatchQuality, u32, usize)> = Vec::new();
        let mut answered = vec![false; names.all.len()];
        // What a name answers in one way it answers worse in a later one.
        let mut add = |rank: &dyn Fn(&Name) -> Option<(MatchQuality, u32)>| {
            for (at, name) in names.all.iter().enumerate().filter(|(at, _)| !answered[*at]) {
                found.extend(rank(name).map(|(class, cost)| (class, cost, at)));
            }
            found.iter().for_each(|(.., at)| answered[*at] = true);
            found.len()
        };
        let has_letters = |name: &Name| typed.letters & !name.letters == 0;
        let beginnings = typed.beginnings(names);
        let mut enough = add(&|name| has_letters(name).then(|| typed.rank(names, name, &beginnings)).flatten());
        if enough < limit {
            enough = add(&|name| has_letters(name).then(|| typed.gaps(names.text(name))).flatten());
        }
        if enough < limit {
            let typos = typed.typos(names);
            // If a typed word is far from every word, it is far from those of every name.
            let hopeless = typos.iter().any(|costs| costs.iter().all(|cost| *cost == NEVER));
            add(&|name| {
                let whole = typed.near(name, names.text(name));
                let words = || assigned(&typos, names.words(name)).map(|(cost, _)| cost);
                let cost = whole.into_iter().chain(if hopeless { None } else { words() }).min()?;
                Some((MatchQuality::Typos, cost * 100 + name.len()))
            });
        }
        if limit < found.len() {
            found.select_nth_unstable(limit);
            found.truncate(limit);
        }
        found.sort_unstable();
        found.into_iter().map(|(class, _, at)| (class, at)).collect()
    }

    fn text(&self, name: &Name) -> &str {
        &self.text[name.text.0 as usize..name.text.1 as usize]
    }

    fn words(&self, name: &Name) -> &[u32] {
        &self.words[name.words.0 as usize..name.words.1 as usize]
    }
}

/// What was typed, made ready the same way.
struct Typed {
    text: String,
    words: Vec<String>,
    /// Without blanks.
    joined: String,
    /// Scores names that have its letters with gaps.
    scores: SkimMatcherV2,
    letters: u64,
    /// In characters.
    length: u32,
}

impl Typed {
    fn new(typed: &str) -> Typed {
        let text = plain(typed);
        Typed {
            words: text.split(' ').map(str::to_owned).collect(),
            joined: text.replace(' ', ""),
            scores: SkimMatcherV2::default(),
            letters: letters_of(&text),
            length: text.chars().count() as u32,
            text,
        }
    }

    /// How well a name that has all its letters answers it, without gaps and typos.
    fn rank(&self, names: &NameIndex, name: &Name, beginnings: &[Costs]) -> Option<(MatchQuality, u32)> {
        let text = names.text(name);
        if text == self.text {
            return Some((MatchQuality::Exact, 0));
        }
        if text.starts_with(&self.text) {
            return Some((MatchQuality::Begins, name.len()));
        }
        if let Some((_, in_order)) = assigned(beginnings, names.words(name)) {
            return Some((MatchQuality::Words, name.len() + if in_order { 0 } else { 1000 }));
        }
        if let [word] = &self.words[..]
            && let Some(skipped) = initials(text, word)
        {
            return Some((MatchQuality::Words, name.len() + 2000 + 100 * skipped));
        }
        text.contains(&self.text).then(|| (MatchQuality::Holds, name.len()))
    }

    /// How well a name answers it that has its letters in order.
    fn gaps(&self, text: &str) -> Option<(MatchQuality, u32)> {
        let mut rest = text.chars();
        if !self.joined.chars().all(|letter| rest.any(|c| c == letter)) {
            return None;
        }
        let score = self.scores.fuzzy_match(text, &self.joined)?;
        Some((MatchQuality::Letters, (100_000 - score.clamp(0, 99_999)) as u32))
    }

    /// For each word of it, which words of the vocabulary it begins.
    fn beginnings(&self, names: &NameIndex) -> Vec<Costs> {
        let begins = |typed: &str, word: &str| if word.starts_with(typed) { Some(0) } else { None };
        self.costs(names, |typed, (word, _)| begins(typed, word))
    }

    /// For each word of it, how many typos each word of the vocabulary is away, if they are few.
    fn typos(&self, names: &NameIndex) -> Vec<Costs> {
        self.costs(names, |typed, (word, letters)| {
            if word.starts_with(typed) {
                return Some(0);
            }
            let length = typed.chars().count();
            let reach = match length {
                0..4 => return None,
                4..8 => 1,
                _ => 2,
            };
            if (letters_of(typed) & !letters).count_ones() > reach || word.chars().count() + 1 < length {
                return None;
            }
            // It may be the beginning of a longer word.
            let begins: String = word.chars().take(length).collect();
            let distance = strsim::osa_distance(typed, word).min(strsim::osa_distance(typed, &begins)) as u32;
            (distance <= reach).then_some(distance as u8)
        })
    }

    fn costs(&self, names: &NameIndex, cost: impl Fn(&str, &(String, u64)) -> Option<u8>) -> Vec<Costs> {
        let of = |typed: &String| names.vocabulary.iter().map(|word| cost(typed, word).unwrap_or(NEVER)).collect();
        self.words.iter().map(of).collect()
    }

    /// Typos between it and a whole name, if they are few: one, and one more for every five letters.
    fn near(&self, name: &Name, text: &str) -> Option<u32> {
        let reach = 1 + self.length / 5;
        let differ = (self.letters & !name.letters).count_ones().max((name.letters & !self.letters).count_ones());
        if differ > reach || name.length.abs_diff(self.length) > reach {
            return None;
        }
        let distance = strsim::osa_distance(text, &self.text) as u32;
        (distance <= reach).then_some(distance)
    }
}

/// For each word of a vocabulary, how far a typed word is away from it.
type Costs = Vec<u8>;

/// Too far.
const NEVER: u8 = u8::MAX;

/// Whether each typed word finds a word of its own in a name: what that costs, and whether they stand in order.
fn assigned(costs: &[Costs], name: &[u32]) -> Option<(u32, bool)> {
    if costs.len() > name.len() || name.len() > 64 {
        return None;
    }
    let (mut used, mut total, mut last, mut in_order) = (0u64, 0, None, true);
    for typed in costs {
        // The cheapest that is free; of equal ones the first behind the word before, so that `sun s` finds Sun Sun.
        let free = (0..name.len()).filter(|at| used & (1 << at) == 0).map(|at| (typed[name[at] as usize], at));
        let (cost, _, at) =
            free.filter(|(cost, _)| *cost != NEVER).map(|(cost, at)| (cost, last.is_some_and(|l| at < l), at)).min()?;
        in_order &= last.is_none_or(|l| l < at);
        (used, total, last) = (used | 1 << at, total + u32::from(cost), Some(at));
    }
    Some((total, in_order))
}

/// How many words are left out if these are the first letters of a name's words, in order and from the first on.
fn initials(name: &str, letters: &str) -> Option<u32> {
    let mut firsts = name.split(' ').filter_map(|word| word.chars().next());
    let mut typed = letters.chars();
    let mut skipped = 0;
    if letters.chars().count() < 2 || firsts.next() != typed.next() {
        return None;
    }
    for letter in typed {
        skipped += firsts.by_ref().position(|first| first == letter)? as u32;
    }
    Some(skipped)
}

/// Folded, without apostrophes, everything but letters and digits as one blank: nobody remembers where hyphens stand.
fn plain(name: &str) -> String {
    let folded = fold(name);
    let letters: String =
        folded.chars().filter(|c| *c != '\'').map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Which letters and digits a folded text has, as a bit mask: a cheap way to rule out most names.
fn letters_of(text: &str) -> u64 {
    text.bytes().fold(0, |mask, b| match b {
        b'a'..=b'z' => mask | 1 << (b - b'a'),
        b'0'..=b'9' => mask | 1 << (b - b'0' + 26),
        _ => mask,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_have_neither_accents_nor_signs() {
        assert_eq!(plain("  Babbage’s  Mind-Wipe, Éxtra "), "babbages mind wipe extra");
        assert_eq!(plain("…"), "");
    }

    #[test]
    fn initials_begin_with_the_first_word_and_may_leave_words_out() {
        assert_eq!(initials("herald of the ninth wind", "hotnw"), Some(0));
        assert_eq!(initials("herald of the ninth wind", "hnw"), Some(2));
        assert_eq!(initials("herald of the ninth wind", "nw"), None);
    }

    #[test]
    fn every_typed_word_needs_a_word_of_its_own() {
        let costs = |list: &[&[u8]]| list.iter().map(|c| c.to_vec()).collect::<Vec<_>>();
        assert_eq!(assigned(&costs(&[&[0, NEVER], &[NEVER, 0]]), &[0, 1]), Some((0, true)));
        assert_eq!(assigned(&costs(&[&[NEVER, 0], &[0, NEVER]]), &[0, 1]), Some((0, false)));
        assert_eq!(assigned(&costs(&[&[0], &[0]]), &[0]), None);
        assert_eq!(assigned(&costs(&[&[0], &[1]]), &[0, 0]), Some((1, true)));
    }
}
