//! Two decks, or two moments of one, side by side: list by list, which cards came, went or changed in number.

use std::collections::BTreeMap;

use catalog::GameData;

use super::{Deck, DeckPart, Listed};

/// What is different in a second deck.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeckDifference {
    /// The names, if they differ.
    pub name: Option<(String, String)>,
    /// The formats, if they differ.
    pub format: Option<(String, String)>,
    /// The lists that differ: sections in the order of the game, then own lists by name.
    pub parts: Vec<PartDifference>,
    /// What else differs, in a word or two: `tags`, `sideboard plans`.
    pub others: Vec<&'static str>,
}

/// What is different in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartDifference {
    /// Its name.
    pub name: String,
    /// Section id, or the name of an own list.
    pub key: String,
    /// Cards in the first deck, and in the second.
    pub sizes: (u32, u32),
    /// What changed: what came, then what is more or less, then what went; by name.
    pub changes: Vec<CardDifference>,
}

/// A card with another number of copies. All printings of a name are one card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardDifference {
    /// The card; of several printings the first.
    pub card: Listed,
    /// Copies in the first deck.
    pub before: u32,
    /// Copies in the second.
    pub after: u32,
}

/// How a card changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DifferenceKind {
    /// It was not there before.
    Added,
    /// More or fewer copies.
    Changed,
    /// It is not there any more.
    Removed,
}

impl CardDifference {
    /// How it changed.
    pub fn kind(&self) -> DifferenceKind {
        match (self.before, self.after) {
            (0, _) => DifferenceKind::Added,
            (_, 0) => DifferenceKind::Removed,
            _ => DifferenceKind::Changed,
        }
    }

    /// Copies more, or with a minus fewer.
    pub fn by(&self) -> i64 {
        i64::from(self.after) - i64::from(self.before)
    }
}

impl DeckDifference {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        *self == DeckDifference::default()
    }

    /// Copies that came and copies that went, over all lists.
    pub fn copies(&self) -> (u64, u64) {
        let by = || self.parts.iter().flat_map(|p| &p.changes).map(CardDifference::by);
        (by().filter(|n| *n > 0).sum::<i64>() as u64, by().filter(|n| *n < 0).sum::<i64>().unsigned_abs())
    }
}

/// What is different in `after`, compared with `before`.
pub fn difference(game: &GameData, before: &Deck, after: &Deck) -> DeckDifference {
    let differ = |a: &String, b: &String| (a != b).then(|| (a.clone(), b.clone()));
    let mut parts: Vec<DeckPart> = before.parts().chain(after.parts()).collect();
    parts.sort();
    parts.dedup();
    DeckDifference {
        name: differ(&before.name, &after.name),
        format: differ(&before.format, &after.format),
        parts: parts.iter().filter_map(|part| part_difference(game, before, after, part)).collect(),
        others: other_differences(before, after),
    }
}

fn other_differences(before: &Deck, after: &Deck) -> Vec<&'static str> {
    let words = [
        ("notes on the deck", before.about != after.about),
        ("goal", before.goal != after.goal),
        ("notes on cards", before.notes != after.notes),
        ("tags", before.tags != after.tags),
        ("sideboard plans", before.plans != after.plans),
        ("applied plan", before.boarded != after.boarded),
    ];
    words.into_iter().filter(|(_, differ)| *differ).map(|(word, _)| word).collect()
}

fn part_difference(game: &GameData, before: &Deck, after: &Deck, part: &DeckPart) -> Option<PartDifference> {
    let mut cards: BTreeMap<&str, CardDifference> = BTreeMap::new();
    for (deck, second) in [(before, false), (after, true)] {
        for entry in deck.entries(part) {
            let card = match &entry.card {
                Listed::Card(ix) => Listed::Card(game.namesake(*ix)),
                Listed::Unknown(name) => Listed::Unknown(name.clone()),
            };
            let change =
                cards.entry(entry.card.first_printing_id(game)).or_insert(CardDifference { card, before: 0, after: 0 });
            let count = if second { &mut change.after } else { &mut change.before };
            *count = count.saturating_add(entry.count);
        }
    }
    let mut changes: Vec<CardDifference> = cards.into_values().filter(|c| c.before != c.after).collect();
    changes.sort_by(|a, b| (a.kind(), a.card.name(game)).cmp(&(b.kind(), b.card.name(game))));
    (!changes.is_empty()).then(|| PartDifference {
        name: part.name(game).to_owned(),
        key: part.key(game).to_owned(),
        sizes: (before.size_of(part), after.size_of(part)),
        changes,
    })
}
