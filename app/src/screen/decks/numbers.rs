//! What the deck is made of, in charts; how reliably its costs can be paid; and the odds of any question.

mod charts;

use catalog::query;
use catalog::tr;
use catalog::{CardIx, CountQuery};
use engine::lab::goldfish::coverage::{self, CostCoverage};
use engine::lab::{self, LabDeck, odds};
use formats::deck::Edit;
use formats::stats::DeckStats;
use formats::{Deck, GameLibrary, LegalDeck};
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Center, Fill, FillPortion, Shrink};

use crate::screen::ScreenContext;
use crate::theme::{self, space};
use crate::widget::chart::{self, ChartBar};
use crate::widget::panel::Tone;
use crate::widget::table::{self, TableLayout};
use crate::widget::{Element, button, field, label, panel};
use formats::saved::deck::DeckSession;

/// Width of a room below which everything stands in one column.
const NARROW: f32 = 880.0;
/// Turns looked ahead.
const TURNS: u32 = 8;

/// The numbers of a deck.
pub struct Numbers {
    stats: DeckStats,
    deck: Deck,
    first: bool,
    draw_odds: Result<DrawOdds, String>,
    /// What is asked about the cards seen.
    pub question: String,
    answer: Option<Result<Vec<f64>, Refusal>>,
}

/// What follows from drawing the deck.
struct DrawOdds {
    stack: LabDeck,
    covers: Vec<CostCoverage>,
}

/// A question that has no answer.
#[derive(Debug, Clone)]
enum Refusal {
    /// It makes no sense.
    Query(query::QueryError),
    /// It cannot be counted.
    Lab(String),
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// On the play, or on the draw.
    FirstChosen(bool),
    /// The question changed.
    QuestionTyped(String),
    /// The question is what the deck looks for from now on.
    GoalSet,
}

impl Numbers {
    /// The numbers of a deck as it is now.
    pub fn new(game_library: &GameLibrary, session: &DeckSession, question: String) -> Numbers {
        let question = match (question.is_empty(), &session.deck.goal) {
            (true, Some(goal)) => goal.clone(),
            (true, None) => first_question(game_library),
            _ => question,
        };
        let mut numbers = Numbers {
            stats: DeckStats::default(),
            deck: Deck::default(),
            first: true,
            draw_odds: Err(String::new()),
            question,
            answer: None,
        };
        numbers.renew(game_library, session);
        numbers
    }

    /// Counts the deck as it is now.
    pub fn renew(&mut self, game_library: &GameLibrary, session: &DeckSession) {
        let game = &game_library.game;
        self.deck = session.deck.clone();
        self.stats = DeckStats::new(game, &session.deck);
        let legal = match game_library.format(&session.deck.format) {
            None => Err(tr!("This format no longer exists; choose another one above.")),
            Some(format) => {
                LegalDeck::check(game, format, session.deck.clone(), session.pool.as_ref()).map_err(|report| {
                    let first = report.violations.first().map_or("", |v| v.message.as_str());
                    tr!("Odds need a legal deck. To fix: {first}", first)
                })
            }
        };
        let stack = legal.and_then(|legal| LabDeck::new(game, &legal).map_err(|e| e.to_string()));
        self.draw_odds = stack.map(|stack| DrawOdds { stack, covers: Vec::new() });
        self.count(game_library);
    }

    /// Reads a message; gives the edit that it asks for.
    pub fn update(&mut self, message: Message, game_library: &GameLibrary) -> Option<Edit> {
        match message {
            Message::GoalSet => return Some(Edit::Goal(Some(self.question.trim().to_owned()))),
            Message::FirstChosen(first) => self.first = first,
            Message::QuestionTyped(question) => self.question = question,
        }
        self.count(game_library);
        None
    }

    fn count(&mut self, game_library: &GameLibrary) {
        let (game, first) = (&game_library.game, self.first);
        self.answer = None;
        let Ok(dealt) = &mut self.draw_odds else { return };
        match coverage::cost_coverage(game, &dealt.stack, TURNS, first) {
            Ok(covers) => dealt.covers = covers,
            Err(e) => {
                self.draw_odds = Err(e.to_string());
                return;
            }
        }
        if self.question.trim().is_empty() {
            return;
        }
        let by_turn = |question: &CountQuery| {
            let seen = |turn| odds::question_odds(game, &dealt.stack, question, lab::cards_drawn(game, turn, first));
            (0..=TURNS).map(|turn| seen(turn).map(odds::ExactOdds::value)).collect::<Result<Vec<f64>, _>>()
        };
        let question = CountQuery::parse(&self.question, game).map_err(Refusal::Query);
        self.answer = Some(question.and_then(|q| by_turn(&q).map_err(|e| Refusal::Lab(e.to_string()))));
    }

    /// The numbers.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let wide = context.bounds.width > 1500.0;
        let odds = self.draw_odds.is_ok().then(|| self.odds());
        let left = column![charts::curve(context, &self.stats, &self.deck), odds, self.covers(context)];
        let right = column![
            charts::resources(context, &self.stats),
            charts::factions(context, &self.stats),
            charts::numbers(context, &self.stats),
            charts::copies(&self.stats),
            charts::tags(&self.stats),
        ];
        let page: Element<'a, Message> = if context.bounds.width < NARROW {
            column![left.spacing(space::XL), right.spacing(space::XL)].spacing(space::XL).into()
        } else {
            let column = |c: Column<'a, Message>, share| c.spacing(space::XL).width(FillPortion(share));
            let page = row![column(left, if wide { 5 } else { 3 }), column(right, if wide { 4 } else { 2 })];
            page.spacing(space::XXL).into()
        };
        let page = container(page).padding(iced::Padding { right: space::M, ..iced::Padding::from(space::XL) });
        container(field::scrolled(page).width(Fill).height(Fill)).style(panel::ground).into()
    }

    /// How reliably each cost can be paid.
    fn covers<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let dealt = match &self.draw_odds {
            Ok(dealt) => dealt,
            Err(why) => {
                let why = panel::toned(Tone::Warn, label::body(why.as_str()));
                return charts::block(tr!("Castability by turn"), column![why]);
            }
        };
        let numbers = turns().line((1..=TURNS).map(|turn| label::caption(turn.to_string()).into()));
        let by_turn = row![gap::horizontal(), label::caption(tr!("by turn"))];
        let head = columns().line([gap().into(), gap().into(), by_turn.into(), numbers.into()]);
        let lines = dealt.covers.iter().map(|cover| cover_row(context, cover));
        let choice = |name, first| {
            button::toggle(label::caption(name), self.first == first)
                .padding([3, 8])
                .on_press(Message::FirstChosen(first))
        };
        let under = tr!(
            "Exact chance, in percent, that the cards seen by each turn can pay the cost. A source with a cost counts from the turn after it."
        );
        let said = row![
            container(label::caption(under)).width(Fill),
            row![choice(tr!("On the play"), true), choice(tr!("On the draw"), false)].spacing(2),
        ];
        let content = column![said.spacing(space::L), head, Column::with_children(lines).spacing(2)];
        charts::block(tr!("Castability by turn"), content.spacing(space::S))
    }

    /// The odds of a question.
    fn odds(&self) -> Element<'_, Message> {
        let input = field::line(tr!("2..4 of (type:terrain) and 1.. of (cost<=2)"), &self.question)
            .id("deck-question")
            .on_input(Message::QuestionTyped);
        let mut content = column![input].spacing(space::S);
        content = match &self.answer {
            Some(Ok(shares)) => {
                let word = |turn: usize| if turn == 0 { tr!("hand") } else { tr!("turn {turn}", turn) };
                let bars = shares.iter().enumerate().map(|(turn, share)| ChartBar::share(word(turn), *share));
                content.push(chart::columns(bars, 132.0, Some(1.0)))
            }
            Some(Err(Refusal::Query(e))) => {
                let hint = e.hint.as_ref().map_or(String::new(), |h| format!("  –  {h}"));
                content.push(label::caption(format!("{}{hint}", e.message)).style(label::bad))
            }
            Some(Err(Refusal::Lab(why))) => content.push(label::caption(why.as_str()).style(label::bad)),
            None => content,
        };
        let aimed = self.deck.goal.as_deref() == Some(self.question.trim());
        let aim: Element<'_, Message> = match (&self.answer, aimed) {
            (Some(Ok(_)), true) => label::caption(tr!("Deck goal")).style(label::good).into(),
            (Some(Ok(_)), false) => {
                button::quiet_small(label::caption(tr!("Set as deck goal"))).on_press(Message::GoalSet).into()
            }
            _ => gap().into(),
        };
        let note = label::caption(tr!("Exact odds among the cards seen, without mulligans."));
        charts::block(tr!("Odds of"), content.push(row![container(note).width(Fill), aim].align_y(Center)))
    }
}

/// Width of a cell of the table of costs.
const CELL: f32 = 34.0;

/// The cost, the copies that ask for it, their names, and a chance for each turn.
fn columns() -> TableLayout {
    let columns =
        [table::text_column(96), table::text_column(30), table::text_column(Fill), table::text_column(Shrink)];
    TableLayout::new(columns, space::S, 0.0)
}

fn turns() -> TableLayout {
    TableLayout::new([table::mark_column(CELL); TURNS as usize], 2.0, 0.0)
}

fn cover_row<'a>(context: ScreenContext<'a>, cover: &'a CostCoverage) -> Element<'a, Message> {
    let game = context.game();
    let pips = cover.cards.first().map(|c| crate::widget::pips::cost(context.gallery, game, game.card(*c), 16.0));
    let names: Vec<&str> = cover.cards.iter().map(|c: &CardIx| game.card(*c).name.as_str()).collect();
    let cells: [Element<'a, Message>; 4] = [
        row![pips].into(),
        label::line(format!("{}×", cover.copies)).font(theme::SEMIBOLD).into(),
        crate::widget::cut(names.join(", ")).size(theme::size::CAPTION).style(label::muted).into(),
        turns().line(cover.by_turn.iter().map(|exact| chart::cell(exact.value(), CELL))).into(),
    ];
    columns().line(cells).into()
}

/// Something to ask to begin with: about what makes resources, or else about cheap cards.
fn first_question(game_library: &GameLibrary) -> String {
    let game = &game_library.game;
    let source = game.goldfish.sources.first().map(|s| s.of.print(game));
    let cheap = game.cost_field().map(|f| format!("1.. of ({}<=2)", game.fields[f].id));
    source.map(|of| format!("2..4 of ({of})")).or(cheap).unwrap_or_default()
}
