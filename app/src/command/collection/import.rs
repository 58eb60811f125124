//! `deckloom collection import FILE`

use std::path::PathBuf;
use std::sync::Arc;

use catalog::collection::place::{self, Placed};
use catalog::collection::table::{self, Row, Said};
use catalog::source::MOST_BYTES;
use catalog::{Collection, Game, fuzzy};
use formats::deckfile::{self, Kind, Says};
use schemars::JsonSchema;
use serde::Serialize;

use super::Changed;
use crate::command::print::counted;
use crate::command::{Door, Outcome, sources, unreadable, usage};

/// Lines for which the card that was perhaps meant is looked up: more of them come from a file of another game.
const HINTS: usize = 100;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
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
pub(in crate::command) struct Result {
    /// Whether nothing was changed, as asked.
    preview: bool,
    /// Lines that came in.
    placed: usize,
    /// Lines that are no card that is known; what they say is not in the collection.
    unplaced: usize,
    /// Each line of the file that speaks of a card.
    lines: Vec<Line>,
    /// The counts that are others now, or would be.
    changes: Vec<Changed>,
}

/// A line of the file.
#[derive(Debug, Serialize, JsonSchema)]
struct Line {
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

pub(super) fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    let (rows, stated) = read(args)?;
    let default = default_game(args, door, &rows, stated.as_deref())?;
    let mut result = Result { preview: args.preview, placed: 0, unplaced: 0, lines: Vec::new(), changes: Vec::new() };
    let file = args.file.file_name().map(|n| n.to_string_lossy().into_owned());
    let games: Vec<Arc<Game>> = door.desk.books().map(|b| b.game.clone()).collect();
    for game in &games {
        let here = |row: &&Row| match row.says.as_ref().ok().and_then(|s| s.game.as_ref()) {
            Some(named) => *named == game.id,
            None => default.as_ref().is_some_and(|d| d.id == game.id),
        };
        let rows: Vec<&Row> = rows.iter().filter(here).collect();
        let place = |row: &&Row| match &row.says {
            Ok(said) => place::place(game, said),
            Err(why) => Placed::Nowhere(why.clone()),
        };
        let placed: Vec<Placed> = rows.iter().map(place).collect();
        let edits = place::edits(game, rows.iter().copied().zip(&placed), args.add);
        let mut collection = Collection::open(&door.desk.library, game.clone())?;
        if args.preview {
            result.changes.extend(collection.steps(&edits).iter().map(|s| Changed::of(game, s)));
        } else {
            let change = collection.change(&mut door.desk.library, &edits, file.as_deref())?;
            result.changes.extend(Changed::all(game, &change));
        }
        result.lines.extend(rows.iter().zip(&placed).map(|(row, placed)| Line::of(game, row, placed)));
    }
    let stray = rows.iter().filter_map(|row| {
        let named = row.says.as_ref().ok()?.game.as_ref()?;
        (!games.iter().any(|g| g.id == *named)).then(|| Line::astray(row, named))
    });
    result.lines.extend(stray);
    result.lines.sort_by_key(|l| l.line);
    hint(&mut result.lines, &rows, &games);
    result.unplaced = result.lines.iter().filter(|l| l.outcome == "unplaced").count();
    result.placed = result.lines.len() - result.unplaced;
    door.show(&result, || to_text(&result))?;
    Ok(if result.unplaced == 0 { Outcome::Done } else { Outcome::Wanting })
}

/// The lines of the file, and the game that it is for if it says.
fn read(args: &Args) -> anyhow::Result<(Vec<Row>, Option<String>)> {
    let text = sources::read_text(&args.file, MOST_BYTES)?;
    let at = |fault: &dyn std::fmt::Display| unreadable(format!("{}: {fault}", args.file.display()));
    let named_table =
        args.file.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv") || e.eq_ignore_ascii_case("tsv"));
    let (mut rows, game) = if named_table || table::is_table(&text) {
        (table::read(&text).map_err(|e| at(&e))?, None)
    } else {
        let kind = Kind::of_text(&text);
        let sheet = deckfile::read(&text, Some(kind)).map_err(|e| at(&e))?;
        (sheet.lines.iter().filter_map(row).collect(), sheet.game)
    };
    if args.wanted {
        for said in rows.iter_mut().filter_map(|r| r.says.as_mut().ok()) {
            if said.wanted.is_some() {
                return Err(usage(format!("{} tells itself what is wanted; leave out --wanted", args.file.display())));
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
fn row(line: &deckfile::Line) -> Option<Row> {
    let says = match &line.says {
        Says::Copies { count, card, .. } => Ok(Said { owned: Some(*count), ..card.clone() }),
        Says::Nothing(why) => Err(why.clone()),
        Says::Remark => return None,
    };
    Some(Row { line: line.number, text: line.text.clone(), says })
}

/// The game of the lines that name none: the one that was named, or the one that knows most of them.
fn default_game(args: &Args, door: &Door, rows: &[Row], stated: Option<&str>) -> anyhow::Result<Option<Arc<Game>>> {
    if let Some(id) = args.game.as_deref().or(stated) {
        return Ok(Some(door.game(id)?.game.clone()));
    }
    let nameless = |row: &&Row| row.says.as_ref().map_or(true, |s| s.game.is_none());
    if !rows.iter().any(|r| nameless(&r)) {
        return Ok(None);
    }
    let known = |game: &Game| {
        let places = |row: &&Row| row.says.as_ref().is_ok_and(|s| matches!(place::place(game, s), Placed::Card(..)));
        rows.iter().filter(nameless).filter(places).count()
    };
    let counts = door.desk.books().map(|b| (known(&b.game), &b.game));
    // Of equals the first in order of their ids.
    match counts.filter(|(n, _)| *n > 0).max_by_key(|(n, game)| (*n, std::cmp::Reverse(game.id.clone()))) {
        Some((_, game)) => Ok(Some(game.clone())),
        None => {
            Err(unreadable(format!("{}: no game knows a card of it; name the game with --game", args.file.display())))
        }
    }
}

impl Line {
    fn of(game: &Game, row: &Row, placed: &Placed) -> Line {
        let (outcome, id, note) = match placed {
            Placed::Card(ix, note) => ("card", Some(game.card(*ix).id.clone()), note.clone()),
            Placed::Unknown(id) => {
                ("unknown", Some(id.clone()), Some(format!("{} has no card of this id; it is kept", game.name)))
            }
            Placed::Nowhere(why) => ("unplaced", None, Some(why.clone())),
        };
        let game = Some(game.id.clone());
        Line { line: row.line, text: row.text.clone(), outcome, game, id, note, meant: None }
    }

    fn astray(row: &Row, named: &str) -> Line {
        let note = Some(format!("there is no game `{named}` here; add its folder with --data"));
        Line { line: row.line, text: row.text.clone(), outcome: "unplaced", game: None, id: None, note, meant: None }
    }
}

fn hint(lines: &mut [Line], rows: &[Row], games: &[Arc<Game>]) {
    for line in lines.iter_mut().filter(|l| l.outcome == "unplaced").take(HINTS) {
        let row = rows.iter().find(|r| r.line == line.line);
        let name = row.and_then(|r| r.says.as_ref().ok()).and_then(|s| s.name.as_ref());
        let game = games.iter().find(|g| line.game.as_ref() == Some(&g.id));
        line.meant =
            name.zip(game).and_then(|(name, game)| fuzzy::suggestion(game, name).map(|ix| game.card(ix).name.clone()));
    }
}

fn to_text(result: &Result) -> String {
    let mut out = String::new();
    for line in result.lines.iter().filter(|l| l.note.is_some()) {
        let note = line.note.as_deref().unwrap_or_default();
        let meant = line.meant.as_ref().map_or(String::new(), |m| format!("; did you mean `{m}`?"));
        let lost = if line.outcome == "unplaced" { "not taken" } else { "taken all the same" };
        out.push_str(&format!("line {}: `{}`: {lost}: {note}{meant}\n", line.line, line.text.trim()));
    }
    result.changes.iter().for_each(|c| out.push_str(&c.words()));
    let lines = counted(result.placed as u64, "line", "lines");
    let changes = counted(result.changes.len() as u64, "count", "counts");
    out.push_str(&match result.preview {
        true => format!("{lines} would come in and change {changes}; nothing was changed"),
        false => format!("{lines} came in, {changes} changed; `deckloom collection undo` takes it back"),
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
