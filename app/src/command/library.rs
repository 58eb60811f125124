//! `deckloom library …`

pub(super) mod back_up;
pub(super) mod check;
pub(super) mod contents;
mod held;
pub(super) mod rescue;

use std::path::PathBuf;

use catalog::store::Library;

use super::{Outcome, environment};
use crate::desk::{Desk, Places};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// Show where the file of the library is, and what is in it.
    Where,
    /// Check every page and row of the library, and say what is wrong.
    Check,
    /// Copy the library, as it is now, to a file that is not there yet.
    BackUp {
        /// The new file.
        file: PathBuf,
    },
    /// Read what is whole in a damaged library into a new one; the damaged file stays as it is.
    Rescue {
        /// The damaged library.
        damaged: PathBuf,
        /// The new file, which must not be there yet.
        new: PathBuf,
    },
}

/// All but `where` do without the desk, so that they also work when there is something wrong with the library.
pub(super) fn run(verb: &Verb, places: &Places, json: bool) -> anyhow::Result<Outcome> {
    match verb {
        Verb::Where => {
            let desk = Desk::open(places)?;
            if let Some(warning) = &desk.warning {
                eprintln!("deckloom: {warning}");
            }
            contents::run(&desk, json)
        }
        Verb::Check => check::run(&file(places)?, json),
        Verb::BackUp { file: to } => back_up::run(&Library::open_to_read(&file(places)?)?, to, json),
        Verb::Rescue { damaged, new } => rescue::run(damaged, new, json),
    }
}

fn file(places: &Places) -> anyhow::Result<PathBuf> {
    places.library_file().ok_or_else(|| environment("there is no home folder; name the library with `--library`"))
}
