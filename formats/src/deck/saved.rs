//! A deck in words that outlive the loaded game: ids instead of positions.

use std::collections::{BTreeMap, BTreeSet};

use catalog::Game;
use serde::{Deserialize, Serialize};

use super::{Boarded, Deck, Entry, Listed, Plan, add, section_or_main};
use crate::deckfile::{MOST_COPIES, MOST_LINES};

/// Counts and cards: an id, or the name of an unknown card.
pub type List = Vec<(u32, String)>;

/// A deck as it is kept: by ids.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Saved {
    /// Name.
    pub name: String,
    /// Id of the format.
    pub format: String,
    /// What it wants to do.
    pub about: String,
    /// Counting query over the cards played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// The goal in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal_text: Option<String>,
    /// Section id, then its cards in order.
    pub sections: Vec<(String, List)>,
    /// The person's own lists.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub own: BTreeMap<String, List>,
    /// Tags by card.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, BTreeSet<String>>,
    /// Notes by card.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<String, String>,
    /// Sideboard plans.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub plans: BTreeMap<String, Plan>,
    /// The plan that is applied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boarded: Option<Boarded>,
}

impl Saved {
    /// Whether it is a deck that a person could have made: lists that end, and copies that can be counted out.
    ///
    /// # Errors
    /// What there is too much of, in words.
    pub fn check(&self) -> Result<(), String> {
        let lists = || self.sections.iter().map(|(_, list)| list).chain(self.own.values());
        let lines: usize = lists().map(Vec::len).sum();
        if lines > MOST_LINES {
            return Err(format!("a deck has at most {MOST_LINES} lines, and this one has {lines}"));
        }
        match lists().flatten().map(|(count, _)| *count).max() {
            Some(most) if most > MOST_COPIES => Err(format!("{most} copies of a card are more than {MOST_COPIES}")),
            _ => Ok(()),
        }
    }
}

impl Deck {
    /// The deck in words that outlive the loaded game.
    pub fn saved(&self, game: &Game) -> Saved {
        Saved {
            name: self.name.clone(),
            format: self.format.clone(),
            about: self.about.clone(),
            goal: self.goal.clone(),
            goal_text: self.goal_text.clone(),
            sections: game.sections.iter().zip(&self.sections).map(|(s, l)| (s.id.clone(), list(game, l))).collect(),
            own: self.own.iter().map(|(name, l)| (name.clone(), list(game, l))).collect(),
            tags: self.tags.clone(),
            notes: self.notes.clone(),
            plans: self.plans.clone(),
            boarded: self.boarded.clone(),
        }
    }

    /// The deck out of its saved words. A section that the game no longer has goes to the main one.
    pub fn of_saved(game: &Game, saved: &Saved) -> Deck {
        let mut deck = Deck {
            about: saved.about.clone(),
            goal: saved.goal.clone(),
            goal_text: saved.goal_text.clone(),
            own: saved.own.iter().map(|(name, l)| (name.clone(), entries(game, l))).collect(),
            tags: saved.tags.clone(),
            notes: saved.notes.clone(),
            plans: saved.plans.clone(),
            boarded: saved.boarded.clone(),
            ..Deck::new(game, &saved.name, &saved.format)
        };
        for (section, list) in &saved.sections {
            let at = section_or_main(game, section);
            for (count, card) in list {
                deck.add(at, Listed::of(game, card), *count);
            }
        }
        deck
    }
}

/// A list by ids.
pub(super) fn list(game: &Game, entries: &[Entry]) -> List {
    entries.iter().map(|e| (e.count, e.card.id(game).to_owned())).collect()
}

/// A list out of its ids.
pub(super) fn entries(game: &Game, list: &List) -> Vec<Entry> {
    let mut entries = Vec::with_capacity(list.len());
    for (count, card) in list {
        add(&mut entries, Listed::of(game, card), *count);
    }
    entries
}
