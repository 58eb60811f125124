//! What players thought of their decisions, as `match --explain` and `coach` show it.

use engine::session::coach;
use schemars::JsonSchema;
use serde::Serialize;

use super::print::indented_table;

/// A decision with what a player thinks of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DecisionOutput {
    /// Which choice of the game, from 1.
    choice: usize,
    /// The turn, from 1.
    turn: u32,
    /// Who decided, from 1.
    pub seat: u8,
    /// How many sentences of the log stand before it.
    pub after: usize,
    /// What was done.
    pub done: String,
    /// How much less that is worth than the best alternative.
    pub lost: f64,
    /// Why the best alternative is the best.
    pub why: String,
    /// What could be done, best first.
    pub alternatives: Vec<Alternative>,
}

/// What could be done.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Alternative {
    /// In words.
    action: String,
    /// How often the player tried it.
    visits: u32,
    /// What it is worth, from −1 (as good as lost) to 1 (as good as won); 0 is as things stand.
    value: f64,
}

impl From<coach::Decision> for DecisionOutput {
    fn from(decision: coach::Decision) -> DecisionOutput {
        let coach::Decision { at, turn, seat, events, done, lost, advice } = decision;
        let alternative = |a: coach::Alternative| Alternative {
            action: a.notation,
            visits: a.evaluation.visits,
            value: rounded(a.evaluation.value),
        };
        DecisionOutput {
            choice: at,
            turn,
            seat: seat + 1,
            after: events,
            done,
            lost: rounded(lost),
            why: advice.why,
            alternatives: advice.alternatives.into_iter().map(alternative).collect(),
        }
    }
}

/// To three digits after the point: more would be noise.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

impl DecisionOutput {
    /// Whether the best alternative was done.
    pub(super) fn agrees(&self) -> bool {
        self.alternatives.first().is_some_and(|best| best.action == self.done)
    }

    /// A heading, the alternatives as a table with a mark at what was done, and the reason.
    pub(super) fn to_text(&self) -> String {
        let lost = if self.lost > 0.0 { format!(", {:.2} worse than the best", self.lost) } else { String::new() };
        let mut out = format!("Choice {}, turn {}, seat {}: {}{lost}\n", self.choice, self.turn, self.seat, self.done);
        let row = |a: &Alternative| {
            let mark = if a.action == self.done { "*" } else { " " };
            vec![mark.to_owned(), a.action.clone(), a.visits.to_string(), format!("{:+.2}", a.value)]
        };
        let rows: Vec<Vec<String>> = self.alternatives.iter().map(row).collect();
        out.push_str(&indented_table(4, &["", "Action", "Tries", "Value"], &rows, &[2, 3]));
        out.push_str(&format!("    {}\n", self.why));
        out
    }
}
