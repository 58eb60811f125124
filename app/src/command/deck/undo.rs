//! `deckloom deck undo NAME`

use super::edited;
use crate::command::{CommandContext, CommandOutcome, CommandResult, number};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckUndoArgs {
    /// The saved deck.
    deck: String,
    /// Do again what was undone last.
    #[arg(long)]
    redo: bool,
    /// How many changes.
    #[arg(long, default_value_t = 1, value_parser = number::whole::<u32>(1..))]
    steps: u32,
    /// The game, if several have a deck of this name.
    #[arg(long)]
    game: Option<String>,
}

pub(in crate::command) fn run(args: &DeckUndoArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, mut deck_session) = context.deck_session(&args.deck, args.game.as_deref())?;
    let (before, game) = (deck_session.deck.clone(), &game_library.game);
    let mut steps = 0;
    while steps < args.steps {
        let library = &mut context.session.library;
        if !(if args.redo { deck_session.redo(library, game)? } else { deck_session.undo(library, game)? }) {
            break;
        }
        steps += 1;
    }
    let last = || deck_session.history(&context.session.library, game).map(|h| h.last().map(|m| m.description.clone()));
    let done = match steps {
        0 => None,
        1 => last()?,
        n if args.redo => Some(format!("{n} changes done again")),
        n => Some(format!("{n} changes undone")),
    };
    edited::show(context, &game_library, &deck_session, &before, done)
}
