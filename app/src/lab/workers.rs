//! Workers that count the parts of one plan: processes on this machine, or on others by GNU parallel.
//!
//! A worker is this program with `lab run --parts-only --shard K/N`. It keeps each part in the folder beside the file, so one that was
//! killed loses the part at hand, and two at the same shard write the same.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

use engine::kernel::parallel::Progress;

use super::{Error, ExperimentRun};

/// What the files begin with in which workers say what went wrong.
pub const LOG_PREFIX: &str = "worker-";
/// How often a shard is begun before it is given up.
pub const ATTEMPTS: u32 = 3;
/// How often workers are looked after.
const LOOK: Duration = Duration::from_millis(200);
/// Characters of what a worker said last that are told.
const SAID: usize = 600;

/// Where workers run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkerPlace {
    /// So many processes on this machine.
    Local(u32),
    /// Hosts, as GNU parallel is told them.
    Ssh(String),
    /// A cluster.
    Slurm,
}

/// A text that is no place for workers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no place for workers: write slurm, local:N with N from 1 to 256, or ssh:HOST,HOST")]
pub struct WorkerPlaceError(String);

impl FromStr for WorkerPlace {
    type Err = WorkerPlaceError;

    fn from_str(text: &str) -> Result<WorkerPlace, WorkerPlaceError> {
        match text.split_once(':') {
            None if text == "slurm" => Ok(WorkerPlace::Slurm),
            Some(("local", number)) => match number.parse() {
                Ok(number @ 1..=256) => Ok(WorkerPlace::Local(number)),
                _ => Err(WorkerPlaceError(text.to_owned())),
            },
            Some(("ssh", hosts)) if !hosts.is_empty() => Ok(WorkerPlace::Ssh(hosts.to_owned())),
            _ => Err(WorkerPlaceError(text.to_owned())),
        }
    }
}

/// Workers of one plan.
#[derive(Debug)]
pub struct Workers<'a> {
    /// The plan.
    pub run: &'a ExperimentRun,
    /// The program.
    pub program: PathBuf,
    /// What it is told before `--shard K/N`.
    pub arguments: Vec<OsString>,
    /// Among how many shards the parts are dealt.
    pub shards: u32,
}

impl Workers<'_> {
    /// Counts what is left in so many processes at once.
    ///
    /// # Errors
    /// When a shard fails again and again.
    pub fn count_here(&self, processes: u32, progress: &Progress) -> Result<(), Error> {
        let mut waiting: VecDeque<u32> = self.run.unfinished_shards(self.shards).into();
        let mut failures: BTreeMap<u32, u32> = BTreeMap::new();
        let mut team = Team::default();
        let mut counted = Counted::new(self.run);
        while !waiting.is_empty() || !team.0.is_empty() {
            while team.0.len() < processes as usize
                && let Some(shard) = waiting.pop_front()
            {
                let mut command = Command::new(&self.program);
                command.args(&self.arguments).arg("--shard").arg(format!("{shard}/{}", self.shards));
                team.0.push((shard, self.start(command, &self.log(shard))?));
            }
            std::thread::sleep(LOOK);
            for (shard, status) in team.ended()? {
                if status.success() {
                    continue;
                }
                let failed = failures.entry(shard).or_default();
                *failed += 1;
                if *failed == ATTEMPTS {
                    let log = self.log(shard);
                    return Err(Error::Worker { shard, said: said(&log), log });
                }
                waiting.push_back(shard);
            }
            counted.tell(self.run, progress);
        }
        Ok(())
    }

    /// Counts what is left on other machines that see this folder, by GNU parallel: a shard that fails is begun anew, on another one
    /// where there are several.
    ///
    /// # Errors
    /// When GNU parallel is not there, or a shard fails again and again.
    pub fn count_on_hosts(&self, hosts: &str, progress: &Progress) -> Result<(), Error> {
        let version = Command::new("parallel").arg("--version").output();
        if !version.is_ok_and(|told| told.stdout.starts_with(b"GNU parallel")) {
            return Err(Error::Parallel);
        }
        let folder = current_folder()?;
        let mut command = Command::new("parallel");
        command.args(["--will-cite", "--quote", "--retries", &ATTEMPTS.to_string()]);
        command.arg("--sshlogin").arg(hosts).arg("--workdir").arg(folder);
        command.arg(&self.program).args(&self.arguments).arg("--shard").arg(format!("{{}}/{}", self.shards));
        command.arg(":::").args(self.run.unfinished_shards(self.shards).iter().map(u32::to_string));
        let log = self.run.folder().join(format!("{LOG_PREFIX}hosts.log"));
        let mut team = Team(vec![(0, self.start(command, &log)?)]);
        let mut counted = Counted::new(self.run);
        loop {
            std::thread::sleep(LOOK);
            let ended = team.ended()?;
            counted.tell(self.run, progress);
            match ended[..] {
                [] => {}
                [(_, status)] if status.success() => return Ok(()),
                _ => return Err(Error::Hosts { said: said(&log), log }),
            }
        }
    }

    fn log(&self, shard: u32) -> PathBuf {
        self.run.folder().join(format!("{LOG_PREFIX}{shard}.log"))
    }

    /// Starts a worker that says what goes wrong into a file.
    fn start(&self, mut command: Command, log: &Path) -> Result<Child, Error> {
        let cannot = |e: io::Error| Error::Write(format!("cannot write {}: {e}", log.display()));
        std::fs::create_dir_all(self.run.folder()).map_err(cannot)?;
        let log: File = OpenOptions::new().create(true).append(true).open(log).map_err(cannot)?;
        let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        command.spawn().map_err(|cause| Error::Start { program: command.get_program().into(), cause })
    }
}

/// Workers that run, by their shards. Whoever stops looking after them ends them: what they have counted is kept.
#[derive(Debug, Default)]
struct Team(Vec<(u32, Child)>);

impl Team {
    /// Those that have ended since.
    fn ended(&mut self) -> Result<Vec<(u32, std::process::ExitStatus)>, Error> {
        let mut ended = Vec::new();
        let mut at = 0;
        while let Some((shard, child)) = self.0.get_mut(at) {
            match child.try_wait().map_err(|e| Error::Write(format!("a worker cannot be looked after: {e}")))? {
                Some(status) => {
                    ended.push((*shard, status));
                    self.0.swap_remove(at);
                }
                None => at += 1,
            }
        }
        Ok(ended)
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        for (_, child) in &mut self.0 {
            // One that has ended meanwhile needs no end.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Games of parts that are done, as the progress was told.
struct Counted(u64);

impl Counted {
    fn new(run: &ExperimentRun) -> Counted {
        Counted(run.status().games[0])
    }

    fn tell(&mut self, run: &ExperimentRun, progress: &Progress) {
        let now = run.status().games[0];
        progress.add(now.saturating_sub(self.0));
        self.0 = now.max(self.0);
    }
}

/// Where workers find what a plan names.
pub(super) fn current_folder() -> Result<PathBuf, Error> {
    std::env::current_dir().map_err(|e| Error::Write(format!("this folder is gone: {e}")))
}

/// What a worker said last.
fn said(log: &Path) -> String {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text[text.len().saturating_sub(SAID)..]).trim().to_owned();
    if text.is_empty() { "nothing".to_owned() } else { text }
}
