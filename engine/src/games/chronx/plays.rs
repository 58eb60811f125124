//! Playing cards and using abilities: from the announcement to the first op.

use catalog::ability::TriggerEvent;

use super::state::{CITY_CARD, Card, FIRST, Frame, Id, NONE, PLAYED, SACRIFICED, TAPPED, Task, UNCHOSEN, Zone};
use super::turn::blank_frame;
use super::{CardKind, Event, Play, Set};
use crate::effect::{AbilityForm, Cost, Op};
use crate::kernel::rules::EventSink;

impl<const N: usize, W: EventSink<Event>> Play<'_, N, W> {
    /// Counts a play in one's own main phase (CX-210, CX-R40).
    pub(super) fn count_play(&mut self, seat: u8) {
        if seat == self.s.active {
            let plays = &mut self.s.players[seat as usize].plays;
            *plays = plays.saturating_add(1);
        }
        if let Task::Window(window) = &mut self.s.tasks[self.s.depth as usize - 1] {
            (window.made, window.any) = (true, true);
        }
    }

    /// Plays a card from hand or downloads (CX-106 to CX-109).
    pub(super) fn play_card(&mut self, seat: u8, id: Id, entry: u8) {
        let t = self.t;
        let def = &t.defs[self.s.permanent(id).def as usize];
        let first = self.position().first_play(seat);
        let kind = def.printed.kind;
        let mut cost = def.printed.cost.map(i16::from);
        let mode = (kind != CardKind::Asset).then(|| &def.entries[entry as usize]);
        if let Some(mode) = mode {
            let need = t.code.costs[mode.cost as usize].price();
            cost.iter_mut().zip(need).for_each(|(sum, n)| *sum += n);
        }
        self.count_play(seat);
        if first {
            self.s.first = id;
        }
        self.place_from_hand(id, seat, Zone::Limbo);
        let card = self.card(id);
        self.emit(Event::Plays { seat, card });
        self.pay(seat, &cost);
        let Some(mode) = mode else {
            self.enter(id, seat);
            self.happen(TriggerEvent::Played, id);
            self.happen(TriggerEvent::Deployed, id);
            return;
        };
        let user = if kind == CardKind::Program { UNCHOSEN } else { NONE };
        let flags = PLAYED | if first { FIRST } else { 0 };
        let frame = Frame { at: mode.start, user, flags, ..blank_frame(seat, id) };
        self.push(Task::Frame(frame));
        self.happen(TriggerEvent::Played, id);
    }

    /// Uses an activated ability of a card in play (CX-119, CX-120).
    pub(super) fn use_ability(&mut self, seat: u8, id: Id, entry: u8) {
        let t = self.t;
        let ability = &t.defs[self.s.permanent(id).def as usize].entries[entry as usize];
        let cost = &t.code.costs[ability.cost as usize];
        let first = self.position().first_play(seat);
        self.count_play(seat);
        let card = self.card(id);
        self.emit(Event::Uses { seat, card });
        self.pay(seat, &cost.price());
        let shift = 2 * self.position().activated_before(id, entry);
        let permanent = self.s.permanent_mut(id);
        if cost.tap {
            permanent.set(TAPPED, true);
        }
        if !matches!(ability.form, AbilityForm::Activated(0)) {
            permanent.used += 1 << shift;
        }
        let flags = if first { FIRST } else { 0 };
        let frame = Frame { at: ability.start, flags, ..blank_frame(seat, id) };
        self.push(Task::Frame(frame));
    }

    /// Uses an ability of the city (CX-051).
    pub(super) fn use_city(&mut self, seat: u8, entry: u8) {
        let t = self.t;
        let Some(city) = t.city else { return };
        let ability = &t.defs[city as usize].entries[entry as usize];
        let first = self.position().first_play(seat);
        self.count_play(seat);
        self.emit(Event::Uses { seat, card: Card { id: CITY_CARD, def: city } });
        self.pay(seat, &t.code.costs[ability.cost as usize].price());
        if !matches!(ability.form, AbilityForm::Activated(0)) {
            self.s.players[seat as usize].city_used += 1 << (2 * entry);
        }
        let flags = if first { FIRST } else { 0 };
        self.push(Task::Frame(Frame { at: ability.start, flags, ..blank_frame(seat, NONE) }));
    }

    /// Pays one unit for Stealth (CX-237, CX-238).
    pub(super) fn pay_stealth(&mut self, mut frame: Frame, resource: u8) {
        let mut cost = [0; super::RESOURCES];
        cost[resource as usize] = 1;
        self.pay(frame.seat, &cost);
        frame.owed -= 1;
        self.set_frame(frame);
    }

    /// A target was chosen, announced or now.
    pub(super) fn chosen(&mut self, mut frame: Frame, id: Id) {
        frame.owed = 0;
        let owed = self.position().stealth(id, frame.seat) as u8;
        match self.position().op(&frame) {
            Some(Op::Target { slot, pick, .. }) => {
                frame.targets[slot as usize] = id;
                frame = frame.next();
                frame.owed = if self.t.code.groups[pick as usize].cost { 0 } else { owed };
            }
            Some(Op::Choose { .. }) => {
                frame.it = id;
                frame = frame.next();
                frame.owed = owed;
            }
            Some(Op::PayOr { .. }) => {
                frame.flags |= SACRIFICED;
                self.set_frame(frame);
                self.destroy(Set::of(id));
                return;
            }
            _ => {}
        }
        self.set_frame(frame);
    }
}

impl Cost {
    /// Its resources by position.
    pub(super) fn price(&self) -> [i16; super::RESOURCES] {
        let mut price = [0; super::RESOURCES];
        self.resources.iter().for_each(|(r, n)| price[*r as usize] += *n as i16);
        price
    }
}
