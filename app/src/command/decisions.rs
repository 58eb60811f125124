//! What players thought of their decisions, as `match --explain` and `coach` show it.

use engine::lab::report::ValueWithInterval;
use engine::session::coach::{self, Verdict};
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
    /// The chance of winning with the best alternative, from 0 to 1; absent if what was done was never tried.
    chance_best: Option<f64>,
    /// The chance with what was done.
    chance_done: Option<f64>,
    /// What it cost, in points, hundredths of a game, with its interval of 95 per cent; less than 0 is a gain.
    pub lost: ValueWithInterval,
    /// Whether it could have won in this turn, whatever others answer, and did not.
    pub missed_win: bool,
    /// How bad that is; a missed win is an inaccuracy at least.
    pub verdict: Verdict,
    /// What surely happens after the best alternative and after what was done, where these differ; otherwise what the best one
    /// leads to as far as the player looks.
    pub happens: String,
    /// How much more and less of what the best alternative leads to.
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
    /// The chance of winning that it leads to, from 0 to 1.
    chance: f64,
}

impl From<coach::Decision> for DecisionOutput {
    fn from(decision: coach::Decision) -> DecisionOutput {
        let verdict = decision.verdict();
        let coach::Decision { at, turn, seat, events, done, chances, lost, missed_win, advice } = decision;
        let (lost, low, high) = lost;
        let points = |share: f64| (share * 1000.0).round() / 10.0 + 0.0;
        let alternative = |a: coach::Alternative| Alternative {
            action: a.notation,
            visits: a.evaluation.visits,
            value: rounded(a.evaluation.value),
            chance: rounded(a.evaluation.chance),
        };
        DecisionOutput {
            choice: at,
            turn,
            seat: seat + 1,
            after: events,
            done,
            chance_best: chances.map(|[best, _]| rounded(best)),
            chance_done: chances.map(|[_, done]| rounded(done)),
            lost: (points(lost), points(low), points(high)).into(),
            missed_win,
            verdict,
            happens: advice.sentence(),
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
        let ValueWithInterval { value: points, low, high } = self.lost;
        let percent = |chance: f64| format!("{:.0}", 100.0 * chance);
        let cost = match (self.verdict, self.chance_best, self.chance_done) {
            (Verdict::Fine, ..) | (_, None, _) | (_, _, None) => String::new(),
            (verdict, Some(best), Some(done)) => format!(
                "\n    {}{}: {points:.0} points ({low:.0} to {high:.0}), from {}% to {}%",
                <&str>::from(verdict),
                if self.missed_win { ", a win missed" } else { "" },
                percent(best),
                percent(done)
            ),
        };
        let mut out = format!("Choice {}, turn {}, seat {}: {}{cost}\n", self.choice, self.turn, self.seat, self.done);
        let row = |a: &Alternative| {
            let mark = if a.action == self.done { "*" } else { " " };
            vec![mark.to_owned(), a.action.clone(), a.visits.to_string(), format!("{}%", percent(a.chance))]
        };
        let rows: Vec<Vec<String>> = self.alternatives.iter().map(row).collect();
        out.push_str(&indented_table(4, &["", "Action", "Tries", "Chance"], &rows, &[2, 3]));
        for reason in [&self.happens, &self.why].into_iter().filter(|reason| !reason.is_empty()) {
            out.push_str(&format!("    {reason}\n"));
        }
        out
    }
}
