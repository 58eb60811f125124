//! The players of a limited event: their pools, a deck out of each, and both as files.

use std::path::Path;

use catalog::GameData;
use formats::deck::Listed;
use formats::deckfile::{self, DeckFileKind};
use formats::limited::Pool;
use formats::limited::build::DeckBuilder;
use formats::limited::sealed::SealedEvent;
use formats::{Deck, DeckFormat, GameLibrary};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::printings::Printings;
use crate::command::{CommandResult, sources, usage_error};

/// A player of a limited event.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Player {
    /// Seat, counted from 1.
    pub seat: usize,
    /// Ids of the cards in the pool, in the order in which they came; the players of a team have the same.
    pub pool: Vec<String>,
    /// A legal deck out of it: section id, then copies by card id. Empty if there is none.
    pub deck: Vec<(String, Vec<(u32, String)>)>,
    /// Why this deck, or why none.
    pub why: String,
}

/// The players of a sealed event. Players who share a pool build one after the other from what is left of it.
pub(super) fn players_of_event(
    game_library: &GameLibrary,
    format: &DeckFormat,
    event: &SealedEvent,
    folder: Option<&Path>,
) -> CommandResult<Vec<Player>> {
    let game = &game_library.game;
    let mut players: Vec<Player> = Vec::new();
    for pool in event.pools(game)? {
        let mut left = pool.clone();
        for _ in 0..event.start.team {
            let mut player = player(game_library, format, players.len(), &left, folder)?;
            for (count, id) in player.deck.iter().flat_map(|(_, entries)| entries) {
                for _ in 0..*count {
                    let taken = left
                        .cards
                        .iter()
                        .position(|c| game.find(id).is_some_and(|d| game.namesake(d) == game.namesake(*c)));
                    taken.map(|at| left.cards.remove(at));
                }
            }
            player.pool = pool.ids(game);
            players.push(player);
        }
    }
    Ok(players)
}

/// Builds a player's deck, and writes pool and deck if a folder is named.
pub(in crate::command) fn player(
    game_library: &GameLibrary,
    format: &DeckFormat,
    seat: usize,
    pool: &Pool,
    folder: Option<&Path>,
) -> CommandResult<Player> {
    let game = &game_library.game;
    let limited = format.limited.as_ref().ok_or_else(|| usage_error("no limited format"))?;
    let product = game_library.product(&limited.product).ok_or_else(|| usage_error("the product is gone"))?;
    let built = DeckBuilder::new(game, product, format, limited).decks(pool, 1).map(|mut built| built.remove(0));
    if let Some(folder) = folder {
        let name = |what: &str| folder.join(format!("seat-{}-{what}", seat + 1));
        let mut pool_deck = Deck::new(game, &format!("Pool of seat {}", seat + 1), &format.id);
        let main = game.section("main").unwrap_or(0);
        pool.cards.iter().for_each(|c| pool_deck.add(main, Listed::Card(*c), 1));
        sources::write(&name("pool.txt"), deckfile::write(game, &pool_deck, DeckFileKind::Text))?;
        if let Ok(built) = &built {
            sources::write(&name("deck.toml"), deckfile::write(game, built.deck.deck(), DeckFileKind::Toml))?;
        }
    }
    let (deck, why) = match built {
        Ok(built) => (built.deck.deck().to_saved(game).sections, built.why),
        Err(report) => (Vec::new(), format!("no legal deck comes out of this pool: {}", report.violations[0].message)),
    };
    Ok(Player { seat: seat + 1, pool: pool.ids(game), deck, why })
}

pub(in crate::command) fn describe(game: &GameData, player: &Player) -> String {
    let mut out = format!("Seat {} – {} cards in the pool\n{}\n", player.seat, player.pool.len(), player.why);
    let entries = || player.deck.iter().flat_map(|(_, entries)| entries);
    let printings = Printings::new(game, entries().map(|(_, id)| id.as_str()));
    entries().for_each(|(count, id)| out.push_str(&format!("  {count} {}\n", printings.label(id))));
    out
}
