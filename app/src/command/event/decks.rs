//! `deckloom event draft|pool|deck|check`

use std::ffi::OsString;
use std::path::PathBuf;

use formats::LegalDeck;
use formats::event::log::Action;

use super::state::{self, State};
use super::{Who, does, open};
use crate::command::{Door, Outcome, number, usage};

#[derive(Debug, clap::Args)]
pub(super) struct Draft {
    /// Name of the event.
    name: String,
    /// The pod, counted from 1; without one, all.
    #[arg(long, value_parser = number::whole::<usize>(1..))]
    pod: Option<usize>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Pool {
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
pub(super) struct Deck {
    /// Name of the event.
    name: String,
    /// Whose deck.
    player: String,
    /// A file, a starter deck, or the name of a saved deck.
    deck: OsString,
}

#[derive(Debug, clap::Args)]
pub(super) struct Check {
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

pub(super) fn draft(args: &Draft, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    let mut desk = open(door, &args.name)?;
    let pods = desk.room.event.pods.len();
    let chosen: Vec<usize> = match args.pod {
        Some(pod) if (1..=pods).contains(&pod) => vec![pod - 1],
        Some(pod) => return Err(usage(format!("there is no pod {pod}: {pods} sit"))),
        None if pods == 0 => return Err(usage("nobody sits yet: `deckloom event seat` comes first")),
        None => (0..pods).collect(),
    };
    for pod in chosen {
        desk.room.draft(desk.library, &desk.book, who.at, pod)?;
    }
    let state = State::of(&desk, None, who.at);
    state::tell(door, &state)
}

pub(super) fn pool(args: &Pool, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    if args.drafted {
        let mut desk = open(door, &args.name)?;
        desk.room.collect_pools(desk.library, &desk.book, who.at)?;
        let state = State::of(&desk, None, who.at);
        return state::tell(door, &state);
    }
    let (Some(player), Some(file)) = (&args.player, &args.file) else {
        return Err(usage("name a player and the file with the pool"));
    };
    let game = open(door, &args.name)?.book.game.clone();
    let cards = door.pool(file, &game)?.ids(&game);
    does(door, who, &args.name, |desk| {
        let player = desk.player(player)?;
        let witness = match &args.witness {
            Some(name) => Some(desk.player(name)?),
            None => desk.room.event.witness(player),
        };
        Ok(Action::Pool { player, cards, witness })
    })
}

pub(super) fn deck(args: &Deck, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    let (game, format, pool) = {
        let desk = open(door, &args.name)?;
        let player = desk.player(&args.player)?;
        let event = &desk.room.event;
        (desk.book.game.clone(), event.start.format.clone(), event.pool(&desk.book.game, player)?)
    };
    let legal: LegalDeck = {
        let mut named = door.deck(&args.deck, Some(&game.id))?;
        named.pool = pool.or(named.pool);
        named.legal_in(named.format(Some(&format))?)?
    };
    does(door, who, &args.name, |desk| {
        Ok(desk.room.event.register(&desk.book.game, desk.player(&args.player)?, &legal)?)
    })
}

pub(super) fn check(args: &Check, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    does(door, who, &args.name, |desk| match (&args.player, args.draw) {
        (Some(player), _) => Ok(Action::Checked { player: desk.player(player)?, fault: args.fault.clone() }),
        (None, count) => Ok(desk.room.event.draw_checks(count.unwrap_or(1))?),
    })
}
