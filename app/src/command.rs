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
mod pack;
mod passes;
mod print;
mod printings;
mod replay;
mod rules;
mod scenario;
mod sealed;
mod sources;
mod tournament;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use schemars::JsonSchema;
use serde::Serialize;

use failed::Failed;

use crate::desk::{self, Desk, Places};
use crate::draft_room;
use crate::event_room;
use crate::language::Language;
use crate::screen;
use crate::screen::decks::Tab;
use crate::screen::events::desk::Tab as DeskTab;
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
    verb: Option<Verb>,
    #[command(flatten)]
    opening: OpeningArgs,
}

/// What the window shows first; for pictures.
#[derive(Debug, Default, clap::Args)]
struct OpeningArgs {
    #[arg(long, hide = true)]
    game: Option<String>,
    #[arg(long, hide = true, value_parser = ["cards", "decks", "limited", "events", "play", "lab", "companion"])]
    screen: Option<String>,
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
    #[arg(long, hide = true, value_parser = ["deck", "numbers", "hands", "timeline", "history"])]
    tab: Option<String>,
    #[arg(long, hide = true)]
    event: Option<String>,
    #[arg(long, hide = true, value_parser = DeskTab::ALL.map(|(_, word)| word))]
    desk: Option<String>,
    #[arg(long, hide = true)]
    seed: Option<u64>,
    #[arg(long, hide = true, value_parser = ["dark", "light", "contrast"])]
    theme: Option<String>,
    #[arg(long, hide = true, value_parser = Language::ALL.map(Language::code))]
    language: Option<String>,
    #[arg(long, hide = true, value_name = "WIDTHxHEIGHT")]
    size: Option<String>,
}

impl From<OpeningArgs> for Opening {
    fn from(args: OpeningArgs) -> Opening {
        let size =
            args.size.and_then(|s| s.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?))));
        Opening {
            game: args.game,
            screen: args.screen.map(|s| match s.as_str() {
                "decks" => screen::Name::Decks,
                "limited" => screen::Name::Limited,
                "events" => screen::Name::Events,
                "play" => screen::Name::Play,
                "lab" => screen::Name::Lab,
                "companion" => screen::Name::Companion,
                _ => screen::Name::Cards,
            }),
            query: args.query,
            deck: args.deck,
            limited: args.limited,
            play: args.play,
            picks: args.picks,
            frames: args.frames,
            tab: args.tab.map(|t| match t.as_str() {
                "numbers" => Tab::Numbers,
                "hands" => Tab::Hands,
                "timeline" => Tab::TimeLine,
                "history" => Tab::History,
                _ => Tab::Deck,
            }),
            event: args.event,
            desk: args.desk.and_then(|d| DeskTab::ALL.iter().find(|(_, w)| *w == d).map(|(tab, _)| *tab)),
            seed: args.seed,
            theme: args.theme.map(|t| match t.as_str() {
                "light" => Mode::Light,
                "contrast" => Mode::Contrast,
                _ => Mode::Dark,
            }),
            language: args.language.and_then(|code| Language::named(&code)),
            size,
        }
    }
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// List the games with their formats, products and starter decks.
    Games(games::Args),
    /// Find cards that answer a query.
    Cards(cards::Args),
    /// Show a card, by name or id.
    Card(card::Args),
    /// Make, change, build, compare, check, count, import, convert and print decks.
    #[command(subcommand)]
    Deck(deck::Verb),
    /// Keep what is owned and wanted, and see what decks lack.
    #[command(subcommand)]
    Collection(collection::Verb),
    /// Open packs.
    Pack(pack::Args),
    /// Open sealed pools, with a deck built out of each; fair deals that can be verified, teams, leagues.
    Sealed(sealed::Args),
    /// Draft by bots from packs to decks, or with people, bots and files in the library.
    Draft(Box<draft::Args>),
    /// Run events: players, pods, rounds, standings, corrections, and what is printed and reported of them.
    Event(Box<event::Args>),
    /// Play a tournament of several days at one table, by people and bots, that goes on where it was put down.
    #[command(subcommand)]
    Tournament(tournament::Verb),
    /// Draw opening hands: kept and thrown back, sampled beside exact odds.
    Hands(hands::Args),
    /// Compute exact odds of questions about the cards seen.
    Odds(odds::Args),
    /// Play the first turns of a deck with nobody opposite.
    Goldfish(goldfish::Args),
    /// Play decks against each other: a game with its log, or many with their numbers.
    Match(matches::Args),
    /// Run experiments as plans: hands, goldfish, series, fields, what cards are worth, the balance of a set.
    #[command(subcommand)]
    Lab(lab::Verb),
    /// Play a recorded game again.
    Replay(replay::Args),
    /// Find where a recorded game was played worse than a strong player would have, and why.
    Coach(coach::Args),
    /// Run the opponent at a real table: you say what happens, it says what it does and why; or many games simulated.
    Companion(companion::Args),
    /// Play rules as examples, and say which come out otherwise.
    Scenario(scenario::Args),
    /// List the rules of a game, and where each is shown.
    Rules(rules::Args),
    /// Write games as data: begin one, check all, count what they hold; cards from and for other programs.
    #[command(subcommand)]
    Data(data::Verb),
    /// Look after the file of everything that is saved: where it is, whether it is sound, copies, and what is left of a
    /// damaged one.
    #[command(subcommand)]
    Library(library::Verb),
    /// Print what a shell completes words with: `source <(deckloom completions bash)`.
    Completions(manual::Completions),
    /// Write the manual pages, and what shells complete words with, into a folder.
    Manual(manual::Args),
}

/// How a verb ended.
enum Outcome {
    Done,
    /// Asked and found wanting.
    Wanting,
}

/// A verb that could not do what it was asked, with its exit code.
#[derive(Debug)]
struct Failure {
    exit: u8,
    message: String,
    /// Names that may have been meant.
    hints: Vec<String>,
}

impl Failure {
    fn new(exit: u8, message: impl Into<String>) -> Failure {
        Failure { exit, message: message.into(), hints: Vec::new() }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// Asked and found wanting.
fn wanting(message: impl Into<String>) -> anyhow::Error {
    Failure::new(1, message).into()
}

/// Wrong usage.
fn usage(message: impl Into<String>) -> anyhow::Error {
    Failure::new(2, message).into()
}

/// Input that cannot be read.
fn unreadable(message: impl Into<String>) -> anyhow::Error {
    Failure::new(3, message).into()
}

/// What the machine does not let the program do.
fn environment(message: impl Into<String>) -> anyhow::Error {
    Failure::new(4, message).into()
}

/// All arguments, as they are read.
pub fn arguments() -> clap::Command {
    number::take_minus(Cli::command())
}

/// Reads the arguments, does what they say, and gives the exit code.
pub fn run() -> ExitCode {
    let matches = arguments().try_get_matches();
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            // What cannot be parsed does not say whether `--json` is among it.
            if error.use_stderr() && std::env::args_os().any(|word| word == "--json") {
                say_failed(&Failed::from_arguments(&error));
            }
            error.exit()
        }
    };
    let json = cli.json;
    let result = match cli.verb {
        None => open_window(cli),
        Some(_) => act(cli),
    };
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Wanting) => ExitCode::from(1),
        Err(error) => {
            if json {
                say_failed(&Failed::from_error(&error));
            }
            eprintln!("deckloom: {}", told(&error));
            ExitCode::from(exit_code(&error))
        }
    }
}

/// Says as JSON what could not be done. Where that cannot be written, standard error still says it.
fn say_failed(failed: &Failed) {
    let _ = show(true, failed, String::new);
}

/// Whether another program has changed what this one was about to.
fn came_second(error: &anyhow::Error) -> bool {
    use catalog::store::Error::Moved;
    matches!(error.downcast_ref(), Some(Moved))
        || matches!(error.downcast_ref(), Some(event_room::Error::Store(Moved)))
        || matches!(error.downcast_ref(), Some(draft_room::Error::Store(Moved)))
}

/// How often a change is tried. Each time that one comes second, another one has come first.
const TRIES: usize = 100;

/// Makes a change that says nothing before it is saved, and makes it anew from the beginning, on what is there now, if
/// another program came first.
fn try_again(mut change: impl FnMut() -> anyhow::Result<Outcome>) -> anyhow::Result<Outcome> {
    for _ in 1..TRIES {
        match change() {
            Err(error) if came_second(&error) => {}
            done => return done,
        }
    }
    change()
}

/// What went wrong, with its causes: many errors say theirs themselves.
fn told(error: &anyhow::Error) -> String {
    if came_second(error) {
        return "another program changed it meanwhile, so nothing was saved; run the command again".to_owned();
    }
    error.chain().map(ToString::to_string).fold(String::new(), |said, next| match said.as_str() {
        "" => next,
        _ if said.contains(&next) => said,
        _ => format!("{said}: {next}"),
    })
}

fn exit_code(error: &anyhow::Error) -> u8 {
    if let Some(failure) = error.downcast_ref::<Failure>() {
        return failure.exit;
    }
    let shared = || error.downcast_ref::<Arc<desk::Error>>().map(|error| &**error);
    if let Some(error) = error.downcast_ref::<desk::Error>().or_else(shared) {
        return match error {
            desk::Error::Library(_) => 4,
            desk::Error::Folder(_) | desk::Error::Data { .. } => 3,
        };
    }
    if error.is::<engine::lab::Refused>()
        || error.is::<formats::limited::draft::Refused>()
        || error.is::<formats::limited::booster::event::Shortage>()
        || error.is::<formats::limited::sealed::Refused>()
        || error.is::<formats::event::Refused>()
    {
        return 2;
    }
    if let Some(event_room::Error::Refused(_) | event_room::Error::Draft(_)) = error.downcast_ref() {
        return 2;
    }
    if let Some(draft_room::Error::Refused(_) | draft_room::Error::NoDraft(_)) = error.downcast_ref() {
        return 2;
    }
    4
}

fn open_window(cli: Cli) -> anyhow::Result<Outcome> {
    let places = Places { library: cli.library, data: cli.data };
    match window::open(places, cli.opening.into()) {
        Ok(()) => Ok(Outcome::Done),
        Err(window::Error::Desk(e)) => Err(e.into()),
        Err(e) => Err(environment(format!("{e}; `deckloom --help` lists what works without a window"))),
    }
}

fn act(cli: Cli) -> anyhow::Result<Outcome> {
    let places = Places { library: cli.library, data: cli.data };
    let Some(verb) = cli.verb else { return Ok(Outcome::Done) };
    // These work without a library, so that they also work when there is something wrong with it.
    match &verb {
        Verb::Manual(args) => return manual::run(args),
        Verb::Completions(args) => return manual::completions(args),
        Verb::Data(data) => return data::run(data, &places, cli.json),
        Verb::Rules(rules) => return rules::run(rules, &places, cli.json),
        Verb::Library(library) => return library::run(library, &places, cli.json),
        _ => {}
    }
    let mut desk = Desk::open(&places)?;
    if desk.library.path().is_none() {
        // A window lives as long as its library in memory; a command's would be gone when it says that it is done.
        desk.library.refuse_to_save();
    }
    if let Some(warning) = &desk.warning {
        eprintln!("deckloom: {warning}");
    }
    let mut door = Door { desk, json: cli.json };
    let outcome = run_verb(verb, &mut door);
    // Whoever asked about that game was told already.
    let told = outcome.as_ref().is_err_and(|e| e.is::<Arc<desk::Error>>());
    if let Some(warning) = door.desk.left_out().filter(|_| !told) {
        eprintln!("deckloom: {warning}");
    }
    // The process ends: giving back piece by piece what the games hold would only take time.
    std::mem::forget(std::mem::take(&mut door.desk.games));
    outcome
}

fn run_verb(verb: Verb, door: &mut Door) -> anyhow::Result<Outcome> {
    match verb {
        Verb::Games(args) => games::run(&args, door),
        Verb::Cards(args) => cards::run(&args, door),
        Verb::Card(args) => card::run(&args, door),
        Verb::Deck(verb) => deck::run(&verb, door),
        Verb::Collection(verb) => collection::run(&verb, door),
        Verb::Pack(args) => pack::run(&args, door),
        Verb::Sealed(args) => sealed::run(&args, door),
        Verb::Draft(args) => draft::run(&args, door),
        Verb::Event(args) => event::run(&args, door),
        Verb::Tournament(verb) => tournament::run(&verb, door),
        Verb::Hands(args) => hands::run(&args, door),
        Verb::Odds(args) => odds::run(&args, door),
        Verb::Goldfish(args) => goldfish::run(&args, door),
        Verb::Match(args) => matches::run(&args, door),
        Verb::Lab(verb) => lab::run(&verb, door),
        Verb::Replay(args) => replay::run(&args, door),
        Verb::Coach(args) => coach::run(&args, door),
        Verb::Companion(args) => companion::run(&args, door),
        Verb::Scenario(args) => scenario::run(&args, door),
        Verb::Data(_) | Verb::Rules(_) | Verb::Library(_) | Verb::Manual(_) | Verb::Completions(_) => Ok(Outcome::Done),
    }
}

/// What every verb gets.
struct Door {
    desk: Desk,
    json: bool,
}

impl Door {
    /// Shows a result: as JSON if that was asked for, otherwise in words.
    fn show<T: Serialize + JsonSchema>(&self, result: &T, words: impl FnOnce() -> String) -> anyhow::Result<()> {
        show(self.json, result, words)
    }
}

fn show<T: Serialize + JsonSchema>(json: bool, result: &T, words: impl FnOnce() -> String) -> anyhow::Result<()> {
    say(&if json { serde_json::to_string_pretty(result)? } else { words() })
}

/// Writes to standard output, with a line's end.
fn say(text: &str) -> anyhow::Result<()> {
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
fn with_progress<T: Send>(games: u64, work: impl FnOnce(&engine::lab::shards::Progress) -> T + Send) -> T {
    let progress = engine::lab::shards::Progress::default();
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

/// The JSON schema of every verb's result, by the name of its file in `docs/json`.
pub fn schemas() -> Vec<(&'static str, schemars::Schema)> {
    vec![
        ("error", schemars::schema_for!(Failed)),
        ("games", schemars::schema_for!(games::Result)),
        ("cards", schemars::schema_for!(cards::Result)),
        ("cards-complete", schemars::schema_for!(cards::Completions)),
        ("card", schemars::schema_for!(card::Result)),
        ("deck-build", schemars::schema_for!(deck::build::Result)),
        ("deck-check", schemars::schema_for!(deck::verdict::Verdict)),
        ("deck-show", schemars::schema_for!(deck::show::Result)),
        ("deck-stats", schemars::schema_for!(deck::stats::Result)),
        ("deck-convert", schemars::schema_for!(deck::convert::Result)),
        ("deck-import", schemars::schema_for!(deck::import::Result)),
        ("deck-print", schemars::schema_for!(deck::print::Result)),
        ("deck-list", schemars::schema_for!(deck::list::Result)),
        ("deck-edit", schemars::schema_for!(deck::edited::Result)),
        ("deck-history", schemars::schema_for!(deck::history::Result)),
        ("deck-diff", schemars::schema_for!(deck::diff::Result)),
        ("deck-plan", schemars::schema_for!(deck::plan::Result)),
        ("deck-put-away", schemars::schema_for!(deck::put_away::Result)),
        ("collection-change", schemars::schema_for!(collection::change::Result)),
        ("collection-list", schemars::schema_for!(collection::list::Result)),
        ("collection-import", schemars::schema_for!(collection::import::Result)),
        ("collection-export", schemars::schema_for!(collection::export::Result)),
        ("collection-lacks", schemars::schema_for!(collection::lacks::Result)),
        ("companion", schemars::schema_for!(companion::State)),
        ("companion-list", schemars::schema_for!(companion::List)),
        ("companion-simulate", schemars::schema_for!(companion::Simulated)),
        ("pack", schemars::schema_for!(pack::Result)),
        ("sealed", schemars::schema_for!(sealed::Result)),
        ("draft", schemars::schema_for!(draft::Result)),
        ("draft-call", schemars::schema_for!(draft::Calls)),
        ("draft-list", schemars::schema_for!(draft::List)),
        ("draft-rate", schemars::schema_for!(draft::Ratings)),
        ("draft-replay", schemars::schema_for!(draft::Replayed)),
        ("draft-save", schemars::schema_for!(draft::Saved)),
        ("draft-show", schemars::schema_for!(draft::State)),
        ("draft-slip", schemars::schema_for!(draft::Slips)),
        ("event-change", schemars::schema_for!(event::Change)),
        ("event-file", schemars::schema_for!(event::Written)),
        ("event-league", schemars::schema_for!(event::League)),
        ("event-list", schemars::schema_for!(event::List)),
        ("event-log", schemars::schema_for!(event::Log)),
        ("event-show", schemars::schema_for!(event::State)),
        ("event-standings", schemars::schema_for!(event::Standings)),
        ("hands", schemars::schema_for!(hands::Result)),
        ("odds", schemars::schema_for!(odds::Result)),
        ("goldfish", schemars::schema_for!(goldfish::Result)),
        ("goldfish-passes", schemars::schema_for!(passes::Result)),
        ("match", schemars::schema_for!(matches::Result)),
        ("replay", schemars::schema_for!(replay::Result)),
        ("coach", schemars::schema_for!(coach::Result)),
        ("scenario", schemars::schema_for!(scenario::Result)),
        ("rules", schemars::schema_for!(rules::Result)),
        ("data-check", schemars::schema_for!(data::check::Result)),
        ("data-export", schemars::schema_for!(data::export::Result)),
        ("data-import", schemars::schema_for!(data::import::Result)),
        ("data-new", schemars::schema_for!(data::new::Result)),
        ("data-report", schemars::schema_for!(data::report::Result)),
        ("tournament-list", schemars::schema_for!(tournament::List)),
        ("tournament-show", schemars::schema_for!(tournament::State)),
        ("lab", schemars::schema_for!(lab::Result)),
        ("lab-compare", schemars::schema_for!(lab::Comparison)),
        ("library-back-up", schemars::schema_for!(library::back_up::Result)),
        ("library-check", schemars::schema_for!(library::check::Result)),
        ("library-rescue", schemars::schema_for!(library::rescue::Result)),
        ("library-where", schemars::schema_for!(library::contents::Result)),
    ]
}
