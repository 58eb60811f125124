//! Thinking that does not keep the window waiting.

use std::time::{Duration, Instant};

use engine::session::match_session::ThinkTask;
use iced::Task;

use super::message::Message;
use crate::notice::WorkError;

/// Lets somebody think without keeping the window waiting; the answer comes after so long at least.
pub(super) fn in_background<T: Send + 'static>(
    thought: ThinkTask<T>,
    pace: Duration,
    said: impl FnOnce(Result<T, WorkError>) -> Message + Send + 'static,
) -> Task<Message> {
    Task::future(async move {
        let done = tokio::task::spawn_blocking(move || {
            let start = Instant::now();
            let answer = thought().map_err(WorkError::new);
            std::thread::sleep(pace.saturating_sub(start.elapsed()));
            answer
        });
        said(done.await.unwrap_or_else(|e| Err(WorkError::new(e))))
    })
}
