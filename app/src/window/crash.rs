//! What happens when the program itself is wrong: a report is written, the screen begins anew, and the library has
//! everything that was confirmed.

use std::backtrace::Backtrace;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use catalog::tr;
use iced::Task;

use super::state::{Message, Window};
use crate::notice::Notice;

/// Where the last report is.
static LAST: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Writes a report of every panic into a folder, beside what is said on standard error.
pub fn write_reports(folder: PathBuf) {
    let said = take_hook();
    set_hook(Box::new(move |info| {
        said(info);
        let written = write(&folder, info);
        if let Some(file) = &written {
            eprintln!("This should not have happened. It is written down in {}.", file.display());
        }
        if let Ok(mut last) = LAST.lock() {
            *last = written;
        }
    }));
}

/// What a report says, in a file of its own.
fn write(folder: &Path, info: &PanicHookInfo<'_>) -> Option<PathBuf> {
    let version = env!("CARGO_PKG_VERSION");
    let (system, machine) = (std::env::consts::OS, std::env::consts::ARCH);
    let trace = Backtrace::force_capture();
    let text = format!("Deckloom {version} on {system}, {machine}\n\n{info}\n\n{trace}\n");
    std::fs::create_dir_all(folder).ok()?;
    let file = (1..1000).map(|n| folder.join(format!("report-{n}.txt"))).find(|file| !file.exists())?;
    std::fs::write(&file, text).ok()?;
    Some(file)
}

impl Window {
    /// Reads a message; if that goes wrong, the screens begin anew with what the library has.
    pub(super) fn handle_or_recover(&mut self, message: Message) -> Task<Message> {
        if let Ok(task) = catch_unwind(AssertUnwindSafe(|| self.handle(message))) {
            return task;
        }
        self.palette = None;
        self.keys_shown = false;
        let begun = self.reset_screens();
        let report = LAST.lock().ok().and_then(|mut last| last.take());
        let place = report.map_or(String::new(), |file| tr!(" Details are in {file}.", file = file.display()));
        self.log.add(Notice::wrong(tr!(
            "Something went wrong.{place} Everything you confirmed is saved; the screen was restarted.",
            place
        )));
        begun
    }
}
