//! `deckloom deck new NAME`

use std::ffi::OsString;

use formats::Deck;

use super::edited;
use crate::command::{Door, Outcome, usage, wanting};
use crate::workbench::Workbench;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
    /// What it is called.
    name: String,
    /// The deck to begin with: a file, a starter deck such as chronx/corporate, or a saved deck.
    #[arg(long, value_name = "DECK")]
    from: Option<OsString>,
    /// `game/format`; that of the deck it comes from without.
    #[arg(long)]
    format: Option<String>,
    /// The game, if a file does not say.
    #[arg(long)]
    game: Option<String>,
}

pub(in crate::command) fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    let name = args.name.trim();
    if name.is_empty() {
        return Err(usage("a deck needs a name"));
    }
    let format = args.format.as_deref().map(|f| door.format(f)).transpose()?;
    let (book, mut deck, pool) = match &args.from {
        Some(from) => {
            let named = door.deck(from, args.game.as_deref())?;
            (named.book, named.deck, named.pool)
        }
        None => {
            let book = match (format, &args.game) {
                (Some((book, _)), _) => book,
                (None, Some(game)) => door.game(game)?,
                (None, None) => return Err(usage("say what it is for: --format game/format, or --from DECK")),
            };
            (book, Deck::new(&book.game, name, &book.game.default_format), None)
        }
    };
    if let Some((for_game, format)) = format {
        if for_game.game.id != book.game.id {
            let message = format!("{} is no format of {}", format.name, book.game.name);
            return Err(usage(message));
        }
        deck.format = format.id.clone();
    }
    name.clone_into(&mut deck.name);
    let book = book.clone();
    let taken = door.desk.library.streams(catalog::store::journal::Kind::Deck, &book.game.id)?;
    if taken.iter().any(|h| h.name == name) {
        let message = format!("there is a deck `{name}` already; give this one another name");
        return Err(wanting(message));
    }
    let before = Deck::new(&book.game, name, &deck.format);
    let bench = Workbench::create(&mut door.desk.library, &book.game, deck, pool)?;
    edited::show(door, &book, &bench, &before, Some("made".to_owned()))
}
