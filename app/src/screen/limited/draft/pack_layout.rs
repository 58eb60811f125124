//! What lies on the table: cards side by side, piles, or a square. Which of the three it is follows from the view.

use catalog::CardIx;
use catalog::tr;
use formats::limited::draft::{DraftPile, DraftPrompt, DraftView, PileKind};
use formats::limited::drafter::PickTier;
use iced::widget::{Column, Row, column, container, hover, pin, row, space as gap, stack, text};
use iced::{Background, Border, Center, Fill, Point, Rectangle, Size, Theme};

use super::selection::{self, CardPosition, PileRef};
use super::state::{Action, DraftTable, Message, Phase};
use super::{head, picks, side};
use crate::screen::{ScreenContext, cards_label};
use crate::theme::{self, mix, roles, size, space};
use crate::widget::actions::{MenuAction, WithActions};
use crate::widget::card_spot::{PreviewPlace, ShownCard};
use crate::widget::face::{self, FaceRequest};
use crate::widget::grid::{self, Grid, Scroll};
use crate::widget::{Element, button, cut, label, panel};

/// More cards than this are scrolled rather than made small.
const MANY: usize = 40;
/// Width of a face among many.
const SMALL: f32 = 104.0;
/// Height of a title above cards.
const TITLE: f32 = 34.0;
/// Width of the buttons beside the rows of a square.
const ROW_BUTTON: f32 = 72.0;

/// How cards lie.
enum PackLayout {
    /// Side by side, in one group or two.
    Spreads,
    /// In piles that are taken whole.
    Piles,
    /// In rows and columns.
    Square,
}

/// Cards that lie side by side, and the room that they have.
struct Spread {
    of: PileRef,
    title: Option<String>,
    count: usize,
    area: Size,
    columns: usize,
    width: f32,
    /// Whether they are scrolled.
    many: bool,
}

/// What the scrolled cards are called.
const IDS: [&str; 2] = ["draft-cards", "draft-cards-of-another"];

impl Spread {
    /// Its cards as a grid of which only what is in sight is built.
    fn grid(&self) -> Grid {
        Grid { columns: self.columns, width: self.width, height: face::height(self.width), gap: space::S }
    }
}

fn pack_layout(view: &DraftView) -> PackLayout {
    let any = |is: fn(PileKind) -> bool| view.piles.iter().any(|p| is(p.kind));
    if any(|what| matches!(what, PileKind::Row(_))) {
        PackLayout::Square
    } else if any(|what| matches!(what, PileKind::Pile(_))) {
        PackLayout::Piles
    } else {
        PackLayout::Spreads
    }
}

/// How many columns make `n` faces as wide as possible in a room, and how wide they are.
fn fit(n: usize, bounds: Size, gap: f32, most: f32) -> (usize, f32) {
    let ratio = face::height(744.0) / 744.0;
    let width = |columns: usize| {
        let rows = n.div_ceil(columns);
        let wide = (bounds.width - gap * (columns - 1) as f32) / columns as f32;
        let high = (bounds.height - gap * (rows - 1) as f32) / rows as f32 / ratio;
        wide.min(high - 1.0).min(most).max(40.0).floor()
    };
    (1..=n.max(1)).map(|c| (c, width(c))).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).unwrap_or((1, most))
}

/// A card of the pack, shown large over the panel, so that no other card of the pack is hidden.
fn pack_card(card: CardIx) -> ShownCard {
    ShownCard::printed(card).previewed(PreviewPlace::Edge)
}

impl DraftTable {
    /// The room for what lies on the table.
    fn area(&self, bounds: Size) -> Size {
        let above = head::HEIGHT + self.seats_height() + self.bars_height() + 3.0;
        Size::new(
            (bounds.width - side::width(bounds) - 1.0 - 2.0 * space::L).max(240.0),
            (bounds.height - above - self.picks_height() - 2.0 * space::L).max(200.0),
        )
    }

    fn spreads(&self, view: &DraftView, bounds: Size) -> Vec<Spread> {
        let area = self.area(bounds);
        let piles = self.selection.pile_refs(view);
        let pools = matches!(piles.first(), Some(PileRef::Pool(_)));
        let piles: Vec<PileRef> = piles
            .into_iter()
            .filter(|of| pools || selection::pile(view, *of).is_some_and(|p| !p.cards.is_empty()))
            .collect();
        let groups = piles.len().max(1) as f32;
        let spread = |of: PileRef| {
            let pile = selection::pile(view, of);
            let count = pile.map_or(0, |p| p.cards.len());
            let title = (piles.len() > 1).then(|| match of {
                PileRef::Pool(seat) if seat == view.seat => tr!("Your pool  ·  {count}", count),
                PileRef::Pool(seat) => tr!("Seat {}, {}  ·  {count}", seat + 1, self.saved.seat_name(seat), count),
                PileRef::Pile(_) => pile.map_or(String::new(), |p| format!("{}  ·  {count}", p.kind.label())),
            });
            let head = if title.is_some() { TITLE } else { 0.0 };
            let area = if pools {
                Size::new((area.width - space::L) / 2.0, area.height - head)
            } else {
                Size::new(area.width, (area.height - space::M * (groups - 1.0)) / groups - head)
            };
            let many = pools || count > MANY;
            let (columns, width) = if many {
                let grid = Grid::for_faces(area.width - 12.0, SMALL, space::S, 0.0);
                (grid.columns, grid.width)
            } else {
                // Faces keep their size while packs get smaller.
                let is_pack = pile.is_some_and(|p| p.kind == PileKind::Pack);
                let full = if is_pack { count.max(self.largest_pack()) } else { count };
                fit(full, area, space::S, 240.0)
            };
            Spread { of, title, count, area, columns, width, many }
        };
        piles.iter().map(|of| spread(*of)).collect()
    }

    /// Cards of the largest pack that is opened.
    fn largest_pack(&self) -> usize {
        let start = &self.saved.start;
        let packs = start.packs.iter().flatten().filter(|_| start.way.opens_packs());
        packs.map(Vec::len).max().unwrap_or(0)
    }

    /// How many cards the arrows up and down go over.
    pub(super) fn columns(&self, bounds: Size) -> usize {
        let Some(view) = self.draft_view() else { return 1 };
        match (pack_layout(view), self.selection.cursor) {
            (PackLayout::Spreads, Some(cursor)) => {
                self.spreads(view, bounds).iter().find(|s| s.of == cursor.pile).map_or(1, |s| s.columns)
            }
            _ => 1,
        }
    }

    /// Scrolls so that the card under the cursor is in sight.
    pub(super) fn reveal(&mut self, bounds: Size) -> Action {
        let (Some(view), Some(cursor)) = (self.draft_view(), self.selection.cursor) else { return Action::None };
        let spreads = self.spreads(view, bounds);
        let Some(n) = spreads.iter().position(|s| s.of == cursor.pile && s.many) else { return Action::None };
        let (spread, which) = (&spreads[n], n.min(1));
        let scroll = Scroll { height: spread.area.height, ..self.scrolls[which] };
        let Some(offset) = spread.grid().reveal(cursor.at, scroll) else { return Action::None };
        self.scrolls[which].offset = offset;
        Action::Run(grid::scroll_to(IDS[which], offset))
    }

    /// The faces on the table.
    pub(super) fn cards_wanted(&self, view: &DraftView, bounds: Size) -> Vec<FaceRequest> {
        match pack_layout(view) {
            PackLayout::Spreads => {
                let spreads = self.spreads(view, bounds);
                let sight = |(n, s): (usize, &Spread)| {
                    let cards = selection::pile(view, s.of).map_or(&[][..], |p| &p.cards);
                    let range =
                        if s.many { s.grid().visible_cells(s.count, self.scrolls[n.min(1)]) } else { 0..s.count };
                    cards[range].iter().map(|c| (*c, s.width as u32)).collect::<Vec<FaceRequest>>()
                };
                spreads.iter().enumerate().flat_map(sight).collect()
            }
            PackLayout::Piles => {
                let width = self.pile_width(view, bounds) as u32;
                view.piles.iter().flat_map(|p| &p.cards).map(|c| (*c, width)).collect()
            }
            PackLayout::Square => {
                let width = self.square(view, bounds).1 as u32;
                let rows = view.piles.iter().filter(|p| matches!(p.kind, PileKind::Row(_)));
                rows.flat_map(|p| &p.cards).map(|c| (*c, width)).collect()
            }
        }
    }

    /// What lies on the table.
    pub(super) fn cards_view<'a>(&'a self, context: ScreenContext<'a>, view: &'a DraftView) -> Element<'a, Message> {
        let content = match (self.phase, pack_layout(view)) {
            (Phase::Review, _) => return container(self.picks_large(context, view)).style(panel::ground).into(),
            (_, PackLayout::Spreads) => self.spreads_view(context, view),
            (_, PackLayout::Piles) => self.piles_view(context, view),
            (_, PackLayout::Square) => self.square_view(context, view),
        };
        container(content).width(Fill).height(Fill).padding(space::L).style(panel::ground).into()
    }

    fn spreads_view<'a>(&'a self, context: ScreenContext<'a>, view: &'a DraftView) -> Element<'a, Message> {
        let spreads = self.spreads(view, context.bounds);
        if spreads.is_empty() {
            let what = tr!("Your next pack is still with another player.");
            return panel::empty(tr!("Nothing here right now"), what, None);
        }
        let pools = matches!(spreads.first().map(|s| s.of), Some(PileRef::Pool(_)));
        let groups: Vec<Element<'a, Message>> = spreads
            .into_iter()
            .enumerate()
            .map(|(n, spread)| {
                let title = spread.title.clone().map(|t| self.spread_title(view, &spread, t));
                let cards = self.spread_cards(context, view, n, spread);
                column![title, cards].into()
            })
            .collect();
        if pools {
            Row::with_children(groups).spacing(space::L).into()
        } else {
            Column::with_children(groups).spacing(space::M).width(Fill).into()
        }
    }

    /// A title; above the pool of another seat, the seats to choose from.
    fn spread_title<'a>(&'a self, view: &DraftView, spread: &Spread, title: String) -> Element<'a, Message> {
        let mut line = row![label::emphasis(title)].spacing(space::XS).align_y(Center);
        if let PileRef::Pool(seat) = spread.of
            && seat != view.seat
            && !matches!(view.prompt, Some(DraftPrompt::Answer { .. }))
        {
            line = line.push(gap::horizontal());
            let others = (0..view.pools.len()).filter(|s| *s != view.seat);
            for other in others {
                let tab = button::toggle(label::caption((other + 1).to_string()), other == seat);
                line = line.push(tab.on_press(Message::PoolShown(other)));
            }
        }
        container(line).height(TITLE).center_y(TITLE).width(spread.area.width).into()
    }

    fn spread_cards<'a>(
        &'a self,
        context: ScreenContext<'a>,
        view: &'a DraftView,
        n: usize,
        spread: Spread,
    ) -> Element<'a, Message> {
        let (of, width) = (spread.of, spread.width);
        if spread.many {
            let (grid, n) = (spread.grid(), n.min(1));
            let cell = |at| self.cell(context, view, CardPosition { pile: of, at }, width);
            let cards = grid.view(IDS[n], spread.count, self.scrolls[n], move |v| Message::Scrolled(n, v), cell);
            return container(cards).width(spread.area.width).height(spread.area.height).into();
        }
        let mut rows = Column::new().spacing(space::S);
        let mut cells =
            (0..spread.count).map(|at| self.cell(context, view, CardPosition { pile: of, at }, width)).peekable();
        while cells.peek().is_some() {
            rows = rows.push(Row::with_children(cells.by_ref().take(spread.columns)).spacing(space::S));
        }
        let width = (width + space::S) * spread.columns as f32 - space::S;
        let rows = container(rows).width(width);
        // A pack that comes slides to its place.
        match self.motion.map(|motion| motion.slide()).filter(|slide| *slide != 0.0) {
            Some(slide) => {
                let left = (spread.area.width - width) / 2.0 + slide * spread.area.width;
                container(pin(rows).x(left)).width(spread.area.width).clip(true).into()
            }
            None => container(rows).center_x(Fill).into(),
        }
    }

    /// Where a card of a pack lies on the table.
    pub(super) fn pack_place(&self, view: &DraftView, bounds: Size, at: CardPosition) -> Option<Rectangle> {
        let PackLayout::Spreads = pack_layout(view) else { return None };
        let spread = self.spreads(view, bounds).into_iter().find(|spread| spread.of == at.pile && !spread.many)?;
        let wide = (spread.width + space::S) * spread.columns as f32 - space::S;
        let size = Size::new(spread.width, face::height(spread.width));
        let (row, column) = (at.at / spread.columns, at.at % spread.columns);
        let above = head::HEIGHT + self.seats_height() + self.bars_height() + 3.0;
        let left = space::L + (spread.area.width - wide) / 2.0 + column as f32 * (size.width + space::S);
        let top = above + space::L + row as f32 * (size.height + space::S);
        Some(Rectangle::new(Point::new(left, top), size))
    }

    /// The card that was picked, on its way to the picks.
    pub(super) fn flying_card<'a>(
        &'a self,
        context: ScreenContext<'a>,
        view: &DraftView,
    ) -> Option<Element<'a, Message>> {
        let motion = self.motion?;
        let from = self.pack_place(view, context.bounds, motion.from)?;
        let to = self.pick_place(context, view, motion.card)?;
        let share = motion.progress();
        let between = |a: f32, b: f32| a + (b - a) * share;
        let (x, y) = (between(from.x, to.x), between(from.y, to.y));
        let width = between(from.width, to.width);
        Some(pin(context.gallery.plain_face(motion.card, width.round())).x(x).y(y).into())
    }

    /// A card that can be pressed, with its mark, and what a bot thinks of it.
    fn cell<'a>(
        &'a self,
        context: ScreenContext<'a>,
        view: &'a DraftView,
        place: CardPosition,
        width: f32,
    ) -> Element<'a, Message> {
        let Some(card) = selection::card(view, place) else { return gap().into() };
        let turned = !matches!(self.phase, Phase::Opening(open) if place.at >= open);
        if !turned {
            return button::bare(face::back(width)).on_press(Message::Skipped).into();
        }
        let layers = self.marked(context, view, place, card, width);
        let cell = hover(button::bare(layers).on_press(Message::Pressed(place)), face::ring(width, false));
        let at_hand = self.selection.cursor == Some(place);
        let actions = move || {
            let pick = self.selection.picks_at_once(view, place);
            pick.then(|| MenuAction::new(tr!("Pick this card"), Message::Picked(place)).dropped_on(picks::place()))
                .into_iter()
                .collect()
        };
        let cell = WithActions::new(cell, actions).at_hand(at_hand).dragged_as(card, context.gallery.pointing());
        context.gallery.spot(pack_card(card), cell).at_hand(at_hand).into()
    }

    fn marked<'a>(
        &'a self,
        context: ScreenContext<'a>,
        view: &'a DraftView,
        place: CardPosition,
        card: CardIx,
        width: f32,
    ) -> iced::widget::Stack<'a, Message> {
        let mut layers = stack![context.gallery.spot(pack_card(card), context.gallery.plain_face(card, width))]
            .width(width)
            .height(face::height(width));
        if let Some((rank, tier, _)) = self.pick_score(card) {
            layers = layers.push(tier_badge(rank, tier));
        }
        let mark = self.selection.marked(view, place);
        if let Some(mark) = mark {
            layers = layers.push(container(badge(mark.label(), true)).center(Fill));
        }
        if mark.is_some() || self.selection.cursor == Some(place) {
            layers = layers.push(face::ring(width, true));
        }
        layers
    }

    fn pile_width(&self, view: &DraftView, bounds: Size) -> f32 {
        let area = self.area(bounds);
        let piles = view.piles.len() as f32;
        let wide = (area.width - space::L * (piles - 1.0)) / piles;
        // A pile of several cards needs room below the first one.
        wide.min((area.height - 2.0 * TITLE - 40.0) * 744.0 / 1039.0 * 0.72).clamp(64.0, 210.0).floor()
    }

    fn piles_view<'a>(&'a self, context: ScreenContext<'a>, view: &'a DraftView) -> Element<'a, Message> {
        let width = self.pile_width(view, context.bounds);
        let high = self.area(context.bounds).height - 2.0 * TITLE - 2.0 * space::S;
        let piles =
            view.piles.iter().enumerate().map(|(at, pile)| self.pile_view(context, view, at, pile, width, high));
        container(Row::with_children(piles).spacing(space::L)).center_x(Fill).into()
    }

    fn pile_view<'a>(
        &'a self,
        context: ScreenContext<'a>,
        view: &'a DraftView,
        at: usize,
        pile: &'a DraftPile,
        width: f32,
        high: f32,
    ) -> Element<'a, Message> {
        let of = PileRef::Pile(at);
        let count = pile.cards.len() + pile.down;
        let chosen = self.selection.cursor.is_some_and(|c| c.pile == of);
        let title = column![
            cut(pile.kind.label()).font(theme::SEMIBOLD),
            cut(pile_count(pile)).size(size::CAPTION).style(label::muted)
        ];
        let cards: Element<'a, Message> = if count == 0 {
            gap().width(width).height(face::height(width)).into()
        } else if pile.cards.is_empty() {
            face::back(width)
        } else {
            self.fanned(context, view, of, &pile.cards, width, high)
        };
        let asked = match view.prompt {
            Some(DraftPrompt::Pile { of }) => at < of && count > 0,
            _ => false,
        };
        let press = if chosen { button::primary(tr!("button" => "Pick")) } else { button::plain(tr!("Choose")) };
        let press = asked.then(|| press.width(width).on_press(Message::Pressed(CardPosition { pile: of, at: 0 })));
        column![container(title).height(TITLE).width(width), press, container(cards).height(high)]
            .spacing(space::S)
            .width(width)
            .into()
    }

    /// Cards of a pile, one below the other so that each name is in sight.
    fn fanned<'a>(
        &'a self,
        context: ScreenContext<'a>,
        view: &'a DraftView,
        of: PileRef,
        cards: &'a [CardIx],
        width: f32,
        high: f32,
    ) -> Element<'a, Message> {
        let over = cards.len().saturating_sub(1).max(1) as f32;
        let edge = ((high - face::height(width)) / over).clamp(12.0, 40.0).floor();
        let whole = face::height(width) + edge * (cards.len() - 1) as f32;
        let mut layers = stack![gap().width(width).height(whole)];
        for (at, card) in cards.iter().enumerate() {
            let place = CardPosition { pile: of, at };
            let pressed =
                button::bare(self.marked(context, view, place, *card, width)).on_press(Message::Pressed(place));
            layers = layers.push(pin(pressed).y(edge * at as f32));
        }
        layers.width(width).height(whole).into()
    }

    /// Cards in a row of the square, and their width.
    fn square(&self, view: &DraftView, bounds: Size) -> (usize, f32) {
        let side = view.piles.iter().filter(|p| matches!(p.kind, PileKind::Row(_))).count().max(1);
        let area = self.area(bounds);
        let gaps = space::S * (side - 1) as f32;
        let wide = (area.width - ROW_BUTTON - gaps - 8.0) / side as f32;
        let high = (area.height - TITLE - gaps - 8.0) / side as f32 * 744.0 / 1039.0;
        (side, wide.min(high).min(200.0).floor())
    }

    /// The square. Lines are only taken whole, so what is left of a row lies in the columns that are left, in order.
    fn square_view<'a>(&'a self, context: ScreenContext<'a>, view: &'a DraftView) -> Element<'a, Message> {
        let (side, width) = self.square(view, context.bounds);
        let left: Vec<usize> =
            (side..2 * side).filter(|c| view.piles.get(*c).is_some_and(|p| !p.cards.is_empty())).collect();
        let line = |at: usize, word: String, width: f32| -> Element<'a, Message> {
            let chosen = self.selection.cursor.is_some_and(|c| c.pile == PileRef::Pile(at));
            let there = view.piles.get(at).is_some_and(|p| !p.cards.is_empty()) && view.prompt.is_some();
            let press = if chosen { button::primary(word) } else { button::plain(word) };
            let press = press.padding([4, 8]).width(width);
            press
                .on_press_maybe(there.then_some(Message::Pressed(CardPosition { pile: PileRef::Pile(at), at: 0 })))
                .into()
        };
        let mut heads = row![gap().width(ROW_BUTTON)].spacing(space::S);
        for column in side..2 * side {
            heads = heads.push(line(column, tr!("Column {}", column - side + 1), width));
        }
        let mut rows = column![container(heads).height(TITLE - space::S)].spacing(space::S);
        for at in 0..side {
            let cards = view.piles.get(at).map_or(&[][..], |p| &p.cards);
            let mut cells = row![container(line(at, tr!("Row {}", at + 1), ROW_BUTTON)).center_y(face::height(width))]
                .spacing(space::S);
            for column in side..2 * side {
                let card = left.iter().position(|c| *c == column).and_then(|n| cards.get(n).copied());
                cells = cells.push(self.square_cell(context, card, (at, column), width));
            }
            rows = rows.push(cells);
        }
        container(rows).center_x(Fill).into()
    }

    fn square_cell<'a>(
        &'a self,
        context: ScreenContext<'a>,
        card: Option<CardIx>,
        (row, column): (usize, usize),
        width: f32,
    ) -> Element<'a, Message> {
        let Some(card) = card else { return gap().width(width).height(face::height(width)).into() };
        let mut layers = stack![context.gallery.spot(pack_card(card), context.gallery.plain_face(card, width))]
            .width(width)
            .height(face::height(width));
        if let Some((rank, tier, _)) = self.pick_score(card) {
            layers = layers.push(tier_badge(rank, tier));
        }
        let chosen =
            self.selection.cursor.is_some_and(|c| c.pile == PileRef::Pile(row) || c.pile == PileRef::Pile(column));
        if chosen {
            layers = layers.push(face::ring(width, true));
        }
        layers.into()
    }
}

/// What a pile holds, in words.
fn pile_count(pile: &DraftPile) -> String {
    match (pile.cards.len(), pile.down) {
        (0, 0) => tr!("empty"),
        (0, n) => tr!("1 card, face down" | "{n} cards, face down" % n),
        (n, _) => cards_label(n),
    }
}

/// How good a pick a bot thinks a card is, at the top of its face; the best one stands out.
fn tier_badge<'a>(rank: usize, tier: PickTier) -> Element<'a, Message> {
    container(badge(tier.letter().to_owned(), rank == 0)).align_right(Fill).padding(5).into()
}

/// A word on a face.
fn badge<'a>(word: String, loud: bool) -> Element<'a, Message> {
    let word = text(word).size(size::CAPTION).font(theme::BOLD);
    let style = move |theme: &Theme| {
        let r = roles(theme);
        let (ground, ink) = if loud { (r.accent, r.on_accent) } else { (mix(r.surface, r.ground, 0.5), r.text) };
        container::Style {
            background: Some(Background::Color(ground)),
            text_color: Some(ink),
            border: Border { color: r.line, width: 1.0, radius: 10.0.into() },
            ..container::Style::default()
        }
    };
    container(word).padding([2, 7]).style(style).into()
}
