//! How actions are written down: by records, saved matches, scenarios and scripts, the same in every language.
//!
//! A game formats an action with [`Rules::notation`]. A text is read among the actions that are legal, because a card's name means
//! one of several copies only in its position. What earlier releases wrote is read, too, by patterns that never change again.

use catalog::tr;

use crate::kernel::audience::{Audience, told};
use crate::kernel::rules::Rules;

/// Whose a card in play is, as the seat that decides sees it.
pub(crate) enum CardOwnership {
    /// Its own.
    Own,
    /// The only opponent's.
    Enemy,
    /// Of this seat, where there are several opponents.
    Seat(u8),
}

impl CardOwnership {
    /// How a card is written: `place` tells it from others of its name, from 1.
    pub fn notation(&self, card: &str, place: Option<usize>) -> String {
        let place = numbered(place);
        match self {
            CardOwnership::Own => format!("{card}{place}"),
            CardOwnership::Enemy => format!("enemy {card}{place}"),
            CardOwnership::Seat(seat) => format!("seat {}'s {card}{place}", seat + 1),
        }
    }

    /// The same in the language that is spoken.
    pub fn label(&self, card: &str, place: Option<usize>, to: &Audience) -> String {
        let card = match self {
            CardOwnership::Own => card.to_owned(),
            CardOwnership::Enemy => tr!("enemy {card}", card),
            CardOwnership::Seat(seat) => told!(to, *seat, "{whom}'s {card}" / "your {card}", card),
        };
        card + &numbered(place)
    }
}

/// An action with which of several choices it is: in the words of the card, or by its place from 1 where it has none.
pub(crate) fn choice_label(action: String, choices: &[String], place: usize) -> String {
    match choices.get(place - 1).filter(|choice| !choice.is_empty()) {
        Some(choice) => tr!("{action}: {choice}", action, choice),
        None => tr!("{action}, option {place}", action, place),
    }
}

/// One of several effects, from 0, in the words of the card, or by its place where they are not known.
pub(crate) fn way_label(ways: &[String], at: u8) -> String {
    match ways.get(usize::from(at)) {
        Some(choice) => tr!("choose: {choice}", choice),
        None => tr!("option {place}", place = at + 1),
    }
}

fn numbered(place: Option<usize>) -> String {
    place.map_or(String::new(), |place| format!(" #{place}"))
}

/// The place in `legal` of the action that a text names, in this notation or in that of an earlier release.
pub fn parse<G: Rules>(game: &G, state: &G::State, legal: &[G::Action], text: &str) -> Option<usize> {
    let written: Vec<String> = legal.iter().map(|action| game.notation(state, *action)).collect();
    find(&written, G::OLD_NOTATION, text)
}

/// The same among actions that are written already.
pub fn find(written: &[String], old: &[(&str, &str)], text: &str) -> Option<usize> {
    let place = |text: &str| written.iter().position(|action| action == text);
    place(text).or_else(|| modernized(old, text).iter().find_map(|renewed| place(renewed)))
}

/// What a text of an earlier release may be written as today.
pub fn modernized(old: &[(&str, &str)], text: &str) -> Vec<String> {
    old.iter()
        .flat_map(|(before, now)| match_pattern(before, text).into_iter().map(|parts| fill_pattern(now, &parts)))
        .collect()
}

/// The parts of a text that stand for `{1}` and `{2}` of a pattern, in every way in which it fits.
fn match_pattern(pattern: &str, text: &str) -> Vec<[String; 2]> {
    let Some((head, rest)) = pattern.split_once("{1}") else {
        return if pattern == text { vec![Default::default()] } else { Vec::new() };
    };
    let Some(text) = text.strip_prefix(head) else { return Vec::new() };
    let Some((between, tail)) = rest.split_once("{2}") else {
        return text.strip_suffix(rest).map(|part| [part.to_owned(), String::new()]).into_iter().collect();
    };
    let Some(text) = text.strip_suffix(tail) else { return Vec::new() };
    // A name may hold what stands between, even over the same blank, so every place is tried.
    let splits = text.char_indices().filter(|(at, _)| text[*at..].starts_with(between));
    splits.map(|(at, _)| [text[..at].to_owned(), text[at + between.len()..].to_owned()]).collect()
}

fn fill_pattern(pattern: &str, parts: &[String; 2]) -> String {
    pattern.replace("{1}", &parts[0]).replace("{2}", &parts[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &[(&str, &str)] =
        &[("throw the hand back", "mulligan"), ("summon {1}", "play {1}"), ("{1} attacks {2}", "attack {2} with {1}")];

    #[test]
    fn old_texts_become_todays() {
        for (old, now) in [
            ("throw the hand back", "mulligan"),
            ("summon Deep Seas", "play Deep Seas"),
            ("Ash Seer attacks seat 2", "attack seat 2 with Ash Seer"),
        ] {
            assert_eq!(modernized(OLD, old), [now], "{old}");
        }
        assert!(modernized(OLD, "play Deep Seas").is_empty());
    }

    #[test]
    fn a_name_that_reads_like_a_verb_is_read_in_each_way() {
        let renewed = modernized(OLD, "He Who attacks attacks seat 2");
        assert_eq!(renewed, ["attack attacks seat 2 with He Who", "attack seat 2 with He Who attacks"]);
        let written = ["attack seat 2 with He Who attacks".to_owned(), "hold He Who attacks".to_owned()];
        assert_eq!(find(&written, OLD, "He Who attacks attacks seat 2"), Some(0));
        assert_eq!(find(&written, OLD, "hold He Who attacks"), Some(1), "what is written today comes first");
    }
}
