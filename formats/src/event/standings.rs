//! Who stands where, and why: match points, then the tie-breakers of the rules, all as exact fractions.

use catalog::tr;
use num_rational::BigRational;

use super::log::{MatchScore, ResultKind, RoundStage};
use super::rules::Tiebreaker;
use super::{PlayerId, TournamentEvent};
use crate::localize::localize_percent;

/// A number that is not rounded.
pub type Fraction = BigRational;

/// What a player has done in the rounds so far.
#[derive(Debug, Clone, Default)]
pub struct PlayerRecord {
    /// Each match: round from 1, opponent if there was one, the score from the player's side.
    pub matches: Vec<(u32, Option<PlayerId>, MatchScore)>,
    /// Rounds without a match, before coming or between leaving and coming back: they are lost.
    pub missed: u32,
    /// Match points.
    pub points: u32,
    /// Matches won, byes among them; lost, missed rounds among them; drawn.
    pub won: u32,
    /// Matches lost.
    pub lost: u32,
    /// Matches drawn.
    pub drawn: u32,
    /// Byes.
    pub byes: u32,
    /// Games won, lost and drawn; a bye is won in straight games.
    pub games: (u32, u32, u32),
}

impl PlayerRecord {
    /// `3-1`, or with draws `3-1-1`.
    pub fn label(&self) -> String {
        let drawn = if self.drawn > 0 { format!("-{}", self.drawn) } else { String::new() };
        format!("{}-{}{drawn}", self.won, self.lost)
    }

    /// Those who were played, as often as they were.
    pub fn opponents(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.matches.iter().filter_map(|(_, opponent, _)| *opponent)
    }
}

/// A player's place.
#[derive(Debug, Clone)]
pub struct Standing {
    /// Who.
    pub player: PlayerId,
    /// From 1.
    pub rank: u32,
    /// What was done.
    pub record: PlayerRecord,
    /// The tie-breakers, in the order of the rules.
    pub ties: Vec<Fraction>,
    /// Whether somebody has the same points and tie-breakers, so that a lot decided.
    pub by_lot: bool,
}

/// A fraction.
pub fn fraction(part: u32, whole: u32) -> Fraction {
    Fraction::new(part.into(), whole.max(1).into())
}

/// A share in percent with two decimals, rounded half up.
pub fn percent(share: &Fraction) -> String {
    let hundredths: Fraction = (share * fraction(10_000, 1) + fraction(1, 2)).floor();
    let text = format!("{:0>3}", hundredths.to_integer().to_string());
    localize_percent(format!("{}.{}", &text[..text.len() - 2], &text[text.len() - 2..]))
}

impl TournamentEvent {
    /// What each player has done in the first so many rounds: by player.
    pub fn records(&self, rounds: usize) -> Vec<PlayerRecord> {
        let rules = &self.start.rules;
        let mut records: Vec<PlayerRecord> = vec![PlayerRecord::default(); self.players.len()];
        for (at, round) in self.rounds.iter().take(rounds).enumerate() {
            if round.stage != RoundStage::Rounds {
                continue;
            }
            let mut there = vec![false; self.players.len()];
            for m in &round.matches {
                let sides = [(Some(m.pairing.a), m.pairing.b), (m.pairing.b, Some(m.pairing.a))];
                for (side, (player, opponent)) in sides.into_iter().enumerate() {
                    let Some(player) = player else { continue };
                    there[player.at()] = true;
                    if let Some(score) = m.score {
                        let own = if side == 0 { score } else { score.flipped() };
                        records[player.at()].add(at as u32 + 1, opponent, own);
                    }
                }
            }
            if self.start.is_league() {
                continue;
            }
            for (player, record) in self.players.iter().zip(&mut records) {
                let left = player.left.is_some_and(|last| at as u32 >= last);
                if !there[player.id.at()] && !left {
                    record.missed += 1;
                    record.lost += 1;
                }
            }
        }
        for record in &mut records {
            record.points = record.won * rules.win + record.drawn * rules.draw;
        }
        records
    }

    /// The standings after so many rounds, the first first. Whoever was disqualified has none.
    pub fn standings(&self, rounds: usize) -> Vec<Standing> {
        let records = self.records(rounds);
        let rates = Rates::new(self, &records);
        let mut all: Vec<Standing> = Vec::new();
        for player in self.players.iter().filter(|p| !p.disqualified) {
            let record = records[player.id.at()].clone();
            all.push(Standing { player: player.id, rank: 0, record, ties: Vec::new(), by_lot: false });
        }
        all.sort_by_key(|s| std::cmp::Reverse(s.record.points));
        split(&mut all, |a, b| a.record.points == b.record.points, &mut |level| {
            self.break_ties(level, &self.start.rules.tiebreakers, &rates);
        });
        for (at, standing) in all.iter_mut().enumerate() {
            standing.rank = at as u32 + 1;
        }
        all
    }

    /// Orders those who are level by the tie-breakers that are left.
    fn break_ties(&self, level: &mut [Standing], left: &[Tiebreaker], rates: &Rates) {
        let Some((first, rest)) = left.split_first() else {
            let by_lot = level.len() > 1;
            level.sort_by_key(|s| self.lot(s.player));
            level.iter_mut().for_each(|s| s.by_lot = by_lot);
            return;
        };
        let among: Vec<PlayerId> = level.iter().map(|s| s.player).collect();
        let depth = level.first().map_or(0, |s| s.ties.len());
        for standing in level.iter_mut() {
            standing.ties.push(rates.value(*first, standing, &among));
        }
        level.sort_by(|a, b| b.ties[depth].cmp(&a.ties[depth]));
        split(level, |a, b| a.ties[depth] == b.ties[depth], &mut |group| self.break_ties(group, rest, rates));
    }

    /// Why one stands before another after so many rounds, in words.
    pub fn explain_order(&self, rounds: usize, a: PlayerId, b: PlayerId) -> Option<String> {
        let (standings, records) = (self.standings(rounds), self.records(rounds));
        let find = |p: PlayerId| standings.iter().find(|s| s.player == p);
        let (mut first, mut second) = (find(a)?, find(b)?);
        if second.rank < first.rank {
            (first, second) = (second, first);
        }
        let (one, other) = (self.name(first.player), self.name(second.player));
        let (mine, theirs) = (first.record.points, second.record.points);
        if mine != theirs {
            let said =
                tr!("{one} is before {other} with {mine} match points against {theirs}.", one, other, mine, theirs);
            return Some(said);
        }
        let mut said = tr!("Both have 1 match point." | "Both have {n} match points." % mine) + " ";
        for (at, tie) in self.start.rules.tiebreakers.iter().enumerate() {
            let (x, y) = (first.ties.get(at)?, second.ties.get(at)?);
            let told = |value: &Fraction| if tie.is_share() { percent(value) } else { value.to_string() };
            if x != y {
                let (words, mine, theirs) = (tie.describe(), told(x), told(y));
                said += &if tie.is_share() {
                    tr!(
                        "{one} is before {other} by {words}: {mine} against {theirs} (exactly {x} and {y}).",
                        one,
                        other,
                        words,
                        mine,
                        theirs,
                        x,
                        y
                    )
                } else {
                    tr!("{one} is before {other} by {words}: {mine} against {theirs}.", one, other, words, mine, theirs)
                };
                if matches!(tie, Tiebreaker::OpponentsMatches) {
                    let rates = Rates::new(self, &records);
                    said += &format!(" {} {}", self.met(&rates, first), self.met(&rates, second));
                }
                return Some(said);
            }
            said += &(tr!("Also tied: {words}, {value}.", words = tie.describe(), value = told(x)) + " ");
        }
        Some(said + &tr!("They are equal in everything, and the lot of the event's seed put {one} first.", one))
    }

    /// Whose match wins make up a player's first tie-breaker.
    fn met(&self, rates: &Rates<'_>, of: &Standing) -> String {
        let told = |id: PlayerId| format!("{} {}", self.name(id), percent(&rates.matches[id.at()]));
        let list: Vec<String> = of.record.opponents().map(told).collect();
        let name = self.name(of.player);
        if list.is_empty() {
            tr!("{name} has not played yet.", name)
        } else {
            tr!("{name} met {names}.", name, names = list.join(", "))
        }
    }
}

/// Hands each run of equal items on.
fn split<T>(items: &mut [T], same: impl Fn(&T, &T) -> bool, each: &mut impl FnMut(&mut [T])) {
    for group in items.chunk_by_mut(|a, b| same(a, b)) {
        each(group);
    }
}

/// What all tie-breakers are made of: by player.
struct Rates<'r> {
    records: &'r [PlayerRecord],
    matches: Vec<Fraction>,
    games: Vec<Fraction>,
    /// What the average is for whoever has met nobody.
    floor: Fraction,
}

impl Rates<'_> {
    fn mean<'e>(&self, values: impl Iterator<Item = &'e Fraction>) -> Fraction {
        let (sum, count) = values.fold((fraction(0, 1), 0), |(sum, count), value| (sum + value, count + 1));
        if count == 0 { self.floor.clone() } else { sum / fraction(count, 1) }
    }

    fn new<'r>(event: &TournamentEvent, records: &'r [PlayerRecord]) -> Rates<'r> {
        let rules = &event.start.rules;
        let floor = fraction(rules.floor.0, rules.floor.1);
        let share = |part: u32, whole: u32| match whole {
            0 => floor.clone(),
            whole => fraction(part, whole).max(floor.clone()),
        };
        let matches = records.iter().map(|r| {
            let byes = if rules.byes_rated { 0 } else { r.byes };
            share(r.points - byes * rules.win, (r.won + r.lost + r.drawn - byes) * rules.win)
        });
        let games = records.iter().map(|r| {
            let (won, lost, drawn) = r.games;
            share(won * rules.win + drawn * rules.draw, (won + lost + drawn) * rules.win)
        });
        let (matches, games) = (matches.collect(), games.collect());
        Rates { records, matches, games, floor }
    }

    fn value(&self, tie: Tiebreaker, s: &Standing, among: &[PlayerId]) -> Fraction {
        let points = |id: PlayerId| fraction(self.records[id.at()].points, 1);
        let opponents = || s.record.opponents();
        match tie {
            Tiebreaker::OpponentsMatches => self.mean(opponents().map(|id| &self.matches[id.at()])),
            Tiebreaker::Games => self.games[s.player.at()].clone(),
            Tiebreaker::OpponentsGames => self.mean(opponents().map(|id| &self.games[id.at()])),
            Tiebreaker::Wins => fraction(s.record.won, 1),
            Tiebreaker::OpponentsPoints => opponents().map(points).sum(),
            Tiebreaker::MedianPoints => {
                let mut all: Vec<Fraction> = opponents().map(points).collect();
                all.sort();
                let inner = if all.len() > 2 { &all[1..all.len() - 1] } else { &[] };
                inner.iter().sum()
            }
            Tiebreaker::PointsBeaten => s
                .record
                .matches
                .iter()
                .filter_map(|(_, opponent, score)| Some((points((*opponent)?), score)))
                .map(|(points, score)| match (score.winner(), score.is_draw()) {
                    (Some(0), _) => points,
                    (_, true) => points * fraction(1, 2),
                    _ => fraction(0, 1),
                })
                .sum(),
            Tiebreaker::HeadToHead => {
                let met = s.record.matches.iter().filter(|(_, o, _)| o.is_some_and(|o| among.contains(&o)));
                // Half points for a draw, so that it does not depend on what points are worth.
                met.map(|(_, _, score)| match (score.winner(), score.is_draw()) {
                    (Some(0), _) => fraction(1, 1),
                    (_, true) => fraction(1, 2),
                    _ => fraction(0, 1),
                })
                .sum()
            }
            Tiebreaker::GameDifference => fraction(s.record.games.0, 1) - fraction(s.record.games.1, 1),
        }
    }
}

impl PlayerRecord {
    /// Adds a match as the player saw it.
    fn add(&mut self, round: u32, opponent: Option<PlayerId>, score: MatchScore) {
        self.matches.push((round, opponent, score));
        match (score.winner(), score.is_draw()) {
            (Some(0), _) => self.won += 1,
            (_, true) => self.drawn += 1,
            _ => self.lost += 1,
        }
        self.byes += u32::from(score.how == ResultKind::Bye);
        self.games.0 += score.wins.0;
        self.games.1 += score.wins.1;
        self.games.2 += score.draws;
    }
}
