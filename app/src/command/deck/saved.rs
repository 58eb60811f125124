//! Saved decks and their moments, as arguments name them.

use std::sync::Arc;

use catalog::Game;
use catalog::store::journal::{Heading, Kind};
use formats::Book;
use formats::deck::{Deck, Listed, Part};
use formats::deckfile::{self, Kind as FileKind, Says};

use crate::command::{Door, names, usage};
use crate::workbench::{Moment, Workbench};

impl Door {
    /// A saved deck by its name; of several in one game, the one that changed last.
    pub fn bench(&self, name: &str, game: Option<&str>) -> anyhow::Result<(Arc<Book>, Workbench)> {
        if let Some(id) = game {
            self.game(id)?;
        }
        let kept: Vec<(&str, Heading)> = self.desk.kept(Kind::Deck, game)?;
        let mut found: Vec<&(&str, Heading)> = kept.iter().filter(|(_, heading)| heading.name == name).collect();
        found.dedup_by_key(|(game, _)| *game);
        match found.as_slice() {
            [] => {
                let known = kept.iter().map(|(_, heading)| heading.name.as_str());
                let advice = "`deckloom deck list` lists them, `deckloom deck new` makes one";
                Err(names::unknown("saved deck", name, known, advice))
            }
            [(game, heading)] => {
                let book = self.game(game)?;
                let bench = Workbench::open(&self.desk.library, &book.game, heading.id)?;
                Ok((book.clone(), bench))
            }
            several => {
                let games: Vec<&str> = several.iter().map(|(game, _)| *game).collect();
                Err(usage(format!("{} have a deck `{name}`; name one with --game", games.join(" and "))))
            }
        }
    }

    /// The moment of a history that a word means: its number, or its name.
    pub fn moment(&self, book: &Book, bench: &Workbench, word: &str) -> anyhow::Result<Moment> {
        let history = bench.history(&self.desk.library, &book.game)?;
        let number = word.parse().ok();
        let found = history.iter().rev().find(|m| m.name.as_deref() == Some(word) || Some(m.number) == number);
        found.cloned().ok_or_else(|| {
            let deck = &bench.deck.name;
            usage(format!("`{deck}` has no moment `{word}`; `deckloom deck history` lists them"))
        })
    }
}

/// Copies of a card, such as `2 Amber Drone`; without a number, one.
pub(super) fn copies(game: &Game, deck: &Deck, text: &str) -> anyhow::Result<(u32, Listed)> {
    if text.trim_start().starts_with('-') {
        return Err(usage(format!("`{text}`: copies are counted from 1; --remove takes copies out")));
    }
    let sheet = deckfile::read(text, Some(FileKind::Text)).map_err(|e| usage(e.to_string()))?;
    match sheet.lines.first().map(|l| &l.says) {
        Some(Says::Copies { count, card: said, .. }) => {
            Ok((*count, card(game, deck, said.name.as_deref().unwrap_or_default())?))
        }
        Some(Says::Nothing(why)) => Err(usage(format!("`{text}`: {why}"))),
        _ => Err(usage(format!("`{text}` is no card; write a number and a name, such as `2 Amber Drone`"))),
    }
}

/// A card of the game, or an unknown one that the deck has.
pub(super) fn card(game: &Game, deck: &Deck, name: &str) -> anyhow::Result<Listed> {
    let listed = Listed::of(game, name.trim());
    let held = || deck.parts().any(|p| deck.copies(&p, &listed) > 0);
    if listed.known().is_some() || held() {
        return Ok(listed);
    }
    Err(names::unknown_card(name.trim(), &[game]))
}

/// A card and what is said about it, such as `Amber Drone=bring it in`.
pub(super) fn said<'t>(game: &Game, deck: &Deck, text: &'t str) -> anyhow::Result<(String, &'t str)> {
    let (name, said) = text
        .split_once('=')
        .ok_or_else(|| usage(format!("`{text}` must be a card, `=`, and what is said about it")))?;
    Ok((card(game, deck, name)?.kin(game).to_owned(), said.trim()))
}

/// The list that a word means: a section by id or name, or a list of the deck's own.
pub(super) fn part(game: &Game, deck: &Deck, word: &str) -> anyhow::Result<Part> {
    let folded = catalog::fold::fold(word);
    let same =
        |part: &Part| catalog::fold::fold(part.key(game)) == folded || catalog::fold::fold(part.name(game)) == folded;
    deck.parts().find(same).ok_or_else(|| {
        let known: Vec<String> = deck.parts().map(|p| p.key(game).to_owned()).collect();
        usage(format!("the deck has no list `{word}` ({}); --begin begins one", known.join(", ")))
    })
}
