//! How a game ends, and the notation of it in scenarios and records: `1: home`, `1, 3: all_out`, `2+4: deck_out`, `nobody: turn_limit`.

use std::fmt;
use std::str::FromStr;

use catalog::tr;
use serde::{Deserialize, Serialize};

use super::audience::{Audience, told};
use super::rules::Seats;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Outcome {
    /// The seats that won; several for a shared win or a draw between them, none if it was stopped.
    pub winners: Seats,
    /// Why.
    pub reason: EndReason,
    /// Whether the winners are one team, which won together.
    pub team: bool,
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::VariantArray, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum EndReason {
    /// The others are out.
    LastStanding,
    /// A victory of its own, by the game's measure of progress.
    Progress,
    /// The best score.
    Score,
    /// A deck ran out.
    DeckOut,
    /// Somebody got home.
    Home,
    /// Somebody accomplished a mission.
    Mission,
    /// A neighbour went out.
    Neighbour,
    /// All went out at once.
    AllOut,
    /// The turn limit of the match was reached: nobody won.
    TurnLimit,
    /// Abilities cause one another without end, and nobody broke the loop: a draw.
    Loop,
    /// More happened at once than a state can hold: nobody won, and it is counted.
    Overflow,
}

impl Outcome {
    /// Whether this seat won, alone or with others.
    pub fn won(&self, seat: u8) -> bool {
        self.winners & (1 << seat) != 0
    }

    /// The seat that lost, of so many seats: the only one that did not win. Nobody if nobody won, or several lost.
    pub fn loser(&self, seats: u8) -> Option<u8> {
        let mut losers = (0..seats).filter(|seat| !self.won(*seat));
        match (self.winners, losers.next(), losers.next()) {
            (1.., Some(loser), None) => Some(loser),
            _ => None,
        }
    }

    /// Who won, in a sentence, and why.
    pub fn text(&self, why: &str, to: &Audience) -> String {
        let seats: Vec<u8> = (0..Seats::BITS as u8).filter(|seat| self.won(*seat)).collect();
        match seats[..] {
            [] => tr!("Nobody wins: {why}", why),
            [seat] => told!(to, seat, "{who} wins: {why}" / "You win: {why}", why),
            _ if !self.team && self.reason != EndReason::Neighbour => tr!("A draw: {why}", why),
            _ if to.has_names() => {
                let names: Vec<String> = seats.iter().filter_map(|seat| to.subject(*seat)).collect();
                let (you, names) = (names.len() < seats.len(), names.join(&tr!(" and ")));
                if you { tr!("You and {names} win: {why}", names, why) } else { tr!("{names} win: {why}", names, why) }
            }
            _ => {
                let seats: Vec<String> = seats.iter().map(|seat| (seat + 1).to_string()).collect();
                tr!("Seats {seats} win: {why}", seats = seats.join(&tr!(" and ")), why)
            }
        }
    }

    /// Whether one side won: exactly one seat, or a team.
    pub fn is_decided(&self) -> bool {
        self.winners.count_ones() == 1 || (self.team && self.winners != 0)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seats = (0..Seats::BITS as u8).filter(|seat| self.won(*seat)).map(|seat| (seat + 1).to_string());
        let seats = seats.collect::<Vec<_>>().join(if self.team { "+" } else { ", " });
        let seats = if seats.is_empty() { "nobody" } else { &seats };
        write!(f, "{seats}: {}", <&str>::from(self.reason))
    }
}

/// A text that is no notation of an outcome.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no end of a game: write the seats that win and why, such as `1: home`, `1, 3: all_out`, `nobody: turn_limit`"
)]
pub struct NoOutcome(String);

impl FromStr for Outcome {
    type Err = NoOutcome;

    fn from_str(text: &str) -> Result<Outcome, NoOutcome> {
        let wrong = || NoOutcome(text.chars().take(100).collect());
        let (seats, reason) = text.split_once(": ").ok_or_else(wrong)?;
        let reason = reason.parse().map_err(|_| wrong())?;
        let seat = |seat: &str| match seat.parse::<u32>() {
            Ok(seat @ 1..=Seats::BITS) => Ok(1 << (seat - 1)),
            _ => Err(wrong()),
        };
        // One seat that has won is written alike where seats play in teams.
        let team = seats.contains('+');
        let winners = match seats {
            "nobody" => 0,
            seats => seats.split(if team { "+" } else { ", " }).try_fold(0, |all: Seats, one| Ok(all | seat(one)?))?,
        };
        Ok(Outcome { winners, reason, team })
    }
}

impl From<Outcome> for String {
    fn from(outcome: Outcome) -> String {
        outcome.to_string()
    }
}

impl TryFrom<String> for Outcome {
    type Error = NoOutcome;

    fn try_from(text: String) -> Result<Outcome, NoOutcome> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray;

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for winners in 0..=Seats::MAX {
            for team in [false, true].into_iter().filter(|team| !team || winners.count_ones() > 1) {
                for reason in EndReason::VARIANTS {
                    let outcome = Outcome { winners, reason: *reason, team };
                    assert_eq!(outcome.to_string().parse(), Ok(outcome));
                }
            }
        }
        for wrong in ["", "1", "1:home", "0: home", "9: home", "1 + 2: home", "1, 2+3: home", "nobody: bored"] {
            assert!(wrong.parse::<Outcome>().is_err(), "{wrong}");
        }
    }
}
