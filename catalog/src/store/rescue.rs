//! What is left of a damaged library, read into a new one.
//!
//! Cards are not rescued: they are made from the data again. A stream is rescued up to the first action that is lost,
//! because what follows was done to something else.

mod pages;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rusqlite::{Connection, params};
use serde::Serialize;
use serde::de::IgnoredAny;

use super::file::{keep_names, write_ahead};
use super::journal::StreamId;
use super::{Error, Library};
use pages::{FoundRow, SqlValue};

/// What was read out of a damaged library, and what was not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Rescued {
    /// Decks, pools, drafts and so on in the new library.
    pub streams: usize,
    /// Their actions.
    pub actions: usize,
    /// Settings.
    pub settings: usize,
    /// Those of the streams whose last actions are lost.
    pub cut: Vec<IncompleteStream>,
    /// Numbers of streams of which something was found, but not how they began.
    pub lost: Vec<StreamId>,
    /// Whether a write-ahead file was there that could not be read: then the last changes are lost.
    pub lost_write_ahead: bool,
}

/// A stream whose last actions are lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IncompleteStream {
    /// Its number.
    pub id: StreamId,
    /// `deck`, `draft` and so on.
    pub kind: String,
    /// Its game.
    pub game: String,
    /// Its name.
    pub name: String,
    /// How many actions it has in the new library.
    pub kept: usize,
    /// How many are known to be lost; there may have been more.
    pub lost: usize,
}

/// A stream as its row has it.
#[derive(Debug)]
struct FoundStream {
    words: [String; 5],
    created: i64,
    changed: i64,
    put_away: i64,
}

/// Everything in the pages that people made.
#[derive(Debug, Default)]
struct FoundRows {
    streams: BTreeMap<i64, FoundStream>,
    actions: BTreeMap<(i64, i64), (i64, String)>,
    settings: BTreeMap<String, String>,
    /// Streams that something else speaks of.
    known: BTreeSet<i64>,
}

/// Reads all that is whole in the library at `damaged`, which stays as it is, into a new library at `new`.
///
/// # Errors
/// When `damaged` cannot be read or holds nothing, or `new` is there already or cannot be written. Then `new` is not made.
pub fn rescue(damaged: &Path, new: &Path) -> Result<Rescued, Error> {
    let place = |path: &Path, cause| Error::Place { path: path.to_owned(), cause };
    if new.exists() {
        return Err(place(new, std::io::ErrorKind::AlreadyExists.into()));
    }
    let folder = new.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let bench = tempfile::tempdir_in(folder).map_err(|e| place(new, e))?;
    let copy = bench.path().join("damaged.db");
    let mut file = std::fs::read(damaged).map_err(|e| Error::Unreadable { path: damaged.to_owned(), cause: e })?;
    let mut rescued = Rescued::default();
    if write_ahead(damaged).exists() {
        std::fs::copy(write_ahead(damaged), write_ahead(&copy)).map_err(|e| place(new, e))?;
        // The header is the same in every library; without it SQLite does not look at the write-ahead file.
        file.splice(..file.len().min(pages::HEAD.len()), *pages::HEAD);
        std::fs::write(&copy, &file).map_err(|e| place(new, e))?;
        match take_in_write_ahead(&copy) {
            Ok(()) => file = std::fs::read(&copy).map_err(|e| place(new, e))?,
            Err(_) => rescued.lost_write_ahead = true,
        }
    }
    let finds = sort(pages::rows(&file));
    if finds.streams.is_empty() && finds.settings.is_empty() {
        return Err(Error::NothingLeft(damaged.to_owned()));
    }
    let made = bench.path().join("new.db");
    let mut library = Library::open(&made)?;
    // Nothing is confirmed before the end, so the disk is waited for once.
    library.db.pragma_update(None, "synchronous", "OFF")?;
    fill(&mut library, &finds, &mut rescued)?;
    drop(library);
    std::fs::File::open(&made).and_then(|file| file.sync_all()).map_err(|e| place(new, e))?;
    let made = tempfile::TempPath::try_from_path(made).map_err(|e| place(new, e))?;
    made.persist_noclobber(new).map_err(|e| place(new, e.error))?;
    keep_names(folder);
    Ok(rescued)
}

/// Moves what is whole in the write-ahead file into the library's own.
fn take_in_write_ahead(copy: &Path) -> Result<(), Error> {
    let db = Connection::open(copy)?;
    let busy: i64 = db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |r| r.get(0))?;
    if busy == 0 { Ok(()) } else { Err(Error::Busy) }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Knows rows by what is in them: no two tables or indexes have rows of the same shape.
fn sort(rows: Vec<FoundRow>) -> FoundRows {
    use SqlValue::{Integer, Null, Text};
    let mut finds = FoundRows::default();
    for row in rows {
        match row {
            FoundRow::Numbered(id, values) => {
                let Ok(
                    [
                        Null,
                        Text(kind),
                        Text(game),
                        Text(name),
                        Text(hash),
                        Text(start),
                        Integer(created),
                        Integer(changed),
                        Integer(away),
                    ],
                ) = <[SqlValue; 9]>::try_from(values)
                else {
                    continue;
                };
                let is_newer = finds.streams.get(&id).is_none_or(|other| other.changed <= changed);
                if id > 0 && is_newer && is_json(&start) {
                    let words = [kind, game, name, hash, start];
                    finds.streams.insert(id, FoundStream { words, created, changed, put_away: away });
                }
                finds.known.insert(id);
            }
            FoundRow::Keyed(values) => match values.as_slice() {
                [Integer(stream), Integer(seq), Integer(at), Text(body)] => {
                    finds.known.insert(*stream);
                    if is_json(body) {
                        finds.actions.insert((*stream, *seq), (*at, body.clone()));
                    }
                }
                // The index of streams.
                [Text(_), Text(_), Integer(_), Integer(_), Integer(id)] => {
                    finds.known.insert(*id);
                }
                [Text(key), Text(value)] if is_json(value) => {
                    finds.settings.insert(key.clone(), value.clone());
                }
                _ => {}
            },
        }
    }
    finds
}

fn fill(library: &mut Library, finds: &FoundRows, rescued: &mut Rescued) -> Result<(), Error> {
    let t = library.write()?;
    for (id, found) in &finds.streams {
        let [kind, game, name, hash, start] = &found.words;
        t.execute(
            "INSERT INTO stream (id, kind, game, name, data_hash, start, created, changed, put_away) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![id, kind, game, name, hash, start, found.created, found.changed, found.put_away],
        )?;
        let all = finds.actions.range((*id, 0)..=(*id, i64::MAX));
        let whole = all.clone().zip(0..).take_while(|(((_, seq), _), expected)| seq == expected);
        let (mut kept, mut last) = (0, found.created);
        for (((_, seq), (at, body)), _) in whole {
            t.execute(
                "INSERT INTO action (stream, seq, at, body) VALUES (?1, ?2, ?3, ?4)",
                params![id, seq, at, body],
            )?;
            (kept, last) = (kept + 1, *at);
        }
        let seen = all.last().map_or(0, |((_, seq), _)| seq.saturating_add(1) as usize);
        // A stream changes when its last action is added, and then only.
        let lost = (seen - kept).max(usize::from(last != found.changed));
        if lost > 0 {
            let (kind, game, name) = (kind.clone(), game.clone(), name.clone());
            rescued.cut.push(IncompleteStream { id: StreamId(*id), kind, game, name, kept, lost });
        }
        rescued.actions += kept;
    }
    for (key, value) in &finds.settings {
        t.execute("INSERT INTO setting VALUES (?1, ?2)", params![key, value])?;
    }
    t.commit()?;
    rescued.streams = finds.streams.len();
    rescued.settings = finds.settings.len();
    rescued.lost = finds.known.iter().filter(|id| !finds.streams.contains_key(id)).map(|id| StreamId(*id)).collect();
    Ok(())
}
