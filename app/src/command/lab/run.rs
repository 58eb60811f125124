//! `deckloom lab run`: a plan carried out, here or by workers.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use catalog::source::MOST_HANDED;

use super::super::{
    CommandContext, CommandError, CommandOutcome, CommandResult, environment_error, sources, usage_error, with_progress,
};
use super::{experiment_input, lab_error, number, print_findings, status};
use crate::lab::slurm::{self, SlurmJob};
use crate::lab::workers::{WorkerPlace, Workers};
use crate::lab::{self, ExperimentRun, Shard};

/// Among how many shards the parts are dealt where nothing else is said, on other machines.
const SHARDS: u32 = 64;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct LabRunArgs {
    /// The plan, a TOML file; docs/lab.md says what can stand in it.
    plan: PathBuf,
    /// The file for what is found; beside the plan, as NAME.lab.json, without.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Start workers that share the parts: `local:N` processes on this machine, `ssh:HOST,HOST` by GNU parallel, or `slurm`, which queues
    /// an array job and leaves (`lab status`, `lab wait`). Workers see the folder of the plan, and this program.
    #[arg(long, value_name = "PLACE", conflicts_with_all = ["shard", "parts_only"])]
    on: Option<WorkerPlace>,
    /// With --on: among how many shards the parts are dealt; 64 at most, without, or one a process of `local:N`.
    #[arg(long, value_name = "N", requires = "on", value_parser = number::whole::<u32>(1..=256))]
    shards: Option<u32>,
    /// Only this share of the parts, such as 3/16; `lab merge` puts all shares together.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Count parts only, into the folder beside the file, as a worker of --on does; a run without it puts them together.
    #[arg(long)]
    parts_only: bool,
    /// Threads; 0 is as many as the machine has, or one for each worker of --on. The numbers do not depend on it.
    #[arg(long, default_value_t = 0, value_parser = number::whole::<u64>(0..=256))]
    threads: u64,
}

/// The run of a plan in a file.
pub(super) fn experiment_run(
    plan: &Path,
    output: Option<&Path>,
    shard: Option<Shard>,
    ending: &str,
    context: &CommandContext,
) -> CommandResult<ExperimentRun> {
    let place = plan.display().to_string();
    let read = lab::parse_plan(&place, &sources::read_text(plan, MOST_HANDED)?).map_err(lab_error)?;
    let beside = || plan.is_file().then(|| plan.with_extension(ending));
    let nowhere = || usage_error("the plan did not come from a file, so name one for what is found with -o");
    let file = output.map(Path::to_owned).or_else(beside).ok_or_else(nowhere)?;
    ExperimentRun::new(experiment_input(read, context)?, file, shard).map_err(lab_error)
}

pub(super) fn run(args: &LabRunArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let ending = match args.shard {
        Some(shard) if !args.parts_only => format!("{}-of-{}.lab.json", shard.number, shard.of),
        _ => "lab.json".to_owned(),
    };
    let job = experiment_run(&args.plan, args.output.as_deref(), args.shard, &ending, context)?;
    let threads = args.threads as usize;
    if let Some(place) = &args.on {
        if let Some((queued, script)) = count_on(place, args, &job, context)? {
            return status::print(&job, Some(queued), Some(&script), context);
        }
    } else if args.parts_only {
        // Whoever comes late, when all is put together, has nothing to do.
        if job.finished().is_none() {
            let counted = with_progress(job.games_left(), |progress| job.count_parts(threads, progress));
            counted.map_err(lab_error)?.ok_or_else(stopped)?;
        }
        return status::print(&job, None, None, context);
    }
    finish(&job, threads, context)
}

fn stopped() -> CommandError {
    environment_error("the run was stopped")
}

/// Counts what is left, writes the file, and says what it says.
pub(super) fn finish(job: &ExperimentRun, threads: usize, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let found = with_progress(job.games_left(), |progress| job.run(threads, progress));
    let kept = found.map_err(lab_error)?.ok_or_else(stopped)?;
    print_findings(&kept, Some(job.file()), Vec::new(), context)
}

/// Lets workers count what is left, until all is there. A job that was queued and its script, where nobody stays for it.
fn count_on(
    place: &WorkerPlace,
    args: &LabRunArgs,
    job: &ExperimentRun,
    context: &CommandContext,
) -> CommandResult<Option<(SlurmJob, PathBuf)>> {
    if !args.plan.is_file() {
        return Err(usage_error("workers read the plan themselves, so it must be in a file"));
    }
    let left = job.games_left();
    if left == 0 {
        return Ok(None);
    }
    let shards = match place {
        WorkerPlace::Local(processes) => args.shards.unwrap_or(*processes),
        WorkerPlace::Ssh(_) | WorkerPlace::Slurm => args.shards.unwrap_or(SHARDS),
    };
    let threads = args.threads.max(1) as usize;
    let program = std::env::current_exe()?;
    let arguments = worker_arguments(args, job, threads, context)?;
    let workers = Workers { run: job, program, arguments, shards: shards.min(job.status().parts[1] as u32) };
    match place {
        WorkerPlace::Local(processes) => with_progress(left, |progress| workers.count_here(*processes, progress)),
        WorkerPlace::Ssh(hosts) => with_progress(left, |progress| workers.count_on_hosts(hosts, progress)),
        WorkerPlace::Slurm => {
            let queued = slurm::job(job).map_err(lab_error)?.filter(|job| !job.tasks.is_empty());
            if let Some(queued) = queued {
                let hint = "`lab status` tells how far it is, `scancel` ends it";
                return Err(usage_error(format!("job {} counts this plan already; {hint}", queued.id)));
            }
            let queued = workers.submit(threads).map_err(lab_error)?;
            return Ok(Some((queued, workers.script_file())));
        }
    }
    .map_err(lab_error)?;
    Ok(None)
}

/// What a worker is told, wherever it runs, except its shard.
fn worker_arguments(
    args: &LabRunArgs,
    job: &ExperimentRun,
    threads: usize,
    context: &CommandContext,
) -> CommandResult<Vec<OsString>> {
    let mut words: Vec<OsString> = Vec::new();
    if let Some(library) = &context.places.library {
        words.extend(["--library".into(), std::path::absolute(library)?.into()]);
    }
    for folder in &context.places.data {
        words.extend(["--data".into(), std::path::absolute(folder)?.into()]);
    }
    words.extend(["lab".into(), "run".into(), std::path::absolute(&args.plan)?.into(), "--output".into()]);
    words.push(std::path::absolute(job.file())?.into());
    words.extend(["--parts-only".into(), "--threads".into(), threads.to_string().into()]);
    Ok(words)
}
