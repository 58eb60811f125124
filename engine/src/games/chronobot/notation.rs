//! Steps, questions and answers as people read and write them, so that a game can be typed in or kept as a script.

use std::fmt;

use catalog::tr;

use super::kinds::Worker;
use super::question::{AutomaAnswer, AutomaQuestion, Die, Superproject};
use super::session::{AutomaStep, LogEntry};

impl AutomaStep {
    /// Steps with the words for them.
    pub const WORDS: [(&'static str, AutomaStep); 8] = [
        ("paradox", AutomaStep::Paradox),
        ("power up", AutomaStep::PowerUp),
        ("warp", AutomaStep::Warp),
        ("turn", AutomaStep::Turn),
        ("you first", AutomaStep::YouFirst),
        ("you pass", AutomaStep::YouPass),
        ("clean up", AutomaStep::CleanUp),
        ("end", AutomaStep::End),
    ];

    /// As people name it.
    pub fn word(self) -> &'static str {
        AutomaStep::WORDS.iter().find(|(_, step)| *step == self).expect("each step has its word").0
    }

    /// The step that a text names.
    pub fn parse(text: &str) -> Option<AutomaStep> {
        AutomaStep::WORDS.iter().find(|(word, _)| *word == text.trim()).map(|(_, step)| *step)
    }
}

impl fmt::Display for AutomaQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            AutomaQuestion::Roll(Die::Command) => tr!("Roll the AI die. What does it show?"),
            AutomaQuestion::Roll(Die::Paradox) => tr!("Roll the Paradox die for the bot. How many Paradoxes?"),
            AutomaQuestion::Roll(Die::Shape) => tr!("Roll the shape die. Which face, counted from 1?"),
            AutomaQuestion::ParadoxRolls { most } => {
                tr!("How often must the bot roll for Paradoxes, from 0 to {most}?", most)
            }
            AutomaQuestion::Free(place) => {
                tr!("Which spaces of {place} are free, counted from 1 at the top, or none?", place = place.label())
            }
            AutomaQuestion::Stacks(building) => tr!(
                "What are the top buildings for {building} worth? Primary stack first, such as 3 2; - for an empty stack.",
                building = building.label()
            ),
            AutomaQuestion::Projects => {
                tr!("Which Superprojects of the Present and past Eras are face up? Era and VP, such as 1:4 3:6, or none.")
            }
            AutomaQuestion::Workers => {
                tr!("Which Workers are available: genius, administrator, engineer, scientist, or none?")
            }
            AutomaQuestion::Left(shape) => tr!("Is a {shape} Breakthrough left (yes or no)?", shape = shape.label()),
            AutomaQuestion::Tie { of } => tr!("{of} are tied. Choose one at random, from 1 to {of}.", of),
        })
    }
}

impl AutomaQuestion {
    /// The answer that a text gives; `None` if it is none to this question. Whether it fits the game is seen when the
    /// step is played.
    pub fn parse_answer(&self, text: &str) -> Option<AutomaAnswer> {
        let words: Vec<&str> = if text.trim() == "none" { Vec::new() } else { text.split_whitespace().collect() };
        if words.is_empty() && text.trim() != "none" {
            return None;
        }
        Some(match self {
            AutomaQuestion::Roll(_) | AutomaQuestion::ParadoxRolls { .. } | AutomaQuestion::Tie { .. } => {
                AutomaAnswer::Number(text.trim().parse().ok()?)
            }
            AutomaQuestion::Free(_) => AutomaAnswer::Free(words.iter().map(|w| w.parse().ok()).collect::<Option<_>>()?),
            AutomaQuestion::Stacks(_) => {
                let top = |word: &str| if word == "-" { Some(None) } else { word.parse().ok().map(Some) };
                let [primary, secondary] = words.as_slice() else { return None };
                AutomaAnswer::Stacks(top(primary)?, top(secondary)?)
            }
            AutomaQuestion::Projects => {
                AutomaAnswer::Projects(words.into_iter().map(parse_project).collect::<Option<_>>()?)
            }
            AutomaQuestion::Workers => {
                let worker = |word: &&str| Worker::ALL.into_iter().find(|w| w.word() == *word);
                AutomaAnswer::Workers(words.iter().map(worker).collect::<Option<_>>()?)
            }
            AutomaQuestion::Left(_) => match words.as_slice() {
                ["yes"] => AutomaAnswer::Left(true),
                ["no"] => AutomaAnswer::Left(false),
                _ => return None,
            },
        })
    }
}

/// As it is typed: [`AutomaQuestion::parse_answer`] reads it again.
impl fmt::Display for AutomaAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = |words: Vec<String>| if words.is_empty() { "none".to_owned() } else { words.join(" ") };
        let top = |points: &Option<u8>| points.map_or("-".to_owned(), |points| points.to_string());
        f.write_str(&match self {
            AutomaAnswer::Number(n) => n.to_string(),
            AutomaAnswer::Free(spaces) => all(spaces.iter().map(u8::to_string).collect()),
            AutomaAnswer::Stacks(primary, secondary) => format!("{} {}", top(primary), top(secondary)),
            AutomaAnswer::Projects(lying) => all(lying.iter().map(|p| format!("{}:{}", p.era, p.points)).collect()),
            AutomaAnswer::Workers(there) => all(there.iter().map(|w| w.word().to_owned()).collect()),
            AutomaAnswer::Left(left) => if *left { "yes" } else { "no" }.to_owned(),
        })
    }
}

/// As a line that can be typed in.
impl fmt::Display for LogEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answers: Vec<String> = self.answers.iter().map(AutomaAnswer::to_string).collect();
        let between = if answers.is_empty() { "" } else { ": " };
        write!(f, "{}{between}{}", self.step.word(), answers.join(" | "))
    }
}

fn parse_project(word: &str) -> Option<Superproject> {
    let (era, points) = word.split_once(':')?;
    Some(Superproject { era: era.parse().ok()?, points: points.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::super::ExosuitPlace;
    use super::*;

    #[test]
    fn what_is_no_answer_is_told_from_none() {
        assert_eq!(AutomaQuestion::Workers.parse_answer("none"), Some(AutomaAnswer::Workers(vec![])));
        assert_eq!(AutomaQuestion::Workers.parse_answer(" "), None);
        assert_eq!(AutomaQuestion::Workers.parse_answer("genius clerk"), None);
        assert_eq!(
            AutomaQuestion::Projects
                .parse_answer("1:4 3:6")
                .map(|a| matches!(a, AutomaAnswer::Projects(p) if p.len() == 2)),
            Some(true)
        );
        assert_eq!(AutomaQuestion::Projects.parse_answer("14"), None);
        assert_eq!(AutomaQuestion::Free(ExosuitPlace::Mine).parse_answer("1 b"), None);
        assert_eq!(AutomaQuestion::Roll(Die::Command).parse_answer("none"), None);
        assert!(AutomaStep::WORDS.iter().all(|(word, step)| AutomaStep::parse(word) == Some(*step)));
    }
}
