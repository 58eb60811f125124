//! How hands and turns of an imported game work: asked once, so that hands can be dealt and turns played alone.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use catalog::game::goldfish::Mulligan;
use catalog::interchange::GoldfishAnswers;
use catalog::query::QueryError;
use catalog::{GameData, Query, tr};
use iced::widget::{Column, Row, column, container, row};
use iced::{Center, Fill, Task};

use crate::goldfish_model::{self, GoldfishModelError, has_costs, resource_fields};
use crate::notice::Notice;
use crate::screen::action;
use crate::session::{Places, Session};
use crate::theme::space;
use crate::widget::{Element, button, cut, field, label, panel};

/// Width of the words before a field.
const WORDS: f32 = 190.0;

/// The state of this part.
#[derive(Default)]
pub struct HandsAndTurns {
    games: Vec<ImportedGame>,
    places: Option<Places>,
    form: Option<Form>,
    is_writing: bool,
}

/// A game that an import made.
struct ImportedGame {
    game: Arc<GameData>,
    is_described: bool,
}

/// What is said of a game so far.
struct Form {
    game: Arc<GameData>,
    answers: GoldfishAnswers,
    payment: Payment,
    query: String,
    /// How many cards that query finds.
    sources: Result<usize, SourcesFault>,
    makes: String,
    /// What a player has anew each turn, by resource.
    stocks: BTreeMap<String, i32>,
}

/// What pays for cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payment {
    /// Cards in play make it.
    Cards,
    /// A player has it anew each turn.
    EachTurn,
    /// Nothing has to.
    Free,
}

/// Why a query names no cards that make resources.
#[derive(Debug, Clone)]
enum SourcesFault {
    Missing,
    Unreadable(QueryError),
    NoCards,
}

impl fmt::Display for SourcesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourcesFault::Missing => {
                f.write_str(&tr!("Enter a search for the cards that make resources, such as type:land."))
            }
            SourcesFault::Unreadable(why) => why.fmt(f),
            SourcesFault::NoCards => f.write_str(&tr!("No card of the game matches.")),
        }
    }
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// A game is to be described, by its id.
    Opened(String),
    /// It is not.
    Closed,
    /// Cards of the first hand.
    HandSet(u32),
    /// What a player may do with a hand they do not like.
    MulliganChosen(Mulligan),
    /// Mulligans that cost no card.
    FreeMulligansSet(u32),
    /// Cards drawn each turn.
    DrawsSet(u32),
    /// Whether whoever begins draws nothing in the first turn.
    FirstDrawSkipped(bool),
    /// What pays for cards.
    PaymentChosen(Payment),
    /// The query for the cards that make resources.
    SourcesTyped(String),
    /// The field that says what they make.
    MakesChosen(field::Labeled<String>),
    /// The most of them in a turn.
    SourcesSet(Option<u32>),
    /// So much of a resource each turn.
    StockSet(String, i32),
    /// The most other cards in a turn.
    PlaysSet(Option<u32>),
    /// It is to be written.
    Saved,
    /// It is there, or why not.
    Written(Result<(), Arc<GoldfishModelError>>),
}

/// What only the parent can do.
pub enum Request {
    /// Say that it is saved, and read the games again.
    Reload,
}

/// What it asks of its parent.
pub type Action = action::Action<Message, Request>;

impl HandsAndTurns {
    /// Looks for games that imports made.
    pub fn reload(&mut self, session: &Session) {
        let imported = session.game_libraries().filter(|l| goldfish_model::is_writable(&session.source, &l.game.id));
        let of_library = |library: &Arc<formats::GameLibrary>| ImportedGame {
            game: library.game.clone(),
            is_described: !library.game.goldfish.plays.is_empty(),
        };
        self.games = imported.map(of_library).collect();
        self.places = Some(session.places.clone());
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message) -> Action {
        match (message, &mut self.form) {
            (Message::Opened(id), form) => {
                let game = self.games.iter().find(|game| game.game.id == id);
                *form = game.map(|game| Form::new(game.game.clone()));
            }
            (Message::Written(Ok(())), form) => {
                (self.is_writing, *form) = (false, None);
                return Action::Ask(Request::Reload);
            }
            (Message::Written(Err(why)), _) => {
                self.is_writing = false;
                return Action::Say(Notice::wrong(why));
            }
            (Message::Closed, form) => *form = None,
            (Message::Saved, Some(_)) => return self.save(),
            (message, Some(form)) => form.change(message),
            (_, None) => {}
        }
        Action::None
    }

    fn save(&mut self) -> Action {
        let (Some(form), Some(places)) = (&self.form, &self.places) else { return Action::None };
        if self.is_writing || !form.is_complete() {
            return Action::None;
        }
        let (answers, game, places) = (form.answers(), form.game.clone(), places.clone());
        let work = move || {
            let mut source = places.source().map_err(crate::session::Error::from)?;
            goldfish_model::write(&mut source, &game, &answers).map(drop)
        };
        self.is_writing = true;
        let written = async move {
            let done = tokio::task::spawn_blocking(work).await;
            done.map_err(GoldfishModelError::from).flatten().map_err(Arc::new)
        };
        Action::Run(Task::perform(written, Message::Written))
    }

    /// This part of the page; nothing if no game was imported.
    pub fn view(&self) -> Option<Element<'_, Message>> {
        let mut lines = Column::new().spacing(space::S);
        for ImportedGame { game, is_described } in &self.games {
            let is_open = self.form.as_ref().is_some_and(|form| form.game.id == game.id);
            let words = if *is_described {
                tr!("{game}: hands and turns are set up", game = &game.name)
            } else {
                tr!("{game}: turns are not set up yet", game = &game.name)
            };
            let open =
                (!is_open).then(|| button::plain(tr!("Hands and turns…")).on_press(Message::Opened(game.id.clone())));
            lines = lines.push(row![container(cut(words)).width(Fill)].push(open).spacing(space::M).align_y(Center));
            lines = lines.push(self.form.as_ref().filter(|_| is_open).map(|form| form.view(self.is_writing)));
        }
        (!self.games.is_empty()).then(|| lines.into())
    }
}

impl Form {
    /// What holds now; where nothing is said of turns yet, what is usual.
    fn new(game: Arc<GameData>) -> Form {
        let mut answers = GoldfishAnswers::declared(&game);
        let is_described = !game.goldfish.plays.is_empty();
        let payments = Form::payments(&game);
        let payment = if answers.sources.is_some() {
            Payment::Cards
        } else if !answers.stocks.is_empty() || !is_described && has_costs(&game) && payments.len() > 1 {
            Payment::EachTurn
        } else {
            Payment::Free
        };
        if !is_described {
            answers.sources_a_turn = Some(1);
        }
        let first_field = || resource_fields(&game).next().map_or_else(String::new, |field| field.id.clone());
        let (query, makes) = answers.sources.clone().unwrap_or_else(|| (String::new(), first_field()));
        let stocks = answers.stocks.iter().cloned().collect();
        let sources = count_sources(&query, &game);
        Form { game, answers, payment, query, sources, makes, stocks }
    }

    fn payments(game: &GameData) -> Vec<Payment> {
        let mut all = Vec::new();
        all.extend(resource_fields(game).next().map(|_| Payment::Cards));
        all.extend(game.resources.iter().find(|resource| !resource.variable).map(|_| Payment::EachTurn));
        all.push(Payment::Free);
        all
    }

    fn change(&mut self, message: Message) {
        let answers = &mut self.answers;
        match message {
            Message::HandSet(n) => answers.hand = n,
            Message::MulliganChosen(mulligan) => answers.mulligan = mulligan,
            Message::FreeMulligansSet(n) => answers.free_mulligans = n,
            Message::DrawsSet(n) => answers.draws = n,
            Message::FirstDrawSkipped(skipped) => answers.first_player_skips = skipped,
            Message::PaymentChosen(payment) => self.payment = payment,
            Message::SourcesTyped(query) => {
                self.sources = count_sources(&query, &self.game);
                self.query = query;
            }
            Message::MakesChosen(chosen) => self.makes = chosen.value,
            Message::SourcesSet(most) => answers.sources_a_turn = most,
            Message::StockSet(resource, amount) => drop(self.stocks.insert(resource, amount)),
            Message::PlaysSet(most) => answers.plays_a_turn = most,
            Message::Opened(_) | Message::Closed | Message::Saved | Message::Written(_) => {}
        }
    }

    fn is_complete(&self) -> bool {
        match self.payment {
            Payment::Cards => self.sources.is_ok(),
            Payment::EachTurn => self.stocks.values().any(|amount| *amount > 0),
            Payment::Free => true,
        }
    }

    fn answers(&self) -> GoldfishAnswers {
        let by = |payment: Payment| self.payment == payment;
        let stocks = self.stocks.iter().filter(|(_, amount)| by(Payment::EachTurn) && **amount > 0);
        GoldfishAnswers {
            sources: by(Payment::Cards).then(|| (self.query.trim().to_owned(), self.makes.clone())),
            sources_a_turn: self.answers.sources_a_turn.filter(|_| by(Payment::Cards)),
            stocks: stocks.map(|(resource, amount)| (resource.clone(), *amount)).collect(),
            free_mulligans: if self.answers.mulligan.costs_cards() { self.answers.free_mulligans } else { 0 },
            ..self.answers.clone()
        }
    }

    fn view(&self, is_writing: bool) -> Element<'_, Message> {
        let answers = &self.answers;
        let mulligans = <Mulligan as strum::VariantArray>::VARIANTS.iter().map(|&mulligan| {
            let chosen = mulligan == answers.mulligan;
            button::tab(mulligan_name(mulligan), chosen).on_press(Message::MulliganChosen(mulligan)).into()
        });
        let mut form = column![
            line(tr!("Opening hand"), stepper(answers.hand, (0, 100), Message::HandSet)),
            line(tr!("Mulligan"), Row::with_children(mulligans).spacing(space::XS)),
        ]
        .spacing(space::S);
        if let Some(words) = mulligan_words(answers.mulligan) {
            form = form.push(line(String::new(), label::caption(words).style(label::muted)));
        }
        if answers.mulligan.costs_cards() {
            let free = stepper(answers.free_mulligans, (0, 10), Message::FreeMulligansSet);
            form = form.push(line(tr!("Free mulligans"), free));
        }
        let first = [(false, tr!("Everybody draws")), (true, tr!("The first player does not"))];
        let first = first.map(|(skips, words)| {
            let chosen = skips == answers.first_player_skips;
            button::tab(words, chosen).on_press(Message::FirstDrawSkipped(skips)).into()
        });
        let payments = Form::payments(&self.game).into_iter().map(|payment| {
            let chosen = payment == self.payment;
            button::tab(payment_name(payment), chosen).on_press(Message::PaymentChosen(payment)).into()
        });
        form = form
            .push(line(tr!("Cards drawn each turn"), stepper(answers.draws, (0, 100), Message::DrawsSet)))
            .push(line(tr!("First turn"), Row::with_children(first).spacing(space::XS)))
            .push(line(tr!("Pay for cards with"), Row::with_children(payments).spacing(space::XS)));
        form = match self.payment {
            Payment::Cards => self.sources_view(form),
            Payment::EachTurn => self.stocks_view(form),
            Payment::Free => form,
        };
        let plays = most_view(answers.plays_a_turn, Message::PlaysSet);
        let played =
            if self.payment == Payment::Cards { tr!("Other cards each turn") } else { tr!("Cards played each turn") };
        let form = form.push(line(played, plays));
        let can_save = self.is_complete() && !is_writing;
        let acts = row![
            button::primary(tr!("Save")).on_press_maybe(can_save.then_some(Message::Saved)),
            button::plain(tr!("Cancel")).on_press(Message::Closed),
        ];
        let hint = tr!("This is for opening hands and turns without an opponent. Another import keeps it.");
        let hint = label::body(hint).style(label::muted);
        let page = column![hint, form, acts.spacing(space::S)].spacing(space::M);
        container(page).padding(space::L).width(Fill).style(panel::framed).into()
    }

    fn sources_view<'a>(&'a self, form: Column<'a, Message>) -> Column<'a, Message> {
        let typed = field::line("type:land", &self.query).on_input(Message::SourcesTyped).on_submit(Message::Saved);
        let found = match &self.sources {
            Ok(n) => {
                label::caption(tr!("1 card makes resources" | "{n} cards make resources" % *n)).style(label::muted)
            }
            Err(why) => label::caption(why.to_string()).style(label::warn),
        };
        let fields: Vec<_> = resource_fields(&self.game).collect();
        let options = fields.iter().map(|f| field::Labeled::new(f.id.clone(), f.name.clone())).collect::<Vec<_>>();
        let chosen = options.iter().find(|option| option.value == self.makes).cloned();
        let which = (options.len() > 1)
            .then(|| line(tr!("What they make"), field::choice(options, chosen, Message::MakesChosen)));
        let most = most_view(self.answers.sources_a_turn, Message::SourcesSet);
        form.push(line(tr!("Cards that make resources"), typed))
            .push(line(String::new(), found))
            .push(which)
            .push(line(tr!("How many each turn"), most))
    }

    fn stocks_view<'a>(&'a self, mut form: Column<'a, Message>) -> Column<'a, Message> {
        for resource in self.game.resources.iter().filter(|resource| !resource.variable) {
            let amount = self.stocks.get(&resource.id).copied().unwrap_or(0);
            let set = |n: u32| Message::StockSet(resource.id.clone(), n as i32);
            form = form.push(line(resource.name.clone(), stepper(amount as u32, (0, 100), set)));
        }
        // It stays where it is once something is said, so that nothing jumps.
        let hint = label::caption(tr!("Set how much of a resource a player gets each turn."));
        form.push(line(String::new(), hint.style(if self.is_complete() { label::muted } else { label::warn })))
    }
}

fn count_sources(query: &str, game: &GameData) -> Result<usize, SourcesFault> {
    if query.trim().is_empty() {
        return Err(SourcesFault::Missing);
    }
    let query = Query::parse(query.trim(), game).map_err(SourcesFault::Unreadable)?;
    Some(query.select(game).len()).filter(|n| *n > 0).ok_or(SourcesFault::NoCards)
}

fn payment_name(payment: Payment) -> String {
    match payment {
        Payment::Cards => tr!("Cards in play"),
        Payment::EachTurn => tr!("An amount each turn"),
        Payment::Free => tr!("Nothing"),
    }
}

fn mulligan_name(mulligan: Mulligan) -> String {
    match mulligan {
        Mulligan::None => tr!("None"),
        Mulligan::Paris => tr!("Paris"),
        Mulligan::London => tr!("London"),
        Mulligan::Redraw => tr!("Partial redraw"),
    }
}

fn mulligan_words(mulligan: Mulligan) -> Option<String> {
    match mulligan {
        Mulligan::None => None,
        Mulligan::Paris => Some(tr!("Each new hand has one card fewer.")),
        Mulligan::London => Some(tr!("Each new hand is full, then one more of its cards goes to the bottom.")),
        Mulligan::Redraw => Some(tr!("Once, you may replace any number of cards.")),
    }
}

fn line<'a>(words: String, content: impl Into<Element<'a, Message>>) -> Element<'a, Message> {
    row![container(label::body(words)).width(WORDS), content.into()].spacing(space::S).align_y(Center).into()
}

/// A number that is counted with `u32`.
fn stepper<'a>(number: u32, (least, most): (u32, u32), set: impl Fn(u32) -> Message) -> Element<'a, Message> {
    field::stepper(number as usize, (least as usize, most as usize), |n| set(n as u32))
}

/// Any number, or a most.
fn most_view<'a>(most: Option<u32>, set: fn(Option<u32>) -> Message) -> Element<'a, Message> {
    let any = button::tab(tr!("Any number"), most.is_none()).on_press(set(None));
    let limited = button::tab(tr!("At most"), most.is_some()).on_press(set(most.or(Some(1))));
    let number = most.map(|n| stepper(n, (1, 100), move |n| set(Some(n))));
    row![any, limited].push(number).spacing(space::XS).align_y(Center).into()
}
