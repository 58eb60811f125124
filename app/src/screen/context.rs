//! What every screen looks at, and small things that several of them do.

use catalog::{CardIx, Collection, GameData};
use formats::rng::Seed;
use formats::{Deck, GameLibrary};
use iced::Size;

use crate::theme::Mode;
use crate::widget::face::Gallery;

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
    /// Light or dark.
    pub mode: Mode,
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
