//! `deckloom lab status` and `lab wait`: how far workers have come with a plan.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use super::super::{
    CommandContext, CommandError, CommandOutcome, CommandResult, print::time, usage_error, with_progress,
};
use super::run::{experiment_run, finish};
use super::{ErrorClass, lab_error, print_findings};
use crate::lab::ExperimentRun;
use crate::lab::slurm::{self, SlurmJob};

/// How often Slurm is asked.
const LOOK: Duration = Duration::from_secs(2);

#[derive(Debug, clap::Args)]
pub(in crate::command) struct LabStatusArgs {
    /// The plan that was run.
    plan: PathBuf,
    /// The file for what is found, if the run named one.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How far a plan has come.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct LabStatusOutput {
    /// The file for what is found.
    file: String,
    /// Whether it is written, with all parts in it.
    done: bool,
    /// Parts that are done, and all.
    parts: [u64; 2],
    /// Games, hands or pods of the parts that are done, and of all.
    games: [u64; 2],
    /// Seconds until all parts are there, as fast as the last ones came.
    seconds_left: Option<u64>,
    /// The job of Slurm, if one was queued.
    job: Option<JobRow>,
    /// The script of the job, if it was just queued.
    script: Option<String>,
}

/// A job of Slurm.
#[derive(Debug, Serialize, JsonSchema)]
struct JobRow {
    /// Its number.
    id: String,
    /// Tasks that wait or run, by what Slurm calls their state.
    tasks: BTreeMap<String, u32>,
}

pub(super) fn run(args: &LabStatusArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let job = experiment_run(&args.plan, args.output.as_deref(), None, "lab.json", context)?;
    print(&job, slurm::job(&job).map_err(lab_error)?, None, context)
}

/// Says how far a plan has come.
pub(super) fn print(
    job: &ExperimentRun,
    queued: Option<SlurmJob>,
    script: Option<&Path>,
    context: &CommandContext,
) -> CommandResult<CommandOutcome> {
    let (mut status, done) = (job.status(), job.finished().is_some());
    if done {
        // The parts are in the file.
        (status.parts[0], status.games[0], status.seconds_left) = (status.parts[1], status.games[1], None);
    }
    let result = LabStatusOutput {
        file: job.file().display().to_string(),
        done,
        parts: status.parts,
        games: status.games,
        seconds_left: status.seconds_left,
        job: queued.map(|job| JobRow { id: job.id, tasks: job.tasks }),
        script: script.map(|file| file.display().to_string()),
    };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

fn to_text(result: &LabStatusOutput) -> String {
    let ([parts, all_parts], [games, all_games]) = (result.parts, result.games);
    let mut out = format!("{parts} of {all_parts} parts, {games} of {all_games} games");
    match result.seconds_left {
        Some(seconds) if parts < all_parts => out.push_str(&format!(", {} left", time(seconds))),
        _ => {}
    }
    if let Some(job) = &result.job {
        let tasks = job.tasks.iter().map(|(state, n)| format!("{n} {}", state.to_lowercase())).collect::<Vec<_>>();
        let tasks = if tasks.is_empty() { "ended".to_owned() } else { tasks.join(", ") };
        out.push_str(&format!("\nSlurm job {}: {tasks}", job.id));
    }
    if let Some(script) = &result.script {
        out.push_str(&format!("\n{script}"));
    }
    if result.done {
        out.push_str(&format!("\n{}", result.file));
    }
    out
}

pub(super) fn wait(args: &LabStatusArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let job = experiment_run(&args.plan, args.output.as_deref(), None, "lab.json", context)?;
    if let Some(kept) = job.finished() {
        return print_findings(&kept, Some(job.file()), Vec::new(), context);
    }
    with_progress(job.games_left(), |progress| wait_for_parts(&job, |games| progress.add(games)))?;
    finish(&job, 0, context)
}

/// Waits until all parts are there, and tells what comes.
fn wait_for_parts(job: &ExperimentRun, counted: impl Fn(u64)) -> CommandResult<()> {
    let mut before = job.status().games[0];
    loop {
        // Asked for first, so that parts of a task that ended meanwhile are seen.
        let queued = slurm::job(job).map_err(lab_error)?;
        let status = job.status();
        counted(status.games[0].saturating_sub(before));
        before = status.games[0];
        let [parts, all] = status.parts;
        if parts == all {
            return Ok(());
        }
        let Some(queued) = queued else {
            let hint = "`lab run PLAN --on slurm` queues one, `lab run PLAN` counts here";
            return Err(usage_error(format!("no job counts this plan; {hint}")));
        };
        if queued.tasks.is_empty() {
            let logs = job.folder().display().to_string();
            let hint = "`lab run PLAN --on slurm` queues what is left";
            let text =
                format!("job {} has ended with {parts} of {all} parts; its logs are in {logs}; {hint}", queued.id);
            return Err(CommandError::new(ErrorClass::Wanting, text));
        }
        std::thread::sleep(LOOK);
    }
}
