//! `deckloom lab`: plans carried out, put together, told and compared; weights and chances for players.

pub(super) mod chance;
pub(super) mod coach;
mod run;
pub(super) mod status;
pub(super) mod weights;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::source::MOST_BYTES;
use engine::lab::experiment::ExperimentInput;
use engine::lab::findings::MIN_SAMPLE;
use engine::lab::legal_starter_decks;
use engine::lab::plan::{ExperimentKind, ExperimentPlan};
use engine::lab::report::LabReport;
use engine::lab::self_play::SelfPlay;
use engine::players::PlayerKind;
use formats::rng::Seed;
use formats::{DeckFormat, GameLibrary};
use schemars::JsonSchema;
use serde::Serialize;

use super::error::ErrorClass;
use super::print::table;
use super::{
    CommandContext, CommandError, CommandOutcome, CommandResult, input_error, matches, number, sources, usage_error,
};
use crate::lab::{self, ExperimentRun, FindingsFile, chart, page};
use crate::theme::Mode;

#[derive(Debug, clap::Subcommand)]
pub(super) enum LabVerb {
    /// Carry a plan out. What was interrupted goes on where it was; the same plan and seed give the same file.
    Run(run::LabRunArgs),
    /// Show how far a plan has come that workers carry out.
    Status(status::LabStatusArgs),
    /// Wait until workers have carried a plan out, and put their parts together.
    Wait(status::LabStatusArgs),
    /// Put the files of all shards together: the same file as of one run.
    Merge(LabMergeArgs),
    /// Show what a file of findings says; or write it as a page, a table, pictures.
    Report(LabReportArgs),
    /// Compare two files of findings: what is different in the second.
    Compare(LabCompareArgs),
    /// Find what players that think should value in a game, by games they play against each other.
    Weights(weights::LabWeightsArgs),
    /// Find what chance of winning a position is, by games that players play against each other.
    Chance(chance::LabChanceArgs),
    /// Ask how good the coach is: players play, the coach judges them and mistakes that are planted.
    Coach(coach::LabCoachArgs),
}

/// Games that players play against each other so that something is found.
#[derive(Debug, clap::Args)]
pub(super) struct SelfPlayArgs {
    /// The game, or one of its formats; without a format, the one that people begin with.
    game: String,
    /// The same seed finds the same.
    #[arg(long, default_value = "1", value_parser = number::seed)]
    seed: Seed,
    /// Write what is found to this file: `bots/greedy.toml` in the game's folder is where players look for it.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Threads; 0 is as many as the machine has. What is found does not depend on it.
    #[arg(long, default_value_t = 0, value_parser = number::whole::<u64>(0..=256))]
    threads: u64,
}

/// The games that something is fitted to.
#[derive(Debug, clap::Args)]
pub(super) struct SampleArgs {
    /// Games: half of them are fitted to, the other half say how reliable the chances are.
    #[arg(long, default_value_t = 2000, value_parser = number::whole::<u64>(20..=10_000_000))]
    games: u64,
    /// Who plays them: greedy, easy, normal, hard.
    #[arg(long, default_value = "easy")]
    player: String,
}

impl SampleArgs {
    fn self_play(&self, play: &SelfPlayArgs) -> CommandResult<SelfPlay> {
        let player = thinking_player(&self.player)?;
        Ok(SelfPlay { games: self.games, player, seed: play.seed, threads: play.threads as usize })
    }

    /// The same as arguments of a command line.
    fn arguments(&self, play: &SelfPlayArgs) -> String {
        let seed = match play.seed {
            seed if seed == Seed::from_number(1) => String::new(),
            seed => format!(" --seed {}", seed.to_hex()),
        };
        format!("--games {} --player {}{seed}", self.games, self.player)
    }
}

/// A player that weighs positions.
fn thinking_player(name: &str) -> CommandResult<PlayerKind> {
    let player = matches::player(name.as_ref())?;
    if player.needs_weights() {
        return Ok(player);
    }
    Err(usage_error(format!("`{name}` weighs nothing: name greedy, easy, normal or hard")))
}

impl SelfPlayArgs {
    fn format<'a>(&self, context: &'a CommandContext) -> CommandResult<(&'a Arc<GameLibrary>, &'a DeckFormat)> {
        if self.game.contains('/') {
            return context.format(&self.game);
        }
        let game = &context.game(&self.game)?.game;
        context.format(&format!("{}/{}", game.id, game.default_format))
    }

    /// The last line of the answer: the file that was written, or how to write one.
    fn output_text(&self) -> String {
        match &self.output {
            Some(file) => format!("\n{}", file.display()),
            None => "\nWrite them with -o; players read `bots/greedy.toml` in the game's folder.".to_owned(),
        }
    }
}

#[derive(Debug, clap::Args)]
pub(super) struct LabMergeArgs {
    /// The files of the shards.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file for all together.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct LabReportArgs {
    /// A file of findings.
    file: PathBuf,
    /// Write one page of HTML with its pictures, to standard output or the file of -o.
    #[arg(long, group = "kind")]
    html: bool,
    /// Write tables of numbers.
    #[arg(long, group = "kind")]
    csv: bool,
    /// Write the ratings of a set for `draft --ratings`.
    #[arg(long, group = "kind")]
    ratings: bool,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// A folder for the charts as SVG and PNG.
    #[arg(long, value_name = "FOLDER")]
    charts: Option<PathBuf>,
    /// On which ground charts are drawn.
    #[arg(long, default_value = "light", value_parser = ["light", "dark"])]
    theme: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct LabCompareArgs {
    /// The first file of findings.
    first: PathBuf,
    /// The second.
    second: PathBuf,
}

/// What a file of findings holds.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LabOutput {
    /// The file, if one was written.
    file: Option<String>,
    /// Parts that are in it, and parts of the whole plan.
    parts: (u32, u32),
    /// The plan.
    plan: ExperimentPlan,
    /// What it says, if all parts are there.
    report: Option<LabReport>,
    /// Files of charts, if some were written.
    charts: Vec<String>,
}

/// Two findings beside each other.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LabCompareOutput {
    /// Titles or files.
    names: [String; 2],
    /// Each measure that both have.
    measures: Vec<MeasureRow>,
}

/// A measure in both.
#[derive(Debug, Serialize, JsonSchema)]
struct MeasureRow {
    /// What is measured.
    measure: String,
    /// Its mean in the first and in the second.
    means: [f64; 2],
    /// Of how many hands or games.
    of: [u64; 2],
    /// The second less the first; absent where there are too few parts to tell how sure that is.
    difference: Option<f64>,
    /// Lower and upper end of its interval of 95 per cent.
    interval: Option<[f64; 2]>,
    /// How likely such a difference is where there is none, from 0 to 1; absent where that cannot be told, or of fewer than 100 games or hands.
    p_value: Option<f64>,
    /// Whether it is one of those that surely differ: of these at most 1 in 20 differ by chance (Benjamini and Hochberg).
    differs: bool,
    /// Whether the same chance was behind both.
    paired: bool,
}

pub(super) fn run(verb: &LabVerb, context: &CommandContext) -> CommandResult<CommandOutcome> {
    match verb {
        LabVerb::Run(args) => run::run(args, context),
        LabVerb::Status(args) => status::run(args, context),
        LabVerb::Wait(args) => status::wait(args, context),
        LabVerb::Merge(args) => merge(args, context),
        LabVerb::Report(args) => write_report(args, context),
        LabVerb::Compare(args) => compare(args, context),
        LabVerb::Weights(args) => weights::run(args, context),
        LabVerb::Chance(args) => chance::run(args, context),
        LabVerb::Coach(args) => coach::run(args, context),
    }
}

/// The class of what goes wrong in the lab.
fn lab_error(error: lab::Error) -> CommandError {
    let class = match &error {
        lab::Error::File(_) => ErrorClass::Input,
        lab::Error::Experiment(_) => ErrorClass::Usage,
        lab::Error::Unlike(_) => ErrorClass::Wanting,
        lab::Error::Write(_)
        | lab::Error::Start { .. }
        | lab::Error::Worker { .. }
        | lab::Error::Hosts { .. }
        | lab::Error::Parallel
        | lab::Error::Slurm { .. } => ErrorClass::Environment,
    };
    CommandError::new(class, error.to_string())
}

/// Findings in a file, or on standard input.
fn read_findings(file: &Path) -> CommandResult<FindingsFile> {
    lab::parse_findings(&file.display().to_string(), &sources::read_bytes(file, MOST_BYTES)?).map_err(lab_error)
}

/// A plan with its decks.
fn experiment_input(plan: ExperimentPlan, context: &CommandContext) -> CommandResult<ExperimentInput> {
    let named = plan.format.as_deref().map(|f| context.format(f)).transpose()?;
    let game = named.map(|(game_library, _)| game_library.game.id.as_str());
    // A plan may come from a stranger, who can name files and neither pipes nor standard input.
    let deck = |word: &String| {
        if sources::is_input(Path::new(word)) && !Path::new(word).is_file() {
            return Err(input_error(format!("`{word}` is no file, and a plan opens nothing else")));
        }
        context.deck(word, game)
    };
    let decks = plan.decks.iter().map(deck).collect::<CommandResult<Vec<_>>>()?;
    let (game_library, format) = match (named, decks.first()) {
        (Some(named), _) => named,
        (None, Some(first)) => (first.game_library, first.format(None)?),
        (None, None) if plan.kind == ExperimentKind::Set => {
            return Err(usage_error("a plan of a set names its `format`"));
        }
        (None, None) => return Err(usage_error("the plan names no deck in `decks`")),
    };
    if let Some(other) = decks.iter().find(|d| d.game_library.game.id != game_library.game.id) {
        let (name, game) = (&other.deck.name, &game_library.game.name);
        return Err(usage_error(format!("`{name}` is a deck of {}, not of {game}", other.game_library.game.name)));
    }
    let decks = match plan.kind {
        ExperimentKind::Field | ExperimentKind::Mirrors if decks.is_empty() => {
            legal_starter_decks(game_library, format)
        }
        _ => decks.iter().map(|d| d.legal_in(format)).collect::<CommandResult<Vec<_>>>()?,
    };
    let source = context.session.source.clone();
    let after = lab::changed_data(&plan, &source, &game_library.game.id).map_err(lab_error)?;
    let (game_library, format) = (game_library.clone(), format.id.clone());
    Ok(ExperimentInput { plan, source, game_library, format, decks, after })
}

fn merge(args: &LabMergeArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let parts = args.files.iter().map(|file| read_findings(file)).collect::<CommandResult<Vec<_>>>()?;
    let plan = parts[0].found.plan.clone();
    let job = ExperimentRun::new(experiment_input(plan, context)?, args.output.clone(), None).map_err(lab_error)?;
    let kept = job.merge(&parts).map_err(lab_error)?;
    lab::write_findings(&args.output, &kept).map_err(lab_error)?;
    print_findings(&kept, Some(&args.output), Vec::new(), context)
}

fn write_report(args: &LabReportArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let kept = read_findings(&args.file)?;
    let report = || {
        let have = (kept.found.measures.len(), kept.found.parts);
        let hint = "put all shards together with `deckloom lab merge`";
        let missing = || input_error(format!("{}: {} of {} parts; {hint}", args.file.display(), have.0, have.1));
        kept.report.as_ref().ok_or_else(missing)
    };
    let mut charts = Vec::new();
    if let Some(folder) = &args.charts {
        let mode = if args.theme == "dark" { Mode::Dark } else { Mode::Light };
        for (at, drawn) in report()?.charts.iter().enumerate() {
            let png = chart::png(drawn, mode)?;
            for (ending, bytes) in [("svg", chart::svg(drawn, mode).into_bytes()), ("png", png)] {
                let file = folder.join(format!("{}.{ending}", at + 1));
                sources::write(&file, bytes)?;
                charts.push(file.display().to_string());
            }
        }
    }
    let text = match (args.html, args.csv, args.ratings) {
        (true, _, _) => page::html(report()?),
        (_, true, _) => page::csv(report()?)?,
        (_, _, true) => {
            let none = || usage_error("there are no ratings in it: only plans of the kind `set` give some");
            kept.ratings.clone().ok_or_else(none)?
        }
        _ => return print_findings(&kept, None, charts, context),
    };
    match &args.output {
        Some(file) => {
            sources::write(file, text)?;
            print_findings(&kept, Some(file), charts, context)
        }
        None => {
            super::print_line(&text)?;
            Ok(CommandOutcome::Done)
        }
    }
}

fn print_findings(
    kept: &FindingsFile,
    file: Option<&Path>,
    charts: Vec<String>,
    context: &CommandContext,
) -> CommandResult<CommandOutcome> {
    let result = LabOutput {
        file: file.map(|f| f.display().to_string()),
        parts: (kept.found.measures.len() as u32, kept.found.parts),
        plan: kept.found.plan.clone(),
        report: kept.report.clone(),
        charts,
    };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

fn to_text(result: &LabOutput) -> String {
    let mut out = String::new();
    match &result.report {
        Some(report) => out.push_str(&report_text(report)),
        None => {
            let (have, all) = result.parts;
            out.push_str(&format!("{have} of {all} parts; `deckloom lab merge` puts all shards together\n"));
        }
    }
    for file in result.file.iter().chain(&result.charts) {
        out.push_str(&format!("\n{file}"));
    }
    out
}

/// Rows of a table that are told in a terminal; files have all.
const ROWS: usize = 40;

fn report_text(report: &LabReport) -> String {
    let mut out = format!("{}\n{}\n\n", report.title, report.about);
    report.answer.iter().for_each(|sentence| out.push_str(&format!("{sentence}\n")));
    report.cautions.iter().for_each(|caution| out.push_str(&format!("Note: {caution}\n")));
    for told in &report.tables {
        let rows: Vec<Vec<String>> =
            told.rows.iter().take(ROWS).map(|row| row.iter().map(|cell| cell.label()).collect()).collect();
        let heading: Vec<&str> = told.columns.iter().map(String::as_str).collect();
        let numbers = |at: &usize| told.rows.iter().any(|row| row.get(*at).is_some_and(|c| c.is_number()));
        let right: Vec<usize> = (0..heading.len()).filter(numbers).collect();
        out.push_str(&format!("\n{}\n{}", told.title, table(&heading, &rows, &right)));
        if told.rows.len() > ROWS {
            out.push_str(&format!("… and {} more\n", told.rows.len() - ROWS));
        }
    }
    out
}

fn compare(args: &LabCompareArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let (a, b) = (read_findings(&args.first)?, read_findings(&args.second)?);
    let changes = lab::compare(&a, &b);
    if changes.is_empty() {
        return Err(usage_error("the two have no measure in common: compare findings of the same kind"));
    }
    let name = |kept: &FindingsFile, path: &Path| match &kept.report {
        Some(report) => report.title.clone(),
        None => path.display().to_string(),
    };
    let result = LabCompareOutput {
        names: [name(&a, &args.first), name(&b, &args.second)],
        measures: changes
            .into_iter()
            .map(|c| MeasureRow {
                measure: c.measure,
                means: c.means,
                of: c.of,
                difference: c.change.map(|(value, ..)| value),
                interval: c.change.map(|(_, low, high)| [low, high]),
                p_value: c.p_value,
                differs: c.differs,
                paired: c.paired,
            })
            .collect(),
    };
    context.print_result(&result, || {
        let surely = result.measures.iter().filter(|m| m.differs).count();
        let unjudged = result.measures.iter().filter(|m| m.p_value.is_none()).count();
        let says = match (surely, result.measures.len()) {
            (0, all) => format!("None of {all} measures differs by more than chance would make them."),
            (n, all) => format!("{n} of {all} measures surely differ; of these at most 1 in 20 by chance."),
        };
        let mut out = format!("1  {}\n2  {}\n\n{says}\n", result.names[0], result.names[1]);
        if unjudged > 0 {
            out.push_str(&format!(
                "{unjudged} are not judged: fewer than {MIN_SAMPLE} games or hands, or a single part.\n"
            ));
        }
        let shown = result.measures.iter().take(ROWS.max(surely));
        let rows: Vec<Vec<String>> = shown
            .map(|m| {
                let change = match (m.difference, m.interval) {
                    (Some(value), Some([low, high])) => format!("{value:+.4} ({low:+.4} to {high:+.4})"),
                    _ => "too few parts".into(),
                };
                let judged = match m.p_value {
                    _ if m.differs => "differs",
                    Some(_) => "",
                    None => "not judged",
                };
                let how = if m.paired { "paired" } else { "apart" };
                let number = |at: usize| format!("{:.4}", m.means[at]);
                vec![m.measure.clone(), number(0), number(1), change, judged.into(), how.into()]
            })
            .collect();
        out.push_str(&format!("\n{}", table(&["Measure", "1", "2", "2 less 1", "", "Seeds"], &rows, &[1, 2, 3])));
        if result.measures.len() > rows.len() {
            out.push_str(&format!("… and {} more; --json has all\n", result.measures.len() - rows.len()));
        }
        out
    })?;
    Ok(CommandOutcome::Done)
}
