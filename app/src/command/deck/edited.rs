//! What the verbs that change a saved deck tell.

use formats::deck::{Deck, difference};
use formats::{Book, check};
use schemars::JsonSchema;
use serde::Serialize;

use super::diff::{self, Part};
use crate::command::print::counted;
use crate::command::{Door, Outcome};
use crate::workbench::Workbench;

/// A saved deck after a change.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Result {
    /// Its name.
    deck: String,
    /// `game/format`.
    format: String,
    /// What was done; absent if there was nothing to do.
    done: Option<String>,
    /// The number of the moment that it is at now: `deckloom deck history`.
    moment: usize,
    /// The lists whose cards are others now.
    parts: Vec<Part>,
    /// Whether it is legal; absent if the format is gone.
    legal: Option<bool>,
    /// What is wrong with it.
    violations: Vec<String>,
}

/// Shows what came of a change.
pub(super) fn show(
    door: &Door,
    book: &Book,
    bench: &Workbench,
    before: &Deck,
    done: Option<String>,
) -> anyhow::Result<Outcome> {
    let (game, deck) = (&book.game, &bench.deck);
    let report = book.format(&deck.format).map(|f| check::check(game, f, deck, bench.pool.as_ref()));
    let result = Result {
        deck: deck.name.clone(),
        format: format!("{}/{}", game.id, deck.format),
        done,
        moment: bench.now(),
        parts: diff::parts(game, &difference(game, before, deck)),
        legal: report.as_ref().map(check::Report::passes),
        violations: report.iter().flat_map(|r| &r.violations).map(|v| v.message.clone()).collect(),
    };
    door.show(&result, || to_text(&result))?;
    Ok(Outcome::Done)
}

fn to_text(result: &Result) -> String {
    let done = result.done.as_deref().unwrap_or("nothing to do");
    let verdict = match (result.legal, result.violations.len()) {
        (None, _) => "the format is gone".to_owned(),
        (Some(true), _) => "legal".to_owned(),
        (_, n) => format!("{} to mend: deckloom deck check", counted(n as u64, "thing", "things")),
    };
    let head = format!("{}: {done}\n", result.deck);
    let parts: String = result.parts.iter().map(Part::words).collect();
    format!("{head}{parts}{}, {verdict}; moment {}\n", result.format, result.moment)
}
