//! The bot against a simple person, many times: what it scores, by how much it leads, and what it does in which Era.
//!
//! The person warps, goes to any place with a free space or elsewhere, each equally likely, takes what lies on top there,
//! and passes once all Exosuits are placed. In the World Council it is what brings most points of Construct, Research
//! and Recruit; a Leader's power brings as much without an Exosuit, unless people play without it (CB-112).
//! What lies around is data ([`People`]). It is a measure for the bot, not a player: it counts buildings, Breakthroughs
//! and sets of shapes, as the bot does (CB-107, CB-108), and nothing else.

use std::collections::BTreeMap;

use formats::rng::{Dice, Fast, Seed};

use super::ask::{Answer, Project, Question};
use super::board::{Board, People};
use super::kinds::{Phase, Place, Worker};
use super::options::Options;
use super::session::{Deed, Session, Step};
use crate::lab::shards::{self, Progress};

/// Games by points, in whole numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spread(pub BTreeMap<i32, u64>);

impl Spread {
    fn add(&mut self, other: Spread) {
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
pub struct Tally {
    /// Games.
    pub games: u64,
    /// The bot's points.
    pub points: Spread,
    /// The bot's points less the person's.
    pub leads: Spread,
    /// `[era][action]`, in the order of [`super::Action::ALL`]: turns on which the die sent it there.
    pub actions: Vec<[u64; 12]>,
    /// The same, of those that failed.
    pub failed: Vec<[u64; 12]>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
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
    board: &Board,
    options: Options,
    games: u64,
    seed: Seed,
    threads: usize,
    progress: &Progress,
) -> Option<Tally> {
    let play = |tally: &mut Tally, dice: &mut Fast, games: u64| {
        for _ in 0..games {
            let mut actions = vec![[0; 12]; usize::from(board.eras)];
            let mut failed = actions.clone();
            let (end, yours) = play(board, options, dice, &mut |session, _, deeds| {
                let era = usize::from(session.bot().era) - 1;
                let Some(action) = deeds.iter().find_map(|d| if let Deed::Sent(a) = d { Some(*a) } else { None })
                else {
                    return;
                };
                actions[era][action as usize] += 1;
                failed[era][action as usize] += u64::from(deeds.contains(&Deed::Failed));
            });
            let bots = end.score().total();
            let one = |points: i32| Spread(BTreeMap::from([(points, 1)]));
            tally.add(Tally { games: 1, points: one(bots), leads: one(bots - yours), actions, failed });
        }
    };
    shards::run(games, seed, threads, progress, play, Tally::add)
}

/// One game, looked at after each step, with what the bot did to the table; and the person's points.
pub(super) fn play(
    board: &Board,
    options: Options,
    dice: &mut Fast,
    look: &mut dyn FnMut(&Session, Step, &[Deed]),
) -> (Session, i32) {
    let mut session = Session::new(board.clone(), options);
    let mut around = Around::new(board, options, dice);
    while session.bot().phase != Phase::Over {
        let step = around.step(&session, dice);
        let mut answers = Vec::new();
        let (lying, era) = (&around, session.bot().era);
        let told = session.say(step, &mut answers, &mut std::iter::empty(), &mut |question| {
            Some(question.by_chance(board, dice).unwrap_or_else(|| lying.answer(question, era)))
        });
        let deeds: Vec<Deed> = told.expect("what lies there answers").iter().filter_map(|t| t.deed).collect();
        deeds.iter().for_each(|deed| around.give(*deed));
        if step == Step::Warp {
            around.your_warps(era, dice);
        }
        around.bots_warps.clone_from(&session.bot().warps);
        look(&session, step, &deeds);
    }
    (session, around.points())
}

/// Where people can go, in the order of [`Around::free`].
const PLACES: [Place; 5] = [Place::Construct, Place::Recruit, Place::Research, Place::Council, Place::Mine];

/// What lies around the bot, and the person.
struct Around<'b> {
    people: &'b People,
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

impl<'b> Around<'b> {
    fn new(board: &'b Board, options: Options, dice: &mut Fast) -> Self {
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
        Around {
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
    fn step(&mut self, session: &Session, dice: &mut Fast) -> Step {
        let bot = session.bot();
        match bot.phase {
            Phase::PowerUp => {
                self.exosuits = self.people.exosuits[usize::from(bot.era > self.impact_after)];
                self.workers = self.people.workers;
                self.free.iter_mut().for_each(|spaces| spaces.fill(true));
                self.yours = !bot.first;
                (0..self.leader).for_each(|_| self.take_the_best(dice));
                Step::PowerUp
            }
            Phase::Actions if !bot.you_passed && (self.yours || bot.passed) => {
                self.yours = false;
                match self.exosuits {
                    0 => Step::YouPass,
                    _ => self.your_turn(dice).unwrap_or_else(|| self.step(session, dice)),
                }
            }
            Phase::Actions => {
                self.yours = true;
                Step::Turn
            }
            _ => session.steps()[0],
        }
    }

    /// The person places an Exosuit and takes what lies there; a step only if that tells the bot something.
    fn your_turn(&mut self, dice: &mut Fast) -> Option<Step> {
        self.exosuits -= 1;
        let open: Vec<usize> = (0..PLACES.len()).filter(|p| self.free[*p].contains(&true)).collect();
        let place = *open.get(dice.below(open.len() as u32 + 1) as usize)?;
        let space = self.free[place].iter().position(|free| *free).expect("one is free");
        self.free[place][space] = false;
        match PLACES[place] {
            Place::Council => {
                self.take_the_best(dice);
                return (space == 0).then_some(Step::YouFirst);
            }
            there => self.take(there, dice),
        }
        None
    }

    /// What a place gives, each thing there equally likely.
    fn take(&mut self, place: Place, dice: &mut Fast) {
        match place {
            Place::Construct => {
                let [kind, stack] = [4, 2].map(|n| dice.below(n) as usize);
                self.build(kind, stack);
            }
            Place::Recruit => {
                let _ = any_of(&mut self.workers, dice);
            }
            Place::Research => {
                if let Some(shape) = any_of(&mut self.breakthroughs, dice) {
                    self.researched[shape] += 1;
                }
            }
            Place::Council | Place::Mine => {}
        }
    }

    /// The best of three Actions: the building that is worth most, else a Breakthrough, else a Worker.
    fn take_the_best(&mut self, dice: &mut Fast) {
        let tops = self.stacks.iter().enumerate().flat_map(|(kind, both)| {
            both.iter().enumerate().filter_map(move |(stack, tiles)| Some((*tiles.last()?, kind, stack)))
        });
        match tops.max() {
            Some((points, kind, stack)) if points > 0 => self.build(kind, stack),
            _ if self.breakthroughs != [0; 3] => self.take(Place::Research, dice),
            _ => self.take(Place::Recruit, dice),
        }
    }

    fn build(&mut self, kind: usize, stack: usize) {
        self.built += self.stacks[kind][stack].pop().map_or(0, i32::from);
    }

    /// The person's points.
    fn points(&self) -> i32 {
        let sets = self.researched.iter().min().copied().unwrap_or(0);
        self.built + self.researched.iter().map(|n| i32::from(*n)).sum::<i32>() + 2 * i32::from(sets)
    }

    /// The person warps onto the Present.
    fn your_warps(&mut self, era: u8, dice: &mut Fast) {
        self.warps[usize::from(era) - 1] = dice.below(u32::from(self.people.warps) + 1) as u8;
    }

    /// What the table says, as it lies.
    fn answer(&self, question: &Question, era: u8) -> Answer {
        match question {
            Question::ParadoxRolls { most } => {
                // One roll for each tile where the bot has as many as the person, and one at least (CB-R11).
                let tiles =
                    self.bots_warps.iter().zip(&self.warps).filter(|(bot, you)| **bot > 0 && bot >= you).count();
                Answer::Number((tiles as u8).min(*most))
            }
            Question::Free(place) => {
                let spaces = &self.free[PLACES.iter().position(|p| p == place).expect("a place")];
                Answer::Free((1..).zip(spaces).filter(|(_, free)| **free).map(|(n, _)| n).collect())
            }
            Question::Stacks(action) => {
                let [primary, secondary] = &self.stacks[*action as usize];
                Answer::Stacks(primary.last().copied(), secondary.last().copied())
            }
            Question::Projects => {
                let lying = (1..=era).zip(&self.projects);
                Answer::Projects(lying.filter_map(|(era, points)| Some(Project { era, points: (*points)? })).collect())
            }
            Question::Workers => {
                Answer::Workers(Worker::ALL.into_iter().filter(|w| self.workers[*w as usize] > 0).collect())
            }
            Question::Left(shape) => Answer::Left(self.breakthroughs[*shape as usize] > 0),
            Question::Roll(_) | Question::Tie { .. } => unreachable!("chance has answered"),
        }
    }

    /// The bot takes what it took.
    fn give(&mut self, deed: Deed) {
        match deed {
            Deed::Placed(place, space) => {
                self.free[PLACES.iter().position(|p| *p == place).expect("a place")][space] = false;
            }
            Deed::Built { action, secondary } => {
                self.stacks[action as usize][usize::from(secondary)].pop();
            }
            Deed::Project(project) => self.projects[usize::from(project.era) - 1] = None,
            Deed::Recruited(worker) => self.workers[worker as usize] -= 1,
            Deed::Researched(shape) => self.breakthroughs[shape as usize] -= 1,
            Deed::Sent(_) | Deed::Failed => {}
        }
    }
}

/// Takes one of what is there, each kind equally likely, and says which; nothing if nothing is.
fn any_of(pool: &mut [u8], dice: &mut Fast) -> Option<usize> {
    let there: Vec<usize> = (0..pool.len()).filter(|i| pool[*i] > 0).collect();
    let taken = *there.get(dice.below(there.len().max(1) as u32) as usize)?;
    pool[taken] -= 1;
    Some(taken)
}
