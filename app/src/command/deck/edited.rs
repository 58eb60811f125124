//! What the verbs that change a saved deck tell.

use formats::deck::{Deck, difference};
use formats::{GameLibrary, check};
use schemars::JsonSchema;
use serde::Serialize;

use super::diff::{self, ListDiff};
use crate::command::print::counted;
use crate::command::{CommandContext, CommandOutcome, CommandResult};
use formats::saved::deck::DeckSession;

/// A saved deck after a change.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DeckEditedOutput {
    /// Its name.
    deck: String,
    /// `game/format`.
    format: String,
    /// What was done; absent if there was nothing to do.
    done: Option<String>,
    /// The number of the moment that it is at now: `deckloom deck history`.
    moment: usize,
    /// The lists whose cards are others now.
    parts: Vec<ListDiff>,
    /// Whether it is legal; absent if the format is gone.
    legal: Option<bool>,
    /// What is wrong with it.
    violations: Vec<String>,
}

/// Shows what came of a change.
pub(super) fn show(
    context: &CommandContext,
    game_library: &GameLibrary,
    deck_session: &DeckSession,
    before: &Deck,
    done: Option<String>,
) -> CommandResult<CommandOutcome> {
    let (game, deck) = (&game_library.game, &deck_session.deck);
    let report = game_library.format(&deck.format).map(|f| check::check(game, f, deck, deck_session.pool.as_ref()));
    let result = DeckEditedOutput {
        deck: deck.name.clone(),
        format: format!("{}/{}", game.id, deck.format),
        done,
        moment: deck_session.current_moment(),
        parts: diff::list_diffs(game, &difference(game, before, deck)),
        legal: report.as_ref().map(check::CheckReport::passes),
        violations: report.iter().flat_map(|r| &r.violations).map(|v| v.message.clone()).collect(),
    };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

fn to_text(result: &DeckEditedOutput) -> String {
    let done = result.done.as_deref().unwrap_or("nothing to do");
    let verdict = match (result.legal, result.violations.len()) {
        (None, _) => "the format is gone".to_owned(),
        (Some(true), _) => "legal".to_owned(),
        (_, n) => format!("{} to mend: deckloom deck check", counted(n as u64, "thing", "things")),
    };
    let head = format!("{}: {done}\n", result.deck);
    let parts: String = result.parts.iter().map(ListDiff::to_text).collect();
    format!("{head}{parts}{}, {verdict}; moment {}\n", result.format, result.moment)
}
