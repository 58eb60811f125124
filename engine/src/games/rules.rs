//! The rules of a match, whichever game it is: the one list of games that the engine plays.

use std::sync::Arc;

use catalog::read::Problem;
use catalog::{CardIx, Source};
use formats::check::LegalDeck;

use super::Error;
use crate::afrika::{self, Gathering};
use crate::chronobot;
use crate::chrononauts::{self, Chrononauts, Solonauts, Star, star};
use crate::chronx::{self, Circle};
use crate::game::{Game, Outcome};
use crate::rulings::Rulings;
use crate::scenario::{self, Shown, Staged};

/// The games that the engine plays, by id.
pub const PLAYED: [&str; 4] = ["chronx", "afrika", "chrononauts", "emperors-star"];

/// The game whose opponent is kept at a real table: it has scenarios, and no matches.
pub const COMPANION: &str = "anachrony";

/// The games that have scenarios, by id.
pub const STAGED: [&str; 5] = ["chronx", "afrika", "chrononauts", "emperors-star", COMPANION];

/// The rules of a match that was asked for. Matches of two have smaller positions of their own.
pub(super) enum Rules {
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
            $crate::games::rules::Rules::ChronxDuel($one) => $does,
            $crate::games::rules::Rules::Circle($one) => $does,
            $crate::games::rules::Rules::AfrikaDuel($one) => $does,
            $crate::games::rules::Rules::Gathering($one) => $does,
            $crate::games::rules::Rules::Chrononauts($one) => $does,
            $crate::games::rules::Rules::Solonauts($one) => $does,
            $crate::games::rules::Rules::Star($one) => $does,
        }
    };
}
pub(super) use with;

impl Rules {
    /// A match with a deck for each seat, or one deck that so many seats share.
    pub(super) fn of(
        game: &Arc<catalog::Game>,
        decks: &[&LegalDeck],
        seats: usize,
        options: &[(String, String)],
    ) -> Result<Rules, Error> {
        Ok(match game.id.as_str() {
            "chronx" => {
                let options = chronx::Options::of(options)?;
                match decks.len() {
                    0..=2 => Rules::ChronxDuel(chronx::Duel::new(game, decks, options)?),
                    _ => Rules::Circle(Circle::new(game, decks, options)?),
                }
            }
            "afrika" => {
                let options = afrika::Options::of(options)?;
                match decks.len() {
                    0..=2 => Rules::AfrikaDuel(afrika::Duel::new(game, decks, options)?),
                    _ => Rules::Gathering(Gathering::new(game, decks, options)?),
                }
            }
            "chrononauts" => {
                let options = chrononauts::Options::of(options)?;
                match options.variant {
                    chrononauts::Variant::Table => Rules::Chrononauts(Chrononauts::new(game, decks, seats, options)?),
                    chrononauts::Variant::Solonauts => Rules::Solonauts(Solonauts::new(game, decks, seats, options)?),
                }
            }
            "emperors-star" => Rules::Star(Star::new(game, decks, seats, &star::Options::of(options)?)?),
            COMPANION => return Err(Error::Companion(game.name.clone())),
            _ => return Err(Error::Unknown(game.name.clone())),
        })
    }

    /// How its games end, in sentences.
    pub(super) fn outcome_text(&self) -> fn(Outcome) -> String {
        match self {
            Rules::ChronxDuel(_) | Rules::Circle(_) => chronx::outcome_text,
            Rules::AfrikaDuel(_) | Rules::Gathering(_) => afrika::outcome_text,
            Rules::Chrononauts(_) | Rules::Solonauts(_) => chrononauts::outcome_text,
            Rules::Star(_) => star::outcome_text,
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
pub(super) struct Known {
    /// The cards that they cannot play, with the reason.
    pub refusals: Refuses,
    /// What weights weigh; nothing where nobody thinks.
    pub features: &'static [&'static str],
    /// What reads its scenarios, one for each kind of position.
    pub scenarios: Vec<Reads>,
}

/// Names the cards that cannot be played, or nothing where it is about the game, with the reason.
type Refuses = fn(&Arc<catalog::Game>) -> Vec<(Option<CardIx>, String)>;

/// A scenario that was read and can be played.
pub(super) type Shows = Box<dyn Fn() -> Shown>;

/// Reads the scenarios of a game's folder, or of one text (file name and contents).
type Reads = fn(&Source, &Arc<catalog::Game>, Option<(&str, &str)>) -> Result<Vec<Shows>, Vec<Problem>>;

/// What is known about a game; `None` if the engine does not play it.
pub(super) fn known(game: &str) -> Option<Known> {
    Some(match game {
        "chronx" => {
            Known { refusals: chronx::refusals, features: chronx::Duel::FEATURES, scenarios: vec![written::<Circle>] }
        }
        "afrika" => Known {
            refusals: afrika::refusals,
            features: afrika::Duel::FEATURES,
            scenarios: vec![written::<Gathering>],
        },
        "chrononauts" => Known {
            refusals: chrononauts::refusals,
            features: Chrononauts::FEATURES,
            scenarios: vec![written::<Chrononauts>, written::<Solonauts>],
        },
        "emperors-star" => {
            Known { refusals: star::refusals, features: Star::FEATURES, scenarios: vec![written::<Star>] }
        }
        COMPANION => Known { refusals: chronobot::refusals, features: &[], scenarios: vec![kept] },
        _ => return None,
    })
}

impl Known {
    /// All scenarios of a game's folder, or of one text.
    pub(super) fn scenarios(
        &self,
        source: &Source,
        game: &Arc<catalog::Game>,
        text: Option<(&str, &str)>,
    ) -> Result<Vec<Shows>, Vec<Problem>> {
        let mut all = Vec::new();
        for read in &self.scenarios {
            all.extend(read(source, game, text)?);
        }
        Ok(all)
    }
}

fn written<G: Staged + 'static>(
    source: &Source,
    game: &Arc<catalog::Game>,
    text: Option<(&str, &str)>,
) -> Result<Vec<Shows>, Vec<Problem>> {
    let all = match text {
        Some((name, text)) => scenario::read::<G>(name, text, game),
        None => scenario::load::<G>(source, game),
    };
    Ok(all?.into_iter().map(|scenario| Box::new(move || scenario.run()) as Shows).collect())
}

fn kept(source: &Source, game: &Arc<catalog::Game>, text: Option<(&str, &str)>) -> Result<Vec<Shows>, Vec<Problem>> {
    let all = chronobot::scenarios(source, &game.id, text)?;
    Ok(all.into_iter().map(|scenario| Box::new(move || scenario.run()) as Shows).collect())
}
