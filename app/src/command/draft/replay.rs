//! `deckloom draft replay`: a draft told afterwards, pick by pick: what was seen, what was taken, what wheeled.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use catalog::Game;
use catalog::source::MOST_HANDED;
use formats::Book;
use formats::limited::draft::log::{By, Log};
use formats::limited::draft::pod::{Pod, Sitter};
use formats::limited::draft::start::Cards;
use formats::limited::draft::story::{self, Told};
use formats::limited::drafter::PickReason;
use schemars::JsonSchema;
use serde::Serialize;

use super::seat;
use crate::command::printings::Printings;
use crate::command::{Door, Outcome, names, number, sources, unreadable, wanting};
use crate::draft_room;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Name of a draft of the library, or a file that `draft save` or `draft --auto` wrote.
    draft: OsString,
    /// Only this choice, counted from 1 through the whole draft.
    #[arg(long, value_parser = number::whole::<usize>(1..))]
    pick: Option<usize>,
    /// Only choices of this seat, counted from 1.
    #[arg(long, value_parser = number::whole::<usize>(1..))]
    seat: Option<usize>,
    /// Deal the packs again out of the seed, and fail if they are not those of the draft.
    #[arg(long)]
    verify: bool,
}

/// A draft told afterwards.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Result {
    /// Name.
    name: String,
    /// `game/format`.
    format: String,
    /// Type of draft.
    #[serde(rename = "type")]
    kind: String,
    /// Whether the game's data have changed since it began; the draft has not.
    data_changed: bool,
    /// Whether the packs were dealt again out of the seed, and are the same; absent if that was not asked for.
    verified: Option<bool>,
    /// The seats.
    seats: Vec<Seat>,
    /// The choices.
    picks: Vec<Pick>,
}

/// A seat.
#[derive(Debug, Serialize, JsonSchema)]
struct Seat {
    /// From 1.
    seat: usize,
    /// Who sits there.
    who: String,
    /// What it drafted, by card id, in order.
    pool: Vec<String>,
}

/// A choice.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Pick {
    /// Counted from 1 through the draft.
    pub number: usize,
    /// Round, from 1.
    pub round: usize,
    /// Pick in the round, from 1.
    pub pick: usize,
    /// Seat, from 1.
    pub seat: usize,
    /// `person`, `bot`, or `clock` if the time was over.
    pub by: &'static str,
    /// Card ids that the seat saw on the table.
    pub seen: Vec<String>,
    /// What it chose, as `draft pick` reads it.
    pub chosen: String,
    /// Card ids that came into its pool.
    pub came: Vec<String>,
    /// Card ids of the pack that it saw again later; absent if the pack did not come round.
    pub wheeled: Option<Vec<String>>,
    /// Why, if a bot chose.
    pub why: Option<String>,
}

impl Pick {
    /// A told choice by ids.
    pub fn of(number: usize, told: &Told, cards: &Cards<'_>) -> Pick {
        let chosen = &told.chosen;
        let came = told.came.iter().filter(|(seat, _)| *seat == chosen.seat).map(|(_, card)| cards.id(*card));
        Pick {
            number,
            round: told.stage.round + 1,
            pick: told.stage.pick + 1,
            seat: chosen.seat + 1,
            by: match chosen.by {
                By::Person => "person",
                By::Bot => "bot",
                By::Clock => "clock",
            },
            seen: told.view.piles.iter().flat_map(|p| &p.cards).map(|c| cards.id(*c)).collect(),
            chosen: chosen.choice.line(),
            came: came.collect(),
            wheeled: told.wheeled.as_ref().map(|w| w.iter().map(|c| cards.id(*c)).collect()),
            why: chosen.why.as_ref().map(PickReason::text),
        }
    }
}

/// The log of a draft that an argument names, with its game.
pub(super) fn log<'d>(door: &'d Door, argument: &OsStr) -> anyhow::Result<(&'d Book, Log)> {
    let path = Path::new(argument);
    if !sources::is_input(path) {
        let Some(name) = argument.to_str() else { return Err(names::no_file(path)) };
        let found = seat::find(door, name);
        let (book, id) = match found {
            Err(_) if names::is_file_name(name) => return Err(names::no_file(path)),
            found => found?,
        };
        return Ok((book, draft_room::log(&door.desk.library, id)?));
    }
    let log: Log = serde_json::from_str(&sources::read_text(path, MOST_HANDED)?)
        .map_err(|e| unreadable(format!("{}: not a log of a draft: {e}", path.display())))?;
    Ok((door.game(&log.game)?, log))
}

pub(super) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let (book, log) = log(door, &args.draft)?;
    let cards = Cards::of(&book.game, &log.start);
    let pod = Pod::replay(&book.game, &log.start, &log.actions)
        .map_err(|e| unreadable(format!("{}: {e}", args.draft.display())))?;
    let told = story::tell(&cards, &log.start, pod.moves())?;
    let wanted = |p: &Pick| args.pick.is_none_or(|n| n == p.number) && args.seat.is_none_or(|s| s == p.seat);
    let picks: Vec<Pick> = (1..).zip(&told).map(|(n, t)| Pick::of(n, t, &cards)).filter(wanted).collect();
    if let Some(pick) = args.pick.filter(|_| picks.is_empty()) {
        return Err(crate::command::usage(format!("there is no such choice {pick}: the draft has {}", told.len())));
    }
    let data_changed = log.data_hash != book.game.data_hash;
    let fault =
        if args.verify { log.start.verify(book).map_err(|e| failed(&e.to_string(), data_changed))? } else { None };
    let seats = pod.sitters().iter().enumerate().map(|(s, who)| Seat {
        seat: s + 1,
        who: Sitter::words(who),
        pool: pod.table.picks(s).iter().map(|c| cards.id(*c)).collect(),
    });
    let result = Result {
        name: log.name.clone(),
        format: format!("{}/{}", log.game, log.start.format),
        kind: log.start.way.id().to_owned(),
        data_changed,
        verified: args.verify.then_some(fault.is_none()),
        seats: seats.collect(),
        picks,
    };
    door.show(&result, || to_text(&result, &book.game))?;
    match fault {
        Some(fault) => Err(failed(&fault, data_changed)),
        None => Ok(Outcome::Done),
    }
}

fn failed(fault: &str, data_changed: bool) -> anyhow::Error {
    let changed = if data_changed {
        "; the game's data have changed since the draft, verify it with those it began with"
    } else {
        ""
    };
    wanting(format!("{fault}{changed}"))
}

fn to_text(result: &Result, game: &Game) -> String {
    let ids = result.picks.iter().flat_map(|p| p.seen.iter().chain(&p.came)).map(String::as_str);
    let printings = Printings::new(game, ids);
    let name = |id: &String| printings.label(id);
    let names = |ids: &[String]| ids.iter().map(name).collect::<Vec<_>>().join(", ");
    let mut out = format!("{} – {}, {}\n", result.name, result.format, result.kind);
    if result.data_changed {
        out.push_str("The game's data have changed since; the draft has not.\n");
    }
    for p in &result.picks {
        let by = if p.by == "clock" { " (time over)" } else { "" };
        out.push_str(&format!("{:>4}  {}.{:<2} seat {}{by}: {}\n", p.number, p.round, p.pick, p.seat, line(p, name)));
        if result.picks.len() == 1 {
            out.push_str(&format!("      saw: {}\n", names(&p.seen)));
        }
        if let Some(wheeled) = p.wheeled.as_ref().filter(|_| result.picks.len() == 1) {
            out.push_str(&format!("      came round again: {}\n", names(wheeled)));
        }
        if let Some(why) = &p.why {
            out.push_str(&format!("      {why}\n"));
        }
    }
    for seat in &result.seats {
        out.push_str(&format!("Seat {}, {}: {} cards\n", seat.seat, seat.who, seat.pool.len()));
    }
    if result.verified == Some(true) {
        out.push_str("The packs are those that come out of the seed.\n");
    }
    out
}

/// What was chosen, by name where cards came of it.
fn line(p: &Pick, name: impl Fn(&String) -> String) -> String {
    match p.came.is_empty() {
        true => p.chosen.clone(),
        false => p.came.iter().map(name).collect::<Vec<_>>().join(", "),
    }
}
