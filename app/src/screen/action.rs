//! What a screen asks of its parent: to run something, to say something, or what only the parent can do. A parent hands on what
//! its children ask, and answers their requests itself.

use std::convert::Infallible;

use iced::Task;

use crate::notice::Notice;

/// What a screen with messages `M` asks of its parent; `R` are the requests that this screen alone has, none unless it says so.
pub enum Action<M, R = Infallible> {
    /// Nothing.
    None,
    /// Run this.
    Run(Task<M>),
    /// Say this at the foot of the window.
    Say(Notice),
    /// Say this, and run that.
    SayAndRun(Notice, Task<M>),
    /// Do what only the parent can do.
    Ask(R),
}

impl<M, R> Action<M, R> {
    /// Something was done, and is said.
    pub fn done(text: impl Into<String>) -> Action<M, R> {
        Action::Say(Notice::done(text))
    }

    /// Something went wrong, and is said.
    pub fn wrong(text: impl ToString) -> Action<M, R> {
        Action::Say(Notice::wrong(text))
    }

    /// What came of something that can fail; nothing to say if it went well.
    pub fn from_result<E: ToString>(result: Result<(), E>) -> Action<M, R> {
        match result {
            Ok(()) => Action::None,
            Err(e) => Action::wrong(e),
        }
    }

    /// This, and what the other one runs. What it says gives way where both say something.
    pub fn and_run(self, other: Action<M, R>) -> Action<M, R>
    where
        M: Send + 'static,
    {
        match (self, other) {
            (first, Action::None) | (Action::None, first) => first,
            (Action::Say(notice), Action::Run(task)) => Action::SayAndRun(notice, task),
            (Action::Run(first), Action::Run(second)) => Action::Run(Task::batch([first, second])),
            (Action::SayAndRun(notice, first), Action::Run(second)) => {
                Action::SayAndRun(notice, Task::batch([first, second]))
            }
            (first, _) => first,
        }
    }

    /// Hands on what a child asks: `message` holds its messages in the parent's, `answer` is what comes of its requests.
    pub fn map<N, S>(
        self,
        message: impl Fn(M) -> N + Send + 'static,
        answer: impl FnOnce(R) -> Action<N, S>,
    ) -> Action<N, S>
    where
        M: Send + 'static,
        N: Send + 'static,
    {
        match self {
            Action::None => Action::None,
            Action::Run(task) => Action::Run(task.map(message)),
            Action::Say(notice) => Action::Say(notice),
            Action::SayAndRun(notice, task) => Action::SayAndRun(notice, task.map(message)),
            Action::Ask(request) => answer(request),
        }
    }
}
