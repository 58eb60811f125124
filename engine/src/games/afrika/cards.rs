//! What moves cards, damage and life.

use catalog::ability::TriggerEvent;

use super::roles::Role;
use super::state::{
    ARTIFACTS, ATTACKING, BLOCKING, CHARGED, Change, ChangeKind, FRESH, Id, MISSES, NONE, Permanent, SLOTS, Set,
    TURN_END, VENOMED, ZONE_1, Zone, as_player, owner,
};
use super::{Event, Play};
use crate::kernel::rules::{ALL_SEATS, EventSink, Seats};

impl<const N: usize, const B: usize, W: EventSink<Event>> Play<'_, N, B, W> {
    pub(super) fn emit(&mut self, event: Event) {
        self.emit_to(event, ALL_SEATS);
    }

    /// Something happened that only some seats may know. Nothing changes without being told, but for the step and who acts.
    pub(super) fn emit_to(&mut self, event: Event, seats: Seats) {
        if !matches!(event, Event::Step { .. } | Event::Passes { .. }) {
            (self.s.idle, self.s.touched) = (0, true);
        }
        self.w.on_event(event, seats);
    }

    // Places.

    /// Moves a card to another of its owner's piles, or to the stack. A card in play must have left it before.
    pub(super) fn place(&mut self, id: Id, zone: Zone) {
        let seat = owner(id) as usize;
        let slot = id as usize % SLOTS;
        let from = self.s.places[seat][slot];
        self.s.zones[seat][from as usize].0 &= !(1 << slot);
        self.s.zones[seat][zone as usize].0 |= 1 << slot;
        self.s.places[seat][slot] = zone;
        self.s.touched = true;
        let known = &mut self.s.known[seat][slot];
        match zone {
            Zone::Hand => *known |= self.t.sees_hand(seat as u8),
            Zone::Deck | Zone::Aside => {}
            _ => *known = ALL_SEATS,
        }
        if self.leads(id) {
            // AF-R68: its owner is asked before anybody can act.
            let astray = matches!(zone, Zone::Void | Zone::Exile);
            self.s.players[seat].astray = astray;
            self.s.needs_state_check |= astray;
        }
    }

    /// Takes a card out of a hand. Of two copies the one that more players know of goes, so that what they know stays
    /// true without telling more.
    pub(super) fn place_from_hand(&mut self, id: Id, zone: Zone) {
        let seat = owner(id);
        if self.s.zone(id) == Zone::Hand {
            let held = self.s.cards(seat, Zone::Hand).0 & self.t.twins(id);
            let best = super::state::Set(held).of(seat).max_by_key(|c| self.s.knows(*c).count_ones()).unwrap_or(id);
            let known = self.s.known.as_flattened_mut();
            known.swap(best as usize, id as usize);
        }
        self.place(id, zone);
    }

    /// A card comes into play (AF-103, AF-104).
    pub(super) fn enter(&mut self, id: Id, controller: u8, area: u8, place: u8, charged: bool) {
        let at = (!self.s.taken).trailing_zeros() as usize;
        if at >= B {
            return self.overflow();
        }
        self.place_from_hand(id, Zone::Play);
        self.s.permanent_slots.as_flattened_mut()[id as usize] = at as u8;
        self.s.taken |= 1 << at;
        self.s.clock += 1;
        let def = self.t.def(id);
        let settles = def.printed.keywords & self.t.keywords.settling != 0;
        self.s.permanents[at] = Permanent {
            id,
            controller,
            area,
            place,
            flags: FRESH | if charged || settles { CHARGED } else { 0 },
            resolve: def.resolve,
            since: self.s.clock,
            traits: def.printed.traits,
            ..Permanent::FREE
        };
        self.s.table.add(at, &self.s.permanents[at]);
        self.s.awaited |= def.printed.waits_for;
        self.s.note_stale(id);
        self.emit(Event::Enters { card: id, seat: controller });
        self.happen(TriggerEvent::Enters, id);
    }

    /// Takes a card out of play; it must be placed next. It fights no more, and what lasted on it ends.
    pub(super) fn leave_play(&mut self, id: Id) {
        self.leave_fight(id);
        self.lose_target(id);
        let at = self.s.permanent_slots.as_flattened()[id as usize];
        self.s.taken &= !(1 << at);
        self.s.stale_slots &= !(1 << at);
        self.s.boosted &= !(1 << at);
        self.s.table.remove(at.into(), &self.s.permanents[at as usize]);
        if self.t.printed(id).waits_for != 0 {
            self.s.awaited = self.s.with_role(Role::Listener).fold(0, |bits, b| bits | self.t.printed(b.id).waits_for);
        }
        self.s.permanent_slots.as_flattened_mut()[id as usize] = self.s.permanents[at as usize].controller;
        self.s.permanents[at as usize] = Permanent::FREE;
        let mut kept = 0;
        for i in 0..self.s.changed as usize {
            if self.s.changes[i].to != id {
                self.s.changes[kept] = self.s.changes[i];
                kept += 1;
            }
        }
        self.s.changed = kept as u8;
        (self.s.stale, self.s.needs_state_check) = (true, true);
    }

    /// Out of combat. An attacker that it blocked stays blocked (AF-R50), and one that attacks it hits nobody (AF-R28).
    pub(super) fn leave_fight(&mut self, id: Id) {
        for at in Set(self.s.table.attacking()).slots() {
            let permanent = &mut self.s.permanents[usize::from(at)];
            if permanent.foe == id {
                permanent.set(MISSES, true);
            }
        }
        let at = self.s.slot(id);
        self.s.table.set_attacking(at, false);
        let permanent = self.s.permanent_mut(id);
        permanent.set(ATTACKING | BLOCKING | MISSES, false);
        (permanent.foe, permanent.line) = (NONE, 0);
    }

    /// Cards leave play for the Void Zone, all at once; `destroyed` says whether they are destroyed (AF-062, AF-063).
    pub(super) fn put_in_void(&mut self, permanents: u128, destroyed: bool) {
        let fallen = super::state::Set(permanents);
        for at in fallen.slots() {
            let id = self.s.permanents[at as usize].id;
            self.emit(if destroyed { Event::Destroyed { card: id } } else { Event::Falls { card: id } });
            if destroyed {
                self.happen(TriggerEvent::Destroyed, id);
            }
            self.happen(TriggerEvent::Dies, id);
            self.happen(TriggerEvent::Leaves, id);
        }
        for at in fallen.slots() {
            let id = self.s.permanents[at as usize].id;
            self.leave_play(id);
            self.bury(id, Zone::Void);
        }
    }

    /// To the Void Zone or out of the game; a card of a common deck is done with.
    pub(super) fn bury(&mut self, id: Id, zone: Zone) {
        let common = self.t.printed(id).types & (self.t.types.rift | self.t.types.scheme) != 0;
        self.place(id, if common { Zone::Used } else { zone });
    }

    /// A card leaves play for somewhere else than the Void Zone.
    pub(super) fn take_away(&mut self, id: Id) {
        self.happen(TriggerEvent::Leaves, id);
        self.leave_play(id);
    }

    /// Another player controls a card in play.
    pub(super) fn control(&mut self, id: Id, seat: u8, until: Option<u8>) {
        let before = self.s.permanent(id).controller;
        if before == seat {
            return;
        }
        if let Some(until) = until {
            self.change(Change { to: id, kind: ChangeKind::Control(before), until, source: NONE });
        }
        self.leave_fight(id);
        self.s.clock += 1;
        let clock = self.s.clock;
        self.s.set_controller(id, seat);
        let permanent = self.s.permanent_mut(id);
        (permanent.area, permanent.since) = (seat, clock);
        permanent.set(FRESH, true);
        (self.s.stale, self.s.needs_state_check) = (true, true);
        self.emit(Event::Controls { seat, card: id });
    }

    /// Where a card goes in play that has no choice: terrains and artifacts to their stacks.
    pub(super) fn usual_place(&self, id: Id) -> u8 {
        let types = self.t.printed(id).types;
        match () {
            () if types & self.t.types.terrain != 0 => super::state::TERRAINS,
            () if types & self.t.types.artifact != 0 && self.t.options.artifact_stack => ARTIFACTS,
            () => ZONE_1,
        }
    }

    pub(super) fn change(&mut self, change: Change) {
        let Some(place) = self.s.changes.get_mut(self.s.changed as usize) else { return self.overflow() };
        *place = change;
        self.s.changed += 1;
        self.s.note_stale(change.to);
    }

    /// Ends what lasted until now: the end of the turn, or the next turn of a seat.
    pub(super) fn end_changes(&mut self, now: u8) {
        let mut kept = 0;
        for i in 0..self.s.changed as usize {
            let change = self.s.changes[i];
            if change.until != now {
                self.s.changes[kept] = change;
                kept += 1;
                continue;
            }
            if self.s.in_play(change.to) {
                self.s.note_stale(change.to);
                if let ChangeKind::Control(before) = change.kind {
                    self.control(change.to, before, None);
                }
            }
        }
        self.s.changed = kept as u8;
    }

    /// What lasts until the end of the turn.
    pub(super) fn end_turn_changes(&mut self) {
        self.end_changes(TURN_END);
    }

    // Life and damage.

    pub(super) fn gain_life(&mut self, seat: u8, n: i16) {
        if n > 0 {
            let life = &mut self.s.players[self.t.lives[seat as usize] as usize].life;
            *life = life.saturating_add(n).min(9_999);
            self.emit(Event::GainsLife { seat, n });
        }
    }

    pub(super) fn lose_life(&mut self, seat: u8, n: i16) {
        if n > 0 {
            let life = &mut self.s.players[self.t.lives[seat as usize] as usize].life;
            *life = life.saturating_sub(n).max(-9_999);
            self.s.needs_state_check = true;
            self.emit(Event::LosesLife { seat, n });
        }
    }

    /// Damage to a player, an entity or a celestial by a card (AF-140, AF-141, AF-R34); how much of it was dealt.
    pub(super) fn damage(&mut self, to: Id, n: i32, source: Id) -> i16 {
        let n = n.clamp(0, 999) as i16;
        let has = |play: &Self, keyword: u32| play.position().has(source, keyword);
        if n == 0 {
            return 0;
        }
        if let Some(seat) = as_player(to) {
            if self.s.player(seat).out {
                return 0;
            }
            self.emit(Event::Damaged { to, n });
            self.lose_life(seat, n);
        } else {
            if !self.s.in_play(to) || self.position().is_shielded(to, source) {
                return 0;
            }
            let (entity, celestial) = (self.t.types.entity, self.t.types.celestial);
            if self.position().is(to, entity) {
                let venom = has(self, self.t.keywords.venom);
                let permanent = self.s.permanent_mut(to);
                permanent.damage = permanent.damage.saturating_add(n);
                if venom {
                    permanent.set(VENOMED, true);
                }
            } else if self.position().is(to, celestial) {
                let permanent = self.s.permanent_mut(to);
                permanent.resolve = (permanent.resolve - n).max(0);
            } else {
                return 0;
            }
            self.s.needs_state_check = true;
            self.emit(Event::Damaged { to, n });
            self.happen(TriggerEvent::Damaged, to);
        }
        // AF-R12
        if source < super::state::ITEM && has(self, self.t.keywords.lifelink) {
            let controller = self.s.permanent(source).controller;
            self.gain_life(controller, n);
        }
        n
    }

    // The Codex.

    /// The card on top of a Codex. Which one that is, is decided when somebody looks for the first time.
    pub(super) fn top(&mut self, seat: u8) -> Option<Id> {
        self.fix_top(seat, 1);
        self.s.top_cards(seat, 1).next()
    }

    /// Decides which cards lie on top, as far as that is open.
    pub(super) fn fix_top(&mut self, seat: u8, n: u8) {
        let (t, w, s) = (self.t, &mut *self.w, &mut *self.s);
        s.decks[seat as usize].decide(n, |open| {
            let def = |i: u32| t.def_at(Id::from(seat) * SLOTS as Id + Id::from(open[i as usize])) as u16;
            w.pick(&mut s.dice, open.len() as u32, &def)
        });
    }

    /// The top card goes to hand; without one the player has run dry (AF-160, AF-R38).
    pub(super) fn draw(&mut self, seat: u8, by_effect: bool) {
        let Some(id) = self.top(seat) else {
            if !by_effect || self.t.options.deckout_on_effect_draw {
                self.s.players[seat as usize].dry = true;
                self.s.needs_state_check = true;
            }
            return;
        };
        self.take_from_deck(id);
        self.place(id, Zone::Hand);
        self.emit_to(Event::Draws { seat, card: id }, self.t.sees_hand(seat));
    }

    /// Takes a card out of its Codex's order; it must be placed next.
    pub(super) fn take_from_deck(&mut self, id: Id) {
        self.s.decks[owner(id) as usize].take((id as usize % SLOTS) as u8);
    }

    /// Out of play or a pile, on top of its owner's Codex or under it.
    pub(super) fn put_in_deck(&mut self, id: Id, under: bool) {
        let seat = owner(id) as usize;
        if self.s.zone(id) == Zone::Deck {
            self.take_from_deck(id);
        } else {
            self.place(id, Zone::Deck);
        }
        let (deck, slot) = (&mut self.s.decks[seat], (id as usize % SLOTS) as u8);
        if under { deck.put_under(slot) } else { deck.put_on_top(slot) }
    }

    /// Nobody knows the order of the Codex any more.
    pub(super) fn shuffle(&mut self, seat: u8) {
        self.s.decks[seat as usize].shuffle();
        for slot in self.s.decks[seat as usize].cards() {
            self.s.known[seat as usize][*slot as usize] = 0;
        }
        self.emit(Event::Shuffles { seat });
    }

    /// One card from hand to the Void Zone.
    pub(super) fn discard_card(&mut self, id: Id) {
        self.place_from_hand(id, Zone::Void);
        self.emit(Event::Discards { seat: owner(id), card: id });
        self.happen(TriggerEvent::Discarded, id);
    }

    /// A card at random out of a hand.
    pub(super) fn random_card(&mut self, seat: u8) -> Option<Id> {
        let hand = self.s.cards(seat, Zone::Hand);
        let n = hand.len() as u32;
        if n == 0 {
            return None;
        }
        let id_of = |i: u32| hand.of(seat).nth(i as usize).unwrap_or(NONE);
        let def = |i: u32| self.t.def_at(id_of(i)) as u16;
        let at = self.w.pick(&mut self.s.dice, n, &def);
        hand.of(seat).nth(at as usize)
    }
}
