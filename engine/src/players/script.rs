//! Does what a text says, one action a line.

use crate::kernel::player::{NoAnswer, Player, SeatView};
use crate::kernel::rules::Rules;

/// Lines still to be done, and how many were.
#[derive(Debug, Clone)]
pub struct Script {
    lines: Vec<String>,
    done: usize,
}

impl Script {
    /// A script; empty lines and lines that begin with `#` say nothing.
    pub fn new(text: &str) -> Self {
        Script { lines: text.lines().map(|l| l.trim().to_owned()).collect(), done: 0 }
    }
}

impl<G: Rules> Player<G> for Script {
    fn choose(&mut self, view: &SeatView<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer> {
        let says_nothing = |l: &String| l.is_empty() || l.starts_with('#');
        while self.lines.get(self.done).is_some_and(says_nothing) {
            self.done += 1;
        }
        let texts = || legal.iter().map(|a| view.notation(*a)).collect::<Vec<_>>();
        let Some(line) = self.lines.get(self.done) else {
            let message = format!("the script ends, but the game goes on; it could be: {}", texts().join("; "));
            return Err(NoAnswer::Script { line: self.done + 1, message });
        };
        self.done += 1;
        view.parse(legal, line).ok_or_else(|| NoAnswer::Script {
            line: self.done,
            message: format!("`{line}` cannot be done now; it could be: {}", texts().join("; ")),
        })
    }
}
