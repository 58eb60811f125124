//! The event desk: players, pods and rounds from sign-up to prize list.
//!
//! An event is a start and a log ([`log::Entry`]); everything else follows from them. What chance gave, seats and
//! pairings with their reasons, stands in the log, so newer code changes no event that was played. Any entry is tried on
//! a copy first ([`change`]), which is how a correction shows what moves before it is made.
//!
//! No clock is kept and no file is read here; whoever keeps the log says when and by whom.

pub mod bracket;
pub mod change;
pub mod clock;
pub mod league;
pub mod log;
mod matching;
mod pair;
mod papers;
pub mod pods;
pub mod report;
pub mod roster;
mod rules;
pub mod standings;

use rand::Rng as _;
use serde::{Deserialize, Serialize};

use crate::limited::fair::Deal;
use crate::rng::Seed;
use bracket::Bracket;
use clock::Clock;
use log::{Action, Entry, How, Pairing, Prize, Score, Stage};
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
    /// Rounds that had begun when the player came.
    pub came: u32,
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
        let lots = start.seed()?.part(LOTS);
        if let Some(deal) = &start.deal {
            let dealt = deal.seed().map_err(|e| Refused::new(format!("the deal: {e}")))?;
            if dealt != start.seed()? {
                return Err(Refused::new("the seed is not the one of the deal"));
            }
        }
        if start.kind == Kind::Draft && start.pods.is_none() {
            return Err(Refused::new("a draft needs to know how many sit at a table"));
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
            Refused::new(format!("nobody here is called `{name}` ({})", catalog::read::suggest(name, &known)))
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

    /// Does something; what does not fit may be half done.
    fn apply(&mut self, entry: Entry) -> Result<(), Refused> {
        match &entry.action {
            Action::Enter(entrants) => self.enter(entrants)?,
            Action::Rename { player, name } => {
                self.known(*player)?;
                self.free_name(name, Some(*player))?;
                self.players[player.at()].name = name.trim().to_owned();
            }
            Action::Drop { player } => {
                self.known(*player)?;
                self.drop_out(*player)?;
            }
            Action::Return { player } => {
                self.known(*player)?;
                let player = &mut self.players[player.at()];
                if player.disqualified || player.left.is_none() {
                    let why = if player.disqualified { "was disqualified" } else { "has not left" };
                    return Err(Refused::new(format!("{} {why}", player.name)));
                }
                player.left = None;
            }
            Action::Seat(pods) => self.sit(pods)?,
            Action::Pair { stage, matches } => {
                self.fits_round(matches)?;
                let waiting = self.waiting();
                if !waiting.is_empty() && !self.start.is_league() {
                    let tables: Vec<String> = waiting.iter().take(12).map(u32::to_string).collect();
                    return Err(Refused::new(format!("no result yet of table {}", tables.join(", "))));
                }
                self.rounds.push(Round { stage: *stage, matches: self.set_up(matches), clock: Clock::default() });
            }
            Action::Again(matches) => {
                self.fits_round(matches)?;
                self.must_be_unplayed()?;
                let set_up = self.set_up(matches);
                let last = self.rounds.last_mut().ok_or_else(|| Refused::new("no round has been paired yet"))?;
                last.matches = set_up;
            }
            Action::Cut { kind, seeds } => self.cut_to(*kind, seeds)?,
            Action::Report { round, table, score } => self.report(*round, *table, *score, &entry.by)?,
            Action::Meet { a, b, score } => {
                self.known(*a)?;
                self.known(*b)?;
                if !self.start.is_league() || a == b {
                    return Err(Refused::new("only in a league do two players meet as they like"));
                }
                let pairing = Pairing { a: *a, b: Some(*b), pod: None, node: None, why: Vec::new() };
                let m = Match { pairing, score: Some(*score), by: entry.by.clone() };
                self.rounds.push(Round { stage: Stage::Rounds, matches: vec![m], clock: Clock::default() });
            }
            Action::Penalty { player, kind, note } => self.punish(*player, kind, note)?,
            Action::Pardon { penalty } => {
                let given = self.penalties.get_mut(*penalty).filter(|g| !g.pardoned);
                let given = given.ok_or_else(|| Refused::new("there is no such penalty"))?;
                given.pardoned = true;
                let player = given.player;
                if self.effect(&self.penalties[*penalty].kind) == Some(Effect::Disqualification) {
                    self.players[player.at()].disqualified = false;
                }
            }
            Action::Clock(hand) => {
                let round = self.rounds.last_mut().ok_or_else(|| Refused::new("no round has been paired yet"))?;
                round.clock.turn(hand, entry.at).map_err(Refused::new)?;
            }
            Action::Deck { player, deck } => {
                self.known(*player)?;
                self.players[player.at()].deck = Some(deck.clone());
            }
            Action::Pool { player, cards, witness } => {
                self.known(*player)?;
                if *witness == Some(*player) {
                    return Err(Refused::new("nobody writes down their own pool"));
                }
                self.players[player.at()].pool = Some((cards.clone(), *witness));
            }
            Action::Draft { pod, draft } => {
                let place = self.drafts.get_mut(*pod).ok_or_else(|| Refused::new("there is no such pod"))?;
                *place = Some(draft.clone());
            }
            Action::Draw { players } => {
                let check = |player: &Id| Check { player: *player, at: entry.at, found: None };
                self.checks.extend(players.iter().map(check));
            }
            Action::Checked { player, fault } => {
                self.known(*player)?;
                let open = self.checks.iter_mut().find(|c| c.player == *player && c.found.is_none());
                match open {
                    Some(check) => (check.at, check.found) = (entry.at, Some(fault.clone())),
                    None => self.checks.push(Check { player: *player, at: entry.at, found: Some(fault.clone()) }),
                }
            }
            Action::Prizes(prizes) => {
                if let Some(bad) = prizes.iter().find(|p| p.from == 0 || p.to < p.from) {
                    return Err(Refused::new(format!("`{}` is for no rank: {} to {}", bad.what, bad.from, bad.to)));
                }
                self.prizes.clone_from(prizes);
            }
            Action::Publish { decks, pools } => self.public = (*decks, *pools),
        }
        self.log.push(entry);
        Ok(())
    }

    fn known(&self, player: Id) -> Result<(), Refused> {
        match player.at() < self.players.len() {
            true => Ok(()),
            false => Err(Refused::new("there is no such player")),
        }
    }

    fn free_name(&self, name: &str, own: Option<Id>) -> Result<(), Refused> {
        if name.trim().is_empty() || name.chars().count() > 80 || name.contains(char::is_control) {
            return Err(Refused::new("a name is 1 to 80 letters on one line"));
        }
        match self.find(name) {
            Ok(id) if Some(id) != own => Err(Refused::new(format!("`{}` is here already", self.name(id)))),
            _ => Ok(()),
        }
    }

    fn enter(&mut self, entrants: &[log::Entrant]) -> Result<(), Refused> {
        if !self.pods.is_empty() && self.start.pods.is_some() {
            let next = if self.rounds.is_empty() { "; undo the seating first" } else { "" };
            return Err(Refused::new(format!("the pods sit already, so nobody can come in{next}")));
        }
        if self.bracket.is_some() || (self.start.scheme == Scheme::RoundRobin && !self.rounds.is_empty()) {
            return Err(Refused::new("nobody can come in once everybody's matches are drawn"));
        }
        for entrant in entrants {
            self.free_name(&entrant.name, None)?;
            let fits = match self.start.team {
                1 => entrant.members.is_empty(),
                team => entrant.members.len() == team as usize,
            };
            if !fits {
                let alone = self.start.team == 1;
                let what = if alone { "plays alone".into() } else { format!("is a team of {}", self.start.team) };
                return Err(Refused::new(format!("`{}`: everybody here {what}", entrant.name)));
            }
            self.players.push(Player {
                id: Id(self.players.len() as u32),
                name: entrant.name.trim().to_owned(),
                members: entrant.members.clone(),
                came: self.round(),
                left: None,
                disqualified: false,
                deck: None,
                pool: None,
            });
        }
        Ok(())
    }

    fn drop_out(&mut self, player: Id) -> Result<(), Refused> {
        if self.players[player.at()].left.is_some() {
            return Err(Refused::new(format!("{} has left already", self.name(player))));
        }
        // Whoever is not in the last round has missed it, and it does not count any more.
        let round = self.round();
        let last = (0..=round).rev().find(|r| *r == 0 || self.match_of(*r, player).is_some()).unwrap_or(0);
        self.players[player.at()].left = Some(last);
        Ok(())
    }

    fn sit(&mut self, pods: &[Vec<Id>]) -> Result<(), Refused> {
        if !self.rounds.is_empty() || self.drafts.iter().any(Option::is_some) {
            return Err(Refused::new("nobody can sit elsewhere once drafts or rounds have begun"));
        }
        let mut seated: Vec<Id> = pods.concat();
        seated.sort_unstable();
        let present: Vec<Id> = self.present().map(|p| p.id).collect();
        if !pods.is_empty() && seated != present {
            return Err(Refused::new("everybody who is here needs one seat"));
        }
        self.pods = pods.to_vec();
        self.drafts = vec![None; pods.len()];
        Ok(())
    }

    fn fits_round(&self, matches: &[Pairing]) -> Result<(), Refused> {
        if self.start.kind == Kind::Draft && self.pods.is_empty() {
            return Err(Refused::new("nobody sits yet: `seat` comes before the first round"));
        }
        let mut all: Vec<Id> = matches.iter().flat_map(|m| [Some(m.a), m.b]).flatten().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        match count == all.len() && all.iter().all(|id| id.at() < self.players.len()) && count > 0 {
            true => Ok(()),
            false => Err(Refused::new("everybody plays once in a round")),
        }
    }

    fn must_be_unplayed(&self) -> Result<(), Refused> {
        let last = self.rounds.last().ok_or_else(|| Refused::new("no round has been paired yet"))?;
        let played = last.matches.iter().any(|m| m.score.is_some_and(|s| s.how != How::Bye));
        match played || last.stage == Stage::Bracket {
            true => {
                Err(Refused::new("the round has begun: results of it are in; only two tables can still be changed"))
            }
            false => Ok(()),
        }
    }

    fn set_up(&self, matches: &[Pairing]) -> Vec<Match> {
        let bye = Score { wins: (self.start.rules.games, 0), draws: 0, how: How::Bye };
        let set = |p: &Pairing| Match { pairing: p.clone(), score: p.b.is_none().then_some(bye), by: DESK.into() };
        matches.iter().map(set).collect()
    }

    fn cut_to(&mut self, kind: bracket::Kind, seeds: &[Id]) -> Result<(), Refused> {
        if self.bracket.as_ref().is_some_and(|_| self.rounds.iter().any(|r| r.stage == Stage::Bracket)) {
            return Err(Refused::new("the bracket has begun"));
        }
        if seeds.len() < 2 || !self.waiting().is_empty() || self.start.is_league() {
            return Err(Refused::new("a bracket needs two players or more, and all results before it"));
        }
        seeds.iter().try_for_each(|s| self.known(*s))?;
        self.bracket = Some(Bracket::new(kind, seeds.to_vec()));
        Ok(())
    }

    fn effect(&self, kind: &str) -> Option<Effect> {
        self.start.rules.penalties.iter().find(|p| p.id == kind).map(|p| p.effect)
    }

    fn report(&mut self, round: u32, table: u32, score: Score, by: &str) -> Result<(), Refused> {
        let none = || Refused::new(format!("there is no table {table} in round {round}"));
        let at = (round as usize).checked_sub(1).filter(|r| *r < self.rounds.len()).ok_or_else(none)?;
        let place = (table as usize).checked_sub(1).ok_or_else(none)?;
        let m = self.rounds[at].matches.get(place).ok_or_else(none)?;
        let (a, Some(b)) = (m.pairing.a, m.pairing.b) else {
            return Err(Refused::new(format!("{} has a bye", self.name(m.pairing.a))));
        };
        if by != DESK {
            let folded = catalog::fold::fold(by);
            let is = |id: Id| {
                let player = &self.players[id.at()];
                [&player.name].into_iter().chain(&player.members).any(|n| catalog::fold::fold(n) == folded)
            };
            if !is(a) && !is(b) {
                return Err(Refused::new(format!(
                    "{by} does not play at table {table}; the two players or the desk say how it ended"
                )));
            }
            if let Some(known) = m.score.filter(|known| *known != score) {
                let other = &m.by;
                return Err(Refused::new(format!("{other} said {}; only the desk can say otherwise", known.words())));
            }
        }
        let bracket = self.rounds[at].stage == Stage::Bracket;
        if bracket && score.winner().is_none() {
            return Err(Refused::new("one of the two goes on: a bracket has no draws"));
        }
        for (side, player) in [a, b].into_iter().enumerate() {
            let lost = |g: &&Given| g.player == player && g.round == round && !g.pardoned;
            let effects: Vec<Effect> =
                self.penalties.iter().filter(lost).filter_map(|g| self.effect(&g.kind)).collect();
            let games = effects.iter().filter(|e| **e == Effect::GameLoss).count() as u32;
            if score.won(1 - side) < games && score.how != How::NobodyCame {
                let who = self.name(player);
                return Err(Refused::new(format!(
                    "{who} has a game loss in this round, so the other side has won {games} game or more"
                )));
            }
        }
        let node = m.pairing.node;
        let m = &mut self.rounds[at].matches[place];
        (m.score, m.by) = (Some(score), by.to_owned());
        if let (Some(node), Some(bracket)) = (node, &mut self.bracket) {
            bracket.set(node, score.winner().map(|side| if side == 0 { a } else { b }));
            self.mend_bracket(at);
        }
        Ok(())
    }

    /// After a result of the bracket: matches of later rounds are between those who are in them now.
    fn mend_bracket(&mut self, after: usize) {
        let Some(bracket) = &mut self.bracket else { return };
        for round in self.rounds.iter_mut().skip(after + 1) {
            round.matches.retain_mut(|m| {
                let Some(node) = m.pairing.node else { return true };
                let Some((a, b)) = bracket.players(node) else {
                    bracket.set(node, None);
                    return false;
                };
                if (m.pairing.a, m.pairing.b) != (a, Some(b)) {
                    (m.pairing.a, m.pairing.b, m.score) = (a, Some(b), None);
                    bracket.set(node, None);
                }
                true
            });
        }
        while self.rounds.last().is_some_and(|r| r.matches.is_empty()) {
            self.rounds.pop();
        }
    }

    fn punish(&mut self, player: Id, kind: &str, note: &str) -> Result<(), Refused> {
        self.known(player)?;
        let Some(effect) = self.effect(kind) else {
            let known: Vec<&str> = self.start.rules.penalties.iter().map(|p| p.id.as_str()).collect();
            return Err(Refused::new(format!(
                "there is no penalty `{kind}` ({})",
                catalog::read::suggest(kind, &known)
            )));
        };
        let round = self.round();
        let (kind, note) = (kind.to_owned(), note.to_owned());
        self.penalties.push(Given { player, round, kind, note, pardoned: false });
        if matches!(effect, Effect::MatchLoss | Effect::Disqualification) {
            let games = self.start.rules.games;
            if let Some((table, m, side)) = self.match_of(round, player).filter(|(_, m, _)| m.pairing.b.is_some()) {
                let wins = if side == 0 { (0, games) } else { (games, 0) };
                let open = m.score.is_none() || effect == Effect::MatchLoss;
                if open {
                    self.report(round, table, Score { wins, draws: 0, how: How::Penalty }, DESK)?;
                }
            }
        }
        if effect == Effect::Disqualification {
            self.players[player.at()].disqualified = true;
            if self.players[player.at()].left.is_none() {
                self.drop_out(player)?;
            }
        }
        Ok(())
    }
}
