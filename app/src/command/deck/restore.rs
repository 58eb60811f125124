//! `deckloom deck restore NAME MOMENT`

use super::edited;
use crate::command::{Door, Outcome};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
    /// The saved deck.
    deck: String,
    /// The moment: its number or its name, as `deckloom deck history` lists them.
    moment: String,
    /// The game, if several have a deck of this name.
    #[arg(long)]
    game: Option<String>,
}

pub(in crate::command) fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    let (book, mut bench) = door.bench(&args.deck, args.game.as_deref())?;
    let before = bench.deck.clone();
    let moment = door.moment(&book, &bench, &args.moment)?;
    let done = bench.go_back(&mut door.desk.library, &book.game, &moment)?;
    edited::show(door, &book, &bench, &before, Some(done))
}
