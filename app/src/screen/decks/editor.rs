//! One deck: search at the left, the deck in the middle, what the format says at the right; or its hands.

use std::sync::Arc;

use catalog::store::{Error, Library};
use catalog::{CardIx, Game};
use formats::check::{self, Report};
use formats::deck::{Edit, Listed};
use formats::{Book, Format};
use iced::widget::scrollable::Viewport;
use iced::widget::{column, container, mouse_area, opaque, row, space as gap, stack};
use iced::{Center, Fill, Size, Task};

use super::export::{self, Export};
use super::hands::{self, Hands};
use super::{lists, side};
use crate::key::Wish;
use crate::screen::finder::Finder;
use crate::screen::{Chance, Look};
use crate::surroundings::Held;
use crate::theme::space;
use crate::widget::face::Wanted;
use crate::widget::grid::{self, Grid, Step};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, panel};
use crate::window::Notice;
use crate::workbench::Workbench;

/// Id of the search field.
const SEARCH: &str = "deck-search";
/// Id of the list of cards found.
const LIST: &str = "deck-list";
/// The setting that keeps whether the deck is shown as faces.
const PICTURED: &str = "decks.pictured";
/// Width of the card that floats under the cursor.
pub const PREVIEW: f32 = 268.0;

/// A deck that is edited.
pub struct Editor {
    /// The deck and its log.
    pub bench: Workbench,
    finder: Finder,
    name: String,
    /// What the format says; `None` if the game no longer has it.
    pub report: Option<Report>,
    tab: Tab,
    pictured: bool,
    /// The section that cards go to, if it takes them.
    target: Option<usize>,
    hover: Option<(CardIx, Side)>,
    export: Option<Export>,
    hands: Option<Hands>,
}

/// A view of the deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    /// The list.
    Deck,
    /// Opening hands.
    Hands,
}

/// Where the cursor is, so that the card floats on the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Over the search.
    Search,
    /// Over the deck.
    Deck,
}

/// What happens in the editor.
#[derive(Debug, Clone)]
pub enum Message {
    /// The search changed.
    Typed(String),
    /// The list was scrolled.
    Scrolled(Viewport),
    /// A card of the list was pressed.
    Pressed(usize),
    /// Copies of a card, wherever it belongs.
    Copies(CardIx, i64),
    /// Copies in one section.
    Here(usize, Listed, i64),
    /// All copies go to another section.
    Moved(usize, Listed, usize),
    /// The cursor came over a card, or left it.
    Hovered(Option<(CardIx, Side)>),
    /// The name changed in its field.
    NameTyped(String),
    /// The name is done.
    NameSettled,
    /// Another format.
    FormatChosen(String),
    /// Undo.
    Undo,
    /// Do it again.
    Redo,
    /// The violation at this place is to be mended.
    Mended(usize),
    /// Another view.
    TabChosen(Tab),
    /// Faces or names.
    Pictured(bool),
    /// The section that cards go to.
    TargetChosen(usize),
    /// What the deck lacks is to be among what is wanted.
    LacksWanted,
    /// An export is wanted.
    Exporting,
    /// In the export.
    Export(export::Message),
    /// In the hands.
    Hands(hands::Message),
    /// Back to the shelf.
    Closed,
}

/// What the editor asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Run this.
    Run(Task<Message>),
    /// Say this.
    Say(Notice),
    /// Say this, and run that.
    SayAndRun(Notice, Task<Message>),
    /// Put what the deck lacks among what is wanted.
    WantLacks,
    /// Show the shelf.
    Close,
}

impl Editor {
    /// The editor of a deck.
    pub fn new(library: &Library, book: &Book, bench: Workbench) -> Editor {
        let pool = bench.pool.as_ref().map(|p| {
            let mut cards = p.cards.clone();
            // What the format gives without limit can be searched for, too.
            cards.extend(free_cards(book, &bench.deck.format));
            cards
        });
        let mut editor = Editor {
            finder: Finder::new(book, pool),
            name: bench.deck.name.clone(),
            bench,
            report: None,
            tab: Tab::Deck,
            pictured: library.setting(PICTURED).ok().flatten().unwrap_or(true),
            target: None,
            hover: None,
            export: None,
            hands: None,
        };
        editor.check(book);
        editor
    }

    /// Goes on with the game as it was read again: the deck, its log, the search and the view stay.
    pub fn renew(&mut self, old: &Game, book: &Book, chance: &mut Chance) -> Action {
        self.bench.renew(old, &book.game);
        self.finder.renew(old, book);
        self.hover = None;
        self.target = self.target.and_then(|at| book.game.section(&old.sections.get(at)?.id));
        self.check(book);
        match self.tab {
            Tab::Hands => self.show_hands(book, chance),
            Tab::Deck => Action::None,
        }
    }

    fn format<'b>(&self, book: &'b Book) -> Option<&'b Format> {
        book.format(&self.bench.deck.format)
    }

    /// Whether nothing is wrong.
    pub fn legal(&self) -> bool {
        self.report.as_ref().is_some_and(Report::passes)
    }

    fn check(&mut self, book: &Book) {
        let deck = &self.bench.deck;
        self.report = self.format(book).map(|f| check::check(&book.game, f, deck, self.bench.pool.as_ref()));
        // Hands of the deck as it was would be lies.
        self.hands = None;
    }

    fn edit(&mut self, library: &mut Library, book: &Book, edit: Edit) -> Result<(), Error> {
        self.bench.edit(library, &book.game, edit)?;
        self.check(book);
        Ok(())
    }

    /// Adds copies of a card to the section it belongs to, or takes them out of the last section that has it.
    ///
    /// # Errors
    /// Of the library.
    pub fn copies(&mut self, library: &mut Library, book: &Book, card: CardIx, by: i64) -> Result<(), Error> {
        let game = &book.game;
        let listed = Listed::Card(card);
        let accepts = |s: &usize| game.sections[*s].accepts.matches(game.card(card));
        let home = self.target.filter(accepts).or_else(|| (0..game.sections.len()).find(accepts)).unwrap_or(0);
        let has = |s: &usize| self.bench.deck.count(*s, &listed) > 0;
        let section = if by > 0 || has(&home) { Some(home) } else { (0..game.sections.len()).rev().find(has) };
        match section {
            Some(section) => self.here(library, book, section, &listed, by),
            None => Ok(()),
        }
    }

    fn here(
        &mut self,
        library: &mut Library,
        book: &Book,
        section: usize,
        card: &Listed,
        by: i64,
    ) -> Result<(), Error> {
        let before = self.bench.deck.count(section, card);
        let count = u32::try_from(i64::from(before) + by).unwrap_or(0);
        if count == before {
            return Ok(());
        }
        let edit = Edit::Set { section: book.game.sections[section].id.clone(), card: id(&book.game, card), count };
        self.edit(library, book, edit)
    }

    fn mend(&mut self, library: &mut Library, book: &Book, at: usize) -> Result<(), Error> {
        let violation = self.report.as_ref().and_then(|r| r.violations.get(at));
        let changes = violation.map_or_else(Vec::new, |v| v.fix.changes.clone());
        for change in changes {
            if let Some(section) = book.game.section(&change.section) {
                self.here(library, book, section, &Listed::of(&book.game, &change.card), change.by)?;
            }
        }
        Ok(())
    }

    fn settle_name(&mut self, library: &mut Library, book: &Book) -> Result<(), Error> {
        let name = self.name.trim().to_owned();
        if !name.is_empty() && name != self.bench.deck.name {
            self.bench.edit(library, &book.game, Edit::Rename(name))?;
        }
        self.name = self.bench.deck.name.clone();
        Ok(())
    }

    /// The collection has changed.
    pub fn set_collection(&mut self, held: &Arc<Held>) {
        self.finder.set_collection(held);
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, book: &Book, chance: &mut Chance) -> Action {
        let game = &book.game;
        let edited = match message {
            Message::Typed(text) => {
                self.finder.set_deck(Some(&self.bench.deck));
                self.finder.search(game, text);
                self.hover = None;
                return Action::Run(grid::scroll_to(LIST, 0.0));
            }
            Message::Scrolled(viewport) => {
                self.finder.scroll.moved(&viewport);
                return Action::None;
            }
            Message::Pressed(at) => {
                self.finder.chosen = Some(at);
                return Action::None;
            }
            Message::Hovered(hover) => {
                self.hover = hover;
                return Action::None;
            }
            Message::NameTyped(name) => {
                self.name = name;
                return Action::None;
            }
            Message::Pictured(pictured) => {
                self.pictured = pictured;
                self.hover = None;
                return match library.set(PICTURED, &pictured) {
                    Ok(()) => Action::None,
                    Err(e) => Action::Say(Notice::wrong(e)),
                };
            }
            Message::TargetChosen(section) => {
                self.target = Some(section);
                return Action::None;
            }
            Message::TabChosen(Tab::Hands) => return self.show_hands(book, chance),
            Message::TabChosen(tab) => {
                self.tab = tab;
                return Action::None;
            }
            Message::LacksWanted => return Action::WantLacks,
            Message::Exporting => {
                self.export = Some(Export::new(&self.bench.deck));
                return Action::None;
            }
            Message::Export(message) => return self.exporting(message, game),
            Message::Hands(message) => return self.handling(message, book, chance),
            Message::Copies(card, by) => self.copies(library, book, card, by),
            Message::Here(section, card, by) => self.here(library, book, section, &card, by),
            Message::Moved(from, card, to) => {
                let n = i64::from(self.bench.deck.count(from, &card));
                self.here(library, book, from, &card, -n).and_then(|()| self.here(library, book, to, &card, n))
            }
            Message::NameSettled => self.settle_name(library, book),
            Message::FormatChosen(format) => self.edit(library, book, Edit::Format(format)),
            Message::Undo => self.bench.undo(library, game).map(|_| self.check(book)),
            Message::Redo => self.bench.redo(library, game).map(|_| self.check(book)),
            Message::Mended(at) => self.mend(library, book, at),
            Message::Closed => {
                let settled = self.settle_name(library, book);
                return settled.map_or_else(|e| Action::Say(Notice::wrong(e)), |()| Action::Close);
            }
        };
        match edited {
            Ok(()) => {
                self.name = self.bench.deck.name.clone();
                Action::Say(Notice::done(format!("“{}” is saved", self.bench.deck.name)))
            }
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    fn exporting(&mut self, message: export::Message, game: &Game) -> Action {
        let Some(export) = &mut self.export else { return Action::None };
        match export.update(message, game, &self.bench.deck) {
            export::Action::None => Action::None,
            export::Action::Run(task) => Action::Run(task.map(Message::Export)),
            export::Action::Closed => {
                self.export = None;
                Action::None
            }
            export::Action::Done(notice, task) => {
                self.export = None;
                Action::SayAndRun(notice, task.map(Message::Export))
            }
        }
    }

    fn handling(&mut self, message: hands::Message, book: &Book, chance: &mut Chance) -> Action {
        if matches!(message, hands::Message::Back) {
            self.tab = Tab::Deck;
            return Action::None;
        }
        match self.hands.as_mut().map(|h| h.update(message, book, chance)) {
            Some(Err(e)) => Action::Say(Notice::wrong(e)),
            Some(Ok(task)) => Action::Run(task.map(Message::Hands)),
            None => Action::None,
        }
    }

    /// Shows hands of the deck as it is now.
    pub fn show_hands(&mut self, book: &Book, chance: &mut Chance) -> Action {
        self.tab = Tab::Hands;
        if self.hands.is_some() {
            return Action::None;
        }
        let (Some(format), true) = (self.format(book), self.legal()) else { return Action::None };
        match Hands::new(book, format, &self.bench, chance) {
            Ok((hands, task)) => {
                self.hands = Some(hands);
                Action::Run(task.map(Message::Hands))
            }
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    /// Does what a key wishes.
    pub fn wish(&mut self, wish: Wish, library: &mut Library, book: &Book, chance: &mut Chance, room: Size) -> Action {
        let update = |editor: &mut Editor, chance: &mut Chance, library: &mut Library, message| {
            editor.update(message, library, book, chance)
        };
        match wish {
            Wish::Undo => return update(self, chance, library, Message::Undo),
            Wish::Redo => return update(self, chance, library, Message::Redo),
            Wish::Back if self.export.is_some() => self.export = None,
            Wish::Back if self.tab == Tab::Hands => self.tab = Tab::Deck,
            Wish::Back if !self.finder.text.is_empty() => {
                return update(self, chance, library, Message::Typed(String::new()));
            }
            Wish::Back => return update(self, chance, library, Message::Closed),
            wish if self.tab == Tab::Hands => {
                return match hands::Message::of(wish) {
                    Some(message) => self.handling(message, book, chance),
                    None => Action::None,
                };
            }
            Wish::Search => {
                let select = iced::widget::operation::select_all(SEARCH);
                return Action::Run(Task::batch([iced::widget::operation::focus(SEARCH), select]));
            }
            wish => {
                if let Some(step) = Step::of(wish) {
                    let offset = self.finder.step(&self.grid(room), step);
                    self.hover = self.finder.card().map(|c| (c, Side::Search));
                    return offset.map_or(Action::None, |o| Action::Run(grid::scroll_to(LIST, o)));
                }
                let card = self.finder.card().or_else(|| self.finder.found.first().copied());
                let by = if wish == Wish::Less { -1 } else { 1 };
                if let (Wish::Enter | Wish::More | Wish::Less, Some(card)) = (wish, card) {
                    return update(self, chance, library, Message::Copies(card, by));
                }
            }
        }
        Action::None
    }

    fn grid(&self, room: Size) -> Grid {
        Grid::of_rows(lists::search_width(room) - 24.0, lists::ROW)
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, book: &Book, room: Size) -> Vec<Wanted> {
        if let (Tab::Hands, Some(hands)) = (self.tab, &self.hands) {
            return hands.wanted(room);
        }
        let mut wanted: Vec<Wanted> = self.hover.iter().map(|(card, _)| (*card, PREVIEW as u32)).collect();
        if self.pictured {
            wanted.extend(lists::pictures(&book.game, &self.bench.deck, room));
        }
        wanted
    }

    /// The editor.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let body: Element<'a, Message> = match (self.tab, &self.hands) {
            (Tab::Deck, _) => self.deck(look),
            (Tab::Hands, Some(hands)) => hands.view(look).map(Message::Hands),
            (Tab::Hands, None) => {
                let back = button::primary("Back to the deck").on_press(Message::TabChosen(Tab::Deck)).into();
                let why = "Hands are dealt from decks that may be played. Mend what is listed beside the deck, then come back.";
                container(panel::empty("This deck is not legal yet", why, Some(back))).style(panel::ground).into()
            }
        };
        let page = column![self.head(look), panel::flat(), body];
        let Some(export) = &self.export else { return page.into() };
        let format = self.format(look.book).map_or(self.bench.deck.format.as_str(), |f| f.name.as_str());
        let over =
            container(opaque(export.view(self.legal(), format).map(Message::Export))).center(Fill).style(panel::shade);
        stack![page, opaque(mouse_area(over).on_press(Message::Export(export::Message::Closed)))].into()
    }

    fn head<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let formats: Vec<Choice> =
            look.book.formats.iter().map(|f| Choice { id: f.id.clone(), name: f.name.clone() }).collect();
        let chosen = formats.iter().find(|f| f.id == self.bench.deck.format).cloned();
        let name =
            field::heading("Name of the deck", &self.name).on_input(Message::NameTyped).on_submit(Message::NameSettled);
        let tab = |name, tab| button::tab(name, self.tab == tab).on_press(Message::TabChosen(tab));
        let (undo, redo) = self.bench.can_undo_redo();
        let tool = |pictured, on: bool, message| {
            let ink = if on { Ink::Text } else { Ink::Muted };
            button::square(icon(pictured, 18.0, ink), 34.0).on_press_maybe(on.then_some(message))
        };
        let bar = row![
            button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed),
            name.width(if look.room.width > 1500.0 { 420 } else { 300 }),
            field::choice(formats, chosen, |c: Choice| Message::FormatChosen(c.id)).placeholder("Format"),
            gap::horizontal(),
            tab("Deck", Tab::Deck),
            tab("Hands", Tab::Hands),
            gap::horizontal(),
            tool(Icon::Undo, undo, Message::Undo),
            tool(Icon::Redo, redo, Message::Redo),
            button::with_icon(icon(Icon::Export, 16.0, Ink::Text), "Export").on_press(Message::Exporting),
        ];
        container(bar.spacing(space::S).align_y(Center))
            .height(56)
            .center_y(56)
            .padding([0, 12])
            .style(panel::surface)
            .into()
    }

    fn deck<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let search_width = lists::search_width(look.room);
        let results = lists::search(look, &self.finder, self.grid(look.room), &self.bench.deck, LIST);
        let answer = container(self.finder.answer(look.game().cards.len()));
        let head = column![
            container(self.finder.field(SEARCH, "Find a card to add", Message::Typed)).height(36),
            row![answer.width(Fill), self.targets(look)].align_y(Center),
        ];
        let search = column![head.spacing(space::S).padding([space::M, space::M]), results];
        let middle = lists::deck(look, &self.bench.deck, self.report.as_ref(), self.pictured);
        let side = side::view(look, self);
        let page = row![
            container(search).width(search_width).height(Fill).style(panel::surface),
            panel::upright(),
            container(middle).width(Fill).height(Fill).style(panel::ground),
            panel::upright(),
            container(side).width(side::width(look.room)).height(Fill).style(panel::surface),
        ];
        let Some((card, from)) = self.hover else { return page.into() };
        // The card floats beside the list that the cursor is in, never over it.
        let face = container(look.gallery.face(card, PREVIEW)).padding(10).style(panel::floating);
        let left = match from {
            Side::Search => search_width + 16.0,
            Side::Deck => (search_width - PREVIEW - 20.0).max(4.0),
        };
        let place = container(face).padding(iced::Padding { top: 88.0, left, ..Default::default() });
        stack![page, place].into()
    }

    /// Where cards go, if more than one section takes them.
    fn targets<'a>(&'a self, look: Look<'a>) -> Option<Element<'a, Message>> {
        let game = look.game();
        let shared = game.cards.iter().any(|c| game.sections.iter().filter(|s| s.accepts.matches(c)).count() > 1);
        if !shared {
            return None;
        }
        let tabs = game.sections.iter().enumerate().map(|(at, section)| {
            let chosen = self.target.unwrap_or(0) == at;
            let name = crate::widget::label::caption(section.name.as_str());
            button::toggle(name, chosen).padding([2, 8]).on_press(Message::TargetChosen(at)).into()
        });
        Some(iced::widget::Row::with_children(tabs).spacing(2).into())
    }
}

/// A format in the switcher.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Choice {
    id: String,
    name: String,
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

fn id(game: &Game, card: &Listed) -> String {
    match card {
        Listed::Card(ix) => game.card(*ix).id.clone(),
        Listed::Unknown(name) => name.clone(),
    }
}

fn free_cards(book: &Book, format: &str) -> Vec<CardIx> {
    book.format(format).and_then(Format::free).map_or_else(Vec::new, |q| q.select(&book.game))
}
