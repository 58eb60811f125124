//! How large cards are drawn, so that everything has its place.

use engine::sight::{Lie, Seen, Spot, Zone};
use iced::Size;

use super::super::table::Table;
use super::{GAP, card};
use crate::widget::{face, timeline};

/// Widths of cards at the plain size.
const FIELD: f32 = 92.0;
const STACK: f32 = 50.0;
const HAND: f32 = 108.0;
const OFFER: f32 = 72.0;

/// What a panel in the middle has above and below its cards.
const FRAME: f32 = 36.0;
/// Height of a panel in the middle with the smallest cards.
const PANEL: f32 = 72.0;
/// Width of a card below a TimeLine, and height of its panel.
const BELOW_CARD: f32 = 52.0;
const BELOW: f32 = 108.0;
/// Height of the number of Paradoxes, with the room around it.
const COUNT: f32 = 36.0;
/// Height of a seat's line.
const STRIP: f32 = 32.0;
/// What its second line takes where there is no room for one.
const SECOND_LINE: f32 = 24.0;
/// Height of the notes and piles below what lies in the middle.
const FOOT: f32 = 24.0;
/// Width of a board below which a seat has two lines.
const NARROW: f32 = 720.0;

/// Widths of cards.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    /// In play.
    pub field: f32,
    /// In stacks, kept apart, and in front of seats that share a row.
    pub stack: f32,
    /// In one's own hand.
    pub hand: f32,
    /// In the middle.
    pub offer: f32,
    /// Width of the board.
    pub room: f32,
    /// Height of the TimeLine's rows.
    pub history: f32,
    /// Height of all of it: more than there is where the smallest cards do not fit.
    pub high: f32,
}

impl Sizes {
    /// As large as the room allows.
    pub fn of(table: &Table, room: Size) -> Sizes {
        let sight = table.sight();
        let has = |seat: u8, lie: Lie| {
            let side = sight.sides.get(usize::from(seat));
            side.is_some_and(|side| side.zones.iter().any(|z| z.lie == lie && !z.cards.is_empty()))
        };
        let history = sight.history.is_some();
        let others = super::others(table);
        // Beside a TimeLine, Artifacts lie with the hand.
        let (field, hand) = if history { (1.3 * STACK, 0.85 * HAND) } else { (FIELD, HAND) };
        let small = |seat: u8| has(seat, Lie::Stack) || has(seat, Lie::Apart);
        let framed = fields(table, table.seat()) > 1;
        let field_of = |seat: u8| match framed || has(seat, Lie::Field) {
            true if !history => face::height(field),
            _ => 0.0,
        };
        // One's own stacks lie beside the hand, those of the other seat have a row.
        let near = field_of(table.seat()) + face::height(hand);
        let (far, rows) = match others[..] {
            [] => (0.0, 3.0),
            [one] if history => match has(one, Lie::Field) || has(one, Lie::Apart) || open_hand(table, one) {
                true => (face::height(field), 5.0),
                false => (0.0, 4.0),
            },
            [one] => {
                // Who sees an open hand sees it as small cards.
                let rows = u8::from(small(one)) + u8::from(table.eyes().is_none());
                (field_of(one) + f32::from(rows) * face::height(STACK), 5.0 + f32::from(rows))
            }
            _ => (1.7 * face::height(STACK), 4.0),
        };
        let captions = match others[..] {
            [one] if small(one) && !history => 18.0,
            [] | [_] => 0.0,
            // Names, counters and numbers of cards in the panels.
            _ => 92.0,
        };
        let frames = if framed { 48.0 } else { 0.0 };
        let strip = if narrow(room.width) { STRIP + SECOND_LINE } else { STRIP };
        let strips = strip * (1 + others.len().min(1)) as f32;
        let piles = sight.common.iter().any(|zone| zone.lie == Lie::Pile && !zone.cards.is_empty());
        let foot = if piles || !sight.notes.is_empty() { FOOT } else { 0.0 };
        let wide = room.width - 24.0;
        let around = COUNT + if lies_in_middle(table) { BELOW } else { 0.0 };
        // The least that lies in the middle, and what it is given before cards are drawn larger.
        let (least, middle) = match &sight.history {
            Some(history) => {
                let rows = timeline::least_height(&history.years, wide);
                (around + rows, around + rows.max(300.0))
            }
            None if lies_in_middle(table) => (PANEL + foot, (0.15 * room.height).clamp(92.0, 160.0) + foot),
            None => (foot, (0.15 * room.height).clamp(92.0, 160.0) + foot),
        };
        let fixed = 24.0 + 8.0 * rows + captions + frames + strips;
        let scale = ((room.height - fixed - middle) / (near + far)).clamp(0.55, 1.9);
        let left = (room.height - fixed - scale * (near + far)).max(least);
        // A card in the middle has a frame around it, and what is left for both.
        let most = if history { BELOW_CARD } else { 100.0 * (left - FRAME - foot) / face::height(100.0) };
        Sizes {
            field: (field * scale).round(),
            stack: (STACK * scale).round(),
            hand: (hand * scale).round(),
            offer: (OFFER * scale.min(1.2)).min(most).max(26.0).round(),
            room: wide,
            history: left - around,
            high: (fixed + scale * (near + far) + left).max(room.height),
        }
    }

    /// Whether a seat has two lines.
    pub fn narrow(&self) -> bool {
        narrow(self.room + 24.0)
    }

    /// The width of the cards of a seat's zone: narrower where there are many.
    pub fn width(&self, table: &Table, seat: u8, zone: &Zone) -> f32 {
        let near = seat == table.seat();
        let (crowd, history) = (super::others(table).len() > 1, table.sight().history.is_some());
        let (wish, part) = match zone.lie {
            Lie::Hand if near => (self.hand, if history { 0.5 } else { 0.64 }),
            Lie::Field if near && history => (self.field, 0.3),
            Lie::Stack | Lie::Apart if near => (self.stack * 1.3, 0.17),
            Lie::Field if near || !crowd => (self.field, 1.0 / fields(table, seat) as f32),
            Lie::Offer => (self.offer, 1.0),
            Lie::Hand if !crowd => (self.stack, 1.0),
            Lie::Hand | Lie::Field | Lie::Stack | Lie::Apart | Lie::Pile if near || !crowd => (self.stack, 0.5),
            _ => (self.stack * 0.8, 1.0 / super::others(table).len() as f32),
        };
        let count = card::grouped(table, zone).len().max(1) as f32;
        wish.min((self.room * part - GAP * (count - 1.0) - 24.0) / count).max(26.0).floor()
    }
}

fn narrow(width: f32) -> bool {
    width < NARROW
}

/// Fields of a seat, side by side.
fn fields(table: &Table, seat: u8) -> usize {
    let side = &table.sight().sides[usize::from(seat)];
    side.zones.iter().filter(|zone| zone.lie == Lie::Field).count().max(1)
}

/// Whether anything lies in the middle, beside or below a TimeLine: cities, what is fought over or waits, what is offered,
/// or can be taken out of piles.
fn lies_in_middle(table: &Table) -> bool {
    let sight = table.sight();
    let glows = |seen: &Seen| seen.key.is_some_and(|key| table.glows(Spot::Card(key)));
    !sight.cities.is_empty()
        || !sight.waiting.is_empty()
        || sight.common.iter().any(|zone| zone.lie != Lie::Pile && !zone.cards.is_empty())
        || sight.cards().any(|(_, zone, seen)| seen.fights || (zone.lie == Lie::Pile && glows(seen)))
}

/// Whether any card of a seat's hand is known.
fn open_hand(table: &Table, seat: u8) -> bool {
    let side = &table.sight().sides[usize::from(seat)];
    let mut hands = side.zones.iter().filter(|zone| zone.lie == Lie::Hand);
    hands.any(|zone| zone.cards.iter().any(|card| card.card.is_some()))
}
