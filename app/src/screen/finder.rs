//! A search as it is typed: what it finds, or where it is wrong. Used by the Cards screen and by the deck editor.

use catalog::query::{self, Test};
use catalog::{CardIx, Game, Query, Search, fuzzy};
use iced::widget::{Column, column, container, row, text};
use iced::{Center, Fill, Theme};

use crate::screen::{again, facets};
use crate::theme::{self, roles, size};
use crate::widget::grid::{Grid, Scroll, Step};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, label};

/// A search and its answer.
#[derive(Debug, Clone)]
pub struct Finder {
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
    /// If there is a pool: only these cards.
    pool: Option<Vec<CardIx>>,
}

impl Finder {
    /// A search for everything; of a pool, if there is one.
    pub fn new(game: &Game, pool: Option<Vec<CardIx>>) -> Finder {
        let mut finder = Finder {
            text: String::new(),
            found: Vec::new(),
            fault: None,
            meant: Vec::new(),
            chosen: None,
            scroll: Scroll::top(900.0),
            pool,
        };
        finder.search(game, String::new());
        finder
    }

    /// Searches for another text. The last good answer stays while the text makes no sense.
    pub fn search(&mut self, game: &Game, text: String) {
        self.text = text;
        match Search::parse(&self.text, game) {
            Ok(search) => {
                let card = self.card();
                self.found = search.run(game);
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
                if let Some(search) = rest.and_then(|rest| Search::parse(&rest, game).ok()) {
                    self.found = search.run(game);
                    self.found.retain(|c| self.pool.as_ref().is_none_or(|p| p.contains(c)));
                    self.meant.clear();
                }
                self.fault = Some(fault);
            }
        }
    }

    /// Searches for the same in the game as it was read again; the chosen card and the place stay.
    pub fn renew(&mut self, old: &Game, new: &Game) {
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
    pub fn field<'a, M: Clone + 'a>(
        &self,
        id: &'static str,
        hint: &str,
        typed: impl Fn(String) -> M + 'a,
    ) -> Element<'a, M> {
        let clear = typed(String::new());
        let padding = iced::Padding { left: 36.0, right: 36.0, ..iced::Padding::from([9, 12]) };
        let input = field::line(hint, &self.text).id(id).on_input(typed).padding(padding);
        let glass = container(icon(Icon::Search, 16.0, Ink::Muted)).padding([0, 12]).center_y(Fill);
        let mut layers = iced::widget::stack![input, glass];
        if !self.text.is_empty() {
            let close = button::square(icon(Icon::Close, 14.0, Ink::Muted), 24.0).on_press(clear);
            layers = layers.push(container(close).align_right(Fill).center_y(Fill).padding([0, 6]));
        }
        layers.into()
    }

    /// The line below the field: how many were found, or what is wrong and where.
    pub fn answer<'a, M: Clone + 'a>(&self, of: usize) -> Element<'a, M> {
        if let Some(fault) = &self.fault {
            return self.pointing(fault);
        }
        let counted = match self.found.len() {
            n if n == of => format!("{of} cards"),
            n => format!("{n} of {of} cards"),
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
        let mut lines = Column::new().spacing(8).align_x(Center).push(label::section("No card is like that"));
        if self.meant.is_empty() {
            lines =
                lines.push(label::body("Take a term out of the search, or choose fewer filters.").style(label::muted));
        } else {
            lines = lines.push(label::body("Did you mean one of these?").style(label::muted));
            for card in &self.meant {
                let name = &game.card(*card).name;
                lines = lines.push(button::plain(name.as_str()).on_press(meant(format!("name=\"{name}\""))));
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
