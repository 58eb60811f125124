//! A plan as an array job of Slurm.
//!
//! The script stands beside the plan, so that it can be read, and changed for a cluster that wants more. A task is one shard; one that is
//! begun anew goes on with the parts that are there.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use super::workers::{ATTEMPTS, LOG_PREFIX, Workers, current_folder};
use super::{Error, ExperimentRun};
use crate::printout::job;

/// The file in the folder of the parts that holds the number of the job.
pub const JOB_FILE: &str = "slurm.job";

/// A job of an array of tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlurmJob {
    /// Its number.
    pub id: String,
    /// Tasks that wait or run, by what Slurm calls their state, such as `RUNNING`.
    pub tasks: BTreeMap<String, u32>,
}

impl Workers<'_> {
    /// The script's file.
    pub fn script_file(&self) -> PathBuf {
        self.run.file().with_extension("sbatch")
    }

    /// The script of an array of the shards that are not done.
    fn script(&self, threads: usize) -> Result<String, Error> {
        let folder = current_folder()?;
        let log = self.run.folder().join(format!("{LOG_PREFIX}%a.log"));
        let words = std::iter::once(self.program.as_os_str()).chain(self.arguments.iter().map(|word| word.as_os_str()));
        let command = words.map(quoted).collect::<Result<Vec<_>, _>>()?.join(" ");
        let shards = self.run.unfinished_shards(self.shards).iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let of = self.shards;
        Ok(format!(
            "#!/bin/sh
#SBATCH --job-name=deckloom
#SBATCH --array={shards}
#SBATCH --cpus-per-task={threads}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={}
# Each task counts one of {of} shards of a plan into the folder of this log. It may be ended and begun again at any time, twice at once, too.
cd {} || exit
{command} --shard \"$SLURM_ARRAY_TASK_ID/{of}\" && exit
# One that failed is queued again, so that it is begun {ATTEMPTS} times in all.
[ \"${{SLURM_RESTART_COUNT:-0}}\" -lt {} ] && scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID\"
exit 1
",
            quoted(log.as_os_str())?,
            quoted(folder.as_os_str())?,
            ATTEMPTS - 1,
        ))
    }

    /// Writes the script, and queues it.
    ///
    /// # Errors
    /// When there is no Slurm, or it refuses.
    pub fn submit(&self, threads: usize) -> Result<SlurmJob, Error> {
        let script = self.script_file();
        let cannot = |file: &PathBuf| {
            let file = file.display().to_string();
            move |e: std::io::Error| Error::Write(format!("cannot write {file}: {e}"))
        };
        job::write(&script, self.script(threads)?).map_err(cannot(&script))?;
        let folder = self.run.folder();
        // Slurm makes no folder for the logs.
        std::fs::create_dir_all(&folder).map_err(cannot(&folder))?;
        let told = slurm("sbatch", &["--parsable".as_ref(), script.as_os_str()])?;
        // The number, and behind a semicolon the cluster where there are several.
        let id = told.trim().split(';').next().unwrap_or_default().to_owned();
        let file = folder.join(JOB_FILE);
        job::write(&file, format!("{id}\n")).map_err(cannot(&file))?;
        Ok(SlurmJob { tasks: tasks(&id)?, id })
    }
}

/// The job that counts a plan, as far as one was queued; without tasks, where it has ended.
///
/// # Errors
/// When Slurm does not answer.
pub fn job(run: &ExperimentRun) -> Result<Option<SlurmJob>, Error> {
    let Ok(id) = std::fs::read_to_string(run.folder().join(JOB_FILE)) else { return Ok(None) };
    let id = id.trim().to_owned();
    Ok(Some(SlurmJob { tasks: tasks(&id)?, id }))
}

/// The tasks of a job that wait or run.
fn tasks(id: &str) -> Result<BTreeMap<String, u32>, Error> {
    let told = match slurm("squeue", &["--noheader", "--array", "--format=%T", "--jobs", id].map(OsStr::new)) {
        // A job that ended a while ago is not known any more.
        Err(Error::Slurm { said, .. }) if said.contains("Invalid job id") => String::new(),
        told => told?,
    };
    let mut tasks = BTreeMap::new();
    for state in told.split_whitespace() {
        *tasks.entry(state.to_owned()).or_default() += 1;
    }
    Ok(tasks)
}

/// What a program of Slurm says.
fn slurm(program: &'static str, arguments: &[&OsStr]) -> Result<String, Error> {
    let told = Command::new(program)
        .args(arguments)
        .output()
        .map_err(|cause| Error::Start { program: program.into(), cause })?;
    if !told.status.success() {
        return Err(Error::Slurm { program, said: String::from_utf8_lossy(&told.stderr).trim().to_owned() });
    }
    Ok(String::from_utf8_lossy(&told.stdout).into_owned())
}

/// A word as it is.
fn text(word: &OsStr) -> Result<&str, Error> {
    word.to_str()
        .filter(|word| !word.contains('\n'))
        .ok_or_else(|| Error::Write(format!("a script cannot hold {word:?}")))
}

/// A word as a shell reads it.
fn quoted(word: &OsStr) -> Result<String, Error> {
    let word = text(word)?;
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._/:=,+@%".contains(&b);
    let needs_none = !word.is_empty() && word.bytes().all(plain);
    Ok(if needs_none { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) })
}
