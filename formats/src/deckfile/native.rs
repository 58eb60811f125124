//! Deckloom's own deck files: TOML with a list of `"3 Name"` for each section; `"3 Name (SET) 17"` where a name has
//! several printings. Behind them what a person adds: `[own]` lists, `[tags]`, `[notes]`, `[plans]`.

use catalog::GameData;
use catalog::read::{Document, Problem, Problems, TomlTable};

use super::notes::one_line;
use super::resolve::{LineOutcome, ReportedLine, list_name, resolve};
use super::sheet::{DeckFileError, DeckSheet, LineIndex, MOST_COPIES};
use super::text;
use crate::deck::{AppliedPlan, Deck, DeckEntry, Listed, SideboardPlan};

/// The largest file, in bytes: TOML is read whole, and a fault in it is looked up from its beginning.
const LARGEST: usize = 128 << 10;

/// The most sections of a deck.
const MOST_SECTIONS: usize = 100;

/// Reads a deck file.
///
/// # Errors
/// The first fault of its TOML, or an unknown key.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    if text.len() > LARGEST {
        let message = format!("a deck in TOML has at most {} KiB, and this one is larger", LARGEST >> 10);
        return Err(DeckFileError { line: 0, column: 0, message });
    }
    let problems = Problems::default();
    let sheet = read_sheet(&Document::parse("", text, &problems).root(), text);
    match problems.into_result() {
        Ok(()) => sheet,
        Err(all) => {
            let first = &all[0];
            let hint = first.hint.as_ref().map_or(String::new(), |h| format!(" ({h})"));
            Err(DeckFileError { line: first.line, column: first.column, message: format!("{}{hint}", first.message) })
        }
    }
}

/// Reads a starter deck of a game: here an unknown card is a fault of the data.
pub(crate) fn read_shipped(file: &str, text: &str, game: &GameData, problems: &Problems) -> Deck {
    let document = Document::parse(file, text, problems);
    let t = document.root();
    t.source();
    let whole = t.table_if("whole");
    let sheet = read_sheet(&t, text).unwrap_or_else(|e| {
        t.problem(e.to_string(), None);
        DeckSheet::default()
    });
    if sheet.game.as_deref() != Some(game.id.as_str()) {
        t.problem_at("game", format!("`game` must be `{}`", game.id), None);
    }
    if let Some(goal) = &sheet.goal.0
        && let Err(e) = catalog::CountQuery::parse(goal, game)
    {
        t.problem_in("goal", e.at, e.message, e.hint);
    }
    let fault = |line: &ReportedLine, message: String, hint: Option<String>| {
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
            LineOutcome::Card { note: Some(note), .. } if said.as_ref() != Some(note) => {
                said = Some(note.clone());
                t.problem_at("sections", note.clone(), Some(catalog::read::suggest("", &sections)));
            }
            LineOutcome::Unknown { name, .. } => {
                let hint = Some(catalog::load::unknown_card_hint(game, name));
                fault(line, format!("there is no card `{name}`"), hint);
            }
            LineOutcome::Unread { why } => {
                let hint = Some("write a number and a name: \"3 Name\"".into());
                fault(line, format!("`{}`: {why}", line.text.trim()), hint);
            }
            _ => {}
        }
    }
    let mut deck = import.deck;
    if let Some(whole) = whole {
        add_whole(&whole, game, &mut deck);
    }
    deck
}

/// A copy of every card that fits, by section: `[whole] main = "*"`.
fn add_whole(t: &TomlTable<'_>, game: &GameData, deck: &mut Deck) {
    for name in t.keys() {
        let query = catalog::load::query_in(t, &name, game);
        match game.section(&name) {
            Some(section) => {
                for ix in game.indices().filter(|ix| query.matches(game.card(*ix))) {
                    deck.add(section, Listed::Card(ix), 1);
                }
            }
            None => {
                let known: Vec<&str> = game.sections.iter().map(|s| s.id.as_str()).collect();
                let hint = Some(catalog::read::suggest(&name, &known));
                t.problem_at(&name, format!("there is no section `{name}`"), hint);
            }
        }
    }
}

fn read_sheet(t: &TomlTable<'_>, text: &str) -> Result<DeckSheet, DeckFileError> {
    t.text_if("source");
    let mut sheet = DeckSheet {
        game: t.text_if("game"),
        format: t.text_if("format"),
        name: t.text_if("name"),
        about: t.text_if("about"),
        goal: (t.text_if("goal"), t.text_if("goal_text")),
        exact: true,
        ..DeckSheet::default()
    };
    match t.table_if("sections") {
        None if t.has("whole") => {}
        None => t.problem("`[sections]` is missing", Some("a list for each section: main = [\"3 Name\"]".into())),
        Some(sections) => {
            let lines = LineIndex::new(text);
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
    let bound = |what: &str, n: usize| {
        if n > MOST_SECTIONS {
            Err(DeckFileError {
                line: 0,
                column: 0,
                message: format!("{n} {what}; a deck has at most {MOST_SECTIONS}"),
            })
        } else {
            Ok(())
        }
    };
    if let Some(own) = t.table_if("own") {
        let lines = LineIndex::new(text);
        sheet.extras.own = own.keys();
        bound("lists of one's own", sheet.extras.own.len())?;
        for list in own.keys() {
            for (at, entry) in own.texts_placed(&list) {
                let says = text::copies(entry.trim(), Some(list.clone()));
                sheet.push(lines.line(at), entry, says)?;
            }
        }
    }
    if let Some(tags) = t.table_if("tags") {
        sheet.extras.tags =
            tags.keys().into_iter().map(|card| (card.clone(), tags.texts(&card).into_iter().collect())).collect();
    }
    if let Some(notes) = t.table_if("notes") {
        sheet.extras.notes = notes.keys().into_iter().map(|card| (card.clone(), notes.text(&card))).collect();
    }
    if let Some(plans) = t.table_if("plans") {
        let names = plans.keys();
        bound("sideboard plans", names.len())?;
        let read = |name: String| Some((name.clone(), read_plan(&plans.table_if(&name)?)));
        sheet.extras.plans = names.into_iter().filter_map(read).collect();
    }
    sheet.extras.boarded = t.table_if("boarded").map(|b| AppliedPlan { name: b.text("name"), plan: read_plan(&b) });
    Ok(sheet)
}

/// What comes in and goes out, as written.
fn read_plan(t: &TomlTable<'_>) -> SideboardPlan {
    let list = |key: &str| t.texts(key).iter().filter_map(|entry| copies_of(t, key, entry)).collect();
    SideboardPlan { ins: list("in"), outs: list("out") }
}

fn copies_of(t: &TomlTable<'_>, key: &str, entry: &str) -> Option<(u32, String)> {
    let read = entry.trim().split_once(' ').and_then(|(n, name)| Some((n.parse().ok()?, name.trim().to_owned())));
    if !matches!(read, Some((1..=MOST_COPIES, _))) {
        t.problem_in_list(key, entry, format!("`{entry}` is no number and a name"), Some("write \"2 Name\"".into()));
        return None;
    }
    read
}

/// Writes a deck file.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let quote = |s: &str| toml::Value::String(s.to_owned()).to_string();
    // A key is one line in double quotes, which JSON writes as TOML does.
    let key = |s: &str| serde_json::Value::from(one_line(s)).to_string();
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
    let list = |out: &mut String, key: &str, entries: &[DeckEntry]| {
        out.push_str(&format!("{key} = [\n"));
        for entry in entries {
            let card = one_line(&list_name(game, &entry.card));
            out.push_str(&format!("  {},\n", quote(&format!("{} {card}", entry.count))));
        }
        out.push_str("]\n");
    };
    for (section, entries) in game.sections.iter().zip(&deck.sections).filter(|(_, e)| !e.is_empty()) {
        list(&mut out, &section.id, entries);
    }
    if !deck.own.is_empty() {
        out.push_str("\n[own]\n");
        deck.own.iter().for_each(|(name, entries)| list(&mut out, &key(name), entries));
    }
    let name = |card: &str| one_line(Listed::from_id_or_name(game, card).name(game));
    if !deck.tags.is_empty() {
        out.push_str("\n[tags]\n");
        for (card, tags) in &deck.tags {
            let tags: Vec<String> = tags.iter().map(|tag| quote(tag)).collect();
            out.push_str(&format!("{} = [{}]\n", key(&name(card)), tags.join(", ")));
        }
    }
    let notes: Vec<_> = deck.notes.iter().filter(|(_, note)| !note.trim().is_empty()).collect();
    if !notes.is_empty() {
        out.push_str("\n[notes]\n");
        notes.into_iter().for_each(|(card, note)| out.push_str(&format!("{} = {}\n", key(&name(card)), quote(note))));
    }
    let plan = |out: &mut String, plan: &SideboardPlan| {
        for (key, list) in [("in", &plan.ins), ("out", &plan.outs)] {
            let cards: Vec<String> = list
                .iter()
                .map(|(n, card)| {
                    quote(&format!("{n} {}", one_line(&list_name(game, &Listed::from_id_or_name(game, card)))))
                })
                .collect();
            out.push_str(&format!("{key} = [{}]\n", cards.join(", ")));
        }
    };
    for (title, of) in &deck.plans {
        out.push_str(&format!("\n[plans.{}]\n", key(title)));
        plan(&mut out, of);
    }
    if let Some(boarded) = &deck.boarded {
        out.push_str(&format!("\n[boarded]\nname = {}\n", quote(&boarded.name)));
        plan(&mut out, &boarded.plan);
    }
    out
}
