//! A step with its answers as they come: what was typed first, then chance, and then the table is asked.

use std::fmt;

use catalog::tr;

use super::ask::{Answer, Question, Stop};
use super::session::{Session, Step, Told};

/// A step as it is typed, its answers behind a colon with bars between them: `turn: 3 | 2 3 | 3 3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The step.
    pub step: Step,
    /// What was typed as answers, in order.
    pub typed: Vec<String>,
}

impl Line {
    /// Reads a line; `None` if it names no step.
    pub fn read(text: &str) -> Option<Line> {
        let (step, given) = text.split_once(':').unwrap_or((text, ""));
        let typed = given.split('|').map(|answer| answer.trim().to_owned()).filter(|answer| !answer.is_empty());
        Some(Line { step: Step::read(step)?, typed: typed.collect() })
    }
}

/// Why a step has not been played yet; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// The table is asked, the rules refuse the step or an answer.
    Stop(Stop),
    /// What was typed answers another question.
    Unreadable {
        /// What was typed.
        typed: String,
        /// The question.
        question: Question,
    },
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Stop(stop) => fmt::Display::fmt(stop, f),
            Wrong::Unreadable { typed, question } => {
                f.write_str(&tr!("`{typed}` is no answer to: {question}", typed, question))
            }
        }
    }
}

impl std::error::Error for Wrong {}

impl From<Stop> for Wrong {
    fn from(stop: Stop) -> Wrong {
        Wrong::Stop(stop)
    }
}

impl Session {
    /// Plays a step. Questions are answered out of `answers`, then out of `typed`, then by `chance`; what was answered
    /// is added to `answers`, so that the step can go on there. An answer that does not fit is not kept.
    ///
    /// # Errors
    /// [`Stop::Asks`] for a question that nobody answered; others if something does not fit.
    pub fn say(
        &mut self,
        step: Step,
        answers: &mut Vec<Answer>,
        typed: &mut dyn Iterator<Item = &str>,
        chance: &mut dyn FnMut(&Question) -> Option<Answer>,
    ) -> Result<Vec<Told>, Wrong> {
        loop {
            let question = match self.play(step, answers) {
                Ok(told) => {
                    let more = typed.count();
                    if more > 0 {
                        self.undo();
                        let asked = answers.len();
                        return Err(Stop::TooMany { asked, given: asked + more }.into());
                    }
                    return Ok(told);
                }
                Err(Stop::Asks(question)) => question,
                Err(stop) => {
                    if matches!(stop, Stop::Answer(_)) {
                        answers.pop();
                    }
                    return Err(stop.into());
                }
            };
            let answer = match typed.next() {
                Some(text) => question
                    .read(text)
                    .ok_or_else(|| Wrong::Unreadable { typed: text.to_owned(), question: question.clone() })?,
                None => chance(&question).ok_or(Stop::Asks(question))?,
            };
            answers.push(answer);
        }
    }
}
