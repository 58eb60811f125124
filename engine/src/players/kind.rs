//! Players as an argument names them.

use std::str::FromStr;

use formats::rng::Seed;

use crate::kernel::player::Player;
use crate::kernel::rules::Rules;
use crate::kernel::weights::Weights;
use crate::players::{Greedy, Passive, Random, Script, Search};

/// A kind of player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerKind {
    /// Any action with the same chance.
    Random,
    /// One play ahead.
    Greedy,
    /// Searches, with so many iterations a decision.
    Search(u32),
    /// The same, who sees all cards and the dice to come: against one who does not it tells what there is to know.
    Cheating(u32),
    /// Wants nothing.
    Passive,
    /// What a text says, one action a line.
    Script(String),
}

/// Iterations a decision by the names that people give to difficulties.
pub const DIFFICULTIES: [(&str, u32); 3] = [("easy", 100), ("normal", 1000), ("hard", 4000)];

/// Most iterations a decision.
const MOST: u32 = 1_000_000;

/// A coach spends one of so many iterations on each action at least, however bad it looks.
const SHARE: u32 = 100;

/// A player that there is not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownPlayer(String);

impl PlayerKind {
    /// Whether it weighs positions, and so needs [`Weights`].
    pub fn needs_weights(&self) -> bool {
        matches!(self, PlayerKind::Greedy | PlayerKind::Search(_) | PlayerKind::Cheating(_))
    }

    /// A player of this kind with its own stream of chance; without weights, those that need them play at random.
    pub fn new_player<G: Rules + 'static>(&self, weights: Option<&Weights>, seed: Seed) -> Box<dyn Player<G>> {
        match (self, weights) {
            (PlayerKind::Greedy, Some(weights)) => Box::new(Greedy::new(weights.clone(), seed)),
            (PlayerKind::Search(n), Some(weights)) => Box::new(Search::new(weights.clone(), *n, seed)),
            (PlayerKind::Cheating(n), Some(weights)) => Box::new(Search::new(weights.clone(), *n, seed).cheating()),
            (PlayerKind::Passive, _) => Box::new(Passive),
            (PlayerKind::Script(text), _) => Box::new(Script::new(text)),
            (PlayerKind::Random | PlayerKind::Greedy | PlayerKind::Search(_) | PlayerKind::Cheating(_), _) => {
                Box::new(Random::new(seed))
            }
        }
    }

    /// The same player as a coach, who has a sound opinion on every action, most of all on the one that is judged, by its place in the
    /// list; `None` for those that compare nothing.
    pub fn new_coach<G: Rules + 'static>(
        &self,
        weights: &Weights,
        seed: Seed,
        judged: Option<usize>,
    ) -> Option<Box<dyn Player<G>>> {
        match self {
            PlayerKind::Greedy => Some(Box::new(Greedy::new(weights.clone(), seed))),
            PlayerKind::Search(n) => {
                let search = Search::new(weights.clone(), *n, seed);
                Some(Box::new(search.with_min_visits(n / SHARE).judging(judged)))
            }
            // Its advice would tell what is hidden.
            PlayerKind::Cheating(_) => None,
            PlayerKind::Random | PlayerKind::Passive | PlayerKind::Script(_) => None,
        }
    }
}

/// `random`, `greedy`, `passive`, `ismcts:ITERATIONS`, `cheating:ITERATIONS`, or a difficulty. Scripts come from files, which is not decided here.
impl FromStr for PlayerKind {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<PlayerKind, UnknownPlayer> {
        if let Some((_, n)) = DIFFICULTIES.iter().find(|(name, _)| *name == text) {
            return Ok(PlayerKind::Search(*n));
        }
        match text {
            "random" => Ok(PlayerKind::Random),
            "greedy" => Ok(PlayerKind::Greedy),
            "passive" => Ok(PlayerKind::Passive),
            _ => match text.split_once(':') {
                Some((kind @ ("ismcts" | "cheating"), n)) => match n.parse() {
                    Ok(n @ 1..=MOST) if kind == "ismcts" => Ok(PlayerKind::Search(n)),
                    Ok(n @ 1..=MOST) => Ok(PlayerKind::Cheating(n)),
                    _ => Err(UnknownPlayer(format!(
                        "`{text}`: after `{kind}:` comes the number of iterations, 1 to {MOST}"
                    ))),
                },
                _ => {
                    let names = [
                        "random",
                        "greedy",
                        "easy",
                        "normal",
                        "hard",
                        "ismcts:1000",
                        "cheating:1000",
                        "passive",
                        "script:FILE",
                    ];
                    let hint = catalog::read::suggest(text, &names);
                    Err(UnknownPlayer(format!("there is no player `{text}` ({hint})")))
                }
            },
        }
    }
}
