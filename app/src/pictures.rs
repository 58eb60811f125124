//! Pictures of whole cards: how they come into a game's folder, out of files or over the network.
//!
//! What an import knows of a game's pictures are addresses. A [`FetchPlan`] says, without a connection, how many of them
//! lie at which hosts; with a person's [`FetchConsent`] to these hosts, [`FetchPlan::run`] gets them. What is there
//! already is not asked for, so that a fetch that ended, however it ended, goes on.

mod connection;
mod fetch;
mod plan;

use std::path::Path;
use std::{fmt, io};

use catalog::art::{ENDINGS, PictureError};
use catalog::tr;

use crate::printout::job;

pub use fetch::{FetchLimits, FetchReport, FetchedPicture, RefusedPicture};
pub use plan::{FetchConsent, FetchHost, FetchPlan, WantedPicture};

/// Why there is no picture of what lies at an address.
#[derive(Debug, thiserror::Error)]
pub enum PictureFault {
    /// The host says no, or that it has none.
    Status(u16),
    /// It goes on and on.
    Long,
    /// It ends before its end.
    Cut,
    /// It takes too long.
    Slow,
    /// It is one of one's own network, and nobody typed it.
    Private,
    /// Redirects that lead on and on, to nowhere, or from an encrypted place to one that is not.
    BadRedirect,
    /// Nobody answers.
    Unreachable(String),
    /// It is no picture that can be used.
    Picture(#[from] PictureError),
    /// It cannot be written.
    Unwritten(#[from] io::Error),
    /// A person has had enough.
    Stopped,
}

impl fmt::Display for PictureFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            PictureFault::Status(code) => tr!("the host answered {}", code),
            PictureFault::Long => tr!("is too large"),
            PictureFault::Cut => tr!("the connection was cut"),
            PictureFault::Slow => tr!("takes too long"),
            PictureFault::Private => tr!("leads into your own network"),
            PictureFault::BadRedirect => tr!("redirects to an invalid address"),
            PictureFault::Unreachable(why) => tr!("cannot be reached: {}", why),
            PictureFault::Picture(why) => why.to_string(),
            PictureFault::Unwritten(why) => tr!("cannot be written: {}", why),
            PictureFault::Stopped => tr!("was stopped"),
        })
    }
}

/// Puts a card's picture into a folder, whole or not at all, in place of all others of the card.
///
/// # Errors
/// When the folder cannot be written to, or a card with this id can have no file.
pub fn put(folder: &Path, card: &str, ending: &str, bytes: &[u8]) -> io::Result<()> {
    if card.is_empty()
        || card.starts_with('.')
        || card.contains(['/', '\\', ':'])
        || card.chars().any(char::is_control)
        || cfg!(windows) && is_device(card)
    {
        return Err(io::Error::other(tr!("{} cannot be used as a file name", card)));
    }
    job::write(&folder.join(format!("{card}.{ending}")), bytes)?;
    for other in ENDINGS.iter().filter(|other| **other != ending) {
        let old = folder.join(format!("{card}.{other}"));
        if old.is_file() {
            std::fs::remove_file(&old)?;
        }
    }
    Ok(())
}

/// Whether Windows takes a file of this name, with any ending, for a device: what is written there is gone.
fn is_device(name: &str) -> bool {
    let name = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let numbered =
        |of: &str| name.strip_prefix(of).is_some_and(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()));
    ["con", "prn", "aux", "nul"].contains(&name.as_str()) || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_of_windows_are_known_by_any_case_and_ending() {
        for name in ["nul", "Con", "aux.first", "COM1", "lpt9", "prn "] {
            assert!(is_device(name), "{name}");
        }
        for name in ["null", "com", "com10", "lamp", "console", "lpt-1"] {
            assert!(!is_device(name), "{name}");
        }
    }

    #[test]
    fn a_picture_lies_in_its_folder_and_nowhere_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let pictures = folder.path().join("scans");
        for card in ["../stray", "a/b", "", ".hidden", "c:d", "a\\b"] {
            assert!(put(&pictures, card, "png", b"x").is_err(), "{card}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 0);
        put(&pictures, "one", "png", b"x").expect("written");
        put(&pictures, "one", "jpg", b"y").expect("written");
        let names: Vec<_> = std::fs::read_dir(&pictures).expect("listed").flatten().map(|e| e.file_name()).collect();
        assert_eq!(names, ["one.jpg"]);
    }
}
