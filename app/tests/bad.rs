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

    fn write(&self, folder: &Path, text: &[u8]) {
        let file = folder.join(&self.at);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        std::fs::write(file, text).expect("written");
    }

    /// What is told of the file.
    fn faults(&self, mini: &Path) -> BTreeSet<String> {
        let folder = tempfile::tempdir().expect("a folder");
        let (game, path) = self.at.split_once('/').expect("a game and a path");
        let mut source = Source::shipped();
        if path == "game.toml" {
            let format = Case { at: format!("{game}/formats/free.toml"), ..Case::default() };
            format.write(folder.path(), FREE.as_bytes());
        } else if game == "mini" {
            source.add_folder(mini).expect("is read");
        }
        self.write(folder.path(), &self.bytes);
        source.add_folder(folder.path()).expect("is read");
        let root = [folder.path(), mini].map(|f| format!("{}/", f.display()));
        let faults = check::game(&source, game).faults;
        let told = faults.iter().map(|f| f.to_string().replacen(": ", " ", 1));
        told.map(|text| root.iter().fold(text, |text, root| text.replace(root, ""))).collect()
    }
}

impl Default for Case {
    fn default() -> Case {
        Case { name: String::new(), at: String::new(), expected: BTreeSet::new(), bytes: Vec::new() }
    }
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
    for game in ["mini", "chronx", "afrika"] {
        let faults = check::game(&source, game).faults;
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
    assert_eq!(check::game(&source, "mini").faults, []);
    let game = std::sync::Arc::new(catalog::load::game(&source, "mini").expect("loads"));
    let book = formats::Book::load(&source, game).expect("loads");
    let rules = |id: &str| book.format(id).expect("a format").rules.len();
    assert_eq!([rules("z"), rules("b"), rules("a")], [rules("standard") + 1, rules("standard") + 2, rules("standard") + 3]);
}
