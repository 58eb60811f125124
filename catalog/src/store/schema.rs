//! The tables of the file, and how an older file gets them: in one transaction, with a copy of the file beside it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use super::{Error, Library};

/// The version of the schema that this program writes.
pub(super) const VERSION: i64 = 2;

fn version(db: &Connection) -> rusqlite::Result<i64> {
    db.pragma_query_value(None, "user_version", |r| r.get(0))
}

impl Library {
    /// Makes the tables, or brings those of an older program up to date. A file of this version is not written to.
    pub(super) fn bring_up_to_date(&mut self) -> Result<(), Error> {
        let found = version(&self.db)?;
        self.refuse_foreign(found)?;
        if found == VERSION {
            return Ok(());
        }
        if found > 0
            && let Some(path) = &self.path
        {
            self.copy_beside(path, found).map_err(|cause| Error::NoCopy { found, cause: Box::new(cause) })?;
        }
        // Another process may be at the same file: the one that gets the lock first makes it.
        let t = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found = version(&t)?;
        if found == 0 {
            t.execute_batch(include_str!("schema.sql"))?;
        }
        if found < VERSION {
            t.execute_batch(include_str!("cards.sql"))?;
            t.pragma_update(None, "user_version", VERSION)?;
        }
        t.commit()?;
        Ok(())
    }

    /// Refuses a file that this program cannot have written.
    pub(super) fn refuse_foreign(&self, found: i64) -> Result<(), Error> {
        if found > VERSION {
            return Err(Error::Newer { path: self.path.clone().unwrap_or_default(), found });
        }
        // Asked in one statement, because another process may be making the tables right now.
        let sql = "SELECT user_version = 0 AND EXISTS (SELECT 1 FROM sqlite_schema) FROM pragma_user_version";
        if found < 0 || self.db.query_row(sql, [], |r| r.get(0))? { Err(Error::Foreign) } else { Ok(()) }
    }

    /// Copies the file, which is of version `found`, to `library.db.v1.bak`, or to the next such name that is free.
    fn copy_beside(&self, path: &Path, found: i64) -> Result<PathBuf, Error> {
        let mut n = 1;
        loop {
            let mut name = OsString::from(path);
            name.push(if n == 1 { format!(".v{found}.bak") } else { format!(".v{found}.{n}.bak") });
            let copy = PathBuf::from(name);
            match self.back_up(&copy) {
                Err(Error::Place { cause, .. }) if cause.kind() == std::io::ErrorKind::AlreadyExists => n += 1,
                other => return other.map(|()| copy),
            }
        }
    }
}

/// The version of the open file, for those who do not change it.
pub(super) fn version_of(library: &Library) -> Result<i64, Error> {
    Ok(version(&library.db)?)
}
