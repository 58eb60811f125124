//! Edits: what a person does to a deck, as the log keeps it and as the history tells it.

use std::collections::BTreeSet;

use catalog::GameData;
use catalog::tr;
use serde::{Deserialize, Serialize};

use super::reason::{self, EditReason};
use super::saved::{self, SavedList};
use super::{AppliedPlan, Deck, DeckPart, Listed, SavedDeck, SideboardPlan, section_or_main, set};

/// One step of editing a deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// The number of copies of a card in a section or in a list of one's own.
    Set {
        /// Section id, or the name of the list.
        section: String,
        /// Card id, or the name of an unknown card.
        card: String,
        /// Copies from now on.
        count: u32,
    },
    /// The place of a card among the others of its list, counted from 0.
    Place {
        /// Section id, or the name of the list.
        section: String,
        /// Card id, or the name of an unknown card.
        card: String,
        /// Its place from now on.
        at: usize,
    },
    /// Another name.
    Rename(String),
    /// Another format.
    Format(String),
    /// Other notes on the deck.
    About(String),
    /// Another goal.
    Goal(Option<String>),
    /// A list of one's own: begun, filled anew, or taken away.
    Own {
        /// Its name.
        name: String,
        /// All its cards; absent takes it away.
        list: Option<SavedList>,
    },
    /// All tags of a card.
    Tags {
        /// As [`Listed::first_printing_id`] gives it.
        card: String,
        /// Its tags from now on.
        tags: BTreeSet<String>,
    },
    /// The note on a card; an empty one is taken away.
    Note {
        /// As [`Listed::first_printing_id`] gives it.
        card: String,
        /// The note from now on.
        text: String,
    },
    /// A sideboard plan: kept, or taken away.
    Plan {
        /// Its name.
        name: String,
        /// What it is from now on.
        plan: Option<SideboardPlan>,
    },
    /// The sideboard plan that is applied; the copies that it moves are edits of their own.
    Boarded(Option<AppliedPlan>),
    /// Several edits that are one for the person.
    Together {
        /// What they are for; without it the edits speak for themselves.
        #[serde(default, deserialize_with = "reason::read", skip_serializing_if = "Option::is_none")]
        why: Option<EditReason>,
        /// In order.
        edits: Vec<Edit>,
    },
    /// All of it as it is here.
    Become {
        /// Why.
        #[serde(default, deserialize_with = "reason::read", skip_serializing_if = "Option::is_none")]
        why: Option<EditReason>,
        /// The deck.
        deck: Box<SavedDeck>,
    },
}

impl Edit {
    /// Sets the copies of a card in a list.
    pub fn set(game: &GameData, part: &DeckPart, card: &Listed, count: u32) -> Edit {
        Edit::Set { section: part.key(game).to_owned(), card: card.id(game).to_owned(), count }
    }

    /// Several edits as one; `None` if there are none.
    pub fn together(why: Option<EditReason>, mut edits: Vec<Edit>) -> Option<Edit> {
        match edits.len() {
            0 => None,
            1 => edits.pop(),
            _ => Some(Edit::Together { why, edits }),
        }
    }

    /// Moves copies of a card from one list to another.
    pub fn moving(game: &GameData, deck: &Deck, card: &Listed, count: u32, from: &DeckPart, to: &DeckPart) -> Edit {
        let count = count.min(deck.copies(from, card));
        let mut edits = begin_list(deck, to).into_iter().collect::<Vec<_>>();
        edits.push(Edit::set(game, from, card, deck.copies(from, card) - count));
        edits.push(Edit::set(game, to, card, deck.copies(to, card).saturating_add(count)));
        let (card, from, to) = (card.name(game).to_owned(), from.name(game).to_owned(), to.name(game).to_owned());
        Edit::Together { why: Some(EditReason::Moved { count, card, from, to }), edits }
    }

    /// Sets the copies of a card in a list, which is begun if it is an own one that is not there yet.
    pub fn putting(game: &GameData, deck: &Deck, part: &DeckPart, card: &Listed, count: u32) -> Edit {
        let set = Edit::set(game, part, card, count);
        match begin_list(deck, part) {
            Some(begin) => Edit::Together { why: None, edits: vec![begin, set] },
            None => set,
        }
    }

    /// What it does to a deck, in a few words: `+2 Amber Drone`.
    pub fn describe(&self, game: &GameData, before: &Deck) -> String {
        let name = |card: &str| Listed::from_id_or_name(game, card).name(game).to_owned();
        let list = |key: &str| match before.part(game, key) {
            Some(DeckPart::Section(at)) => game.sections[at].name.clone(),
            _ => key.to_owned(),
        };
        match self {
            Edit::Set { section, card, count } => {
                let part = before.part(game, section);
                let held = part.as_ref().map_or(0, |p| before.copies(p, &Listed::from_id_or_name(game, card)));
                let sign = if *count < held { '−' } else { '+' };
                let place = if section == "main" { String::new() } else { format!("  ({})", list(section)) };
                format!("{sign}{} {}{place}", count.abs_diff(held), name(card))
            }
            Edit::Place { section, card, .. } => {
                tr!("{card} in another place  ({list})", card = name(card), list = list(section))
            }
            Edit::Rename(name) => tr!("Renamed to “{name}”", name),
            Edit::Format(format) => tr!("For the format {format}", format),
            Edit::About(_) => tr!("Notes on the deck"),
            Edit::Goal(Some(goal)) => tr!("Goal: {goal}", goal),
            Edit::Goal(None) => tr!("No goal of its own"),
            Edit::Own { name, list: None } => tr!("List “{name}” removed", name),
            Edit::Own { name, .. } if before.own.contains_key(name) => tr!("List “{name}” changed", name),
            Edit::Own { name, .. } => tr!("List “{name}” created", name),
            Edit::Tags { card, tags } if tags.is_empty() => tr!("{card}: no tags", card = name(card)),
            Edit::Tags { card, tags } => {
                format!("{}: {}", name(card), tags.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
            }
            Edit::Note { card, .. } => tr!("Note on {card}", card = name(card)),
            Edit::Plan { name, plan: None } => tr!("Plan “{name}” removed", name),
            Edit::Plan { name, .. } => tr!("Plan “{name}”", name),
            Edit::Boarded(Some(boarded)) => tr!("Plan “{name}” applied", name = boarded.name),
            Edit::Boarded(None) => tr!("Plan reverted"),
            Edit::Become { why: Some(why), .. } => why.describe(""),
            Edit::Become { why: None, .. } => tr!("Another deck"),
            Edit::Together { why, edits } => {
                let done = describe_all(edits, game, before);
                why.as_ref().map_or_else(|| done.clone(), |why| why.describe(&done))
            }
        }
    }
}

/// The first edits in a few words; a list that is begun for a card goes without saying.
fn describe_all(edits: &[Edit], game: &GameData, before: &Deck) -> String {
    let edits = match edits {
        [Edit::Own { list: Some(_), .. }, rest @ ..] if !rest.is_empty() => rest,
        all => all,
    };
    let told: Vec<String> = edits.iter().take(2).map(|e| e.describe(game, before)).collect();
    let (told, more) = (told.join(", "), edits.len().saturating_sub(2));
    if more > 0 { tr!("{told} and {more} more", told, more) } else { told }
}

/// The edit that begins a list of one's own that is not there yet.
fn begin_list(deck: &Deck, part: &DeckPart) -> Option<Edit> {
    match part {
        DeckPart::Own(name) if !deck.own.contains_key(name) => {
            Some(Edit::Own { name: name.clone(), list: Some(Vec::new()) })
        }
        _ => None,
    }
}

impl Deck {
    /// Does an edit, and gives the edit that undoes it. A section that the game does not have (any more), and that
    /// is no list of the person's own, is taken for the main one.
    pub fn apply(&mut self, game: &GameData, edit: &Edit) -> Edit {
        match edit {
            Edit::Set { section, card, count } => self.apply_set(game, section, card, *count),
            Edit::Place { section, card, at } => {
                let part = self.part_or_main(game, section);
                let listed = Listed::from_id_or_name(game, card);
                let entries = self.entries_mut(&part).expect("a deck has a list for each of its parts");
                let before = entries.iter().position(|e| e.card == listed);
                if let Some(entry) = before.map(|from| entries.remove(from)) {
                    entries.insert((*at).min(entries.len()), entry);
                }
                Edit::Place { section: section.clone(), card: card.clone(), at: before.unwrap_or(*at) }
            }
            Edit::Rename(name) => Edit::Rename(std::mem::replace(&mut self.name, name.clone())),
            Edit::Format(format) => Edit::Format(std::mem::replace(&mut self.format, format.clone())),
            Edit::About(about) => Edit::About(std::mem::replace(&mut self.about, about.clone())),
            Edit::Goal(goal) => Edit::Goal(std::mem::replace(&mut self.goal, goal.clone())),
            Edit::Own { name, list } => {
                let before = match list {
                    Some(list) => self.own.insert(name.clone(), saved::entries(game, list)),
                    None => self.own.remove(name),
                };
                Edit::Own { name: name.clone(), list: before.map(|b| saved::saved_list(game, &b)) }
            }
            Edit::Tags { card, tags } => {
                let before = self.tags.remove(card).unwrap_or_default();
                if !tags.is_empty() {
                    self.tags.insert(card.clone(), tags.clone());
                }
                Edit::Tags { card: card.clone(), tags: before }
            }
            Edit::Note { card, text } => {
                let before = self.notes.remove(card).unwrap_or_default();
                if !text.is_empty() {
                    self.notes.insert(card.clone(), text.clone());
                }
                Edit::Note { card: card.clone(), text: before }
            }
            Edit::Plan { name, plan } => {
                let before = match plan {
                    Some(plan) => self.plans.insert(name.clone(), plan.clone()),
                    None => self.plans.remove(name),
                };
                Edit::Plan { name: name.clone(), plan: before }
            }
            Edit::Boarded(boarded) => Edit::Boarded(std::mem::replace(&mut self.boarded, boarded.clone())),
            Edit::Together { why, edits } => {
                let mut back: Vec<Edit> = edits.iter().map(|e| self.apply(game, e)).collect();
                back.reverse();
                Edit::Together { why: why.clone(), edits: back }
            }
            Edit::Become { why, deck } => {
                let before = Box::new(self.to_saved(game));
                *self = Deck::from_saved(game, deck);
                Edit::Become { why: why.clone(), deck: before }
            }
        }
    }

    fn apply_set(&mut self, game: &GameData, section: &str, card: &str, count: u32) -> Edit {
        let part = self.part_or_main(game, section);
        let listed = Listed::from_id_or_name(game, card);
        let entries = self.entries_mut(&part).expect("a deck has a list for each of its parts");
        let at = entries.iter().position(|e| e.card == listed);
        let before = at.map_or(0, |at| entries[at].count);
        set(entries, listed, count);
        let (section, card) = (section.to_owned(), card.to_owned());
        let back = Edit::Set { section: section.clone(), card: card.clone(), count: before };
        match at {
            // It would come back at the end.
            Some(at) if count == 0 && at < entries.len() => {
                let place = Edit::Place { section, card, at };
                Edit::Together { why: None, edits: vec![back, place] }
            }
            _ => back,
        }
    }

    fn part_or_main(&self, game: &GameData, key: &str) -> DeckPart {
        self.part(game, key).unwrap_or_else(|| DeckPart::Section(section_or_main(game, key)))
    }
}
