//! The game in `examples`: what a person gets who writes a game and no line of Rust.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

const GAME: &str = "nine-fathoms";

/// What the program says about the examples, as JSON; the exit code must be 0.
fn deckloom(folder: &Path, args: &[&str]) -> Value {
    let mut command = Command::cargo_bin("deckloom").expect("the program");
    command.arg("--library").arg(folder.join("library.db")).arg("--data").arg(examples());
    let output = command.args(args).arg("--json").output().expect("runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}\n{error}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{args:?}: {e}"))
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("{key} in {value}"))
}

/// The example among the games that a verb lists.
fn example(games: &Value) -> Value {
    list(games, "games").iter().find(|g| g["id"] == GAME).expect("the example").clone()
}

fn starter_decks(folder: &Path) -> Vec<String> {
    let game = example(&deckloom(folder, &["games"]));
    list(&game, "decks").iter().map(|d| d["id"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn its_data_have_no_fault_and_no_warning() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = example(&deckloom(folder.path(), &["data", "check"]));
    assert_eq!((list(&game, "problems").len(), list(&game, "warnings").len()), (0, 0), "{game}");
    assert_eq!(game["cards"], 52);
}

#[test]
fn its_starter_decks_are_legal_and_borrow_what_they_can_afford() {
    let folder = tempfile::tempdir().expect("a folder");
    let decks = starter_decks(folder.path());
    assert_eq!(decks.len(), 3);
    for deck in decks {
        let check = deckloom(folder.path(), &["deck", "check", &deck]);
        assert_eq!(check["legal"], true, "{deck}");
        assert!(list(&check, "advice").is_empty(), "{deck}: {}", check["advice"]);
    }
    // Two bells at 2, two cups at 1, the Ninth Bell at 3; cards of no house cost nothing.
    let check = deckloom(folder.path(), &["deck", "check", "nine-fathoms/the-long-rope"]);
    assert_eq!(check["ledger"]["spent"], 9);
}

#[test]
fn sealed_and_draft_end_in_legal_decks() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = folder.path().join("made");
    let out = made.to_str().expect("UTF-8");
    deckloom(folder.path(), &["sealed", "nine-fathoms/feast-sealed", "--players", "4", "--seed", "7", "-o", out]);
    legal(folder.path(), &made, 4);
    std::fs::remove_dir_all(&made).expect("removed");
    let draft = ["draft", "nine-fathoms/feast-draft", "--seats", "4", "--seed", "7", "--auto", "-o", out];
    deckloom(folder.path(), &draft);
    legal(folder.path(), &made, 4);
}

/// Each seat's deck in the folder is legal with that seat's pool.
fn legal(folder: &Path, made: &Path, seats: usize) {
    for seat in 1..=seats {
        let path = |what: &str| made.join(format!("seat-{seat}-{what}")).to_str().expect("UTF-8").to_owned();
        let check = deckloom(folder, &["deck", "check", &path("deck.toml"), "--pool", &path("pool.txt")]);
        assert_eq!(check["legal"], true, "seat {seat}");
        // Eight weights are advised (NF-06), and they are there without limit.
        let advised = list(&check, "advice").iter().any(|a| a["rules"][0] == "NF-06");
        assert!(!advised, "seat {seat}: {}", check["advice"]);
        assert!(list(&check, "unchecked").is_empty(), "seat {seat}: {}", check["unchecked"]);
    }
}

#[test]
fn hands_begin_with_what_the_diver_ties_on_and_breath_only_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    // The named card and as many others as the diver's basket: 4, 6 and 5.
    for (deck, cards) in [("the-long-rope", 5), ("other-peoples-air", 7), ("a-light-in-every-window", 6)] {
        let hand = deckloom(folder.path(), &["hands", &format!("{GAME}/{deck}"), "--seed", "1"]);
        let sample = list(&hand, "sample");
        assert_eq!((sample.len(), &sample[0]), (cards, &Value::from("lead-weight")), "{deck}");
    }
    // Eleven breaths at first, and no bell in the basket: in turn 2 there are those that are left and what one weight
    // has given, and never does anything go to waste.
    let args = ["goldfish", "nine-fathoms/other-peoples-air", "--games", "500", "--seed", "1"];
    let told = deckloom(folder.path(), &args);
    let turns = list(&told, "turns");
    let number = |turn: usize, key: &str| turns[turn - 1][key].as_f64().expect("a number");
    assert!((number(1, "available") - 11.0).abs() < 1e-9);
    assert!((number(2, "available") - (11.0 - number(1, "spent") + 1.0)).abs() < 1e-9);
    assert!(turns.iter().all(|t| t["wasted"] == 0.0));
    let last = turns.last().expect("nine turns");
    assert!(last["goal_met"]["hits"].as_u64() > Some(400), "{last}");
}
