//! `deckloom library rescue DAMAGED NEW`

use std::path::{Path, PathBuf};

use catalog::store::rescue::{Rescued, rescue};
use schemars::JsonSchema;
use serde::Serialize;

use super::counts::LibraryCounts;
use crate::command::print::counted;
use crate::command::{CommandOutcome, CommandResult, print_result};

/// What was read out of a damaged library, and what was not.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct LibraryRescueOutput {
    /// The new library.
    file: PathBuf,
    #[serde(flatten)]
    counts: LibraryCounts,
    /// Those whose last actions are lost.
    cut: Vec<TruncatedStream>,
    /// Numbers of decks and so on of which the beginning is lost, and so all of it.
    lost: Vec<i64>,
    /// Whether the file of the last changes (`-wal`) was there and could not be read.
    lost_write_ahead: bool,
}

/// A deck, a draft and so on whose last actions are lost.
#[derive(Debug, Serialize, JsonSchema)]
struct TruncatedStream {
    /// Its number.
    id: i64,
    /// `deck`, `pool`, `draft`, `collection`, `event`, `match` or `companion`.
    kind: String,
    /// Its game.
    game: String,
    /// Its name.
    name: String,
    /// How many actions were read.
    kept: usize,
    /// How many are known to be lost; there may have been more.
    lost: usize,
}

pub(super) fn run(damaged: &Path, new: &Path, json: bool) -> CommandResult<CommandOutcome> {
    let Rescued { streams, actions, settings, cut, lost, lost_write_ahead } = rescue(damaged, new)?;
    let cut = cut.into_iter().map(|c| TruncatedStream {
        id: c.id.0,
        kind: c.kind,
        game: c.game,
        name: c.name,
        kept: c.kept,
        lost: c.lost,
    });
    let lost = lost.into_iter().map(|id| id.0).collect();
    let result = LibraryRescueOutput {
        file: new.to_owned(),
        counts: LibraryCounts { streams, actions, settings },
        cut: cut.collect(),
        lost,
        lost_write_ahead,
    };
    print_result(json, &result, || to_text(&result))?;
    let is_all = result.cut.is_empty() && result.lost.is_empty() && !result.lost_write_ahead;
    Ok(if is_all { CommandOutcome::Done } else { CommandOutcome::Failed })
}

fn to_text(result: &LibraryRescueOutput) -> String {
    let mut out = format!("{}: {}\n", result.file.display(), result.counts.describe());
    for c in &result.cut {
        out.push_str(&format!(
            "  the {} {} of {}: {} read, at least {} after them lost\n",
            c.kind,
            c.name,
            c.game,
            counted(c.kept as u64, "action", "actions"),
            c.lost
        ));
    }
    if !result.lost.is_empty() {
        let numbers = result.lost.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        out.push_str(&format!("  lost, because the beginning is: number {numbers}\n"));
    }
    if result.lost_write_ahead {
        out.push_str("  the file of the last changes could not be read\n");
    }
    out
}
