//! How large cards are drawn, so that everything has its place.

use engine::sight::{Lie, Zone};
use iced::Size;

use super::super::table::Table;
use super::{GAP, card};
use crate::widget::face;

/// Widths of cards at the plain size.
const FIELD: f32 = 92.0;
const STACK: f32 = 50.0;
const HAND: f32 = 108.0;
const OFFER: f32 = 72.0;

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
    /// Height of the TimeLine.
    pub history: f32,
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
        // Artifacts are fewer and mean less than assets and entities.
        let field = if history { 0.62 * FIELD } else { FIELD };
        let rows = |seat: u8| {
            let small = has(seat, Lie::Stack) || has(seat, Lie::Apart);
            let fields = if history && !has(seat, Lie::Field) { 0.0 } else { face::height(field) };
            fields + if small { face::height(STACK) } else { 0.0 }
        };
        let near = rows(table.seat()) + face::height(HAND);
        let far = match others[..] {
            [] => 0.0,
            // Who sees an open hand sees it as small cards.
            [one] => rows(one) + if table.eyes().is_none() { face::height(STACK) } else { 0.0 },
            _ => 2.0 * face::height(STACK),
        };
        let strips = 60.0 + 44.0 * (1.0 + f32::from(u8::from(!others.is_empty())));
        let middle = if history { 300.0 } else { 96.0 };
        let scale = ((room.height - strips - middle - 60.0) / (near + far)).clamp(0.55, 1.7);
        let left = room.height - strips - 60.0 - scale * (near + far);
        Sizes {
            field: (field * scale).round(),
            stack: (STACK * scale).round(),
            hand: (HAND * scale).round(),
            offer: (OFFER * scale.min(1.2)).round(),
            room: room.width - 24.0,
            history: left.max(240.0),
        }
    }

    /// The width of the cards of a seat's zone: narrower where there are many.
    pub fn width(&self, table: &Table, seat: u8, zone: &Zone) -> f32 {
        let near = seat == table.seat();
        let crowd = super::others(table).len() > 1;
        let (wish, part) = match zone.lie {
            Lie::Hand if near => (self.hand, 1.0),
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

/// Fields of a seat, side by side.
fn fields(table: &Table, seat: u8) -> usize {
    let side = &table.sight().sides[usize::from(seat)];
    side.zones.iter().filter(|zone| zone.lie == Lie::Field).count().max(1)
}
