//! Words and tables for people.

pub(super) use engine::lab::report::percent;

/// A table with a heading: columns are as wide as their widest cell; those named in `right` line up right.
pub(super) fn table(heading: &[&str], rows: &[Vec<String>], right: &[usize]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|r| r.get(column)).map(|c| c.chars().count());
        cells.chain([heading[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heading.len()).map(width).collect();
    let line = |cells: &[&str]| {
        let mut line = String::new();
        for (i, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            let pad = " ".repeat(width - cell.chars().count());
            let gap = if i == 0 { "" } else { "  " };
            line.push_str(&if right.contains(&i) { format!("{gap}{pad}{cell}") } else { format!("{gap}{cell}{pad}") });
        }
        line.truncate(line.trim_end().len());
        line.push('\n');
        line
    };
    let mut out = line(heading);
    for row in rows {
        out.push_str(&line(&row.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    out
}

/// `3 cards`, `1 card`
pub(super) fn counted(n: u64, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// `2 min 5 s`
pub(super) fn time(seconds: u64) -> String {
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m} min {s} s"),
        (h, m, _) => format!("{h} h {m} min"),
    }
}
