//! The log of everything a person does: streams of a start and the actions that followed.
//!
//! Actions are added one by one and are safe once [`Library::append`] returns, also if the process is
//! killed the moment after. Nothing is overwritten: undoing is an action too, and a deck that is thrown
//! away is only put away.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Error, Library};

/// Actions of a stream: a hundred times those of the longest that a person would make.
const MOST_ACTIONS: usize = 1_000_000;
/// Bytes of a stream.
const MOST_BYTES: i64 = 64 << 20;

/// What a stream is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantArray, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StreamKind {
    /// A deck that is edited.
    Deck,
    /// A sealed pool.
    Pool,
    /// A draft.
    Draft,
    /// The cards of a game that a person owns and wants.
    Collection,
    /// An event with its players and rounds.
    Event,
    /// A match that people sit at.
    Match,
    /// A game at a real table, of which the program keeps the opponent.
    Companion,
    /// A table that people sit at with their own devices.
    Table,
}

impl StreamKind {
    /// All kinds.
    pub const ALL: &'static [StreamKind] = <StreamKind as strum::VariantArray>::VARIANTS;

    fn word(self) -> &'static str {
        self.into()
    }
}

/// The number of a stream in its library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StreamId(pub i64);

/// A stream without its actions.
#[derive(Debug, Clone)]
pub struct Heading {
    /// Its number.
    pub id: StreamId,
    /// The game.
    pub game: String,
    /// Its name.
    pub name: String,
    /// SHA-256 of the game's data when it began.
    pub data_hash: String,
    /// When it began, in seconds since 1970.
    pub created: i64,
    /// When it last changed, in seconds since 1970.
    pub changed: i64,
    /// How many actions it has.
    pub length: usize,
}

/// The columns of a [`Heading`].
const HEADING: &str = "id, game, name, data_hash, created, changed, \
                       (SELECT coalesce(max(seq) + 1, 0) FROM action WHERE action.stream = stream.id)";

/// An action to be added.
#[derive(Debug, Clone)]
pub struct NewAction {
    stream: StreamId,
    seq: usize,
    body: String,
}

impl NewAction {
    /// An action as number `seq` of its stream, counted from 0.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn new<A: Serialize>(stream: StreamId, seq: usize, action: &A) -> Result<NewAction, Error> {
        Ok(NewAction { stream, seq, body: serde_json::to_string(action)? })
    }
}

/// A whole stream.
#[derive(Debug, Clone)]
pub struct Stream<S, A> {
    /// Number, name and so on.
    pub heading: Heading,
    /// What it began with.
    pub start: S,
    /// What was done since, in order.
    pub actions: Vec<A>,
    /// When each of it was done, in seconds since 1970.
    pub times: Vec<i64>,
}

impl Library {
    /// Begins a stream.
    ///
    /// # Errors
    /// Of the library.
    pub fn begin<S: Serialize>(
        &mut self,
        kind: StreamKind,
        game: &str,
        hash: &str,
        name: &str,
        start: &S,
    ) -> Result<StreamId, Error> {
        let (now, start) = (now(), serde_json::to_string(start)?);
        let t = self.write()?;
        t.execute(
            "INSERT INTO stream (kind, game, name, data_hash, start, created, changed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
            params![kind.word(), game, name, hash, start, now],
        )?;
        let id = StreamId(t.last_insert_rowid());
        t.commit()?;
        Ok(id)
    }

    /// Adds an action as number `seq`, counted from 0; with a name, the stream has that name from now on.
    ///
    /// # Errors
    /// [`Error::Moved`] if there is such an action already, [`Error::Large`] if there are too many; others of the library. Then nothing has changed.
    pub fn append<A: Serialize>(
        &mut self,
        stream: StreamId,
        seq: usize,
        action: &A,
        name: Option<&str>,
    ) -> Result<(), Error> {
        self.add(&NewAction::new(stream, seq, action)?, name)
    }

    /// Adds actions in order, all in one transaction: what each came to, as of [`Library::append`].
    pub fn append_all(&mut self, actions: &[NewAction]) -> Vec<Result<(), Error>> {
        self.add_together(actions).unwrap_or_else(|_| {
            // What the file refuses of all together may be possible for some.
            actions.iter().map(|action| self.add(action, None)).collect()
        })
    }

    fn add_together(&mut self, actions: &[NewAction]) -> Result<Vec<Result<(), Error>>, Error> {
        let t = self.write()?;
        let added = actions.iter().map(|action| match insert(&t, action, None) {
            Err(refused @ (Error::Moved | Error::Large(_))) => Ok(Err(refused)),
            done => done.map(Ok),
        });
        let added = added.collect::<Result<Vec<_>, Error>>()?;
        t.commit()?;
        Ok(added)
    }

    fn add(&mut self, action: &NewAction, name: Option<&str>) -> Result<(), Error> {
        let t = self.write()?;
        insert(&t, action, name)?;
        t.commit()?;
        Ok(())
    }

    /// The streams of a kind, the one that changed last first.
    ///
    /// # Errors
    /// Of the library.
    pub fn streams(&self, kind: StreamKind, game: &str) -> Result<Vec<Heading>, Error> {
        self.headings(kind, game, false)
    }

    /// The streams of a kind that were put away, the one that changed last first.
    ///
    /// # Errors
    /// Of the library.
    pub fn put_away_streams(&self, kind: StreamKind, game: &str) -> Result<Vec<Heading>, Error> {
        self.headings(kind, game, true)
    }

    fn headings(&self, kind: StreamKind, game: &str, away: bool) -> Result<Vec<Heading>, Error> {
        let sql = format!(
            "SELECT {HEADING} FROM stream WHERE kind = ?1 AND game = ?2 AND put_away = ?3 ORDER BY changed DESC, id DESC"
        );
        let mut statement = self.db.prepare(&sql)?;
        let rows = statement.query_map(params![kind.word(), game, away], heading)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A stream with its actions.
    ///
    /// # Errors
    /// [`Error::Missing`] if there is none with this number; others of the library.
    pub fn stream<S: DeserializeOwned, A: DeserializeOwned>(&self, id: StreamId) -> Result<Stream<S, A>, Error> {
        self.must_be_readable(id)?;
        let sql = format!("SELECT {HEADING}, start FROM stream WHERE id = ?1");
        let found = self.db.query_row(&sql, [id.0], |r| Ok((heading(r)?, r.get::<_, String>(7)?))).optional()?;
        let (heading, start) = found.ok_or(Error::Missing(id.0))?;
        let mut statement = self.db.prepare("SELECT at, body FROM action WHERE stream = ?1 ORDER BY seq")?;
        let rows = statement.query_map([id.0], |r| Ok((r.get::<_, i64>(0)?, r.get::<_, String>(1)?)))?;
        let (times, bodies): (Vec<i64>, Vec<String>) = rows.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
        let actions = bodies.iter().map(|b| serde_json::from_str(b)).collect::<Result<_, _>>()?;
        Ok(Stream { heading, start: serde_json::from_str(&start)?, actions, times })
    }

    /// Whether a stream is of a size that a person makes. SQLite knows it without reading the rows.
    fn must_be_readable(&self, id: StreamId) -> Result<(), Error> {
        let sql = "SELECT (SELECT count(*) FROM action WHERE stream = ?1), \
                   (SELECT coalesce(sum(octet_length(body)), 0) FROM action WHERE stream = ?1) \
                   + (SELECT coalesce(sum(octet_length(start) + octet_length(name)), 0) FROM stream WHERE id = ?1)";
        let (actions, bytes) = self.db.query_row(sql, [id.0], |r| Ok((r.get::<_, i64>(0)?, r.get::<_, i64>(1)?)))?;
        if actions > MOST_ACTIONS as i64 || bytes > MOST_BYTES { Err(Error::Large(id.0)) } else { Ok(()) }
    }

    /// What a stream began with.
    ///
    /// # Errors
    /// [`Error::Missing`] if there is none with this number; others of the library.
    pub fn start<S: DeserializeOwned>(&self, id: StreamId) -> Result<S, Error> {
        self.must_be_readable(id)?;
        let sql = "SELECT start FROM stream WHERE id = ?1";
        let start: Option<String> = self.db.query_row(sql, [id.0], |r| r.get(0)).optional()?;
        Ok(serde_json::from_str(&start.ok_or(Error::Missing(id.0))?)?)
    }

    /// The last action of a stream, if it has any.
    ///
    /// # Errors
    /// [`Error::Large`] if the stream is; others of the library, or if it is no such action.
    pub fn last_action<A: DeserializeOwned>(&self, id: StreamId) -> Result<Option<A>, Error> {
        self.must_be_readable(id)?;
        let sql = "SELECT body FROM action WHERE stream = ?1 ORDER BY seq DESC LIMIT 1";
        let body: Option<String> = self.db.query_row(sql, [id.0], |r| r.get(0)).optional()?;
        Ok(body.map(|body| serde_json::from_str(&body)).transpose()?)
    }

    /// How many actions a stream has.
    ///
    /// # Errors
    /// Of the library.
    pub fn length(&self, id: StreamId) -> Result<usize, Error> {
        let sql = "SELECT coalesce(max(seq) + 1, 0) FROM action WHERE stream = ?1";
        Ok(self.db.query_row(sql, [id.0], |r| r.get::<_, i64>(0))? as usize)
    }

    /// Puts a stream away, so that it is no longer listed; or takes it out again.
    ///
    /// # Errors
    /// Of the library.
    pub fn put_away(&mut self, id: StreamId, away: bool) -> Result<(), Error> {
        let t = self.write()?;
        t.execute("UPDATE stream SET put_away = ?2 WHERE id = ?1", params![id.0, away])?;
        Ok(t.commit()?)
    }
}

/// Adds a row, or changes nothing.
fn insert(db: &Connection, action: &NewAction, name: Option<&str>) -> Result<(), Error> {
    let NewAction { stream, seq, body } = action;
    let (now, seq) = (now(), *seq as i64);
    if seq >= MOST_ACTIONS as i64 {
        return Err(Error::Large(stream.0));
    }
    let sql = "SELECT coalesce(max(seq) + 1, 0) FROM action WHERE stream = ?1";
    let next: i64 = db.prepare_cached(sql)?.query_row([stream.0], |r| r.get(0))?;
    if next != seq {
        return Err(Error::Moved);
    }
    let sql = "INSERT INTO action (stream, seq, at, body) VALUES (?1, ?2, ?3, ?4)";
    db.prepare_cached(sql)?.execute(params![stream.0, seq, now, body])?;
    let sql = "UPDATE stream SET changed = ?2, name = coalesce(?3, name) WHERE id = ?1";
    db.prepare_cached(sql)?.execute(params![stream.0, now, name])?;
    Ok(())
}

fn heading(row: &rusqlite::Row<'_>) -> rusqlite::Result<Heading> {
    Ok(Heading {
        id: StreamId(row.get(0)?),
        game: row.get(1)?,
        name: row.get(2)?,
        data_hash: row.get(3)?,
        created: row.get(4)?,
        changed: row.get(5)?,
        length: row.get::<_, i64>(6)? as usize,
    })
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_together_is_saved_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("library.db");
        let mut library = Library::open(&path).expect("opens");
        let table = library.begin(StreamKind::Table, "chronx", "hash", "Table", &"start").expect("begins");
        let mut draft_of_table = |seq: usize, panics: bool| {
            library.save_together(|library| {
                let draft = library.begin(StreamKind::Draft, "chronx", "hash", "Draft", &"start")?;
                library.append(table, seq, &draft.0, None)?;
                assert!(!panics, "the work breaks");
                Ok::<_, Error>(draft)
            })
        };
        assert!(matches!(draft_of_table(1, false), Err(Error::Moved)));
        let broken = std::panic::AssertUnwindSafe(|| draft_of_table(0, true));
        assert!(std::panic::catch_unwind(broken).is_err());
        // What another program has of it before and after.
        let other = Library::open(&path).expect("opens");
        let drafts = || other.streams(StreamKind::Draft, "chronx").expect("drafts").len();
        assert_eq!(drafts(), 0);
        let draft = draft_of_table(0, false).expect("is saved");
        assert_eq!(drafts(), 1);
        assert_eq!(other.stream::<String, i64>(table).expect("the table").actions, [draft.0]);
        // Later writes are their own again.
        library.append(table, 1, &0, None).expect("appends");
        assert_eq!(other.stream::<String, i64>(table).expect("the table").actions.len(), 2);
    }

    #[test]
    fn actions_added_together_are_those_that_fit() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut library = Library::open(&folder.path().join("library.db")).expect("opens");
        let mut begin = |name| library.begin(StreamKind::Draft, "chronx", "hash", name, &"start").expect("begins");
        let (one, two) = (begin("One"), begin("Two"));
        let action = |stream, seq, body: &str| NewAction::new(stream, seq, &body).expect("is JSON");
        let added = library.append_all(&[
            action(one, 0, "a"),
            action(two, 0, "b"),
            action(one, 0, "twice"),
            action(one, 1, "c"),
            action(two, 7, "far"),
        ]);
        assert!(matches!(added[..], [Ok(()), Ok(()), Err(Error::Moved), Ok(()), Err(Error::Moved)]), "{added:?}");
        let actions = |id| library.stream::<String, String>(id).expect("reads").actions;
        assert_eq!((actions(one), actions(two)), (vec!["a".to_owned(), "c".to_owned()], vec!["b".to_owned()]));
    }

    #[test]
    fn actions_come_back_in_order_and_two_writers_cannot_both_win() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/library.db");
        let mut one = Library::open(&path).expect("opens");
        let mut two = Library::open(&path).expect("opens twice");
        let id = one.begin(StreamKind::Deck, "chronx", "hash", "First", &"start").expect("begins");
        one.append(id, 0, &"a", None).expect("appends");
        two.append(id, 1, &"b", Some("Second")).expect("appends from another window");
        assert!(matches!(one.append(id, 1, &"c", None), Err(Error::Moved)));
        let stream: Stream<String, String> = one.stream(id).expect("reads");
        assert_eq!((stream.start.as_str(), stream.actions), ("start", vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!(one.streams(StreamKind::Deck, "chronx").expect("lists")[0].name, "Second");
        one.put_away(id, true).expect("puts away");
        assert!(two.streams(StreamKind::Deck, "chronx").expect("lists").is_empty());
        assert!(matches!(one.append(id, MOST_ACTIONS, &"d", None), Err(Error::Large(_))));
        // A library of a stranger's can hold more than anybody makes: it is not read.
        let huge = format!("zeroblob({})", MOST_BYTES + 1);
        let sql = format!("UPDATE action SET body = CAST({huge} AS TEXT) WHERE stream = {} AND seq = 0", id.0);
        one.db.execute(&sql, []).expect("written");
        assert!(matches!(two.stream::<String, String>(id), Err(Error::Large(_))));
        assert!(matches!(two.start::<String>(id), Err(Error::Large(_))));
    }
}
