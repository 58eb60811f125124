//! The library: one SQLite file with the cards of all games and everything a person makes.
//!
//! This module is the only one that opens the file. It sets the pragmas, brings an older file up to date,
//! and keeps the cards of a game as long as its data do not change. What people make is in [`journal`].

pub mod journal;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use crate::card::{Card, Set};
use crate::game::Game;
use crate::load;
use crate::query::Joined;
use crate::read::{Problem, Problems};
use crate::source::Source;

/// The version of the schema that this program writes.
const VERSION: i64 = 2;

/// The version of what a stored card says: raised whenever data of the same text are read differently, and whenever
/// [`Card`], [`Set`] or anything in them gets another shape, because stored cards are bytes without names.
const READING: u32 = 7;

/// An open library.
#[derive(Debug)]
pub struct Library {
    db: Connection,
    path: Option<PathBuf>,
}

/// Why the library cannot do something.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder or file cannot be made.
    #[error("cannot make the library at {}: {cause}", path.display())]
    Place {
        /// Where it should be.
        path: PathBuf,
        /// What the system says.
        #[source]
        cause: std::io::Error,
    },
    /// A newer program made the file.
    #[error("the library {} was written by a newer Deckloom (version {found}, this one reads {VERSION})", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
    /// Somebody else added to the same deck or draft in the meantime.
    #[error("this was changed in another window; open it again to go on")]
    Moved,
    /// There is no such stream.
    #[error("there is nothing with the number {0} in the library")]
    Missing(i64),
    /// The data files have faults.
    #[error("the data of `{game}` have {} faults, the first: {}", problems.len(), problems[0])]
    Data {
        /// The game.
        game: String,
        /// All faults.
        problems: Vec<Problem>,
    },
    /// SQLite says no.
    #[error("the library: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// A set of cards cannot be written down.
    #[error("the library cannot keep the cards: {0}")]
    Cards(#[from] postcard::Error),
    /// A row holds something else than this program writes.
    #[error("the library holds a row that cannot be read: {0}")]
    Row(#[from] serde_json::Error),
}

impl Library {
    /// Opens the library, or makes it.
    ///
    /// # Errors
    /// When the file cannot be made or read, or is newer than this program.
    pub fn open(path: &Path) -> Result<Library, Error> {
        if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|cause| Error::Place { path: path.to_owned(), cause })?;
        }
        let db = Connection::open_with_flags(path, OpenFlags::default())?;
        let mut library = Library { db, path: Some(path.to_owned()) };
        library.set_up()?;
        Ok(library)
    }

    /// A library that lives as long as the program.
    ///
    /// # Errors
    /// When SQLite has no memory.
    pub fn in_memory() -> Result<Library, Error> {
        let mut library = Library { db: Connection::open_in_memory()?, path: None };
        library.set_up()?;
        Ok(library)
    }

    /// The file, unless it lives in memory.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    fn set_up(&mut self) -> Result<(), Error> {
        self.db.busy_timeout(Duration::from_secs(5))?;
        self.db.pragma_update(None, "journal_mode", "WAL")?;
        // A pick that was shown as saved survives a power cut too.
        self.db.pragma_update(None, "synchronous", "FULL")?;
        self.db.pragma_update(None, "foreign_keys", true)?;
        let version = |db: &Connection| db.pragma_query_value(None, "user_version", |r| r.get::<_, i64>(0));
        match version(&self.db)? {
            VERSION => Ok(()),
            0..VERSION => {
                // Another process may be at the same file: the one that gets the lock first makes it.
                let t = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
                let found = version(&t)?;
                if found == 0 {
                    t.execute_batch(include_str!("store/schema.sql"))?;
                }
                if found < VERSION {
                    t.execute_batch(include_str!("store/cards.sql"))?;
                    t.pragma_update(None, "user_version", VERSION)?;
                }
                t.commit()?;
                Ok(())
            }
            found => Err(Error::Newer { path: self.path.clone().unwrap_or_default(), found }),
        }
    }

    /// A game with its cards: from the library if its data are unchanged, otherwise from the data, which
    /// the library then keeps.
    ///
    /// # Errors
    /// Faults in the data, or of the library.
    pub fn game(&mut self, source: &Source, id: &str) -> Result<Game, Error> {
        if let Some(game) = self.kept_game(source, id, source.hash(id))? {
            return Ok(game);
        }
        let game = load::game(source, id).map_err(|problems| Error::Data { game: id.to_owned(), problems })?;
        self.keep(&game)?;
        Ok(game)
    }

    /// The game as it is kept; `None` if the rows were made from other data or by another version of the program.
    fn kept_game(&mut self, source: &Source, id: &str, data_hash: String) -> Result<Option<Game>, Error> {
        // One look at the file: another process may be replacing the rows.
        let t = self.db.transaction()?;
        let kept: Option<String> = t.query_row("SELECT hash FROM game WHERE id = ?1", [id], |r| r.get(0)).optional()?;
        if kept != Some(stamp(&data_hash)) {
            return Ok(None);
        }
        let problems = Problems::default();
        let schema = load::schema(source, id, &problems);
        problems.into_result().map_err(|problems| Error::Data { game: id.to_owned(), problems })?;
        let mut game = Game { data_hash, ..schema };
        let mut statement = t.prepare("SELECT body FROM card_set WHERE game = ?1 ORDER BY position")?;
        let mut rows = statement.query([id])?;
        let mut texts = Joined::default();
        while let Some(row) = rows.next()? {
            let body = row.get_ref(0)?.as_bytes().map_err(rusqlite::Error::from)?;
            let Ok((set, cards, folded)) = postcard::from_bytes::<(Set, Vec<Card>, Vec<&str>)>(body) else {
                return Ok(None);
            };
            game.sets.push(set);
            game.cards.extend(cards);
            texts.extend(folded);
        }
        load::index_with(&mut game, texts);
        Ok(Some(game))
    }

    fn keep(&mut self, game: &Game) -> Result<(), Error> {
        let t = self.db.transaction()?;
        t.execute("DELETE FROM game WHERE id = ?1", [&game.id])?;
        t.execute(
            "INSERT INTO game (id, name, hash) VALUES (?1, ?2, ?3)",
            params![game.id, game.name, stamp(&game.data_hash)],
        )?;
        {
            let mut insert = t.prepare("INSERT INTO card_set (game, position, body) VALUES (?1, ?2, ?3)")?;
            let mut rest = game.cards.as_slice();
            for (position, set) in game.sets.iter().enumerate() {
                let (cards, later) = rest.split_at(rest.partition_point(|c| usize::from(c.set) == position));
                rest = later;
                let folded: Vec<&str> = cards.iter().map(Card::folded).collect();
                insert.execute(params![game.id, position as i64, postcard::to_stdvec(&(set, cards, folded))?])?;
            }
        }
        t.commit()?;
        Ok(())
    }

    /// Copies the library, as it is now, to a file that is not there yet.
    ///
    /// # Errors
    /// When the file is there, or cannot be written.
    pub fn back_up(&self, to: &Path) -> Result<(), Error> {
        if to.exists() {
            let cause = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
            return Err(Error::Place { path: to.to_owned(), cause });
        }
        self.db.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
        Ok(())
    }

    /// A setting, if it was made.
    ///
    /// # Errors
    /// Of the library.
    pub fn setting<T: serde::de::DeserializeOwned>(&self, key: &str) -> Result<Option<T>, Error> {
        let text: Option<String> =
            self.db.query_row("SELECT value FROM setting WHERE key = ?1", [key], |r| r.get(0)).optional()?;
        // A setting of another version of the program counts as not made.
        Ok(text.and_then(|t| serde_json::from_str(&t).ok()))
    }

    /// Makes a setting.
    ///
    /// # Errors
    /// Of the library.
    pub fn set<T: serde::Serialize>(&mut self, key: &str, value: &T) -> Result<(), Error> {
        let value = serde_json::to_string(value)?;
        self.db
            .execute("INSERT INTO setting VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2", params![key, value])?;
        Ok(())
    }
}

/// What stored cards were made from, and how it was read.
fn stamp(data_hash: &str) -> String {
    format!("{READING}:{data_hash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_out_of_the_library_is_the_game_out_of_the_data() {
        let source = Source::shipped();
        let mut library = Library::in_memory().expect("memory");
        for id in source.games() {
            let loaded = library.game(&source, &id).expect("loads");
            let kept = library.game(&source, &id).expect("is kept");
            assert_eq!(format!("{:?}", loaded.cards), format!("{:?}", kept.cards));
            assert!(
                kept.cards.iter().all(|c| kept.find(&c.name) == loaded.find(&c.name) && kept.find(&c.id).is_some())
            );
        }
    }

    #[test]
    fn changed_data_replace_the_cards() {
        let mut library = Library::in_memory().expect("memory");
        let source = |name: &str| {
            let files = Source::shipped();
            let schema = files.file("chronx/game.toml").expect("there").text.to_string();
            let set = format!(
                "source = \"house set\"\nid = \"s\"\nname = \"S\"\ncode = \"S\"\n[[card]]\nname = \"{name}\"\nnumber = \"1\"\n\
                 type = [\"city\"]\nrarity = \"fixed\"\ntext = \"x\"\n"
            );
            Source::of_game("chronx", [("game.toml".into(), schema), ("sets/s.toml".into(), set)])
        };
        assert!(library.game(&source("Cairo"), "chronx").expect("loads").find("cairo").is_some());
        let game = library.game(&source("Lagos"), "chronx").expect("loads");
        assert!(game.find("cairo").is_none() && game.find("lagos").is_some());
    }
    #[test]
    fn a_library_of_version_1_keeps_what_people_made() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("library.db");
        let mut library = Library::open(&path).expect("made");
        library.set("window", &(800, 600)).expect("set");
        library
            .db
            .execute_batch(
                "DROP TABLE card_set;
                 CREATE TABLE card_set (game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
                     position INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, position)) STRICT, WITHOUT ROWID;
                 CREATE TABLE card (game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
                     position INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, position)) STRICT, WITHOUT ROWID;
                 INSERT INTO game VALUES ('chronx', 'Chron X', '4:0');
                 INSERT INTO card_set VALUES ('chronx', 0, '{}');
                 INSERT INTO card VALUES ('chronx', 0, '{}');
                 PRAGMA user_version = 1;",
            )
            .expect("as version 1 had it");
        drop(library);
        let mut library = Library::open(&path).expect("brought up to date");
        assert_eq!(library.setting("window").expect("there"), Some((800, 600)));
        let source = Source::shipped();
        let loaded = library.game(&source, "chronx").expect("loads");
        let kept = library.kept_game(&source, "chronx", source.hash("chronx")).expect("reads").expect("is kept");
        assert_eq!(format!("{:?}", loaded.cards), format!("{:?}", kept.cards));
    }
}
