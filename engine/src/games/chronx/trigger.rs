//! Things that happen, and the abilities that wait for them.

use catalog::ability::{PlayerSide, TriggerEvent};

use super::live::{Context, Position};
use super::state::{FIRST, Frame, HACKED, Id, PendingAbility, STEPS, Task};
use super::turn::blank_frame;
use super::{Event, Play};
use crate::effect::AbilityForm;
use crate::kernel::loops::NOTED_STEPS;
use crate::kernel::rules::EventSink;

impl<const N: usize, W: EventSink<Event>> Play<'_, N, W> {
    /// Something happened to a card: abilities that wait for it are queued.
    pub(super) fn happen(&mut self, event: TriggerEvent, it: Id) {
        let bit = 1u32 << event as u32;
        if self.t.heard & bit == 0 {
            return;
        }
        self.refresh();
        let t = self.t;
        if event.is_out_of_play() && t.printed[self.s.permanent(it).def as usize].waits_for & bit != 0 {
            self.happen_to_itself(event, it);
        }
        if self.s.awaited & bit == 0 {
            return;
        }
        for source in self.s.in_play().iter() {
            let permanent = *self.s.permanent(source);
            if t.printed[permanent.def as usize].waits_for & bit == 0 || permanent.is(HACKED) {
                continue;
            }
            let def = &t.defs[permanent.def as usize];
            for (i, entry) in def.entries.iter().enumerate() {
                let AbilityForm::Triggered(of, subject) = entry.form else { continue };
                let about = match subject {
                    None => source == it,
                    Some(pick) => self.position().concerns(pick, permanent.controller, source, it),
                };
                if of == event && about {
                    self.wait(PendingAbility { source, ability: i as u8, it, seat: permanent.controller });
                }
            }
        }
    }

    /// The own abilities of a card that is not in play.
    fn happen_to_itself(&mut self, event: TriggerEvent, it: Id) {
        let (t, permanent) = (self.t, *self.s.permanent(it));
        for (i, entry) in t.defs[permanent.def as usize].entries.iter().enumerate() {
            if entry.form == AbilityForm::Triggered(event, None) {
                self.wait(PendingAbility { source: it, ability: i as u8, it, seat: permanent.controller });
            }
        }
    }

    /// Queues an ability.
    fn wait(&mut self, waiting: PendingAbility) {
        let end = (self.s.due + self.s.queued) as usize;
        let Some(place) = self.s.waiting.get_mut(end) else { return self.overflow() };
        *place = waiting;
        self.s.queued += 1;
        if self.s.steps > STEPS - NOTED_STEPS {
            self.s.looping.note(waiting.source);
        }
    }

    /// Starts the next ability that waits: the active player's first, then in turn order (CX-R20).
    pub(super) fn next_waiting(&mut self) -> bool {
        if self.s.queued == 0 {
            return false;
        }
        let queue = self.s.due as usize..(self.s.due + self.s.queued) as usize;
        let n = self.t.seats.len() as u8;
        let active = self.s.active;
        let order = |w: &PendingAbility| (w.seat + n - active) % n;
        let at = queue.min_by_key(|i| order(&self.s.waiting[*i])).expect("the queue is not empty");
        let waiting = self.s.waiting[at];
        self.strike_off(at);
        self.s.queued -= 1;
        if !self.s.player(waiting.seat).out {
            self.trigger(waiting);
        }
        true
    }

    /// Takes one out of what waits; the caller counts it.
    pub(super) fn strike_off(&mut self, at: usize) {
        let end = (self.s.due + self.s.queued) as usize;
        self.s.waiting.copy_within(at + 1..end, at);
    }

    /// Starts a triggered ability, if its condition holds.
    pub(super) fn trigger(&mut self, waiting: PendingAbility) {
        let t = self.t;
        let entry = &t.defs[self.s.permanent(waiting.source).def as usize].entries[waiting.ability as usize];
        // CX-211: what happens because a card is played knows whether that was the first play.
        let by_play = matches!(entry.form, AbilityForm::Triggered(TriggerEvent::Deployed | TriggerEvent::Played, _));
        let first = by_play && waiting.it == self.s.first;
        let context = Context { it: waiting.it, first, ..Context::new(waiting.seat, waiting.source) };
        self.refresh();
        if entry.condition.is_some_and(|c| !self.position().holds(&t.code.conditions[c as usize], &context)) {
            return;
        }
        let card = self.card(waiting.source);
        self.emit(Event::Triggers { seat: waiting.seat, card });
        let flags = if context.first { FIRST } else { 0 };
        let frame = Frame { at: entry.start, it: waiting.it, flags, ..blank_frame(waiting.seat, waiting.source) };
        self.push(Task::Frame(frame));
    }
}

impl<const N: usize> Position<'_, N> {
    /// Whether a card that something happened to is one of a group; cards that are not in play count as printed.
    pub fn concerns(&self, pick: u16, seat: u8, source: Id, id: Id) -> bool {
        let pick = self.t.code.groups[pick as usize];
        if self.in_play(id) {
            return self.in_group(&pick, seat, source, id);
        }
        let permanent = self.s.permanent(id);
        let side = match pick.side {
            PlayerSide::Any => true,
            PlayerSide::Your => permanent.controller == seat,
            PlayerSide::Enemy => permanent.controller != seat,
        };
        side && !(pick.other && id == source) && self.t.code.filters[pick.filter as usize].printed.has(permanent.def)
    }
}
