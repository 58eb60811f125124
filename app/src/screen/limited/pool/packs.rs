//! Sealed packs on the table: opened one by one, each card by card, or all at once.

use std::time::Duration;

use catalog::{CardIx, GameData, tr};
use formats::GameLibrary;
use iced::widget::{Column, Row, column, container, row, stack};
use iced::{Center, Fill, Size};

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

/// Widths of a face: in the pool, and in the pack just opened. Rows of them fill the room.
fn widths(bounds: Size) -> (f32, f32) {
    let inside = bounds.width - SIDE - 1.0 - 2.0 * space::XL - 12.0;
    let (pool, fresh) = if bounds.width > 1500.0 { (124.0, 156.0) } else { (106.0, 128.0) };
    let fit = |preferred| Grid::for_faces(inside, preferred, space::S, 0.0).width;
    (fit(pool), fit(fresh))
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

    pub(super) fn wanted(&self, game_library: &GameLibrary, bounds: Size) -> Vec<FaceRequest> {
        let (pool, fresh) = widths(bounds);
        let first = self.fresh.iter().map(|c| (*c, fresh as u32));
        let groups = by_faction(&game_library.game, &self.all).into_iter().flat_map(|g| g.cards);
        first.chain(groups.map(|c| (c, pool as u32))).collect()
    }

    /// The packs of a product; `next` is what opening one says, `skip` what turning all cards says.
    pub(super) fn view<'a, M: Clone + 'a>(
        &'a self,
        context: ScreenContext<'a>,
        product: &'a str,
        next: M,
        skip: M,
    ) -> Element<'a, M> {
        let mut page = Column::new().spacing(space::XL).padding(space::XL).width(Fill);
        page = page.push(self.wrappers(product, next));
        if !self.fresh.is_empty() {
            let width = widths(context.bounds).1;
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
            page = page.push(column![label::section(tr!("Pack {}", self.opened)), faces].spacing(space::M));
        }
        // What is still face down is not in the pool yet.
        let whole = if self.turning.is_some() { self.opened - 1 } else { self.opened };
        let pool = self.packs[..whole].concat();
        if !pool.is_empty() {
            page = page.push(pool_view(context, &pool));
        }
        let main =
            container(field::scrolled(page).width(Fill).height(Fill)).width(Fill).height(Fill).style(panel::ground);
        let side = container(summary(context, &pool)).width(SIDE).height(Fill).style(panel::surface);
        row![main, panel::upright(), side].into()
    }

    /// The packs that lie on the table.
    fn wrappers<'a, M: Clone + 'a>(&self, product: &'a str, next: M) -> Element<'a, M> {
        let pack = |at: usize| -> Element<'a, M> {
            let open = at < self.opened;
            let side = if self.opened == 0 { 40.0 } else { 28.0 };
            let sign = if open { icon(Icon::Check, 28.0, Ink::Muted) } else { icon(Icon::Limited, side, Ink::Accent) };
            let word = if open { tr!("Opened") } else { tr!("Pack {}", at + 1) };
            // Once there are cards below they need the room.
            let product = (self.opened == 0).then(|| label::caption(product).width(Fill).align_x(Center));
            let high = if self.opened == 0 { 132 } else { 84 };
            let content = column![sign, label::emphasis(word), product];
            let content = container(content.spacing(space::S).align_x(Center)).center_x(104).center_y(high);
            let next = (at == self.opened && self.turning.is_none()).then(|| next.clone());
            button::tile(content, false).on_press_maybe(next).into()
        };
        Row::with_children((0..self.packs.len()).map(pack)).spacing(space::M).wrap().vertical_spacing(space::M).into()
    }
}

fn pool_view<'a, M: 'a>(context: ScreenContext<'a>, cards: &[CardIx]) -> Element<'a, M> {
    let groups = by_faction(context.game(), cards).into_iter().map(|group| {
        let width = widths(context.bounds).0;
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
    let cost = game.cost_field().map_or_else(|| tr!("Cost"), |f| game.fields[f].name.clone());
    let mut page = column![
        column![
            label::group(game.faction_name.as_str()),
            chart::shares(&parts, 6.0),
            Column::with_children(lines).spacing(4)
        ]
        .spacing(space::S),
        column![
            label::group(tr!("{cost} curve", cost)),
            CostCurve::from_cards(game, cards.iter().copied()).view(120.0)
        ]
        .spacing(space::S),
    ];
    if !rarities.is_empty() {
        page = page
            .push(column![label::group(tr!("Rarity")), Column::with_children(rarities).spacing(4)].spacing(space::S));
    }
    let page = page.spacing(space::XL).padding(iced::Padding { right: space::M, ..iced::Padding::from(space::L) });
    field::scrolled(page).width(Fill).height(Fill).into()
}
