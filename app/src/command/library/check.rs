//! `deckloom library check`

use std::path::{Path, PathBuf};

use catalog::store::{Error, Health, Library};
use schemars::JsonSchema;
use serde::Serialize;

use super::counts::LibraryCounts;
use crate::command::{CommandOutcome, CommandResult, print_result};

/// Whether a library is sound.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct LibraryCheckOutput {
    /// The file.
    file: PathBuf,
    #[serde(flatten)]
    counts: LibraryCounts,
    /// What is wrong; empty if all is well.
    faults: Vec<String>,
}

pub(super) fn run(file: &Path, json: bool) -> CommandResult<CommandOutcome> {
    let health = match Library::open_to_read(file).and_then(|library| library.check()) {
        Ok(health) => health,
        Err(e) if is_damage(&e) => Health { streams: 0, actions: 0, settings: 0, faults: vec![e.to_string()] },
        Err(e) => return Err(e.into()),
    };
    let Health { streams, actions, settings, faults } = health;
    let result =
        LibraryCheckOutput { file: file.to_owned(), counts: LibraryCounts { streams, actions, settings }, faults };
    print_result(json, &result, || {
        let mut out = format!("{}: {}\n", result.file.display(), result.counts.describe());
        for fault in &result.faults {
            out.push_str(&format!("  {fault}\n"));
        }
        out.push_str(if result.faults.is_empty() {
            "  all of it can be read\n"
        } else {
            "  `deckloom library rescue DAMAGED NEW` reads what is whole into a new file\n"
        });
        out
    })?;
    Ok(if result.faults.is_empty() { CommandOutcome::Done } else { CommandOutcome::Failed })
}

/// Whether the file was read and is not what it should be.
fn is_damage(error: &Error) -> bool {
    match error {
        Error::Damaged(_) => true,
        Error::Open { cause, .. } => is_damage(cause),
        _ => false,
    }
}
