//! `deckloom match FORMAT [DECK…]`

mod terminal;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use catalog::source::MOST_HANDED;
use clap_lex::OsStrExt;
use engine::kernel::series::{self, GameResult, SeriesPlan, SeriesSummary};
use engine::kernel::stats::Share;
use engine::players::PlayerKind;
use engine::registry;
use engine::session::SeriesSetup;
use formats::rng::Seed;
use formats::{Deck, DeckFormat, GameLibrary, LegalDeck};
use schemars::JsonSchema;
use serde::Serialize;

use super::decisions::DecisionOutput;
use super::error::ErrorClass;
use super::hands::Sampled;
use super::print::{counted, percent, table};
use super::{CommandContext, CommandError, CommandOutcome, CommandResult, number, sources, usage_error, with_progress};

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("told").multiple(true))]
pub(super) struct MatchesArgs {
    /// The format, such as chronx/constructed.
    format: String,
    /// A deck for each seat: files, starter decks such as chronx/corporate, or saved decks. One deck plays against
    /// itself; without any, the starter decks of the format play, and others that are legal in it. In a format with a
    /// shared deck there is one, and --players says how many play.
    decks: Vec<OsString>,
    /// Who plays, one for each seat or one for all: random, passive, greedy (thinks one play ahead), easy, normal, hard
    /// (search with 100, 1000, 4000 iterations a decision), ismcts:ITERATIONS, script:FILE; or human, who is asked in
    /// the terminal: such a match is saved in the library as it is played.
    #[arg(long, value_delimiter = ',', default_value = "greedy")]
    players: Vec<OsString>,
    /// How many games. The seats begin in turn.
    #[arg(long, default_value_t = 1, value_parser = number::whole::<u64>(1..=10_000_000))]
    games: u64,
    /// Count matches of at most so many games each, too. Where the format's rules say so, the loser of a game chooses who
    /// goes first in the next one.
    #[arg(long, value_name = "GAMES", value_parser = number::whole::<u64>(1..=99))]
    best_of: Option<u64>,
    /// A ruling other than the default, such as political_threshold_2p=15; may be given several times.
    #[arg(long, value_name = "KEY=VALUE")]
    option: Vec<String>,
    /// Stop a game after so many turns, instead of far more than it needs (400; 3000 for a tournament of days).
    #[arg(long, value_parser = number::whole::<u32>(1..=60_000))]
    turns: Option<u32>,
    /// The same seed gives the same games: a number, or 64 hexadecimal digits.
    #[arg(long, value_parser = number::seed)]
    seed: Option<Seed>,
    /// Threads; 0 is as many as the machine has. The numbers do not depend on it.
    #[arg(long, default_value_t = 0, value_parser = number::whole::<u64>(0..=256))]
    threads: u64,
    /// Tell what happens in the first game, sentence by sentence.
    #[arg(long, group = "told")]
    log: bool,
    /// Tell what players that compare actions thought of each decision in the first game: the alternatives, how often
    /// each was tried, what it is worth and why.
    #[arg(long, group = "told")]
    explain: bool,
    /// Tell it as this seat sees it, and only what this seat thought; counted from 1.
    #[arg(long, value_name = "SEAT", requires = "told", value_parser = number::whole::<u8>(1..=8))]
    seat: Option<u8>,
    /// Keep the first game in a file that `deckloom replay` plays again.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// What came of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct MatchesOutput {
    /// `game/format`.
    format: String,
    /// Games played.
    games: u64,
    /// The seed as 64 hexadecimal digits.
    seed: String,
    /// Each seat.
    seats: Vec<SeatResult>,
    /// Draws and shared wins.
    draws: Sampled,
    /// Stopped without a winner: by the turn limit, or because more happened than the engine can hold.
    stopped: Sampled,
    /// Decided games won by the seat that began.
    first: Sampled,
    /// Mean turns, of both players together.
    turns: f64,
    /// Mean decisions with two options or more.
    decisions: f64,
    /// Games by how they ended, the most frequent first.
    endings: Vec<Ending>,
    /// Matches, if they were counted.
    matches: Option<Matches>,
    /// What happened in the first game, if that was asked for.
    log: Option<Vec<String>>,
    /// What players thought of their decisions in the first game, if that was asked for.
    thoughts: Option<Vec<DecisionOutput>>,
}

/// A seat over the games.
#[derive(Debug, Serialize, JsonSchema)]
struct SeatResult {
    /// Its deck.
    deck: String,
    /// Who played it.
    player: String,
    /// Games won, alone or with its team.
    won: Sampled,
}

/// A way to end.
#[derive(Debug, Serialize, JsonSchema)]
struct Ending {
    /// `last_standing`, `neighbour`, `progress`, `deck_out`, `home`, `mission`, `all_out`, `turn_limit`, `loop` or `overflow`.
    reason: &'static str,
    /// Games that ended so.
    games: u64,
}

/// Matches of several games.
#[derive(Debug, Serialize, JsonSchema)]
struct Matches {
    /// Most games of a match.
    best_of: u64,
    /// Matches won, by seat.
    won: Vec<u64>,
    /// Matches without a winner.
    drawn: u64,
}

pub(super) fn run(args: &MatchesArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    if args.players.iter().any(|player| player == "human") {
        return terminal::run(args, context);
    }
    let (game_library, format) = context.format(&args.format)?;
    let decks = decks(args, context, game_library, format)?;
    let legal: Vec<&LegalDeck> = decks.iter().collect();
    let setup = setup(args, (game_library, format), seats(args, format, &decks)?)?;
    let told = if args.log || args.explain || args.record.is_some() {
        let seat = args.seat.map(|s| s - 1);
        Some(
            engine::session::play_with_transcript(&context.session.source, &game_library.game, &legal, &setup, 0, seat)
                .map_err(match_error)?,
        )
    } else {
        None
    };
    if let (Some(path), Some(told)) = (&args.record, &told) {
        sources::write(path, serde_json::to_string_pretty(&told.record)?)?;
    }
    let source = &context.session.source;
    let played = with_progress(args.games, |progress| match args.best_of {
        Some(best_of) => engine::session::play_matches(source, &game_library.game, &legal, &setup, best_of, progress),
        None => engine::session::play(source, &game_library.game, &legal, &setup, progress),
    });
    let played = played.map_err(match_error)?.unwrap_or_default();
    let mut result = output(args, &setup, &decks, &played);
    if let Some(told) = told {
        result.log = args.log.then_some(told.events);
        result.thoughts = args.explain.then(|| told.decisions.into_iter().map(DecisionOutput::from).collect());
    }
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

/// The class of a match that cannot be played.
pub(super) fn match_error(error: registry::MatchError) -> CommandError {
    let class = match &error {
        registry::MatchError::Unknown(_)
        | registry::MatchError::Automa(_)
        | registry::MatchError::NoMetrics(_)
        | registry::MatchError::NoDecks(_)
        | registry::MatchError::Option(_) => ErrorClass::Usage,
        registry::MatchError::Setup(_) | registry::MatchError::Differs(_) => ErrorClass::Wanting,
        registry::MatchError::Weights(_)
        | registry::MatchError::Data(_)
        | registry::MatchError::Player(_)
        | registry::MatchError::Record(_)
        | registry::MatchError::TooLarge { .. } => ErrorClass::Input,
    };
    CommandError::new(class, error.to_string())
}

/// A deck for each seat, legal in the format.
fn decks(
    args: &MatchesArgs,
    context: &CommandContext,
    game_library: &GameLibrary,
    format: &DeckFormat,
) -> CommandResult<Vec<LegalDeck>> {
    let (least, most) = (format.match_settings.seats.0 as usize, format.match_settings.seats.1 as usize);
    let mut decks = Vec::new();
    for name in &args.decks {
        let named = context.deck(name, Some(&game_library.game.id))?;
        if named.game_library.game.id != game_library.game.id {
            return Err(usage_error(format!(
                "`{}` is a deck of {}, not of {}",
                name.display(),
                named.game_library.game.name,
                game_library.game.name
            )));
        }
        decks.push(named.legal_in(format)?);
    }
    if decks.is_empty() {
        // Those that are made for the format first.
        let mut starters: Vec<&Deck> = game_library.decks.iter().map(|(_, deck)| deck).collect();
        starters.sort_by_key(|deck| deck.format != format.id);
        let check = |deck: &Deck| LegalDeck::check(&game_library.game, format, deck.clone(), None).ok();
        let legal = starters.into_iter().filter_map(check);
        let number = if format.match_settings.shared { 1 } else { least.max(args.players.len()).min(most) };
        decks.extend(legal.take(number));
        if decks.is_empty() {
            return Err(usage_error(format!("no starter deck is legal in {}; name a deck for each seat", format.name)));
        }
    }
    if format.match_settings.shared {
        return match decks.len() {
            1 => Ok(decks),
            n => Err(usage_error(format!("{n} decks: in {} all seats share one", format.name))),
        };
    }
    // One deck plays against itself.
    if let [only] = &decks[..] {
        decks = vec![only.clone(); least.max(args.players.len()).min(most)];
    }
    match decks.len() {
        n if (least..=most).contains(&n) => Ok(decks),
        n if least == most => Err(usage_error(format!("{n} decks for {least} seats: name one, or {least}"))),
        n => Err(usage_error(format!("{n} decks: {} is played by {least} to {most}", format.name))),
    }
}

/// How many play.
fn seats(args: &MatchesArgs, format: &DeckFormat, decks: &[LegalDeck]) -> CommandResult<usize> {
    if !format.match_settings.shared {
        return Ok(decks.len());
    }
    let (least, most) = (format.match_settings.seats.0 as usize, format.match_settings.seats.1 as usize);
    match args.players.len() {
        1 => Ok(least),
        n if (least..=most).contains(&n) => Ok(n),
        n => Err(usage_error(format!("{n} players: {} is played by {least} to {most}", format.name))),
    }
}

/// The rulings that were asked for.
fn options(args: &MatchesArgs) -> CommandResult<Vec<(String, String)>> {
    let option = |text: &String| {
        let pair = text.split_once('=').map(|(k, v)| (k.trim().to_owned(), v.trim().to_owned()));
        pair.ok_or_else(|| usage_error(format!("`{text}` is no option: write KEY=VALUE")))
    };
    args.option.iter().map(option).collect()
}

fn setup(
    args: &MatchesArgs,
    (game_library, format): (&GameLibrary, &DeckFormat),
    seats: usize,
) -> CommandResult<SeriesSetup> {
    let named = |word: &OsString| Ok((player(word)?, word.to_string_lossy().into_owned()));
    let mut players = args.players.iter().map(named).collect::<CommandResult<Vec<_>>>()?;
    match players.len() {
        1 => players = vec![players[0].clone(); seats],
        n if n == seats => {}
        n => return Err(usage_error(format!("{n} players for {seats} seats"))),
    }
    // What is asked for goes before what the format says.
    let options = format.match_settings.options.iter().cloned().chain(options(args)?).collect();
    Ok(SeriesSetup {
        format: format.id.clone(),
        options,
        players,
        plan: SeriesPlan {
            games: args.games,
            seed: sources::seed(args.seed)?,
            turns: args.turns.unwrap_or_else(|| engine::registry::default_max_turns(&game_library.game.id)),
            threads: args.threads as usize,
        },
    })
}

/// A player as an argument names it.
pub(super) fn player(word: &OsStr) -> CommandResult<PlayerKind> {
    match word.strip_prefix("script:") {
        Some(path) => Ok(PlayerKind::Script(sources::read_text(Path::new(path), MOST_HANDED)?)),
        None => word.to_string_lossy().parse().map_err(|e: engine::players::UnknownPlayer| usage_error(e.to_string())),
    }
}

fn sampled(share: Share) -> Sampled {
    share.into()
}

fn output(args: &MatchesArgs, setup: &SeriesSetup, decks: &[LegalDeck], played: &[GameResult]) -> MatchesOutput {
    let seats = setup.players.len() as u8;
    let summary = SeriesSummary::new(played, seats);
    // A shared deck is that of every seat.
    let each = decks.iter().cycle().zip(&setup.players).zip(&summary.wins);
    let matches = args.best_of.map(|best_of| {
        let (won, drawn) = series::match_wins(played, seats, best_of);
        Matches { best_of, won, drawn }
    });
    MatchesOutput {
        format: args.format.clone(),
        games: played.len() as u64,
        seed: setup.plan.seed.to_hex(),
        seats: each
            .map(|((deck, (_, player)), won)| SeatResult {
                deck: deck.deck().name.clone(),
                player: player.clone(),
                won: sampled(*won),
            })
            .collect(),
        draws: sampled(summary.draws),
        stopped: sampled(summary.stopped),
        first: sampled(summary.first),
        turns: summary.turns,
        decisions: summary.decisions,
        endings: summary.reasons.iter().map(|(r, games)| Ending { reason: <&str>::from(*r), games: *games }).collect(),
        matches,
        log: None,
        thoughts: None,
    }
}

/// What happened in the first game, with each decision at its place.
fn log_text(result: &MatchesOutput) -> String {
    let mut out = String::new();
    let mut decisions = result.thoughts.iter().flatten().peekable();
    for (i, line) in result.log.iter().flatten().enumerate() {
        while let Some(decision) = decisions.next_if(|d| d.after <= i) {
            out.push_str(&format!("\n{}\n", decision.to_text()));
        }
        let indent = if line.starts_with("Turn ") { "" } else { "  " };
        out.push_str(&format!("{indent}{line}\n"));
    }
    for decision in decisions {
        out.push_str(&format!("{}\n", decision.to_text()));
    }
    if result.log.is_some() {
        out.push('\n');
    }
    out
}

fn to_text(result: &MatchesOutput) -> String {
    let mut out = log_text(result);
    let interval = |s: &Sampled| format!("{} to {}", percent(s.low), percent(s.high));
    let rows: Vec<Vec<String>> = (result.seats.iter().enumerate())
        .map(|(i, s)| {
            vec![
                format!("{}", i + 1),
                s.deck.clone(),
                s.player.clone(),
                s.won.hits.to_string(),
                percent(s.won.share),
                interval(&s.won),
            ]
        })
        .collect();
    out.push_str(&table(&["Seat", "Deck", "Player", "Won", "Share", "95 % interval"], &rows, &[3, 4]));
    out.push_str(&format!(
        "\n{}; {} drawn, {} stopped. The seat that begins wins {} ({}).\n",
        counted(result.games, "game", "games"),
        result.draws.hits,
        result.stopped.hits,
        percent(result.first.share),
        interval(&result.first)
    ));
    let endings: Vec<String> =
        result.endings.iter().map(|e| format!("{} {}", e.games, e.reason.replace('_', " "))).collect();
    out.push_str(&format!(
        "{:.1} turns, {:.0} decisions a game. Endings: {}.\n",
        result.turns,
        result.decisions,
        endings.join(", ")
    ));
    if let Some(matches) = &result.matches {
        let won: Vec<String> = matches.won.iter().enumerate().map(|(i, n)| format!("seat {} won {n}", i + 1)).collect();
        out.push_str(&format!("Matches, best of {}: {}, {} drawn.\n", matches.best_of, won.join(", "), matches.drawn));
    }
    out.push_str(&format!("Seed {}\n", result.seed));
    out
}
