//! What a seat has so far: by faction, one card over the other, with counts by type and the curve of costs.

use catalog::tr;
use catalog::{CardIx, GameData};
use formats::limited::draft::DraftView;
use iced::widget::{Column, Row, column, container, pin, row, scrollable, space as gap, stack};
use iced::{Center, Fill, Point, Rectangle, Size};

use super::super::card_groups::{CardGroup, by_faction, type_name};
use super::side;
use super::state::{DraftTable, Message};
use crate::screen::{ScreenContext, cards_label};
use crate::theme::{self, space};
use crate::widget::card_spot::DropPlace;
use crate::widget::chart::CostCurve;
use crate::widget::drop_spot::DropSpot;
use crate::widget::{Element, cut, face, field, label, panel};

/// Height of the picks.
pub(super) const HEIGHT: f32 = 156.0;
/// Width of a pick.
pub(super) const WIDTH: f32 = 72.0;
/// Width of the curve beside them.
const CURVE: f32 = 180.0;
/// Width of the counts by type.
const TYPES: f32 = 104.0;

/// The picks, as cards are dragged there.
pub(super) fn place() -> DropPlace {
    DropPlace("picks".to_owned())
}

/// How much of a pick the next one leaves in sight: enough for its cost if there is room, less so that all fit.
fn edge(bounds: Size, groups: &[CardGroup]) -> f32 {
    let gaps = space::L * groups.len() as f32;
    let wide = bounds.width - side::width(bounds) - 1.0 - CURVE - TYPES - 2.0 * space::XL - 2.0 * space::L - gaps;
    let over: usize = groups.iter().map(|g| g.cards.len().saturating_sub(1)).sum();
    ((wide - WIDTH * groups.len() as f32) / over.max(1) as f32).floor().clamp(6.0, 26.0)
}

impl DraftTable {
    /// How high the picks are: nothing where they lie on the table as a whole.
    pub(super) fn picks_height(&self) -> f32 {
        let trades = self.draft_view().is_some_and(|v| v.piles.is_empty());
        if trades { 0.0 } else { HEIGHT }
    }

    /// How high what stands at the foot of the table is.
    pub fn foot_height(&self) -> f32 {
        self.picks_height()
    }

    /// The picks of the seat in front of the window.
    pub(super) fn picks<'a>(&'a self, context: ScreenContext<'a>, view: &'a DraftView) -> Element<'a, Message> {
        let content = if view.own().is_empty() {
            let what = tr!("Your picks will appear here, by faction, with their cost curve.");
            panel::empty(tr!("Your picks"), what, None)
        } else {
            picks_row(context, view.own())
        };
        let picks = container(content).height(HEIGHT - 1.0).width(Fill).style(panel::surface);
        column![panel::flat(), DropSpot::new(context.gallery.pointing(), place(), picks)].into()
    }

    /// Where a pick lies among the others.
    pub(super) fn pick_place(&self, context: ScreenContext<'_>, view: &DraftView, card: CardIx) -> Option<Rectangle> {
        if self.picks_height() == 0.0 {
            return None;
        }
        let groups = by_faction(context.game(), view.own());
        let edge = edge(context.bounds, &groups);
        let mut left = space::L;
        for group in groups {
            if let Some(at) = group.cards.iter().rposition(|other| *other == card) {
                let top = context.bounds.height - HEIGHT + space::M + 16.0 + space::S;
                let place = Point::new(left + edge * at as f32, top);
                return Some(Rectangle::new(place, Size::new(WIDTH, face::height(WIDTH))));
            }
            left += WIDTH + edge * group.cards.len().saturating_sub(1) as f32 + space::L;
        }
        None
    }

    /// The picks alone, for the time between two packs.
    pub(super) fn picks_large<'a>(&'a self, context: ScreenContext<'a>, view: &'a DraftView) -> Element<'a, Message> {
        let groups = by_faction(context.game(), view.own()).into_iter().map(|group| stacked(context, 24.0, group));
        let page = column![
            label::section(tr!("Review your picks")),
            label::body(tr!("The next pack opens when time runs out or you press Enter.")).style(label::muted),
            Row::with_children(groups).spacing(space::L).wrap().vertical_spacing(space::L),
        ];
        field::scrolled(page.spacing(space::M).padding(space::L)).width(Fill).height(Fill).into()
    }
}

fn picks_row<'a>(context: ScreenContext<'a>, picks: &[CardIx]) -> Element<'a, Message> {
    let game = context.game();
    let groups = by_faction(game, picks);
    let edge = edge(context.bounds, &groups);
    let groups = groups.into_iter().map(|group| stacked(context, edge, group));
    let scroll = scrollable(Row::with_children(groups).spacing(space::L))
        .direction(scrollable::Direction::Horizontal(
            scrollable::Scrollbar::new().width(6).scroller_width(6).spacing(4),
        ))
        .style(field::scroll_style);
    let curve =
        column![label::group(cards_label(picks.len())), CostCurve::from_cards(game, picks.iter().copied()).view(104.0)];
    row![
        container(scroll).width(Fill),
        container(types(game, picks)).width(TYPES),
        container(curve.spacing(space::S)).width(CURVE)
    ]
    .spacing(space::XL)
    .padding([space::M, space::L])
    .into()
}

/// How many cards there are of each type, the most first.
fn types<'a>(game: &GameData, picks: &[CardIx]) -> Element<'a, Message> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for card in picks {
        let kind = type_name(game, *card);
        match counts.iter_mut().find(|(k, _)| *k == kind) {
            Some((_, n)) => *n += 1,
            None => counts.push((kind, 1)),
        }
    }
    counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let lines = counts.into_iter().take(5).map(|(kind, n)| {
        let number = label::caption(n.to_string()).font(theme::SEMIBOLD).style(iced::widget::text::default);
        row![cut(kind).size(theme::size::CAPTION).style(label::muted), number].spacing(6).align_y(Center).into()
    });
    column![label::group(tr!("Types")), Column::with_children(lines).spacing(4)].spacing(space::S).into()
}

/// The picks of a faction, one over the other so that each cost is in sight.
fn stacked<'a>(context: ScreenContext<'a>, edge: f32, group: CardGroup) -> Element<'a, Message> {
    let count = label::group(group.cards.len().to_string());
    let head = row![group.signs(context, 16.0), count].spacing(6).align_y(Center);
    let width = WIDTH + edge * group.cards.len().saturating_sub(1) as f32;
    let mut layers = stack![gap().width(width).height(face::height(WIDTH))];
    for (at, card) in group.cards.iter().enumerate() {
        layers = layers.push(pin(context.gallery.face(*card, WIDTH)).x(edge * at as f32));
    }
    column![head, layers.width(width).height(face::height(WIDTH))].spacing(space::S).into()
}
