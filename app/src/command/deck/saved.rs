//! Saved decks and their moments, as arguments name them.

use std::sync::Arc;

use catalog::GameData;
use catalog::store::journal::{Heading, StreamKind};
use formats::GameLibrary;
use formats::deck::{Deck, DeckPart, Listed};
use formats::deckfile::{self, DeckFileKind, LineContent};

use crate::command::{CommandContext, CommandResult, names, usage_error};
use formats::saved::deck::{DeckSession, Moment};

impl CommandContext {
    /// A saved deck by its name; of several in one game, the one that changed last.
    pub fn deck_session(&self, name: &str, game: Option<&str>) -> CommandResult<(Arc<GameLibrary>, DeckSession)> {
        if let Some(id) = game {
            self.game(id)?;
        }
        let kept: Vec<(&str, Heading)> = self.session.saved_streams(StreamKind::Deck, game)?;
        let mut found: Vec<&(&str, Heading)> = kept.iter().filter(|(_, heading)| heading.name == name).collect();
        found.dedup_by_key(|(game, _)| *game);
        match found.as_slice() {
            [] => {
                let known = kept.iter().map(|(_, heading)| heading.name.as_str());
                let advice = "`deckloom deck list` lists them, `deckloom deck new` makes one";
                Err(names::unknown("saved deck", name, known, advice))
            }
            [(game, heading)] => {
                let game_library = self.game(game)?;
                let deck_session = DeckSession::open(&self.session.library, &game_library.game, heading.id)?;
                Ok((game_library.clone(), deck_session))
            }
            several => {
                let games: Vec<&str> = several.iter().map(|(game, _)| *game).collect();
                Err(usage_error(format!("{} have a deck `{name}`; name one with --game", games.join(" and "))))
            }
        }
    }

    /// The moment of a history that a word means: its number, or its name.
    pub fn moment(&self, game_library: &GameLibrary, deck_session: &DeckSession, word: &str) -> CommandResult<Moment> {
        let history = deck_session.history(&self.session.library, &game_library.game)?;
        let number = word.parse().ok();
        let found = history.iter().rev().find(|m| m.name.as_deref() == Some(word) || Some(m.number) == number);
        found.cloned().ok_or_else(|| {
            let deck = &deck_session.deck.name;
            usage_error(format!("`{deck}` has no moment `{word}`; `deckloom deck history` lists them"))
        })
    }
}

/// Copies of a card, such as `2 Amber Drone`; without a number, one.
pub(super) fn copies(game: &GameData, deck: &Deck, text: &str) -> CommandResult<(u32, Listed)> {
    if text.trim_start().starts_with('-') {
        return Err(usage_error(format!("`{text}`: copies are counted from 1; --remove takes copies out")));
    }
    let sheet = deckfile::read(text, Some(DeckFileKind::Text)).map_err(|e| usage_error(e.to_string()))?;
    match sheet.lines.first().map(|l| &l.content) {
        Some(LineContent::Copies { count, card: said, .. }) => {
            Ok((*count, card(game, deck, said.name.as_deref().unwrap_or_default())?))
        }
        Some(LineContent::Nothing(why)) => Err(usage_error(format!("`{text}`: {why}"))),
        _ => Err(usage_error(format!("`{text}` is no card; write a number and a name, such as `2 Amber Drone`"))),
    }
}

/// A card of the game, or an unknown one that the deck has.
pub(super) fn card(game: &GameData, deck: &Deck, name: &str) -> CommandResult<Listed> {
    let listed = Listed::from_id_or_name(game, name.trim());
    let held = || deck.parts().any(|p| deck.copies(&p, &listed) > 0);
    if listed.known().is_some() || held() {
        return Ok(listed);
    }
    Err(names::unknown_card(name.trim(), &[game]))
}

/// A card and what is said about it, such as `Amber Drone=bring it in`.
pub(super) fn card_and_text<'t>(game: &GameData, deck: &Deck, text: &'t str) -> CommandResult<(String, &'t str)> {
    let (name, said) = text
        .split_once('=')
        .ok_or_else(|| usage_error(format!("`{text}` must be a card, `=`, and what is said about it")))?;
    Ok((card(game, deck, name)?.first_printing_id(game).to_owned(), said.trim()))
}

/// The list that a word means: a section by id or name, or a list of the deck's own.
pub(super) fn part(game: &GameData, deck: &Deck, word: &str) -> CommandResult<DeckPart> {
    let folded = catalog::fold::fold(word);
    let same = |part: &DeckPart| {
        catalog::fold::fold(part.key(game)) == folded || catalog::fold::fold(part.name(game)) == folded
    };
    deck.parts().find(same).ok_or_else(|| {
        let known: Vec<String> = deck.parts().map(|p| p.key(game).to_owned()).collect();
        usage_error(format!("the deck has no list `{word}` ({}); --begin begins one", known.join(", ")))
    })
}
