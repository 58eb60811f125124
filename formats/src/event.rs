//! The event desk: players, pods and rounds from sign-up to prize list.
//!
//! An event is a start and a log ([`log::Entry`]); everything else follows from them. What chance gave, seats and
//! pairings with their reasons, stands in the log, so newer code changes no event that was played. Any entry is tried on
//! a copy first ([`change`]), which is how a correction shows what moves before it is made.
//!
//! No clock is kept and no file is read here; whoever keeps the log says when and by whom.

mod apply;
mod bounds;
pub mod bracket;
pub mod change;
pub mod clock;
pub mod league;
pub mod log;
mod matching;
mod pair;
mod papers;
pub mod pods;
mod reason;
pub mod report;
pub mod roster;
mod rules;
pub mod standings;
mod words;

use catalog::tr;
use rand::Rng as _;
use serde::{Deserialize, Serialize};

use crate::limited::fair::Deal;
use crate::rng::Seed;
pub use bounds::MOST_PLAYERS;
use bracket::Bracket;
use clock::Clock;
use log::{Entry, Pairing, Prize, Score, Stage};
pub use reason::{FloatCause, PairingReason};
pub use rules::{Effect, Penalty, Rules, Tiebreaker};

/// A player of an event, or a team: its place in the order of coming in, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Id(pub u32);

impl Id {
    /// The same as a place in a list.
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

/// Who says what is done at the desk itself.
pub const DESK: &str = "desk";

/// How an event begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Game id.
    pub game: String,
    /// Format id.
    pub format: String,
    /// SHA-256 of the game's data.
    pub data_hash: String,
    /// What is played with.
    pub kind: Kind,
    /// Who plays whom.
    pub scheme: Scheme,
    /// Members of a team; 1 where everybody plays alone.
    pub team: u32,
    /// Rounds, if they do not depend on how many come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Fewest and most at a table of a draft; absent where nobody sits in pods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pods: Option<(u32, u32)>,
    /// Whether players are paired across pods.
    #[serde(default)]
    pub across: bool,
    /// What matches are worth, and so on.
    pub rules: Rules,
    /// What seats, pairings, lots and checks are drawn from: 64 hexadecimal digits.
    pub seed: String,
    /// Where the seed came from, if it was dealt so that nobody can have chosen it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<Deal>,
}

/// What is played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Decks that players bring.
    Constructed,
    /// Decks out of packs of one's own.
    Sealed,
    /// Decks out of a draft.
    Draft,
}

/// Who plays whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scheme {
    /// Those with as many points, so many rounds.
    Swiss,
    /// Everybody plays everybody.
    RoundRobin,
    /// A bracket from the beginning.
    Knockout(bracket::Kind),
    /// Players meet when and whom they like.
    League,
}

impl Start {
    /// Whether players meet as they like.
    pub fn is_league(&self) -> bool {
        self.scheme == Scheme::League
    }

    /// Whether matches stay inside pods.
    pub fn keeps_pods(&self) -> bool {
        self.pods.is_some() && !self.across
    }

    /// The seed.
    ///
    /// # Errors
    /// When it is none.
    pub fn seed(&self) -> Result<Seed, Refused> {
        Seed::from_hex(&self.seed).ok_or_else(|| Refused::new("the seed of the event is no seed"))
    }
}

/// Why something cannot be done at an event, and what can be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(String);

impl Refused {
    fn new(why: impl Into<String>) -> Refused {
        Refused(why.into())
    }
}

/// A player or team.
#[derive(Debug, Clone)]
pub struct Player {
    /// Which.
    pub id: Id,
    /// Name.
    pub name: String,
    /// The members of a team.
    pub members: Vec<String>,
    /// The last round that counts, if the player has left; 0 for before the first.
    pub left: Option<u32>,
    /// Whether the player has no rank any more.
    pub disqualified: bool,
    /// The deck that was registered.
    pub deck: Option<Box<crate::deck::Saved>>,
    /// The pool, and who wrote it down.
    pub pool: Option<(Vec<String>, Option<Id>)>,
}

/// A round.
#[derive(Debug, Clone)]
pub struct Round {
    /// What kind.
    pub stage: Stage,
    /// By table.
    pub matches: Vec<Match>,
    /// Its clock.
    pub clock: Clock,
}

/// A match of a round.
#[derive(Debug, Clone)]
pub struct Match {
    /// Who plays whom.
    pub pairing: Pairing,
    /// How it ended.
    pub score: Option<Score>,
    /// Who said so last.
    pub by: String,
}

/// A penalty that was given.
#[derive(Debug, Clone)]
pub struct Given {
    /// Whose.
    pub player: Id,
    /// In which round, from 1; 0 before the first.
    pub round: u32,
    /// Its word in the rules.
    pub kind: String,
    /// What happened.
    pub note: String,
    /// Whether it was taken back.
    pub pardoned: bool,
}

/// A look at a deck.
#[derive(Debug, Clone)]
pub struct Check {
    /// Whose.
    pub player: Id,
    /// When it was drawn or made.
    pub at: i64,
    /// Whether it was made, and what was wrong.
    pub found: Option<Option<String>>,
}

/// An event at some moment.
#[derive(Debug, Clone)]
pub struct Event {
    /// How it began.
    pub start: Start,
    /// What was done since.
    pub log: Vec<Entry>,
    /// In the order of coming in.
    pub players: Vec<Player>,
    /// `[pod][seat]`.
    pub pods: Vec<Vec<Id>>,
    /// The draft of each pod at this machine.
    pub drafts: Vec<Option<String>>,
    /// Rounds so far.
    pub rounds: Vec<Round>,
    /// The bracket, once there is one.
    pub bracket: Option<Bracket>,
    /// Penalties.
    pub penalties: Vec<Given>,
    /// Deck checks.
    pub checks: Vec<Check>,
    /// What is won.
    pub prizes: Vec<Prize>,
    /// Whether everybody may see decks, and pools.
    pub public: (bool, bool),
    /// Chance for lots.
    lots: Seed,
}

/// Parts of the seed.
const SEATS: u64 = 1;
const PAIRS: u64 = 2;
const LOTS: u64 = 3;
const CHECKS: u64 = 4;

impl Event {
    /// An event to which nobody has come yet.
    ///
    /// # Errors
    /// When the start makes no sense.
    pub fn begin(start: Start) -> Result<Event, Refused> {
        bounds::start(&start)?;
        let lots = start.seed()?.part(LOTS);
        if let Some(deal) = &start.deal {
            let dealt = deal.seed().map_err(|e| Refused::new(tr!("the deal: {e}", e)))?;
            if dealt != start.seed()? {
                return Err(Refused::new("the seed is not the one of the deal"));
            }
        }
        if start.kind == Kind::Draft && start.pods.is_none() {
            return Err(Refused::new(tr!("a draft needs to know how many sit at a table")));
        }
        Ok(Event {
            start,
            log: Vec::new(),
            players: Vec::new(),
            pods: Vec::new(),
            drafts: Vec::new(),
            rounds: Vec::new(),
            bracket: None,
            penalties: Vec::new(),
            checks: Vec::new(),
            prizes: Vec::new(),
            public: (false, false),
            lots,
        })
    }

    /// The event after a log.
    ///
    /// # Errors
    /// When an entry does not fit.
    pub fn replay(start: Start, log: impl IntoIterator<Item = Entry>) -> Result<Event, Refused> {
        let mut event = Event::begin(start)?;
        for entry in log {
            event.apply(entry)?;
        }
        Ok(event)
    }

    /// The name of a player.
    pub fn name(&self, id: Id) -> &str {
        self.players.get(id.at()).map_or("?", |p| &p.name)
    }

    /// The player with a name, however it is written.
    ///
    /// # Errors
    /// When there is none, with the name that was perhaps meant.
    pub fn find(&self, name: &str) -> Result<Id, Refused> {
        let wanted = catalog::fold::fold(name.trim());
        let found = self.players.iter().find(|p| catalog::fold::fold(&p.name) == wanted);
        found.map(|p| p.id).ok_or_else(|| {
            let known: Vec<&str> = self.players.iter().map(|p| p.name.as_str()).collect();
            Refused::new(tr!(
                "nobody here is called `{name}` ({hint})",
                name,
                hint = catalog::read::suggest(name, &known)
            ))
        })
    }

    /// Those who have not left.
    pub fn present(&self) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(|p| p.left.is_none())
    }

    /// The round that is under way or was the last, from 1; 0 before the first.
    pub fn round(&self) -> u32 {
        self.rounds.len() as u32
    }

    /// Rounds before a bracket; absent in a league and where a bracket is all there is.
    pub fn planned(&self) -> Option<u32> {
        let largest = match self.start.keeps_pods() {
            true => self.pods.iter().map(Vec::len).max().unwrap_or(0) as u32,
            false => self.players.len() as u32,
        };
        match self.start.scheme {
            Scheme::Swiss => Some(self.start.rounds.unwrap_or(self.start.rules.rounds_for(largest))),
            Scheme::RoundRobin => Some(largest.next_multiple_of(2).saturating_sub(1)),
            Scheme::Knockout(_) | Scheme::League => None,
        }
    }

    /// Tables of the last round that have no result yet, from 1.
    pub fn waiting(&self) -> Vec<u32> {
        let last = self.rounds.last().into_iter().flat_map(|r| &r.matches);
        (1..).zip(last).filter(|(_, m)| m.score.is_none()).map(|(table, _)| table).collect()
    }

    /// Whether nothing is left to play.
    pub fn is_over(&self) -> bool {
        match (&self.bracket, self.planned()) {
            (Some(bracket), _) => bracket.champion().is_some(),
            (None, Some(planned)) => self.round() >= planned && self.waiting().is_empty() && planned > 0,
            (None, None) => false,
        }
    }

    /// The place of a player among those who are equal in everything else.
    fn lot(&self, player: Id) -> u64 {
        self.lots.stream(u64::from(player.0)).next_u64()
    }

    /// The pod and seat of a player, from 0.
    pub fn seat_of(&self, player: Id) -> Option<(usize, usize)> {
        let seat = |pod: &Vec<Id>| pod.iter().position(|p| *p == player);
        self.pods.iter().enumerate().find_map(|(at, pod)| seat(pod).map(|seat| (at, seat)))
    }

    /// The match of a player in a round, from 1, with its table and the player's side.
    pub fn match_of(&self, round: u32, player: Id) -> Option<(u32, &Match, usize)> {
        let matches = &self.rounds.get((round as usize).checked_sub(1)?)?.matches;
        (1..).zip(matches).find_map(|(table, m)| match (m.pairing.a == player, m.pairing.b == Some(player)) {
            (true, _) => Some((table, m, 0)),
            (_, true) => Some((table, m, 1)),
            _ => None,
        })
    }

    /// Places in the end: of a bracket first, then as the rounds left them.
    pub fn ranking(&self) -> Vec<Id> {
        let mut order: Vec<Id> = self.standings(self.rounds.len()).into_iter().map(|s| s.player).collect();
        if let Some(bracket) = &self.bracket {
            let reached: Vec<(Id, u32)> = bracket.seeds.iter().copied().zip(bracket.reached()).collect();
            let of = |id: &Id| reached.iter().find(|(p, _)| p == id).map(|(_, reached)| *reached);
            order.sort_by_key(|id| std::cmp::Reverse(of(id)));
        }
        order
    }

    /// The event after one thing more.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn after(&self, entry: Entry) -> Result<Event, Refused> {
        let mut event = self.clone();
        event.apply(entry)?;
        Ok(event)
    }
}
