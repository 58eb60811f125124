//! A deck: what a person edits. Whether it may be played is for a [`crate::check`] to say.

use catalog::{CardIx, Game};
use serde::{Deserialize, Serialize};

/// A deck for one game. Sections stand in the order in which the game declares them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deck {
    /// Name.
    pub name: String,
    /// Id of the format it is built for.
    pub format: String,
    /// What it wants to do.
    pub about: String,
    /// A counting query over the cards played: the deck does its thing.
    pub goal: Option<String>,
    /// The goal in words.
    pub goal_text: Option<String>,
    /// Entries by section.
    pub sections: Vec<Vec<Entry>>,
}

/// Some copies of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
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

impl Listed {
    /// The card that an id or name stands for.
    pub fn of(game: &Game, id_or_name: &str) -> Listed {
        game.find(id_or_name).map_or_else(|| Listed::Unknown(id_or_name.to_owned()), Listed::Card)
    }

    /// Its name.
    pub fn name<'a>(&'a self, game: &'a Game) -> &'a str {
        match self {
            Listed::Card(ix) => &game.card(*ix).name,
            Listed::Unknown(name) => name,
        }
    }
}

impl Deck {
    /// An empty deck.
    pub fn new(game: &Game, name: &str, format: &str) -> Deck {
        Deck {
            name: name.to_owned(),
            format: format.to_owned(),
            sections: vec![Vec::new(); game.sections.len()],
            ..Deck::default()
        }
    }

    /// How many copies of a card stand in a section.
    pub fn count(&self, section: usize, card: &Listed) -> u32 {
        self.sections[section].iter().find(|e| e.card == *card).map_or(0, |e| e.count)
    }

    /// Sets the number of copies of a card in a section; 0 takes it out. A new card goes to the end.
    pub fn set(&mut self, section: usize, card: Listed, count: u32) {
        let entries = &mut self.sections[section];
        match (entries.iter().position(|e| e.card == card), count) {
            (Some(at), 0) => drop(entries.remove(at)),
            (Some(at), n) => entries[at].count = n,
            (None, 0) => {}
            (None, n) => entries.push(Entry { count: n, card }),
        }
    }

    /// Adds copies of a card to a section.
    pub fn add(&mut self, section: usize, card: Listed, count: u32) {
        let now = self.count(section, &card);
        self.set(section, card, now.saturating_add(count));
    }

    /// Cards in a section.
    pub fn size(&self, section: usize) -> u32 {
        self.sections[section].iter().fold(0, |n, e| n.saturating_add(e.count))
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

    /// Does an edit, and gives the edit that would undo it. A section that the game does not have (any more) is
    /// taken for the main one.
    pub fn apply(&mut self, game: &Game, edit: &Edit) -> Edit {
        match edit {
            Edit::Set { section, card, count } => {
                let at = section_or_main(game, section);
                let listed = Listed::of(game, card);
                let before = self.count(at, &listed);
                self.set(at, listed, *count);
                Edit::Set { section: section.clone(), card: card.clone(), count: before }
            }
            Edit::Rename(name) => Edit::Rename(std::mem::replace(&mut self.name, name.clone())),
            Edit::Format(format) => Edit::Format(std::mem::replace(&mut self.format, format.clone())),
            Edit::About(about) => Edit::About(std::mem::replace(&mut self.about, about.clone())),
            Edit::Goal(goal) => Edit::Goal(std::mem::replace(&mut self.goal, goal.clone())),
        }
    }

    /// The deck in words that outlive the loaded game: ids instead of positions.
    pub fn saved(&self, game: &Game) -> Saved {
        let id = |l: &Listed| match l {
            Listed::Card(ix) => game.card(*ix).id.clone(),
            Listed::Unknown(name) => name.clone(),
        };
        Saved {
            name: self.name.clone(),
            format: self.format.clone(),
            about: self.about.clone(),
            goal: self.goal.clone(),
            goal_text: self.goal_text.clone(),
            sections: game
                .sections
                .iter()
                .zip(&self.sections)
                .map(|(s, list)| (s.id.clone(), list.iter().map(|e| (e.count, id(&e.card))).collect()))
                .collect(),
        }
    }

    /// The deck out of its saved words. A section that the game no longer has goes to the main one.
    pub fn of_saved(game: &Game, saved: &Saved) -> Deck {
        let mut deck = Deck::new(game, &saved.name, &saved.format);
        deck.about = saved.about.clone();
        (deck.goal, deck.goal_text) = (saved.goal.clone(), saved.goal_text.clone());
        for (section, list) in &saved.sections {
            let at = section_or_main(game, section);
            for (count, card) in list {
                deck.add(at, Listed::of(game, card), *count);
            }
        }
        deck
    }
}

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
    /// Section id, then count and card id (or the unknown name) in order.
    pub sections: Vec<(String, Vec<(u32, String)>)>,
}

/// One step of editing a deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// The number of copies of a card in a section.
    Set {
        /// Section id.
        section: String,
        /// Card id, or the name of an unknown card.
        card: String,
        /// Copies from now on.
        count: u32,
    },
    /// Another name.
    Rename(String),
    /// Another format.
    Format(String),
    /// Another plan.
    About(String),
    /// Another goal.
    Goal(Option<String>),
}

fn section_or_main(game: &Game, id: &str) -> usize {
    game.section(id).or_else(|| game.section("main")).unwrap_or(0)
}
