//! `deckloom deck diff A B`

use std::ffi::OsString;

use catalog::Game;
use formats::deck::{Change, Difference, Kind, difference};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::{Door, Outcome, usage};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
    /// The first deck: a file, a starter deck, or a saved deck; `NAME@12` is a saved deck at moment 12 of its history.
    before: OsString,
    /// The second deck.
    after: OsString,
    /// The game, if a file does not say.
    #[arg(long)]
    game: Option<String>,
}

/// What is different in the second deck.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Result {
    /// The first deck's name.
    before: String,
    /// The second deck's name.
    after: String,
    /// Whether nothing differs, the names included.
    same: bool,
    /// Ids of the formats, if they differ.
    formats: Option<(String, String)>,
    /// The lists that differ.
    parts: Vec<Part>,
    /// What else differs, such as `tags` or `sideboard plans`.
    words: Vec<&'static str>,
}

/// What is different in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Part {
    /// Section id, or the name of a list of one's own.
    id: String,
    /// Name.
    name: String,
    /// Cards in the first deck.
    before: u32,
    /// Cards in the second.
    after: u32,
    /// What came, then what changed, then what went.
    changes: Vec<Changed>,
}

/// A card with another number of copies.
#[derive(Debug, Serialize, JsonSchema)]
struct Changed {
    /// `added`, `changed` or `removed`.
    kind: &'static str,
    /// Name.
    name: String,
    /// Card id; absent for a card that the game does not know.
    id: Option<String>,
    /// Copies in the first deck.
    before: u32,
    /// Copies in the second.
    after: u32,
}

pub(in crate::command) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let before = door.deck(&args.before, args.game.as_deref())?;
    let after = door.deck(&args.after, args.game.as_deref())?;
    let game = &before.book.game;
    if game.id != after.book.game.id {
        let message = format!("the decks are for two games, {} and {}", game.name, after.book.game.name);
        return Err(usage(message));
    }
    let found = difference(game, &before.deck, &after.deck);
    let result = Result {
        before: before.deck.name.clone(),
        after: after.deck.name.clone(),
        same: found.is_empty(),
        formats: found.format.clone(),
        parts: parts(game, &found),
        words: found.words.clone(),
    };
    door.show(&result, || words(&result))?;
    Ok(Outcome::Done)
}

/// The lists of a difference.
pub(super) fn parts(game: &Game, difference: &Difference) -> Vec<Part> {
    let changed = |c: &Change| Changed {
        kind: match c.kind() {
            Kind::Added => "added",
            Kind::Changed => "changed",
            Kind::Removed => "removed",
        },
        name: c.card.name(game).to_owned(),
        id: c.card.known().map(|ix| game.card(ix).id.clone()),
        before: c.before,
        after: c.after,
    };
    let part = |p: &formats::deck::PartDifference| Part {
        id: p.key.clone(),
        name: p.name.clone(),
        before: p.sizes.0,
        after: p.sizes.1,
        changes: p.changes.iter().map(changed).collect(),
    };
    difference.parts.iter().map(part).collect()
}

impl Part {
    /// The list in words.
    pub fn words(&self) -> String {
        let line = |c: &Changed| {
            let by = i64::from(c.after) - i64::from(c.before);
            let counts = if c.kind == "changed" { format!("  ({} → {})", c.before, c.after) } else { String::new() };
            format!("  {by:+} {}{counts}\n", c.name)
        };
        let lines: String = self.changes.iter().map(line).collect();
        format!("{}: {} → {} cards\n{lines}", self.name, self.before, self.after)
    }
}

fn words(result: &Result) -> String {
    let mut out = format!("{} → {}\n", result.before, result.after);
    if let Some((before, after)) = &result.formats {
        out.push_str(&format!("format: {before} → {after}\n"));
    }
    if result.parts.is_empty() {
        out.push_str("the same cards\n");
    }
    out.extend(result.parts.iter().map(Part::words));
    if !result.words.is_empty() {
        out.push_str(&format!("other {}\n", result.words.join(", ")));
    }
    out
}
