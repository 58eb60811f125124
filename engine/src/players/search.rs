//! Monte Carlo search over what a seat cannot see: SO-ISMCTS (Cowling, Powley, Whitehouse 2012).
//!
//! Each iteration deals what is hidden anew and walks one tree that all these worlds share. An action that has
//! not been tried yet is worth what the position looks like after it, by the weights of the greedy player, so
//! that few iterations already play like that player and more look deeper. Leaves are judged when the round is over, so
//! that whoever still has the move is not thought to be ahead. Difficulty is the number of iterations: no clock, and
//! the same move for the same seed on any machine (additions, divisions and square roots only).
//!
//! Where points count, and not who wins, three things differ. A gain of two points is worth twice one of one. Opponents are thought to
//! do anything most of the time: against whoever calls every bluff nobody would bluff; so does everybody beyond the tree. And a node is also
//! what can be seen there, so that a card that is turned up tells its lines apart.

use formats::rng::{Dice, FastRng, Seed};

use crate::kernel::evaluation::{Evaluations, WorldChances};
use crate::kernel::player::{NoAnswer, Player, SeatView};
use crate::kernel::rules::{Actor, NullSink, Rules};
use crate::kernel::weights::{Weights, normalize};
use crate::players::effect::EffectTrial;

/// No node, no edge.
const NIL: u32 = u32::MAX;
/// Decisions from the root to a leaf at most.
const DEPTH: usize = 48;
/// How many forced and idle actions are done before a position is judged.
const STEPS: u32 = 80;
/// How strongly actions are tried that were seldom tried.
const CURIOSITY: f64 = 0.35;
/// Worlds in which a coach tries all actions, and otherwise parts of the search whose chances are kept apart.
const WORLDS: usize = 16;
/// One of so many iterations is spent on an action that is judged at least.
const JUDGED: u32 = 4;
/// Worlds in which a play is tried that may change nothing.
const TRIALS: u32 = 8;
/// How many of a hundred decisions of opponents are thought to be anything, where points count.
const DOUBT: u32 = 80;

/// An action in the tree.
#[derive(Debug, Clone)]
struct Edge {
    /// What it means, in whatever world.
    key: u64,
    /// Who does it.
    seat: u8,
    /// Whether it is done in another turn than that of the root.
    later: bool,
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

impl Edge {
    fn new(key: u64, seat: u8, later: bool) -> Edge {
        Edge { key, seat, later, visits: 0, seen: 0, total: 0.0, guess: 0.0, child: NIL, next: NIL }
    }
}

/// A player who searches.
#[derive(Clone)]
pub struct Search<G: Rules> {
    iterations: u32,
    /// How often each action of the root is tried at least.
    min_visits: u32,
    /// Whether all actions are tried in the same worlds.
    same_worlds: bool,
    /// The action of the root that is judged, and what it means.
    judged: Option<usize>,
    judged_key: Option<u64>,
    /// Whether it sees what is hidden.
    cheats: bool,
    dice: FastRng,
    features: Vec<i32>,
    edges: Vec<Edge>,
    /// What each seat thinks of the position to begin with.
    before: Vec<f64>,
    /// What each seat thinks of the leaf at hand, from −1 to 1, or in points.
    results: Vec<f64>,
    /// The most points that were gained or lost at a leaf; 1 where results are from −1 to 1.
    reach: f64,
    /// The seat that thinks.
    seat: u8,
    /// The turn of the root.
    turn: u32,
    /// Actions of the root that were tried, by their edges, and sums of the features that each led to, a row of as many.
    sums: Vec<u32>,
    sum_rows: Vec<f64>,
    /// Chances of winning that each of them led to, a row of as many worlds each.
    chances: Vec<WorldChances>,
    legal: Vec<G::Action>,
    rollout_legal: Vec<G::Action>,
    /// Edges of the legal actions at the node at hand.
    open: Vec<u32>,
    path: Vec<u32>,
    evaluations: Evaluations,
    /// A position that is not needed any more, for its memory.
    spare: Option<G::State>,
    /// The worlds of the decision at hand.
    worlds: Vec<G::State>,
    /// What the seat would choose from the decision at hand on, by the tree.
    line: Vec<u64>,
    effect: EffectTrial<G>,
}

/// When a position is judged.
#[derive(Clone, Copy)]
enum Until {
    /// As soon as nothing is under way.
    Quiescent,
    /// When every seat has begun as many turns since the root.
    RoundOver,
}

impl<G: Rules> Search<G> {
    /// With so many iterations a decision, and its own stream of chance.
    pub fn new(weights: Weights, iterations: u32, seed: Seed) -> Self {
        Search {
            iterations,
            min_visits: 0,
            same_worlds: false,
            judged: None,
            judged_key: None,
            cheats: false,
            dice: seed.fast(),
            features: vec![0; weights.len()],
            edges: Vec::new(),
            before: Vec::new(),
            results: Vec::new(),
            reach: 1.0,
            seat: 0,
            turn: 0,
            sums: Vec::new(),
            sum_rows: Vec::new(),
            chances: Vec::new(),
            legal: Vec::new(),
            rollout_legal: Vec::new(),
            open: Vec::new(),
            path: Vec::new(),
            evaluations: Evaluations::new(weights),
            spare: None,
            worlds: Vec::new(),
            line: Vec::new(),
            effect: EffectTrial::default(),
        }
    }

    /// Tries each action of a decision so often at least, and all in the same worlds, so that the opinions on bad ones are sound, too,
    /// and actions differ by what they are and less by luck.
    pub fn with_min_visits(mut self, least: u32) -> Self {
        (self.min_visits, self.same_worlds) = (least, true);
        self
    }

    /// Tries one of the actions, by its place in the list, as long as it takes to see what others would answer.
    pub fn judging(mut self, action: Option<usize>) -> Self {
        self.judged = action;
        self
    }

    /// Sees all cards and the dice to come.
    pub fn cheating(mut self) -> Self {
        self.cheats = true;
        self
    }

    fn value(&mut self, game: &G, state: &G::State, seat: u8) -> f64 {
        game.features(state, seat, &mut self.features);
        self.evaluations.score(&self.features) as f64
    }

    /// A position as a seat sees it, compared with the beginning: from −1 to 1, or in points where these count.
    fn result(&mut self, game: &G, state: &G::State, seat: u8) -> f64 {
        let gain = self.value(game, state, seat) - self.before[seat as usize];
        if !game.is_scored() {
            return normalize(gain);
        }
        self.reach = self.reach.max(gain.abs());
        gain
    }

    /// What tells nodes apart beside the actions that led to them.
    fn sight(&self, game: &G, state: &G::State, seat: u8) -> u64 {
        if game.is_scored() { game.sight_key(state, (seat == self.seat).then_some(seat)) } else { 0 }
    }

    /// Finishes what is under way; nobody begins anything that takes a thought.
    fn roll_out(&mut self, game: &G, state: &mut G::State, until: Until) {
        let (now, seats) = (game.turn(state), u32::from(game.seats()));
        let turn = match until {
            Until::Quiescent => now,
            Until::RoundOver => self.turn + ((now - self.turn) / seats + 1) * seats,
        };
        for _ in 0..STEPS {
            if game.actor(state) == Actor::Nobody || game.turn(state) >= turn && game.is_quiescent(state) {
                return;
            }
            let mut legal = std::mem::take(&mut self.rollout_legal);
            let action = game.rollout_action(state, &mut legal).unwrap_or_else(|| {
                game.legal_actions(state, &mut legal);
                legal[if game.is_scored() {
                    self.dice.below(legal.len() as u32) as usize
                } else {
                    game.passing_action(state, &legal)
                }]
            });
            self.rollout_legal = legal;
            game.apply_listed(state, action, &mut NullSink);
        }
    }

    /// What an action looks like before it is tried.
    fn guess(&mut self, game: &G, state: &G::State, action: G::Action, seat: u8) -> f64 {
        let mut world = match self.spare.take() {
            Some(mut world) => {
                world.clone_from(state);
                world
            }
            None => state.clone(),
        };
        game.apply_listed(&mut world, action, &mut NullSink);
        self.roll_out(game, &mut world, Until::Quiescent);
        let result = self.result(game, &world, seat);
        self.spare = Some(world);
        result
    }

    /// Finds the edges of the legal actions below a node, adds those that are new, and says which is tried now.
    /// `parent` is the edge that leads to the node.
    fn select(&mut self, game: &G, state: &G::State, seat: u8, parent: u32) -> (usize, u32, bool) {
        self.open.clear();
        let mut fresh = false;
        let sight = self.sight(game, state, seat);
        for i in 0..self.legal.len() {
            let action = self.legal[i];
            let sense = game.action_key(state, action) ^ sight;
            let mut at = self.edges[parent as usize].child;
            while at != NIL && (self.edges[at as usize].key != sense || self.edges[at as usize].seat != seat) {
                at = self.edges[at as usize].next;
            }
            if at == NIL {
                fresh = true;
                let guess = self.guess(game, state, action, seat);
                at = self.edges.len() as u32;
                let next = self.edges[parent as usize].child;
                let later = game.turn(state) != self.turn;
                self.edges.push(Edge { guess, next, ..Edge::new(sense, seat, later) });
                self.edges[parent as usize].child = at;
            }
            self.open.push(at);
        }
        if game.is_scored() && seat != self.seat && self.dice.below(100) < DOUBT {
            self.open.iter().for_each(|at| self.edges[*at as usize].seen += 1);
            let any = self.dice.below(self.open.len() as u32) as usize;
            return (any, self.open[any], fresh);
        }
        let (least, judged) = match parent {
            0 => (self.min_visits, self.judged_key),
            _ => (0, None),
        };
        let mut best = (f64::MIN, 0);
        for (i, at) in self.open.iter().enumerate() {
            let edge = &mut self.edges[*at as usize];
            edge.seen += 1;
            let tries = f64::from(edge.visits + 1);
            let least = if Some(edge.key) == judged { self.iterations / JUDGED } else { least };
            let owed = if edge.visits < least { 2.0 + f64::from(least - edge.visits) } else { 0.0 };
            let worth = (edge.total + edge.guess) / self.reach / tries;
            let score = owed + worth + CURIOSITY * f64::from(edge.seen).sqrt() / tries;
            if score > best.0 {
                best = (score, i);
            }
        }
        (best.1, self.open[best.1], fresh)
    }

    fn iterate(&mut self, game: &G, world: &mut G::State, seat: u8, number: usize) {
        self.path.clear();
        let mut parent = 0;
        while self.path.len() < DEPTH {
            let Actor::Seat(seat) = game.actor(world) else { break };
            let mut legal = std::mem::take(&mut self.legal);
            game.legal_actions(world, &mut legal);
            game.prune(world, &mut legal);
            self.legal = legal;
            if let [only] = self.legal[..] {
                game.apply_listed(world, only, &mut NullSink);
                continue;
            }
            let (choice, edge, fresh) = self.select(game, world, seat, parent);
            game.apply_listed(world, self.legal[choice], &mut NullSink);
            self.path.push(edge);
            parent = edge;
            if fresh && self.path.len() > 1 {
                break;
            }
        }
        self.roll_out(game, world, Until::RoundOver);
        self.results.clear();
        for seat in 0..game.seats() {
            let result = self.result(game, world, seat);
            self.results.push(result);
        }
        for edge in &self.path {
            let edge = &mut self.edges[*edge as usize];
            edge.visits += 1;
            edge.total += self.results[edge.seat as usize];
        }
        if let Some(first) = self.path.first().copied() {
            self.remember(game, world, seat, first, number);
        }
    }

    /// Adds the features of a leaf to those that an action of the root led to, and its chance to those in that world.
    fn remember(&mut self, game: &G, leaf: &G::State, seat: u8, edge: u32, world: usize) {
        let worth = self.value(game, leaf, seat);
        let at = self.sums.iter().position(|of| *of == edge).unwrap_or_else(|| {
            self.sums.push(edge);
            self.sum_rows.resize(self.sums.len() * self.features.len(), 0.0);
            self.chances.resize(self.sums.len() * WORLDS, WorldChances::default());
            self.sums.len() - 1
        });
        let chance = self.evaluations.chance(worth, game.turn(leaf), game.seats());
        self.chances[at * WORLDS + world].add(chance);
        let row = at * self.features.len();
        for (sum, feature) in self.sum_rows[row..].iter_mut().zip(&self.features) {
            *sum += f64::from(*feature);
        }
    }

    /// The world of an iteration.
    fn deal(&mut self, view: &SeatView<'_, G>, iteration: usize, world: &mut G::State) {
        if !self.same_worlds {
            view.determinize_into(&mut self.dice, world);
            return;
        }
        if iteration < WORLDS {
            match self.worlds.get_mut(iteration) {
                Some(kept) => view.determinize_into(&mut self.dice, kept),
                None => self.worlds.push(view.determinize(&mut self.dice)),
            }
        }
        world.clone_from(&self.worlds[iteration % WORLDS]);
    }

    /// Searches, and makes up its mind.
    fn search(&mut self, view: &SeatView<'_, G>, legal: &[G::Action]) {
        let game = view.rules();
        self.edges.clear();
        self.edges.push(Edge::new(0, 0, false));
        self.sums.clear();
        self.sum_rows.clear();
        self.chances.clear();
        let mut world = view.determinize(&mut self.dice);
        self.turn = game.turn(&world);
        (self.seat, self.reach) = (view.seat(), 1.0);
        self.before.clear();
        for seat in 0..game.seats() {
            let value = self.value(game, &world, seat);
            self.before.push(value);
        }
        let sight = self.sight(game, &world, self.seat);
        self.judged_key = self.judged.map(|action| view.action_key(legal[action]) ^ sight);
        for iteration in 0..self.iterations as usize {
            self.deal(view, iteration, &mut world);
            self.iterate(game, &mut world, view.seat(), iteration % WORLDS);
        }
        self.evaluations.clear(legal.len(), WORLDS);
        for (i, action) in legal.iter().enumerate() {
            let sense = view.action_key(*action) ^ sight;
            let at = self.root_edge(sense);
            let Some(edge) = self.edges.get(at as usize) else { continue };
            let value = (edge.total + edge.guess) / f64::from(edge.visits + 1);
            let value = if game.is_scored() { normalize(value) } else { value };
            let mut row = &[][..];
            if let Some(place) = self.sums.iter().position(|of| *of == at) {
                let chances = &self.chances[place * WORLDS..(place + 1) * WORLDS];
                self.evaluations.chances_of(i).copy_from_slice(chances);
                row = &self.sum_rows[place * self.features.len()..(place + 1) * self.features.len()];
            }
            let outlook = row.iter().map(|sum| sum / f64::from(edge.visits.max(1)));
            self.evaluations.add(i, edge.visits, value, outlook);
        }
        let (judged, owed) = (self.judged, self.iterations / JUDGED);
        let least = |action| if Some(action) == judged { owed.max(self.min_visits) } else { self.min_visits };
        self.evaluations.rank(view.passing_action(legal), least);
        self.demote_idle_plays(view, legal, &mut world);
        if let Some(judged) = self.judged
            && let Some(best) = self.evaluations.ranked().first().map(|best| best.action)
        {
            let missed = best != judged
                && self.wins_in(view, legal[best], &mut world).all(|won| won)
                && !self.wins_in(view, legal[judged], &mut world).any(|won| won);
            self.evaluations.set_missed_win(missed);
        }
    }

    /// Whether what the seat would choose from an action on wins in this turn, in each of some worlds, whatever others answer there.
    fn wins_in(
        &mut self,
        view: &SeatView<'_, G>,
        action: G::Action,
        world: &mut G::State,
    ) -> impl Iterator<Item = bool> {
        self.follow(self.root_edge(view.action_key(action)));
        (0..WORLDS).map(move |_| {
            view.determinize_into(&mut self.dice, world);
            self.effect.wins(view.rules(), world, view.seat(), &self.line, &mut self.dice)
        })
    }

    /// The edge of the root with a key.
    fn root_edge(&self, key: u64) -> u32 {
        let mut at = self.edges[0].child;
        while at != NIL && self.edges[at as usize].key != key {
            at = self.edges[at as usize].next;
        }
        at
    }

    /// Puts plays last that change nothing in any of some worlds: where nothing is lost by them they look as good as doing nothing.
    fn demote_idle_plays(&mut self, view: &SeatView<'_, G>, legal: &[G::Action], world: &mut G::State) {
        let game = view.rules();
        let idle = view.passing_action(legal);
        for _ in 0..legal.len() {
            let best = self.evaluations.ranked().first().map_or(idle, |best| best.action);
            let asks_for_a_play = view.is_quiescent() || game.is_pass(legal[idle]);
            if best == idle || self.turn == 0 || game.is_scored() || !asks_for_a_play {
                return;
            }
            self.follow(self.root_edge(view.action_key(legal[best])));
            let line = std::mem::take(&mut self.line);
            let weights = self.evaluations.weights();
            let has_effect = (0..TRIALS).any(|_| {
                view.determinize_into(&mut self.dice, world);
                self.effect.has_effect(game, weights, world, view.seat(), [&line, &line[1..]], &self.dice)
            });
            self.line = line;
            if has_effect {
                return;
            }
            self.evaluations.demote_first();
        }
    }

    /// Notes what the seat that thinks would choose from an edge on in this turn, by what was visited most.
    fn follow(&mut self, edge: u32) {
        self.line.clear();
        let mut at = edge;
        while let Some(edge) = self.edges.get(at as usize).filter(|edge| !edge.later) {
            if edge.seat == self.seat {
                self.line.push(edge.key);
            }
            let mut best = (0, NIL);
            let mut child = edge.child;
            while let Some(edge) = self.edges.get(child as usize) {
                if edge.visits > best.0 {
                    best = (edge.visits, child);
                }
                child = edge.next;
            }
            at = best.1;
        }
    }
}

impl<G: Rules> Player<G> for Search<G> {
    fn choose(&mut self, view: &SeatView<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer> {
        if let Some(only) = view.only_choice(legal) {
            self.evaluations.clear(legal.len(), 0);
            return Ok(only);
        }
        if self.cheats {
            self.search(&view.cheating(), legal);
        } else {
            self.search(view, legal);
        }
        Ok(self.evaluations.ranked().first().map_or_else(|| view.passing_action(legal), |o| o.action))
    }

    fn evaluations(&self) -> Option<&Evaluations> {
        Some(&self.evaluations)
    }
}
