//! Looks one play ahead, and takes what is worth most by weights that are data.

use formats::rng::{FastRng, Seed};

use crate::kernel::evaluation::Evaluations;
use crate::kernel::player::{NoAnswer, Player, SeatView};
use crate::kernel::rules::{Actor, NullSink, Rules};
use crate::kernel::weights::{Weights, normalize};

/// How many decisions of its own a play may need before it is judged as it stands.
const DEPTH: u32 = 6;
/// How many decisions are followed until a play is over.
const STEPS: u32 = 80;
/// How many actions are tried to judge one play; beyond, choices inside it are not compared any more.
const TRIES: u32 = 160;

/// How many worlds are imagined for a decision before the first turn, where all hangs on cards that nobody has seen.
const WORLDS: i64 = 24;

/// A player who looks one play ahead.
#[derive(Debug, Clone)]
pub struct Greedy<G: Rules> {
    evaluations: Evaluations,
    dice: FastRng,
    features: Vec<i32>,
    /// What the position is worth as it stands.
    now: i64,
    /// Tries left for the play at hand.
    tries: u32,
    /// What of the decision at hand is compared at all.
    compared: Vec<G::Action>,
    /// Lists of actions, one for each depth.
    lists: Vec<Vec<G::Action>>,
}

impl<G: Rules> Greedy<G> {
    /// With its own stream of chance.
    pub fn new(weights: Weights, seed: Seed) -> Self {
        let features = vec![0; weights.len()];
        Greedy {
            evaluations: Evaluations::new(weights),
            dice: seed.fast(),
            features,
            now: 0,
            tries: TRIES,
            compared: Vec::new(),
            lists: Vec::new(),
        }
    }

    fn value(&mut self, game: &G, state: &G::State, seat: u8) -> i64 {
        game.features(state, seat, &mut self.features);
        self.evaluations.score(&self.features)
    }

    /// What a position is worth to a seat once the play under way is over. What is done by instinct is done. Other
    /// choices of its own are the best ones, as far as `depth` allows; an opponent's are the best ones for the opponent
    /// if there is a fight to decide, and otherwise nothing is done.
    fn worth(&mut self, game: &G, state: &G::State, seat: u8, depth: u32) -> i64 {
        let mut world = state.clone();
        for _ in 0..STEPS {
            let Actor::Seat(actor) = game.actor(&world) else { break };
            if game.is_quiescent(&world) {
                break;
            }
            let mut legal = self.lists.pop().unwrap_or_default();
            let action = game.rollout_action(&world, &mut legal).unwrap_or_else(|| {
                game.legal_actions(&world, &mut legal);
                game.prune(&world, &mut legal);
                let deep =
                    self.tries > 0 && legal.len() > 1 && depth < DEPTH && (actor == seat || game.is_combat(&world));
                legal[if deep {
                    self.best(game, &world, actor, &legal, depth + if actor == seat { 1 } else { 3 })
                } else {
                    game.passing_action(&world, &legal)
                }]
            });
            self.lists.push(legal);
            self.tries = self.tries.saturating_sub(1);
            game.apply_listed(&mut world, action, &mut NullSink);
        }
        self.value(game, &world, seat)
    }

    /// What an action is worth to a seat; `idle` is the one that wants nothing. `None` if it cannot be done.
    fn after(
        &mut self,
        game: &G,
        state: &G::State,
        seat: u8,
        action: G::Action,
        idle: bool,
        depth: u32,
    ) -> Option<i64> {
        if idle && game.is_quiescent(state) && game.is_idle(state, action) {
            // To do nothing more leaves things as they are.
            return Some(self.value(game, state, seat));
        }
        let mut world = state.clone();
        self.tries = self.tries.saturating_sub(1);
        game.apply(&mut world, action, &mut NullSink).ok()?;
        Some(self.worth(game, &world, seat, depth))
    }

    /// The best of some actions. Of equal ones the idle one comes first, so that what gains nothing is not done for
    /// ever.
    fn best(&mut self, game: &G, state: &G::State, seat: u8, legal: &[G::Action], depth: u32) -> usize {
        let idle = game.passing_action(state, legal);
        let mut best = (i64::MIN, idle);
        let others = (0..legal.len()).filter(|i| *i != idle);
        for i in std::iter::once(idle).chain(others) {
            match self.after(game, state, seat, legal[i], i == idle, depth) {
                Some(worth) if worth > best.0 => best = (worth, i),
                _ => {}
            }
        }
        best.1
    }

    /// Adds up, for one imagined world, what each action is worth and what it leads to.
    fn imagine(&mut self, view: &SeatView<'_, G>, legal: &[G::Action], number: usize, thoughts: &mut [Thought]) {
        let (game, world) = (view.rules(), view.determinize(&mut self.dice));
        // The same actions there: a card that only lies somewhere in a deck lies elsewhere.
        let mut there = self.lists.pop().unwrap_or_default();
        game.legal_actions(&world, &mut there);
        let senses: Vec<u64> = there.iter().map(|a| game.action_key(&world, *a)).collect();
        let twin = |a: &G::Action| senses.iter().position(|s| *s == view.action_key(*a)).map_or(*a, |i| there[i]);
        let twins: Vec<G::Action> = legal.iter().map(twin).collect();
        self.lists.push(there);
        self.compared.clone_from(&twins);
        game.prune(&world, &mut self.compared);
        self.now += self.value(game, &world, view.seat());
        let idle = game.passing_action(&world, &twins);
        for (i, thought) in thoughts.iter_mut().enumerate() {
            if i != idle && !self.compared.contains(&twins[i]) {
                continue;
            }
            self.tries = TRIES;
            if let Some(worth) = self.after(game, &world, view.seat(), twins[i], i == idle, 0) {
                thought.worlds += 1;
                thought.worth += worth;
                let chance = self.evaluations.chance(worth as f64, view.turn(), game.seats());
                self.evaluations.chances_of(i)[number].add(chance);
                thought.outlook.iter_mut().zip(&self.features).for_each(|(sum, f)| *sum += i64::from(*f));
            }
        }
    }
}

/// What an action leads to, summed over worlds.
#[derive(Debug, Clone)]
struct Thought {
    worlds: i64,
    worth: i64,
    outlook: Vec<i64>,
}

impl<G: Rules> Player<G> for Greedy<G> {
    fn choose(&mut self, view: &SeatView<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer> {
        if let Some(only) = view.only_choice(legal) {
            self.evaluations.clear(legal.len(), 0);
            return Ok(only);
        }
        let worlds = if view.turn() == 0 { WORLDS } else { 1 };
        let mut thoughts = vec![Thought { worlds: 0, worth: 0, outlook: vec![0; self.features.len()] }; legal.len()];
        self.now = 0;
        self.evaluations.clear(legal.len(), worlds as usize);
        for world in 0..worlds as usize {
            self.imagine(view, legal, world, &mut thoughts);
        }
        for (action, thought) in thoughts.iter().enumerate().filter(|(_, t)| t.worlds == worlds) {
            let mean = |sum: i64| sum as f64 / worlds as f64;
            let value = normalize(mean(thought.worth - self.now));
            self.evaluations.add(action, 1, value, thought.outlook.iter().map(|sum| mean(*sum)));
        }
        let idle = view.passing_action(legal);
        self.evaluations.rank(idle, |_| 0);
        let done = |i: &usize| thoughts[*i].worlds == worlds;
        let best = (0..legal.len()).filter(done).max_by_key(|i| (thoughts[*i].worth, *i == idle, legal.len() - i));
        Ok(best.unwrap_or(idle))
    }

    fn evaluations(&self) -> Option<&Evaluations> {
        Some(&self.evaluations)
    }
}
