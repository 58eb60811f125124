//! The fingerprint of a game's data. `build.rs` includes this file, too: shipped games have theirs from there.

use sha2::{Digest, Sha256};

/// SHA-256 over files, in order of their paths.
#[derive(Default)]
pub struct Fingerprint(Sha256);

impl Fingerprint {
    /// Adds a file: its path, such as `afrika/game.toml`, and its text.
    pub fn add(&mut self, path: &str, text: &str) {
        for part in [path, text] {
            self.bytes(&(part.len() as u64).to_le_bytes());
            self.bytes(part.as_bytes());
        }
    }

    /// Adds bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// In lower-case hexadecimal.
    pub fn finish(self) -> String {
        self.0.finalize().iter().map(|b| format!("{b:02x}")).collect()
    }
}
