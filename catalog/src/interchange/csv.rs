//! Tables: CSV, TSV and what else people's programs write. Delimiter and header are found out.

use std::io::Read;

use csv::{ErrorKind, ReaderBuilder, StringRecord, WriterBuilder};

use super::table::{CardTable, ForeignCard, MOST_COLUMNS};
use super::{ForeignFileError, columns, own};

/// What may stand between cells.
const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// Reads a table. `named` are the columns that a person mapped: they tell a header that says nothing to us from cards.
pub(super) fn read(mut input: impl Read, named: &[(String, String)]) -> Result<CardTable, ForeignFileError> {
    let text = super::bytes_of(&mut input, super::LARGEST)?;
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    let mut reader =
        ReaderBuilder::new().delimiter(delimiter(text)).has_headers(false).flexible(true).from_reader(text);
    let mut table = CardTable::default();
    let mut header: Vec<u16> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| fault(&e, text))?;
        let line = record.position().map_or(1, |p| p.line()) as u32;
        if header.is_empty() {
            if record.len() > MOST_COLUMNS {
                return Err(ForeignFileError { line: 1, column: 1, message: super::too_wide() });
            }
            let is_header = record.iter().any(|c| columns::is_name(c) || named.iter().any(|(n, _)| n == c));
            let name = |(i, c): (usize, &str)| match c.trim() {
                c if is_header && !c.is_empty() => c.to_owned(),
                _ => format!("column {}", i + 1),
            };
            for cell in record.iter().enumerate() {
                let mut name = name(cell);
                // Two columns of one name stay two columns.
                while header.iter().any(|c| table.columns()[*c as usize] == name) {
                    name.push('\'');
                }
                header.push(table.column(&name));
            }
            if is_header {
                continue;
            }
        }
        add(&mut table, &header, &record, line);
    }
    if !header.is_empty() && !header.iter().any(|c| columns::is_name(&table.columns()[*c as usize])) && named.is_empty()
    {
        let message = "no column is called `name`; say which one it is: --map \"column 1=name\"";
        return Err(ForeignFileError { line: 1, column: 1, message: message.into() });
    }
    table.is_own = table.columns().iter().take(own::HEADER.len()).eq(own::HEADER.iter());
    Ok(table)
}

fn add(table: &mut CardTable, header: &[u16], record: &StringRecord, line: u32) {
    let mut row = ForeignCard::at(line);
    for (i, cell) in record.iter().enumerate() {
        match header.get(i) {
            Some(column) => row.put(*column, cell),
            None if cell.trim().is_empty() => {}
            None => table.remark(Some(line), "", format!("left out: `{cell}` stands in no column")),
        }
    }
    if row.cells().next().is_some() {
        table.rows.push(row);
    }
}

/// The delimiter that comes most often outside quotes in the first line.
fn delimiter(text: &[u8]) -> u8 {
    let (mut counts, mut quoted) = ([0; DELIMITERS.len()], false);
    for b in text {
        match b {
            b'"' => quoted = !quoted,
            b'\n' | b'\r' if !quoted => break,
            b if !quoted => {
                if let Some(at) = DELIMITERS.iter().position(|d| d == b) {
                    counts[at] += 1;
                }
            }
            _ => {}
        }
    }
    let best = (0..counts.len()).rev().max_by_key(|i| counts[*i]).unwrap_or(0);
    DELIMITERS[best]
}

fn fault(e: &csv::Error, text: &[u8]) -> ForeignFileError {
    let line = e.position().map_or(1, |p| p.line() as usize);
    match e.kind() {
        ErrorKind::Utf8 { .. } => {
            let at = std::str::from_utf8(text).err().map_or(0, |e| e.valid_up_to());
            let before = &text[..at];
            let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
            ForeignFileError {
                line: before.iter().filter(|b| **b == b'\n').count() + 1,
                column: String::from_utf8_lossy(&before[start..]).chars().count() + 1,
                message: "not UTF-8 text; save the table as UTF-8".into(),
            }
        }
        _ => ForeignFileError { line, column: 1, message: e.to_string() },
    }
}

/// Writes a table with a header.
pub(super) fn write(header: &[String], rows: &[Vec<String>], tabs: bool) -> String {
    let delimiter = if tabs { b'\t' } else { b',' };
    let mut writer = WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
    let all = [header].into_iter().chain(rows.iter().map(Vec::as_slice));
    all.for_each(|row| writer.write_record(row).expect("memory takes all, and rows are of one length"));
    String::from_utf8(writer.into_inner().expect("memory takes all")).expect("made of texts")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_outside_quotes_count() {
        assert_eq!(delimiter(b"name\ttype\ttext, long\n"), b'\t');
        assert_eq!(delimiter(b"\"a;b;c\",name\n1;2;3;4"), b',');
        assert_eq!(delimiter(b"name\n"), b',');
    }
}
