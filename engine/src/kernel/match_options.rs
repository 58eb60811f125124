//! Rulings that a table may change, and why a match cannot be set up: what games of every kind have alike.

use std::fmt;

use catalog::tr;

/// What a match follows where a rulebook is silent or says two things; the defaults are the table's.
pub trait MatchOptions: Default {
    /// The game's name.
    const GAME: &'static str;
    /// Every key, in order. Each is in the game's rules.toml.
    const KEYS: &'static [&'static str];

    /// Takes one setting.
    ///
    /// # Errors
    /// If there is no such option, or no such value.
    fn set_value(&mut self, setting: OptionValue<'_>) -> Result<(), OptionError>;

    /// Sets an option, as in `max_hand` and `9`.
    ///
    /// # Errors
    /// If there is no such option, or no such value.
    fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        if Self::KEYS.contains(&key) {
            self.set_value(OptionValue { key, value })
        } else {
            Err(OptionError::Unknown { game: Self::GAME, key: key.into(), known: Self::KEYS.join(", ") })
        }
    }

    /// The settings for the next game of a match whose last one this seat lost, or nobody: where a rulebook lets the loser
    /// choose who goes first, they say so. The same ones where no rule asks about the game before.
    fn next_game(settings: &[(String, String)], loser: Option<u8>) -> Vec<(String, String)> {
        let _ = loser;
        settings.to_vec()
    }

    /// Options out of their keys and values; the later of two goes.
    ///
    /// # Errors
    /// If there is no such option, or no such value.
    fn from_pairs(pairs: &[(String, String)]) -> Result<Self, OptionError> {
        let mut options = Self::default();
        pairs.iter().try_for_each(|(key, value)| options.set(key, value)).map(|()| options)
    }
}

/// What is wrong with an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionError {
    /// There is no such option.
    Unknown {
        /// The game.
        game: &'static str,
        /// The option.
        key: String,
        /// Those that there are.
        known: String,
    },
    /// The value makes no sense.
    Value {
        /// The option.
        key: String,
        /// The value.
        value: String,
        /// What it may be.
        expected: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            OptionError::Unknown { game, key, known } => {
                tr!("{game} has no option `{key}`; it has: {known}", game, key, known)
            }
            OptionError::Value { key, value, expected } => {
                tr!("{key} cannot be `{value}`; use {expected}", value, key, expected)
            }
        })
    }
}

impl std::error::Error for OptionError {}

/// One setting as it is written.
#[derive(Debug, Clone, Copy)]
pub struct OptionValue<'a> {
    /// The option.
    pub key: &'a str,
    /// Its value.
    pub value: &'a str,
}

impl OptionValue<'_> {
    /// The fault of a value.
    pub fn invalid(self, expected: impl Into<String>) -> OptionError {
        OptionError::Value { key: self.key.into(), value: self.value.into(), expected: expected.into() }
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// If it is neither.
    pub fn parse_flag(self) -> Result<bool, OptionError> {
        self.parse_word(&[("true", true), ("false", false)])
    }

    /// One of some words, by what each means.
    ///
    /// # Errors
    /// If it is none of them.
    pub fn parse_word<T: Copy>(self, words: &[(&str, T)]) -> Result<T, OptionError> {
        let found = words.iter().find(|(word, _)| *word == self.value).map(|(_, meaning)| *meaning);
        found.ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.invalid(known.join(&tr!(" or ")))
        })
    }

    /// A number within bounds.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse_number(self, least: u8, most: u8) -> Result<u8, OptionError> {
        let read = self.value.parse().ok().filter(|n| (least..=most).contains(n));
        read.ok_or_else(|| self.invalid(tr!("a number from {least} to {most}", least, most)))
    }
}

/// Why a card cannot be played by an engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{card}: {why}")]
pub struct Refusal {
    /// The card's name.
    pub card: String,
    /// What about it.
    pub why: String,
}

/// Why a match cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetupError {
    /// Cards that the engine cannot play.
    Cards(Vec<Refusal>),
    /// A deck that the game's rules cannot begin with.
    Deck {
        /// The deck's name.
        deck: String,
        /// What is wrong with it.
        why: String,
    },
    /// Too many of something.
    TooMany {
        /// How many.
        number: usize,
        /// Of what.
        of: &'static str,
        /// The most.
        most: usize,
    },
    /// Too few of something.
    TooFew {
        /// How many.
        number: usize,
        /// Of what.
        of: &'static str,
        /// The least.
        least: usize,
    },
    /// Too few or too many players.
    Seats {
        /// How many.
        players: usize,
        /// How many it takes.
        takes: String,
    },
    /// Several decks where all players share one.
    Shared,
    /// The game's data lack something that the rules need.
    Data {
        /// The game.
        game: &'static str,
        /// What they lack.
        what: String,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Cards(refused) => {
                let cards: Vec<String> = refused.iter().map(|r| format!("  {r}")).collect();
                f.write_str(&tr!("the engine cannot play these cards:\n{cards}", cards = cards.join("\n")))
            }
            SetupError::Deck { deck, why } => write!(f, "`{deck}` {why}"),
            SetupError::TooMany { number, of, most } => {
                f.write_str(&tr!("{number} {things}; the engine takes up to {most}", number, things = tr!(of), most))
            }
            SetupError::TooFew { number, of, least } => {
                f.write_str(&tr!("{number} {things}; this match needs {least}", number, things = tr!(of), least))
            }
            SetupError::Seats { players, takes } => {
                let takes = takes.replace(" to ", &tr!(" to "));
                f.write_str(&tr!(
                    "1 player: this match takes {takes}" | "{n} players: this match takes {takes}" % *players,
                    takes
                ))
            }
            SetupError::Shared => f.write_str(&tr!("all players share one deck; name only one")),
            SetupError::Data { game, what } => write!(f, "the data of {game} lack {what}"),
        }
    }
}

impl std::error::Error for SetupError {}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Each key takes one of these values, and none takes nonsense.
    pub(crate) fn every_key_can_be_set<R: MatchOptions>(tried: &[&str]) {
        for key in R::KEYS {
            assert!(tried.iter().any(|v| R::default().set(key, v).is_ok()), "{key}");
            assert!(R::default().set(key, "nonsense").is_err(), "{key}");
        }
        let unknown = R::default().set("nonsense", "3").expect_err("no such option").to_string();
        assert!(R::KEYS.iter().all(|key| unknown.contains(key)), "{unknown}");
    }
}
