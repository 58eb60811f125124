//! The bot against a simple person, many times: what it scores, by how much it leads, and what it does in which Era.
//!
//! The person warps, goes to any place with a free space or elsewhere, each equally likely, takes what lies on top there,
//! and passes once all Exosuits are placed. In the World Council it is what brings most points of Construct, Research
//! and Recruit; a Leader's power brings as much without an Exosuit, unless people play without it (CB-112).
//! What lies around is data ([`OpponentModel`]). It is a measure for the bot, not a player: it counts buildings, Breakthroughs
//! and sets of shapes, as the bot does (CB-107, CB-108), and nothing else.

use std::collections::BTreeMap;

use formats::rng::{Dice, FastRng, Seed};

use super::board::{AutomaBoard, OpponentModel};
use super::difficulty::Difficulty;
use super::kinds::{ExosuitPlace, Phase, Worker};
use super::question::{AutomaAnswer, AutomaQuestion, Superproject};
use super::session::{AutomaSession, AutomaStep, TableChange};
use crate::kernel::parallel::{self, Progress};

/// Games by points, in whole numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PointsHistogram(pub BTreeMap<i32, u64>);

impl PointsHistogram {
    fn add(&mut self, other: PointsHistogram) {
        for (points, games) in other.0 {
            *self.0.entry(points).or_default() += games;
        }
    }

    /// The mean with its 95 % interval: low, mean, high.
    pub fn mean(&self) -> [f64; 3] {
        let n = self.0.values().sum::<u64>() as f64;
        let sum = |power: u32| -> i64 { self.0.iter().map(|(p, g)| i64::from(*p).pow(power) * *g as i64).sum() };
        let (sum, squares) = (sum(1), sum(2));
        let mean = sum as f64 / n;
        // The sums are exact; only the last steps are not whole.
        let spread = (squares as f64 - sum as f64 * mean).max(0.0) / (n - 1.0).max(1.0);
        let half = 1.96 * (spread / n).sqrt();
        [mean - half, mean, mean + half]
    }

    /// The points that this share of games (in percent) does not exceed.
    pub fn percentile(&self, percent: u64) -> i32 {
        let all: u64 = self.0.values().sum();
        let mut so_far = 0;
        let mut reached = |games: u64| {
            so_far += games;
            so_far * 100 >= all * percent
        };
        self.0.iter().find(|(_, games)| reached(**games)).map_or(0, |(points, _)| *points)
    }
}

/// What came of many games, in whole numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SimulationCounts {
    /// Games.
    pub games: u64,
    /// The bot's points.
    pub points: PointsHistogram,
    /// The bot's points less the person's.
    pub leads: PointsHistogram,
    /// `[era][action]`, in the order of [`super::BoardAction::ALL`]: turns on which the die sent it there.
    pub actions: Vec<[u64; 12]>,
    /// The same, of those that failed.
    pub failed: Vec<[u64; 12]>,
}

impl SimulationCounts {
    fn add(&mut self, other: SimulationCounts) {
        self.games += other.games;
        self.points.add(other.points);
        self.leads.add(other.leads);
        for (mine, theirs) in [(&mut self.actions, other.actions), (&mut self.failed, other.failed)] {
            mine.resize(mine.len().max(theirs.len()), [0; 12]);
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                mine.iter_mut().zip(theirs).for_each(|(n, more)| *n += more);
            }
        }
    }
}

/// Plays so many games; `threads` of 0 takes as many as the machine has, and the numbers are the same for any. `None` if
/// it was stopped.
pub fn simulate(
    board: &AutomaBoard,
    options: Difficulty,
    games: u64,
    seed: Seed,
    threads: usize,
    progress: &Progress,
) -> Option<SimulationCounts> {
    let play = |tally: &mut SimulationCounts, dice: &mut FastRng, games: u64| {
        for _ in 0..games {
            let mut actions = vec![[0; 12]; usize::from(board.eras)];
            let mut failed = actions.clone();
            let (end, yours) = play(board, options, dice, &mut |session, _, changes| {
                let era = usize::from(session.bot().era) - 1;
                let Some(action) =
                    changes.iter().find_map(|d| if let TableChange::Sent(a) = d { Some(*a) } else { None })
                else {
                    return;
                };
                actions[era][action as usize] += 1;
                failed[era][action as usize] += u64::from(changes.contains(&TableChange::Failed));
            });
            let bots = end.score().total();
            let one = |points: i32| PointsHistogram(BTreeMap::from([(points, 1)]));
            tally.add(SimulationCounts { games: 1, points: one(bots), leads: one(bots - yours), actions, failed });
        }
    };
    parallel::run(games, seed, threads, progress, play, SimulationCounts::add)
}

/// One game, looked at after each step, with what the bot did to the table; and the person's points.
pub(super) fn play(
    board: &AutomaBoard,
    options: Difficulty,
    dice: &mut FastRng,
    observe: &mut dyn FnMut(&AutomaSession, AutomaStep, &[TableChange]),
) -> (AutomaSession, i32) {
    let mut session = AutomaSession::new(board.clone(), options);
    let mut around = SimulatedTable::new(board, options, dice);
    while session.bot().phase != Phase::Over {
        let step = around.step(&session, dice);
        let mut answers = Vec::new();
        let (lying, era) = (&around, session.bot().era);
        let told = session.play_with_answers(step, &mut answers, &mut std::iter::empty(), &mut |question| {
            Some(question.by_chance(board, dice).unwrap_or_else(|| lying.answer(question, era)))
        });
        let changes: Vec<TableChange> =
            told.expect("what lies there answers").iter().filter_map(|t| t.change).collect();
        changes.iter().for_each(|metric| around.apply(*metric));
        if step == AutomaStep::Warp {
            around.your_warps(era, dice);
        }
        around.bots_warps.clone_from(&session.bot().warps);
        observe(&session, step, &changes);
    }
    (session, around.points())
}

/// Where people can go, in the order of [`SimulatedTable::free`].
const PLACES: [ExosuitPlace; 5] =
    [ExosuitPlace::Construct, ExosuitPlace::Recruit, ExosuitPlace::Research, ExosuitPlace::Council, ExosuitPlace::Mine];

/// What lies around the bot, and the person.
struct SimulatedTable<'b> {
    people: &'b OpponentModel,
    impact_after: u8,
    /// By place: whether each space is free.
    free: [Vec<bool>; 5],
    /// By building type: both stacks, the top at the end.
    stacks: [[Vec<u8>; 2]; 4],
    /// By Timeline tile, while it lies there.
    projects: Vec<Option<u8>>,
    workers: [u8; 4],
    breakthroughs: [u8; 3],
    warps: Vec<u8>,
    bots_warps: Vec<u8>,
    exosuits: u8,
    /// How often a Leader's power helps in each Era.
    leader: u8,
    /// Whether it is the person's turn.
    yours: bool,
    /// Points of the person's buildings.
    built: i32,
    /// The person's Breakthroughs by shape.
    researched: [u8; 3],
}

impl<'b> SimulatedTable<'b> {
    fn new(board: &'b AutomaBoard, options: Difficulty, dice: &mut FastRng) -> Self {
        let people = &board.people;
        let [construct, recruit, research, council] = people.spaces.map(usize::from);
        let council = if options.cover_council { council.min(1) } else { council };
        let mut stack = || {
            let mut stack = people.stack.clone();
            dice.shuffle(&mut stack);
            stack
        };
        let stacks = std::array::from_fn(|_| [stack(), stack()]);
        let project = |_| Some(people.projects[dice.below(people.projects.len() as u32) as usize]);
        SimulatedTable {
            people,
            impact_after: board.impact_after,
            free: [construct, recruit, research, council, board.mine.len()].map(|n| vec![true; n]),
            stacks,
            projects: (0..board.eras).map(project).collect(),
            workers: [0; 4],
            breakthroughs: [people.breakthroughs; 3],
            warps: vec![0; usize::from(board.eras)],
            bots_warps: vec![0; usize::from(board.eras)],
            exosuits: 0,
            leader: if options.no_leader { 0 } else { people.leader },
            yours: false,
            built: 0,
            researched: [0; 3],
        }
    }

    /// What comes next; in the Action rounds the person and the bot take turns.
    fn step(&mut self, session: &AutomaSession, dice: &mut FastRng) -> AutomaStep {
        let bot = session.bot();
        match bot.phase {
            Phase::PowerUp => {
                self.exosuits = self.people.exosuits[usize::from(bot.era > self.impact_after)];
                self.workers = self.people.workers;
                self.free.iter_mut().for_each(|spaces| spaces.fill(true));
                self.yours = !bot.first;
                (0..self.leader).for_each(|_| self.take_the_best(dice));
                AutomaStep::PowerUp
            }
            Phase::Actions if !bot.you_passed && (self.yours || bot.passed) => {
                self.yours = false;
                match self.exosuits {
                    0 => AutomaStep::YouPass,
                    _ => self.your_turn(dice).unwrap_or_else(|| self.step(session, dice)),
                }
            }
            Phase::Actions => {
                self.yours = true;
                AutomaStep::Turn
            }
            _ => session.legal_steps()[0],
        }
    }

    /// The person places an Exosuit and takes what lies there; a step only if that tells the bot something.
    fn your_turn(&mut self, dice: &mut FastRng) -> Option<AutomaStep> {
        self.exosuits -= 1;
        let open: Vec<usize> = (0..PLACES.len()).filter(|p| self.free[*p].contains(&true)).collect();
        let place = *open.get(dice.below(open.len() as u32 + 1) as usize)?;
        let space = self.free[place].iter().position(|free| *free).expect("one is free");
        self.free[place][space] = false;
        match PLACES[place] {
            ExosuitPlace::Council => {
                self.take_the_best(dice);
                return (space == 0).then_some(AutomaStep::YouFirst);
            }
            there => self.take(there, dice),
        }
        None
    }

    /// What a place gives, each thing there equally likely.
    fn take(&mut self, place: ExosuitPlace, dice: &mut FastRng) {
        match place {
            ExosuitPlace::Construct => {
                let [kind, stack] = [4, 2].map(|n| dice.below(n) as usize);
                self.take_building(kind, stack);
            }
            ExosuitPlace::Recruit => {
                let _ = take_random(&mut self.workers, dice);
            }
            ExosuitPlace::Research => {
                if let Some(shape) = take_random(&mut self.breakthroughs, dice) {
                    self.researched[shape] += 1;
                }
            }
            ExosuitPlace::Council | ExosuitPlace::Mine => {}
        }
    }

    /// The best of three Actions: the building that is worth most, else a Breakthrough, else a Worker.
    fn take_the_best(&mut self, dice: &mut FastRng) {
        let tops = self.stacks.iter().enumerate().flat_map(|(kind, both)| {
            both.iter().enumerate().filter_map(move |(stack, tiles)| Some((*tiles.last()?, kind, stack)))
        });
        match tops.max() {
            Some((points, kind, stack)) if points > 0 => self.take_building(kind, stack),
            _ if self.breakthroughs != [0; 3] => self.take(ExosuitPlace::Research, dice),
            _ => self.take(ExosuitPlace::Recruit, dice),
        }
    }

    fn take_building(&mut self, kind: usize, stack: usize) {
        self.built += self.stacks[kind][stack].pop().map_or(0, i32::from);
    }

    /// The person's points.
    fn points(&self) -> i32 {
        let sets = self.researched.iter().min().copied().unwrap_or(0);
        self.built + self.researched.iter().map(|n| i32::from(*n)).sum::<i32>() + 2 * i32::from(sets)
    }

    /// The person warps onto the Present.
    fn your_warps(&mut self, era: u8, dice: &mut FastRng) {
        self.warps[usize::from(era) - 1] = dice.below(u32::from(self.people.warps) + 1) as u8;
    }

    /// What the table says, as it lies.
    fn answer(&self, question: &AutomaQuestion, era: u8) -> AutomaAnswer {
        match question {
            AutomaQuestion::ParadoxRolls { most } => {
                // One roll for each tile where the bot has as many as the person, and one at least (CB-R11).
                let tiles =
                    self.bots_warps.iter().zip(&self.warps).filter(|(bot, you)| **bot > 0 && bot >= you).count();
                AutomaAnswer::Number((tiles as u8).min(*most))
            }
            AutomaQuestion::Free(place) => {
                let spaces = &self.free[PLACES.iter().position(|p| p == place).expect("a place")];
                AutomaAnswer::Free((1..).zip(spaces).filter(|(_, free)| **free).map(|(n, _)| n).collect())
            }
            AutomaQuestion::Stacks(action) => {
                let [primary, secondary] = &self.stacks[*action as usize];
                AutomaAnswer::Stacks(primary.last().copied(), secondary.last().copied())
            }
            AutomaQuestion::Projects => {
                let lying = (1..=era).zip(&self.projects);
                AutomaAnswer::Projects(
                    lying.filter_map(|(era, points)| Some(Superproject { era, points: (*points)? })).collect(),
                )
            }
            AutomaQuestion::Workers => {
                AutomaAnswer::Workers(Worker::ALL.into_iter().filter(|w| self.workers[*w as usize] > 0).collect())
            }
            AutomaQuestion::Left(shape) => AutomaAnswer::Left(self.breakthroughs[*shape as usize] > 0),
            AutomaQuestion::Roll(_) | AutomaQuestion::Tie { .. } => unreachable!("chance has answered"),
        }
    }

    /// The bot takes what it took.
    fn apply(&mut self, metric: TableChange) {
        match metric {
            TableChange::Placed(place, space) => {
                self.free[PLACES.iter().position(|p| *p == place).expect("a place")][space] = false;
            }
            TableChange::Built { action, secondary } => {
                self.stacks[action as usize][usize::from(secondary)].pop();
            }
            TableChange::Project(project) => self.projects[usize::from(project.era) - 1] = None,
            TableChange::Recruited(worker) => self.workers[worker as usize] -= 1,
            TableChange::Researched(shape) => self.breakthroughs[shape as usize] -= 1,
            TableChange::Sent(_) | TableChange::Failed => {}
        }
    }
}

/// Takes one of what is there, each kind equally likely, and says which; nothing if nothing is.
fn take_random(pool: &mut [u8], dice: &mut FastRng) -> Option<usize> {
    let there: Vec<usize> = (0..pool.len()).filter(|i| pool[*i] > 0).collect();
    let taken = *there.get(dice.below(there.len().max(1) as u32) as usize)?;
    pool[taken] -= 1;
    Some(taken)
}
