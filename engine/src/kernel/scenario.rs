//! Rules as executable examples: `data/<game>/scenarios/*.toml`, played and compared step by step.
//!
//! data/README.md describes the format. What a position looks like is the game's own; see [`ScenarioSetup`].

pub(crate) mod fields;
pub(crate) mod permanents;
mod start_error;

use std::sync::Arc;

use catalog::Source;
use catalog::localize::in_english;
use catalog::read::{Document, Problem, Problems, TomlTable};
use formats::rng::FastRng;

use self::fields::ExpectedTable;
pub use self::fields::StateDifferences;
pub use self::start_error::StartError;
use crate::kernel::free_text::{self, Texts};
use crate::kernel::match_options::OptionError;
use crate::kernel::notation;
use crate::kernel::rules::{Actor, EventSink, Rules, Seats};

/// A game whose positions can be set up and compared.
pub trait ScenarioSetup: Rules + Sized {
    /// A starting position as written.
    type Start;
    /// A position to compare with, as written.
    type Expected;

    /// Whether this game plays a scenario with these rulings; several games may share a folder.
    fn handles(_options: &[(String, String)]) -> bool {
        true
    }

    /// Whether a scenario may set this where the rulebook is silent.
    ///
    /// # Errors
    /// If there is no such option, or no such value.
    fn check_option(game: &Arc<catalog::GameData>, key: &str, value: &str) -> Result<(), OptionError>;

    /// Reads `[scenario.start]`; faults go to the table's problems.
    fn read_start(table: &TomlTable<'_>, options: &[(String, String)], game: &Arc<catalog::GameData>) -> Self::Start;

    /// Reads an `expect` table.
    fn read_expected(table: &TomlTable<'_>, game: &catalog::GameData) -> Self::Expected;

    /// The match and its first position.
    ///
    /// # Errors
    /// Why it cannot be set up.
    fn scenario_setup(
        start: &Self::Start,
        game: &Arc<catalog::GameData>,
        chance: &mut ScriptedChance<Self::Event>,
    ) -> Result<(Self, Self::State), StartError>;

    /// Notes what differs from the expected position, apart from who decides and how it ended.
    fn differences(&self, state: &Self::State, expected: &Self::Expected, all: &mut StateDifferences);
}

/// A scenario that was read.
pub struct Scenario<G: ScenarioSetup> {
    /// Its name.
    pub name: String,
    /// The rules that it shows.
    pub rules: Vec<String>,
    /// File, and line in it.
    pub place: (String, usize),
    game: Arc<catalog::GameData>,
    start: G::Start,
    chance: Vec<Fixed>,
    steps: Vec<Step<G>>,
}

struct Step<G: ScenarioSetup> {
    does: Vec<Line>,
    can: Vec<Line>,
    cannot: Vec<Line>,
    legal: Option<Vec<String>>,
    events: Vec<String>,
    without: Vec<String>,
    sees: Vec<Line>,
    knows: Vec<Line>,
    expected: Option<(ExpectedTable, G::Expected)>,
}

/// `1: play Courier Drone`
#[derive(Debug, Clone)]
struct Line {
    seat: u8,
    action: String,
}

/// An outcome of chance as written: a card's name, or a number from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Fixed {
    Card(String),
    Number(u32),
}

/// What a scenario showed.
#[derive(Debug, Clone)]
pub struct ScenarioResult {
    /// The scenario's name.
    pub name: String,
    /// The rules that it shows.
    pub rules: Vec<String>,
    /// File, and line in it.
    pub place: (String, usize),
    /// Where it differed, if it did.
    pub failure: Option<ScenarioFailure>,
}

/// A step that came out otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioFailure {
    /// The step, counted from 1; 0 is the start, and one after the last is the end.
    pub step: usize,
    /// What was looked at.
    pub what: String,
    /// What the scenario says.
    pub expected: String,
    /// What is.
    pub actual: String,
    /// What happened in that step before.
    pub events: Vec<String>,
}

/// Fixed outcomes, and the events since they were last taken.
pub struct ScriptedChance<E> {
    fixed: Vec<Fixed>,
    used: usize,
    names: Vec<String>,
    trouble: Option<(String, String)>,
    events: Vec<(E, Seats)>,
}

impl<E> ScriptedChance<E> {
    /// Tells how the cards are called.
    pub fn set_names(&mut self, names: impl Iterator<Item = String>) {
        self.names = names.collect();
    }

    fn next(&mut self, asked: &str) -> Option<Fixed> {
        let next = self.fixed.get(self.used).cloned();
        self.used += 1;
        if next.is_none() {
            let said = if self.fixed.is_empty() {
                "no chance at all".into()
            } else {
                format!("{} outcomes", self.fixed.len())
            };
            self.trouble.get_or_insert((said, asked.to_owned()));
        }
        next
    }
}

impl<E> EventSink<E> for ScriptedChance<E> {
    fn roll(&mut self, _: &mut FastRng, n: u32) -> u32 {
        match self.next(&format!("a roll of 1 to {n}")) {
            Some(Fixed::Number(k)) if (1..=n).contains(&k) => k - 1,
            None => 0,
            Some(other) => {
                self.trouble.get_or_insert((format!("{other:?}"), format!("a roll of 1 to {n}")));
                0
            }
        }
    }

    fn pick(&mut self, _: &mut FastRng, n: u32, def: &dyn Fn(u32) -> u16) -> u32 {
        let there: Vec<String> = (0..n).map(|i| self.names.get(def(i) as usize).cloned().unwrap_or_default()).collect();
        match self.next(&format!("one of: {}", there.join(", "))) {
            Some(Fixed::Card(name)) if there.contains(&name) => {
                there.iter().position(|t| *t == name).expect("it is there") as u32
            }
            None => 0,
            Some(other) => {
                self.trouble.get_or_insert((format!("{other:?}"), format!("one of: {}", there.join(", "))));
                0
            }
        }
    }

    fn on_event(&mut self, event: E, to: Seats) {
        self.events.push((event, to));
    }
}

/// Reads all scenarios of a game.
///
/// # Errors
/// Every fault of the files.
pub fn load<G: ScenarioSetup>(
    source: &Source,
    game: &Arc<catalog::GameData>,
) -> Result<Vec<Scenario<G>>, Vec<Problem>> {
    let problems = Problems::default();
    let mut scenarios = Vec::new();
    for (_, file) in source.folder(&game.id, "scenarios") {
        read_file(&file.name, &file.text, game, &problems, &mut scenarios);
    }
    problems.into_result().map(|()| scenarios)
}

/// Reads the scenarios of one text.
///
/// # Errors
/// Every fault.
pub fn read<G: ScenarioSetup>(
    name: &str,
    text: &str,
    game: &Arc<catalog::GameData>,
) -> Result<Vec<Scenario<G>>, Vec<Problem>> {
    let problems = Problems::default();
    let mut scenarios = Vec::new();
    read_file(name, text, game, &problems, &mut scenarios);
    problems.into_result().map(|()| scenarios)
}

fn read_file<G: ScenarioSetup>(
    file: &str,
    text: &str,
    game: &Arc<catalog::GameData>,
    problems: &Problems,
    scenarios: &mut Vec<Scenario<G>>,
) {
    each_scenario(file, text, &game.id, problems, |name, rules, table| {
        let cards = table.tables("card");
        let game = if cards.is_empty() { game.clone() } else { Arc::new(catalog::load::with_cards(game, &cards)) };
        let check = |key: &str, value: &str| G::check_option(&game, key, value);
        let options = read_options(table, check);
        if !G::handles(&options) {
            table.keys();
            return;
        }
        let Some(start) = table.table_if("start") else {
            table.problem("`[scenario.start]` is missing", Some("it says where the cards are".into()));
            table.keys();
            return;
        };
        scenarios.push(Scenario {
            name,
            rules,
            place: (file.to_owned(), table.line()),
            start: G::read_start(&start, &options, &game),
            chance: table.texts_or_numbers("chance").into_iter().map(fixed).collect(),
            steps: table.tables("step").iter().map(|s| read_step(s, &game)).collect(),
            game,
        });
    });
}

/// The game that a file of scenarios says it is of; `None` if it says none, or is no TOML.
pub fn named_game(text: &str) -> Option<String> {
    let problems = Problems::default();
    Document::parse("", text, &problems).peek("game").map(str::to_owned)
}

/// Hands out the scenarios of a file: name, rules, and the table with the rest. Those of another game are not read.
pub(crate) fn each_scenario(
    file: &str,
    text: &str,
    game: &str,
    problems: &Problems,
    mut read: impl FnMut(String, Vec<String>, &TomlTable<'_>),
) {
    let document = Document::parse(file, text, problems);
    let root = document.root();
    if let Some(named) = root.text_if("game")
        && named != game
    {
        root.problem_at("game", format!("these are scenarios of `{named}`, not of `{game}`"), None);
        root.keys();
        return;
    }
    root.source();
    root.text("about");
    for table in root.tables("scenario") {
        let name = table.text("name");
        let table = table.place(name.clone());
        let rules = table.texts("rules");
        if rules.is_empty() && !table.has("rules") {
            table.problem("`rules` is missing", Some("name the rules that it shows, or [\"house\"]".into()));
        }
        read(name, rules, &table);
    }
}

fn fixed(written: Result<String, i32>) -> Fixed {
    match written {
        Ok(name) => Fixed::Card(name),
        Err(n) => Fixed::Number(n.max(0) as u32),
    }
}

/// The rulings under `[scenario.options]`; what `check` refuses is a fault.
pub(crate) fn read_options<E: std::fmt::Display>(
    table: &TomlTable<'_>,
    check: impl Fn(&str, &str) -> Result<(), E>,
) -> Vec<(String, String)> {
    let Some(options) = table.table_if("options") else { return Vec::new() };
    let option = |key: String| {
        let value = options.plain(&key);
        match check(&key, &value) {
            Ok(()) => Some((key, value)),
            Err(why) => {
                options.problem_at(&key, why.to_string(), None);
                None
            }
        }
    };
    options.keys().into_iter().filter_map(option).collect()
}

fn read_step<G: ScenarioSetup>(t: &TomlTable<'_>, game: &catalog::GameData) -> Step<G> {
    let lines = |key: &str| -> Vec<Line> {
        t.texts(key)
            .into_iter()
            .filter_map(|text| {
                let line = text.split_once(": ").and_then(|(seat, action)| {
                    let seat = seat.trim().parse::<u8>().ok().filter(|s| (1..=8).contains(s))?;
                    Some(Line { seat: seat - 1, action: action.trim().to_owned() })
                });
                if line.is_none() {
                    let hint = Some("write \"1: pass\", the seat and what it does".into());
                    t.problem_at(key, format!("`{text}` does not begin with a seat"), hint);
                }
                line
            })
            .collect()
    };
    Step {
        does: lines("do"),
        can: lines("can"),
        cannot: lines("cannot"),
        legal: t.has("legal").then(|| t.texts("legal")),
        events: t.texts("events"),
        without: t.texts("without"),
        sees: lines("sees"),
        knows: lines("knows"),
        expected: t.table_if("expect").map(|e| (ExpectedTable::read(&e), G::read_expected(&e, game))),
    }
}

/// A scenario while it is played.
struct Run<'a, G: ScenarioSetup> {
    game: &'a G,
    state: G::State,
    chance: ScriptedChance<G::Event>,
    /// What was written beside actions.
    texts: Texts<G::Event>,
    /// Actions that were done because there was no other, since the last line: a line may still name them.
    forced: Vec<(u8, String)>,
    step: usize,
}

impl<G: ScenarioSetup> Scenario<G> {
    /// Plays it.
    pub fn run(&self) -> ScenarioResult {
        let failure = in_english(|| self.play()).err().map(|f| *f);
        ScenarioResult { name: self.name.clone(), rules: self.rules.clone(), place: self.place.clone(), failure }
    }

    fn play(&self) -> Result<(), Box<ScenarioFailure>> {
        let mut chance = ScriptedChance {
            fixed: self.chance.clone(),
            used: 0,
            names: Vec::new(),
            trouble: None,
            events: Vec::new(),
        };
        let (game, state) =
            G::scenario_setup(&self.start, &self.game, &mut chance).map_err(|error| ScenarioFailure {
                step: 0,
                what: "the start".into(),
                expected: "a position that can be".into(),
                actual: error.to_string(),
                events: Vec::new(),
            })?;
        let mut run = Run { game: &game, state, chance, texts: Texts::default(), forced: Vec::new(), step: 0 };
        run.play_forced()?;
        for (i, step) in self.steps.iter().enumerate() {
            run.step = i + 1;
            if !step.does.is_empty() {
                run.chance.events.clear();
                run.texts.restart_events();
            }
            for line in &step.does {
                run.does(line)?;
            }
            run.compare(step)?;
        }
        run.step = self.steps.len() + 1;
        let unused = self.chance.len().saturating_sub(run.chance.used);
        match unused {
            0 => Ok(()),
            n => Err(run.failed("chance", "every outcome used", format!("{n} left over"))),
        }
    }
}

impl<G: ScenarioSetup> Run<'_, G> {
    fn failed(&self, what: &str, expected: impl Into<String>, actual: impl Into<String>) -> Box<ScenarioFailure> {
        let events = self.step_events();
        Box::new(ScenarioFailure {
            step: self.step,
            what: what.into(),
            expected: expected.into(),
            actual: actual.into(),
            events,
        })
    }

    /// What happened in this step, in sentences.
    fn step_events(&self) -> Vec<String> {
        self.event_texts(|event, _| self.game.event_text(event))
    }

    fn event_texts(&self, tell: impl Fn(G::Event, Seats) -> String) -> Vec<String> {
        let events = self.chance.events.iter().enumerate();
        events.map(|(i, (event, to))| self.texts.with_text(i, *event, tell(*event, *to))).collect()
    }

    fn legal(&self) -> (Option<u8>, Vec<(G::Action, String)>) {
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        let seat = match self.game.actor(&self.state) {
            Actor::Seat(seat) => Some(seat),
            Actor::Nobody => None,
        };
        (seat, legal.iter().map(|a| (*a, self.game.notation(&self.state, *a))).collect())
    }

    fn texts(&self) -> String {
        let (seat, legal) = self.legal();
        match seat {
            Some(seat) => {
                let all: Vec<String> = legal.into_iter().map(|(_, t)| t).collect();
                format!("seat {} decides: {}", seat + 1, all.join("; "))
            }
            None => "the game is over".into(),
        }
    }

    /// Does what leaves no choice, up to a choice or the next play.
    fn play_forced(&mut self) -> Result<(), Box<ScenarioFailure>> {
        loop {
            if let Some((said, asked)) = self.chance.trouble.take() {
                return Err(self.failed("chance", said, asked));
            }
            let (Some(seat), legal) = self.legal() else { return Ok(()) };
            let [(action, text)] = &legal[..] else { return Ok(()) };
            if self.game.is_quiescent(&self.state) {
                return Ok(());
            }
            self.forced.push((seat, text.clone()));
            self.apply(*action)?;
        }
    }

    fn apply(&mut self, action: G::Action) -> Result<(), Box<ScenarioFailure>> {
        let applied = self.game.apply(&mut self.state, action, &mut self.chance);
        applied.map_err(|_| self.failed("an action", "what is listed is allowed", format!("{action:?}")))
    }

    fn does(&mut self, line: &Line) -> Result<(), Box<ScenarioFailure>> {
        let (seat, legal) = self.legal();
        let legal: Vec<G::Action> = legal.into_iter().map(|(action, _)| action).collect();
        let found = free_text::find_action(self.game, &self.state, &legal, &line.action);
        if let Some((at, text)) = found.filter(|_| seat == Some(line.seat)) {
            if let Some(event) = self.game.free_text_event(&self.state, legal[at]) {
                self.texts.write(event, text, self.chance.events.len(), 0);
            }
            self.forced.clear();
            self.apply(legal[at])?;
            return self.play_forced();
        }
        // It may have been done already, because there was no other choice.
        if let Some(at) = self.forced.iter().position(|(s, t)| *s == line.seat && is_named::<G>(t, &line.action)) {
            self.forced.drain(..=at);
            return Ok(());
        }
        Err(self.failed("an action", format!("seat {}: {}", line.seat + 1, line.action), self.texts()))
    }

    fn compare(&self, step: &Step<G>) -> Result<(), Box<ScenarioFailure>> {
        let (seat, legal) = self.legal();
        let listed = |line: &Line| seat == Some(line.seat) && legal.iter().any(|(_, t)| is_named::<G>(t, &line.action));
        for line in &step.can {
            if !listed(line) {
                let expected = format!("seat {} can: {}", line.seat + 1, line.action);
                return Err(self.failed("what can be done", expected, self.texts()));
            }
        }
        for line in &step.cannot {
            let expected = || format!("seat {} cannot: {}", line.seat + 1, line.action);
            // Whoever is not asked can do nothing at all, so the line would hold whatever the rule is.
            if seat != Some(line.seat) {
                let actual = format!("seat {} is not asked here: {}", line.seat + 1, self.texts());
                return Err(self.failed("what can be done", expected(), actual));
            }
            if listed(line) {
                return Err(self.failed("what can be done", expected(), self.texts()));
            }
        }
        if let Some(expected) = &step.legal {
            let actual: Vec<&str> = legal.iter().map(|(_, t)| t.as_str()).collect();
            let mut left = actual.clone();
            let all_listed = expected.iter().all(|named| {
                let place = left.iter().position(|t| is_named::<G>(t, named));
                place.map(|place| left.swap_remove(place)).is_some()
            });
            if !all_listed || !left.is_empty() {
                return Err(self.failed("legal actions", expected.join("; "), actual.join("; ")));
            }
        }
        let happened = self.step_events();
        let mut from = 0;
        for event in &step.events {
            match happened[from..].iter().position(|h| h == event) {
                Some(at) => from += at + 1,
                None => return Err(self.failed("events", event, happened[from..].join("; "))),
            }
        }
        if let Some(event) = step.without.iter().find(|e| happened.contains(e)) {
            return Err(self.failed("events", format!("not: {event}"), happened.join("; ")));
        }
        for line in &step.sees {
            let seen = self.event_texts(|event, to| self.game.event_text_for(event, to, Some(line.seat)));
            if !seen.contains(&line.action) {
                let expected = format!("seat {} sees: {}", line.seat + 1, line.action);
                return Err(self.failed("what a seat sees", expected, seen.join("; ")));
            }
        }
        for line in &step.knows {
            let board = self.game.board_text(&self.state, Some(line.seat));
            if !board.lines().any(|l| l.trim() == line.action) {
                let expected = format!("seat {} sees on the board: {}", line.seat + 1, line.action);
                return Err(self.failed("the board of a seat", expected, board));
            }
        }
        if let Some((table, expected)) = &step.expected {
            let mut all = StateDifferences::default();
            table.compare(self.game.actor(&self.state), self.game.outcome(&self.state), &mut all);
            self.game.differences(&self.state, expected, &mut all);
            if let Some((what, expected, actual)) = all.0.into_iter().next() {
                return Err(self.failed(&what, expected, actual));
            }
        }
        Ok(())
    }
}

/// Whether a text of a scenario names the action that is written so, today or in an earlier release.
fn is_named<G: Rules>(written: &str, text: &str) -> bool {
    written == text || notation::modernized(G::OLD_NOTATION, text).iter().any(|renewed| renewed == written)
}
