//! `deckloom deck list`

use catalog::store::journal::Kind;
use formats::check;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::table;
use crate::command::{Door, Outcome};
use crate::screen::ago;
use crate::workbench::Workbench;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
    /// Only the decks of this game.
    #[arg(long)]
    game: Option<String>,
}

/// The saved decks, game by game, the one that changed last first.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Result {
    decks: Vec<Saved>,
}

/// A saved deck.
#[derive(Debug, Serialize, JsonSchema)]
struct Saved {
    /// Name.
    name: String,
    /// `game/format`.
    format: String,
    /// Cards in all sections of the game.
    cards: u32,
    /// How many things are wrong with it; absent if the format is gone.
    violations: Option<usize>,
    /// When it last changed, in seconds since 1970.
    changed: i64,
}

pub(in crate::command) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    if let Some(id) = &args.game {
        door.game(id)?;
    }
    let mut decks = Vec::new();
    for (game, heading) in door.desk.kept(Kind::Deck, args.game.as_deref())? {
        let Some(book) = door.desk.book(game) else { continue };
        let Workbench { deck, pool, .. } = Workbench::open(&door.desk.library, &book.game, heading.id)?;
        let format = book.format(&deck.format);
        decks.push(Saved {
            name: heading.name,
            format: format!("{game}/{}", deck.format),
            cards: (0..deck.sections.len()).map(|s| deck.size(s)).sum(),
            violations: format.map(|f| check::check(&book.game, f, &deck, pool.as_ref()).violations.len()),
            changed: heading.changed,
        });
    }
    let result = Result { decks };
    door.show(&result, || to_text(&result))?;
    Ok(Outcome::Done)
}

fn to_text(result: &Result) -> String {
    if result.decks.is_empty() {
        return "no deck is saved; `deckloom deck new` makes one\n".to_owned();
    }
    let row = |d: &Saved| {
        let state = match d.violations {
            Some(0) => "legal".to_owned(),
            Some(n) => format!("{n} to mend"),
            None => "format is gone".to_owned(),
        };
        vec![d.name.clone(), d.format.clone(), d.cards.to_string(), state, ago(d.changed)]
    };
    let rows: Vec<Vec<String>> = result.decks.iter().map(row).collect();
    table(&["Deck", "Format", "Cards", "State", "Changed"], &rows, &[2])
}
