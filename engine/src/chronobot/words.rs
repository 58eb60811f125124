//! Steps, questions and answers as people read and write them, so that a game can be typed in or kept as a script.

use std::fmt;

use catalog::tr;

use super::ask::{Answer, Die, Project, Question};
use super::kinds::Worker;
use super::session::{Entry, Step};

impl Step {
    /// Steps with the words for them.
    pub const WORDS: [(&'static str, Step); 8] = [
        ("paradox", Step::Paradox),
        ("power up", Step::PowerUp),
        ("warp", Step::Warp),
        ("turn", Step::Turn),
        ("you first", Step::YouFirst),
        ("you pass", Step::YouPass),
        ("clean up", Step::CleanUp),
        ("end", Step::End),
    ];

    /// As people name it.
    pub fn word(self) -> &'static str {
        Step::WORDS.iter().find(|(_, step)| *step == self).expect("each step has its word").0
    }

    /// The step that a text names.
    pub fn read(text: &str) -> Option<Step> {
        Step::WORDS.iter().find(|(word, _)| *word == text.trim()).map(|(_, step)| *step)
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Question::Roll(Die::Command) => tr!("Roll the AI die. What does it show?"),
            Question::Roll(Die::Paradox) => tr!("Roll the Paradox die for the bot. How many Paradoxes?"),
            Question::Roll(Die::Shape) => tr!("Roll the shape die. Which face, counted from 1?"),
            Question::ParadoxRolls { most } => {
                tr!("How often must the bot roll for Paradoxes, from 0 to {most}?", most)
            }
            Question::Free(place) => {
                tr!("Which spaces of {place} are free, counted from 1 at the top, or `none`?", place = place.word())
            }
            Question::Stacks(building) => tr!(
                "What are the top buildings for {building} worth, primary stack first, as in `3 2`? An empty stack is \
                 `-`.",
                building = building.word()
            ),
            Question::Projects => {
                tr!("Which Superprojects of the Present and past Eras are face up, as Era and VP, as in `1:4 3:6`, or \
                     `none`?")
            }
            Question::Workers => {
                tr!("Which Workers are available: genius, administrator, engineer, scientist, or `none`?")
            }
            Question::Left(shape) => tr!("Is a {shape} Breakthrough left, `yes` or `no`?", shape = shape.word()),
            Question::Tie { of } => tr!("Let chance decide between {of} equals: which, from 1 to {of}?", of),
        })
    }
}

impl Question {
    /// The answer that a text gives; `None` if it is none to this question. Whether it fits the game is seen when the
    /// step is played.
    pub fn read(&self, text: &str) -> Option<Answer> {
        let words: Vec<&str> = if text.trim() == "none" { Vec::new() } else { text.split_whitespace().collect() };
        if words.is_empty() && text.trim() != "none" {
            return None;
        }
        Some(match self {
            Question::Roll(_) | Question::ParadoxRolls { .. } | Question::Tie { .. } => {
                Answer::Number(text.trim().parse().ok()?)
            }
            Question::Free(_) => Answer::Free(words.iter().map(|w| w.parse().ok()).collect::<Option<_>>()?),
            Question::Stacks(_) => {
                let top = |word: &str| if word == "-" { Some(None) } else { word.parse().ok().map(Some) };
                let [primary, secondary] = words.as_slice() else { return None };
                Answer::Stacks(top(primary)?, top(secondary)?)
            }
            Question::Projects => Answer::Projects(words.into_iter().map(project).collect::<Option<_>>()?),
            Question::Workers => {
                let worker = |word: &&str| Worker::ALL.into_iter().find(|w| w.word() == *word);
                Answer::Workers(words.iter().map(worker).collect::<Option<_>>()?)
            }
            Question::Left(_) => match words.as_slice() {
                ["yes"] => Answer::Left(true),
                ["no"] => Answer::Left(false),
                _ => return None,
            },
        })
    }
}

/// As it is typed: [`Question::read`] reads it again.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = |words: Vec<String>| if words.is_empty() { "none".to_owned() } else { words.join(" ") };
        let top = |points: &Option<u8>| points.map_or("-".to_owned(), |points| points.to_string());
        f.write_str(&match self {
            Answer::Number(n) => n.to_string(),
            Answer::Free(spaces) => all(spaces.iter().map(u8::to_string).collect()),
            Answer::Stacks(primary, secondary) => format!("{} {}", top(primary), top(secondary)),
            Answer::Projects(lying) => all(lying.iter().map(|p| format!("{}:{}", p.era, p.points)).collect()),
            Answer::Workers(there) => all(there.iter().map(|w| w.word().to_owned()).collect()),
            Answer::Left(left) => if *left { "yes" } else { "no" }.to_owned(),
        })
    }
}

/// As a line that can be typed in.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answers: Vec<String> = self.answers.iter().map(Answer::to_string).collect();
        let between = if answers.is_empty() { "" } else { ": " };
        write!(f, "{}{between}{}", self.step.word(), answers.join(" | "))
    }
}

fn project(word: &str) -> Option<Project> {
    let (era, points) = word.split_once(':')?;
    Some(Project { era: era.parse().ok()?, points: points.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::super::Place;
    use super::*;

    #[test]
    fn what_is_no_answer_is_told_from_none() {
        assert_eq!(Question::Workers.read("none"), Some(Answer::Workers(vec![])));
        assert_eq!(Question::Workers.read(" "), None);
        assert_eq!(Question::Workers.read("genius clerk"), None);
        assert_eq!(
            Question::Projects.read("1:4 3:6").map(|a| matches!(a, Answer::Projects(p) if p.len() == 2)),
            Some(true)
        );
        assert_eq!(Question::Projects.read("14"), None);
        assert_eq!(Question::Free(Place::Mine).read("1 b"), None);
        assert_eq!(Question::Roll(Die::Command).read("none"), None);
        assert!(Step::WORDS.iter().all(|(word, step)| Step::read(word) == Some(*step)));
    }
}
