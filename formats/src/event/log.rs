//! The log of an event: what was done, when and by whom. With the start it is all that is kept; who plays whom, and why,
//! was drawn once and stands in it.

use catalog::tr;
use serde::{Deserialize, Serialize};

use super::Id;
use super::bracket::Kind as Bracket;
use super::reason::{self, PairingReason};
use crate::deck::Saved;

/// Something that was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When, in seconds since 1970; whoever keeps the log says it.
    pub at: i64,
    /// Who: `desk`, or a player's name.
    pub by: String,
    /// What.
    pub action: Action,
}

/// What can be done at an event. Rounds and tables are counted from 1, pods from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Players or teams come in.
    Enter(Vec<Entrant>),
    /// A name was wrong.
    Rename {
        /// Whose.
        player: Id,
        /// The right one.
        name: String,
    },
    /// A player leaves: this is the last round that counts.
    Drop {
        /// Who.
        player: Id,
    },
    /// A player who left comes back.
    Return {
        /// Who.
        player: Id,
    },
    /// Everybody sits down: players by pod and seat.
    Seat(Vec<Vec<Id>>),
    /// A round begins.
    Pair {
        /// What kind of round.
        stage: Stage,
        /// Its matches.
        matches: Vec<Pairing>,
    },
    /// The pairings of the last round are others.
    Again(Vec<Pairing>),
    /// The best go on in a bracket, the first seed first.
    Cut {
        /// Which kind.
        kind: Bracket,
        /// Who.
        seeds: Vec<Id>,
    },
    /// A match has ended, or its result was another one.
    Report {
        /// Round.
        round: u32,
        /// Table.
        table: u32,
        /// How.
        score: Score,
    },
    /// In a league: two have met.
    Meet {
        /// One.
        a: Id,
        /// The other.
        b: Id,
        /// How it ended.
        score: Score,
    },
    /// A penalty.
    Penalty {
        /// Whose.
        player: Id,
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
    Clock(super::clock::Hand),
    /// What a player plays; it was checked.
    Deck {
        /// Whose.
        player: Id,
        /// The list.
        deck: Box<Saved>,
    },
    /// What a player opened or drafted, written down by somebody else.
    Pool {
        /// Whose.
        player: Id,
        /// Card ids.
        cards: Vec<String>,
        /// Who wrote it down; absent where it comes out of a draft at this machine.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        witness: Option<Id>,
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
        players: Vec<Id>,
    },
    /// A deck was looked at.
    Checked {
        /// Whose.
        player: Id,
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
pub enum Stage {
    /// Swiss, or everybody against everybody: it counts for the standings.
    Rounds,
    /// The bracket.
    Bracket,
}

/// Who plays whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// One.
    pub a: Id,
    /// The other; nobody for a bye.
    pub b: Option<Id>,
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
pub struct Score {
    /// Games won by one and the other.
    pub wins: (u32, u32),
    /// Games drawn.
    #[serde(default)]
    pub draws: u32,
    /// How it came about.
    #[serde(default)]
    pub how: How,
}

/// How a result came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
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

impl Score {
    /// The side that won, 0 or 1; `None` for a draw, or if both lost.
    pub fn winner(&self) -> Option<usize> {
        match self.wins.0.cmp(&self.wins.1) {
            _ if self.how == How::NobodyCame => None,
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Whether both have points of a draw.
    pub fn is_draw(&self) -> bool {
        self.how != How::NobodyCame && self.wins.0 == self.wins.1
    }

    /// Games won by a side.
    pub fn won(&self, side: usize) -> u32 {
        if side == 0 { self.wins.0 } else { self.wins.1 }
    }

    /// The same seen from the other side.
    pub fn turned(self) -> Score {
        Score { wins: (self.wins.1, self.wins.0), ..self }
    }

    /// In a few signs: `2-1`, `1-1-1`, `draw`, `no-show 2-0`.
    pub fn words(&self) -> String {
        let drawn = if self.draws > 0 { format!("-{}", self.draws) } else { String::new() };
        let games = format!("{}-{}{drawn}", self.wins.0, self.wins.1);
        match self.how {
            How::Played => games,
            How::Agreed => tr!("agreed draw"),
            How::NoShow => tr!("{games} (no-show)", games),
            How::NobodyCame => tr!("both lost"),
            How::Penalty => tr!("{games} (penalty)", games),
            How::Bye => tr!("score" => "bye"),
        }
    }

    /// What a person types: `2-1`, `2-0-1`, `id` for an agreed draw, `no-show-a` if the first side did not come,
    /// `no-show-b`, `no-show` for both.
    ///
    /// # Errors
    /// What can be typed.
    pub fn parse(text: &str, rules: &super::Rules) -> Result<Score, String> {
        let games = rules.games;
        let of = |wins, how| Score { wins, draws: 0, how };
        match text.trim().to_ascii_lowercase().as_str() {
            "id" | "draw" => return Ok(of((0, 0), How::Agreed)),
            "no-show-a" => return Ok(of((0, games), How::NoShow)),
            "no-show-b" => return Ok(of((games, 0), How::NoShow)),
            "no-show" => return Ok(of((0, 0), How::NobodyCame)),
            _ => {}
        }
        let numbers: Option<Vec<u32>> = text.split(['-', ':', ' ']).map(|n| n.trim().parse().ok()).collect();
        let fault = |why: String| tr!("`{text}` is no result: {why}", text, why);
        match numbers.as_deref() {
            Some([a, b, rest @ ..]) if rest.len() <= 1 => {
                let draws = rest.first().copied().unwrap_or(0);
                if *a > games || *b > games || (*a == games && *b == games) {
                    return Err(fault(tr!("a match is won with 1 game" | "a match is won with {n} games" % games)));
                }
                if draws > 20 {
                    return Err(fault(tr!("nobody draws so many games")));
                }
                Ok(Score { wins: (*a, *b), draws, how: How::Played })
            }
            _ => Err(fault(tr!("write games as 2-1 or 1-1-1; or id, no-show-a, no-show-b, no-show"))),
        }
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
