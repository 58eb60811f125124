//! The log of an event: what was done, when and by whom. With the start it is all that is kept; who plays whom, and why,
//! was drawn once and stands in it.

use std::fmt;

use catalog::tr;
use serde::{Deserialize, Serialize};

use super::PlayerId;
use super::bracket::BracketKind;
use super::reason::{self, PairingReason};
use crate::deck::SavedDeck;

/// Something that was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventLogEntry {
    /// When, in seconds since 1970; whoever keeps the log says it.
    pub at: i64,
    /// Who: `desk`, or a player's name.
    pub by: String,
    /// What.
    pub action: EventAction,
}

/// What can be done at an event. Rounds and tables are counted from 1, pods from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventAction {
    /// Players or teams come in.
    Enter(Vec<Entrant>),
    /// A name was wrong.
    Rename {
        /// Whose.
        player: PlayerId,
        /// The right one.
        name: String,
    },
    /// A player leaves: this is the last round that counts.
    Drop {
        /// Who.
        player: PlayerId,
    },
    /// A player who left comes back.
    Return {
        /// Who.
        player: PlayerId,
    },
    /// Everybody sits down: players by pod and seat.
    Seat(Vec<Vec<PlayerId>>),
    /// A round begins.
    Pair {
        /// What kind of round.
        stage: RoundStage,
        /// Its matches.
        matches: Vec<Pairing>,
    },
    /// The pairings of the last round are others.
    Again(Vec<Pairing>),
    /// The best go on in a bracket, the first seed first.
    Cut {
        /// Which kind.
        kind: BracketKind,
        /// Who.
        seeds: Vec<PlayerId>,
    },
    /// A match has ended, or its result was another one.
    Report {
        /// Round.
        round: u32,
        /// Table.
        table: u32,
        /// How.
        score: MatchScore,
    },
    /// In a league: two have met.
    Meet {
        /// One.
        a: PlayerId,
        /// The other.
        b: PlayerId,
        /// How it ended.
        score: MatchScore,
    },
    /// A penalty.
    Penalty {
        /// Whose.
        player: PlayerId,
        /// Which, by its word in the rules.
        kind: String,
        /// What happened.
        note: String,
    },
    /// A penalty was given in error; by its place in the order of all.
    Pardon {
        /// Counted from 0.
        penalty: usize,
    },
    /// The clock of the round.
    Clock(super::clock::ClockAction),
    /// What a player plays; it was checked.
    Deck {
        /// Whose.
        player: PlayerId,
        /// The list.
        deck: Box<SavedDeck>,
    },
    /// What a player opened or drafted, written down by somebody else.
    Pool {
        /// Whose.
        player: PlayerId,
        /// Card ids.
        cards: Vec<String>,
        /// Who wrote it down; absent where it comes out of a draft at this machine.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        witness: Option<PlayerId>,
    },
    /// A pod drafts at this machine.
    Draft {
        /// Which.
        pod: usize,
        /// The name of the draft in the library.
        draft: String,
    },
    /// Whose decks are to be looked at, drawn at random.
    Draw {
        /// Who.
        players: Vec<PlayerId>,
    },
    /// A deck was looked at.
    Checked {
        /// Whose.
        player: PlayerId,
        /// What was wrong, if anything.
        fault: Option<String>,
    },
    /// What is won, for ranks.
    Prizes(Vec<Prize>),
    /// What everybody may see in the report.
    Publish {
        /// Whether decks.
        decks: bool,
        /// Whether pools.
        pools: bool,
    },
}

/// Who comes in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// A player's name, or a team's.
    pub name: String,
    /// The members of a team; none for a player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<String>,
}

/// What kind of round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundStage {
    /// Swiss, or everybody against everybody: it counts for the standings.
    Rounds,
    /// The bracket.
    Bracket,
}

/// Who plays whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// One.
    pub a: PlayerId,
    /// The other; nobody for a bye.
    pub b: Option<PlayerId>,
    /// The pod they play in, if pods keep to themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pod: Option<usize>,
    /// The place in the bracket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
    /// What needs a reason: a float, a repeat, a bye, a change by hand.
    #[serde(default, deserialize_with = "reason::read", skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<PairingReason>,
}

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchScore {
    /// Games won by one and the other.
    pub wins: (u32, u32),
    /// Games drawn.
    #[serde(default)]
    pub draws: u32,
    /// How it came about.
    #[serde(default)]
    pub how: ResultKind,
}

/// How a result came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultKind {
    /// Played.
    #[default]
    Played,
    /// Agreed on as a draw, without playing.
    Agreed,
    /// The loser was not there.
    NoShow,
    /// Nobody was there: both have lost.
    NobodyCame,
    /// A penalty of the loser's.
    Penalty,
    /// No opponent.
    Bye,
}

impl MatchScore {
    /// The side that won, 0 or 1; `None` for a draw, or if both lost.
    pub fn winner(&self) -> Option<usize> {
        match self.wins.0.cmp(&self.wins.1) {
            _ if self.how == ResultKind::NobodyCame => None,
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Whether both have points of a draw.
    pub fn is_draw(&self) -> bool {
        self.how != ResultKind::NobodyCame && self.wins.0 == self.wins.1
    }

    /// Games won by a side.
    pub fn won(&self, side: usize) -> u32 {
        if side == 0 { self.wins.0 } else { self.wins.1 }
    }

    /// The same seen from the other side.
    pub fn flipped(self) -> MatchScore {
        MatchScore { wins: (self.wins.1, self.wins.0), ..self }
    }

    /// In a few signs: `2-1`, `1-1-1`, `draw`, `no-show 2-0`.
    pub fn label(&self) -> String {
        let drawn = if self.draws > 0 { format!("-{}", self.draws) } else { String::new() };
        let games = format!("{}-{}{drawn}", self.wins.0, self.wins.1);
        match self.how {
            ResultKind::Played => games,
            ResultKind::Agreed => tr!("intentional draw"),
            ResultKind::NoShow => tr!("{games} (no-show)", games),
            ResultKind::NobodyCame => tr!("both lost"),
            ResultKind::Penalty => tr!("{games} (penalty)", games),
            ResultKind::Bye => tr!("score" => "bye"),
        }
    }

    /// What a person types: `2-1`, `2-0-1`, `id` for an agreed draw, `no-show-a` if the first side did not come,
    /// `no-show-b`, `no-show` for both.
    ///
    /// # Errors
    /// What can be typed.
    pub fn parse(text: &str, rules: &super::EventRules) -> Result<MatchScore, ScoreError> {
        let games = rules.games;
        let of = |wins, how| MatchScore { wins, draws: 0, how };
        match text.trim().to_ascii_lowercase().as_str() {
            "id" | "draw" => return Ok(of((0, 0), ResultKind::Agreed)),
            "no-show-a" => return Ok(of((0, games), ResultKind::NoShow)),
            "no-show-b" => return Ok(of((games, 0), ResultKind::NoShow)),
            "no-show" => return Ok(of((0, 0), ResultKind::NobodyCame)),
            _ => {}
        }
        let numbers: Option<Vec<u32>> = text.split(['-', ':', ' ']).map(|n| n.trim().parse().ok()).collect();
        let fault = |why| Err(ScoreError { text: text.to_owned(), why });
        match numbers.as_deref() {
            Some([a, b, rest @ ..]) if rest.len() <= 1 => {
                let draws = rest.first().copied().unwrap_or(0);
                if *a > games || *b > games || (*a == games && *b == games) {
                    return fault(ScoreFault::Games(games));
                }
                if draws > 20 {
                    return fault(ScoreFault::Draws);
                }
                Ok(MatchScore { wins: (*a, *b), draws, how: ResultKind::Played })
            }
            _ => fault(ScoreFault::Signs),
        }
    }
}

/// A text that is no result of a match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ScoreError {
    /// As written.
    pub text: String,
    /// What is wrong with it.
    pub why: ScoreFault,
}

/// What is wrong with a text that should be a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreFault {
    /// More games than this, which win a match.
    Games(u32),
    /// Too many drawn games.
    Draws,
    /// Nothing that can be typed.
    Signs,
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self.why {
            ScoreFault::Games(games) => tr!("a match is won with 1 game" | "a match is won with {n} games" % games),
            ScoreFault::Draws => tr!("too many drawn games"),
            ScoreFault::Signs => tr!("write games as 2-1 or 1-1-1; or id, no-show-a, no-show-b, no-show"),
        };
        f.write_str(&tr!("`{text}` is no result: {why}", text = self.text, why))
    }
}

/// What is won by some ranks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prize {
    /// The first rank that wins it, from 1.
    pub from: u32,
    /// The last.
    pub to: u32,
    /// What.
    pub what: String,
}
