//! Why the library cannot do something, in words that say what to do.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::tr;
use rusqlite::ErrorCode;

use super::schema::VERSION;
use crate::read::Problem;

/// Why the library cannot do something. Whichever it is, nothing of what was asked has been done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder or file cannot be made.
    Place {
        /// Where it should be.
        path: PathBuf,
        /// What the system says.
        #[source]
        cause: std::io::Error,
    },
    /// The file cannot be read at all.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// There is nothing to rescue.
    NothingLeft(PathBuf),
    /// The file cannot be opened.
    Open {
        /// The file.
        path: PathBuf,
        /// Why not.
        cause: Box<Error>,
    },
    /// A newer program made the file.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
    /// The file belongs to another program.
    Foreign,
    /// The file has no tables yet.
    Empty,
    /// An older file is only brought up to date beside a copy of it, and the copy cannot be written.
    NoCopy {
        /// The version of the file.
        found: i64,
        /// Why there is no copy.
        cause: Box<Error>,
    },
    /// What the file holds cannot be as this program wrote it.
    Damaged(String),
    /// The disk is full.
    Full,
    /// The file can be read and not written.
    ReadOnly,
    /// The library lives in memory, and what is saved there would be gone with the program.
    NoFile,
    /// Another program has the file for itself.
    Busy,
    /// The open file is no longer at its place, so that what is written would be gone with the program.
    Vanished(PathBuf),
    /// Somebody else added to the same deck or draft in the meantime.
    Moved,
    /// More than anybody makes.
    Large(i64),
    /// There is no such stream.
    Missing(i64),
    /// The data files have faults.
    Data {
        /// The game.
        game: String,
        /// All faults.
        problems: Vec<Problem>,
    },
    /// SQLite says no.
    Sqlite(rusqlite::Error),
    /// A set of cards cannot be written down.
    Cards(#[from] postcard::Error),
    /// A row holds something else than this program writes.
    Row(#[from] serde_json::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Error::Place { path, cause } => {
                tr!("cannot create the library at {path}: {cause}", path = path.display(), cause)
            }
            Error::Unreadable { path, cause } => tr!("cannot read {path}: {cause}", path = path.display(), cause),
            Error::NothingLeft(path) => tr!(
                "nothing in {path} can be recovered; an older copy may help (`library.db.v1.bak`)",
                path = path.display()
            ),
            Error::Open { path, cause } => tr!("cannot open the library {path}: {cause}", path = path.display(), cause),
            Error::Newer { path, found } => tr!(
                "the library {path} was written by a newer Deckloom (version {found}, this one reads {known}); open it with that one, or name another file with `--library`",
                path = path.display(),
                found,
                known = VERSION
            ),
            Error::Foreign => tr!("it holds tables of another program; name another file with `--library`"),
            Error::Empty => tr!("nothing was ever saved in it; the first save completes it"),
            Error::NoCopy { found, cause } => tr!(
                "it has version {found}; updating it to version {known} needs a copy beside it, which cannot be written: {cause}; free up disk space, or make the folder writable",
                found,
                known = VERSION,
                cause
            ),
            Error::Damaged(why) => tr!(
                "the library is damaged ({why}); `deckloom library rescue DAMAGED NEW` recovers what can be read into a new file",
                why
            ),
            Error::Full => tr!(
                "the disk is full, so nothing was saved; make room and do it again: what was saved before is still there"
            ),
            Error::ReadOnly => tr!(
                "the library is read-only, so nothing was saved; make its file and folder writable, and open it again"
            ),
            Error::NoFile => {
                tr!("there is no library file to save to, so nothing was saved; name another with `--library`")
            }
            Error::Busy => tr!(
                "another program keeps writing to the library, so nothing was saved; try again"
            ),
            Error::Vanished(path) => tr!(
                "{path} was removed, moved or replaced while it was open, so nothing more is saved; back the library up \
                 to a new file before you close the program, or put the file back and start the program again",
                path = path.display()
            ),
            Error::Moved => tr!("this was changed in another window; open it again to go on"),
            Error::Large(number) => tr!(
                "entry {number} of the library is too large to continue (at most a million actions, 64 MiB)",
                number
            ),
            Error::Missing(number) => tr!("the library has no entry {number}", number),
            Error::Data { game, problems } => tr!(
                "the data of `{game}` have 1 fault: {first}"
                    | "the data of `{game}` have {n} faults, the first: {first}" % problems.len(),
                game,
                first = problems[0]
            ),
            Error::Sqlite(why) => tr!("the library: {why}", why),
            Error::Cards(why) => tr!("the library cannot keep the cards: {why}", why),
            Error::Row(why) => tr!("the library holds a row that cannot be read: {why}", why),
        })
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => return Error::Damaged(error.to_string()),
            Some(ErrorCode::DiskFull) => return Error::Full,
            Some(ErrorCode::ReadOnly) => return Error::ReadOnly,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => return Error::Busy,
            _ => {}
        }
        match error {
            // The tables are strict, so this is never what was written.
            rusqlite::Error::Utf8Error(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..) => Error::Damaged(error.to_string()),
            other => Error::Sqlite(other),
        }
    }
}

impl Error {
    /// The error of an attempt to open the file at `path`.
    pub(super) fn opening(self, path: &Path) -> Error {
        match self {
            named @ (Error::Place { .. } | Error::Unreadable { .. } | Error::Newer { .. }) => named,
            cause => Error::Open { path: path.to_owned(), cause: Box::new(cause) },
        }
    }

    /// Whether the system does not let the program write to the file or beside it.
    pub(super) fn is_no_leave(&self) -> bool {
        match self {
            Error::ReadOnly => true,
            Error::Sqlite(e) => {
                matches!(e.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied))
            }
            _ => false,
        }
    }
}
