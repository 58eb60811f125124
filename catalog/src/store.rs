//! The library: one SQLite file with the cards of all games and everything a person makes.
//!
//! This module is the only one that opens the file. It keeps the cards of a game as long as its data do not change.
//! What people make is in [`journal`]; what is promised about all of it is in docs/promises.md.

mod check;
mod error;
#[cfg(test)]
mod faults;
mod file;
pub mod journal;
pub mod rescue;
mod schema;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, params};

use crate::card::{Card, Set};
use crate::game::GameData;
use crate::load;
use crate::query::Joined;
use crate::read::Problems;
use crate::source::Source;

pub use check::Health;
pub use error::Error;
use file::OpenedFile;

/// The version of what a stored card says: raised whenever data of the same text are read differently, and whenever
/// [`Card`], [`Set`] or anything in them gets another shape, because stored cards are bytes without names.
const READING: u32 = 7;

/// The cards of a set as they are stored, with their texts for searching.
type StoredSet<'a> = (Set, Vec<Card>, Vec<&'a str>);

/// An open library.
#[derive(Debug)]
pub struct Library {
    db: Connection,
    path: Option<PathBuf>,
    read_only: bool,
    /// The files that SQLite writes to, which must still be there when it does.
    seen: Vec<OpenedFile>,
}

impl Library {
    /// Opens the library, or makes it; one that is write-protected can only be read ([`Library::is_read_only`]).
    ///
    /// # Errors
    /// When the file cannot be made or read, is damaged, or is newer than this program.
    pub fn open(path: &Path) -> Result<Library, Error> {
        if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|cause| Error::Place { path: path.to_owned(), cause })?;
        }
        match Library::open_to_write(path) {
            Err(e) if e.is_no_leave() && path.is_file() => Library::open_to_read(path),
            other => other.map_err(|e| e.opening(path)),
        }
    }

    /// A library that lives as long as the program.
    ///
    /// # Errors
    /// When SQLite has no memory.
    pub fn in_memory() -> Result<Library, Error> {
        let db = Connection::open_in_memory()?;
        let mut library = Library { db, path: None, read_only: false, seen: Vec::new() };
        library.set_up()?;
        library.bring_up_to_date()?;
        Ok(library)
    }

    /// The file, unless it lives in memory.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// A game with its cards: from the library if its data are unchanged, otherwise from the data, which
    /// the library then keeps.
    ///
    /// # Errors
    /// Faults in the data, or of the library.
    pub fn game(&self, source: &Source, id: &str) -> Result<GameData, Error> {
        if let Some(game) = self.kept_game(source, id, source.hash(id))? {
            return Ok(game);
        }
        let game = load::game(source, id).map_err(|problems| Error::Data { game: id.to_owned(), problems })?;
        match self.keep(&game) {
            // What cannot be kept is read from the data again next time.
            Ok(()) | Err(Error::ReadOnly | Error::NoFile | Error::Full | Error::Busy | Error::Vanished(_)) => Ok(game),
            Err(e) => Err(e),
        }
    }

    /// The game as it is kept; `None` if the rows were made from other data or by another version of the program.
    fn kept_game(&self, source: &Source, id: &str, data_hash: String) -> Result<Option<GameData>, Error> {
        // One look at the file: another process may be replacing the rows.
        let t = self.db.unchecked_transaction()?;
        let kept: Option<String> = t.query_row("SELECT hash FROM game WHERE id = ?1", [id], |r| r.get(0)).optional()?;
        if kept != Some(stamp(&data_hash)) {
            return Ok(None);
        }
        let problems = Problems::default();
        let schema = load::schema(source, id, &problems);
        problems.into_result().map_err(|problems| Error::Data { game: id.to_owned(), problems })?;
        let mut game = GameData { data_hash, ..schema };
        // Every page is read once; pages kept for a second time would only take room.
        let _small = SmallPageCache::set(&self.db)?;
        let mut statement = t.prepare("SELECT body FROM card_set WHERE game = ?1 ORDER BY position")?;
        let mut rows = statement.query([id])?;
        let mut texts = Joined::default();
        while let Some(row) = rows.next()? {
            let body = row.get_ref(0)?.as_bytes().map_err(rusqlite::Error::from)?;
            let Ok((set, cards, folded)) = postcard::from_bytes::<StoredSet<'_>>(body) else {
                return Ok(None);
            };
            game.sets.push(set);
            game.cards.extend(cards);
            texts.extend(folded);
        }
        load::index_with(&mut game, texts);
        Ok(Some(game))
    }

    fn keep(&self, game: &GameData) -> Result<(), Error> {
        let t = self.write()?;
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
        let t = self.write()?;
        t.execute("INSERT INTO setting VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2", params![key, value])?;
        Ok(t.commit()?)
    }
}

/// How many KiB of pages SQLite keeps, and how many while cards are read.
const PAGES: i32 = 2000;
const FEW_PAGES: i32 = 128;

/// While it lives, SQLite keeps few pages.
struct SmallPageCache<'l>(&'l Connection);

impl SmallPageCache<'_> {
    fn set(db: &Connection) -> Result<SmallPageCache<'_>, Error> {
        db.pragma_update(None, "cache_size", -FEW_PAGES)?;
        Ok(SmallPageCache(db))
    }
}

impl Drop for SmallPageCache<'_> {
    fn drop(&mut self) {
        // Few pages are slower, not wrong.
        let _ = self.0.pragma_update(None, "cache_size", -PAGES);
    }
}

/// What stored cards were made from, and how it was read.
fn stamp(data_hash: &str) -> String {
    format!("{READING}:{data_hash}")
}

/// The day, as `2026-11-26`; nothing if the database cannot tell.
pub fn today() -> Option<String> {
    let connection = Connection::open_in_memory().ok()?;
    connection.query_row("SELECT date('now')", [], |row| row.get(0)).ok()
}

#[cfg(test)]
mod tests {
    use serde_reflection::{Samples, Tracer, TracerConfig};

    use super::*;
    use crate::ability::{
        AbilityKind, Amount, CardRef, CardState, Condition, Countable, EffectDuration, PlayerPile, PlayerSelector,
        PlayerSide, Selector, TriggerEvent,
    };
    use crate::ability::{Destination, Effect, Picker};
    use crate::card::FieldValue;
    use crate::query::{CardPart, CardTest, CompareOp, Pattern, Query};
    use crate::query::{CopySource, Relation};

    #[test]
    fn a_game_out_of_the_library_is_the_game_out_of_the_data() {
        let source = Source::shipped();
        let library = Library::in_memory().expect("memory");
        for id in source.games() {
            let loaded = library.game(&source, &id).expect("loads");
            let kept = library.game(&source, &id).expect("is kept");
            assert_eq!(format!("{:?}", loaded.cards), format!("{:?}", kept.cards));
            assert!(
                kept.cards.iter().all(|c| kept.find(&c.name) == loaded.find(&c.name) && kept.find(&c.id).is_some())
            );
        }
    }

    /// The shape of stored cards, a line a type. Whoever adds an enum to them is told by `registry` to name it here.
    fn stored_shape() -> String {
        let mut tracer = Tracer::new(TracerConfig::default().is_human_readable(false));
        let samples = Samples::new();
        macro_rules! trace {
            ($($type:ty)*) => { $(tracer.trace_type::<$type>(&samples).expect("it can be traced");)* };
        }
        trace! {
            PlayerSide CardState PlayerSelector PlayerPile EffectDuration CardRef TriggerEvent Destination Picker
            CardPart CompareOp CopySource Relation Pattern CardTest Query Amount Countable Condition Selector
            Effect AbilityKind FieldValue Card Set
        }
        let registry = tracer.registry().expect("every enum of stored cards is named above");
        registry.iter().map(|(name, format)| format!("{name}: {format:?}\n")).collect()
    }

    /// Fails when [`Card`], [`Set`] or anything in them has another shape. Cards that an earlier program stored would then
    /// be read as something else: raise `READING`, and write the shape anew with `DECKLOOM_WRITE_SHAPE=1`.
    #[test]
    fn reading_is_raised_with_the_shape_of_stored_cards() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stored-cards.txt");
        let kept = std::fs::read_to_string(file).expect("there");
        let shape = stored_shape();
        let (reading, kept_shape) = kept.split_once('\n').expect("two parts");
        let reading: u32 = reading.trim_start_matches("READING ").parse().expect("a number");
        if std::env::var_os("DECKLOOM_WRITE_SHAPE").is_some() {
            assert!(shape == kept_shape || reading < READING, "raise READING first: {READING} has another shape");
            std::fs::write(file, format!("READING {READING}\n{shape}")).expect("written");
            return;
        }
        assert!(
            shape == kept_shape,
            "stored cards have another shape: raise READING (now {READING}), and write tests/stored-cards.txt anew with \
             DECKLOOM_WRITE_SHAPE=1; it was\n{kept_shape}\nand is\n{shape}"
        );
        assert_eq!(reading, READING, "write tests/stored-cards.txt anew with DECKLOOM_WRITE_SHAPE=1");
    }

    #[test]
    fn changed_data_replace_the_cards() {
        let library = Library::in_memory().expect("memory");
        let source = |name: &str| {
            let files = Source::shipped();
            let schema = files.file("chronx/game.toml").expect("there").text.to_string();
            let set = format!(
                "source = \"house set\"\nid = \"s\"\nname = \"S\"\ncode = \"S\"\n[[card]]\nname = \"{name}\"\nnumber = \"1\"\n\
                 type = [\"city\"]\nrarity = \"fixed\"\ntext = \"x\"\n"
            );
            Source::from_texts("chronx", [("game.toml".into(), schema), ("sets/s.toml".into(), set)])
        };
        assert!(library.game(&source("Cairo"), "chronx").expect("loads").find("cairo").is_some());
        let game = library.game(&source("Lagos"), "chronx").expect("loads");
        assert!(game.find("cairo").is_none() && game.find("lagos").is_some());
    }
}
