//! The file under the library: how it is opened to write or only to read, whether it is still at its place, and copies.

use std::ffi::OsString;
use std::fs::File;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, DropBehavior, MAIN_DB, OpenFlags, Transaction, TransactionBehavior};

use super::{Error, Library, schema};

/// A file as it was when it was opened.
#[derive(Debug)]
pub(super) struct OpenedFile {
    path: PathBuf,
    identity: Option<(u64, u64)>,
}

impl OpenedFile {
    fn at(path: PathBuf) -> OpenedFile {
        let identity = identity(&path);
        OpenedFile { path, identity }
    }

    fn is_there(&self) -> bool {
        self.identity.is_none() || identity(&self.path) == self.identity
    }
}

/// Device and number of a file.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|m| (m.dev(), m.ino()))
}

/// Here an open file can be neither removed nor replaced.
#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// The file of what is not yet in the library's own: it is there while somebody has the library open, and after a crash.
pub(super) fn write_ahead(path: &Path) -> PathBuf {
    beside(path, "-wal")
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// Something that is written.
pub(super) enum Writing<'l> {
    /// A transaction of its own.
    Whole(Transaction<'l>),
    /// A part of one that goes on.
    Part(&'l Connection),
}

impl Writing<'_> {
    /// It is whole; a part waits for the rest.
    pub(super) fn commit(self) -> rusqlite::Result<()> {
        match self {
            Writing::Whole(transaction) => transaction.commit(),
            Writing::Part(_) => Ok(()),
        }
    }
}

impl Deref for Writing<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        match self {
            Writing::Whole(transaction) => transaction,
            Writing::Part(db) => db,
        }
    }
}

/// A library within [`Library::save_together`]: what is not committed when this ends, even by a panic, did not happen.
struct Together<'l>(&'l mut Library);

impl Drop for Together<'_> {
    fn drop(&mut self) {
        if !self.0.db.is_autocommit() {
            // A connection that cannot even do this is of no use any more, and says so the next time.
            let _ = self.0.db.execute_batch("ROLLBACK");
        }
    }
}

impl Library {
    pub(super) fn open_to_write(path: &Path) -> Result<Library, Error> {
        // The last one to close the library takes this file away.
        let is_clean = std::fs::metadata(write_ahead(path)).map_or(0, |m| m.len()) == 0;
        let db = Connection::open_with_flags(path, OpenFlags::default())?;
        if db.is_readonly(MAIN_DB)? {
            return Err(Error::ReadOnly);
        }
        let mut library = Library { db, path: Some(path.to_owned()), read_only: false, seen: Vec::new() };
        #[cfg(test)]
        super::faults::watch(&mut library.db)?;
        library.set_up()?;
        if !is_clean {
            // A damaged file is left as it was found, so that it is found damaged the next time too.
            library.db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
            if let Some(fault) = library.faults_of_pages("quick_check")?.into_iter().next() {
                return Err(Error::Damaged(fault));
            }
            library.db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        }
        library.bring_up_to_date()?;
        library.seen = [path.to_owned(), write_ahead(path)].map(OpenedFile::at).into();
        Ok(library)
    }

    pub(super) fn set_up(&mut self) -> Result<(), Error> {
        self.db.busy_timeout(Duration::from_secs(5))?;
        self.db.pragma_update(None, "journal_mode", "WAL")?;
        // A pick that was shown as saved survives a power cut too.
        self.db.pragma_update(None, "synchronous", "FULL")?;
        self.db.pragma_update(None, "foreign_keys", true)?;
        Ok(())
    }

    /// Opens the library so that nothing can be written, which a file or folder that is write-protected allows too.
    /// A file of an older version stays as it is.
    ///
    /// # Errors
    /// When the file is not there, cannot be read, or is newer than this program.
    pub fn open_to_read(path: &Path) -> Result<Library, Error> {
        let open = |name: &str, flags| -> Result<Library, Error> {
            let db = Connection::open_with_flags(name, OpenFlags::SQLITE_OPEN_READ_ONLY | flags)?;
            db.busy_timeout(Duration::from_secs(5))?;
            let library = Library { db, path: Some(path.to_owned()), read_only: true, seen: Vec::new() };
            let found = schema::version_of(&library)?;
            library.refuse_foreign(found)?;
            if found == 0 { Err(Error::Empty) } else { Ok(library) }
        };
        let name = path.to_string_lossy();
        let found = std::fs::metadata(path).map_err(|cause| Error::Unreadable { path: path.to_owned(), cause });
        found
            .and_then(|_| open(&name, OpenFlags::empty()))
            .or_else(|e| {
                // The very first write was cut off, and must be taken back before anything can be read.
                if e.is_no_leave() && beside(path, "-journal").exists() {
                    let library = Library::open_to_write(path)?;
                    return Ok(Library { read_only: true, ..library });
                }
                // SQLite wants to make a file beside it. Where it may not, nobody else writes either, and with nothing
                // in the write-ahead file the library's own is all there is.
                let is_alone = std::fs::metadata(write_ahead(path)).map_or(0, |m| m.len()) == 0;
                if !(e.is_no_leave() && is_alone) {
                    return Err(e);
                }
                let escaped = name.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
                open(&format!("file:{escaped}?immutable=1"), OpenFlags::SQLITE_OPEN_URI)
            })
            .map_err(|e| e.opening(path))
    }

    /// Whether the library can only be read.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// From now on whoever wants to save something gets [`Error::ReadOnly`], or [`Error::NoFile`] of a library in memory.
    pub fn refuse_to_save(&mut self) {
        self.read_only = true;
    }

    /// Begins to write: what follows happens whole with its commit, or not at all. Within [`Library::save_together`] it is
    /// a part of what is saved there.
    pub(super) fn write(&self) -> Result<Writing<'_>, Error> {
        if !self.db.is_autocommit() {
            return Ok(Writing::Part(&self.db));
        }
        if self.read_only {
            return Err(if self.path.is_some() { Error::ReadOnly } else { Error::NoFile });
        }
        if let Some(gone) = self.seen.iter().find(|s| !s.is_there()) {
            return Err(Error::Vanished(gone.path.clone()));
        }
        Ok(Writing::Whole(Transaction::new_unchecked(&self.db, TransactionBehavior::Immediate)?))
    }

    /// Saves several things as one: all of them are kept, or, when the work fails, none. Within another one it is a part of that.
    ///
    /// # Errors
    /// Of the work, and of the library.
    pub fn save_together<T, E: From<Error>>(
        &mut self,
        work: impl FnOnce(&mut Library) -> Result<T, E>,
    ) -> Result<T, E> {
        if !self.db.is_autocommit() {
            return work(self);
        }
        if let Writing::Whole(mut begun) = self.write()? {
            // The work needs the library for itself; `Together` ends what begins here.
            begun.set_drop_behavior(DropBehavior::Ignore);
        }
        let together = Together(self);
        let done = work(together.0)?;
        together.0.db.execute_batch("COMMIT").map_err(Error::from)?;
        Ok(done)
    }

    /// Copies the library, as it is now, to a file that is not there yet. The file is there once it is whole.
    ///
    /// # Errors
    /// When the file is there, or cannot be written.
    pub fn back_up(&self, to: &Path) -> Result<(), Error> {
        let place = |cause| Error::Place { path: to.to_owned(), cause };
        if to.exists() {
            return Err(place(std::io::ErrorKind::AlreadyExists.into()));
        }
        let folder = to.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let part = tempfile::NamedTempFile::new_in(folder).map_err(place)?;
        let name = part.path().to_str().ok_or_else(|| place(std::io::ErrorKind::InvalidFilename.into()))?;
        self.db.execute("VACUUM INTO ?1", [name])?;
        part.as_file().sync_all().map_err(place)?;
        part.persist_noclobber(to).map_err(|e| place(e.error))?;
        keep_names(folder);
        Ok(())
    }
}

/// Makes sure of the names in a folder, where the system can.
pub(super) fn keep_names(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        // Not every system can do that with a folder.
        let _ = folder.sync_all();
    }
}
