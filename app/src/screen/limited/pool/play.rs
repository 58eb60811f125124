//! From a pool to the table: its deck against those of the other seats, as the builder would build them.

use catalog::tr;
use formats::limited::Pool;
use formats::limited::build::DeckBuilder;
use formats::{Deck, GameLibrary, LegalDeck};

use super::{Action, PoolPage, format_parts};
use crate::window::Notice;

impl PoolPage {
    /// The deck as it is built, or the best one that the pool gives, against the best ones of the other seats.
    pub(super) fn play(&self, game_library: &GameLibrary) -> Action {
        let (format, limited, product) = match format_parts(game_library, &self.format) {
            Ok(parts) => parts,
            Err(e) => return Action::Say(Notice::wrong(e)),
        };
        let builder = DeckBuilder::new(&game_library.game, product, format, limited);
        let best = |name: String, pool: Pool| match builder.decks(&pool, 1) {
            Ok(built) => built.first().map(|built| (Deck { name, ..built.deck.deck().clone() }, Some(pool))),
            Err(_) => None,
        };
        let owner = self.owner();
        let pool = Pool { cards: owner.packs.opened_cards().to_vec() };
        let own = owner.builder.deck().clone();
        let own = match LegalDeck::check(&game_library.game, format, own.clone(), Some(&pool)) {
            Ok(_) => Some((own, Some(pool))),
            Err(_) => best(format!("{}: {}", self.name, owner.name), pool),
        };
        let others: Vec<(String, Pool)> = match &self.draft {
            Some(draft) => (0..draft.pod.draft.seats())
                .filter(|seat| *seat != owner.seat)
                .map(|seat| (tr!("{} (seat {})", draft.seat_name(seat), seat + 1), draft.pod.draft.picks(seat)))
                .map(|(name, cards)| (name, Pool { cards: cards.to_vec() }))
                .collect(),
            None => {
                let others = self.owners.iter().filter(|other| other.seat != owner.seat);
                others.map(|other| (other.name.clone(), Pool { cards: other.packs.opened_cards().to_vec() })).collect()
            }
        };
        match own {
            Some(own) => {
                let others = others.into_iter().filter_map(|(name, pool)| best(name, pool));
                Action::Play(std::iter::once(own).chain(others).collect())
            }
            None => Action::Say(Notice::wrong(tr!("No deck can be built from these cards"))),
        }
    }
}
