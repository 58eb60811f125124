//! Between two games of a match: the score, and decks that are changed for the next game.

use super::super::context::PlayContext;
use super::super::sideboard::{self, Sideboard};
use super::state::{Action, MatchTable, Request};
use crate::saved_match::{BestOf, MatchDeck};

/// What happens between two games.
#[derive(Debug, Clone)]
pub enum Message {
    /// The deck of a seat is to be changed.
    SideboardOpened(u8),
    /// It is changed.
    Sideboard(sideboard::Message),
    /// It is played like that.
    SideboardDone,
    /// It is played as before.
    SideboardClosed,
    /// The next game begins.
    NextGame,
}

impl MatchTable {
    /// The games of the match while it is not decided, once this one is over; `None` for a game by itself.
    pub(in crate::screen::play) fn games_to_go(&self) -> Option<BestOf> {
        let over = self.saved.id.is_some() && self.saved.session.actor().is_none();
        self.saved.games().filter(|games| over && !games.is_decided())
    }

    /// The seats of people who can change their decks for the next game.
    pub(in crate::screen::play) fn sideboarders(&self) -> impl Iterator<Item = u8> + '_ {
        let has_some = |seat: &u8| self.next_decks.get(usize::from(*seat)).is_some_and(MatchDeck::has_sideboard);
        self.saved.human_seats().filter(has_some)
    }

    /// The deck that is changed for the next game.
    pub(in crate::screen::play) fn sideboard(&self) -> Option<&Sideboard> {
        self.sideboard.as_ref()
    }

    /// Reads a message.
    pub(super) fn update_between_games(&mut self, message: Message, context: &PlayContext<'_>) -> Action {
        match message {
            Message::SideboardOpened(seat) => {
                self.sideboard = Sideboard::new(context.game_library, &self.next_decks, seat.into());
                if self.sideboard.is_none() {
                    return Action::wrong(catalog::tr!("This deck has no sideboard"));
                }
            }
            Message::Sideboard(message) => {
                if let Some(board) = &mut self.sideboard {
                    board.update(message, context.game_library, &self.saved.start.format);
                }
            }
            Message::SideboardDone => {
                if let Some(board) = self.sideboard.take_if(|board| board.is_legal()) {
                    self.next_decks[board.seat()] = board.brought(context.game_library);
                }
            }
            Message::SideboardClosed => self.sideboard = None,
            Message::NextGame => return Action::Ask(Request::NextGame(self.next_decks.clone())),
        }
        Action::None
    }
}
