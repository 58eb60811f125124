//! `deckloom event add|rename|drop|return|seat`

use std::path::PathBuf;

use catalog::source::MOST_HANDED;
use formats::event::log::{Action, Entrant};
use formats::event::roster;

use super::{Who, does};
use crate::command::{Door, Outcome, sources, unreadable, usage};

#[derive(Debug, clap::Args)]
pub(super) struct Add {
    /// Name of the event.
    name: String,
    /// Players; teams as `Name=One;Two`.
    players: Vec<String>,
    /// A table (CSV) with a column `name`, for teams also `members`.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Rename {
    /// Name of the event.
    name: String,
    /// The player.
    player: String,
    /// The right name.
    to: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct One {
    /// Name of the event.
    name: String,
    /// The player.
    player: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct Seat {
    /// Name of the event.
    name: String,
    /// Let everybody stand up again, so that somebody can still come in.
    #[arg(long)]
    clear: bool,
}

pub(super) fn add(args: &Add, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    let mut entrants: Vec<Entrant> = args.players.iter().map(|text| roster::entrant(text)).collect();
    if let Some(file) = &args.file {
        let read = roster::read(&sources::read_text(file, MOST_HANDED)?);
        entrants.extend(read.map_err(|e| unreadable(format!("{}: {e}", file.display())))?);
    }
    if entrants.is_empty() {
        return Err(usage("name players, or a --file with them"));
    }
    does(door, who, &args.name, |_| Ok(Action::Enter(entrants)))
}

pub(super) fn rename(args: &Rename, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    does(door, who, &args.name, |desk| Ok(Action::Rename { player: desk.player(&args.player)?, name: args.to.clone() }))
}

pub(super) fn leave(args: &One, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    does(door, who, &args.name, |desk| Ok(Action::Drop { player: desk.player(&args.player)? }))
}

pub(super) fn come_back(args: &One, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    does(door, who, &args.name, |desk| Ok(Action::Return { player: desk.player(&args.player)? }))
}

pub(super) fn seat(args: &Seat, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    does(door, who, &args.name, |desk| match args.clear {
        true => Ok(Action::Seat(Vec::new())),
        false => Ok(desk.room.event.draw_seats()?),
    })
}
