//! What an event holds at most. Its file can come from a stranger: numbers that would overflow, lists that would take
//! hours and places that are nowhere are refused here, before anything is done with them.

use catalog::tr;

use super::log::{Action, Entrant, Entry, Pairing, Score, Stage};
use super::{Event, Refused, Start};

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

fn most(what: &str, is: usize, most: usize) -> Result<(), Refused> {
    match is > most {
        true => Err(Refused::new(format!("{what}: {is} are too many; an event has at most {most}"))),
        false => Ok(()),
    }
}

fn remark(text: &str) -> Result<(), Refused> {
    match text.len() > 4 * LONGEST || text.chars().count() > LONGEST {
        true => Err(Refused::new(tr!("a remark is longer than {longest} letters; shorten it", longest = LONGEST))),
        false => Ok(()),
    }
}

/// A name as people write them.
pub(super) fn name(name: &str) -> Result<(), Refused> {
    let letters = name.chars().take(81).count();
    match name.trim().is_empty() || letters > 80 || name.contains(char::is_control) {
        true => Err(Refused::new(tr!("a name is 1 to 80 letters on one line"))),
        false => Ok(()),
    }
}

/// Whether an event can begin like this.
pub(super) fn start(start: &Start) -> Result<(), Refused> {
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
        return Err(Refused::new(format!("{} of {} is no share", rules.floor.0, rules.floor.1)));
    }
    if start.team == 0 {
        return Err(Refused::new(tr!("a team has a member at least")));
    }
    match start.pods {
        Some((fewest, most)) if fewest == 0 || fewest > most || most as usize > MOST_PLAYERS => {
            Err(Refused::new(tr!("pods of {fewest} to {most} are none", fewest, most)))
        }
        _ => Ok(()),
    }
}

fn score(score: &Score) -> Result<(), Refused> {
    let (a, b) = score.wins;
    most("games of a match", a.max(b).max(score.draws) as usize, MOST_EACH as usize)
}

impl Event {
    /// Whether an entry says nothing that is out of bounds.
    pub(super) fn within_bounds(&self, entry: &Entry) -> Result<(), Refused> {
        most("entries of the log", self.log.len() + 1, MOST_ENTRIES)?;
        if !(-FAR..=FAR).contains(&entry.at) {
            return Err(Refused::new(format!("{} is no time in seconds since 1970", entry.at)));
        }
        remark(&entry.by)?;
        match &entry.action {
            Action::Enter(entrants) => {
                most("players", self.players.len() + entrants.len(), MOST_PLAYERS)?;
                let members = |e: &Entrant| e.members.iter().take(MOST_EACH as usize + 1).try_for_each(|m| name(m));
                entrants.iter().try_for_each(members)
            }
            Action::Pair { stage, matches } => self.pairings_within_bounds(*stage, matches),
            Action::Again(matches) => self.pairings_within_bounds(Stage::Rounds, matches),
            Action::Cut { seeds, .. } => {
                most("players of a bracket", seeds.len(), MOST_PLAYERS)?;
                let mut once = seeds.clone();
                once.sort_unstable();
                once.dedup();
                match once.len() == seeds.len() {
                    true => Ok(()),
                    false => Err(Refused::new("nobody is in a bracket twice")),
                }
            }
            Action::Report { score: told, .. } | Action::Meet { score: told, .. } => score(told),
            Action::Penalty { kind, note, .. } => remark(kind).and(remark(note)),
            Action::Clock(hand) => most("minutes", hand.minutes() as usize, MOST_MINUTES as usize),
            Action::Deck { deck, .. } => deck.check().map_err(Refused::new),
            Action::Pool { cards, .. } => most("cards of a pool", cards.len(), MOST_CARDS),
            Action::Draft { draft, .. } => remark(draft),
            Action::Draw { players } => {
                most("players of a draw", players.len(), MOST_PLAYERS)?;
                match players.iter().all(|id| id.at() < self.players.len()) {
                    true => Ok(()),
                    false => Err(Refused::new("there is no such player")),
                }
            }
            Action::Checked { fault, .. } => fault.as_deref().map_or(Ok(()), remark),
            Action::Prizes(prizes) => {
                most("prizes", prizes.len(), MOST_LINES)?;
                prizes.iter().try_for_each(|p| remark(&p.what))
            }
            Action::Rename { .. } | Action::Drop { .. } | Action::Return { .. } | Action::Seat(_) => Ok(()),
            Action::Pardon { .. } | Action::Publish { .. } => Ok(()),
        }
    }

    /// Whether a match of the bracket has a place in it, and no other one has.
    fn pairings_within_bounds(&self, stage: Stage, matches: &[Pairing]) -> Result<(), Refused> {
        let nodes = match (stage, &self.bracket) {
            (Stage::Bracket, Some(bracket)) => Some(bracket.size()),
            (Stage::Bracket, None) => return Err(Refused::new("there is no bracket yet")),
            (Stage::Rounds, _) => None,
        };
        let fits = |m: &Pairing| match (m.node, nodes) {
            (Some(node), Some(nodes)) => node < nodes && m.b.is_some(),
            (None, None) => true,
            _ => false,
        };
        if !matches.iter().all(fits) {
            return Err(Refused::new("a match has a place in the bracket that it cannot have"));
        }
        matches.iter().flat_map(|m| &m.why).try_for_each(|why| remark(&why.text()))
    }
}
