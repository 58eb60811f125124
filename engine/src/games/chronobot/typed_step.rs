//! A step with its answers as they come: what was typed first, then chance, and then the table is asked.

use std::fmt;

use catalog::tr;

use super::question::{AutomaAnswer, AutomaQuestion, StepBlocked};
use super::session::{Announcement, AutomaSession, AutomaStep};

/// A step as it is typed, its answers behind a colon with bars between them: `turn: 3 | 2 3 | 3 3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedStep {
    /// The step.
    pub step: AutomaStep,
    /// What was typed as answers, in order.
    pub typed: Vec<String>,
}

impl TypedStep {
    /// Reads a line; `None` if it names no step.
    pub fn parse(text: &str) -> Option<TypedStep> {
        let (step, given) = text.split_once(':').unwrap_or((text, ""));
        let typed = given.split('|').map(|answer| answer.trim().to_owned()).filter(|answer| !answer.is_empty());
        Some(TypedStep { step: AutomaStep::parse(step)?, typed: typed.collect() })
    }
}

/// Why a step has not been played yet; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepError {
    /// The table is asked, the rules refuse the step or an answer.
    Stop(StepBlocked),
    /// What was typed answers another question.
    Unreadable {
        /// What was typed.
        typed: String,
        /// The question.
        question: AutomaQuestion,
    },
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepError::Stop(stop) => fmt::Display::fmt(stop, f),
            StepError::Unreadable { typed, question } => {
                f.write_str(&tr!("`{typed}` does not answer the question: {question}", typed, question))
            }
        }
    }
}

impl std::error::Error for StepError {}

impl From<StepBlocked> for StepError {
    fn from(stop: StepBlocked) -> StepError {
        StepError::Stop(stop)
    }
}

impl AutomaSession {
    /// Plays a step. Questions are answered out of `answers`, then out of `typed`, then by `chance`; what was answered
    /// is added to `answers`, so that the step can go on there. An answer that does not fit is not kept.
    ///
    /// # Errors
    /// [`StepBlocked::Asks`] for a question that nobody answered; others if something does not fit.
    pub fn play_with_answers(
        &mut self,
        step: AutomaStep,
        answers: &mut Vec<AutomaAnswer>,
        typed: &mut dyn Iterator<Item = &str>,
        chance: &mut dyn FnMut(&AutomaQuestion) -> Option<AutomaAnswer>,
    ) -> Result<Vec<Announcement>, StepError> {
        loop {
            let question = match self.play(step, answers) {
                Ok(announcements) => {
                    let more = typed.count();
                    if more > 0 {
                        self.undo();
                        let asked = answers.len();
                        return Err(StepBlocked::TooMany { asked, given: asked + more }.into());
                    }
                    return Ok(announcements);
                }
                Err(StepBlocked::Asks(question)) => question,
                Err(stop) => {
                    if matches!(stop, StepBlocked::Answer(_)) {
                        answers.pop();
                    }
                    return Err(stop.into());
                }
            };
            let answer = match typed.next() {
                Some(text) => question
                    .parse_answer(text)
                    .ok_or_else(|| StepError::Unreadable { typed: text.to_owned(), question: question.clone() })?,
                None => chance(&question).ok_or(StepBlocked::Asks(question))?,
            };
            answers.push(answer);
        }
    }
}
