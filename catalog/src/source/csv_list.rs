//! Lists that people keep beside a game's data, as tables with a fixed head: every wrong line is told with its place.

use std::fmt::Display;
use std::path::Path;

use super::{MOST_BYTES, bytes};

/// How many faults are told.
const TOLD: usize = 20;

/// Why a list cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CsvListError {
    /// The system does not give it.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// Lines that are wrong, up to twenty, with what is wrong about them.
    #[error("{}", .0.join("; "))]
    Lines(Vec<String>),
}

/// The bytes of a list; none if it is not there.
pub(crate) fn open(file: &Path) -> Result<Vec<u8>, CsvListError> {
    match bytes(file, MOST_BYTES) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        read => Ok(read?),
    }
}

/// Reads a list of at most so many lines below its head. `add` takes the cells of a line.
pub(crate) fn read<F: Display>(
    bytes: &[u8],
    head: &[&str],
    most: usize,
    mut add: impl FnMut(&[&str]) -> Result<(), F>,
) -> Result<(), CsvListError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let mut faults: Vec<String> = Vec::new();
    for (at, record) in reader.records().enumerate() {
        let place = |position: Option<&csv::Position>| position.map_or(1, csv::Position::line);
        match record {
            Ok(_) if at > most => faults.push(format!("more than {most} lines")),
            Ok(record) => {
                let (line, cells) = (place(record.position()), record.iter().map(str::trim).collect::<Vec<&str>>());
                if at == 0 && cells != head {
                    faults.push(format!("line {line}: the first line is {}", head.join(",")));
                } else if at > 0 {
                    faults.extend(add(&cells).err().map(|fault| format!("line {line}: {fault}")));
                }
            }
            Err(e) => faults.push(format!("line {}: {e}", place(e.position()))),
        }
        if faults.len() >= TOLD || at > most {
            break;
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(CsvListError::Lines(faults)) }
}
