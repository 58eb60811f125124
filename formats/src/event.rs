//! The event desk: players, pods and rounds from sign-up to prize list.
//!
//! An event is a start and a log ([`log::EventLogEntry`]); everything else follows from them. What chance gave, seats and
//! pairings with their reasons, stands in the log, so newer code changes no event that was played. Any entry is tried on
//! a copy first ([`preview`]), which is how a correction shows what moves before it is made.
//!
//! No clock is kept and no file is read here; whoever keeps the log says when and by whom.

mod apply;
mod bounds;
pub mod bracket;
pub mod clock;
mod describe;
pub mod league;
pub mod log;
mod matching;
mod pair;
pub mod pods;
pub mod preview;
mod reason;
mod registration;
pub mod report;
pub mod roster;
mod rules;
pub mod standings;

use catalog::tr;
use rand::Rng as _;
use serde::{Deserialize, Serialize};

use crate::limited::fair::FairDeal;
use crate::rng::Seed;
pub use bounds::MOST_PLAYERS;
use bracket::Bracket;
use clock::RoundClock;
use log::{EventLogEntry, MatchScore, Pairing, Prize, RoundStage};
pub use reason::{FloatCause, PairingReason};
pub use rules::{EventRules, Penalty, PenaltyEffect, Tiebreaker};

/// A player of an event, or a team: its place in the order of coming in, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub u32);

impl PlayerId {
    /// The same as a place in a list.
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

/// Who says what is done at the desk itself.
pub const ORGANISER: &str = "desk";

/// How an event begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventStart {
    /// Game id.
    pub game: String,
    /// Format id.
    pub format: String,
    /// SHA-256 of the game's data.
    pub data_hash: String,
    /// What is played with.
    pub kind: EventKind,
    /// Who plays whom.
    pub scheme: PairingScheme,
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
    pub rules: EventRules,
    /// What seats, pairings, lots and checks are drawn from: 64 hexadecimal digits.
    pub seed: String,
    /// Where the seed came from, if it was dealt so that nobody can have chosen it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<FairDeal>,
}

/// What is played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
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
pub enum PairingScheme {
    /// Those with as many points, so many rounds.
    Swiss,
    /// Everybody plays everybody.
    RoundRobin,
    /// A bracket from the beginning.
    Knockout(bracket::BracketKind),
    /// Players meet when and whom they like.
    League,
}

impl EventStart {
    /// Whether players meet as they like.
    pub fn is_league(&self) -> bool {
        self.scheme == PairingScheme::League
    }

    /// Whether matches stay inside pods.
    pub fn keeps_pods(&self) -> bool {
        self.pods.is_some() && !self.across
    }

    /// The seed.
    ///
    /// # Errors
    /// When it is none.
    pub fn seed(&self) -> Result<Seed, EventError> {
        Seed::from_hex(&self.seed).ok_or_else(|| EventError::new("the seed of the event is no seed"))
    }
}

/// Why something cannot be done at an event, and what can be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EventError(String);

impl EventError {
    fn new(why: impl Into<String>) -> EventError {
        EventError(why.into())
    }
}

/// A player or team.
#[derive(Debug, Clone)]
pub struct EventPlayer {
    /// Which.
    pub id: PlayerId,
    /// Name.
    pub name: String,
    /// The members of a team.
    pub members: Vec<String>,
    /// The last round that counts, if the player has left; 0 for before the first.
    pub left: Option<u32>,
    /// Whether the player has no rank any more.
    pub disqualified: bool,
    /// The deck that was registered.
    pub deck: Option<Box<crate::deck::SavedDeck>>,
    /// The pool, and who wrote it down.
    pub pool: Option<(Vec<String>, Option<PlayerId>)>,
}

/// A round.
#[derive(Debug, Clone)]
pub struct Round {
    /// What kind.
    pub stage: RoundStage,
    /// By table.
    pub matches: Vec<EventMatch>,
    /// Its clock.
    pub clock: RoundClock,
}

/// A match of a round.
#[derive(Debug, Clone)]
pub struct EventMatch {
    /// Who plays whom.
    pub pairing: Pairing,
    /// How it ended.
    pub score: Option<MatchScore>,
    /// Who said so last.
    pub by: String,
}

/// A penalty that was given.
#[derive(Debug, Clone)]
pub struct GivenPenalty {
    /// Whose.
    pub player: PlayerId,
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
pub struct DeckCheck {
    /// Whose.
    pub player: PlayerId,
    /// When it was drawn or made.
    pub at: i64,
    /// What came of it.
    pub result: DeckCheckResult,
}

/// What came of a look at a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeckCheckResult {
    /// It is still to be made.
    Waiting,
    /// The deck is as registered.
    Passed,
    /// This was wrong.
    Failed(String),
}

/// What of an event everybody may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Published {
    /// The registered decks.
    pub decks: bool,
    /// The sealed pools.
    pub pools: bool,
}

/// An event at some moment.
#[derive(Debug, Clone)]
pub struct TournamentEvent {
    /// How it began.
    pub start: EventStart,
    /// What was done since.
    pub log: Vec<EventLogEntry>,
    /// In the order of coming in.
    pub players: Vec<EventPlayer>,
    /// `[pod][seat]`.
    pub pods: Vec<Vec<PlayerId>>,
    /// The draft of each pod at this machine.
    pub drafts: Vec<Option<String>>,
    /// Rounds so far.
    pub rounds: Vec<Round>,
    /// The bracket, once there is one.
    pub bracket: Option<Bracket>,
    /// Penalties.
    pub penalties: Vec<GivenPenalty>,
    /// Deck checks.
    pub checks: Vec<DeckCheck>,
    /// What is won.
    pub prizes: Vec<Prize>,
    /// What everybody may see.
    pub published: Published,
    /// Chance for lots.
    lots: Seed,
}

/// Parts of the seed.
const SEATS: u64 = 1;
const PAIRS: u64 = 2;
const LOTS: u64 = 3;
const CHECKS: u64 = 4;

impl TournamentEvent {
    /// An event to which nobody has come yet.
    ///
    /// # Errors
    /// When the start makes no sense.
    pub fn begin(start: EventStart) -> Result<TournamentEvent, EventError> {
        bounds::start(&start)?;
        let lots = start.seed()?.part(LOTS);
        if let Some(deal) = &start.deal {
            let dealt = deal.seed().map_err(|e| EventError::new(tr!("the deal: {e}", e)))?;
            if dealt != start.seed()? {
                return Err(EventError::new("the seed is not the one of the deal"));
            }
        }
        if start.kind == EventKind::Draft && start.pods.is_none() {
            return Err(EventError::new(tr!("a draft needs to know how many sit at a table")));
        }
        Ok(TournamentEvent {
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
            published: Published::default(),
            lots,
        })
    }

    /// The event after a log.
    ///
    /// # Errors
    /// When an entry does not fit.
    pub fn replay(
        start: EventStart,
        log: impl IntoIterator<Item = EventLogEntry>,
    ) -> Result<TournamentEvent, EventError> {
        let mut event = TournamentEvent::begin(start)?;
        for entry in log {
            event.apply(entry)?;
        }
        Ok(event)
    }

    /// The name of a player.
    pub fn name(&self, id: PlayerId) -> &str {
        self.players.get(id.at()).map_or("?", |p| &p.name)
    }

    /// The player with a name, however it is written.
    ///
    /// # Errors
    /// When there is none, with the name that was perhaps meant.
    pub fn find(&self, name: &str) -> Result<PlayerId, EventError> {
        let wanted = catalog::fold::fold(name.trim());
        let found = self.players.iter().find(|p| catalog::fold::fold(&p.name) == wanted);
        found.map(|p| p.id).ok_or_else(|| {
            let known: Vec<&str> = self.players.iter().map(|p| p.name.as_str()).collect();
            EventError::new(tr!(
                "there is no player `{name}` ({hint})",
                name,
                hint = catalog::read::suggest(name, &known)
            ))
        })
    }

    /// Those who have not left.
    pub fn present(&self) -> impl Iterator<Item = &EventPlayer> {
        self.players.iter().filter(|p| p.left.is_none())
    }

    /// The round that is under way or was the last, from 1; 0 before the first.
    pub fn round(&self) -> u32 {
        self.rounds.len() as u32
    }

    /// Rounds before a bracket; absent in a league and where a bracket is all there is.
    pub fn planned(&self) -> Option<u32> {
        let largest = if self.start.keeps_pods() {
            self.pods.iter().map(Vec::len).max().unwrap_or(0) as u32
        } else {
            self.players.len() as u32
        };
        match self.start.scheme {
            PairingScheme::Swiss => Some(self.start.rounds.unwrap_or(self.start.rules.rounds_for(largest))),
            PairingScheme::RoundRobin => Some(largest.next_multiple_of(2).saturating_sub(1)),
            PairingScheme::Knockout(_) | PairingScheme::League => None,
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
    fn lot(&self, player: PlayerId) -> u64 {
        self.lots.stream(u64::from(player.0)).next_u64()
    }

    /// The pod and seat of a player, from 0.
    pub fn seat_of(&self, player: PlayerId) -> Option<(usize, usize)> {
        let seat = |pod: &Vec<PlayerId>| pod.iter().position(|p| *p == player);
        self.pods.iter().enumerate().find_map(|(at, pod)| seat(pod).map(|seat| (at, seat)))
    }

    /// The match of a player in a round, from 1, with its table and the player's side.
    pub fn match_of(&self, round: u32, player: PlayerId) -> Option<(u32, &EventMatch, usize)> {
        let matches = &self.rounds.get((round as usize).checked_sub(1)?)?.matches;
        (1..).zip(matches).find_map(|(table, m)| match (m.pairing.a == player, m.pairing.b == Some(player)) {
            (true, _) => Some((table, m, 0)),
            (_, true) => Some((table, m, 1)),
            _ => None,
        })
    }

    /// Places in the end: of a bracket first, then as the rounds left them.
    pub fn ranking(&self) -> Vec<PlayerId> {
        let mut order: Vec<PlayerId> = self.standings(self.rounds.len()).into_iter().map(|s| s.player).collect();
        if let Some(bracket) = &self.bracket {
            let reached: Vec<(PlayerId, u32)> = bracket.seeds.iter().copied().zip(bracket.reached()).collect();
            let of = |id: &PlayerId| reached.iter().find(|(p, _)| p == id).map(|(_, reached)| *reached);
            order.sort_by_key(|id| std::cmp::Reverse(of(id)));
        }
        order
    }

    /// The event after one thing more.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn after(&self, entry: EventLogEntry) -> Result<TournamentEvent, EventError> {
        let mut event = self.clone();
        event.apply(entry)?;
        Ok(event)
    }
}
