//! A text written by hand against the abilities: numbers, keywords and resources that it names must be there.

use std::collections::BTreeSet;

use crate::card::{Card, FieldValue};
use crate::game::GameData;

/// What a hand-written text names that the card's abilities, fields and keywords lack: one message each.
///
/// The abilities are read as the text that they would give by themselves, so that there is one list of words.
pub fn check_text(game: &GameData, card: &Card) -> Vec<String> {
    let own = super::text(game, card);
    let mut known = words(&own);
    for keyword in &card.keywords {
        known.extend(words(&game.keyword_text(keyword)));
    }
    for value in card.values.iter().flatten() {
        match value {
            FieldValue::Number(n) => known.extend([n.to_string()]),
            FieldValue::Text(t) => known.extend(words(t)),
            FieldValue::Amounts { list, .. } => {
                for (resource, n) in list {
                    known.extend([n.to_string()]);
                    known.extend(words(&game.resources[*resource as usize].name));
                }
            }
            FieldValue::Flag | FieldValue::Resources(_) => {}
        }
    }
    known.extend(words(&card.name));
    let terms: BTreeSet<String> = (game.resources.iter().filter(|r| !r.variable && !r.generic).map(|r| &r.name))
        .chain(game.keywords.iter().map(|k| &k.name))
        .flat_map(|name| words(name))
        .collect();
    let mut missing = Vec::new();
    for word in words_in_order(&card.text) {
        let number = NUMBERS.iter().position(|n| *n == word).map(|n| n.to_string());
        let named = number.as_ref().unwrap_or(&word);
        let counts = named.parse::<u32>().is_ok() || terms.contains(named);
        if counts && !known.contains(named) && !missing.contains(&word) {
            missing.push(word);
        }
    }
    missing.into_iter().map(|w| format!("the text says `{w}`, which the abilities and fields do not")).collect()
}

/// Numbers in words that card texts use; `one` is left out, because it is also a pronoun.
const NUMBERS: [&str; 11] = ["zero", "\u{0}", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

fn words_in_order(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

/// The words of a text in small letters, numbers in words as digits too.
fn words(text: &str) -> BTreeSet<String> {
    let mut all: BTreeSet<String> = words_in_order(text).into_iter().collect();
    let digits: Vec<String> =
        NUMBERS.iter().enumerate().filter(|(_, w)| all.contains(**w)).map(|(i, _)| i.to_string()).collect();
    all.extend(digits);
    all
}
