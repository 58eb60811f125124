//! The one list of the games that the engine plays, and what the rest of the program asks of each. No other module outside of
//! `games` names one.

use std::fmt;
use std::sync::Arc;

use catalog::read::Problem;
use catalog::{CardIx, Source, load, tr};
use formats::Deck;
use formats::check::LegalDeck;

use crate::described::{self, Described};
use crate::games::afrika::{self, Gathering};
use crate::games::chronobot;
use crate::games::chrononauts::{self, Chrononauts, TimelineBoard};
use crate::games::chronx::{self, Circle};
use crate::games::emperors_star::{self, Star};
use crate::games::solonauts::{self, Solonauts};
use crate::kernel::match_options::{MatchOptions, OptionError, SetupError};
use crate::kernel::parallel::Progress;
use crate::kernel::player::NoAnswer;
use crate::kernel::record::{RecordError, ReplayMismatch};
use crate::kernel::scenario::{self, ScenarioResult, ScenarioSetup};
use crate::kernel::series::SeriesPlan;
use crate::kernel::weights::{Weights, WeightsError};
use crate::kernel::{MOST_SEATS, MOST_TURNS};

/// The game whose opponent is kept at a real table: it has scenarios, and no matches.
pub const AUTOMA: &str = "anachrony";

/// Turns after which a game is stopped if nobody says otherwise: far more than it needs.
const MAX_TURNS: u32 = 400;
/// The three days of a tournament (ES-001) are one game of about 330 turns.
const MAX_TURNS_OF_THREE_DAYS: u32 = 3_000;

/// The rules of a match that was asked for. Matches of two have smaller positions of their own. What plays matches on its own, as
/// the door of Python does, asks for the rules of its match here.
pub enum AnyRules {
    /// Chron X for two.
    ChronxDuel(chronx::Duel),
    /// Chron X for more.
    Circle(Circle),
    /// Afrika for two.
    AfrikaDuel(afrika::Duel),
    /// Afrika for more.
    Gathering(Gathering),
    /// Chrononauts and Artifaxx.
    Chrononauts(Chrononauts),
    /// Chrononauts for one.
    Solonauts(Solonauts),
    /// The Emperor's Star.
    Star(Star),
    /// Rules that are data, with few cards.
    Described(Described<1>),
    /// The same with many.
    LargeDescribed(Described<8>),
}

/// Does the same with the rules of any game.
macro_rules! with {
    ($rules:expr, $one:ident => $does:expr) => {
        match $rules {
            $crate::registry::AnyRules::ChronxDuel($one) => $does,
            $crate::registry::AnyRules::Circle($one) => $does,
            $crate::registry::AnyRules::AfrikaDuel($one) => $does,
            $crate::registry::AnyRules::Gathering($one) => $does,
            $crate::registry::AnyRules::Chrononauts($one) => $does,
            $crate::registry::AnyRules::Solonauts($one) => $does,
            $crate::registry::AnyRules::Star($one) => $does,
            $crate::registry::AnyRules::Described($one) => $does,
            $crate::registry::AnyRules::LargeDescribed($one) => $does,
        }
    };
}
pub(crate) use with;

/// What the engine knows of a game.
struct GameSupport {
    id: &'static str,
    /// How its matches are played; nothing where people play it at a table.
    matches: Option<MatchSupport>,
    /// The cards that the rules cannot play, with the reason.
    refusals: RefusalsFn,
    /// What reads its scenarios, one for each kind of position.
    scenarios: &'static [ReadScenarios],
}

/// How matches of a game are played.
struct MatchSupport {
    /// The rules for decks, one a seat or one that so many seats share, and options.
    rules: NewRulesFn,
    next_game: NextGameFn,
    /// What weights weigh.
    features: &'static [&'static str],
    max_turns: u32,
}

type NewRulesFn =
    fn(&Arc<catalog::GameData>, &[&LegalDeck], usize, &[(String, String)]) -> Result<AnyRules, MatchError>;

type NextGameFn = fn(&[(String, String)], Option<u8>) -> Vec<(String, String)>;

/// Names the cards that cannot be played, or no card where it is about the game, with the reason.
type RefusalsFn = fn(&Arc<catalog::GameData>) -> Vec<(Option<CardIx>, String)>;

/// A scenario that was read and can be played.
type RunScenario = Box<dyn Fn() -> ScenarioResult>;

/// Reads the scenarios of a game's folder, or of one text (file name and contents).
type ReadScenarios =
    fn(&Source, &Arc<catalog::GameData>, Option<(&str, &str)>) -> Result<Vec<RunScenario>, Vec<Problem>>;

static GAMES: [GameSupport; 5] = [
    GameSupport {
        id: "chronx",
        matches: Some(MatchSupport {
            rules: |game, decks, _, options| {
                let options = chronx::Options::from_pairs(options)?;
                Ok(match decks.len() {
                    0..=2 => AnyRules::ChronxDuel(chronx::Duel::new(game, decks, options)?),
                    _ => AnyRules::Circle(Circle::new(game, decks, options)?),
                })
            },
            next_game: chronx::Options::next_game,
            features: chronx::Duel::FEATURES,
            max_turns: MAX_TURNS,
        }),
        refusals: chronx::refusals,
        scenarios: &[read_scenarios::<Circle>],
    },
    GameSupport {
        id: "afrika",
        matches: Some(MatchSupport {
            rules: |game, decks, _, options| {
                let options = afrika::Options::from_pairs(options)?;
                Ok(match decks.len() {
                    0..=2 => AnyRules::AfrikaDuel(afrika::Duel::new(game, decks, options)?),
                    _ => AnyRules::Gathering(Gathering::new(game, decks, options)?),
                })
            },
            next_game: afrika::Options::next_game,
            features: afrika::Duel::FEATURES,
            max_turns: MAX_TURNS,
        }),
        refusals: afrika::refusals,
        scenarios: &[read_scenarios::<Gathering>],
    },
    GameSupport {
        id: "chrononauts",
        matches: Some(MatchSupport {
            rules: |game, decks, seats, options| {
                let options = chrononauts::Options::from_pairs(options)?;
                Ok(match options.variant {
                    chrononauts::Variant::Table => {
                        AnyRules::Chrononauts(Chrononauts::new(game, decks, seats, options)?)
                    }
                    chrononauts::Variant::Solonauts => {
                        AnyRules::Solonauts(Solonauts::new(game, decks, seats, options)?)
                    }
                })
            },
            next_game: chrononauts::Options::next_game,
            features: Chrononauts::FEATURES,
            max_turns: MAX_TURNS,
        }),
        refusals: chrononauts::refusals,
        scenarios: &[read_scenarios::<Chrononauts>, read_scenarios::<Solonauts>],
    },
    GameSupport {
        id: "emperors-star",
        matches: Some(MatchSupport {
            rules: |game, decks, seats, options| {
                Ok(AnyRules::Star(Star::new(game, decks, seats, &emperors_star::Options::from_pairs(options)?)?))
            },
            next_game: emperors_star::Options::next_game,
            features: Star::FEATURES,
            max_turns: MAX_TURNS_OF_THREE_DAYS,
        }),
        refusals: emperors_star::refusals,
        scenarios: &[read_scenarios::<Star>],
    },
    GameSupport { id: AUTOMA, matches: None, refusals: chronobot::setting_faults, scenarios: &[read_automa_scenarios] },
];

fn support(game: &str) -> Option<&'static GameSupport> {
    GAMES.iter().find(|support| support.id == game)
}

/// The games that have matches, by id.
pub fn played() -> Vec<&'static str> {
    GAMES.iter().filter(|game| game.matches.is_some()).map(|game| game.id).collect()
}

/// Whether a game has matches.
pub fn is_played(game: &catalog::GameData) -> bool {
    match support(&game.id) {
        Some(support) => support.matches.is_some(),
        None => game.play.is_some(),
    }
}

/// The games that have scenarios, by id.
pub fn with_scenarios() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.id).collect()
}

/// Turns after which a game is stopped if nobody says otherwise.
pub fn default_max_turns(game: &str) -> u32 {
    support(game).and_then(|support| support.matches.as_ref()).map_or(MAX_TURNS, |matches| matches.max_turns)
}

/// The settings for the next game of a match: see [`MatchOptions::next_game`].
pub fn next_game(game: &str, settings: &[(String, String)], loser: Option<u8>) -> Vec<(String, String)> {
    match support(game).and_then(|support| support.matches.as_ref()) {
        Some(matches) => (matches.next_game)(settings, loser),
        None => settings.to_vec(),
    }
}

impl AnyRules {
    /// A match with a deck for each seat, or one deck that so many seats share.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn new(
        game: &Arc<catalog::GameData>,
        decks: &[&LegalDeck],
        seats: usize,
        options: &[(String, String)],
    ) -> Result<AnyRules, MatchError> {
        let Some(support) = support(&game.id) else { return AnyRules::described(game, decks, seats, options) };
        let matches = support.matches.as_ref().ok_or_else(|| MatchError::Automa(game.name.clone()))?;
        (matches.rules)(game, decks, seats, options)
    }

    /// A match by rules that are data.
    fn described(
        game: &Arc<catalog::GameData>,
        decks: &[&LegalDeck],
        seats: usize,
        options: &[(String, String)],
    ) -> Result<AnyRules, MatchError> {
        let program = described::program(game).ok_or_else(|| MatchError::Unknown(game.name.clone()))?;
        let mut program = program.map_err(MatchError::Data)?;
        program.set_options(options)?;
        Ok(match described::card_count(&program, game, decks, seats) {
            0..=64 => AnyRules::Described(Described::new(game, program, decks, seats)?),
            _ => AnyRules::LargeDescribed(Described::new(game, program, decks, seats)?),
        })
    }
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The engine does not know the rules of the game.
    #[error("{}", not_played(.0))]
    Unknown(String),
    /// People play it at a table.
    #[error("{}", at_a_table(.0))]
    Automa(String),
    /// A game of which cards are not counted one by one.
    #[error("{}", not_counted(.0))]
    NoMetrics(String),
    /// A format without a deck to play.
    #[error("{}", no_decks(.0))]
    NoDecks(String),
    /// Rules of play that are data, and have faults.
    #[error("{}", .0.iter().map(Problem::to_string).collect::<Vec<_>>().join("\n"))]
    Data(Vec<Problem>),
    /// An option.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// Decks or cards.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The greedy player's weights.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A player.
    #[error(transparent)]
    Player(#[from] NoAnswer),
    /// A record that comes out otherwise.
    #[error("the record cannot be reproduced: {0}")]
    Differs(#[from] ReplayMismatch),
    /// A record that makes no sense.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// More turns or seats than any match has.
    #[error("a match of {turns} turns at {seats} seats: there are at most {MOST_TURNS} and {MOST_SEATS}")]
    TooLarge {
        /// Turns.
        turns: u32,
        /// Seats.
        seats: usize,
    },
}

fn not_played(game: &str) -> String {
    tr!("the engine does not play {game} yet; it plays: {known}", game, known = played().join(", "))
}

fn at_a_table(game: &str) -> String {
    tr!("{game} is played at a table of your own; `deckloom companion` plays the opponent there", game)
}

fn no_decks(format: &str) -> String {
    tr!("no starter deck is legal in {format}", format)
}

fn not_counted(game: &str) -> String {
    tr!("the engine plays {game}, but does not count what is drawn and played in it", game)
}

/// Plays all scenarios of a game, of its folder or of one text (file name and contents).
///
/// # Errors
/// Every fault of the files. `None` if the engine does not play the game.
pub fn scenarios(
    source: &Source,
    game: &Arc<catalog::GameData>,
    text: Option<(&str, &str)>,
) -> Option<Result<Vec<ScenarioResult>, Vec<Problem>>> {
    let read = match support(&game.id) {
        Some(support) => support.read_scenarios(source, game, text),
        // What scenarios say is only judged by rules that can be read.
        None => described::program(game)?.and_then(|_| read_scenarios::<Described<8>>(source, game, text)),
    };
    Some(read.map(|all| all.iter().map(|show| show()).collect()))
}

/// Whether the rules of a game read a file of its folder that other games do not have.
pub fn reads_file(game: &str, path: &str) -> bool {
    game == AUTOMA && path == chronobot::AutomaBoard::FILE
}

/// Every fault in the data of a game that only its rules can see: cards that they cannot play, scenarios and the
/// weights of players. Of a game that the engine does not play there are none.
pub fn data_problems(source: &Source, game: &Arc<catalog::GameData>) -> Vec<Problem> {
    let Some(known) = support(&game.id) else {
        let faults = match described::program(game) {
            None => return Vec::new(),
            Some(Err(faults)) => faults,
            Some(Ok(program)) => {
                let refused = refused_cards(source, game, described::refusals(game, &program));
                let weights = described::weights(source, &game.id, &program).err();
                let of_decks = described::shared_deck_problems(source, game, &program);
                refused.into_iter().chain(weights.into_iter().flat_map(|error| error.0)).chain(of_decks).collect()
            }
        };
        if !faults.is_empty() {
            return faults;
        }
        return read_scenarios::<Described<8>>(source, game, None).err().unwrap_or_default();
    };
    let mut faults = Vec::new();
    for (card, why) in (known.refusals)(game) {
        let hint = Some("the engine plays no match with it as it is".to_owned());
        faults.push(match card {
            Some(ix) if game.card(ix).abilities.is_empty() => load::card_problem(source, game, ix, "name", why, hint),
            Some(ix) => load::card_problem(source, game, ix, "ability", why, hint),
            None => match source.file(&format!("{}/game.toml", game.id)) {
                Some(file) => Problem::at_path(file, &[], why, hint),
                None => continue,
            },
        });
    }
    if let Some(matches) = &known.matches {
        faults.extend(Weights::load(source, &game.id, matches.features).err().into_iter().flat_map(|e| e.0));
    }
    faults.extend(known.read_scenarios(source, game, None).err().into_iter().flatten());
    faults
}

/// Cards that the rules of a game cannot play, where their abilities stand.
fn refused_cards(source: &Source, game: &catalog::GameData, refused: Vec<(CardIx, String)>) -> Vec<Problem> {
    let hint = || Some("the engine plays no match with it as it is".to_owned());
    refused.into_iter().map(|(ix, why)| load::card_problem(source, game, ix, "ability", why, hint())).collect()
}

impl GameSupport {
    /// All scenarios of a game's folder, or of one text.
    fn read_scenarios(
        &self,
        source: &Source,
        game: &Arc<catalog::GameData>,
        text: Option<(&str, &str)>,
    ) -> Result<Vec<RunScenario>, Vec<Problem>> {
        let mut all = Vec::new();
        for read in self.scenarios {
            all.extend(read(source, game, text)?);
        }
        Ok(all)
    }
}

/// Cards of a deck that do not fit on its TimeLine: by name, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct UnfitCards(pub Vec<(String, String)>);

impl fmt::Display for UnfitCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(|(card, why)| format!("{card}: {why}")).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// The TimeLine of a deck, to look at; `None` if the game, or the deck, has none.
///
/// # Errors
/// Cards that do not fit it.
pub fn timeline(game: &catalog::GameData, deck: &Deck) -> Option<Result<TimelineBoard, UnfitCards>> {
    if game.id != "chrononauts" {
        return None;
    }
    let board = TimelineBoard::from_deck(game, deck)?;
    Some(board.map_err(|faults| {
        UnfitCards(faults.into_iter().map(|(card, why)| (game.card(card).name.clone(), why.to_string())).collect())
    }))
}

/// Plays a deck of a game of one player with each of these numbers of identities; see [`solonauts::passes`].
///
/// # Errors
/// If it cannot be played.
pub fn passes(
    game: &Arc<catalog::GameData>,
    deck: &LegalDeck,
    identities: &[u8],
    trials: u32,
    plan: &SeriesPlan,
    progress: &Progress,
) -> Result<Option<Vec<solonauts::Passes>>, MatchError> {
    match game.id.as_str() {
        "chrononauts" => Ok(solonauts::passes(game, deck, identities, trials, plan, progress)?),
        AUTOMA => Err(MatchError::Automa(game.name.clone())),
        _ => Err(MatchError::Unknown(game.name.clone())),
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
