//! Words and tables for people.

use std::collections::{BTreeMap, BTreeSet};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

pub(super) use engine::lab::report::percent;

/// Between two columns of a table.
const GAP: usize = 2;

/// What is left of a text that is shortened, at least.
const MIN_WIDTH: usize = 8;

/// A table with a heading: columns are as wide as their widest cell; those named in `right` line up right. Where the
/// terminal is narrower, the widest texts are shortened; where that does not do, some columns go below the others.
pub(super) fn table(heading: &[&str], rows: &[Vec<String>], right: &[usize]) -> String {
    table_within(most_columns(), heading, rows, right)
}

/// The same with so many spaces before each line.
pub(super) fn indented_table(indent: usize, heading: &[&str], rows: &[Vec<String>], right: &[usize]) -> String {
    let table = table_within(most_columns().saturating_sub(indent), heading, rows, right);
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("{}{line}\n", " ".repeat(indent)) };
    table.lines().map(line).collect()
}

/// How many columns a line may have: those of the terminal, or fewer if `COLUMNS` says so. In files and pipes there is
/// no bound.
fn most_columns() -> usize {
    let terminal = terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0));
    let named = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    terminal.into_iter().chain(named).filter(|columns| *columns > 0).min().unwrap_or(usize::MAX)
}

fn table_within(most: usize, heading: &[&str], rows: &[Vec<String>], right: &[usize]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|r| r.get(column)).map(|c| c.width());
        cells.chain([heading[column].width()]).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..heading.len()).map(width).collect();
    let text = |column: &usize| !right.contains(column);
    while line_width(&widths) > most {
        let widest = (0..widths.len()).filter(text).filter(|at| widths[*at] > MIN_WIDTH).max_by_key(|at| widths[*at]);
        let Some(widest) = widest else { break };
        widths[widest] -= 1;
    }
    widths.iter_mut().for_each(|width| *width = (*width).min(most));
    let line = |columns: &[usize], cells: &[&str]| {
        let mut line = String::new();
        for (i, column) in columns.iter().enumerate() {
            let cell = shortened(cells.get(*column).copied().unwrap_or_default(), widths[*column]);
            let pad = " ".repeat(widths[*column] - cell.width());
            let gap = " ".repeat(if i == 0 { 0 } else { GAP });
            let cell = if right.contains(column) { format!("{pad}{cell}") } else { format!("{cell}{pad}") };
            line.push_str(&format!("{gap}{cell}"));
        }
        line.truncate(line.trim_end().len());
        line.push('\n');
        line
    };
    let part = |columns: &Vec<usize>| {
        let mut out = line(columns, heading);
        for row in rows {
            out.push_str(&line(columns, &row.iter().map(String::as_str).collect::<Vec<_>>()));
        }
        out
    };
    parts(&widths, most).iter().map(part).collect::<Vec<_>>().join("\n")
}

/// The columns in parts that fit, each with the first column before the others where there is room for it.
fn parts(widths: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = vec![Vec::new()];
    for at in 0..widths.len() {
        let fits =
            |part: &[usize]| line_width(&part.iter().chain([&at]).map(|c| widths[*c]).collect::<Vec<_>>()) <= most;
        let last = parts.len() - 1;
        if parts[last].is_empty() || fits(&parts[last]) {
            parts[last].push(at);
        } else {
            parts.push(if fits(&[0]) { vec![0, at] } else { vec![at] });
        }
    }
    parts
}

fn line_width(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
}

/// The beginning of a text that is wider than `most`, with a sign that something follows.
fn shortened(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let mut width = 0;
    let fits = |c: &char| {
        width += c.width().unwrap_or(0);
        width < most
    };
    let beginning: String = text.chars().take_while(fits).collect();
    format!("{}…", beginning.trim_end())
}

/// The names that cards with several ids have in a list, given as pairs of name and id: only their sets tell these
/// apart.
pub(super) fn reprinted<'c>(cards: impl IntoIterator<Item = (&'c str, &'c str)>) -> BTreeSet<&'c str> {
    let mut ids: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, id) in cards {
        ids.entry(name).or_default().insert(id);
    }
    ids.into_iter().filter(|(_, ids)| ids.len() > 1).map(|(name, _)| name).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Vec<String>> {
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        vec![
            row(["The Lamp That Nobody Lit", "12", "a very long remark about it", "common"]),
            row(["Wick", "3", "", "rare"]),
        ]
    }

    const HEADING: [&str; 4] = ["Name", "Copies", "Remark", "Rarity"];

    #[test]
    fn the_widest_texts_are_shortened_and_numbers_stay_whole() {
        let whole = table_within(usize::MAX, &HEADING, &rows(), &[1]);
        assert!(whole.contains("The Lamp That Nobody Lit      12  a very long remark about it  common"), "{whole}");
        let narrow = table_within(45, &HEADING, &rows(), &[1]);
        assert!(narrow.lines().all(|line| line.width() <= 45), "{narrow}");
        assert_eq!(narrow.lines().count(), 3, "{narrow}");
        assert!(narrow.contains("…      12  ") && narrow.contains("common") && narrow.contains("Wick"), "{narrow}");
    }

    #[test]
    fn columns_that_do_not_fit_go_below_with_the_first_one_again() {
        let narrow = table_within(20, &HEADING, &rows(), &[1]);
        assert!(narrow.lines().all(|line| line.width() <= 20), "{narrow}");
        assert!(narrow.matches("The Lam…").count() > 1, "{narrow}");
        for heading in HEADING {
            assert!(narrow.contains(heading), "{narrow}");
        }
        let hopeless = table_within(3, &HEADING, &rows(), &[1]);
        assert!(hopeless.lines().all(|line| line.width() <= 3), "{hopeless}");
    }

    #[test]
    fn signs_of_two_columns_count_twice() {
        let rows = vec![vec!["提灯提灯提灯提灯".to_owned(), "1".to_owned()]];
        let narrow = table_within(14, &["Name", "Copies"], &rows, &[1]);
        assert!(narrow.lines().all(|line| line.width() <= 14), "{narrow}");
        assert!(narrow.contains('…'), "{narrow}");
    }

    #[test]
    fn a_name_is_reprinted_only_if_two_ids_have_it() {
        let list = [("Wick", "a-1"), ("Wick", "a-1"), ("Lamp", "a-2"), ("Lamp", "b-2")];
        assert_eq!(reprinted(list), BTreeSet::from(["Lamp"]));
    }
}
