//! A deck: what a person edits. Whether it may be played is for a [`crate::check`] to say.
//!
//! Beside the sections that the game declares, a deck has what its person adds: lists of their own, which no rule
//! counts, tags and notes on cards, and sideboard plans. [`Edit`] changes it, and gives the edit that undoes it.

mod compare;
mod edit;
mod merge;
mod reason;
mod saved;
mod sideboard_plan;

use std::collections::{BTreeMap, BTreeSet};

use catalog::card::FaceLayout;
use catalog::game::Mask;
use catalog::tr;
use catalog::{CardIx, GameData};

pub use compare::{CardDifference, DeckDifference, DifferenceKind, PartDifference, difference};
pub use edit::Edit;
pub use merge::{Merge, merge_edit};
pub use reason::EditReason;
pub use saved::{SavedDeck, SavedDeckError, SavedList};
pub use sideboard_plan::{AppliedPlan, PlanError, SideboardPlan, apply_plan, undo_plan};

/// The list of one's own that the window offers: cards that may come in yet.
pub const MAYBEBOARD: &str = "Maybe";

/// A deck for one game. Sections stand in the order in which the game declares them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deck {
    /// Name.
    pub name: String,
    /// Id of the format it is built for.
    pub format: String,
    /// What it wants to do, and whatever else there is to say about it.
    pub about: String,
    /// A counting query over the cards played: the deck does its thing.
    pub goal: Option<String>,
    /// The goal in words.
    pub goal_text: Option<String>,
    /// Entries by section.
    pub sections: Vec<Vec<DeckEntry>>,
    /// Entries of the person's own lists, by name. No rule counts them.
    pub own: BTreeMap<String, Vec<DeckEntry>>,
    /// Tags of cards, by [`Listed::first_printing_id`].
    pub tags: BTreeMap<String, BTreeSet<String>>,
    /// Notes on cards, by [`Listed::first_printing_id`].
    pub notes: BTreeMap<String, String>,
    /// Sideboard plans by name.
    pub plans: BTreeMap<String, SideboardPlan>,
    /// The plan that is applied now.
    pub boarded: Option<AppliedPlan>,
}

/// Some copies of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeckEntry {
    /// How many; never 0.
    pub count: u32,
    /// Of what.
    pub card: Listed,
}

/// A card in a list: one that the game knows, or a name that it does not.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Listed {
    /// A card of the game.
    Card(CardIx),
    /// A name that was kept as it came.
    Unknown(String),
}

/// A list of a deck.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeckPart {
    /// A section that the game declares, by its position.
    Section(usize),
    /// A list of the person's own, by its name.
    Own(String),
}

impl DeckPart {
    /// What edits and files call it: the id of the section, or the name of the list.
    pub fn key<'a>(&'a self, game: &'a GameData) -> &'a str {
        match self {
            DeckPart::Section(at) => &game.sections[*at].id,
            DeckPart::Own(name) => name,
        }
    }

    /// What people call it.
    pub fn name<'a>(&'a self, game: &'a GameData) -> &'a str {
        match self {
            DeckPart::Section(at) => &game.sections[*at].name,
            DeckPart::Own(name) => name,
        }
    }
}

impl Listed {
    /// The card that an id or name stands for.
    pub fn from_id_or_name(game: &GameData, id_or_name: &str) -> Listed {
        game.find(id_or_name).map_or_else(|| Listed::Unknown(id_or_name.to_owned()), Listed::Card)
    }

    /// Its name.
    pub fn name<'a>(&'a self, game: &'a GameData) -> &'a str {
        match self {
            Listed::Card(ix) => &game.card(*ix).name,
            Listed::Unknown(name) => name,
        }
    }

    /// What most other programs call it: by the name of its front, if something else is printed on its back or upside down.
    pub fn front_name<'a>(&'a self, game: &'a GameData) -> &'a str {
        let front = |ix: &CardIx| {
            let card = game.card(*ix);
            let apart = matches!(card.face_layout, FaceLayout::DoubleFaced | FaceLayout::Flip);
            card.faces.first().filter(|_| apart).map(|face| face.name.as_str())
        };
        match self {
            Listed::Card(ix) => front(ix).unwrap_or_else(|| self.name(game)),
            Listed::Unknown(name) => name,
        }
    }

    /// Its id, or the name of an unknown card.
    pub fn id<'a>(&'a self, game: &'a GameData) -> &'a str {
        match self {
            Listed::Card(ix) => &game.card(*ix).id,
            Listed::Unknown(name) => name,
        }
    }

    /// The id that all printings of the card share: that of the first one.
    pub fn first_printing_id<'a>(&'a self, game: &'a GameData) -> &'a str {
        match self {
            Listed::Card(ix) => &game.card(game.namesake(*ix)).id,
            Listed::Unknown(name) => name,
        }
    }

    /// The card, if the game knows it.
    pub fn known(&self) -> Option<CardIx> {
        match self {
            Listed::Card(ix) => Some(*ix),
            Listed::Unknown(_) => None,
        }
    }
}

impl Deck {
    /// An empty deck.
    pub fn new(game: &GameData, name: &str, format: &str) -> Deck {
        Deck {
            name: name.to_owned(),
            format: format.to_owned(),
            sections: vec![Vec::new(); game.sections.len()],
            ..Deck::default()
        }
    }

    /// How many copies of a card stand in a section.
    pub fn count(&self, section: usize, card: &Listed) -> u32 {
        copies(&self.sections[section], card)
    }

    /// Sets the number of copies of a card in a section; 0 takes it out. A new card goes to the end.
    pub fn set(&mut self, section: usize, card: Listed, count: u32) {
        set(&mut self.sections[section], card, count);
    }

    /// Adds copies of a card to a section.
    pub fn add(&mut self, section: usize, card: Listed, count: u32) {
        add(&mut self.sections[section], card, count);
    }

    /// A copy of a card more, in the first section that takes it; none if no section does.
    pub fn add_copy(&mut self, game: &GameData, card: CardIx) {
        let takes = |section: &usize| game.sections[*section].accepts.matches(game.card(card));
        if let Some(section) = (0..game.sections.len()).find(takes) {
            self.add(section, Listed::Card(card), 1);
        }
    }

    /// A copy of a card less, in the first section that has one.
    pub fn remove_copy(&mut self, card: CardIx) {
        let listed = Listed::Card(card);
        if let Some(section) = (0..self.sections.len()).find(|section| self.count(*section, &listed) > 0) {
            let copies = self.count(section, &listed);
            self.set(section, listed, copies - 1);
        }
    }

    /// The factions that make up at least a tenth of its known cards.
    pub fn main_factions(&self, game: &GameData) -> Mask {
        let known = || self.sections.iter().flatten().filter_map(|e| e.card.known().map(|card| (card, e.count)));
        let all: u32 = known().map(|(_, n)| n).sum();
        let of =
            |f: usize| known().filter(|(c, _)| game.card(*c).factions & (1 << f) != 0).map(|(_, n)| n).sum::<u32>();
        (0..game.factions.len()).filter(|f| of(*f) > 0 && of(*f) * 10 >= all).fold(0, |mask, f| mask | 1 << f)
    }

    /// Cards in a section.
    pub fn size(&self, section: usize) -> u32 {
        size(&self.sections[section])
    }

    /// The known cards of a section, each as often as it is there.
    pub fn cards(&self, section: usize) -> Vec<CardIx> {
        let mut cards = Vec::with_capacity(self.size(section) as usize);
        for entry in &self.sections[section] {
            if let Listed::Card(ix) = entry.card {
                cards.extend(std::iter::repeat_n(ix, entry.count as usize));
            }
        }
        cards
    }

    /// All lists: the sections of the game in their order, then the person's own by name.
    pub fn parts(&self) -> impl Iterator<Item = DeckPart> {
        (0..self.sections.len()).map(DeckPart::Section).chain(self.own.keys().cloned().map(DeckPart::Own))
    }

    /// The list that a key means: the id of a section, or the name of an own list.
    pub fn part(&self, game: &GameData, key: &str) -> Option<DeckPart> {
        let own = || self.own.contains_key(key).then(|| DeckPart::Own(key.to_owned()));
        game.section(key).map(DeckPart::Section).or_else(own)
    }

    /// The entries of a list; none if there is no such list.
    pub fn entries(&self, part: &DeckPart) -> &[DeckEntry] {
        match part {
            DeckPart::Section(at) => self.sections.get(*at).map_or(&[], Vec::as_slice),
            DeckPart::Own(name) => self.own.get(name).map_or(&[], Vec::as_slice),
        }
    }

    /// How many copies of a card stand in a list.
    pub fn copies(&self, part: &DeckPart, card: &Listed) -> u32 {
        copies(self.entries(part), card)
    }

    /// How many cards stand in a list.
    pub fn size_of(&self, part: &DeckPart) -> u32 {
        size(self.entries(part))
    }

    /// The tags that are in use, by name.
    pub fn all_tags(&self) -> BTreeSet<&str> {
        self.tags.values().flatten().map(String::as_str).collect()
    }

    /// Why a list of one's own cannot have this name, if it cannot.
    pub fn list_name_fault(&self, game: &GameData, name: &str) -> Option<String> {
        let name = name.trim();
        let same = |word: &str| catalog::fold::fold(word) == catalog::fold::fold(name);
        if name.is_empty() {
            Some(tr!("a list needs a name"))
        } else if game.sections.iter().any(|s| same(&s.id) || same(&s.name)) {
            Some(tr!("{game} has a section `{name}` already", game = game.name, name))
        } else if self.own.keys().any(|k| same(k)) {
            Some(tr!("the deck has a list `{name}` already", name))
        } else {
            None
        }
    }

    pub(crate) fn entries_mut(&mut self, part: &DeckPart) -> Option<&mut Vec<DeckEntry>> {
        match part {
            DeckPart::Section(at) => self.sections.get_mut(*at),
            DeckPart::Own(name) => self.own.get_mut(name),
        }
    }
}

fn copies(entries: &[DeckEntry], card: &Listed) -> u32 {
    entries.iter().find(|e| e.card == *card).map_or(0, |e| e.count)
}

/// Nobody has more copies than a deck file can name: lists are dealt out card by card.
fn set(entries: &mut Vec<DeckEntry>, card: Listed, count: u32) {
    let count = count.min(crate::deckfile::MOST_COPIES);
    match (entries.iter().position(|e| e.card == card), count) {
        (Some(at), 0) => drop(entries.remove(at)),
        (Some(at), n) => entries[at].count = n,
        (None, 0) => {}
        (None, n) => entries.push(DeckEntry { count: n, card }),
    }
}

fn add(entries: &mut Vec<DeckEntry>, card: Listed, count: u32) {
    let now = copies(entries, &card);
    set(entries, card, now.saturating_add(count));
}

fn size(entries: &[DeckEntry]) -> u32 {
    entries.iter().fold(0, |n, e| n.saturating_add(e.count))
}

/// The section that an id means; the main one if the game does not have it (any more).
fn section_or_main(game: &GameData, id: &str) -> usize {
    game.section(id).or_else(|| game.section("main")).unwrap_or(0)
}
