//! What scenarios of every game write alike: cards, seats, numbers; and what differs from what they say.

use catalog::read::TomlTable;
use catalog::{CardIx, GameData};

use crate::kernel::outcome::{NoOutcome, Outcome};
use crate::kernel::rules::Actor;

/// The card that is named; a name that no card has is a fault.
pub(crate) fn card(t: &TomlTable<'_>, key: &str, name: &str, game: &GameData) -> CardIx {
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
pub(crate) fn cards(t: &TomlTable<'_>, key: &str, game: &GameData) -> Vec<CardIx> {
    t.texts(key).iter().map(|name| card(t, key, name, game)).collect()
}

/// A number that fits.
pub(crate) fn small<T: TryFrom<i32>>(t: &TomlTable<'_>, key: &str) -> Option<T> {
    let n = t.number_if(key)?;
    T::try_from(n).map_err(|_| t.problem_at(key, "too large a number", None)).ok()
}

/// A seat, which is written from 1.
pub(crate) fn seat(t: &TomlTable<'_>, key: &str) -> Option<u8> {
    let n: u8 = small(t, key)?;
    if n == 0 {
        t.problem_at(key, "seats are counted from 1", None);
    }
    Some(n.saturating_sub(1))
}

/// `seat1`, `seat2` and so on up to `most`: two at least.
pub(crate) fn seats<S>(t: &TomlTable<'_>, most: usize, read: impl Fn(&TomlTable<'_>) -> S) -> Vec<S> {
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
pub(crate) fn keywords(t: &TomlTable<'_>, game: &GameData) -> Vec<String> {
    let known: Vec<&str> = game.keywords.iter().map(|k| k.id.as_str()).collect();
    let words = t.texts("keywords");
    for word in &words {
        t.one_of("keywords", word, "keyword", &known);
    }
    words
}

/// What differs: what, expected, actual.
#[derive(Debug, Default)]
pub struct StateDifferences(pub(crate) Vec<(String, String, String)>);

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

impl StateDifferences {
    /// Compares names in any order, if any are expected.
    pub fn compare_names<'a>(
        &mut self,
        what: &str,
        expected: Option<Vec<&'a str>>,
        there: impl Iterator<Item = &'a str>,
    ) {
        let sorted = |mut names: Vec<&str>| {
            names.sort_unstable();
            names.join(", ")
        };
        self.compare(what, expected.map(sorted), sorted(there.collect()));
    }

    /// Compares cards in any order, by name.
    pub fn compare_set<'a>(
        &mut self,
        what: &str,
        expected: Option<&[CardIx]>,
        there: impl Iterator<Item = &'a str>,
        game: &'a GameData,
    ) {
        self.compare_names(what, expected.map(|cards| card_names(cards, game)), there);
    }

    /// Compares cards in their order, by name.
    pub fn compare_order<'a>(
        &mut self,
        what: &str,
        expected: Option<&[CardIx]>,
        there: impl Iterator<Item = &'a str>,
        game: &'a GameData,
    ) {
        let expected = expected.map(|cards| card_names(cards, game).join(", "));
        self.compare(what, expected, there.collect::<Vec<_>>().join(", "));
    }
}

fn card_names<'a>(cards: &[CardIx], game: &'a GameData) -> Vec<&'a str> {
    cards.iter().map(|card| game.card(*card).name.as_str()).collect()
}

/// What a scenario of any game says of the whole table.
pub(crate) struct ExpectedTable {
    decides: Option<u8>,
    over: Option<ExpectedEnd>,
}

/// How a game has ended, as written.
#[derive(Debug, Clone, Copy, PartialEq)]
enum ExpectedEnd {
    /// It goes on.
    No,
    /// So.
    Over(Outcome),
}

impl std::fmt::Display for ExpectedEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExpectedEnd::No => f.write_str("no"),
            ExpectedEnd::Over(outcome) => outcome.fmt(f),
        }
    }
}

impl ExpectedTable {
    /// Reads `decides` and `over`.
    pub fn read(t: &TomlTable<'_>) -> ExpectedTable {
        let over = |text: String| match text.as_str() {
            "no" => Some(ExpectedEnd::No),
            text => text
                .parse()
                .map(ExpectedEnd::Over)
                .map_err(|e: NoOutcome| t.problem_at("over", e.to_string(), None))
                .ok(),
        };
        ExpectedTable { decides: seat(t, "decides"), over: t.text_if("over").and_then(over) }
    }

    /// Notes what differs: where the game is over, nobody decides.
    pub fn compare(&self, actor: Actor, outcome: Option<Outcome>, all: &mut StateDifferences) {
        let decider = match actor {
            Actor::Seat(seat) => format!("seat {}", seat + 1),
            Actor::Nobody => "nobody".to_owned(),
        };
        all.compare("who decides", self.decides.map(|seat| format!("seat {}", seat + 1)), decider);
        let end = outcome.map_or(ExpectedEnd::No, ExpectedEnd::Over);
        all.compare("over", self.over.map(|end| end.to_string()), end.to_string());
    }
}
