//! Which ids the cards of a game have already: a card that is there keeps its own, and no other takes it.

use std::collections::{HashMap, HashSet};

use super::ImportTarget;
use super::sets::SetFile;
use crate::fold::fold;

/// The ids that are given, and whose they are.
#[derive(Debug, Default)]
pub(super) struct OldIds {
    taken: HashSet<String>,
    /// By set and folded name: the number and id of each card of a set that stays beside what this import brings.
    staying: HashMap<(String, String), Vec<(String, String)>>,
}

impl OldIds {
    pub fn new(aim: &ImportTarget<'_>, sets: &[SetFile]) -> OldIds {
        let mut ids = OldIds::default();
        let brought: HashSet<&str> = sets.iter().map(|set| set.id.as_str()).collect();
        for (game, card) in aim.known.iter().flat_map(|game| game.cards.iter().map(move |card| (game, card))) {
            let set = &game.sets[card.set as usize].id;
            let is_brought = brought.contains(set.as_str());
            if is_brought && aim.followed.contains(set) {
                continue;
            }
            ids.taken.insert(card.id.clone());
            if is_brought {
                let cards = ids.staying.entry((set.clone(), fold(&card.name))).or_default();
                cards.push((card.number.to_string(), card.id.clone()));
            }
        }
        ids
    }

    /// The id of the card that is there already: of the same set, name and number, or, where the file has no numbers, the next
    /// one of the set and name.
    pub fn take_old(&mut self, set: &str, name: &str, number: Option<&str>) -> Option<String> {
        let cards = self.staying.get_mut(&(set.to_owned(), fold(name)))?;
        let at = match number {
            Some(number) => cards.iter().position(|(own, _)| own == number)?,
            None if cards.is_empty() => return None,
            None => 0,
        };
        Some(cards.remove(at).1)
    }

    /// The first of these ids that nothing has, which is taken then.
    pub fn take_free(&mut self, ids: impl Iterator<Item = String>) -> String {
        let id = { ids }.find(|id| !self.taken.contains(id)).expect("numbers do not end");
        self.taken.insert(id.clone());
        id
    }
}
