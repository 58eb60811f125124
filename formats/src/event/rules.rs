//! What an event's matches are worth, and how players with equal points are told apart: data of a format.

use catalog::noted;
use catalog::read::TomlTable;
use catalog::tr;
use serde::{Deserialize, Serialize};

/// The rules of an event, as its format has them. Without a word of the format they are those of the Magic tournament
/// rules (2019), which most organisers know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventRules {
    /// Match points for a match won.
    pub win: u32,
    /// Match points for a match drawn; game points for a game drawn.
    pub draw: u32,
    /// Games that win a match.
    pub games: u32,
    /// Least that a percentage counts as: numerator and denominator.
    pub floor: (u32, u32),
    /// Whether a bye counts as a match won in one's match-win percentage; in the others it is left out.
    pub byes_rated: bool,
    /// What tells players with equal match points apart, in order.
    pub tiebreakers: Vec<Tiebreaker>,
    /// Rounds for a number of players: up to so many players, so many rounds; by number of players.
    pub rounds: Vec<(u32, u32)>,
    /// Minutes of a round.
    pub minutes: u32,
    /// What penalties there are.
    pub penalties: Vec<Penalty>,
}

/// What tells players with equal match points apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantArray, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Tiebreaker {
    /// The average of the opponents' match-win percentages.
    OpponentsMatches,
    /// One's own game-win percentage.
    Games,
    /// The average of the opponents' game-win percentages.
    OpponentsGames,
    /// Matches won.
    Wins,
    /// The sum of the opponents' match points (Buchholz).
    OpponentsPoints,
    /// The same without the best and the worst opponent.
    MedianPoints,
    /// Points of opponents beaten, and half of those drawn with (Sonneborn–Berger).
    PointsBeaten,
    /// Match points among those who are equal so far.
    HeadToHead,
    /// Games won less games lost.
    GameDifference,
}

impl Tiebreaker {
    /// All of them.
    pub const ALL: &'static [Tiebreaker] = <Tiebreaker as strum::VariantArray>::VARIANTS;

    /// Its word in data.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// Its short name at the head of a column; to be translated with the context `tie-breaker`.
    pub fn short(self) -> &'static str {
        match self {
            Tiebreaker::OpponentsMatches => noted!("tie-breaker" => "OMW%"),
            Tiebreaker::Games => noted!("tie-breaker" => "GW%"),
            Tiebreaker::OpponentsGames => noted!("tie-breaker" => "OGW%"),
            Tiebreaker::Wins => noted!("tie-breaker" => "Won"),
            Tiebreaker::OpponentsPoints => noted!("tie-breaker" => "Buchholz"),
            Tiebreaker::MedianPoints => noted!("tie-breaker" => "Median"),
            Tiebreaker::PointsBeaten => noted!("tie-breaker" => "S-B"),
            Tiebreaker::HeadToHead => noted!("tie-breaker" => "H2H"),
            Tiebreaker::GameDifference => noted!("tie-breaker" => "Games"),
        }
    }

    /// What it is, in words.
    pub fn describe(self) -> String {
        let words = match self {
            Tiebreaker::OpponentsMatches => noted!("opponents' match wins"),
            Tiebreaker::Games => noted!("game wins"),
            Tiebreaker::OpponentsGames => noted!("opponents' game wins"),
            Tiebreaker::Wins => noted!("matches won"),
            Tiebreaker::OpponentsPoints => noted!("the sum of opponents' points"),
            Tiebreaker::MedianPoints => noted!("opponents' points without best and worst"),
            Tiebreaker::PointsBeaten => noted!("points of opponents beaten"),
            Tiebreaker::HeadToHead => noted!("points against those who are level"),
            Tiebreaker::GameDifference => noted!("games won less games lost"),
        };
        tr!(words)
    }

    /// Whether it is a share of what was possible, told in percent.
    pub fn is_share(self) -> bool {
        matches!(self, Tiebreaker::OpponentsMatches | Tiebreaker::Games | Tiebreaker::OpponentsGames)
    }
}

/// A penalty that may be given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Penalty {
    /// Its word.
    pub id: String,
    /// What for.
    pub name: String,
    /// What follows.
    pub effect: PenaltyEffect,
}

/// What follows from a penalty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantArray, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PenaltyEffect {
    /// It is written down.
    Warning,
    /// The opponent has won a game of the round.
    GameLoss,
    /// The opponent has won the match of the round.
    MatchLoss,
    /// The opponent has won, and the player is out without a rank.
    Disqualification,
}

impl PenaltyEffect {
    /// In words.
    pub fn label(self) -> String {
        <&str>::from(self).replace('_', " ")
    }
}

impl Penalty {
    /// What for, in words.
    pub fn describe(&self) -> String {
        let name = self.name.as_str();
        tr!(name)
    }
}

impl Default for EventRules {
    fn default() -> EventRules {
        let penalty = |id: &str, name: &str, effect| Penalty { id: id.into(), name: name.into(), effect };
        EventRules {
            win: 3,
            draw: 1,
            games: 2,
            // 0.33, and not a third.
            floor: (33, 100),
            byes_rated: false,
            tiebreakers: vec![Tiebreaker::OpponentsMatches, Tiebreaker::Games, Tiebreaker::OpponentsGames],
            rounds: vec![(4, 2), (8, 3), (32, 5), (64, 6), (128, 7), (226, 8), (409, 9), (u32::MAX, 10)],
            minutes: 50,
            penalties: vec![
                penalty("tardy", noted!("Late for the round"), PenaltyEffect::GameLoss),
                penalty("decklist", noted!("Fault in the registered deck"), PenaltyEffect::GameLoss),
                penalty("deck", noted!("Deck is not as registered"), PenaltyEffect::Warning),
                penalty("draft", noted!("Fault in the draft procedure"), PenaltyEffect::Warning),
                penalty("slow", noted!("Slow play"), PenaltyEffect::Warning),
                penalty("conduct", noted!("Unsporting conduct"), PenaltyEffect::Warning),
                penalty("bribery", noted!("Bribery"), PenaltyEffect::MatchLoss),
                penalty("cheating", noted!("Cheating"), PenaltyEffect::Disqualification),
            ],
        }
    }
}

impl EventRules {
    /// Rounds of Swiss for so many players.
    pub fn rounds_for(&self, players: u32) -> u32 {
        self.rounds.iter().find(|(most, _)| players <= *most).or(self.rounds.last()).map_or(0, |(_, rounds)| *rounds)
    }

    /// The rules with what a format's `[event]` says otherwise.
    pub fn read(t: &TomlTable<'_>, before: &EventRules) -> EventRules {
        let number = |key: &str, before: u32, least: u32| {
            let Some(number) = t.count_if(key) else { return before };
            if number < least {
                t.problem_at(key, format!("`{key}` must be {least} or more"), None);
            }
            number.max(least)
        };
        let penalties = t.tables("penalty");
        // Every field by its name: the compiler asks for the key of a new one.
        let rules = EventRules {
            win: number("win", before.win, 1),
            draw: number("draw", before.draw, 0),
            games: number("games", before.games, 1),
            floor: if t.has("floor") { read_floor(t).unwrap_or(before.floor) } else { before.floor },
            byes_rated: t.flag_if("byes_rated").unwrap_or(before.byes_rated),
            tiebreakers: if t.has("tiebreakers") {
                let one = |id: &String| t.variant::<Tiebreaker>("tiebreakers", id, "tie-breaker");
                t.texts("tiebreakers").iter().filter_map(one).collect()
            } else {
                before.tiebreakers.clone()
            },
            rounds: t.table_if("rounds").map_or_else(|| before.rounds.clone(), |rounds| read_rounds(&rounds)),
            minutes: number("minutes", before.minutes, 0),
            penalties: if penalties.is_empty() {
                before.penalties.clone()
            } else {
                penalties.iter().map(read_penalty).collect()
            },
        };
        if rules.draw >= rules.win {
            t.problem_at("draw", "a draw must be worth less than a win", None);
        }
        rules
    }
}

fn read_floor(t: &TomlTable<'_>) -> Option<(u32, u32)> {
    match t.numbers("floor")[..] {
        [part, whole] if 0 <= part && part <= whole && whole > 0 => Some((part as u32, whole as u32)),
        _ => {
            t.problem_at("floor", "`floor` must be [part, whole]", Some("for instance [33, 100]".into()));
            None
        }
    }
}

fn read_rounds(t: &TomlTable<'_>) -> Vec<(u32, u32)> {
    let mut rounds = Vec::new();
    for key in t.keys() {
        match (key.parse::<u32>(), t.count_if(&key)) {
            (Ok(players), Some(number)) => rounds.push((players, number)),
            _ => t.problem_at(&key, "write players = rounds", Some("for instance 8 = 3".into())),
        }
    }
    rounds.sort_unstable();
    rounds
}

fn read_penalty(t: &TomlTable<'_>) -> Penalty {
    let effect = t.variant("effect", &t.text("effect"), "effect of a penalty").unwrap_or(PenaltyEffect::Warning);
    Penalty { id: t.text("id"), name: t.text("name"), effect }
}
