//! `deckloom deck check`: days, options, teams, fixes as edits, and why a deck is legal.

use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;

struct Shop {
    folder: tempfile::TempDir,
}

impl Shop {
    fn new() -> Shop {
        Shop { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn deckloom(&self, args: &[&str]) -> std::process::Output {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        command.arg("--library").arg(self.path("library.db")).args(args).output().expect("runs")
    }

    /// What is told; the exit code must be `code`.
    fn told(&self, code: i32, args: &[&str]) -> String {
        let output = self.deckloom(args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{error}");
        format!("{}{error}", String::from_utf8_lossy(&output.stdout))
    }

    fn check(&self, code: i32, args: &[&str]) -> Value {
        let text = self.told(code, &[&["deck", "check"], args, &["--json"]].concat());
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{args:?}: {e}\n{text}"))
    }

    /// A deck file out of a starter deck, with a text replaced.
    fn file(&self, starter: &str, from: &str, to: &str) -> String {
        let path = self.path("deck.toml");
        let starter = format!("{}/../data/{starter}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(starter).expect("a starter deck");
        assert!(text.contains(from));
        std::fs::write(&path, text.replace(from, to)).expect("written");
        path.to_str().expect("a path").to_owned()
    }
}

fn ids(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|v| v.as_str().expect("a text")).collect()
}

#[test]
fn af_153_a_day_decides_which_sets_are_current() {
    let shop = Shop::new();
    let deck = ["afrika/procession-of-suns", "--format", "cosmic-standard"];
    let on = |code, day| shop.check(code, &[&deck[..], &["--date", day]].concat());
    assert_eq!(on(0, "2026-09-18")["legal"], true);
    let before = on(1, "2026-09-17");
    let violation = &before["violations"][0];
    assert!(ids(&violation["rules"]).contains(&"AF-156"), "{violation}");
    assert!(violation["rule"].as_str().is_some_and(|t| t.contains("celestial expansion")), "{violation}");
    assert!(violation["message"].as_str().is_some_and(|m| m.contains("not out yet")), "{violation}");
    assert!(shop.told(2, &["deck", "check", "afrika/ember-drum", "--date", "May"]).contains("2026-05-01"));
}

#[test]
fn options_are_settled_by_the_table_and_wrong_ones_named() {
    let shop = Shop::new();
    let with = |code, option| shop.check(code, &["afrika/ember-drum", "--option", option]);
    assert_eq!(with(1, "most_terrains=1")["violations"][0]["rules"][0], "AF-020");
    assert_eq!(with(0, "most_terrains=2")["legal"], true);
    let wrong = |option| shop.told(2, &["deck", "check", "afrika/ember-drum", "--option", option]);
    assert!(wrong("most_terains=1").contains("did you mean `most_terrains`"));
    assert!(wrong("most_terrains=few").contains("a whole number"));
    assert!(wrong("most_terrains").contains("side_max=15"));
}

#[test]
fn why_shows_each_rule_with_what_the_deck_has_and_each_ruling_with_its_reason() {
    let shop = Shop::new();
    let shown = shop.check(0, &["chronx/drone-dividend", "--why", "--option", "deck_size_max=40"]);
    let rules = shown["why"].as_array().expect("rules");
    assert!(rules.iter().all(|r| r["holds"] == true));
    let points = rules.iter().find(|r| r["rules"][0] == "CX-166").expect("the points");
    assert_eq!(points["found"], format!("{} points", shown["ledger"]["spent"]));
    assert!(points["rule"].as_str().is_some_and(|t| t.contains("30 deckbuilding points")));
    let options = shown["options"].as_array().expect("options");
    let most = options.iter().find(|o| o["id"] == "deck_size_max").expect("the option");
    assert_eq!((most["value"].as_str(), most["default"].as_str()), (Some("40"), Some("32")));
    assert!(most["reason"].as_str().is_some_and(|t| t.contains("Exactly 32 cards")));
    let words = shop.told(0, &["deck", "check", "chronx/drone-dividend", "--why"]);
    assert!(words.contains("the deck has: Corporate Headquarters") && words.contains("CX-R13"), "{words}");
    // A copy that costs nothing stands in no ledger.
    let paid = shown["ledger"]["paid"].as_array().expect("lines");
    assert!(paid.iter().all(|p| p["points"].as_u64() > Some(0)));
}

#[test]
fn a_fix_names_its_cards_and_mends_a_file_elsewhere() {
    let shop = Shop::new();
    let file = shop.file("afrika/decks/ember-drum", "12 Volcanic Valleys", "9 Volcanic Valleys");
    let shown = shop.check(1, &[&file]);
    let changes = shown["violations"][0]["changes"].as_array().expect("changes");
    assert_eq!(changes.iter().filter_map(|c| c["by"].as_i64()).sum::<i64>(), 3);
    assert!(shown["violations"][0]["fix"].as_str().is_some_and(|f| f.starts_with("add 3 cards: +")), "{shown}");
    assert!(shop.told(2, &["deck", "check", &file, "--fix"]).contains("-o FILE"));
    let mended = shop.path("mended.toml");
    let mended = mended.to_str().expect("a path");
    let told = shop.told(1, &["deck", "check", &file, "--fix", "-o", mended]);
    assert!(told.contains("the mended deck is legal:\n  +"), "{told}");
    assert_eq!(shop.check(0, &[mended])["legal"], true);
    assert!(shop.told(0, &["deck", "check", mended, "--fix", "-o", mended]).contains("nothing was to be mended"));
}

#[test]
fn a_saved_deck_is_mended_by_edits_that_are_in_its_history() {
    let shop = Shop::new();
    let (mut library, game_library) = shop.library();
    let deck = &game_library.decks.iter().find(|(id, _)| id == "ember-drum").expect("a deck").1;
    let mut deck = deck.clone();
    deck.name = "Five of a kind".into();
    let dart = formats::deck::Listed::Card(game_library.game.find("Magma Dart").expect("a card"));
    deck.set(0, dart.clone(), 7);
    let deck_session =
        formats::saved::deck::DeckSession::create(&mut library, &game_library.game, deck, None).expect("made");
    let id = deck_session.id;
    drop((library, deck_session));

    let told = shop.check(1, &["Five of a kind", "--fix"]);
    assert_eq!(told["fixed"]["changes"][0]["card"], "Magma Dart");
    assert_eq!(told["fixed"]["changes"][0]["by"], -3);
    assert_eq!(shop.check(0, &["Five of a kind"])["legal"], true);

    let (mut library, game_library) = shop.library();
    let mut deck_session = formats::saved::deck::DeckSession::open(&library, &game_library.game, id).expect("opens");
    assert_eq!(deck_session.deck.count(0, &dart), 4);
    assert!(deck_session.undo(&mut library, &game_library.game).expect("undone"));
    assert_eq!(deck_session.deck.count(0, &dart), 7);
}

impl Shop {
    fn library(&self) -> (catalog::store::Library, formats::GameLibrary) {
        let source = catalog::Source::shipped();
        let library = catalog::store::Library::open(&self.path("library.db")).expect("opens");
        let game = library.game(&source, "afrika").expect("loads");
        let game_library = formats::GameLibrary::load(&source, game.into()).expect("loads");
        (library, game_library)
    }
}

#[test]
fn partners_in_a_team_are_counted_together() {
    let shop = Shop::new();
    let team = ["afrika/ember-drum", "--format", "allied-kingdoms", "--with", "afrika/ember-drum"];
    assert_eq!(shop.check(0, &team)["legal"], true);
    let together = shop.check(1, &[&team[..], &["--option", "team_copies=4"]].concat());
    let message = together["violations"][0]["message"].as_str().expect("a sentence");
    assert!(message.starts_with("with the team's other decks, 8 × "), "{message}");
}
