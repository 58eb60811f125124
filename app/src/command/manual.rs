//! `deckloom manual FOLDER` and `deckloom completions SHELL`: manual pages and completions out of the arguments
//! themselves, so that they cannot tell of others.

use std::path::PathBuf;

use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;

use super::{Cli, CommandOutcome, CommandResult, environment_error};

#[derive(Debug, clap::Args)]
pub(super) struct ManualArgs {
    /// Where `man1/` and `completions/` are made.
    folder: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// The shell.
    shell: CompletionShell,
}

/// A shell that completes words.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum CompletionShell {
    Bash,
    Zsh,
    Fish,
}

impl From<CompletionShell> for Shell {
    fn from(shell: CompletionShell) -> Shell {
        match shell {
            CompletionShell::Bash => Shell::Bash,
            CompletionShell::Zsh => Shell::Zsh,
            CompletionShell::Fish => Shell::Fish,
        }
    }
}

pub(super) fn completions(args: &CompletionsArgs) -> CommandResult<CommandOutcome> {
    let mut script = Vec::new();
    clap_complete::generate(Shell::from(args.shell), &mut Cli::command(), "deckloom", &mut script);
    super::print_line(&String::from_utf8(script)?)?;
    Ok(CommandOutcome::Done)
}

pub(super) fn run(args: &ManualArgs) -> CommandResult<CommandOutcome> {
    let fault = |e: std::io::Error| environment_error(format!("cannot write into {}: {e}", args.folder.display()));
    let (pages, words) = (args.folder.join("man1"), args.folder.join("completions"));
    for folder in [&pages, &words] {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    clap_mangen::generate_to(Cli::command(), &pages).map_err(fault)?;
    for shell in CompletionShell::value_variants() {
        clap_complete::generate_to(Shell::from(*shell), &mut Cli::command(), "deckloom", &words).map_err(fault)?;
    }
    Ok(CommandOutcome::Done)
}
