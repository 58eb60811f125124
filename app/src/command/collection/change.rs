//! `deckloom collection add CARD`, `remove CARD` and `undo`

use std::sync::Arc;

use catalog::collection::place::{Placed, place};
use catalog::collection::table::Said;
use catalog::collection::{Amount, Edit, Pile};
use catalog::store::journal::Kind;
use catalog::{Collection, Game};
use formats::deckfile::{self, Kind as FileKind, Says};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Changed, collections, games, word};
use crate::command::{Door, Outcome, names, usage, wanting};

/// Copies of a card.
#[derive(Debug, clap::Args)]
struct Copies {
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
pub(in crate::command) struct AddArgs {
    #[command(flatten)]
    copies: Copies,
}

#[derive(Debug, clap::Args)]
pub(in crate::command) struct RemoveArgs {
    #[command(flatten)]
    copies: Copies,
    /// Take out all copies of the printing.
    #[arg(long)]
    all: bool,
}

#[derive(Debug, clap::Args)]
pub(in crate::command) struct UndoArgs {
    /// The game; without, the one whose collection changed last.
    #[arg(long)]
    game: Option<String>,
    /// Do again what was undone last.
    #[arg(long)]
    redo: bool,
}

/// What changed.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Result {
    /// `added`, `removed`, `undone` or `redone`.
    done: &'static str,
    /// The file or deck that the change came from, if it was undone or redone.
    from: Option<String>,
    /// The counts that are others now; empty if nothing changed.
    changes: Vec<Changed>,
}

/// A printing in its game, or an id that the game does not have.
struct Meant {
    game: Arc<Game>,
    id: String,
    count: u32,
    pile: Pile,
}

impl Copies {
    fn meant(&self, door: &Door) -> anyhow::Result<Meant> {
        let text = self.card.join(" ");
        let sheet = deckfile::read(&text, Some(FileKind::Text)).map_err(|e| usage(e.to_string()))?;
        let (count, card) = match sheet.lines.first().map(|l| &l.says) {
            Some(Says::Copies { count, card, .. }) => (*count, card),
            Some(Says::Nothing(why)) => return Err(usage(format!("`{text}`: {why}"))),
            _ => return Err(usage(format!("`{text}` is no card; write a number and a name, such as `3 Lamp Keeper`"))),
        };
        let pile = if self.wanted { Pile::Wanted } else { Pile::Owned };
        let name = card.name.as_deref().unwrap_or_default();
        let said = Said { sets: self.set.clone().into_iter().collect(), ..card.clone() };
        let all = games(door, self.game.as_deref())?;
        let (mut found, mut unfit) = (Vec::new(), None);
        for game in &all {
            match place(game, &said) {
                Placed::Card(ix, None) => {
                    found.push(Meant { game: game.clone(), id: game.card(ix).id.clone(), count, pile });
                }
                Placed::Card(ix, Some(note)) => {
                    unfit = Some(format!("{}: {note}", game.card(ix).name));
                }
                // A card that left the game is named by its id.
                _ if !Collection::open(&door.desk.library, game.clone())?.held_by_id(name).is_empty() => {
                    found.push(Meant { game: game.clone(), id: name.to_owned(), count, pile });
                }
                _ => {}
            }
        }
        match (found.len(), unfit) {
            (1, _) => Ok(found.remove(0)),
            (0, Some(unfit)) => Err(usage(unfit)),
            (0, None) => {
                let games: Vec<&Game> = all.iter().map(|game| &**game).collect();
                Err(names::unknown_card(name, &games))
            }
            _ => {
                let ids: Vec<&str> = found.iter().map(|m| m.game.id.as_str()).collect();
                Err(usage(format!("`{name}` is a card of {}; name one with --game", ids.join(" and "))))
            }
        }
    }
}

pub(super) fn add(args: &AddArgs, door: &mut Door) -> anyhow::Result<Outcome> {
    let meant = args.copies.meant(door)?;
    let by = Amount::By(meant.count.into());
    change(door, meant, by, "added")
}

pub(super) fn remove(args: &RemoveArgs, door: &mut Door) -> anyhow::Result<Outcome> {
    let meant = args.copies.meant(door)?;
    let collection = Collection::open(&door.desk.library, meant.game.clone())?;
    let held = collection.held_by_id(&meant.id).of(meant.pile);
    if !args.all && held < meant.count {
        let all = meant.game.find(&meant.id).map_or(held, |ix| collection.named(ix).of(meant.pile));
        let other = if all > held { format!(" and {} in other printings", all - held) } else { String::new() };
        let message = format!(
            "{held} × {} are {}{other}, not {}; nothing was changed. --all takes out what is there, --set names a printing",
            meant.game.find(&meant.id).map_or(meant.id.as_str(), |ix| &meant.game.card(ix).name),
            word(meant.pile),
            meant.count
        );
        return Err(wanting(message));
    }
    let amount = if args.all { Amount::To(0) } else { Amount::By(-i64::from(meant.count)) };
    change(door, meant, amount, "removed")
}

fn change(door: &mut Door, meant: Meant, amount: Amount, done: &'static str) -> anyhow::Result<Outcome> {
    let mut collection = Collection::open(&door.desk.library, meant.game.clone())?;
    let edit = Edit { card: meant.id, pile: meant.pile, amount };
    let change = collection.change(&mut door.desk.library, &[edit], None)?;
    show(door, Result { done, from: None, changes: Changed::all(&meant.game, &change) })
}

pub(super) fn undo(args: &UndoArgs, door: &mut Door) -> anyhow::Result<Outcome> {
    let done = if args.redo { "redone" } else { "undone" };
    let mut open: Vec<(i64, Collection)> = Vec::new();
    for collection in collections(door, args.game.as_deref())? {
        let (undo, redo) = collection.can_undo_redo();
        let stream = door.desk.library.streams(Kind::Collection, &collection.game().id)?.into_iter().next();
        if let Some(stream) = stream.filter(|_| if args.redo { redo } else { undo }) {
            open.push((stream.changed, collection));
        }
    }
    open.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
    // The library counts seconds: of two games that changed in the same one, a person says which is meant.
    if let [(one, _), (other, _), ..] = open[..]
        && one == other
    {
        return Err(usage("the collections of several games changed just now; name one with --game"));
    }
    let Some((_, mut collection)) = open.into_iter().next() else {
        return show(door, Result { done, from: None, changes: Vec::new() });
    };
    let (game, library) = (collection.game().clone(), &mut door.desk.library);
    let change = if args.redo { collection.redo(library)? } else { collection.undo(library)? }.unwrap_or_default();
    let mut changes = Changed::all(&game, &change);
    if !args.redo {
        changes.iter_mut().for_each(|c| std::mem::swap(&mut c.before, &mut c.after));
    }
    show(door, Result { done, from: change.from, changes })
}

fn show(door: &Door, result: Result) -> anyhow::Result<Outcome> {
    door.show(&result, || {
        if result.changes.is_empty() {
            return match result.done {
                "undone" => "there is nothing to undo",
                "redone" => "there is nothing to do again",
                _ => "no count has changed",
            }
            .to_owned();
        }
        let from = result.from.as_ref().map_or(String::new(), |f| format!("{}: {f}\n", result.done));
        let lines: String = result.changes.iter().map(Changed::words).collect();
        format!("{from}{lines}")
    })?;
    Ok(Outcome::Done)
}
