//! Whether the library holds what this program wrote: pages, the numbering of actions, JSON that can be read.

use serde::Serialize;

use super::{Error, Library};

/// What was looked at, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Health {
    /// Decks, pools, drafts and so on, also those that were put away.
    pub streams: usize,
    /// Actions in them.
    pub actions: usize,
    /// Settings.
    pub settings: usize,
    /// What is wrong, in words; empty if all is well.
    pub faults: Vec<String>,
}

impl Library {
    /// Looks at every page, index and row.
    ///
    /// # Errors
    /// Of the library, when it cannot even be looked at.
    pub fn check(&self) -> Result<Health, Error> {
        let mut faults = self.faults_of_pages("integrity_check")?;
        let mut words = |sql: &str| -> Result<(), Error> {
            let mut statement = self.db.prepare(sql)?;
            for fault in statement.query_map([], |r| r.get(0))? {
                faults.push(fault?);
            }
            Ok(())
        };
        words(
            "SELECT 'the start of number ' || id || ' (' || kind || ') is no JSON' FROM stream WHERE NOT json_valid(start)",
        )?;
        words(
            "SELECT 'action ' || seq || ' of number ' || stream || ' is no JSON' FROM action WHERE NOT json_valid(body)",
        )?;
        words(
            "SELECT 'number ' || stream || ' has ' || count(*) || ' actions, of which the last is number ' || max(seq) \
             FROM action GROUP BY stream HAVING count(*) <> max(seq) + 1",
        )?;
        words(
            "SELECT DISTINCT 'number ' || stream || ' has actions and no start' FROM action \
               WHERE stream NOT IN (SELECT id FROM stream)",
        )?;
        words("SELECT 'the setting ' || key || ' is no JSON' FROM setting WHERE NOT json_valid(value)")?;
        let count = |table: &str| -> Result<usize, Error> {
            Ok(self.db.query_row(&format!("SELECT count(*) FROM {table}"), [], |r| r.get::<_, i64>(0))? as usize)
        };
        Ok(Health { streams: count("stream")?, actions: count("action")?, settings: count("setting")?, faults })
    }

    /// What SQLite finds wrong with the pages of the file: with `quick_check` not whether indexes match their tables.
    pub(super) fn faults_of_pages(&self, pragma: &str) -> Result<Vec<String>, Error> {
        let mut statement = self.db.prepare(&format!("PRAGMA {pragma}"))?;
        let lines = statement.query_map([], |r| r.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
        Ok(lines.into_iter().filter(|line| line != "ok").collect())
    }
}
