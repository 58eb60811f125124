//! What moves cards, damage, resources and control points.

use catalog::ability::TriggerEvent;

use super::state::{CITY_CARD, Card, Change, ChangeKind, DEPLOYING, Id, NO_SOURCE, NONE, Permanent, Zone, owner};
use super::{CardKind, Event, Play, RESOURCES, Set};
use crate::kernel::rules::{ALL_SEATS, EventSink};

/// The most of a resource that a player can have.
const MOST: i16 = 5_000;

impl<const N: usize, W: EventSink<Event>> Play<'_, N, W> {
    /// Destroys cards, all at once (CX-205, CX-R48).
    pub(super) fn destroy(&mut self, cards: Set<N>) {
        self.refresh();
        for id in cards.iter() {
            if self.position().in_play(id) {
                self.dies(id);
            }
        }
        for id in cards.iter() {
            // What is attached to another one of them is gone already.
            if self.position().in_play(id) {
                self.bury(id);
            }
        }
        self.check_bases();
    }

    /// What a destruction triggers, while the card is still there to see it.
    fn dies(&mut self, id: Id) {
        let card = self.card(id);
        self.emit(Event::Destroyed { card });
        self.happen(TriggerEvent::Destroyed, id);
    }

    /// To the discard pile of the controller, or of the owner (CX-205, CX-R45).
    fn bury(&mut self, id: Id) {
        let permanent = self.s.permanent(id);
        let pile = if self.t.options.destroy_to_owner { owner(id) } else { permanent.controller };
        let zone = if self.position().kind(id) == CardKind::Base { Zone::Gone } else { Zone::Discard };
        self.leave_play(id);
        self.place(id, pile, zone);
    }

    /// Takes a card out of play: what is attached to it goes to its own controllers' piles (CX-R44), and it fights
    /// no more (CX-R27).
    pub(super) fn leave_play(&mut self, id: Id) {
        self.s.permanent_mut(id).host = NONE;
        for other in self.s.in_play().iter() {
            if self.s.permanent(other).host == id {
                let controller = self.s.permanent(other).controller;
                self.leave_play(other);
                self.place(other, controller, Zone::Discard);
            }
        }
        self.forget(id);
        self.leave_fights(id);
    }

    /// A card that leaves play or changes sides fights no more, and is not fought over (CX-R27).
    pub(super) fn leave_fights(&mut self, id: Id) {
        for contest in &mut self.s.contests[..self.s.contest as usize] {
            let fighters = contest.attackers.iter_mut().chain(&mut contest.blockers);
            fighters.filter(|f| **f == id).for_each(|f| *f = NONE);
            if contest.target == id {
                contest.target = NONE;
            }
        }
    }

    /// A card that comes back is a new one: nothing sticks to it.
    fn forget(&mut self, id: Id) {
        let permanent = self.s.permanent_mut(id);
        (permanent.damage, permanent.flags, permanent.used, permanent.host) = (0, 0, 0, NONE);
        let mut kept = 0;
        for i in 0..self.s.changed as usize {
            if self.s.changes[i].to != id {
                self.s.changes[kept] = self.s.changes[i];
                kept += 1;
            }
        }
        self.s.changed = kept as u8;
        self.s.stale = true;
    }

    /// Changes a card until the end of the turn.
    pub(super) fn change(&mut self, to: Id, what: ChangeKind, by: Id) {
        self.s.stale = true;
        let source = match by {
            NONE => NO_SOURCE,
            CITY_CARD => self.t.city.unwrap_or(NO_SOURCE),
            by => self.s.permanent(by).def,
        };
        // Changes of one kind to one card are one change.
        for change in self.s.changes[..self.s.changed as usize].iter_mut().filter(|c| c.to == to) {
            match (&mut change.kind, what) {
                (ChangeKind::Firepower(sum), ChangeKind::Firepower(n))
                | (ChangeKind::Armor(sum), ChangeKind::Armor(n)) => {
                    *sum = sum.saturating_add(n);
                    if change.source != source {
                        change.source = NO_SOURCE;
                    }
                    return;
                }
                (old, new) if *old == new => return,
                _ => {}
            }
        }
        let Some(place) = self.s.changes.get_mut(self.s.changed as usize) else { return self.overflow() };
        *place = Change { to, kind: what, source };
        self.s.changed += 1;
    }

    /// Damage on a card; whether it is too much is seen when everything has been dealt.
    pub(super) fn damage(&mut self, id: Id, n: u8) {
        if n > 0 && self.position().in_play(id) && matches!(self.position().kind(id), CardKind::Asset | CardKind::Base)
        {
            let permanent = self.s.permanent_mut(id);
            permanent.damage = permanent.damage.saturating_add(n);
            self.s.hurt = true;
            let card = self.card(id);
            self.emit(Event::Damaged { card, n });
        }
    }

    pub(super) fn gain(&mut self, seat: u8, resource: usize, n: i16) {
        if n > 0 {
            let total = &mut self.s.players[seat as usize].resources[resource];
            *total = total.saturating_add(n).min(MOST);
            self.resources_changed();
            self.emit(Event::Gains { seat, resource: resource as u8, n });
        }
    }

    /// Totals stop at 0 (CX-R61).
    pub(super) fn lose(&mut self, seat: u8, resource: usize, n: i16) {
        let total = &mut self.s.players[seat as usize].resources[resource];
        let lost = n.min(*total);
        if lost > 0 {
            *total -= lost;
            self.resources_changed();
            self.emit(Event::Loses { seat, resource: resource as u8, n: lost });
        }
    }

    pub(super) fn pay(&mut self, seat: u8, cost: &[i16; RESOURCES]) {
        for (resource, n) in cost.iter().enumerate().filter(|(_, n)| **n > 0) {
            self.s.players[seat as usize].resources[resource] -= n;
            self.emit(Event::Pays { seat, resource: resource as u8, n: *n });
        }
        self.resources_changed();
    }

    /// Control points: never below 0 or above 3 (CX-043 to CX-045).
    pub(super) fn move_points(&mut self, city: u8, seat: u8, n: i8) {
        let points = &mut self.s.points[city as usize][seat as usize];
        let before = *points;
        *points = points.saturating_add_signed(n).min(3);
        let moved = *points as i8 - before as i8;
        if moved != 0 {
            self.s.stale |= self.t.static_dependencies.points;
            self.emit(Event::Points { seat, city, n: moved });
        }
    }

    /// A card by name, for the log.
    pub(super) fn card(&self, id: Id) -> Card {
        Card { id, def: self.s.permanent(id).def }
    }

    /// Tells everybody.
    pub(super) fn emit(&mut self, event: Event) {
        self.w.on_event(event, ALL_SEATS);
    }

    /// Puts a card into a zone of a seat, out of the one it is in.
    pub(super) fn place(&mut self, id: Id, seat: u8, zone: Zone) {
        let Permanent { zone: old, controller, .. } = *self.s.permanent(id);
        if let Some(cards) = self.s.zones[controller as usize].get_mut(old as usize) {
            cards.remove(id);
        }
        if let Some(cards) = self.s.zones[seat as usize].get_mut(zone as usize) {
            cards.add(id);
        }
        let open = match zone {
            Zone::Play | Zone::Discard | Zone::Limbo | Zone::Gone => true,
            Zone::Downloads => self.t.options.downloads_public,
            Zone::Hand | Zone::Deck => false,
        };
        let permanent = self.s.permanent_mut(id);
        (permanent.zone, permanent.controller) = (zone, seat);
        self.s.note_rapid(self.t, id);
        let permanent = self.s.permanent_mut(id);
        permanent.known |= if open {
            ALL_SEATS
        } else if zone == Zone::Deck {
            0
        } else {
            1 << seat
        };
        self.s.stale |= zone == Zone::Play || old == Zone::Play || self.t.static_dependencies.piles;
    }

    /// The same for a card that its player takes out of a hidden hand: of several copies the one that most players
    /// know of goes, so that nobody learns of another.
    pub(super) fn place_from_hand(&mut self, id: Id, seat: u8, zone: Zone) {
        if self.s.permanent(id).zone == Zone::Hand {
            let def = self.s.permanent(id).def;
            let copies = self.s.cards(seat, Zone::Hand).iter().filter(|c| self.s.permanent(*c).def == def);
            let best = copies.max_by_key(|c| self.s.permanent(*c).known.count_ones()).unwrap_or(id);
            let known = self.s.permanent(best).known;
            self.s.permanent_mut(best).known = self.s.permanent(id).known;
            self.s.permanent_mut(id).known = known;
        }
        self.place(id, seat, zone);
    }

    /// An asset comes into play (CX-109, CX-R66).
    pub(super) fn enter(&mut self, id: Id, seat: u8) {
        self.place_from_hand(id, seat, Zone::Play);
        let asset = self.position().kind(id) == CardKind::Asset;
        let permanent = self.s.permanent_mut(id);
        permanent.flags = if asset { DEPLOYING } else { 0 };
        let card = self.card(id);
        self.emit(Event::Enters { seat, card });
        self.refresh();
    }

    /// The card on top of a deck. Which one that is, is decided when somebody looks for the first time.
    pub(super) fn top(&mut self, seat: u8) -> Option<Id> {
        let (w, s) = (&mut *self.w, &mut *self.s);
        let permanents = &s.permanents;
        s.decks[seat as usize].decide(1, |open| {
            let def = |i: u32| permanents.as_flattened()[open[i as usize] as usize].def.into();
            w.pick(&mut s.dice, open.len() as u32, &def)
        });
        self.s.deck(seat).on_top(1).next()
    }

    /// The top card goes to hand.
    pub(super) fn draw(&mut self, seat: u8) -> Option<Id> {
        let id = self.top(seat)?;
        self.take_from_deck(id);
        self.place(id, seat, Zone::Hand);
        let card = self.card(id);
        self.w.on_event(Event::Draws { seat, card }, 1 << seat);
        Some(id)
    }

    /// Takes a card out of its deck's order; it must be placed next.
    pub(super) fn take_from_deck(&mut self, id: Id) {
        self.s.decks[owner(id) as usize].take(id);
    }

    /// Under its owner's deck.
    pub(super) fn put_under_deck(&mut self, id: Id) {
        let seat = owner(id);
        if self.s.permanent(id).zone == Zone::Deck {
            self.take_from_deck(id);
        } else {
            self.place(id, seat, Zone::Deck);
        }
        self.s.decks[seat as usize].put_under(id);
    }

    /// Nobody knows the order of the deck any more.
    pub(super) fn shuffle(&mut self, seat: u8) {
        self.s.decks[seat as usize].shuffle();
        for id in self.s.decks[seat as usize].cards() {
            self.s.permanents.as_flattened_mut()[*id as usize].known = 0;
        }
        self.emit(Event::Shuffles { seat });
    }

    /// A card at random out of a hand.
    pub(super) fn random_card(&mut self, seat: u8) -> Option<Id> {
        let hand = self.s.cards(seat, Zone::Hand);
        let n = hand.len() as u32;
        if n == 0 {
            return None;
        }
        let permanents = &self.s.permanents;
        let id_of = |i: u32| hand.iter().nth(i as usize).unwrap_or(NONE) as usize;
        let def = |i: u32| permanents.as_flattened()[id_of(i)].def.into();
        let at = self.w.pick(&mut self.s.dice, n, &def);
        hand.iter().nth(at as usize)
    }
}
