//! Names that nothing has. What is said of them is the same for every kind: the nearest names of that kind, and exit
//! code 2. A word with a folder or an ending is a file instead, and one that is not there is input that cannot be read.

use std::collections::BTreeSet;
use std::path::Path;

use catalog::fuzzy::{self, NameIndex};
use catalog::{CardIx, GameData};

use super::{CommandError, input_error, usage_error};

/// How many names are offered.
const OFFERED: usize = 5;

/// There is no `what` with this name; `advice` says where such names come from.
pub(super) fn unknown<'k>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
    advice: &str,
) -> CommandError {
    let known: BTreeSet<&str> = known.into_iter().collect();
    let known: Vec<&str> = known.into_iter().collect();
    with_suggestions(&format!("there is no {what} `{name}`"), nearest(name, &known), advice)
}

fn nearest<'k>(name: &str, known: &[&'k str]) -> Vec<&'k str> {
    NameIndex::new(known.iter().copied()).ranked(name, OFFERED).into_iter().map(|(_, at)| known[at]).collect()
}

/// There is no game with this id.
pub(super) fn unknown_game<'k>(id: &str, known: impl IntoIterator<Item = &'k str>) -> CommandError {
    let known: Vec<&str> = known.into_iter().collect();
    let advice = format!("known: {}", known.join(", "));
    unknown("game", id, known, &advice)
}

/// `owner`, such as a game, has no `what` with this name.
pub(super) fn unknown_of(owner: &str, what: &str, name: &str, known: &[&str]) -> CommandError {
    let near = nearest(name, known);
    let advice = if near.is_empty() { catalog::read::suggest(name, known) } else { String::new() };
    with_suggestions(&format!("{owner} has no {what} `{name}`"), near, &advice)
}

/// The same for something that the library keeps, which `list` lists.
pub(super) fn unknown_saved<'k>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
    list: &str,
) -> CommandError {
    let mut known = known.into_iter().peekable();
    match known.peek() {
        None => with_suggestions(&format!("there is no {what} `{name}`"), Vec::new(), "none was begun yet"),
        Some(_) => unknown(what, name, known, &format!("`{list}` lists them")),
    }
}

/// There is no card with this name in these games. Each name is offered once, however many printings have it.
pub(super) fn unknown_card(name: &str, games: &[&GameData]) -> CommandError {
    let typos: Vec<(&GameData, CardIx)> =
        games.iter().filter_map(|game| Some((*game, fuzzy::suggestion(game, name)?))).collect();
    let near = if typos.is_empty() {
        games.iter().flat_map(|game| fuzzy::names(game, name, 24).into_iter().map(|ix| (*game, ix))).collect()
    } else {
        typos
    };
    let mut names: Vec<&str> = Vec::new();
    for (game, ix) in near {
        let near = game.card(ix).name.as_str();
        if !names.contains(&near) && names.len() < OFFERED {
            names.push(near);
        }
    }
    with_suggestions(&format!("there is no card `{name}`"), names, "")
}

fn with_suggestions(message: &str, near: Vec<&str>, advice: &str) -> CommandError {
    let quoted: Vec<String> = near.iter().map(|near| format!("`{near}`")).collect();
    let meant = match quoted.as_slice() {
        [] => String::new(),
        [one] => format!("did you mean {one}?"),
        [first @ .., last] => format!("did you mean {} or {last}?", first.join(", ")),
    };
    let parts: Vec<&str> = [meant.as_str(), advice].into_iter().filter(|part| !part.is_empty()).collect();
    let hint = if parts.is_empty() { String::new() } else { format!("; {}", parts.join(" ")) };
    let hints = near.into_iter().map(str::to_owned).collect();
    usage_error(format!("{message}{hint}")).with_hints(hints)
}

/// Whether a word can only mean a file: it has a folder, or an ending.
pub(super) fn is_file_name(word: &str) -> bool {
    let ending = Path::new(word).extension().and_then(|ending| ending.to_str());
    word.contains(['/', std::path::MAIN_SEPARATOR])
        || ending.is_some_and(|ending| ending.len() <= 12 && ending.chars().all(char::is_alphanumeric))
}

/// A file that is not there.
pub(super) fn no_file(path: &Path) -> CommandError {
    input_error(format!("there is no file `{}`", path.display()))
}
