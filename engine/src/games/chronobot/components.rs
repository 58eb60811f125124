//! What a checked table of components says about a game: against whom, and how hard.

use std::sync::Arc;

use catalog::tr;
use catalog::{Card, CardIx, GameData};
use formats::check::LegalDeck;

use super::difficulty::Difficulty;
use crate::kernel::match_options::{MatchOptions, OptionError, SetupError};

/// Card id of the one opponent that can be played against.
const CHRONOBOT: &str = "chronobot";

/// Why a card settles nothing about a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// It has no setting.
    #[error("it settles nothing")]
    Nothing,
    /// Its setting is not written as settings are.
    #[error("a setting is written KEY=VALUE")]
    Form,
    /// There is no such option, or it does not take this value.
    #[error(transparent)]
    Option(#[from] OptionError),
}

impl Difficulty {
    /// The difficulty that lies on a table.
    ///
    /// # Errors
    /// If the opponent is another: of the Chronossus only components are known (CB-R08). If what makes it harder
    /// settles nothing.
    pub fn from_components(game: &GameData, table: &LegalDeck) -> Result<Difficulty, SetupError> {
        let deck = table.deck();
        let refused = |why: String| SetupError::Deck { deck: deck.name.clone(), why };
        let lying = |section: &str| -> Vec<&Card> {
            let cards = game.section(section).map(|s| deck.cards(s)).unwrap_or_default();
            cards.into_iter().map(|ix| game.card(ix)).collect()
        };
        match &lying("opponent")[..] {
            [one] if one.id == CHRONOBOT => {}
            [] => return Err(refused(tr!("names no opponent"))),
            others => {
                let names: Vec<&str> = others.iter().map(|c| c.name.as_str()).collect();
                return Err(refused(tr!(
                    "cannot be played: the rulebook lists the components of {names} but not how it plays; play against the Chronobot instead",
                    names = names.join(&tr!(" and "))
                )));
            }
        }
        let mut options = Difficulty::default();
        for card in lying("difficulty") {
            let refused = |why: SettingError| refused(tr!("has {card}: {why}", card = card.name, why));
            options.apply_card(game, card).map_err(refused)?;
        }
        Ok(options)
    }

    fn apply_card(&mut self, game: &GameData, card: &Card) -> Result<(), SettingError> {
        let setting = game.field("setting").and_then(|field| card.text_in(field)).ok_or(SettingError::Nothing)?;
        let (key, value) = setting.split_once('=').ok_or(SettingError::Form)?;
        Ok(self.set(key, value)?)
    }
}

/// Cards of a game that settle what there is not to settle.
pub(crate) fn setting_faults(game: &Arc<GameData>) -> Vec<(Option<CardIx>, String)> {
    let Some(field) = game.field("setting") else { return Vec::new() };
    let settles = game.indices().filter(|ix| game.card(*ix).text_in(field).is_some());
    let wrong = |ix: CardIx| Some((Some(ix), Difficulty::default().apply_card(game, game.card(ix)).err()?.to_string()));
    settles.filter_map(wrong).collect()
}
