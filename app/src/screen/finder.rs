//! A search as it is typed: what it finds, or where it is wrong. Every screen with a search has one: it brings the field,
//! what may be typed next, and the help.

mod help;
mod offers;

use std::sync::Arc;

use catalog::query::{self, Completion, Test};
use catalog::tr;
use catalog::{CardIx, Game, Query, Search, fuzzy};
use formats::{Book, Deck};
use iced::widget::{Column, column, container, row, text};
use iced::{Center, Fill, Task, Theme};

use crate::key::Wish;
use crate::screen::{again, facets, some_cards};
use crate::surroundings::{Held, Surroundings};
use crate::theme::{self, roles, size};
use crate::widget::grid::{Grid, Scroll, Step};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, label};

/// A search and its answer.
#[derive(Debug, Clone)]
pub struct Finder {
    /// Id of the field.
    id: &'static str,
    /// What is typed.
    pub text: String,
    /// The cards found, in order; those of the last query that made sense.
    pub found: Vec<CardIx>,
    /// What is wrong with the text.
    pub fault: Option<query::Error>,
    /// Names that were perhaps meant, if nothing was found.
    pub meant: Vec<CardIx>,
    /// Position of the chosen card in `found`.
    pub chosen: Option<usize>,
    /// How far the answer is scrolled.
    pub scroll: Scroll,
    /// What may be typed next.
    offers: Vec<Completion>,
    /// Which of it is marked.
    marked: Option<usize>,
    /// Whether the help is shown.
    helping: bool,
    /// What can be asked about beside the cards.
    pub around: Surroundings,
    /// If there is a pool: only these cards.
    pool: Option<Vec<CardIx>>,
    /// Whether the query asks about what is around.
    related: bool,
}

/// What happens in a search.
#[derive(Debug, Clone)]
pub enum Message {
    /// The text changed.
    Typed(String),
    /// Something that may be typed next was pressed.
    OfferPressed(usize),
    /// The help is to be shown, or not any more.
    HelpToggled,
    /// An example of the help was pressed.
    ExamplePressed(String),
}

impl Finder {
    /// A search for everything, in a field with this id; of a pool, if there is one.
    pub fn new(book: &Book, id: &'static str, pool: Option<Vec<CardIx>>) -> Finder {
        let mut finder = Finder {
            id,
            text: String::new(),
            found: Vec::new(),
            fault: None,
            meant: Vec::new(),
            chosen: None,
            scroll: Scroll::top(900.0),
            offers: Vec::new(),
            marked: None,
            helping: false,
            around: Surroundings::new(book),
            pool,
            related: false,
        };
        finder.search(&book.game, String::new());
        finder
    }

    /// Another deck is open, or it has changed. Whether the answer may have changed with it.
    pub fn set_deck(&mut self, deck: Option<&Deck>) -> bool {
        self.around.set_deck(deck) && (self.related || self.fault.is_some())
    }

    /// Another collection. Whether the answer may have changed with it.
    pub fn set_collection(&mut self, held: &Arc<Held>) -> bool {
        self.around.set_collection(held) && (self.related || self.fault.is_some())
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, game: &Game) -> Task<Message> {
        match message {
            Message::Typed(text) => {
                self.helping = false;
                self.typed(game, text);
            }
            Message::OfferPressed(at) => return self.take_offer(game, at),
            Message::HelpToggled => {
                self.close_offers();
                self.helping = !self.helping;
            }
            Message::ExamplePressed(text) => {
                self.helping = false;
                self.search(game, text);
                return self.focus();
            }
        }
        Task::none()
    }

    /// What a key does to what floats below the field; `None` if it is not meant for that.
    pub fn wish(&mut self, wish: Wish, game: &Game) -> Option<Task<Message>> {
        if self.helping && wish == Wish::Back {
            self.helping = false;
            return Some(Task::none());
        }
        self.wish_offer(wish, game)
    }

    /// Puts the cursor into the field, with all of its text marked.
    pub fn focus<M: Send + 'static>(&self) -> Task<M> {
        let marked = iced::widget::operation::select_all(self.id);
        Task::batch([iced::widget::operation::focus(self.id), marked])
    }

    /// What floats below the field: the help, or what may be typed next.
    pub fn over<'a>(&'a self, game: &'a Game) -> Option<Element<'a, Message>> {
        match self.helping {
            true => Some(help::view(game, &self.around)),
            false => self.offered(),
        }
    }

    /// Whether something floats below the field.
    pub fn floats(&self) -> bool {
        self.helping || !self.offers.is_empty()
    }

    /// Whether a half-typed word can be completed.
    pub fn completes(&self) -> bool {
        !self.offers.is_empty()
    }

    /// Searches for another text. The last good answer stays while the text makes no sense.
    pub fn search(&mut self, game: &Game, text: String) {
        self.text = text;
        match Search::parse_in(&self.text, game, &self.around) {
            Ok(search) => {
                let card = self.card();
                self.related = search.query.asks_around();
                self.found = search.run_in(game, &self.around);
                if let Some(pool) = &self.pool {
                    self.found.retain(|c| pool.contains(c));
                }
                self.fault = None;
                self.meant = match self.found.is_empty() && bare(&search.query) {
                    true => fuzzy::names(game, self.text.trim(), 6),
                    false => Vec::new(),
                };
                self.scroll.offset = 0.0;
                self.chosen = card.and_then(|c| self.found.iter().position(|f| *f == c));
            }
            Err(fault) => {
                // The last good answer stays. If that was nothing, what the rest of the text finds says more.
                let rest = self.found.is_empty().then(|| facets::without_term_at(&self.text, fault.at));
                if let Some(search) = rest.and_then(|rest| Search::parse_in(&rest, game, &self.around).ok()) {
                    self.found = search.run_in(game, &self.around);
                    self.found.retain(|c| self.pool.as_ref().is_none_or(|p| p.contains(c)));
                    self.meant.clear();
                }
                self.fault = Some(fault);
            }
        }
    }

    /// Searches for the same in the game as it was read again; the chosen card and the place stay.
    pub fn renew(&mut self, old: &Game, book: &Book) {
        let new = &*book.game;
        self.around = Surroundings::new(book);
        let (chosen, scroll) = (self.card().and_then(|c| again(old, new, c)), self.scroll);
        if let Some(pool) = &mut self.pool {
            *pool = pool.iter().filter_map(|c| again(old, new, *c)).collect();
        }
        self.found.clear();
        self.meant.clear();
        self.search(new, self.text.clone());
        self.chosen = chosen.and_then(|c| self.found.iter().position(|f| *f == c));
        self.scroll = scroll;
    }

    /// The chosen card.
    pub fn card(&self) -> Option<CardIx> {
        self.found.get(self.chosen?).copied()
    }

    /// Moves the choice; gives the offset to scroll to, if the card is out of sight.
    pub fn step(&mut self, grid: &Grid, step: Step) -> Option<f32> {
        if self.found.is_empty() {
            return None;
        }
        let to = match self.chosen {
            Some(at) => grid.step_from(at, self.found.len(), step, self.scroll),
            None if step == Step::Last => self.found.len() - 1,
            None => grid.sight(self.found.len(), Scroll { height: 1.0, ..self.scroll }).start,
        };
        self.chosen = Some(to);
        let offset = grid.reveal(to, self.scroll)?;
        self.scroll.offset = offset;
        Some(offset)
    }

    /// The search field.
    pub fn field<'a>(&self, hint: String) -> Element<'a, Message> {
        let padding = iced::Padding { left: 36.0, right: 64.0, ..iced::Padding::from([9, 12]) };
        let input = field::line(hint, &self.text).id(self.id).on_input(Message::Typed).padding(padding);
        let glass = container(icon(Icon::Search, 16.0, Ink::Muted)).padding([0, 12]).center_y(Fill);
        let clear = button::square(icon(Icon::Close, 14.0, Ink::Muted), 24.0).on_press(Message::Typed(String::new()));
        let ink = if self.helping { Ink::Accent } else { Ink::Muted };
        let help = button::square(icon(Icon::Help, 16.0, ink), 24.0).on_press(Message::HelpToggled);
        let ends = row![(!self.text.is_empty()).then_some(clear), help].spacing(2).align_y(Center);
        let ends = container(ends).align_right(Fill).center_y(Fill).padding([0, 6]);
        iced::widget::stack![input, glass, ends].into()
    }

    /// The line below the field: how many were found, or what is wrong and where.
    pub fn answer<'a, M: Clone + 'a>(&self, of: usize) -> Element<'a, M> {
        if let Some(fault) = &self.fault {
            return self.pointing(fault);
        }
        let counted = match self.found.len() {
            n if n == of => some_cards(of),
            n => tr!("{n} of {cards}", n, cards = some_cards(of)),
        };
        label::caption(counted).into()
    }

    fn pointing<'a, M: Clone + 'a>(&self, fault: &query::Error) -> Element<'a, M> {
        let at = fault.at.min(self.text.len());
        let end = (at + fault.len).min(self.text.len());
        let cut = |from: usize, to: usize| self.text.get(from..to).unwrap_or("").to_owned();
        let wrong = if at == self.text.len() { " … ".to_owned() } else { cut(at, end) };
        let spot =
            container(text(wrong).size(size::BODY).font(theme::SEMIBOLD).style(label::bad)).style(|theme: &Theme| {
                let r = roles(theme);
                container::Style {
                    background: Some(theme::mix(r.surface, r.bad, 0.18).into()),
                    border: iced::border::rounded(3),
                    ..container::Style::default()
                }
            });
        let place = row![
            label::line(cut(0, at)).style(label::muted),
            spot,
            label::line(cut(end, self.text.len())).style(label::muted)
        ];
        let said = match &fault.hint {
            Some(hint) => format!("{}  –  {hint}", fault.message),
            None => fault.message.clone(),
        };
        column![place.clip(true), label::caption(said).style(label::bad)].spacing(2).into()
    }

    /// What to show when nothing was found.
    pub fn nothing<'a, M: Clone + 'a>(&self, game: &'a Game, meant: impl Fn(String) -> M) -> Element<'a, M> {
        let mut lines = Column::new().spacing(8).align_x(Center).push(label::section(tr!("No card is like that")));
        if self.meant.is_empty() {
            lines = lines
                .push(label::body(tr!("Take a term out of the search, or choose fewer filters.")).style(label::muted));
        } else {
            lines = lines.push(label::body(tr!("Did you mean one of these?")).style(label::muted));
            for card in &self.meant {
                let name = &game.card(*card).name;
                lines = lines.push(button::plain(name.as_str()).on_press(meant(Query::for_name(name))));
            }
        }
        container(lines).center(Fill).padding(24).into()
    }
}

/// Whether a query is nothing but words and phrases.
fn bare(query: &Query) -> bool {
    match query {
        Query::Test(Test::Anywhere(_)) => true,
        Query::And(parts) => parts.iter().all(bare),
        _ => false,
    }
}
