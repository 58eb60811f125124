//! Deckloom's own deck files: TOML with a list of `"3 Name"` for each section; `"3 Name (SET) 17"` where a name has
//! several printings.

use catalog::Game;
use catalog::collection::place::Printings;
use catalog::read::{Document, Problem, Problems, Table};

use super::notes::one_line;
use super::resolve::{Outcome, Reported, resolve, written};
use super::sheet::{Lines, Sheet, Unreadable};
use super::text;
use crate::deck::Deck;

/// The largest file, in bytes: TOML is read whole, and a fault in it is looked up from its beginning.
const LARGEST: usize = 128 << 10;

/// The most sections of a deck.
const MOST_SECTIONS: usize = 100;

/// Reads a deck file.
///
/// # Errors
/// The first fault of its TOML, or an unknown key.
pub fn read(text: &str) -> Result<Sheet, Unreadable> {
    if text.len() > LARGEST {
        let message = format!("a deck in TOML has at most {} KiB, and this one is larger", LARGEST >> 10);
        return Err(Unreadable { line: 0, column: 0, message });
    }
    let problems = Problems::default();
    let sheet = read_sheet(&Document::parse("", text, &problems).root(), text);
    match problems.into_result() {
        Ok(()) => sheet,
        Err(all) => {
            let first = &all[0];
            let hint = first.hint.as_ref().map_or(String::new(), |h| format!(" ({h})"));
            Err(Unreadable { line: first.line, column: first.column, message: format!("{}{hint}", first.message) })
        }
    }
}

/// Reads a starter deck of a game: here an unknown card is a fault of the data.
pub(crate) fn read_shipped(file: &str, text: &str, game: &Game, problems: &Problems) -> Deck {
    let document = Document::parse(file, text, problems);
    let t = document.root();
    t.source();
    let sheet = read_sheet(&t, text).unwrap_or_else(|e| {
        t.problem(e.to_string(), None);
        Sheet::default()
    });
    if sheet.game.as_deref() != Some(game.id.as_str()) {
        t.problem_at("game", format!("`game` must be `{}`", game.id), None);
    }
    if let Some(goal) = &sheet.goal.0
        && let Err(e) = catalog::Count::parse(goal, game)
    {
        t.problem_in("goal", e.at, e.message, e.hint);
    }
    let fault = |line: &Reported, message: String, hint: Option<String>| {
        let row = text.lines().nth(line.line.saturating_sub(1)).unwrap_or_default();
        let byte = row.find(&format!("\"{}\"", line.text)).unwrap_or(0);
        let column = row[..byte].chars().count() + 1;
        problems.push(Problem { file: file.to_owned(), line: line.line, column, place: String::new(), message, hint });
    };
    let sections: Vec<&str> = game.sections.iter().map(|s| s.id.as_str()).collect();
    let mut said = None;
    let import = resolve(&sheet, game);
    for line in &import.report {
        match &line.outcome {
            // Told once for all cards of that section.
            Outcome::Card { note: Some(note), .. } if said.as_ref() != Some(note) => {
                said = Some(note.clone());
                t.problem_at("sections", note.clone(), Some(catalog::read::suggest("", &sections)));
            }
            Outcome::Unknown { name, .. } => {
                let hint = Some(catalog::load::no_card(game, name));
                fault(line, format!("there is no card `{name}`"), hint);
            }
            Outcome::Unread { why } => {
                let hint = Some("write a number and a name: \"3 Name\"".into());
                fault(line, format!("`{}`: {why}", line.text.trim()), hint);
            }
            _ => {}
        }
    }
    import.deck
}

fn read_sheet(t: &Table<'_>, text: &str) -> Result<Sheet, Unreadable> {
    t.text_if("source");
    let mut sheet = Sheet {
        game: t.text_if("game"),
        format: t.text_if("format"),
        name: t.text_if("name"),
        about: t.text_if("about"),
        goal: (t.text_if("goal"), t.text_if("goal_text")),
        exact: true,
        lines: Vec::new(),
    };
    match t.table_if("sections") {
        None => t.problem("`[sections]` is missing", Some("a list for each section: main = [\"3 Name\"]".into())),
        Some(sections) => {
            let lines = Lines::of(text);
            let ids = sections.keys();
            if ids.len() > MOST_SECTIONS {
                let message = format!("a deck has at most {MOST_SECTIONS} sections, not {}", ids.len());
                return Err(lines.fault(0, message));
            }
            for section in ids {
                for (at, entry) in sections.texts_placed(&section) {
                    let says = text::copies(entry.trim(), Some(section.clone()));
                    sheet.push(lines.line(at), entry, says)?;
                }
            }
        }
    }
    Ok(sheet)
}

/// Writes a deck file.
pub fn write(game: &Game, deck: &Deck) -> String {
    let quote = |s: &str| toml::Value::String(s.to_owned()).to_string();
    let mut out =
        format!("game = {}\nformat = {}\nname = {}\n", quote(&game.id), quote(&deck.format), quote(&deck.name));
    for (key, value) in
        [("about", Some(&deck.about)), ("goal", deck.goal.as_ref()), ("goal_text", deck.goal_text.as_ref())]
    {
        if let Some(value) = value.filter(|v| !v.trim().is_empty()) {
            out.push_str(&format!("{key} = {}\n", quote(value)));
        }
    }
    let printings = Printings::of(game);
    out.push_str("\n[sections]\n");
    for (section, entries) in game.sections.iter().zip(&deck.sections).filter(|(_, e)| !e.is_empty()) {
        out.push_str(&format!("{} = [\n", section.id));
        for entry in entries {
            out.push_str(&format!(
                "  {},\n",
                quote(&format!("{} {}", entry.count, one_line(&written(game, &printings, &entry.card))))
            ));
        }
        out.push_str("]\n");
    }
    out
}
