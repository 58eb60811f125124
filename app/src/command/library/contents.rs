//! `deckloom library where`

use catalog::store::journal::StreamKind;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::{CommandOutcome, CommandResult, print_result};
use crate::session::Session;
use formats::saved::draft::SavedDraft;

/// The library.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct LibraryContentsOutput {
    /// The file; absent if nothing can be saved.
    file: Option<std::path::PathBuf>,
    /// What is in it, by game.
    games: Vec<GameContents>,
}

/// What is in the library for a game.
#[derive(Debug, Serialize, JsonSchema)]
struct GameContents {
    /// Id.
    id: String,
    /// Cards.
    cards: usize,
    /// Names of the saved decks.
    decks: Vec<String>,
    /// Names of the pools.
    pools: Vec<String>,
    /// The drafts, the last one first.
    drafts: Vec<DraftContents>,
}

/// A draft in the library.
#[derive(Debug, Serialize, JsonSchema)]
struct DraftContents {
    /// Its format's name.
    name: String,
    /// Cards taken so far; absent if the data no longer have a card of it.
    picks: Option<usize>,
}

pub(super) fn run(session: &Session, json: bool) -> CommandResult<CommandOutcome> {
    let library = &session.library;
    let names = |kind, game: &str| -> CommandResult<Vec<String>> {
        Ok(library.streams(kind, game)?.into_iter().map(|s| s.name).collect())
    };
    let mut games = Vec::new();
    for game_library in session.game_libraries() {
        let game = &game_library.game;
        let drafts = library.streams(StreamKind::Draft, &game.id)?.into_iter().map(|heading| {
            let saved = SavedDraft::open(library, game_library, heading.id).ok();
            DraftContents { name: heading.name, picks: saved.map(|r| r.pod.draft.picks(r.first_person()).len()) }
        });
        games.push(GameContents {
            id: game.id.clone(),
            cards: game.cards.len(),
            decks: names(StreamKind::Deck, &game.id)?,
            pools: names(StreamKind::Pool, &game.id)?,
            drafts: drafts.collect(),
        });
    }
    let result = LibraryContentsOutput { file: library.path().map(Into::into), games };
    print_result(json, &result, || {
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
    Ok(CommandOutcome::Done)
}
