//! `deckloom deck put-away NAME`

use catalog::store::journal::StreamKind;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::{CommandContext, CommandOutcome, CommandResult, names};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckPutAwayArgs {
    /// The saved deck.
    deck: String,
    /// Take it out again.
    #[arg(long)]
    back: bool,
    /// The game, if several have a deck of this name.
    #[arg(long)]
    game: Option<String>,
}

/// What became of the deck.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DeckPutAwayOutput {
    /// Its name.
    deck: String,
    /// Game id.
    game: String,
    /// Whether it is put away now.
    put_away: bool,
}

pub(in crate::command) fn run(args: &DeckPutAwayArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (game, id) = if args.back {
        put_away(args, context)?
    } else {
        let (game_library, deck_session) = context.deck_session(&args.deck, args.game.as_deref())?;
        (game_library.game.id.clone(), deck_session.id)
    };
    context.session.library.put_away(id, !args.back)?;
    let result = DeckPutAwayOutput { deck: args.deck.clone(), game, put_away: !args.back };
    context.print_result(&result, || {
        if args.back {
            format!("`{}` is among the decks again", args.deck)
        } else {
            format!("`{0}` is put away; `deckloom deck put-away \"{0}\" --back` takes it out again", args.deck)
        }
    })?;
    Ok(CommandOutcome::Done)
}

fn put_away(
    args: &DeckPutAwayArgs,
    context: &CommandContext,
) -> CommandResult<(String, catalog::store::journal::StreamId)> {
    let mut known: Vec<String> = Vec::new();
    for game in context.session.games.ids().filter(|id| args.game.as_ref().is_none_or(|game| game == id)) {
        let streams = context.session.library.put_away_streams(StreamKind::Deck, game)?;
        if let Some(stream) = streams.iter().find(|s| s.name == args.deck) {
            return Ok((game.to_owned(), stream.id));
        }
        known.extend(streams.into_iter().map(|s| s.name));
    }
    let known = known.iter().map(String::as_str);
    Err(names::unknown("deck", &args.deck, known, "`--back` takes out only what was put away"))
}
