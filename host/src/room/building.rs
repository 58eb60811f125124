//! Decks out of pools: cards go in and out, a deck is suggested or fixed, and a legal one is handed in.

use catalog::CardIx;
use catalog::store;
use formats::check::{CheckReport, LegalDeck, check, fix_deck};
use formats::deck::Deck;
use formats::limited::build::{DeckBuilder, PoolDeck};
use formats::limited::{Pool, remaining};
use formats::saved::deck::DeckSession;
use sha2::{Digest, Sha256};

use super::{Answer, Refusal, Room};
use crate::log::TableAction;

/// How many decks are suggested.
const SUGGESTED: usize = 3;

/// What is done with a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeckChange {
    /// A copy goes in.
    Add(CardIx),
    /// A copy goes out.
    Remove(CardIx),
    /// All go out.
    Clear,
    /// A suggested deck takes its place, by number from 0.
    Suggest(usize),
    /// What can be fixed is fixed.
    Fix,
    /// It is handed in.
    Register,
    /// It is changed once more.
    Reopen,
}

impl Room {
    /// The deck of a seat.
    pub fn deck(&self, seat: usize) -> Deck {
        let game = &self.game_library.game;
        match &self.table.seats[seat].deck {
            Some(saved) => Deck::from_saved(game, saved),
            None => Deck::new(game, &self.deck_name(seat), &self.table.start.setup.format),
        }
    }

    /// What the pool of a seat is called in the library: after all who share it.
    pub(super) fn pool_name(&self, seat: usize) -> String {
        let team = std::iter::once(seat).chain(self.table.teammates(seat));
        let names: Vec<String> = team.filter_map(|seat| self.table.seats[seat].name.clone()).collect();
        if names.len() > 1 { format!("{}: {}", self.name, names.join(", ")) } else { self.deck_name(seat) }
    }

    /// What the deck of a seat is called in the library.
    pub(super) fn deck_name(&self, seat: usize) -> String {
        let who = self.table.seats[seat].name.clone().unwrap_or_else(|| (seat + 1).to_string());
        format!("{}: {who}", self.name)
    }

    /// A word for the deck of a seat as it is: a change of another one is late.
    pub fn deck_key(&self, seat: usize) -> String {
        let seat = &self.table.seats[seat];
        let text = serde_json::to_vec(&(&seat.deck, seat.registered)).unwrap_or_default();
        Sha256::digest(text)[..6].iter().map(|b| format!("{b:02x}")).collect()
    }

    /// What the format says of a deck out of a pool.
    ///
    /// # Errors
    /// Without the format.
    pub fn check_deck(&self, deck: &Deck, pool: &Pool) -> Result<CheckReport, Refusal> {
        Ok(check(&self.game_library.game, self.format()?, deck, Some(pool)))
    }

    /// Decks that a bot would build, the best first; none if the pool is too small.
    pub fn suggested(&self, pool: &Pool) -> Vec<PoolDeck> {
        let parts = self.format().ok().and_then(|format| {
            let limited = format.limited.as_ref()?;
            Some((format, limited, self.game_library.product(&limited.product)?))
        });
        let Some((format, limited, product)) = parts else { return Vec::new() };
        let builder = DeckBuilder::new(&self.game_library.game, product, format, limited);
        builder.decks(pool, SUGGESTED).unwrap_or_default()
    }

    /// Changes the deck of a seat. What it was stands in the key: a repeated or late change does nothing.
    ///
    /// # Errors
    /// When the pool is not whole yet, or an illegal deck is handed in; of the library.
    pub async fn change_deck(&mut self, seat: usize, key: &str, change: DeckChange) -> Result<Answer, Refusal> {
        let pool = self.pool(seat).ok_or(Refusal::NotBegun)?;
        let registered = self.table.seats[seat].registered.is_some();
        if self.deck_key(seat) != key || registered != (change == DeckChange::Reopen) {
            return Ok(Answer::Late);
        }
        // A teammate was faster, or the card is none of the pool.
        if let DeckChange::Add(card) = change
            && !self.offers(seat, &pool, card)
        {
            return Ok(Answer::Late);
        }
        let action = match change {
            DeckChange::Register => return self.hand_in(seat, pool).await,
            DeckChange::Reopen => TableAction::Reopen { seat },
            _ => TableAction::Deck {
                seat,
                deck: Box::new(self.changed_deck(seat, &pool, change)?.to_saved(&self.game_library.game)),
            },
        };
        self.act(action).await?;
        Ok(Answer::Done)
    }

    /// Whether a copy of a card can go into the deck of a seat: one is left, or anybody may add it.
    fn offers(&self, seat: usize, pool: &Pool, card: CardIx) -> bool {
        let game = &self.game_library.game;
        let left = remaining(game, &pool.cards, std::iter::once(&self.deck(seat)));
        let free =
            || self.format().ok().and_then(|format| format.free_cards()).is_some_and(|q| q.matches(game.card(card)));
        left.iter().any(|other| game.namesake(*other) == game.namesake(card)) || free()
    }

    fn changed_deck(&self, seat: usize, pool: &Pool, change: DeckChange) -> Result<Deck, Refusal> {
        let game = &self.game_library.game;
        let mut deck = self.deck(seat);
        match change {
            DeckChange::Add(card) => deck.add_copy(game, card),
            DeckChange::Remove(card) => deck.remove_copy(card),
            DeckChange::Suggest(at) => {
                if let Some(built) = self.suggested(pool).into_iter().nth(at) {
                    deck.sections.clone_from(&built.deck.deck().sections);
                }
            }
            DeckChange::Fix => deck = fix_deck(game, self.format()?, &deck, Some(pool)).deck,
            DeckChange::Clear => deck.sections.iter_mut().for_each(Vec::clear),
            DeckChange::Register | DeckChange::Reopen => {}
        }
        deck.name = self.deck_name(seat);
        Ok(deck)
    }

    /// A legal deck goes to the library.
    async fn hand_in(&mut self, seat: usize, pool: Pool) -> Result<Answer, Refusal> {
        let game_library = self.game_library.clone();
        let legal = LegalDeck::check(&game_library.game, self.format()?, self.deck(seat), Some(&pool));
        let deck = legal.map_err(|_| Refusal::Illegal)?.deck().clone();
        let create = move |library: &mut store::Library| {
            let session = DeckSession::create(library, &game_library.game, deck, Some(pool))?;
            Ok(((), TableAction::Register { seat, stream: session.id.0 }))
        };
        self.save_with(create).await?;
        Ok(Answer::Done)
    }
}
