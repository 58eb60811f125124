//! The rules of a match, whichever game it is: the one list of games that the engine plays.

use std::sync::Arc;

use catalog::read::Problem;
use catalog::{CardIx, Source};
use formats::check::LegalDeck;

use super::MatchError;
use crate::afrika::{self, Gathering};
use crate::chronobot;
use crate::chrononauts::{self, Chrononauts, Solonauts, Star, star};
use crate::chronx::{self, Circle};
use crate::game::{Outcome, Rules};
use crate::match_options::MatchOptions;
use crate::scenario::{self, ScenarioResult, ScenarioSetup};

/// The games that the engine plays, by id.
pub const PLAYED: [&str; 4] = ["chronx", "afrika", "chrononauts", "emperors-star"];

/// The game whose opponent is kept at a real table: it has scenarios, and no matches.
pub const AUTOMA: &str = "anachrony";

/// The games that have scenarios, by id.
pub const WITH_SCENARIOS: [&str; 5] = ["chronx", "afrika", "chrononauts", "emperors-star", AUTOMA];

/// The rules of a match that was asked for. Matches of two have smaller positions of their own.
pub(super) enum AnyRules {
    ChronxDuel(chronx::Duel),
    Circle(Circle),
    AfrikaDuel(afrika::Duel),
    Gathering(Gathering),
    Chrononauts(Chrononauts),
    Solonauts(Solonauts),
    Star(Star),
}

/// Does the same with the rules of any game.
macro_rules! with {
    ($rules:expr, $one:ident => $does:expr) => {
        match $rules {
            $crate::games::rules::AnyRules::ChronxDuel($one) => $does,
            $crate::games::rules::AnyRules::Circle($one) => $does,
            $crate::games::rules::AnyRules::AfrikaDuel($one) => $does,
            $crate::games::rules::AnyRules::Gathering($one) => $does,
            $crate::games::rules::AnyRules::Chrononauts($one) => $does,
            $crate::games::rules::AnyRules::Solonauts($one) => $does,
            $crate::games::rules::AnyRules::Star($one) => $does,
        }
    };
}
pub(super) use with;

impl AnyRules {
    /// A match with a deck for each seat, or one deck that so many seats share.
    pub(super) fn new(
        game: &Arc<catalog::GameData>,
        decks: &[&LegalDeck],
        seats: usize,
        options: &[(String, String)],
    ) -> Result<AnyRules, MatchError> {
        Ok(match game.id.as_str() {
            "chronx" => {
                let options = chronx::Options::from_pairs(options)?;
                match decks.len() {
                    0..=2 => AnyRules::ChronxDuel(chronx::Duel::new(game, decks, options)?),
                    _ => AnyRules::Circle(Circle::new(game, decks, options)?),
                }
            }
            "afrika" => {
                let options = afrika::Options::from_pairs(options)?;
                match decks.len() {
                    0..=2 => AnyRules::AfrikaDuel(afrika::Duel::new(game, decks, options)?),
                    _ => AnyRules::Gathering(Gathering::new(game, decks, options)?),
                }
            }
            "chrononauts" => {
                let options = chrononauts::Options::from_pairs(options)?;
                match options.variant {
                    chrononauts::Variant::Table => {
                        AnyRules::Chrononauts(Chrononauts::new(game, decks, seats, options)?)
                    }
                    chrononauts::Variant::Solonauts => {
                        AnyRules::Solonauts(Solonauts::new(game, decks, seats, options)?)
                    }
                }
            }
            "emperors-star" => AnyRules::Star(Star::new(game, decks, seats, &star::Options::from_pairs(options)?)?),
            AUTOMA => return Err(MatchError::Automa(game.name.clone())),
            _ => return Err(MatchError::Unknown(game.name.clone())),
        })
    }

    /// How its games end, in sentences.
    pub(super) fn outcome_text(&self) -> fn(Outcome) -> String {
        match self {
            AnyRules::ChronxDuel(_) | AnyRules::Circle(_) => chronx::outcome_text,
            AnyRules::AfrikaDuel(_) | AnyRules::Gathering(_) => afrika::outcome_text,
            AnyRules::Chrononauts(_) | AnyRules::Solonauts(_) => chrononauts::outcome_text,
            AnyRules::Star(_) => star::outcome_text,
        }
    }
}

/// The settings for the next game of a match: see [`Rulings::next_game`].
pub fn next_game(game: &str, settings: &[(String, String)], loser: Option<u8>) -> Vec<(String, String)> {
    match game {
        "chronx" => chronx::Options::next_game(settings, loser),
        "afrika" => afrika::Options::next_game(settings, loser),
        "chrononauts" => chrononauts::Options::next_game(settings, loser),
        "emperors-star" => star::Options::next_game(settings, loser),
        _ => settings.to_vec(),
    }
}

/// What the rules of a game know about its data.
pub(super) struct GameSupport {
    /// The cards that they cannot play, with the reason.
    pub refusals: RefusalsFn,
    /// What weights weigh; nothing where nobody thinks.
    pub features: &'static [&'static str],
    /// What reads its scenarios, one for each kind of position.
    pub scenarios: Vec<ReadScenarios>,
}

/// Names the cards that cannot be played, or nothing where it is about the game, with the reason.
type RefusalsFn = fn(&Arc<catalog::GameData>) -> Vec<(Option<CardIx>, String)>;

/// A scenario that was read and can be played.
pub(super) type RunScenario = Box<dyn Fn() -> ScenarioResult>;

/// Reads the scenarios of a game's folder, or of one text (file name and contents).
type ReadScenarios =
    fn(&Source, &Arc<catalog::GameData>, Option<(&str, &str)>) -> Result<Vec<RunScenario>, Vec<Problem>>;

/// What is known about a game; `None` if the engine does not play it.
pub(super) fn support(game: &str) -> Option<GameSupport> {
    Some(match game {
        "chronx" => GameSupport {
            refusals: chronx::refusals,
            features: chronx::Duel::FEATURES,
            scenarios: vec![read_scenarios::<Circle>],
        },
        "afrika" => GameSupport {
            refusals: afrika::refusals,
            features: afrika::Duel::FEATURES,
            scenarios: vec![read_scenarios::<Gathering>],
        },
        "chrononauts" => GameSupport {
            refusals: chrononauts::refusals,
            features: Chrononauts::FEATURES,
            scenarios: vec![read_scenarios::<Chrononauts>, read_scenarios::<Solonauts>],
        },
        "emperors-star" => {
            GameSupport { refusals: star::refusals, features: Star::FEATURES, scenarios: vec![read_scenarios::<Star>] }
        }
        AUTOMA => {
            GameSupport { refusals: chronobot::setting_faults, features: &[], scenarios: vec![read_automa_scenarios] }
        }
        _ => return None,
    })
}

impl GameSupport {
    /// All scenarios of a game's folder, or of one text.
    pub(super) fn scenarios(
        &self,
        source: &Source,
        game: &Arc<catalog::GameData>,
        text: Option<(&str, &str)>,
    ) -> Result<Vec<RunScenario>, Vec<Problem>> {
        let mut all = Vec::new();
        for read in &self.scenarios {
            all.extend(read(source, game, text)?);
        }
        Ok(all)
    }
}

fn read_scenarios<G: ScenarioSetup + 'static>(
    source: &Source,
    game: &Arc<catalog::GameData>,
    text: Option<(&str, &str)>,
) -> Result<Vec<RunScenario>, Vec<Problem>> {
    let all = match text {
        Some((name, text)) => scenario::read::<G>(name, text, game),
        None => scenario::load::<G>(source, game),
    };
    Ok(all?.into_iter().map(|scenario| Box::new(move || scenario.run()) as RunScenario).collect())
}

fn read_automa_scenarios(
    source: &Source,
    game: &Arc<catalog::GameData>,
    text: Option<(&str, &str)>,
) -> Result<Vec<RunScenario>, Vec<Problem>> {
    let all = chronobot::scenarios(source, &game.id, text)?;
    Ok(all.into_iter().map(|scenario| Box::new(move || scenario.run()) as RunScenario).collect())
}
