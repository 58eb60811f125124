//! What a seat may do: one walk through all actions lists them, finds one, and knows whether there is any.

mod plays;

use catalog::ability::TriggerEvent;

use super::position::Position;
use super::roles::Role;
use super::stack::{EQUIP, TRAVEL};
use super::state::{CHARGED, FRESH, Frame, Id, NONE, PendingDecision, Phase, StackItemKind, Zone};
use super::{Charging, Permanent};
use crate::effect::{AbilityForm, CardOp, DiscardBy, Op};

/// Something that a seat does. Cards are named by instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Keeps the hand.
    Keep,
    /// Throws it back.
    Mulligan,
    /// Plays a card, with the mode at this place among its abilities (0 if it has none).
    Play(Id, u8),
    /// Uses the activated ability at this place among a card's abilities.
    Use(Id, u8),
    /// Attaches equipment.
    Equip(Id),
    /// Travels in a vehicle.
    Travel(Id),
    /// Rolls the die of the rifts.
    Roll,
    /// The card at hand attacks this: a player, an entity or a celestial.
    Attack(Id),
    /// The card at hand blocks this attacker.
    Block(Id),
    /// The card at hand neither attacks nor blocks.
    Stay,
    /// Chooses a card, a player or what waits.
    Choose(Id),
    /// Chooses a seat.
    Seat(u8),
    /// Nothing more is chosen.
    Done,
    /// Into this place of a seat's area.
    Place(u8, u8),
    /// So much for X.
    X(u8),
    /// Deals so much to the blocker at hand.
    Deal(u8),
    /// Puts the triggered ability at this place on the stack next.
    Next(u8),
    /// Takes the way at this place.
    Way(u8),
    /// Charges a card for one unit of this energy.
    Charge(Id, u8),
    /// Lets the automatic payer pay.
    Auto,
    /// Does it.
    Yes,
    /// Does not, or finds nothing.
    No,
    /// Makes no (more) plays.
    Pass,
}

/// Sees an action; false to see no more.
pub(super) type Visitor<'f> = dyn FnMut(Action) -> bool + 'f;

/// Shows one after the other; false if that was enough.
fn all(actions: impl Iterator<Item = Action>, see: &mut Visitor<'_>) -> bool {
    for action in actions {
        if !see(action) {
            return false;
        }
    }
    true
}

impl<'a, const N: usize, const B: usize> Position<'a, N, B> {
    /// Who decides.
    pub fn decider(&self) -> u8 {
        if let Some(frame) = &self.s.frame {
            return match self.op(frame) {
                Some(Op::Discard(_, _, DiscardBy::Owner) | Op::Sacrifice(..)) if frame.phase == Phase::Resolve => {
                    self.first_of(frame.players).unwrap_or(frame.item.seat)
                }
                Some(Op::Act(CardOp::Negate(_), _)) => self.controller(frame.item.it).unwrap_or(frame.item.seat),
                _ => frame.item.seat,
            };
        }
        match self.s.pending {
            PendingDecision::Begin | PendingDecision::Go => self.s.active,
            PendingDecision::First(seat)
            | PendingDecision::Keep(seat)
            | PendingDecision::PutUnder(seat)
            | PendingDecision::Discard(seat) => seat,
            PendingDecision::Legend(seat, _) | PendingDecision::Leader(seat) | PendingDecision::Order(seat) => seat,
            PendingDecision::Window => self.s.priority,
            PendingDecision::Attack(id) | PendingDecision::Block(id) | PendingDecision::Line(id) => {
                self.s.permanent(id).controller
            }
            PendingDecision::Deal(blocker) => self.controller(self.s.permanent(blocker).foe).unwrap_or(self.s.active),
        }
    }

    /// Whether an action is allowed now.
    pub fn allows(&self, action: Action) -> bool {
        !self.visit_actions(&mut |a| a != action)
    }

    /// Lists every action of the seat that decides; none when the game is over.
    pub fn list_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.s.over.is_none() {
            self.visit_actions(&mut |action| {
                out.push(action);
                true
            });
        }
    }

    /// Shows every action of the seat that decides, in canonical order; false if `see` had enough.
    pub fn visit_actions(&self, see: &mut Visitor<'_>) -> bool {
        use Action as A;
        if let Some(frame) = &self.s.frame {
            return self.visit_frame(frame, see);
        }
        match self.s.pending {
            PendingDecision::Begin | PendingDecision::Go => true,
            PendingDecision::First(seat) => all(self.seats_from(seat).map(A::Seat), see),
            PendingDecision::Keep(seat) => {
                let player = self.s.player(seat);
                see(A::Keep) && (player.mulligans >= 7 || see(A::Mulligan))
            }
            PendingDecision::PutUnder(seat) | PendingDecision::Discard(seat) => self.visit_hand(seat, see),
            PendingDecision::Window => {
                self.visit_plays(self.s.priority, see) && self.visit_charging(self.s.priority, see) && see(A::Pass)
            }
            PendingDecision::Attack(id) => all(self.attack_targets(id).map(A::Attack), see) && see(A::Stay),
            PendingDecision::Block(id) => all(self.blockable(id).map(A::Block), see) && see(A::Stay),
            PendingDecision::Line(attacker) => all(self.unlined(attacker).map(A::Choose), see),
            PendingDecision::Deal(blocker) => {
                let (least, most) = self.deals(blocker);
                all((least..=most).map(A::Deal), see)
            }
            PendingDecision::Legend(seat, id) => {
                let name = |id: Id| self.t.game.namesake(self.t.def(id).card);
                let twins = self.s.in_order().filter(|b| b.controller == seat && name(b.id) == name(id));
                all(twins.map(|b| A::Choose(b.id)), see)
            }
            PendingDecision::Leader(_) => see(A::Yes) && see(A::No),
            PendingDecision::Order(seat) => {
                let mine = (0..self.s.queued).filter(|i| self.s.waiting[*i as usize].seat == seat);
                all(mine.map(A::Next), see)
            }
        }
    }

    fn visit_hand(&self, seat: u8, see: &mut Visitor<'_>) -> bool {
        all(self.findable(None, seat, Zone::Hand).map(Action::Choose), see)
    }

    // Windows.

    /// Whether the seat that may act is asked: it can play something, or what it can charge could matter.
    pub fn can_act(&self) -> bool {
        !self.visit_plays(self.s.priority, &mut |_| false) || self.charging_matters(self.s.priority)
    }

    /// Cards that a seat may charge for energy although nothing is being paid.
    fn visit_charging(&self, seat: u8, see: &mut Visitor<'_>) -> bool {
        if self.t.options.charging == Charging::ToPay {
            return true;
        }
        for permanent in self.s.with_role(Role::Source) {
            let makes = self.makes(permanent, seat, None);
            for energy in (0..super::ENERGIES as u8).filter(|e| makes & (1 << e) != 0) {
                if !see(Action::Charge(permanent.id, energy)) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether a seat that can play nothing is asked all the same: an ability in play waits for something to be charged.
    fn charging_matters(&self, seat: u8) -> bool {
        self.t.options.charging == Charging::AnyTime
            && self.awaits_charging()
            && !self.visit_charging(seat, &mut |_| false)
    }

    /// Whether an ability in play waits for something to be charged.
    fn awaits_charging(&self) -> bool {
        let bit = 1u32 << TriggerEvent::Tapped as u32;
        self.t.heard & bit != 0 && self.s.with_role(Role::Listener).any(|b| self.t.printed(b.id).waits_for & bit != 0)
    }

    /// Whether an ability in play waits for this card to be charged.
    fn awaits_charging_of(&self, id: Id) -> bool {
        let waits = |source: &Permanent| {
            let hears = |form: AbilityForm| matches!(form, AbilityForm::Triggered(TriggerEvent::Tapped, subject) if self.is_about(subject, source, id, id));
            self.t.def(source.id).entries.iter().any(|entry| hears(entry.form))
        };
        self.s.with_role(Role::Listener).any(|source| !self.is_covered(source) && waits(source))
    }

    /// Whether to charge a card at any time gains nothing, other than where an ability waits for it: nothing is paid with the energy.
    fn charges_idly(&self) -> bool {
        self.t.options.charging == Charging::AnyTime
            && self.s.frame.is_none()
            && self.s.pending == PendingDecision::Window
    }

    /// Leaves out of what is legal what gains nothing.
    pub fn prune(&self, legal: &mut Vec<Action>) {
        if self.charges_idly() {
            let awaits = self.awaits_charging();
            legal.retain(|action| match action {
                Action::Charge(id, _) => awaits && self.awaits_charging_of(*id),
                _ => true,
            });
        }
    }

    /// The place of the one action that is left without those that gain nothing.
    pub fn only_choice(&self, legal: &[Action]) -> Option<usize> {
        if !self.charges_idly() || self.awaits_charging() {
            return None;
        }
        let mut rest = legal.iter().enumerate().filter(|(_, action)| !matches!(action, Action::Charge(..)));
        let only = rest.next().map(|(at, _)| at);
        only.filter(|_| rest.next().is_none())
    }

    // Effects.

    /// The greatest X that can be paid for what is announced.
    pub fn most_x(&self, frame: &Frame) -> u8 {
        let price = self.price_of(frame);
        self.resource_pool(frame.item.seat, self.spared(frame)).most_x(&price)
    }

    /// The card that pays by being charged, and so makes no energy.
    pub fn spared(&self, frame: &Frame) -> Option<Id> {
        let taps = frame.item.kind == StackItemKind::Ability
            && self.entry(&frame.item).is_some_and(|e| self.t.code.costs[e.cost as usize].tap);
        taps.then_some(frame.item.source)
    }

    /// Cards that may be charged for what is owed, and for which energy.
    fn payments(&self, frame: &Frame, see: &mut Visitor<'_>) -> bool {
        let seat = frame.item.seat;
        let price = self.price_of(frame).with_x(frame.item.x);
        let owed = self.owed(seat, &price);
        if owed.total() == 0 {
            return true;
        }
        let spared = self.spared(frame);
        for permanent in self.s.with_role(Role::Source) {
            let makes = self.makes(permanent, seat, spared);
            for energy in (0..super::ENERGIES as u8).filter(|e| makes & (1 << e) != 0) {
                if self.helps(seat, &price, spared, makes, energy) && !see(Action::Charge(permanent.id, energy)) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether there is anything to decide about a payment.
    pub fn has_payments(&self, frame: &Frame) -> bool {
        !self.payments(frame, &mut |_| false)
    }

    fn visit_frame(&self, frame: &Frame, see: &mut Visitor<'_>) -> bool {
        use Action as A;
        let item = &frame.item;
        if frame.enters != NONE {
            return all(self.places(frame.enters, item.seat).map(|(area, place)| A::Place(area, place)), see);
        }
        match frame.phase {
            Phase::Targets if item.at == EQUIP => {
                let host = self.s.get_permanent(item.source).map_or(NONE, |b| b.host);
                let hosts = self.s.in_order().filter(|b| b.id != host && self.may_equip(item.source, item.seat, b.id));
                all(hosts.map(|b| A::Choose(b.id)), see)
            }
            Phase::Targets => {
                let up_to = matches!(self.op(frame), Some(Op::Target { up_to: Some(_), .. }));
                all(self.targets(frame).map(A::Choose), see) && (!up_to || see(A::Done))
            }
            Phase::X => all((0..=self.most_x(frame)).map(A::X), see),
            Phase::Pay => see(A::Auto) && self.payments(frame, see),
            Phase::OtherCosts => self.visit_other_costs(frame, see),
            Phase::Resolve => self.visit_op(frame, see),
        }
    }

    fn visit_other_costs(&self, frame: &Frame, see: &mut Visitor<'_>) -> bool {
        let Some(Op::OtherCosts { cost, .. } | Op::PayOr { cost, .. }) = self.op(frame) else { return true };
        let seat = frame.item.seat;
        if frame.left > 0 {
            return self.visit_hand(seat, see);
        }
        all(self.findable(self.t.code.costs[cost as usize].exile, seat, Zone::Void).map(Action::Choose), see)
    }

    fn visit_op(&self, frame: &Frame, see: &mut Visitor<'_>) -> bool {
        use Action as A;
        let item = &frame.item;
        if item.at == TRAVEL {
            return all(self.passengers(frame).map(A::Choose), see) && see(A::Done);
        }
        let Some(op) = self.op(frame) else { return true };
        match op {
            Op::Choose { .. } => all(self.targets(frame).map(A::Choose), see),
            Op::Opponent => all(self.opponents(item.seat).map(A::Seat), see),
            Op::Discard(_, _, DiscardBy::You(filter)) => {
                let seat = self.first_of(frame.players).unwrap_or(item.seat);
                all(self.findable(Some(filter), seat, Zone::Hand).map(A::Choose), see)
            }
            Op::Discard(..) => self.visit_hand(self.decider(), see),
            Op::Sacrifice(_, filter, _) => all(self.offerings(self.decider(), filter).map(A::Choose), see),
            Op::Purge(_, filter, _) => {
                let seat = self.first_of(frame.players).unwrap_or(item.seat);
                all(self.findable(Some(filter), seat, Zone::Void).map(A::Choose), see) && see(A::Done)
            }
            Op::Look { take, .. } => self.visit_peeked(frame, take, see),
            Op::Fetch { filter, from, .. } | Op::Put { filter, from, .. } => {
                let found = self.findable(Some(filter), item.seat, super::position::zone(from));
                all(found.map(A::Choose), see) && see(A::No)
            }
            Op::May(_) => see(A::Yes) && see(A::No),
            Op::Branch(branch) => all((0..self.t.code.branches[branch as usize].len() as u8).map(A::Way), see),
            Op::PayOr { pick, .. } => match (frame.busy, frame.part, pick) {
                (false, ..) => see(A::Yes) && see(A::No),
                (true, 0, Some(pick)) => all(self.candidates(pick, item.seat, item.source).map(A::Choose), see),
                _ => self.visit_other_costs(frame, see),
            },
            Op::Act(CardOp::Negate(_), _) => see(A::Yes) && see(A::No),
            _ => true,
        }
    }

    /// Cards that a player may give up.
    pub fn offerings(self, seat: u8, filter: u16) -> impl Iterator<Item = Id> + use<'a, N, B> {
        let mine = self.s.in_order().filter(move |b| b.controller == seat && b.place != super::state::LOCATION);
        mine.map(|b| b.id).filter(move |id| self.fits_now(filter, *id))
    }

    /// Entities that may still go along in a vehicle: one's own in its zone (AF-R33).
    pub fn passengers(self, frame: &Frame) -> impl Iterator<Item = Id> + use<'a, N, B> {
        let vehicle = *self.s.permanent(frame.item.source);
        let room = frame.left > 0;
        let types = self.t.types.entity;
        let here = self.s.in_order().filter(move |b| {
            room && b.controller == vehicle.controller && b.area == vehicle.area && b.place == vehicle.place
        });
        here.map(|b| b.id).filter(move |id| *id != vehicle.id && self.is(*id, types))
    }

    // Combat.

    /// Whether an entity may attack at all (AF-129, AF-R02, AF-R08).
    pub fn may_attack(&self, id: Id) -> bool {
        let w = &self.t.keywords;
        let permanent = self.s.permanent(id);
        let has = |keyword| permanent.keywords & keyword != 0;
        permanent.traits.has(Role::Entity)
            && !permanent.is(CHARGED)
            && (!permanent.is(FRESH) || has(w.rush))
            && (!has(w.guardianship) || has(w.roused))
            && !has(w.rooted)
    }

    /// What an entity may attack: opponents, and their entities and celestials (AF-128, AF-184, AF-R27, AF-R72).
    pub fn attack_targets(self, id: Id) -> impl Iterator<Item = Id> + use<'a, N, B> {
        let permanent = *self.s.permanent(id);
        let seat = permanent.controller;
        let next = self.opponents(seat).next();
        let left_only = self.t.options.attack_left_only;
        let lanes = self.t.options.lanes;
        let open = move |o: u8| !left_only || Some(o) == next;
        let players = self.opponents(seat).filter(move |o| open(*o)).map(|o| super::state::PLAYER + Id::from(o));
        let table = &self.s.table;
        let cards = self.s.at_slots(table.with(Role::Entity) | table.with(Role::Celestial)).filter(move |b| {
            self.t.options.attack_entities
                && !self.t.allied(b.controller, seat)
                && open(b.controller)
                && (!lanes || b.place == permanent.place)
        });
        players.chain(cards.map(|b| b.id))
    }

    /// The attackers that a card may block (AF-130 to AF-132, AF-187, AF-R01, AF-R07, AF-R11, AF-R13).
    pub fn blockable(self, id: Id) -> impl Iterator<Item = Id> + use<'a, N, B> {
        let attackers = self.s.table.attacking();
        self.s.at_slots(attackers).map(|b| b.id).filter(move |attacker| self.may_block(id, *attacker))
    }

    /// Whether an entity may block at all.
    pub fn is_guard(&self, id: Id) -> bool {
        let w = &self.t.keywords;
        let permanent = self.s.permanent(id);
        permanent.traits.has(Role::Entity) && !permanent.is(CHARGED) && permanent.keywords & (w.rooted | w.meek) == 0
    }

    pub fn may_block(&self, id: Id, attacker: Id) -> bool {
        let (guard, foe) = (self.s.permanent(id), self.s.permanent(attacker));
        let attacked = self.controller(foe.foe);
        foe.is(super::state::ATTACKING)
            && self.is_guard(id)
            && attacked.is_some_and(|seat| self.t.allied(seat, guard.controller))
            && (self.t.options.variant != super::Variant::Duel || attacked == Some(guard.controller))
            && self.could_stop(id, attacker)
    }

    /// Whether nothing about an attacker keeps this card from blocking it.
    pub fn could_stop(&self, id: Id, attacker: Id) -> bool {
        let w = &self.t.keywords;
        let (guard, foe) = (self.s.permanent(id), self.s.permanent(attacker));
        let needs = |keyword| foe.keywords & keyword == 0 || guard.keywords & keyword != 0;
        needs(w.soaring)
            && needs(w.phasewalk)
            && foe.keywords & w.unseen == 0
            && !self.walks_past(foe.walks, guard.controller)
            && !self.is_shielded(attacker, id)
            && (!self.t.options.lanes || foe.place == guard.place)
    }

    /// Whether a player has a terrain that somebody walks (AF-R11).
    fn walks_past(&self, walks: u32, seat: u8) -> bool {
        walks != 0
            && self
                .s
                .in_order()
                .filter(|b| b.controller == seat && self.is(b.id, self.t.types.terrain))
                .any(|b| (0..32).any(|w| walks & (1 << w) != 0 && self.t.qualities[w].1.has(self.t.def_at(b.id))))
    }
}
