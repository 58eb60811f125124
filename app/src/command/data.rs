//! `deckloom data …`

pub(super) mod check;
pub(super) mod new;

use super::Outcome;
use crate::desk::Places;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// A new game: a folder of commented files that works at once.
    New(new::Args),
    /// Every fault in the data files of all games, with file, line, column and a hint.
    Check,
}

pub(super) fn run(verb: &Verb, places: &Places, json: bool) -> anyhow::Result<Outcome> {
    match verb {
        Verb::New(args) => new::run(args, places, json),
        Verb::Check => check::run(places, json),
    }
}
