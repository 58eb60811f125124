//! A deck as a short code for chats and QR: `DL1:` and groups of up to ten characters, `0`–`9` and `A`–`Z` without
//! `I`, `L`, `O` and `U`. Case, spaces, hyphens and line ends do not matter.
//!
//! The last character of each group checks the nine before it: it shows every single wrong character and every two
//! that changed places. The last four bytes are the CRC-32 of those before, so that a group that is missing or
//! elsewhere shows too.
//!
//! Version 1, numbers as in LEB128, texts with their length before them: game; format; name; how many sections, each
//! with its id and how many runs of cards of one set, each with the code of the set and how many entries; an entry
//! is the copies and the number in the set, as a number × 2 or as the length of a text × 2 + 1 and the text. A run of
//! unknown cards has no code and entries of copies and a name.

use catalog::GameData;
use catalog::collection::table::CardSpec;
use catalog::tr;

use super::resolve::printing;
use super::sheet::{DeckFileError, DeckSheet, LineContent};
use crate::deck::{Deck, DeckEntry};

/// Digits of the code, by value: those of Douglas Crockford's base 32.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of a group before the one that checks them.
const GROUP: usize = 9;
/// The version that is written, and the only one so far.
const VERSION: u32 = 1;

/// Whether a text is a code, of whichever version.
pub(super) fn matches(text: &str) -> bool {
    version(text).is_some()
}

/// The version of a code and what follows it.
fn version(text: &str) -> Option<(u32, &str)> {
    let text = text.trim_start();
    let (head, rest) = text.split_once(':')?;
    let number = head.strip_prefix("DL").or_else(|| head.strip_prefix("dl"))?;
    Some((number.parse().ok()?, rest))
}

/// Writes a code, in one line.
pub fn write(game: &GameData, deck: &Deck) -> String {
    let mut bytes = Vec::new();
    put_text(&mut bytes, &game.id);
    put_text(&mut bytes, &deck.format);
    put_text(&mut bytes, &deck.name);
    let filled: Vec<_> = game.sections.iter().zip(&deck.sections).filter(|(_, e)| !e.is_empty()).collect();
    put_number(&mut bytes, filled.len() as u32);
    for (section, entries) in filled {
        put_text(&mut bytes, &section.id);
        let set = |e: &DeckEntry| printing(game, &e.card).map_or("", |(set, _)| set);
        let runs: Vec<&[DeckEntry]> = entries.chunk_by(|a, b| set(a) == set(b)).collect();
        put_number(&mut bytes, runs.len() as u32);
        for run in runs {
            put_text(&mut bytes, set(&run[0]));
            put_number(&mut bytes, run.len() as u32);
            for entry in run {
                put_number(&mut bytes, entry.count);
                match printing(game, &entry.card) {
                    Some((_, number)) => put_card_number(&mut bytes, number),
                    None => put_text(&mut bytes, entry.card.name(game)),
                }
            }
        }
    }
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_be_bytes());
    let groups: Vec<String> =
        digits(&bytes).chunks(GROUP).map(|group| spelled(group) + &spelled(&[check(group)])).collect();
    format!("DL{VERSION}:{}\n", groups.join("-"))
}

fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len() as u32);
    bytes.extend(text.as_bytes());
}

/// A number such as `17`, or one such as `C07`, which is a text.
fn put_card_number(bytes: &mut Vec<u8>, number: &str) {
    match number.parse::<u32>().ok().filter(|n| *n < 1 << 30 && n.to_string() == number) {
        Some(n) => put_number(bytes, n * 2),
        None => {
            put_number(bytes, number.len() as u32 * 2 + 1);
            bytes.extend(number.as_bytes());
        }
    }
}

/// Bytes in groups of five bits, from the highest; the last is filled up with 0.
fn digits(bytes: &[u8]) -> Vec<u8> {
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |b| b >> (7 - at % 8) & 1);
    (0..(bytes.len() * 8).div_ceil(5)).map(|d| (0..5).fold(0, |value, i| value << 1 | bit(d * 5 + i))).collect()
}

fn bytes_of(digits: &[u8]) -> Vec<u8> {
    let bit = |at: usize| digits[at / 5] >> (4 - at % 5) & 1;
    (0..digits.len() * 5 / 8).map(|b| (0..8).fold(0, |value, i| value << 1 | bit(b * 8 + i))).collect()
}

/// The digit that checks a group: a sum over the field of 32 elements in which each place has another weight.
fn check(group: &[u8]) -> u8 {
    group.iter().fold(0, |sum, digit| double(sum ^ digit))
}

/// Twice a value in the field of 32 elements, made with x⁵ + x² + 1.
fn double(value: u8) -> u8 {
    let twice = value << 1;
    if twice & 0x20 == 0 { twice } else { twice ^ 0x25 }
}

fn spelled(digits: &[u8]) -> String {
    digits.iter().map(|d| char::from(DIGITS[usize::from(*d)])).collect()
}

/// The value of a character, as people write and confuse them.
fn value(character: char) -> Option<u8> {
    let upper = match character.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    DIGITS.iter().position(|d| char::from(*d) == upper).map(|at| at as u8)
}

/// Reads a code.
///
/// # Errors
/// A newer version, or a mistyped character, group or end, with its place.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let (version, rest) = version(text).unwrap_or((0, text));
    let fault = |column: usize, message: String| DeckFileError { line: 1, column, message };
    if version != VERSION {
        let message = tr!("a code of version {version}; this program knows version {known}", version, known = VERSION);
        return Err(fault(1, message));
    }
    let mut typed: Vec<(u8, char)> = Vec::new();
    for character in rest.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{2010}'..='\u{2015}')) {
        match value(character) {
            Some(digit) => typed.push((digit, character)),
            None => return Err(fault(0, tr!("`{character}` is in no code", character))),
        }
    }
    let mut found = Vec::with_capacity(typed.len());
    for (at, group) in typed.chunks(GROUP + 1).enumerate() {
        let values: Vec<u8> = group.iter().map(|(digit, _)| *digit).collect();
        let written: String = group.iter().map(|(_, c)| *c).collect();
        match values.split_last() {
            Some((last, digits)) if !digits.is_empty() && check(digits) == *last => found.extend_from_slice(digits),
            _ => {
                return Err(fault(
                    0,
                    tr!("group {group} of the code, `{written}`, is mistyped", group = at + 1, written),
                ));
            }
        }
    }
    let bytes = bytes_of(&found);
    let Some((body, sum)) = bytes.split_last_chunk::<4>() else {
        return Err(fault(0, tr!("the code ends too early")));
    };
    if crc32fast::hash(body) != u32::from_be_bytes(*sum) {
        return Err(fault(0, tr!("a group of the code is missing or out of place")));
    }
    Bytes(body).sheet().ok_or_else(|| fault(0, tr!("the code holds no deck")))?
}

/// What is still to be read.
struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn number(&mut self) -> Option<u32> {
        let mut number = 0u32;
        for shift in (0..32).step_by(7) {
            let (first, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u32::from(first & 0x7F).checked_shl(shift)?;
            if first & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()? as usize;
        self.characters(length)
    }

    fn characters(&mut self, length: usize) -> Option<String> {
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn card_number(&mut self) -> Option<String> {
        let encoded = self.number()?;
        if encoded % 2 == 0 { Some((encoded / 2).to_string()) } else { self.characters(encoded as usize / 2) }
    }

    /// The deck; `None` where the bytes end or make no text, an error where they go on too long.
    fn sheet(mut self) -> Option<Result<DeckSheet, DeckFileError>> {
        let mut sheet = DeckSheet { exact: true, ..DeckSheet::default() };
        (sheet.game, sheet.format, sheet.name) = (Some(self.text()?), Some(self.text()?), Some(self.text()?));
        for _ in 0..self.number()? {
            let section = self.text()?;
            for _ in 0..self.number()? {
                let set = self.text()?;
                for _ in 0..self.number()? {
                    let count = self.number()?;
                    let card = if set.is_empty() {
                        CardSpec { name: Some(self.text()?), ..CardSpec::default() }
                    } else {
                        CardSpec { sets: vec![set.clone()], number: Some(self.card_number()?), ..CardSpec::default() }
                    };
                    let text = match (&card.name, &card.number) {
                        (Some(name), _) => format!("{count} {name}"),
                        (None, number) => format!("{count} ({set}) {}", number.as_deref().unwrap_or_default()),
                    };
                    let says = LineContent::Copies { count, card, section: Some(section.clone()) };
                    if let Err(e) = sheet.push(1, text, says) {
                        return Some(Err(e));
                    }
                }
            }
        }
        self.0.is_empty().then_some(Ok(sheet))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_digit_shows_every_wrong_digit_and_every_two_that_changed_places() {
        let group = [3, 31, 0, 7, 7, 19, 1, 28, 12];
        for length in 1..=GROUP {
            let mut whole = group[..length].to_vec();
            whole.push(check(&group[..length]));
            let fits = |w: &[u8]| check(&w[..w.len() - 1]) == w[w.len() - 1];
            assert!(fits(&whole));
            for at in 0..whole.len() {
                for digit in (0..32).filter(|d| *d != whole[at]) {
                    let mut wrong = whole.clone();
                    wrong[at] = digit;
                    assert!(!fits(&wrong), "{whole:?} {at} {digit}");
                }
            }
            for at in 1..whole.len() {
                let mut wrong = whole.clone();
                wrong.swap(at - 1, at);
                assert_eq!(fits(&wrong), wrong == whole, "{whole:?} {at}");
            }
        }
    }

    #[test]
    fn digits_and_bytes_are_each_others_inverse() {
        for length in 0..20 {
            let bytes: Vec<u8> = (0..length).map(|i| (i as u8).wrapping_mul(73) ^ 0xA5).collect();
            assert_eq!(bytes_of(&digits(&bytes)), bytes);
        }
        // RFC 4648 spells these bytes CPNMUOJ1E8 in base32hex, whose digits up to 21 have the same values.
        assert_eq!(digits(b"foobar"), [12, 25, 23, 22, 30, 24, 19, 1, 14, 8]);
    }
}
