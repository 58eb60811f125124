//! `deckloom collection …`

pub(super) mod change;
pub(super) mod export;
pub(super) mod import;
pub(super) mod lacks;
pub(super) mod list;

use std::sync::Arc;

use catalog::collection::{CollectionChange, CollectionStep, HoldingKind};
use catalog::{Collection, GameData};
use schemars::JsonSchema;
use serde::Serialize;

use super::{CommandContext, CommandOutcome, CommandResult};

#[derive(Debug, clap::Subcommand)]
pub(super) enum CollectionVerb {
    /// Add copies of a card: `3 Lamp Keeper`, `3 Lamp Keeper (LC) 17`.
    Add(change::CollectionAddArgs),
    /// Take out copies of a card.
    Remove(change::CollectionRemoveArgs),
    /// Take back the last change.
    Undo(change::CollectionUndoArgs),
    /// List what is owned and wanted, with how much of each set is there.
    List(list::CollectionListArgs),
    /// Import cards out of a table (CSV) or a deck list.
    Import(import::CollectionImportArgs),
    /// Export the collection as a table (CSV).
    Export(export::CollectionExportArgs),
    /// Show what decks need beyond what is owned.
    Lacks(lacks::CollectionMissingArgs),
}

pub(super) fn run(verb: &CollectionVerb, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    match verb {
        CollectionVerb::Add(args) => change::add(args, context),
        CollectionVerb::Remove(args) => change::remove(args, context),
        CollectionVerb::Undo(args) => change::undo(args, context),
        CollectionVerb::List(args) => list::run(args, context),
        CollectionVerb::Import(args) => import::run(args, context),
        CollectionVerb::Export(args) => export::run(args, context),
        CollectionVerb::Lacks(args) => lacks::run(args, context),
    }
}

/// A count that is another one now.
#[derive(Debug, Serialize, JsonSchema)]
struct ChangedCount {
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

impl ChangedCount {
    fn from_step(game: &GameData, step: &CollectionStep) -> ChangedCount {
        ChangedCount {
            game: game.id.clone(),
            id: step.card.clone(),
            name: game.find(&step.card).map(|ix| game.card(ix).name.clone()),
            pile: pile_name(step.pile),
            before: step.before,
            after: step.after,
        }
    }

    fn from_change(game: &GameData, change: &CollectionChange) -> Vec<ChangedCount> {
        change.steps.iter().map(|s| ChangedCount::from_step(game, s)).collect()
    }

    fn describe(&self) -> String {
        let name = self.name.as_deref().unwrap_or(&self.id);
        format!("{name}: {} {} (before: {})\n", self.after, self.pile, self.before)
    }
}

fn pile_name(pile: HoldingKind) -> &'static str {
    match pile {
        HoldingKind::Owned => "owned",
        HoldingKind::Wanted => "wanted",
    }
}

/// The games that an argument leaves: the one that it names, or all.
fn games(context: &CommandContext, named: Option<&str>) -> CommandResult<Vec<Arc<GameData>>> {
    Ok(match named {
        Some(id) => vec![context.game(id)?.game.clone()],
        None => context.session.game_libraries().map(|b| b.game.clone()).collect(),
    })
}

/// The collections of those games.
fn collections(context: &CommandContext, named: Option<&str>) -> CommandResult<Vec<Collection>> {
    let open = |game| Ok(Collection::open(&context.session.library, game)?);
    games(context, named)?.into_iter().map(open).collect()
}
