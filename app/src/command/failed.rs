//! What a verb says with `--json` when it could not do what it was asked.

use clap::error::{ContextKind, ContextValue};
use schemars::JsonSchema;
use serde::Serialize;

use super::error::{CommandError, ErrorKind};

/// A verb that could not do what it was asked.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ErrorOutput {
    /// Why not.
    error: ErrorDetails,
}

/// Why a verb could not do what it was asked.
#[derive(Debug, Serialize, JsonSchema)]
struct ErrorDetails {
    /// What the exit code stands for.
    kind: ErrorKind,
    /// What went wrong, as it is said to people.
    text: String,
    /// Names that may have been meant, the nearest first; or what else to write, in a sentence.
    hints: Vec<String>,
}

impl ErrorOutput {
    /// What the error of a verb says.
    pub(super) fn from_error(error: &CommandError) -> ErrorOutput {
        let (kind, hints) = (error.class().kind(), error.hints().to_vec());
        ErrorOutput { error: ErrorDetails { kind, text: error.describe(), hints } }
    }

    /// Arguments that make no sense.
    pub(super) fn from_arguments(error: &clap::Error) -> ErrorOutput {
        let suggested = |(kind, value): (ContextKind, &ContextValue)| match (kind, value) {
            (
                ContextKind::SuggestedArg | ContextKind::SuggestedSubcommand | ContextKind::SuggestedValue,
                ContextValue::String(text),
            ) => vec![text.clone()],
            (
                ContextKind::SuggestedArg | ContextKind::SuggestedSubcommand | ContextKind::SuggestedValue,
                ContextValue::Strings(texts),
            ) => texts.clone(),
            (ContextKind::Suggested, ContextValue::StyledStrs(texts)) => {
                texts.iter().map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        };
        let hints = error.context().flat_map(suggested).collect();
        ErrorOutput {
            error: ErrorDetails { kind: ErrorKind::Usage, text: error.to_string().trim_end().to_owned(), hints },
        }
    }
}
