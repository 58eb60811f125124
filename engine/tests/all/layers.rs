//! What may import what within the engine, from below: kernel; effect and timeline; players; the games, and those whose rules are data; registry; session; lab.
//! A game may import another one only where its rules are built on it. No game's name stands outside of `games` and the registry.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::imports::imports;

/// Each layer with those below it that it may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("kernel", &[]),
    ("effect", &["kernel"]),
    ("timeline", &["kernel"]),
    ("players", &["kernel"]),
    ("games", &["kernel", "effect", "timeline"]),
    ("described", &["kernel"]),
    ("registry", &["kernel", "described", "games"]),
    ("session", &["kernel", "players", "registry"]),
    ("lab", &["kernel", "effect", "players", "registry", "session"]),
];

/// Games that are built on another one.
const BUILT_ON: &[(&str, &str)] = &[("emperors_star", "chrononauts"), ("solonauts", "chrononauts")];

/// Names of games, as code and data write them.
const GAMES: [&str; 7] =
    ["chronx", "afrika", "chrononauts", "solonauts", "emperors_star", "emperors-star", "chronobot"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn modules_import_only_what_lies_below_them() {
    let mut faults = BTreeSet::new();
    for import in imports(&source()) {
        let (Some(from), [written, origin]) = (import.from.first(), &import.modules) else { continue };
        let (_, below) = LAYERS.iter().find(|(layer, _)| layer == from).unwrap_or_else(|| panic!("{from} is no layer"));
        for to in [written, origin] {
            let allowed = match &to[..] {
                [] => true,
                [layer] => layer == from || below.contains(&layer.as_str()),
                [layer, game, ..] if layer == from && layer == "games" => import
                    .from
                    .get(1)
                    .is_none_or(|own| own == game || BUILT_ON.contains(&(own.as_str(), game.as_str()))),
                [layer, ..] => layer == from || below.contains(&layer.as_str()),
            };
            if !allowed {
                faults.insert(format!("{}:{}: imports {}", import.file, import.line, import.origin.join("::")));
            }
        }
    }
    assert!(faults.is_empty(), "what a layer may import stands in this test: {faults:#?}");
}

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(folder).expect("the source is there").map(|entry| entry.expect("it can be read").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn only_the_games_and_the_registry_name_games() {
    let mut faults = Vec::new();
    for path in files(&source()) {
        let place = path.strip_prefix(source()).expect("it lies below").to_owned();
        if place.starts_with("games") || ["games.rs", "registry.rs"].iter().any(|name| place == Path::new(name)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let code = text.lines().take_while(|line| *line != "#[cfg(test)]").enumerate();
        for (at, line) in code.filter(|(_, line)| !line.trim_start().starts_with("//")) {
            if let Some(game) = GAMES.iter().find(|game| line.to_lowercase().contains(**game)) {
                faults.push(format!("{}:{}: names `{game}`", place.display(), at + 1));
            }
        }
    }
    assert!(faults.is_empty(), "a game says such things of itself, or the registry does: {faults:#?}");
}
