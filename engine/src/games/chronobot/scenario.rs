//! The Chronobot's scenarios: a bot that is arranged, steps with the answers of the table, and what is then so.

use std::collections::BTreeSet;

use catalog::Source;
use catalog::localize::in_english;
use catalog::read::{Problem, Problems, TomlTable, suggest};

use super::board::AutomaBoard;
use super::difficulty::Difficulty;
use super::facts::{self, NamedFact};
use super::question::{AutomaAnswer, StepBlocked};
use super::session::{Announcement, AutomaSession, AutomaStep};
use super::typed_step::{StepError, TypedStep};
use crate::kernel::match_options::MatchOptions;
use crate::kernel::scenario::{ScenarioFailure, ScenarioResult, each_scenario, read_options};

/// A scenario that was read.
pub(crate) struct Scenario {
    name: String,
    rules: Vec<String>,
    place: (String, usize),
    start: AutomaSession,
    steps: Vec<ScenarioStep>,
}

/// What is done, and what is then so.
struct ScenarioStep {
    actions: Vec<ScenarioAction>,
    events: Vec<String>,
    without: Vec<String>,
    legal: Option<Vec<String>>,
    asks: Option<String>,
    refused: Option<String>,
    expect: Vec<NamedFact>,
}

enum ScenarioAction {
    SetUp,
    Undo,
    Play(TypedStep),
}

/// Reads the scenarios of a game's folder, or of one text (file name and contents).
///
/// # Errors
/// Every fault of the files.
pub(crate) fn load_scenarios(
    source: &Source,
    game: &str,
    text: Option<(&str, &str)>,
) -> Result<Vec<Scenario>, Vec<Problem>> {
    let board = AutomaBoard::load(source, game)?;
    let problems = Problems::default();
    let mut all = Vec::new();
    let files: Vec<(&str, &str)> = match text {
        Some(text) => vec![text],
        None => source.folder(game, "scenarios").into_iter().map(|(_, f)| (f.name.as_str(), f.text.as_ref())).collect(),
    };
    for (file, text) in files {
        each_scenario(file, text, game, &problems, |name, rules, table| {
            all.push(scenario(file, &board, name, rules, table))
        });
    }
    problems.into_result().map(|()| all)
}

fn scenario(file: &str, board: &AutomaBoard, name: String, rules: Vec<String>, t: &TomlTable<'_>) -> Scenario {
    let known = |key: &str, value: &str| Difficulty::default().set(key, value).map_err(|e| e.to_string());
    let options = MatchOptions::from_pairs(&read_options(t, known)).unwrap_or_default();
    let mut board = board.clone();
    if let Some(table) = t.table_if("board") {
        board.take(&table, false);
    }
    let mut start = AutomaSession::new(board.clone(), options);
    if let Some(table) = t.table_if("start") {
        start.arrange(|bot| facts::arrange(bot, &board, &table));
    }
    let like = facts::facts(&start);
    let steps = t.tables("step").iter().map(|step| read_step(step, &like)).collect();
    Scenario { name, rules, place: (file.to_owned(), t.line()), start, steps }
}

fn read_step(t: &TomlTable<'_>, like: &[NamedFact]) -> ScenarioStep {
    let does = |text: String| match text.as_str() {
        "set up" => Some(ScenarioAction::SetUp),
        "undo" => Some(ScenarioAction::Undo),
        _ => {
            let line = TypedStep::parse(&text).map(ScenarioAction::Play);
            if line.is_none() {
                let known: Vec<&str> =
                    AutomaStep::WORDS.iter().map(|(word, _)| *word).chain(["set up", "undo"]).collect();
                let word = text.split(':').next().unwrap_or_default();
                t.problem_in_list("do", &text, format!("`{word}` is no step"), Some(suggest(word, &known)));
            }
            line
        }
    };
    ScenarioStep {
        actions: t.texts("do").into_iter().filter_map(does).collect(),
        events: t.texts("events"),
        without: t.texts("without"),
        legal: t.has("legal").then(|| t.texts("legal")),
        asks: t.text_if("asks"),
        refused: t.text_if("refused"),
        expect: t.table_if("expect").map(|e| facts::read_facts(&e, like)).unwrap_or_default(),
    }
}

/// What is known while a scenario is played.
struct ScenarioRun {
    session: AutomaSession,
    announcements: Vec<Announcement>,
    /// The rules that were given as reasons.
    reasons: BTreeSet<&'static str>,
    step: usize,
}

impl Scenario {
    /// Plays it.
    pub(crate) fn run(&self) -> ScenarioResult {
        let failure = in_english(|| self.play()).err().map(|f| *f);
        ScenarioResult { name: self.name.clone(), rules: self.rules.clone(), place: self.place.clone(), failure }
    }

    /// The rules that it says it shows.
    #[cfg(test)]
    pub(super) fn rules(&self) -> &[String] {
        &self.rules
    }

    /// The rules that were given as reasons while it was played.
    #[cfg(test)]
    pub(super) fn reasons(&self) -> BTreeSet<&'static str> {
        in_english(|| self.play()).expect("it comes out as it says")
    }

    fn play(&self) -> Result<BTreeSet<&'static str>, Box<ScenarioFailure>> {
        let session = self.start.clone();
        let mut run = ScenarioRun { session, announcements: Vec::new(), reasons: BTreeSet::new(), step: 0 };
        for (i, step) in self.steps.iter().enumerate() {
            run.step = i + 1;
            run.check_step(step)?;
        }
        Ok(run.reasons)
    }
}

impl ScenarioRun {
    fn failed(&self, what: &str, expected: impl Into<String>, actual: impl Into<String>) -> Box<ScenarioFailure> {
        let events = self.announcements.iter().map(|t| t.text.clone()).collect();
        Box::new(ScenarioFailure {
            step: self.step,
            what: what.into(),
            expected: expected.into(),
            actual: actual.into(),
            events,
        })
    }

    fn check_step(&mut self, step: &ScenarioStep) -> Result<(), Box<ScenarioFailure>> {
        self.announcements.clear();
        let mut stopped = None;
        for does in &step.actions {
            if let Some(wrong) = stopped.take() {
                return Err(self.failed("a step", "it is played", StepError::to_string(&wrong)));
            }
            stopped = self.perform(does).err();
        }
        let (asks, refused) = match stopped {
            Some(StepError::Stop(StepBlocked::Asks(question))) => (Some(question.to_string()), None),
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

    fn perform(&mut self, does: &ScenarioAction) -> Result<(), StepError> {
        let announcements = match does {
            ScenarioAction::SetUp => self.session.setup_instructions(),
            ScenarioAction::Undo => {
                self.session.undo();
                Vec::new()
            }
            ScenarioAction::Play(line) => {
                let mut answers: Vec<AutomaAnswer> = Vec::new();
                let mut typed = line.typed.iter().map(String::as_str);
                self.session.play_with_answers(line.step, &mut answers, &mut typed, &mut |_| None)?
            }
        };
        self.reasons.extend(announcements.iter().flat_map(|t| t.rules));
        self.announcements.extend(announcements);
        Ok(())
    }

    fn compare(&self, step: &ScenarioStep) -> Result<(), Box<ScenarioFailure>> {
        let mut announcements = self.announcements.iter().map(|t| t.text.as_str());
        for event in &step.events {
            if !announcements.any(|text| text == event) {
                return Err(self.failed("events", event, "it did not happen, or not in this order"));
            }
        }
        if let Some(event) = step.without.iter().find(|event| self.announcements.iter().any(|t| t.text == **event)) {
            return Err(self.failed("events", format!("not: {event}"), "it happened"));
        }
        if let Some(legal) = &step.legal {
            let now: Vec<&str> = self.session.legal_steps().iter().map(|step| step.word()).collect();
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
