//! Packs and sealed on the command line.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use formats::limited::fair::sha256;
use serde_json::Value;

struct Table {
    folder: tempfile::TempDir,
}

impl Table {
    fn new() -> Table {
        Table { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Standard output and error; the exit code must be `code`.
    fn run(&self, code: i32, args: &[&str]) -> (String, String) {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        let output = command.arg("--library").arg(self.path("library.db")).args(args).output().expect("runs");
        let [out, error] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).expect("UTF-8"));
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{error}");
        (out, error)
    }

    fn json(&self, code: i32, args: &[&str]) -> Value {
        let (text, _) = self.run(code, &[args, &["--json"]].concat());
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{args:?}: {e}\n{text}"))
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn length(value: &Value) -> usize {
    value.as_array().expect("a list").len()
}

#[test]
fn packs_are_proven_and_too_few_prove_nothing() {
    let table = Table::new();
    let proof = table.json(0, &["pack", "afrika/luminous-chronicle", "--prove", "20000", "--seed", "3"]);
    let proof = &proof["proof"];
    assert_eq!((proof["holds"].as_bool(), length(&proof["broken"])), (Some(true), 0));
    let legend =
        proof["groups"].as_array().expect("groups").iter().find(|g| g["name"] == "legendary").expect("legends");
    assert_eq!((legend["any"].as_f64(), legend["exact"].as_bool()), (Some(0.125), Some(true)));
    let (out, _) = table.run(0, &["pack", "chronx/second-edition", "--prove", "5000", "--seed", "3"]);
    assert!(out.contains("The packs are as computed: 5000 packs"), "{out}");
    let (out, _) = table.run(1, &["pack", "chronx/second-edition", "--prove", "3", "--seed", "3"]);
    assert!(out.contains("Too few packs"), "{out}");
    table.run(2, &["pack", "chronx/second-edition", "--prove", "10", "--threshold", "0"]);
    table.run(2, &["pack", "chronx/second-edition", "--prove", "10", "-n", "3"]);
}

#[test]
fn an_announced_event_goes_from_hash_to_words_to_packs_to_proof() {
    let table = Table::new();
    let folder = table.path("event");
    let announce = ["sealed", "chronx/sealed", "--players", "2", "--announce", "-o", text(&folder)];
    let announced = table.json(0, &announce);
    let hash = announced["announced"].as_str().expect("a hash");
    assert_eq!(
        (length(&announced["waiting"]), length(&announced["players"]), &announced["seed"]),
        (2, 0, &Value::Null)
    );
    let (event, public) = (folder.join("event.json"), folder.join("announcement.json"));
    let private = std::fs::read_to_string(&event).expect("the organiser's file");
    assert!(private.contains("secret") && private.contains(hash));
    let published = std::fs::read_to_string(&public).expect("the announcement");
    assert!(!published.contains("secret") && published.contains(hash));
    // Sealed words: nobody can speak before all have sealed, nor say another word.
    let event = text(&event);
    let seal = |player: u32, word: &str| format!("{player}={}", sha256(word));
    table.run(0, &["sealed", event, "--seal", &seal(1, "lantern-8142")]);
    let (_, error) = table.run(2, &["sealed", event, "--word", "1=lantern-8142"]);
    assert!(error.contains("player 2 has not sealed"), "{error}");
    table.run(0, &["sealed", event, "--seal", &seal(2, "anchor-0071")]);
    let (_, error) = table.run(2, &["sealed", event, "--word", "2=harbour"]);
    assert!(error.contains("not the one that was sealed"), "{error}");
    let one = table.json(0, &["sealed", event, "--word", "1=lantern-8142"]);
    assert_eq!(one["waiting"][0], 2);
    let (out, _) = table.run(1, &["sealed", event, "--verify"]);
    assert!(out.contains("no pack was opened"), "{out}");
    let pools = table.path("pools");
    let dealt = table.json(0, &["sealed", event, "--word", "2=anchor-0071", "-o", text(&pools)]);
    assert_eq!((length(&dealt["players"]), &dealt["seed"]), (2, &Value::Null), "the seed stays a secret");
    for file in ["event.json", "pools.csv", "seat-1-pool.txt", "seat-2-deck.toml"] {
        assert!(pools.join(file).is_file(), "{file}");
    }
    // The same file, shown again, says the same.
    assert_eq!(table.json(0, &["sealed", event])["players"], dealt["players"]);
    let told = table.json(0, &["sealed", event, "--tell"]);
    assert_eq!(sha256(told["secret"].as_str().expect("told")), hash);
    let proof = table.json(0, &["sealed", event, "--verify"]);
    assert_eq!(
        (proof["verified"].as_bool(), &proof["seed"], proof["announced"].as_str()),
        (Some(true), &told["seed"], Some(hash))
    );
    // One card changed in one pack.
    let log = std::fs::read_to_string(event).expect("the event");
    let card = dealt["players"][1]["pool"][7].as_str().expect("a card");
    let other = dealt["players"][1]["pool"][8].as_str().expect("a card");
    let forged = table.path("forged.json");
    std::fs::write(&forged, log.replace(&format!("\"{card}\""), &format!("\"{other}\""))).expect("written");
    let proof = table.json(1, &["sealed", text(&forged), "--verify"]);
    assert_eq!(proof["verified"].as_bool(), Some(false));
    assert!(proof["difference"].as_str().expect("why").contains("is not the one that the seed gives"));
}

#[test]
fn events_grow_are_saved_exported_and_imported() {
    let table = Table::new();
    let folder = table.path("league");
    let args = ["sealed", "chronx/sealed", "--players", "4", "--team", "2", "--seed", "9", "-o", text(&folder)];
    let begun = table.json(0, &args);
    assert_eq!((length(&begun["players"]), length(&begun["players"][0]["pool"])), (4, 120));
    assert_eq!(begun["players"][0]["pool"], begun["players"][1]["pool"], "a team shares its pool");
    assert_ne!(begun["players"][0]["deck"], begun["players"][1]["deck"], "but no card is in two decks");
    let event = folder.join("event.json");
    let more = table.json(0, &["sealed", text(&event), "--add", "2", "--save"]);
    assert_eq!(length(&more["players"][3]["pool"]), 150);
    assert_eq!(table.json(0, &["sealed", text(&event), "--verify"])["verified"], true);
    let csv = folder.join("pools.csv");
    let back = table.json(0, &["sealed", "chronx/sealed", "--import", text(&csv)]);
    assert_eq!(back["players"][0]["pool"], begun["players"][0]["pool"]);
    let list = folder.join("seat-1-pool.txt");
    let back = table.json(0, &["sealed", "chronx/sealed", "--import", text(&list)]);
    assert_eq!(length(&back["players"][0]["pool"]), 120);
    std::fs::write(&csv, "name\nNonsense\n").expect("written");
    let (_, error) = table.run(3, &["sealed", "chronx/sealed", "--import", text(&csv)]);
    assert!(error.contains("line 2: there is no card `Nonsense`"), "{error}");
    table.run(2, &["sealed", text(&event), "--seed", "3"]);
    table.run(2, &["sealed", text(&event), "--tell"]);
    std::fs::write(&event, "{").expect("written");
    let (_, error) = table.run(3, &["sealed", text(&event)]);
    assert!(error.contains("line 1, column"), "{error}");
}

#[test]
fn a_cube_that_is_too_small_is_told_before_anything_is_dealt() {
    let table = Table::new();
    let list = table.path("cube.txt");
    let cards = table.json(0, &["cards", "type:asset", "--game", "chronx"]);
    let names = cards["cards"]
        .as_array()
        .expect("cards")
        .iter()
        .map(|c| format!("1 {}\n", c["name"].as_str().expect("a name")));
    std::fs::write(&list, names.collect::<String>()).expect("written");
    let args = ["sealed", "chronx/sealed", "--cube", text(&list), "--size", "10", "--seed", "1", "--players"];
    let dealt = table.json(0, &[&args[..], &["2"]].concat());
    assert_eq!(length(&dealt["players"][1]["pool"]), 40);
    let (_, error) = table.run(2, &[&args[..], &["3"]].concat());
    assert!(error.contains("3 seats need 12 packs of cube, which has cards for 8: enough for 2 seats"), "{error}");
    table.run(2, &["sealed", "chronx/sealed", "--players", "3", "--team", "2"]);
    table.run(2, &["sealed", "chronx/draft"]);
}
