//! `deckloom library check`

use std::path::{Path, PathBuf};

use catalog::store::{Error, Health, Library};
use schemars::JsonSchema;
use serde::Serialize;

use super::held::Held;
use crate::command::{Outcome, show};

/// Whether a library is sound.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Result {
    /// The file.
    file: PathBuf,
    #[serde(flatten)]
    held: Held,
    /// What is wrong; empty if all is well.
    faults: Vec<String>,
}

pub(super) fn run(file: &Path, json: bool) -> anyhow::Result<Outcome> {
    let health = match Library::open_to_read(file).and_then(|library| library.check()) {
        Ok(health) => health,
        Err(e) if is_damage(&e) => Health { streams: 0, actions: 0, settings: 0, faults: vec![e.to_string()] },
        Err(e) => return Err(e.into()),
    };
    let Health { streams, actions, settings, faults } = health;
    let result = Result { file: file.to_owned(), held: Held { streams, actions, settings }, faults };
    show(json, &result, || {
        let mut out = format!("{}: {}\n", result.file.display(), result.held.words());
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
    Ok(if result.faults.is_empty() { Outcome::Done } else { Outcome::Wanting })
}

/// Whether the file was read and is not what it should be.
fn is_damage(error: &Error) -> bool {
    match error {
        Error::Damaged(_) => true,
        Error::Open { cause, .. } => is_damage(cause),
        _ => false,
    }
}
