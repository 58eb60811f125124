//! `deckloom scenario [GAME|FILE|DIR]`

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use catalog::source::MOST_BYTES;
use engine::kernel::scenario::{self, ScenarioResult};
use engine::registry;
use formats::GameLibrary;
use schemars::JsonSchema;
use serde::Serialize;

use super::print::counted;
use super::{CommandContext, CommandOutcome, CommandResult, input_error, names, sources, usage_error};
use crate::session;

#[derive(Debug, clap::Args)]
pub(super) struct ScenarioArgs {
    /// A game, a file with scenarios, or a folder of such files; all games without.
    what: Option<OsString>,
    /// The game of the files, if they do not name it.
    #[arg(long)]
    game: Option<String>,
}

/// What came out.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ScenarioOutput {
    /// Scenarios played.
    scenarios: usize,
    /// How many came out otherwise than they say.
    failed: usize,
    /// Each of them, in order of the files.
    shown: Vec<ScenarioRow>,
}

/// A scenario.
#[derive(Debug, Serialize, JsonSchema)]
struct ScenarioRow {
    /// Its name.
    name: String,
    /// The rules that it shows.
    rules: Vec<String>,
    /// File.
    file: String,
    /// Line, counted from 1.
    line: usize,
    /// Whether it came out as it says.
    passed: bool,
    /// Where it did not.
    failure: Option<Failure>,
}

/// Where a scenario differed.
#[derive(Debug, Serialize, JsonSchema)]
struct Failure {
    /// The step, counted from 1; 0 is the start, one after the last the end.
    step: usize,
    /// What was looked at.
    what: String,
    /// What the scenario says.
    expected: String,
    /// What is.
    actual: String,
    /// What had happened in that step.
    events: Vec<String>,
}

impl From<ScenarioResult> for ScenarioRow {
    fn from(s: ScenarioResult) -> ScenarioRow {
        let failure = s.failure.map(|f| Failure {
            step: f.step,
            what: f.what,
            expected: f.expected,
            actual: f.actual,
            events: f.events,
        });
        let (file, line) = s.place;
        ScenarioRow { name: s.name, rules: s.rules, file, line, passed: failure.is_none(), failure }
    }
}

pub(super) fn run(args: &ScenarioArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let (mut shown, mut faults) = (Vec::new(), Vec::new());
    // A game's id is a game, also where a folder of that name is at hand.
    let is_game = |what: &Path| what.to_str().is_some_and(|id| context.session.game_library(id).is_some());
    let what = args.what.as_ref().map(Path::new);
    let path = what.filter(|what| !is_game(what) && (what.is_dir() || sources::is_input(what)));
    match (path, what) {
        (Some(path), _) => {
            for file in files(path)? {
                match play_file(context, &file, args.game.as_deref()) {
                    Ok(more) => shown.extend(more),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        (None, Some(what)) => match what.to_str() {
            Some(game) if !names::is_file_name(game) => shown.extend(play(context, context.game(game)?, None)?),
            _ => return Err(names::no_file(what)),
        },
        (None, None) => {
            for game in registry::with_scenarios() {
                shown.extend(play(context, context.game(game)?, None)?);
            }
        }
    }
    let failed = shown.iter().filter(|s| s.failure.is_some()).count();
    let result =
        ScenarioOutput { scenarios: shown.len(), failed, shown: shown.into_iter().map(ScenarioRow::from).collect() };
    // What can be read is shown, whatever else is there: one faulty file does not hide the others.
    if result.scenarios > 0 || faults.is_empty() {
        context.print_result(&result, || to_text(&result))?;
    }
    if let Some(last) = faults.pop() {
        faults.iter().for_each(|fault| eprintln!("deckloom: {}", fault.describe()));
        return Err(last);
    }
    Ok(if failed == 0 { CommandOutcome::Done } else { CommandOutcome::Failed })
}

/// The files that a path means.
fn files(path: &Path) -> CommandResult<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).map_err(|e| input_error(format!("{}: {e}", path.display())))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "toml"));
    files.sort();
    Ok(files)
}

/// Plays the scenarios of a file: of the game that is asked for, or that it names, or in whose folder it lies.
fn play_file(context: &CommandContext, file: &Path, asked: Option<&str>) -> CommandResult<Vec<ScenarioResult>> {
    let text = sources::read_text(file, MOST_BYTES)?;
    let name = file.display().to_string();
    let game = asked.map(str::to_owned).or_else(|| scenario::named_game(&text)).or_else(|| folder_game(context, file));
    let game = game.ok_or_else(|| {
        let known = registry::with_scenarios().join(", ");
        input_error(format!("{name}: no game is named: write `game = \"…\"` at the top, or use --game ({known})"))
    })?;
    play(context, context.game(&game)?, Some((&name, &text)))
}

/// The game in whose folder a file lies: `…/GAME/scenarios/FILE`.
fn folder_game(context: &CommandContext, file: &Path) -> Option<String> {
    let file = std::path::absolute(file).ok()?;
    let folder = file.parent().filter(|folder| folder.ends_with("scenarios"))?;
    let game = folder.parent()?.file_name()?.to_str()?;
    context.session.game_library(game).map(|game_library| game_library.game.id.clone())
}

fn play(
    context: &CommandContext,
    game_library: &GameLibrary,
    text: Option<(&str, &str)>,
) -> CommandResult<Vec<ScenarioResult>> {
    let game = &game_library.game;
    match registry::scenarios(&context.session.source, game, text) {
        Some(Ok(shown)) => Ok(shown),
        Some(Err(problems)) => Err(session::Error::Data { game: game.id.clone(), problems }.into()),
        None => Err(usage_error(format!(
            "there are no scenarios of {}, only of: {}",
            game.name,
            registry::with_scenarios().join(", ")
        ))),
    }
}

fn to_text(result: &ScenarioOutput) -> String {
    let mut out = String::new();
    for row in &result.shown {
        let Some(f) = &row.failure else { continue };
        out.push_str(&format!("FAILED {}:{}: {}\n", row.file, row.line, row.name));
        out.push_str(&format!(
            "  step {}, {}\n    expected  {}\n    actual    {}\n",
            f.step, f.what, f.expected, f.actual
        ));
        for event in &f.events {
            out.push_str(&format!("      · {event}\n"));
        }
    }
    let passed = result.scenarios - result.failed;
    out.push_str(&format!("{} passed, {} failed\n", counted(passed as u64, "scenario", "scenarios"), result.failed));
    out
}
