//! The deck list: decks of the library and starter decks. Only what is in sight is built, and decks are read a few at a
//! time, so that ten thousand open as fast as ten.

mod tile;

use std::collections::HashMap;
use std::time::Duration;

use catalog::CardIx;
use catalog::localize::localize_count;
use catalog::store::Library;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use formats::GameLibrary;
use iced::widget::operation::focus;
use iced::widget::scrollable::Viewport;
use iced::widget::{Column, column, container, row, space as gap};
use iced::{Center, Fill, Size, Subscription, Task};

use crate::key::Shortcut;
use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::face::FaceRequest;
use crate::widget::grid::{self, Grid, GridStep, Scroll};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, field, label, panel};
use tile::{COVER, Tile};

/// About how wide a tile is.
const TILE: f32 = 360.0;
/// Id of the field that finds decks.
const SEARCH: &str = "shelf-search";
/// Id of what scrolls.
const LIST: &str = "shelf";
/// Above the tiles of the library: the name of the group.
const GROUP: f32 = 36.0;
/// Decks that are read at once: about a third of a frame.
const AT_ONCE: usize = 32;

/// The decks of a game.
#[derive(Debug)]
pub struct DeckList {
    /// Those of the library, the one that changed last first.
    pub saved: Vec<Tile>,
    starters: Vec<Tile>,
    /// The deck that was put away last.
    pub put_away: Option<(StreamId, String)>,
    fault: Option<String>,
    search_text: String,
    /// Where the keyboard is, among all that answer the search.
    marked: Option<usize>,
    scroll: Scroll,
}

/// What happens on the deck list.
#[derive(Debug, Clone)]
pub enum Message {
    /// A deck was opened.
    Opened(StreamId),
    /// A starter deck was chosen: position in the book.
    Copied(usize),
    /// A deck is wanted once more.
    Cloned(StreamId),
    /// A new deck is wanted.
    New,
    /// A deck of another place is wanted.
    Import,
    /// A deck is to be put away.
    PutAway(StreamId),
    /// A deck that was put away is wanted back.
    TakenBack(StreamId),
    /// The next decks are to be read.
    ReadOn,
    /// Another text in the search.
    SearchTyped(String),
    /// Enter in the search: the first that answers is opened.
    Entered,
    /// It was scrolled.
    Scrolled(Viewport),
}

/// What answers the search: positions among the decks of the library, and among the starter decks.
struct SearchHits {
    saved: Vec<usize>,
    starters: Vec<usize>,
}

impl DeckList {
    /// Looks at the library.
    pub fn load(library: &Library, game_library: &GameLibrary) -> DeckList {
        let mut starters: Vec<Tile> = Vec::new();
        for (_, deck) in &game_library.decks {
            let shown: Vec<CardIx> = starters.iter().filter_map(Tile::star).collect();
            starters.push(Tile::starter(game_library, deck, &shown));
        }
        let mut deck_list = DeckList {
            saved: Vec::new(),
            starters,
            put_away: None,
            fault: None,
            search_text: String::new(),
            marked: None,
            scroll: Scroll::top(900.0),
        };
        deck_list.reload(library, game_library);
        deck_list
    }

    /// Looks at the library again. What has not changed is not read again.
    pub fn reload(&mut self, library: &Library, game_library: &GameLibrary) {
        match library.streams(StreamKind::Deck, &game_library.game.id) {
            Ok(headings) => {
                let before = std::mem::take(&mut self.saved).into_iter();
                let mut before: HashMap<_, _> = before.filter_map(|tile| Some((tile.id?, tile))).collect();
                let listed = headings.into_iter().map(|heading| {
                    let before = before.remove(&heading.id);
                    Tile::from_heading(heading, before)
                });
                self.saved = listed.collect();
                self.fault = None;
            }
            Err(e) => self.fault = Some(e.to_string()),
        }
        self.read_on(library, game_library);
    }

    /// Reads the next decks that were not read yet.
    pub fn read_on(&mut self, library: &Library, game_library: &GameLibrary) {
        let unread = self.saved.iter_mut().filter(|tile| tile.summary.is_none());
        unread.take(AT_ONCE).for_each(|tile| tile.read(library, game_library));
    }

    /// Goes on reading until all is known.
    pub fn subscription(&self) -> Subscription<Message> {
        if self.saved.iter().any(|tile| tile.summary.is_none()) {
            iced::time::every(Duration::from_millis(16)).map(|_| Message::ReadOn)
        } else {
            Subscription::none()
        }
    }

    /// The decks that play a card, given by its first printing, with how many copies.
    pub fn decks_with(&self, card: CardIx) -> Vec<(Option<StreamId>, &str, u32)> {
        let copies = |tile: &Tile| tile.summary.as_ref()?.cards.iter().find(|(ix, _)| *ix == card).map(|(_, n)| *n);
        let all = self.saved.iter().chain(&self.starters);
        all.filter_map(|tile| Some((tile.id, tile.name.as_str(), copies(tile)?))).collect()
    }

    /// The search has another text.
    pub fn search(&mut self, sought: String) -> Task<Message> {
        self.search_text = sought;
        self.marked = None;
        self.scroll.offset = 0.0;
        grid::scroll_to(LIST, 0.0)
    }

    /// It was scrolled.
    pub fn scrolled(&mut self, viewport: &Viewport) {
        self.scroll.set_from(viewport);
    }

    /// What opens the first that answers the search.
    pub fn first(&self) -> Option<Message> {
        self.hits().message(self, 0)
    }

    /// Does what a shortcut says: what follows at once, or by a message.
    pub fn shortcut(&mut self, shortcut: Shortcut, bounds: Size) -> (Task<Message>, Option<Message>) {
        let found = self.hits();
        let message = match shortcut {
            Shortcut::Search => return (focus(SEARCH), None),
            Shortcut::Back if !self.search_text.is_empty() => return (self.search(String::new()), None),
            Shortcut::Enter => self.marked.and_then(|marked| found.message(self, marked)),
            Shortcut::Less => {
                let tile = self.marked.and_then(|marked| self.saved.get(*found.saved.get(marked)?));
                tile.and_then(|tile| tile.id).map(Message::PutAway)
            }
            Shortcut::New => Some(Message::New),
            Shortcut::Import => Some(Message::Import),
            shortcut => match GridStep::from_shortcut(shortcut) {
                Some(step) => return (self.move_mark(&found, step, &grid(bounds)), None),
                None => None,
            },
        };
        (Task::none(), message)
    }

    /// Marks another deck, and scrolls to it.
    fn move_mark(&mut self, found: &SearchHits, step: GridStep, grid: &Grid) -> Task<Message> {
        let to = match self.marked.filter(|marked| *marked < found.count()) {
            Some(marked) => {
                let to = grid.step_from(found.cell(grid, marked), found.cells(grid), step, self.scroll);
                found.at(grid, to)
            }
            None if found.count() > 0 => 0,
            None => return Task::none(),
        };
        self.marked = Some(to);
        let top = if to < found.saved.len() { GROUP } else { 2.0 * GROUP + space::XL };
        let within = Scroll { offset: self.scroll.offset - top, ..self.scroll };
        let offset = grid.reveal(found.cell(grid, to), within);
        offset.map_or_else(Task::none, |offset| grid::scroll_to(LIST, (offset + top).max(0.0)))
    }

    fn hits(&self) -> SearchHits {
        let sought = self.search_text.to_lowercase();
        let of = |tiles: &[Tile]| (0..tiles.len()).filter(|at| tiles[*at].matches(&sought)).collect();
        SearchHits { saved: of(&self.saved), starters: of(&self.starters) }
    }

    /// The faces in sight.
    pub fn wanted(&self, bounds: Size) -> Vec<FaceRequest> {
        let found = self.hits();
        let sight = grid(bounds).visible_cells(found.saved.len(), self.scroll);
        let tiles = found.saved[sight].iter().map(|at| &self.saved[*at]);
        let tiles = tiles.chain(found.starters.iter().map(|at| &self.starters[*at]));
        let faces = tiles.filter_map(|tile| tile.summary.as_ref()).flat_map(|known| [known.cover, known.star]);
        faces.flatten().map(|card| (card, COVER as u32)).collect()
    }

    /// The deck list.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let found = self.hits();
        let grid = grid(context.bounds);
        let new =
            row![icon(Icon::Plus, 16.0, Ink::OnAccent), label::line(tr!("New deck")).font(crate::theme::SEMIBOLD)]
                .spacing(space::S)
                .align_y(Center);
        let seek = field::line(tr!("Find a deck"), &self.search_text)
            .id(SEARCH)
            .on_input(Message::SearchTyped)
            .on_submit(Message::Entered);
        let head = row![
            label::page(tr!("Decks")),
            gap::horizontal(),
            seek.width(240),
            button::with_icon(icon(Icon::Import, 16.0, Ink::Text), tr!("Import")).on_press(Message::Import),
            button::loud(new).on_press(Message::New),
        ];
        // As wide as the tiles, beside which there is room for the scroll bar.
        let head = container(head.spacing(space::M).align_y(Center)).padding(iced::padding::right(12.0));
        let mut top = Column::new().spacing(space::L).push(head);
        if let Some(fault) = &self.fault {
            top = top.push(panel::toned(Tone::Bad, label::body(fault.as_str())));
        }
        if let Some((id, name)) = &self.put_away {
            let said = label::body(tr!("“{name}” removed.", name));
            let back = button::plain(tr!("Undo")).on_press(Message::TakenBack(*id));
            top = top.push(panel::toned(Tone::Plain, row![said.width(Fill), back].align_y(Center)));
        }
        let cell = |place: usize, tile: &'a Tile, press: Message| -> Element<'a, Message> {
            tile.view(context, grid.width, self.marked == Some(place), press, Message::Cloned, Message::PutAway)
        };
        let mut page = Column::new().spacing(space::XL);
        let none = match (self.saved.is_empty(), found.saved.is_empty()) {
            (true, _) => Some(tr!("No decks yet. Start from one of the decks below or from an empty one.")),
            (_, true) => Some(tr!("No deck matches.")),
            _ => None,
        };
        let mine: Element<'a, Message> = match none {
            Some(said) => label::body(said).style(label::muted).into(),
            None => {
                let within = Scroll { offset: self.scroll.offset - GROUP, ..self.scroll };
                let rows = grid.visible_rows(found.saved.len(), within, |at| {
                    let tile = &self.saved[found.saved[at]];
                    cell(at, tile, tile.id.map_or(Message::New, Message::Opened))
                });
                rows.into()
            }
        };
        let name = match self.saved.len() {
            0 => tr!("Your decks"),
            n if found.saved.len() == n => tr!("Your decks  ·  {}", localize_count(n as u64)),
            n => tr!("Your decks  ·  {} of {}", localize_count(found.saved.len() as u64), localize_count(n as u64)),
        };
        page = page.push(column![container(label::section(name)).height(GROUP), mine]);
        if !found.starters.is_empty() {
            let note = label::body(tr!("Included with the game. Opening one makes your own copy.")).style(label::muted);
            let head = row![label::section(tr!("Starter decks")), note].spacing(space::M).align_y(Center);
            let all = Scroll { offset: 0.0, height: grid.total_height(found.starters.len()) };
            let rows = grid.visible_rows(found.starters.len(), all, |at| {
                let starter = found.starters[at];
                cell(found.saved.len() + at, &self.starters[starter], Message::Copied(starter))
            });
            page = page.push(container(column![container(head).height(GROUP), rows]).id("starter-decks"));
        }
        let inside = container(page).padding(iced::padding::right(12.0).bottom(space::XL));
        let list = field::scrolled(inside).id(LIST).on_scroll(Message::Scrolled).width(Fill).height(Fill);
        let deck_list =
            column![top, list].spacing(space::L).padding(iced::padding::all(space::XL).bottom(0.0).right(space::M));
        container(deck_list).width(Fill).height(Fill).style(panel::ground).into()
    }
}

impl SearchHits {
    fn count(&self) -> usize {
        self.saved.len() + self.starters.len()
    }

    /// Starter decks begin in a row of their own.
    fn rows_before(&self, grid: &Grid) -> usize {
        self.saved.len().div_ceil(grid.columns) * grid.columns
    }

    /// The place in the grid of something found.
    fn cell(&self, grid: &Grid, place: usize) -> usize {
        match place.checked_sub(self.saved.len()) {
            None => place,
            Some(starter) => self.rows_before(grid) + starter,
        }
    }

    fn cells(&self, grid: &Grid) -> usize {
        self.cell(grid, self.count())
    }

    /// What is found at a place in the grid; in the hole behind the last of one's own, that one.
    fn at(&self, grid: &Grid, cell: usize) -> usize {
        match cell.checked_sub(self.rows_before(grid)) {
            None => cell.min(self.saved.len() - 1),
            Some(starter) => self.saved.len() + starter,
        }
    }

    /// What opens something found.
    fn message(&self, deck_list: &DeckList, place: usize) -> Option<Message> {
        match place.checked_sub(self.saved.len()) {
            None => deck_list.saved[self.saved[place]].id.map(Message::Opened),
            Some(starter) => self.starters.get(starter).map(|at| Message::Copied(*at)),
        }
    }
}

fn grid(bounds: Size) -> Grid {
    let inside = bounds.width - space::XL - space::M - 12.0;
    let columns = ((inside + space::L) / (TILE + space::L)).floor().max(1.0);
    let width = ((inside - space::L * (columns - 1.0)) / columns).floor();
    Grid { columns: columns as usize, width, height: tile::height(), gap: space::L }
}
