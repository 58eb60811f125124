//! The Chronobot's scenarios: a bot that is arranged, steps with the answers of the table, and what is then so.

use std::collections::BTreeSet;

use catalog::Source;
use catalog::read::{Problem, Problems, Table, suggest};
use catalog::spoken::as_written;

use super::ask::{Answer, Stop};
use super::board::Board;
use super::facts::{self, Named};
use super::options::Options;
use super::session::{Session, Step, Told};
use super::talk::{Line, Wrong};
use crate::rulings::Rulings;
use crate::scenario::{Failure, Shown, each, settings, written};

/// A scenario that was read.
pub(crate) struct Scenario {
    name: String,
    rules: Vec<String>,
    place: (String, usize),
    start: Session,
    steps: Vec<Examined>,
}

/// What is done, and what is then so.
struct Examined {
    does: Vec<Does>,
    events: Vec<String>,
    without: Vec<String>,
    legal: Option<Vec<String>>,
    asks: Option<String>,
    refused: Option<String>,
    expect: Vec<Named>,
}

enum Does {
    SetUp,
    Undo,
    Play(Line),
}

/// Reads the scenarios of a game's folder, or of one text (file name and contents).
///
/// # Errors
/// Every fault of the files.
pub(crate) fn load(source: &Source, game: &str, text: Option<(&str, &str)>) -> Result<Vec<Scenario>, Vec<Problem>> {
    let board = Board::load(source, game)?;
    let problems = Problems::default();
    let mut all = Vec::new();
    let files: Vec<(&str, &str)> = match text {
        Some(text) => vec![text],
        None => source.folder(game, "scenarios").into_iter().map(|(_, f)| (f.name.as_str(), f.text.as_ref())).collect(),
    };
    for (file, text) in files {
        each(file, text, game, &problems, |name, rules, table| all.push(scenario(file, &board, name, rules, table)));
    }
    problems.into_result().map(|()| all)
}

fn scenario(file: &str, board: &Board, name: String, rules: Vec<String>, t: &Table<'_>) -> Scenario {
    let known = |key: &str, value: &str| Options::default().set(key, value).map_err(|e| e.to_string());
    let (options, _) = written::rulings(&settings(t, known));
    let mut board = board.clone();
    if let Some(table) = t.table_if("board") {
        board.take(&table, false);
    }
    let mut start = Session::new(board.clone(), options);
    if let Some(table) = t.table_if("start") {
        start.arrange(|bot| facts::arrange(bot, &board, &table));
    }
    let like = facts::facts(&start);
    let steps = t.tables("step").iter().map(|step| examined(step, &like)).collect();
    Scenario { name, rules, place: (file.to_owned(), t.line()), start, steps }
}

fn examined(t: &Table<'_>, like: &[Named]) -> Examined {
    let does = |text: String| match text.as_str() {
        "set up" => Some(Does::SetUp),
        "undo" => Some(Does::Undo),
        _ => {
            let line = Line::read(&text).map(Does::Play);
            if line.is_none() {
                let known: Vec<&str> = Step::WORDS.iter().map(|(word, _)| *word).chain(["set up", "undo"]).collect();
                let word = text.split(':').next().unwrap_or_default();
                t.problem_of("do", &text, format!("`{word}` is no step"), Some(suggest(word, &known)));
            }
            line
        }
    };
    Examined {
        does: t.texts("do").into_iter().filter_map(does).collect(),
        events: t.texts("events"),
        without: t.texts("without"),
        legal: t.has("legal").then(|| t.texts("legal")),
        asks: t.text_if("asks"),
        refused: t.text_if("refused"),
        expect: t.table_if("expect").map(|e| facts::read(&e, like)).unwrap_or_default(),
    }
}

/// What is known while a scenario is played.
struct Run {
    session: Session,
    told: Vec<Told>,
    /// The rules that were given as reasons.
    reasons: BTreeSet<&'static str>,
    step: usize,
}

impl Scenario {
    /// Plays it.
    pub(crate) fn run(&self) -> Shown {
        let failure = as_written(|| self.play()).err().map(|f| *f);
        Shown { name: self.name.clone(), rules: self.rules.clone(), place: self.place.clone(), failure }
    }

    /// The rules that it says it shows.
    #[cfg(test)]
    pub(super) fn rules(&self) -> &[String] {
        &self.rules
    }

    /// The rules that were given as reasons while it was played.
    #[cfg(test)]
    pub(super) fn reasons(&self) -> BTreeSet<&'static str> {
        as_written(|| self.play()).expect("it comes out as it says")
    }

    fn play(&self) -> Result<BTreeSet<&'static str>, Box<Failure>> {
        let session = self.start.clone();
        let mut run = Run { session, told: Vec::new(), reasons: BTreeSet::new(), step: 0 };
        for (i, step) in self.steps.iter().enumerate() {
            run.step = i + 1;
            run.examine(step)?;
        }
        Ok(run.reasons)
    }
}

impl Run {
    fn failed(&self, what: &str, expected: impl Into<String>, actual: impl Into<String>) -> Box<Failure> {
        let events = self.told.iter().map(|t| t.text.clone()).collect();
        Box::new(Failure {
            step: self.step,
            what: what.into(),
            expected: expected.into(),
            actual: actual.into(),
            events,
        })
    }

    fn examine(&mut self, step: &Examined) -> Result<(), Box<Failure>> {
        self.told.clear();
        let mut stopped = None;
        for does in &step.does {
            if let Some(wrong) = stopped.take() {
                return Err(self.failed("a step", "it is played", Wrong::to_string(&wrong)));
            }
            stopped = self.does(does).err();
        }
        let (asks, refused) = match stopped {
            Some(Wrong::Stop(Stop::Asks(question))) => (Some(question.to_string()), None),
            Some(wrong) => (None, Some(wrong.to_string())),
            None => (None, None),
        };
        let words = |said: &Option<String>| said.clone().unwrap_or_else(|| "nothing".into());
        for (what, expected, actual) in
            [("what is asked", &step.asks, asks), ("what is refused", &step.refused, refused)]
        {
            if *expected != actual {
                return Err(self.failed(what, words(expected), words(&actual)));
            }
        }
        self.compare(step)
    }

    fn does(&mut self, does: &Does) -> Result<(), Wrong> {
        let told = match does {
            Does::SetUp => self.session.setup(),
            Does::Undo => {
                self.session.undo();
                Vec::new()
            }
            Does::Play(line) => {
                let mut answers: Vec<Answer> = Vec::new();
                let mut typed = line.typed.iter().map(String::as_str);
                self.session.say(line.step, &mut answers, &mut typed, &mut |_| None)?
            }
        };
        self.reasons.extend(told.iter().flat_map(|t| t.rules));
        self.told.extend(told);
        Ok(())
    }

    fn compare(&self, step: &Examined) -> Result<(), Box<Failure>> {
        let mut told = self.told.iter().map(|t| t.text.as_str());
        for event in &step.events {
            if !told.any(|text| text == event) {
                return Err(self.failed("events", event, "it did not happen, or not in this order"));
            }
        }
        if let Some(event) = step.without.iter().find(|event| self.told.iter().any(|t| t.text == **event)) {
            return Err(self.failed("events", format!("not: {event}"), "it happened"));
        }
        if let Some(legal) = &step.legal {
            let now: Vec<&str> = self.session.steps().iter().map(|step| step.word()).collect();
            let (mut expected, mut actual) = (legal.clone(), now.clone());
            expected.sort();
            actual.sort_unstable();
            if expected != actual {
                return Err(self.failed("steps", legal.join("; "), now.join("; ")));
            }
        }
        let facts = facts::facts(&self.session);
        for (group, key, expected) in &step.expect {
            let (_, _, actual) = facts.iter().find(|(g, k, _)| g == group && k == key).expect("both are of one board");
            if actual != expected {
                let what = format!("{group} {key}");
                return Err(self.failed(what.trim(), expected.to_string(), actual.to_string()));
            }
        }
        Ok(())
    }
}
