//! `deckloom deck merge NAME FROM`

use std::ffi::OsString;

use formats::deck::{Merge, merge_edit};

use super::edited;
use crate::command::{CommandContext, CommandOutcome, CommandResult, usage_error};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckMergeArgs {
    /// The saved deck that grows.
    deck: String,
    /// The other one: a file, a starter deck, or a saved deck.
    from: OsString,
    /// Add up the copies of both, instead of taking as many as the deck that has more.
    #[arg(long)]
    sum: bool,
    /// The game, if several have a deck of this name.
    #[arg(long)]
    game: Option<String>,
}

pub(in crate::command) fn run(args: &DeckMergeArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, mut deck_session) = context.deck_session(&args.deck, args.game.as_deref())?;
    let from = context.deck(&args.from, Some(&game_library.game.id))?;
    if from.game_library.game.id != game_library.game.id {
        return Err(usage_error(format!(
            "`{}` is a deck for {}, not for {}",
            args.from.display(),
            from.game_library.game.name,
            game_library.game.name
        )));
    }
    let how = if args.sum { Merge::Sum } else { Merge::Most };
    let before = deck_session.deck.clone();
    let edit = merge_edit(&game_library.game, &deck_session.deck, &from.deck, how);
    let done = edit.map(|e| deck_session.edit(&mut context.session.library, &game_library.game, e)).transpose()?;
    edited::show(context, &game_library, &deck_session, &before, done)
}
