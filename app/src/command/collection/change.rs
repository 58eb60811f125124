//! `deckloom collection add CARD`, `remove CARD` and `undo`

use std::sync::Arc;

use catalog::collection::resolve::{Resolution, resolve};
use catalog::collection::table::CardSpec;
use catalog::collection::{CollectionEdit, CopiesChange, HoldingKind};
use catalog::store::journal::StreamKind;
use catalog::{Collection, GameData};
use formats::deckfile::{self, DeckFileKind, LineContent};
use schemars::JsonSchema;
use serde::Serialize;

use super::{ChangedCount, collections, games, pile_name};
use crate::command::{CommandContext, CommandOutcome, CommandResult, failure, names, usage_error};

/// Copies of a card.
#[derive(Debug, clap::Args)]
struct CopiesArgs {
    /// Number and name, such as `3 Lamp Keeper` or `3 Lamp Keeper (LC) 17`; without a number, one.
    #[arg(required = true)]
    card: Vec<String>,
    /// The game, if several have a card of this name.
    #[arg(long)]
    game: Option<String>,
    /// The set of the printing: id, code or name.
    #[arg(long)]
    set: Option<String>,
    /// Count copies as wanted instead of owned.
    #[arg(long)]
    wanted: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::command) struct CollectionAddArgs {
    #[command(flatten)]
    copies: CopiesArgs,
}

#[derive(Debug, clap::Args)]
pub(in crate::command) struct CollectionRemoveArgs {
    #[command(flatten)]
    copies: CopiesArgs,
    /// Take out all copies of the printing.
    #[arg(long)]
    all: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::command) struct CollectionUndoArgs {
    /// The game; without, the one whose collection changed last.
    #[arg(long)]
    game: Option<String>,
    /// Do again what was undone last.
    #[arg(long)]
    redo: bool,
}

/// What changed.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct CollectionChangeOutput {
    /// `added`, `removed`, `undone` or `redone`.
    done: &'static str,
    /// The file or deck that the change came from, if it was undone or redone.
    from: Option<String>,
    /// The counts that are others now; empty if nothing changed.
    changes: Vec<ChangedCount>,
}

/// A printing in its game, or an id that the game does not have.
struct ResolvedCopies {
    game: Arc<GameData>,
    id: String,
    count: u32,
    pile: HoldingKind,
}

impl CopiesArgs {
    fn resolve(&self, context: &CommandContext) -> CommandResult<ResolvedCopies> {
        let text = self.card.join(" ");
        let sheet = deckfile::read(&text, Some(DeckFileKind::Text)).map_err(|e| usage_error(e.to_string()))?;
        let (count, card) = match sheet.lines.first().map(|l| &l.content) {
            Some(LineContent::Copies { count, card, .. }) => (*count, card),
            Some(LineContent::Nothing(why)) => return Err(usage_error(format!("`{text}`: {why}"))),
            _ => {
                return Err(usage_error(format!(
                    "`{text}` is no card; write a number and a name, such as `3 Lamp Keeper`"
                )));
            }
        };
        let pile = if self.wanted { HoldingKind::Wanted } else { HoldingKind::Owned };
        let name = card.name.as_deref().unwrap_or_default();
        let said = CardSpec { sets: self.set.clone().into_iter().collect(), ..card.clone() };
        let all = games(context, self.game.as_deref())?;
        let (mut found, mut unfit) = (Vec::new(), None);
        for game in &all {
            match resolve(game, &said) {
                Resolution::Card(ix, None) => {
                    found.push(ResolvedCopies { game: game.clone(), id: game.card(ix).id.clone(), count, pile });
                }
                Resolution::Card(ix, Some(note)) => {
                    unfit = Some(format!("{}: {note}", game.card(ix).name));
                }
                // A card that left the game is named by its id.
                _ if !Collection::open(&context.session.library, game.clone())?.holding_by_id(name).is_empty() => {
                    found.push(ResolvedCopies { game: game.clone(), id: name.to_owned(), count, pile });
                }
                _ => {}
            }
        }
        match (found.len(), unfit) {
            (1, _) => Ok(found.remove(0)),
            (0, Some(unfit)) => Err(usage_error(unfit)),
            (0, None) => {
                let games: Vec<&GameData> = all.iter().map(|game| &**game).collect();
                Err(names::unknown_card(name, &games))
            }
            _ => {
                let ids: Vec<&str> = found.iter().map(|m| m.game.id.as_str()).collect();
                Err(usage_error(format!("`{name}` is a card of {}; name one with --game", ids.join(" and "))))
            }
        }
    }
}

pub(super) fn add(args: &CollectionAddArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let meant = args.copies.resolve(context)?;
    let by = CopiesChange::By(meant.count.into());
    change(context, meant, by, "added")
}

pub(super) fn remove(args: &CollectionRemoveArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let meant = args.copies.resolve(context)?;
    let collection = Collection::open(&context.session.library, meant.game.clone())?;
    let held = collection.holding_by_id(&meant.id).get(meant.pile);
    if !args.all && held < meant.count {
        let all = meant.game.find(&meant.id).map_or(held, |ix| collection.holding_by_name(ix).get(meant.pile));
        let other = if all > held { format!(" and {} in other printings", all - held) } else { String::new() };
        let message = format!(
            "{held} × {} are {}{other}, not {}; nothing was changed. --all takes out what is there, --set names a printing",
            meant.game.find(&meant.id).map_or(meant.id.as_str(), |ix| &meant.game.card(ix).name),
            pile_name(meant.pile),
            meant.count
        );
        return Err(failure(message));
    }
    let amount = if args.all { CopiesChange::To(0) } else { CopiesChange::By(-i64::from(meant.count)) };
    change(context, meant, amount, "removed")
}

fn change(
    context: &mut CommandContext,
    meant: ResolvedCopies,
    amount: CopiesChange,
    done: &'static str,
) -> CommandResult<CommandOutcome> {
    let mut collection = Collection::open(&context.session.library, meant.game.clone())?;
    let edit = CollectionEdit { card: meant.id, pile: meant.pile, amount };
    let change = collection.change(&mut context.session.library, &[edit], None)?;
    show(context, CollectionChangeOutput { done, from: None, changes: ChangedCount::from_change(&meant.game, &change) })
}

pub(super) fn undo(args: &CollectionUndoArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let done = if args.redo { "redone" } else { "undone" };
    let mut open: Vec<(i64, Collection)> = Vec::new();
    for collection in collections(context, args.game.as_deref())? {
        let (undo, redo) = (collection.can_undo(), collection.can_redo());
        let stream = context.session.library.streams(StreamKind::Collection, &collection.game().id)?.into_iter().next();
        if let Some(stream) = stream.filter(|_| if args.redo { redo } else { undo }) {
            open.push((stream.changed, collection));
        }
    }
    open.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
    // The library counts seconds: of two games that changed in the same one, a person says which is meant.
    if let [(one, _), (other, _), ..] = open[..]
        && one == other
    {
        return Err(usage_error("the collections of several games changed just now; name one with --game"));
    }
    let Some((_, mut collection)) = open.into_iter().next() else {
        return show(context, CollectionChangeOutput { done, from: None, changes: Vec::new() });
    };
    let (game, library) = (collection.game().clone(), &mut context.session.library);
    let change = if args.redo { collection.redo(library)? } else { collection.undo(library)? }.unwrap_or_default();
    let mut changes = ChangedCount::from_change(&game, &change);
    if !args.redo {
        changes.iter_mut().for_each(|c| std::mem::swap(&mut c.before, &mut c.after));
    }
    show(context, CollectionChangeOutput { done, from: change.from, changes })
}

fn show(context: &CommandContext, result: CollectionChangeOutput) -> CommandResult<CommandOutcome> {
    context.print_result(&result, || {
        if result.changes.is_empty() {
            return match result.done {
                "undone" => "there is nothing to undo",
                "redone" => "there is nothing to do again",
                _ => "no count has changed",
            }
            .to_owned();
        }
        let from = result.from.as_ref().map_or(String::new(), |f| format!("{}: {f}\n", result.done));
        let lines: String = result.changes.iter().map(ChangedCount::describe).collect();
        format!("{from}{lines}")
    })?;
    Ok(CommandOutcome::Done)
}
