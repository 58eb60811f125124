//! `deckloom deck restore NAME MOMENT`

use super::edited;
use crate::command::{CommandContext, CommandOutcome, CommandResult};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckRestoreArgs {
    /// The saved deck.
    deck: String,
    /// The moment: its number or its name, as `deckloom deck history` lists them.
    moment: String,
    /// The game, if several have a deck of this name.
    #[arg(long)]
    game: Option<String>,
}

pub(in crate::command) fn run(args: &DeckRestoreArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, mut deck_session) = context.deck_session(&args.deck, args.game.as_deref())?;
    let before = deck_session.deck.clone();
    let moment = context.moment(&game_library, &deck_session, &args.moment)?;
    let done = deck_session.restore(&mut context.session.library, &game_library.game, &moment)?;
    edited::show(context, &game_library, &deck_session, &before, Some(done))
}
