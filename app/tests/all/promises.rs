//! What docs/promises.md says, as far as the program and not the library file alone shows it.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use deckloom::session::{Places, Session};
use serde_json::Value;

struct Shelf {
    folder: tempfile::TempDir,
}

impl Shelf {
    /// A folder with a library that holds a deck.
    fn new() -> Shelf {
        let shelf = Shelf { folder: tempfile::tempdir().expect("a folder") };
        shelf.run(0, &["deck", "new", "Mine", "--from", "chronx/corporate"]);
        shelf
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn output(&self, args: &[&str]) -> Output {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        command.current_dir(self.folder.path()).args(["--library", "library.db"]).args(args).output().expect("runs")
    }

    /// Both of what it says; the exit code must be `code`.
    fn run(&self, code: i32, args: &[&str]) -> String {
        let output = self.output(args);
        let said = [output.stdout, output.stderr].map(|said| String::from_utf8(said).expect("UTF-8")).concat();
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{said}");
        said
    }

    fn json(&self, code: i32, args: &[&str]) -> Value {
        let output = self.output(&[args, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        serde_json::from_slice(&output.stdout).expect("JSON")
    }
}

#[test]
fn a_sound_library_is_checked_and_copied_and_a_copy_takes_no_place() {
    let shelf = Shelf::new();
    let health = shelf.json(0, &["library", "check"]);
    assert_eq!(health["streams"], 1);
    let place = shelf.json(0, &["library", "where"]);
    let games = place["games"].as_array().expect("games");
    let decks = |game: &serde_json::Value| game["decks"].as_array().map(Vec::len);
    assert_eq!(games.iter().filter_map(decks).sum::<usize>(), 1, "{place}");
    assert!(shelf.path(place["file"].as_str().expect("a file")).is_file());
    assert_eq!(health["faults"], serde_json::json!([]));
    let copy = shelf.json(0, &["library", "back-up", "copy.db"]);
    assert_eq!(copy["bytes"].as_u64(), Some(std::fs::metadata(shelf.path("copy.db")).expect("there").len()));
    assert!(shelf.run(4, &["library", "back-up", "copy.db"]).contains("copy.db"));
    // What the system says is said once.
    let said = shelf.run(4, &["library", "back-up", "no/such/folder.db"]);
    assert_eq!(said.matches("os error").count(), 1, "{said}");
    assert!(shelf.run(2, &["event", "pair", "Friday"]).contains("none was begun yet"));
    assert!(shelf.run(0, &["deck", "list", "--library", "copy.db"]).contains("Mine"));
    assert!(shelf.run(4, &["library", "check", "--library", "none.db"]).contains("none.db"));
    assert!(!shelf.path("none.db").exists(), "who looks makes nothing");
}

#[test]
fn a_damaged_library_names_the_way_out_and_the_way_leads_out() {
    let shelf = Shelf::new();
    let mut file = std::fs::read(shelf.path("library.db")).expect("reads");
    // The head of the file, with the names of all tables.
    file[..4096].fill(0xee);
    std::fs::write(shelf.path("library.db"), &file).expect("writes");
    for said in [shelf.run(4, &["deck", "list"]), shelf.run(1, &["library", "check"])] {
        assert!(said.contains("`deckloom library rescue DAMAGED NEW`") && said.contains("library.db"), "{said}");
    }
    let rescued = shelf.json(0, &["library", "rescue", "library.db", "new.db"]);
    assert_eq!((rescued["streams"].as_u64(), rescued["lost_write_ahead"].as_bool()), (Some(1), Some(false)));
    assert!(std::fs::read(shelf.path("library.db")).expect("reads") == file, "the damaged file is as it was");
    assert!(shelf.run(0, &["deck", "list", "--library", "new.db"]).contains("Mine"));
    assert!(shelf.run(4, &["library", "rescue", "library.db", "new.db"]).contains("new.db"));
}

#[test]
fn a_library_that_can_only_be_read_opens_with_a_warning() {
    let shelf = Shelf::new();
    let library = shelf.path("library.db");
    let mut allowed = std::fs::metadata(&library).expect("there").permissions();
    allowed.set_readonly(true);
    std::fs::set_permissions(&library, allowed).expect("set");
    // Whoever may do everything is not stopped by that.
    let is_stopped = std::fs::OpenOptions::new().append(true).open(&library).is_err();
    let desk = Session::open(&Places { library: Some(library), data: Vec::new() }).expect("opens");
    let warning = desk.warning.clone().unwrap_or_default();
    assert_eq!(warning.contains("can only be read; nothing will be saved"), is_stopped, "{warning}");
    assert!(desk.game_libraries().count() > 0);
}

/// All files below a folder, with paths from there.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

fn repo(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

#[cfg(target_os = "linux")]
#[test]
fn files_are_written_in_the_own_folders_and_where_a_person_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path().join("here");
    std::fs::create_dir(&here).expect("made");
    for args in [
        &["deck", "new", "Mine", "--from", "chronx/corporate"][..],
        &["deck", "check", "Mine"],
        &["cards", "type:asset", "--game", "chronx"],
        &["goldfish", "chronx/corporate", "--seed", "1", "--games", "50"],
        &["library", "check"],
        &["library", "back-up", "copy.db"],
    ] {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        command.current_dir(&here).env("HOME", folder.path().join("home")).env("TMPDIR", folder.path().join("tmp"));
        for own in ["XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] {
            command.env_remove(own);
        }
        let output = command.args(args).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let mut found = files(folder.path());
    // SQLite's own files stay beside the library when the last one to close it has only looked.
    found.retain(|f| !["db-wal", "db-shm"].iter().any(|own| f.ends_with(format!("library.{own}"))));
    found.sort();
    let names: Vec<&Path> = found.iter().map(|f| f.strip_prefix(folder.path()).expect("below")).collect();
    assert_eq!(names, ["here/copy.db", "home/.local/share/deckloom/library.db"].map(Path::new));
}

/// The one module that may connect.
const CONNECTS: &str = "app/src/pictures/connection.rs";
/// The one module that may listen.
const LISTENS: &str = "host/src/server/connections.rs";

#[test]
fn one_module_of_the_program_can_connect_and_one_can_listen() {
    let lock = std::fs::read_to_string(repo("Cargo.lock")).expect("reads");
    for speaker in ["curl", "native-tls", "openssl", "reqwest", "isahc", "quinn", "tungstenite", "attohttpc"] {
        assert!(!lock.contains(&format!("name = \"{speaker}\"")), "{speaker}");
    }
    // What can connect is brought by one crate, and that one by the app alone; what can answer by the host.
    for (crate_name, brought_by) in [
        ("ureq", vec!["deckloom"]),
        ("rustls", vec!["ureq"]),
        ("axum", vec!["host"]),
        ("hyper", vec!["axum", "host", "hyper-util"]),
    ] {
        let packages = lock.split("[[package]]").skip(1);
        let needs = |package: &&str| {
            let list = package.split_once("dependencies = [").map_or("", |(_, list)| list);
            list.lines().any(|line| line.trim().trim_end_matches(',').trim_matches('"') == crate_name)
        };
        let name = |package: &str| package.split('"').nth(1).unwrap_or_default().to_owned();
        let found: Vec<String> = packages.filter(needs).map(name).collect();
        assert_eq!(found, brought_by, "{crate_name}");
    }
    let (mut connecting, mut listening) = (Vec::new(), Vec::new());
    for part in ["app", "catalog", "engine", "formats", "host"] {
        for file in files(&repo(part).join("src")) {
            let text = std::fs::read(&file).expect("reads");
            let text = String::from_utf8_lossy(&text);
            for word in ["TcpStream", "UdpSocket", "ToSocketAddrs", "TcpSocket"] {
                assert!(!text.contains(word), "{}: {word}", file.display());
            }
            let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
            let name = || file.strip_prefix(repo("")).expect("below").to_string_lossy().into_owned();
            connecting.extend(has(&["ureq", "hyper::client"]).then(name));
            listening.extend(has(&["TcpListener"]).then(name));
        }
    }
    assert_eq!((connecting, listening), (vec![CONNECTS.to_owned()], vec![LISTENS.to_owned()]));
}

#[test]
fn every_test_that_a_promise_names_is_there() {
    let promises = std::fs::read_to_string(repo("docs/promises.md")).expect("reads");
    let sources: String =
        ["app/tests", "catalog/tests", "catalog/src/store", "formats/tests", "host/src", "host/tests"]
            .iter()
            .flat_map(|folder| files(&repo(folder)))
            .filter(|f| f.extension().is_some_and(|e| e == "rs"))
            .map(|f| std::fs::read_to_string(f).expect("reads"))
            .collect();
    // Names of tests are the only words of more than two parts in backticks.
    let named: Vec<&str> = promises.split('`').skip(1).step_by(2).filter(|w| w.matches('_').count() > 2).collect();
    assert!(named.len() > 15, "{named:?}");
    for name in named {
        assert!(sources.contains(&format!("fn {name}(")), "{name}");
    }
}
