//! The one writer: all that is done at all tables goes through it to the library, and what waits together is one
//! commit. Whoever waits is answered after it, so what is shown as saved is on the disk.

use std::sync::mpsc;
use std::thread;

use catalog::store::journal::{NewAction, StreamId};
use catalog::store::{Error, Library};
use serde::Serialize;
use tokio::sync::oneshot;

/// The most actions of one commit.
const MOST: usize = 1024;

/// Something that is done with the library alone.
type Work = Box<dyn FnOnce(&mut Library) + Send>;

/// Where what came of an action is waited for.
type Answer = oneshot::Sender<Result<(), Error>>;

enum Job {
    Append(NewAction, Answer),
    Work(Work),
}

/// The way to the writer. It ends when the last one of these is gone.
#[derive(Debug, Clone)]
pub struct Writer(mpsc::Sender<Job>);

/// The writer has ended, which it only does when the host stops.
fn ended() -> Error {
    Error::Busy
}

impl Writer {
    /// Begins to write.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(mut library: Library) -> std::io::Result<Writer> {
        let (sender, jobs) = mpsc::channel();
        thread::Builder::new().name("writer".into()).spawn(move || {
            while let Ok(job) = jobs.recv() {
                let mut waiting = vec![job];
                while waiting.len() < MOST
                    && let Ok(job) = jobs.try_recv()
                {
                    waiting.push(job);
                }
                commit(&mut library, waiting);
            }
        })?;
        Ok(Writer(sender))
    }

    /// Adds an action to a stream; it is safe once this returns.
    ///
    /// # Errors
    /// Of the library.
    pub async fn append<A: Serialize>(&self, stream: StreamId, seq: usize, action: &A) -> Result<(), Error> {
        let action = NewAction::new(stream, seq, action)?;
        let (sender, answer) = oneshot::channel();
        self.0.send(Job::Append(action, sender)).map_err(|_| ended())?;
        answer.await.map_err(|_| ended())?
    }

    /// Does something with the library, after what was asked for before.
    ///
    /// # Errors
    /// While the host stops.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Library) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (sender, answer) = oneshot::channel();
        let work: Work = Box::new(move |library| {
            // Whoever asked may be gone.
            let _ = sender.send(work(library));
        });
        self.0.send(Job::Work(work)).map_err(|_| ended())?;
        answer.await.map_err(|_| ended())
    }
}

/// Does what waits, in order; actions that follow one another are one commit.
fn commit(library: &mut Library, jobs: Vec<Job>) {
    let (mut actions, mut senders) = (Vec::new(), Vec::new());
    for job in jobs {
        match job {
            Job::Append(action, sender) => {
                actions.push(action);
                senders.push(sender);
            }
            Job::Work(work) => {
                append(library, &mut actions, &mut senders);
                work(library);
            }
        }
    }
    append(library, &mut actions, &mut senders);
}

fn append(library: &mut Library, actions: &mut Vec<NewAction>, senders: &mut Vec<Answer>) {
    for (sender, result) in senders.drain(..).zip(library.append_all(actions)) {
        let _ = sender.send(result);
    }
    actions.clear();
}
