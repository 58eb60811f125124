//! `deckloom collection lacks DECK…`

use std::ffi::OsString;
use std::sync::Arc;

use catalog::store::journal::StreamKind;
use catalog::{Collection, GameData};
use formats::Deck;
use formats::deck::Listed;
use formats::missing::{self, CopySharing, MissingCard};
use schemars::JsonSchema;
use serde::Serialize;

use super::games;
use crate::command::print::{counted, table};
use crate::command::{CommandContext, CommandOutcome, CommandResult, usage_error};
use formats::saved::deck::DeckSession;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct CollectionMissingArgs {
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
pub(in crate::command) struct CollectionMissingOutput {
    /// The decks.
    decks: Vec<DeckName>,
    /// Whether one copy serves all decks in turn.
    shared: bool,
    /// Copies that are missing.
    missing: u32,
    /// The cards that are missing, in the order in which the decks name them.
    cards: Vec<MissingCardOutput>,
}

/// A deck.
#[derive(Debug, Serialize, JsonSchema)]
struct DeckName {
    /// Game id.
    game: String,
    /// Name.
    name: String,
}

/// A card of which copies are missing.
#[derive(Debug, Serialize, JsonSchema)]
struct MissingCardOutput {
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

pub(super) fn run(args: &CollectionMissingArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let decks = decks(args, context)?;
    let copies = if args.shared { CopySharing::Shared } else { CopySharing::Own };
    let mut result = CollectionMissingOutput { decks: Vec::new(), shared: args.shared, missing: 0, cards: Vec::new() };
    for (game, decks) in &decks {
        let mut collection = Collection::open(&context.session.library, game.clone())?;
        let mut lacking = missing::missing_cards(&collection, decks, copies);
        if args.want {
            let wishes = missing::wanted_edits(&collection, &lacking);
            collection.change(&mut context.session.library, &wishes, Some("what decks lack"))?;
            lacking = missing::missing_cards(&collection, decks, copies);
        }
        result.decks.extend(decks.iter().map(|d| DeckName { game: game.id.clone(), name: d.name.clone() }));
        result.cards.extend(lacking.iter().map(|lack| MissingCardOutput::new(game, lack)));
    }
    result.missing = result.cards.iter().map(|c| c.missing).sum();
    context.print_result(&result, || to_text(&result))?;
    Ok(if result.missing == 0 { CommandOutcome::Done } else { CommandOutcome::Failed })
}

/// The decks that are asked about, by game.
fn decks(args: &CollectionMissingArgs, context: &CommandContext) -> CommandResult<Vec<(Arc<GameData>, Vec<Deck>)>> {
    if args.decks.is_empty() && !args.all_saved {
        return Err(usage_error("name a deck, or take all decks of the library with --all-saved"));
    }
    let mut decks: Vec<(Arc<GameData>, Vec<Deck>)> = Vec::new();
    for game in games(context, args.game.as_deref())? {
        let mut saved = Vec::new();
        if args.all_saved {
            for heading in context.session.library.streams(StreamKind::Deck, &game.id)? {
                saved.push(DeckSession::open(&context.session.library, &game, heading.id)?.deck);
            }
        }
        decks.push((game, saved));
    }
    for argument in &args.decks {
        let named = context.deck(argument, args.game.as_deref())?;
        match decks.iter_mut().find(|(g, _)| g.id == named.game_library.game.id) {
            Some((_, list)) => list.push(named.deck),
            None => {
                return Err(usage_error(format!(
                    "`{}` is a deck of {}",
                    argument.display(),
                    named.game_library.game.id
                )));
            }
        }
    }
    decks.retain(|(_, list)| !list.is_empty());
    Ok(decks)
}

impl MissingCardOutput {
    fn new(game: &GameData, lack: &MissingCard) -> MissingCardOutput {
        let id = match &lack.card {
            Listed::Card(ix) => Some(game.card(*ix).id.clone()),
            Listed::Unknown(_) => None,
        };
        MissingCardOutput {
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

fn to_text(result: &CollectionMissingOutput) -> String {
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
    let row = |c: &MissingCardOutput| {
        vec![c.missing.to_string(), c.name.clone(), c.needed.to_string(), c.owned.to_string(), c.wanted.to_string()]
    };
    let rows: Vec<Vec<String>> = result.cards.iter().map(row).collect();
    let lacking = counted(result.missing.into(), "copy", "copies");
    format!(
        "{}{decks}: {lacking} lacking\n",
        table(&["Lacking", "Name", "Needed", "Owned", "Wanted"], &rows, &[0, 2, 3, 4])
    )
}
