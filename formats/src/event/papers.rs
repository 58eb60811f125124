//! What lies on the desk beside pairings: decks and pools that are registered, checks of decks, products to have ready.

use catalog::Game;
use catalog::tr;

use super::log::Action;
use super::{CHECKS, Event, Id, Kind, Refused};
use crate::check::LegalDeck;
use crate::format::Format;
use crate::limited::Pool;
use crate::rng::Dice;

impl Event {
    /// Registers a deck. Only one that was checked can be: in the event's format.
    ///
    /// # Errors
    /// When it was checked for another format.
    pub fn register(&self, game: &Game, player: Id, deck: &LegalDeck) -> Result<Action, Refused> {
        if deck.format() != self.start.format || game.id != self.start.game {
            return Err(Refused::new(tr!(
                "the deck is one for {one}, not for {other}",
                one = deck.format(),
                other = self.start.format
            )));
        }
        Ok(Action::Deck { player, deck: Box::new(deck.deck().saved(game)) })
    }

    /// The pool of a player, if it is known.
    ///
    /// # Errors
    /// A card that the game does not have any more.
    pub fn pool(&self, game: &Game, player: Id) -> Result<Option<Pool>, Refused> {
        let gone = |id: String| Refused::new(tr!("the card `{id}` of the pool is not in the data any more", id));
        let known = self.players.get(player.at()).and_then(|p| p.pool.as_ref());
        known.map(|(cards, _)| Pool::of_ids(game, cards).map_err(gone)).transpose()
    }

    /// The neighbour who watches a player open packs and writes the pool down: the next seat, or the next who came.
    pub fn witness(&self, player: Id) -> Option<Id> {
        let row: Vec<Id> = match self.seat_of(player) {
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
    pub fn draw_checks(&self, count: u32) -> Result<Action, Refused> {
        let looked = |id: &Id| self.checks.iter().any(|c| c.player == *id);
        let here: Vec<Id> = self.present().map(|p| p.id).collect();
        let mut players: Vec<Id> = here.iter().copied().filter(|id| !looked(id)).collect();
        if players.is_empty() {
            players = here;
        }
        if players.is_empty() {
            return Err(Refused::new(tr!("nobody is here")));
        }
        let drawn = self.log.iter().filter(|e| matches!(e.action, Action::Draw { .. })).count() as u64;
        let count = players.len().min(count as usize);
        self.start.seed()?.part(CHECKS).stream(drawn).deal(&mut players, count);
        players.truncate(count);
        Ok(Action::Draw { players })
    }

    /// Packs to have ready: product id and number, for everybody who is here, or so many as would come.
    pub fn packs(&self, format: &Format, expected: Option<u32>) -> Vec<(String, u32)> {
        let Some(limited) = format.limited.as_ref().filter(|_| self.start.kind != Kind::Constructed) else {
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
