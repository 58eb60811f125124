//! From a pool to the table: its deck against those of the other seats, as the builder would build them.

use formats::limited::Pool;
use formats::limited::build::DeckBuilder;
use formats::{Deck, GameLibrary, LegalDeck};

use super::super::format::FormatParts;

/// The deck as it is built, or the best one that its pool gives, and then the best ones of the other pools; `None` if the pool gives
/// none. Pools come with the names of their decks.
pub(super) fn decks(
    game_library: &GameLibrary,
    (format, limited, product): FormatParts<'_>,
    built: &Deck,
    (name, pool): (String, Pool),
    others: Vec<(String, Pool)>,
) -> Option<Vec<(Deck, Option<Pool>)>> {
    let builder = DeckBuilder::new(&game_library.game, product, format, limited);
    let best = |name: String, pool: Pool| match builder.decks(&pool, 1) {
        Ok(built) => built.first().map(|built| (Deck { name, ..built.deck.deck().clone() }, Some(pool))),
        Err(_) => None,
    };
    let own = match LegalDeck::check(&game_library.game, format, built.clone(), Some(&pool)) {
        Ok(_) => (built.clone(), Some(pool)),
        Err(_) => best(name, pool)?,
    };
    let others = others.into_iter().filter_map(|(name, pool)| best(name, pool));
    Some(std::iter::once(own).chain(others).collect())
}
