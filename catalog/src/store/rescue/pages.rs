//! The rows in the pages of an SQLite file, page by page and without the trees that join them.
//!
//! A tree with a damaged root hides every row below it, while most of its pages are whole. So the pages are read by
//! themselves, after <https://www.sqlite.org/fileformat2.html>. Nothing here trusts the file: whatever it says about
//! places and lengths is held against what is there.

use std::collections::HashSet;

/// A value in a row; what this program's tables do not need is `Other`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SqlValue {
    Null,
    Integer(i64),
    Text(String),
    Other,
}

/// A row that was found.
#[derive(Debug, Clone)]
pub(super) enum FoundRow {
    /// Of a table with row numbers.
    Numbered(i64, Vec<SqlValue>),
    /// Of an index, or of a table without row numbers.
    Keyed(Vec<SqlValue>),
}

/// The size of every library's pages; none of their bytes is set apart.
const PAGE: usize = 4096;

/// What each library's file begins with: the header's fields that never change, from the first byte on.
pub(super) const HEAD: &[u8; 24] = b"SQLite format 3\0\x10\x00\x02\x02\x00\x40\x20\x20";

/// All rows of all pages that are in use; what cannot be read is left out.
pub(super) fn rows(file: &[u8]) -> Vec<FoundRow> {
    let free = free_pages(file);
    let mut rows = Vec::new();
    for (at, page) in file.chunks(PAGE).enumerate() {
        if !free.contains(&(at + 1)) {
            rows_of_page(file, page, if at == 0 { 100 } else { 0 }, &mut rows);
        }
    }
    rows
}

/// Pages that were given back hold rows of long ago. Their list starts in the header; one that does not have as many
/// pages as the header says is not believed, because it would hide pages that are in use.
fn free_pages(file: &[u8]) -> HashSet<usize> {
    let mut free = HashSet::new();
    let mut trunk = number(file, 32, 4).unwrap_or(0);
    while trunk != 0 && free.insert(trunk) {
        let Some(page) = page(file, trunk) else { break };
        let leaves = number(page, 4, 4).unwrap_or(0).min(PAGE / 4 - 2);
        free.extend((0..leaves).filter_map(|i| number(page, 8 + 4 * i, 4)));
        trunk = number(page, 0, 4).unwrap_or(0);
    }
    if number(file, 36, 4) == Some(free.len()) { free } else { HashSet::new() }
}

fn page(file: &[u8], one_based: usize) -> Option<&[u8]> {
    let start = one_based.checked_sub(1)?.checked_mul(PAGE)?;
    file.get(start..file.len().min(start.checked_add(PAGE)?))
}

/// A big-endian number without a sign.
fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    Some(bytes.get(at..at.checked_add(length)?)?.iter().fold(0, |n, b| n << 8 | usize::from(*b)))
}

fn rows_of_page(file: &[u8], page: &[u8], header: usize, rows: &mut Vec<FoundRow>) {
    let (is_table, is_inner) = match page.get(header) {
        Some(0x0d) => (true, false),
        Some(0x0a) => (false, false),
        Some(0x02) => (false, true),
        _ => return,
    };
    let cells = number(page, header + 3, 2).unwrap_or(0).min(PAGE / 4);
    let pointers = header + if is_inner { 12 } else { 8 };
    for cell in 0..cells {
        let row = number(page, pointers + 2 * cell, 2)
            .and_then(|at| row(file, page, at + if is_inner { 4 } else { 0 }, is_table));
        rows.extend(row);
    }
}

fn row(file: &[u8], page: &[u8], mut at: usize, is_table: bool) -> Option<FoundRow> {
    let length = usize::try_from(varint(page, &mut at)?).ok()?;
    let id = if is_table { Some(varint(page, &mut at)?) } else { None };
    let values = values(&payload(file, page, at, length, is_table)?)?;
    Some(match id {
        Some(id) => FoundRow::Numbered(id, values),
        None => FoundRow::Keyed(values),
    })
}

/// The bytes of a row, of which those that do not fit on the page are in a chain of others.
fn payload(file: &[u8], home: &[u8], at: usize, length: usize, is_table: bool) -> Option<Vec<u8>> {
    if length > file.len() {
        return None;
    }
    let most = if is_table { PAGE - 35 } else { (PAGE - 12) * 64 / 255 - 23 };
    let least = (PAGE - 12) * 32 / 255 - 23;
    if length <= most {
        return Some(home.get(at..at + length)?.to_vec());
    }
    let split = least + (length - least) % (PAGE - 4);
    let here = if split <= most { split } else { least };
    let mut bytes = home.get(at..at + here)?.to_vec();
    let mut next = number(home, at + here, 4)?;
    while bytes.len() < length {
        let more = page(file, next)?;
        next = number(more, 0, 4)?;
        bytes.extend_from_slice(more.get(4..4 + (length - bytes.len()).min(PAGE - 4))?);
    }
    // A chain that goes on has lost its way.
    (next == 0).then_some(bytes)
}

fn values(payload: &[u8]) -> Option<Vec<SqlValue>> {
    let mut at = 0;
    let mut body = usize::try_from(varint(payload, &mut at)?).ok()?;
    let kinds = payload.get(..body)?;
    let mut values = Vec::new();
    while at < kinds.len() {
        let kind = usize::try_from(varint(kinds, &mut at)?).ok()?;
        let length = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind,
            5 => 6,
            6 | 7 => 8,
            10 | 11 => return None,
            _ => (kind - 12) / 2,
        };
        let bytes = payload.get(body..body.checked_add(length)?)?;
        body += length;
        values.push(match kind {
            0 => SqlValue::Null,
            8 => SqlValue::Integer(0),
            9 => SqlValue::Integer(1),
            1..=6 => {
                let negative = bytes[0] >= 0x80;
                SqlValue::Integer(bytes.iter().fold(if negative { -1 } else { 0 }, |n, b| n << 8 | i64::from(*b)))
            }
            13.. if kind % 2 == 1 => SqlValue::Text(String::from_utf8(bytes.to_vec()).ok()?),
            _ => SqlValue::Other,
        });
    }
    (body == payload.len()).then_some(values)
}

/// A number of one to nine bytes.
fn varint(bytes: &[u8], at: &mut usize) -> Option<i64> {
    let mut n: u64 = 0;
    for i in 0..9 {
        let b = *bytes.get(*at)?;
        *at += 1;
        if i == 8 {
            return Some((n << 8 | u64::from(b)) as i64);
        }
        n = n << 7 | u64::from(b & 0x7f);
        if b < 0x80 {
            break;
        }
    }
    Some(n as i64)
}
