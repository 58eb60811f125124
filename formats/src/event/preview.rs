//! What moves when something is done, before it is done: standings, pairings of later rounds, the bracket.

use catalog::tr;

use super::log::{EventLogEntry, RoundStage};
use super::standings::{Standing, percent};
use super::{EventError, PlayerId, TournamentEvent};

/// What would be other than it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Consequences {
    /// Places and tie-breakers that move, by the new order.
    pub standings: Vec<StandingChange>,
    /// Pairings that were made on other points, or are others now, in sentences.
    pub pairings: Vec<String>,
}

/// A place that moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingChange {
    /// Who.
    pub player: PlayerId,
    /// Rank before and after; absent where there is none.
    pub rank: (Option<u32>, Option<u32>),
    /// Match points before and after.
    pub points: (u32, u32),
    /// Tie-breakers that differ: short name, before, after.
    pub ties: Vec<(&'static str, String, String)>,
}

impl TournamentEvent {
    /// The event as it would be, and what that changes.
    ///
    /// # Errors
    /// When it cannot be done.
    pub fn try_out(&self, entry: EventLogEntry) -> Result<(TournamentEvent, Consequences), EventError> {
        let after = self.after(entry)?;
        let standings = standing_changes(self, &after);
        let mut pairings = pairings(self, &after);
        pairings.extend(seeds(self, &after));
        Ok((after, Consequences { standings, pairings }))
    }
}

fn standing_changes(before: &TournamentEvent, after: &TournamentEvent) -> Vec<StandingChange> {
    let (old, new) = (before.standings(before.rounds.len()), after.standings(after.rounds.len()));
    let find = |list: &[Standing], id: PlayerId| list.iter().position(|s| s.player == id);
    let mut moved = Vec::new();
    for player in new.iter().map(|s| s.player).chain(old.iter().map(|s| s.player).filter(|p| find(&new, *p).is_none()))
    {
        let (was, is) = (find(&old, player).map(|at| &old[at]), find(&new, player).map(|at| &new[at]));
        let points = |s: Option<&Standing>| s.map_or(0, |s| s.record.points);
        let rank = (was.map(|s| s.rank), is.map(|s| s.rank));
        let mut ties = Vec::new();
        if let (Some(was), Some(is)) = (was, is) {
            for (at, tie) in after.start.rules.tiebreakers.iter().enumerate() {
                let (x, y) = (&was.ties[at], &is.ties[at]);
                if x != y {
                    let told = |v| if tie.is_share() { percent(v) } else { v.to_string() };
                    ties.push((tie.short(), told(x), told(y)));
                }
            }
        }
        let points = (points(was), points(is));
        if rank.0 != rank.1 || points.0 != points.1 || !ties.is_empty() {
            moved.push(StandingChange { player, rank, points, ties });
        }
    }
    moved
}

fn pairings(before: &TournamentEvent, after: &TournamentEvent) -> Vec<String> {
    let mut told = Vec::new();
    for (at, round) in before.rounds.iter().enumerate() {
        let there = after.rounds.get(at);
        let points = |event: &TournamentEvent| event.records(at).into_iter().map(|r| r.points).collect::<Vec<u32>>();
        let (old, new) = (points(before), points(after));
        for (table, m) in (1..).zip(&round.matches) {
            let pair = (m.pairing.a, m.pairing.b);
            let now = there.and_then(|r| match m.pairing.node {
                Some(node) => r.matches.iter().find(|n| n.pairing.node == Some(node)),
                None => r.matches.get(table - 1),
            });
            let name = |id: PlayerId| before.name(id);
            let versus = |(a, b): (PlayerId, Option<PlayerId>)| match b {
                Some(b) => tr!("{a} and {b}", a = name(a), b = name(b)),
                None => tr!("{a} (bye)", a = name(a)),
            };
            let number = at + 1;
            match now {
                None => told.push(tr!(
                    "Round {round}, table {table}: {pair} is no longer a match; its result is deleted.",
                    round = number,
                    table,
                    pair = versus(pair)
                )),
                Some(now) if (now.pairing.a, now.pairing.b) != pair => {
                    let (was, now) = (versus(pair), versus((now.pairing.a, now.pairing.b)));
                    told.push(if m.score.is_some() {
                        tr!(
                            "Round {round}, table {table}: {now} instead of {was}; the result is deleted.",
                            round = number,
                            table,
                            now,
                            was
                        )
                    } else {
                        tr!("Round {round}, table {table}: {now} instead of {was}.", round = number, table, now, was)
                    });
                }
                Some(_) if round.stage == RoundStage::Rounds => {
                    let (a, Some(b)) = pair else { continue };
                    let apart = |points: &[u32]| (points[a.at()], points[b.at()]);
                    let (was, is) = (apart(&old), apart(&new));
                    if was.0.abs_diff(was.1) != is.0.abs_diff(is.1) {
                        told.push(tr!(
                            "Round {round}, table {table}: {pair} was paired at {a} to {b} points, which is {x} to {y} now; it stays as it was played.",
                            round = number,
                            table,
                            pair = versus(pair),
                            a = was.0,
                            b = was.1,
                            x = is.0,
                            y = is.1
                        ));
                    }
                }
                Some(_) => {}
            }
        }
    }
    told
}

/// Who would be in the bracket now, and is not.
fn seeds(before: &TournamentEvent, after: &TournamentEvent) -> Vec<String> {
    let Some(bracket) = &before.bracket else { return Vec::new() };
    let rounds = before.rounds.iter().take_while(|r| r.stage == RoundStage::Rounds).count();
    let best = |event: &TournamentEvent| {
        let all = event.standings(rounds);
        all.into_iter().map(|s| s.player).take(bracket.seeds.len()).collect::<Vec<PlayerId>>()
    };
    if rounds == 0 {
        return Vec::new();
    }
    let (was, is) = (best(before), best(after));
    let out = was.iter().filter(|p| !is.contains(p));
    let coming = is.iter().filter(|p| !was.contains(p));
    let tell = |(out, coming): (&PlayerId, &PlayerId)| {
        let (out, coming) = (before.name(*out), before.name(*coming));
        tr!("{coming} would have been in the bracket instead of {out}; the bracket stays as it was drawn.", coming, out)
    };
    out.zip(coming).map(tell).collect()
}
