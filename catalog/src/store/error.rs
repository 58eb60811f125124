//! Why the library cannot do something, in words that say what to do.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use super::schema::VERSION;
use crate::read::Problem;

/// Why the library cannot do something. Whichever it is, nothing of what was asked has been done.
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
    /// The file cannot be read at all.
    #[error("cannot read {}: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// There is nothing to rescue.
    #[error("no page of {} holds anything that a person made; a copy of an earlier day may (`library.db.v1.bak`)", .0.display())]
    NothingLeft(PathBuf),
    /// The file cannot be opened.
    #[error("cannot open the library {}: {cause}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why not.
        cause: Box<Error>,
    },
    /// A newer program made the file.
    #[error(
        "the library {} was written by a newer Deckloom (version {found}, this one reads {VERSION}); open it with that \
         one, or name another file with `--library`",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
    /// The file belongs to another program.
    #[error("it holds tables of another program; name another file with `--library`")]
    Foreign,
    /// An older file is only brought up to date beside a copy of it, and the copy cannot be written.
    #[error(
        "it is of version {found} and is brought to version {VERSION} only with a copy beside it, which cannot be \
         written: {cause}; make room on the disk, or let yourself write to the folder"
    )]
    NoCopy {
        /// The version of the file.
        found: i64,
        /// Why there is no copy.
        cause: Box<Error>,
    },
    /// What the file holds cannot be as this program wrote it.
    #[error("the library is damaged ({0}); `deckloom library rescue DAMAGED NEW` reads what is whole into a new file")]
    Damaged(String),
    /// The disk is full.
    #[error("the disk is full, so nothing was saved; make room and do it again: what was saved before is still there")]
    Full,
    /// The file can be read and not written.
    #[error(
        "the library can only be read, so nothing was saved; let yourself write to its file and folder, and open it again"
    )]
    ReadOnly,
    /// Another program has the file for itself.
    #[error("another program is writing to the library and does not come to an end, so nothing was saved; try again")]
    Busy,
    /// The open file is no longer at its place, so that what is written would be gone with the program.
    #[error(
        "{} was removed, moved or replaced while it was open, so nothing more is saved; back the library up to a new file \
         before you close the program, or put the file back and start the program again",
        .0.display()
    )]
    Vanished(PathBuf),
    /// Somebody else added to the same deck or draft in the meantime.
    #[error("this was changed in another window; open it again to go on")]
    Moved,
    /// More than anybody makes.
    #[error(
        "number {0} of the library is larger than anything that this program goes on with (a million actions, 64 MiB)"
    )]
    Large(i64),
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
    Sqlite(rusqlite::Error),
    /// A set of cards cannot be written down.
    #[error("the library cannot keep the cards: {0}")]
    Cards(#[from] postcard::Error),
    /// A row holds something else than this program writes.
    #[error("the library holds a row that cannot be read: {0}")]
    Row(#[from] serde_json::Error),
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
