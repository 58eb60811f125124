//! The Cards screen: search, facets, faces or names, and one card large.

mod detail;
pub mod page;
mod rows;
mod sides;

use std::sync::Arc;

use catalog::collection::Pile;
use catalog::store::journal::StreamId;
use catalog::tr;
use catalog::{CardIx, Game, Query};
use formats::{Book, Deck};
use iced::widget::scrollable::Viewport;
use iced::widget::{column, container, hover, row, stack};
use iced::{Center, Fill, Size, Task};

use crate::key::Wish;
use crate::language::small;
use crate::screen::decks::Decks;
use crate::screen::facets::{self, Group};
use crate::screen::finder::{self, Finder};
use crate::screen::{Look, again, copies};
use crate::surroundings::Held;
use crate::theme::space;
use crate::widget::face::{self, Wanted};
use crate::widget::grid::{self, Grid, Step};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, label, panel};

/// Id of the search field.
pub const SEARCH: &str = "cards-search";
/// Id of the grid or list.
pub const LIST: &str = "cards-list";

/// The state of the screen.
pub struct Cards {
    /// The search.
    pub finder: Finder,
    groups: Vec<Group>,
    /// Whether names are listed instead of faces.
    pub listed: bool,
    /// Whether the page of the chosen card lies over the rest.
    paged: bool,
    /// The card that others are compared with.
    marked: Option<CardIx>,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the search.
    Search(finder::Message),
    /// A facet was pressed.
    FacetPressed(String, String),
    /// Another order was chosen.
    Sorted(Order),
    /// Faces or names.
    Listed(bool),
    /// The grid was scrolled.
    Scrolled(Viewport),
    /// A card was pressed.
    Pressed(usize),
    /// Copies of a card are to be added to the deck, or taken out.
    Copies(CardIx, i64),
    /// Copies of a card came into the collection, or went out of it.
    Kept(CardIx, Pile, i64),
    /// A deck is wanted, so that cards can be added to it.
    DeckWanted,
    /// The page of the chosen card is opened or closed.
    PageToggled,
    /// The chosen card is what others are compared with, or no longer.
    Marked,
    /// A deck that plays the card was pressed.
    DeckPressed(StreamId),
}

/// What the screen asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Run this.
    Run(Task<Message>),
    /// A copy for the open deck, unless the card is at its limit there.
    Enter(CardIx),
    /// Copies for the open deck.
    Copies(CardIx, i64),
    /// Copies for the collection.
    Keep(CardIx, Pile, i64),
    /// Take back the last change of the collection.
    Undo,
    /// Do it again.
    Redo,
    /// Show the decks.
    ShowDecks,
    /// Open this deck.
    OpenDeck(StreamId),
}

/// An order that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    name: String,
    term: &'static str,
    key: String,
}

impl std::fmt::Display for Order {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// Another text in the search.
fn typed(text: String) -> Message {
    Message::Search(finder::Message::Typed(text))
}

fn orders(game: &Game) -> Vec<Order> {
    let order = |name: String, key: &str| Order { name, term: "sort", key: key.to_owned() };
    let mut orders = vec![order(tr!("In order of print"), ""), order(tr!("By name"), "name")];
    if let Some(field) = game.cost_field() {
        orders.push(order(tr!("By {field}", field = small(&game.fields[field].name)), &game.fields[field].id));
    }
    orders.push(order(tr!("By {field}", field = small(&game.faction_name)), &game.faction_field));
    orders.push(order(tr!("By type"), "type"));
    if game.rarities.len() > 1 {
        orders.push(order(tr!("By rarity"), "-rarity"));
    }
    orders
}

impl Cards {
    /// The screen for a game, with a query to begin with.
    pub fn new(book: &Book, query: &str) -> Cards {
        let finder = Finder::new(book, SEARCH, None);
        let mut cards = Cards { finder, groups: Vec::new(), listed: false, paged: false, marked: None };
        cards.search(book, query.to_owned());
        cards.finder.chosen = (!cards.finder.found.is_empty()).then_some(0);
        cards
    }

    /// Shows the same of the game as it was read again.
    pub fn renew(&mut self, old: &Game, book: &Book) {
        self.finder.renew(old, book);
        self.marked = self.marked.and_then(|card| again(old, &book.game, card));
        self.group(book);
    }

    fn search(&mut self, book: &Book, text: String) {
        self.finder.search(&book.game, text);
        self.finder.close_offers();
        self.group(book);
    }

    /// Counts the facets of a new answer.
    fn group(&mut self, book: &Book) {
        self.groups = facets::groups(&book.game, &self.finder);
        if self.finder.chosen.is_none() && !self.finder.found.is_empty() {
            self.finder.chosen = Some(0);
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, book: &Book) -> Action {
        match message {
            Message::Search(message) => {
                let before = self.finder.text.clone();
                let task = self.finder.update(message, &book.game).map(Message::Search);
                if self.finder.text == before {
                    return Action::Run(task);
                }
                self.group(book);
                return Action::Run(Task::batch([task, grid::scroll_to(LIST, 0.0)]));
            }
            Message::FacetPressed(field, value) => {
                self.search(book, facets::toggled(&self.finder.text, &field, &value));
                return Action::Run(grid::scroll_to(LIST, 0.0));
            }
            Message::Sorted(order) => {
                let keys: Vec<&str> = if order.key.is_empty() { Vec::new() } else { vec![&order.key] };
                self.search(book, facets::with(&self.finder.text, order.term, &keys));
                return Action::Run(grid::scroll_to(LIST, 0.0));
            }
            Message::Listed(listed) => {
                self.listed = listed;
                self.finder.scroll.offset = 0.0;
                return Action::Run(grid::scroll_to(LIST, 0.0));
            }
            Message::Scrolled(viewport) => self.finder.scroll.moved(&viewport),
            Message::Pressed(at) => self.finder.chosen = Some(at),
            Message::Copies(card, by) => return Action::Copies(card, by),
            Message::Kept(card, pile, by) => return Action::Keep(card, pile, by),
            Message::DeckWanted => return Action::ShowDecks,
            Message::PageToggled => self.paged = !self.paged && self.finder.card().is_some(),
            Message::Marked => {
                self.marked = self.finder.card().filter(|card| self.beside().is_none() && self.marked != Some(*card))
            }
            Message::DeckPressed(id) => {
                self.paged = false;
                return Action::OpenDeck(id);
            }
        }
        Action::None
    }

    /// Another deck is open, or it has changed.
    pub fn set_deck(&mut self, deck: Option<&Deck>, book: &Book) {
        if self.finder.set_deck(deck) {
            let scroll = self.finder.scroll;
            self.search(book, self.finder.text.clone());
            self.finder.scroll = scroll;
        }
    }

    /// The collection has changed.
    pub fn set_collection(&mut self, held: &Arc<Held>, book: &Book) {
        if self.finder.set_collection(held) {
            let scroll = self.finder.scroll;
            self.search(book, self.finder.text.clone());
            self.finder.scroll = scroll;
        }
    }

    /// The card that the chosen one is compared with.
    fn beside(&self) -> Option<CardIx> {
        self.marked.filter(|marked| self.paged && Some(*marked) != self.finder.card())
    }

    /// Does what a key wishes.
    pub fn wish(&mut self, wish: Wish, book: &Book, room: Size) -> Action {
        match wish {
            Wish::Next => return self.update(Message::PageToggled, book),
            Wish::Back if self.paged => return self.update(Message::PageToggled, book),
            Wish::Mark => return self.update(Message::Marked, book),
            _ => {}
        }
        if let Some(task) = self.finder.wish(wish, &book.game) {
            self.group(book);
            return Action::Run(task.map(Message::Search));
        }
        let grid = self.grid(room);
        if let Some(step) = Step::of(wish) {
            return match self.finder.step(&grid, step) {
                Some(offset) => Action::Run(grid::scroll_to(LIST, offset)),
                None => Action::None,
            };
        }
        match (wish, self.finder.card()) {
            (Wish::Search, _) => Action::Run(self.finder.focus()),
            (Wish::Enter, Some(card)) => Action::Enter(card),
            (Wish::More, Some(card)) => Action::Copies(card, 1),
            (Wish::Less, Some(card)) => Action::Copies(card, -1),
            (Wish::OwnMore, Some(card)) => Action::Keep(card, Pile::Owned, 1),
            (Wish::OwnLess, Some(card)) => Action::Keep(card, Pile::Owned, -1),
            (Wish::WantMore, Some(card)) => Action::Keep(card, Pile::Wanted, 1),
            (Wish::WantLess, Some(card)) => Action::Keep(card, Pile::Wanted, -1),
            (Wish::Undo, _) => Action::Undo,
            (Wish::Redo, _) => Action::Redo,
            (Wish::Back, _) if !self.finder.text.is_empty() => self.update(typed(String::new()), book),
            _ => Action::None,
        }
    }

    /// The room between the sides.
    fn middle(room: Size) -> f32 {
        room.width - sides::FACETS - detail::width(room) - 2.0
    }

    fn grid(&self, room: Size) -> Grid {
        let inside = Cards::middle(room) - 2.0 * space::L - 12.0;
        match self.listed {
            true => Grid::of_rows(inside, rows::HEIGHT),
            false => Grid::of_faces(inside, if inside > 1000.0 { 184.0 } else { 148.0 }, space::M, 0.0),
        }
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, room: Size) -> Vec<Wanted> {
        let mut wanted = Vec::new();
        if let Some(card) = self.finder.card() {
            wanted.push((card, detail::face_width(room) as u32));
            if self.paged {
                wanted.extend(page::wanted(room, card, self.beside()));
            }
        }
        wanted.extend(self.finder.meant.iter().map(|c| (*c, MEANT as u32)));
        if !self.listed {
            let grid = self.grid(room);
            let sight = grid.sight(self.finder.found.len(), self.finder.scroll);
            wanted.extend(sight.map(|at| (self.finder.found[at], grid.width as u32)));
        }
        wanted
    }

    /// The screen. `decks` has the open deck, to which cards are added, and knows which decks play a card.
    pub fn view<'a>(&'a self, look: Look<'a>, decks: &'a Decks) -> Element<'a, Message> {
        let deck = decks.deck();
        let facets = sides::facets(look, &self.groups, Message::FacetPressed);
        let middle = column![self.head(look), self.results(look, deck)].width(Fill).height(Fill);
        // The same layers with and without a list, so that the field keeps the cursor.
        let offered = self.finder.over(look.game()).map(|list| {
            let below = iced::Padding { top: space::M + 36.0 + space::XS, left: space::L, ..Default::default() };
            container(list.map(Message::Search)).padding(below)
        });
        let middle = stack![middle].push(offered);
        let detail = detail::view(look, self.finder.card(), deck, self.marked);
        let screen = row![
            container(facets).width(sides::FACETS).height(Fill).style(panel::surface),
            panel::upright(),
            container(middle).width(Fill).height(Fill).style(panel::ground),
            panel::upright(),
            container(detail).width(detail::width(look.room)).height(Fill).style(panel::surface),
        ];
        // The same layers with and without a page, so that the field keeps the cursor.
        let page = self.finder.card().filter(|_| self.paged);
        let page = page.map(|card| page::view(look, card, self.beside(), decks.playing(look.game(), card)));
        stack![screen].push(page).into()
    }

    fn head<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let game = look.game();
        let hint = hint(game);
        let orders = orders(game);
        let key = facets::values(&self.finder.text, "sort").first().copied().unwrap_or("").to_owned();
        let chosen = orders.iter().find(|o| o.key == key).cloned();
        let view = |pictured: Icon, listed: bool| {
            let ink = if self.listed == listed { Ink::Accent } else { Ink::Muted };
            button::toggle(icon(pictured, 18.0, ink), self.listed == listed)
                .padding(8)
                .on_press(Message::Listed(listed))
        };
        column![
            row![
                container(self.finder.field(hint).map(Message::Search)).width(Fill).height(36),
                row![view(Icon::Grid, false), view(Icon::List, true)].spacing(4),
            ]
            .spacing(space::M)
            .align_y(Center),
            row![
                container(self.finder.answer(game.cards.len())).width(Fill),
                field::choice(orders, chosen, Message::Sorted)
                    .placeholder(tr!("Own order"))
                    .padding([4, 8])
                    .text_size(12),
            ]
            .spacing(space::M)
            .align_y(Center),
        ]
        .spacing(space::S)
        .padding([space::M, space::L])
        .into()
    }

    /// Cards whose names are nearly what was typed.
    fn meant<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let game = look.game();
        let cards = self.finder.meant.iter().map(|card| {
            let name = &game.card(*card).name;
            let face = hover(look.gallery.face(*card, MEANT), face::ring(MEANT, false));
            let content =
                column![face, container(label::body(name.as_str()).center()).center_x(MEANT)].spacing(space::S);
            button::bare(content).on_press(typed(Query::for_name(name))).into()
        });
        let cards = iced::widget::Row::with_children(cards).spacing(space::M).wrap().vertical_spacing(space::M);
        let page = column![
            label::section(tr!("No card is called that")),
            label::body(tr!("Did you mean one of these?")).style(label::muted),
            container(cards).padding([space::M, 0.0]),
        ];
        container(page.spacing(space::S)).padding([space::XL, space::L]).into()
    }

    fn results<'a>(&'a self, look: Look<'a>, deck: Option<&'a Deck>) -> Element<'a, Message> {
        let grid = self.grid(look.room);
        if self.finder.found.is_empty() {
            return match self.finder.meant.is_empty() {
                true => self.finder.nothing(look.game(), typed),
                false => self.meant(look),
            };
        }
        let (game, found) = (look.game(), &self.finder.found);
        let cell = |at: usize| -> Element<'a, Message> {
            let card = found[at];
            let chosen = self.finder.chosen == Some(at);
            let held = deck.map_or(0, |d| copies(game, d, card));
            if self.listed {
                return rows::of(look, at, card, chosen, held);
            }
            let face = look.gallery.face(card, grid.width);
            let mut layers = stack![face].width(grid.width).height(face::height(grid.width));
            if held > 0 {
                layers = layers.push(panel::counted(held));
            }
            let owned = look.collection.owned(card);
            if owned > 0 {
                layers = layers.push(panel::owned(owned, held > 0));
            }
            if chosen {
                layers = layers.push(face::ring(grid.width, true));
            }
            let pressed = button::bare(layers).on_press(Message::Pressed(at));
            hover(pressed, rows::hovered(grid.width, deck.map(|_| Message::Copies(card, 1))))
        };
        let list = grid.view(LIST, found.len(), self.finder.scroll, Message::Scrolled, cell);
        let head = self.listed.then(|| rows::head(look));
        column![head, list].padding(iced::Padding { left: space::L, right: space::S, ..Default::default() }).into()
    }
}

/// Width of a card that was perhaps meant.
const MEANT: f32 = 148.0;

/// What the empty search field says: a query that this game's cards answer.
pub fn hint(game: &Game) -> String {
    let costly = game.cost_field().and_then(|f| {
        let card = game.cards.iter().find(|c| c.values[f].is_some())?;
        Some((&game.types[*card.types.first()? as usize].id, &game.fields[f].id))
    });
    match costly {
        Some((kind, cost)) => tr!("Search names and rules, or ask: type:{kind} {cost}<=3 \"draw\"", kind, cost),
        None => tr!("Search names and rules"),
    }
}
