//! `deckloom event add|rename|drop|return|seat`

use std::path::PathBuf;

use catalog::source::MOST_HANDED;
use catalog::store::journal::StreamKind;
use formats::event::log::{Entrant, EventAction};
use formats::event::roster;

use super::state::{self, EventStateOutput};
use super::{ActionAuthor, open, run_action};
use crate::command::{CommandContext, CommandOutcome, CommandResult, input_error, sources, usage_error};

#[derive(Debug, clap::Args)]
pub(super) struct EventAddArgs {
    /// Name of the event.
    name: String,
    /// Players; teams as `Name=One;Two`.
    players: Vec<String>,
    /// A table (CSV) with a column `name`, for teams also `members`.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Those of a hosted table (`deckloom serve`), with their pools and registered decks.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["players", "file"])]
    hosted: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventRenameArgs {
    /// Name of the event.
    name: String,
    /// The player.
    player: String,
    /// The right name.
    to: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventPlayerArgs {
    /// Name of the event.
    name: String,
    /// The player.
    player: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventSeatArgs {
    /// Name of the event.
    name: String,
    /// Let everybody stand up again, so that somebody can still come in.
    #[arg(long)]
    clear: bool,
}

pub(super) fn add(
    args: &EventAddArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    if let Some(hosted) = &args.hosted {
        return add_hosted(&args.name, hosted, context, who);
    }
    let mut entrants: Vec<Entrant> = args.players.iter().map(|text| roster::parse_entrant(text)).collect();
    if let Some(file) = &args.file {
        let read = roster::parse(&sources::read_text(file, MOST_HANDED)?);
        entrants.extend(read.map_err(|e| input_error(format!("{}: {e}", file.display())))?);
    }
    if entrants.is_empty() {
        return Err(usage_error("name players, a --file with them, or a table that was --hosted"));
    }
    run_action(context, who, &args.name, |_| Ok(EventAction::Enter(entrants)))
}

fn add_hosted(
    name: &str,
    hosted: &str,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    let tables = context.session.saved_streams(StreamKind::Table, None)?;
    let Some((_, table)) = tables.iter().find(|(_, heading)| heading.name == hosted) else {
        let names: Vec<_> = tables.iter().map(|(_, heading)| format!("`{}`", heading.name)).collect();
        return Err(usage_error(match names.is_empty() {
            true => format!("there is no hosted table `{hosted}`; `deckloom serve` sets one up"),
            false => format!("there is no hosted table `{hosted}`; there are {}", names.join(", ")),
        }));
    };
    let table = table.id;
    let mut open_event = open(context, name)?;
    open_event.saved.enter_table(open_event.library, &open_event.game_library, who.at, table)?;
    let state = EventStateOutput::new(&open_event, None, who.at);
    state::print_state(context, &state)
}

pub(super) fn rename(
    args: &EventRenameArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    run_action(context, who, &args.name, |open_event| {
        Ok(EventAction::Rename { player: open_event.player(&args.player)?, name: args.to.clone() })
    })
}

pub(super) fn drop_player(
    args: &EventPlayerArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    run_action(context, who, &args.name, |open_event| {
        Ok(EventAction::Drop { player: open_event.player(&args.player)? })
    })
}

pub(super) fn return_player(
    args: &EventPlayerArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    run_action(context, who, &args.name, |open_event| {
        Ok(EventAction::Return { player: open_event.player(&args.player)? })
    })
}

pub(super) fn seat(
    args: &EventSeatArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    run_action(context, who, &args.name, |open_event| {
        if args.clear { Ok(EventAction::Seat(Vec::new())) } else { Ok(open_event.saved.event.draw_seats()?) }
    })
}
