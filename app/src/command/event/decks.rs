//! `deckloom event draft|pool|deck|check`

use std::ffi::OsString;
use std::path::PathBuf;

use formats::LegalDeck;
use formats::event::log::EventAction;

use super::state::{self, EventStateOutput};
use super::{ActionAuthor, open, run_action};
use crate::command::{CommandContext, CommandOutcome, CommandResult, number, usage_error};

#[derive(Debug, clap::Args)]
pub(super) struct EventDraftArgs {
    /// Name of the event.
    name: String,
    /// The pod, counted from 1; without one, all.
    #[arg(long, value_parser = number::whole::<usize>(1..))]
    pod: Option<usize>,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventPoolArgs {
    /// Name of the event.
    name: String,
    /// Whose pool.
    #[arg(required_unless_present = "drafted")]
    player: Option<String>,
    /// The cards, as a deck file.
    #[arg(requires = "player", required_unless_present = "drafted")]
    file: Option<PathBuf>,
    /// Who wrote it down; without a name, the neighbour.
    #[arg(long, value_name = "PLAYER")]
    witness: Option<String>,
    /// Register all pools of drafts at this machine that are over.
    #[arg(long, conflicts_with_all = ["player", "witness"])]
    drafted: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventDeckArgs {
    /// Name of the event.
    name: String,
    /// Whose deck.
    player: String,
    /// A file, a starter deck, or the name of a saved deck.
    deck: OsString,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventCheckArgs {
    /// Name of the event.
    name: String,
    /// Draw so many players whose decks are looked at.
    #[arg(long, value_name = "N", required_unless_present = "player", value_parser = number::whole::<u32>(1..=64))]
    draw: Option<u32>,
    /// Whose deck was looked at.
    #[arg(conflicts_with = "draw")]
    player: Option<String>,
    /// What was wrong with it.
    #[arg(long, requires = "player")]
    fault: Option<String>,
}

pub(super) fn draft(
    args: &EventDraftArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    let mut open_event = open(context, &args.name)?;
    let pods = open_event.saved.event.pods.len();
    let chosen: Vec<usize> = match args.pod {
        Some(pod) if (1..=pods).contains(&pod) => vec![pod - 1],
        Some(pod) => return Err(usage_error(format!("there is no pod {pod}: {pods} sit"))),
        None if pods == 0 => return Err(usage_error("there are no seats yet: `deckloom event seat` comes first")),
        None => (0..pods).collect(),
    };
    for pod in chosen {
        open_event.saved.begin_draft(open_event.library, &open_event.game_library, who.at, pod)?;
    }
    let state = EventStateOutput::new(&open_event, None, who.at);
    state::print_state(context, &state)
}

pub(super) fn pool(
    args: &EventPoolArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    if args.drafted {
        let mut open_event = open(context, &args.name)?;
        open_event.saved.collect_pools(open_event.library, &open_event.game_library, who.at)?;
        let state = EventStateOutput::new(&open_event, None, who.at);
        return state::print_state(context, &state);
    }
    let (Some(player), Some(file)) = (&args.player, &args.file) else {
        return Err(usage_error("name a player and the file with the pool"));
    };
    let game = open(context, &args.name)?.game_library.game.clone();
    let cards = context.pool(file, &game)?.ids(&game);
    run_action(context, who, &args.name, |open_event| {
        let player = open_event.player(player)?;
        let witness = match &args.witness {
            Some(name) => Some(open_event.player(name)?),
            None => open_event.saved.event.witness(player),
        };
        Ok(EventAction::Pool { player, cards, witness })
    })
}

pub(super) fn deck(
    args: &EventDeckArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    let (game, format, pool) = {
        let open_event = open(context, &args.name)?;
        let player = open_event.player(&args.player)?;
        let event = &open_event.saved.event;
        (
            open_event.game_library.game.clone(),
            event.start.format.clone(),
            event.pool(&open_event.game_library.game, player)?,
        )
    };
    let legal: LegalDeck = {
        let mut named = context.deck(&args.deck, Some(&game.id))?;
        named.pool = pool.or(named.pool);
        named.legal_in(named.format(Some(&format))?)?
    };
    run_action(context, who, &args.name, |open_event| {
        Ok(open_event.saved.event.register(&open_event.game_library.game, open_event.player(&args.player)?, &legal)?)
    })
}

pub(super) fn check(
    args: &EventCheckArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    run_action(context, who, &args.name, |open_event| match (&args.player, args.draw) {
        (Some(player), _) => Ok(EventAction::Checked { player: open_event.player(player)?, fault: args.fault.clone() }),
        (None, count) => Ok(open_event.saved.event.draw_checks(count.unwrap_or(1))?),
    })
}
