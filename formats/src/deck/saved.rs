//! A deck in words that outlive the loaded game: ids instead of positions.

use std::collections::{BTreeMap, BTreeSet};

use catalog::GameData;
use serde::{Deserialize, Serialize};

use super::{AppliedPlan, Deck, DeckEntry, Listed, SideboardPlan, add, section_or_main};
use crate::deckfile::{MOST_COPIES, MOST_LINES};

/// Counts and cards: an id, or the name of an unknown card.
pub type SavedList = Vec<(u32, String)>;

/// A deck as it is kept: by ids.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SavedDeck {
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
    pub sections: Vec<(String, SavedList)>,
    /// The person's own lists.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub own: BTreeMap<String, SavedList>,
    /// Tags by card.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, BTreeSet<String>>,
    /// Notes by card.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<String, String>,
    /// Sideboard plans.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub plans: BTreeMap<String, SideboardPlan>,
    /// The plan that is applied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boarded: Option<AppliedPlan>,
}

/// What a deck has more of than a person would make.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SavedDeckError {
    /// So many lines.
    #[error("a deck has at most {MOST_LINES} lines, and this one has {0}")]
    Lines(usize),
    /// So many copies of a card.
    #[error("{0} copies of a card are more than {MOST_COPIES}")]
    Copies(u32),
}

impl SavedDeck {
    /// Whether it is a deck that a person could have made: lists that end, and copies that can be counted out.
    ///
    /// # Errors
    /// What there is too much of.
    pub fn check(&self) -> Result<(), SavedDeckError> {
        let lists = || self.sections.iter().map(|(_, list)| list).chain(self.own.values());
        let lines: usize = lists().map(Vec::len).sum();
        if lines > MOST_LINES {
            return Err(SavedDeckError::Lines(lines));
        }
        match lists().flatten().map(|(count, _)| *count).max() {
            Some(most) if most > MOST_COPIES => Err(SavedDeckError::Copies(most)),
            _ => Ok(()),
        }
    }
}

impl Deck {
    /// The deck in words that outlive the loaded game.
    pub fn to_saved(&self, game: &GameData) -> SavedDeck {
        SavedDeck {
            name: self.name.clone(),
            format: self.format.clone(),
            about: self.about.clone(),
            goal: self.goal.clone(),
            goal_text: self.goal_text.clone(),
            sections: game
                .sections
                .iter()
                .zip(&self.sections)
                .map(|(s, l)| (s.id.clone(), saved_list(game, l)))
                .collect(),
            own: self.own.iter().map(|(name, l)| (name.clone(), saved_list(game, l))).collect(),
            tags: self.tags.clone(),
            notes: self.notes.clone(),
            plans: self.plans.clone(),
            boarded: self.boarded.clone(),
        }
    }

    /// The deck out of its saved words. A section that the game no longer has goes to the main one.
    pub fn from_saved(game: &GameData, saved: &SavedDeck) -> Deck {
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
                deck.add(at, Listed::from_id_or_name(game, card), *count);
            }
        }
        deck
    }
}

/// A list by ids.
pub(super) fn saved_list(game: &GameData, entries: &[DeckEntry]) -> SavedList {
    entries.iter().map(|e| (e.count, e.card.id(game).to_owned())).collect()
}

/// A list out of its ids.
pub(super) fn entries(game: &GameData, list: &SavedList) -> Vec<DeckEntry> {
    let mut entries = Vec::with_capacity(list.len());
    for (count, card) in list {
        add(&mut entries, Listed::from_id_or_name(game, card), *count);
    }
    entries
}
