//! Between two games of a match: the score, and decks that are changed for the next game.

use super::super::context::PlayContext;
use super::super::sideboard::Sideboard;
use super::message::{Action, BetweenGames, Request};
use super::state::MatchTable;
use crate::saved_match::{BestOf, MatchDeck, MatchResult};

impl MatchTable {
    /// The games of the match while it is not decided, once this one is over; `None` for a game by itself.
    pub(in crate::screen::play) fn games_to_go(&self) -> Option<BestOf> {
        let over = self.saved.id.is_some() && self.has_ended();
        self.saved.games().filter(|games| over && !games.is_decided())
    }

    /// What the game was for the person who plays alone, once it is over.
    pub(in crate::screen::play) fn result(&self) -> Option<MatchResult> {
        let seat = self.saved.human_seats().next().filter(|_| self.saved.is_solo())?;
        Some(MatchResult::for_seat(&self.saved.session.outcome()?, seat.into()))
    }

    /// Whether the match is over, and its last plays have been shown.
    pub(super) fn has_ended(&self) -> bool {
        self.saved.session.actor().is_none() && !self.shows_forced()
    }

    /// Whether the match is over, and its end is looked at.
    pub(in crate::screen::play) fn is_over(&self) -> bool {
        // A record is always looked at from some moment: its last one is the end.
        let at_the_end = self.is_record() && self.moment() == self.saved.decision_count();
        self.has_ended() && (at_the_end || !self.looks_back())
    }

    /// Whether a record is looked at, and not a match of this library.
    pub(in crate::screen::play) fn is_record(&self) -> bool {
        self.saved.id.is_none()
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
    pub(super) fn update_between_games(&mut self, message: BetweenGames, context: &PlayContext<'_>) -> Action {
        match message {
            BetweenGames::SideboardOpened(seat) => {
                self.sideboard = Sideboard::new(context.game_library, &self.next_decks, seat.into());
                if self.sideboard.is_none() {
                    return Action::wrong(catalog::tr!("This deck has no sideboard"));
                }
            }
            BetweenGames::Sideboard(message) => {
                if let Some(board) = &mut self.sideboard {
                    let done = board.update(message, context.game_library, &self.saved.start.format);
                    return done.map_or_else(Action::wrong, |()| Action::None);
                }
            }
            BetweenGames::SideboardDone => {
                if let Some(board) = self.sideboard.take_if(|board| board.is_legal()) {
                    self.next_decks[board.seat()] = board.brought(context.game_library);
                }
            }
            BetweenGames::SideboardClosed => self.sideboard = None,
            BetweenGames::NextGame => return Action::Ask(Request::NextGame(self.next_decks.clone())),
        }
        Action::None
    }
}
