//! `deckloom collection lacks DECK…`

use std::ffi::OsString;
use std::sync::Arc;

use catalog::store::journal::Kind;
use catalog::{Collection, Game};
use formats::Deck;
use formats::deck::Listed;
use formats::lacks::{self, Copies, Lack};
use schemars::JsonSchema;
use serde::Serialize;

use super::games;
use crate::command::print::{counted, table};
use crate::command::{Door, Outcome, usage};
use crate::workbench::Workbench;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
    /// Files, starter decks such as chronx/corporate, or names of saved decks.
    decks: Vec<OsString>,
    /// Ask about all decks of the library.
    #[arg(long)]
    all_saved: bool,
    /// Let one copy serve all decks in turn; without, each deck has its own.
    #[arg(long)]
    shared: bool,
    /// Put what is lacking among what is wanted; what is wanted already is not wanted twice.
    #[arg(long)]
    want: bool,
    /// Only this game, and the game of files that do not say.
    #[arg(long)]
    game: Option<String>,
}

/// What decks lack.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Result {
    /// The decks.
    decks: Vec<Named>,
    /// Whether one copy serves all decks in turn.
    shared: bool,
    /// Copies that are missing.
    missing: u32,
    /// The cards that are missing, in the order in which the decks name them.
    cards: Vec<Missing>,
}

/// A deck.
#[derive(Debug, Serialize, JsonSchema)]
struct Named {
    /// Game id.
    game: String,
    /// Name.
    name: String,
}

/// A card of which copies are missing.
#[derive(Debug, Serialize, JsonSchema)]
struct Missing {
    /// Game id.
    game: String,
    /// Id of the printing that a deck names; absent for a card that the game does not know.
    id: Option<String>,
    /// Name.
    name: String,
    /// Copies that the decks need, over all sections.
    needed: u32,
    /// Copies owned, in any printing.
    owned: u32,
    /// Copies wanted, in any printing.
    wanted: u32,
    /// Copies that are missing.
    missing: u32,
}

pub(super) fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    let decks = decks(args, door)?;
    let copies = if args.shared { Copies::Shared } else { Copies::Own };
    let mut result = Result { decks: Vec::new(), shared: args.shared, missing: 0, cards: Vec::new() };
    for (game, decks) in &decks {
        let mut collection = Collection::open(&door.desk.library, game.clone())?;
        let mut lacking = lacks::of(&collection, decks, copies);
        if args.want {
            let wishes = lacks::wishes(&collection, &lacking);
            collection.change(&mut door.desk.library, &wishes, Some("what decks lack"))?;
            lacking = lacks::of(&collection, decks, copies);
        }
        result.decks.extend(decks.iter().map(|d| Named { game: game.id.clone(), name: d.name.clone() }));
        result.cards.extend(lacking.iter().map(|lack| Missing::of(game, lack)));
    }
    result.missing = result.cards.iter().map(|c| c.missing).sum();
    door.show(&result, || to_text(&result))?;
    Ok(if result.missing == 0 { Outcome::Done } else { Outcome::Wanting })
}

/// The decks that are asked about, by game.
fn decks(args: &Args, door: &Door) -> anyhow::Result<Vec<(Arc<Game>, Vec<Deck>)>> {
    if args.decks.is_empty() && !args.all_saved {
        return Err(usage("name a deck, or take all decks of the library with --all-saved"));
    }
    let mut decks: Vec<(Arc<Game>, Vec<Deck>)> = Vec::new();
    for game in games(door, args.game.as_deref())? {
        let mut saved = Vec::new();
        if args.all_saved {
            for heading in door.desk.library.streams(Kind::Deck, &game.id)? {
                saved.push(Workbench::open(&door.desk.library, &game, heading.id)?.deck);
            }
        }
        decks.push((game, saved));
    }
    for argument in &args.decks {
        let named = door.deck(argument, args.game.as_deref())?;
        match decks.iter_mut().find(|(g, _)| g.id == named.book.game.id) {
            Some((_, list)) => list.push(named.deck),
            None => return Err(usage(format!("`{}` is a deck of {}", argument.display(), named.book.game.id))),
        }
    }
    decks.retain(|(_, list)| !list.is_empty());
    Ok(decks)
}

impl Missing {
    fn of(game: &Game, lack: &Lack) -> Missing {
        let id = match &lack.card {
            Listed::Card(ix) => Some(game.card(*ix).id.clone()),
            Listed::Unknown(_) => None,
        };
        Missing {
            game: game.id.clone(),
            id,
            name: lack.card.name(game).to_owned(),
            needed: lack.needed,
            owned: lack.owned,
            wanted: lack.wanted,
            missing: lack.missing(),
        }
    }
}

fn to_text(result: &Result) -> String {
    let decks = match &result.decks[..] {
        [] => return "There is no saved deck.".to_owned(),
        [one] => one.name.clone(),
        many => format!(
            "{} decks, {}",
            many.len(),
            if result.shared { "sharing copies" } else { "each with its own copies" }
        ),
    };
    if result.missing == 0 {
        return format!("{decks}: nothing is lacking");
    }
    let row = |c: &Missing| {
        vec![c.missing.to_string(), c.name.clone(), c.needed.to_string(), c.owned.to_string(), c.wanted.to_string()]
    };
    let rows: Vec<Vec<String>> = result.cards.iter().map(row).collect();
    let lacking = counted(result.missing.into(), "copy", "copies");
    format!(
        "{}{decks}: {lacking} lacking\n",
        table(&["Lacking", "Name", "Needed", "Owned", "Wanted"], &rows, &[0, 2, 3, 4])
    )
}
