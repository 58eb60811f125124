//! The lobby: what can be begun, and what waits to be taken up again.

use catalog::CardIx;
use catalog::localize::prose;
use catalog::store::Library;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use formats::limited::sealed::{PackRandomness, SealedEvent, SealedStart};
use formats::rng::Seed;
use formats::{DeckFormat, GameLibrary};
use host::log::{TableAction, TableStart};
use host::table::Table;
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill, Size};

use super::format::limited_format;
use super::pool::PoolPage;
use crate::motion;
use crate::screen::{ScreenContext, ago};
use crate::theme::space;
use crate::widget::face::FaceRequest;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::tile_grid::TileGrid;
use crate::widget::{Element, button, field, label, panel};
use formats::saved::draft::SavedDraft;

/// What can be begun and taken up.
#[derive(Debug, Default)]
pub struct Lobby {
    waiting: Vec<SavedRow>,
    seats: Vec<(String, u32)>,
    fault: Option<String>,
    /// Whether packs are opened card by card.
    card_by_card: bool,
    reduced_motion: bool,
    /// What was put away last.
    pub removed: Option<StreamId>,
}

/// The setting that says whether packs are opened card by card; they are unless somebody says otherwise.
const CARD_BY_CARD: &str = "limited.ceremony";

/// What was begun.
pub enum NewEvent {
    /// A draft, which is saved.
    Draft(Box<SavedDraft>),
    /// A sealed event, which is not yet, with its name.
    Sealed(Box<SealedEvent>, String),
}

/// Begins an event as its format has it: a draft of one person against bots, or one pool.
///
/// # Errors
/// Of the library, or when there is no such format.
pub fn begin(
    library: &mut Library,
    game_library: &GameLibrary,
    format: &str,
    seats: u32,
    seed: Seed,
) -> Result<NewEvent, String> {
    let (declared, limited) = limited_format(game_library, format)?;
    if limited.is_draft() {
        let saved = SavedDraft::begin(library, game_library, format, seats, seed).map_err(|e| e.to_string())?;
        return Ok(NewEvent::Draft(Box::new(saved)));
    }
    let mut event = SealedEvent::new(SealedStart {
        game: game_library.game.id.clone(),
        format: format.to_owned(),
        data_hash: game_library.game.data_hash.clone(),
        pools: 1,
        team: 1,
        chance: PackRandomness::Seed(seed.to_hex()),
        products: limited.products.clone(),
        cube: None,
    });
    event.open(game_library, &event.products_of_pool(limited)).map_err(|e| e.to_string())?;
    Ok(NewEvent::Sealed(Box::new(event), declared.name.clone()))
}

/// What is taken up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SavedKind {
    Draft,
    Sealed,
    /// A table for phones.
    Hosted,
}

/// A draft, pool or hosted table of the library.
#[derive(Debug)]
struct SavedRow {
    id: StreamId,
    kind: SavedKind,
    name: String,
    state: String,
    done: bool,
    changed: i64,
}

/// What happens in the lobby.
#[derive(Debug, Clone)]
pub enum Message {
    /// A draft of a format shall have so many seats.
    SeatsSet(String, u32),
    /// A format is begun as it is, with so many seats.
    Begun(String, u32),
    /// A format is set up first.
    SetUp(String),
    /// Packs are opened card by card, or at once.
    CardByCardToggled,
    /// A draft is taken up again.
    DraftOpened(StreamId),
    /// A table of a format is hosted for phones, with so many seats.
    Hosted(String, u32),
    /// A table for phones is hosted again.
    TableOpened(StreamId),
    /// A pool is looked at again.
    PoolOpened(StreamId),
    /// A draft or pool is put away.
    PutAway(StreamId),
    /// What was put away last is back.
    Restored,
    /// There are no packs: the game is played.
    PlayWanted,
}

impl Lobby {
    /// Looks at the library.
    pub fn load(library: &Library, game_library: &GameLibrary) -> Lobby {
        let mut lobby = Lobby::default();
        lobby.reload(library, game_library);
        lobby
    }

    /// Looks at the library again.
    pub fn reload(&mut self, library: &Library, game_library: &GameLibrary) {
        self.waiting.clear();
        self.card_by_card = library.setting(CARD_BY_CARD).ok().flatten().unwrap_or(true);
        self.reduced_motion = motion::is_reduced(library);
        let kinds = [
            (StreamKind::Draft, SavedKind::Draft),
            (StreamKind::Pool, SavedKind::Sealed),
            (StreamKind::Table, SavedKind::Hosted),
        ];
        let mut at_phones = Vec::new();
        for (stream, kind) in kinds {
            match library.streams(stream, &game_library.game.id) {
                Ok(headings) => {
                    for h in headings {
                        let (state, done) = match kind {
                            SavedKind::Draft => draft_state(library, game_library, h.id),
                            SavedKind::Sealed => pool_state(library, game_library, h.id),
                            SavedKind::Hosted => {
                                let (state, streams) = hosted_state(library, h.id);
                                at_phones.extend(streams);
                                (state, false)
                            }
                        };
                        self.waiting.push(SavedRow { id: h.id, kind, name: h.name, state, done, changed: h.changed });
                    }
                }
                Err(e) => self.fault = Some(e.to_string()),
            }
        }
        // What goes on at phones is not looked at from here, where every hand would be open.
        self.waiting.retain(|row| row.done || !at_phones.contains(&row.id));
        self.waiting.sort_by_key(|w| (w.done, std::cmp::Reverse(w.changed), std::cmp::Reverse(w.id)));
    }

    /// What something that was begun is called.
    pub fn name_of(&self, id: StreamId) -> String {
        self.waiting.iter().find(|row| row.id == id).map_or_else(String::new, |row| row.name.clone())
    }

    /// Whether what is picked flies and packs slide.
    pub fn moves(&self) -> bool {
        !self.reduced_motion
    }

    /// Whether packs are opened card by card: if that is wanted, and motion is.
    pub fn card_by_card(&self) -> bool {
        self.card_by_card && !self.reduced_motion
    }

    /// Opens packs card by card from now on, or at once.
    ///
    /// # Errors
    /// Of the library.
    pub fn toggle_card_by_card(&mut self, library: &mut Library) -> Result<(), catalog::store::Error> {
        self.card_by_card = !self.card_by_card;
        library.set(CARD_BY_CARD, &self.card_by_card)
    }

    /// A person wants less motion, or all of it.
    pub fn set_reduced_motion(&mut self, reduced: bool) {
        self.reduced_motion = reduced;
    }

    /// How many seats a draft of a format shall have.
    pub fn set_seats(&mut self, format: &str, seats: u32) {
        self.seats.retain(|(f, _)| f != format);
        self.seats.push((format.to_owned(), seats));
    }

    /// The faces in sight.
    pub fn wanted(&self, game_library: &GameLibrary, bounds: Size) -> Vec<FaceRequest> {
        let formats: Vec<&DeckFormat> = limited_formats(game_library).collect();
        let width = fan_width(Tiles::new(bounds, formats.len()).width) as u32;
        formats.into_iter().flat_map(|f| fan(game_library, f)).map(|c| (c, width)).collect()
    }

    /// The lobby.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let formats: Vec<&DeckFormat> = limited_formats(context.game_library).collect();
        if formats.is_empty() {
            let play = button::primary(tr!("Play")).on_press(Message::PlayWanted).into();
            return panel::empty(tr!("This game has no packs"), tr!("Its decks are complete as they are."), Some(play));
        }
        let Tiles { inside, columns, width } = Tiles::new(context.bounds, formats.len());
        let tiles = formats.into_iter().map(|f| self.tile(context, f, width));
        let card_by_card = button::check(label::line(tr!("Reveal cards one by one")), self.card_by_card);
        let mut page = column![
            row![label::page(tr!("Limited")), gap::horizontal(), card_by_card.on_press(Message::CardByCardToggled)]
                .align_y(Center)
                .width(inside),
            container(TileGrid::new(tiles, columns, space::L)).width(inside),
        ];
        if let Some(fault) = &self.fault {
            page = page.push(panel::toned(Tone::Bad, label::body(fault.as_str())));
        }
        let waiting: Element<'a, Message> = if self.waiting.is_empty() {
            label::body(tr!("Drafts and pools in progress appear here.")).style(label::muted).into()
        } else {
            Column::with_children(self.waiting.iter().map(SavedRow::view)).into()
        };
        page =
            page.push(column![label::section(tr!("Your drafts and pools")), waiting].spacing(space::M).width(inside));
        let page = page.spacing(space::XL).padding(space::XL);
        container(field::scrolled(page).width(Fill).height(Fill)).style(panel::ground).into()
    }

    fn tile<'a>(&'a self, context: ScreenContext<'a>, format: &'a DeckFormat, width: f32) -> Element<'a, Message> {
        let Some(limited) = &format.limited else { return gap().into() };
        let product = context.game_library.product(&limited.product);
        let size = product.map_or(0, |p| p.size());
        let (min, max) = limited.seats;
        let told = if limited.is_draft() {
            tr!("{} packs of {size} cards each, passed around", limited.packs, size)
        } else {
            tr!("{} packs of {size} cards, all yours", limited.packs, size)
        };
        let product = product.map_or("", |p| p.name.as_str());
        let max_seats = max.min(8);
        let set_up = button::plain(tr!("Set up…")).on_press(Message::SetUp(format.id.clone()));
        let (stepper, begin, seats) = if limited.is_draft() {
            let chosen = self.seats.iter().find(|(f, _)| *f == format.id).map_or(max_seats, |(_, n)| *n);
            let set = |n: usize| Message::SeatsSet(format.id.clone(), n as u32);
            let stepper = row![
                field::stepper(chosen as usize, (min as usize, max as usize), set),
                label::body(tr!("seats")).style(label::muted)
            ];
            let begin = button::primary(tr!("Start the draft")).on_press(Message::Begun(format.id.clone(), chosen));
            (Some(stepper.spacing(space::S).align_y(Center)), begin, chosen)
        } else {
            // As many may join a sealed table.
            (None, button::primary(tr!("Open packs")).on_press(Message::Begun(format.id.clone(), 1)), 8)
        };
        let host = button::quiet(tr!("Host for phones…")).on_press(Message::Hosted(format.id.clone(), seats));
        let act = row![].push(stepper).push(gap::horizontal());
        let (act, below) = if width < WITH_HOST {
            (act.push(set_up).push(begin), Some(row![gap::horizontal(), host]))
        } else {
            (act.push(host).push(set_up).push(begin), None)
        };
        let face_width = fan_width(width);
        let fan = fan(context.game_library, format).into_iter().map(|c| context.gallery.plain_face(c, face_width));
        let fan = container(Row::with_children(fan).spacing(space::S)).padding([4, 0]);
        let content = column![label::section(format.name.as_str())]
            .push(label::body(prose(&format.about)).style(label::muted))
            .push(fan)
            .push(
                row![icon(Icon::Limited, 18.0, Ink::Accent), label::body(format!("{product}: {told}"))]
                    .spacing(space::S),
            )
            .push(gap::vertical())
            .push(act.spacing(space::S).align_y(Center))
            .push(below);
        container(content.spacing(space::M).height(Fill)).height(Fill).padding(TILE).style(panel::framed).into()
    }
}

/// The formats of limited play.
fn limited_formats(game_library: &GameLibrary) -> impl Iterator<Item = &DeckFormat> {
    game_library.formats.iter().filter(|f| f.limited.is_some())
}

/// How the tiles of the formats lie.
struct Tiles {
    /// Room for all columns.
    inside: f32,
    columns: usize,
    /// Width of a tile.
    width: f32,
}

impl Tiles {
    fn new(bounds: Size, formats: usize) -> Tiles {
        let inside = bounds.width - 2.0 * space::XL - 12.0;
        let columns = ((inside / 420.0) as usize).clamp(1, 3).min(formats.max(1));
        let width = ((inside - space::L * (columns - 1) as f32) / columns as f32).floor();
        Tiles { inside, columns, width }
    }
}

/// Room between a tile's edge and what is in it.
const TILE: f32 = 20.0;
/// Width of a tile that has room for all its buttons in a row.
const WITH_HOST: f32 = 600.0;

/// How many cards show what a format is about.
const FAN: usize = 5;

/// Width of one of them in a tile of this width.
fn fan_width(tile: f32) -> f32 {
    let inside = tile - 2.0 * TILE - 2.0;
    ((inside - (FAN - 1) as f32 * space::S) / FAN as f32).floor().clamp(48.0, 124.0)
}

/// Some of the best cards of a format's product, of different factions where there are as many.
fn fan(game_library: &GameLibrary, format: &DeckFormat) -> Vec<CardIx> {
    let Some(product) = format.limited.as_ref().and_then(|l| game_library.product(&l.product)) else {
        return Vec::new();
    };
    let sealed = format.limited.as_ref().is_some_and(|l| !l.is_draft());
    let (mut fan, mut rest): (Vec<CardIx>, Vec<CardIx>) = (Vec::new(), Vec::new());
    // Two formats of one product should not show the same cards.
    for card in product.best_cards(&game_library.game).into_iter().skip(if sealed { 3 } else { 0 }) {
        let factions = |c: CardIx| game_library.game.card(c).factions;
        let shown = fan.iter().any(|c| factions(*c) == factions(card));
        if shown { rest.push(card) } else { fan.push(card) }
    }
    fan.extend(rest);
    fan.truncate(FAN);
    fan
}

impl SavedRow {
    fn view(&self) -> Element<'_, Message> {
        let (kind, open) = match self.kind {
            SavedKind::Draft => (tr!("Draft"), Message::DraftOpened(self.id)),
            SavedKind::Sealed => (tr!("Sealed"), Message::PoolOpened(self.id)),
            SavedKind::Hosted => (tr!("Hosted"), Message::TableOpened(self.id)),
        };
        let word = if self.done { tr!("View") } else { tr!("Continue") };
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

fn draft_state(library: &Library, game_library: &GameLibrary, id: StreamId) -> (String, bool) {
    let saved = match SavedDraft::open(library, game_library, id) {
        Ok(saved) => saved,
        Err(e) => return (e.to_string(), true),
    };
    let table = &saved.pod.draft;
    if table.is_over() {
        return (tr!("Finished: {} cards drafted", table.picks(saved.first_person()).len()), true);
    }
    let (round, pick) = saved.next_pick();
    let at = if table.passing().is_some() {
        tr!("Pack {round}, pick {pick}", round, pick)
    } else {
        tr!("Round {round}, turn {pick}", round, pick)
    };
    let names: Vec<String> = saved.human_seats().into_iter().map(|seat| saved.seat_name(seat)).collect();
    let who = if names.len() > 1 { tr!(": {} share this window", names.join(", ")) } else { String::new() };
    (tr!("{at}, at a table of {}{who}", table.seats(), at, who), false)
}

/// What is to be told of a table for phones, and the streams of its draft or pools.
fn hosted_state(library: &Library, id: StreamId) -> (String, Vec<StreamId>) {
    let table = library.stream::<TableStart, TableAction>(id).map_err(|e| e.to_string());
    let table = table.and_then(|stream| Table::replay(stream.start, stream.actions).map_err(|e| e.to_string()));
    match table {
        Ok(table) => {
            let joined = table.seats.iter().filter(|seat| seat.name.is_some()).count();
            let registered = table.seats.iter().filter(|seat| seat.registered.is_some()).count();
            let state = match (table.has_begun(), registered) {
                (false, _) => tr!("A table for phones: {joined} of {seats} joined", joined, seats = table.seats.len()),
                (true, 0) => tr!("A table for phones: packs are open"),
                (true, _) => tr!("{registered} of {players} decks registered", registered, players = joined),
            };
            (state, table.streams)
        }
        Err(e) => (e, Vec::new()),
    }
}

fn pool_state(library: &Library, game_library: &GameLibrary, id: StreamId) -> (String, bool) {
    match PoolPage::load(library, game_library, id, false) {
        Ok(page) => page.describe_state(),
        Err(e) => (e, true),
    }
}
