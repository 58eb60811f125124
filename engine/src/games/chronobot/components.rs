//! What a checked table of components says about a game: against whom, and how hard.

use std::sync::Arc;

use catalog::tr;
use catalog::{Card, CardIx, GameData};
use formats::check::LegalDeck;

use super::difficulty::Difficulty;
use crate::kernel::match_options::{MatchOptions, SetupError};

/// Card id of the one opponent that can be played against.
const CHRONOBOT: &str = "chronobot";

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
                    "cannot be played: the rulebook lists the components of {names} and not how it plays; the \
                     Chronobot can be played against",
                    names = names.join(&tr!(" and "))
                )));
            }
        }
        let mut options = Difficulty::default();
        for card in lying("difficulty") {
            let refused = |why: String| refused(tr!("has {card}: {why}", card = card.name, why));
            options.apply_card(game, card).map_err(refused)?;
        }
        Ok(options)
    }

    fn apply_card(&mut self, game: &GameData, card: &Card) -> Result<(), String> {
        let setting = game.field("setting").and_then(|field| card.text_in(field)).ok_or("it settles nothing")?;
        let (key, value) = setting.split_once('=').ok_or("a setting is written KEY=VALUE")?;
        self.set(key, value).map_err(|e| e.to_string())
    }
}

/// Cards of a game that settle what there is not to settle.
pub(crate) fn setting_faults(game: &Arc<GameData>) -> Vec<(Option<CardIx>, String)> {
    let Some(field) = game.field("setting") else { return Vec::new() };
    let settles = game.indices().filter(|ix| game.card(*ix).text_in(field).is_some());
    let wrong = |ix: CardIx| Some((Some(ix), Difficulty::default().apply_card(game, game.card(ix)).err()?));
    settles.filter_map(wrong).collect()
}
