//! What lies on the desk beside pairings: decks and pools that are registered, checks of decks, products to have ready.

use catalog::GameData;
use catalog::tr;

use super::log::EventAction;
use super::{CHECKS, EventError, EventKind, PlayerId, TournamentEvent};
use crate::check::LegalDeck;
use crate::format::DeckFormat;
use crate::limited::Pool;
use crate::rng::Dice;

impl TournamentEvent {
    /// Registers a deck. Only one that was checked can be: in the event's format.
    ///
    /// # Errors
    /// When it was checked for another format.
    pub fn register(&self, game: &GameData, player: PlayerId, deck: &LegalDeck) -> Result<EventAction, EventError> {
        if deck.format() != self.start.format || game.id != self.start.game {
            return Err(EventError::new(tr!(
                "the deck is one for {one}, not for {other}",
                one = deck.format(),
                other = self.start.format
            )));
        }
        Ok(EventAction::Deck { player, deck: Box::new(deck.deck().to_saved(game)) })
    }

    /// The pool of a player, if it is known.
    ///
    /// # Errors
    /// A card that the game does not have any more.
    pub fn pool(&self, game: &GameData, player: PlayerId) -> Result<Option<Pool>, EventError> {
        let gone = |id: String| EventError::new(tr!("the card `{id}` of the pool is not in the data any more", id));
        let known = self.players.get(player.at()).and_then(|p| p.pool.as_ref());
        known.map(|(cards, _)| Pool::from_ids(game, cards).map_err(gone)).transpose()
    }

    /// The neighbour who watches a player open packs and writes the pool down: the next seat, or the next who came.
    pub fn witness(&self, player: PlayerId) -> Option<PlayerId> {
        let row: Vec<PlayerId> = match self.seat_of(player) {
            Some((pod, _)) => self.pods[pod].clone(),
            None => self.players.iter().map(|p| p.id).collect(),
        };
        let at = row.iter().position(|p| *p == player)?;
        let after = (1..row.len()).map(|step| row[(at + step) % row.len()]);
        after.into_iter().find(|p| self.players[p.at()].left.is_none())
    }

    /// Draws so many players whose decks are looked at, of those whose were not yet; of all, once all were.
    ///
    /// # Errors
    /// When nobody is here.
    pub fn draw_checks(&self, count: u32) -> Result<EventAction, EventError> {
        let looked = |id: &PlayerId| self.checks.iter().any(|c| c.player == *id);
        let here: Vec<PlayerId> = self.present().map(|p| p.id).collect();
        let mut players: Vec<PlayerId> = here.iter().copied().filter(|id| !looked(id)).collect();
        if players.is_empty() {
            players = here;
        }
        if players.is_empty() {
            return Err(EventError::new(tr!("nobody is here")));
        }
        let drawn = self.log.iter().filter(|e| matches!(e.action, EventAction::Draw { .. })).count() as u64;
        let count = players.len().min(count as usize);
        self.start.seed()?.part(CHECKS).stream(drawn).deal(&mut players, count);
        players.truncate(count);
        Ok(EventAction::Draw { players })
    }

    /// Packs to have ready: product id and number, for everybody who is here, or so many as would come.
    pub fn packs(&self, format: &DeckFormat, expected: Option<u32>) -> Vec<(String, u32)> {
        let Some(limited) = format.limited.as_ref().filter(|_| self.start.kind != EventKind::Constructed) else {
            return Vec::new();
        };
        let people = expected.unwrap_or(self.present().count() as u32) * self.start.team;
        let mut packs: Vec<(String, u32)> = Vec::new();
        for product in &limited.products {
            match packs.iter_mut().find(|(id, _)| id == product) {
                Some((_, count)) => *count += people,
                None => packs.push((product.clone(), people)),
            }
        }
        packs
    }
}
