//! What became of each line of a deck file, as data.

use formats::deckfile::{LineOutcome, ReportedLine};
use schemars::JsonSchema;
use serde::Serialize;

/// A line of the file that was read.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DeckFileLine {
    /// Counted from 1.
    line: usize,
    /// As it stood there.
    text: String,
    /// `card`, `unknown`, `remark` or `unread`.
    pub outcome: &'static str,
    /// Copies, for cards.
    count: Option<u32>,
    /// Card id, for known cards.
    id: Option<String>,
    /// Name, for cards.
    name: Option<String>,
    /// Section id, for cards.
    section: Option<String>,
    /// The card that was perhaps meant, why the line was not read, or why a card is elsewhere than the file says.
    note: Option<String>,
}

impl DeckFileLine {
    /// All lines of a report.
    pub fn all(report: &[ReportedLine]) -> Vec<DeckFileLine> {
        report.iter().map(DeckFileLine::new).collect()
    }

    fn new(r: &ReportedLine) -> DeckFileLine {
        let (outcome, count, id, name, section, note) = match r.outcome.clone() {
            LineOutcome::Card { count, id, name, section, note } => {
                ("card", Some(count), Some(id), Some(name), Some(section), note)
            }
            LineOutcome::Unknown { count, name, section, meant } => {
                ("unknown", Some(count), None, Some(name), Some(section), meant)
            }
            LineOutcome::Unread { why } => ("unread", None, None, None, None, Some(why)),
            LineOutcome::Remark => ("remark", None, None, None, None, None),
        };
        DeckFileLine { line: r.line, text: r.text.clone(), outcome, count, id, name, section, note }
    }

    /// For people: where it stands, what it said, what it became.
    pub fn to_text(&self) -> String {
        let text: String = self.text.trim().chars().take(48).collect();
        let became = match (self.outcome, self.count, &self.name, &self.section) {
            ("card", Some(count), Some(name), Some(section)) => format!("{count} {name} → {section}"),
            ("unknown", Some(count), Some(name), Some(section)) => format!("{count} {name} → {section}, unknown"),
            ("unread", ..) => "not read".to_owned(),
            _ => "–".to_owned(),
        };
        let note = match (&self.note, self.outcome) {
            (Some(meant), "unknown") => format!("; did you mean `{meant}`?"),
            (Some(note), _) => format!(": {note}"),
            (None, _) => String::new(),
        };
        format!("{:>5}  {text:<48}  {became}{note}\n", self.line)
    }
}
