//! What may import what within the engine, from below: kernel; effect and timeline; players; the games; registry; session; lab.
//! A game may import another one only where its rules are built on it. No game's name stands outside of `games` and the registry.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Each layer with those below it that it may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("kernel", &[]),
    ("effect", &["kernel"]),
    ("timeline", &["kernel"]),
    ("players", &["kernel"]),
    ("games", &["kernel", "effect", "timeline"]),
    ("registry", &["kernel", "games"]),
    ("session", &["kernel", "players", "registry"]),
    ("lab", &["kernel", "effect", "players", "registry", "session"]),
];

/// Games that are built on another one.
const BUILT_ON: &[(&str, &str)] = &[("emperors_star", "chrononauts"), ("solonauts", "chrononauts")];

/// Names of games, as code and data write them.
const GAMES: [&str; 7] =
    ["chronx", "afrika", "chrononauts", "solonauts", "emperors_star", "emperors-star", "chronobot"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the source is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// A file's place within `src`, and its lines of code: without comments and the tests at its foot.
fn code(root: &Path, path: &Path) -> (Vec<String>, Vec<(usize, String)>) {
    let place = path.strip_prefix(root).expect("it lies below").with_extension("");
    let place = place.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let text = std::fs::read_to_string(path).expect("it can be read");
    let lines = text.lines().take_while(|line| *line != "#[cfg(test)]").enumerate();
    (
        place,
        lines.filter(|(_, line)| !line.trim_start().starts_with("//")).map(|(i, l)| (i + 1, l.to_owned())).collect(),
    )
}

/// The words that follow `crate::` in a line, two of each path; `{` groups are not used for `crate` itself.
fn imports(line: &str) -> Vec<(String, String)> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    // How far something is seen is no import.
    let paths = line.match_indices("crate::").filter(|(at, _)| !line[..*at].ends_with("pub(in "));
    let paths = paths.map(|(at, found)| &line[at + found.len()..]);
    paths
        .map(|path| {
            let first = word(path);
            let second = path[first.len()..].strip_prefix("::").map(word).unwrap_or_default();
            (first, second)
        })
        .collect()
}

#[test]
fn modules_import_only_what_lies_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut files, mut wrong) = (Vec::new(), String::new());
    sources(&root, &mut files);
    assert!(files.len() > 100, "the source is read");
    for path in &files {
        let (place, lines) = code(&root, path);
        let Some((layer, below)) = LAYERS.iter().find(|(layer, _)| *layer == place[0]) else {
            assert!(place[0] == "lib", "{}: `{}` is in no layer", path.display(), place[0]);
            continue;
        };
        for (number, line) in lines {
            // A macro that the registry exports names itself, wherever it is used.
            let own = |to: &str, game: &str| {
                to != *layer
                    || to != "games"
                    || place.get(1).is_none_or(|own| own == game || BUILT_ON.contains(&(own.as_str(), game)))
            };
            for (to, game) in imports(&line) {
                if LAYERS.iter().all(|(name, _)| *name != to) || (to == *layer && own(&to, &game)) {
                    continue;
                }
                if !below.contains(&to.as_str()) {
                    writeln!(wrong, "{}:{number}: `{layer}` imports `{to}::{game}`", path.display()).expect("text");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "what a layer may import stands in this test:\n{wrong}");
}

#[test]
fn only_the_games_and_the_registry_name_games() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut files, mut wrong) = (Vec::new(), String::new());
    sources(&root, &mut files);
    for path in &files {
        let (place, lines) = code(&root, path);
        if ["games", "registry"].contains(&place[0].as_str()) {
            continue;
        }
        for (number, line) in lines {
            if let Some(game) = GAMES.iter().find(|game| line.to_lowercase().contains(**game)) {
                writeln!(wrong, "{}:{number}: names `{game}`", path.display()).expect("text");
            }
        }
    }
    assert!(wrong.is_empty(), "a game says such things of itself, or the registry does:\n{wrong}");
}
