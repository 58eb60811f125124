//! Sealed packs on the table: opened one by one, each card by card, or all at once.

use std::time::Duration;

use catalog::{CardIx, GameData, tr};
use formats::limited::booster::Product;
use iced::widget::{Column, Row, column, container, row, space as gap, stack};
use iced::{Border, Center, Fill, Size, Theme};

use super::super::card_groups::{CardGroup, by_faction};
use crate::screen::ScreenContext;
use crate::theme::{self, space};
use crate::widget::chart::{self, CostCurve};
use crate::widget::face::{self, FaceRequest};
use crate::widget::grid::Grid;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, field, label, panel, pips};

/// From one card of a fresh pack to the next.
pub(super) const TURN: Duration = Duration::from_millis(70);
/// How many times as long the best card of a pack waits for its turn.
const PAUSE: u8 = 8;
/// What stands above a fresh pack: the head of the page and the line of packs.
const ABOVE: f32 = 138.0;
/// Widths of a face of a fresh pack.
const SMALLEST: f32 = 88.0;
const LARGEST: f32 = 200.0;
/// Width of the summary.
const SIDE: f32 = 300.0;

/// The packs of a pool.
pub(super) struct Packs {
    packs: Vec<Vec<CardIx>>,
    opened: usize,
    /// The fresh pack, its rarest cards last.
    fresh: Vec<CardIx>,
    /// Where the rarest cards of it begin.
    rare_from: usize,
    /// How many of its cards have their faces up, while they are turned.
    turning: Option<usize>,
    /// Turns that the next card still waits.
    waits: u8,
    /// The cards of all opened packs.
    all: Vec<CardIx>,
}

/// Widths of a face: in the pool, and in a fresh pack of so many cards, which is in sight as a whole where there is room.
fn widths(bounds: Size, fresh: usize) -> (f32, f32) {
    let inside = bounds.width - SIDE - 1.0 - 2.0 * space::XL - 12.0;
    let pool = if bounds.width > 1500.0 { 124.0 } else { 106.0 };
    let high = bounds.height - ABOVE - space::XL;
    let fits = |columns: &usize| {
        let width = Grid::for_columns(inside, *columns, space::S).width;
        let rows = fresh.div_ceil(*columns) as f32;
        width <= LARGEST && rows * (face::height(width) + space::S) <= high
    };
    // In less room it is as small as can be read.
    let most = ((inside + space::S) / (SMALLEST + space::S)) as usize;
    let columns = (1..most).find(fits).unwrap_or(most);
    let fresh = Grid::for_columns(inside, columns, space::S).width.min(LARGEST);
    (Grid::for_faces(inside, pool, space::S, 0.0).width, fresh)
}

impl Packs {
    /// Packs of which some are open.
    pub(super) fn new(packs: Vec<Vec<CardIx>>, opened: usize) -> Packs {
        let opened = opened.min(packs.len());
        let all = packs[..opened].concat();
        let fresh = opened.checked_sub(1).map_or_else(Vec::new, |at| packs[at].clone());
        let rare_from = fresh.len();
        Packs { packs, opened, fresh, rare_from, turning: None, waits: 0, all }
    }

    /// Lays the fresh pack out: what is rarest comes last.
    fn lay_out(&mut self, game: &GameData) {
        self.fresh = self.opened.checked_sub(1).map_or_else(Vec::new, |at| self.packs[at].clone());
        let rarity = |card: &CardIx| game.card(*card).rarity;
        self.fresh.sort_by_key(rarity);
        let (least, most) = (self.fresh.first().map(rarity), self.fresh.last().map(rarity));
        let rarest = self.fresh.iter().position(|card| Some(rarity(card)) == most && most > least);
        self.rare_from = rarest.unwrap_or(self.fresh.len());
    }

    /// Puts the same cards of another game in their places; those that are gone are left out.
    pub(super) fn renew(&mut self, again: impl Fn(CardIx) -> Option<CardIx>) {
        for pack in &mut self.packs {
            *pack = pack.iter().filter_map(|c| again(*c)).collect();
        }
        self.all = self.packs[..self.opened].concat();
        self.fresh = std::mem::take(&mut self.fresh).into_iter().filter_map(&again).collect();
        self.turning = None;
    }

    pub(super) fn opened(&self) -> usize {
        self.opened
    }

    pub(super) fn count(&self) -> usize {
        self.packs.len()
    }

    pub(super) fn all_open(&self) -> bool {
        self.opened == self.packs.len()
    }

    /// The cards of all opened packs.
    pub(super) fn opened_cards(&self) -> &[CardIx] {
        &self.all
    }

    /// Opens so many packs more; the last of them card by card if `card_by_card`.
    pub(super) fn open(&mut self, game: &GameData, count: usize, card_by_card: bool) {
        if self.all_open() {
            return;
        }
        self.opened = self.opened.saturating_add(count).min(self.packs.len());
        self.all = self.packs[..self.opened].concat();
        self.turning = card_by_card.then_some(0);
        self.lay_out(game);
    }

    pub(super) fn is_turning(&self) -> bool {
        self.turning.is_some()
    }

    /// Whether cards of the fresh pack are still face down.
    pub(super) fn has_face_down(&self) -> bool {
        self.turning.is_some_and(|n| n < self.fresh.len())
    }

    /// Turns the next card over. The last pack lies there until a person has seen it.
    pub(super) fn turn(&mut self) {
        if self.waits > 0 {
            self.waits -= 1;
            return;
        }
        let (all, stays) = (self.fresh.len(), self.all_open());
        self.turning = self.turning.map(|n| n + 1).filter(|n| *n < all || stays);
        if self.turning.is_some_and(|n| n >= self.rare_from && n < all) {
            self.waits = PAUSE;
        }
    }

    pub(super) fn turn_all(&mut self) {
        (self.turning, self.waits) = (None, 0);
    }

    pub(super) fn wanted(&self, game: &GameData, product: &Product, bounds: Size) -> Vec<FaceRequest> {
        if self.opened == 0 {
            let width = wrapper_width(bounds, self.packs.len()) as u32;
            return product.best_cards(game).into_iter().take(self.packs.len()).map(|c| (c, width)).collect();
        }
        let (pool, fresh) = widths(bounds, self.fresh.len());
        let first = self.fresh.iter().map(|c| (*c, fresh as u32));
        let groups = by_faction(game, &self.all).into_iter().flat_map(|g| g.cards);
        first.chain(groups.map(|c| (c, pool as u32))).collect()
    }

    /// The packs of a product; `next` is what opening one says, `skip` what turning all cards says.
    pub(super) fn view<'a, M: Clone + 'a>(
        &'a self,
        context: ScreenContext<'a>,
        product: &'a Product,
        next: M,
        skip: M,
    ) -> Element<'a, M> {
        let mut page = Column::new().spacing(space::L).padding(space::XL).width(Fill);
        page = page.push(self.wrappers(context, product, next));
        if !self.fresh.is_empty() {
            let width = widths(context.bounds, self.fresh.len()).1;
            let shown = self.turning.unwrap_or(self.fresh.len());
            let faces = self.fresh.iter().enumerate().map(|(at, card)| -> Element<'a, M> {
                // The rarest cards have a line in their colour, and so has the one that is about to be turned.
                let rare = (at >= self.rare_from && at <= shown).then(|| {
                    let colour = &context.game().rarities[usize::from(context.game().card(*card).rarity)].colour;
                    face::outline(width, theme::parse(colour))
                });
                let face = if at < shown { context.gallery.face(*card, width) } else { face::back(width) };
                let face = stack![face].push(rare);
                if at < shown { face.into() } else { button::bare(face).on_press(skip.clone()).into() }
            });
            let faces = Row::with_children(faces).spacing(space::S).wrap().vertical_spacing(space::S);
            page = page.push(faces);
        }
        // What is still face down is not in the pool yet.
        let whole = if self.has_face_down() { self.opened - 1 } else { self.opened };
        let pool = self.packs[..whole].concat();
        if !pool.is_empty() {
            page = page.push(pool_view(context, &pool));
        }
        let main =
            container(field::scrolled(page).width(Fill).height(Fill)).width(Fill).height(Fill).style(panel::ground);
        let side = container(summary(context, &pool)).width(SIDE).height(Fill).style(panel::surface);
        row![main, panel::upright(), side].into()
    }

    /// The packs on the table: as wrappers before the first one is opened, in a line above the cards afterwards.
    fn wrappers<'a, M: Clone + 'a>(&self, context: ScreenContext<'a>, product: &'a Product, next: M) -> Element<'a, M> {
        // The best cards are on the wrappers.
        let covers = if self.opened == 0 { product.best_cards(context.game()) } else { Vec::new() };
        let width = wrapper_width(context.bounds, self.packs.len());
        let pack = |at: usize| -> Element<'a, M> {
            let press = (at == self.opened && self.turning.is_none()).then(|| next.clone());
            let number = tr!("Pack {}", at + 1);
            if self.opened == 0 {
                let wrapper = wrapper(context, width, covers.get(at).copied(), (product.name.as_str(), number));
                return button::bare(wrapper).on_press_maybe(press).into();
            }
            let (sign, ink) = if at < self.opened { (Icon::Check, Ink::Muted) } else { (Icon::Limited, Ink::Accent) };
            let content = row![icon(sign, 16.0, ink), label::line(number)].spacing(space::S).align_y(Center);
            button::segment(content, at + 1 == self.opened).on_press_maybe(press).into()
        };
        let between = if self.opened == 0 { space::L } else { space::S };
        let packs = Row::with_children((0..self.packs.len()).map(pack));
        packs.spacing(between).wrap().vertical_spacing(between).into()
    }
}

/// The least and the greatest width of a wrapper.
const WRAPPER: (f32, f32) = (120.0, 220.0);
/// How many wrappers lie in a row at most.
const WRAPPERS: usize = 6;

/// Width of one of so many wrappers.
fn wrapper_width(bounds: Size, packs: usize) -> f32 {
    let inside = bounds.width - SIDE - 1.0 - 2.0 * space::XL - 12.0;
    Grid::for_columns(inside, packs.min(WRAPPERS), space::L).width.clamp(WRAPPER.0, WRAPPER.1)
}

/// A closed pack: what it is of, and a card that it may hold.
fn wrapper<'a, M: 'a>(
    context: ScreenContext<'a>,
    width: f32,
    cover: Option<CardIx>,
    (product, number): (&'a str, String),
) -> Element<'a, M> {
    let picture = cover.map(|card| context.gallery.plain_face(card, width));
    let band = |content: Element<'a, M>| {
        container(content).padding([space::S, space::S]).center_x(Fill).style(|theme: &Theme| {
            let r = theme::roles(theme);
            container::Style { text_color: Some(r.text), ..container::background(r.raised) }
        })
    };
    let seam = || {
        container(gap().height(6)).width(Fill).style(|theme: &Theme| container::background(theme::roles(theme).accent))
    };
    let name = if width < 160.0 { label::caption(product) } else { label::body(product) };
    let name = name.font(theme::SEMIBOLD).style(label::plain).align_x(Center);
    let name = column![name, label::caption(number)].spacing(2).align_x(Center);
    let print = column![seam(), gap::vertical(), band(name.into()), seam()];
    let frame = |theme: &Theme| container::Style {
        border: Border { color: theme::roles(theme).line, width: 1.0, radius: 3.0.into() },
        ..container::Style::default()
    };
    container(stack![container("").width(width).height(face::height(width))].push(picture).push(print))
        .style(frame)
        .into()
}

fn pool_view<'a, M: 'a>(context: ScreenContext<'a>, cards: &[CardIx]) -> Element<'a, M> {
    let groups = by_faction(context.game(), cards).into_iter().map(|group| {
        let width = widths(context.bounds, 0).0;
        let faces =
            group.with_counts().into_iter().map(|(card, n)| face::copies(context.gallery.face(card, width), n, width));
        let faces = Row::with_children(faces).spacing(space::S).wrap().vertical_spacing(space::S);
        column![group.head(context), faces].spacing(space::S).into()
    });
    column![label::section(tr!("Pool so far")), Column::with_children(groups).spacing(space::L)]
        .spacing(space::M)
        .into()
}

/// What the opened cards are made of.
fn summary<'a, M: 'a>(context: ScreenContext<'a>, cards: &[CardIx]) -> Element<'a, M> {
    if cards.is_empty() {
        return panel::empty(tr!("Sealed packs"), tr!("Open packs one by one with Space, or all at once."), None);
    }
    let game = context.game();
    let groups = by_faction(game, cards);
    let part = |g: &CardGroup| Some((theme::parse(&game.factions[g.faction?].colour), g.cards.len() as u32));
    let parts: Vec<_> = groups.iter().filter_map(part).collect();
    let lines = groups.iter().map(|g| {
        let sign = g.faction.map(|f| pips::factions(context.gallery, [&game.factions[f]], 18.0));
        row![sign, cut(g.title.clone()), label::line(g.cards.len().to_string()).font(theme::SEMIBOLD)]
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
    let rarities: Vec<Element<'a, M>> = rarities.collect();
    let mut page = column![
        column![
            label::group(game.faction_name.as_str()),
            chart::shares(&parts, 6.0),
            Column::with_children(lines).spacing(4)
        ]
        .spacing(space::S),
        column![label::group(CostCurve::title(game)), CostCurve::from_cards(game, cards.iter().copied()).view(120.0)]
            .spacing(space::S),
    ];
    if !rarities.is_empty() {
        page = page
            .push(column![label::group(tr!("Rarity")), Column::with_children(rarities).spacing(4)].spacing(space::S));
    }
    let page = page.spacing(space::XL).padding(iced::Padding { right: space::M, ..iced::Padding::from(space::L) });
    field::scrolled(page).width(Fill).height(Fill).into()
}
