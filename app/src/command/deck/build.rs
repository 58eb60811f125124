//! `deckloom deck build POOL`: legal decks out of a pool, the best first, with reasons.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap_lex::OsStrExt;
use formats::deckfile::{self, DeckFileKind};
use formats::limited::Pool;
use formats::limited::build::DeckBuilder;
use formats::{DeckFormat, GameLibrary};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::printings::Printings;
use crate::command::{CommandContext, CommandOutcome, CommandResult, draft, failure, number, sources, usage_error};
use formats::saved::deck::DeckSession;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckBuildArgs {
    /// A file with cards; or a draft and a seat of it: `NAME#2` of the library, or `draft.json#2`.
    pool: OsString,
    /// The format, such as afrika/cosmic-draft; a draft's own without.
    #[arg(long)]
    format: Option<String>,
    /// How many decks.
    #[arg(short, long, default_value_t = 3, value_parser = number::whole::<u64>(1..=20))]
    n: u64,
    /// A folder for the decks as files.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Keep the best deck in the library under this name; it knows its pool, and is checked against it.
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
}

/// Decks out of a pool.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DeckBuildOutput {
    /// `game/format`.
    format: String,
    /// Cards in the pool.
    pool: usize,
    /// The best first.
    decks: Vec<DeckOutput>,
}

/// A deck.
#[derive(Debug, Serialize, JsonSchema)]
struct DeckOutput {
    /// Its name.
    name: String,
    /// Why this one, in a sentence.
    why: String,
    /// More about it: its curve, its best cards, what is left out.
    reasons: Vec<String>,
    /// Section id, then copies by card id.
    deck: Vec<(String, Vec<(u32, String)>)>,
}

pub(in crate::command) fn run(args: &DeckBuildArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (result, best) = {
        let (game_library, format, pool) = pool(args, context)?;
        let limited =
            format.limited.as_ref().ok_or_else(|| usage_error(format!("{} is no limited format", format.name)))?;
        let product = game_library.product(&limited.product).ok_or_else(|| usage_error("the product is gone"))?;
        sources::fresh_folder(args.output.as_deref())?;
        let builder = DeckBuilder::new(&game_library.game, product, format, limited);
        let built = builder.decks(&pool, args.n as usize).map_err(|r| {
            let why = r.violations.first().map_or("", |v| v.message.as_str());
            failure(format!("no legal deck comes out of this pool: {why}"))
        })?;
        for (number, deck) in (1..).zip(&built) {
            if let Some(folder) = &args.output {
                let text = deckfile::write(&game_library.game, deck.deck.deck(), DeckFileKind::Toml);
                sources::write(&folder.join(format!("deck-{number}.toml")), text)?;
            }
        }
        let decks = built.iter().map(|b| DeckOutput {
            name: b.deck.deck().name.clone(),
            why: b.why.clone(),
            reasons: builder.describe_curve(&pool, b).into_iter().chain(builder.reasons(&pool, b)).collect(),
            deck: b.deck.deck().to_saved(&game_library.game).sections,
        });
        let format = format!("{}/{}", game_library.game.id, format.id);
        let best = built.first().map(|b| (game_library.game.clone(), b.deck.deck().clone(), pool.clone()));
        (DeckBuildOutput { format, pool: pool.cards.len(), decks: decks.collect() }, best)
    };
    if let (Some(name), Some((game, mut deck, pool))) = (&args.save, best) {
        deck.name.clone_from(name);
        DeckSession::create(&mut context.session.library, &game, deck, Some(pool))?;
    }
    context.print_result(&result, || {
        let game =
            result.format.split_once('/').and_then(|(game, _)| context.session.game_library(game)).map(|b| &b.game);
        let mut out = String::new();
        for deck in &result.decks {
            let ids = deck.deck.iter().flat_map(|(_, entries)| entries).map(|(_, id)| id.as_str());
            let printings = game.map(|game| Printings::new(game, ids));
            let name = |id: &String| printings.as_ref().map_or_else(|| id.clone(), |printings| printings.label(id));
            out.push_str(&format!("{}\n{}\n", deck.name, deck.why));
            deck.reasons.iter().for_each(|r| out.push_str(&format!("  {r}\n")));
            for (count, id) in deck.deck.iter().flat_map(|(_, entries)| entries) {
                out.push_str(&format!("    {count} {}\n", name(id)));
            }
            out.push('\n');
        }
        out
    })?;
    Ok(CommandOutcome::Done)
}

fn pool<'d>(
    args: &DeckBuildArgs,
    context: &'d CommandContext,
) -> CommandResult<(&'d GameLibrary, &'d DeckFormat, Pool)> {
    if let Some((of, seat)) = seat_of_draft(&args.pool) {
        let (game_library, own, pool) = draft::pool(context, &of, seat)?;
        let named = args.format.clone().unwrap_or_else(|| format!("{}/{own}", game_library.game.id));
        let (_, format) = context.format(&named)?;
        return Ok((game_library, format, pool));
    }
    let named = args.format.as_deref().ok_or_else(|| usage_error("name the --format that the pool is for"))?;
    let (game_library, format) = context.format(named)?;
    Ok((game_library, format, context.pool(Path::new(&args.pool), &game_library.game)?))
}

/// The draft and the seat of it that `NAME#2` names.
fn seat_of_draft(word: &OsStr) -> Option<(OsString, usize)> {
    let mut parts: Vec<&OsStr> = word.split("#").collect();
    let seat = parts.pop()?.to_str()?.parse().ok()?;
    // A `#` may stand in the name, too.
    (!parts.is_empty()).then(|| (parts.join(OsStr::new("#")), seat))
}
