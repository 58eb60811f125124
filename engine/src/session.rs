//! Matches, whichever game it is: a series, one game with its log, a match under way that people sit at, a record played again, and
//! the coach who goes through it.

mod best_of;
pub mod coach;
pub mod human;
pub mod lookahead;
pub mod match_session;
mod reasons;

use std::ops::Range;
use std::sync::Arc;

use catalog::Source;
use formats::check::LegalDeck;
use formats::deck::SavedDeck;
use formats::rng::Seed;
use formats::{Deck, DeckFormat};

use crate::kernel::game_loop::{self, GameParams};
use crate::kernel::ledger::{Ledger, SeatLedger};
use crate::kernel::parallel::Progress;
use crate::kernel::player::Player;
use crate::kernel::record::{Record, RecordError, Replay};
use crate::kernel::rules::{NullSink, Rules};
use crate::kernel::series::{self, GameResult, SeriesPlan};
use crate::kernel::{MOST_SEATS, MOST_TURNS};
use crate::players::PlayerKind;
use crate::registry::{AnyRules, MatchError, with};

use coach::{Decision, DecisionRecorder, ReviewRequest};
use match_session::{GameSession, MatchSession};

pub use best_of::play_matches;

/// A match as it is asked for.
#[derive(Debug, Clone)]
pub struct SeriesSetup {
    /// Id of the format.
    pub format: String,
    /// Rulings other than the defaults.
    pub options: Vec<(String, String)>,
    /// In seat order, with the words that named them.
    pub players: Vec<(PlayerKind, String)>,
    /// Games, seed, turns and threads.
    pub plan: SeriesPlan,
}

/// A game that was played with its log.
#[derive(Debug, Clone)]
pub struct GameTranscript {
    /// What happened, sentence by sentence, as one seat or everybody sees it.
    pub events: Vec<String>,
    /// What players thought of their decisions: all of them, or those of that seat. A replay has none.
    pub decisions: Vec<Decision>,
    /// How it ended, in a sentence; absent if it is not over.
    pub outcome: Option<String>,
    /// The last position, as the same see it.
    pub board: String,
    /// What is kept of it.
    pub record: Record,
}

/// The players of a setup for any game of its series.
fn player_factory<'a, G: Rules + 'static>(
    source: &Source,
    game: &catalog::GameData,
    rules: &G,
    setup: &'a SeriesSetup,
) -> Result<impl Fn(u64, u8) -> Box<dyn Player<G>> + Sync + use<'a, G>, MatchError> {
    let weights = if setup.players.iter().any(|(kind, _)| kind.needs_weights()) {
        Some(rules.weights(source, &game.id)?)
    } else {
        None
    };
    Ok(move |index: u64, seat: u8| -> Box<dyn Player<G>> {
        let seed = series::player_seed(&setup.plan, index, seat);
        setup.players[seat as usize].0.new_player(weights.as_ref(), seed)
    })
}

/// Plays a series; `decks` has one for each seat, or the one that all share. `None` if it was stopped.
///
/// # Errors
/// If it cannot be played.
pub fn play(
    source: &Source,
    game: &Arc<catalog::GameData>,
    decks: &[&LegalDeck],
    setup: &SeriesSetup,
    progress: &Progress,
) -> Result<Option<Vec<GameResult>>, MatchError> {
    with!(AnyRules::new(game, decks, setup.players.len(), &setup.options)?, rules => {
        let player = player_factory(source, game, &rules, setup)?;
        Ok(series::play(&rules, rules.seats(), &setup.plan, progress, player)?)
    })
}

/// Plays some games of a series one after another and shows each; with `ledgers`, by seat with what was drawn and played
/// in it. It ends early, and says `false`, if it was stopped.
///
/// # Errors
/// If it cannot be played.
pub fn watch(
    source: &Source,
    game: &Arc<catalog::GameData>,
    decks: &[&LegalDeck],
    setup: &SeriesSetup,
    (games, ledgers): (Range<u64>, bool),
    progress: &Progress,
    see: &mut dyn FnMut(u64, &GameResult, &[SeatLedger]),
) -> Result<bool, MatchError> {
    with!(AnyRules::new(game, decks, setup.players.len(), &setup.options)?, rules => {
        if ledgers && !has_metrics(&rules) {
            return Err(MatchError::NoMetrics(game.name.clone()));
        }
        let player = player_factory(source, game, &rules, setup)?;
        let mut ledger = Ledger::new(&rules);
        for index in games {
            if progress.stopped() {
                return Ok(false);
            }
            let seats = rules.seats();
            if ledgers {
                ledger.clear();
                let played = series::play_one(&rules, seats, &setup.plan, index, &player, &mut ledger)?;
                see(index, &played, &ledger.seats);
            } else {
                see(index, &series::play_one(&rules, seats, &setup.plan, index, &player, &mut NullSink)?, &[]);
            }
        }
        Ok(true)
    })
}

/// Plays one game of a series and tells what happened, as `seat` or everybody sees it.
///
/// # Errors
/// If it cannot be played.
pub fn play_with_transcript(
    source: &Source,
    game: &Arc<catalog::GameData>,
    decks: &[&LegalDeck],
    setup: &SeriesSetup,
    index: u64,
    seat: Option<u8>,
) -> Result<GameTranscript, MatchError> {
    let rules = AnyRules::new(game, decks, setup.players.len(), &setup.options)?;
    with!(rules, rules => transcribe(&rules, source, game, decks, setup, index, seat))
}

fn transcribe<G: Rules + 'static>(
    rules: &G,
    source: &Source,
    game: &Arc<catalog::GameData>,
    decks: &[&LegalDeck],
    setup: &SeriesSetup,
    index: u64,
    seat: Option<u8>,
) -> Result<GameTranscript, MatchError> {
    let player = player_factory(source, game, rules, setup)?;
    let mut players: Vec<Box<dyn Player<G>>> = (0..rules.seats()).map(|s| player(index, s)).collect();
    let mut seated: Vec<&mut dyn Player<G>> = players.iter_mut().map(|p| &mut **p as &mut dyn Player<G>).collect();
    let terms = series::game_params(&setup.plan, index, rules.seats());
    let mut observer = DecisionRecorder::<G>::default();
    let finished = game_loop::play(rules, &mut seated, &terms, &mut observer)?;
    let DecisionRecorder { recorder, decisions } = observer;
    let events = recorder.event_texts(rules, 0..recorder.events.len(), seat);
    let record = Record {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        game: game.id.clone(),
        data: game.data_hash.clone(),
        format: setup.format.clone(),
        options: setup.options.clone(),
        decks: decks.iter().map(|d| d.deck().to_saved(game)).collect(),
        players: setup.players.iter().map(|(_, words)| words.clone()).collect(),
        seed: terms.seed.to_hex(),
        first: terms.first,
        turns: terms.max_turns,
        log: recorder.log,
        outcome: Some(finished.outcome.into()),
    };
    let decisions = decisions.into_iter().filter(|d| seat.is_none_or(|seat| d.seat == seat)).collect();
    let outcome = Some(rules.outcome_text(finished.outcome));
    Ok(GameTranscript { events, decisions, outcome, board: rules.board_text(&finished.state, seat), record })
}

/// A new match to sit at. What bots think goes by the weights of the game.
///
/// # Errors
/// If it cannot be played.
pub fn new_session(
    source: &Source,
    game: &Arc<catalog::GameData>,
    decks: &[&LegalDeck],
    seats: usize,
    options: &[(String, String)],
    terms: &GameParams,
) -> Result<Box<dyn MatchSession>, MatchError> {
    if terms.max_turns > MOST_TURNS || decks.len().max(seats) > MOST_SEATS {
        let (turns, seats) = (terms.max_turns, decks.len().max(seats));
        return Err(MatchError::TooLarge { turns, seats });
    }
    let rules = AnyRules::new(game, decks, seats, options)?;
    with!(rules, rules => {
        let weights = rules.weights(source, &game.id)?;
        Ok(Box::new(GameSession::new(rules, weights, terms)) as Box<dyn MatchSession>)
    })
}

/// Plays a record again, up to the start of a turn if one is named; its decks must be legal in the format. What is
/// told is what happened up to there, as `seat` or everybody sees it.
///
/// # Errors
/// If it comes out otherwise than recorded, or cannot be played.
pub fn replay(
    game: &Arc<catalog::GameData>,
    format: &DeckFormat,
    record: &Record,
    until: Option<u32>,
    seat: Option<u8>,
) -> Result<GameTranscript, MatchError> {
    let played = || {
        let (rules, seed) = rules_of_record(game, record, format)?;
        with!(rules, rules => replay_with(&rules, record, seed, until, seat))
    };
    played().map_err(|error| explain_other_data(game, record, error))
}

fn replay_with<G: Rules>(
    rules: &G,
    record: &Record,
    seed: Seed,
    until: Option<u32>,
    seat: Option<u8>,
) -> Result<GameTranscript, MatchError> {
    let mut replay = start_replay(rules, record, seed)?;
    let reached = |replay: &Replay<'_, G>| until.is_some_and(|turn| rules.turn(&replay.state) >= turn);
    while !reached(&replay) && replay.step()? {}
    let outcome = check_outcome(rules, record, &replay.state)?;
    let events = replay.event_texts(seat);
    Ok(GameTranscript {
        events,
        decisions: Vec::new(),
        outcome,
        board: rules.board_text(&replay.state, seat),
        record: record.clone(),
    })
}

/// The rules and the seed of a recorded game.
fn rules_of_record(
    game: &Arc<catalog::GameData>,
    record: &Record,
    format: &DeckFormat,
) -> Result<(AnyRules, Seed), MatchError> {
    record.check()?;
    let seed = Seed::from_hex(&record.seed).ok_or(RecordError::Seed)?;
    let legal = |saved: &SavedDeck| {
        let illegal = |_| RecordError::IllegalDeck { deck: saved.name.clone(), format: format.name.clone() };
        LegalDeck::check(game, format, Deck::from_saved(game, saved), None).map_err(illegal)
    };
    let decks: Vec<LegalDeck> = record.decks.iter().map(legal).collect::<Result<_, _>>()?;
    let decks: Vec<&LegalDeck> = decks.iter().collect();
    Ok((AnyRules::new(game, &decks, record.players.len(), &record.options)?, seed))
}

/// Why a record cannot be played again, if its data may be the reason. What has changed since may have nothing to do with its
/// cards, so it is tried first: its digests tell whether it comes out as it did.
fn explain_other_data(game: &catalog::GameData, record: &Record, error: MatchError) -> MatchError {
    if record.data == game.data_hash {
        return error;
    }
    let start = |hash: &str| hash.get(..12).unwrap_or_default().to_owned();
    let (then, now) = (start(&record.data), start(&game.data_hash));
    RecordError::OtherData { game: game.name.clone(), then, now, error: error.to_string() }.into()
}

/// A record from its start.
fn start_replay<'a, G: Rules>(rules: &'a G, record: &'a Record, seed: Seed) -> Result<Replay<'a, G>, MatchError> {
    if record.first.is_some_and(|seat| seat >= rules.seats()) {
        return Err(RecordError::FirstSeat.into());
    }
    Ok(Replay::new(rules, seed, record.first, record.turns, &record.log))
}

/// How a game ended, in a sentence, if it is over.
///
/// # Errors
/// If its record says otherwise.
fn check_outcome<G: Rules>(rules: &G, record: &Record, state: &G::State) -> Result<Option<String>, MatchError> {
    let Some(outcome) = rules.outcome(state) else { return Ok(None) };
    let text = rules.outcome_text(outcome);
    if record.outcome.as_ref().is_some_and(|recorded| recorded.agrees_with(outcome)) {
        Ok(Some(text))
    } else {
        Err(RecordError::Outcome(text).into())
    }
}

/// What a player thinks of a recorded game.
#[derive(Debug, Default)]
pub struct GameReview {
    /// How it ended, in a sentence; absent if it is not over.
    pub outcome: Option<String>,
    /// What the player thinks of its decisions.
    pub decisions: Vec<Decision>,
}

/// What a player thinks of the decisions of a recorded game, whose decks must be legal in the format. `None` if it was stopped.
///
/// # Errors
/// If the game comes out otherwise than recorded, or cannot be played.
pub fn coach(
    source: &Source,
    game: &Arc<catalog::GameData>,
    format: &DeckFormat,
    record: &Record,
    asked: &ReviewRequest,
    progress: &Progress,
) -> Result<Option<GameReview>, MatchError> {
    let coached = || {
        let (rules, seed) = rules_of_record(game, record, format)?;
        with!(rules, rules => {
            let weights = rules.weights(source, &game.id)?;
            let mut replay = start_replay(&rules, record, seed)?;
            let moments = coach::decision_points(&rules, &mut replay, asked)?;
            let outcome = check_outcome(&rules, record, &replay.state)?;
            let decisions = coach::review(&rules, moments, asked, &weights, progress)?;
            Ok(decisions.map(|decisions| GameReview { outcome, decisions }))
        })
    };
    coached().map_err(|error| explain_other_data(game, record, error))
}

fn has_metrics<G: Rules>(_: &G) -> bool {
    G::HAS_METRICS
}
