//! The screens. Each owns what is on it, reads messages, and asks its parent by actions.

pub mod action;
pub mod automa;
pub mod cards;
mod context;
mod cover;
pub mod decks;
mod double_press;
pub mod events;
pub mod facets;
pub mod finder;
pub mod lab;
pub mod limited;
pub mod play;
pub mod selection;
pub mod settings;

use catalog::tr;
pub(crate) use formats::cards_label;
use serde::{Deserialize, Serialize};

pub use crate::language::ago;
pub use context::{ScreenContext, SeedSource, copies, printing_label, same_card};

/// A screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::VariantArray, clap::ValueEnum)]
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
    pub const ALL: &'static [ScreenName] = <ScreenName as strum::VariantArray>::VARIANTS;

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
