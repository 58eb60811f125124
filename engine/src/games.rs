//! The door to matches for those who do not care which game it is: series, told games, replays, the coach, scenarios.

mod best_of;
mod rules;

use std::ops::Range;
use std::sync::Arc;

use catalog::read::Problem;
use catalog::spoken::as_written;
use catalog::tr;
use catalog::{CardIx, Source, load};
use formats::Deck;
use formats::check::LegalDeck;
use formats::rng::Seed;

use crate::bout::{self, Terms};
use crate::chronobot;
use crate::chrononauts::{Board, solonauts};
use crate::coach::{self, Decision, Request};
use crate::game::{Actor, Game, Outcome, Silent};
use crate::lab::ledger::{Ledger, Seen};
use crate::lab::shards::Progress;
use crate::player::{NoAnswer, Player, Weights, WeightsError};
use crate::record::{Differs, Record, Recorder, Replay};
use crate::rulings::{OptionError, SetupError};
use crate::scenario::Shown;
use crate::series::{self, Plan, Played};
use crate::sitting::{Seated, Sitting};

use rules::{Rules, with};

pub use crate::player::Kind as PlayerKind;
pub use best_of::play_matches;
pub use rules::{COMPANION, PLAYED, STAGED, next_game};

/// Turns of a game that is recorded, sat at, or planned.
pub const MOST_TURNS: u32 = 10_000;
/// Seats of any table.
pub(crate) const MOST_SEATS: usize = 16;

/// A match as it is asked for.
#[derive(Debug, Clone)]
pub struct Setup {
    /// Id of the format.
    pub format: String,
    /// Rulings other than the defaults.
    pub options: Vec<(String, String)>,
    /// In seat order, with the words that named them.
    pub players: Vec<(PlayerKind, String)>,
    /// Games, seed, turns and threads.
    pub plan: Plan,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The engine does not know the rules of the game.
    #[error("{}", not_played(.0))]
    Unknown(String),
    /// People play it at a table.
    #[error("{}", at_a_table(.0))]
    Companion(String),
    /// A game of which cards are not counted one by one.
    #[error("{}", not_counted(.0))]
    NoDeeds(String),
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
    Differs(#[from] Differs),
    /// A record that makes no sense.
    #[error("{0}")]
    Record(String),
}

fn not_played(game: &str) -> String {
    tr!("the engine does not play {game} yet; it plays: {known}", game, known = PLAYED.join(", "))
}

fn at_a_table(game: &str) -> String {
    tr!("{game} is played at a table of your own; `deckloom companion` plays the opponent there", game)
}

fn not_counted(game: &str) -> String {
    tr!("the engine plays {game}, but does not count what is drawn and played in it", game)
}

/// A game that was played with its log.
#[derive(Debug, Clone)]
pub struct Told {
    /// What happened, sentence by sentence, as one seat or everybody sees it.
    pub events: Vec<String>,
    /// What players thought of their decisions: all of them, or those of that seat. A replay has none.
    pub decisions: Vec<Decision>,
    /// Whether the game is over.
    pub over: bool,
    /// The last position, as the same see it.
    pub board: String,
    /// What is kept of it.
    pub record: Record,
}

/// Plays all scenarios of a game, of its folder or of one text (file name and contents).
///
/// # Errors
/// Every fault of the files. `None` if the engine does not play the game.
pub fn scenarios(
    source: &Source,
    game: &Arc<catalog::Game>,
    text: Option<(&str, &str)>,
) -> Option<Result<Vec<Shown>, Vec<Problem>>> {
    let read = rules::known(&game.id)?.scenarios(source, game, text);
    Some(read.map(|all| all.iter().map(|show| show()).collect()))
}

/// Whether the rules of a game read a file of its folder that other games do not have.
pub fn reads(game: &str, path: &str) -> bool {
    game == COMPANION && path == chronobot::Board::FILE
}

/// Every fault in the data of a game that only its rules can see: cards that they cannot play, scenarios and the
/// weights of players. Of a game that the engine does not play there are none.
pub fn faults(source: &Source, game: &Arc<catalog::Game>) -> Vec<Problem> {
    let Some(known) = rules::known(&game.id) else { return Vec::new() };
    let mut faults = Vec::new();
    for (card, why) in (known.refusals)(game) {
        let hint = Some("the engine plays no match with it as it is".to_owned());
        faults.push(match card {
            Some(ix) if game.card(ix).abilities.is_empty() => load::of_card(source, game, ix, "name", why, hint),
            Some(ix) => load::of_card(source, game, ix, "ability", why, hint),
            None => match source.file(&format!("{}/game.toml", game.id)) {
                Some(file) => Problem::of(file, &[], why, hint),
                None => continue,
            },
        });
    }
    if !known.features.is_empty() {
        faults.extend(Weights::load(source, &game.id, known.features).err().into_iter().flat_map(|e| e.0));
    }
    faults.extend(known.scenarios(source, game, None).err().into_iter().flatten());
    faults
}

/// The players of a setup for any game of its series.
fn seating<'a, G: Game + 'static>(
    source: &Source,
    game: &catalog::Game,
    setup: &'a Setup,
) -> Result<impl Fn(u64, u8) -> Box<dyn Player<G>> + Sync + use<'a, G>, Error> {
    let weights = match setup.players.iter().any(|(kind, _)| kind.weighs()) {
        true => Some(Weights::load(source, &game.id, G::FEATURES)?),
        false => None,
    };
    Ok(move |index: u64, seat: u8| -> Box<dyn Player<G>> {
        let seed = series::player_seed(&setup.plan, index, seat);
        setup.players[seat as usize].0.player(weights.as_ref(), seed)
    })
}

/// Plays a series; `decks` has one for each seat, or the one that all share. `None` if it was stopped.
///
/// # Errors
/// If it cannot be played.
pub fn play(
    source: &Source,
    game: &Arc<catalog::Game>,
    decks: &[&LegalDeck],
    setup: &Setup,
    progress: &Progress,
) -> Result<Option<Vec<Played>>, Error> {
    with!(Rules::of(game, decks, setup.players.len(), &setup.options)?, rules => {
        let player = seating(source, game, setup)?;
        Ok(series::run(&rules, rules.seats(), &setup.plan, progress, player)?)
    })
}

/// Plays some games of a series one after another and shows each; with `ledgers`, by seat with what was drawn and played
/// in it. It ends early, and says `false`, if it was stopped.
///
/// # Errors
/// If it cannot be played.
pub fn watch(
    source: &Source,
    game: &Arc<catalog::Game>,
    decks: &[&LegalDeck],
    setup: &Setup,
    (games, ledgers): (Range<u64>, bool),
    progress: &Progress,
    see: &mut dyn FnMut(u64, &Played, &[Seen]),
) -> Result<bool, Error> {
    with!(Rules::of(game, decks, setup.players.len(), &setup.options)?, rules => {
        if ledgers && !deeds(&rules) {
            return Err(Error::NoDeeds(game.name.clone()));
        }
        let player = seating(source, game, setup)?;
        let mut ledger = Ledger::new(&rules);
        for index in games {
            if progress.stopped() {
                return Ok(false);
            }
            let seats = rules.seats();
            if ledgers {
                ledger.clear();
                let played = series::one_of(&rules, seats, &setup.plan, index, &player, &mut ledger)?;
                see(index, &played, &ledger.seats);
            } else {
                see(index, &series::one_of(&rules, seats, &setup.plan, index, &player, &mut Silent)?, &[]);
            }
        }
        Ok(true)
    })
}

/// Plays a deck of a game of one player with each of these numbers of identities; see [`solonauts::passes`].
///
/// # Errors
/// If it cannot be played.
pub fn passes(
    game: &Arc<catalog::Game>,
    deck: &LegalDeck,
    identities: &[u8],
    trials: u32,
    plan: &Plan,
    progress: &Progress,
) -> Result<Option<Vec<solonauts::Passes>>, Error> {
    match game.id.as_str() {
        "chrononauts" => Ok(solonauts::passes(game, deck, identities, trials, plan, progress)?),
        COMPANION => Err(Error::Companion(game.name.clone())),
        _ => Err(Error::Unknown(game.name.clone())),
    }
}

/// The TimeLine of a deck, to look at; `None` if the game, or the deck, has none.
///
/// # Errors
/// Cards that do not fit it, in words.
pub fn timeline(game: &catalog::Game, deck: &Deck) -> Option<Result<Board, String>> {
    let named = |(card, why): (CardIx, String)| format!("{}: {why}", game.card(card).name);
    let told = |faults: Vec<(CardIx, String)>| faults.into_iter().map(named).collect::<Vec<_>>().join("\n");
    match game.id.as_str() {
        "chrononauts" => Board::of(game, deck).map(|board| board.map_err(told)),
        _ => None,
    }
}

/// Plays one game of a series and tells what happened, as `seat` or everybody sees it.
///
/// # Errors
/// If it cannot be played.
pub fn tell(
    source: &Source,
    game: &Arc<catalog::Game>,
    decks: &[&LegalDeck],
    setup: &Setup,
    index: u64,
    seat: Option<u8>,
) -> Result<Told, Error> {
    let rules = Rules::of(game, decks, setup.players.len(), &setup.options)?;
    let ending = rules.outcome_text();
    with!(rules, rules => tell_of(&rules, source, game, decks, setup, index, seat, ending))
}

#[expect(clippy::too_many_arguments, reason = "those of `tell`, and what goes with the rules")]
fn tell_of<G: Game + 'static>(
    rules: &G,
    source: &Source,
    game: &Arc<catalog::Game>,
    decks: &[&LegalDeck],
    setup: &Setup,
    index: u64,
    seat: Option<u8>,
    ending: fn(Outcome) -> String,
) -> Result<Told, Error> {
    let player = seating(source, game, setup)?;
    let mut players: Vec<Box<dyn Player<G>>> = (0..rules.seats()).map(|s| player(index, s)).collect();
    let mut seated: Vec<&mut dyn Player<G>> = players.iter_mut().map(|p| &mut **p as &mut dyn Player<G>).collect();
    let terms = series::terms(&setup.plan, index, rules.seats());
    let mut recorder = Recorder::<G>::default();
    let bout = bout::play(rules, &mut seated, &terms, &mut recorder)?;
    let events = recorder.told(rules, 0..recorder.events.len(), seat);
    let record = Record {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        game: game.id.clone(),
        data: game.data_hash.clone(),
        format: setup.format.clone(),
        options: setup.options.clone(),
        decks: decks.iter().map(|d| d.deck().saved(game)).collect(),
        players: setup.players.iter().map(|(_, words)| words.clone()).collect(),
        seed: terms.seed.hex(),
        first: terms.first,
        turns: terms.turns,
        log: recorder.log,
        outcome: as_written(|| ending(bout.outcome)),
    };
    let decisions = recorder.decisions.into_iter().filter(|d| seat.is_none_or(|seat| d.seat == seat)).collect();
    Ok(Told { events, decisions, over: true, board: rules.board(&bout.state, seat), record })
}

/// A new match to sit at. What bots think goes by the weights of the game.
///
/// # Errors
/// If it cannot be played.
pub fn sit(
    source: &Source,
    game: &Arc<catalog::Game>,
    decks: &[&LegalDeck],
    seats: usize,
    options: &[(String, String)],
    terms: &Terms,
) -> Result<Box<dyn Sitting>, Error> {
    if terms.turns > MOST_TURNS || decks.len().max(seats) > MOST_SEATS {
        let (turns, seats) = (terms.turns, decks.len().max(seats));
        let most = format!("there are at most {MOST_TURNS} and {MOST_SEATS}");
        return Err(Error::Record(format!("a match of {turns} turns at {seats} seats: {most}")));
    }
    let rules = Rules::of(game, decks, seats, options)?;
    let ending = rules.outcome_text();
    with!(rules, rules => {
        let weights = Weights::load(source, &game.id, features(&rules))?;
        Ok(Box::new(Seated::new(rules, weights, terms, ending)) as Box<dyn Sitting>)
    })
}

/// Plays a record again, up to the start of a turn if one is named; `legal` checks a deck of the record. What is
/// told is what happened up to there, as `seat` or everybody sees it.
///
/// # Errors
/// If it comes out otherwise than recorded, or cannot be played.
pub fn replay(
    game: &Arc<catalog::Game>,
    record: &Record,
    legal: impl Fn(Deck) -> Result<LegalDeck, String>,
    until: Option<u32>,
    seat: Option<u8>,
) -> Result<Told, Error> {
    let played = || {
        let (rules, seed) = reopen(game, record, legal)?;
        let ending = rules.outcome_text();
        with!(rules, rules => replay_of(&rules, record, seed, until, seat, ending))
    };
    played().map_err(|error| of_other_data(game, record, error))
}

fn replay_of<G: Game>(
    rules: &G,
    record: &Record,
    seed: Seed,
    until: Option<u32>,
    seat: Option<u8>,
    ending: fn(Outcome) -> String,
) -> Result<Told, Error> {
    let mut replay = begin(rules, record, seed)?;
    let reached = |replay: &Replay<'_, G>| until.is_some_and(|turn| rules.turn(&replay.state) >= turn);
    while !reached(&replay) && replay.step()? {}
    as_recorded(rules, record, &replay.state, ending)?;
    let events = replay.told(seat);
    let over = rules.actor(&replay.state) == Actor::Nobody;
    Ok(Told { events, decisions: Vec::new(), over, board: rules.board(&replay.state, seat), record: record.clone() })
}

/// The rules and the seed of a recorded game.
fn reopen(
    game: &Arc<catalog::Game>,
    record: &Record,
    legal: impl Fn(Deck) -> Result<LegalDeck, String>,
) -> Result<(Rules, Seed), Error> {
    record.check().map_err(Error::Record)?;
    let seed = Seed::from_hex(&record.seed).ok_or_else(|| Error::Record("its seed is none of 64 digits".into()))?;
    let decks: Vec<LegalDeck> = (record.decks.iter())
        .map(|saved| legal(Deck::of_saved(game, saved)).map_err(Error::Record))
        .collect::<Result<_, _>>()?;
    let decks: Vec<&LegalDeck> = decks.iter().collect();
    Ok((Rules::of(game, &decks, record.players.len(), &record.options)?, seed))
}

/// Why a record cannot be played again, if its data may be the reason. What has changed since may have nothing to do with its
/// cards, so it is tried first: its digests tell whether it comes out as it did.
fn of_other_data(game: &catalog::Game, record: &Record, error: Error) -> Error {
    if record.data == game.data_hash {
        return error;
    }
    Error::Record(format!(
        "it was made with other data of {}: {}… then, {}… now; replay it with the program and data that made it ({error})",
        game.name,
        record.data.get(..12).unwrap_or(""),
        game.data_hash.get(..12).unwrap_or("")
    ))
}

/// A record from its start.
fn begin<'a, G: Game>(rules: &'a G, record: &'a Record, seed: Seed) -> Result<Replay<'a, G>, Error> {
    if record.first.is_some_and(|seat| seat >= rules.seats()) {
        return Err(Error::Record("the seat that begins is none of its seats".into()));
    }
    Ok(Replay::new(rules, seed, record.first, record.turns, &record.log))
}

/// Whether a game that is over ended as its record says.
fn as_recorded<G: Game>(
    rules: &G,
    record: &Record,
    state: &G::State,
    ending: fn(Outcome) -> String,
) -> Result<(), Error> {
    match rules.outcome(state).map(|outcome| as_written(|| ending(outcome))) {
        Some(outcome) if outcome != record.outcome => {
            Err(Error::Record(format!("it ends with `{outcome}`, recorded was `{}`", record.outcome)))
        }
        _ => Ok(()),
    }
}

/// What a player thinks of the decisions of a recorded game; `legal` checks a deck of the record. `None` if it was
/// stopped.
///
/// # Errors
/// If the game comes out otherwise than recorded, or cannot be played.
pub fn coach(
    source: &Source,
    game: &Arc<catalog::Game>,
    record: &Record,
    legal: impl Fn(Deck) -> Result<LegalDeck, String>,
    asked: &Request,
    progress: &Progress,
) -> Result<Option<Vec<Decision>>, Error> {
    let coached = || {
        let (rules, seed) = reopen(game, record, legal)?;
        let ending = rules.outcome_text();
        with!(rules, rules => {
            let weights = Weights::load(source, &game.id, features(&rules))?;
            let mut replay = begin(&rules, record, seed)?;
            let moments = coach::moments(&rules, &mut replay, asked)?;
            as_recorded(&rules, record, &replay.state, ending)?;
            Ok(coach::review(&rules, moments, asked, &weights, progress)?)
        })
    };
    coached().map_err(|error| of_other_data(game, record, error))
}

fn deeds<G: Game>(_: &G) -> bool {
    G::DEEDS
}

fn features<G: Game>(_: &G) -> &'static [&'static str] {
    G::FEATURES
}
