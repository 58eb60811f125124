//! Deckloom's own deck files: TOML with a list of `"3 Name"` for each section.

use catalog::Game;
use catalog::read::{Document, Problem, Problems, Table};

use super::{Line, Sheet, Unreadable, resolve, text};
use crate::deck::Deck;

/// Reads a deck file.
///
/// # Errors
/// The first fault of its TOML, or an unknown key.
pub fn read(text: &str) -> Result<Sheet, Unreadable> {
    let problems = Problems::default();
    let sheet = read_sheet(&Document::parse("", text, &problems).root(), text);
    problems.into_result().map(|()| sheet).map_err(|all| {
        let first = &all[0];
        let hint = first.hint.as_ref().map_or(String::new(), |h| format!(" ({h})"));
        Unreadable { line: first.line, column: first.column, message: format!("{}{hint}", first.message) }
    })
}

/// Reads a starter deck of a game: here an unknown card is a fault of the data.
pub(crate) fn read_shipped(file: &str, text: &str, game: &Game, problems: &Problems) -> Deck {
    let document = Document::parse(file, text, problems);
    let t = document.root();
    t.source();
    let sheet = read_sheet(&t, text);
    if sheet.game.as_deref() != Some(game.id.as_str()) {
        t.problem_at("game", format!("`game` must be `{}`", game.id), None);
    }
    if let Some(goal) = &sheet.goal.0
        && let Err(e) = catalog::Count::parse(goal, game)
    {
        t.problem_in("goal", e.at, e.message, e.hint);
    }
    let fault = |line: &super::Reported, message: String, hint: Option<String>| {
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
            super::Outcome::Card { note: Some(note), .. } if said.as_ref() != Some(note) => {
                said = Some(note.clone());
                t.problem_at("sections", note.clone(), Some(catalog::read::suggest("", &sections)));
            }
            super::Outcome::Unknown { name, .. } => {
                let hint = Some(catalog::load::no_card(game, name));
                fault(line, format!("there is no card `{name}`"), hint);
            }
            super::Outcome::Unread { why } => {
                let hint = Some("write a number and a name: \"3 Name\"".into());
                fault(line, format!("`{}`: {why}", line.text.trim()), hint);
            }
            _ => {}
        }
    }
    import.deck
}

fn read_sheet(t: &Table<'_>, text: &str) -> Sheet {
    t.text_if("source");
    let mut sheet = Sheet {
        game: t.text_if("game"),
        format: t.text_if("format"),
        name: t.text_if("name"),
        about: t.text_if("about"),
        goal: (t.text_if("goal"), t.text_if("goal_text")),
        lines: Vec::new(),
    };
    match t.table_if("sections") {
        None => t.problem("`[sections]` is missing", Some("a list for each section: main = [\"3 Name\"]".into())),
        Some(sections) => {
            // The reader gives values without their lines: an entry is looked up from where the last one stood.
            let mut from = 0;
            for section in sections.keys() {
                for entry in sections.texts(&section) {
                    let quoted = format!("\"{entry}\"");
                    let at = text[from..].find(&quoted).map_or(from, |i| from + i);
                    from = at;
                    let says = text::copies(entry.trim(), Some(section.clone()));
                    sheet.lines.push(Line { number: text[..at].matches('\n').count() + 1, text: entry, says });
                }
            }
        }
    }
    sheet
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
    out.push_str("\n[sections]\n");
    for (section, entries) in game.sections.iter().zip(&deck.sections).filter(|(_, e)| !e.is_empty()) {
        out.push_str(&format!("{} = [\n", section.id));
        for entry in entries {
            out.push_str(&format!("  {},\n", quote(&format!("{} {}", entry.count, entry.card.name(game)))));
        }
        out.push_str("]\n");
    }
    out
}
