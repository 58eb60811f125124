//! From a pool to the table: its deck against those of the other seats, as the builder would build them.

use catalog::tr;
use formats::limited::Pool;
use formats::limited::build::Builder;
use formats::{Book, Deck, LegalDeck};

use super::{Action, PoolPage, parts};
use crate::window::Notice;

impl PoolPage {
    /// The deck as it is built, or the best one that the pool gives, against the best ones of the other seats.
    pub(super) fn play(&self, book: &Book) -> Action {
        let (format, limited, product) = match parts(book, &self.format) {
            Ok(parts) => parts,
            Err(e) => return Action::Say(Notice::wrong(e)),
        };
        let builder = Builder::new(&book.game, product, format, limited);
        let best = |name: String, pool: Pool| match builder.decks(&pool, 1) {
            Ok(built) => built.first().map(|built| (Deck { name, ..built.deck.deck().clone() }, Some(pool))),
            Err(_) => None,
        };
        let owner = self.owner();
        let pool = Pool { cards: owner.packs.all().to_vec() };
        let own = owner.builder.deck().clone();
        let own = match LegalDeck::check(&book.game, format, own.clone(), Some(&pool)) {
            Ok(_) => Some((own, Some(pool))),
            Err(_) => best(format!("{}: {}", self.name, owner.name), pool),
        };
        let others: Vec<(String, Pool)> = match &self.room {
            Some(room) => (0..room.pod.table.seats())
                .filter(|seat| *seat != owner.seat)
                .map(|seat| (tr!("{} (seat {})", room.name_of(seat), seat + 1), room.pod.table.picks(seat)))
                .map(|(name, cards)| (name, Pool { cards: cards.to_vec() }))
                .collect(),
            None => {
                let others = self.owners.iter().filter(|other| other.seat != owner.seat);
                others.map(|other| (other.name.clone(), Pool { cards: other.packs.all().to_vec() })).collect()
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
