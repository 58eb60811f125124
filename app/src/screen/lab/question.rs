//! The question: what is asked, of which decks, with how much chance. It becomes a plan, as a file would say it.

use std::sync::Arc;

use catalog::Source;
use catalog::localize::localize_count;
use catalog::store::Library;
use catalog::tr;
use engine::lab::experiment::ExperimentInput;
use engine::lab::plan::{ExperimentKind, ExperimentPlan};
use formats::limited::Pool;
use formats::{Deck, GameLibrary, LegalDeck};
use iced::widget::{Column, column, container, row};
use iced::{Center, Fill};

use crate::screen::ScreenContext;
use crate::theme::{self, space};
use crate::widget::field::Labeled;
use crate::widget::panel::Tone;
use crate::widget::{Element, button, chart, field, label, panel};
use formats::saved;

/// What the person typed and chose.
pub struct Question {
    kind: ExperimentKind,
    /// Positions in `choices`.
    decks: Vec<usize>,
    choices: Vec<Choice>,
    /// Formats with packs: id and name.
    limited: Vec<Labeled<String>>,
    set: Option<Labeled<String>>,
    games: String,
    turns: String,
    seed: String,
    goal: String,
    keep: String,
    draw: bool,
    rules: bool,
}

/// A deck that can be asked about, by the word that a plan has for it.
struct Choice {
    word: String,
    deck: Deck,
    pool: Option<Pool>,
}

/// What happens in the question.
#[derive(Debug, Clone)]
pub enum Message {
    /// Something else is asked.
    KindChosen(ExperimentKind),
    /// Another deck at a place.
    DeckChosen(usize, usize),
    /// One more deck.
    DeckAdded,
    /// One deck fewer.
    DeckRemoved(usize),
    /// Another set.
    SetChosen(Labeled<String>),
    /// How many games.
    GamesTyped(String),
    /// How many turns.
    TurnsTyped(String),
    /// Which chance.
    SeedTyped(String),
    /// What the deck wants to do.
    GoalTyped(String),
    /// Keep rules, with semicolons between them.
    KeepTyped(String),
    /// On the play or on the draw.
    DrawToggled,
    /// By the rules or by the model.
    RulesToggled,
    /// The question is asked.
    Asked,
    /// The run is stopped.
    Stopped,
}

fn title(kind: ExperimentKind) -> (String, String) {
    match kind {
        ExperimentKind::Hands => (tr!("Opening hands"), tr!("What to keep and how often it works")),
        ExperimentKind::Goldfish => (tr!("Goldfish"), tr!("How fast a deck works unopposed")),
        ExperimentKind::Series => (tr!("Series"), tr!("Deck against deck")),
        ExperimentKind::Field => (tr!("Field"), tr!("Every deck against every other")),
        ExperimentKind::Mirrors => (tr!("Mirrors"), tr!("What going first is worth")),
        ExperimentKind::Impact => (tr!("Card impact"), tr!("What each card in a deck is worth")),
        ExperimentKind::Set => (tr!("Set"), tr!("Drafted, built and played by bots")),
    }
}

fn choices(library: &Library, game_library: &GameLibrary) -> Vec<Choice> {
    let game = &game_library.game;
    let saved = saved::deck::latest_decks(library, game).into_iter();
    let saved = saved.map(|session| Choice { word: session.deck.name.clone(), deck: session.deck, pool: session.pool });
    let starters = game_library.decks.iter().map(|(id, deck)| Choice {
        word: format!("{}/{id}", game.id),
        deck: deck.clone(),
        pool: None,
    });
    let legal = |c: &Choice| {
        let format = game_library.format(&c.deck.format);
        format.is_some_and(|f| LegalDeck::check(game, f, c.deck.clone(), c.pool.as_ref()).is_ok())
    };
    saved.chain(starters).filter(legal).collect()
}

impl Question {
    /// A first question: how the first deck goldfishes.
    pub fn new(library: &Library, game_library: &GameLibrary) -> Question {
        let limited = game_library.formats.iter().filter(|f| f.limited.as_ref().is_some_and(|l| l.is_draft()));
        let limited: Vec<Labeled<String>> = limited.map(|f| Labeled::new(f.id.clone(), &f.name)).collect();
        Question {
            kind: ExperimentKind::Goldfish,
            decks: vec![0],
            choices: choices(library, game_library),
            set: limited.first().cloned(),
            limited,
            games: String::new(),
            turns: String::new(),
            seed: "1".to_owned(),
            goal: String::new(),
            keep: String::new(),
            draw: false,
            rules: false,
        }
    }

    /// Looks at the library again; what was chosen stays chosen if it is still there.
    pub fn reload(&mut self, library: &Library, game_library: &GameLibrary) {
        let words: Vec<String> =
            self.decks.iter().filter_map(|at| self.choices.get(*at)).map(|c| c.word.clone()).collect();
        self.choices = choices(library, game_library);
        let place = |word: &String| self.choices.iter().position(|c| c.word == *word);
        self.decks = words.iter().map(|word| place(word).unwrap_or(0)).collect();
        if self.decks.is_empty() {
            self.decks.push(0);
        }
    }

    /// The decks of a plan, if all of them are there still.
    pub fn decks_of(&self, plan: &ExperimentPlan) -> Option<Vec<(Deck, Option<Pool>)>> {
        let deck = |word: &String| self.choice(word).map(|choice| (choice.deck.clone(), choice.pool.clone()));
        self.has_decks_of(plan).then(|| plan.decks.iter().filter_map(deck).collect())
    }

    /// Whether all decks of a plan are there still.
    pub fn has_decks_of(&self, plan: &ExperimentPlan) -> bool {
        !plan.decks.is_empty() && plan.decks.iter().all(|word| self.choice(word).is_some())
    }

    fn choice(&self, word: &str) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.word == word)
    }

    fn deck_count_range(&self) -> (usize, usize) {
        match self.kind {
            ExperimentKind::Hands | ExperimentKind::Goldfish => (1, 1),
            ExperimentKind::Series => (1, 8),
            ExperimentKind::Impact | ExperimentKind::Mirrors => (1, 16),
            ExperimentKind::Field => (2, 16),
            ExperimentKind::Set => (0, 0),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, game_library: &GameLibrary) {
        match message {
            Message::KindChosen(kind) => {
                self.kind = kind;
                // What the kind has no use for is not asked.
                (self.games, self.turns) = (String::new(), String::new());
                (self.rules, self.draw) = (false, false);
                let (least, most) = self.deck_count_range();
                let usual = if matches!(kind, ExperimentKind::Series | ExperimentKind::Impact) { 2 } else { least };
                let next = |have: &[usize]| (0..self.choices.len()).find(|c| !have.contains(c)).unwrap_or(0);
                while self.decks.len() < usual.max(1) {
                    let at = next(&self.decks);
                    self.decks.push(at);
                }
                self.decks.truncate(most.max(1));
            }
            Message::DeckChosen(at, deck) => self.decks[at] = deck,
            Message::DeckAdded => {
                let next = (0..self.choices.len()).find(|c| !self.decks.contains(c)).unwrap_or(0);
                self.decks.push(next);
            }
            Message::DeckRemoved(at) => drop(self.decks.remove(at)),
            Message::SetChosen(set) => self.set = Some(set),
            Message::GamesTyped(text) => self.games = digits(&text),
            Message::TurnsTyped(text) => self.turns = digits(&text),
            Message::SeedTyped(text) => self.seed = digits(&text),
            Message::GoalTyped(text) => self.goal = text,
            Message::KeepTyped(text) => self.keep = text,
            Message::DrawToggled => self.draw = !self.draw,
            Message::RulesToggled => {
                self.rules = !self.rules && engine::registry::is_played(&game_library.game);
            }
            // Runs belong to whoever holds the question.
            Message::Asked | Message::Stopped => {}
        }
    }

    fn plan(&self, game_library: &GameLibrary) -> Result<ExperimentPlan, String> {
        let number = |text: &str, what: String| -> Result<Option<u64>, String> {
            let read = |t: &str| t.parse().map_err(|_| tr!("{what}: “{t}” is too large", what, t));
            Some(text.trim()).filter(|t| !t.is_empty()).map(read).transpose()
        };
        let some = |text: &str| Some(text.trim().to_owned()).filter(|t| !t.is_empty());
        let mut plan = ExperimentPlan::new(self.kind);
        plan.games = number(&self.games, tr!("played" => "Games"))?;
        plan.seed = number(&self.seed, tr!("Seed"))?.unwrap_or(1);
        plan.turns = number(&self.turns, tr!("Turns"))?.map(|n| n.min(60_000) as u32);
        let model = self.kind == ExperimentKind::Hands || (self.kind == ExperimentKind::Goldfish && !self.rules);
        if model {
            (plan.goal, plan.draw) = (some(&self.goal), self.draw);
        }
        if self.kind == ExperimentKind::Hands {
            plan.keep = self.keep.split(';').filter_map(some).collect();
        }
        plan.rules = self.rules && self.kind == ExperimentKind::Goldfish;
        match self.kind {
            ExperimentKind::Set => {
                let set = self.set.as_ref().ok_or(tr!("This game has no format with packs to draft."))?;
                plan.format = Some(format!("{}/{}", game_library.game.id, set.value));
            }
            _ => {
                let chosen = self.decks.iter().filter_map(|at| self.choices.get(*at));
                plan.decks = chosen.map(|c| c.word.clone()).collect();
            }
        }
        Ok(plan)
    }

    /// The plan with its decks.
    ///
    /// # Errors
    /// What is missing, in words.
    pub fn experiment_input(&self, source: &Source, game_library: &GameLibrary) -> Result<ExperimentInput, String> {
        let chosen: Vec<&Choice> = self.decks.iter().filter_map(|at| self.choices.get(*at)).collect();
        with_decks(self.plan(game_library)?, &chosen, source, game_library)
    }

    /// An earlier plan with its decks, if all of them are there still.
    pub fn input_of(
        &self,
        plan: &ExperimentPlan,
        source: &Source,
        game_library: &GameLibrary,
    ) -> Option<ExperimentInput> {
        let decks: Option<Vec<&Choice>> = plan.decks.iter().map(|word| self.choice(word)).collect();
        // Data after a change lie in a folder of whoever wrote the plan.
        let decks = decks.filter(|_| plan.after.is_none())?;
        with_decks(plan.clone(), &decks, source, game_library).ok()
    }

    /// The form with what stands `below` it; `progress` is of the run under way.
    pub fn view<'a, M: 'a>(
        &'a self,
        context: ScreenContext<'a>,
        progress: Option<(u64, u64, Option<u64>)>,
        fault: Option<&'a str>,
        asked: impl Fn(Message) -> M + Clone + 'a,
        below: Option<Element<'a, M>>,
    ) -> Element<'a, M> {
        let kinds = ExperimentKind::ALL.iter().map(|&kind| {
            let (name, what) = title(kind);
            let words = column![label::body(name), label::caption(what).style(label::muted)].spacing(2);
            let entry = button::entry(container(words).padding([2, 8]), kind == self.kind).width(Fill);
            entry.on_press(Message::KindChosen(kind)).into()
        });
        let mut form = column![label::group(tr!("What do you want to know?")), Column::with_children(kinds).spacing(2)];
        form = form.push(self.subject());
        form = form.push(self.numbers());
        if self.asks_model() {
            form = form.push(self.model_options(context));
        }
        if let Some(why) = fault {
            form = form.push(panel::toned(Tone::Bad, label::body(why)));
        }
        let form = Element::from(form.spacing(space::L)).map(asked.clone());
        let page = column![form].push(below).spacing(space::XL).padding(space::L);
        let foot = self.foot(progress).map(asked);
        column![field::scrolled(page).width(Fill).height(Fill), panel::flat(), foot].into()
    }

    fn asks_model(&self) -> bool {
        matches!(self.kind, ExperimentKind::Hands | ExperimentKind::Goldfish)
    }

    fn subject(&self) -> Element<'_, Message> {
        if self.kind == ExperimentKind::Set {
            let list = field::choice(self.limited.clone(), self.set.clone(), Message::SetChosen).width(Fill);
            return column![label::group(tr!("Which set")), list].spacing(space::S).into();
        }
        let names: Vec<Labeled<usize>> =
            (self.choices.iter().enumerate()).map(|(at, c)| Labeled::new(at, &c.deck.name)).collect();
        let (least, most) = self.deck_count_range();
        let line = |(place, deck): (usize, &usize)| {
            let chosen = move |n: Labeled<usize>| Message::DeckChosen(place, n.value);
            let list = field::choice(names.clone(), names.get(*deck).cloned(), chosen).width(Fill);
            let away =
                (self.decks.len() > least.max(1)).then(|| button::step("−").on_press(Message::DeckRemoved(place)));
            row![list, away].spacing(space::S).align_y(Center).into()
        };
        let lines = Column::with_children(self.decks.iter().enumerate().map(line)).spacing(space::S);
        let more = (self.decks.len() < most && !self.choices.is_empty())
            .then(|| button::quiet(tr!("Add a deck")).on_press(Message::DeckAdded));
        let word = match self.kind {
            ExperimentKind::Impact => tr!("The deck and its opponents"),
            _ if most > 1 => tr!("Which decks"),
            _ => tr!("Which deck"),
        };
        column![label::group(word), lines, more].spacing(space::S).into()
    }

    fn numbers(&self) -> Element<'_, Message> {
        let usual = localize_count(ExperimentPlan { rules: self.rules, ..ExperimentPlan::new(self.kind) }.games());
        let games = match self.kind {
            ExperimentKind::Hands => tr!("Hands"),
            ExperimentKind::Set => tr!("Pods"),
            ExperimentKind::Field => tr!("Games a pair"),
            _ => tr!("played" => "Games"),
        };
        let turns = if self.asks_model() { tr!("Turns") } else { tr!("Stop after turn") };
        let small = |name: String, hint: String, value: &str, typed: fn(String) -> Message| {
            let input = field::line(&hint, value).on_input(typed).on_submit(Message::Asked);
            column![label::caption(name).style(label::muted), input].spacing(space::XS).width(Fill)
        };
        let mut line = row![small(games, usual, &self.games, Message::GamesTyped)].spacing(space::S);
        if self.kind != ExperimentKind::Set {
            line = line.push(small(turns, tr!("default"), &self.turns, Message::TurnsTyped));
        }
        line.push(small(tr!("Seed"), "1".into(), &self.seed, Message::SeedTyped)).into()
    }

    fn model_options(&self, context: ScreenContext<'_>) -> Element<'_, Message> {
        let toggle = |word: String, on: bool, message: Message| button::check(label::body(word), on).on_press(message);
        let line = |hint: String, value: &str, typed: fn(String) -> Message| {
            field::line(hint, value).on_input(typed).on_submit(Message::Asked)
        };
        // The example is one of this game.
        let game = context.game();
        let of = |at: &usize| game.cards.iter().filter(|card| card.type_mask & (1 << at) != 0).count();
        let kind = (0..game.types.len()).max_by_key(of).map_or("", |at| game.types[at].id.as_str());
        let mut form = column![].spacing(space::S);
        if !self.rules {
            form = form.push(label::caption(tr!("Goal (search); empty uses the deck's goal")).style(label::muted));
            form = form.push(line(tr!("2..4 of (type:{kind})", kind), &self.goal, Message::GoalTyped));
        }
        if self.kind == ExperimentKind::Hands {
            form = form.push(label::caption(tr!("Keep rules, separated by ;")).style(label::muted));
            form = form.push(line(tr!("2..5 of (type:{kind}); 1..4 of (…)", kind), &self.keep, Message::KeepTyped));
        }
        let played = engine::registry::is_played(context.game());
        let mut toggles = row![].spacing(space::S);
        if !self.rules {
            toggles = toggles.push(toggle(tr!("On the draw"), self.draw, Message::DrawToggled));
        }
        if self.kind == ExperimentKind::Goldfish && played {
            toggles = toggles.push(toggle(tr!("By the rules"), self.rules, Message::RulesToggled));
        }
        form.push(toggles).into()
    }

    fn foot(&self, progress: Option<(u64, u64, Option<u64>)>) -> Element<'_, Message> {
        let content: Element<'_, Message> = match progress {
            None => button::loud(container(label::body(tr!("Run")).font(theme::SEMIBOLD)).center_x(Fill))
                .width(Fill)
                .on_press(Message::Asked)
                .into(),
            Some(progress) => {
                let (done, games, _) = progress;
                let note = label::caption(progress_note(progress)).width(Fill);
                let line = row![note, button::plain(tr!("Stop")).on_press(Message::Stopped)];
                column![line.align_y(Center), chart::meter(done as f32, games.max(1) as f32, 6.0)]
                    .spacing(space::S)
                    .into()
            }
        };
        container(content).padding(space::L).width(Fill).into()
    }
}

/// A plan with these decks.
fn with_decks(
    plan: ExperimentPlan,
    chosen: &[&Choice],
    source: &Source,
    game_library: &GameLibrary,
) -> Result<ExperimentInput, String> {
    let input = |plan: ExperimentPlan, format: &str, decks: Vec<LegalDeck>| ExperimentInput {
        plan,
        source: source.clone(),
        game_library: Arc::new(game_library.clone()),
        format: format.to_owned(),
        decks,
        after: None,
    };
    if plan.kind == ExperimentKind::Set {
        let format = plan.format.clone().unwrap_or_default();
        let format = format.split_once('/').map_or(format.as_str(), |(_, format)| format);
        return Ok(input(plan, format, Vec::new()));
    }
    let first = chosen.first().ok_or(tr!("No legal deck for this game yet. Build one on the Decks screen."))?;
    let format = game_library.format(&first.deck.format).ok_or(tr!("The deck's format no longer exists."))?;
    let legal = |c: &&Choice| {
        LegalDeck::check(&game_library.game, format, c.deck.clone(), c.pool.as_ref()).map_err(|report| {
            let why = report.violations.first().map_or("", |v| v.message.as_str());
            tr!("{} cannot play in {}: {why}", c.deck.name, format.name, why)
        })
    };
    let decks = chosen.iter().map(legal).collect::<Result<Vec<_>, _>>()?;
    Ok(input(plan, &format.id, decks))
}

/// How far a run has come, in words: games done and in all, and the seconds that are left.
pub(super) fn progress_note((done, games, left): (u64, u64, Option<u64>)) -> String {
    match (games, left) {
        (0, _) => tr!("Getting ready…"),
        (_, Some(left)) => tr!("{} of {}, {left} s left", localize_count(done), localize_count(games), left),
        _ => tr!("{} of {}", localize_count(done), localize_count(games)),
    }
}

/// The digits of what was typed.
fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).take(18).collect()
}
