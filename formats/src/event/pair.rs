//! Who plays whom: Swiss by the cheapest matching, everybody against everybody, the bracket; and every float, repeat and
//! bye with its reason.
//!
//! What makes a round of Swiss bad is counted in this order: second byes, repeats, a bye for somebody with more points
//! than others, the squares of the differences in points, and the same player paired down again. The matching makes the
//! first as small as it can be, then the second, and so on, so a repeat in it is one that no pairing avoids.

use catalog::tr;

use super::bracket::Bracket;
use super::log::{EventAction, Pairing, RoundStage};
use super::reason::{FloatCause, PairingReason};
use super::{EventError, LOTS, PAIRS, PairingScheme, PlayerId, SEATS, TournamentEvent, bracket, matching, pods};
use crate::rng::Dice;

/// What is known of a player when a round is paired.
#[derive(Debug, Clone, Copy, Default)]
struct PlayerHistory {
    points: u32,
    byes: u32,
    /// Times paired with somebody who had fewer points.
    floats: u32,
}

/// The pasts of all players, and who has met whom how often.
struct History {
    players: Vec<PlayerHistory>,
    /// `[player]`: opponents, as often as they were met, with the round.
    met: Vec<Vec<(PlayerId, u32)>>,
}

impl History {
    /// Before the round after so many rounds.
    fn new(event: &TournamentEvent, rounds: usize) -> History {
        let rules = &event.start.rules;
        let count = event.players.len();
        let mut history = History { players: vec![PlayerHistory::default(); count], met: vec![Vec::new(); count] };
        for (at, round) in event.rounds.iter().take(rounds).enumerate().filter(|(_, r)| r.stage == RoundStage::Rounds) {
            let before: Vec<u32> = history.players.iter().map(|p| p.points).collect();
            for m in &round.matches {
                let (a, score) = (m.pairing.a, m.score);
                let Some(b) = m.pairing.b else {
                    history.players[a.at()].byes += 1;
                    history.players[a.at()].points += rules.win;
                    continue;
                };
                for (player, other, side) in [(a, b, 0), (b, a, 1)] {
                    history.met[player.at()].push((other, at as u32 + 1));
                    let past = &mut history.players[player.at()];
                    past.floats += u32::from(before[player.at()] > before[other.at()]);
                    past.points += match score {
                        Some(s) if s.winner() == Some(side) => rules.win,
                        Some(s) if s.is_draw() => rules.draw,
                        _ => 0,
                    };
                }
            }
        }
        history
    }

    fn times(&self, a: PlayerId, b: PlayerId) -> u32 {
        self.met[a.at()].iter().filter(|(other, _)| *other == b).count() as u32
    }
}

impl TournamentEvent {
    /// Everybody at a random seat: in pods of the right sizes, or all in one row where nobody sits in pods.
    ///
    /// # Errors
    /// When no pods of allowed sizes seat so many.
    pub fn draw_seats(&self) -> Result<EventAction, EventError> {
        let mut all: Vec<PlayerId> = self.present().map(|p| p.id).collect();
        let count = all.len() as u32;
        let sizes = match self.start.pods {
            None => vec![count],
            Some(bounds) => pods::sizes(count, bounds).ok_or_else(|| {
                let (fewest, most) = bounds;
                EventError::new(tr!(
                    "{count} players do not fill pods of {fewest} to {most}; add or drop a player",
                    count,
                    fewest,
                    most
                ))
            })?,
        };
        // Drawn anew as often as it was drawn before: seats that are drawn again are others.
        let drawn = self.log.iter().filter(|e| matches!(e.action, EventAction::Seat(_))).count() as u64;
        self.start.seed()?.part(SEATS).stream(drawn).shuffle(&mut all);
        let mut rest = all.as_slice();
        let mut seats = Vec::new();
        for size in sizes.into_iter().filter(|s| *s > 0) {
            let (pod, after) = rest.split_at(size as usize);
            seats.push(pod.to_vec());
            rest = after;
        }
        Ok(EventAction::Seat(seats))
    }

    /// The next round.
    ///
    /// # Errors
    /// When results are missing, or nothing is left to play.
    pub fn pair(&self) -> Result<EventAction, EventError> {
        if let Some(bracket) = &self.bracket {
            return self.pair_bracket(bracket);
        }
        if let PairingScheme::Knockout(kind) = self.start.scheme {
            let mut seeds: Vec<PlayerId> = self.present().map(|p| p.id).collect();
            self.start.seed()?.part(LOTS).secret().shuffle(&mut seeds);
            return Ok(EventAction::Cut { kind, seeds });
        }
        let planned =
            self.planned().ok_or_else(|| EventError::new(tr!("in a league players meet as they like: `meet`")))?;
        if self.round() >= planned {
            self.require_results()?;
            let why = tr!("all {planned} rounds are paired; a bracket of the best may follow, or more rounds", planned);
            return Err(EventError::new(why));
        }
        Ok(EventAction::Pair { stage: RoundStage::Rounds, matches: self.pairings(self.rounds.len())? })
    }

    /// The last round, paired anew: without those who have left since, with those who have come.
    ///
    /// # Errors
    /// When none is paired.
    pub fn pair_again(&self) -> Result<EventAction, EventError> {
        let last =
            self.rounds.len().checked_sub(1).ok_or_else(|| EventError::new(tr!("no round has been paired yet")))?;
        Ok(EventAction::Again(self.pairings(last)?))
    }

    /// One round more than planned.
    ///
    /// # Errors
    /// As [`TournamentEvent::pair`].
    pub fn pair_more(&self) -> Result<EventAction, EventError> {
        match self.start.scheme {
            PairingScheme::Swiss if self.bracket.is_none() => {
                Ok(EventAction::Pair { stage: RoundStage::Rounds, matches: self.pairings(self.rounds.len())? })
            }
            _ => self.pair(),
        }
    }

    /// The best so many go on in a bracket.
    ///
    /// # Errors
    /// When there are not so many.
    pub fn cut(&self, size: u32, kind: bracket::BracketKind) -> Result<EventAction, EventError> {
        let here = |id: &PlayerId| self.players[id.at()].left.is_none();
        let standings = self.standings(self.rounds.len());
        let seeds: Vec<PlayerId> = standings.iter().map(|s| s.player).filter(here).take(size as usize).collect();
        if seeds.len() == size as usize {
            Ok(EventAction::Cut { kind, seeds })
        } else {
            Err(EventError::new(tr!("only 1 player is here" | "only {n} players are here" % seeds.len())))
        }
    }

    fn pair_bracket(&self, bracket: &Bracket) -> Result<EventAction, EventError> {
        let matches: Vec<Pairing> = bracket
            .open()
            .into_iter()
            .filter_map(|node| {
                let (a, b) = bracket.players(node)?;
                Some(Pairing { a, b: Some(b), pod: None, node: Some(node), why: Vec::new() })
            })
            .collect();
        match (matches.is_empty(), bracket.champion()) {
            (true, Some(champion)) => {
                Err(EventError::new(tr!("it is over: {name} has won", name = self.name(champion))))
            }
            (true, None) => Err(EventError::new(tr!("enter the missing results first"))),
            _ => Ok(EventAction::Pair { stage: RoundStage::Bracket, matches }),
        }
    }

    /// The pairings of the round after so many.
    fn pairings(&self, rounds: usize) -> Result<Vec<Pairing>, EventError> {
        let here = |id: &PlayerId| self.players[id.at()].left.is_none();
        let fields: Vec<(Option<usize>, Vec<PlayerId>)> = if self.start.keeps_pods() {
            self.pods.iter().cloned().enumerate().map(|(at, pod)| (Some(at), pod)).collect()
        } else {
            vec![(None, self.players.iter().map(|p| p.id).collect())]
        };
        let history = History::new(self, rounds);
        let mut matches = Vec::new();
        for (pod, field) in fields {
            let paired = match self.start.scheme {
                PairingScheme::RoundRobin => self.circle(&field, rounds),
                _ if rounds == 0 && pod.is_some() => by_seat(field.into_iter().filter(here).collect()),
                _ => {
                    let mut field: Vec<PlayerId> = field.into_iter().filter(here).collect();
                    let chance = self.start.seed()?.part(PAIRS).part(rounds as u64);
                    chance.stream(pod.map_or(0, |p| p as u64 + 1)).shuffle(&mut field);
                    self.swiss(field, &history)
                }
            };
            matches.extend(paired.into_iter().map(|p| Pairing { pod, ..p }));
        }
        // The leaders sit at the first tables, byes come last.
        let points =
            |p: &Pairing| [Some(p.a), p.b].into_iter().flatten().map(|id| history.players[id.at()].points).max();
        matches.sort_by_key(|p| (p.pod, p.b.is_none(), std::cmp::Reverse(points(p))));
        Ok(matches)
    }

    /// Everybody against everybody: the first stays, the others go around by one each round.
    fn circle(&self, field: &[PlayerId], rounds: usize) -> Vec<Pairing> {
        let mut places: Vec<Option<PlayerId>> = field.iter().copied().map(Some).collect();
        if places.len() % 2 == 1 {
            places.push(None);
        }
        let count = places.len();
        places[1..].rotate_right(rounds % (count - 1));
        let here = |id: &PlayerId| self.players[id.at()].left.is_none();
        let pair = |i: usize| {
            let (a, b) = (places[i], places[count - 1 - i]);
            match (a.filter(here), b.filter(here)) {
                (Some(a), b @ Some(_)) => Some(plain(a, b)),
                (Some(one), None) | (None, Some(one)) => {
                    let gone = [a, b].into_iter().flatten().find(|p| *p != one);
                    let why = gone.map_or(PairingReason::ByeOfRoundRobin, |gone| PairingReason::ByeOfLeft {
                        name: self.name(gone).to_owned(),
                    });
                    Some(Pairing { why: vec![why], ..plain(one, None) })
                }
                (None, None) => None,
            }
        };
        (0..count / 2).filter_map(pair).collect()
    }

    /// The best pairing of a field, whose order breaks what ties are left.
    fn swiss(&self, field: Vec<PlayerId>, history: &History) -> Vec<Pairing> {
        let costs = Costs::new(&field, history);
        let seats = field.len().next_multiple_of(2);
        let partner =
            matching::cheapest(seats, |a, b| costs.weigh(costs.pair_cost(field[a], field.get(b).copied(), history)));
        let of = |at: usize| field.get(at).copied();
        let pairs = (0..field.len()).filter(|at| *at < partner[*at]);
        let points = |id: PlayerId| history.players[id.at()].points;
        let mut pairings: Vec<Pairing> = pairs
            .map(|at| match (field[at], of(partner[at])) {
                (a, Some(b)) if points(b) > points(a) => plain(b, Some(a)),
                (a, b) => plain(a, b),
            })
            .collect();
        for pairing in &mut pairings {
            pairing.why = self.reasons(pairing, &field, history);
        }
        pairings
    }

    /// Why a pairing is not simply one of two players with equal points who have not met.
    fn reasons(&self, pairing: &Pairing, field: &[PlayerId], history: &History) -> Vec<PairingReason> {
        let past = |id: PlayerId| history.players[id.at()];
        let (a, name) = (pairing.a, |id: PlayerId| self.name(id).to_owned());
        let Some(b) = pairing.b else { return vec![self.bye_reason(a, field, history)] };
        let mut why = Vec::new();
        let rounds: Vec<u32> = history.met[a.at()].iter().filter(|(o, _)| *o == b).map(|(_, round)| *round).collect();
        if !rounds.is_empty() {
            why.push(PairingReason::Repeat { rounds });
        }
        let (high, low) = (past(a).points, past(b).points);
        if high > low {
            let above = field.iter().filter(|id| past(**id).points >= high).count();
            let level = field.iter().filter(|id| past(**id).points == high).count();
            let forced = (low + 1..=high).any(|p| field.iter().filter(|id| past(**id).points >= p).count() % 2 == 1);
            let cause = match (level % 2, above % 2, forced) {
                (1, _, _) => FloatCause::OddGroup(level),
                (_, 1, _) => FloatCause::PairedInto,
                (_, _, true) => FloatCause::OddBetween,
                _ => FloatCause::NoOther,
            };
            why.push(PairingReason::Float { name: name(a), high, other: name(b), low, cause });
        }
        why
    }

    fn bye_reason(&self, a: PlayerId, field: &[PlayerId], history: &History) -> PairingReason {
        let past = |id: PlayerId| history.players[id.at()];
        let own = past(a);
        if own.byes > 0 {
            return PairingReason::ByeAgain;
        }
        let lower: Vec<PlayerId> = field.iter().copied().filter(|id| past(*id).points < own.points).collect();
        let had = lower.iter().filter(|id| past(**id).byes > 0).count();
        match (lower.len(), had) {
            (0, _) => PairingReason::ByeByLot,
            (all, had) if all == had => PairingReason::ByeLowerHad { all },
            (all, had) => PairingReason::ByeInsteadOfRepeat { all, had },
        }
    }

    /// The last round with the opponents of two players exchanged.
    ///
    /// # Errors
    /// When one of them has played, or does not play in it.
    pub fn exchange(&self, x: PlayerId, y: PlayerId) -> Result<EventAction, EventError> {
        let round = self.round();
        let place = |id: PlayerId| {
            let found = self.match_of(round, id).ok_or_else(|| {
                EventError::new(tr!("{name} does not play in round {round}", name = self.name(id), round))
            })?;
            let open = found.1.score.is_none() || found.1.pairing.b.is_none();
            let fits = open && found.1.pairing.node.is_none();
            fits.then_some((found.0 as usize - 1, found.2)).ok_or_else(|| {
                EventError::new(tr!("the match of {name} cannot be changed any more", name = self.name(id)))
            })
        };
        let ((at, _), (bt, _)) = (place(x)?, place(y)?);
        if at == bt {
            return Err(EventError::new(tr!(
                "{one} and {other} play each other already",
                one = self.name(x),
                other = self.name(y)
            )));
        }
        let mut matches: Vec<Pairing> =
            self.rounds[round as usize - 1].matches.iter().map(|m| m.pairing.clone()).collect();
        let history = History::new(self, round as usize - 1);
        for (table, from, to) in [(at, x, y), (bt, y, x)] {
            let pairing = &mut matches[table];
            if pairing.a == from {
                pairing.a = to
            } else {
                pairing.b = Some(to)
            }
            if pairing.b.is_some_and(|b| history.players[b.at()].points > history.players[pairing.a.at()].points) {
                (pairing.a, pairing.b) = (pairing.b.unwrap_or(pairing.a), Some(pairing.a));
            }
            pairing.why = self.remarks(pairing, &history);
        }
        Ok(EventAction::Again(matches))
    }

    /// What a pairing by hand brings about.
    fn remarks(&self, pairing: &Pairing, history: &History) -> Vec<PairingReason> {
        let mut why = vec![PairingReason::ByHand];
        let past = |id: PlayerId| history.players[id.at()];
        let a = pairing.a;
        match pairing.b {
            None if past(a).byes > 0 => why.push(PairingReason::SecondBye { name: self.name(a).to_owned() }),
            None => {}
            Some(b) => {
                if history.times(a, b) > 0 {
                    why.push(PairingReason::HaveMet);
                }
                let (high, low) = (past(a).points, past(b).points);
                if high != low {
                    why.push(PairingReason::UnequalPoints { high, low });
                }
            }
        }
        why
    }
}

impl Pairing {
    /// Why these two, in sentences.
    pub fn reasons(&self) -> impl Iterator<Item = String> + '_ {
        self.why.iter().map(PairingReason::describe)
    }
}

/// Seat 1 against the seat half way round, and so on; the last of an odd pod has a bye.
fn by_seat(pod: Vec<PlayerId>) -> Vec<Pairing> {
    let half = pod.len() / 2;
    let mut pairs: Vec<Pairing> = (0..half).map(|seat| plain(pod[seat], Some(pod[seat + half]))).collect();
    if pod.len() % 2 == 1 {
        pairs.push(Pairing { why: vec![PairingReason::ByeOfLastSeat], ..plain(pod[pod.len() - 1], None) });
    }
    pairs
}

fn plain(a: PlayerId, b: Option<PlayerId>) -> Pairing {
    Pairing { a, b, pod: None, node: None, why: Vec::new() }
}

/// What is bad about a pair, the worst first: second bye, repeats, points of the bye, squared difference, floats again.
type Cost = [u64; 5];

/// How much each kind weighs, so that one of a worse kind is more than all of the others together.
struct Costs {
    weights: [u64; 5],
    least: u32,
}

impl Costs {
    fn new(field: &[PlayerId], history: &History) -> Costs {
        let past = |id: &PlayerId| history.players[id.at()];
        let least = field.iter().map(|id| past(id).points).min().unwrap_or(0);
        let most = field.iter().map(|id| past(id).points).max().unwrap_or(0);
        let wide = u64::from(most - least);
        let pairs = (field.len() as u64).div_ceil(2);
        let rounds = history.met.iter().map(Vec::len).max().unwrap_or(0) as u64 + 1;
        // The most that a whole round can have of each kind, from the mildest.
        let mut weights = [0; 5];
        let mut weight = 1u64;
        for (kind, most) in [(4, 2 * rounds * pairs), (3, wide * wide * pairs), (2, wide), (1, rounds * pairs)] {
            weights[kind] = weight;
            weight = weight.saturating_mul(most + 1);
        }
        weights[0] = weight;
        Costs { weights, least }
    }

    fn pair_cost(&self, a: PlayerId, b: Option<PlayerId>, history: &History) -> Cost {
        let past = |id: PlayerId| history.players[id.at()];
        let Some(b) = b else {
            return [u64::from(past(a).byes), 0, u64::from(past(a).points - self.least), 0, 0];
        };
        let (one, other) = (past(a), past(b));
        let apart = u64::from(one.points.abs_diff(other.points));
        let again = match one.points.cmp(&other.points) {
            std::cmp::Ordering::Greater => one.floats,
            std::cmp::Ordering::Less => other.floats,
            std::cmp::Ordering::Equal => 0,
        };
        [0, u64::from(history.times(a, b)), 0, apart * apart, u64::from(again)]
    }

    fn weigh(&self, cost: Cost) -> i64 {
        let sum = cost.iter().zip(self.weights).fold(0u64, |sum, (c, w)| sum.saturating_add(c.saturating_mul(w)));
        // Far from any real event, and still far from where prices would overflow.
        sum.min(1 << 58) as i64
    }
}
