//! The hall: what can be begun, and what waits to be taken up again.

use catalog::CardIx;
use catalog::store::Library;
use catalog::store::journal::{Kind, StreamId};
use catalog::tr;
use formats::limited::sealed::{Chance, Event, Start};
use formats::rng::Seed;
use formats::{Book, Format};
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill};

use super::pool::PoolPage;
use crate::draft_room::DraftRoom;
use crate::screen::{Look, ago};
use crate::theme::space;
use crate::widget::face::Wanted;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, field, label, panel};

/// What can be begun and taken up.
#[derive(Debug, Default)]
pub struct Hall {
    waiting: Vec<Waiting>,
    seats: Vec<(String, u32)>,
    fault: Option<String>,
    /// Whether packs are opened card by card.
    ceremony: bool,
}

/// The setting that says whether packs are opened card by card; they are unless somebody says otherwise.
const CEREMONY: &str = "limited.ceremony";

/// What was begun.
pub enum Begun {
    /// A draft, which is saved.
    Draft(Box<DraftRoom>),
    /// A sealed event, which is not yet, with its name.
    Sealed(Box<Event>, String),
}

/// Begins an event as its format has it: a draft of one person against bots, or one pool.
///
/// # Errors
/// Of the library, or when there is no such format.
pub fn begin(library: &mut Library, book: &Book, format: &str, seats: u32, seed: Seed) -> Result<Begun, String> {
    let found = book.format(format).and_then(|f| Some((f, f.limited.as_ref()?)));
    let (declared, limited) = found.ok_or_else(|| tr!("there is no limited format `{format}`", format))?;
    if limited.is_draft() {
        let room = DraftRoom::begin(library, book, format, seats, seed).map_err(|e| e.to_string())?;
        return Ok(Begun::Draft(Box::new(room)));
    }
    let mut event = Event::new(Start {
        game: book.game.id.clone(),
        format: format.to_owned(),
        data_hash: book.game.data_hash.clone(),
        pools: 1,
        team: 1,
        chance: Chance::Seed(seed.hex()),
        cube: None,
    });
    event.open(book, &limited.products).map_err(|e| e.to_string())?;
    Ok(Begun::Sealed(Box::new(event), declared.name.clone()))
}

/// A draft or pool of the library.
#[derive(Debug)]
struct Waiting {
    id: StreamId,
    draft: bool,
    name: String,
    state: String,
    done: bool,
    changed: i64,
}

/// What happens in the hall.
#[derive(Debug, Clone)]
pub enum Message {
    /// A draft of a format shall have so many seats.
    SeatsSet(String, u32),
    /// A format is begun as it is, with so many seats.
    Begun(String, u32),
    /// A format is set up first.
    SetUp(String),
    /// Packs are opened card by card, or at once.
    CeremonyToggled,
    /// A draft is taken up again.
    DraftOpened(StreamId),
    /// A pool is looked at again.
    PoolOpened(StreamId),
    /// A draft or pool is put away.
    PutAway(StreamId),
}

impl Hall {
    /// Looks at the library.
    pub fn load(library: &Library, book: &Book) -> Hall {
        let mut hall = Hall::default();
        hall.reload(library, book);
        hall
    }

    /// Looks at the library again.
    pub fn reload(&mut self, library: &Library, book: &Book) {
        self.waiting.clear();
        self.ceremony = library.setting(CEREMONY).ok().flatten().unwrap_or(true);
        for kind in [Kind::Draft, Kind::Pool] {
            match library.streams(kind, &book.game.id) {
                Ok(headings) => {
                    for h in headings {
                        let draft = kind == Kind::Draft;
                        let (state, done) =
                            if draft { draft_state(library, book, h.id) } else { pool_state(library, book, h.id) };
                        self.waiting.push(Waiting { id: h.id, draft, name: h.name, state, done, changed: h.changed });
                    }
                }
                Err(e) => self.fault = Some(e.to_string()),
            }
        }
        self.waiting.sort_by_key(|w| (w.done, std::cmp::Reverse(w.changed), std::cmp::Reverse(w.id)));
    }

    /// Whether packs are opened card by card.
    pub fn ceremony(&self) -> bool {
        self.ceremony
    }

    /// Opens packs card by card from now on, or at once.
    ///
    /// # Errors
    /// Of the library.
    pub fn set_ceremony(&mut self, ceremony: bool, library: &mut Library) -> Result<(), catalog::store::Error> {
        self.ceremony = ceremony;
        library.set(CEREMONY, &self.ceremony)
    }

    /// How many seats a draft of a format shall have.
    pub fn set_seats(&mut self, format: &str, seats: u32) {
        self.seats.retain(|(f, _)| f != format);
        self.seats.push((format.to_owned(), seats));
    }

    /// The faces in sight.
    pub fn wanted(&self, book: &Book) -> Vec<Wanted> {
        let formats = book.formats.iter().filter(|f| f.limited.is_some());
        formats.flat_map(|f| fan(book, f)).map(|c| (c, FAN as u32)).collect()
    }

    /// The hall.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let formats: Vec<&Format> = look.book.formats.iter().filter(|f| f.limited.is_some()).collect();
        if formats.is_empty() {
            return panel::empty(tr!("Nothing to open"), tr!("This game has no product that packs are made of."), None);
        }
        let inside = look.room.width - 2.0 * space::XL - 12.0;
        let columns = (inside / 420.0).floor().clamp(1.0, 3.0);
        let width = ((inside - space::L * (columns - 1.0)) / columns).floor();
        let tiles = formats.into_iter().map(|f| self.tile(look, f, width));
        let ceremony = button::toggle(label::line(tr!("Open packs card by card")), self.ceremony).padding([6, 10]);
        let mut page = column![
            row![label::page(tr!("Limited")), gap::horizontal(), ceremony.on_press(Message::CeremonyToggled)]
                .align_y(Center)
                .width(inside),
            Row::with_children(tiles).spacing(space::L).wrap().vertical_spacing(space::L),
        ];
        if let Some(fault) = &self.fault {
            page = page.push(panel::toned(Tone::Bad, label::body(fault.as_str())));
        }
        let waiting: Element<'a, Message> = match self.waiting.is_empty() {
            true => {
                label::body(tr!("Drafts and pools are saved with every card. Those you have begun will wait here."))
                    .style(label::muted)
                    .into()
            }
            false => Column::with_children(self.waiting.iter().map(Waiting::view)).into(),
        };
        page = page.push(column![label::section(tr!("Go on")), waiting].spacing(space::M).width(inside));
        let page = page.spacing(space::XL).padding(space::XL);
        container(field::scrolled(page).width(Fill).height(Fill)).style(panel::ground).into()
    }

    fn tile<'a>(&'a self, look: Look<'a>, format: &'a Format, width: f32) -> Element<'a, Message> {
        let Some(limited) = &format.limited else { return gap().into() };
        let product = look.book.product(&limited.product);
        let size = product.map_or(0, |p| p.size());
        let (min, max) = limited.seats;
        let told = match limited.is_draft() {
            true => tr!("{} packs of {size} cards each, passed around", limited.packs, size),
            false => tr!("{} packs of {size} cards, all yours", limited.packs, size),
        };
        let product = product.map_or("", |p| p.name.as_str());
        let mut act = row![].spacing(space::S).align_y(Center);
        if limited.is_draft() {
            let chosen = self.seats.iter().find(|(f, _)| *f == format.id).map_or(max.min(8), |(_, n)| *n);
            let set = |n: u32| (min..=max).contains(&n).then(|| Message::SeatsSet(format.id.clone(), n));
            act = act
                .push(button::step("−").on_press_maybe(set(chosen - 1)))
                .push(container(label::emphasis(chosen.to_string())).center_x(28))
                .push(button::step("+").on_press_maybe(set(chosen + 1)))
                .push(label::body(tr!("seats")).style(label::muted))
                .push(gap::horizontal())
                .push(button::plain(tr!("Set up…")).on_press(Message::SetUp(format.id.clone())))
                .push(button::primary(tr!("Start the draft")).on_press(Message::Begun(format.id.clone(), chosen)));
        } else {
            act = act
                .push(gap::horizontal())
                .push(button::plain(tr!("Set up…")).on_press(Message::SetUp(format.id.clone())))
                .push(button::primary(tr!("Get the packs")).on_press(Message::Begun(format.id.clone(), 1)));
        }
        let kind = if limited.is_draft() { tr!("Draft") } else { tr!("Sealed") };
        let fan = fan(look.book, format).into_iter().map(|c| look.gallery.face(c, FAN));
        let fan = container(Row::with_children(fan).spacing(space::S)).padding([4, 0]);
        let content = column![
            row![label::section(format.name.as_str()), panel::badge(Tone::Plain, kind)]
                .spacing(space::M)
                .align_y(Center),
            label::body(format.about.as_str()).style(label::muted),
            fan,
            row![icon(Icon::Limited, 18.0, Ink::Accent), label::body(format!("{product}: {told}"))].spacing(space::S),
            container(act).padding(iced::padding::top(8)),
        ];
        container(content.spacing(space::M)).width(width).padding(20).style(panel::framed).into()
    }
}

/// Width of the cards that show what a format is about.
const FAN: f32 = 88.0;

/// Some of the best cards of a format's product, each of another faction.
fn fan(book: &Book, format: &Format) -> Vec<CardIx> {
    let Some(product) = format.limited.as_ref().and_then(|l| book.product(&l.product)) else { return Vec::new() };
    let sealed = format.limited.as_ref().is_some_and(|l| !l.is_draft());
    let mut cards: Vec<CardIx> = product.sheets.iter().flat_map(|s| s.cards.iter().copied()).collect();
    let ratings = product.ratings(&book.game);
    cards.sort_by_key(|c| (std::cmp::Reverse(ratings[c.at()].points), *c));
    let mut fan: Vec<CardIx> = Vec::new();
    // Two formats of one product should not show the same five cards.
    for card in cards.into_iter().skip(if sealed { 3 } else { 0 }) {
        let factions = book.game.card(card).factions;
        let many = book.game.factions.len() > 5;
        if fan.len() < 5 && (!many || !fan.iter().any(|c| book.game.card(*c).factions == factions)) {
            fan.push(card);
        }
    }
    fan
}

impl Waiting {
    fn view(&self) -> Element<'_, Message> {
        let kind = if self.draft { tr!("Draft") } else { tr!("Sealed") };
        let open = if self.draft { Message::DraftOpened(self.id) } else { Message::PoolOpened(self.id) };
        let word = if self.done { tr!("Look at it") } else { tr!("Go on") };
        let act = if self.done { button::plain(word) } else { button::primary(word) };
        let line = row![
            container(label::emphasis(self.name.as_str())).width(220),
            container(label::caption(kind)).width(64),
            label::body(self.state.as_str()).width(Fill),
            label::caption(ago(self.changed)),
            act.on_press(open),
            button::square(icon(Icon::Bin, 16.0, Ink::Muted), 30.0).on_press(Message::PutAway(self.id)),
        ];
        column![container(line.spacing(space::M).align_y(Center)).padding([10, 0]), panel::flat()].into()
    }
}

fn draft_state(library: &Library, book: &Book, id: StreamId) -> (String, bool) {
    let room = match DraftRoom::open(library, book, id) {
        Ok(room) => room,
        Err(e) => return (e.to_string(), true),
    };
    let table = &room.pod.table;
    if table.is_over() {
        return (tr!("Over: {} cards drafted", table.picks(room.first_person()).len()), true);
    }
    let (round, pick) = room.at();
    let at = if table.passing().is_some() {
        tr!("Pack {round}, pick {pick}", round, pick)
    } else {
        tr!("Round {round}, turn {pick}", round, pick)
    };
    let names: Vec<String> = room.people().into_iter().map(|seat| room.name_of(seat)).collect();
    let who = if names.len() > 1 { tr!(": {} share the window", names.join(", ")) } else { String::new() };
    (tr!("{at}, at a table of {}{who}", table.seats(), at, who), false)
}

fn pool_state(library: &Library, book: &Book, id: StreamId) -> (String, bool) {
    match PoolPage::load(library, book, id, false) {
        Ok(page) => page.state(),
        Err(e) => (e, true),
    }
}
