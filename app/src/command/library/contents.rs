//! `deckloom library where`

use catalog::store::journal::Kind;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::{Outcome, show};
use crate::desk::Desk;
use crate::draft_room::DraftRoom;

/// The library.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Result {
    /// The file; absent if nothing can be saved.
    file: Option<std::path::PathBuf>,
    /// What is in it, by game.
    games: Vec<Game>,
}

/// What is in the library for a game.
#[derive(Debug, Serialize, JsonSchema)]
struct Game {
    /// Id.
    id: String,
    /// Cards.
    cards: usize,
    /// Names of the saved decks.
    decks: Vec<String>,
    /// Names of the pools.
    pools: Vec<String>,
    /// The drafts, the last one first.
    drafts: Vec<Draft>,
}

/// A draft in the library.
#[derive(Debug, Serialize, JsonSchema)]
struct Draft {
    /// Its format's name.
    name: String,
    /// Cards taken so far; absent if the data no longer have a card of it.
    picks: Option<usize>,
}

pub(super) fn run(desk: &Desk, json: bool) -> anyhow::Result<Outcome> {
    let library = &desk.library;
    let names = |kind, game: &str| -> anyhow::Result<Vec<String>> {
        Ok(library.streams(kind, game)?.into_iter().map(|s| s.name).collect())
    };
    let mut games = Vec::new();
    for book in desk.books() {
        let game = &book.game;
        let drafts = library.streams(Kind::Draft, &game.id)?.into_iter().map(|heading| {
            let room = DraftRoom::open(library, book, heading.id).ok();
            Draft { name: heading.name, picks: room.map(|r| r.pod.table.picks(r.first_person()).len()) }
        });
        games.push(Game {
            id: game.id.clone(),
            cards: game.cards.len(),
            decks: names(Kind::Deck, &game.id)?,
            pools: names(Kind::Pool, &game.id)?,
            drafts: drafts.collect(),
        });
    }
    let result = Result { file: library.path().map(Into::into), games };
    show(json, &result, || {
        let mut out =
            result.file.as_ref().map_or("in memory: nothing is saved\n".into(), |f| format!("{}\n", f.display()));
        for g in &result.games {
            out.push_str(&format!(
                "  {}: {} cards, {} decks, {} pools, {} drafts\n",
                g.id,
                g.cards,
                g.decks.len(),
                g.pools.len(),
                g.drafts.len()
            ));
        }
        out
    })?;
    Ok(Outcome::Done)
}
