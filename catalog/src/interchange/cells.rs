//! Small readings of cells: type lines, numbers, yes and no; words that are not taken.

use std::collections::{HashMap, HashSet};

use super::table::split;
use super::words::{ImportWords, WordKind};
use crate::fold::fold;
use crate::game::{FACES, GameData};

/// The largest number that a data file may have.
const LARGEST: i32 = 100_000;

/// A type line in two: what stands before the dash, and the subtypes after it. Faces are laid together.
pub(super) fn type_line(line: &str) -> (Vec<String>, Vec<String>) {
    let (mut types, mut subtypes) = (Vec::new(), Vec::new());
    let add = |list: &mut Vec<String>, word: String| {
        if !list.contains(&word) {
            list.push(word);
        }
    };
    for face in line.split(FACES) {
        let dash = ["—", "–", " - "].iter().filter_map(|d| face.find(d).map(|at| (at, d.len()))).min();
        let (left, right) = dash.map_or((face, ""), |(at, len)| (&face[..at], &face[at + len..]));
        // Where something stands between them, a type may have several words.
        let parted = |text: &str| -> Vec<String> {
            let parts = text.split(',').flat_map(|part| part.split(" - ")).map(str::trim);
            parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
        };
        split(left).iter().flat_map(|part| parted(part)).for_each(|word| add(&mut types, word));
        if right.contains(',') || right.contains(" - ") {
            parted(right).into_iter().for_each(|word| add(&mut subtypes, word));
        } else {
            right.split_whitespace().for_each(|word| add(&mut subtypes, word.to_owned()));
        }
    }
    (types, subtypes)
}

/// Whether a word stands in a type line before its dash.
pub(super) fn has_type_word(line: &str, word: &str) -> bool {
    type_line(line).0.iter().flat_map(|t| t.split_whitespace()).any(|w| fold(w) == word)
}

/// Whether a game declares a type with this id.
pub(super) fn has_type(game: &GameData, id: &str) -> bool {
    game.types.iter().any(|t| t.id == id)
}

/// The types of a game by every word for them.
pub(super) struct TypeWords<'g> {
    game: &'g GameData,
    by_word: HashMap<String, usize>,
    /// Words that stand for nothing.
    left_out: HashSet<String>,
    longest: usize,
}

impl<'g> TypeWords<'g> {
    pub fn new(game: &'g GameData) -> TypeWords<'g> {
        let mut by_word = HashMap::new();
        for (at, t) in game.types.iter().enumerate() {
            for word in [&t.id, &t.name, &t.plural].into_iter().chain(&t.aliases) {
                by_word.entry(fold(word)).or_insert(at);
            }
        }
        let longest = by_word.keys().map(|w| w.split_whitespace().count()).max().unwrap_or(1);
        TypeWords { game, by_word, left_out: HashSet::new(), longest }
    }

    /// The same, with other programs' words for types by their ids; an empty one leaves the word out.
    pub fn with_words(game: &'g GameData, words: &ImportWords) -> TypeWords<'g> {
        let mut types = TypeWords::new(game);
        for (theirs, ours) in words.entries(WordKind::Type) {
            let own = types.find(ours);
            match own {
                Some(at) => drop(types.by_word.insert(theirs.to_owned(), at)),
                None if ours.is_empty() => drop(types.left_out.insert(theirs.to_owned())),
                None => {}
            }
            types.longest = types.longest.max(theirs.split_whitespace().count());
        }
        types
    }

    pub fn find(&self, word: &str) -> Option<usize> {
        self.by_word.get(&fold(word)).copied()
    }

    /// The types that a text names, the longest names first; `Err` is a word that is none.
    pub fn read(&self, left: &str) -> Vec<Result<usize, String>> {
        let words: Vec<&str> = left.split_whitespace().collect();
        let (mut at, mut found) = (0, Vec::new());
        while at < words.len() {
            let reach = self.longest.min(words.len() - at);
            let hit = (1..=reach).rev().find_map(|n| self.find(&words[at..at + n].join(" ")).map(|t| (t, n)));
            match hit {
                Some((found_type, _)) => found.push(Ok(found_type)),
                None if self.left_out.contains(&fold(words[at])) => {}
                None => found.push(Err(words[at].to_owned())),
            }
            at += hit.map_or(1, |(_, n)| n);
        }
        found
    }

    /// Whether types and subtypes alone print this line again.
    pub fn prints(&self, line: &str) -> bool {
        let (types, subtypes) = type_line(line);
        let known: Vec<&str> = types
            .iter()
            .flat_map(|t| self.read(t))
            .map(|t| t.map_or("", |t| self.game.types[t].name.as_str()))
            .collect();
        let mut again = known.join(" ");
        if !subtypes.is_empty() {
            again.push_str(&format!(" – {}", subtypes.join(" ")));
        }
        again == line.replace('—', "–").replace(" - ", " – ") || join_words(&types) == line && subtypes.is_empty()
    }
}

fn join_words(list: &[String]) -> String {
    super::table::join(list)
}

/// A word, or the first of it with a number behind that is not taken.
pub(super) fn first_free(word: &str, taken: &HashSet<String>) -> String {
    let words = (1..).map(|n| if n == 1 { word.to_owned() } else { format!("{word}-{n}") });
    words.into_iter().find(|word| !taken.contains(word)).expect("numbers do not end")
}

/// A whole number as a data file has it.
pub(super) fn is_whole(cell: &str) -> bool {
    parse_whole(cell).is_some_and(|n| n.to_string() == cell)
}

/// A number that is whole, also as `3.0`.
pub(super) fn parse_whole(cell: &str) -> Option<i32> {
    let cell = cell.strip_suffix(".0").unwrap_or(cell);
    cell.parse().ok().filter(|n: &i32| n.abs() <= LARGEST)
}

/// Yes or no, in the words that tables use.
pub(super) fn parse_flag(cell: &str) -> Option<bool> {
    match cell.to_lowercase().as_str() {
        "yes" | "true" | "1" | "x" => Some(true),
        "no" | "false" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_lines_of_one_and_of_two_faces() {
        let strings = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            type_line("Legendary Creature — Elf Druid"),
            (strings(&["Legendary Creature"]), strings(&["Elf", "Druid"]))
        );
        assert_eq!(type_line("Instant // Land - Bay"), (strings(&["Instant", "Land"]), strings(&["Bay"])));
        assert_eq!(type_line("Asset; Program").0, ["Asset", "Program"]);
        assert_eq!(type_line("Figure, Storyborn, Old Friend").0, ["Figure", "Storyborn", "Old Friend"]);
        assert_eq!(
            type_line("Forward - VII - Head of the Guild"),
            (strings(&["Forward"]), strings(&["VII", "Head of the Guild"]))
        );
    }

    #[test]
    fn numbers() {
        assert_eq!(
            ["7", "-1", "3.0", "1.5", "*", "07", "200000"].map(parse_whole),
            [Some(7), Some(-1), Some(3), None, None, Some(7), None]
        );
        assert_eq!(["7", "3.0", "07"].map(is_whole), [true, false, false]);
    }
}
