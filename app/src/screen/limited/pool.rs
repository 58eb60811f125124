//! A pool: packs that are opened, the cards that came out of them, and the decks that could be built.

use catalog::store::Library;
use catalog::store::journal::StreamId;
use catalog::{CardIx, Game};
use formats::limited::booster::Product;
use formats::limited::sealed::{Chance, Event, Start};
use formats::limited::{Pool, build};
use formats::rng::Seed;
use formats::{Book, Deck, Format};
use iced::widget::{Column, Row, column, container, row, space as gap, stack};
use iced::{Center, Fill, Size};

use crate::draft_room::{DraftRoom, SEAT};
use crate::key::Wish;
use crate::pools;
use crate::screen::{Look, again};
use crate::theme::{self, space};
use crate::widget::chart::{self, Curve};
use crate::widget::face::{self, Wanted};
use crate::widget::grid::Grid;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel, pips};
use crate::window::Notice;
use crate::workbench::Workbench;

/// Widths of a face: in the pool, in the pack just opened, and on a suggested deck. Rows of them fill the room.
fn widths(room: Size) -> (f32, f32, f32) {
    let inside = room.width - SIDE - 1.0 - 2.0 * space::XL - 12.0;
    let star = ((inside - 2.0 * space::L) / 3.0 - 2.0 * space::L - 2.0 - 2.0 * space::S) / 3.0;
    let (pool, fresh) = if room.width > 1500.0 { (124.0, 156.0) } else { (106.0, 128.0) };
    let fit = |wish| Grid::of_faces(inside, wish, space::S, 0.0).width;
    (fit(pool), fit(fresh), star.clamp(48.0, 124.0).floor())
}

/// Width of the summary.
const SIDE: f32 = 300.0;

/// The packs of a sealed pool.
pub struct Opened {
    id: StreamId,
    format: String,
    /// The packs in order.
    pub packs: Vec<Vec<CardIx>>,
    /// How many of them a person has looked at.
    pub opened: usize,
}

fn parts<'b>(book: &'b Book, format: &str) -> Result<(&'b Format, &'b formats::format::Limited, &'b Product), String> {
    let found = book.format(format).and_then(|f| {
        let limited = f.limited.as_ref()?;
        Some((f, limited, book.product(&limited.product)?))
    });
    found.ok_or_else(|| format!("there is no limited format `{format}`"))
}

impl Opened {
    /// Makes the packs of a new pool and saves them.
    ///
    /// # Errors
    /// Of the library, or when there is no such format.
    pub fn begin(library: &mut Library, book: &Book, format: &str, seed: Seed) -> Result<Opened, String> {
        let (declared, limited, _) = parts(book, format)?;
        let game = &book.game;
        let mut event = Event::new(Start {
            game: game.id.clone(),
            format: format.to_owned(),
            data_hash: game.data_hash.clone(),
            pools: 1,
            team: 1,
            chance: Chance::Seed(seed.hex()),
            cube: None,
        });
        event.open(book, &limited.products).map_err(|e| e.to_string())?;
        let id = pools::save(library, game, &declared.name, &event).map_err(|e| e.to_string())?;
        Ok(Opened { id, format: format.to_owned(), packs: event.packs(game, 0).map_err(|e| e.to_string())?, opened: 0 })
    }

    /// Takes up a pool of the library.
    ///
    /// # Errors
    /// Of the library, or when a card or the format is gone.
    pub fn load(library: &Library, book: &Book, id: StreamId) -> Result<Opened, String> {
        let event = pools::load(library, id).map_err(|e| e.to_string())?;
        parts(book, &event.start.format)?;
        let packs = event.packs(&book.game, 0).map_err(|e| e.to_string())?;
        let opened = library.setting(&setting(id)).ok().flatten().unwrap_or(0usize).min(packs.len());
        Ok(Opened { id, format: event.start.format, packs, opened })
    }
}

/// The setting that keeps how many packs of a pool were looked at.
fn setting(id: StreamId) -> String {
    format!("pool.{}.opened", id.0)
}

/// A pool to look at and to build from.
pub struct PoolPage {
    format: String,
    source: Source,
    builds: Option<Result<Vec<build::Built>, String>>,
}

enum Source {
    Packs(Opened),
    Drafted(Vec<CardIx>),
}

/// What happens with a pool.
#[derive(Debug, Clone)]
pub enum Message {
    /// The next pack is opened.
    Next,
    /// All packs are opened.
    All,
    /// Decks are wanted.
    Build,
    /// One of the decks is taken.
    Chosen(usize),
    /// An empty deck is wanted, to be built by hand.
    ByHand,
    /// Back to the hall.
    Closed,
}

/// What the page asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Say this.
    Say(Notice),
    /// Open this deck.
    OpenDeck(StreamId),
    /// Back to the hall.
    Close,
}

impl PoolPage {
    /// The packs of a sealed pool.
    pub fn of_packs(opened: Opened) -> PoolPage {
        PoolPage { format: opened.format.clone(), source: Source::Packs(opened), builds: None }
    }

    /// What was drafted.
    pub fn of_draft(room: &DraftRoom) -> PoolPage {
        let cards = room.pod.table.picks(SEAT).to_vec();
        PoolPage { format: room.format.clone(), source: Source::Drafted(cards), builds: None }
    }

    /// Shows the same cards of the game as it was read again.
    pub fn renew(&mut self, old: &Game, new: &Game) {
        let lists = match &mut self.source {
            Source::Packs(opened) => opened.packs.iter_mut().collect(),
            Source::Drafted(cards) => vec![cards],
        };
        for list in lists {
            *list = list.iter().filter_map(|c| again(old, new, *c)).collect();
        }
        self.builds = None;
    }

    /// Opens some packs at once; all of them if that is more than there are.
    pub fn open_packs(&mut self, library: &mut Library, count: usize) {
        if let Source::Packs(opened) = &mut self.source {
            opened.opened = (opened.opened + count).min(opened.packs.len());
            // Which packs were looked at is a convenience: that it cannot be kept is no fault worth telling.
            library.set(&setting(opened.id), &opened.opened).ok();
        }
    }

    fn all_open(&self) -> bool {
        match &self.source {
            Source::Packs(o) => o.opened == o.packs.len(),
            Source::Drafted(_) => true,
        }
    }

    fn cards(&self) -> Vec<CardIx> {
        match &self.source {
            Source::Packs(o) => o.packs[..o.opened].concat(),
            Source::Drafted(cards) => cards.clone(),
        }
    }

    fn fresh(&self) -> Option<(usize, &[CardIx])> {
        match &self.source {
            Source::Packs(o) if o.opened > 0 && o.opened < o.packs.len() => Some((o.opened, &o.packs[o.opened - 1])),
            _ => None,
        }
    }

    /// What a key wishes here.
    pub fn of_wish(&self, wish: Wish) -> Option<Message> {
        match wish {
            Wish::Next if !self.all_open() => Some(Message::Next),
            Wish::Enter if self.all_open() && self.builds.is_none() => Some(Message::Build),
            Wish::Back => Some(Message::Closed),
            _ => None,
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, book: &Book) -> Action {
        match message {
            Message::Next => self.open_packs(library, 1),
            Message::All => self.open_packs(library, usize::MAX / 2),
            Message::Build => {
                let built = parts(book, &self.format).and_then(|(format, limited, product)| {
                    let pool = Pool { cards: self.cards() };
                    build::decks(&book.game, product, format, limited, &pool, 3).map_err(|r| {
                        r.violations.first().map_or("no deck could be built".to_owned(), |v| v.message.clone())
                    })
                });
                self.builds = Some(built);
            }
            Message::Chosen(at) => {
                if let Some(Ok(builds)) = &self.builds
                    && let Some(built) = builds.get(at)
                {
                    return self.make(library, book, built.deck.deck().clone());
                }
            }
            Message::ByHand => {
                let deck =
                    Deck::new(&book.game, book.format(&self.format).map_or("New deck", |f| &f.name), &self.format);
                return self.make(library, book, deck);
            }
            Message::Closed => return Action::Close,
        }
        Action::None
    }

    fn make(&self, library: &mut Library, book: &Book, deck: Deck) -> Action {
        match Workbench::create(library, &book.game, deck, Some(Pool { cards: self.cards() })) {
            Ok(bench) => Action::OpenDeck(bench.id),
            Err(e) => Action::Say(Notice::wrong(e)),
        }
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, book: &Book, room: Size) -> Vec<Wanted> {
        let (pool, fresh, star) = widths(room);
        let mut wanted: Vec<Wanted> =
            self.fresh().into_iter().flat_map(|(_, c)| c).map(|c| (*c, fresh as u32)).collect();
        if let Some(Ok(builds)) = &self.builds {
            wanted.extend(builds.iter().flat_map(|b| stars(book, b)).map(|c| (c, star as u32)));
        }
        let groups = sorted(&book.game, &self.cards());
        wanted.extend(groups.into_iter().flat_map(|g| g.cards).map(|c| (c, pool as u32)));
        wanted
    }

    /// The page.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let mut page = Column::new().spacing(space::XL).padding(space::XL).width(Fill);
        if let Source::Packs(opened) = &self.source
            && !self.all_open()
        {
            page = page.push(wrappers(look, opened));
        }
        if let Some((number, cards)) = self.fresh() {
            let faces = cards.iter().map(|c| look.gallery.face(*c, widths(look.room).1));
            let faces = Row::with_children(faces).spacing(space::S).wrap().vertical_spacing(space::S);
            page = page.push(column![label::section(format!("Pack {number}")), faces].spacing(space::M));
        }
        match &self.builds {
            Some(Ok(builds)) => page = page.push(suggestions(look, builds)),
            Some(Err(why)) => {
                page = page.push(panel::toned(Tone::Warn, label::body(format!("No deck could be built: {why}."))))
            }
            None => {}
        }
        let cards = self.cards();
        if !cards.is_empty() {
            page = page.push(pool_view(look, &cards, self.all_open()));
        }
        let main =
            container(field::scrolled(page).width(Fill).height(Fill)).width(Fill).height(Fill).style(panel::ground);
        let side = container(self.side(look, &cards)).width(SIDE).height(Fill).style(panel::surface);
        column![self.head(look), panel::flat(), row![main, panel::upright(), side]].into()
    }

    fn head<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let name = look.book.format(&self.format).map_or(self.format.as_str(), |f| f.name.as_str());
        let told = match &self.source {
            Source::Packs(o) if o.opened < o.packs.len() => format!("{} of {} packs opened", o.opened, o.packs.len()),
            _ => format!("A pool of {} cards", self.cards().len()),
        };
        let mut bar = row![
            button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed),
            label::section(name),
            label::body(told).style(label::muted),
            gap::horizontal(),
        ];
        if self.all_open() {
            bar = bar.push(button::plain("Build by hand").on_press(Message::ByHand));
            let build = (self.builds.is_none()).then_some(Message::Build);
            bar = bar.push(button::primary("Build a deck").on_press_maybe(build));
        } else {
            bar = bar.push(button::plain("Open all").on_press(Message::All));
            bar = bar.push(button::primary("Open the next pack").on_press(Message::Next));
        }
        container(bar.spacing(space::M).align_y(Center))
            .height(56)
            .center_y(56)
            .padding([0, 12])
            .style(panel::surface)
            .into()
    }

    fn side<'a>(&'a self, look: Look<'a>, cards: &[CardIx]) -> Element<'a, Message> {
        if cards.is_empty() {
            return panel::empty("Sealed packs", "Open them one by one with Space, or all at once.", None);
        }
        let game = look.game();
        let groups = sorted(game, cards);
        let parts: Vec<_> = groups
            .iter()
            .filter_map(|g| Some((theme::parse(&game.factions[g.faction?].colour), g.cards.len() as u32)))
            .collect();
        let lines = groups.iter().map(|g| {
            let title = cut(g.title.clone());
            let sign = g.faction.map(|f| pips::factions(look.gallery, [&game.factions[f]], 18.0));
            row![sign, title, label::line(g.cards.len().to_string()).font(theme::SEMIBOLD)]
                .spacing(space::S)
                .align_y(Center)
                .into()
        });
        let rarities = game.rarities.iter().enumerate().rev().filter_map(|(i, r)| {
            let n = cards.iter().filter(|c| game.card(**c).rarity as usize == i).count();
            let line = row![
                pips::lettered(r.letter.clone(), theme::parse(&r.colour), 16.0),
                label::line(r.name.as_str()).width(Fill),
                label::line(n.to_string()).font(theme::SEMIBOLD),
            ];
            (n > 0 && game.rarities.len() > 1).then(|| line.spacing(space::S).align_y(Center).into())
        });
        let rarities: Vec<Element<'a, Message>> = rarities.collect();
        let cost = game.cost_field().map_or("Cost", |f| game.fields[f].name.as_str());
        let mut page = column![
            column![
                label::group(game.faction_name.as_str()),
                chart::shares(&parts, 6.0),
                Column::with_children(lines).spacing(4)
            ]
            .spacing(space::S),
            column![label::group(format!("{cost} of the cards")), Curve::of(game, cards.iter().copied()).view(120.0)]
                .spacing(space::S),
        ];
        if !rarities.is_empty() {
            page = page
                .push(column![label::group("Rarity"), Column::with_children(rarities).spacing(4)].spacing(space::S));
        }
        let page = page.spacing(space::XL).padding(iced::Padding { right: space::M, ..iced::Padding::from(space::L) });
        field::scrolled(page).width(Fill).height(Fill).into()
    }
}

/// The packs that lie on the table.
fn wrappers<'a>(look: Look<'a>, opened: &'a Opened) -> Element<'a, Message> {
    let product = parts(look.book, &opened.format).map_or("", |(.., p)| p.name.as_str());
    let pack = |at: usize| -> Element<'a, Message> {
        let open = at < opened.opened;
        let sign = if open { icon(Icon::Check, 28.0, Ink::Muted) } else { icon(Icon::Limited, 40.0, Ink::Accent) };
        let word = if open { "Opened".to_owned() } else { format!("Pack {}", at + 1) };
        let content = column![sign, label::emphasis(word), container(label::caption(product).center()).width(96)];
        let content = container(content.spacing(space::S).align_x(Center)).center_x(110).center_y(140);
        let next = (at == opened.opened).then_some(Message::Next);
        button::tile(content).on_press_maybe(next).into()
    };
    Row::with_children((0..opened.packs.len()).map(pack)).spacing(space::M).wrap().vertical_spacing(space::M).into()
}

/// Cards of a pool that belong together.
pub struct Sorted {
    /// The faction, if it is the only one.
    pub faction: Option<usize>,
    /// What they are called.
    pub title: String,
    /// The cards by type and cost; copies follow each other.
    pub cards: Vec<CardIx>,
}

/// A pool by factions, as a builder would lay it out: single factions, then several, then none.
pub fn sorted(game: &Game, cards: &[CardIx]) -> Vec<Sorted> {
    let mut groups: Vec<Sorted> = game
        .factions
        .iter()
        .enumerate()
        .map(|(f, faction)| Sorted { faction: Some(f), title: faction.name.clone(), cards: Vec::new() })
        .collect();
    groups.push(Sorted { faction: None, title: "Several".to_owned(), cards: Vec::new() });
    groups.push(Sorted { faction: None, title: "None".to_owned(), cards: Vec::new() });
    let n = game.factions.len();
    for card in cards {
        let factions = game.card(*card).factions;
        let at = match factions.count_ones() {
            1 => factions.trailing_zeros() as usize,
            0 => n + 1,
            _ => n,
        };
        groups[at].cards.push(*card);
    }
    let cost = |c: &CardIx| game.cost_field().and_then(|f| game.card(*c).number_in(f)).unwrap_or(-1);
    for group in &mut groups {
        group.cards.sort_by_key(|c| (game.card(*c).types.clone(), cost(c), *c));
    }
    groups.retain(|g| !g.cards.is_empty());
    groups
}

fn pool_view<'a>(look: Look<'a>, cards: &[CardIx], whole: bool) -> Element<'a, Message> {
    let title = if whole { "The pool" } else { "The pool so far" };
    let groups = sorted(look.game(), cards).into_iter().map(|group| {
        let head = row![
            group.faction.map(|f| pips::factions(look.gallery, [&look.game().factions[f]], 20.0)),
            label::emphasis(group.title.clone()),
            label::body(group.cards.len().to_string()).style(label::muted),
        ];
        let mut counted: Vec<(CardIx, u32)> = Vec::new();
        for card in &group.cards {
            match counted.last_mut() {
                Some((last, n)) if last == card => *n += 1,
                _ => counted.push((*card, 1)),
            }
        }
        let faces = counted.into_iter().map(|(card, n)| {
            let width = widths(look.room).0;
            let face = look.gallery.face(card, width);
            match n {
                1 => face,
                n => stack![face, panel::counted(n)].width(width).height(face::height(width)).into(),
            }
        });
        column![
            head.spacing(space::S).align_y(Center),
            Row::with_children(faces).spacing(space::S).wrap().vertical_spacing(space::S)
        ]
        .spacing(space::S)
        .into()
    });
    column![label::section(title), Column::with_children(groups).spacing(space::L)].spacing(space::M).into()
}

/// The best cards of a suggested deck.
fn stars(book: &Book, built: &build::Built) -> Vec<CardIx> {
    let game = &book.game;
    let main = game.section("main").unwrap_or(0);
    let product = book.format(built.deck.format()).and_then(|f| book.product(&f.limited.as_ref()?.product));
    let mut cards = built.deck.deck().cards(main);
    cards.sort_by_key(|c| (std::cmp::Reverse(product.map_or(0, |p| p.ratings[c.at()].points)), *c));
    cards.dedup();
    cards.truncate(3);
    cards
}

fn suggestions<'a>(look: Look<'a>, builds: &'a [build::Built]) -> Element<'a, Message> {
    let game = look.game();
    let main = game.section("main").unwrap_or(0);
    let tiles = builds.iter().enumerate().map(|(at, built)| {
        let deck = built.deck.deck();
        let faces = stars(look.book, built).into_iter().map(|c| look.gallery.face(c, widths(look.room).2));
        let word = if at == 0 { button::primary("Take this deck") } else { button::plain("Take this deck") };
        let content = column![
            row![
                pips::factions(look.gallery, game.factions_of(built.factions), 20.0),
                label::emphasis(deck.name.as_str())
            ]
            .spacing(space::S)
            .align_y(Center),
            Row::with_children(faces).spacing(space::S),
            label::caption(built.why.as_str()).line_height(1.4),
            Curve::of(game, deck.cards(main)).view(84.0),
            word.on_press(Message::Chosen(at)),
        ];
        container(content.spacing(space::M)).width(Fill).padding(space::L).style(panel::framed).into()
    });
    column![
        label::section("Decks that this pool gives"),
        label::body("Legal, on a curve, on the two factions that give most. Each can be changed afterwards.")
            .style(label::muted),
        Row::with_children(tiles).spacing(space::L),
    ]
    .spacing(space::M)
    .into()
}
