//! `deckloom deck list`

use catalog::store::journal::StreamKind;
use formats::check;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::table;
use crate::command::{CommandContext, CommandOutcome, CommandResult};
use crate::language::ago;
use formats::saved::deck::DeckSession;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckListArgs {
    /// Only the decks of this game.
    #[arg(long)]
    game: Option<String>,
}

/// The saved decks, game by game, the one that changed last first.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DeckListOutput {
    decks: Vec<SavedDeckRow>,
}

/// A saved deck.
#[derive(Debug, Serialize, JsonSchema)]
struct SavedDeckRow {
    /// Name.
    name: String,
    /// `game/format`.
    format: String,
    /// Cards in all sections of the game.
    cards: u32,
    /// How many things are wrong with it; absent if the format is gone.
    violations: Option<usize>,
    /// When it last changed, in seconds since 1970.
    changed: i64,
}

pub(in crate::command) fn run(args: &DeckListArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    if let Some(id) = &args.game {
        context.game(id)?;
    }
    let mut decks = Vec::new();
    for (game, heading) in context.session.saved_streams(StreamKind::Deck, args.game.as_deref())? {
        let Some(game_library) = context.session.game_library(game) else { continue };
        let DeckSession { deck, pool, .. } =
            DeckSession::open(&context.session.library, &game_library.game, heading.id)?;
        let format = game_library.format(&deck.format);
        decks.push(SavedDeckRow {
            name: heading.name,
            format: format!("{game}/{}", deck.format),
            cards: (0..deck.sections.len()).map(|s| deck.size(s)).sum(),
            violations: format.map(|f| check::check(&game_library.game, f, &deck, pool.as_ref()).violations.len()),
            changed: heading.changed,
        });
    }
    let result = DeckListOutput { decks };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

fn to_text(result: &DeckListOutput) -> String {
    if result.decks.is_empty() {
        return "no deck is saved; `deckloom deck new` makes one\n".to_owned();
    }
    let row = |d: &SavedDeckRow| {
        let state = match d.violations {
            Some(0) => "legal".to_owned(),
            Some(n) => format!("{n} to mend"),
            None => "format is gone".to_owned(),
        };
        vec![d.name.clone(), d.format.clone(), d.cards.to_string(), state, ago(d.changed)]
    };
    let rows: Vec<Vec<String>> = result.decks.iter().map(row).collect();
    table(&["Deck", "Format", "Cards", "State", "Changed"], &rows, &[2])
}
