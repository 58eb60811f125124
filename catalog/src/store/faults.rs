//! What a kill and a full disk can cost, tried at every place where they can happen.
//!
//! A script of everything that the library does is run by a second process, which says after each step that it is
//! confirmed and ends at one place after the other until a run comes through. Then the file must hold the state after the
//! last confirmed step, or after the step that was under way, and nothing in between.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicI64, Ordering};

use rusqlite::Connection;
use rusqlite::hooks::Wal;

use super::journal::{StreamId, StreamKind};
use super::rescue::rescue;
use super::{Error, Library, schema};
use crate::source::Source;

/// How many places are passed before the process ends; below 1 it never does.
static LEFT: AtomicI64 = AtomicI64::new(0);

/// A place where a process can be killed.
fn place() {
    if LEFT.fetch_sub(1, Ordering::SeqCst) == 1 {
        std::process::abort();
    }
}

/// Makes a place of every few instructions of SQLite's machine, of every changed row, and of both sides of a commit.
pub(super) fn watch(db: &mut Connection) -> rusqlite::Result<()> {
    if LEFT.load(Ordering::SeqCst) > 0 {
        db.progress_handler(
            1,
            Some(|| {
                place();
                false
            }),
        )?;
        db.update_hook(Some(|_, _: &str, _: &str, _| place()))?;
        db.commit_hook(Some(|| {
            place();
            false
        }))?;
        db.wal_hook(Some(|_: &mut Wal, _| {
            place();
            Ok(())
        }))?;
    }
    Ok(())
}

/// A game with sets of one card each: the id of the set, the name of the card.
pub(super) fn game_of(sets: &[(&str, &str)]) -> Source {
    let schema = Source::shipped().file("chronx/game.toml").expect("there").text.to_string();
    let set = |(id, card): &(&str, &str)| {
        let text = format!(
            "source = \"house set\"\nid = \"{id}\"\nname = \"{id}\"\ncode = \"{id}\"\n[[card]]\nname = \"{card}\"\n\
             number = \"1\"\ntype = [\"city\"]\nrarity = \"fixed\"\ntext = \"x\"\n"
        );
        (format!("sets/{id}.toml"), text)
    };
    Source::from_texts("chronx", sets.iter().map(set).chain([("game.toml".to_owned(), schema)]))
}

fn source(card: &str) -> Source {
    game_of(&[("s", card)])
}

fn keep(library: &Library, card: &str) -> Result<(), Error> {
    let source = source(card);
    let game = crate::load::game(&source, "chronx").expect("sound");
    library.keep(&game, &super::SetStamps::new(&source, "chronx").all(&source, "chronx"))
}

const STEPS: usize = 12;

/// Everything that the library writes; `long` texts need pages of their own.
fn step(library: &mut Library, step: usize) -> Result<(), Error> {
    let long = "x".repeat(9_000);
    let begin =
        |library: &mut Library, kind, start: &str| library.begin(kind, "chronx", "hash", "first", &start).map(drop);
    match step {
        0 => begin(library, StreamKind::Deck, "a"),
        1 => library.append(StreamId(1), 0, &"one", None),
        2 => library.append(StreamId(1), 1, &long, Some("second")),
        3 => library.set("window", &(800, 600)),
        4 => keep(library, "Cairo"),
        5 => begin(library, StreamKind::Draft, &long),
        6 => library.append(StreamId(2), 0, &1, None),
        7 => library.put_away(StreamId(1), true),
        8 => library.set("window", &(1024, 768)),
        9 => keep(library, "Lagos"),
        10 => library.append(StreamId(1), 2, &"three", None),
        _ => library.append(StreamId(2), 1, &long, Some(&long)),
    }
}

/// All that the library holds, but for times.
fn state(library: &Library) -> String {
    let all = |sql: &str| -> Vec<String> {
        let mut statement = library.db.prepare(sql).expect("tables");
        let rows = statement.query_map([], |r| r.get(0)).expect("rows");
        rows.map(|r| r.expect("a row")).collect()
    };
    let kept = |card| {
        let source = source(card);
        library.db.is_autocommit() && {
            let hash: Vec<String> = all("SELECT hash FROM game");
            hash == [super::stamp(&source.hash("chronx"))]
        }
    };
    format!(
        "{:?} {:?} {:?} {:?} Cairo {} Lagos {}",
        all("SELECT concat_ws(' ', id, kind, name, length(start), put_away) FROM stream ORDER BY id"),
        all("SELECT concat_ws(' ', stream, seq, length(body), substr(body, 1, 9)) FROM action ORDER BY stream, seq"),
        all("SELECT key || value FROM setting ORDER BY key"),
        all("SELECT game || position || ' ' || length(body) FROM card_set"),
        kept("Cairo"),
        kept("Lagos"),
    )
}

/// The state before the first step, and after each.
fn states() -> Vec<String> {
    let mut library = Library::in_memory().expect("memory");
    let mut states = vec![state(&library)];
    for n in 0..STEPS {
        step(&mut library, n).expect("memory has room");
        states.push(state(&library));
    }
    states
}

const TOLD: &str = "DECKLOOM_TEST_LIBRARY_SCRIPT";

/// Runs `script` in a second process, of which `shell` may say how it is started.
fn elsewhere(script: &str, folder: &Path, shell: Option<&str>, places: i64) -> Output {
    let exe = std::env::current_exe().expect("this program");
    let mut command = match shell {
        Some(shell) => {
            let mut command = Command::new("sh");
            command.args(["-c", &format!("{shell}; exec \"$0\" \"$@\"")]).arg(exe);
            command
        }
        None => Command::new(exe),
    };
    command.args(["--exact", "store::faults::the_second_process", "--nocapture", "--test-threads=1"]);
    command.env(TOLD, format!("{script} {places}")).current_dir(folder).output().expect("a process")
}

/// What the second process does; alone it runs the whole script once.
#[test]
fn the_second_process() {
    let told = std::env::var(TOLD).unwrap_or_default();
    let folder = tempfile::tempdir().expect("a folder");
    let (script, places) = told.split_once(' ').unwrap_or(("steps", "0"));
    let path = if told.is_empty() { folder.path().join("library.db") } else { PathBuf::from("library.db") };
    LEFT.store(places.parse().expect("a number"), Ordering::SeqCst);
    let say = |word: &str| {
        println!("\n{word}");
        std::io::stdout().flush().expect("somebody listens");
    };
    let run = || -> Result<(), Error> {
        if script == "rescue" {
            rescue(&path, Path::new("new.db"))?;
            say("confirmed");
            return Ok(());
        }
        let mut library = Library::open(&path)?;
        say("opened");
        // A killed process leaves what it wrote to the system, so that waiting for the disk would change nothing.
        library.db.pragma_update(None, "synchronous", "OFF")?;
        for n in 0..if script == "open" { 0 } else { STEPS } {
            step(&mut library, n)?;
            say("confirmed");
        }
        Ok(())
    };
    match run() {
        Ok(()) => say("through"),
        Err(e) => say(&format!("error {e}")),
    }
    LEFT.store(0, Ordering::SeqCst);
}

fn said(output: &Output, word: &str) -> usize {
    String::from_utf8_lossy(&output.stdout).lines().filter(|line| *line == word).count()
}

/// Runs with 1, 2, 3 and so on until one comes through, several at a time, and gives how many did not. `run` gets the
/// number and says whether it came through.
fn until_through(run: impl Fn(i64) -> bool + Sync) -> i64 {
    let (next, through) = (AtomicI64::new(1), AtomicI64::new(i64::MAX));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::SeqCst);
                    if n > through.load(Ordering::SeqCst) {
                        break;
                    }
                    if run(n) {
                        through.fetch_min(n, Ordering::SeqCst);
                    }
                }
            });
        }
    });
    through.into_inner() - 1
}

/// Kills the second process at every place, and gives how many there were. `judge` gets the folder and what was said.
fn at_every_place(script: &str, prepare: impl Fn(&Path) + Sync, judge: impl Fn(&Path, &Output) + Sync) -> i64 {
    until_through(|places| {
        let folder = tempfile::tempdir().expect("a folder");
        prepare(folder.path());
        let output = elsewhere(script, folder.path(), None, places);
        judge(folder.path(), &output);
        let is_through = said(&output, "through") == 1;
        assert!(is_through || !output.status.success(), "it was killed");
        is_through
    })
}

/// The file holds what was confirmed, and at most the step that was under way.
fn nothing_is_lost(folder: &Path, output: &Output, states: &[String]) {
    let confirmed = said(output, "confirmed");
    let library = Library::open(&folder.join("library.db")).expect("opens");
    assert_eq!(library.check().expect("can be looked at").faults, Vec::<String>::new());
    let found = state(&library);
    assert!(states[confirmed..].iter().take(2).any(|s| *s == found), "after {confirmed} steps there is {found}");
}

#[test]
fn a_process_that_is_killed_between_any_two_instructions_loses_nothing_confirmed() {
    let states = states();
    let places = at_every_place("steps", |_| {}, |folder, output| nothing_is_lost(folder, output, &states));
    assert!(places > 200, "{places} places");
    println!("{places} places");
}

/// A library of version 1 with a deck, as that version made it.
fn version_1(path: &Path) {
    let db = Connection::open(path).expect("opens");
    db.execute_batch(include_str!("../../tests/library/version-1.sql")).expect("as version 1 had it");
}

#[test]
fn a_migration_that_is_killed_anywhere_leaves_the_old_or_the_new_library_and_new_only_beside_a_copy() {
    let deck = r#"["1 deck Old 7 0"] ["1 0 7 \"first\"", "1 1 8 \"second\""] ["window[800,600]"]"#;
    let judge = |folder: &Path, _: &Output| {
        let path = folder.join("library.db");
        let now = Library::open_to_read(&path).expect("opens");
        assert_eq!(now.check().expect("can be looked at").faults, Vec::<String>::new());
        let is_new = schema::version_of(&now).expect("a number") == schema::VERSION;
        assert!(state(&now).starts_with(deck), "{}", state(&now));
        drop(now);
        let copy = folder.join("library.db.v1.bak");
        assert!(copy.exists() || !is_new);
        if copy.exists() {
            let copy = Library::open_to_read(&copy).expect("opens");
            assert!(state(&copy).starts_with(deck) && schema::version_of(&copy).expect("a number") == 1);
        }
        let library = Library::open(&path).expect("is brought up to date the next time");
        assert!(
            state(&library).starts_with(deck) && schema::version_of(&library).expect("a number") == schema::VERSION
        );
    };
    let places = at_every_place("open", |folder| version_1(&folder.join("library.db")), judge);
    assert!(places > 50, "{places} places");
    println!("{places} places");
    if cfg!(unix) {
        // A disk that takes so many blocks a file and no more: without a copy there is no migration.
        let without_copy = AtomicI64::new(0);
        let blocks = until_through(|blocks| {
            let folder = tempfile::tempdir().expect("a folder");
            version_1(&folder.path().join("library.db"));
            let output = elsewhere("open", folder.path(), Some(&format!("trap '' XFSZ; ulimit -f {blocks}")), 0);
            if String::from_utf8_lossy(&output.stdout).contains("needs a copy beside it, which cannot be written") {
                without_copy.fetch_add(1, Ordering::SeqCst);
                let library = Library::open_to_read(&folder.path().join("library.db")).expect("opens");
                assert_eq!(schema::version_of(&library).expect("a number"), 1);
                assert!(!folder.path().join("library.db.v1.bak").exists());
            }
            judge(folder.path(), &output);
            said(&output, "through") == 1
        });
        println!("{blocks} blocks, {} without a copy", without_copy.load(Ordering::SeqCst));
        assert!(without_copy.into_inner() > 5);
    }
}

#[test]
fn a_rescue_that_is_killed_anywhere_leaves_the_damaged_file_and_a_whole_new_one_or_none() {
    let prepare = |folder: &Path| version_1(&folder.join("library.db"));
    let folder = tempfile::tempdir().expect("a folder");
    prepare(folder.path());
    let before = std::fs::read(folder.path().join("library.db")).expect("reads");
    let judge = |folder: &Path, output: &Output| {
        assert!(std::fs::read(folder.join("library.db")).expect("reads") == before);
        let new = folder.join("new.db");
        assert!(new.exists() || said(output, "confirmed") == 0);
        if new.exists() {
            let new = Library::open(&new).expect("opens");
            assert!(state(&new).contains("1 1 8 \\\"second\\\""), "{}", state(&new));
        }
    };
    let places = at_every_place("rescue", prepare, judge);
    assert!(places > 50, "{places} places");
    println!("{places} places");
}

/// Files may grow to so many blocks of 512 bytes and no further: what would go beyond kills the process in the middle of
/// writing, or is refused as a full disk does.
#[cfg(unix)]
#[test]
fn a_file_that_stops_growing_at_any_block_loses_nothing_confirmed() {
    let states = states();
    for (is_killed, shell) in [(true, "ulimit -c 0; ulimit -f"), (false, "trap '' XFSZ; ulimit -f")] {
        let blocks = until_through(|blocks| {
            let folder = tempfile::tempdir().expect("a folder");
            let output = elsewhere("steps", folder.path(), Some(&format!("{shell} {blocks}")), 0);
            nothing_is_lost(folder.path(), &output, &states);
            let text = String::from_utf8_lossy(&output.stdout);
            if said(&output, "through") == 1 {
                return true;
            }
            if is_killed {
                assert!(!output.status.success(), "{text}");
            } else {
                let error = text.lines().find_map(|line| line.strip_prefix("error ")).expect("an error in words");
                assert!(error.contains("library") || error.contains("disk"), "{error}");
                // What was refused is not there at all.
                let library = Library::open(&folder.path().join("library.db")).expect("opens");
                assert_eq!(state(&library), states[said(&output, "confirmed")], "{error}");
            }
            false
        });
        println!("{blocks} blocks, killed: {is_killed}");
        assert!(blocks > 100, "{blocks}");
    }
}

#[test]
fn a_full_disk_is_told_at_any_size_and_what_was_there_stays() {
    let states = states();
    let mut refused = [0; STEPS];
    for room in 0.. {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("library.db");
        let mut library = Library::open(&path).expect("made");
        let pages: i64 = library.db.pragma_query_value(None, "page_count", |r| r.get(0)).expect("a number");
        let grow = |library: &Library, to: i64| library.db.pragma_update(None, "max_page_count", to).expect("set");
        grow(&library, pages + room);
        let mut next = 0;
        while next < STEPS {
            match step(&mut library, next) {
                Ok(()) => next += 1,
                Err(e) => {
                    assert!(matches!(e, Error::Full) && e.to_string().starts_with("the disk is full"), "{e}");
                    break;
                }
            }
        }
        assert_eq!(state(&library), states[next]);
        if next == STEPS {
            assert!(room > 5);
            break;
        }
        refused[next] += 1;
        // With room again it goes on where it was.
        grow(&library, 1 << 20);
        (next..STEPS).for_each(|n| step(&mut library, n).expect("there is room"));
        drop(library);
        assert_eq!(state(&Library::open(&path).expect("opens")), states[STEPS]);
    }
    assert!(refused.iter().filter(|n| **n > 0).count() >= 3, "{refused:?}");
}
