//! Confrontation: attackers, blockers, lines, damage (AF-127 to AF-142, AF-183 to AF-194).

use catalog::ability::TriggerEvent;

use super::position::Position;
use super::roles::Role;
use super::state::{
    ASKED, ATTACKING, BLOCKED, BLOCKING, DEALT, DIVIDED, Id, MISSES, NONE, PendingDecision, Set, as_player, owner,
};
use super::{Event, Play, SLOTS};
use crate::kernel::rules::EventSink;

impl<'a, const N: usize, const B: usize> Position<'a, N, B> {
    /// The blockers of an attacker, the line first.
    pub fn blockers(self, attacker: Id) -> impl Iterator<Item = Id> + use<'a, N, B> {
        let of = move || self.s.with_role(Role::Entity).filter(move |b| b.is(BLOCKING) && b.foe == attacker);
        let lined = (1..=of().map(|b| b.line).max().unwrap_or(0)).filter_map(move |n| of().find(|b| b.line == n));
        lined.chain(of().filter(|b| b.line == 0)).map(|b| b.id)
    }

    /// Blockers that have no place in the line yet (AF-188).
    pub fn unlined(self, attacker: Id) -> impl Iterator<Item = Id> + use<'a, N, B> {
        self.s.with_role(Role::Entity).filter(move |b| b.is(BLOCKING) && b.foe == attacker && b.line == 0).map(|b| b.id)
    }

    /// Damage that is enough to destroy a card (AF-R49).
    pub fn lethal(&self, id: Id, by: Id) -> i16 {
        let permanent = self.s.permanent(id);
        let venom = self.has(by, self.t.keywords.venom);
        // What other attackers deal to it in the same round counts, too.
        let of_others = |b: &&super::Permanent| b.foe == id && !b.is(BLOCKED) && self.strikes_now(b.id);
        let others: i16 = self.s.at_slots(self.s.table.attacking()).filter(of_others).map(|b| self.strikes(b.id)).sum();
        let enough = permanent.health - permanent.damage - others;
        if venom { enough.clamp(0, 1) } else { enough.max(0) }
    }

    /// Combat damage of a card.
    pub fn strikes(&self, id: Id) -> i16 {
        self.s.permanent(id).power.max(0)
    }

    /// Whether a card deals damage in the round at hand (AF-R05).
    fn strikes_now(&self, id: Id) -> bool {
        let permanent = self.s.permanent(id);
        let first = permanent.keywords & self.t.keywords.first_attack != 0;
        !permanent.is(DEALT) && (self.s.round == 1 || first)
    }

    /// What an attacker has left for a blocker and those after it.
    fn left_for(&self, attacker: Id, blocker: Id) -> i16 {
        let before = self.blockers(attacker).take_while(|b| *b != blocker);
        self.strikes(attacker) - before.map(|b| i16::from(self.s.permanent(b).hit)).sum::<i16>()
    }

    /// The least and the most that a blocker can get of its attacker's damage (AF-138, AF-191, AF-R14).
    pub fn deals(&self, blocker: Id) -> (u8, u8) {
        let attacker = self.s.permanent(blocker).foe;
        let left = self.left_for(attacker, blocker);
        let last = self.blockers(attacker).last() == Some(blocker);
        let tramples = self.has(attacker, self.t.keywords.trample);
        let least = if last && !tramples { left } else { self.lethal(blocker, attacker).min(left) };
        (least.clamp(0, 250) as u8, left.clamp(0, 250) as u8)
    }
}

impl<const N: usize, const B: usize, W: EventSink<Event>> Play<'_, N, B, W> {
    // Attackers.

    pub(super) fn begin_attack(&mut self) {
        for at in Set(self.s.table.with(Role::Entity)).slots() {
            self.s.permanents[usize::from(at)].set(ASKED, false);
        }
    }

    /// Asks one entity after the other what it attacks (AF-127, AF-184).
    pub(super) fn go_on_attacking(&mut self) {
        let position = self.position();
        let next = self.s.with_role(Role::Entity).find(|b| {
            !b.is(ASKED | ATTACKING)
                && position.is_active(b.controller)
                && position.may_attack(b.id)
                && position.attack_targets(b.id).next().is_some()
        });
        if let Some(id) = next.map(|b| b.id) {
            self.s.permanent_mut(id).set(ASKED, true);
            self.s.pending = PendingDecision::Attack(id);
            return;
        }
        // AF-083, AF-185, AF-R15: all at once.
        for at in Set(self.s.table.attacking()).slots() {
            let id = self.s.permanents[usize::from(at)].id;
            if !self.position().has(id, self.t.keywords.alertness) {
                self.charge(id);
            }
            self.happen(TriggerEvent::Attacks, id);
        }
        self.open_window();
    }

    pub(super) fn attack(&mut self, id: Id, target: Id) {
        let at = self.s.slot(id);
        self.s.table.set_attacking(at, true);
        let permanent = self.s.permanent_mut(id);
        permanent.set(ATTACKING, true);
        permanent.foe = target;
        self.emit(Event::Attacks { card: id, target });
        self.s.pending = PendingDecision::Go;
    }

    // Blockers.

    pub(super) fn begin_defence(&mut self) {
        self.begin_attack();
    }

    /// Asks one entity after the other which attacker it blocks (AF-132, AF-133, AF-187), then for lines (AF-188).
    pub(super) fn go_on_defending(&mut self) {
        let position = self.position();
        let next = self.s.with_role(Role::Entity).find(|b| {
            !b.is(ASKED | BLOCKING) && !position.is_active(b.controller) && position.blockable(b.id).next().is_some()
        });
        if let Some(id) = next.map(|b| b.id) {
            self.s.permanent_mut(id).set(ASKED, true);
            self.s.pending = PendingDecision::Block(id);
            return;
        }
        let long = |id: Id| position.blockers(id).nth(1).is_some();
        let attacker = self
            .s
            .at_slots(self.s.table.attacking())
            .map(|b| b.id)
            .find(|id| long(*id) && position.unlined(*id).next().is_some());
        if let Some(id) = attacker {
            let (first, second) = {
                let mut open = self.position().unlined(id);
                (open.next(), open.next())
            };
            if let (Some(last), None) = (first, second) {
                self.stand_in_line(id, last);
                return;
            }
            self.s.pending = PendingDecision::Line(id);
            return;
        }
        for at in Set(self.s.table.with(Role::Entity)).slots() {
            let permanent = &self.s.permanents[usize::from(at)];
            let id = permanent.id;
            if permanent.is(BLOCKING) {
                self.happen(TriggerEvent::Blocks, id);
            }
        }
        self.open_window();
    }

    pub(super) fn block(&mut self, id: Id, attacker: Id) {
        let permanent = self.s.permanent_mut(id);
        permanent.set(BLOCKING, true);
        permanent.foe = attacker;
        self.s.permanent_mut(attacker).set(BLOCKED, true);
        self.emit(Event::Blocks { card: id, attacker });
        self.s.pending = PendingDecision::Go;
    }

    pub(super) fn stand_in_line(&mut self, attacker: Id, blocker: Id) {
        let last = self.position().blockers(attacker).map(|b| self.s.permanent(b).line).max().unwrap_or(0);
        self.s.permanent_mut(blocker).line = last + 1;
        self.s.pending = PendingDecision::Go;
    }

    // Damage.

    pub(super) fn begin_clash(&mut self) {
        self.s.round = 0;
    }

    /// Divides the damage of each attacker with blockers, then deals all of the round (AF-190 to AF-192).
    pub(super) fn go_on_clashing(&mut self) {
        let position = self.position();
        for at in Set(self.s.table.attacking()).slots() {
            let permanent = &self.s.permanents[at as usize];
            if !permanent.is(BLOCKED) || !position.strikes_now(permanent.id) {
                continue;
            }
            let attacker = permanent.id;
            let undivided = position.blockers(attacker).find(|b| !self.s.permanent(*b).is(DIVIDED));
            if let Some(blocker) = undivided {
                let (least, most) = position.deals(blocker);
                if least == most {
                    self.deal(blocker, least);
                } else {
                    self.s.pending = PendingDecision::Deal(blocker);
                }
                return;
            }
        }
        self.strike();
        if self.s.round == 0 {
            self.s.round = 1;
            for at in Set(self.s.table.with(Role::Entity)).slots() {
                let permanent = &mut self.s.permanents[usize::from(at)];
                permanent.hit = 0;
                permanent.set(DIVIDED, false);
            }
            return;
        }
        self.open_window();
    }

    /// A blocker is to get so much.
    pub(super) fn deal(&mut self, blocker: Id, n: u8) {
        let permanent = self.s.permanent_mut(blocker);
        permanent.hit = n;
        permanent.set(DIVIDED, true);
        self.s.pending = PendingDecision::Go;
    }

    /// Deals all damage of the round at the same time (AF-192).
    fn strike(&mut self) {
        let mut blows = [(NONE, NONE, 0i16); 256];
        let mut n = 0;
        let mut add = |from: Id, to: Id, damage: i16| {
            if n < blows.len() {
                blows[n] = (from, to, damage);
                n += 1;
            }
        };
        let position = self.position();
        let tramples = |id: Id| position.has(id, self.t.keywords.trample);
        for permanent in
            self.s.with_role(Role::Entity).filter(|b| b.is(ATTACKING | BLOCKING) && position.strikes_now(b.id))
        {
            let power = position.strikes(permanent.id);
            if permanent.is(BLOCKING) {
                // AF-139
                if self.s.get_permanent(permanent.foe).is_some_and(|foe| foe.is(ATTACKING)) {
                    add(permanent.id, permanent.foe, power);
                }
                continue;
            }
            let mut left = power;
            for blocker in position.blockers(permanent.id) {
                let hit = i16::from(self.s.permanent(blocker).hit).min(left);
                left -= hit;
                add(permanent.id, blocker, hit);
            }
            // AF-136, AF-137, AF-R14, AF-R28, AF-R50
            if !permanent.is(BLOCKED) || tramples(permanent.id) {
                let there =
                    as_player(permanent.foe).is_some() || (self.s.in_play(permanent.foe) && !permanent.is(MISSES));
                if there {
                    add(permanent.id, permanent.foe, left);
                }
            }
        }
        for at in Set(self.s.table.with(Role::Entity)).slots() {
            let id = self.s.permanents[usize::from(at)].id;
            let strikes = self.s.permanent(id).is(ATTACKING | BLOCKING) && self.position().strikes_now(id);
            if strikes {
                self.s.permanent_mut(id).set(DEALT, true);
            }
        }
        for (from, to, damage) in blows.into_iter().take(n) {
            let dealt = self.damage(to, damage.into(), from);
            if dealt > 0
                && let Some(seat) = as_player(to)
            {
                self.happen(TriggerEvent::Hits, from);
                if self.leads(from) {
                    // AF-R68
                    let struck = &mut self.s.struck[seat as usize][owner(from) as usize];
                    *struck = struck.saturating_add(dealt.min(250) as u8);
                }
            }
        }
        debug_assert!(self.s.ids().all(|id| (id as usize) < N * SLOTS));
    }
}
