//! The screens. Each owns what is on it, reads messages, and asks its parent by actions.

pub mod cards;
pub mod companion;
mod cover;
pub mod decks;
pub mod events;
pub mod facets;
pub mod finder;
pub mod lab;
pub mod limited;
pub mod play;
pub mod settings;

use catalog::tr;
use catalog::{CardIx, Collection, Game};
use formats::rng::Seed;
pub(crate) use formats::some_cards;
use formats::{Book, Deck};
use iced::Size;
use serde::{Deserialize, Serialize};

use crate::event_room;
use crate::widget::face::Gallery;

/// A screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Name {
    /// All cards of the game.
    #[default]
    Cards,
    /// Decks, the editor and hands.
    Decks,
    /// Sealed pools and drafts.
    Limited,
    /// Players, rounds and standings.
    Events,
    /// Matches.
    Play,
    /// Experiments.
    Lab,
    /// The opponent at a real table.
    Companion,
    /// How the window looks, and where everything is kept.
    Settings,
}

impl Name {
    /// All screens in the order of the rail; the last one has its place at its foot.
    pub const ALL: [Name; 8] =
        [Name::Cards, Name::Decks, Name::Limited, Name::Events, Name::Play, Name::Lab, Name::Companion, Name::Settings];

    /// What it is called.
    pub fn title(self) -> String {
        match self {
            Name::Cards => tr!("Cards"),
            Name::Decks => tr!("Decks"),
            Name::Limited => tr!("Limited"),
            Name::Events => tr!("Events"),
            Name::Play => tr!("Play"),
            Name::Lab => tr!("Lab"),
            Name::Companion => tr!("Table"),
            Name::Settings => tr!("Settings"),
        }
    }
}

/// What every screen looks at.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The game.
    pub book: &'a Book,
    /// Its faces.
    pub gallery: &'a Gallery,
    /// What is owned and wanted of it.
    pub collection: &'a Collection,
    /// Pixels for the screen.
    pub room: Size,
}

impl<'a> Look<'a> {
    /// The game.
    pub fn game(&self) -> &'a Game {
        &self.book.game
    }
}

/// The same card in a game that was read again, if it is still there.
pub fn again(old: &Game, new: &Game, card: CardIx) -> Option<CardIx> {
    new.find(&old.card(card).id)
}

/// Copies of a card in a deck by name, over all sections.
pub fn copies(game: &Game, deck: &Deck, card: CardIx) -> u32 {
    let name = game.namesake(card);
    let same =
        |e: &&formats::deck::Entry| matches!(e.card, formats::deck::Listed::Card(ix) if game.namesake(ix) == name);
    deck.sections.iter().flatten().filter(same).map(|e| e.count).sum()
}

/// Where chance comes from: the operating system, or a seed for pictures and tests that come out the same.
#[derive(Debug, Clone, Copy, Default)]
pub struct Chance {
    fixed: Option<Seed>,
    dealt: u64,
}

impl Chance {
    /// Chance that always comes out the same.
    pub fn fixed(seed: Seed) -> Chance {
        Chance { fixed: Some(seed), dealt: 0 }
    }

    /// The next seed.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn seed(&mut self) -> Result<Seed, String> {
        self.dealt += 1;
        match self.fixed {
            Some(seed) if self.dealt == 1 => Ok(seed),
            Some(seed) => Ok(seed.part(self.dealt)),
            None => Seed::fresh().map_err(|e| e.to_string()),
        }
    }
}

/// Set and number of a card as people quote them; numbers that hold the code already are not given it twice.
pub fn printed(game: &Game, card: CardIx) -> String {
    let shown = game.card(card);
    let code = &game.sets[shown.set as usize].code;
    match shown.number.starts_with(code.as_str()) {
        true => shown.number.to_string(),
        false => format!("{code} {}", shown.number),
    }
}

/// When something was, counted from now: `just now`, `3 hours ago`.
pub fn ago(then: i64) -> String {
    match (event_room::now() - then).max(0) {
        s if s < 60 => tr!("just now"),
        s if s < 3600 => tr!("1 minute ago" | "{n} minutes ago" % s / 60),
        s if s < 86_400 => tr!("1 hour ago" | "{n} hours ago" % s / 3600),
        s => tr!("1 day ago" | "{n} days ago" % s / 86_400),
    }
}
