//! Which rules belong to which game: the only place that knows games by name, and the door for those who do not
//! care about types.

use std::sync::Arc;

use catalog::read::Problem;
use catalog::{Source, load};
use formats::Deck;
use formats::check::LegalDeck;
use formats::rng::Seed;

use crate::bout;
use crate::chronx::{self, ChronX, Circle, Duel, OptionError, Options, SetupError};
use crate::coach::{self, Decision, Request};
use crate::game::{Actor, Game};
use crate::lab::shards::Progress;
use crate::player::{NoAnswer, Player, Weights, WeightsError};
use crate::record::{Differs, Record, Recorder, Replay};
use crate::scenario::{self, Shown};
use crate::series::{self, Plan, Played};

pub use crate::player::Kind as PlayerKind;

/// The games that the engine plays, by id.
pub const PLAYED: [&str; 1] = ["chronx"];

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
    #[error("the engine does not play {0} yet; it plays: {known}", known = PLAYED.join(", "))]
    Unknown(String),
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
    let read = || match text {
        Some((name, text)) => scenario::read::<Circle>(name, text, game),
        None => scenario::load::<Circle>(source, game),
    };
    match game.id.as_str() {
        "chronx" => Some(read().map(|all| all.iter().map(scenario::Scenario::run).collect())),
        _ => None,
    }
}

/// Every fault in the data of a game that only its rules can see: cards that they cannot play, scenarios and the
/// weights of players. Of a game that the engine does not play there are none.
pub fn faults(source: &Source, game: &Arc<catalog::Game>) -> Vec<Problem> {
    if game.id != "chronx" {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (card, why) in chronx::refusals(game) {
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
    faults.extend(Weights::load(source, &game.id, Duel::FEATURES).err().into_iter().flat_map(|e| e.0));
    faults.extend(scenario::load::<Circle>(source, game).err().into_iter().flatten());
    faults
}

/// A match with room for `N` players.
fn chronx<const N: usize>(
    game: &Arc<catalog::Game>,
    decks: &[&LegalDeck],
    options: &[(String, String)],
) -> Result<ChronX<N>, Error> {
    if game.id != "chronx" {
        return Err(Error::Unknown(game.name.clone()));
    }
    let mut set = Options::default();
    for (key, value) in options {
        set.set(key, value)?;
    }
    Ok(ChronX::new(game, decks, set)?)
}

/// The players of a setup for any game of its series.
fn seating<'a, const N: usize>(
    source: &Source,
    game: &catalog::Game,
    setup: &'a Setup,
) -> Result<impl Fn(u64, u8) -> Box<dyn Player<ChronX<N>>> + Sync + use<'a, N>, Error> {
    let weights = match setup.players.iter().any(|(kind, _)| kind.weighs()) {
        true => Some(Weights::load(source, &game.id, Duel::FEATURES)?),
        false => None,
    };
    Ok(move |index: u64, seat: u8| -> Box<dyn Player<ChronX<N>>> {
        let seed = series::player_seed(&setup.plan, index, seat);
        setup.players[seat as usize].0.player(weights.as_ref(), seed)
    })
}

/// Plays a series. `None` if it was stopped.
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
    match decks.len() {
        0..=2 => play_in::<2>(source, game, decks, setup, progress),
        _ => play_in::<5>(source, game, decks, setup, progress),
    }
}

fn play_in<const N: usize>(
    source: &Source,
    game: &Arc<catalog::Game>,
    decks: &[&LegalDeck],
    setup: &Setup,
    progress: &Progress,
) -> Result<Option<Vec<Played>>, Error> {
    let rules = chronx::<N>(game, decks, &setup.options)?;
    let player = seating::<N>(source, game, setup)?;
    Ok(series::run(&rules, rules.seats(), &setup.plan, progress, player)?)
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
    match decks.len() {
        0..=2 => tell_in::<2>(source, game, decks, setup, index, seat),
        _ => tell_in::<5>(source, game, decks, setup, index, seat),
    }
}

fn tell_in<const N: usize>(
    source: &Source,
    game: &Arc<catalog::Game>,
    decks: &[&LegalDeck],
    setup: &Setup,
    index: u64,
    seat: Option<u8>,
) -> Result<Told, Error> {
    let rules = chronx::<N>(game, decks, &setup.options)?;
    let player = seating::<N>(source, game, setup)?;
    let mut players: Vec<Box<dyn Player<ChronX<N>>>> = (0..rules.seats()).map(|s| player(index, s)).collect();
    let mut seated: Vec<&mut dyn Player<ChronX<N>>> =
        players.iter_mut().map(|p| &mut **p as &mut dyn Player<ChronX<N>>).collect();
    let terms = series::terms(&setup.plan, index, rules.seats());
    let mut recorder = Recorder::<ChronX<N>>::default();
    let bout = bout::play(&rules, &mut seated, &terms, &mut recorder)?;
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
        outcome: chronx::outcome_text(bout.outcome),
    };
    let events = recorder.events.iter().map(|(e, to)| rules.told(*e, *to, seat)).collect();
    let decisions = recorder.decisions.into_iter().filter(|d| seat.is_none_or(|seat| d.seat == seat)).collect();
    Ok(Told { events, decisions, over: true, board: rules.board(&bout.state, seat), record })
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
    match record.decks.len() {
        0..=2 => replay_in::<2>(game, record, legal, until, seat),
        _ => replay_in::<5>(game, record, legal, until, seat),
    }
}

fn replay_in<const N: usize>(
    game: &Arc<catalog::Game>,
    record: &Record,
    legal: impl Fn(Deck) -> Result<LegalDeck, String>,
    until: Option<u32>,
    seat: Option<u8>,
) -> Result<Told, Error> {
    let (rules, seed) = reopen::<N>(game, record, legal)?;
    let mut replay = Replay::new(&rules, seed, record.first, record.turns, &record.log);
    let reached = |replay: &Replay<'_, ChronX<N>>| until.is_some_and(|turn| rules.turn(&replay.state) >= turn);
    while !reached(&replay) && replay.step()? {}
    as_recorded(&rules, record, &replay.state)?;
    let events = replay.events().iter().map(|(e, to)| rules.told(*e, *to, seat)).collect();
    let over = rules.actor(&replay.state) == Actor::Nobody;
    Ok(Told { events, decisions: Vec::new(), over, board: rules.board(&replay.state, seat), record: record.clone() })
}

/// The rules and the seed of a recorded game.
fn reopen<const N: usize>(
    game: &Arc<catalog::Game>,
    record: &Record,
    legal: impl Fn(Deck) -> Result<LegalDeck, String>,
) -> Result<(ChronX<N>, Seed), Error> {
    if record.data != game.data_hash {
        return Err(Error::Record(format!(
            "it was made with other data of {}: {}… then, {}… now; replay it with the program and data that made it",
            game.name,
            record.data.get(..12).unwrap_or(""),
            game.data_hash.get(..12).unwrap_or("")
        )));
    }
    let seed = Seed::from_hex(&record.seed).ok_or_else(|| Error::Record(format!("`{}` is no seed", record.seed)))?;
    let decks: Vec<LegalDeck> = (record.decks.iter())
        .map(|saved| legal(Deck::of_saved(game, saved)).map_err(Error::Record))
        .collect::<Result<_, _>>()?;
    let rules = chronx::<N>(game, &decks.iter().collect::<Vec<_>>(), &record.options)?;
    if record.first.is_some_and(|seat| seat >= rules.seats()) {
        return Err(Error::Record("the seat that begins is none of its seats".into()));
    }
    Ok((rules, seed))
}

/// Whether a game that is over ended as its record says.
fn as_recorded<const N: usize>(rules: &ChronX<N>, record: &Record, state: &chronx::State<N>) -> Result<(), Error> {
    match rules.outcome(state).map(chronx::outcome_text) {
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
    match record.decks.len() {
        0..=2 => coach_in::<2>(source, game, record, legal, asked, progress),
        _ => coach_in::<5>(source, game, record, legal, asked, progress),
    }
}

fn coach_in<const N: usize>(
    source: &Source,
    game: &Arc<catalog::Game>,
    record: &Record,
    legal: impl Fn(Deck) -> Result<LegalDeck, String>,
    asked: &Request,
    progress: &Progress,
) -> Result<Option<Vec<Decision>>, Error> {
    let (rules, seed) = reopen::<N>(game, record, legal)?;
    let weights = Weights::load(source, &game.id, Duel::FEATURES)?;
    let mut replay = Replay::new(&rules, seed, record.first, record.turns, &record.log);
    let moments = coach::moments(&rules, &mut replay, asked)?;
    as_recorded(&rules, record, &replay.state)?;
    Ok(coach::review(&rules, moments, asked, &weights, progress)?)
}
