//! A search as it is typed: what it finds, or where it is wrong. Every screen with a search has one: it brings the field,
//! what may be typed next, and the help.

mod completions;
mod help;

use std::sync::Arc;

use catalog::game::Mask;
use catalog::query::{self, CardTest};
use catalog::tr;
use catalog::{CardIx, GameData, Query, Search, fuzzy};
use formats::{Deck, GameLibrary};
use iced::widget::{Column, column, container, row, text};
use iced::{Center, Fill, Task, Theme};

use crate::key::Shortcut;
use crate::screen::{cards_label, facets, same_card};
use crate::search_context::{OwnedCopies, SearchContext};
use crate::theme::{self, roles, size};
use crate::widget::grid::{Grid, GridStep, Scroll};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, label};
use completions::{CompletionStep, Completions, changed_until};

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
    pub fault: Option<query::QueryError>,
    /// Names that were perhaps meant, if nothing was found.
    pub suggestions: Vec<CardIx>,
    /// Position of the chosen card in `found`.
    pub chosen: Option<usize>,
    /// How far the answer is scrolled.
    pub scroll: Scroll,
    /// What may be typed next.
    completions: Completions,
    /// Whether the help is shown.
    help_shown: bool,
    /// What can be asked about beside the cards.
    pub context: SearchContext,
    /// If there is a pool: only these cards.
    pool: Option<Vec<CardIx>>,
    /// Whether the query asks about what is around.
    needs_context: bool,
    /// Which cards come first where the query says nothing of the order.
    order: DeckOrder,
}

/// Cards in the order in which they are of use to a deck: those of its factions before others, and last those that lead one,
/// where it is led already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeckOrder {
    factions: Mask,
    led: Option<usize>,
}

impl DeckOrder {
    /// For a deck; `home` is the section where its leader is.
    pub fn new(game: &GameData, deck: &Deck, home: Option<usize>) -> DeckOrder {
        let cards = deck.sections.iter().flatten().filter_map(|entry| entry.card.known());
        let factions = cards.fold(0, |mask, card| mask | game.card(card).factions);
        DeckOrder { factions, led: home.filter(|at| !deck.sections[*at].is_empty()) }
    }

    fn rank(self, game: &GameData, card: CardIx) -> u8 {
        let shown = game.card(card);
        let leads = self.led.is_some_and(|at| game.sections[at].accepts.matches(shown));
        let strange = self.factions != 0 && shown.factions != 0 && shown.factions & self.factions == 0;
        if leads { 2 } else { u8::from(strange) }
    }
}

/// What happens in a search.
#[derive(Debug, Clone)]
pub enum Message {
    /// The text changed.
    Typed(String),
    /// Something that may be typed next was pressed.
    CompletionPressed(usize),
    /// Another query, by a press beside the field.
    Filtered(String),
    /// The help is to be shown, or not any more.
    HelpToggled,
    /// An example of the help was pressed.
    ExamplePressed(String),
}

impl Finder {
    /// A search for everything, in a field with this id; of a pool, if there is one.
    pub fn new(game_library: &GameLibrary, id: &'static str, pool: Option<Vec<CardIx>>) -> Finder {
        let mut finder = Finder {
            id,
            text: String::new(),
            found: Vec::new(),
            fault: None,
            suggestions: Vec::new(),
            chosen: None,
            scroll: Scroll::top(900.0),
            completions: Completions::default(),
            help_shown: false,
            context: SearchContext::new(game_library),
            pool,
            needs_context: false,
            order: DeckOrder::default(),
        };
        finder.search(&game_library.game, String::new());
        finder
    }

    /// Another deck is open, or it has changed. Whether the answer may have changed with it.
    pub fn set_deck(&mut self, deck: Option<&Deck>) -> bool {
        self.context.set_deck(deck) && (self.needs_context || self.fault.is_some())
    }

    /// Cards that are of use to a deck come first from now on.
    pub fn set_order(&mut self, game: &GameData, order: DeckOrder) {
        if self.order != order {
            self.order = order;
            let scroll = self.scroll;
            self.search(game, self.text.clone());
            self.scroll = scroll;
        }
    }

    /// Another collection. Whether the answer may have changed with it.
    pub fn set_collection(&mut self, owned: &Arc<OwnedCopies>) -> bool {
        self.context.set_collection(owned) && (self.needs_context || self.fault.is_some())
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, game: &GameData) -> Task<Message> {
        match message {
            Message::Typed(text) => {
                self.help_shown = false;
                self.search_typed(game, text);
            }
            Message::Filtered(text) => {
                self.search(game, text);
                self.close_completions();
            }
            Message::CompletionPressed(at) => return self.accept_completion(game, at),
            Message::HelpToggled => {
                self.close_completions();
                self.help_shown = !self.help_shown;
            }
            Message::ExamplePressed(text) => {
                self.help_shown = false;
                self.search(game, text);
                return self.focus();
            }
        }
        Task::none()
    }

    /// What a key does to what floats below the field; `None` if it is not meant for that.
    pub fn shortcut(&mut self, shortcut: Shortcut, game: &GameData) -> Option<Task<Message>> {
        if self.help_shown && shortcut == Shortcut::Back {
            self.help_shown = false;
            return Some(Task::none());
        }
        match self.completions.shortcut(shortcut)? {
            CompletionStep::Marked => Some(Task::none()),
            CompletionStep::Taken(at) => Some(self.accept_completion(game, at)),
            CompletionStep::Closed => {
                self.close_completions();
                Some(iced::widget::operation::focus(self.id))
            }
        }
    }

    /// Searches for what was typed, and offers what may come next where it was typed.
    fn search_typed(&mut self, game: &GameData, text: String) {
        let cursor = changed_until(&self.text, &text);
        self.search(game, text);
        self.completions.update(&self.text, cursor, game, &self.context);
    }

    /// Offers nothing more.
    pub fn close_completions(&mut self) {
        self.completions.close();
    }

    /// Takes an offer, and puts the cursor of the field behind it.
    fn accept_completion(&mut self, game: &GameData, at: usize) -> Task<Message> {
        let Some((text, cursor)) = self.completions.insert(at, &self.text) else { return Task::none() };
        let letters = text[..cursor].chars().count();
        self.search(game, text);
        if self.text[..cursor].ends_with(':') {
            self.completions.update(&self.text, cursor, game, &self.context);
        } else {
            self.close_completions();
        }
        let focus = iced::widget::operation::focus(self.id);
        Task::batch([focus, iced::widget::operation::move_cursor_to(self.id, letters)])
    }

    /// Puts the cursor into the field, with all of its text marked.
    pub fn focus<M: Send + 'static>(&self) -> Task<M> {
        let marked = iced::widget::operation::select_all(self.id);
        Task::batch([iced::widget::operation::focus(self.id), marked])
    }

    /// What floats below the field: the help, or what may be typed next.
    pub fn overlay<'a>(&'a self, game: &'a GameData) -> Option<Element<'a, Message>> {
        if self.help_shown {
            return Some(help::view(game, &self.context, Message::ExamplePressed, Message::HelpToggled));
        }
        self.completions.view(Message::CompletionPressed)
    }

    /// Whether something floats below the field.
    pub fn has_overlay(&self) -> bool {
        self.help_shown || !self.completions.is_empty()
    }

    /// Whether a half-typed word can be completed.
    pub fn can_complete(&self) -> bool {
        !self.completions.is_empty()
    }

    /// Searches for another text. The last good answer stays while the text makes no sense.
    pub fn search(&mut self, game: &GameData, text: String) {
        self.text = text;
        match Search::parse_in(&self.text, game, &self.context) {
            Ok(search) => {
                let card = self.card();
                self.needs_context = search.query.depends_on_context();
                self.found = search.run_in(game, &self.context);
                // Where words are looked for, names that hold them come first.
                let has_words = self.text.split_whitespace().any(|term| !term.contains([':', '=', '<', '>']));
                if search.sort.is_empty() && !has_words && self.order != DeckOrder::default() {
                    self.found.sort_by_key(|card| self.order.rank(game, *card));
                }
                if let Some(pool) = &self.pool {
                    self.found.retain(|c| pool.contains(c));
                }
                self.fault = None;
                self.suggestions = if self.found.is_empty() && is_plain_text(&search.query) {
                    fuzzy::names(game, self.text.trim(), 6)
                } else {
                    Vec::new()
                };
                self.scroll.offset = 0.0;
                self.chosen = card.and_then(|c| self.found.iter().position(|f| *f == c));
            }
            Err(fault) => {
                // The last good answer stays. If that was nothing, what the rest of the text finds says more.
                let rest = self.found.is_empty().then(|| facets::without_term_at(&self.text, fault.at));
                if let Some(search) = rest.and_then(|rest| Search::parse_in(&rest, game, &self.context).ok()) {
                    self.found = search.run_in(game, &self.context);
                    self.found.retain(|c| self.pool.as_ref().is_none_or(|p| p.contains(c)));
                    self.suggestions.clear();
                }
                self.fault = Some(fault);
            }
        }
    }

    /// Searches for the same in the game as it was read again; the chosen card and the place stay.
    pub fn renew(&mut self, old: &GameData, game_library: &GameLibrary) {
        let new = &*game_library.game;
        self.context = SearchContext::new(game_library);
        let (chosen, scroll) = (self.card().and_then(|c| same_card(old, new, c)), self.scroll);
        if let Some(pool) = &mut self.pool {
            *pool = pool.iter().filter_map(|c| same_card(old, new, *c)).collect();
        }
        self.found.clear();
        self.suggestions.clear();
        self.search(new, self.text.clone());
        self.chosen = chosen.and_then(|c| self.found.iter().position(|f| *f == c));
        self.scroll = scroll;
    }

    /// The chosen card.
    pub fn card(&self) -> Option<CardIx> {
        self.found.get(self.chosen?).copied()
    }

    /// Moves the choice; gives the offset to scroll to, if the card is out of sight.
    pub fn step(&mut self, grid: &Grid, step: GridStep) -> Option<f32> {
        if self.found.is_empty() {
            return None;
        }
        let to = match self.chosen {
            Some(at) => grid.step_from(at, self.found.len(), step, self.scroll),
            None if step == GridStep::Last => self.found.len() - 1,
            None => grid.visible_cells(self.found.len(), Scroll { height: 1.0, ..self.scroll }).start,
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
        let ink = if self.help_shown { Ink::Accent } else { Ink::Muted };
        let help = button::square(icon(Icon::Help, 16.0, ink), 24.0).on_press(Message::HelpToggled);
        let ends = row![(!self.text.is_empty()).then_some(clear), help].spacing(2).align_y(Center);
        let ends = container(ends).align_right(Fill).center_y(Fill).padding([0, 6]);
        iced::widget::stack![input, glass, ends].into()
    }

    /// The line below the field: how many were found, or what is wrong and where.
    pub fn summary<'a, M: Clone + 'a>(&self, of: usize) -> Element<'a, M> {
        if let Some(fault) = &self.fault {
            return self.fault_line(fault);
        }
        let counted = match self.found.len() {
            n if n == of => cards_label(of),
            n => tr!("{n} of {cards}", n, cards = cards_label(of)),
        };
        label::caption(counted).into()
    }

    fn fault_line<'a, M: Clone + 'a>(&self, fault: &query::QueryError) -> Element<'a, M> {
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
    pub fn no_results<'a, M: Clone + 'a>(&self, game: &'a GameData, meant: impl Fn(String) -> M) -> Element<'a, M> {
        let mut lines = Column::new().spacing(8).align_x(Center).push(label::section(tr!("No cards match")));
        if self.suggestions.is_empty() {
            lines = lines.push(label::body(tr!("Remove a search term or clear some filters.")).style(label::muted));
        } else {
            lines = lines.push(label::body(tr!("Did you mean one of these?")).style(label::muted));
            for card in &self.suggestions {
                let name = &game.card(*card).name;
                lines = lines.push(button::plain(name.as_str()).on_press(meant(Query::for_name(name))));
            }
        }
        container(lines).center(Fill).padding(24).into()
    }
}

/// Whether a query is nothing but words and phrases.
fn is_plain_text(query: &Query) -> bool {
    match query {
        Query::Test(CardTest::Anywhere(_)) => true,
        Query::And(parts) => parts.iter().all(is_plain_text),
        _ => false,
    }
}
