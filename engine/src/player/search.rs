//! Monte Carlo search over what a seat cannot see: SO-ISMCTS (Cowling, Powley, Whitehouse 2012).
//!
//! Each iteration deals what is hidden anew and walks one tree that all these worlds share. An action that has
//! not been tried yet is worth what the position looks like after it, by the weights of the greedy player, so
//! that few iterations already play like that player and more look deeper. Difficulty is the number of iterations:
//! no clock, and the same move for the same seed on any machine (additions, divisions and square roots only).

use formats::rng::{Fast, Seed};

use super::{NoAnswer, Player, View, Weights};
use crate::game::{Actor, Game, Silent};

/// No node, no edge.
const NIL: u32 = u32::MAX;
/// Decisions from the root to a leaf at most.
const DEPTH: usize = 48;
/// How many forced and idle actions finish what is under way before a position is judged.
const STEPS: u32 = 80;
/// What a difference of positions must be worth to count as half a victory.
const SCALE: f64 = 250.0;
/// How strongly actions are tried that were seldom tried.
const CURIOSITY: f64 = 0.35;

/// An action in the tree.
#[derive(Debug, Clone)]
struct Edge {
    /// What it means, in whatever world.
    sense: u64,
    /// Who does it.
    seat: u8,
    visits: u32,
    /// Iterations in which it was possible.
    seen: u32,
    /// Sum of results for `seat`, each from −1 to 1.
    total: f64,
    /// What it looked like before it was tried.
    guess: f64,
    /// First edge after it.
    child: u32,
    /// Next edge beside it.
    next: u32,
}

/// What a search thinks of an action.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opinion {
    /// Position among the legal actions.
    pub action: usize,
    /// Iterations that tried it.
    pub visits: u32,
    /// Mean result, from −1 (as good as lost) to 1 (as good as won); 0 is as things stand.
    pub value: f64,
}

/// A player who searches.
#[derive(Debug, Clone)]
pub struct Search<G: Game> {
    weights: Weights,
    iterations: u32,
    dice: Fast,
    features: Vec<i32>,
    edges: Vec<Edge>,
    /// What each seat thinks of the position to begin with.
    roots: Vec<f64>,
    legal: Vec<G::Action>,
    settling: Vec<G::Action>,
    /// Edges of the legal actions at the node at hand.
    open: Vec<u32>,
    path: Vec<u32>,
    opinions: Vec<Opinion>,
}

impl<G: Game> Search<G> {
    /// With so many iterations a decision, and its own stream of chance.
    pub fn new(weights: Weights, iterations: u32, seed: Seed) -> Self {
        Search {
            features: vec![0; weights.len()],
            weights,
            iterations,
            dice: seed.fast(),
            edges: Vec::new(),
            roots: Vec::new(),
            legal: Vec::new(),
            settling: Vec::new(),
            open: Vec::new(),
            path: Vec::new(),
            opinions: Vec::new(),
        }
    }

    /// What it thought of each action that was legal in its last decision, most visited first.
    pub fn opinions(&self) -> &[Opinion] {
        &self.opinions
    }

    fn value(&mut self, game: &G, state: &G::State, seat: u8) -> f64 {
        game.features(state, seat, &mut self.features);
        self.weights.sum(&self.features) as f64
    }

    /// A position as a seat sees it, compared with the beginning: from −1 to 1.
    fn result(&mut self, game: &G, state: &G::State, seat: u8) -> f64 {
        let gain = self.value(game, state, seat) - self.roots[seat as usize];
        gain / (SCALE + gain.abs())
    }

    /// Finishes what is under way; nobody begins anything.
    fn settle(&mut self, game: &G, state: &mut G::State) {
        for _ in 0..STEPS {
            if game.actor(state) == Actor::Nobody || game.is_rest(state) {
                return;
            }
            let mut legal = std::mem::take(&mut self.settling);
            game.legal(state, &mut legal);
            let action = legal[game.idle(state, &legal)];
            self.settling = legal;
            game.apply(state, action, &mut Silent).expect("what is listed is allowed");
        }
    }

    /// What an action looks like before it is tried.
    fn guess(&mut self, game: &G, state: &G::State, action: G::Action, seat: u8) -> f64 {
        let mut world = state.clone();
        game.apply(&mut world, action, &mut Silent).expect("what is listed is allowed");
        self.settle(game, &mut world);
        self.result(game, &world, seat)
    }

    /// Finds the edges of the legal actions below a node, adds those that are new, and says which is tried now.
    /// `parent` is the edge that leads to the node.
    fn select(&mut self, game: &G, state: &G::State, seat: u8, parent: u32) -> (usize, u32, bool) {
        self.open.clear();
        let mut fresh = false;
        for i in 0..self.legal.len() {
            let action = self.legal[i];
            let sense = game.sense(state, action);
            let mut at = self.edges[parent as usize].child;
            while at != NIL && (self.edges[at as usize].sense != sense || self.edges[at as usize].seat != seat) {
                at = self.edges[at as usize].next;
            }
            if at == NIL {
                fresh = true;
                let guess = self.guess(game, state, action, seat);
                at = self.edges.len() as u32;
                let next = self.edges[parent as usize].child;
                self.edges.push(Edge { sense, seat, visits: 0, seen: 0, total: 0.0, guess, child: NIL, next });
                self.edges[parent as usize].child = at;
            }
            self.open.push(at);
        }
        let mut best = (f64::MIN, 0);
        for (i, at) in self.open.iter().enumerate() {
            let edge = &mut self.edges[*at as usize];
            edge.seen += 1;
            let tries = f64::from(edge.visits + 1);
            let score = (edge.total + edge.guess) / tries + CURIOSITY * f64::from(edge.seen).sqrt() / tries;
            if score > best.0 {
                best = (score, i);
            }
        }
        (best.1, self.open[best.1], fresh)
    }

    fn iterate(&mut self, game: &G, mut world: G::State) {
        self.path.clear();
        let mut parent = 0;
        while self.path.len() < DEPTH {
            let Actor::Seat(seat) = game.actor(&world) else { break };
            let mut legal = std::mem::take(&mut self.legal);
            game.legal(&world, &mut legal);
            self.legal = legal;
            if let [only] = self.legal[..] {
                game.apply(&mut world, only, &mut Silent).expect("what is listed is allowed");
                continue;
            }
            let (choice, edge, fresh) = self.select(game, &world, seat, parent);
            game.apply(&mut world, self.legal[choice], &mut Silent).expect("what is listed is allowed");
            self.path.push(edge);
            parent = edge;
            if fresh && self.path.len() > 1 {
                break;
            }
        }
        self.settle(game, &mut world);
        for step in 0..self.path.len() {
            let edge = self.path[step] as usize;
            let result = self.result(game, &world, self.edges[edge].seat);
            self.edges[edge].visits += 1;
            self.edges[edge].total += result;
        }
    }

    /// Searches, and fills the opinions.
    fn search(&mut self, view: &View<'_, G>, legal: &[G::Action]) {
        let game = view.game();
        self.edges.clear();
        self.edges.push(Edge { sense: 0, seat: 0, visits: 0, seen: 0, total: 0.0, guess: 0.0, child: NIL, next: NIL });
        let first = view.imagine(&mut self.dice);
        self.roots.clear();
        for seat in 0..game.seats() {
            let value = self.value(game, &first, seat);
            self.roots.push(value);
        }
        for _ in 0..self.iterations {
            let world = view.imagine(&mut self.dice);
            self.iterate(game, world);
        }
        self.opinions.clear();
        for (i, action) in legal.iter().enumerate() {
            let sense = game.sense(&first, *action);
            let mut at = self.edges[0].child;
            while at != NIL && self.edges[at as usize].sense != sense {
                at = self.edges[at as usize].next;
            }
            let Some(edge) = self.edges.get(at as usize) else { continue };
            let value = (edge.total + edge.guess) / f64::from(edge.visits + 1);
            self.opinions.push(Opinion { action: i, visits: edge.visits, value });
        }
        self.opinions.sort_by(|a, b| (b.visits, b.value).partial_cmp(&(a.visits, a.value)).expect("no value is NaN"));
    }
}

impl<G: Game> Player<G> for Search<G> {
    fn choose(&mut self, view: &View<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer> {
        self.search(view, legal);
        Ok(self.opinions.first().map_or_else(|| view.idle(legal), |o| o.action))
    }
}
