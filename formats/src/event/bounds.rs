//! What an event holds at most. Its file can come from a stranger: numbers that would overflow, lists that would take
//! hours and places that are nowhere are refused here, before anything is done with them.

use catalog::tr;

use super::log::{Entrant, EventAction, EventLogEntry, MatchScore, Pairing, RoundStage};
use super::{EventError, EventStart, TournamentEvent};

/// Players or teams.
pub const MOST_PLAYERS: usize = 4_096;
/// Entries of a log.
const MOST_ENTRIES: usize = 20_000;
/// Points of a match, games of one, members of a team: sums over a whole log stay within 32 bits.
const MOST_EACH: u32 = 100;
/// Rounds, prizes, lines of a rule.
const MOST_LINES: usize = 1_000;
/// Minutes on a clock, about two months.
const MOST_MINUTES: u32 = 100_000;
/// Cards of a pool.
const MOST_CARDS: usize = 10_000;
/// Seconds since 1970, before or after: some three thousand years.
const FAR: i64 = 100_000_000_000;
/// Letters of a remark.
const LONGEST: usize = 2_000;

fn most(what: &str, is: usize, most: usize) -> Result<(), EventError> {
    if is > most {
        Err(EventError::new(format!("{what}: {is} are too many; an event has at most {most}")))
    } else {
        Ok(())
    }
}

fn remark(text: &str) -> Result<(), EventError> {
    if text.len() > 4 * LONGEST || text.chars().count() > LONGEST {
        Err(EventError::new(tr!("a remark is longer than {longest} letters; shorten it", longest = LONGEST)))
    } else {
        Ok(())
    }
}

/// A name as people write them.
pub(super) fn name(name: &str) -> Result<(), EventError> {
    let letters = name.chars().take(81).count();
    if name.trim().is_empty() || letters > 80 || name.contains(char::is_control) {
        Err(EventError::new(tr!("a name is 1 to 80 letters on one line")))
    } else {
        Ok(())
    }
}

/// Whether an event can begin like this.
pub(super) fn start(start: &EventStart) -> Result<(), EventError> {
    let rules = &start.rules;
    for (what, number) in [("points of a win", rules.win), ("points of a draw", rules.draw), ("games", rules.games)] {
        most(what, number as usize, MOST_EACH as usize)?;
    }
    most("members of a team", start.team as usize, MOST_EACH as usize)?;
    most("rounds", start.rounds.unwrap_or(0) as usize, MOST_LINES)?;
    most("minutes", rules.minutes as usize, MOST_MINUTES as usize)?;
    most("tie-breakers", rules.tiebreakers.len(), super::Tiebreaker::ALL.len())?;
    most("lines of `rounds`", rules.rounds.len(), MOST_LINES)?;
    most("rounds", rules.rounds.iter().map(|(_, rounds)| *rounds).max().unwrap_or(0) as usize, MOST_LINES)?;
    most("penalties of the rules", rules.penalties.len(), MOST_LINES)?;
    rules.penalties.iter().try_for_each(|p| remark(&p.id).and(remark(&p.name)))?;
    if rules.floor.1 == 0 || rules.floor.0 > rules.floor.1 {
        return Err(EventError::new(format!("{} of {} is no share", rules.floor.0, rules.floor.1)));
    }
    if start.team == 0 {
        return Err(EventError::new(tr!("a team has a member at least")));
    }
    match start.pods {
        Some((fewest, most)) if fewest == 0 || fewest > most || most as usize > MOST_PLAYERS => {
            Err(EventError::new(tr!("pods of {fewest} to {most} are not possible", fewest, most)))
        }
        _ => Ok(()),
    }
}

fn score(score: &MatchScore) -> Result<(), EventError> {
    let (a, b) = score.wins;
    most("games of a match", a.max(b).max(score.draws) as usize, MOST_EACH as usize)
}

impl TournamentEvent {
    /// Whether an entry says nothing that is out of bounds.
    pub(super) fn within_bounds(&self, entry: &EventLogEntry) -> Result<(), EventError> {
        most("entries of the log", self.log.len() + 1, MOST_ENTRIES)?;
        if !(-FAR..=FAR).contains(&entry.at) {
            return Err(EventError::new(format!("{} is no time in seconds since 1970", entry.at)));
        }
        remark(&entry.by)?;
        match &entry.action {
            EventAction::Enter(entrants) => {
                most("players", self.players.len() + entrants.len(), MOST_PLAYERS)?;
                let members = |e: &Entrant| e.members.iter().take(MOST_EACH as usize + 1).try_for_each(|m| name(m));
                entrants.iter().try_for_each(members)
            }
            EventAction::Pair { stage, matches } => self.pairings_within_bounds(*stage, matches),
            EventAction::Again(matches) => self.pairings_within_bounds(RoundStage::Rounds, matches),
            EventAction::Cut { seeds, .. } => {
                most("players of a bracket", seeds.len(), MOST_PLAYERS)?;
                let mut once = seeds.clone();
                once.sort_unstable();
                once.dedup();
                if once.len() == seeds.len() { Ok(()) } else { Err(EventError::new("nobody is in a bracket twice")) }
            }
            EventAction::Report { score: told, .. } | EventAction::Meet { score: told, .. } => score(told),
            EventAction::Penalty { kind, note, .. } => remark(kind).and(remark(note)),
            EventAction::Clock(hand) => most("minutes", hand.minutes() as usize, MOST_MINUTES as usize),
            EventAction::Deck { deck, .. } => deck.check().map_err(|e| EventError::new(e.to_string())),
            EventAction::Pool { cards, .. } => most("cards of a pool", cards.len(), MOST_CARDS),
            EventAction::Draft { draft, .. } => remark(draft),
            EventAction::Draw { players } => {
                most("players of a draw", players.len(), MOST_PLAYERS)?;
                if players.iter().all(|id| id.at() < self.players.len()) {
                    Ok(())
                } else {
                    Err(EventError::new("there is no such player"))
                }
            }
            EventAction::Checked { fault, .. } => fault.as_deref().map_or(Ok(()), remark),
            EventAction::Prizes(prizes) => {
                most("prizes", prizes.len(), MOST_LINES)?;
                prizes.iter().try_for_each(|p| remark(&p.what))
            }
            EventAction::Rename { .. }
            | EventAction::Drop { .. }
            | EventAction::Return { .. }
            | EventAction::Seat(_) => Ok(()),
            EventAction::Pardon { .. } | EventAction::Publish { .. } => Ok(()),
        }
    }

    /// Whether a match of the bracket has a place in it, and no other one has.
    fn pairings_within_bounds(&self, stage: RoundStage, matches: &[Pairing]) -> Result<(), EventError> {
        let nodes = match (stage, &self.bracket) {
            (RoundStage::Bracket, Some(bracket)) => Some(bracket.size()),
            (RoundStage::Bracket, None) => return Err(EventError::new("there is no bracket yet")),
            (RoundStage::Rounds, _) => None,
        };
        let fits = |m: &Pairing| match (m.node, nodes) {
            (Some(node), Some(nodes)) => node < nodes && m.b.is_some(),
            (None, None) => true,
            _ => false,
        };
        if !matches.iter().all(fits) {
            return Err(EventError::new("a match has a place in the bracket that it cannot have"));
        }
        matches.iter().flat_map(|m| &m.why).try_for_each(|why| remark(&why.describe()))
    }
}
