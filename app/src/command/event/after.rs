//! `deckloom event prizes|publish|export|print|league`

use std::path::PathBuf;

use formats::event::league::{self, LeagueScoring};
use formats::event::log::{EventAction, Prize};
use schemars::JsonSchema;
use serde::Serialize;

use super::state::EventStateOutput;
use super::{ActionAuthor, open, run_action};
use crate::command::print::table;
use crate::command::{CommandContext, CommandOutcome, CommandResult, environment_error, number, sources, usage_error};
use crate::printout::event_sheets::{self as paper, EventSheet};
use crate::printout::pdf::PaperSize;
use crate::saved_event::SavedEvent;

#[derive(Debug, clap::Args)]
pub(super) struct EventPrizesArgs {
    /// Name of the event.
    name: String,
    /// `1=a box`, `2-4=3 packs`; all that there are.
    #[arg(required = true, value_parser = parse_prize)]
    prizes: Vec<Prize>,
}

/// A prize that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("write ranks, = and what is won: 2-4=3 packs")]
struct NotAPrize;

fn parse_prize(text: &str) -> Result<Prize, NotAPrize> {
    let parts = text.split_once('=').and_then(|(ranks, what)| {
        let (from, to) = ranks.split_once('-').unwrap_or((ranks, ranks));
        Some(Prize { from: from.trim().parse().ok()?, to: to.trim().parse().ok()?, what: what.trim().to_owned() })
    });
    parts.filter(|p| !p.what.is_empty()).ok_or(NotAPrize)
}

#[derive(Debug, clap::Args)]
pub(super) struct EventPublishArgs {
    /// Name of the event.
    name: String,
    /// Put decks into the report.
    #[arg(long)]
    decks: bool,
    /// Put pools into the report.
    #[arg(long)]
    pools: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventExportArgs {
    /// Name of the event.
    name: String,
    /// The file: .html, .csv or .json.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventPrintArgs {
    /// Name of the event.
    name: String,
    /// What.
    what: EventSheet,
    /// The file (.pdf).
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Size of the paper.
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    paper: PaperSize,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventLeagueArgs {
    /// Names of events.
    #[arg(required = true)]
    events: Vec<String>,
    /// Points for the first place, the second, and so on, instead of match points.
    #[arg(long, value_delimiter = ',', value_parser = number::whole::<u32>(0..))]
    places: Vec<u32>,
}

/// A file that was written.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct EventFileOutput {
    /// The file.
    file: String,
    /// Its size in bytes.
    bytes: usize,
}

/// A table over several events.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct EventLeagueOutput {
    /// The events.
    events: Vec<String>,
    /// The first first.
    table: Vec<LeagueRow>,
}

/// A line of the table.
#[derive(Debug, Serialize, JsonSchema)]
struct LeagueRow {
    /// From 1; those who are equal share one.
    rank: u32,
    /// Name.
    player: String,
    /// Points.
    points: u32,
    /// Places by event; absent where the player was not there.
    places: Vec<Option<u32>>,
}

pub(super) fn prizes(
    args: &EventPrizesArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    run_action(context, who, &args.name, |_| Ok(EventAction::Prizes(args.prizes.clone())))
}

pub(super) fn publish(
    args: &EventPublishArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    run_action(context, who, &args.name, |_| Ok(EventAction::Publish { decks: args.decks, pools: args.pools }))
}

pub(super) fn export(args: &EventExportArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let text = {
        let open_event = open(context, &args.name)?;
        let event = &open_event.saved.event;
        match args.output.extension().and_then(|e| e.to_str()) {
            Some("html") => event.html(&open_event.saved.name, &open_event.game_library.game),
            Some("csv") => event.csv()?,
            Some("json") => {
                let rounds = 1..=event.round();
                let all: Vec<EventStateOutput> =
                    rounds.map(|r| EventStateOutput::public(&open_event, Some(r))).collect();
                serde_json::to_string_pretty(&all)?
            }
            _ => return Err(usage_error("a report is an .html, a .csv or a .json")),
        }
    };
    write(context, &args.output, text.into_bytes())
}

fn write(context: &CommandContext, file: &std::path::Path, bytes: Vec<u8>) -> CommandResult<CommandOutcome> {
    let written = EventFileOutput { file: file.display().to_string(), bytes: bytes.len() };
    sources::write(file, bytes)?;
    context.print_result(&written, || format!("wrote {}\n", written.file))?;
    Ok(CommandOutcome::Done)
}

pub(super) fn print(args: &EventPrintArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    if args.output.extension().is_none_or(|e| e != "pdf") {
        return Err(usage_error("what is printed is a .pdf"));
    }
    let paper = args.paper;
    let bytes = {
        let open_event = open(context, &args.name)?;
        let made = paper::pdf(
            &open_event.saved.event,
            &open_event.saved.name,
            &open_event.game_library.game,
            args.what,
            paper,
        );
        made.map_err(|e| match e {
            crate::printout::Error::TooMuch(why) => usage_error(why),
            e => environment_error(e.to_string()),
        })?
    };
    write(context, &args.output, bytes)
}

pub(super) fn league(args: &EventLeagueArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let rooms = args.events.iter().map(|name| open(context, name).map(|d| d.saved));
    let rooms: Vec<SavedEvent> = rooms.collect::<CommandResult<_>>()?;
    let events: Vec<_> = rooms.iter().map(|r| &r.event).collect();
    let by =
        if args.places.is_empty() { LeagueScoring::MatchPoints } else { LeagueScoring::Places(args.places.clone()) };
    let line =
        |l: league::LeagueStanding| LeagueRow { rank: l.rank, player: l.name, points: l.points, places: l.places };
    let result = EventLeagueOutput {
        events: args.events.clone(),
        table: league::table(&events, &by).into_iter().map(line).collect(),
    };
    context.print_result(&result, || {
        let heads: Vec<&str> =
            ["", "Player", "Points"].into_iter().chain(result.events.iter().map(String::as_str)).collect();
        let place = |p: &Option<u32>| p.map_or(String::new(), |p| p.to_string());
        let row = |l: &LeagueRow| {
            let mut row = vec![l.rank.to_string(), l.player.clone(), l.points.to_string()];
            row.extend(l.places.iter().map(place));
            row
        };
        let right: Vec<usize> = [0].into_iter().chain(2..heads.len()).collect();
        table(&heads, &result.table.iter().map(row).collect::<Vec<_>>(), &right)
    })?;
    Ok(CommandOutcome::Done)
}
