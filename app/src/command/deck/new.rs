//! `deckloom deck new NAME`

use std::ffi::OsString;

use formats::Deck;

use super::edited;
use crate::command::{CommandContext, CommandOutcome, CommandResult, failure, usage_error};
use formats::saved::deck::DeckSession;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckNewArgs {
    /// What it is called.
    name: String,
    /// The deck to begin with: a file, a starter deck such as chronx/corporate, or a saved deck.
    #[arg(long, value_name = "DECK")]
    from: Option<OsString>,
    /// `game/format`; that of the deck it comes from without.
    #[arg(long)]
    format: Option<String>,
    /// The game, if a file does not say.
    #[arg(long)]
    game: Option<String>,
}

pub(in crate::command) fn run(args: &DeckNewArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let name = args.name.trim();
    if name.is_empty() {
        return Err(usage_error("a deck needs a name"));
    }
    let format = args.format.as_deref().map(|f| context.format(f)).transpose()?;
    let (game_library, mut deck, pool) = match &args.from {
        Some(from) => {
            let named = context.deck(from, args.game.as_deref())?;
            (named.game_library, named.deck, named.pool)
        }
        None => {
            let game_library = match (format, &args.game) {
                (Some((game_library, _)), _) => game_library,
                (None, Some(game)) => context.game(game)?,
                (None, None) => return Err(usage_error("say what it is for: --format game/format, or --from DECK")),
            };
            (game_library, Deck::new(&game_library.game, name, &game_library.game.default_format), None)
        }
    };
    if let Some((for_game, format)) = format {
        if for_game.game.id != game_library.game.id {
            let message = format!("{} is no format of {}", format.name, game_library.game.name);
            return Err(usage_error(message));
        }
        deck.format = format.id.clone();
    }
    name.clone_into(&mut deck.name);
    let game_library = game_library.clone();
    let taken = context.session.library.streams(catalog::store::journal::StreamKind::Deck, &game_library.game.id)?;
    if taken.iter().any(|h| h.name == name) {
        let message = format!("there is a deck `{name}` already; give this one another name");
        return Err(failure(message));
    }
    let before = Deck::new(&game_library.game, name, &deck.format);
    let deck_session = DeckSession::create(&mut context.session.library, &game_library.game, deck, pool)?;
    edited::show(context, &game_library, &deck_session, &before, Some("made".to_owned()))
}
