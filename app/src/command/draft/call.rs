//! `deckloom draft call`: calls passes and picks for a table with real cards.

use std::io::Write;
use std::time::{Duration, Instant};

use formats::limited::draft::clock::DraftClock;
use formats::limited::draft::paper_draft;
use schemars::JsonSchema;
use serde::Serialize;

use super::plan;
use crate::command::{CommandContext, CommandOutcome, CommandResult, number, usage_error};

#[derive(Debug, clap::Args)]
pub(super) struct DraftCallArgs {
    /// The format, such as afrika/cosmic-draft.
    format: String,
    /// How many seats.
    #[arg(long, default_value_t = 8, value_parser = number::whole::<u32>(1..))]
    seats: u32,
    /// Times for picks, those of the tournament rules times so many percent.
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = number::whole::<u32>(10..=1000))]
    clock: u32,
    /// List all calls at once with their times, to print them out. `--json` lists as well.
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    setup: plan::DraftSetupArgs,
}

/// All calls of a draft.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DraftCallOutput {
    /// `game/format`.
    format: String,
    /// Seats.
    seats: u32,
    /// How long it takes, in seconds.
    seconds: u32,
    /// In order.
    calls: Vec<CallLine>,
}

/// A call.
#[derive(Debug, Serialize, JsonSchema)]
struct CallLine {
    /// Seconds after the beginning.
    at: u32,
    /// Round of packs, from 1.
    round: usize,
    /// Pick in the round, from 1; 0 between rounds.
    pick: usize,
    /// Cards in the fullest pack.
    cards: usize,
    /// What is called.
    text: String,
}

pub(super) fn run(args: &DraftCallArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, format) = context.format(&args.format)?;
    let way = args.setup.draft_type(format)?;
    let (min, max) =
        format.limited.as_ref().filter(|l| l.draft_type.as_ref() == Some(&way)).map_or(way.seats(), |l| l.seats);
    if !(min..=max).contains(&args.seats) {
        return Err(usage_error(format!("{} is for {min} to {max} players, not {}", format.name, args.seats)));
    }
    let sizes = args.setup.pack_sizes(game_library, format)?;
    let calls = paper_draft::calls(&way, args.seats as usize, &sizes, &DraftClock::default().scaled(args.clock));
    if calls.is_empty() {
        return Err(usage_error("nothing need be called in this type of draft: the seats take turns"));
    }
    let lines =
        calls.into_iter().map(|c| CallLine { at: c.at, round: c.round, pick: c.pick, cards: c.cards, text: c.text });
    let calls: Vec<CallLine> = lines.collect();
    let seconds = calls.last().map_or(0, |c| c.at);
    let result = DraftCallOutput { format: args.format.clone(), seats: args.seats, seconds, calls };
    if !args.list && !context.json {
        return call_in_time(&result);
    }
    context.print_result(&result, || result.calls.iter().map(line).collect())?;
    Ok(CommandOutcome::Done)
}

fn line(call: &CallLine) -> String {
    format!("{:>3}:{:02}  {}\n", call.at / 60, call.at % 60, call.text)
}

/// Says each call when its time has come.
fn call_in_time(result: &DraftCallOutput) -> CommandResult<CommandOutcome> {
    let began = Instant::now();
    let mut out = std::io::stdout().lock();
    for call in &result.calls {
        std::thread::sleep(Duration::from_secs(u64::from(call.at)).saturating_sub(began.elapsed()));
        out.write_all(line(call).as_bytes())?;
        out.flush()?;
    }
    Ok(CommandOutcome::Done)
}
