//! A search as it is typed: what it finds, or where it is wrong. Used by the Cards screen and by the deck editor.

use std::sync::Arc;

use catalog::query::{self, Completion, Test, complete};
use catalog::{CardIx, Game, Query, Search, fuzzy};
use formats::{Book, Deck};
use iced::widget::{Column, column, container, opaque, row, text};
use iced::{Center, Fill, Task, Theme};

use crate::screen::{again, facets};
use crate::surroundings::{Held, Surroundings};
use crate::theme::{self, roles, size};
use crate::widget::grid::{Grid, Scroll, Step};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, field, label, panel};

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
    /// What may be typed next.
    offers: Vec<Completion>,
    /// Which of it is marked.
    marked: Option<usize>,
    /// What can be asked about beside the cards.
    pub around: Surroundings,
    /// If there is a pool: only these cards.
    pool: Option<Vec<CardIx>>,
    /// Whether the query asks about what is around.
    related: bool,
}

impl Finder {
    /// A search for everything; of a pool, if there is one.
    pub fn new(book: &Book, pool: Option<Vec<CardIx>>) -> Finder {
        let mut finder = Finder {
            text: String::new(),
            found: Vec::new(),
            fault: None,
            meant: Vec::new(),
            chosen: None,
            scroll: Scroll::top(900.0),
            offers: Vec::new(),
            marked: None,
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

    /// Searches for what was typed, and offers what may come next where it was typed.
    pub fn typed(&mut self, game: &Game, text: String) {
        let cursor = changed_until(&self.text, &text);
        self.search(game, text);
        self.offer(game, cursor);
    }

    fn offer(&mut self, game: &Game, cursor: usize) {
        self.offers = complete(&self.text, cursor, game, Some(&self.around));
        // A single letter is a search for a name more often than not.
        let word = &self.text[..cursor];
        let asked = word.ends_with([':', '=', '~', '<', '>', ',', '-', '(']);
        self.offers.retain(|o| asked || o.range.len() > 1 || self.text[..o.range.start].ends_with([':', ',']));
        self.marked = None;
    }

    /// Whether something is offered.
    pub fn offers(&self) -> bool {
        !self.offers.is_empty()
    }

    /// Offers nothing more.
    pub fn close_offers(&mut self) {
        self.offers.clear();
        self.marked = None;
    }

    /// Marks the next offer, or the one before.
    pub fn mark(&mut self, by: isize) {
        let last = self.offers.len().saturating_sub(1) as isize;
        let to = self.marked.map_or(if by < 0 { last } else { 0 }, |at| at as isize + by);
        self.marked = (0..=last).contains(&to).then_some(to as usize);
    }

    /// The offer that is marked.
    pub fn marked(&self) -> Option<usize> {
        self.marked
    }

    /// Takes an offer, and puts the cursor of the field `id` behind it.
    pub fn take_offer<M: Send + 'static>(&mut self, game: &Game, at: usize, id: &'static str) -> Task<M> {
        let Some(Completion { range, text, .. }) = self.offers.get(at).cloned() else { return Task::none() };
        let cursor = range.start + text.len();
        let whole = format!("{}{text}{}", &self.text[..range.start], &self.text[range.end..]);
        let letters = whole[..cursor].chars().count();
        self.search(game, whole);
        match text.ends_with(':') {
            true => self.offer(game, cursor),
            false => self.close_offers(),
        }
        let focus = iced::widget::operation::focus(id);
        Task::batch([focus, iced::widget::operation::move_cursor_to(id, letters)])
    }

    /// The list of what may be typed next, to float over what is below the field.
    pub fn offered<'a, M: Clone + 'a>(&'a self, pressed: impl Fn(usize) -> M) -> Option<Element<'a, M>> {
        if self.offers.is_empty() {
            return None;
        }
        let first = self.marked.map_or(0, |at| (at + 1).saturating_sub(OFFERS));
        let rows = self.offers.iter().enumerate().skip(first).take(OFFERS).map(|(at, offer)| {
            let text = cut(offer.text.as_str()).font(theme::SEMIBOLD);
            let about = cut(offer.about.as_str()).size(size::CAPTION).style(label::muted);
            let line = row![container(text).width(180), container(about).width(Fill)];
            let line = line.spacing(12).padding([5, 10]).align_y(Center);
            button::entry(line, self.marked == Some(at)).width(Fill).on_press(pressed(at)).into()
        });
        let more = self.offers.len().saturating_sub(first + OFFERS);
        let more = if more > 0 { format!("{more} more  ·  ") } else { String::new() };
        let foot = label::caption(format!("{more}Tab takes it, Up and Down choose, Esc closes")).style(label::faint);
        let list = column![Column::with_children(rows).spacing(1), container(foot).padding([4, 10])].spacing(2);
        // Without a shadow: one would be drawn again, and darker, at each blink of the cursor in the field.
        Some(opaque(container(list).width(480).padding(4).style(panel::framed)))
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
                lines = lines.push(button::plain(name.as_str()).on_press(meant(Query::for_name(name))));
            }
        }
        container(lines).center(Fill).padding(24).into()
    }
}

/// How many offers are shown at once.
const OFFERS: usize = 8;

/// Where the last letter was typed that makes `now` out of `before`: the byte after it.
fn changed_until(before: &str, now: &str) -> usize {
    let same = before.chars().zip(now.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>();
    let (old, new) = (before[same..].chars().rev(), now[same..].chars().rev());
    now.len() - old.zip(new).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>()
}

/// Whether a query is nothing but words and phrases.
fn bare(query: &Query) -> bool {
    match query {
        Query::Test(Test::Anywhere(_)) => true,
        Query::And(parts) => parts.iter().all(bare),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_is_where_the_text_changed() {
        assert_eq!(changed_until("type:a", "type:as"), 7);
        assert_eq!(changed_until("ty draw", "typ draw"), 3);
        assert_eq!(changed_until("aa", "aaa"), 3);
        assert_eq!(changed_until("éa", "éba"), 3);
        assert_eq!(changed_until("typ draw", "ty draw"), 2);
        assert_eq!(changed_until("", ""), 0);
    }
}
