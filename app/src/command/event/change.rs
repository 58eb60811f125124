//! `deckloom event correct|log`

use formats::event::log::{EventAction, EventLogEntry};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{ActionAuthor, describe_result, open};
use crate::command::{CommandContext, CommandOutcome, CommandResult, number};

#[derive(Debug, clap::Args)]
pub(super) struct EventCorrectArgs {
    /// Name of the event.
    name: String,
    /// The round.
    #[arg(value_parser = number::whole::<u32>(1..))]
    round: u32,
    /// The table, or one of its players.
    table: String,
    /// The right result, seen from the player named, or from the first of the table.
    score: String,
    /// Change it, after showing what moves.
    #[arg(long)]
    yes: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventLogArgs {
    /// Name of the event.
    name: String,
}

/// What a correction moves.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct EventChangeOutput {
    /// Whether it was made.
    done: bool,
    /// What is corrected, in words.
    what: String,
    /// Places and tie-breakers that move, in the new order.
    standings: Vec<RankChange>,
    /// Pairings of later rounds that were made on other points, or are others now.
    pairings: Vec<String>,
}

/// A place that moves.
#[derive(Debug, Serialize, JsonSchema)]
struct RankChange {
    /// Name.
    player: String,
    /// Rank before; absent for none.
    rank_before: Option<u32>,
    /// Rank after.
    rank: Option<u32>,
    /// Match points before.
    points_before: u32,
    /// Match points after.
    points: u32,
    /// Tie-breakers that move: short name, before, after.
    ties: Vec<(&'static str, String, String)>,
}

/// Everything that was done.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct EventLogOutput {
    /// Name of the event.
    name: String,
    /// In order.
    entries: Vec<LogLine>,
}

/// Something that was done.
#[derive(Debug, Serialize, JsonSchema)]
struct LogLine {
    /// Counted from 1.
    number: usize,
    /// Seconds since 1970.
    at: i64,
    /// Who did it.
    by: String,
    /// What, as a sentence.
    words: String,
    /// What: the action as it is saved.
    action: Value,
}

pub(super) fn correct(
    args: &EventCorrectArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    let change = {
        let mut open_event = open(context, &args.name)?;
        let event = &open_event.saved.event;
        let (table, score) = open_event.parse_result(args.round, &args.table, &args.score)?;
        let action = EventAction::Report { round: args.round, table, score };
        let moves = open_event.saved.preview(who.at, &who.by, action.clone())?;
        let m = &event.rounds[args.round as usize - 1].matches[table as usize - 1];
        let ended = |score| describe_result(event, m.pairing.a, m.pairing.b, score);
        let before = m.score.map_or("no result".to_owned(), ended);
        let what = format!("Round {}, table {table}: {before} becomes {}", args.round, ended(score));
        let moved = |m: formats::event::preview::StandingChange| RankChange {
            player: event.name(m.player).to_owned(),
            rank_before: m.rank.0,
            rank: m.rank.1,
            points_before: m.points.0,
            points: m.points.1,
            ties: m.ties,
        };
        let standings = moves.standings.into_iter().map(moved).collect();
        let change = EventChangeOutput { done: args.yes, what, standings, pairings: moves.pairings };
        if args.yes {
            open_event.act(who, action)?;
        }
        change
    };
    context.print_result(&change, || to_text(&change))?;
    Ok(CommandOutcome::Done)
}

fn to_text(change: &EventChangeOutput) -> String {
    let mut text = format!("{}.\n", change.what);
    for m in &change.standings {
        let rank = |r: Option<u32>| r.map_or("—".to_owned(), |r| r.to_string());
        text += &format!("  {:>3} → {:<3} {:<24}", rank(m.rank_before), rank(m.rank), m.player);
        if m.points != m.points_before {
            text += &format!(" {} → {} points", m.points_before, m.points);
        }
        for (name, before, after) in &m.ties {
            text += &format!("  {name} {before} → {after}");
        }
        text += "\n";
    }
    change.pairings.iter().for_each(|p| text += &format!("  {p}\n"));
    if change.standings.is_empty() && change.pairings.is_empty() {
        text += "  Nothing else moves.\n";
    }
    text + if change.done { "It is changed.\n" } else { "Nothing is changed yet; add --yes to change it.\n" }
}

pub(super) fn log(args: &EventLogArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let log = {
        let open_event = open(context, &args.name)?;
        let line = |(number, entry): (usize, &EventLogEntry)| -> CommandResult<LogLine> {
            let action = serde_json::to_value(&entry.action)?;
            let words = open_event.saved.event.describe(entry);
            Ok(LogLine { number, at: entry.at, by: entry.by.clone(), words, action })
        };
        let entries = (1..).zip(&open_event.saved.event.log).map(line).collect::<CommandResult<Vec<LogLine>>>()?;
        EventLogOutput { name: args.name.clone(), entries }
    };
    context.print_result(&log, || {
        let line = |l: &LogLine| format!("{:>4}  {}  {:<16} {}\n", l.number, l.at, l.by, l.words);
        log.entries.iter().map(line).collect()
    })?;
    Ok(CommandOutcome::Done)
}
