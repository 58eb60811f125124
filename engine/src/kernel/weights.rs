//! What a position is worth: features of the game times weights that are data.

use catalog::read::{Document, Problem, Problems};
use catalog::source::Source;

use super::chance::WinChance;

/// What a difference of positions must be worth to count as half a victory.
const SCALE: f64 = 250.0;

/// A gain in worth on the way from lost to won: −1 to 1.
pub(crate) fn normalize(gain: f64) -> f64 {
    gain / (SCALE + gain.abs())
}

/// What each feature of a position is worth, in the order of [`crate::kernel::rules::Rules::feature_names`], and what chance
/// that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    numbers: Vec<i32>,
    chance: WinChance,
}

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
        Weights::load_over(source, game, features, None)
    }

    /// The same, where what the file leaves out has a weight already.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn load_over(
        source: &Source,
        game: &str,
        features: &[&str],
        usual: Option<&[i32]>,
    ) -> Result<Weights, WeightsError> {
        let problems = Problems::default();
        let path = format!("{game}/bots/greedy.toml");
        let (mut numbers, mut chance) = (Vec::new(), WinChance::default());
        match source.file(&path) {
            Some(file) => {
                let document = Document::parse(&file.name, &file.text, &problems);
                let t = document.root();
                t.source();
                match t.table_if("weights") {
                    Some(table) => {
                        let weight = |(at, feature): (usize, &&str)| match usual {
                            Some(usual) => table.number_if(feature).unwrap_or(usual[at]),
                            None => table.number(feature),
                        };
                        numbers = features.iter().enumerate().map(weight).collect();
                    }
                    None => t.problem("`[weights]` is missing", None),
                }
                if let Some(table) = t.table_if("chance") {
                    chance = WinChance::read(&table);
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
        problems.into_result().map(|()| Weights { numbers, chance }).map_err(WeightsError)
    }

    /// How many features they weigh.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is nothing to weigh.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The worth of a position with these features.
    pub fn score(&self, features: &[i32]) -> i64 {
        features.iter().zip(&self.numbers).map(|(f, w)| i64::from(*f) * i64::from(*w)).sum()
    }

    /// Weights as numbers.
    pub fn from_numbers(numbers: Vec<i32>) -> Weights {
        Weights { numbers, chance: WinChance::default() }
    }

    /// The same weights with another curve of chances.
    pub fn with_chance(self, chance: WinChance) -> Weights {
        Weights { chance, ..self }
    }

    /// What chance of winning a worth is.
    pub fn chance(&self) -> &WinChance {
        &self.chance
    }

    /// The numbers.
    pub fn numbers(&self) -> &[i32] {
        &self.numbers
    }
}
