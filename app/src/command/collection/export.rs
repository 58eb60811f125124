//! `deckloom collection export FILE`

use std::path::PathBuf;

use catalog::Collection;
use catalog::collection::table;
use schemars::JsonSchema;
use serde::Serialize;

use super::collections;
use crate::command::print::counted;
use crate::command::{CommandContext, CommandOutcome, CommandResult, sources, usage_error};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct CollectionExportArgs {
    /// The file to write, ending in .csv.
    file: PathBuf,
    /// Only this game.
    #[arg(long)]
    game: Option<String>,
}

/// What was written.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct CollectionExportOutput {
    /// The file.
    file: PathBuf,
    /// Printings in it.
    cards: usize,
    /// Copies owned.
    owned: u32,
    /// Copies wanted.
    wanted: u32,
}

pub(super) fn run(args: &CollectionExportArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    if !args.file.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv")) {
        return Err(usage_error(format!(
            "{}: a collection is written as CSV; let the name end in .csv",
            args.file.display()
        )));
    }
    let collections = collections(context, args.game.as_deref())?;
    sources::write(&args.file, table::write(&collections))?;
    let printings =
        |c: &Collection| c.game().indices().filter(|ix| !c.holding(*ix).is_empty()).count() + c.unknown().count();
    let total = collections.iter().map(Collection::total).sum::<catalog::collection::Holding>();
    let result = CollectionExportOutput {
        file: args.file.clone(),
        cards: collections.iter().map(printings).sum(),
        owned: total.owned,
        wanted: total.wanted,
    };
    context.print_result(&result, || {
        let cards = counted(result.cards as u64, "card", "cards");
        format!("wrote {}: {cards}, {} owned, {} wanted", result.file.display(), result.owned, result.wanted)
    })?;
    Ok(CommandOutcome::Done)
}
