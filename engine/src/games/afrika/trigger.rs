//! Things that happen, and the abilities that wait for them.

use catalog::ability::TriggerEvent;

use super::roles::Role;
use super::state::{Id, NONE, PendingTrigger, STEPS, Set, owner};
use super::{Event, Play};
use crate::effect::AbilityForm;
use crate::kernel::loops::NOTED_STEPS;
use crate::kernel::rules::EventSink;

impl<const N: usize, const B: usize, W: EventSink<Event>> Play<'_, N, B, W> {
    /// Something happened to a card: abilities that wait for it are queued (AF-107).
    pub(super) fn happen(&mut self, event: TriggerEvent, it: Id) {
        self.gather(event, it, it);
    }

    /// Something happened to a card because of another one, whose own abilities hear of it.
    pub(super) fn happen_by(&mut self, event: TriggerEvent, by: Id, it: Id) {
        self.gather(event, by, it);
    }

    fn gather(&mut self, event: TriggerEvent, own: Id, it: Id) {
        let bit = 1u32 << event as u32;
        if self.t.heard & bit == 0 {
            return;
        }
        self.refresh();
        let t = self.t;
        if event.is_out_of_play() && t.printed(it).waits_for & bit != 0 {
            self.happen_to_itself(event, it);
        }
        if self.s.awaited & bit == 0 {
            return;
        }
        for at in Set(self.s.table.with(Role::Listener)).slots() {
            let source = self.s.permanents[usize::from(at)].id;
            if t.printed(source).waits_for & bit == 0 {
                continue;
            }
            let permanent = self.s.permanents[usize::from(at)];
            if self.position().is_covered(&permanent) {
                continue;
            }
            for (i, entry) in t.def(source).entries.iter().enumerate() {
                let AbilityForm::Triggered(of, subject) = entry.form else { continue };
                let about = if event.is_turn() {
                    self.concerns_turn(event, permanent.controller)
                } else {
                    self.position().is_about(subject, &permanent, own, it)
                };
                if of == event && about {
                    self.wait(PendingTrigger { source, entry: i as u8, it, seat: permanent.controller });
                }
            }
        }
    }

    /// The own abilities of a card that is not in play.
    fn happen_to_itself(&mut self, event: TriggerEvent, it: Id) {
        for (i, entry) in self.t.def(it).entries.iter().enumerate() {
            if entry.form == AbilityForm::Triggered(event, None) {
                self.wait(PendingTrigger { source: it, entry: i as u8, it, seat: owner(it) });
            }
        }
    }

    fn concerns_turn(&self, event: TriggerEvent, controller: u8) -> bool {
        match event {
            TriggerEvent::TurnStart | TriggerEvent::TurnEnd => self.position().is_active(controller),
            TriggerEvent::EnemyTurnStart | TriggerEvent::EnemyTurnEnd => !self.position().is_active(controller),
            _ => true,
        }
    }

    /// The turn begins or ends for everybody's cards (AF-169, AF-175, AF-197).
    pub(super) fn happen_in_turn(&mut self, own: TriggerEvent, enemy: TriggerEvent, each: TriggerEvent) {
        for event in [own, enemy, each] {
            self.gather(event, NONE, NONE);
        }
    }

    /// Queues an ability, if its condition holds.
    pub(super) fn wait(&mut self, waiting: PendingTrigger) {
        let t = self.t;
        let entry = &t.def(waiting.source).entries[waiting.entry as usize];
        let context = super::position::Context { seat: waiting.seat, source: waiting.source, it: waiting.it, x: 0 };
        if entry.condition.is_some_and(|c| !self.position().holds(&t.code.conditions[c as usize], &context)) {
            return;
        }
        let Some(place) = self.s.waiting.get_mut(self.s.queued as usize) else { return self.overflow() };
        *place = waiting;
        self.s.queued += 1;
        if self.s.steps > STEPS - NOTED_STEPS {
            self.s.looping.note(waiting.source);
        }
    }

    /// Takes one out of what waits.
    pub(super) fn strike_off(&mut self, at: usize) {
        self.s.waiting.copy_within(at + 1..self.s.queued as usize, at);
        self.s.queued -= 1;
    }

    /// The seat whose abilities go on the stack next: the active player's first (AF-R51).
    pub(super) fn next_to_trigger(&self) -> Option<u8> {
        let n = self.t.count();
        let order = |seat: u8| (!self.position().is_active(seat), (seat + n - self.s.active) % n);
        self.s.waiting[..self.s.queued as usize].iter().map(|w| w.seat).min_by_key(|s| order(*s))
    }
}
