//! Numbers and keywords in play as they are now.

use super::position::{Context, Position};
use super::roles::Role;
use super::state::{ALWAYS, Change, ChangeKind, Id, Set};
use super::{Event, Play};
use crate::effect::{AbilityForm, CompiledAbility, Ix, OpTargets, StaticEffect};
use crate::kernel::rules::{EventSink, NullSink};

impl<const N: usize, const B: usize, W: EventSink<Event>> Play<'_, N, B, W> {
    /// Works out power, health and keywords of all cards in play, if anything has changed: first keywords, then
    /// numbers, so that a number may depend on keywords.
    pub(super) fn refresh(&mut self) {
        if self.s.stale || self.s.is_watched_change() {
            self.s.needs_state_check = true;
            let changed = self.s.changes[..usize::from(self.s.changed)].iter().filter(|c| self.s.in_play(c.to));
            let slots = changed.fold(self.s.stale_slots | self.s.boosted, |slots, c| slots | 1 << self.s.slot(c.to));
            self.work_out_slots(slots & self.s.taken, &mut |_| {});
            debug_assert!(self.is_worked_out(), "what has not changed by itself or by static abilities stays as it is");
        } else {
            debug_assert!(self.is_worked_out(), "something changed, and was not told");
        }
    }

    /// Whether everything in play is as working it out says.
    fn is_worked_out(&self) -> bool {
        let mut state = self.s.clone();
        Play { t: self.t, s: &mut state, w: &mut NullSink {} }.work_out(&mut |_| {});
        state.permanents == self.s.permanents
    }

    /// The same of all cards whether anything has changed or not, and tells what changes keywords and numbers; what lasts while its
    /// source is there ends at no time.
    pub(super) fn work_out(&mut self, tell: &mut impl FnMut(Change)) {
        self.work_out_slots(self.s.taken, tell);
    }

    /// The same of the cards at these places of the table, and of those that static abilities change. All others must be as they are
    /// without them: nothing for a time changes them, nor did static abilities when they were worked out last.
    fn work_out_slots(&mut self, slots: u128, tell: &mut impl FnMut(Change)) {
        let t = self.t;
        let statics = self.s.table.with(Role::Static);
        (self.s.stale, self.s.touched, self.s.stale_slots, self.s.boosted) = (false, false, 0, 0);
        for at in Set(slots).slots() {
            let permanent = &mut self.s.permanents[at as usize];
            let printed = t.printed(permanent.id);
            (permanent.power, permanent.health) =
                (printed.power + permanent.counters, printed.health + permanent.counters);
            (permanent.keywords, permanent.shield, permanent.walks) = (printed.keywords, printed.shield, printed.walks);
        }
        if statics == 0 && self.s.changed == 0 {
            return;
        }
        self.each_static(statics, |play, source, on, always| {
            let StaticEffect::Give(gift) = always else { return };
            for has in &t.code.gifts[gift as usize].keywords {
                let word = t.word_of(has);
                play.each_on(on, source, |play, id| {
                    play.add_keyword(id, has.keyword, word);
                    tell(Change { to: id, kind: ChangeKind::Keyword(has.keyword, word), until: ALWAYS, source });
                });
            }
        });
        for i in 0..self.s.changed as usize {
            let change = self.s.changes[i];
            if let ChangeKind::Keyword(keyword, word) = change.kind {
                self.add_keyword(change.to, keyword, word);
                tell(change);
            }
        }
        for i in 0..self.s.changed as usize {
            let change = self.s.changes[i];
            let permanent = self.s.permanent_mut(change.to);
            match change.kind {
                ChangeKind::Power(n) => permanent.power = permanent.power.saturating_add(n),
                ChangeKind::Health(n) => permanent.health = permanent.health.saturating_add(n),
                ChangeKind::Keyword(..) | ChangeKind::Control(_) => continue,
            }
            tell(change);
        }
        self.each_static(statics, |play, source, on, always| {
            let StaticEffect::Give(gift) = always else { return };
            let context = Context { seat: play.s.permanent(source).controller, source, it: super::state::NONE, x: 0 };
            for (field, amount) in &t.code.gifts[gift as usize].numbers {
                let n = play.position().amount(amount, &context).clamp(-99, 99) as i16;
                let power = *field == t.power;
                let kind = if power { ChangeKind::Power(n) } else { ChangeKind::Health(n) };
                play.each_on(on, source, |play, id| {
                    let permanent = play.s.permanent_mut(id);
                    let number = if power { &mut permanent.power } else { &mut permanent.health };
                    *number = number.saturating_add(n);
                    tell(Change { to: id, kind, until: ALWAYS, source });
                });
            }
        });
    }

    fn add_keyword(&mut self, id: Id, keyword: u8, word: u8) {
        let w = self.t.keywords;
        let permanent = self.s.permanent_mut(id);
        let bit = 1u32 << keyword;
        permanent.keywords |= bit;
        match bit {
            _ if bit == w.shield => permanent.shield |= 1 << word,
            _ if bit == w.terrainwalk => permanent.walks |= 1 << word,
            _ => {}
        }
    }

    /// Visits the static abilities that work now.
    fn each_static(&mut self, statics: u128, mut visit: impl FnMut(&mut Self, Id, OpTargets, StaticEffect)) {
        let t = self.t;
        for at in Set(statics).slots() {
            let id = self.s.permanents[at as usize].id;
            if self.position().is_covered(self.s.permanent(id)) {
                continue;
            }
            for entry in t.def(id).entries.iter().filter(|e| e.form == AbilityForm::Static) {
                if self.position().works(id, entry) {
                    for (on, always) in &entry.statics {
                        visit(self, id, *on, *always);
                    }
                }
            }
        }
    }

    /// Does something to each card that a static ability is about.
    fn each_on(&mut self, on: OpTargets, source: Id, mut act: impl FnMut(&mut Self, Id)) {
        let seat = self.s.permanent(source).controller;
        match on {
            OpTargets::Known(known) => {
                let context = Context { seat, source, it: super::state::NONE, x: 0 };
                let id = self.position().known(known, &context);
                if self.s.in_play(id) {
                    self.s.boosted |= 1 << self.s.slot(id);
                    act(self, id);
                }
            }
            OpTargets::Each(pick) => {
                let mut all = 0u128;
                for id in self.position().group(pick, seat, source) {
                    all |= 1 << self.s.slot(id);
                }
                self.s.boosted |= all;
                Set(all).slots().for_each(|at| {
                    let id = self.s.permanents[at as usize].id;
                    act(self, id);
                });
            }
            OpTargets::Players(_) => {}
        }
    }
}

impl<const N: usize, const B: usize> Position<'_, N, B> {
    /// Whether the condition of a static ability holds.
    fn works(&self, source: Id, entry: &CompiledAbility) -> bool {
        let context = Context { seat: self.s.permanent(source).controller, source, it: super::state::NONE, x: 0 };
        entry.condition.is_none_or(|c: Ix| self.holds(&self.t.code.conditions[c as usize], &context))
    }

    /// Visits the static abilities that work now, where they change nothing in play.
    pub fn each_rule(&self, mut visit: impl FnMut(Id, OpTargets, StaticEffect)) {
        for permanent in self.s.with_role(Role::Rule) {
            if self.is_covered(permanent) {
                continue;
            }
            for entry in self.t.def(permanent.id).entries.iter().filter(|e| e.form == AbilityForm::Static) {
                if self.works(permanent.id, entry) {
                    entry.statics.iter().for_each(|(on, always)| visit(permanent.id, *on, *always));
                }
            }
        }
    }

    /// How much less a card costs its player now.
    pub fn discount(&self, id: Id, seat: u8) -> i16 {
        let mut less = 0;
        if self.s.table.with(Role::Rule) != 0 {
            self.each_rule(|source, on, always| {
                if let (OpTargets::Each(pick), StaticEffect::Cheaper(n)) = (on, always) {
                    let pick = &self.t.code.groups[pick as usize];
                    let controller = self.s.permanent(source).controller;
                    if self.on_side(pick.side, seat, controller) && self.fits_printed(pick.filter, id) {
                        less += i16::from(n);
                    }
                }
            });
        }
        less
    }

    /// Terrains that a seat may summon in a turn beyond the first (AF-196).
    pub fn extra_terrains(&self, seat: u8) -> u8 {
        let mut extra = 0;
        if self.s.table.with(Role::Rule) != 0 {
            self.each_rule(|source, _, always| {
                if matches!(always, StaticEffect::ExtraPlay(_)) && self.s.permanent(source).controller == seat {
                    extra += 1;
                }
            });
        }
        extra
    }
}
