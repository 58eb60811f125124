//! `deckloom manual FOLDER`: manual pages and completions out of the arguments themselves, so that they cannot tell
//! of others. Hidden: people who have the program have `--help`.

use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, Outcome, environment};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Where `man1/` and `completions/` are made.
    folder: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let fault = |e: std::io::Error| environment(format!("cannot write into {}: {e}", args.folder.display()));
    let (pages, words) = (args.folder.join("man1"), args.folder.join("completions"));
    for folder in [&pages, &words] {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    clap_mangen::generate_to(Cli::command(), &pages).map_err(fault)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut Cli::command(), "deckloom", &words).map_err(fault)?;
    }
    Ok(Outcome::Done)
}
