//! Damaged files: opening them says so and never panics, and a rescue brings back what is whole.

use std::collections::BTreeMap;
use std::path::Path;

use catalog::store::Library;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::store::rescue::{Rescued, rescue};
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};
use rusqlite::Connection;

use super::{Shelf, actions, refusal, sql};

/// Everything that people made, row by row.
type Rows = BTreeMap<String, String>;

fn rows(path: &Path) -> Rows {
    let db = Connection::open(path).expect("opens");
    let mut rows = Rows::new();
    for sql in [
        "SELECT 'stream ' || id, concat_ws(' ', kind, game, name, data_hash, start, created, changed, put_away) FROM stream",
        "SELECT 'action ' || stream || ' ' || printf('%05d', seq), at || ' ' || body FROM action",
        "SELECT 'setting ' || key, value FROM setting",
    ] {
        let mut statement = db.prepare(sql).expect("tables");
        let found = statement.query_map([], |r| Ok((r.get(0)?, r.get(1)?))).expect("rows");
        rows.extend(found.map(|r| r.expect("a row")));
    }
    rows
}

/// A library of 40 streams with up to 80 actions each, some of them long, and some settings that were changed often.
fn large(shelf: &Shelf) -> std::path::PathBuf {
    let path = shelf.path("library.db");
    let mut library = Library::open(&path).expect("opens");
    library.game(&catalog::Source::shipped(), "chronx").expect("loads");
    for n in 0..40usize {
        let start = "s".repeat(n * 131 % 6_000);
        let id = library.begin(StreamKind::Deck, "chronx", "hash", &format!("Deck {n}"), &start).expect("begins");
        for seq in 0..n * 7 % 81 {
            let body = "a".repeat(if seq % 29 == 7 { 5_000 } else { seq * 17 % 300 });
            library.append(id, seq, &body, (seq % 10 == 0).then_some("Renamed")).expect("appends");
        }
        library.put_away(id, n % 5 == 0).expect("puts away");
        library.set(&format!("setting {}", n % 9), &"v".repeat(n * 37 % 900)).expect("set");
    }
    drop(library);
    // As if each action had taken a second: of two within one second the rescue cannot know that the second is gone.
    sql(
        &path,
        "UPDATE action SET at = 1700000001 + seq;
         UPDATE stream SET created = 1700000000,
             changed = 1700000000 + (SELECT count(*) FROM action WHERE action.stream = stream.id);",
    );
    path
}

fn rescued(shelf: &Shelf, name: &str) -> (Rescued, Rows) {
    let new = shelf.path("rescued.db");
    drop(std::fs::remove_file(&new));
    let report = rescue(&shelf.path(name), &new).expect("something is left");
    let library = Library::open(&new).expect("opens");
    let health = library.check().expect("looks");
    assert_eq!(health.faults, Vec::<String>::new());
    assert_eq!((health.streams, health.actions, health.settings), (report.streams, report.actions, report.settings));
    drop(library);
    (report, rows(&new))
}

#[test]
fn a_rescue_of_a_sound_library_is_all_of_it() {
    let shelf = Shelf::new();
    let path = large(&shelf);
    let (report, found) = rescued(&shelf, "library.db");
    assert_eq!(found, rows(&path));
    assert!(report.cut.is_empty() && report.lost.is_empty() && !report.lost_write_ahead, "{report:?}");
    assert!(rescue(&path, &path).is_err(), "nothing takes the place of a file");
}

#[test]
fn a_rescue_reads_what_is_only_in_the_write_ahead_file_also_without_a_header() {
    let shelf = Shelf::new();
    let library = shelf.library();
    for (from, to) in [("library.db", "copy.db"), ("library.db-wal", "copy.db-wal")] {
        std::fs::copy(shelf.path(from), shelf.path(to)).expect("copies");
    }
    let mut file = std::fs::read(shelf.path("copy.db")).expect("reads");
    let end = file.len().min(100);
    file[..end].fill(0xee);
    std::fs::write(shelf.path("copy.db"), &file).expect("writes");
    let (report, _) = rescued(&shelf, "copy.db");
    assert_eq!((report.streams, report.actions, report.lost_write_ahead), (1, 2, false));
    assert_eq!(actions(&Library::open(&shelf.path("rescued.db")).expect("opens"), 1), actions(&library, 1));
    assert!(std::fs::read(shelf.path("copy.db")).expect("reads") == file, "the damaged file is as it was");
}

/// Each row of `found` is a row of `all`.
fn invents_nothing(all: &Rows, found: &Rows) {
    for (key, value) in found {
        assert_eq!(all.get(key), Some(value), "{key}");
    }
}

#[test]
fn each_page_that_is_lost_costs_what_was_on_it_and_no_more() {
    let shelf = Shelf::new();
    let path = large(&shelf);
    let all = rows(&path);
    let sound = std::fs::read(&path).expect("reads");
    let (mut unharmed, mut lost_rows) = (0, 0);
    let pages = sound.len() / 4096;
    for page in 0..pages {
        let mut file = sound.clone();
        file[page * 4096..(page + 1) * 4096].fill(0xa5);
        std::fs::write(shelf.path("damaged.db"), &file).expect("writes");
        let (report, found) = rescued(&shelf, "damaged.db");
        invents_nothing(&all, &found);
        let lost = all.len() - found.len();
        // What is missing is told: a stream without a beginning, or the end of one; settings have no number to miss.
        let whole = lost == 0 || !report.cut.is_empty() || !report.lost.is_empty();
        let only_settings = all.keys().filter(|k| !found.contains_key(*k)).all(|k| k.starts_with("setting"));
        assert!(whole || only_settings, "page {page}: {lost} rows are missing, and {report:?}");
        assert!(lost < all.len() / 3, "page {page}: {lost} of {} rows", all.len());
        unharmed += usize::from(lost == 0);
        lost_rows += lost;
    }
    println!("{pages} pages, {unharmed} without loss, {} of {} rows lost on average", lost_rows / pages, all.len());
    assert!(unharmed > 10, "trees, indexes and cards are made anew");
}

#[test]
fn flipped_bytes_and_cut_files_are_told_and_never_panic() {
    let shelf = Shelf::new();
    let sound = std::fs::read(large(&shelf)).expect("reads");
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut random = |below: usize| (rng.next_u64() % below as u64) as usize;
    let (mut opened, mut healthy, mut empty) = (0, 0, 0);
    let path = shelf.path("damaged.db");
    const TRIES: usize = 150;
    for n in 0..TRIES {
        let mut file = sound.clone();
        if n % 3 == 0 {
            file.truncate(random(sound.len()));
        } else {
            // Half of the bytes are where the file says how it is made.
            for _ in 0..1 + random(20) {
                let at = if random(2) == 0 { random(200) } else { random(sound.len()) };
                file[at] ^= 1 + random(255) as u8;
            }
        }
        for ending in ["-wal", "-shm", ".v1.bak"] {
            drop(std::fs::remove_file(shelf.path(&format!("damaged.db{ending}"))));
        }
        drop(std::fs::remove_file(shelf.path("new.db")));
        std::fs::write(&path, &file).expect("writes");
        match rescue(&path, &shelf.path("new.db")) {
            Ok(_) => {
                assert!(Library::open(&shelf.path("new.db")).expect("opens").check().expect("looks").faults.is_empty())
            }
            Err(e) => {
                assert!(e.to_string().contains("can be recovered"), "{e}");
                empty += 1;
            }
        }
        assert!(std::fs::read(&path).expect("reads") == file, "the damaged file is as it was");
        match Library::open(&path) {
            Ok(mut library) => {
                opened += 1;
                healthy += usize::from(library.check().is_ok_and(|h| h.faults.is_empty()));
                for id in 1..=40 {
                    // Whether they can be read is not asked; only that the program lives.
                    drop(library.stream::<String, String>(StreamId(id)));
                }
                drop(library.append(StreamId(3), 0, &"x", None));
            }
            Err(e) => assert!(e.to_string().contains("damaged.db"), "{e}"),
        }
    }
    println!("{TRIES} files: {opened} opened, {healthy} of them without a fault; {empty} held nothing");
    assert!(opened > 0 && opened < TRIES && healthy < opened && empty < TRIES / 4);
}

#[test]
fn a_damaged_library_that_was_not_closed_is_refused_each_time_with_the_way_out() {
    let shelf = Shelf::new();
    let path = large(&shelf);
    let mut file = std::fs::read(&path).expect("reads");
    file[4096 * 2..4096 * 12].fill(0);
    std::fs::write(shelf.path("damaged.db"), &file).expect("writes");
    // As if the program had been killed: something waits in the write-ahead file.
    let library = Library::open(&path).expect("opens");
    let wal = std::fs::read(shelf.path("library.db-wal")).unwrap_or_default();
    drop(library);
    std::fs::write(shelf.path("damaged.db-wal"), if wal.is_empty() { vec![1; 32] } else { wal }).expect("writes");
    for _ in 0..2 {
        let message = refusal(&shelf.path("damaged.db"));
        assert!(message.contains("damaged.db") && message.contains("`deckloom library rescue"), "{message}");
    }
}
