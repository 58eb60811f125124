//! Hands of a legal deck: drawn for the eye at the left, counted at the right.

mod numbers;
mod table;

use std::sync::Arc;

use catalog::GameData;
use catalog::game::goldfish::OpeningHand;
use catalog::localize::prose;
use catalog::query::CountQuery;
use catalog::tr;
use engine::lab::LabDeck;
use engine::lab::mulligan::MulliganRule;
use formats::rng::Seed;
use formats::{DeckFormat, GameLibrary, LegalDeck};
use iced::widget::{Column, Row, column, container, row, space as gap, stack};
use iced::{Center, Fill, Size, Task};

use crate::key::Shortcut;
use crate::screen::{ScreenContext, SeedSource, cards_label};
use crate::theme::space;
use crate::widget::card_spot::ShownCard;
use crate::widget::face::{self, FaceRequest};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, field, label, panel};
use formats::saved::deck::DeckSession;
use numbers::{HandCounts, HandNumbers, count_hands};
use table::HandTable;

/// Width of a room below which what can be done stands below what is said of the hand.
const NARROW: f32 = 1100.0;
/// Width of the statistics.
const SIDE: f32 = 340.0;
/// Height of what stands above the hand: the head of the deck, what is said of the hand, the rule; and of a line more of it.
const HEAD: f32 = 200.0;
const HEAD_LINE: f32 = 48.0;
/// Height of the title of the cards drawn after it, with the room around it.
const DRAWS: f32 = 52.0;

/// The room in which the hand and what is drawn after it are in sight together.
const ALL_IN_SIGHT: f32 = 760.0;

/// How a hand lies.
#[derive(Debug, Clone, Copy)]
struct HandLayout {
    columns: usize,
    /// Width of a face of the hand, and of a card drawn after it.
    width: f32,
    drawn: f32,
    /// Whether what was drawn lies beside the hand.
    beside: bool,
}

/// Opening hands of a deck.
pub struct Hands {
    table: HandTable,
    keep: Option<CountQuery>,
    keep_text: String,
    goal: Option<CountQuery>,
    goal_text: String,
    log: Vec<String>,
    numbers: HandNumbers,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// A new first hand.
    New,
    /// The hand is shuffled back for another, or the chosen cards are.
    Mulligan,
    /// A card of the hand is chosen to go, or no longer.
    Chosen(usize),
    /// The hand is kept.
    Keep,
    /// The next card.
    Next,
    /// The numbers are there.
    Counted(Result<Box<HandCounts>, String>),
    /// Back to the list.
    Back,
}

impl Message {
    /// What a shortcut does here.
    pub fn for_shortcut(shortcut: Shortcut) -> Option<Message> {
        match shortcut {
            Shortcut::Next | Shortcut::Right => Some(Message::Next),
            Shortcut::Enter => Some(Message::Keep),
            Shortcut::Less => Some(Message::Mulligan),
            Shortcut::More => Some(Message::New),
            _ => None,
        }
    }
}

impl Hands {
    /// The first hand of a deck; the numbers are counted in the background.
    ///
    /// # Errors
    /// When the deck is not legal, or the lab cannot deal it.
    pub fn new(
        game_library: &GameLibrary,
        format: &DeckFormat,
        session: &DeckSession,
        chance: &mut SeedSource,
    ) -> Result<(Hands, Task<Message>), String> {
        let game = &game_library.game;
        let legal = LegalDeck::check(game, format, session.deck.clone(), session.pool.as_ref())
            .map_err(|report| tr!("The deck is not legal: {}", report.violations.first().map_or("", |v| &v.message)))?;
        let stack = Arc::new(LabDeck::new(game, &legal).map_err(|e| e.to_string())?);
        let (mulligan, keep, keep_text) = match &game.goldfish.hand {
            OpeningHand::Dealt { mulligan, free, keep, keep_text, .. } => {
                let rule = MulliganRule { mulligan: *mulligan, free: *free };
                (rule, Some(keep.clone()), keep_text.clone())
            }
            OpeningHand::Led { .. } => (MulliganRule::NONE, None, String::new()),
        };
        let goal = session.deck.goal.as_ref().and_then(|g| CountQuery::parse(g, game).ok());
        let goal_text = match (&goal, &session.deck.goal_text) {
            (Some(_), Some(text)) => text.clone(),
            (Some(_), None) => tr!("reaching the deck goal"),
            _ => game.goldfish.goal_text.clone(),
        };
        let seed = chance.next_seed()?;
        let hands = Hands {
            table: HandTable::new(stack, mulligan, seed),
            keep,
            keep_text,
            goal,
            goal_text,
            log: Vec::new(),
            numbers: HandNumbers::Counting,
        };
        let task = hands.count(game_library, seed.part(1));
        Ok((hands, task))
    }

    fn count(&self, game_library: &GameLibrary, seed: Seed) -> Task<Message> {
        let (game, stack, goal) = (game_library.game.clone(), self.table.stack.clone(), self.goal.clone());
        Task::future(async move {
            let counted = tokio::task::spawn_blocking(move || count_hands(&game, &stack, goal, seed)).await;
            Message::Counted(counted.unwrap_or_else(|e| Err(e.to_string())))
        })
    }

    /// Whether the keep rule would keep the hand.
    fn would_keep(&self, game: &GameData) -> Option<bool> {
        let (keep, stay) = (self.keep.as_ref()?, self.table.settled()?);
        Some(keep.holds(game, &stay))
    }

    /// Reads a message.
    ///
    /// # Errors
    /// When there is no randomness.
    pub fn update(
        &mut self,
        message: Message,
        game_library: &GameLibrary,
        chance: &mut SeedSource,
    ) -> Result<Task<Message>, String> {
        match message {
            Message::New => self.table.begin(chance.next_seed()?),
            Message::Mulligan if self.table.can_mulligan() => {
                let told = if self.table.redraws() {
                    tr!("1 card put aside" | "{n} cards put aside" % self.table.chosen() as u32)
                } else {
                    tr!("mulliganed")
                };
                self.log_hand(game_library, &told);
                self.table.mulligan(chance.next_seed()?);
            }
            Message::Chosen(at) => self.table.choose(at),
            Message::Keep if self.table.can_keep() => {
                self.table.keep();
                self.log_hand(game_library, &tr!("kept"));
            }
            Message::Next if self.table.can_draw() => self.table.draw(),
            Message::Counted(Ok(counted)) => self.numbers = HandNumbers::Counted(counted),
            Message::Counted(Err(e)) => self.numbers = HandNumbers::Refused(e),
            _ => {}
        }
        Ok(Task::none())
    }

    fn log_hand(&mut self, game_library: &GameLibrary, what: &str) {
        let game = &game_library.game;
        let field = game.cost_field();
        let free = self.table.hand.iter().filter(|c| field.is_some_and(|f| game.card(**c).values[f].is_none())).count();
        let cards = cards_label(self.table.hand.len());
        let told = match free {
            0 => tr!("{cards}, {what}", cards, what),
            n => tr!("{cards}, {n} without a cost, {what}", cards, n, what),
        };
        self.log.insert(0, told);
        self.log.truncate(6);
    }

    /// How the hand and the cards drawn after it lie: so that all of it is in sight, and faces as large as that allows. Where there is
    /// little room, cards drawn after it are scrolled to.
    fn layout(&self, bounds: Size) -> HandLayout {
        let inside = bounds.width - SIDE - 1.0 - 2.0 * space::XL - 12.0;
        let high = bounds.height - HEAD - if bounds.width < NARROW { HEAD_LINE } else { 0.0 };
        let most = self.table.stack.hand.max(5) as usize;
        let fit = |columns: usize, wide: f32, high: f32| {
            let rows = most.div_ceil(columns) as f32;
            let wide = (wide - space::M * (columns - 1) as f32) / columns as f32;
            let high = (high - space::M * (rows - 1.0)) / rows;
            wide.min(high * 744.0 / 1039.0).clamp(72.0, 280.0).floor()
        };
        let drawn = |width: f32| (width * 0.6).max(84.0).floor();
        // Drawn cards lie below the hand, or beside it.
        let below = (1..=most).map(|columns| {
            let strip = if inside < ALL_IN_SIGHT { 0.0 } else { face::height(120.0) + DRAWS };
            let width = fit(columns, inside, high - strip);
            HandLayout { columns, width, drawn: drawn(width).min(120.0), beside: false }
        });
        let beside = (1..=most).filter(|_| inside >= ALL_IN_SIGHT).map(|columns| {
            let width = fit(columns, inside * 0.72, high);
            HandLayout { columns, width, drawn: drawn(width), beside: true }
        });
        let layouts = below.chain(beside);
        let better = |a: HandLayout, b: HandLayout| if b.width > a.width { b } else { a };
        layouts.reduce(better).unwrap_or(HandLayout { columns: 1, width: 72.0, drawn: 72.0, beside: false })
    }

    /// The faces in sight.
    pub fn wanted(&self, bounds: Size) -> Vec<FaceRequest> {
        let layout = self.layout(bounds);
        let hand = self.table.hand.iter().map(|c| (*c, layout.width as u32));
        let next = self.table.rest.iter().take(self.table.drawn + 1).rev().map(|c| (*c, layout.drawn as u32));
        hand.chain(next).collect()
    }

    fn mulligan_button(&self) -> Element<'_, Message> {
        let text = match (self.table.redraws(), self.table.next_size()) {
            (true, _) => tr!("Redraw chosen cards"),
            (_, (_, true)) => tr!("Free mulligan"),
            (_, (next, false)) => tr!("Mulligan to {}", next),
        };
        button::plain(text).on_press_maybe(self.table.can_mulligan().then_some(Message::Mulligan)).into()
    }

    /// A card of the hand; where cards are chosen to go, it is pressed.
    fn face_view<'a>(&'a self, context: ScreenContext<'a>, at: usize, width: f32) -> Element<'a, Message> {
        let card = self.table.hand[at];
        if !self.table.can_choose(at) {
            return context.gallery.face(card, width);
        }
        let mut marked = stack![context.gallery.plain_face(card, width)];
        if self.table.is_chosen(at) {
            let text = if self.table.redraws() { tr!("Set aside") } else { tr!("To the bottom") };
            marked = marked.push(container(panel::badge(Tone::Warn, text)).padding(space::S));
        }
        let pressed = button::entry(marked, self.table.is_chosen(at)).on_press(Message::Chosen(at));
        context.gallery.spot(ShownCard::printed(card), pressed).into()
    }

    /// The hand and the numbers.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let HandLayout { columns, width, drawn: drawn_width, beside } = self.layout(context.bounds);
        let faces: Vec<Element<'a, Message>> =
            (0..self.table.hand.len()).map(|at| self.face_view(context, at, width)).collect();
        let mut faces = faces.into_iter();
        let rows = self.table.hand.chunks(columns).map(|row| {
            let row = faces.by_ref().take(row.len()).collect::<Vec<_>>();
            Row::with_children(row).spacing(space::M).into()
        });
        let hand = Column::with_children(rows).spacing(space::M);
        let verdict: Element<'a, Message> = match self.would_keep(context.game()) {
            Some(true) => panel::badge(Tone::Good, tr!("The rule keeps this hand")),
            Some(false) => panel::badge(Tone::Warn, tr!("The rule mulligans this hand")),
            None => gap().into(),
        };
        let title = match (self.table.kept, self.table.drawn) {
            (false, _) if self.table.to_bottom() > 0 => {
                let wanted = self.table.to_bottom() as u32;
                tr!("Choose 1 card to put on the bottom" | "Choose {n} cards to put on the bottom" % wanted)
            }
            (false, _) => tr!("Opening hand of {}", self.table.hand.len()),
            (true, 0) => tr!("Kept {}", self.table.hand.len()),
            (true, n) => tr!("Kept {}, drew {n}", self.table.hand.len(), n),
        };
        let acts = row![
            button::primary(tr!("Keep")).on_press_maybe(self.table.can_keep().then_some(Message::Keep)),
            (self.table.has_mulligans()).then(|| self.mulligan_button()),
            button::plain(tr!("Next card")).on_press_maybe(self.table.can_draw().then_some(Message::Next)),
            button::plain(tr!("New hand")).on_press(Message::New),
        ];
        let said = row![label::section(title), verdict].spacing(space::M).align_y(Center);
        let head: Element<'a, Message> = if context.bounds.width < NARROW {
            column![said.wrap(), acts.spacing(space::S).wrap().vertical_spacing(space::S)].spacing(space::S).into()
        } else {
            row![said, gap::horizontal(), acts.spacing(space::S)].spacing(space::M).align_y(Center).into()
        };
        let mut left = column![head].spacing(space::L).padding(space::XL);
        if !self.keep_text.is_empty() {
            left = left.push(label::body(tr!("Keep rule: {}.", prose(&self.keep_text))).style(label::muted));
        }
        let drawn = (self.table.drawn > 0 || beside).then(|| {
            let drawn = self.table.rest[..self.table.drawn].iter().map(|c| context.gallery.face(*c, drawn_width));
            // The deck lies beside the hand, and gives the next card.
            let draws = beside && self.table.can_draw();
            let pile = draws.then(|| button::bare(face::back(drawn_width)).on_press(Message::Next).into());
            let cards = Row::with_children(drawn.chain(pile)).spacing(space::S).wrap().vertical_spacing(space::S);
            let left = self.table.rest.len() - self.table.drawn;
            let title = match self.table.drawn {
                0 => tr!("Deck: 1 card left" | "Deck: {n} cards left" % left),
                _ => tr!("Draws"),
            };
            column![label::group(title), cards].spacing(space::S)
        });
        left = if beside {
            left.push(row![hand, drawn.map(|drawn| drawn.width(Fill))].spacing(space::XL))
        } else {
            left.push(hand).push(drawn)
        };
        let left = container(field::scrolled(left).width(Fill).height(Fill)).style(panel::ground);
        let right = container(numbers::view(context, &self.numbers, &self.goal_text, &self.log))
            .width(SIDE)
            .height(Fill)
            .style(panel::surface);
        row![left.width(Fill).height(Fill), panel::upright(), right].into()
    }
}
