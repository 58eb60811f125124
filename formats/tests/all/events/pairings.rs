//! Pairings against an oracle that tries all of them, and over thousands of random events.

use std::collections::HashMap;

use formats::event::log::{EventAction, MatchScore, Pairing, ResultKind};
use formats::event::{PairingScheme, PlayerId, TournamentEvent};
use formats::rng::{Dice, FastRng, Seed};

use super::{crowd, does, start};

use crate::large::cases;

/// What a round has that is bad, the worst first; of the players as the test itself counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Bad {
    second_byes: u32,
    repeats: u32,
    bye_points: u32,
    squares: u32,
    floats_again: u32,
}

/// What the test knows of each player.
#[derive(Default, Clone)]
struct Ledger {
    points: Vec<u32>,
    byes: Vec<u32>,
    floats: Vec<u32>,
    met: HashMap<(PlayerId, PlayerId), u32>,
}

impl Ledger {
    fn grow(&mut self, players: usize) {
        self.points.resize(players, 0);
        self.byes.resize(players, 0);
        self.floats.resize(players, 0);
    }

    fn bad(&self, pairs: &[(PlayerId, Option<PlayerId>)], least: u32) -> Bad {
        let mut bad = Bad::default();
        for (a, b) in pairs {
            let Some(b) = b else {
                bad.second_byes += self.byes[a.at()];
                bad.bye_points += self.points[a.at()] - least;
                continue;
            };
            bad.repeats += self.met.get(&(*a.min(b), *a.max(b))).copied().unwrap_or(0);
            let (x, y) = (self.points[a.at()], self.points[b.at()]);
            bad.squares += x.abs_diff(y).pow(2);
            let high = if x > y { a } else { b };
            bad.floats_again += if x == y { 0 } else { self.floats[high.at()] };
        }
        bad
    }

    /// The best that can be, by trying every pairing.
    fn best(&self, left: &[PlayerId], done: &mut Vec<(PlayerId, Option<PlayerId>)>, least: u32) -> Bad {
        let Some((first, rest)) = left.split_first() else { return self.bad(done, least) };
        let mut best: Option<Bad> = None;
        let mut partners: Vec<Option<PlayerId>> = rest.iter().copied().map(Some).collect();
        if left.len() % 2 == 1 {
            partners.push(None);
        }
        for partner in partners {
            let others: Vec<PlayerId> = rest.iter().copied().filter(|id| Some(*id) != partner).collect();
            // With an odd number, whoever has the bye is put aside once.
            if left.len() % 2 == 1 && partner.is_some() && others.is_empty() {
                continue;
            }
            done.push((*first, partner));
            let bad = self.best(&others, done, least);
            done.pop();
            best = Some(best.map_or(bad, |b| b.min(bad)));
        }
        best.expect("somebody is left")
    }

    fn note(&mut self, pairing: &Pairing, score: MatchScore) {
        let (a, Some(b)) = (pairing.a, pairing.b) else {
            self.byes[pairing.a.at()] += 1;
            self.points[pairing.a.at()] += 3;
            return;
        };
        *self.met.entry((a.min(b), a.max(b))).or_default() += 1;
        let won = match score.wins.0.cmp(&score.wins.1) {
            _ if score.how == ResultKind::NobodyCame => return,
            std::cmp::Ordering::Equal => {
                self.points[a.at()] += 1;
                self.points[b.at()] += 1;
                return;
            }
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Less => b,
        };
        self.points[won.at()] += 3;
    }

    /// Notes who was paired down, before the results.
    fn note_floats(&mut self, pairings: &[Pairing]) {
        let before = self.points.clone();
        for p in pairings {
            let Some(b) = p.b else { continue };
            let (x, y) = (before[p.a.at()], before[b.at()]);
            if x != y {
                self.floats[if x > y { p.a } else { b }.at()] += 1;
            }
        }
    }
}

fn any_score(dice: &mut FastRng) -> MatchScore {
    let how = if dice.below(30) == 0 { ResultKind::NobodyCame } else { ResultKind::Played };
    let wins = match dice.below(10) {
        _ if how == ResultKind::NobodyCame => (0, 0),
        0 => (1, 1),
        1..=5 => (2, dice.below(2)),
        _ => (dice.below(2), 2),
    };
    MatchScore { wins, draws: 0, how }
}

/// Plays an event of so many players and rounds with drops and late entries; `each` looks at every round as it is paired.
fn play(players: u32, rounds: u32, seed: u64, mut each: impl FnMut(&TournamentEvent, &Ledger, &[Pairing])) {
    let mut dice = Seed::from_number(seed).fast();
    let mut event = TournamentEvent::begin(start(PairingScheme::Swiss, Some(rounds), seed)).expect("begins");
    let mut ledger = Ledger::default();
    crowd(&mut event, players);
    for round in 1..=rounds {
        ledger.grow(event.players.len());
        let paired = event.pair().expect("pairs");
        let EventAction::Pair { matches, .. } = paired.clone() else { panic!("a round") };
        each(&event, &ledger, &matches);
        ledger.note_floats(&matches);
        does(&mut event, paired);
        for (table, pairing) in (1..).zip(&matches) {
            let score = any_score(&mut dice);
            ledger.note(pairing, score);
            if pairing.b.is_some() {
                does(&mut event, EventAction::Report { round, table, score });
            }
        }
        let known: Vec<u32> = event.records(round as usize).iter().map(|r| r.points).collect();
        assert_eq!(known, ledger.points, "points are those that were counted aside");
        if dice.below(3) == 0 {
            crowd(&mut event, 1);
        }
        let here: Vec<PlayerId> = event.present().map(|p| p.id).collect();
        if dice.below(3) == 0 && here.len() > 3 {
            does(&mut event, EventAction::Drop { player: here[dice.below(here.len() as u32) as usize] });
        }
    }
}

fn field(event: &TournamentEvent) -> Vec<PlayerId> {
    event.present().map(|p| p.id).collect()
}

fn pairs(matches: &[Pairing]) -> Vec<(PlayerId, Option<PlayerId>)> {
    matches.iter().map(|m| (m.a, m.b)).collect()
}

#[test]
fn no_pairing_of_up_to_ten_is_better() {
    let mut compared = 0;
    for seed in 0..150 {
        let players = 3 + (seed % 7) as u32;
        play(players, 5, seed, |event, ledger, matches| {
            let here = field(event);
            if here.len() > 10 || here.len() < 2 {
                return;
            }
            let least = here.iter().map(|id| ledger.points[id.at()]).min().expect("some");
            let found = ledger.bad(&pairs(matches), least);
            assert_eq!(found, ledger.best(&here, &mut Vec::new(), least), "seed {seed}, {} players", here.len());
            compared += 1;
        });
    }
    assert!(compared > 500, "{compared} rounds were compared");
}

/// Whether two tables could exchange players and be better together.
fn exchange_helps(ledger: &Ledger, matches: &[(PlayerId, Option<PlayerId>)], least: u32) -> bool {
    let now = ledger.bad(matches, least);
    let better = |i: usize, j: usize| {
        let ((a, b), (c, d)) = (matches[i], matches[j]);
        // The other two ways to pair these four, one of whom may be nobody.
        let mut ways = vec![[(a, Some(c)), (b.or(d).expect("one bye a field"), b.and(d))]];
        ways.push([(a, d), (c, b)]);
        ways.into_iter().any(|way| {
            let mut changed = matches.to_vec();
            [changed[i], changed[j]] = way;
            ledger.bad(&changed, least) < now
        })
    };
    (0..matches.len()).any(|i| (i + 1..matches.len()).any(|j| better(i, j)))
}

#[test]
fn thousands_of_random_events_have_no_avoidable_repeat_and_no_second_bye() {
    let (mut rounds, mut repeats, mut byes) = (0u32, 0u32, 0u32);
    for seed in 0..cases(400, 2_000) {
        // 4 to 200 players, most of the events small, where it is hard.
        let mut dice = Seed::from_number(1000 + seed).fast();
        let players = match dice.below(20) {
            0 => 100 + dice.below(101),
            1..=4 => 20 + dice.below(60),
            _ => 4 + dice.below(16),
        };
        let planned = players.next_power_of_two().ilog2().min(players - 1).max(2);
        play(players, planned, seed, |event, ledger, matches| {
            let here = field(event);
            let all: usize = matches.iter().map(|m| 1 + usize::from(m.b.is_some())).sum();
            assert_eq!(all, here.len(), "everybody who is here plays or has a bye");
            let least = here.iter().map(|id| ledger.points[id.at()]).min().expect("some");
            let bad = ledger.bad(&pairs(matches), least);
            // So few rounds that nobody need meet twice or have a second bye while there are enough players.
            if here.len() > 2 * event.rounds.len() + 1 {
                assert_eq!((bad.repeats, bad.second_byes), (0, 0), "seed {seed}, {} players", here.len());
            }
            if here.len() <= 40 {
                assert!(!exchange_helps(ledger, &pairs(matches), least), "seed {seed}: two tables could be better");
            }
            for m in matches {
                let points = |id: PlayerId| ledger.points[id.at()];
                let needs =
                    m.b.is_none_or(|b| points(b) != points(m.a) || ledger.met.contains_key(&(m.a.min(b), m.a.max(b))));
                assert_eq!(needs, !m.why.is_empty(), "every float, repeat and bye has a reason, and nothing else");
            }
            rounds += 1;
            repeats += bad.repeats;
            byes += matches.iter().filter(|m| m.b.is_none()).count() as u32;
        });
    }
    assert!(rounds > cases(800, 4_000) && byes > cases(200, 1_000), "{rounds} rounds, {repeats} repeats, {byes} byes");
}

#[test]
fn the_same_seed_pairs_alike_and_another_does_not() {
    let round = |seed: u64| {
        let mut event = TournamentEvent::begin(start(PairingScheme::Swiss, None, seed)).expect("begins");
        crowd(&mut event, 30);
        event.pair().expect("pairs")
    };
    assert_eq!(round(1), round(1));
    assert_ne!(round(1), round(2));
}

#[test]
fn everybody_meets_everybody_once() {
    for players in 3..12 {
        let mut event = TournamentEvent::begin(start(PairingScheme::RoundRobin, None, 3)).expect("begins");
        crowd(&mut event, players);
        let planned = event.planned().expect("rounds");
        assert_eq!(planned, if players % 2 == 0 { players - 1 } else { players });
        let mut met: HashMap<(PlayerId, PlayerId), u32> = HashMap::new();
        for round in 1..=planned {
            let paired = event.pair().expect("pairs");
            does(&mut event, paired);
            for table in event.waiting() {
                let p = &event.rounds[round as usize - 1].matches[table as usize - 1].pairing;
                let (a, b) = (p.a, p.b.expect("it waits for a result"));
                *met.entry((a.min(b), a.max(b))).or_default() += 1;
                super::report(&mut event, round, table, "2-0");
            }
        }
        assert_eq!(met.len() as u32, players * (players - 1) / 2);
        assert!(met.values().all(|times| *times == 1) && event.is_over());
        assert!(event.pair().is_err());
    }
}

#[test]
fn a_thousand_players_meet_nobody_twice_in_ten_rounds() {
    let mut dice = Seed::from_number(77).fast();
    let mut event = TournamentEvent::begin(start(PairingScheme::Swiss, Some(10), 77)).expect("begins");
    crowd(&mut event, 1001);
    let mut met: HashMap<(PlayerId, PlayerId), u32> = HashMap::new();
    let mut log = Vec::new();
    for round in 1..=10 {
        let paired = event.pair().expect("pairs");
        let EventAction::Pair { matches, .. } = &paired else { panic!("a round") };
        assert_eq!(matches.len(), 501);
        for (table, m) in (1..).zip(matches) {
            let Some(b) = m.b else { continue };
            *met.entry((m.a.min(b), m.a.max(b))).or_default() += 1;
            log.push(EventAction::Report { round, table, score: any_score(&mut dice) });
        }
        // A thousand reports at once: each alone would copy the event.
        let entries = event.log.iter().map(|e| e.action.clone()).chain([paired.clone()]).chain(log.drain(..));
        let entries = entries.map(|action| formats::event::log::EventLogEntry { at: 0, by: "desk".into(), action });
        event = TournamentEvent::replay(event.start.clone(), entries.collect::<Vec<_>>()).expect("fits");
    }
    assert!(met.values().all(|times| *times == 1));
    let byes: Vec<u32> = event.records(10).iter().map(|r| r.byes).collect();
    assert!(byes.iter().all(|b| *b <= 1) && byes.iter().sum::<u32>() == 10);
}
