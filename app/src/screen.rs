//! The screens. Each owns what is on it, reads messages, and asks its parent by actions.

pub mod automa;
pub mod cards;
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
use catalog::{CardIx, Collection, GameData};
pub(crate) use formats::cards_label;
use formats::rng::Seed;
use formats::{Deck, GameLibrary};
use iced::Size;
use serde::{Deserialize, Serialize};

use crate::saved_event;
use crate::widget::face::Gallery;

/// A screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScreenName {
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

impl ScreenName {
    /// All screens in the order of the rail; the last one has its place at its foot.
    pub const ALL: [ScreenName; 8] = [
        ScreenName::Cards,
        ScreenName::Decks,
        ScreenName::Limited,
        ScreenName::Events,
        ScreenName::Play,
        ScreenName::Lab,
        ScreenName::Companion,
        ScreenName::Settings,
    ];

    /// What it is called.
    pub fn title(self) -> String {
        match self {
            ScreenName::Cards => tr!("Cards"),
            ScreenName::Decks => tr!("Decks"),
            ScreenName::Limited => tr!("Limited"),
            ScreenName::Events => tr!("Events"),
            ScreenName::Play => tr!("Play"),
            ScreenName::Lab => tr!("Lab"),
            ScreenName::Companion => tr!("Table"),
            ScreenName::Settings => tr!("Settings"),
        }
    }
}

/// What every screen looks at.
#[derive(Clone, Copy)]
pub struct ScreenContext<'a> {
    /// The game.
    pub game_library: &'a GameLibrary,
    /// Its faces.
    pub gallery: &'a Gallery,
    /// What is owned and wanted of it.
    pub collection: &'a Collection,
    /// Pixels for the screen.
    pub bounds: Size,
}

impl<'a> ScreenContext<'a> {
    /// The game.
    pub fn game(&self) -> &'a GameData {
        &self.game_library.game
    }
}

/// The same card in a game that was read again, if it is still there.
pub fn same_card(old: &GameData, new: &GameData, card: CardIx) -> Option<CardIx> {
    new.find(&old.card(card).id)
}

/// Copies of a card in a deck by name, over all sections.
pub fn copies(game: &GameData, deck: &Deck, card: CardIx) -> u32 {
    let name = game.namesake(card);
    let same =
        |e: &&formats::deck::DeckEntry| matches!(e.card, formats::deck::Listed::Card(ix) if game.namesake(ix) == name);
    deck.sections.iter().flatten().filter(same).map(|e| e.count).sum()
}

/// Where chance comes from: the operating system, or a seed for pictures and tests that come out the same.
#[derive(Debug, Clone, Copy, Default)]
pub struct SeedSource {
    fixed: Option<Seed>,
    dealt: u64,
}

impl SeedSource {
    /// Chance that always comes out the same.
    pub fn fixed(seed: Seed) -> SeedSource {
        SeedSource { fixed: Some(seed), dealt: 0 }
    }

    /// The next seed.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn next_seed(&mut self) -> Result<Seed, String> {
        self.dealt += 1;
        match self.fixed {
            Some(seed) if self.dealt == 1 => Ok(seed),
            Some(seed) => Ok(seed.part(self.dealt)),
            None => Seed::fresh().map_err(|e| e.to_string()),
        }
    }
}

/// Set and number of a card as people quote them; numbers that hold the code already are not given it twice.
pub fn printing_label(game: &GameData, card: CardIx) -> String {
    let shown = game.card(card);
    let code = &game.sets[shown.set as usize].code;
    if shown.number.starts_with(code.as_str()) { shown.number.to_string() } else { format!("{code} {}", shown.number) }
}

/// When something was, counted from now: `just now`, `3 hours ago`.
pub fn ago(then: i64) -> String {
    match (saved_event::now() - then).max(0) {
        s if s < 60 => tr!("just now"),
        s if s < 3600 => tr!("1 minute ago" | "{n} minutes ago" % s / 60),
        s if s < 86_400 => tr!("1 hour ago" | "{n} hours ago" % s / 3600),
        s => tr!("1 day ago" | "{n} days ago" % s / 86_400),
    }
}
