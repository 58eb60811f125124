//! The Cards screen: search, facets, faces or names, and one card large.

mod detail;
mod facet_panel;
pub mod page;
mod rows;

use std::sync::Arc;

use catalog::collection::HoldingKind;
use catalog::store::Library;
use catalog::store::journal::StreamId;
use catalog::tr;
use catalog::{CardIx, GameData, Query};
use formats::{Deck, GameLibrary};
use iced::widget::scrollable::Viewport;
use iced::widget::{column, container, hover, row, stack};
use iced::{Center, Fill, Size, Task};

use crate::key::Shortcut;
use crate::language::in_sentence;
use crate::screen::decks::Decks;
use crate::screen::facets::{self, FacetGroup};
use crate::screen::finder::{self, Finder};
use crate::screen::{ScreenContext, action, copies, same_card};
use crate::search_context::OwnedCopies;
use crate::theme::space;
use crate::widget::actions::{MenuAction, WithActions};
use crate::widget::card_spot::ShownCard;
use crate::widget::face::{self, FaceRequest};
use crate::widget::grid::{self, Grid, GridStep};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::zoom::{FaceZoom, ZoomArea};
use crate::widget::{Element, button, field, label, panel};

/// Id of the search field.
pub const SEARCH: &str = "cards-search";
/// Id of the grid or list.
pub const LIST: &str = "cards-list";

/// The setting that keeps how large faces are.
pub const ZOOM: &str = "cards.zoom";

/// The state of the screen.
pub struct Cards {
    /// The search.
    pub finder: Finder,
    groups: Vec<FacetGroup>,
    /// Whether names are listed instead of faces.
    pub listed: bool,
    /// Whether the page of the chosen card lies over the rest.
    page_open: bool,
    /// The card that others are compared with.
    marked: Option<CardIx>,
    /// How large faces are.
    pub zoom: FaceZoom,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the search.
    Search(finder::Message),
    /// A facet was pressed.
    FacetPressed(String, String),
    /// Another order was chosen.
    Sorted(SortOrder),
    /// Faces or names.
    Listed(bool),
    /// The grid was scrolled.
    Scrolled(Viewport),
    /// A card was pressed.
    Pressed(usize),
    /// At the chosen card.
    Detail(detail::Message),
    /// On the page of the chosen card.
    Page(page::Message),
    /// With the card there.
    Menu(usize, Box<Message>),
    /// The name of a card is to go to the clipboard.
    NameCopied(CardIx),
    /// Faces are to be so large.
    Zoomed(FaceZoom),
}

/// What only the parent can do.
pub enum Request {
    /// A copy for the open deck, unless the card is at its limit there.
    Enter(CardIx),
    /// Copies for the open deck.
    Copies(CardIx, i64),
    /// Copies for the collection.
    Keep(CardIx, HoldingKind, i64),
    /// Take back the last change of the collection.
    Undo,
    /// Do it again.
    Redo,
    /// Show the decks.
    ShowDecks,
    /// Open this deck.
    OpenDeck(StreamId),
    /// Keep how large faces are.
    SaveZoom(FaceZoom),
}

/// What the screen asks of its parent.
pub type Action = action::Action<Message, Request>;

/// An order that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortOrder {
    name: String,
    term: &'static str,
    key: String,
}

impl SortOrder {
    /// By this key of the query.
    fn by(key: String) -> SortOrder {
        SortOrder { name: String::new(), term: "sort", key }
    }
}

impl std::fmt::Display for SortOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// Another text in the search.
fn search_message(text: String) -> Message {
    Message::Search(finder::Message::Typed(text))
}

/// What can be done with a card: by right click.
fn card_actions(deck: Option<&Deck>, in_deck: u32, at: usize, card: CardIx) -> Vec<MenuAction<Message>> {
    let detail = |message| Message::Menu(at, Box::new(Message::Detail(message)));
    let keep = |pile, by| detail(detail::Message::Kept(card, pile, by));
    let mut actions = Vec::new();
    let mut add = |label: String, keys: &'static str, message| {
        actions.push(MenuAction::new(label, message).keys(keys));
    };
    match deck {
        Some(deck) => {
            let name = deck.name.as_str();
            add(tr!("Add to “{name}”", name), "+", detail(detail::Message::Copies(card, 1)));
            if in_deck > 0 {
                add(tr!("Remove from “{name}”", name), "−", detail(detail::Message::Copies(card, -1)));
            }
        }
        None => add(tr!("Open a deck to add it"), "", detail(detail::Message::DeckWanted)),
    }
    add(tr!("Details"), "", detail(detail::Message::PageToggled));
    add(tr!("Mark to compare"), "M", detail(detail::Message::Marked));
    add(tr!("Add one to collection"), "O", keep(HoldingKind::Owned, 1));
    add(tr!("Remove one from collection"), "", keep(HoldingKind::Owned, -1));
    add(tr!("Add one to want list"), "W", keep(HoldingKind::Wanted, 1));
    add(tr!("Copy the name"), "", Message::NameCopied(card));
    actions
}

fn sort_orders(game: &GameData) -> Vec<SortOrder> {
    let order = |name: String, key: &str| SortOrder { name, term: "sort", key: key.to_owned() };
    let mut orders = vec![order(tr!("Set order"), ""), order(tr!("By name"), "name")];
    if let Some(field) = game.cost_field() {
        orders.push(order(tr!("By {field}", field = in_sentence(&game.fields[field].name)), &game.fields[field].id));
    }
    orders.push(order(tr!("By {field}", field = in_sentence(&game.faction_name)), &game.faction_field));
    orders.push(order(tr!("By type"), "type"));
    if game.rarities.len() > 1 {
        orders.push(order(tr!("By rarity"), "-rarity"));
    }
    orders
}

impl Cards {
    /// The screen for a game, with a query to begin with.
    pub fn new(library: &Library, game_library: &GameLibrary, query: &str) -> Cards {
        let finder = Finder::new(game_library, SEARCH, None);
        let zoom = library.setting(ZOOM).ok().flatten().unwrap_or_default();
        let mut cards = Cards { finder, groups: Vec::new(), listed: false, page_open: false, marked: None, zoom };
        cards.search(game_library, query.to_owned());
        cards.finder.chosen = (!cards.finder.found.is_empty()).then_some(0);
        cards
    }

    /// Shows the same of the game as it was read again.
    pub fn renew(&mut self, old: &GameData, game_library: &GameLibrary) {
        self.finder.renew(old, game_library);
        self.marked = self.marked.and_then(|card| same_card(old, &game_library.game, card));
        self.count_facets(game_library);
    }

    fn search(&mut self, game_library: &GameLibrary, text: String) {
        self.finder.search(&game_library.game, text);
        self.finder.close_completions();
        self.count_facets(game_library);
    }

    /// Counts the facets of a new answer.
    fn count_facets(&mut self, game_library: &GameLibrary) {
        let finder = &self.finder;
        self.groups = facets::groups(&game_library.game, &finder.text, &finder.found, &finder.context);
        if self.finder.chosen.is_none() && !self.finder.found.is_empty() {
            self.finder.chosen = Some(0);
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, game_library: &GameLibrary) -> Action {
        match message {
            Message::Search(message) => {
                let before = self.finder.text.clone();
                let task = self.finder.update(message, &game_library.game).map(Message::Search);
                if self.finder.text == before {
                    return Action::Run(task);
                }
                self.count_facets(game_library);
                return Action::Run(Task::batch([task, grid::scroll_to(LIST, 0.0)]));
            }
            Message::FacetPressed(field, value) => {
                self.search(game_library, facets::toggled(&self.finder.text, &field, &value));
                return Action::Run(grid::scroll_to(LIST, 0.0));
            }
            Message::Sorted(order) => {
                let keys: Vec<&str> = if order.key.is_empty() { Vec::new() } else { vec![&order.key] };
                self.search(game_library, facets::with_values(&self.finder.text, order.term, &keys));
                return Action::Run(grid::scroll_to(LIST, 0.0));
            }
            Message::Listed(listed) => {
                self.listed = listed;
                self.finder.scroll.offset = 0.0;
                return Action::Run(grid::scroll_to(LIST, 0.0));
            }
            Message::Scrolled(viewport) => self.finder.scroll.set_from(&viewport),
            Message::Pressed(at) => self.finder.chosen = Some(at),
            Message::Detail(message) => return self.handle_detail_message(message),
            Message::Menu(at, message) => {
                self.finder.chosen = Some(at);
                return self.update(*message, game_library);
            }
            Message::NameCopied(card) => {
                return Action::Run(iced::clipboard::write(game_library.game.card(card).name.clone()));
            }
            Message::Zoomed(zoom) => {
                self.zoom = zoom;
                return Action::Ask(Request::SaveZoom(zoom));
            }
            Message::Page(message) => {
                self.page_open = false;
                if let page::Message::DeckPressed(id) = message {
                    return Action::Ask(Request::OpenDeck(id));
                }
            }
        }
        Action::None
    }

    fn handle_detail_message(&mut self, message: detail::Message) -> Action {
        match message {
            detail::Message::Copies(card, by) => return Action::Ask(Request::Copies(card, by)),
            detail::Message::Kept(card, pile, by) => return Action::Ask(Request::Keep(card, pile, by)),
            detail::Message::DeckWanted => return Action::Ask(Request::ShowDecks),
            detail::Message::PageToggled => self.page_open = !self.page_open && self.finder.card().is_some(),
            detail::Message::Marked => {
                self.marked =
                    self.finder.card().filter(|card| self.comparison().is_none() && self.marked != Some(*card))
            }
        }
        Action::None
    }

    /// Another deck is open, or it has changed.
    pub fn set_deck(&mut self, deck: Option<&Deck>, game_library: &GameLibrary) {
        if self.finder.set_deck(deck) {
            let scroll = self.finder.scroll;
            self.search(game_library, self.finder.text.clone());
            self.finder.scroll = scroll;
        }
    }

    /// The collection has changed.
    pub fn set_collection(&mut self, owned: &Arc<OwnedCopies>, game_library: &GameLibrary) {
        if self.finder.set_collection(owned) {
            let scroll = self.finder.scroll;
            self.search(game_library, self.finder.text.clone());
            self.finder.scroll = scroll;
        }
    }

    /// The card that the chosen one is compared with.
    fn comparison(&self) -> Option<CardIx> {
        self.marked.filter(|marked| self.page_open && Some(*marked) != self.finder.card())
    }

    /// Does what a shortcut says.
    pub fn shortcut(&mut self, shortcut: Shortcut, game_library: &GameLibrary, bounds: Size) -> Action {
        match shortcut {
            Shortcut::Next => return self.handle_detail_message(detail::Message::PageToggled),
            Shortcut::Back if self.page_open => return self.handle_detail_message(detail::Message::PageToggled),
            Shortcut::Mark => return self.handle_detail_message(detail::Message::Marked),
            _ => {}
        }
        if let Some(task) = self.finder.shortcut(shortcut, &game_library.game) {
            self.count_facets(game_library);
            return Action::Run(task.map(Message::Search));
        }
        let grid = self.grid(bounds);
        if let Some(step) = GridStep::from_shortcut(shortcut) {
            return match self.finder.step(&grid, step) {
                Some(offset) => Action::Run(grid::scroll_to(LIST, offset)),
                None => Action::None,
            };
        }
        match (shortcut, self.finder.card()) {
            (Shortcut::Search, _) => Action::Run(self.finder.focus()),
            (Shortcut::Enter, Some(card)) => Action::Ask(Request::Enter(card)),
            (Shortcut::More, Some(card)) => Action::Ask(Request::Copies(card, 1)),
            (Shortcut::Less, Some(card)) => Action::Ask(Request::Copies(card, -1)),
            (Shortcut::OwnMore, Some(card)) => Action::Ask(Request::Keep(card, HoldingKind::Owned, 1)),
            (Shortcut::OwnLess, Some(card)) => Action::Ask(Request::Keep(card, HoldingKind::Owned, -1)),
            (Shortcut::WantMore, Some(card)) => Action::Ask(Request::Keep(card, HoldingKind::Wanted, 1)),
            (Shortcut::WantLess, Some(card)) => Action::Ask(Request::Keep(card, HoldingKind::Wanted, -1)),
            (Shortcut::Undo, _) => Action::Ask(Request::Undo),
            (Shortcut::Redo, _) => Action::Ask(Request::Redo),
            (Shortcut::Back, _) if !self.finder.text.is_empty() => {
                self.update(search_message(String::new()), game_library)
            }
            _ => Action::None,
        }
    }

    /// The room between the sides.
    fn middle_width(bounds: Size) -> f32 {
        bounds.width - facet_panel::WIDTH - detail::width(bounds) - 2.0
    }

    fn grid(&self, bounds: Size) -> Grid {
        let inside = Cards::middle_width(bounds) - 2.0 * space::L - 12.0;
        if self.listed {
            Grid::for_rows(inside, rows::HEIGHT)
        } else {
            let usual = if inside > 1000.0 { 184.0 } else { 148.0 };
            Grid::for_faces(inside, self.zoom.width(usual), space::M, 0.0)
        }
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, bounds: Size) -> Vec<FaceRequest> {
        let mut wanted = Vec::new();
        if let Some(card) = self.finder.card() {
            wanted.push((card, detail::face_width(bounds) as u32));
            if self.page_open {
                wanted.extend(page::wanted(bounds, card, self.comparison()));
            }
        }
        wanted.extend(self.finder.suggestions.iter().map(|c| (*c, SUGGESTION as u32)));
        if !self.listed {
            let grid = self.grid(bounds);
            let sight = grid.visible_cells(self.finder.found.len(), self.finder.scroll);
            wanted.extend(sight.map(|at| (self.finder.found[at], grid.width as u32)));
        }
        wanted
    }

    /// The screen. `decks` has the open deck, to which cards are added, and knows which decks play a card.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>, decks: &'a Decks) -> Element<'a, Message> {
        let deck = decks.deck();
        let facets = facet_panel::view(context, &self.groups, Message::FacetPressed);
        let middle = column![self.head(context), self.results(context, deck)].width(Fill).height(Fill);
        // The same layers with and without a list, so that the field keeps the cursor.
        let offered = self.finder.overlay(context.game()).map(|list| {
            let below = iced::Padding { top: space::M + 36.0 + space::XS, left: space::L, ..Default::default() };
            container(list.map(Message::Search)).padding(below)
        });
        let middle = stack![middle].push(offered);
        let detail = detail::view(context, self.finder.card(), deck, self.marked).map(Message::Detail);
        let screen = row![
            container(facets).width(facet_panel::WIDTH).height(Fill).style(panel::surface),
            panel::upright(),
            container(middle).width(Fill).height(Fill).style(panel::ground),
            panel::upright(),
            container(detail).width(detail::width(context.bounds)).height(Fill).style(panel::surface),
        ];
        // The same layers with and without a page, so that the field keeps the cursor.
        let page = self.finder.card().filter(|_| self.page_open);
        let page = page.map(|card| {
            let played = decks.decks_with(context.game(), card);
            page::view(context, card, self.comparison(), played).map(Message::Page)
        });
        stack![screen].push(page).into()
    }

    fn head<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let game = context.game();
        let hint = search_hint(game);
        let orders = sort_orders(game);
        let key = facets::values(&self.finder.text, "sort").first().copied().unwrap_or("").to_owned();
        let chosen = orders.iter().find(|o| o.key == key).cloned();
        let slides = !self.listed && Cards::middle_width(context.bounds) >= FaceZoom::SLIDER_FROM;
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
                container(self.finder.summary(game.cards.len())).width(Fill),
                slides.then(|| self.zoom.slider(Message::Zoomed)),
                field::choice(orders, chosen, Message::Sorted)
                    .placeholder(tr!("Custom order"))
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
    fn did_you_mean<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let game = context.game();
        let cards = self.finder.suggestions.iter().map(|card| {
            let name = &game.card(*card).name;
            let face = hover(context.gallery.face(*card, SUGGESTION), face::ring(SUGGESTION, false));
            let content =
                column![face, container(label::body(name.as_str()).center()).center_x(SUGGESTION)].spacing(space::S);
            button::bare(content).on_press(search_message(Query::for_name(name))).into()
        });
        let cards = iced::widget::Row::with_children(cards).spacing(space::M).wrap().vertical_spacing(space::M);
        let page = column![
            label::section(tr!("No card has that name")),
            label::body(tr!("Did you mean one of these?")).style(label::muted),
            container(cards).padding([space::M, 0.0]),
        ];
        container(page.spacing(space::S)).padding([space::XL, space::L]).into()
    }

    fn results<'a>(&'a self, context: ScreenContext<'a>, deck: Option<&'a Deck>) -> Element<'a, Message> {
        let grid = self.grid(context.bounds);
        if self.finder.found.is_empty() {
            return if self.finder.suggestions.is_empty() {
                self.finder.no_results(context.game(), search_message)
            } else {
                self.did_you_mean(context)
            };
        }
        let (game, found) = (context.game(), &self.finder.found);
        let room = Cards::middle_width(context.bounds);
        let cell = |at: usize| -> Element<'a, Message> {
            let card = found[at];
            let chosen = self.finder.chosen == Some(at);
            let in_deck = deck.map_or(0, |d| copies(game, d, card));
            if self.listed {
                let row = rows::card_row(context, room, card, (chosen, in_deck), Message::Pressed(at));
                let row = WithActions::new(row, move || card_actions(deck, in_deck, at, card)).at_hand(chosen);
                return context.gallery.spot(ShownCard::printed(card), row).at_hand(chosen).into();
            }
            let face = context.gallery.plain_face(card, grid.width);
            let mut layers = stack![face].width(grid.width).height(face::height(grid.width));
            if in_deck > 0 {
                layers = layers.push(panel::copies_badge(in_deck, false));
            }
            let owned = context.collection.owned(card);
            if owned > 0 {
                layers = layers.push(panel::owned_badge(owned, in_deck > 0));
            }
            if chosen {
                layers = layers.push(face::ring(grid.width, true));
            }
            let pressed = button::bare(layers).on_press(Message::Pressed(at));
            let add = deck.map(|_| Message::Detail(detail::Message::Copies(card, 1)));
            let cell = hover(pressed, rows::hover_overlay(grid.width, add));
            let cell = WithActions::new(cell, move || card_actions(deck, in_deck, at, card)).at_hand(chosen);
            context.gallery.spot(ShownCard::printed(card), cell).at_hand(chosen).into()
        };
        let list = grid.view(LIST, found.len(), self.finder.scroll, Message::Scrolled, cell);
        let list: Element<'a, Message> =
            if self.listed { list } else { ZoomArea::new(list, self.zoom, Message::Zoomed).into() };
        let key = facets::values(&self.finder.text, "sort").first().copied().unwrap_or("");
        let head = self.listed.then(|| rows::head(context, room, key, |key| Message::Sorted(SortOrder::by(key))));
        column![head, list].padding(iced::Padding { left: space::L, right: space::S, ..Default::default() }).into()
    }
}

/// Width of a card that was perhaps meant.
const SUGGESTION: f32 = 148.0;

/// What the empty search field says: a query that this game's cards answer.
pub fn search_hint(game: &GameData) -> String {
    let costly = game.cost_field().and_then(|f| {
        let card = game.cards.iter().find(|c| c.values[f].is_some())?;
        Some((&game.types[*card.types.first()? as usize].id, &game.fields[f].id))
    });
    match costly {
        Some((kind, cost)) => tr!("Search names and rules, or filter: type:{kind} {cost}<=3 \"draw\"", kind, cost),
        None => tr!("Search names and rules"),
    }
}
