//! Which seats and cards are drawn, in which order.

use engine::kernel::legal_action::{ActionTarget, CardKey};
use engine::kernel::observation::{ObservedCard, ObservedSeat, ObservedZone, ZoneLayout};

use super::super::table::MatchTable;

/// Pixels between cards.
pub(super) const GAP: f32 = 6.0;
/// The least share of the width that one of several fields is given.
const LEAST_SHARE: f32 = 0.24;

/// The other seats, in the order of play.
pub(super) fn others(table: &MatchTable) -> Vec<u8> {
    let count = table.observation().seats.len() as u8;
    (1..count).map(|n| (table.seat() + n) % count).collect()
}

/// Whether the cards in play lie in lanes.
pub(super) fn is_laned(table: &MatchTable) -> bool {
    !table.observation().lanes.is_empty() && others(table).len() == 1
}

/// The cards that lie in a lane, or in none of them: of a seat, or of nobody.
pub(super) fn cards_in(table: &MatchTable, seat: Option<u8>, lane: Option<u8>) -> Vec<&ObservedCard> {
    let cards = table.observation().cards().filter(move |(of, zone, seen)| {
        let lies = if of.is_some() { ZoneLayout::Field } else { ZoneLayout::Stack };
        *of == seat && zone.layout == lies && seen.lane == lane
    });
    cards.map(|(_, _, seen)| seen).collect()
}

/// The cards that a seat has in play and that wait for a lane.
pub(super) fn waiting_for_lane(table: &MatchTable, seat: u8) -> Vec<&ObservedCard> {
    if is_laned(table) { cards_in(table, Some(seat), None) } else { Vec::new() }
}

/// The most cards that a seat has in one lane.
pub(super) fn most_in_lane(table: &MatchTable) -> usize {
    let lanes = 0..table.observation().lanes.len() as u8;
    let seats = [table.seat(), others(table)[0]];
    lanes.flat_map(|lane| seats.map(|seat| cards_in(table, Some(seat), Some(lane)).len())).max().unwrap_or(0)
}

/// The share of the width that one of several fields of a seat is given: as much as it has cards, on either side, so that the
/// fields of both sides face each other.
pub(super) fn field_share(table: &MatchTable, seat: u8, title: &str) -> f32 {
    let count = |title: &str| {
        let of = |side: &ObservedSeat| side.zones.iter().find(|zone| zone.title == title).map_or(0, |z| z.cards.len());
        table.observation().seats.iter().map(of).max().unwrap_or(0).max(2) as f32
    };
    let zones = table.observation().seats[usize::from(seat)].zones.iter();
    let counts: Vec<f32> =
        zones.filter(|zone| zone.layout == ZoneLayout::Field).map(|zone| count(&zone.title)).collect();
    share(count(title), &counts)
}

/// The share of a field with so many cards among fields with these: together they are one.
fn share(cards: f32, counts: &[f32]) -> f32 {
    let least = LEAST_SHARE.min(0.8 / counts.len().max(1) as f32);
    // What those need that are given the least is taken from the others.
    let (mut left, mut all) = (1.0, counts.iter().sum::<f32>());
    let mut ascending = counts.to_vec();
    ascending.sort_by(f32::total_cmp);
    for fewest in ascending {
        if left * fewest / all >= least {
            break;
        }
        (left, all) = (left - least, all - fewest);
    }
    (left * cards / all).max(least)
}

/// Whether the game has a pile for all whose cards everybody sees: then piles are drawn as cards. Those beside a TimeLine are in its
/// head.
pub(super) fn draws_piles(table: &MatchTable) -> bool {
    let is_open = |zone: &ObservedZone| zone.layout == ZoneLayout::Pile && zone.ordered;
    table.observation().timeline.is_none() && table.observation().common.iter().any(is_open)
}

/// Whether a zone of the table is drawn as a pile: with the card on top, or face down where nothing else lies on the table for all.
pub(super) fn is_drawn_pile(table: &MatchTable, zone: &ObservedZone) -> bool {
    let alone = || table.observation().common.iter().all(|zone| zone.layout == ZoneLayout::Pile);
    let face_down = || alone() && zone.cards.iter().all(|card| card.card.is_none());
    zone.layout == ZoneLayout::Pile
        && !zone.cards.is_empty()
        && draws_piles(table)
        && (zone.top_of_pile().is_some() || face_down())
}

/// The zones of the table whose cards lie in the middle, in the order in which they are drawn: piles, then what is offered, but for
/// what lies in lanes.
pub(super) fn shared_zones(table: &MatchTable) -> Vec<&ObservedZone> {
    let zones = || table.observation().common.iter();
    let is_laned = is_laned(table);
    let offers = zones().filter(|zone| {
        let in_lanes = is_laned && zone.cards.iter().all(|card| card.lane.is_some());
        zone.layout != ZoneLayout::Pile && !zone.cards.is_empty() && !in_lanes
    });
    zones().filter(|zone| is_drawn_pile(table, zone)).chain(offers).collect()
}

/// How many cards are drawn for these zones.
pub(super) fn cards_of(table: &MatchTable, zones: &[&ObservedZone]) -> usize {
    let cards = |zone: &&ObservedZone| match zone.layout {
        ZoneLayout::Pile => 1,
        _ => grouped(table, zone).len(),
    };
    zones.iter().map(cards).sum()
}

/// How many of these zones lie in the first of two rows, and how many cards are then in the longer one.
pub(super) fn two_rows(table: &MatchTable, zones: &[&ObservedZone]) -> (usize, usize) {
    let longer = |first: usize| cards_of(table, &zones[..first]).max(cards_of(table, &zones[first..]));
    let first = (0..zones.len()).rev().min_by_key(|first| longer(*first)).unwrap_or(0);
    (first, longer(first))
}

/// Whether a seat's hand lies open: bots or a record are watched. Of the hand of somebody whom a person plays against, what is known is
/// looked through like a pile, so that the board stays as it is.
pub(super) fn open_hand(table: &MatchTable, seat: u8) -> bool {
    if table.saved().id.is_some() && table.saved().human_seats().next().is_some() {
        return false;
    }
    let side = &table.observation().seats[usize::from(seat)];
    let known = |zone: &ObservedZone| !zone.cards.is_empty() && zone.cards.iter().all(|card| card.card.is_some());
    side.zones.iter().any(|zone| zone.layout == ZoneLayout::Hand && known(zone))
}

/// As many cards in play that are alike lie on top of each other, where nothing can be done with them.
const MANY: usize = 4;

/// The cards of a zone in the order in which they are drawn, with the number of those that are alike: in stacks they lie
/// on top of each other, in play many do, and what is attached follows its host.
pub(super) fn grouped<'a>(table: &MatchTable, zone: &'a ObservedZone) -> Vec<(&'a ObservedCard, u32)> {
    let mut groups: Vec<(&ObservedCard, u32)> = Vec::new();
    let glows = |s: &ObservedCard| s.key.is_some_and(|key| table.is_actionable(ActionTarget::Card(key)));
    let alike = |a: &ObservedCard, b: &ObservedCard| {
        let state = |s: &ObservedCard| (s.card, s.damage, s.turned, s.fights, s.lane);
        let same = || state(a) == state(b) && a.numbers == b.numbers && a.marks == b.marks;
        match zone.layout {
            // Where an order can be seen, it stays so.
            _ if zone.ordered => false,
            ZoneLayout::Stack => same(),
            ZoneLayout::Field => {
                same() && !a.fights && !glows(a) && !glows(b) && !is_attached(zone, a) && !is_attached(zone, b)
            }
            _ => false,
        }
    };
    let is_many = |card: &ObservedCard| {
        zone.layout == ZoneLayout::Stack || zone.cards.iter().filter(|other| alike(other, card)).count() >= MANY
    };
    let first = zone.cards.iter().filter(|card| card.on.is_none_or(|host| !is_in_zone(zone, host)));
    for card in first {
        match groups.iter_mut().find(|(other, _)| alike(other, card) && is_many(card)) {
            Some((shown, count)) => {
                // The one that something can be done with stands for all.
                if glows(card) && !glows(shown) {
                    *shown = card;
                }
                *count += 1;
            }
            None => groups.push((card, 1)),
        }
        let attached = zone.cards.iter().filter(|other| other.on.is_some() && other.on == card.key);
        groups.extend(attached.map(|card| (card, 1)));
    }
    groups
}

/// Whether a card is attached to another, or another to it.
fn is_attached(zone: &ObservedZone, card: &ObservedCard) -> bool {
    card.on.is_some() || card.key.is_some() && zone.cards.iter().any(|other| other.on == card.key)
}

fn is_in_zone(zone: &ObservedZone, key: CardKey) -> bool {
    zone.cards.iter().any(|card| card.key == Some(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_share_all_of_the_width_and_none_has_too_little() {
        for counts in [vec![2.0, 2.0], vec![11.0, 2.0, 9.0], vec![30.0, 2.0, 2.0, 2.0], vec![2.0; 6], vec![40.0, 2.0]] {
            let shares: Vec<f32> = counts.iter().map(|cards| share(*cards, &counts)).collect();
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 0.001, "{counts:?}: {shares:?}");
            assert!(
                shares.iter().all(|share| *share >= LEAST_SHARE.min(0.8 / counts.len() as f32) - 0.001),
                "{shares:?}"
            );
        }
    }
}
