//! `deckloom event prizes|publish|export|print|league`

use std::path::PathBuf;

use formats::event::league::{self, By};
use formats::event::log::{Action, Prize};
use schemars::JsonSchema;
use serde::Serialize;

use super::state::State;
use super::{Who, does, open};
use crate::command::print::table;
use crate::command::{Door, Outcome, environment, number, sources, usage};
use crate::event_room::EventRoom;
use crate::printout::desk::{self as paper, What};
use crate::printout::paper::Paper;

#[derive(Debug, clap::Args)]
pub(super) struct Prizes {
    /// Name of the event.
    name: String,
    /// `1=a box`, `2-4=3 packs`; all that there are.
    #[arg(required = true, value_parser = prize)]
    prizes: Vec<Prize>,
}

fn prize(text: &str) -> Result<Prize, String> {
    let parts = text.split_once('=').and_then(|(ranks, what)| {
        let (from, to) = ranks.split_once('-').unwrap_or((ranks, ranks));
        Some(Prize { from: from.trim().parse().ok()?, to: to.trim().parse().ok()?, what: what.trim().to_owned() })
    });
    parts.filter(|p| !p.what.is_empty()).ok_or_else(|| "write ranks, = and what is won: 2-4=3 packs".into())
}

#[derive(Debug, clap::Args)]
pub(super) struct Publish {
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
pub(super) struct Export {
    /// Name of the event.
    name: String,
    /// The file: .html, .csv or .json.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct Print {
    /// Name of the event.
    name: String,
    /// What.
    #[arg(value_parser = What::ALL.map(|(_, word)| word))]
    what: String,
    /// The file (.pdf).
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// a4 or letter.
    #[arg(long, value_parser = ["a4", "letter"], default_value = "a4")]
    paper: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct LeagueArgs {
    /// Names of events.
    #[arg(required = true)]
    events: Vec<String>,
    /// Points for the first place, the second, and so on, instead of match points.
    #[arg(long, value_delimiter = ',', value_parser = number::whole::<u32>(0..))]
    places: Vec<u32>,
}

/// A file that was written.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Written {
    /// The file.
    file: String,
    /// Its size in bytes.
    bytes: usize,
}

/// A table over several events.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct League {
    /// The events.
    events: Vec<String>,
    /// The first first.
    table: Vec<Line>,
}

/// A line of the table.
#[derive(Debug, Serialize, JsonSchema)]
struct Line {
    /// From 1; those who are equal share one.
    rank: u32,
    /// Name.
    player: String,
    /// Points.
    points: u32,
    /// Places by event; absent where the player was not there.
    places: Vec<Option<u32>>,
}

pub(super) fn prizes(args: &Prizes, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    does(door, who, &args.name, |_| Ok(Action::Prizes(args.prizes.clone())))
}

pub(super) fn publish(args: &Publish, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    does(door, who, &args.name, |_| Ok(Action::Publish { decks: args.decks, pools: args.pools }))
}

pub(super) fn export(args: &Export, door: &mut Door) -> anyhow::Result<Outcome> {
    let text = {
        let desk = open(door, &args.name)?;
        let event = &desk.room.event;
        match args.output.extension().and_then(|e| e.to_str()) {
            Some("html") => event.html(&desk.room.name, &desk.book.game),
            Some("csv") => event.csv()?,
            Some("json") => {
                let rounds = 1..=event.round();
                let all: Vec<State> = rounds.map(|r| State::public(&desk, Some(r))).collect();
                serde_json::to_string_pretty(&all)?
            }
            _ => return Err(usage("a report is an .html, a .csv or a .json")),
        }
    };
    write(door, &args.output, text.into_bytes())
}

fn write(door: &Door, file: &std::path::Path, bytes: Vec<u8>) -> anyhow::Result<Outcome> {
    let written = Written { file: file.display().to_string(), bytes: bytes.len() };
    sources::write(file, bytes)?;
    door.show(&written, || format!("wrote {}\n", written.file))?;
    Ok(Outcome::Done)
}

pub(super) fn print(args: &Print, door: &mut Door) -> anyhow::Result<Outcome> {
    if args.output.extension().is_none_or(|e| e != "pdf") {
        return Err(usage("what is printed is a .pdf"));
    }
    let paper = if args.paper == "letter" { Paper::Letter } else { Paper::A4 };
    let what = What::ALL.iter().find(|(_, word)| *word == args.what).map_or(What::Slips, |(what, _)| *what);
    let bytes = {
        let desk = open(door, &args.name)?;
        let made = paper::pdf(&desk.room.event, &desk.room.name, &desk.book.game, what, paper);
        made.map_err(|e| match e {
            crate::printout::Error::TooMuch(why) => usage(why),
            e => environment(e.to_string()),
        })?
    };
    write(door, &args.output, bytes)
}

pub(super) fn league(args: &LeagueArgs, door: &mut Door) -> anyhow::Result<Outcome> {
    let rooms = args.events.iter().map(|name| open(door, name).map(|d| d.room));
    let rooms: Vec<EventRoom> = rooms.collect::<anyhow::Result<_>>()?;
    let events: Vec<_> = rooms.iter().map(|r| &r.event).collect();
    let by = if args.places.is_empty() { By::MatchPoints } else { By::Places(args.places.clone()) };
    let line = |l: league::Line| Line { rank: l.rank, player: l.name, points: l.points, places: l.places };
    let result =
        League { events: args.events.clone(), table: league::table(&events, &by).into_iter().map(line).collect() };
    door.show(&result, || {
        let heads: Vec<&str> =
            ["", "Player", "Points"].into_iter().chain(result.events.iter().map(String::as_str)).collect();
        let place = |p: &Option<u32>| p.map_or(String::new(), |p| p.to_string());
        let row = |l: &Line| {
            let mut row = vec![l.rank.to_string(), l.player.clone(), l.points.to_string()];
            row.extend(l.places.iter().map(place));
            row
        };
        let right: Vec<usize> = [0].into_iter().chain(2..heads.len()).collect();
        table(&heads, &result.table.iter().map(row).collect::<Vec<_>>(), &right)
    })?;
    Ok(Outcome::Done)
}
