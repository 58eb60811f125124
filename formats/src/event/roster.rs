//! A list of players as a table: names, and the members of teams.

use std::collections::HashSet;
use std::fmt;

use catalog::tr;

use super::log::Entrant;
use super::{EventError, MOST_PLAYERS, bounds};

/// Heads of a column that holds names.
const NAMES: [&str; 4] = ["name", "player", "team", "player name"];

/// What a list of players has that cannot be read; lines are counted from 1.
#[derive(Debug, thiserror::Error)]
pub enum RosterError {
    /// No table.
    Table(#[from] csv::Error),
    /// What is no name.
    Name {
        /// The line.
        line: u64,
        /// What is wrong with it.
        why: EventError,
    },
    /// A line without a name.
    Nameless(u64),
    /// A line with more than an event has.
    Many(u64),
    /// A name that was there before.
    Twice {
        /// The line.
        line: u64,
        /// The name.
        name: String,
    },
    /// No name at all.
    Empty,
}

impl fmt::Display for RosterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            RosterError::Table(e) => e.to_string(),
            RosterError::Name { line, why: e } => tr!("line {line}: {e}", line, e),
            RosterError::Nameless(line) => tr!("line {line} has no name", line),
            RosterError::Many(line) => {
                tr!(
                    "line {line}: an event has at most {most} players, and the list has more",
                    line,
                    most = MOST_PLAYERS
                )
            }
            RosterError::Twice { line, name } => {
                tr!("line {line}: `{name}` is listed twice; tell them apart, for instance by a number", line, name)
            }
            RosterError::Empty => tr!("no names found"),
        })
    }
}

/// A player by name, or a team as `Reds=Ann;Bo`.
pub fn parse_entrant(text: &str) -> Entrant {
    let (name, members) = text.split_once('=').unwrap_or((text, ""));
    let members = members.split(';').map(|m| m.trim().to_owned()).filter(|m| !m.is_empty());
    Entrant { name: name.trim().to_owned(), members: members.collect() }
}

/// Reads a table (CSV, with commas, semicolons or tabs). With a head, the column `name` (or `player`, `team`) counts,
/// beside `first name` and `last name`; other columns but `members`, a list with semicolons, are left alone. Without a
/// head, the first column is the name.
///
/// # Errors
/// The line, counted from 1, and what is wrong with it.
pub fn parse(text: &str) -> Result<Vec<Entrant>, RosterError> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().next().unwrap_or("");
    let between =
        *[b'\t', b';', b','].iter().max_by_key(|c| first.bytes().filter(|b| b == *c).count()).unwrap_or(&b',');
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(between).from_reader(text.as_bytes());
    let mut columns: Option<Columns> = None;
    let mut entrants: Vec<Entrant> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    for row in reader.records() {
        let row = row?;
        let line = row.position().map_or(0, |p| p.line());
        let Some(columns) = &columns else {
            let head = Columns::from_header(&row);
            let is_head = head.is_some();
            let found = head.unwrap_or(Columns { name: vec![0], members: None });
            if !is_head && let Some(first) = found.read(&row) {
                bounds::name(&first.name).map_err(|why| RosterError::Name { line, why })?;
                known.insert(catalog::fold::fold(&first.name));
                entrants.push(first);
            }
            columns = Some(found);
            continue;
        };
        let Some(entrant) = columns.read(&row) else {
            if row.iter().any(|cell| !cell.trim().is_empty()) {
                return Err(RosterError::Nameless(line));
            }
            continue;
        };
        bounds::name(&entrant.name).map_err(|why| RosterError::Name { line, why })?;
        if entrants.len() == MOST_PLAYERS {
            return Err(RosterError::Many(line));
        }
        if !known.insert(catalog::fold::fold(&entrant.name)) {
            return Err(RosterError::Twice { line, name: entrant.name });
        }
        entrants.push(entrant);
    }
    if entrants.is_empty() { Err(RosterError::Empty) } else { Ok(entrants) }
}

struct Columns {
    /// Joined by blanks.
    name: Vec<usize>,
    members: Option<usize>,
}

impl Columns {
    fn from_header(row: &csv::StringRecord) -> Option<Columns> {
        let heads: Vec<String> = row.iter().map(|c| c.trim().to_lowercase().replace('_', " ")).collect();
        let at = |name: &str| heads.iter().position(|h| h == name);
        let name = match NAMES.iter().find_map(|n| at(n)) {
            Some(name) => vec![name],
            None => vec![at("first name")?, at("last name")?],
        };
        Some(Columns { name, members: at("members") })
    }

    fn read(&self, row: &csv::StringRecord) -> Option<Entrant> {
        let parts: Vec<&str> = self.name.iter().filter_map(|at| row.get(*at)).map(str::trim).collect();
        let name = parts.join(" ").trim().to_owned();
        let members = self.members.and_then(|at| row.get(at)).unwrap_or("");
        let members = members.split(';').map(|m| m.trim().to_owned()).filter(|m| !m.is_empty()).collect();
        (!name.is_empty()).then_some(Entrant { name, members })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        parse(text).expect("reads").into_iter().map(|e| e.name).collect()
    }

    #[test]
    fn lists_of_all_kinds_are_read() {
        assert_eq!(names("Ann\nBob\n"), ["Ann", "Bob"]);
        assert_eq!(names("\u{feff}Name,Club\nAnn,North\n\n\"Bob, Jr.\",South\n"), ["Ann", "Bob, Jr."]);
        assert_eq!(names("id;First Name;Last Name\n7;Ann;Abel\n8;Bo;Berg\n"), ["Ann Abel", "Bo Berg"]);
        let teams = parse("team\tmembers\nReds\tAnn;Bo\n").expect("reads");
        assert_eq!(teams[0].members, ["Ann", "Bo"]);
        assert!(parse("name\nAnn\nann\n").expect_err("twice").to_string().contains("line 3: `ann` is listed twice"));
        assert!(parse("name,club\nAnn,x\n,y\n").expect_err("no name").to_string().contains("line 3"));
        assert!(parse("name\n").is_err() && parse("").is_err());
    }
}
