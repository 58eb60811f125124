//! `deckloom collection import FILE`

use std::path::PathBuf;
use std::sync::Arc;

use catalog::collection::resolve::{self, Resolution};
use catalog::collection::table::{self, CardSpec, CollectionRow, RowError};
use catalog::source::MOST_BYTES;
use catalog::{Collection, GameData, fuzzy};
use formats::deckfile::{self, DeckFileKind, LineContent};
use schemars::JsonSchema;
use serde::Serialize;

use super::ChangedCount;
use crate::command::print::counted;
use crate::command::{CommandContext, CommandOutcome, CommandResult, input_error, sources, usage_error};

/// Lines for which the card that was perhaps meant is looked up: more of them come from a file of another game.
const HINTS: usize = 100;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct CollectionImportArgs {
    /// A table (CSV, also of other collection sites), a list of lines such as `3 Lamp Keeper (LC) 17`, or a deck file.
    file: PathBuf,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
    /// Add the counts of the file to those that are there. Without, they are the counts from now on, so that a file
    /// that is imported twice counts once; cards that are not in it stay as they are.
    #[arg(long)]
    add: bool,
    /// Count the copies of a file that does not tell owned from wanted as wanted.
    #[arg(long)]
    wanted: bool,
    /// Show what would change, and change nothing.
    #[arg(long)]
    preview: bool,
}

/// What became of a file.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct CollectionImportOutput {
    /// Whether nothing was changed, as asked.
    preview: bool,
    /// Lines that came in.
    placed: usize,
    /// Lines that are no card that is known; what they say is not in the collection.
    unplaced: usize,
    /// Each line of the file that speaks of a card.
    lines: Vec<ImportedLine>,
    /// The counts that are others now, or would be.
    changes: Vec<ChangedCount>,
}

/// A line of the file.
#[derive(Debug, Serialize, JsonSchema)]
struct ImportedLine {
    /// Counted from 1.
    line: usize,
    /// As it stands there.
    text: String,
    /// `card`; `unknown`: kept by an id that the game does not have; or `unplaced`.
    outcome: &'static str,
    /// Game id.
    game: Option<String>,
    /// Card id.
    id: Option<String>,
    /// What does not fit, or why the line went nowhere.
    note: Option<String>,
    /// The card that was perhaps meant.
    meant: Option<String>,
}

pub(super) fn run(args: &CollectionImportArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (rows, stated) = read(args)?;
    let default = default_game(args, context, &rows, stated.as_deref())?;
    let mut result = CollectionImportOutput {
        preview: args.preview,
        placed: 0,
        unplaced: 0,
        lines: Vec::new(),
        changes: Vec::new(),
    };
    let file = args.file.file_name().map(|n| n.to_string_lossy().into_owned());
    let games: Vec<Arc<GameData>> = context.session.game_libraries().map(|b| b.game.clone()).collect();
    for game in &games {
        let here = |row: &&CollectionRow| match row.card.as_ref().ok().and_then(|s| s.game.as_ref()) {
            Some(named) => *named == game.id,
            None => default.as_ref().is_some_and(|d| d.id == game.id),
        };
        let rows: Vec<&CollectionRow> = rows.iter().filter(here).collect();
        let place = |row: &&CollectionRow| match &row.card {
            Ok(said) => resolve::resolve(game, said),
            Err(why) => Resolution::Nowhere(why.to_string()),
        };
        let placed: Vec<Resolution> = rows.iter().map(place).collect();
        let edits = resolve::edits(game, rows.iter().copied().zip(&placed), args.add);
        let mut collection = Collection::open(&context.session.library, game.clone())?;
        if args.preview {
            result.changes.extend(collection.steps(&edits).iter().map(|s| ChangedCount::from_step(game, s)));
        } else {
            let change = collection.change(&mut context.session.library, &edits, file.as_deref())?;
            result.changes.extend(ChangedCount::from_change(game, &change));
        }
        result.lines.extend(rows.iter().zip(&placed).map(|(row, placed)| ImportedLine::from_placed(game, row, placed)));
    }
    let stray = rows.iter().filter_map(|row| {
        let named = row.card.as_ref().ok()?.game.as_ref()?;
        (!games.iter().any(|g| g.id == *named)).then(|| ImportedLine::other_game(row, named))
    });
    result.lines.extend(stray);
    result.lines.sort_by_key(|l| l.line);
    add_hints(&mut result.lines, &rows, &games);
    result.unplaced = result.lines.iter().filter(|l| l.outcome == "unplaced").count();
    result.placed = result.lines.len() - result.unplaced;
    context.print_result(&result, || to_text(&result))?;
    Ok(if result.unplaced == 0 { CommandOutcome::Done } else { CommandOutcome::Failed })
}

/// The lines of the file, and the game that it is for if it says.
fn read(args: &CollectionImportArgs) -> CommandResult<(Vec<CollectionRow>, Option<String>)> {
    let text = sources::read_text(&args.file, MOST_BYTES)?;
    let at = |fault: &dyn std::fmt::Display| input_error(format!("{}: {fault}", args.file.display()));
    let named_table =
        args.file.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv") || e.eq_ignore_ascii_case("tsv"));
    let (mut rows, game) = if named_table || table::is_table(&text) {
        (table::read(&text).map_err(|e| at(&e))?, None)
    } else {
        let kind = DeckFileKind::detect(&text);
        let sheet = deckfile::read(&text, Some(kind)).map_err(|e| at(&e))?;
        (sheet.lines.iter().filter_map(row).collect(), sheet.game)
    };
    if args.wanted {
        for said in rows.iter_mut().filter_map(|r| r.card.as_mut().ok()) {
            if said.wanted.is_some() {
                return Err(usage_error(format!(
                    "{} tells itself what is wanted; leave out --wanted",
                    args.file.display()
                )));
            }
            said.wanted = said.owned.take();
        }
    }
    if rows.is_empty() {
        return Err(at(&"there is no card in it"));
    }
    Ok((rows, game))
}

/// A line of a list or deck: copies that are there, whatever section they stand in.
fn row(line: &deckfile::SheetLine) -> Option<CollectionRow> {
    let says = match &line.content {
        LineContent::Copies { count, card, .. } => Ok(CardSpec { owned: Some(*count), ..card.clone() }),
        LineContent::Nothing(why) => Err(RowError::List(why.clone())),
        LineContent::Remark => return None,
    };
    Some(CollectionRow { line: line.number, text: line.text.clone(), card: says })
}

/// The game of the lines that name none: the one that was named, or the one that knows most of them.
fn default_game(
    args: &CollectionImportArgs,
    context: &CommandContext,
    rows: &[CollectionRow],
    stated: Option<&str>,
) -> CommandResult<Option<Arc<GameData>>> {
    if let Some(id) = args.game.as_deref().or(stated) {
        return Ok(Some(context.game(id)?.game.clone()));
    }
    let nameless = |row: &&CollectionRow| row.card.as_ref().map_or(true, |s| s.game.is_none());
    if !rows.iter().any(|r| nameless(&r)) {
        return Ok(None);
    }
    let known = |game: &GameData| {
        let places = |row: &&CollectionRow| {
            row.card.as_ref().is_ok_and(|s| matches!(resolve::resolve(game, s), Resolution::Card(..)))
        };
        rows.iter().filter(nameless).filter(places).count()
    };
    let counts = context.session.game_libraries().map(|b| (known(&b.game), &b.game));
    // Of equals the first in order of their ids.
    match counts.filter(|(n, _)| *n > 0).max_by_key(|(n, game)| (*n, std::cmp::Reverse(game.id.clone()))) {
        Some((_, game)) => Ok(Some(game.clone())),
        None => {
            Err(input_error(format!("{}: no game knows a card of it; name the game with --game", args.file.display())))
        }
    }
}

impl ImportedLine {
    fn from_placed(game: &GameData, row: &CollectionRow, placed: &Resolution) -> ImportedLine {
        let (outcome, id, note) = match placed {
            Resolution::Card(ix, note) => ("card", Some(game.card(*ix).id.clone()), note.clone()),
            Resolution::Unknown(id) => {
                ("unknown", Some(id.clone()), Some(format!("{} has no card of this id; it is kept", game.name)))
            }
            Resolution::Nowhere(why) => ("unplaced", None, Some(why.clone())),
        };
        let game = Some(game.id.clone());
        ImportedLine { line: row.line, text: row.text.clone(), outcome, game, id, note, meant: None }
    }

    fn other_game(row: &CollectionRow, named: &str) -> ImportedLine {
        let note = Some(format!("there is no game `{named}` here; add its folder with --data"));
        ImportedLine {
            line: row.line,
            text: row.text.clone(),
            outcome: "unplaced",
            game: None,
            id: None,
            note,
            meant: None,
        }
    }
}

fn add_hints(lines: &mut [ImportedLine], rows: &[CollectionRow], games: &[Arc<GameData>]) {
    for line in lines.iter_mut().filter(|l| l.outcome == "unplaced").take(HINTS) {
        let row = rows.iter().find(|r| r.line == line.line);
        let name = row.and_then(|r| r.card.as_ref().ok()).and_then(|s| s.name.as_ref());
        let game = games.iter().find(|g| line.game.as_ref() == Some(&g.id));
        line.meant =
            name.zip(game).and_then(|(name, game)| fuzzy::suggestion(game, name).map(|ix| game.card(ix).name.clone()));
    }
}

fn to_text(result: &CollectionImportOutput) -> String {
    let mut out = String::new();
    for line in result.lines.iter().filter(|l| l.note.is_some()) {
        let note = line.note.as_deref().unwrap_or_default();
        let meant = line.meant.as_ref().map_or(String::new(), |m| format!("; did you mean `{m}`?"));
        let lost = if line.outcome == "unplaced" { "not taken" } else { "taken all the same" };
        out.push_str(&format!("line {}: `{}`: {lost}: {note}{meant}\n", line.line, line.text.trim()));
    }
    result.changes.iter().for_each(|c| out.push_str(&c.describe()));
    let lines = counted(result.placed as u64, "line", "lines");
    let changes = counted(result.changes.len() as u64, "count", "counts");
    out.push_str(&if result.preview {
        format!("{lines} would come in and change {changes}; nothing was changed")
    } else {
        format!("{lines} came in, {changes} changed; `deckloom collection undo` takes it back")
    });
    if result.unplaced > 0 {
        out.push_str(&format!(
            "\n{} went nowhere; mend them in the file and import it again",
            counted(result.unplaced as u64, "line", "lines")
        ));
    }
    out.push('\n');
    out
}
