//! `deckloom library …`

pub(super) mod back_up;
pub(super) mod check;
pub(super) mod contents;
mod counts;
pub(super) mod rescue;

use std::path::PathBuf;

use catalog::store::Library;

use super::{CommandOutcome, CommandResult, environment_error};
use crate::session::{Places, Session};

#[derive(Debug, clap::Subcommand)]
pub(super) enum LibraryVerb {
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
pub(super) fn run(verb: &LibraryVerb, places: &Places, json: bool) -> CommandResult<CommandOutcome> {
    match verb {
        LibraryVerb::Where => {
            let session = Session::open(places)?;
            if let Some(warning) = &session.warning {
                eprintln!("deckloom: {warning}");
            }
            contents::run(&session, json)
        }
        LibraryVerb::Check => check::run(&file(places)?, json),
        LibraryVerb::BackUp { file: to } => back_up::run(&Library::open_to_read(&file(places)?)?, to, json),
        LibraryVerb::Rescue { damaged, new } => rescue::run(damaged, new, json),
    }
}

fn file(places: &Places) -> CommandResult<PathBuf> {
    places.library_file().ok_or_else(|| environment_error("there is no home folder; name the library with `--library`"))
}
