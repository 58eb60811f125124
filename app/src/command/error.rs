//! What a verb ends with when it cannot do what it was asked: an error with its class, which is its exit code.
//!
//! `?` takes only errors that implement [`Classified`], so an error type that a verb meets for the first time does not
//! compile until somebody has said below what it means for whoever runs the program.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use catalog::store;
use formats::saved;
use schemars::JsonSchema;
use serde::Serialize;

use crate::goldfish_model::GoldfishModelError;
use crate::hosting::HostError;
use crate::lab::chart;
use crate::{automa, printout, saved_event, saved_match, session};

/// What a verb returns.
pub(super) type CommandResult<T> = Result<T, CommandError>;

/// What an error means for whoever runs the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ErrorClass {
    /// Asked and found wanting.
    Wanting,
    /// Wrong usage.
    Usage,
    /// Input that cannot be read.
    Input,
    /// What the machine does not let the program do.
    Environment,
    /// Another program has changed what this one was about to: it can be tried again.
    Conflict,
}

/// What an exit code stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ErrorKind {
    /// 1: asked and found wanting.
    Wanting = 1,
    /// 2: wrong usage.
    Usage = 2,
    /// 3: input that cannot be read.
    Input = 3,
    /// 4: the environment.
    Environment = 4,
}

impl ErrorClass {
    /// As `--json` names it; its number is the exit code.
    pub(super) fn kind(self) -> ErrorKind {
        match self {
            ErrorClass::Wanting => ErrorKind::Wanting,
            ErrorClass::Usage => ErrorKind::Usage,
            ErrorClass::Input => ErrorKind::Input,
            ErrorClass::Environment | ErrorClass::Conflict => ErrorKind::Environment,
        }
    }
}

/// An error that says what it means for whoever runs the program.
pub(super) trait Classified: Error + Send + Sync + 'static {
    /// Its class.
    fn class(&self) -> ErrorClass;
}

/// A verb that could not do what it was asked.
#[derive(Debug)]
pub(super) struct CommandError {
    class: ErrorClass,
    cause: Box<dyn Error + Send + Sync>,
    /// Names that may have been meant.
    hints: Vec<String>,
}

impl CommandError {
    pub(super) fn new(class: ErrorClass, message: impl Into<String>) -> CommandError {
        CommandError { class, cause: message.into().into(), hints: Vec::new() }
    }

    pub(super) fn with_hints(self, hints: Vec<String>) -> CommandError {
        CommandError { hints, ..self }
    }

    pub(super) fn class(&self) -> ErrorClass {
        self.class
    }

    pub(super) fn hints(&self) -> &[String] {
        &self.hints
    }

    /// Whether another program has changed what this one was about to.
    pub(super) fn is_conflict(&self) -> bool {
        self.class == ErrorClass::Conflict
    }

    /// Whether it tells about a game whose data have faults.
    pub(super) fn is_of_data(&self) -> bool {
        self.cause.is::<Arc<session::Error>>()
    }

    /// What went wrong, with its causes: many errors say theirs themselves.
    pub(super) fn describe(&self) -> String {
        if self.is_conflict() {
            return "another program changed it meanwhile, so nothing was saved; run the command again".to_owned();
        }
        let mut said = self.cause.to_string();
        let mut next = self.cause.source();
        while let Some(cause) = next {
            let text = cause.to_string();
            if said.is_empty() {
                said = text;
            } else if !said.contains(&text) {
                said = format!("{said}: {text}");
            }
            next = cause.source();
        }
        said
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

impl<E: Classified> From<E> for CommandError {
    fn from(error: E) -> CommandError {
        CommandError { class: error.class(), cause: Box::new(error), hints: Vec::new() }
    }
}

/// Asked and found wanting.
pub(super) fn failure(message: impl Into<String>) -> CommandError {
    CommandError::new(ErrorClass::Wanting, message)
}

/// Wrong usage.
pub(super) fn usage_error(message: impl Into<String>) -> CommandError {
    CommandError::new(ErrorClass::Usage, message)
}

/// Input that cannot be read.
pub(super) fn input_error(message: impl Into<String>) -> CommandError {
    CommandError::new(ErrorClass::Input, message)
}

/// What the machine does not let the program do.
pub(super) fn environment_error(message: impl Into<String>) -> CommandError {
    CommandError::new(ErrorClass::Environment, message)
}

/// Errors all of whose values mean the same.
macro_rules! classify {
    ($($class:ident: $($error:ty),+;)+) => {
        $($(impl Classified for $error {
            fn class(&self) -> ErrorClass {
                ErrorClass::$class
            }
        })+)+
    };
}

classify! {
    Usage:
        engine::lab::DealError,
        formats::event::EventError,
        formats::event::log::ScoreError,
        formats::limited::booster::event_packs::Shortage,
        formats::limited::draft::DraftChoiceError,
        formats::limited::draft::DraftError,
        formats::limited::sealed::SealedError;
    Environment:
        automa::Error,
        chart::ChartError,
        csv::Error,
        engine::lab::pods::PodError,
        engine::kernel::player::NoAnswer,
        png::EncodingError,
        printout::Error,
        saved_match::Error,
        serde_json::Error,
        std::io::Error,
        std::string::FromUtf8Error;
}

impl Classified for store::Error {
    fn class(&self) -> ErrorClass {
        use store::Error as E;
        match self {
            E::Moved => ErrorClass::Conflict,
            E::Place { .. }
            | E::Unreadable { .. }
            | E::NothingLeft(..)
            | E::Open { .. }
            | E::Newer { .. }
            | E::Foreign
            | E::Empty
            | E::NoCopy { .. }
            | E::Damaged(..)
            | E::Full
            | E::ReadOnly
            | E::NoFile
            | E::Busy
            | E::Vanished(..)
            | E::Large(..)
            | E::Missing(..)
            | E::Data { .. }
            | E::Sqlite(..)
            | E::Cards(..)
            | E::Row(..) => ErrorClass::Environment,
        }
    }
}

impl Classified for session::Error {
    fn class(&self) -> ErrorClass {
        match self {
            session::Error::Library(_) => ErrorClass::Environment,
            session::Error::Folder(_) | session::Error::Data { .. } => ErrorClass::Input,
        }
    }
}

impl Classified for GoldfishModelError {
    fn class(&self) -> ErrorClass {
        match self {
            GoldfishModelError::ByHand { .. } => ErrorClass::Usage,
            GoldfishModelError::Data(cause) => cause.class(),
            GoldfishModelError::Unwritten { .. } | GoldfishModelError::Broken(_) => ErrorClass::Environment,
        }
    }
}

/// A game that could not be read when it was first asked for is asked for again and again.
impl Classified for Arc<session::Error> {
    fn class(&self) -> ErrorClass {
        (**self).class()
    }
}

impl Classified for HostError {
    fn class(&self) -> ErrorClass {
        match self {
            HostError::Address(_) | HostError::NoFile => ErrorClass::Usage,
            HostError::Library(error) => error.class(),
            HostError::Table(error) => error.class(),
            HostError::Taken(_) | HostError::Listen { .. } | HostError::Threads(_) => ErrorClass::Environment,
        }
    }
}

impl Classified for host::room::Refusal {
    fn class(&self) -> ErrorClass {
        match self {
            host::room::Refusal::Store(error) => error.class(),
            _ => ErrorClass::Usage,
        }
    }
}

impl Classified for saved_event::Error {
    fn class(&self) -> ErrorClass {
        match self {
            saved_event::Error::Store(error) => error.class(),
            saved_event::Error::Refused(_) | saved_event::Error::Draft(_) | saved_event::Error::Table(_) => {
                ErrorClass::Usage
            }
        }
    }
}

impl Classified for saved::draft::Error {
    fn class(&self) -> ErrorClass {
        match self {
            saved::draft::Error::Store(error) => error.class(),
            saved::draft::Error::Refused(_) | saved::draft::Error::NoDraft(_) => ErrorClass::Usage,
        }
    }
}
