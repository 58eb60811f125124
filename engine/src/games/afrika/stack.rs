//! Playing cards and using abilities: from the announcement to the stack, and off it again.

use catalog::ability::TriggerEvent;

use super::position::Position;
use super::state::{
    ARTIFACTS, Frame, GONE, ITEM, Id, NONE, Phase, StackItem, StackItemKind, TERRAINS, ZONE_1, ZONE_2, Zone, owner,
};
use super::{Event, MatchData, Play, Price, Variant};
use crate::effect::{AbilityForm, CompiledAbility, Op, TARGETS};
use crate::kernel::rules::EventSink;

/// The place of what has no ops.
pub(super) const NOTHING: u16 = u16::MAX;
/// The place of attaching equipment (AF-R04).
pub(super) const EQUIP: u16 = u16::MAX - 1;
/// The place of a journey in a vehicle (AF-R33).
pub(super) const TRAVEL: u16 = u16::MAX - 2;

impl Frame {
    /// An effect that begins.
    pub(super) fn new(kind: StackItemKind, seat: u8, source: Id, entry: u8, at: u16, phase: Phase) -> Frame {
        let item = StackItem { kind, source, entry, seat, at, it: NONE, targets: [NONE; TARGETS], x: 0 };
        Frame { item, phase, players: 0, left: 0, part: 0, opponent: seat, busy: false, enters: NONE, charged: false }
    }

    pub(super) fn goes_to(mut self, at: u16) -> Frame {
        self.item.at = at;
        (self.players, self.left, self.part, self.busy) = (0, 0, 0, false);
        self
    }

    pub(super) fn next(self) -> Frame {
        let at = self.item.at + 1;
        self.goes_to(at)
    }
}

impl<'a, const N: usize, const B: usize> Position<'a, N, B> {
    /// The ability of a card that an item is about.
    pub fn entry(&self, item: &StackItem) -> Option<&'a CompiledAbility> {
        self.t.entry(item)
    }

    /// What playing a card costs now, in one of its modes (AF-089).
    pub fn price(&self, id: Id, seat: u8, mode: Option<&CompiledAbility>) -> Price {
        let mut price = self.t.def(id).price;
        if let Some(mode) = mode {
            price = price.plus(self.t.price(mode.cost));
        }
        // Only the generic part gets cheaper.
        price.any = (price.any - self.discount(id, seat)).max(0);
        if self.s.zone(id) == Zone::Command {
            price.any += i16::from(self.s.player(seat).led) * i16::from(self.t.options.leader_tax);
        }
        price
    }

    /// What an effect that is announced costs.
    pub fn price_of(&self, frame: &Frame) -> Price {
        let item = &frame.item;
        match item.kind {
            StackItemKind::Card => self.price(item.source, item.seat, None),
            StackItemKind::Spell => self.price(item.source, item.seat, self.entry(item)),
            _ if item.at == EQUIP => {
                Price { any: self.t.def(item.source).equip.unwrap_or(0).into(), ..Price::default() }
            }
            StackItemKind::Ability => match self.entry(item) {
                Some(entry) => *self.t.price(entry.cost),
                None => Price::default(),
            },
            StackItemKind::Trigger | StackItemKind::Negated => Price::default(),
        }
    }

    /// Whether an ability does nothing but add energy, and so does not wait (AF-R24).
    pub fn only_makes_energy(&self, entry: &CompiledAbility) -> bool {
        let ops = &self.t.code.ops[entry.start as usize..];
        let mut ops = ops.iter().filter(|op| !matches!(op, Op::OtherCosts { .. })).take_while(|op| **op != Op::End);
        entry.targets.is_empty()
            && ops.clone().next().is_some()
            && ops.all(|op| matches!(op, Op::Gain(_, list) if self.is_energy(*list)))
    }

    fn is_energy(&self, list: u16) -> bool {
        self.t.code.lists[list as usize]
            .iter()
            .all(|(r, _)| self.t.resources[*r as usize] != super::energy::Resource::Life)
    }

    /// Where a card may come into play: whose area, and which place of it (AF-056, AF-103, AF-R30, AF-R69).
    pub fn places(self, id: Id, seat: u8) -> impl Iterator<Item = (u8, u8)> + use<'a, N, B> {
        let types = self.t.printed(id).types;
        let terrain = types & self.t.types.terrain != 0;
        let artifact = types & self.t.types.artifact != 0 && self.t.options.artifact_stack;
        let choice = self.t.zones_matter && self.t.options.zone_choice && !artifact;
        let fixed = match () {
            () if artifact => Some(ARTIFACTS),
            () if terrain => Some(TERRAINS),
            () if !choice => Some(ZONE_1),
            () => None,
        };
        let shares = self.t.options.variant == Variant::Allied;
        let areas = self.seats_from(seat).filter(move |s| *s == seat || (shares && self.t.allied(*s, seat)));
        let zones = areas.filter(move |_| choice).flat_map(|area| [(area, ZONE_1), (area, ZONE_2)]);
        zones.chain(fixed.map(|place| (seat, place)))
    }

    /// Targets that may be chosen at the op at hand: what fits, and for one of several not the same again.
    pub fn targets(self, frame: &Frame) -> impl Iterator<Item = Id> + use<'a, N, B> {
        let item = frame.item;
        let (pick, slot, first) = match self.op(frame) {
            Some(Op::Target { slot, pick, up_to }) => (Some(pick), slot, up_to.unwrap_or(slot)),
            Some(Op::Choose { pick, .. }) => (Some(pick), 0, 0),
            _ => (None, 0, 0),
        };
        let before = item.targets;
        pick.into_iter()
            .flat_map(move |pick| self.candidates(pick, item.seat, item.source))
            .filter(move |id| !before[first as usize..slot as usize].contains(id))
    }

    /// The targets of an item that may not be chosen any more, as bits; and whether it had any.
    pub fn lost_targets(&self, item: &StackItem) -> (u8, bool) {
        if item.at == EQUIP {
            let fits = item.targets[0] != GONE && self.may_equip(item.source, item.seat, item.targets[0]);
            return (u8::from(!fits), true);
        }
        let Some(entry) = self.entry(item) else { return (0, false) };
        let (mut lost, mut any) = (0, false);
        for (slot, pick) in entry.targets.iter().enumerate() {
            let pick = &self.t.code.groups[*pick as usize];
            let id = item.targets[slot];
            if id == NONE || pick.cost {
                continue;
            }
            any = true;
            if id == GONE || !self.choosable(pick, item.seat, item.source, id) {
                lost |= 1 << slot;
            }
        }
        (lost, any)
    }

    /// Whether equipment may be attached to a card (AF-R04, AF-R13).
    pub fn may_equip(&self, id: Id, seat: u8, host: Id) -> bool {
        self.s.get_permanent(host).is_some_and(|b| b.controller == seat)
            && self.is(host, self.t.types.entity)
            && self.reaches(id, seat, host)
    }
}

impl MatchData {
    /// The ability of a card that an item is about.
    pub(super) fn entry(&self, item: &StackItem) -> Option<&CompiledAbility> {
        self.def(item.source).entries.get(item.entry as usize)
    }
}

impl<const N: usize, const B: usize, W: EventSink<Event>> Play<'_, N, B, W> {
    /// Plays a card (AF-084 to AF-092); a terrain is summoned without waiting (AF-182, AF-R24).
    pub(super) fn play_card(&mut self, seat: u8, id: Id, mode: u8) {
        let terrain = self.position().is(id, self.t.types.terrain);
        if terrain {
            self.s.players[seat as usize].terrains += 1;
            self.emit(Event::Summons { seat, card: id });
            self.place_from_hand(id, Zone::Stack);
            let mut frame = Frame::new(StackItemKind::Card, seat, id, 0, NOTHING, Phase::Resolve);
            frame.enters = id;
            self.s.frame = Some(frame);
            return;
        }
        let played = |e: &CompiledAbility| matches!(e.form, AbilityForm::Played { .. });
        let entry = self.t.def(id).entries.get(mode as usize).filter(|e| played(e));
        let (kind, at) = entry.map_or((StackItemKind::Card, NOTHING), |e| (StackItemKind::Spell, e.start));
        self.emit(Event::Plays { seat, card: id });
        self.s.frame = Some(Frame::new(kind, seat, id, mode, at, Phase::Targets));
    }

    /// Uses an activated ability of a card in play, or in the Void Zone (AF-108, AF-206).
    pub(super) fn use_ability(&mut self, seat: u8, id: Id, entry: u8) {
        self.emit(Event::Uses { seat, card: id });
        let start = self.t.def(id).entries[entry as usize].start;
        self.s.frame = Some(Frame::new(StackItemKind::Ability, seat, id, entry, start, Phase::Targets));
    }

    /// Begins to attach equipment (AF-R04).
    pub(super) fn begin_equip(&mut self, seat: u8, id: Id) {
        self.emit(Event::Uses { seat, card: id });
        self.s.frame = Some(Frame::new(StackItemKind::Ability, seat, id, u8::MAX, EQUIP, Phase::Targets));
    }

    /// A journey in a vehicle (AF-079, AF-R33).
    pub(super) fn begin_travel(&mut self, seat: u8, id: Id) {
        self.emit(Event::Travels { card: id });
        self.charge(id);
        let mut frame = Frame::new(StackItemKind::Ability, seat, id, u8::MAX, TRAVEL, Phase::Resolve);
        frame.left = self.t.def(id).capacity;
        self.s.frame = Some(frame);
    }

    /// Puts the next triggered ability on the stack, or asks in which order (AF-169, AF-R51); true for a question.
    pub(super) fn next_trigger(&mut self) -> bool {
        let Some(seat) = self.next_to_trigger() else { return false };
        let own = |i: &usize| self.s.waiting[*i].seat == seat;
        let mut mine = (0..self.s.queued as usize).filter(own);
        let first = mine.next().expect("the seat has one");
        let same = |i: usize| {
            let (a, b) = (&self.s.waiting[first], &self.s.waiting[i]);
            self.t.def_at(a.source) == self.t.def_at(b.source) && a.entry == b.entry
        };
        if mine.any(|i| !same(i)) {
            self.s.pending_before = self.s.pending;
            self.s.pending = super::state::PendingDecision::Order(seat);
            return true;
        }
        self.put_trigger(first);
        false
    }

    /// Begins to put a triggered ability on the stack.
    pub(super) fn put_trigger(&mut self, at: usize) {
        let waiting = self.s.waiting[at];
        self.strike_off(at);
        self.emit(Event::Triggers { seat: waiting.seat, card: waiting.source });
        let start = self.t.def(waiting.source).entries[waiting.entry as usize].start;
        let mut frame =
            Frame::new(StackItemKind::Trigger, waiting.seat, waiting.source, waiting.entry, start, Phase::Targets);
        frame.item.it = waiting.it;
        self.s.frame = Some(frame);
    }

    /// Goes on with the effect under way; true if somebody has to decide.
    pub(super) fn run(&mut self, mut frame: Frame) -> bool {
        match frame.phase {
            Phase::Targets => self.run_targets(frame),
            Phase::X => {
                let price = self.position().price_of(&frame);
                let most = if price.x > 0 { self.position().most_x(&frame) } else { 0 };
                if most > 0 {
                    return true;
                }
                frame.phase = Phase::Pay;
                self.s.frame = Some(frame);
                false
            }
            Phase::Pay => {
                if self.t.options.ask_payment && self.position().has_payments(&frame) {
                    return true;
                }
                self.pay_for(frame);
                false
            }
            Phase::OtherCosts => self.run_other_costs(frame),
            Phase::Resolve => self.resolve(frame),
        }
    }

    fn run_targets(&mut self, mut frame: Frame) -> bool {
        if frame.item.at == EQUIP && frame.item.targets[0] == NONE {
            return true;
        }
        if let Some(Op::Target { up_to, .. }) = self.position().op(&frame) {
            if self.position().targets(&frame).next().is_some() {
                return true;
            }
            if frame.item.kind == StackItemKind::Trigger && up_to.is_none() {
                // Without its target it does not go on the stack.
                self.s.frame = None;
                return false;
            }
            frame = frame.next();
        } else {
            frame.phase = if frame.item.kind == StackItemKind::Trigger { Phase::OtherCosts } else { Phase::X };
        }
        self.s.frame = Some(frame);
        false
    }

    /// Pays for a card or an ability (AF-091): energy and life, then charging its own card, then counters.
    pub(super) fn pay_for(&mut self, mut frame: Frame) {
        let (seat, source) = (frame.item.seat, frame.item.source);
        let price = self.position().price_of(&frame).with_x(frame.item.x);
        let t = self.t;
        let entry = t.entry(&frame.item);
        if frame.item.kind == StackItemKind::Ability
            && let Some(entry) = entry
        {
            let cost = &t.code.costs[entry.cost as usize];
            if cost.tap {
                self.charge(source);
            }
            if cost.counters != 0 {
                let permanent = self.s.permanent_mut(source);
                permanent.resolve += i16::from(cost.counters);
                self.emit(Event::Resolves { card: source, n: cost.counters.into() });
                self.s.needs_state_check = true;
            }
            if self.s.in_play(source) && (!matches!(entry.form, AbilityForm::Activated(0)) || cost.counters != 0) {
                let shift = 2 * self.position().activated_before(source, frame.item.entry);
                self.s.permanent_mut(source).used += 1 << shift;
            }
        }
        self.pay(seat, &price, Some(source));
        if frame.item.is_card() {
            if self.s.zone(source) == Zone::Command {
                self.s.players[seat as usize].led += 1;
            }
            self.place_from_hand(source, Zone::Stack);
        }
        frame.phase = Phase::OtherCosts;
        self.s.frame = Some(frame);
    }

    fn run_other_costs(&mut self, mut frame: Frame) -> bool {
        let Some(Op::OtherCosts { cost, slot }) = self.position().op(&frame) else {
            self.launch(frame);
            return false;
        };
        let cost = &self.t.code.costs[cost as usize];
        let seat = frame.item.seat;
        if !frame.busy {
            (frame.busy, frame.left, frame.part) = (true, cost.discard, u8::from(cost.exile.is_some()));
            self.s.frame = Some(frame);
            let sacrificed = frame.item.targets[slot as usize];
            let source = frame.item.source;
            let given = if cost.own { source } else { sacrificed };
            if (cost.destroy || cost.own) && self.s.in_play(given) {
                self.sacrifice(given);
                return false;
            }
        }
        if frame.left > 0 && !self.s.cards(seat, Zone::Hand).is_empty() {
            return true;
        }
        if frame.part > 0 && self.position().findable(cost.exile, seat, Zone::Void).next().is_some() {
            return true;
        }
        self.launch(frame.next());
        false
    }

    /// One's own card goes to the Void Zone.
    pub(super) fn sacrifice(&mut self, id: Id) {
        let at = self.s.permanent_slots.as_flattened()[id as usize];
        self.put_in_void(1 << at, false);
    }

    /// What is paid goes on the stack, or takes effect at once if it only adds energy (AF-093, AF-095, AF-R24).
    fn launch(&mut self, mut frame: Frame) {
        let item = frame.item;
        if item.kind == StackItemKind::Ability
            && let Some(entry) = self.position().entry(&item)
            && self.position().only_makes_energy(entry)
        {
            frame.phase = Phase::Resolve;
            self.s.frame = Some(frame);
            return;
        }
        self.s.frame = None;
        let Some(place) = self.s.stack.get_mut(self.s.depth as usize) else { return self.overflow() };
        *place = item;
        self.s.depth += 1;
        self.s.passed = 0;
        self.s.priority = self.first_to_act();
        if item.is_card() {
            self.happen(TriggerEvent::Played, item.source);
        }
    }

    /// The top of the stack takes effect (AF-096, AF-097, AF-102, AF-R48).
    pub(super) fn resolve_top(&mut self) {
        self.s.depth -= 1;
        let mut item = self.s.stack[self.s.depth as usize];
        self.drop_negated();
        self.s.passed = 0;
        self.s.priority = self.first_to_act();
        let position = self.position();
        let (lost, any) = position.lost_targets(&item);
        let all_lost = any
            && item
                .targets
                .iter()
                .enumerate()
                .all(|(i, id)| *id == NONE || lost & (1 << i) != 0 || self.is_cost(&item, i));
        let works = item.kind != StackItemKind::Trigger
            || position
                .entry(&item)
                .and_then(|e| e.condition)
                .is_none_or(|c| position.holds(&self.t.code.conditions[c as usize], &item.context()));
        if all_lost || !works {
            self.emit(Event::Fizzles { card: item.source });
            if item.is_card() {
                self.bury(item.source, Zone::Void);
            }
            return;
        }
        for (i, id) in item.targets.iter_mut().enumerate() {
            if lost & (1 << i) != 0 {
                *id = NONE;
            }
        }
        let mut frame = Frame::new(item.kind, item.seat, item.source, item.entry, item.at, Phase::Resolve);
        frame.item = item;
        if item.kind == StackItemKind::Card {
            frame.enters = item.source;
        }
        self.s.frame = Some(frame);
    }

    /// What waits has a card that leaves play as its target no more, even if it comes back (AF-R48).
    pub(super) fn lose_target(&mut self, id: Id) {
        for at in 0..self.s.depth as usize {
            let item = self.s.stack[at];
            for slot in 0..TARGETS {
                if item.targets[slot] == id && !self.is_cost(&item, slot) {
                    self.s.stack[at].targets[slot] = GONE;
                }
            }
        }
    }

    fn is_cost(&self, item: &StackItem, slot: usize) -> bool {
        let entry = self.position().entry(item);
        entry.and_then(|e| e.targets.get(slot)).is_some_and(|p| self.t.code.groups[*p as usize].cost)
    }

    /// What waits does not take effect (AF-062).
    pub(super) fn negate(&mut self, target: Id) {
        let Some(at) = super::state::as_item(target) else { return };
        let Some(item) = self.s.stack[..self.s.depth as usize].get_mut(at) else { return };
        let (kind, source) = (std::mem::replace(&mut item.kind, StackItemKind::Negated), item.source);
        if matches!(kind, StackItemKind::Card | StackItemKind::Spell) {
            self.emit(Event::Negates { card: source });
            self.bury(source, Zone::Void);
        }
        self.drop_negated();
    }

    /// What was negated waits no more. Only what is on top goes, so that all others keep their places.
    pub(super) fn drop_negated(&mut self) {
        while self.s.items().last().is_some_and(|item| item.kind == StackItemKind::Negated) {
            self.s.depth -= 1;
        }
    }

    /// Where a card is on the stack, as a number that can be a target.
    pub(super) fn item_of(&self, id: Id) -> Id {
        let at = self.s.items().iter().position(|i| i.source == id && i.is_card());
        at.map_or(NONE, |at| ITEM + at as Id)
    }

    /// Ends the effect under way: what was played and does not stay goes to the Void Zone (AF-061, AF-102).
    pub(super) fn finish(&mut self, frame: &Frame) {
        let source = frame.item.source;
        if frame.item.is_card() && self.s.zone(source) == Zone::Stack {
            self.bury(source, Zone::Void);
        }
        self.s.frame = None;
    }

    /// The seat of the active team that acts first (AF-170, AF-R23).
    pub(super) fn first_to_act(&self) -> u8 {
        match self.t.options.variant {
            Variant::Duel => self.s.active,
            _ => self.position().active_seats().next().unwrap_or(self.s.active),
        }
    }

    /// Whether this card leads its owner's deck.
    pub(super) fn leads(&self, id: Id) -> bool {
        self.t.leader(owner(id)) == Some(id)
    }
}
