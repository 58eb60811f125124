//! The events of one decision as a log tells them: a card that goes through several zones goes once, cards that go the same way
//! go together, a number that changes again and again changes once, and so is a pile shuffled.

use super::MatchData;
use super::event::{Event, HIDDEN, NAMED};
use super::expression::Kind;
use super::program::ZoneOwner;

impl<const W: usize> MatchData<W> {
    pub(super) fn condense(&self, events: Vec<(usize, Event)>) -> Vec<(usize, Event)> {
        let events = self.told_with_others(shuffled_once(events));
        let whole = fold(events, |first, then| self.continued(first, then));
        let told = whole.into_iter().filter(|(_, event)| !self.changes_nothing(*event)).collect();
        fold(told, |first, then| self.together(first, then))
    }

    /// A card that was named when it was played, and goes on with others that were not, is named with these: the last card of a trick.
    fn told_with_others(&self, mut events: Vec<(usize, Event)>) -> Vec<(usize, Event)> {
        let way = |(_, event): &(usize, Event)| match event {
            Event::Moves { from, to, told: 0, .. } if self.is_shared(*from) => Some((*from, *to)),
            _ => None,
        };
        let ways: Vec<(u16, u16)> = events.iter().filter_map(way).collect();
        for (_, event) in &mut events {
            if let Event::Moves { from, to, told, .. } = event
                && ways.contains(&(*from, *to))
            {
                *told = 0;
            }
        }
        events
    }

    /// Whether a zone is of no seat.
    fn is_shared(&self, set: u16) -> bool {
        self.zone_and_owner(set).0.owner == ZoneOwner::Table
    }

    /// One event for two, if the second goes on with what the first did.
    fn continued(&self, first: Event, then: Event) -> Option<Event> {
        match (first, then) {
            (
                Event::Moves { card, from, to, told },
                Event::Moves { card: next, from: left, to: place, told: again },
            ) if card != HIDDEN && (card, to, told) == (next, left, again) && !self.is_draw(from, to) => {
                Some(Event::Moves { card, from, to: place, told })
            }
            (
                Event::Counts { counter, card, seat, number, by },
                Event::Counts { counter: other, card: on, seat: of, number: now, by: more },
            ) if (counter, card, seat) == (other, on, of) && self.is_number(counter) && now - more == number => {
                Some(Event::Counts { counter, card, seat, number: now, by: by + more })
            }
            _ => None,
        }
    }

    fn is_number(&self, counter: u16) -> bool {
        matches!(self.program.counters[usize::from(counter)].kind, Kind::Number)
    }

    /// Whether things are as they were.
    fn changes_nothing(&self, event: Event) -> bool {
        match event {
            Event::Moves { card, from, to, .. } => card != HIDDEN && from == to,
            Event::Counts { counter, by, .. } => self.is_number(counter) && by == 0,
            _ => false,
        }
    }

    /// One event for two cards or more that go the same way, unless somebody was told of one of them before.
    fn together(&self, first: Event, then: Event) -> Option<Event> {
        let Event::Moves { card: next, from: left, to: place, told: 0 } = then else { return None };
        let (mut cards, count, from, to) = match first {
            Event::Moves { card, from, to, told: 0 } => ([card; NAMED], 1, from, to),
            Event::MoveTogether { cards, count, from, to } => (cards, count, from, to),
            _ => return None,
        };
        let are_alike = (from, to) == (left, place) && (cards[0] == HIDDEN) == (next == HIDDEN);
        if !are_alike || next == HIDDEN && !self.is_draw(from, to) {
            return None;
        }
        if let Some(free) = cards.get_mut(usize::from(count)) {
            *free = next;
        }
        Some(Event::MoveTogether { cards, count: count + 1, from, to })
    }
}

/// A pile that is shuffled again in one turn, and to which no card came since, is shuffled once.
fn shuffled_once(mut events: Vec<(usize, Event)>) -> Vec<(usize, Event)> {
    let mut shuffled: Vec<u16> = Vec::new();
    events.retain(|(_, event)| match event {
        Event::Shuffles { zone } => {
            let is_new = !shuffled.contains(zone);
            if is_new {
                shuffled.push(*zone);
            }
            is_new
        }
        Event::Moves { to, .. } => {
            shuffled.retain(|zone| zone != to);
            true
        }
        Event::Turn { .. } => {
            shuffled.clear();
            true
        }
        _ => true,
    });
    events
}

/// Each event joins an earlier one if it can, but none of another turn; cards do not go on with what they did before a deed.
fn fold(events: Vec<(usize, Event)>, join: impl Fn(Event, Event) -> Option<Event>) -> Vec<(usize, Event)> {
    let mut kept: Vec<(usize, Event)> = Vec::with_capacity(events.len());
    let (mut turn, mut deed) = (0, 0);
    for (at, event) in events {
        match event {
            Event::Turn { .. } => (turn, deed) = (kept.len(), kept.len()),
            Event::Does { .. } => deed = kept.len(),
            _ => {}
        }
        let since = if matches!(event, Event::Moves { .. }) { deed } else { turn };
        let joined = (since..kept.len()).rev().find_map(|n| Some((n, join(kept[n].1, event)?)));
        match joined {
            Some((n, event)) => kept[n].1 = event,
            None => kept.push((at, event)),
        }
    }
    kept
}
