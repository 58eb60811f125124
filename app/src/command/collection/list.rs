//! `deckloom collection list [QUERY]`

use catalog::Collection;
use catalog::query::Search;
use schemars::JsonSchema;
use serde::Serialize;

use super::collections;
use crate::command::print::{counted, percent, reprinted, table};
use crate::command::{CommandContext, CommandOutcome, CommandResult, sources};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct CollectionListArgs {
    /// Only cards that answer this query, such as `rarity:rare`. One that begins with a minus goes after `--`.
    query: Vec<String>,
    /// Only this game.
    #[arg(long)]
    game: Option<String>,
    /// List only what is wanted.
    #[arg(long)]
    wanted: bool,
    /// List the cards of which no copy is owned, instead.
    #[arg(long, conflicts_with = "wanted")]
    missing: bool,
}

/// The collection.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct CollectionListOutput {
    /// Printings, in order of print.
    cards: Vec<OwnedPrinting>,
    /// Copies owned, of the cards listed.
    owned: u32,
    /// Copies wanted, of the cards listed.
    wanted: u32,
    /// How much is there of each set of which a card is owned.
    sets: Vec<SetProgress>,
}

/// Copies of a printing.
#[derive(Debug, Serialize, JsonSchema)]
struct OwnedPrinting {
    /// Game id.
    game: String,
    /// Card id.
    id: String,
    /// Name; absent for a card that the game does not know (any more).
    name: Option<String>,
    /// Set id.
    set: Option<String>,
    /// Number in its set.
    number: Option<String>,
    /// Copies owned.
    owned: u32,
    /// Copies wanted.
    wanted: u32,
}

/// How much of a set is there.
#[derive(Debug, Serialize, JsonSchema)]
struct SetProgress {
    /// Game id.
    game: String,
    /// Set id.
    id: String,
    /// Name.
    name: String,
    /// Cards of the set.
    cards: usize,
    /// Cards of which a copy is owned.
    owned: usize,
    /// Copies owned.
    copies: u32,
}

pub(super) fn run(args: &CollectionListArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let collections = collections(context, args.game.as_deref())?;
    let text = sources::query(&args.query)?;
    let mut result = CollectionListOutput { cards: Vec::new(), owned: 0, wanted: 0, sets: Vec::new() };
    let mut fault = None;
    let mut understood = false;
    for collection in &collections {
        match Search::parse(&text, collection.game()) {
            Ok(search) => {
                understood = true;
                result.cards.extend(owned_printings(args, collection, &search, text.is_empty()));
                result.sets.extend(set_progress(collection));
            }
            // The game in which most of the query makes sense has the best advice.
            Err(e) if fault.as_ref().is_none_or(|f: &catalog::query::QueryError| f.at < e.at) => fault = Some(e),
            Err(_) => {}
        }
    }
    if let (false, Some(fault)) = (understood, fault) {
        return Err(sources::query_error("the query makes no sense", &text, fault));
    }
    result.owned = result.cards.iter().map(|c| c.owned).sum();
    result.wanted = result.cards.iter().map(|c| c.wanted).sum();
    context.print_result(&result, || to_text(&result, args))?;
    Ok(CommandOutcome::Done)
}

fn owned_printings(
    args: &CollectionListArgs,
    collection: &Collection,
    search: &Search,
    all: bool,
) -> Vec<OwnedPrinting> {
    let game = collection.game();
    let cards = search.run(game).into_iter().map(|ix| {
        let (card, held) = (game.card(ix), collection.holding(ix));
        OwnedPrinting {
            game: game.id.clone(),
            id: card.id.clone(),
            name: Some(card.name.clone()),
            set: Some(game.sets[card.set as usize].id.clone()),
            number: Some(card.number.to_string()),
            owned: held.owned,
            wanted: held.wanted,
        }
    });
    let unknown = collection.unknown().map(|(id, held)| OwnedPrinting {
        game: game.id.clone(),
        id: id.to_owned(),
        name: None,
        set: None,
        number: None,
        owned: held.owned,
        wanted: held.wanted,
    });
    // A query cannot ask about a card of which nothing is known but its id.
    let listed = cards.chain(unknown.filter(|_| all));
    let asked = |c: &OwnedPrinting| match (args.missing, args.wanted) {
        (true, _) => c.owned == 0 && c.name.is_some(),
        (_, true) => c.wanted > 0,
        _ => c.owned + c.wanted > 0,
    };
    listed.filter(asked).collect()
}

fn set_progress(collection: &Collection) -> Vec<SetProgress> {
    let game = collection.game();
    let mut sets: Vec<SetProgress> = game
        .sets
        .iter()
        .map(|s| SetProgress {
            game: game.id.clone(),
            id: s.id.clone(),
            name: s.name.clone(),
            cards: 0,
            owned: 0,
            copies: 0,
        })
        .collect();
    for ix in game.indices() {
        let (set, owned) = (&mut sets[game.card(ix).set as usize], collection.owned(ix));
        set.cards += 1;
        set.owned += usize::from(owned > 0);
        set.copies += owned;
    }
    sets.retain(|s| s.owned > 0);
    sets
}

fn to_text(result: &CollectionListOutput, args: &CollectionListArgs) -> String {
    let mut out = String::new();
    if result.cards.is_empty() {
        out.push_str(match (args.missing, args.query.is_empty()) {
            (true, _) => "No card is missing.\n",
            (_, false) => "No such card is owned or wanted.\n",
            _ => {
                "There is no card in the collection. `deckloom collection add \"3 NAME\"` or `import FILE` adds some.\n"
            }
        });
    } else {
        // Only the set tells printings of one card from each other.
        let tells =
            !reprinted(result.cards.iter().filter_map(|c| Some((c.name.as_deref()?, c.id.as_str())))).is_empty();
        let row = |c: &OwnedPrinting| {
            let name = c.name.clone().unwrap_or_else(|| format!("{} (unknown to the game)", c.id));
            let (set, number) = (c.set.clone().unwrap_or_default(), c.number.clone().unwrap_or_default());
            let wanted = if c.wanted > 0 { c.wanted.to_string() } else { String::new() };
            let cells = [c.owned.to_string(), wanted, name].into_iter();
            cells.chain(tells.then_some(set)).chain([number]).collect()
        };
        let rows: Vec<Vec<String>> = result.cards.iter().map(row).collect();
        let heading = ["Owned", "Wanted", "Name"].into_iter().chain(tells.then_some("Set")).chain(["Number"]);
        out.push_str(&table(&heading.collect::<Vec<_>>(), &rows, &[0, 1]));
        let (owned, cards) = (counted(result.owned.into(), "copy", "copies"), result.cards.len() as u64);
        out.push_str(&format!("{}, {owned} owned, {} wanted\n", counted(cards, "card", "cards"), result.wanted));
    }
    for set in &result.sets {
        let share = percent(set.owned as f64 / set.cards.max(1) as f64);
        out.push_str(&format!("{}: {} of {} cards ({share})\n", set.name, set.owned, set.cards));
    }
    out
}
