//! The shelf: decks of the library and starter decks, each with its cover, its factions and whether it is legal.

use catalog::store::Library;
use catalog::store::journal::{Kind, StreamId};
use catalog::{CardIx, Game};
use formats::check;
use formats::deck::Listed;
use formats::limited::Pool;
use formats::{Book, Deck};
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill};

use crate::screen::{Look, ago};
use crate::theme::{SEMIBOLD, size, space};
use crate::widget::face::Wanted;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel, pips};
use crate::workbench::Workbench;

/// Width of a cover.
const COVER: f32 = 84.0;
/// About how wide a tile is.
const TILE: f32 = 300.0;

/// The decks of a game.
#[derive(Debug, Default)]
pub struct Shelf {
    /// Those of the library, the one that changed last first.
    pub saved: Vec<Tile>,
    starters: Vec<Tile>,
    /// The deck that was put away last.
    pub put_away: Option<(StreamId, String)>,
    fault: Option<String>,
}

/// A deck on the shelf.
#[derive(Debug, Clone)]
pub struct Tile {
    /// Its stream; a starter deck has none.
    pub id: Option<StreamId>,
    /// Its name.
    pub name: String,
    format: String,
    about: String,
    size: u32,
    cover: Option<CardIx>,
    /// Its cards by their first printings, with the copies of all sections.
    cards: Vec<(CardIx, u32)>,
    factions: catalog::game::Mask,
    /// What the check says: nothing wrong, or so many things; absent if the format is gone.
    wrong: Option<usize>,
    changed: Option<i64>,
}

/// What happens on the shelf.
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
}

impl Shelf {
    /// Looks at the library.
    pub fn load(library: &Library, book: &Book) -> Shelf {
        let mut shelf = Shelf::default();
        shelf.reload(library, book);
        shelf
    }

    /// Looks at the library again.
    pub fn reload(&mut self, library: &Library, book: &Book) {
        let game = &book.game;
        self.starters = book.decks.iter().map(|(_, deck)| tile(book, deck, None)).collect();
        self.saved.clear();
        match library.streams(Kind::Deck, &game.id) {
            Ok(headings) => {
                for heading in headings {
                    // A deck that cannot be read is shown with its name all the same: nothing is hidden.
                    let mut tile = match Workbench::open(library, game, heading.id) {
                        Ok(bench) => tile(book, &bench.deck, bench.pool.as_ref()),
                        Err(e) => Tile { about: e.to_string(), ..tile(book, &Deck::new(game, "", ""), None) },
                    };
                    (tile.name, tile.id, tile.changed) = (heading.name, Some(heading.id), Some(heading.changed));
                    self.saved.push(tile);
                }
            }
            Err(e) => self.fault = Some(e.to_string()),
        }
    }

    /// The decks that play a card, given by its first printing, with how many copies.
    pub fn playing(&self, card: CardIx) -> Vec<(Option<StreamId>, &str, u32)> {
        let copies = |tile: &Tile| tile.cards.iter().find(|(ix, _)| *ix == card).map(|(_, n)| *n);
        let all = self.saved.iter().chain(&self.starters);
        all.filter_map(|tile| Some((tile.id, tile.name.as_str(), copies(tile)?))).collect()
    }

    /// The faces in sight.
    pub fn wanted(&self) -> Vec<Wanted> {
        self.saved.iter().chain(&self.starters).filter_map(|t| Some((t.cover?, COVER as u32))).collect()
    }

    /// The shelf.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let inside = look.room.width - 2.0 * space::XL - 12.0;
        let columns = ((inside + space::L) / (TILE + space::L)).floor().max(1.0);
        let width = ((inside - space::L * (columns - 1.0)) / columns).floor();
        let tiles = |tiles: &'a [Tile]| -> Element<'a, Message> {
            let tiles = tiles.iter().enumerate().map(|(at, t)| t.view(look, at, width));
            Row::with_children(tiles).spacing(space::L).wrap().vertical_spacing(space::L).into()
        };
        let new = iced::widget::button(
            row![icon(Icon::Plus, 16.0, Ink::OnAccent), label::line("New deck").font(crate::theme::SEMIBOLD)]
                .spacing(space::S)
                .align_y(Center),
        );
        let head = row![
            label::page("Decks"),
            gap::horizontal(),
            button::with_icon(icon(Icon::Import, 16.0, Ink::Text), "Import").on_press(Message::Import),
            button::loud(new).on_press(Message::New),
        ];
        let mut page = Column::new().spacing(space::XL).padding(space::XL).push(head.spacing(space::M).align_y(Center));
        if let Some(fault) = &self.fault {
            page = page.push(panel::toned(Tone::Bad, label::body(fault.as_str())));
        }
        if let Some((id, name)) = &self.put_away {
            let said = label::body(format!("“{name}” was put away."));
            let back = button::plain("Take it back").on_press(Message::TakenBack(*id));
            page = page.push(panel::toned(Tone::Plain, row![said.width(Fill), back].align_y(Center)));
        }
        let mine: Element<'a, Message> = match self.saved.is_empty() {
            false => tiles(&self.saved),
            true => label::body("Nothing here yet. Start from one of the decks below, or with an empty one.")
                .style(label::muted)
                .into(),
        };
        page = page.push(column![label::section("Your decks"), mine].spacing(space::M));
        if !self.starters.is_empty() {
            let told =
                label::body("Decks that come with the game. Opening one puts a copy among yours.").style(label::muted);
            let head = column![label::section("Starter decks"), told].spacing(space::XS);
            page = page.push(column![head, tiles(&self.starters)].spacing(space::M));
        }
        container(field::scrolled(page).width(Fill).height(Fill)).style(panel::ground).into()
    }
}

fn tile(book: &Book, deck: &Deck, pool: Option<&Pool>) -> Tile {
    let game = &book.game;
    let format = book.format(&deck.format);
    let cards = || deck.sections.iter().flatten().filter_map(|e| known(&e.card).map(|c| (c, e.count)));
    let leader = format.and_then(|f| f.home).and_then(|s| deck.sections[s].first()).and_then(|e| known(&e.card));
    let cost = |c: CardIx| game.cost_field().and_then(|f| game.card(c).number_in(f)).unwrap_or(-1);
    let best = cards().max_by_key(|(c, n)| (game.card(*c).rarity, cost(*c), *n)).map(|(c, _)| c);
    // The factions that make up at least a tenth of the deck.
    let weight =
        |f: usize| cards().filter(|(c, _)| game.card(*c).factions & (1 << f) != 0).map(|(_, n)| n).sum::<u32>();
    let all: u32 = cards().map(|(_, n)| n).sum();
    let factions = (0..game.factions.len()).filter(|f| weight(*f) * 10 >= all.max(1)).fold(0, |m, f| m | 1 << f);
    let mut counted: Vec<(CardIx, u32)> = Vec::new();
    for (card, count) in cards() {
        let name = game.namesake(card);
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, n)) => *n += count,
            None => counted.push((name, count)),
        }
    }
    Tile {
        id: None,
        name: deck.name.clone(),
        format: format.map_or_else(|| deck.format.clone(), |f| f.name.clone()),
        about: deck.about.clone(),
        size: (0..game.sections.len()).map(|s| deck.size(s)).sum(),
        cover: leader.or(best),
        cards: counted,
        factions,
        wrong: format.map(|f| check::check(game, f, deck, pool).violations.len()),
        changed: None,
    }
}

fn known(card: &Listed) -> Option<CardIx> {
    match card {
        Listed::Card(ix) => Some(*ix),
        Listed::Unknown(_) => None,
    }
}

impl Tile {
    fn view<'a>(&'a self, look: Look<'a>, at: usize, width: f32) -> Element<'a, Message> {
        let game: &Game = look.game();
        let high = crate::widget::face::height(COVER);
        let cover: Element<'a, Message> = match self.cover {
            Some(card) => look.gallery.face(card, COVER),
            None => container(icon(Icon::Decks, 32.0, Ink::Muted))
                .center_x(COVER)
                .center_y(high)
                .style(panel::ground)
                .into(),
        };
        let state = match self.wrong {
            Some(0) => panel::badge(Tone::Good, "Legal"),
            Some(1) => panel::badge(Tone::Bad, "1 thing to mend"),
            Some(n) => panel::badge(Tone::Bad, format!("{n} things to mend")),
            None => panel::badge(Tone::Warn, "Format is gone"),
        };
        let signs = pips::factions(look.gallery, game.factions_of(self.factions), 18.0);
        let told = match self.changed {
            Some(changed) => format!("{}  ·  {} cards  ·  {}", self.format, self.size, ago(changed)),
            None => format!("{}  ·  {} cards", self.format, self.size),
        };
        let mut text = column![cut(self.name.clone()).font(SEMIBOLD).size(size::EMPHASIS), label::caption(told)]
            .spacing(space::XS);
        if !self.about.is_empty() && self.id.is_none() {
            let about = label::caption(self.about.as_str()).line_height(1.35);
            text = text.push(container(about).height(33).clip(true));
        }
        text = text.push(gap::vertical());
        let mut foot = row![signs, gap::horizontal(), state].spacing(space::S).align_y(Center);
        if let Some(id) = self.id {
            foot = foot.push(button::square(icon(Icon::Copy, 16.0, Ink::Muted), 26.0).on_press(Message::Cloned(id)));
            foot = foot.push(button::square(icon(Icon::Bin, 16.0, Ink::Muted), 26.0).on_press(Message::PutAway(id)));
        }
        let content = row![cover, text.push(foot).width(Fill).height(high)].spacing(space::M);
        let press = self.id.map_or(Message::Copied(at), Message::Opened);
        button::tile(content).width(width).on_press(press).into()
    }
}
