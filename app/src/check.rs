//! Every fault in the data of a game: those of single files, and those that only show when all of them are read.

use std::sync::Arc;

use catalog::art::{self, Album};
use catalog::read::{Problem, suggest, texts_under};
use catalog::{GameData, Source, face, load, rules};
use formats::GameLibrary;

use crate::screen::play::lesson::Lesson;

/// What the check of a game found.
#[derive(Debug)]
pub struct DataCheck {
    /// How many cards it has, if all of them could be read.
    pub cards: Option<usize>,
    /// Every fault, file by file.
    pub faults: Vec<Problem>,
    /// Cards with a picture of one's own.
    pub pictures: usize,
    /// Pictures of one's own that are not shown: the file, and all in one line. They make nothing wrong, because the
    /// generated ones take their place.
    pub unshown: Vec<(String, String)>,
}

/// Folders of a game, and the kind of file that is read there.
const FOLDERS: [(&str, &str); 7] = [
    ("sets", ".toml"),
    ("formats", ".toml"),
    ("boosters", ".toml"),
    ("ratings", ".toml"),
    ("decks", ".toml"),
    ("scenarios", ".toml"),
    ("bots", ".toml"),
];

/// Files of a game that stand in none of the folders.
const FILES: [&str; 5] = ["game.toml", "rules.toml", "play.toml", "face.svg", "lesson.toml"];

/// Checks a game. Files that speak of others are looked at as far as those could be read.
pub fn check_game(source: &Source, id: &str) -> DataCheck {
    let mut faults = stray_files(source, id);
    faults.extend(rulebook_faults(source, id));
    let (game, of_cards) = load::game_despite_faults(source, id);
    let cards = game.as_ref().filter(|_| of_cards.is_empty()).map(|g| g.cards.len());
    faults.extend(of_cards);
    let (mut shown, mut unshown) = (0, Vec::new());
    if let Some(game) = game.map(Arc::new) {
        (shown, unshown) = count_pictures(source, &game);
        faults.extend(face_fault(source, &game));
        match GameLibrary::load(source, game.clone()) {
            Err(mut more) => {
                // What is in a pack is only worth judging with sound cards.
                let packs: Vec<&str> = source.folder(id, "boosters").iter().map(|(_, f)| f.name.as_str()).collect();
                more.retain(|p| cards.is_some() || !packs.contains(&p.file.as_str()));
                faults.extend(more);
            }
            // Whether a deck is legal, or a card can be played, is only worth asking of sound cards.
            Ok(game_library) if cards.is_some() => {
                faults.extend(illegal_decks(source, &game_library));
                faults.extend(lesson_faults(source, &game_library));
                faults.extend(engine::registry::data_problems(source, &game));
            }
            Ok(_) => {}
        }
    }
    faults.sort();
    faults.dedup();
    DataCheck { cards, faults, pictures: shown, unshown }
}

/// Faults of the hints of a first match: what can be read, and whether what they begin with is there.
fn lesson_faults(source: &Source, game_library: &GameLibrary) -> Vec<Problem> {
    let lesson = match Lesson::load(source, &game_library.game) {
        Ok(Some(lesson)) => lesson,
        Ok(None) => return Vec::new(),
        Err(faults) => return faults,
    };
    let Some(file) = source.file(&format!("{}/lesson.toml", game_library.game.id)) else { return Vec::new() };
    let mut faults = Vec::new();
    if game_library.format(&lesson.format).is_none() {
        faults.push(Problem::at(file, 0, format!("there is no format `{}`", lesson.format), None));
    }
    for deck in lesson.decks.iter().filter(|d| !game_library.decks.iter().any(|(id, _)| id == *d)) {
        faults.push(Problem::at(file, 0, format!("there is no starter deck `{deck}`"), None));
    }
    faults
}

/// How many cards have a picture of their own that can be shown, and the pictures that cannot.
fn count_pictures(source: &Source, game: &GameData) -> (usize, Vec<(String, String)>) {
    let album = Album::open(source, game);
    let (mut shown, mut unshown) = (0, Vec::new());
    for (_, path) in album.cards() {
        match art::check(path) {
            Ok(()) => shown += 1,
            Err(fault) => unshown.push((path.display().to_string(), fault.to_string())),
        }
    }
    for path in album.strays() {
        let file = path.display().to_string();
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or("");
        let near = catalog::fold::nearest(stem, game.cards.iter().map(|c| c.id.as_str()));
        let hint = near.map(|n| format!(" (did you mean `{n}`?)")).unwrap_or_default();
        unshown.push((file.clone(), format!("{file}: no card has this id or number{hint}")));
    }
    (shown, unshown)
}

/// Files that nothing reads, because they lie in the wrong place.
fn stray_files(source: &Source, id: &str) -> Vec<Problem> {
    let folders: Vec<&str> = FOLDERS.iter().map(|(folder, _)| *folder).collect();
    let place = |path: &str| match path.split_once('/') {
        None if FILES.contains(&path) || engine::registry::reads_file(id, path) => None,
        None => Some(suggest(path, &FILES)),
        Some((folder, file)) => match FOLDERS.iter().find(|(f, _)| *f == folder) {
            None => Some(suggest(folder, &folders)),
            Some((_, ending)) if !file.ends_with(ending) => Some(format!("only `{ending}` files are read there")),
            Some(_) if file.contains('/') => Some(format!("put it into `{folder}` itself")),
            Some(_) => None,
        },
    };
    let stray = source.files(id).filter_map(|(path, file)| place(path).map(|hint| (file, hint)));
    stray.map(|(file, hint)| Problem::at(file, 0, "nothing reads this file", Some(hint))).collect()
}

/// Faults of the rulebook, and rules cited elsewhere that it does not have.
fn rulebook_faults(source: &Source, id: &str) -> Vec<Problem> {
    let rules = match rules::load(source, id) {
        Ok(rules) => rules,
        Err(faults) => return faults,
    };
    // A game without a rulebook may cite what it likes.
    if rules.is_empty() {
        return Vec::new();
    }
    let known: Vec<&str> = rules.iter().map(|r| r.id.as_str()).chain(["house"]).collect();
    let mut faults = Vec::new();
    for (path, file) in source.files(id).filter(|(path, _)| path.ends_with(".toml") && *path != "rules.toml") {
        let cited = if path.starts_with("sets/") { Vec::new() } else { texts_under(&file.text, "rules") };
        for (rule, at) in cited.into_iter().filter(|(rule, _)| !known.contains(&rule.as_str())) {
            let message = format!("cites the rule `{rule}`, which rules.toml does not have");
            let hint = match catalog::fold::nearest(&rule, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`deckloom rules GAME` lists them; \"house\" is a rule of your own".to_owned(),
            };
            faults.push(Problem::at(file, at, message, Some(hint)));
        }
    }
    faults
}

/// A card face that cannot be drawn.
fn face_fault(source: &Source, game: &GameData) -> Option<Problem> {
    let file = source.file(&format!("{}/face.svg", game.id))?;
    let error = face::Painter::new(game, Some(&file.text)).err()?;
    Some(match error {
        face::Error::Template { line, message, hint } => {
            let at = file.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
            Problem::at(file, at, message, hint)
        }
        other => {
            let hint = "line and column are those of the template once it is filled";
            Problem::at(file, 0, other.to_string(), Some(hint.into()))
        }
    })
}

/// Starter decks that are not legal in their format.
fn illegal_decks(source: &Source, game_library: &GameLibrary) -> Vec<Problem> {
    let mut faults = Vec::new();
    for (id, deck) in &game_library.decks {
        let file = source.file(&format!("{}/decks/{id}.toml", game_library.game.id));
        let (Some(format), Some(file)) = (game_library.format(&deck.format), file) else { continue };
        for v in formats::check::check(&game_library.game, format, deck, None).violations {
            let message = format!("not legal in {}: {}", format.name, v.message);
            faults.push(Problem::at_path(file, &["sections"], message, Some(v.fix.text)));
        }
    }
    faults
}
