//! `deckloom deck history NAME`

use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::table;
use crate::command::{CommandContext, CommandOutcome, CommandResult, usage_error};
use crate::language::ago;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckHistoryArgs {
    /// The saved deck.
    deck: String,
    /// Give a moment a name: its number, `=`, the name.
    #[arg(long, value_name = "MOMENT=NAME")]
    call: Option<String>,
    /// The game, if several have a deck of this name.
    #[arg(long)]
    game: Option<String>,
}

/// The history of a deck.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DeckHistoryOutput {
    /// The deck's name.
    deck: String,
    /// Everything that was done, the first at the beginning.
    moments: Vec<Moment>,
}

/// Something that was done, and the deck that came of it.
#[derive(Debug, Serialize, JsonSchema)]
struct Moment {
    /// Its number: `NAME@12` is the deck at that moment.
    number: usize,
    /// In seconds since 1970.
    at: i64,
    /// What was done.
    done: String,
    /// The name that it was given: `NAME@that name` is the deck at that moment.
    name: Option<String>,
    /// Whether it was undone since.
    undone: bool,
}

pub(in crate::command) fn run(args: &DeckHistoryArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, mut deck_session) = context.deck_session(&args.deck, args.game.as_deref())?;
    if let Some(call) = &args.call {
        let (moment, name) =
            call.split_once('=').ok_or_else(|| usage_error(format!("`{call}` must be a moment, `=`, and its name")))?;
        let moment = context.moment(&game_library, &deck_session, moment.trim())?;
        deck_session.name_moment(&mut context.session.library, &game_library.game, moment.number, name)?;
    }
    let moments = deck_session.history(&context.session.library, &game_library.game)?;
    let moment = |m: formats::saved::deck::Moment| Moment {
        number: m.number,
        at: m.at,
        done: m.description,
        name: m.name,
        undone: m.undone,
    };
    let result =
        DeckHistoryOutput { deck: deck_session.deck.name.clone(), moments: moments.into_iter().map(moment).collect() };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

fn to_text(result: &DeckHistoryOutput) -> String {
    let row = |m: &Moment| {
        let name = m.name.clone().unwrap_or_default();
        let undone = if m.undone { "  (undone)" } else { "" };
        vec![m.number.to_string(), ago(m.at), format!("{}{undone}", m.done), name]
    };
    let rows: Vec<Vec<String>> = result.moments.iter().map(row).collect();
    format!("{}\n\n{}", result.deck, table(&["Moment", "When", "What", "Name"], &rows, &[0]))
}
