//! Looks one play ahead, and takes what is worth most by weights that are data.

use catalog::read::{Document, Problem, Problems};
use catalog::source::Source;
use formats::rng::{Fast, Seed};

use super::{NoAnswer, Player, View};
use crate::game::{Actor, Game, Silent};

/// How many decisions of its own a play may need before it is judged as it stands.
const DEPTH: u32 = 6;
/// How many decisions are followed until a play is over.
const STEPS: u32 = 80;
/// How many actions are tried to judge one play; beyond, choices inside it are not compared any more.
const TRIES: u32 = 160;

/// What each feature of a position is worth, in the order of [`Game::FEATURES`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights(Vec<i32>);

/// Weights that cannot be read.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}", .0.iter().map(Problem::to_string).collect::<Vec<_>>().join("\n"))]
pub struct WeightsError(pub Vec<Problem>);

impl Weights {
    /// Reads `bots/greedy.toml` of a game.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn load(source: &Source, game: &str, features: &[&str]) -> Result<Weights, WeightsError> {
        let problems = Problems::default();
        let path = format!("{game}/bots/greedy.toml");
        let mut weights = Vec::new();
        match source.file(&path) {
            Some(file) => {
                let document = Document::parse(&file.name, &file.text, &problems);
                let t = document.root();
                t.source();
                match t.table_if("weights") {
                    Some(table) => weights = features.iter().map(|f| table.number(f)).collect(),
                    None => t.problem("`[weights]` is missing", None),
                }
            }
            None => problems.push(Problem {
                file: path,
                line: 1,
                column: 1,
                place: String::new(),
                message: "there is no such file".into(),
                hint: Some("the greedy player needs its weights".into()),
            }),
        }
        problems.into_result().map(|()| Weights(weights)).map_err(WeightsError)
    }

    /// How many features they weigh.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing to weigh.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The worth of a position with these features.
    pub fn sum(&self, features: &[i32]) -> i64 {
        features.iter().zip(&self.0).map(|(f, w)| i64::from(*f) * i64::from(*w)).sum()
    }

    /// Weights as numbers.
    pub fn of(numbers: Vec<i32>) -> Weights {
        Weights(numbers)
    }
}

/// A player who looks one play ahead.
#[derive(Debug, Clone)]
pub struct Greedy<G: Game> {
    weights: Weights,
    dice: Fast,
    features: Vec<i32>,
    /// Tries left for the play at hand.
    tries: u32,
    /// Lists of actions, one for each depth.
    lists: Vec<Vec<G::Action>>,
}

impl<G: Game> Greedy<G> {
    /// With its own stream of chance.
    pub fn new(weights: Weights, seed: Seed) -> Self {
        let features = vec![0; weights.len()];
        Greedy { weights, dice: seed.fast(), features, tries: TRIES, lists: Vec::new() }
    }

    fn value(&mut self, game: &G, state: &G::State, seat: u8) -> i64 {
        game.features(state, seat, &mut self.features);
        self.weights.sum(&self.features)
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
            if worth > best.0 {
                best = (worth, i);
            }
        }
        best.1
    }
}

impl<G: Game> Player<G> for Greedy<G> {
    fn choose(&mut self, view: &View<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer> {
        let world = view.imagine(&mut self.dice);
        Ok(self.best(view.game(), &world, view.seat(), legal, 0))
    }
}
