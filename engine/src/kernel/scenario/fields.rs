//! What scenarios of every game write alike: cards, seats, numbers; and what differs from what they say.

use catalog::read::TomlTable as Toml;
use catalog::{CardIx, GameData};

use crate::kernel::match_options::MatchOptions;

/// The card that is named; a name that no card has is a fault.
pub(crate) fn card(t: &Toml<'_>, key: &str, name: &str, game: &GameData) -> CardIx {
    game.find(name).unwrap_or_else(|| {
        if !name.is_empty() {
            t.problem_in_list(
                key,
                name,
                format!("there is no card `{name}`"),
                Some(catalog::load::unknown_card_hint(game, name)),
            );
        }
        CardIx(0)
    })
}

/// Cards by name.
pub(crate) fn cards(t: &Toml<'_>, key: &str, game: &GameData) -> Vec<CardIx> {
    t.texts(key).iter().map(|name| card(t, key, name, game)).collect()
}

/// A number that fits.
pub(crate) fn small<T: TryFrom<i32>>(t: &Toml<'_>, key: &str) -> Option<T> {
    let n = t.number_if(key)?;
    T::try_from(n).map_err(|_| t.problem_at(key, "too large a number", None)).ok()
}

/// A seat, which is written from 1.
pub(crate) fn seat(t: &Toml<'_>, key: &str) -> Option<u8> {
    let n: u8 = small(t, key)?;
    if n == 0 {
        t.problem_at(key, "seats are counted from 1", None);
    }
    Some(n.saturating_sub(1))
}

/// The rulings of a scenario, or what is wrong with them.
pub(crate) fn match_options<R: MatchOptions>(pairs: &[(String, String)]) -> (R, Option<String>) {
    match R::from_pairs(pairs) {
        Ok(rulings) => (rulings, None),
        Err(e) => (R::default(), Some(e.to_string())),
    }
}

/// `seat1`, `seat2` and so on up to `most`: two at least.
pub(crate) fn seats<S>(t: &Toml<'_>, most: usize, read: impl Fn(&Toml<'_>) -> S) -> Vec<S> {
    let mut sides = Vec::new();
    for n in 1..=most {
        match t.table_if(&format!("seat{n}")) {
            Some(table) => sides.push(read(&table)),
            None if n <= 2 => t.problem(format!("`seat{n}` is missing"), None),
            None => break,
        }
    }
    sides
}

/// Ids of keywords.
pub(crate) fn keywords(t: &Toml<'_>, game: &GameData) -> Vec<String> {
    let known: Vec<&str> = game.keywords.iter().map(|k| k.id.as_str()).collect();
    let words = t.texts("keywords");
    for word in &words {
        t.one_of("keywords", word, "keyword", &known);
    }
    words
}

/// What differs: what, expected, actual.
#[derive(Default)]
pub(crate) struct StateDifferences(pub Vec<(String, String, String)>);

impl StateDifferences {
    /// Notes a difference, if anything is expected.
    pub fn compare<T: PartialEq + std::fmt::Display>(&mut self, what: &str, expected: Option<T>, actual: T) {
        if let Some(expected) = expected
            && expected != actual
        {
            self.0.push((what.to_owned(), expected.to_string(), actual.to_string()));
        }
    }
}
