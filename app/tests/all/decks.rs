//! `deckloom deck` on saved decks, as a script sees it: what is edited, undone, compared, merged and planned.

use assert_cmd::Command;
use serde_json::{Value, json};

struct Shop {
    folder: tempfile::TempDir,
}

impl Shop {
    /// A library with a copy of a starter deck of Chronicles of Afrika, called Crown.
    fn with_crown() -> Shop {
        let shop = Shop { folder: tempfile::tempdir().expect("a folder") };
        shop.json(0, &["new", "Crown", "--from", "afrika/savanna-crown"]);
        shop
    }

    fn output(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        command.arg("--library").arg(self.folder.path().join("library.db")).arg("deck").args(args);
        let output = command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output().expect("runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    fn json(&self, code: i32, args: &[&str]) -> Value {
        let (exit, out, error) = self.output(&[args, &["--json"]].concat());
        assert_eq!(exit, Some(code), "{args:?}\n{out}{error}");
        serde_json::from_str(&out).unwrap_or_else(|e| panic!("{args:?}: {e}\n{out}"))
    }

    fn error(&self, code: i32, args: &[&str]) -> String {
        let (exit, out, error) = self.output(args);
        assert_eq!(exit, Some(code), "{args:?}\n{out}{error}");
        error
    }

    /// Copies of a card in a section of a deck.
    fn copies(&self, deck: &str, section: &str, card: &str) -> u64 {
        let shown = self.json(0, &["show", deck]);
        let sections = shown["sections"].as_array().expect("sections");
        let section = sections.iter().find(|s| s["id"] == section).expect("the section");
        let entries = section["entries"].as_array().expect("entries");
        entries.iter().find(|e| e["name"] == card).map_or(0, |e| e["count"].as_u64().expect("a count"))
    }
}

#[test]
fn one_call_is_one_change_that_is_undone_and_done_again() {
    let shop = Shop::with_crown();
    let before = shop.copies("Crown", "main", "Comet Lash");
    let args = ["edit", "Crown", "--add", "2 Comet Lash", "--begin", "Maybe", "--tag", "Comet Lash=burn"];
    let done = shop.json(0, &args);
    assert_eq!(done["moment"], 1);
    assert_eq!(
        done["parts"][0]["changes"],
        json!([{
            "kind": if before == 0 { "added" } else { "changed" }, "name": "Comet Lash", "id": "comet-lash",
            "before": before, "after": before + 2,
        }])
    );
    assert_eq!(shop.copies("Crown", "main", "Comet Lash"), before + 2);
    let shown = shop.json(0, &["show", "Crown"]);
    assert_eq!((&shown["tags"], &shown["own"][0]["name"]), (&json!({"Comet Lash": ["burn"]}), &json!("Maybe")));
    shop.json(0, &["undo", "Crown"]);
    assert_eq!(shop.copies("Crown", "main", "Comet Lash"), before);
    assert_eq!(shop.json(0, &["undo", "Crown"])["done"], Value::Null, "there is nothing more to undo");
    let again = shop.json(0, &["undo", "Crown", "--redo"]);
    assert_eq!(again["done"], "Redone: +2 Comet Lash, Comet Lash: burn");
}

#[test]
fn wrong_edits_change_nothing_and_say_why() {
    let shop = Shop::with_crown();
    assert!(shop.error(2, &["edit", "Crown", "--add", "2 Comet Lahs"]).contains("did you mean `Comet Lash`?"));
    assert!(shop.error(1, &["edit", "Crown", "--remove", "30 Comet Lash"]).contains("nothing was changed"));
    assert!(shop.error(2, &["edit", "Crown", "--add", "2 Comet Lash", "--in", "Perhaps"]).contains("--begin"));
    assert!(shop.error(2, &["edit", "Crown", "--begin", "Side pool"]).contains("has a section"));
    assert!(shop.error(2, &["edit", "Crown"]).contains("say what to change"));
    assert!(shop.error(2, &["edit", "Crown", "--format", "codx"]).contains("codex"));
    assert!(shop.error(2, &["edit", "Corwn", "--name", "Crown"]).contains("deck list"));
    assert!(shop.error(1, &["new", "Crown", "--format", "afrika/codex"]).contains("another name"));
    let history = shop.json(0, &["history", "Crown"]);
    assert_eq!(history["moments"].as_array().expect("moments").len(), 1);
}

#[test]
fn the_history_names_moments_that_can_be_compared_and_gone_back_to() {
    let shop = Shop::with_crown();
    shop.json(0, &["edit", "Crown", "--add", "1 Comet Lash", "--in", "side"]);
    shop.json(0, &["edit", "Crown", "--add", "2 Comet Lash", "--in", "side"]);
    shop.json(0, &["edit", "Crown", "--name", "Old Crown"]);
    let history = shop.json(0, &["history", "Old Crown", "--call", "1=before the event"]);
    let moments = history["moments"].as_array().expect("moments");
    let told: Vec<&str> = moments.iter().map(|m| m["done"].as_str().expect("words")).collect();
    let expected = ["As created", "+1 Comet Lash  (Side pool)", "+2 Comet Lash  (Side pool)", "Renamed to “Old Crown”"];
    assert_eq!(told, expected);
    assert_eq!(moments[1]["name"], "before the event");
    let diff = shop.json(0, &["diff", "Old Crown@before the event", "Old Crown"]);
    let part = &diff["parts"][0];
    assert_eq!((&part["id"], &part["before"], &part["after"]), (&json!("side"), &json!(1), &json!(3)));
    assert_eq!(shop.json(0, &["diff", "Old Crown@0", "afrika/savanna-crown"])["parts"], json!([]));
    assert!(shop.error(2, &["diff", "Old Crown@99", "Old Crown"]).contains("no moment `99`"));
    assert!(shop.error(2, &["diff", "Old Crown", "chronx/corporate"]).contains("two games"));
    let back = shop.json(0, &["restore", "Old Crown", "before the event"]);
    assert_eq!(back["done"], "Back to “before the event”");
    assert_eq!(shop.copies("Crown", "side", "Comet Lash"), 1, "the name is as it was, too");
}

#[test]
fn a_plan_is_kept_applied_and_taken_back() {
    let shop = Shop::with_crown();
    let out = shop.json(0, &["show", "Crown"])["sections"][0]["entries"][0]["name"].clone();
    let out = out.as_str().expect("a name");
    shop.json(0, &["edit", "Crown", "--add", "2 Comet Lash", "--in", "side"]);
    let kept = shop.json(0, &["plan", "Crown", "fast", "--in", "2 Comet Lash", "--out", &format!("2 {out}")]);
    assert_eq!((&kept["plans"][0]["name"], &kept["plans"][0]["lacks"]), (&json!("fast"), &Value::Null));
    let before = shop.copies("Crown", "main", "Comet Lash");
    let there = shop.copies("Crown", "main", out);
    let applied = shop.json(0, &["plan", "Crown", "fast", "--apply"]);
    assert_eq!(applied["applied"], "fast");
    assert_eq!(shop.copies("Crown", "main", "Comet Lash"), before + 2);
    assert_eq!(shop.copies("Crown", "side", out), 2);
    assert!(shop.error(1, &["plan", "Crown", "fast", "--apply"]).contains("take it back first"));
    shop.json(0, &["plan", "Crown", "--take-back"]);
    assert_eq!((shop.copies("Crown", "main", out), shop.copies("Crown", "side", out)), (there, 0));
    shop.json(0, &["edit", "Crown", "--remove", "1 Comet Lash", "--in", "side"]);
    assert!(shop.error(1, &["plan", "Crown", "fast", "--apply"]).contains("2 wanted, 1 in Side pool"));
    assert_eq!(shop.json(0, &["plan", "Crown", "fast", "--forget"])["plans"], json!([]));
    assert!(shop.error(2, &["plan", "Crown", "fast", "--apply"]).contains("no plan `fast`"));
}

#[test]
fn decks_are_merged_and_put_away_and_copies_stay_their_own() {
    let shop = Shop::with_crown();
    shop.json(0, &["new", "Copy", "--from", "Crown"]);
    assert_eq!(shop.json(0, &["merge", "Copy", "Crown"])["done"], Value::Null, "it has everything already");
    let size = |deck: &str| shop.json(0, &["show", deck])["sections"][0]["size"].as_u64().expect("a size");
    assert_eq!(shop.json(0, &["merge", "Copy", "Crown", "--sum"])["done"], "Merged with “Crown”");
    assert_eq!((size("Copy"), size("Crown")), (120, 60));
    let names = |shop: &Shop| -> Vec<String> {
        let list = shop.json(0, &["list"]);
        list["decks"].as_array().expect("decks").iter().map(|d| d["name"].to_string()).collect()
    };
    assert_eq!(names(&shop).len(), 2);
    shop.json(0, &["put-away", "Copy"]);
    assert_eq!(names(&shop), ["\"Crown\""]);
    shop.error(2, &["edit", "Copy", "--name", "Other"]);
    assert_eq!(shop.json(0, &["put-away", "Copy", "--back"])["put_away"], false);
    assert_eq!(names(&shop).len(), 2);
}

#[test]
fn the_numbers_of_a_deck_agree_with_its_cards_and_with_the_odds_verb() {
    let shop = Shop::with_crown();
    let stats = shop.json(0, &["stats", "Crown", "--odds", "3.. of (type:terrain)", "--by-turn", "4"]);
    let shown = shop.json(0, &["show", "Crown"]);
    assert_eq!(stats["curve"], shown["curve"]);
    assert_eq!(stats["factions"], shown["factions"]);
    let curve: u64 = stats["curve"].as_object().expect("a curve").values().filter_map(Value::as_u64).sum();
    assert_eq!(curve + stats["without_cost"].as_u64().expect("a number"), 60);
    for cost in stats["costs"].as_array().expect("costs") {
        let shares: Vec<f64> = cost["by_turn"].as_array().expect("turns").iter().filter_map(Value::as_f64).collect();
        assert_eq!(shares.len(), 4);
        assert!(shares.is_sorted(), "{cost}");
        let total = cost["total"].as_u64().expect("a number");
        assert!(total < 2 || shares[0] == 0.0, "no two terrains lie in the first turn: {cost}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut odds = Command::cargo_bin("deckloom").expect("the program");
    odds.arg("--library").arg(folder.path().join("library.db"));
    let out = odds.args(["odds", "afrika/savanna-crown", "3.. of (type:terrain)", "--json"]).output().expect("runs");
    let odds: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let told: Vec<&Value> =
        odds["questions"][0]["turns"].as_array().expect("turns").iter().map(|t| &t["odds"]).collect();
    assert_eq!(told, stats["odds"][0]["by_turn"].as_array().expect("turns").iter().collect::<Vec<_>>());
    // A deck that may not be played is counted, but not dealt.
    shop.json(0, &["edit", "Crown", "--remove", "1 Comet Lash", "--add", "1 Comet Lash", "--set", "0 Sun Herald"]);
    shop.json(0, &["edit", "Crown", "--add", "9 Comet Lash"]);
    let stats = shop.json(0, &["stats", "Crown"]);
    assert!(stats["costs"].as_array().expect("a list").is_empty());
    assert!(stats["refused"].as_str().expect("words").contains("AF-144"), "{}", stats["refused"]);
}
