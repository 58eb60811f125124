//! How a recorded game ended: who won and why. Records of 0.1 say it in an English sentence, which is read here and nowhere written.

use serde::{Deserialize, Serialize};

use crate::kernel::outcome::{EndReason, Outcome};

/// How a recorded game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RecordedOutcome {
    /// As it is written.
    Outcome(Outcome),
    /// As 0.1 wrote it.
    Sentence(String),
}

impl From<Outcome> for RecordedOutcome {
    fn from(outcome: Outcome) -> Self {
        RecordedOutcome::Outcome(outcome)
    }
}

/// What sentences of 0.1 end with, by reason. "Power" is the end of no other sentence.
const OLD_REASONS: [(EndReason, &[&str]); 9] = [
    (EndReason::LastStanding, &["the others have no life left", "the last Headquarters standing"]),
    (EndReason::Progress, &["by the word of a card", ": Power", "power and success", "the tournament"]),
    (
        EndReason::DeckOut,
        &["an opponent had to draw from an empty Codex", "the most Power when a deck ran out", "the cards ran out"],
    ),
    (EndReason::Home, &["home", "the day, by the Timeline goal"]),
    (EndReason::Mission, &["the mission", "the day, by the Artifact goal"]),
    (EndReason::Neighbour, &["the player on the left is out"]),
    (
        EndReason::AllOut,
        &["all went out at once", "all Headquarters fell at once", "too many Paradoxes, and the universe collapses"],
    ),
    (EndReason::TurnLimit, &["the turn limit was reached"]),
    (EndReason::Overflow, &["more happened at once than the engine can hold", "the match was stopped"]),
];

impl RecordedOutcome {
    /// The sentence of 0.1, if it is one.
    pub(super) fn sentence(&self) -> Option<&String> {
        match self {
            RecordedOutcome::Outcome(_) => None,
            RecordedOutcome::Sentence(sentence) => Some(sentence),
        }
    }

    /// Whether a game that ended so ended as recorded. A sentence of a draw does not say between whom.
    pub fn agrees_with(&self, outcome: Outcome) -> bool {
        let sentence = match self {
            RecordedOutcome::Sentence(sentence) => sentence,
            RecordedOutcome::Outcome(recorded) => return recorded.to_string() == outcome.to_string(),
        };
        let ends = OLD_REASONS.iter().find(|(reason, _)| *reason == outcome.reason).map_or(&[][..], |(_, ends)| ends);
        let Some(start) = ends.iter().find_map(|end| sentence.strip_suffix(end)) else { return false };
        if start.starts_with("A draw") {
            return outcome.winners.count_ones() > 1;
        }
        let numbers = start.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<u32>().ok());
        numbers.fold(0, |seats: u32, n| seats | 1u32.wrapping_shl(n.wrapping_sub(1))) == u32::from(outcome.winners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(text: &str) -> RecordedOutcome {
        RecordedOutcome::Sentence(text.to_owned())
    }

    #[test]
    fn sentences_of_the_first_release_say_who_won_and_why() {
        let cases = [
            ("Seat 1 wins: Power", 0b01, EndReason::Progress),
            ("Seat 2 wins: the most Power when a deck ran out", 0b10, EndReason::DeckOut),
            ("Seats 1 and 3 win: the others have no life left", 0b101, EndReason::LastStanding),
            ("Seats 2 and 4 win together: the player on the left is out", 0b1010, EndReason::Neighbour),
            ("A draw: all Headquarters fell at once", 0b11, EndReason::AllOut),
            ("Nobody wins: the turn limit was reached", 0, EndReason::TurnLimit),
            ("Nobody wins: too many Paradoxes, and the universe collapses", 0, EndReason::AllOut),
            ("Seat 4 wins: home", 0b1000, EndReason::Home),
            ("Seats 1, 2 and 3 share the tournament", 0b111, EndReason::Progress),
        ];
        for (text, winners, reason) in cases {
            let outcome = Outcome { winners, reason, team: false };
            for (other, won, why) in cases {
                let same = text == other || (won, why) == (winners, reason);
                assert_eq!(sentence(other).agrees_with(outcome), same, "{other} against {text}");
            }
        }
    }

    #[test]
    fn what_is_written_is_who_won_and_why() {
        let outcome = Outcome { winners: 0b101, reason: EndReason::LastStanding, team: true };
        let written = serde_json::to_string(&RecordedOutcome::from(outcome)).expect("written");
        assert_eq!(written, r#""1+3: last_standing""#);
        let read: RecordedOutcome = serde_json::from_str(&written).expect("read");
        assert_eq!(read, outcome.into());
        assert!(read.agrees_with(outcome));
        assert!(!read.agrees_with(Outcome { team: false, ..outcome }));
        assert!(!read.agrees_with(Outcome { winners: 1, ..outcome }));
        assert!(!read.agrees_with(Outcome { reason: EndReason::DeckOut, ..outcome }));
    }
}
