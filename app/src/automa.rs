//! The opponent at a real table, in the library: people enter what happened, it plays its side. Each step goes to the
//! library before anything is told, so a game goes on where it was after any crash.

use std::fmt;

use catalog::store::journal::{StreamId, StreamKind};
use catalog::store::{self, Library};
use catalog::tr;
use catalog::{GameData, Source};
use engine::games::chronobot::{
    Announcement, AutomaAnswer, AutomaBoard, AutomaQuestion, AutomaSession, AutomaStep, BoardError, Difficulty,
    LogEntry, StepBlocked, StepError, TypedStep,
};
use engine::kernel::match_options::SetupError;
use formats::GameLibrary;
use formats::check::{CheckReport, LegalDeck};
use formats::deck::Listed;
use formats::rng::{SecretRng, Seed};
use serde::{Deserialize, Serialize};

/// How a game began: all that its steps depend on, so that newer data change no saved game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutomaStart {
    /// How hard it is.
    pub options: Difficulty,
    /// Board, dice and tracks.
    pub board: AutomaBoard,
    /// What the program rolls comes out of this.
    pub seed: String,
}

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AutomaLogAction {
    /// A step with its answers.
    Play(LogEntry),
    /// The last step is taken back.
    Undo,
    /// The points that people counted for themselves.
    Yours(i32),
}

/// A step with what was told of it.
#[derive(Debug, Clone)]
pub struct PlayedStep {
    /// The step, with its answers.
    pub entry: LogEntry,
    /// What the bot did, and why.
    pub announcements: Vec<Announcement>,
}

/// A step that waits for the table.
#[derive(Debug)]
struct PendingStep {
    step: AutomaStep,
    answers: Vec<AutomaAnswer>,
    dice: SecretRng,
    question: Option<AutomaQuestion>,
}

/// A game in progress.
#[derive(Debug)]
pub struct AutomaGame {
    /// Its stream in the library.
    pub id: StreamId,
    /// Its name.
    pub name: String,
    /// The bot.
    pub session: AutomaSession,
    /// All steps that count, in order.
    pub story: Vec<PlayedStep>,
    /// The points that people counted for themselves.
    pub human_points: Option<i32>,
    /// Whether people roll the bot's dice.
    pub own_dice: bool,
    start: AutomaStart,
    pending: Option<PendingStep>,
    actions: usize,
}

/// What comes of a step.
#[derive(Debug, Clone)]
pub enum StepReply {
    /// It was played and saved.
    Done(Vec<Announcement>),
    /// The table is asked first.
    Asks(AutomaQuestion),
}

/// Why something is not done; nothing has changed.
#[derive(Debug)]
pub enum Error {
    /// The library.
    Store(store::Error),
    /// The game.
    Wrong(StepError),
    /// There is nothing to take back.
    Nothing,
    /// A line that is no step.
    NoStep(String, String),
    /// A game that cannot be played again.
    Log(usize, StepError),
    /// The start makes no sense.
    Seed,
    /// Its board makes no sense.
    Board(BoardError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Error::Store(why) => why.to_string(),
            Error::Wrong(why) => why.to_string(),
            Error::Nothing => tr!("nothing to undo yet"),
            Error::NoStep(line, next) => tr!("`{line}` is not a command; {next}", line, next),
            Error::Log(step, why) => {
                tr!("step {step} of the saved game cannot be replayed: {why}", step, why)
            }
            Error::Seed => tr!("the saved game has no seed"),
            Error::Board(why) => tr!("the board of the saved game is unusable: {why}", why),
        })
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Store(why) => std::error::Error::source(why),
            _ => None,
        }
    }
}

impl From<store::Error> for Error {
    fn from(why: store::Error) -> Error {
        Error::Store(why)
    }
}

impl From<StepError> for Error {
    fn from(why: StepError) -> Error {
        Error::Wrong(why)
    }
}

/// Why a table cannot be laid.
#[derive(Debug)]
pub enum DifficultyError {
    /// There is no such card in that section.
    NoCard {
        /// What was looked for.
        what: &'static str,
        /// As it was named.
        name: String,
        /// What there is.
        hint: String,
    },
    /// The rules of the components.
    Illegal(Box<CheckReport>),
    /// The opponent.
    Setup(SetupError),
}

impl fmt::Display for DifficultyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            DifficultyError::NoCard { what: "module", name, hint } => {
                tr!("there is no module `{name}` ({hint})", name, hint)
            }
            DifficultyError::NoCard { what: "difficulty", name, hint } => {
                tr!("there is no difficulty `{name}` ({hint})", name, hint)
            }
            DifficultyError::NoCard { name, hint, .. } => tr!("there is no opponent `{name}` ({hint})", name, hint),
            DifficultyError::Illegal(report) => {
                let all = report.violations.iter().map(|v| format!("{} ({})", v.message, v.rules.join(", ")));
                all.collect::<Vec<_>>().join("\n")
            }
            DifficultyError::Setup(why) => why.to_string(),
        })
    }
}

impl std::error::Error for DifficultyError {}

impl From<SetupError> for DifficultyError {
    fn from(why: SetupError) -> DifficultyError {
        DifficultyError::Setup(why)
    }
}

/// The difficulty of a table: a starter deck with modules and what makes it harder, by id or name, checked like any deck.
///
/// # Errors
/// If something is not there, does not go together, or cannot be played against.
pub fn choose_difficulty(
    game_library: &GameLibrary,
    opponent: &str,
    modules: &[String],
    harder: &[String],
) -> Result<Difficulty, DifficultyError> {
    let game = &game_library.game;
    let no_card = |what, name: &str, known: &[&str]| DifficultyError::NoCard {
        what,
        name: name.to_owned(),
        hint: catalog::read::suggest(name, known),
    };
    let starters: Vec<&str> = game_library.decks.iter().map(|(id, _)| id.as_str()).collect();
    let starter = game_library.decks.iter().find(|(id, _)| id == opponent);
    let mut deck = starter.ok_or_else(|| no_card("opponent", opponent, &starters))?.1.clone();
    for (what, section, names) in [("module", "modules", modules), ("difficulty", "difficulty", harder)] {
        let cards = section_cards(game, section);
        for name in names {
            let Some(card) = cards.iter().find(|c| c.0 == *name || c.1 == *name) else {
                let known: Vec<&str> = cards.iter().map(|c| c.0).collect();
                return Err(no_card(what, name, &known));
            };
            let at = game.section(section).expect("it offers cards");
            deck.add(at, Listed::from_id_or_name(game, card.0), 1);
        }
    }
    let format = game_library.format(&deck.format).expect("a starter deck has its format");
    let legal = LegalDeck::check(game, format, deck, None).map_err(DifficultyError::Illegal)?;
    Ok(Difficulty::from_components(game, &legal)?)
}

/// The cards that a section takes, as id, name and text.
pub fn section_cards<'g>(game: &'g GameData, section: &str) -> Vec<(&'g str, &'g str, String)> {
    let Some(at) = game.section(section) else { return Vec::new() };
    let fits = game.cards.iter().filter(|c| game.sections[at].accepts.matches(c));
    fits.map(|c| (c.id.as_str(), c.name.as_str(), game.rules_text(c))).collect()
}

impl AutomaGame {
    /// Begins a game and saves it; a name that is taken gets a number.
    ///
    /// # Errors
    /// Of the library, or the faults of the board's data.
    pub fn begin(
        library: &mut Library,
        source: &Source,
        game: &GameData,
        name: &str,
        options: Difficulty,
        seed: Seed,
    ) -> Result<AutomaGame, crate::session::Error> {
        let board = AutomaBoard::load(source, &game.id)
            .map_err(|problems| crate::session::Error::Data { game: game.id.clone(), problems })?;
        let taken: Vec<String> =
            library.streams(StreamKind::Companion, &game.id)?.into_iter().map(|heading| heading.name).collect();
        let numbered = (2..).map(|n| format!("{name} {n}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let name = names.find(|n| !taken.contains(n)).expect("there are more numbers than games");
        let start = AutomaStart { options, board, seed: seed.to_hex() };
        let id = library.begin(StreamKind::Companion, &game.id, &game.data_hash, &name, &start)?;
        Ok(AutomaGame::from_parts(id, name, start))
    }

    fn from_parts(id: StreamId, name: String, start: AutomaStart) -> AutomaGame {
        let session = AutomaSession::new(start.board.clone(), start.options);
        let (story, human_points, own_dice, pending, actions) = (Vec::new(), None, false, None, 0);
        AutomaGame { id, name, session, story, human_points, own_dice, start, pending, actions }
    }

    /// Takes up a game where it was left.
    ///
    /// # Errors
    /// Of the library, or when the log does not play.
    pub fn open(library: &Library, id: StreamId) -> Result<AutomaGame, Error> {
        let stream = library.stream::<AutomaStart, AutomaLogAction>(id)?;
        stream.start.board.check_saved().map_err(Error::Board)?;
        let mut game = AutomaGame::from_parts(id, stream.heading.name, stream.start);
        game.actions = stream.actions.len();
        // What was taken back is not played at all: playing it and all before it again could take hours.
        let mut played = Vec::new();
        for act in stream.actions {
            match act {
                AutomaLogAction::Play(entry) => played.push(entry),
                AutomaLogAction::Undo => drop(played.pop()),
                AutomaLogAction::Yours(points) => game.human_points = Some(points),
            }
        }
        for (at, entry) in played.into_iter().enumerate() {
            let told = game.session.play(entry.step, &entry.answers);
            let told = told.map_err(|stop| Error::Log(at + 1, stop.into()))?;
            game.story.push(PlayedStep { entry, announcements: told });
        }
        Ok(game)
    }

    /// Does what a line says: a step with answers, or the answer to what is asked.
    ///
    /// # Errors
    /// If it does not fit, or of the library.
    pub fn enter_line(&mut self, library: &mut Library, text: &str) -> Result<StepReply, Error> {
        if self.open_question().is_some() {
            return self.advance(library, &[text.trim()]);
        }
        let Some(line) = TypedStep::parse(text.trim()) else {
            let words: Vec<&str> = self.session.legal_steps().iter().map(|step| step.word()).collect();
            let next =
                if words.is_empty() { tr!("the game is over") } else { tr!("next: {steps}", steps = words.join(", ")) };
            return Err(Error::NoStep(text.trim().to_owned(), next));
        };
        let typed: Vec<&str> = line.typed.iter().map(String::as_str).collect();
        self.begin_step(library, line.step, &typed)
    }

    /// Begins a step, with what was already typed for it.
    ///
    /// # Errors
    /// As [`AutomaGame::enter_line`].
    pub fn begin_step(&mut self, library: &mut Library, step: AutomaStep, typed: &[&str]) -> Result<StepReply, Error> {
        // What is taken back and done again is rolled again as before.
        let number = self.session.saved().log.len() as u64;
        let dice = Seed::from_hex(&self.start.seed).ok_or(Error::Seed)?.stream(number);
        self.pending = Some(PendingStep { step, answers: Vec::new(), dice, question: None });
        let reply = self.advance(library, typed);
        if self.open_question().is_none() {
            self.pending = None;
        }
        reply
    }

    fn advance(&mut self, library: &mut Library, typed: &[&str]) -> Result<StepReply, Error> {
        let Some(pending) = &mut self.pending else { return Err(Error::Nothing) };
        let (mut session, own_dice, board) = (self.session.clone(), self.own_dice, &self.start.board);
        let dice = &mut pending.dice;
        let mut chance = |question: &AutomaQuestion| if own_dice { None } else { question.by_chance(board, dice) };
        match session.play_with_answers(pending.step, &mut pending.answers, &mut typed.iter().copied(), &mut chance) {
            Ok(told) => {
                let entry = LogEntry { step: pending.step, answers: pending.answers.clone() };
                self.save(library, &AutomaLogAction::Play(entry.clone()))?;
                self.story.push(PlayedStep { entry, announcements: told.clone() });
                (self.session, self.pending) = (session, None);
                Ok(StepReply::Done(told))
            }
            Err(StepError::Stop(StepBlocked::Asks(question))) => {
                pending.question = Some(question.clone());
                Ok(StepReply::Asks(question))
            }
            Err(wrong) => Err(wrong.into()),
        }
    }

    /// What the table is asked.
    pub fn open_question(&self) -> Option<&AutomaQuestion> {
        self.pending.as_ref()?.question.as_ref()
    }

    /// The step that waits for an answer.
    pub fn pending_step(&self) -> Option<AutomaStep> {
        self.open_question().and(self.pending.as_ref()).map(|p| p.step)
    }

    /// Takes back the step that waits for an answer, or else the last one.
    ///
    /// # Errors
    /// If there is none, or of the library.
    pub fn undo(&mut self, library: &mut Library) -> Result<AutomaStep, Error> {
        if let Some(pending) = self.pending.take() {
            return Ok(pending.step);
        }
        let last = self.story.last().ok_or(Error::Nothing)?.entry.step;
        self.save(library, &AutomaLogAction::Undo)?;
        self.take_back();
        Ok(last)
    }

    fn take_back(&mut self) {
        self.session.undo();
        self.story.pop();
    }

    /// Notes the points that people counted for themselves.
    ///
    /// # Errors
    /// Of the library.
    pub fn set_human_points(&mut self, library: &mut Library, points: i32) -> Result<(), Error> {
        self.save(library, &AutomaLogAction::Yours(points))?;
        self.human_points = Some(points);
        Ok(())
    }

    fn save(&mut self, library: &mut Library, act: &AutomaLogAction) -> Result<(), Error> {
        library.append(self.id, self.actions, act, None)?;
        self.actions += 1;
        Ok(())
    }
}
