//! Whether there is a display to show a window on. winit does not say so: it panics.

use std::ffi::OsString;
use std::path::PathBuf;

/// Why no window can be shown.
#[derive(Debug, thiserror::Error)]
pub enum DisplayError {
    /// Nothing names a display.
    #[error("neither WAYLAND_DISPLAY nor DISPLAY is set")]
    Unset,
    /// A Wayland display has a name, and no place.
    #[error("WAYLAND_DISPLAY is set, but XDG_RUNTIME_DIR is not")]
    NoFolder,
    /// A Wayland display that does not answer.
    #[error("the Wayland display at {} does not answer: {cause}", socket.display())]
    Wayland {
        /// Where it should be.
        socket: PathBuf,
        /// Why it does not.
        cause: std::io::Error,
    },
    /// An X display, by its name, that does not answer.
    #[error("the display {0} does not answer")]
    X(String),
    /// What winit says.
    #[error("{0}")]
    EventLoop(String),
}

/// Why no window can be shown; `None` if one probably can.
///
/// In winit's order: Wayland if its variable is set, otherwise X11. An X server that does not answer shows
/// only when the event loop is made.
pub fn missing() -> Option<DisplayError> {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
    if cfg!(not(target_os = "linux")) || set("WAYLAND_SOCKET").is_some() {
        return None;
    }
    match (set("WAYLAND_DISPLAY"), set("DISPLAY")) {
        (None, None) => Some(DisplayError::Unset),
        (Some(display), _) => dead(display),
        (None, Some(_)) => None,
    }
}

#[cfg(unix)]
fn dead(display: OsString) -> Option<DisplayError> {
    let name = PathBuf::from(display);
    let socket = match (name.is_absolute(), std::env::var_os("XDG_RUNTIME_DIR")) {
        (true, _) => name,
        (false, Some(folder)) => PathBuf::from(folder).join(name),
        (false, None) => return Some(DisplayError::NoFolder),
    };
    let answer = std::os::unix::net::UnixStream::connect(&socket);
    answer.err().map(|cause| DisplayError::Wayland { socket, cause })
}

#[cfg(not(unix))]
fn dead(_: OsString) -> Option<DisplayError> {
    None
}

/// Runs what makes the event loop; its panic over a display that does not answer becomes an error.
///
/// # Errors
/// What winit says.
///
/// # Panics
/// With everything else that panics inside.
pub fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, DisplayError> {
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
    let before = take_hook();
    let hook = std::sync::Arc::new(before);
    let passed = hook.clone();
    set_hook(Box::new(move |info| {
        if !info.payload_as_str().is_some_and(|m| m.starts_with(EVENT_LOOP)) {
            passed(info);
        }
    }));
    let result = catch_unwind(AssertUnwindSafe(run));
    drop(take_hook());
    set_hook(Box::new(move |info| hook(info)));
    result.or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        match said.filter(|m| m.starts_with(EVENT_LOOP)) {
            Some(said) => Err(plainly(said)),
            None => resume_unwind(panic),
        }
    })
}

/// What winit says, without the places in its source.
fn plainly(said: &str) -> DisplayError {
    if said.contains("XOpenDisplayFailed") {
        return DisplayError::X(std::env::var("DISPLAY").unwrap_or_default());
    }
    DisplayError::EventLoop(match said.split_once("error: ") {
        Some((_, cause)) => cause.trim_end_matches([' ', '}', ')']).to_owned(),
        None => said.to_owned(),
    })
}

/// How the message of iced's panic begins.
const EVENT_LOOP: &str = "Create event loop";
