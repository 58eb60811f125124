//! `deckloom manual FOLDER` and `deckloom completions SHELL`: manual pages and completions out of the arguments
//! themselves, so that they cannot tell of others.

use std::path::PathBuf;

use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;

use super::{Cli, Outcome, environment};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Where `man1/` and `completions/` are made.
    folder: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    /// The shell.
    shell: Completed,
}

/// A shell that completes words.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Completed {
    Bash,
    Zsh,
    Fish,
}

impl From<Completed> for Shell {
    fn from(shell: Completed) -> Shell {
        match shell {
            Completed::Bash => Shell::Bash,
            Completed::Zsh => Shell::Zsh,
            Completed::Fish => Shell::Fish,
        }
    }
}

pub(super) fn completions(args: &Completions) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(Shell::from(args.shell), &mut Cli::command(), "deckloom", &mut script);
    super::say(&String::from_utf8(script)?)?;
    Ok(Outcome::Done)
}

pub(super) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let fault = |e: std::io::Error| environment(format!("cannot write into {}: {e}", args.folder.display()));
    let (pages, words) = (args.folder.join("man1"), args.folder.join("completions"));
    for folder in [&pages, &words] {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    clap_mangen::generate_to(Cli::command(), &pages).map_err(fault)?;
    for shell in Completed::value_variants() {
        clap_complete::generate_to(Shell::from(*shell), &mut Cli::command(), "deckloom", &words).map_err(fault)?;
    }
    Ok(Outcome::Done)
}
