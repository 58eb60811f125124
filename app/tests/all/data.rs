//! Tools for people who write games: `data new`, `data check`, `data report`.
//!
//! `tests/bad` holds data files with one fault each. The first lines of a file say where it stands
//! (`# at mini/sets/second.toml`) and what is told of it, with line and column (`# expect 9:13 …`; with a file in
//! front if the fault is told of another one).
//!
//! Files of `mini` are added to the game that `deckloom data new` makes, files of `chronx` to the shipped game. A
//! `game.toml` stands alone, with a format.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use catalog::Source;
use deckloom::check;
use serde_json::Value;

const FREE: &str = "source = \"house set\"\nid = \"free\"\nname = \"Free\"\nabout = \"Anything.\"\n";

/// A file of `tests/bad`.
struct Case {
    name: String,
    /// Where it stands, beginning with the game's id.
    at: String,
    expected: BTreeSet<String>,
    bytes: Vec<u8>,
}

impl Case {
    fn read(path: &Path) -> Case {
        let bytes = std::fs::read(path).expect("a file");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut case = Case {
            name: path.file_name().expect("a name").to_string_lossy().into_owned(),
            at: String::new(),
            expected: BTreeSet::new(),
            bytes,
        };
        for line in text.lines() {
            let line = line.trim_start_matches("<!--").trim_start_matches('#').trim_end_matches("-->").trim();
            match line.split_once(' ') {
                Some(("at", at)) => case.at = at.to_owned(),
                Some(("expect", says)) => {
                    let here = says.starts_with(|c: char| c.is_ascii_digit());
                    case.expected.insert(if here { format!("{}:{says}", case.at) } else { says.to_owned() });
                }
                _ => break,
            }
        }
        assert!(!case.at.is_empty() && !case.expected.is_empty(), "{}: its first lines say nothing", case.name);
        case
    }

    /// What is told of the file.
    fn faults(&self, mini: &Path) -> BTreeSet<String> {
        let folder = tempfile::tempdir().expect("a folder");
        let (game, path) = self.at.split_once('/').expect("a game and a path");
        let mut source = Source::shipped();
        if path == "game.toml" {
            write(folder.path(), &format!("{game}/formats/free.toml"), FREE.as_bytes());
        } else if game == "mini" {
            source.add_folder(mini).expect("is read");
        }
        write(folder.path(), &self.at, &self.bytes);
        source.add_folder(folder.path()).expect("is read");
        let root = [folder.path(), mini].map(|f| format!("{}/", f.display()));
        let faults = check::check_game(&source, game).faults;
        let told = faults.iter().map(|f| f.to_string().replacen(": ", " ", 1));
        told.map(|text| root.iter().fold(text, |text, root| text.replace(root, ""))).collect()
    }
}

fn write(folder: &Path, at: &str, text: &[u8]) {
    let file = folder.join(at);
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
    std::fs::write(file, text).expect("written");
}

/// A folder with the game `mini`, as `data new` makes it.
fn mini() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::cargo_bin("deckloom").expect("the program");
    command.args(["data", "new", "mini", "--into"]).arg(folder.path()).assert().success();
    folder
}

#[test]
fn each_fault_is_told_where_it_is_and_nothing_else() {
    let mini = mini();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder").map(|e| e.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() > 100, "{} files", files.len());
    let mut wrong = String::new();
    for case in files.iter().map(|f| Case::read(f)) {
        let found = case.faults(mini.path());
        if found != case.expected {
            wrong.push_str(&format!("\n{}\n  expected {:#?}\n  found    {found:#?}\n", case.name, case.expected));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_game_that_the_faults_are_put_into_has_none() {
    let mini = mini();
    let mut source = Source::shipped();
    source.add_folder(mini.path()).expect("is read");
    for game in ["mini", "chronx", "afrika", "chrononauts", "emperors-star", "anachrony"] {
        let faults = check::check_game(&source, game).faults;
        assert!(faults.is_empty(), "{game}: {faults:#?}");
    }
}

#[test]
fn a_format_may_extend_one_that_extends_one_later_in_the_alphabet() {
    let mini = mini();
    let format = |id: &str, of: &str| {
        let text = format!(
            "source = \"house set\"\nid = \"{id}\"\nname = \"{id}\"\nabout = \"x\"\nextends = \"{of}\"\n\n\
             [[rule]]\nkind = \"size\"\nsection = \"main\"\nmin = 1\nrules = [\"house\"]\n"
        );
        std::fs::write(mini.path().join(format!("mini/formats/{id}.toml")), text).expect("written");
    };
    format("a", "b");
    format("b", "z");
    format("z", "standard");
    let mut source = Source::shipped();
    source.add_folder(mini.path()).expect("is read");
    assert_eq!(check::check_game(&source, "mini").faults, []);
    let game = std::sync::Arc::new(catalog::load::game(&source, "mini").expect("loads"));
    let game_library = formats::GameLibrary::load(&source, game).expect("loads");
    let rules = |id: &str| game_library.format(id).expect("a format").rules.len();
    let own = rules("standard");
    assert_eq!([rules("z"), rules("b"), rules("a")], [own + 1, own + 2, own + 3]);
}

/// The program with a library and a data folder of its own.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { folder: tempfile::tempdir().expect("a folder") }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Runs a verb with `--json`.
    fn run(&self, args: &[&str]) -> std::process::Output {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        command.arg("--library").arg(self.folder.path().join("library.db")).args(args).arg("--json");
        if self.data().is_dir() {
            command.arg("--data").arg(self.data());
        }
        command.output().expect("runs")
    }

    /// The result of a verb that ends with this code.
    fn json(&self, code: i32, args: &[&str]) -> Value {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON")
    }

    fn refused(&self, code: i32, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    }

    fn make(&self, id: &str, more: &[&str]) -> Value {
        let data = self.data();
        let into = ["data", "new", id, "--into", data.to_str().expect("a path")];
        self.json(0, &[&into[..], more].concat())
    }
}

#[test]
fn a_new_game_works_at_once() {
    let desk = Desk::new();
    let made = desk.make("night-lamps", &["--name", "The \"Night\" Lamps"]);
    assert_eq!(made["name"], "The \"Night\" Lamps");
    let folder = desk.data().join("night-lamps");
    let files = made["files"].as_array().expect("files");
    assert!(files.iter().all(|f| folder.join(f.as_str().expect("a path")).is_file()), "{made:#}");
    assert_eq!(desk.json(0, &["data", "check"])["clean"], true);
    let games = desk.json(0, &["games"]);
    let games = games["games"].as_array().expect("games");
    assert!(games.iter().any(|g| g["name"] == "The \"Night\" Lamps"), "{games:#?}");
    assert_eq!(desk.json(0, &["cards", "--game", "night-lamps"])["found"], 12);
    assert_eq!(desk.json(0, &["deck", "check", "night-lamps/two-shores"])["legal"], true);
    // Pools and drafts of any size give legal decks: the verbs end with 1 if one does not.
    for seed in ["1", "2", "3", "4", "5"] {
        desk.json(0, &["sealed", "night-lamps/sealed", "--players", "16", "--seed", seed]);
        desk.json(0, &["draft", "night-lamps/draft", "--auto", "--seed", seed]);
    }
    let hands = desk.json(0, &["hands", "night-lamps/two-shores", "--games", "2000"]);
    assert!(hands["sizes"][0]["kept_exact"].as_f64() > Some(0.7), "{hands:#}");
    let goldfish = desk.json(0, &["goldfish", "night-lamps/two-shores", "--games", "2000"]);
    assert!(goldfish["turns"][7]["goal_met"]["share"].as_f64() > Some(0.4), "{goldfish:#}");
    // Every rule that should be shown is.
    let open = desk.json(0, &["rules", "night-lamps", "--uncovered"]);
    assert_eq!(open["rules"].as_array().map(Vec::len), Some(0), "{open:#}");
}

#[test]
fn a_new_game_takes_the_place_of_nothing() {
    let desk = Desk::new();
    desk.make("mine", &[]);
    let into = |into: &str| desk.refused(2, &["data", "new", "mine", "--into", into]);
    let elsewhere = desk.folder.path().join("elsewhere");
    assert!(into(elsewhere.to_str().expect("a path")).contains("there is a game `mine` already"));
    assert!(desk.refused(2, &["data", "new", "chronx"]).contains("there is a game `chronx` already"));
    assert!(desk.refused(2, &["data", "new", "My Game"]).contains("such as `my-game`"));
    assert!(desk.refused(2, &["data", "new", "other", "--name", "a\nb"]).contains("on one line"));
    std::fs::create_dir_all(elsewhere.join("fresh")).expect("made");
    let taken = desk.refused(2, &["data", "new", "fresh", "--into", elsewhere.to_str().expect("a path")]);
    assert!(taken.contains("is there already"), "{taken}");
    assert_eq!(std::fs::read_dir(elsewhere.join("fresh")).expect("the folder").count(), 0);
}

#[test]
fn a_report_counts_what_a_pack_holds() {
    let desk = Desk::new();
    desk.make("mine", &[]);
    let set = desk.data().join("mine/sets/first.toml");
    let text = std::fs::read_to_string(&set).expect("a set");
    let ability = "[[card.ability]]\nwhen = \"enters\"\ndo = [{ draw = 1 }]\n";
    assert!(text.contains(ability));
    let long = format!("text = \"{}\"\n", "When Tide Singer comes into play, draw a card. ".repeat(16).trim());
    std::fs::write(&set, text.replace(ability, &long)).expect("written");
    let report = desk.json(0, &["data", "report", "mine", "--set", "first"]);
    let set = &report["sets"][0];
    assert_eq!(set["cards"], 12);
    for facet in &set["facets"].as_array().expect("facets")[..3] {
        let sum =
            |key: &dyn Fn(&Value) -> f64| facet["classes"].as_array().expect("classes").iter().map(key).sum::<f64>();
        assert_eq!(sum(&|c| c["cards"].as_f64().expect("a number")), 12.0, "{facet:#}");
        // Each pack has seven cards, each of one type, faction and rarity.
        let cards = sum(&|c| c["as_fan"]["first"].as_f64().expect("a number"));
        assert!((cards - 7.0).abs() < 1e-9, "{facet:#}");
    }
    let lands = &set["facets"][0]["classes"][0];
    assert_eq!((lands["id"].as_str(), lands["as_fan"]["first"].as_f64()), (Some("land"), Some(1.0)));
    let odd: Vec<&str> = set["odd"].as_array().expect("a list").iter().filter_map(|o| o["kind"].as_str()).collect();
    assert_eq!(odd, ["long_text", "small_sheet"], "{set:#}");
    assert!(desk.refused(2, &["data", "report", "mine", "--set", "frist"]).contains("did you mean `first`"));
}

#[test]
fn a_file_that_is_no_text_spoils_only_its_own_game() {
    let desk = Desk::new();
    desk.make("mine", &[]);
    std::fs::write(desk.data().join("mine/sets/second.toml"), b"source = \"caf\xe9\"\n").expect("written");
    // What editors keep beside a file is no data.
    std::fs::write(desk.data().join("mine/sets/.second.toml"), b"\xff").expect("written");
    let other = desk.run(&["cards", "--game", "chronx"]);
    assert!(other.status.success() && other.stderr.is_empty(), "{}", String::from_utf8_lossy(&other.stderr));
    let found = desk.run(&["cards"]);
    let warning = String::from_utf8_lossy(&found.stderr).into_owned();
    assert!(found.status.success(), "{warning}");
    assert!(warning.contains("second.toml:1:14: not UTF-8"), "{warning}");
    assert!(desk.refused(3, &["cards", "--game", "mine"]).contains("second.toml:1:14"));
}
