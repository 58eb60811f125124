//! How large cards are drawn, so that everything has its place.

use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::{ObservedCard, ObservedZone, ZoneLayout};
use iced::Size;

use super::super::table::MatchTable;
use super::zones::{
    GAP, cards_of, draws_piles, field_share, grouped, is_laned, most_in_lane, open_hand, others, shared_zones,
    two_rows, waiting_for_lane,
};
use crate::theme::space;
use crate::widget::{face, timeline};

/// Height of the name at the foot of a face, as a part of its width.
pub(super) const NAME: f32 = 0.3;

/// Widths of cards at the plain size.
const FIELD: f32 = 92.0;
const STACK: f32 = 50.0;
const HAND: f32 = 108.0;
const OFFER: f32 = 72.0;
/// What cards of several others take beside a TimeLine, as a part of a card in a stack, and their least width.
const CROWD: f32 = 1.2;
const LEAST_CROWD: f32 = 40.0;
/// The widest card of a hand, as a part of the board's height: wider ones take the room of what lies in the middle.
const MOST_HAND: f32 = 0.22;

/// What the middle is given where cards lie there that all share, as a part of the board's height.
const MOST_SHARED: f32 = 0.28;

/// What a panel in the middle has above and below its cards.
const FRAME: f32 = 36.0;
/// Height of a panel in the middle with the smallest cards.
const PANEL: f32 = 72.0;
/// Width of a card below a TimeLine, and height of its panel.
const BELOW_CARD: f32 = 52.0;
const BELOW: f32 = 108.0;
/// The same for what waits, where the hand has no room otherwise: a line of words beside a small card.
const LOW_CARD: f32 = 34.0;
const LOW_BELOW: f32 = 68.0;
/// The least that cards are scaled to.
const LEAST_SCALE: f32 = 0.55;
/// Height of the number of Paradoxes, with the room around it.
const COUNT: f32 = 36.0;
/// Height of a seat's line.
const STRIP: f32 = 32.0;
/// What its second line takes where there is no room for one.
const SECOND_LINE: f32 = 24.0;
/// Height of the notes and piles below what lies in the middle.
const FOOT: f32 = 24.0;
/// Height of a line of a seat that shares a row, and width of the word for a pile.
const LINE: f32 = 26.0;
const PILE: f32 = 78.0;
/// Pixels that a hand gives up so that nothing is scrolled.
const SLACK: f32 = 40.0;
/// What stacks beside fields take of the width of the board.
pub(super) const STACKS: f32 = 0.15;
/// Height of a board below which a city is small.
const LOW: f32 = 600.0;
/// Rows of cards in a field at most.
const MOST_ROWS: usize = 4;
/// Width of a board below which a seat has two lines.
const NARROW: f32 = 720.0;

/// Widths of cards.
#[derive(Debug, Clone, Copy)]
pub struct CardSizes {
    /// In play.
    pub field: f32,
    /// In stacks, kept apart, and in front of seats that share a row.
    pub stack: f32,
    /// In one's own hand.
    pub hand: f32,
    /// In the middle.
    pub offer: f32,
    /// Of cards that all share, in the middle, and the rows in which they lie there.
    pub shared: f32,
    pub shared_rows: usize,
    /// In a lane, and what lies there for all.
    pub lane: f32,
    pub lane_shared: f32,
    /// Height of a city.
    pub city: f32,
    /// Whether what waits is told in a line.
    pub is_low: bool,
    /// Whether the row of the other seat has its room before it has cards.
    pub keeps_far_row: bool,
    /// Width of the board.
    pub board_width: f32,
    /// Height of the TimeLine's rows.
    pub history: f32,
    /// Height of all of it: more than there is where the smallest cards do not fit.
    pub height: f32,
}

impl CardSizes {
    /// As large as the room allows.
    pub fn fit(table: &MatchTable, bounds: Size) -> CardSizes {
        let observation = table.observation();
        let history = observation.timeline.is_some();
        let others = others(table);
        // Beside a TimeLine, Artifacts lie with the hand.
        let (field, hand) = if history { (1.3 * STACK, 0.85 * HAND) } else { (FIELD, HAND) };
        let framed = fields(table, table.seat()) > 1;
        // The room of a field is kept from the start, so that cards keep their size while a match goes on.
        let no_field = !declares(table, table.seat(), |layout| layout == ZoneLayout::Field);
        let in_field = if history || no_field { 0.0 } else { face::height(field) };
        // One's own stacks lie beside the hand, those of the other seat have a row.
        let near = in_field + face::height(hand);
        let (far, rows) = match others[..] {
            [] => (0.0, 3.0),
            [one] if history => {
                // Its row is kept from the start, so that the TimeLine stays where it is.
                let laid = |layout| matches!(layout, ZoneLayout::Field | ZoneLayout::Apart);
                if declares(table, one, laid) || open_hand(table, one) {
                    (face::height(field), 5.0)
                } else {
                    (0.0, 4.0)
                }
            }
            [_] => {
                // A hand that is open is a row of small cards.
                let rows = u8::from(open_hand(table, others[0]));
                (in_field + f32::from(rows) * face::height(STACK), 5.0 + f32::from(rows))
            }
            _ => {
                let laid = |layout| matches!(layout, ZoneLayout::Field | ZoneLayout::Stack | ZoneLayout::Apart);
                // Beside a TimeLine their cards lie in one row.
                let rows = if history { CROWD } else { 1.7 };
                let rows = if others.iter().any(|seat| declares(table, *seat, laid)) { rows } else { 0.0 };
                (rows * face::height(STACK), 4.0)
            }
        };
        let captions = match others[..] {
            [] | [_] => 0.0,
            // What the panels have above their cards.
            _ => others.iter().map(|seat| panel_head(table, *seat, bounds.width)).fold(0.0, f32::max),
        };
        let frames = if framed { 48.0 } else { 0.0 };
        let strip = if narrow(bounds.width) { STRIP + SECOND_LINE } else { STRIP };
        // Several others have panels, whose heads are counted beside.
        let strips = if others.len() == 1 { 2.0 * strip } else { strip };
        let piles = observation.common.iter().any(|zone| zone.layout == ZoneLayout::Pile && !zone.cards.is_empty());
        // Beside cities notes come and go with each attack: their line is kept.
        let notes = !observation.notes.is_empty() || !observation.cities.is_empty();
        let foot = if piles || notes { FOOT } else { 0.0 };
        let wide = bounds.width - 24.0;
        let fixed = 24.0 + 8.0 * rows + captions + frames + strips;
        let rows = observation.timeline.as_ref().map_or(0.0, |history| timeline::least_height(&history.cards, wide));
        let lies_below = history && !observation.pending.is_empty();
        let is_low = lies_below && fixed + LEAST_SCALE * (near + far) + COUNT + BELOW + rows > bounds.height;
        let below = if is_low { LOW_BELOW } else { BELOW };
        let around = COUNT + if middle_is_used(table) { below } else { 0.0 };
        let city = match (observation.cities.len(), bounds.height < LOW) {
            (0, _) => 0.0,
            (_, true) => 70.0,
            (_, false) => (0.14 * bounds.height).clamp(98.0, 170.0).round(),
        };
        // The least that lies in the middle, and what it is given before cards are drawn larger.
        let (least, middle) = if history {
            (around + rows, around + rows.max(300.0))
        } else {
            let least = if middle_is_used(table) { PANEL.max(city + space::S) } else { 0.0 };
            (least + foot, (0.15 * bounds.height).clamp(92.0, 160.0) + foot)
        };
        // Cards that all share are what such a game is about: a trick, a market, the upcard.
        let shared = !history && observation.cities.is_empty() && (offered(table) > 0 || draws_piles(table));
        let middle = if shared { middle.max(MOST_SHARED * bounds.height) } else { middle };
        if is_laned(table) {
            return CardSizes::with_lanes(table, bounds, fixed - frames);
        }
        let scale = ((bounds.height - fixed - middle.max(least)) / (near + far)).clamp(LEAST_SCALE, 1.9);
        let mut hand = (hand * scale).min(MOST_HAND * bounds.height).round();
        let mut taken = fixed + scale * (in_field + far) + face::height(hand);
        // Rather a little less of the hand than a board that scrolls.
        let over = taken + least - bounds.height;
        if over > 0.0 && over <= SLACK {
            hand = (hand - 100.0 * over / face::height(100.0)).floor();
            taken = fixed + scale * (in_field + far) + face::height(hand);
        }
        let left = (bounds.height - taken).max(least);
        // A card in the middle has a frame around it, and what is left for both.
        let row_fits = |rows: f32| 100.0 * ((left - foot) / rows - FRAME) / face::height(100.0);
        let below_card = if is_low { LOW_CARD } else { BELOW_CARD };
        let most = if history { below_card } else { row_fits(1.0) };
        let preferred =
            |rows: usize| if shared { hand.min(row_fits(rows as f32)) } else { (OFFER * scale.min(1.2)).min(most) };
        // Two rows, where cards are larger in them.
        let width = |rows: usize| preferred(rows).min(CardSizes::row_width(table, wide, rows));
        let shared_rows = if shared && width(2) > 1.1 * width(1) { 2 } else { 1 };
        CardSizes {
            field: (field * scale).round(),
            stack: (STACK * scale).round(),
            hand,
            lane: 0.0,
            lane_shared: 0.0,
            offer: preferred(shared_rows).max(26.0).round(),
            shared: width(shared_rows).max(26.0).floor(),
            shared_rows,
            city,
            is_low,
            keeps_far_row: history && others.len() == 1 && far > 0.0,
            board_width: wide,
            history: left - around,
            height: (taken + left).max(bounds.height),
        }
    }

    /// The same where cards in play lie in lanes: hand and lanes share the height.
    fn with_lanes(table: &MatchTable, bounds: Size, fixed: f32) -> CardSizes {
        let board_width = bounds.width - 24.0;
        let hand = (HAND * bounds.height / 640.0).min(MOST_HAND * bounds.height).round();
        let left = (bounds.height - fixed - face::height(hand) - FOOT).max(0.0);
        // Two rows of cards, and between them a little more than half of one.
        let row = 0.37 * left - space::S;
        let columns = table.observation().lanes.len() as f32;
        let column = |beside: f32| (board_width - beside - space::S * (columns - 1.0)) / columns - 2.0 * space::S;
        let width_of = |height: f32| 100.0 * height / face::height(100.0);
        let field = |count, beside| in_most_rows(count, MOST_ROWS, width_of(row), column(beside)).max(26.0).floor();
        // What lies there for all is what is fought for: it has what rows of three leave.
        let between = (0.96 * left - 2.0 * face::height(field(3, 0.0))).max(0.22 * left);
        // What waits for a lane at the other side lies beside them.
        let widest = field(most_in_lane(table).max(3), 0.0);
        let beside = waiting_for_lane(table, others(table)[0]).len() as f32 * (widest + space::S);
        let lane = field(most_in_lane(table).max(3), beside);
        CardSizes {
            field: lane,
            lane,
            lane_shared: width_of(between).min(column(0.0) / 3.0).max(26.0).floor(),
            stack: STACK,
            hand,
            offer: OFFER,
            shared: OFFER.min(CardSizes::row_width(table, board_width, 1)).max(26.0).floor(),
            shared_rows: 1,
            city: 0.0,
            is_low: false,
            keeps_far_row: false,
            board_width,
            history: 0.0,
            height: bounds.height,
        }
    }

    /// The width of the cards of a zone of the table.
    pub fn common_width(&self, zone: &ObservedZone) -> f32 {
        let in_lanes = self.lane > 0.0 && zone.cards.iter().all(|card| card.lane.is_some());
        if in_lanes { self.lane_shared } else { self.shared }
    }

    /// Whether there is room for words where nothing else lies.
    pub fn is_roomy(&self) -> bool {
        self.height >= LOW
    }

    /// Whether a seat has two lines.
    pub fn narrow(&self) -> bool {
        narrow(self.board_width + 24.0)
    }

    /// The width of cards in the middle that fills so many rows.
    fn row_width(table: &MatchTable, board: f32, rows: usize) -> f32 {
        let zones = shared_zones(table);
        let cards = if rows == 2 { two_rows(table, &zones).1 } else { cards_of(table, &zones) };
        let gaps = GAP * cards as f32 + space::XL * zones.len() as f32;
        (board - gaps) / cards.max(1) as f32
    }

    /// The width of so many cards of a stack beside fields: in one row, or in two as high as a field.
    fn stack_width(&self, count: usize) -> f32 {
        let room = STACKS * self.board_width;
        let in_row = |count: usize| (room - GAP * (count as f32 - 1.0)) / count as f32;
        let half = 100.0 * (face::height(self.field) - GAP) / 2.0 / face::height(100.0);
        let two = in_row(count.div_ceil(2)).min(half);
        in_row(count).max(two).min(self.stack * 1.3).max(26.0).floor()
    }

    /// What is left for one's own hand beside a TimeLine, where all that one has lies in one row, as a part of the board's width.
    fn part_beside_a_hand(&self, table: &MatchTable) -> f32 {
        let seat = table.seat();
        let zones = table.observation().seats[usize::from(seat)].zones.iter();
        let beside =
            zones.filter(|zone| !matches!(zone.layout, ZoneLayout::Hand | ZoneLayout::Pile | ZoneLayout::Offer));
        let taken = beside.filter(|zone| !zone.cards.is_empty()).map(|zone| {
            let cards = grouped(table, zone).len() as f32;
            cards * (self.width(table, seat, zone) + GAP) + space::XXL
        });
        (1.0 - taken.sum::<f32>() / self.board_width).max(0.5)
    }

    /// The width of the cards of a seat's zone: narrower where there are many.
    pub fn width(&self, table: &MatchTable, seat: u8, zone: &ObservedZone) -> f32 {
        if self.lane > 0.0 && zone.layout == ZoneLayout::Field {
            return self.lane;
        }
        let near = seat == table.seat();
        let (crowd, history) = (others(table).len() > 1, table.observation().timeline.is_some());
        let (preferred, part) = match zone.layout {
            ZoneLayout::Hand if near && (has_stacks_beside_fields(table) || !has_stacks(table, seat)) => {
                (self.hand, 1.0)
            }
            ZoneLayout::Hand if near && history => (self.hand, self.part_beside_a_hand(table)),
            ZoneLayout::Hand if near => (self.hand, 0.64),
            ZoneLayout::Field if near && history => (self.field, 0.3),
            // Beside a TimeLine all that another seat has lies in one row.
            ZoneLayout::Field if history && !crowd => {
                (self.field, if open_hand(table, seat) || has_stacks(table, seat) { 0.42 } else { 1.0 })
            }
            ZoneLayout::Hand if history && !crowd => (self.stack, 0.36),
            ZoneLayout::Stack | ZoneLayout::Apart if has_stacks_beside_fields(table) => {
                return self.stack_width(grouped(table, zone).len().max(1));
            }
            ZoneLayout::Stack | ZoneLayout::Apart if near || !crowd => (self.stack * 1.3, 0.17),
            ZoneLayout::Field if near || !crowd => {
                // Stacks lie beside the field: those of both sides, or those of the other seat.
                let part = match has_stacks_beside_fields(table) {
                    true => 1.0 - STACKS,
                    false if near || !has_stacks(table, seat) => 1.0,
                    false => 0.62,
                };
                let share = if fields(table, seat) > 1 { field_share(table, seat, &zone.title) } else { 1.0 };
                (self.field, part * share)
            }
            ZoneLayout::Offer => (self.offer, 1.0),
            ZoneLayout::Hand if !crowd => (self.stack, 1.0),
            ZoneLayout::Hand | ZoneLayout::Field | ZoneLayout::Stack | ZoneLayout::Apart | ZoneLayout::Pile
                if near || !crowd =>
            {
                (self.stack, 0.5)
            }
            _ if history => {
                // As large as one's own, as far as the panel has room for them side by side.
                let panel = self.board_width / others(table).len() as f32 - 2.0 * space::S;
                return (CROWD * self.stack)
                    .max(LEAST_CROWD)
                    .min(panel / grouped(table, zone).len().max(1) as f32 - 3.0);
            }
            _ => (self.stack * 0.8, 1.0 / others(table).len() as f32),
        };
        let beside = if near && zone.layout == ZoneLayout::Hand { waiting_for_lane(table, seat).len() } else { 0 };
        let count = grouped(table, zone).len().max(1) + beside;
        // Several fields have frames.
        let room = self.board_width * part - if fields(table, seat) > 1 { 32.0 } else { 24.0 };
        let rows = if zone.layout == ZoneLayout::Field && !history { MOST_ROWS } else { 1 };
        in_most_rows(count, rows, preferred, room).max(26.0).floor()
    }
}

/// The largest width of so many cards in up to so many rows that are together no higher than one row of the widest.
fn in_most_rows(count: usize, most: usize, widest: f32, room: f32) -> f32 {
    (1..=most).map(|rows| in_rows(count, rows, widest, room)).fold(0.0, f32::max)
}

/// The width of so many cards in rows that are together no higher than one row of the widest.
fn in_rows(count: usize, rows: usize, widest: f32, room: f32) -> f32 {
    let columns = count.div_ceil(rows) as f32;
    let height = (face::height(widest) - GAP * (rows as f32 - 1.0)) / rows as f32;
    ((room - GAP * (columns - 1.0)) / columns).min(100.0 * height / face::height(100.0))
}

fn narrow(width: f32) -> bool {
    width < NARROW
}

fn is_stack(layout: ZoneLayout) -> bool {
    matches!(layout, ZoneLayout::Stack | ZoneLayout::Apart)
}

/// Whether stacks stand at the left of fields with frames, on both sides, so that the fields face each other.
pub(super) fn has_stacks_beside_fields(table: &MatchTable) -> bool {
    let seats = [table.seat()].into_iter().chain(others(table));
    others(table).len() == 1
        && fields(table, table.seat()) > 1
        && seats.into_iter().any(|seat| declares(table, seat, is_stack))
}

/// Whether a seat has such a zone at all, with cards or without.
fn declares(table: &MatchTable, seat: u8, wanted: impl Fn(ZoneLayout) -> bool) -> bool {
    let side = table.observation().seats.get(usize::from(seat));
    side.is_some_and(|side| side.zones.iter().any(|zone| wanted(zone.layout)))
}

/// Cards that lie in the middle for all, those of piles aside.
fn offered(table: &MatchTable) -> usize {
    let zones = table.observation().common.iter().filter(|zone| zone.layout != ZoneLayout::Pile);
    zones.map(|zone| grouped(table, zone).len()).sum()
}

/// Height of the name, the piles, the counters and the facts of a seat that shares a row, with the room around them.
fn panel_head(table: &MatchTable, seat: u8, board: f32) -> f32 {
    let side = &table.observation().seats[usize::from(seat)];
    let piles = side.zones.iter().filter(|zone| matches!(zone.layout, ZoneLayout::Hand | ZoneLayout::Pile)).count();
    let panel = board / others(table).len() as f32;
    // The name, and as many words beside it as there is room for.
    let lines = (70.0 + PILE * piles as f32) / panel;
    let counters = if side.counters.is_empty() { 0.0 } else { LINE };
    2.0 * space::S + LINE * lines.ceil() + counters + 0.75 * LINE * side.facts.len() as f32 + space::S
}

/// Whether a seat has cards in stacks or kept apart.
fn has_stacks(table: &MatchTable, seat: u8) -> bool {
    let side = &table.observation().seats[usize::from(seat)];
    side.zones.iter().any(|zone| is_stack(zone.layout) && !zone.cards.is_empty())
}

/// Fields of a seat, side by side.
fn fields(table: &MatchTable, seat: u8) -> usize {
    let side = &table.observation().seats[usize::from(seat)];
    side.zones.iter().filter(|zone| zone.layout == ZoneLayout::Field).count().max(1)
}

/// Whether anything lies in the middle, beside or below a TimeLine: cities, what is fought over or waits, what is offered,
/// or can be taken out of piles.
fn middle_is_used(table: &MatchTable) -> bool {
    let (observation, reach) = (table.observation(), table.shows_pile_cards());
    let glows = |seen: &ObservedCard| seen.key.is_some_and(|key| table.is_actionable(ActionTarget::Card(key)));
    !observation.cities.is_empty()
        || !observation.pending.is_empty()
        || observation.common.iter().any(|zone| zone.layout != ZoneLayout::Pile && !zone.cards.is_empty())
        || observation
            .cards()
            .any(|(_, zone, seen)| seen.fights || (reach && zone.layout == ZoneLayout::Pile && glows(seen)))
}

/// The height of the name as a part of that of the face.
pub(super) fn name_share() -> f32 {
    NAME * 100.0 / face::height(100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_of_a_field_have_room_in_its_rows_and_as_much_as_they_can() {
        for (count, widest, room) in [(13, 110.0, 300.0), (9, 92.0, 260.0), (3, 92.0, 400.0), (40, 120.0, 500.0)] {
            let widths: Vec<f32> = (1..=MOST_ROWS).map(|rows| in_rows(count, rows, widest, room)).collect();
            for (rows, width) in (1..).zip(&widths) {
                let columns = count.div_ceil(rows) as f32;
                assert!(columns * width + GAP * (columns - 1.0) <= room + 0.1, "{count} in {rows}: {width}");
                let height = face::height(*width) * rows as f32 + GAP * (rows as f32 - 1.0);
                assert!(height <= face::height(widest) + rows as f32, "{count} in {rows}: {height}");
            }
        }
        // One row where that is as large as can be, several for many cards.
        assert!(in_rows(3, 1, 92.0, 400.0) > in_rows(3, 2, 92.0, 400.0));
        assert!(in_rows(13, 2, 110.0, 300.0) > 1.5 * in_rows(13, 1, 110.0, 300.0));
    }
}
