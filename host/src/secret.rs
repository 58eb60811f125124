//! What shows who somebody is: 128 random bits, of which only the hash is kept.

use std::fmt;

use formats::rng::{Dice, Seed};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What one device shows for its seat, or the owner's for the table: 32 hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// SHA-256 of a secret, as 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SecretHash(String);

/// The operating system gives no randomness.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no randomness")]
pub struct NoRandomness;

/// Letters and digits of a code that people type; none is mistaken for another.
const CODE: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/// Length of a code.
const LENGTH: usize = 6;

impl Secret {
    /// One that nobody can guess.
    ///
    /// # Errors
    /// Without randomness.
    pub fn fresh() -> Result<Secret, NoRandomness> {
        let seed = Seed::fresh().map_err(|_| NoRandomness)?;
        Ok(Secret(seed.to_hex()[..32].to_owned()))
    }

    /// One that was shown; `None` if it cannot be one.
    pub fn read(text: &str) -> Option<Secret> {
        let whole = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        whole.then(|| Secret(text.to_ascii_lowercase()))
    }

    /// What is kept of it.
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0.as_bytes()).iter().map(|b| format!("{b:02x}")).collect())
    }

    /// The digits, for the device alone.
    pub fn digits(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// A code to come in by, that is read out or typed.
///
/// # Errors
/// Without randomness.
pub fn fresh_code() -> Result<String, NoRandomness> {
    let mut dice = Seed::fresh().map_err(|_| NoRandomness)?.secret();
    Ok((0..LENGTH).map(|_| CODE[dice.below(CODE.len() as u32) as usize] as char).collect())
}

/// A code as it is kept: without spaces, in capital letters.
pub fn tidy_code(typed: &str) -> String {
    typed.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>().to_ascii_uppercase()
}
