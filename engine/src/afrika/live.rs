//! Numbers and keywords in play as they are now.

use super::look::{Context, Look};
use super::state::{Id, What};
use super::{Event, Play};
use crate::effect::{Always, Entry, Form, Ix, On};
use crate::game::Witness;

impl<const N: usize, const B: usize, W: Witness<Event>> Play<'_, N, B, W> {
    /// Works out power, health and keywords of all cards in play, if anything has changed: first keywords, then
    /// numbers, so that a number may depend on keywords.
    pub(super) fn refresh(&mut self) {
        if !self.s.stale && !self.s.watching {
            return;
        }
        self.s.stale = false;
        (self.s.awaited, self.s.watching) = (0, false);
        let t = self.t;
        let mut statics = 0u128;
        for at in super::state::Set(self.s.taken).slots() {
            let body = &mut self.s.bodies[at as usize];
            let printed = t.printed(body.id);
            (body.power, body.health) = (printed.power + body.counters, printed.health + body.counters);
            (body.keywords, body.shield, body.walks) = (printed.keywords, printed.shield, printed.walks);
            self.s.awaited |= printed.waits_for;
            if printed.has_statics {
                statics |= 1 << at;
                self.s.watching |= printed.watches;
            }
        }
        if statics == 0 && self.s.changed == 0 {
            return;
        }
        self.each_static(statics, |play, source, on, always| {
            let Always::Give(gift) = always else { return };
            for has in &t.code.gifts[gift as usize].keywords {
                let word = t.word_of(has);
                play.each_on(on, source, |play, id| play.add_keyword(id, has.keyword, word));
            }
        });
        for i in 0..self.s.changed as usize {
            let change = self.s.changes[i];
            if let What::Keyword(keyword, word) = change.what {
                self.add_keyword(change.to, keyword, word);
            }
        }
        for i in 0..self.s.changed as usize {
            let change = self.s.changes[i];
            let body = self.s.body_mut(change.to);
            match change.what {
                What::Power(n) => body.power = body.power.saturating_add(n),
                What::Health(n) => body.health = body.health.saturating_add(n),
                What::Keyword(..) | What::Control(_) => {}
            }
        }
        self.each_static(statics, |play, source, on, always| {
            let Always::Give(gift) = always else { return };
            let context = Context { seat: play.s.body(source).keeper, source, it: super::state::NONE, x: 0 };
            for (field, amount) in &t.code.gifts[gift as usize].numbers {
                let n = play.look().amount(amount, &context).clamp(-99, 99) as i16;
                play.each_on(on, source, |play, id| {
                    let body = play.s.body_mut(id);
                    let number = if *field == t.power { &mut body.power } else { &mut body.health };
                    *number = number.saturating_add(n);
                });
            }
        });
    }

    fn add_keyword(&mut self, id: Id, keyword: u8, word: u8) {
        let w = self.t.words;
        let body = self.s.body_mut(id);
        let bit = 1u32 << keyword;
        body.keywords |= bit;
        match bit {
            _ if bit == w.shield => body.shield |= 1 << word,
            _ if bit == w.terrainwalk => body.walks |= 1 << word,
            _ => {}
        }
    }

    /// Visits the static abilities that work now.
    fn each_static(&mut self, statics: u128, mut visit: impl FnMut(&mut Self, Id, On, Always)) {
        let t = self.t;
        for at in super::state::Set(statics).slots() {
            let id = self.s.bodies[at as usize].id;
            if self.look().is_covered(self.s.body(id)) {
                continue;
            }
            for entry in t.def(id).entries.iter().filter(|e| e.form == Form::Static) {
                if self.look().works(id, entry) {
                    for (on, always) in &entry.statics {
                        visit(self, id, *on, *always);
                    }
                }
            }
        }
    }

    /// Does something to each card that a static ability is about.
    fn each_on(&mut self, on: On, source: Id, mut act: impl FnMut(&mut Self, Id)) {
        let seat = self.s.body(source).keeper;
        match on {
            On::Known(known) => {
                let context = Context { seat, source, it: super::state::NONE, x: 0 };
                let id = self.look().known(known, &context);
                if self.s.in_play(id) {
                    act(self, id);
                }
            }
            On::Each(pick) => {
                let mut all = 0u128;
                for at in super::state::Set(self.s.taken).slots() {
                    let id = self.s.bodies[at as usize].id;
                    if self.look().in_group(&self.t.code.picks[pick as usize], seat, source, id) {
                        all |= 1 << at;
                    }
                }
                super::state::Set(all).slots().for_each(|at| {
                    let id = self.s.bodies[at as usize].id;
                    act(self, id);
                });
            }
            On::Players(_) => {}
        }
    }
}

impl<const N: usize, const B: usize> Look<'_, N, B> {
    /// Whether the condition of a static ability holds.
    fn works(&self, source: Id, entry: &Entry) -> bool {
        let context = Context { seat: self.s.body(source).keeper, source, it: super::state::NONE, x: 0 };
        entry.condition.is_none_or(|c: Ix| self.holds(&self.t.code.conditions[c as usize], &context))
    }

    /// Visits the static abilities that work now, where they change nothing in play.
    pub fn each_rule(&self, mut visit: impl FnMut(Id, On, Always)) {
        for body in self.s.in_order().filter(|b| self.t.printed(b.id).has_statics) {
            if self.is_covered(body) {
                continue;
            }
            for entry in self.t.def(body.id).entries.iter().filter(|e| e.form == Form::Static) {
                if self.works(body.id, entry) {
                    entry.statics.iter().for_each(|(on, always)| visit(body.id, *on, *always));
                }
            }
        }
    }

    /// How much less a card costs its player now.
    pub fn discount(&self, id: Id, seat: u8) -> i16 {
        let mut less = 0;
        if self.t.has_rules {
            self.each_rule(|source, on, always| {
                if let (On::Each(pick), Always::Cheaper(n)) = (on, always) {
                    let pick = &self.t.code.picks[pick as usize];
                    let keeper = self.s.body(source).keeper;
                    if self.on_side(pick.side, seat, keeper) && self.fits_printed(pick.filter, id) {
                        less += i16::from(n);
                    }
                }
            });
        }
        less
    }

    /// Terrains that a seat may summon in a turn beyond the first (AF-196).
    pub fn extra_terrains(&self, seat: u8) -> u8 {
        let mut extra = self.s.player(seat).extra;
        if self.t.has_rules {
            self.each_rule(|source, _, always| {
                if matches!(always, Always::ExtraPlay(_)) && self.s.body(source).keeper == seat {
                    extra += 1;
                }
            });
        }
        extra
    }
}
