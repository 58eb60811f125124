//! `deckloom deck undo NAME`

use super::edited;
use crate::command::{Door, Outcome, number};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
    /// The saved deck.
    deck: String,
    /// Do again what was undone last.
    #[arg(long)]
    redo: bool,
    /// How many changes.
    #[arg(long, default_value_t = 1, value_parser = number::whole::<u32>(1..))]
    steps: u32,
    /// The game, if several have a deck of this name.
    #[arg(long)]
    game: Option<String>,
}

pub(in crate::command) fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    let (book, mut bench) = door.bench(&args.deck, args.game.as_deref())?;
    let (before, game) = (bench.deck.clone(), &book.game);
    let mut steps = 0;
    while steps < args.steps {
        let library = &mut door.desk.library;
        if !(if args.redo { bench.redo(library, game)? } else { bench.undo(library, game)? }) {
            break;
        }
        steps += 1;
    }
    let last = || bench.history(&door.desk.library, game).map(|h| h.last().map(|m| m.told.clone()));
    let done = match steps {
        0 => None,
        1 => last()?,
        n if args.redo => Some(format!("{n} changes done again")),
        n => Some(format!("{n} changes undone")),
    };
    edited::show(door, &book, &bench, &before, done)
}
