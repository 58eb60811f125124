//! A match of several games: who has won how many, and whether it is decided.

use engine::kernel::outcome::Outcome;
use serde::{Deserialize, Serialize};

/// The games of a match between two seats, as far as they were played before the one that this stands with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BestOf {
    /// By which its games are found: the seed of the first one.
    pub id: String,
    /// Games at most; whoever has won more than half of them has won the match.
    pub games: u8,
    /// The seat that won each game before, from 0; nobody of a game that was drawn.
    pub winners: Vec<Option<u8>>,
}

impl BestOf {
    /// A match that begins.
    pub fn new(games: u8, id: String) -> BestOf {
        BestOf { id, games, winners: Vec::new() }
    }

    /// The number of the game that this stands with, from 1.
    pub fn game_number(&self) -> usize {
        self.winners.len() + 1
    }

    /// The same after one more game.
    pub fn after(&self, outcome: &Outcome) -> BestOf {
        let winner =
            if outcome.winners.count_ones() == 1 { Some(outcome.winners.trailing_zeros() as u8) } else { None };
        let winners = self.winners.iter().copied().chain([winner]).collect();
        BestOf { id: self.id.clone(), games: self.games, winners }
    }

    /// Games that a seat has won.
    pub fn wins(&self, seat: u8) -> usize {
        self.winners.iter().filter(|winner| **winner == Some(seat)).count()
    }

    /// Whether no game is left that is to be played.
    pub fn is_decided(&self) -> bool {
        let most = usize::from(self.games);
        self.winners.len() >= most || [0, 1].iter().any(|seat| self.wins(*seat) * 2 > most)
    }

    /// Who has won the match: nobody while it goes on, and nobody if both have won as many games.
    pub fn winner(&self) -> Option<u8> {
        let (one, two) = (self.wins(0), self.wins(1));
        (self.is_decided() && one != two).then_some(u8::from(two > one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(games: &[&str]) -> BestOf {
        games
            .iter()
            .fold(BestOf::new(3, String::new()), |match_, game| match_.after(&game.parse().expect("an outcome")))
    }

    #[test]
    fn two_games_of_three_win_and_a_drawn_game_is_played() {
        let (one, two, drawn) = ("1: home", "2: home", "nobody: turn_limit");
        for (games, decided, winner) in [
            (vec![], false, None),
            (vec![one], false, None),
            (vec![one, one], true, Some(0)),
            (vec![one, two], false, None),
            (vec![one, two, two], true, Some(1)),
            (vec![drawn, two], false, None),
            (vec![drawn, two, drawn], true, Some(1)),
            (vec![drawn, two, one], true, None),
        ] {
            let best_of = played(&games);
            assert_eq!((best_of.is_decided(), best_of.winner()), (decided, winner), "{games:?}");
            assert_eq!(best_of.game_number(), games.len() + 1);
        }
    }
}
