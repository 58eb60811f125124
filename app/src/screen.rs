//! The screens. Each owns what is on it, reads messages, and asks its parent by actions.

pub mod cards;
pub mod decks;
pub mod facets;
pub mod finder;
pub mod limited;

use catalog::{CardIx, Game};
use formats::{Book, Deck};
use iced::Size;
use serde::{Deserialize, Serialize};

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
}

impl Name {
    /// All screens in the order of the rail.
    pub const ALL: [Name; 3] = [Name::Cards, Name::Decks, Name::Limited];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Name::Cards => "Cards",
            Name::Decks => "Decks",
            Name::Limited => "Limited",
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
    /// Pixels for the screen.
    pub room: Size,
}

impl<'a> Look<'a> {
    /// The game.
    pub fn game(&self) -> &'a Game {
        &self.book.game
    }
}

/// Copies of a card in a deck by name, over all sections.
pub fn copies(game: &Game, deck: &Deck, card: CardIx) -> u32 {
    let name = game.namesake(card);
    let same = |e: &&formats::deck::Entry| matches!(e.card, formats::deck::Listed::Card(ix) if game.namesake(ix) == name);
    deck.sections.iter().flatten().filter(same).map(|e| e.count).sum()
}
