//! Looks one play ahead, and takes what is worth most by weights that are data.

use formats::rng::{Fast, Seed};

use super::weights::standing;
use super::{Mind, NoAnswer, Opinion, Player, View, Weights};
use crate::game::{Actor, Game, Silent};

/// How many decisions of its own a play may need before it is judged as it stands.
const DEPTH: u32 = 6;
/// How many decisions are followed until a play is over.
const STEPS: u32 = 80;
/// How many actions are tried to judge one play; beyond, choices inside it are not compared any more.
const TRIES: u32 = 160;

/// A player who looks one play ahead.
#[derive(Debug, Clone)]
pub struct Greedy<G: Game> {
    mind: Mind,
    dice: Fast,
    features: Vec<i32>,
    /// What the position is worth as it stands.
    now: i64,
    /// Tries left for the play at hand.
    tries: u32,
    /// Lists of actions, one for each depth.
    lists: Vec<Vec<G::Action>>,
}

impl<G: Game> Greedy<G> {
    /// With its own stream of chance.
    pub fn new(weights: Weights, seed: Seed) -> Self {
        let features = vec![0; weights.len()];
        Greedy { mind: Mind::new(weights), dice: seed.fast(), features, now: 0, tries: TRIES, lists: Vec::new() }
    }

    fn value(&mut self, game: &G, state: &G::State, seat: u8) -> i64 {
        game.features(state, seat, &mut self.features);
        self.mind.sum(&self.features)
    }

    /// What a position is worth to a seat once the play under way is over. Its own choices are the best ones, as far
    /// as `depth` allows; an opponent's are the best ones for the opponent if there is a fight to decide, and
    /// otherwise nothing is done.
    fn worth(&mut self, game: &G, state: &G::State, seat: u8, depth: u32) -> i64 {
        let mut world = state.clone();
        for _ in 0..STEPS {
            let Actor::Seat(actor) = game.actor(&world) else { break };
            if game.is_rest(&world) {
                break;
            }
            let mut legal = self.lists.pop().unwrap_or_default();
            game.legal(&world, &mut legal);
            let deep = self.tries > 0 && legal.len() > 1 && depth < DEPTH && (actor == seat || game.is_fight(&world));
            let choice = match deep {
                true => self.best(game, &world, actor, &legal, depth + if actor == seat { 1 } else { 3 }),
                false => game.idle(&world, &legal),
            };
            let action = legal[choice];
            self.lists.push(legal);
            self.tries = self.tries.saturating_sub(1);
            if game.apply(&mut world, action, &mut Silent).is_err() {
                break;
            }
        }
        self.value(game, &world, seat)
    }

    /// The best of some actions.
    fn best(&mut self, game: &G, state: &G::State, seat: u8, legal: &[G::Action], depth: u32) -> usize {
        // Of equal ones the idle one comes first, so that what gains nothing is not done for ever.
        let idle = game.idle(state, legal);
        let mut best = (i64::MIN, idle);
        let others = (0..legal.len()).filter(|i| *i != idle);
        for i in std::iter::once(idle).chain(others) {
            if depth == 0 {
                self.tries = TRIES;
            }
            let worth = if i == idle && game.is_rest(state) {
                // To do nothing more leaves things as they are.
                self.value(game, state, seat)
            } else {
                let mut world = state.clone();
                self.tries = self.tries.saturating_sub(1);
                if game.apply(&mut world, legal[i], &mut Silent).is_err() {
                    continue;
                }
                self.worth(game, &world, seat, depth)
            };
            if depth == 0 {
                let opinion = Opinion { action: i, visits: 1, value: standing((worth - self.now) as f64) };
                self.mind.add(opinion, self.features.iter().map(|f| f64::from(*f)));
            }
            if worth > best.0 {
                best = (worth, i);
            }
        }
        best.1
    }
}

impl<G: Game> Player<G> for Greedy<G> {
    fn choose(&mut self, view: &View<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer> {
        let (game, world) = (view.game(), view.imagine(&mut self.dice));
        // The same actions there: a card that only lies somewhere in a deck lies elsewhere.
        let mut there = self.lists.pop().unwrap_or_default();
        game.legal(&world, &mut there);
        let senses: Vec<u64> = there.iter().map(|a| game.sense(&world, *a)).collect();
        let twin = |a: &G::Action| senses.iter().position(|s| *s == view.sense(*a)).map_or(*a, |i| there[i]);
        let twins: Vec<G::Action> = legal.iter().map(twin).collect();
        self.lists.push(there);
        self.mind.clear(legal.len());
        self.now = self.value(game, &world, view.seat());
        let best = self.best(game, &world, view.seat(), &twins, 0);
        self.mind.rank(view.idle(legal));
        Ok(best)
    }

    fn mind(&self) -> Option<&Mind> {
        Some(&self.mind)
    }
}
