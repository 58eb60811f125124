//! `deckloom draft replay`: a draft told afterwards, pick by pick: what was seen, what was taken, what wheeled.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use catalog::GameData;
use catalog::source::MOST_HANDED;
use formats::GameLibrary;
use formats::limited::draft::log::{ChosenBy, DraftLog};
use formats::limited::draft::pod::{DraftPlayer, Pod};
use formats::limited::draft::start::DraftCards;
use formats::limited::draft::story::{self, StoryChoice};
use formats::limited::drafter::PickReason;
use schemars::JsonSchema;
use serde::Serialize;

use super::seat;
use crate::command::printings::Printings;
use crate::command::{
    CommandContext, CommandError, CommandOutcome, CommandResult, failure, input_error, names, number, sources,
};
use formats::saved;

#[derive(Debug, clap::Args)]
pub(super) struct DraftReplayArgs {
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
pub(in crate::command) struct DraftReplayOutput {
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
    seats: Vec<SeatOutput>,
    /// The choices.
    picks: Vec<PickOutput>,
}

/// A seat.
#[derive(Debug, Serialize, JsonSchema)]
struct SeatOutput {
    /// From 1.
    seat: usize,
    /// Who sits there.
    who: String,
    /// What it drafted, by card id, in order.
    pool: Vec<String>,
}

/// A choice.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PickOutput {
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

impl PickOutput {
    /// A told choice by ids.
    pub fn new(number: usize, told: &StoryChoice, cards: &DraftCards<'_>) -> PickOutput {
        let chosen = &told.chosen;
        let came = told.came.iter().filter(|(seat, _)| *seat == chosen.seat).map(|(_, card)| cards.id(*card));
        PickOutput {
            number,
            round: told.stage.round + 1,
            pick: told.stage.pick + 1,
            seat: chosen.seat + 1,
            by: match chosen.by {
                ChosenBy::Person => "person",
                ChosenBy::Bot => "bot",
                ChosenBy::Clock => "clock",
            },
            seen: told.view.piles.iter().flat_map(|p| &p.cards).map(|c| cards.id(*c)).collect(),
            chosen: chosen.choice.notation(),
            came: came.collect(),
            wheeled: told.wheeled.as_ref().map(|w| w.iter().map(|c| cards.id(*c)).collect()),
            why: chosen.why.as_ref().map(PickReason::describe),
        }
    }
}

/// The log of a draft that an argument names, with its game.
pub(super) fn log<'d>(context: &'d CommandContext, argument: &OsStr) -> CommandResult<(&'d GameLibrary, DraftLog)> {
    let path = Path::new(argument);
    if !sources::is_input(path) {
        let Some(name) = argument.to_str() else { return Err(names::no_file(path)) };
        let found = seat::find(context, name);
        let (game_library, id) = match found {
            Err(_) if names::is_file_name(name) => return Err(names::no_file(path)),
            found => found?,
        };
        return Ok((game_library, saved::draft::load_log(&context.session.library, id)?));
    }
    let log: DraftLog = serde_json::from_str(&sources::read_text(path, MOST_HANDED)?)
        .map_err(|e| input_error(format!("{}: not a log of a draft: {e}", path.display())))?;
    Ok((context.game(&log.game)?, log))
}

pub(super) fn run(args: &DraftReplayArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, log) = log(context, &args.draft)?;
    let cards = DraftCards::new(&game_library.game, &log.start);
    let pod = Pod::replay(&game_library.game, &log.start, &log.actions)
        .map_err(|e| input_error(format!("{}: {e}", args.draft.display())))?;
    let told = story::replay(&cards, &log.start, pod.moves())?;
    let wanted = |p: &PickOutput| args.pick.is_none_or(|n| n == p.number) && args.seat.is_none_or(|s| s == p.seat);
    let picks: Vec<PickOutput> = (1..).zip(&told).map(|(n, t)| PickOutput::new(n, t, &cards)).filter(wanted).collect();
    if let Some(pick) = args.pick.filter(|_| picks.is_empty()) {
        return Err(crate::command::usage_error(format!(
            "there is no such choice {pick}: the draft has {}",
            told.len()
        )));
    }
    let data_changed = log.data_hash != game_library.game.data_hash;
    let fault = if args.verify {
        log.start.verify(game_library).map_err(|e| replay_error(&e.to_string(), data_changed))?
    } else {
        None
    };
    let seats = pod.players().iter().enumerate().map(|(s, who)| SeatOutput {
        seat: s + 1,
        who: DraftPlayer::label(who),
        pool: pod.draft.picks(s).iter().map(|c| cards.id(*c)).collect(),
    });
    let result = DraftReplayOutput {
        name: log.name.clone(),
        format: format!("{}/{}", log.game, log.start.format),
        kind: log.start.way.id().to_owned(),
        data_changed,
        verified: args.verify.then_some(fault.is_none()),
        seats: seats.collect(),
        picks,
    };
    context.print_result(&result, || to_text(&result, &game_library.game))?;
    match fault {
        Some(fault) => Err(replay_error(&fault, data_changed)),
        None => Ok(CommandOutcome::Done),
    }
}

fn replay_error(fault: &str, data_changed: bool) -> CommandError {
    let changed = if data_changed {
        "; the game's data have changed since the draft, verify it with those it began with"
    } else {
        ""
    };
    failure(format!("{fault}{changed}"))
}

fn to_text(result: &DraftReplayOutput, game: &GameData) -> String {
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
fn line(p: &PickOutput, name: impl Fn(&String) -> String) -> String {
    if p.came.is_empty() { p.chosen.clone() } else { p.came.iter().map(name).collect::<Vec<_>>().join(", ") }
}
