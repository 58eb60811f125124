//! The Play screen: matches of people and bots, from the first hand to the end, and looked at again afterwards.

pub mod board;
mod choice;
mod context;
mod face_grid;
pub mod lesson;
pub mod lobby;
pub mod log;
pub mod motion;
mod options;
mod part_heights;
mod pile;
pub mod preferences;
pub mod side;
pub mod sideboard;
mod standings;
pub mod table;
pub mod view;

use std::time::Instant;

use catalog::Source;
use catalog::store::Library;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use formats::limited::Pool;
use formats::rng::Seed;
use formats::{Deck, GameLibrary};
use iced::Size;

use crate::key::Shortcut;
use crate::notice::Notice;
use crate::saved_match::{self, BestOf, MatchDeck, MatchPlayer, MatchStart, SavedMatch};
use crate::screen::{ScreenContext, SeedSource, action};
use crate::widget::Element;
use crate::widget::face::FaceRequest;
pub use context::PlayContext;
use lesson::Lesson;
use lobby::Lobby;
use preferences::Preferences;
use table::MatchTable;

/// The state of the screen.
pub struct Play {
    lobby: Lobby,
    table: Option<Box<MatchTable>>,
    chance: SeedSource,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the lobby.
    Lobby(lobby::Message),
    /// At the table.
    Table(table::Message),
}

impl Message {
    /// Whether somebody does something in a match.
    pub fn acts(&self) -> bool {
        matches!(self, Message::Table(table::Message::Chosen(_)))
    }
}

/// What only the parent can do.
pub enum Request {
    /// Show the bot that plays at a real table.
    ShowCompanion,
}

/// What the screen asks of its parent.
pub type Action = action::Action<Message, Request>;

/// Who makes the decisions that pictures begin with.
const KIND: &str = "greedy";
/// The bots that are watched while frames are measured.
const WATCHED: &str = "normal";

impl Play {
    /// The lobby of a game.
    pub fn new(library: &Library, source: &Source, game_library: &GameLibrary) -> Play {
        let has_lesson = Lesson::exists(source, &game_library.game);
        Play { lobby: Lobby::load(library, game_library, has_lesson), table: None, chance: SeedSource::default() }
    }

    /// The match that is played.
    pub fn table(&self) -> Option<&MatchTable> {
        self.table.as_deref()
    }

    /// What of the library is open.
    pub fn open_stream(&self) -> Option<(StreamKind, StreamId)> {
        Some((StreamKind::Match, self.table.as_ref()?.saved().id?))
    }

    /// Makes all chance here come out the same.
    pub fn set_seed(&mut self, seed: Seed) {
        self.chance = SeedSource::fixed(seed);
    }

    /// Looks at the library again. Whoever comes back to a table that several people share sits down anew.
    pub fn reload(&mut self, library: &Library, game_library: &GameLibrary) {
        self.lobby.reload(library, game_library);
        if let Some(table) = &mut self.table {
            table.cover();
        }
    }

    /// The language is another one.
    pub fn retranslate(&mut self) {
        if let Some(table) = &mut self.table {
            table.retranslate();
        }
    }

    /// A person wants less motion, or all of it.
    pub fn set_reduced_motion(&mut self, reduced: bool) {
        if let Some(table) = &mut self.table {
            table.set_reduced_motion(reduced);
        }
    }

    /// Goes on with the game as it was read again: a match waits in the lobby, where it says whether it can go on.
    pub fn renew(&mut self, context: &PlayContext<'_>) -> Action {
        let was_open = self.table.take().is_some();
        let has_lesson = Lesson::exists(context.source, &context.game_library.game);
        self.lobby = Lobby::load(context.library, context.game_library, has_lesson);
        if was_open {
            Action::done(tr!("The game data was reloaded; your match is in the lobby"))
        } else {
            Action::None
        }
    }

    /// Begins a match of a format at once, with so many decisions made by bots.
    pub fn open_format(&mut self, context: &mut PlayContext<'_>, format: &str, decisions: usize) -> Action {
        self.lobby.choose_format(context.library, context.game_library, format);
        let action = self.handle_lobby_message(lobby::Message::Begun, context);
        let Some(table) = self.table.as_mut() else { return action };
        if let Err(e) = table.play_decisions(context, KIND, decisions) {
            return Action::wrong(e);
        }
        Action::Run(table.proceed().map(Message::Table))
    }

    /// Bots that think play a match of a format, for measuring how fast it is drawn.
    pub fn watch_format(&mut self, context: &mut PlayContext<'_>, format: &str) -> Action {
        self.lobby.choose_format(context.library, context.game_library, format);
        self.lobby.leave_to_bots(WATCHED);
        self.handle_lobby_message(lobby::Message::Begun, context)
    }

    /// Whether anything moves on the table now.
    pub fn is_moving(&self, now: Instant) -> bool {
        self.table.as_ref().is_some_and(|table| table.motion().is_moving(now))
    }

    /// Ids of the formats that can be played.
    pub fn playable_formats(&self) -> Vec<&str> {
        self.lobby.playable_formats()
    }

    /// Sets a match up in which the first of these decks is played, against the others if there are some.
    pub fn set_up(&mut self, library: &Library, game_library: &GameLibrary, decks: &[(Deck, Option<Pool>)]) {
        self.table = None;
        self.lobby.set_up(library, game_library, decks);
    }

    /// Lets bots play these decks against each other at once.
    pub fn watch_bots(&mut self, context: &mut PlayContext<'_>, decks: &[(Deck, Option<Pool>)]) -> Action {
        self.set_up(context.library, context.game_library, decks);
        self.lobby.leave_to_bots(lobby::DEFAULT_BOT);
        self.handle_lobby_message(lobby::Message::Begun, context)
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, context: &mut PlayContext<'_>) -> Action {
        match message {
            Message::Lobby(message) => self.handle_lobby_message(message, context),
            Message::Table(message) => {
                let Some(table) = &mut self.table else { return Action::None };
                let action = table.update(message, context);
                self.handle_table_action(action, context)
            }
        }
    }

    fn handle_table_action(&mut self, action: table::Action, context: &mut PlayContext<'_>) -> Action {
        action.map(Message::Table, |request| match request {
            table::Request::Again => {
                let Some(table) = &self.table else { return Action::None };
                match self.chance.next_seed() {
                    Ok(seed) => self.begin(table.saved().rematch(&context.game_library.game.id, seed), None, context),
                    Err(e) => Action::wrong(e),
                }
            }
            table::Request::NextGame(decks) => {
                let Some(table) = &self.table else { return Action::None };
                let game = &context.game_library.game.id;
                match self.chance.next_seed().map(|seed| table.saved().next_game(game, seed, decks)) {
                    Ok(Some(start)) => self.begin(start, None, context),
                    Ok(None) => Action::None,
                    Err(e) => Action::wrong(e),
                }
            }
            table::Request::Close => {
                let is_saved = self.table.take().is_some_and(|table| table.saved().id.is_some());
                self.lobby.reload(context.library, context.game_library);
                if is_saved { Action::done(tr!("The match is saved.")) } else { Action::None }
            }
        })
    }

    fn handle_lobby_message(&mut self, message: lobby::Message, context: &mut PlayContext<'_>) -> Action {
        let action = self.lobby.update(message, context.library, context.game_library);
        action.map(Message::Lobby, |request| match request {
            lobby::Request::Begin(setup) => self.begin_new(setup, None, context),
            lobby::Request::Lesson => match Lesson::load(context.source, &context.game_library.game) {
                Ok(Some(lesson)) => self.begin_lesson(lesson, context),
                Ok(None) => Action::wrong(tr!("There is no tutorial for this game yet: see data/README.md")),
                Err(faults) => Action::wrong(faults[0].to_string()),
            },
            lobby::Request::Open(id) => self.open(id, context),
            lobby::Request::ShowCompanion => Action::Ask(Request::ShowCompanion),
            lobby::Request::Replay(record) => {
                match SavedMatch::from_record(context.source, context.game_library, &record) {
                    Ok(saved_match) => self.open_match(saved_match, None, context),
                    Err(e) => Action::wrong(e),
                }
            }
        })
    }

    /// The lesson that a saved match was begun with.
    fn lesson_of(&self, id: StreamId, context: &PlayContext<'_>) -> Option<Lesson> {
        let game = &context.game_library.game;
        let begun: Option<i64> = context.library.setting(&lesson_setting(&game.id)).ok().flatten();
        begun.filter(|begun| *begun == id.0)?;
        Lesson::load(context.source, game).ok().flatten()
    }

    fn begin_lesson(&mut self, lesson: Lesson, context: &mut PlayContext<'_>) -> Action {
        let deck = |id: &String| {
            let (_, deck) = context.game_library.decks.iter().find(|(deck, _)| deck == id)?;
            Some(MatchDeck::new(context.game_library, deck, None))
        };
        let Some(decks) = lesson.decks.iter().map(deck).collect::<Option<Vec<MatchDeck>>>() else {
            return Action::wrong(tr!("Starter decks not found: {}", lesson.decks.join(", ")));
        };
        let bots = (1..lesson.seats).map(|_| MatchPlayer::Bot(lobby::DEFAULT_BOT.to_owned()));
        let seats = std::iter::once(MatchPlayer::Person(tr!("You"))).chain(bots).collect();
        let setup =
            lobby::MatchSetup { format: lesson.format.clone(), options: Vec::new(), decks, seats, best_of: None };
        self.begin_new(setup, Some(lesson), context)
    }

    fn begin_new(&mut self, setup: lobby::MatchSetup, lesson: Option<Lesson>, context: &mut PlayContext<'_>) -> Action {
        let seed = match self.chance.next_seed() {
            Ok(seed) => seed,
            Err(e) => return Action::wrong(e),
        };
        match MatchStart::new(context.game_library, &setup.format, setup.decks, setup.seats, seed) {
            Ok(mut start) => {
                start.options.extend(setup.options);
                start.best_of = setup.best_of.map(|games| BestOf::new(games, start.seed.clone()));
                self.begin(start, lesson, context)
            }
            Err(e) => Action::wrong(e),
        }
    }

    fn begin(&mut self, start: MatchStart, lesson: Option<Lesson>, context: &mut PlayContext<'_>) -> Action {
        let format = context.game_library.format(&start.format).map_or_else(|| tr!("A match"), |f| f.name.clone());
        let usual = match lesson {
            Some(_) => tr!("First match: {format}", format),
            None => format.to_owned(),
        };
        let begun = saved_match::free_name(context.library, &context.game_library.game.id, &usual)
            .map_err(saved_match::Error::from)
            .and_then(|name| SavedMatch::begin(context.library, context.source, context.game_library, &name, start));
        match begun {
            Ok(saved_match) => {
                if let Some(id) = saved_match.id.filter(|_| lesson.is_some())
                    && let Err(e) = context.library.set(&lesson_setting(&context.game_library.game.id), &id.0)
                {
                    return Action::wrong(e);
                }
                self.open_match(saved_match, lesson, context)
            }
            Err(e) => Action::wrong(e),
        }
    }

    fn open(&mut self, id: StreamId, context: &mut PlayContext<'_>) -> Action {
        match SavedMatch::open(context.library, context.source, context.game_library, id) {
            Ok(saved_match) => {
                let lesson = self.lesson_of(id, context);
                self.open_match(saved_match, lesson, context)
            }
            Err(e) => Action::wrong(e),
        }
    }

    fn open_match(&mut self, saved_match: SavedMatch, lesson: Option<Lesson>, context: &PlayContext<'_>) -> Action {
        let saved = saved_match.id.is_some();
        let preferences = Preferences::load(context.library);
        let mut table = MatchTable::new(saved_match, lesson, &context.game_library.game.id, preferences);
        let task = table.proceed().map(Message::Table);
        self.table = Some(Box::new(table));
        if saved { Action::SayAndRun(Notice::done(tr!("Saved automatically")), task) } else { Action::Run(task) }
    }

    /// Does what a shortcut says.
    pub fn shortcut(&mut self, shortcut: Shortcut, context: &mut PlayContext<'_>) -> Action {
        match &mut self.table {
            Some(table) => {
                let action = table.shortcut(shortcut, context);
                self.handle_table_action(action, context)
            }
            None => match self.lobby.message_for(shortcut) {
                Some(message) => self.handle_lobby_message(message, context),
                None => Action::None,
            },
        }
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, bounds: Size) -> Vec<FaceRequest> {
        self.table.as_ref().map_or_else(|| self.lobby.wanted(bounds), |table| view::wanted(table, bounds))
    }

    /// The screen.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        match &self.table {
            Some(table) => view::view(table, context).map(Message::Table),
            None => self.lobby.view(context).map(Message::Lobby),
        }
    }
}

/// Where the match of a game is kept that was begun with its lesson.
fn lesson_setting(game: &str) -> String {
    format!("play.lesson.{game}")
}
