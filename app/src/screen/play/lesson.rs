//! The first match of a game: hints that come when their moment is there, once each. Their texts are data.

use catalog::read::{Document, Problem, Problems};
use catalog::{GameData, Source};
use engine::kernel::legal_action::{LegalAction, PromptKind};
use engine::kernel::observation::Observation;
use strum::VariantNames;

/// A hint and its moment.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LessonHint {
    /// Something can be done whose notation begins with this.
    can: Option<String>,
    /// The kind of question that is asked.
    asks: Option<PromptKind>,
    title: String,
    text: String,
}

impl LessonHint {
    /// Whether its moment is there.
    fn fits(&self, observation: &Observation) -> bool {
        let kind = observation.prompt.as_ref().map(|prompt| prompt.kind);
        let asked = self.asks.is_none_or(|asks| kind == Some(asks));
        let can_do = |can: &String| observation.actions.iter().any(|act| act.notation.starts_with(can.as_str()));
        asked && self.can.as_ref().is_none_or(can_do)
    }
}

/// The hints of a first match, and how far it is.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// The format that it is played in.
    pub format: String,
    /// Starter decks, one for each seat or the one that all share.
    pub decks: Vec<String>,
    /// How many sit there.
    pub seats: usize,
    hints: Vec<LessonHint>,
    shown: Vec<bool>,
    /// Which hint is shown.
    current: Option<usize>,
}

impl Lesson {
    /// Whether a game has a lesson.
    pub fn exists(source: &Source, game: &GameData) -> bool {
        source.file(&file_of(game)).is_some()
    }

    /// The lesson of a game: `GAME/lesson.toml`; `None` if it has none.
    ///
    /// # Errors
    /// Faults of the file, with their places.
    pub fn load(source: &Source, game: &GameData) -> Result<Option<Lesson>, Vec<Problem>> {
        let Some(file) = source.file(&file_of(game)) else { return Ok(None) };
        let problems = Problems::default();
        let document = Document::parse(&file.name, &file.text, &problems);
        let root = document.root();
        root.source();
        let hint = |hint: &catalog::read::TomlTable<'_>| LessonHint {
            can: hint.text_if("can"),
            asks: hint.text_if("asks").and_then(|asks| {
                hint.one_of("asks", &asks, "question", PromptKind::VARIANTS);
                asks.parse().ok()
            }),
            title: hint.text("title"),
            text: hint.text("text"),
        };
        let hints: Vec<LessonHint> = root.tables("hint").iter().map(hint).collect();
        let (format, decks) = (root.text("format"), root.texts("decks"));
        let seats = root.count_if("seats").map_or(decks.len(), |n| n as usize);
        drop(root);
        problems.into_result()?;
        Ok(Some(Lesson { format, decks, seats, shown: vec![false; hints.len()], hints, current: None }))
    }

    /// Looks at the board when a person is asked: the first hint whose moment it is, if it was not told before. One that is
    /// told stays until its moment is over.
    pub fn observe(&mut self, observation: &Observation) {
        if observation.actions.is_empty() {
            return;
        }
        if let Some(at) = (0..self.hints.len()).find(|at| !self.shown[*at] && self.hints[*at].fits(observation)) {
            self.shown[at] = true;
            self.current = Some(at);
        } else if self.current.is_some_and(|at| !self.hints[at].fits(observation)) {
            self.current = None;
        }
    }

    /// What was done, in its notation: the hint that meant it is over.
    pub fn done(&mut self, notation: &str) {
        let meant = |at: &usize| self.hints[*at].can.as_ref().is_some_and(|can| notation.starts_with(can.as_str()));
        if self.current.filter(meant).is_some() {
            self.current = None;
        }
    }

    /// Whether the hint that is shown means an action.
    pub fn means(&self, action: &LegalAction) -> bool {
        self.current.is_some_and(|at| match &self.hints[at].can {
            Some(can) => action.notation.starts_with(can.as_str()),
            // What answers a question about combat is about cards; other questions have no better answer.
            None => {
                let combat = matches!(self.hints[at].asks, Some(PromptKind::Attack | PromptKind::Block));
                combat && !action.passes && !action.ends
            }
        })
    }

    /// The hint that is shown: title and text, and how many were told of how many.
    pub fn current(&self) -> Option<(&str, &str, usize, usize)> {
        let hint = &self.hints[self.current?];
        let told = self.shown.iter().filter(|told| **told).count();
        Some((&hint.title, &hint.text, told, self.hints.len()))
    }
}

fn file_of(game: &GameData) -> String {
    format!("{}/lesson.toml", game.id)
}
