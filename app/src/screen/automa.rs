//! The Table screen: the opponent at a real table. A lobby where games begin and are taken up again, and the table: the
//! bot's board, what is asked now, and what it did as sentences.

mod board;
pub mod lobby;
pub mod question;

use catalog::Source;
use catalog::fold::{as_sentence, capital};
use catalog::store::Library;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use formats::GameLibrary;
use formats::rng::Seed;
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Center, Fill};

use crate::automa::{self, AutomaGame, Error, PlayedStep, StepReply};
use crate::key::Shortcut;
use crate::notice::{Notice, UndoTarget};
use crate::screen::{ScreenContext, SeedSource, action};
use crate::theme::space;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, label, panel};
use lobby::Lobby;
use question::AnswerDraft;

/// Where an answer is typed.
const FIELD: &str = "companion-answer";

/// The state of the screen.
pub struct AutomaScreen {
    lobby: Lobby,
    game: Option<AutomaGame>,
    /// The answer that is being put together.
    answer: AnswerDraft,
    typed: String,
    /// Why the last answer or step was none, until the next one is.
    fault: Option<String>,
    yours: String,
    chance: SeedSource,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the lobby.
    Lobby(lobby::Message),
    /// Back to the lobby; the game is saved.
    Closed,
    /// At the question, the steps or the score sheet.
    Question(question::Message),
    /// Typing an answer or a step.
    Typed(String),
    /// What was typed is said.
    Entered,
    /// The button with this number is pressed, counted from 0.
    Picked(usize),
    /// The last step is taken back.
    Undone,
}

/// What the screen asks of its parent.
pub type Action = action::Action<Message>;

impl AutomaScreen {
    /// The lobby.
    pub fn new(library: &Library, game_library: Option<&GameLibrary>) -> AutomaScreen {
        let (game, answer, chance) = (None, AnswerDraft::default(), SeedSource::default());
        AutomaScreen {
            lobby: Lobby::load(library, game_library),
            game,
            answer,
            typed: String::new(),
            fault: None,
            yours: String::new(),
            chance,
        }
    }

    /// What of the library is open.
    pub fn open_stream(&self) -> Option<(StreamKind, StreamId)> {
        self.game.as_ref().map(|game| (StreamKind::Companion, game.id))
    }

    /// Makes all chance here come out the same.
    pub fn set_seed(&mut self, seed: Seed) {
        self.chance = SeedSource::fixed(seed);
    }

    /// Looks at the library again.
    pub fn reload(&mut self, library: &Library, game_library: Option<&GameLibrary>) {
        self.lobby.put_away = None;
        self.lobby.reload(library, game_library);
    }

    /// The language is another one. A question stands as it was asked: its answers are kept nowhere else.
    pub fn retranslate(&mut self, library: &Library) {
        if let Some(game) = self.game.as_mut().filter(|game| game.open_question().is_none())
            && let Ok(mut again) = AutomaGame::open(library, game.id)
        {
            again.own_dice = game.own_dice;
            *game = again;
        }
    }

    /// Reads a message.
    pub fn update(
        &mut self,
        message: Message,
        library: &mut Library,
        source: &Source,
        game_library: Option<&GameLibrary>,
    ) -> Action {
        match message {
            Message::Lobby(message) => return self.handle_lobby_message(message, library, source, game_library),
            Message::Closed => {
                self.game = None;
                self.lobby.reload(library, game_library);
            }
            Message::Question(message) => return self.handle_question_message(message, library),
            Message::Typed(text) => self.typed = text,
            Message::Entered if self.typed.trim().is_empty() => {
                return self.handle_question_message(question::Message::Done, library);
            }
            Message::Entered => {
                let Some(game) = &self.game else { return Action::None };
                let text = question::spelled_out(game, &self.typed);
                return self.apply(|game| game.enter_line(library, &text));
            }
            Message::Picked(at) => {
                let picked = self.game.as_ref().and_then(|game| question::picked(game, at));
                return picked.map_or(Action::None, |message| self.handle_question_message(message, library));
            }
            Message::Undone => {
                let Some(game) = &mut self.game else { return Action::None };
                (self.answer, self.fault) = (AnswerDraft::default(), None);
                return Action::Say(match game.undo(library) {
                    Ok(step) => Notice::done(tr!("Undone: {}", question::step_label(step))),
                    Err(e) => Notice::wrong(e),
                });
            }
        }
        Action::None
    }

    fn handle_lobby_message(
        &mut self,
        message: lobby::Message,
        library: &mut Library,
        source: &Source,
        game_library: Option<&GameLibrary>,
    ) -> Action {
        match message {
            lobby::Message::HarderToggled(id) => self.lobby.toggle(&id),
            lobby::Message::DiceToggled => {
                self.lobby.own_dice = !self.lobby.own_dice;
                if let Some(game) = &mut self.game {
                    game.own_dice = self.lobby.own_dice;
                }
            }
            lobby::Message::Begun => {
                let Some(game_library) = game_library else { return Action::None };
                match self.begin(library, source, game_library) {
                    Ok(game) => return self.open_game(game),
                    Err(e) => return Action::wrong(e),
                }
            }
            lobby::Message::Opened(id) => match AutomaGame::open(library, id) {
                Ok(game) => return self.open_game(game),
                Err(e) => return Action::wrong(e),
            },
            lobby::Message::PutAway(id) => {
                let done = library.put_away(id, true);
                let name = self.lobby.name_of(id);
                self.lobby.reload(library, game_library);
                if let Err(e) = done {
                    return Action::wrong(e);
                }
                self.lobby.put_away = Some(id);
                return Action::Say(Notice::done(tr!("“{name}” removed", name)).undoable(UndoTarget::Screen));
            }
            lobby::Message::TakenBack => {
                let Some(id) = self.lobby.put_away.take() else { return Action::None };
                let done = library.put_away(id, false);
                self.lobby.reload(library, game_library);
                return done.map_or_else(Action::wrong, |()| Action::done(tr!("Undone")));
            }
        }
        Action::None
    }

    fn handle_question_message(&mut self, message: question::Message, library: &mut Library) -> Action {
        match message {
            question::Message::Taken(step) => return self.apply(|game| game.begin_step(library, step, &[])),
            question::Message::Answered(text) => return self.apply(|game| game.enter_line(library, &text)),
            question::Message::Toggled(at) => self.answer.toggle(at),
            question::Message::TopSet(stack, top) => self.answer.set_top(stack, top),
            question::Message::Done => {
                let asked = self.game.as_ref().and_then(AutomaGame::open_question);
                if let Some(text) = asked.and_then(|question| self.answer.text(question)) {
                    return self.apply(|game| game.enter_line(library, &text));
                }
            }
            question::Message::YoursTyped(text) => self.yours = text,
            question::Message::YoursEntered => {
                let Some(game) = &mut self.game else { return Action::None };
                let Ok(points) = self.yours.trim().parse() else {
                    return Action::wrong(tr!("“{}” is not a valid score", self.yours.trim()));
                };
                if let Err(e) = game.set_human_points(library, points) {
                    return Action::wrong(e);
                }
            }
        }
        Action::None
    }

    fn begin(
        &mut self,
        library: &mut Library,
        source: &Source,
        game_library: &GameLibrary,
    ) -> Result<AutomaGame, String> {
        let options = automa::choose_difficulty(game_library, lobby::OPPONENT, &[], &self.lobby.chosen_difficulty())
            .map_err(|refused| refused.to_string())?;
        let seed = self.chance.next_seed()?;
        AutomaGame::begin(library, source, &game_library.game, &tr!("Chronobot"), options, seed)
            .map_err(|e| e.to_string())
    }

    fn open_game(&mut self, mut game: AutomaGame) -> Action {
        game.own_dice = self.lobby.own_dice;
        self.yours = game.human_points.map_or(String::new(), |points| points.to_string());
        (self.answer, self.typed, self.game) = (AnswerDraft::default(), String::new(), Some(game));
        (self.fault, self.lobby.put_away) = (None, None);
        Action::Run(iced::widget::operation::focus(FIELD))
    }

    /// Plays something; what was put together is then no longer wanted.
    fn apply(&mut self, play: impl FnOnce(&mut AutomaGame) -> Result<StepReply, Error>) -> Action {
        let Some(game) = &mut self.game else { return Action::None };
        match play(game) {
            Ok(_) => {
                (self.answer, self.typed, self.fault) = (AnswerDraft::default(), String::new(), None);
            }
            Err(e) => self.fault = Some(as_sentence(&e.to_string())),
        }
        Action::Run(iced::widget::operation::focus(FIELD))
    }

    /// Does what a shortcut says.
    pub fn shortcut(
        &mut self,
        shortcut: Shortcut,
        library: &mut Library,
        source: &Source,
        game_library: Option<&GameLibrary>,
    ) -> Action {
        let message = match shortcut {
            _ if self.game.is_none() => match shortcut {
                Shortcut::Enter => Message::Lobby(lobby::Message::Begun),
                Shortcut::Undo => Message::Lobby(lobby::Message::TakenBack),
                _ => return Action::None,
            },
            Shortcut::Search => return Action::Run(iced::widget::operation::focus(FIELD)),
            Shortcut::Undo => Message::Undone,
            Shortcut::Enter => Message::Question(question::Message::Done),
            Shortcut::Pick(at) => Message::Picked(at),
            Shortcut::Back => Message::Closed,
            _ => return Action::None,
        };
        self.update(message, library, source, game_library)
    }

    /// The screen.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        match &self.game {
            None => self.lobby.view(context).map(Message::Lobby),
            Some(game) => self.game_view(game, context),
        }
    }

    fn game_view<'a>(&'a self, game: &'a AutomaGame, context: ScreenContext<'a>) -> Element<'a, Message> {
        let bot = game.session.bot();
        let dice = button::check(label::line(tr!("I roll the dice")), game.own_dice);
        let undo = button::with_icon(icon(Icon::Undo, 16.0, Ink::Text), tr!("Undo"));
        let can = !game.story.is_empty() || game.open_question().is_some();
        let head = row![
            button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed),
            label::section(game.name.as_str()),
            label::body(tr!("Era {} of {}  ·  {}", bot.era, game.session.board().eras, capital(&bot.phase.label())))
                .style(label::muted),
            gap::horizontal(),
            dice.on_press(Message::Lobby(lobby::Message::DiceToggled)),
            undo.on_press_maybe(can.then_some(Message::Undone)),
        ];
        let head = container(head.spacing(space::M).align_y(Center)).height(56).center_y(56).padding([0, 12]);
        let side = (context.bounds.width * 0.34).clamp(380.0, 620.0);
        let board =
            field::scrolled(container(board::view(game, context.bounds.width - side)).padding(space::L).width(Fill));
        let asked = container(self.question_panel(game)).padding(space::L).width(Fill).style(panel::surface);
        let log = field::scrolled(container(log(game)).padding(space::L).width(Fill)).height(Fill);
        let log = container(log).height(Fill).style(panel::surface);
        let side = column![asked, panel::flat(), log].width(side);
        let board = container(board.height(Fill)).width(Fill).height(Fill).style(panel::ground);
        column![head.style(panel::surface), panel::flat(), row![board, panel::upright(), side].height(Fill)].into()
    }

    /// What is asked now, or the score sheet.
    fn question_panel<'a>(&'a self, game: &'a AutomaGame) -> Element<'a, Message> {
        let typed = field::line(question::hint(game), &self.typed)
            .id(FIELD)
            .on_input(Message::Typed)
            .on_submit(Message::Entered);
        let steps = game.session.legal_steps();
        if steps.is_empty() {
            return question::score_sheet(game, &self.yours).map(Message::Question);
        }
        let (title, answers) = match game.open_question() {
            Some(question) => (question::title(question), self.answer.view(question, game)),
            None => (tr!("What comes next?"), question::step_buttons(steps)),
        };
        let title = label::emphasis(title).line_height(1.35);
        let waits = game.pending_step().map(|step| label::group(question::step_label(step)).style(label::accent));
        let fault = self.fault.as_ref().map(|fault| label::body(fault.as_str()).style(label::bad));
        column![waits, title, answers.map(Message::Question), typed, fault].spacing(space::M).into()
    }
}

/// What happened, the last first; before the first step, how the table is laid.
fn log(game: &AutomaGame) -> Element<'_, Message> {
    let sentence = |told: &engine::games::chronobot::Announcement| -> Element<'_, Message> {
        label::body(told.text.clone()).width(Fill).into()
    };
    let setup = game.session.setup_instructions();
    let setup = column![
        label::group(tr!("Set up")).style(label::accent),
        Column::with_children(setup.iter().map(sentence)).spacing(4)
    ];
    let passage = |(number, passage): (usize, &PlayedStep)| -> Element<'_, Message> {
        let head = label::group(format!("{number}  ·  {}", question::entry_label(&passage.entry))).style(label::accent);
        let told = Column::with_children(passage.announcements.iter().map(sentence)).spacing(4);
        column![head, told].spacing(4).into()
    };
    let story = (1..).zip(&game.story).collect::<Vec<_>>();
    Column::with_children(story.into_iter().rev().map(passage)).push(setup.spacing(4)).spacing(space::L).into()
}
