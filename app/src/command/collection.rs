//! `deckloom collection …`

pub(super) mod change;
pub(super) mod export;
pub(super) mod import;
pub(super) mod lacks;
pub(super) mod list;

use std::sync::Arc;

use catalog::collection::{Change, Pile, Step};
use catalog::{Collection, Game};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Door, Outcome};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// Add copies of a card: `3 Lamp Keeper`, `3 Lamp Keeper (LC) 17`.
    Add(change::AddArgs),
    /// Take out copies of a card.
    Remove(change::RemoveArgs),
    /// Take back the last change.
    Undo(change::UndoArgs),
    /// List what is owned and wanted, with how much of each set is there.
    List(list::Args),
    /// Import cards out of a table (CSV) or a deck list.
    Import(import::Args),
    /// Export the collection as a table (CSV).
    Export(export::Args),
    /// Show what decks need beyond what is owned.
    Lacks(lacks::Args),
}

pub(super) fn run(verb: &Verb, door: &mut Door) -> anyhow::Result<Outcome> {
    match verb {
        Verb::Add(args) => change::add(args, door),
        Verb::Remove(args) => change::remove(args, door),
        Verb::Undo(args) => change::undo(args, door),
        Verb::List(args) => list::run(args, door),
        Verb::Import(args) => import::run(args, door),
        Verb::Export(args) => export::run(args, door),
        Verb::Lacks(args) => lacks::run(args, door),
    }
}

/// A count that is another one now.
#[derive(Debug, Serialize, JsonSchema)]
struct Changed {
    /// Game id.
    game: String,
    /// Card id.
    id: String,
    /// Name; absent for a card that the game does not know.
    name: Option<String>,
    /// `owned` or `wanted`.
    pile: &'static str,
    /// Copies before.
    before: u32,
    /// Copies now.
    after: u32,
}

impl Changed {
    fn of(game: &Game, step: &Step) -> Changed {
        Changed {
            game: game.id.clone(),
            id: step.card.clone(),
            name: game.find(&step.card).map(|ix| game.card(ix).name.clone()),
            pile: word(step.pile),
            before: step.before,
            after: step.after,
        }
    }

    fn all(game: &Game, change: &Change) -> Vec<Changed> {
        change.steps.iter().map(|s| Changed::of(game, s)).collect()
    }

    fn words(&self) -> String {
        let name = self.name.as_deref().unwrap_or(&self.id);
        format!("{name}: {} {} (before: {})\n", self.after, self.pile, self.before)
    }
}

fn word(pile: Pile) -> &'static str {
    match pile {
        Pile::Owned => "owned",
        Pile::Wanted => "wanted",
    }
}

/// The games that an argument leaves: the one that it names, or all.
fn games(door: &Door, named: Option<&str>) -> anyhow::Result<Vec<Arc<Game>>> {
    Ok(match named {
        Some(id) => vec![door.game(id)?.game.clone()],
        None => door.desk.books().map(|b| b.game.clone()).collect(),
    })
}

/// The collections of those games.
fn collections(door: &Door, named: Option<&str>) -> anyhow::Result<Vec<Collection>> {
    let open = |game| Ok(Collection::open(&door.desk.library, game)?);
    games(door, named)?.into_iter().map(open).collect()
}
