//! What a verb says with `--json` when it could not do what it was asked.

use clap::error::{ContextKind, ContextValue};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Failure, describe_error, exit_code};

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

/// What an exit code stands for.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ErrorKind {
    /// 1: asked and found wanting.
    Wanting,
    /// 2: wrong usage.
    Usage,
    /// 3: input that cannot be read.
    Input,
    /// 4: the environment.
    Environment,
}

impl ErrorOutput {
    /// What the error of a verb says.
    pub(super) fn from_error(error: &anyhow::Error) -> ErrorOutput {
        let kind = match exit_code(error) {
            1 => ErrorKind::Wanting,
            2 => ErrorKind::Usage,
            3 => ErrorKind::Input,
            _ => ErrorKind::Environment,
        };
        let hints = error.downcast_ref::<Failure>().map_or(Vec::new(), |failure| failure.hints.clone());
        ErrorOutput { error: ErrorDetails { kind, text: describe_error(error), hints } }
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
