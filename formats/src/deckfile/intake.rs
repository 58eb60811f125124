//! Bytes of a file → text: bounded before anything looks at them, in the encodings that programs write.

use std::io::Read;

use catalog::tr;

use super::sheet::DeckFileError;

/// The largest deck file that is read, in bytes. A saved object of Tabletop Simulator with a thousand cards has two
/// million.
pub const LARGEST: usize = 4 << 20;

/// The text of a file: UTF-8 with or without a mark, or UTF-16 with one. Reads no more than [`LARGEST`] bytes.
///
/// # Errors
/// What the source says; a file that is larger, or no text in these encodings.
pub fn read_text(source: impl Read) -> std::io::Result<Result<String, DeckFileError>> {
    let mut bytes = Vec::new();
    source.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
    Ok(decode(bytes))
}

/// The text of a file's bytes, as [`read_text`] reads it.
///
/// # Errors
/// The same.
pub fn decode(bytes: Vec<u8>) -> Result<String, DeckFileError> {
    let whole = |message: String| DeckFileError { line: 0, column: 0, message };
    if bytes.len() > LARGEST {
        return Err(whole(tr!("a deck file has at most {size} MiB, and this one is larger", size = LARGEST >> 20)));
    }
    let text = match bytes[..] {
        [0xFF, 0xFE, ..] => utf16(&bytes[2..], u16::from_le_bytes),
        [0xFE, 0xFF, ..] => utf16(&bytes[2..], u16::from_be_bytes),
        _ => String::from_utf8(bytes).map_err(|e| {
            let at = e.utf8_error().valid_up_to();
            let before = &e.as_bytes()[..at];
            let line = before.iter().filter(|b| **b == b'\n').count() + 1;
            let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
            let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
            let message = tr!("this is no UTF-8 text; save the file as UTF-8");
            DeckFileError { line, column, message }
        }),
    }?;
    match text.find('\0') {
        Some(at) => {
            let line = text[..at].matches('\n').count() + 1;
            Err(DeckFileError { line, column: 0, message: tr!("a NUL byte: this is no text file") })
        }
        None => Ok(match text.strip_prefix('\u{feff}') {
            Some(bare) => bare.to_owned(),
            None => text,
        }),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, DeckFileError> {
    let fault = |units: usize, message: String| DeckFileError {
        line: 0,
        column: 0,
        message: tr!("{message} after {units} characters of UTF-16; save the file as UTF-8", message, units),
    };
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(fault(pairs.len(), tr!("half a character")));
    }
    let mut text = String::with_capacity(pairs.len());
    for (at, character) in char::decode_utf16(pairs.iter().map(|p| unit(*p))).enumerate() {
        text.push(character.map_err(|_| fault(at, tr!("half a pair")))?);
    }
    Ok(text)
}
