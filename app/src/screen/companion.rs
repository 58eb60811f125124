//! The Companion screen: the opponent at a real table. A hall where games begin and are taken up again, and the table: the
//! bot's board, what is asked now, and what it did as sentences.

mod ask;
mod board;
mod hall;

use catalog::Source;
use catalog::fold::capital;
use catalog::store::Library;
use catalog::store::journal::{Kind, StreamId};
use catalog::tr;
use engine::chronobot::Step;
use formats::Book;
use formats::rng::Seed;
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Center, Fill, Task};

use crate::companion::{self, Companion, Error, Passage, Reply};
use crate::key::Wish;
use crate::screen::{Chance, Look};
use crate::theme::space;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, label, panel};
use crate::window::Notice;
use ask::Draft;
use hall::Hall;

/// Where an answer is typed.
const FIELD: &str = "companion-answer";

/// The state of the screen.
pub struct Table {
    hall: Hall,
    game: Option<Companion>,
    /// The answer that is being put together.
    draft: Draft,
    typed: String,
    yours: String,
    chance: Chance,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// Harder by this card, or not any more.
    HarderToggled(String),
    /// People roll the bot's dice, or the program does.
    DiceToggled,
    /// A game begins.
    Begun,
    /// A game of the library is taken up.
    Opened(StreamId),
    /// A game is put away.
    PutAway(StreamId),
    /// Back to the hall; the game is saved.
    Closed,
    /// A step is taken.
    Taken(Step),
    /// The question is answered.
    Answered(String),
    /// Something of an answer is there, or not any more.
    Toggled(usize),
    /// The top of a stack: which stack, and its points.
    TopSet(usize, Option<u8>),
    /// The answer that was put together is given.
    Done,
    /// Typing an answer or a step.
    Typed(String),
    /// What was typed is said.
    Entered,
    /// The last step is taken back.
    Undone,
    /// Typing people's own points.
    YoursTyped(String),
    /// They are counted.
    YoursEntered,
}

/// What the screen asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Run this.
    Run(Task<Message>),
    /// Say this at the foot of the window.
    Say(Notice),
}

impl Table {
    /// The hall.
    pub fn new(library: &Library, book: Option<&Book>) -> Table {
        let (game, draft, chance) = (None, Draft::default(), Chance::default());
        Table { hall: Hall::load(library, book), game, draft, typed: String::new(), yours: String::new(), chance }
    }

    /// What of the library is open.
    pub fn opened(&self) -> Option<(Kind, StreamId)> {
        self.game.as_ref().map(|game| (Kind::Companion, game.id))
    }

    /// Makes all chance here come out the same.
    pub fn set_seed(&mut self, seed: Seed) {
        self.chance = Chance::fixed(seed);
    }

    /// Looks at the library again.
    pub fn reload(&mut self, library: &Library, book: Option<&Book>) {
        self.hall.reload(library, book);
    }

    /// The language is another one. A question stands as it was asked: its answers are kept nowhere else.
    pub fn tell_anew(&mut self, library: &Library) {
        if let Some(game) = self.game.as_mut().filter(|game| game.asks().is_none())
            && let Ok(mut again) = Companion::open(library, game.id)
        {
            again.own_dice = game.own_dice;
            *game = again;
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, source: &Source, book: Option<&Book>) -> Action {
        match message {
            Message::HarderToggled(id) => self.hall.toggle(&id),
            Message::DiceToggled => {
                self.hall.own_dice = !self.hall.own_dice;
                if let Some(game) = &mut self.game {
                    game.own_dice = self.hall.own_dice;
                }
            }
            Message::Begun => {
                let Some(book) = book else { return Action::None };
                match self.begin(library, source, book) {
                    Ok(game) => return self.sit_down(game),
                    Err(e) => return Action::Say(Notice::wrong(e)),
                }
            }
            Message::Opened(id) => match Companion::open(library, id) {
                Ok(game) => return self.sit_down(game),
                Err(e) => return Action::Say(Notice::wrong(e)),
            },
            Message::PutAway(id) => {
                let done = library.put_away(id, true);
                self.hall.reload(library, book);
                return done.map_or_else(
                    |e| Action::Say(Notice::wrong(e)),
                    |()| Action::Say(Notice::done(tr!("It was put away"))),
                );
            }
            Message::Closed => {
                self.game = None;
                self.hall.reload(library, book);
            }
            Message::Taken(step) => return self.play(|game| game.step(library, step, &[])),
            Message::Answered(text) => return self.play(|game| game.say(library, &text)),
            Message::Toggled(at) => self.draft.toggle(at),
            Message::TopSet(stack, points) => self.draft.set_top(stack, points),
            Message::Done => {
                let asked = self.game.as_ref().and_then(Companion::asks);
                if let Some(text) = asked.and_then(|question| self.draft.text(question)) {
                    return self.play(|game| game.say(library, &text));
                }
            }
            Message::Typed(text) => self.typed = text,
            Message::Entered if self.typed.trim().is_empty() => {
                return self.update(Message::Done, library, source, book);
            }
            Message::Entered => {
                let text = self.typed.clone();
                return self.play(|game| game.say(library, &text));
            }
            Message::Undone => {
                let Some(game) = &mut self.game else { return Action::None };
                self.draft = Draft::default();
                return Action::Say(match game.undo(library) {
                    Ok(step) => Notice::done(tr!("Taken back: {}", step.word())),
                    Err(e) => Notice::wrong(e),
                });
            }
            Message::YoursTyped(text) => self.yours = text,
            Message::YoursEntered => {
                let Some(game) = &mut self.game else { return Action::None };
                let Ok(points) = self.yours.trim().parse() else {
                    return Action::Say(Notice::wrong(tr!("“{}” is no number of points", self.yours.trim())));
                };
                if let Err(e) = game.count_yours(library, points) {
                    return Action::Say(Notice::wrong(e));
                }
            }
        }
        Action::None
    }

    fn begin(&mut self, library: &mut Library, source: &Source, book: &Book) -> Result<Companion, String> {
        let options =
            companion::lay(book, hall::OPPONENT, &[], &self.hall.harder()).map_err(|refused| refused.to_string())?;
        let seed = self.chance.seed()?;
        Companion::begin(library, source, &book.game, &tr!("Chronobot"), options, seed).map_err(|e| e.to_string())
    }

    fn sit_down(&mut self, mut game: Companion) -> Action {
        game.own_dice = self.hall.own_dice;
        self.yours = game.yours.map_or(String::new(), |points| points.to_string());
        (self.draft, self.typed, self.game) = (Draft::default(), String::new(), Some(game));
        Action::Run(iced::widget::operation::focus(FIELD))
    }

    /// Plays something; what was put together is then no longer wanted.
    fn play(&mut self, play: impl FnOnce(&mut Companion) -> Result<Reply, Error>) -> Action {
        let Some(game) = &mut self.game else { return Action::None };
        match play(game) {
            Ok(_) => {
                (self.draft, self.typed) = (Draft::default(), String::new());
                Action::Run(iced::widget::operation::focus(FIELD))
            }
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    /// Does what a key wishes.
    pub fn wish(&mut self, wish: Wish, library: &mut Library, source: &Source, book: Option<&Book>) -> Action {
        let message = match wish {
            _ if self.game.is_none() => match wish {
                Wish::Enter => Message::Begun,
                _ => return Action::None,
            },
            Wish::Search => return Action::Run(iced::widget::operation::focus(FIELD)),
            Wish::Undo => Message::Undone,
            Wish::Enter => Message::Done,
            Wish::Back => Message::Closed,
            _ => return Action::None,
        };
        self.update(message, library, source, book)
    }

    /// The screen.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        match &self.game {
            None => self.hall.view(look),
            Some(game) => self.table(game, look),
        }
    }

    fn table<'a>(&'a self, game: &'a Companion, look: Look<'a>) -> Element<'a, Message> {
        let bot = game.session.bot();
        let dice = button::toggle(label::line(tr!("I roll the dice")), game.own_dice).padding([6, 10]);
        let undo = button::with_icon(icon(Icon::Undo, 16.0, Ink::Text), tr!("Undo"));
        let can = !game.story.is_empty() || game.asks().is_some();
        let head = row![
            button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed),
            label::section(game.name.as_str()),
            label::body(tr!("Era {} of {}  ·  {}", bot.era, game.session.board().eras, capital(bot.phase.word())))
                .style(label::muted),
            gap::horizontal(),
            dice.on_press(Message::DiceToggled),
            undo.on_press_maybe(can.then_some(Message::Undone)),
        ];
        let head = container(head.spacing(space::M).align_y(Center)).height(56).center_y(56).padding([0, 12]);
        let side = (look.room.width * 0.34).clamp(380.0, 620.0);
        let board = field::scrolled(container(board::view(game, look.room.width - side)).padding(space::L).width(Fill));
        let asked = container(self.asked(game)).padding(space::L).width(Fill).style(panel::surface);
        let log = field::scrolled(container(log(game)).padding(space::L).width(Fill)).height(Fill);
        let log = container(log).height(Fill).style(panel::surface);
        let side = column![asked, panel::flat(), log].width(side);
        let board = container(board.height(Fill)).width(Fill).height(Fill).style(panel::ground);
        column![head.style(panel::surface), panel::flat(), row![board, panel::upright(), side].height(Fill)].into()
    }

    /// What is asked now, or the score sheet.
    fn asked<'a>(&'a self, game: &'a Companion) -> Element<'a, Message> {
        let typed = field::line(tr!("or type it, and press Enter"), &self.typed)
            .id(FIELD)
            .on_input(Message::Typed)
            .on_submit(Message::Entered);
        let steps = game.session.steps();
        if steps.is_empty() {
            return ask::score(game, &self.yours);
        }
        let (title, answers) = match game.asks() {
            Some(question) => (question.to_string(), self.draft.view(question, game)),
            None => (tr!("What comes next?"), ask::steps(steps)),
        };
        let title = label::emphasis(title).line_height(1.35);
        let waits = game.waits().map(|step| label::group(capital(step.word())).style(label::accent));
        column![waits, title, answers, typed].spacing(space::M).into()
    }
}

/// What happened, the last first; before the first step, how the table is laid.
fn log(game: &Companion) -> Element<'_, Message> {
    let sentence =
        |told: &engine::chronobot::Told| -> Element<'_, Message> { label::body(told.text.clone()).width(Fill).into() };
    let setup = game.session.setup();
    let setup = column![
        label::group(tr!("Set up")).style(label::accent),
        Column::with_children(setup.iter().map(sentence)).spacing(4)
    ];
    let passage = |(number, passage): (usize, &Passage)| -> Element<'_, Message> {
        let head = label::group(format!("{number}  ·  {}", passage.entry)).style(label::accent);
        let told = Column::with_children(passage.told.iter().map(sentence)).spacing(4);
        column![head, told].spacing(4).into()
    };
    let story = (1..).zip(&game.story).collect::<Vec<_>>();
    Column::with_children(story.into_iter().rev().map(passage)).push(setup.spacing(4)).spacing(space::L).into()
}
