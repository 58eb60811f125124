//! `deckloom replay FILE`

use std::path::{Path, PathBuf};

use catalog::source::MOST_HANDED;

use engine::kernel::record::Record;
use formats::{DeckFormat, GameLibrary};
use schemars::JsonSchema;
use serde::Serialize;

use super::print::counted;
use super::{CommandContext, CommandOutcome, CommandResult, input_error, matches, number, sources};

#[derive(Debug, clap::Args)]
pub(super) struct ReplayArgs {
    /// A file that `deckloom match --record` wrote.
    file: PathBuf,
    /// Stop at the start of this turn.
    #[arg(long, value_name = "TURN", value_parser = number::whole::<u32>(1..))]
    until: Option<u32>,
    /// Tell what happened, sentence by sentence.
    #[arg(long)]
    log: bool,
    /// Tell and show it as this seat sees it, counted from 1.
    #[arg(long, value_name = "SEAT", value_parser = number::whole::<u8>(1..=2))]
    seat: Option<u8>,
}

/// The game that was played again.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ReplayOutput {
    /// Game id.
    game: String,
    /// Decks in seat order.
    decks: Vec<String>,
    /// Who played, in seat order.
    players: Vec<String>,
    /// Choices in the whole record.
    actions: usize,
    /// How the game ended; absent if it was stopped before its end.
    outcome: Option<String>,
    /// The position at the end, or at the turn that was named.
    board: Vec<String>,
    /// What happened up to there, if that was asked for.
    log: Option<Vec<String>>,
}

pub(super) fn run(args: &ReplayArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let record = read_record(&args.file)?;
    let (game_library, format) = find_format(context, &args.file, &record)?;
    let seat = args.seat.map(|s| s - 1);
    let transcript =
        engine::session::replay(&game_library.game, format, &record, args.until, seat).map_err(matches::match_error)?;
    let result = ReplayOutput {
        game: record.game.clone(),
        decks: record.decks.iter().map(|d| d.name.clone()).collect(),
        players: record.players.clone(),
        actions: record.log.actions.len(),
        outcome: transcript.outcome,
        board: transcript.board.lines().map(str::to_owned).collect(),
        log: args.log.then_some(transcript.events),
    };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

/// A recorded game.
pub(super) fn read_record(file: &Path) -> CommandResult<Record> {
    let text = sources::read_text(file, MOST_HANDED)?;
    let unfit = |e: &dyn std::fmt::Display| input_error(format!("{}: not a record of a game: {e}", file.display()));
    let record: Record = serde_json::from_str(&text).map_err(|e| unfit(&e))?;
    record.check().map_err(|e| unfit(&e))?;
    Ok(record)
}

/// The game and the format of a record.
pub(super) fn find_format<'a>(
    context: &'a CommandContext,
    file: &Path,
    record: &Record,
) -> CommandResult<(&'a GameLibrary, &'a DeckFormat)> {
    let game_library = context.game(&record.game)?;
    let known: Vec<&str> = game_library.formats.iter().map(|f| f.id.as_str()).collect();
    let format = game_library.format(&record.format).ok_or_else(|| {
        let hint = catalog::read::suggest(&record.format, &known);
        input_error(format!("{}: there is no format `{}` ({hint})", file.display(), record.format))
    })?;
    Ok((game_library, format))
}

fn to_text(result: &ReplayOutput) -> String {
    let mut out = String::new();
    for line in result.log.iter().flatten() {
        let indent = if line.starts_with("Turn ") { "" } else { "  " };
        out.push_str(&format!("{indent}{line}\n"));
    }
    if result.log.is_some() {
        out.push('\n');
    }
    out.push_str(&result.board.join("\n"));
    let between: Vec<String> = result.decks.iter().zip(&result.players).map(|(d, p)| format!("{d} ({p})")).collect();
    let end = match &result.outcome {
        Some(outcome) => format!("{outcome}. It came out as recorded."),
        None => "Up to here it came out as recorded.".into(),
    };
    let choices = counted(result.actions as u64, "choice", "choices");
    out.push_str(&format!("\n\n{}: {choices}. {end}\n", between.join(" against ")));
    out
}
