//! `deckloom data …`

use std::sync::Arc;

use catalog::art::{self, Album};
use catalog::read::Problem;
use catalog::{load, rules};
use formats::Book;
use schemars::JsonSchema;
use serde::Serialize;

use super::print::counted;
use super::{Outcome, data_export, data_import, show};
use crate::desk::{self, Places};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// Every fault in the data files of all games, with file, line, column and a hint.
    Check,
    /// Cards from another program: tables, Cockatrice, MTGJSON, Scryfall, Draftmancer.
    Import(data_import::Args),
    /// A game's cards for another program: a table, or Cockatrice.
    Export(data_export::Args),
}

/// What the check found.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Result {
    /// Whether nothing is wrong.
    clean: bool,
    /// Each game.
    games: Vec<Game>,
}

/// A game.
#[derive(Debug, Serialize, JsonSchema)]
struct Game {
    /// Id.
    id: String,
    /// Cards, if the game could be loaded.
    cards: Option<usize>,
    /// Every fault.
    problems: Vec<Fault>,
    /// Cards with a picture of one's own.
    pictures: usize,
    /// Pictures of one's own that are not shown. They make nothing wrong: the generated ones take their place.
    warnings: Vec<Warning>,
}

/// A picture that is not shown.
#[derive(Debug, Serialize, JsonSchema)]
struct Warning {
    file: String,
    /// The file, what is wrong with it and what to do.
    text: String,
}

/// A fault.
#[derive(Debug, Serialize, JsonSchema)]
struct Fault {
    file: String,
    /// Counted from 1.
    line: usize,
    /// Counted from 1.
    column: usize,
    /// What it stands in, such as a card's name; may be empty.
    place: String,
    /// What is wrong.
    message: String,
    /// What to do.
    hint: Option<String>,
    /// All of it in one line.
    text: String,
}

impl From<Problem> for Fault {
    fn from(p: Problem) -> Fault {
        let text = p.to_string();
        Fault { file: p.file, line: p.line, column: p.column, place: p.place, message: p.message, hint: p.hint, text }
    }
}

pub(super) fn run(verb: &Verb, places: &Places, json: bool) -> anyhow::Result<Outcome> {
    match verb {
        Verb::Check => {}
        Verb::Import(args) => return data_import::run(args, places, json),
        Verb::Export(args) => return data_export::run(args, places, json),
    }
    let source = places.source().map_err(desk::Error::from)?;
    let games: Vec<Game> = source.games().iter().map(|id| check(&source, id)).collect();
    let result = Result { clean: games.iter().all(|g| g.problems.is_empty()), games };
    show(json, &result, || {
        let mut out = String::new();
        for game in &result.games {
            game.problems.iter().for_each(|p| out.push_str(&format!("{}\n", p.text)));
            game.warnings.iter().for_each(|w| out.push_str(&format!("warning: {}\n", w.text)));
            let cards = game.cards.map_or("not loaded".into(), |n| counted(n as u64, "card", "cards"));
            let faults = counted(game.problems.len() as u64, "fault", "faults");
            let pictures = match game.pictures + game.warnings.len() {
                0 => String::new(),
                _ => format!(", {}", counted(game.pictures as u64, "own picture", "own pictures")),
            };
            out.push_str(&format!("{}: {cards}{pictures}, {faults}\n", game.id));
        }
        out
    })?;
    Ok(if result.clean { Outcome::Done } else { Outcome::Wanting })
}

/// A fault of a whole file.
fn of_file(source: &catalog::Source, path: &str, line: usize, message: String, hint: Option<String>) -> Problem {
    let file = source.file(path).map_or(path, |f| &f.name).to_owned();
    Problem { file, line, column: 1, place: String::new(), message, hint }
}

/// A card face that cannot be drawn.
fn face(source: &catalog::Source, game: &catalog::Game) -> Option<Problem> {
    let path = format!("{}/face.svg", game.id);
    let template = source.file(&path)?;
    match catalog::face::Painter::new(game, Some(&template.text)) {
        Ok(_) => None,
        Err(catalog::face::Error::Template { line, message, hint }) => {
            Some(of_file(source, &path, line, message, hint))
        }
        Err(e) => Some(of_file(source, &path, 1, e.to_string(), None)),
    }
}

/// How many cards have a picture of their own that can be shown, and the pictures that cannot.
fn pictures(source: &catalog::Source, game: &catalog::Game) -> (usize, Vec<Warning>) {
    let album = Album::open(source, game);
    let mut warnings: Vec<Warning> = Vec::new();
    let mut shown = 0;
    for (_, path) in album.cards() {
        match art::check(path) {
            Ok(()) => shown += 1,
            Err(fault) => warnings.push(Warning { file: path.display().to_string(), text: fault.to_string() }),
        }
    }
    for path in album.strays() {
        let file = path.display().to_string();
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or("");
        let near = catalog::fold::nearest(stem, game.cards.iter().map(|c| c.id.as_str()));
        let hint = near.map(|n| format!(" (did you mean `{n}`?)")).unwrap_or_default();
        warnings.push(Warning { text: format!("{file}: no card has this id or number{hint}"), file });
    }
    (shown, warnings)
}

/// Starter decks that are not legal in their format.
fn illegal_decks(source: &catalog::Source, book: &Book) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (id, deck) in &book.decks {
        let Some(format) = book.format(&deck.format) else { continue };
        for v in formats::check::check(&book.game, format, deck, None).violations {
            let path = format!("{}/decks/{id}.toml", book.game.id);
            problems.push(of_file(
                source,
                &path,
                1,
                format!("not legal in {}: {}", format.name, v.message),
                Some(v.fix.text),
            ));
        }
    }
    problems
}

fn check(source: &catalog::Source, id: &str) -> Game {
    let mut problems = Vec::new();
    let known = match rules::load(source, id) {
        Ok(rules) => rules,
        Err(faults) => {
            problems.extend(faults);
            Vec::new()
        }
    };
    let (mut cards, mut pictured) = (None, (0, Vec::new()));
    match load::game(source, id) {
        Err(faults) => problems.extend(faults),
        Ok(game) => {
            cards = Some(game.cards.len());
            problems.extend(face(source, &game));
            pictured = pictures(source, &game);
            match Book::load(source, Arc::new(game)) {
                Ok(book) => problems.extend(illegal_decks(source, &book)),
                Err(faults) => problems.extend(faults),
            }
        }
    }
    // A game without a rules file may cite what it likes.
    if !known.is_empty() {
        for (rule, file) in super::rules::citations(source, id) {
            if rule != "house" && !known.iter().any(|r| r.id == rule) {
                let line = source
                    .file(&file)
                    .and_then(|f| f.text.lines().position(|l| l.contains(&rule)))
                    .map_or(1, |i| i + 1);
                problems.push(Problem {
                    file,
                    line,
                    column: 1,
                    place: String::new(),
                    message: format!("cites the rule `{rule}`, which rules.toml does not have"),
                    hint: None,
                });
            }
        }
    }
    let problems = problems.into_iter().map(Fault::from).collect();
    Game { id: id.to_owned(), cards, problems, pictures: pictured.0, warnings: pictured.1 }
}
