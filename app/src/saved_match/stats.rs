//! What a person's finished matches come to: wins, losses and draws, by deck and by opponent.

use engine::kernel::outcome::{EndReason, Outcome};

use super::{MatchPlayer, MatchSummary};

/// What a match was for the person who played it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchResult {
    /// They won, alone or with their team.
    Won,
    /// Others won.
    Lost,
    /// Nobody did, or they and others.
    Drawn,
}

impl MatchResult {
    /// What an outcome is for a seat, from 0.
    pub fn for_seat(outcome: &Outcome, seat: usize) -> MatchResult {
        let shared = outcome.winners.count_ones() > 1 && !outcome.team && outcome.reason != EndReason::Neighbour;
        let won = outcome.won(seat as u8);
        if outcome.winners == 0 || (won && shared) {
            MatchResult::Drawn
        } else if won {
            MatchResult::Won
        } else {
            MatchResult::Lost
        }
    }
}

/// Matches, counted by what they were for the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Won.
    pub won: u32,
    /// Lost.
    pub lost: u32,
    /// Drawn.
    pub drawn: u32,
}

impl Tally {
    /// All matches.
    pub fn matches(&self) -> u32 {
        self.won + self.lost + self.drawn
    }

    /// How many of a hundred were won, rounded; nothing without matches.
    pub fn win_percent(&self) -> Option<u32> {
        let all = self.matches();
        (all > 0).then(|| (200 * self.won + all) / (2 * all))
    }

    fn add(&mut self, result: MatchResult) {
        match result {
            MatchResult::Won => self.won += 1,
            MatchResult::Lost => self.lost += 1,
            MatchResult::Drawn => self.drawn += 1,
        }
    }
}

/// A person's finished matches of a game. Those that people share a window for are nobody's.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatchStats {
    /// All of them.
    pub all: Tally,
    /// By the name of the own deck, the most played first.
    pub decks: Vec<(String, Tally)>,
    /// By kind of opponent, the most played first; a match against several kinds counts for each.
    pub opponents: Vec<(String, Tally)>,
}

impl MatchStats {
    /// Counts the matches of a game.
    pub fn count(matches: &[MatchSummary]) -> MatchStats {
        let mut stats = MatchStats::default();
        for played in matches {
            let (Some(outcome), Some(seat)) = (&played.outcome, played.solo_seat()) else { continue };
            let result = MatchResult::for_seat(outcome, seat);
            stats.all.add(result);
            if let Some(deck) = played.deck_of(seat) {
                tally_of(&mut stats.decks, deck).add(result);
            }
            let kinds = played.seats.iter().filter_map(|sitter| match sitter {
                MatchPlayer::Bot(kind) => Some(kind.as_str()),
                MatchPlayer::Person(_) => None,
            });
            let mut kinds: Vec<&str> = kinds.collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds.into_iter().for_each(|kind| tally_of(&mut stats.opponents, kind).add(result));
        }
        for list in [&mut stats.decks, &mut stats.opponents] {
            list.sort_by(|(a, x), (b, y)| y.matches().cmp(&x.matches()).then_with(|| a.cmp(b)));
        }
        stats
    }
}

fn tally_of<'a>(list: &'a mut Vec<(String, Tally)>, name: &str) -> &'a mut Tally {
    let at = list.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
        list.push((name.to_owned(), Tally::default()));
        list.len() - 1
    });
    &mut list[at].1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_a_win_a_loss_or_a_draw_for_a_seat() {
        for (written, results) in [
            ("1: home", [MatchResult::Won, MatchResult::Lost]),
            ("2: progress", [MatchResult::Lost, MatchResult::Won]),
            ("1, 2: all_out", [MatchResult::Drawn, MatchResult::Drawn]),
            ("1+3: last_standing", [MatchResult::Won, MatchResult::Lost]),
            ("1, 3: neighbour", [MatchResult::Won, MatchResult::Lost]),
            ("1, 3: all_out", [MatchResult::Drawn, MatchResult::Lost]),
            ("nobody: turn_limit", [MatchResult::Drawn, MatchResult::Drawn]),
        ] {
            let outcome: Outcome = written.parse().expect("an outcome");
            assert_eq!([0, 1].map(|seat| MatchResult::for_seat(&outcome, seat)), results, "{written}");
        }
    }

    #[test]
    fn the_win_rate_is_rounded() {
        assert_eq!(Tally::default().win_percent(), None);
        assert_eq!(Tally { won: 2, lost: 1, drawn: 0 }.win_percent(), Some(67));
        assert_eq!(Tally { won: 1, lost: 1, drawn: 1 }.win_percent(), Some(33));
    }
}
