//! Files that an earlier release wrote open and go on: records, and a library with decks, an event, a draft and matches. Their
//! actions and reasons are sentences; `app/tests/earlier` has them as they were written, and cards that have changed since.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use deckloom::saved_match::{self, SavedMatch};
use deckloom::session::{Places, Session};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/earlier")
}

/// The library of the earlier release, in a folder of its own.
struct Earlier(tempfile::TempDir);

impl Earlier {
    fn new() -> Earlier {
        let copy = tempfile::tempdir().expect("a folder");
        std::fs::copy(folder().join("library.db"), copy.path().join("library.db")).expect("a copy");
        Earlier(copy)
    }

    fn library(&self) -> PathBuf {
        self.0.path().join("library.db")
    }

    fn json(&self, args: &[&str]) -> Value {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        let output = command.arg("--library").arg(self.library()).args(args).arg("--json").output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON")
    }
}

#[test]
fn records_are_played_again() {
    for name in ["chronx", "afrika", "chrononauts"] {
        let file = folder().join(format!("{name}.json"));
        let text = std::fs::read_to_string(&file).expect("a record");
        let says_it_in_sentences =
            ["throw the hand back", "end the phase", "into the Terrain Stack", "keep the identity"];
        assert!(says_it_in_sentences.iter().any(|sentence| text.contains(sentence)), "{name}");
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        let output = command.arg("replay").arg(&file).arg("--data").arg(folder().join("data")).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_record_of_cards_that_have_changed_is_refused_without_them() {
    for (record, game) in [("chronx.json", "Chron X"), ("afrika.json", "Chronicles of Afrika")] {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        let output = command.arg("replay").arg(folder().join(record)).output().expect("runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{error}");
        assert!(error.contains(&format!("made with other data of {game}")), "{error}");
    }
}

#[test]
fn a_record_that_comes_out_otherwise_says_that_its_data_were_others() {
    let copy = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string(folder().join("afrika.json")).expect("a record");
    let changed = copy.path().join("changed.json");
    std::fs::write(&changed, text.replacen("\"keep\"", "\"fly away\"", 1)).expect("written");
    let mut command = Command::cargo_bin("deckloom").expect("the program");
    let output = command.arg("replay").arg(&changed).output().expect("runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(error.contains("made with other data") && error.contains("fly away"), "{error}");
}

#[test]
fn matches_go_on_where_they_were_left() {
    let earlier = Earlier::new();
    let places = Places { library: Some(earlier.library()), data: vec![folder().join("data")] };
    let mut desk = Session::open(&places).expect("a library");
    for (game, decisions) in [("chronx", 8), ("afrika", 10)] {
        let kept = saved_match::match_summaries(&desk.library, game).expect("matches");
        let [kept] = &kept[..] else { panic!("{} matches of {game}", kept.len()) };
        let game_library = desk.game_library(game).expect("a game").clone();
        let mut room = SavedMatch::open(&desk.library, &desk.source, &game_library, kept.heading.id).expect("it opens");
        assert!(room.decision_count() >= decisions, "{game}: {} decisions", room.decision_count());
        let sight = room.session.observation(room.decision_count(), room.session.actor());
        let pass = sight.actions.last().expect("somebody decides").notation.clone();
        room.act(&mut desk.library, &pass).expect("it goes on");
        let length = room.decision_count();
        let again =
            SavedMatch::open(&desk.library, &desk.source, &game_library, kept.heading.id).expect("it opens again");
        assert_eq!(again.decision_count(), length, "{game}");
        assert_eq!(again.session.digest(), room.session.digest(), "{game}");
    }
}

#[test]
fn reasons_are_told_and_drafts_and_events_go_on() {
    let earlier = Earlier::new();
    let history = earlier.json(&["deck", "history", "Rusty"]);
    let done: Vec<&str> =
        history["moments"].as_array().expect("moments").iter().filter_map(|m| m["done"].as_str()).collect();
    assert_eq!(done[1..], ["Merged with “Other”", "Back to Merged with “Other”"], "{history}");
    let round = earlier.json(&["event", "show", "Friday", "--round", "2"]).to_string();
    let float = "Float: Dee (3) is paired down to Cy (0), because 3 players have 3 points, an odd number.";
    assert!(round.contains(float), "{round}");
    earlier.json(&["event", "standings", "Friday"]);
    let replay = earlier.json(&["draft", "replay", "Three"]).to_string();
    assert!(replay.contains("away from American Union 2.6"), "{replay}");
}
