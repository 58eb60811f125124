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

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use crate::card::{Card, Set};
use crate::game::GameData;
use crate::load;
use crate::query::Joined;
use crate::read::Problems;
use crate::source::{File, Source};

pub use check::Health;
pub use error::Error;
use file::OpenedFile;

/// The version of what a stored card says: raised whenever data of the same text are read differently, and whenever
/// [`Card`], [`Set`] or anything in them gets another shape, because stored cards are bytes without names.
const READING: u32 = 10;

/// The cards of a set as they are stored, with their texts for searching, behind the [`SetStamp`].
type StoredSet<'a> = (Set, Vec<Card>, Vec<&'a str>);

/// What the cards of a set depend on: the text of its file, that of its game, and how they were read.
type SetStamp = [u8; 32];

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
        let stamps = SetStamps::new(source, id);
        let game = self.read_game(source, id, &stamps)?;
        match self.keep(&game, &stamps.all(source, id)) {
            // What cannot be kept is read from the data again next time.
            Ok(()) | Err(Error::ReadOnly | Error::NoFile | Error::Full | Error::Busy | Error::Vanished(_)) => Ok(game),
            Err(e) => Err(e),
        }
    }

    /// The same for data that are not written yet: nothing of them is kept.
    ///
    /// # Errors
    /// As above.
    pub fn unsaved_game(&self, source: &Source, id: &str) -> Result<GameData, Error> {
        self.read_game(source, id, &SetStamps::new(source, id))
    }

    fn read_game(&self, source: &Source, id: &str, stamps: &SetStamps) -> Result<GameData, Error> {
        match self.game_with_kept_sets(source, id, stamps)? {
            Some(game) => Ok(game),
            None => load::game(source, id).map_err(|problems| Error::Data { game: id.to_owned(), problems }),
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
            let Some((set, cards, folded)) = stored_set(body) else {
                return Ok(None);
            };
            load::add_set(&mut game, set, cards);
            texts.extend(folded);
        }
        load::index_with(&mut game, texts);
        Ok(Some(game))
    }

    /// The game with those of its sets out of the library whose data are unchanged; `None` if there are no such sets, or if
    /// there is a fault in the others.
    fn game_with_kept_sets(&self, source: &Source, id: &str, stamps: &SetStamps) -> Result<Option<GameData>, Error> {
        let rows = self.set_rows(id)?;
        if rows.is_empty() {
            return Ok(None);
        }
        let mut statement = self.db.prepare("SELECT body FROM card_set WHERE id = ?1")?;
        let game = load::game_with_kept_sets(source, id, |stem, file| {
            let row = rows.get(&stamps.stamp(stem, file))?;
            let body: Vec<u8> = statement.query_row([row], |r| r.get(0)).ok()?;
            let (set, mut cards, folded) = stored_set(&body)?;
            cards.iter_mut().zip(folded).for_each(|(card, text)| card.set_folded(text.to_owned()));
            Some((set, cards))
        });
        Ok(game)
    }

    /// The rows of a game's sets by their stamps.
    fn set_rows(&self, game: &str) -> Result<HashMap<SetStamp, i64>, Error> {
        let sql = format!("SELECT substr(body, 1, {}), id FROM card_set WHERE game = ?1", size_of::<SetStamp>());
        let mut statement = self.db.prepare(&sql)?;
        let mut rows = statement.query([game])?;
        let mut known = HashMap::new();
        while let Some(row) = rows.next()? {
            let stamp = row.get_ref(0)?.as_bytes().map_err(rusqlite::Error::from)?;
            // Rows of earlier programs are shorter, or begin with something else.
            if let Ok(stamp) = stamp.try_into() {
                known.insert(stamp, row.get(1)?);
            }
        }
        Ok(known)
    }

    /// Keeps the cards of a game; sets that are there stay as they are.
    fn keep(&self, game: &GameData, stamps: &[SetStamp]) -> Result<(), Error> {
        let t = self.write()?;
        let known = self.set_rows(&game.id)?;
        t.execute(
            "INSERT INTO game (id, name, hash) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET name = excluded.name, hash = excluded.hash",
            params![game.id, game.name, stamp(&game.data_hash)],
        )?;
        // Out of the way of those that come to their places.
        t.execute("UPDATE card_set SET position = -1 - position WHERE game = ?1", [&game.id])?;
        {
            let mut insert = t.prepare("INSERT INTO card_set (game, position, body) VALUES (?1, ?2, ?3)")?;
            let mut place = t.prepare("UPDATE card_set SET position = ?2 WHERE id = ?1")?;
            let mut rest = game.cards.as_slice();
            for (position, (set, stamp)) in game.sets.iter().zip(stamps).enumerate() {
                let (cards, later) = rest.split_at(rest.partition_point(|c| usize::from(c.set) == position));
                rest = later;
                if let Some(row) = known.get(stamp) {
                    place.execute(params![row, position as i64])?;
                    continue;
                }
                let folded: Vec<&str> = cards.iter().map(Card::folded).collect();
                let body = postcard::to_extend(&(set, cards, folded), stamp.to_vec())?;
                insert.execute(params![game.id, position as i64, body])?;
            }
        }
        t.execute("DELETE FROM card_set WHERE game = ?1 AND position < 0", [&game.id])?;
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

/// The set in a row; `None` if another version of the program wrote it.
fn stored_set(body: &[u8]) -> Option<StoredSet<'_>> {
    let (_, set) = body.split_at_checked(size_of::<SetStamp>())?;
    postcard::from_bytes(set).ok()
}

/// Makes the stamps of a game's sets.
struct SetStamps {
    /// Of what all of them depend on.
    game: Sha256,
}

impl SetStamps {
    fn new(source: &Source, id: &str) -> SetStamps {
        let mut game = Sha256::new_with_prefix(READING.to_le_bytes());
        for file in ["game.toml", "play.toml"] {
            let text = source.file(&format!("{id}/{file}")).map_or("", |file| &file.text);
            // Where the file came from does not change what it says.
            let said = text.split_once('\n').filter(|_| text.starts_with('#')).map_or(text, |(_, said)| said);
            game.update((said.len() as u64).to_le_bytes());
            game.update(said);
        }
        SetStamps { game }
    }

    fn stamp(&self, stem: &str, set: &File) -> SetStamp {
        self.game.clone().chain_update(stem).chain_update([0]).chain_update(&*set.text).finalize().into()
    }

    fn all(&self, source: &Source, id: &str) -> Vec<SetStamp> {
        source.folder(id, "sets").into_iter().map(|(stem, file)| self.stamp(stem, file)).collect()
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

    use super::faults::game_of;
    use super::*;
    use crate::ability::{
        AbilityKind, Amount, CardRef, CardState, Condition, Countable, EffectDuration, PlayerPile, PlayerSelector,
        PlayerSide, Selector, TriggerEvent,
    };
    use crate::ability::{Destination, Effect, Picker};
    use crate::card::{FaceLayout, FieldValue};
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
            Effect AbilityKind FieldValue FaceLayout Card Set
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

    fn rows(library: &Library) -> Vec<(i64, i64)> {
        let mut statement = library.db.prepare("SELECT id, position FROM card_set ORDER BY position").expect("is SQL");
        let rows = statement.query_map([], |r| Ok((r.get(0)?, r.get(1)?))).expect("rows");
        rows.collect::<Result<_, _>>().expect("numbers")
    }

    #[test]
    fn sets_that_did_not_change_are_kept_where_others_come_and_go() {
        let library = Library::in_memory().expect("memory");
        let steps: [&[(&str, &str)]; 5] = [
            &[("b", "Cairo"), ("d", "Lagos")],
            &[("a", "Accra"), ("b", "Cairo"), ("c", "Tunis"), ("d", "Lagos")],
            &[("a", "Accra"), ("b", "Dakar"), ("d", "Lagos")],
            &[("d", "Lagos")],
            &[("c", "Lagos"), ("e", "Cairo")],
        ];
        let mut before = Vec::new();
        for sets in steps {
            let source = game_of(sets);
            let plain = load::game(&source, "chronx").expect("loads");
            let unsaved = library.unsaved_game(&source, "chronx").expect("loads");
            assert_eq!(before.last(), Some(&rows(&library)).filter(|rows| !rows.is_empty()), "nothing is kept");
            for game in [unsaved].into_iter().chain((0..2).map(|_| library.game(&source, "chronx").expect("loads"))) {
                assert_eq!(format!("{:?}{:?}", game.sets, game.cards), format!("{:?}{:?}", plain.sets, plain.cards));
                assert!(game.indices().all(|ix| game.find(&game.card(ix).name) == Some(ix)));
            }
            before.push(rows(&library));
        }
        let row = |step: usize, position: usize| before[step][position].0;
        assert_eq!([row(0, 0), row(0, 1)], [row(1, 1), row(1, 3)], "sets that stay keep their rows");
        assert_ne!(row(1, 1), row(2, 1), "a changed set is written anew");
        assert_eq!(row(2, 2), row(3, 0));
    }

    #[test]
    fn a_set_that_takes_the_id_of_a_kept_card_is_a_fault() {
        let library = Library::in_memory().expect("memory");
        assert!(library.game(&game_of(&[("a", "Accra")]), "chronx").is_ok());
        let clash = game_of(&[("a", "Accra"), ("b", "Accra")]);
        let told = library.game(&clash, "chronx").expect_err("two of the same id").to_string();
        let plain = load::game(&clash, "chronx").expect_err("two of the same id");
        assert!(plain.iter().all(|p| told.contains(&p.message)), "{told}");
    }

    #[test]
    fn changed_data_replace_the_cards() {
        let library = Library::in_memory().expect("memory");
        let source = |name: &str| game_of(&[("s", name)]);
        assert!(library.game(&source("Cairo"), "chronx").expect("loads").find("cairo").is_some());
        let game = library.game(&source("Lagos"), "chronx").expect("loads");
        assert!(game.find("cairo").is_none() && game.find("lagos").is_some());
    }
}
