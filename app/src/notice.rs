//! What screens say at the foot of the window, and work that they leave to it. It lies below the screens, which make it, and the
//! window, which shows and does it.

use std::error::Error;
use std::sync::Arc;

use catalog::fold::as_sentence;
use engine::kernel::parallel::Progress;

/// Something said at the foot of the window.
#[derive(Debug, Clone)]
pub struct Notice {
    /// What.
    pub text: String,
    /// Whether something went wrong.
    pub bad: bool,
    /// Where it can be taken back.
    pub undo: Option<UndoTarget>,
}

/// What has the change that a notice tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndoTarget {
    /// The open deck.
    Deck,
    /// The collection.
    Collection,
    /// What is shown: the draft, the pool, the list that something was removed from.
    Screen,
}

impl Notice {
    /// Something was done.
    pub fn done(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), bad: false, undo: None }
    }

    /// Something went wrong.
    pub fn wrong(text: impl ToString) -> Notice {
        Notice { text: as_sentence(&text.to_string()), bad: true, undo: None }
    }

    /// It can be taken back.
    pub fn undoable(self, target: UndoTarget) -> Notice {
        Notice { undo: Some(target), ..self }
    }
}

/// Why work in the background came to nothing. What it is depends on the work, and it is only told.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub struct WorkError(Arc<dyn Error + Send + Sync>);

impl WorkError {
    /// What went wrong.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> WorkError {
        WorkError(cause.into().into())
    }
}

/// What was done, to be told; or whatever kept it from being done.
pub type WorkResult = Result<String, Box<dyn Error + Send + Sync>>;

/// What takes longer than a frame: done in the background, watched and stopped under the messages.
pub struct BackgroundWork {
    /// What it is called while it goes on.
    pub name: String,
    /// How many pieces it has; 0 if nobody can tell.
    pub pieces: u64,
    /// What is said if somebody stops it.
    pub stopped: String,
    /// Does it, and says what was done. It asks before it writes whether it was stopped.
    pub run: Box<dyn FnOnce(Arc<Progress>) -> WorkResult + Send>,
}
