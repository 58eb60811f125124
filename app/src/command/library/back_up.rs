//! `deckloom library back-up FILE`

use std::path::{Path, PathBuf};

use catalog::store::Library;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::{CommandOutcome, CommandResult, print_result};

/// A copy that was made.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct LibraryBackUpOutput {
    /// The library.
    library: Option<PathBuf>,
    /// The copy.
    file: PathBuf,
    /// Its size.
    bytes: u64,
}

pub(super) fn run(library: &Library, to: &Path, json: bool) -> CommandResult<CommandOutcome> {
    library.back_up(to)?;
    let bytes = std::fs::metadata(to)?.len();
    let result = LibraryBackUpOutput { library: library.path().map(Into::into), file: to.to_owned(), bytes };
    print_result(json, &result, || format!("{}: {} bytes", result.file.display(), result.bytes))?;
    Ok(CommandOutcome::Done)
}
