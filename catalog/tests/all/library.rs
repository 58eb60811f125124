//! What docs/promises.md says of the library file.

mod damage;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use catalog::store::journal::{Stream, StreamId, StreamKind};
use catalog::store::{Error, Library};
use rusqlite::Connection;

const VERSIONS: [(i64, &str); 2] =
    [(1, include_str!("../library/version-1.sql")), (2, include_str!("../library/version-2.sql"))];

struct Shelf {
    folder: tempfile::TempDir,
}

impl Shelf {
    fn new() -> Shelf {
        Shelf { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The library with a deck of two actions.
    fn library(&self) -> Library {
        let mut library = Library::open(&self.path("library.db")).expect("opens");
        let id = library.begin(StreamKind::Deck, "chronx", "hash", "Old", &"start").expect("begins");
        library.append(id, 0, &"first", None).expect("appends");
        library.append(id, 1, &"second", None).expect("appends");
        library
    }
}

fn sql(path: &Path, sql: &str) {
    Connection::open(path).expect("opens").execute_batch(sql).expect("runs");
}

fn actions(library: &Library, id: i64) -> Vec<String> {
    let stream: Stream<String, String> = library.stream(StreamId(id)).expect("reads");
    stream.actions
}

/// The message of an attempt to open.
fn refusal(path: &Path) -> String {
    Library::open(path).expect_err("refuses").to_string()
}

#[test]
fn a_library_of_any_version_is_brought_up_to_date_beside_a_copy_and_keeps_what_people_made() {
    let source = catalog::Source::shipped();
    for (version, text) in VERSIONS {
        let shelf = Shelf::new();
        let path = shelf.path("library.db");
        sql(&path, text);
        let mut library = Library::open(&path).expect("opens");
        assert_eq!(actions(&library, 1), ["first", "second"]);
        assert_eq!(library.setting("window").expect("reads"), Some((800, 600)));
        assert!(library.game(&source, "chronx").expect("loads").cards.len() > 100, "cards are read anew");
        assert_eq!(library.check().expect("looks").faults, Vec::<String>::new());
        library.append(StreamId(1), 2, &"third", None).expect("goes on");
        drop(library);
        let copy = shelf.path(&format!("library.db.v{version}.bak"));
        assert_eq!(copy.exists(), version < 2);
        if copy.exists() {
            let old: i64 = Connection::open(&copy)
                .and_then(|db| db.pragma_query_value(None, "user_version", |r| r.get(0)))
                .expect("a number");
            assert_eq!(old, version);
            assert_eq!(actions(&Library::open_to_read(&copy).expect("opens"), 1), ["first", "second"]);
        }
    }
}

#[test]
fn a_second_copy_does_not_take_the_place_of_the_first() {
    let shelf = Shelf::new();
    for name in ["library.db.v1.bak", "library.db.v1.2.bak"] {
        drop(std::fs::remove_file(shelf.path("library.db")));
        sql(&shelf.path("library.db"), VERSIONS[0].1);
        Library::open(&shelf.path("library.db")).expect("opens");
        assert!(shelf.path(name).exists());
    }
}

#[test]
fn a_newer_library_one_of_another_program_and_no_library_are_refused_by_name() {
    let shelf = Shelf::new();
    let path = shelf.path("library.db");
    drop(shelf.library());
    sql(&path, "PRAGMA user_version = 77");
    let message = refusal(&path);
    assert!(
        message.contains("newer Deckloom (version 77, this one reads 2)") && message.contains("library.db"),
        "{message}"
    );
    sql(&shelf.path("songs.db"), "CREATE TABLE song (name TEXT)");
    let message = refusal(&shelf.path("songs.db"));
    assert!(message.contains("songs.db") && message.contains("tables of another program"), "{message}");
    std::fs::write(shelf.path("letter.txt"), "Dear Sir or Madam, ".repeat(99)).expect("writes");
    let message = refusal(&shelf.path("letter.txt"));
    assert!(message.contains("letter.txt") && message.contains("library rescue"), "{message}");
    let message = refusal(shelf.folder.path());
    assert!(message.contains(&*shelf.folder.path().to_string_lossy()), "{message}");
}

#[test]
fn a_library_opened_to_read_shows_all_and_says_that_nothing_is_saved() {
    let shelf = Shelf::new();
    drop(shelf.library());
    let mut library = Library::open_to_read(&shelf.path("library.db")).expect("opens");
    assert!(library.is_read_only());
    assert_eq!(actions(&library, 1), ["first", "second"]);
    for refused in [
        library.append(StreamId(1), 2, &"third", None),
        library.set("window", &1),
        library.put_away(StreamId(1), true),
        library.begin(StreamKind::Deck, "chronx", "hash", "New", &"").map(drop),
    ] {
        assert!(matches!(&refused, Err(Error::ReadOnly)), "{refused:?}");
    }
    library.game(&catalog::Source::shipped(), "chronx").expect("cards are there without being kept");
    library.back_up(&shelf.path("copy.db")).expect("a copy elsewhere");
    assert_eq!(actions(&Library::open(&shelf.path("copy.db")).expect("opens"), 1), ["first", "second"]);
}

#[test]
fn a_library_whose_first_write_was_cut_off_can_be_looked_at() {
    let shelf = Shelf::new();
    // A write that is half on the disk, as a power cut leaves it.
    let first = Connection::open(shelf.path("first.db")).expect("opens");
    let half = "PRAGMA cache_size = 1; BEGIN; CREATE TABLE t(x); INSERT INTO t VALUES (randomblob(100000))";
    first.execute_batch(half).expect("runs");
    for ending in ["", "-journal"] {
        let from = shelf.path(&format!("first.db{ending}"));
        assert!(std::fs::metadata(&from).is_ok_and(|m| m.len() > 0), "{ending}");
        std::fs::copy(from, shelf.path(&format!("library.db{ending}"))).expect("copies");
    }
    let library = Library::open_to_read(&shelf.path("library.db")).expect("opens");
    assert!(library.is_read_only() && library.check().expect("looks").faults.is_empty());
    // Before anything was written at all.
    std::fs::write(shelf.path("empty.db"), "").expect("writes");
    let refused = Library::open_to_read(&shelf.path("empty.db")).expect_err("there is nothing");
    assert!(refused.to_string().contains("empty.db: nothing was ever saved in it"), "{refused}");
}

const READER: &str = "DECKLOOM_TEST_READS_WRITE_PROTECTED";

/// Whoever may do everything is not stopped by write protection, so a second process without such rights looks.
#[cfg(unix)]
#[test]
fn a_write_protected_file_or_folder_opens_to_read() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    if let Some(path) = std::env::var_os(READER) {
        let mut library = Library::open(Path::new(&path)).expect("opens");
        assert!(library.is_read_only());
        assert_eq!(actions(&library, 1), ["first", "second"]);
        assert!(matches!(library.append(StreamId(1), 2, &"third", None), Err(Error::ReadOnly)));
        return;
    }
    for (folder_mode, file_mode) in [(0o755, 0o444), (0o555, 0o644), (0o555, 0o444)] {
        let shelf = Shelf::new();
        let path = shelf.path("library.db");
        drop(shelf.library());
        // The program itself may lie where only its owner looks.
        let exe = shelf.path("reader");
        std::fs::copy(std::env::current_exe().expect("this program"), &exe).expect("copies");
        let allow = |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode));
        allow(&exe, 0o755).expect("set");
        let is_root = std::fs::metadata(&exe).expect("there").uid() == 0;
        allow(&path, file_mode).expect("set");
        allow(shelf.folder.path(), folder_mode).expect("set");
        let mut command = Command::new(&exe);
        command.args(["--exact", "library::a_write_protected_file_or_folder_opens_to_read"]).env(READER, &path);
        if is_root {
            command.uid(65_534);
        }
        let output = command.output().expect("a process");
        allow(shelf.folder.path(), 0o755).expect("set");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && text.contains("1 passed"), "{folder_mode:o} {file_mode:o}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_goes_while_it_is_open_is_told_at_the_next_write_and_can_still_be_copied() {
    for gone in ["library.db", "library.db-wal"] {
        let shelf = Shelf::new();
        let mut library = shelf.library();
        std::fs::rename(shelf.path(gone), shelf.path("elsewhere")).expect("moves");
        // Another file at the same place is not the same file.
        std::fs::write(shelf.path(gone), "").expect("writes");
        let refused = library.append(StreamId(1), 2, &"third", None).expect_err("would be lost").to_string();
        assert!(refused.contains(&format!("{gone} was removed, moved or replaced")), "{refused}");
        assert!(matches!(library.set("window", &1), Err(Error::Vanished(_))));
        library.back_up(&shelf.path("copy.db")).expect("what was confirmed is still there");
        assert_eq!(actions(&Library::open(&shelf.path("copy.db")).expect("opens"), 1), ["first", "second"]);
    }
}

#[test]
fn a_backup_never_takes_the_place_of_a_file_and_is_whole_or_not_there() {
    let shelf = Shelf::new();
    let library = shelf.library();
    std::fs::write(shelf.path("mine"), "mine").expect("writes");
    assert!(matches!(library.back_up(&shelf.path("mine")), Err(Error::Place { .. })));
    assert_eq!(std::fs::read(shelf.path("mine")).expect("reads"), b"mine");
    assert!(library.back_up(&shelf.path("nowhere/copy.db")).is_err());
    library.back_up(&shelf.path("copy.db")).expect("copies");
    let copy = Library::open(&shelf.path("copy.db")).expect("opens");
    assert_eq!(copy.check().expect("looks"), library.check().expect("looks"));
}

#[test]
fn a_clock_that_goes_backwards_changes_no_order() {
    let shelf = Shelf::new();
    let path = shelf.path("library.db");
    drop(shelf.library());
    // As if all of it had been done in a hundred years.
    sql(
        &path,
        "UPDATE action SET at = at + 3155760000; UPDATE stream SET created = created + 3155760000, changed = changed + 3155760000",
    );
    let mut library = Library::open(&path).expect("opens");
    library.append(StreamId(1), 2, &"third", None).expect("appends");
    let stream: Stream<String, String> = library.stream(StreamId(1)).expect("reads");
    assert_eq!(stream.actions, ["first", "second", "third"]);
    assert!(stream.times[2] < stream.times[1], "{:?}", stream.times);
    assert_eq!(library.check().expect("looks").faults, Vec::<String>::new());
}

const WRITER: &str = "DECKLOOM_TEST_WRITES_TO_LIBRARY";
const EACH: usize = 60;

#[test]
fn four_processes_at_one_deck_lose_nothing_and_none_overwrites_another() {
    if let Ok(told) = std::env::var(WRITER) {
        let (name, path) = told.split_once(' ').expect("who and where");
        let mut library = Library::open(Path::new(path)).expect("opens");
        for n in 0..EACH {
            loop {
                let next = library.length(StreamId(1)).expect("reads");
                match library.append(StreamId(1), next, &format!("{name} {n}"), None) {
                    Ok(()) => break,
                    Err(Error::Moved) => {}
                    Err(e) => panic!("{e}"),
                }
            }
        }
        return;
    }
    let shelf = Shelf::new();
    let mut library = Library::open(&shelf.path("library.db")).expect("opens");
    library.begin(StreamKind::Deck, "chronx", "hash", "Shared", &"start").expect("begins");
    let start = |name: &str| {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["--exact", "library::four_processes_at_one_deck_lose_nothing_and_none_overwrites_another"]);
        let told = format!("{name} {}", shelf.path("library.db").display());
        command.env(WRITER, told).stdout(Stdio::null()).spawn().expect("a process")
    };
    let names = ["a", "b", "c", "d"];
    let children = names.map(start);
    for mut child in children {
        assert!(child.wait().expect("ends").success());
    }
    let all = actions(&library, 1);
    assert_eq!(all.len(), names.len() * EACH);
    for name in names {
        let own: Vec<&String> = all.iter().filter(|a| a.starts_with(name)).collect();
        assert!(own.iter().enumerate().all(|(n, a)| **a == format!("{name} {n}")), "{own:?}");
        assert_eq!(own.len(), EACH);
    }
}
