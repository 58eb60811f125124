//! The command line: one verb a file, exit codes, and `--json` everywhere.
//!
//! Exit codes: 0 done; 1 asked and found wanting; 2 wrong usage; 3 input that cannot be read; 4 the
//! environment.

mod card;
mod cards;
mod coach;
mod collection;
mod companion;
mod data;
mod decisions;
mod deck;
mod draft;
mod error;
mod event;
mod failed;
mod games;
mod goldfish;
mod hands;
mod lab;
mod library;
mod manual;
mod matches;
mod names;
mod number;
mod odds;
mod outputs;
mod pack;
mod passes;
mod print;
mod printings;
mod replay;
mod rules;
mod scenario;
mod sealed;
mod serve;
mod sources;
mod tournament;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use error::{CommandError, CommandResult, environment_error, failure, input_error, usage_error};
use failed::ErrorOutput;
use outputs::JsonOutput;
pub use outputs::schemas;

use crate::language::Language;
use crate::screen;
use crate::screen::decks::DeckTab;
use crate::screen::events::dashboard::EventTab;
use crate::session::{Places, Session};
use crate::theme::Mode;
use crate::window::{self, Opening};

/// Deckbuilding, sealed and draft, opening hands and goldfish for card games that the big sites do not serve.
///
/// Without a verb it opens the window.
#[derive(Debug, Parser)]
#[command(name = "deckloom", version, max_term_width = 110)]
pub struct Cli {
    /// The library file, instead of the one in the platform's data folder.
    #[arg(long, global = true, value_name = "FILE")]
    library: Option<PathBuf>,
    /// A folder with more games and sets; may be given several times.
    #[arg(long, global = true, value_name = "DIR")]
    data: Vec<PathBuf>,
    /// Write one JSON object to standard output instead of tables.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    verb: Option<CliVerb>,
    #[command(flatten)]
    opening: OpeningArgs,
}

/// What the window shows first; for pictures.
#[derive(Debug, Default, clap::Args)]
struct OpeningArgs {
    #[arg(long, hide = true)]
    game: Option<String>,
    #[arg(long, hide = true)]
    screen: Option<screen::ScreenName>,
    #[arg(long, hide = true)]
    query: Option<String>,
    #[arg(long, hide = true)]
    deck: Option<String>,
    #[arg(long, hide = true)]
    limited: Option<String>,
    #[arg(long, hide = true)]
    play: Option<String>,
    #[arg(long, hide = true, default_value_t = 0)]
    picks: usize,
    /// Frames to measure while the cards scroll by
    #[arg(long, hide = true)]
    frames: Option<usize>,
    #[arg(long, hide = true)]
    tab: Option<DeckTab>,
    #[arg(long, hide = true)]
    event: Option<String>,
    #[arg(long, hide = true)]
    desk: Option<EventTab>,
    #[arg(long, hide = true)]
    seed: Option<u64>,
    #[arg(long, hide = true)]
    theme: Option<Mode>,
    #[arg(long, hide = true)]
    language: Option<Language>,
    #[arg(long, hide = true, value_name = "WIDTHxHEIGHT")]
    size: Option<String>,
}

impl From<OpeningArgs> for Opening {
    fn from(args: OpeningArgs) -> Opening {
        let size =
            args.size.and_then(|s| s.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?))));
        Opening {
            game: args.game,
            screen: args.screen,
            query: args.query,
            deck: args.deck,
            limited: args.limited,
            play: args.play,
            picks: args.picks,
            frames: args.frames,
            tab: args.tab,
            event: args.event,
            event_tab: args.desk,
            seed: args.seed,
            theme: args.theme,
            language: args.language,
            size,
        }
    }
}

#[derive(Debug, Subcommand)]
enum CliVerb {
    /// List the games with their formats, products and starter decks.
    Games(games::GamesArgs),
    /// Find cards that answer a query.
    Cards(cards::CardsArgs),
    /// Show a card, by name or id.
    Card(card::CardArgs),
    /// Make, change, build, compare, check, count, import, convert and print decks.
    #[command(subcommand)]
    Deck(deck::DeckVerb),
    /// Keep what is owned and wanted, and see what decks lack.
    #[command(subcommand)]
    Collection(collection::CollectionVerb),
    /// Open packs.
    Pack(pack::PackArgs),
    /// Open sealed pools, with a deck built out of each; fair deals that can be verified, teams, leagues.
    Sealed(sealed::SealedArgs),
    /// Host a draft or sealed table on the local network: each player joins with a phone, by QR code or a short code.
    Serve(serve::ServeArgs),
    /// Draft by bots from packs to decks, or with people, bots and files in the library.
    Draft(Box<draft::DraftArgs>),
    /// Run events: players, pods, rounds, standings, corrections, and what is printed and reported of them.
    Event(Box<event::EventArgs>),
    /// Play a tournament of several days at one table, by people and bots, that goes on where it was put down.
    #[command(subcommand)]
    Tournament(tournament::TournamentVerb),
    /// Draw opening hands: kept and thrown back, sampled beside exact odds.
    Hands(hands::HandsArgs),
    /// Compute exact odds of questions about the cards seen.
    Odds(odds::OddsArgs),
    /// Play the first turns of a deck with nobody opposite.
    Goldfish(goldfish::GoldfishArgs),
    /// Play decks against each other: a game with its log, or many with their numbers.
    Match(matches::MatchesArgs),
    /// Run experiments as plans: hands, goldfish, series, fields, what cards are worth, the balance of a set.
    #[command(subcommand)]
    Lab(lab::LabVerb),
    /// Play a recorded game again.
    Replay(replay::ReplayArgs),
    /// Find where a recorded game was played worse than a strong player would have, and why.
    ///
    /// Its numbers are chances of winning, in per cent: how often games were won by whoever was as far ahead at that point of the
    /// game, by the curve that `deckloom lab chance` fits. What was done and what the coach would do are judged in the same imagined
    /// worlds, and what a choice costs has an interval of 95 per cent. A choice that surely costs 5 points is an inaccuracy, 10 a
    /// mistake, 20 a blunder: the lower end of its interval is as much. A win in this turn that was missed is an inaccuracy at least. Below stands what surely happens after the one and the other.
    Coach(coach::CoachArgs),
    /// Run the opponent at a real table: you say what happens, it says what it does and why; or many games simulated.
    Companion(companion::CompanionArgs),
    /// Play rules as examples, and say which come out otherwise.
    Scenario(scenario::ScenarioArgs),
    /// List the rules of a game, and where each is shown.
    Rules(rules::RulesArgs),
    /// Write games as data: begin one, check all, count what they hold; cards from and for other programs.
    #[command(subcommand)]
    Data(data::DataVerb),
    /// Look after the file of everything that is saved: where it is, whether it is sound, copies, and what is left of a
    /// damaged one.
    #[command(subcommand)]
    Library(library::LibraryVerb),
    /// Print what a shell completes words with: `source <(deckloom completions bash)`.
    Completions(manual::CompletionsArgs),
    /// Write the manual pages, and what shells complete words with, into a folder.
    Manual(manual::ManualArgs),
}

/// How a verb ended.
enum CommandOutcome {
    Done,
    /// Asked and found wanting.
    Failed,
}

/// All arguments, as they are read.
pub fn arguments() -> clap::Command {
    number::accept_negative(Cli::command())
}

/// Reads the arguments, does what they say, and gives the exit code.
pub fn run() -> ExitCode {
    let matches = arguments().try_get_matches();
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            // What cannot be parsed does not say whether `--json` is among it.
            if error.use_stderr() && std::env::args_os().any(|word| word == "--json") {
                print_failure(&ErrorOutput::from_arguments(&error));
            }
            error.exit()
        }
    };
    let json = cli.json;
    let result = match cli.verb {
        None => open_window(cli),
        Some(_) => run_cli(cli),
    };
    match result {
        Ok(CommandOutcome::Done) => ExitCode::SUCCESS,
        Ok(CommandOutcome::Failed) => ExitCode::from(1),
        Err(error) => {
            if json {
                print_failure(&ErrorOutput::from_error(&error));
            }
            eprintln!("deckloom: {}", error.describe());
            ExitCode::from(error.class().kind() as u8)
        }
    }
}

/// Says as JSON what could not be done. Where that cannot be written, standard error still says it.
fn print_failure(failed: &ErrorOutput) {
    let _ = print_result(true, failed, String::new);
}

/// How often a change is tried. Each time that one comes second, another one has come first.
const MAX_TRIES: usize = 100;

/// Makes a change that says nothing before it is saved, and makes it anew from the beginning, on what is there now, if
/// another program came first.
fn retry_on_conflict(mut change: impl FnMut() -> CommandResult<CommandOutcome>) -> CommandResult<CommandOutcome> {
    for _ in 1..MAX_TRIES {
        match change() {
            Err(error) if error.is_conflict() => {}
            done => return done,
        }
    }
    change()
}

fn open_window(cli: Cli) -> CommandResult<CommandOutcome> {
    let places = Places { library: cli.library, data: cli.data };
    match window::open(places, cli.opening.into()) {
        Ok(()) => Ok(CommandOutcome::Done),
        Err(window::Error::Session(e)) => Err(e.into()),
        Err(e) => Err(environment_error(format!("{e}; `deckloom --help` lists what works without a window"))),
    }
}

fn run_cli(cli: Cli) -> CommandResult<CommandOutcome> {
    let places = Places { library: cli.library, data: cli.data };
    let Some(verb) = cli.verb else { return Ok(CommandOutcome::Done) };
    let in_session =
        |work: &dyn Fn(&mut CommandContext) -> CommandResult<CommandOutcome>| run_in_session(&places, cli.json, work);
    match verb {
        // These work without a library, so that they also work when there is something wrong with it.
        CliVerb::Manual(args) => manual::run(&args),
        CliVerb::Completions(args) => manual::completions(&args),
        CliVerb::Data(verb) => data::run(&verb, &places, cli.json),
        CliVerb::Rules(args) => rules::run(&args, &places, cli.json),
        CliVerb::Library(verb) => library::run(&verb, &places, cli.json),
        CliVerb::Games(args) => in_session(&|context| games::run(&args, context)),
        CliVerb::Cards(args) => in_session(&|context| cards::run(&args, context)),
        CliVerb::Card(args) => in_session(&|context| card::run(&args, context)),
        CliVerb::Deck(verb) => in_session(&|context| deck::run(&verb, context)),
        CliVerb::Collection(verb) => in_session(&|context| collection::run(&verb, context)),
        CliVerb::Pack(args) => in_session(&|context| pack::run(&args, context)),
        CliVerb::Sealed(args) => in_session(&|context| sealed::run(&args, context)),
        CliVerb::Serve(args) => in_session(&|context| serve::run(&args, context)),
        CliVerb::Draft(args) => in_session(&|context| draft::run(&args, context)),
        CliVerb::Event(args) => in_session(&|context| event::run(&args, context)),
        CliVerb::Tournament(verb) => in_session(&|context| tournament::run(&verb, context)),
        CliVerb::Hands(args) => in_session(&|context| hands::run(&args, context)),
        CliVerb::Odds(args) => in_session(&|context| odds::run(&args, context)),
        CliVerb::Goldfish(args) => in_session(&|context| goldfish::run(&args, context)),
        CliVerb::Match(args) => in_session(&|context| matches::run(&args, context)),
        CliVerb::Lab(verb) => in_session(&|context| lab::run(&verb, context)),
        CliVerb::Replay(args) => in_session(&|context| replay::run(&args, context)),
        CliVerb::Coach(args) => in_session(&|context| coach::run(&args, context)),
        CliVerb::Companion(args) => in_session(&|context| companion::run(&args, context)),
        CliVerb::Scenario(args) => in_session(&|context| scenario::run(&args, context)),
    }
}

/// Does what a verb says with the library and the games open.
fn run_in_session(
    places: &Places,
    json: bool,
    work: &dyn Fn(&mut CommandContext) -> CommandResult<CommandOutcome>,
) -> CommandResult<CommandOutcome> {
    let mut session = Session::open(places)?;
    if session.library.path().is_none() {
        // A window lives as long as its library in memory; a command's would be gone when it says that it is done.
        session.library.refuse_to_save();
    }
    if let Some(warning) = &session.warning {
        eprintln!("deckloom: {warning}");
    }
    let mut context = CommandContext { session, places: places.clone(), json };
    let outcome = work(&mut context);
    // Whoever asked about that game was told already.
    let told = outcome.as_ref().is_err_and(CommandError::is_of_data);
    if let Some(warning) = context.session.left_out_warning().filter(|_| !told) {
        eprintln!("deckloom: {warning}");
    }
    // The process ends: giving back piece by piece what the games hold would only take time.
    std::mem::forget(std::mem::take(&mut context.session.games));
    outcome
}

/// What every verb gets.
struct CommandContext {
    session: Session,
    /// As they were named.
    places: Places,
    json: bool,
}

impl CommandContext {
    /// Shows a result: as JSON if that was asked for, otherwise in words.
    fn print_result<T: JsonOutput>(&self, result: &T, words: impl FnOnce() -> String) -> CommandResult<()> {
        print_result(self.json, result, words)
    }
}

fn print_result<T: JsonOutput>(json: bool, result: &T, words: impl FnOnce() -> String) -> CommandResult<()> {
    print_line(&if json { serde_json::to_string_pretty(result)? } else { words() })
}

/// Writes to standard output, with a line's end.
fn print_line(text: &str) -> CommandResult<()> {
    let mut text = text.to_owned();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        // A reader that has seen enough, such as `head`, is no fault.
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// Runs long work with a line of progress on standard error, if that is a terminal.
fn with_progress<T: Send>(games: u64, work: impl FnOnce(&engine::kernel::parallel::Progress) -> T + Send) -> T {
    let progress = engine::kernel::parallel::Progress::default();
    if !std::io::stderr().is_terminal() {
        return work(&progress);
    }
    std::thread::scope(|scope| {
        let running = scope.spawn(|| work(&progress));
        let begun = std::time::Instant::now();
        while !running.is_finished() {
            std::thread::sleep(std::time::Duration::from_millis(100));
            let done = progress.done();
            if done > 0 && done < games {
                let left = begun.elapsed().as_secs() * (games - done) / done;
                eprint!("\r\x1b[2K{:3} % of {games}, {} left", done * 100 / games, print::time(left));
            }
        }
        eprint!("\r\x1b[2K");
        match running.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
