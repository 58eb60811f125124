//! `deckloom deck diff A B`

use std::ffi::OsString;

use catalog::GameData;
use formats::deck::{CardDifference, DeckDifference, DifferenceKind, difference};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::{CommandContext, CommandOutcome, CommandResult, usage_error};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckDiffArgs {
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
pub(in crate::command) struct DeckDiffOutput {
    /// The first deck's name.
    before: String,
    /// The second deck's name.
    after: String,
    /// Whether nothing differs, the names included.
    same: bool,
    /// Ids of the formats, if they differ.
    formats: Option<(String, String)>,
    /// The lists that differ.
    parts: Vec<ListDiff>,
    /// What else differs, such as `tags` or `sideboard plans`.
    words: Vec<&'static str>,
}

/// What is different in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ListDiff {
    /// Section id, or the name of a list of one's own.
    id: String,
    /// Name.
    name: String,
    /// Cards in the first deck.
    before: u32,
    /// Cards in the second.
    after: u32,
    /// What came, then what changed, then what went.
    changes: Vec<CardDiff>,
}

/// A card with another number of copies.
#[derive(Debug, Serialize, JsonSchema)]
struct CardDiff {
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

pub(in crate::command) fn run(args: &DeckDiffArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let before = context.deck(&args.before, args.game.as_deref())?;
    let after = context.deck(&args.after, args.game.as_deref())?;
    let game = &before.game_library.game;
    if game.id != after.game_library.game.id {
        let message = format!("the decks are for two games, {} and {}", game.name, after.game_library.game.name);
        return Err(usage_error(message));
    }
    let found = difference(game, &before.deck, &after.deck);
    let result = DeckDiffOutput {
        before: before.deck.name.clone(),
        after: after.deck.name.clone(),
        same: found.is_empty(),
        formats: found.format.clone(),
        parts: list_diffs(game, &found),
        words: found.others.clone(),
    };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

/// The lists of a difference.
pub(super) fn list_diffs(game: &GameData, difference: &DeckDifference) -> Vec<ListDiff> {
    let changed = |c: &CardDifference| CardDiff {
        kind: match c.kind() {
            DifferenceKind::Added => "added",
            DifferenceKind::Changed => "changed",
            DifferenceKind::Removed => "removed",
        },
        name: c.card.name(game).to_owned(),
        id: c.card.known().map(|ix| game.card(ix).id.clone()),
        before: c.before,
        after: c.after,
    };
    let part = |p: &formats::deck::PartDifference| ListDiff {
        id: p.key.clone(),
        name: p.name.clone(),
        before: p.sizes.0,
        after: p.sizes.1,
        changes: p.changes.iter().map(changed).collect(),
    };
    difference.parts.iter().map(part).collect()
}

impl ListDiff {
    /// The list in words.
    pub fn to_text(&self) -> String {
        let line = |c: &CardDiff| {
            let by = i64::from(c.after) - i64::from(c.before);
            let counts = if c.kind == "changed" { format!("  ({} → {})", c.before, c.after) } else { String::new() };
            format!("  {by:+} {}{counts}\n", c.name)
        };
        let lines: String = self.changes.iter().map(line).collect();
        format!("{}: {} → {} cards\n{lines}", self.name, self.before, self.after)
    }
}

fn to_text(result: &DeckDiffOutput) -> String {
    let mut out = format!("{} → {}\n", result.before, result.after);
    if let Some((before, after)) = &result.formats {
        out.push_str(&format!("format: {before} → {after}\n"));
    }
    if result.parts.is_empty() {
        out.push_str("the same cards\n");
    }
    out.extend(result.parts.iter().map(ListDiff::to_text));
    if !result.words.is_empty() {
        out.push_str(&format!("other {}\n", result.words.join(", ")));
    }
    out
}
