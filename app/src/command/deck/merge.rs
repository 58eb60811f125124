//! `deckloom deck merge NAME FROM`

use std::ffi::OsString;

use formats::deck::{Merge, merging};

use super::edited;
use crate::command::{Door, Outcome, usage};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
    /// The saved deck that grows.
    deck: String,
    /// The other one: a file, a starter deck, or a saved deck.
    from: OsString,
    /// Add up the copies of both, instead of taking as many as the deck that has more.
    #[arg(long)]
    sum: bool,
    /// The game, if several have a deck of this name.
    #[arg(long)]
    game: Option<String>,
}

pub(in crate::command) fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    let (book, mut bench) = door.bench(&args.deck, args.game.as_deref())?;
    let from = door.deck(&args.from, Some(&book.game.id))?;
    if from.book.game.id != book.game.id {
        return Err(usage(format!(
            "`{}` is a deck for {}, not for {}",
            args.from.display(),
            from.book.game.name,
            book.game.name
        )));
    }
    let how = if args.sum { Merge::Sum } else { Merge::Most };
    let before = bench.deck.clone();
    let edit = merging(&book.game, &bench.deck, &from.deck, how);
    let done = edit.map(|e| bench.edit(&mut door.desk.library, &book.game, e)).transpose()?;
    edited::show(door, &book, &bench, &before, done)
}
