//! What a seat may play and use when it may act: cards, abilities in play and in the Void Zone, vehicles, the die.

use super::super::Price;
use super::super::energy::Purse;
use super::super::position::{Context, Position};
use super::super::roles::Role;
use super::super::state::{CHARGED, ITEM, Id, NONE, Permanent, Set, Zone, owner};
use super::{Action, Visitor};
use crate::effect::{AbilityForm, CompiledAbility, Cost, Op};

impl<const N: usize, const B: usize> Position<'_, N, B> {
    /// Shows everything that can be played and used now, in canonical order; false if `see` had enough.
    pub(super) fn visit_plays(&self, seat: u8, see: &mut Visitor<'_>) -> bool {
        let open = self.is_open(seat);
        let purse = Purse::new(*self, seat);
        let deck = &self.t.seats[seat as usize];
        let playable = Set(if open { u128::MAX } else { deck.quick });
        let hand = self.s.cards(seat, Zone::Hand).and(playable);
        let leader = self.s.cards(seat, Zone::Command).and(playable);
        (hand.is_empty() || self.visit_cards(seat, Zone::Hand, hand, open, &purse, see))
            && (leader.is_empty() || self.visit_cards(seat, Zone::Command, leader, open, &purse, see))
            && self.visit_abilities(seat, open, &purse, see)
            && self.visit_void(seat, &purse, see)
            && (!(open && self.may_roll(seat)) || see(Action::Roll))
    }

    /// Cards of a hand, or a leader that waits, as far as the time is right for them.
    fn visit_cards(
        &self,
        seat: u8,
        zone: Zone,
        cards: Set,
        open: bool,
        purse: &Purse<'_, N, B>,
        see: &mut Visitor<'_>,
    ) -> bool {
        let deck = &self.t.seats[seat as usize];
        // AF-182, AF-196
        let terrains = Set(deck.terrains);
        let summons = !cards.and(terrains).is_empty() && open && {
            let summoned = self.s.player(seat).terrains;
            summoned == 0 || summoned <= self.extra_terrains(seat)
        };
        let changed = zone == Zone::Command || self.s.table.with(Role::Rule) != 0;
        let mut left = if summons { cards } else { Set(cards.0 & !terrains.0) };
        while let Some(id) = left.of(seat).next() {
            // Two copies are one choice.
            left = Set(left.0 & !self.t.twins(id));
            debug_assert!(self.is_first_of_kind(seat, zone, id), "copies are played at the same times");
            let def = self.t.def(id);
            if def.printed.types & self.t.types.terrain != 0 {
                // A leader that is a terrain is a card of its own.
                if self.is_first_of_kind(seat, Zone::Hand, id) && !see(Action::Play(id, 0)) {
                    return false;
                }
                continue;
            }
            if !changed && i32::from(def.least_units) > purse.most() {
                continue;
            }
            if !def.has_modes {
                if purse.pays(&self.price(id, seat, None)) && !see(Action::Play(id, 0)) {
                    return false;
                }
                continue;
            }
            for (mode, entry) in def.entries.iter().enumerate() {
                let may = matches!(entry.form, AbilityForm::Played { .. })
                    && purse.pays(&self.price(id, seat, Some(entry)))
                    && self.may_begin(entry, seat, id);
                if may && !see(Action::Play(id, mode as u8)) {
                    return false;
                }
            }
        }
        true
    }

    /// What cards in play can be used for.
    fn visit_abilities(&self, seat: u8, open: bool, purse: &Purse<'_, N, B>, see: &mut Visitor<'_>) -> bool {
        let table = &self.s.table;
        let used = table.with(Role::Active) | if open { table.with(Role::Gear) } else { 0 };
        for permanent in self.s.at_slots(used & table.of(seat)) {
            let (id, def) = (permanent.id, self.t.def(permanent.id));
            if def.printed.has_actives && !self.is_covered(permanent) {
                for (i, entry) in def.entries.iter().enumerate() {
                    let active = matches!(entry.form, AbilityForm::Activated(_)) && !entry.discarded;
                    if active && self.may_use(id, i as u8, entry, purse) && !see(Action::Use(id, i as u8)) {
                        return false;
                    }
                }
            }
            if open && def.equip.is_some() && !self.is_covered(permanent) {
                let price = Price { any: def.equip.unwrap_or(0).into(), ..Price::default() };
                let host = |b: &Permanent| b.id != permanent.host && self.may_equip(id, seat, b.id);
                if purse.pays(&price) && self.s.with_role(Role::Entity).any(host) && !see(Action::Equip(id)) {
                    return false;
                }
            }
            // AF-R33
            let travels = open && def.printed.types & self.t.types.vehicle != 0 && !permanent.is(CHARGED);
            if travels && !see(Action::Travel(id)) {
                return false;
            }
        }
        true
    }

    /// Abilities that are activated in the Void Zone.
    fn visit_void(&self, seat: u8, purse: &Purse<'_, N, B>, see: &mut Visitor<'_>) -> bool {
        let works = Set(self.t.seats[seat as usize].works_in_void);
        for id in self.s.cards(seat, Zone::Void).and(works).of(seat) {
            let def = self.t.def(id);
            for (i, entry) in def.entries.iter().enumerate().filter(|(_, e)| e.discarded) {
                let may = self.is_first_of_kind(seat, Zone::Void, id) && self.may_use(id, i as u8, entry, purse);
                if may && !see(Action::Use(id, i as u8)) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether a play may be announced: its condition holds, and there is a target for each that it needs.
    fn may_begin(&self, entry: &CompiledAbility, seat: u8, source: Id) -> bool {
        let context = Context { seat, source, it: NONE, x: 0 };
        let holds = entry.condition.is_none_or(|c| self.holds(&self.t.code.conditions[c as usize], &context));
        let ops = &self.t.code.ops[entry.start as usize..];
        let mut targets = ops.iter().map_while(|op| match op {
            Op::Target { pick, up_to, .. } => Some((*pick, up_to.is_some())),
            _ => None,
        });
        let cost = &self.t.code.costs[entry.cost as usize];
        holds
            && targets.all(|(pick, up_to)| up_to || self.has_candidate(pick, seat, source))
            && self.can_do(cost, seat, source)
    }

    /// Whether what a cost asks for beside energy can be paid: cards to discard and to exile.
    fn can_do(&self, cost: &Cost, seat: u8, source: Id) -> bool {
        let held = || {
            let hand = self.s.cards(seat, Zone::Hand);
            hand.len() - usize::from(source < ITEM && owner(source) == seat && self.s.zone(source) == Zone::Hand)
        };
        (cost.discard == 0 || held() >= cost.discard.into())
            && (cost.exile.is_none() || self.findable(cost.exile, seat, Zone::Void).next().is_some())
    }

    /// Activated abilities of a card before this one.
    pub fn activated_before(&self, id: Id, entry: u8) -> u8 {
        let entries = &self.t.def(id).entries[..entry as usize];
        entries.iter().filter(|e| matches!(e.form, AbilityForm::Activated(_))).count().min(3) as u8
    }

    /// Whether an activated ability may be used now (AF-108, AF-R26, AF-R34).
    fn may_use(&self, id: Id, at: u8, entry: &CompiledAbility, purse: &Purse<'_, N, B>) -> bool {
        let seat = purse.seat;
        let cost = &self.t.code.costs[entry.cost as usize];
        if let Some(permanent) = self.s.get_permanent(id) {
            if cost.tap && !self.can_charge(permanent) {
                return false;
            }
            if cost.counters != 0 {
                // One ability of a celestial in an own turn, with nothing waiting.
                let enough = permanent.resolve + i16::from(cost.counters) >= 0;
                if !self.is_open(seat) || permanent.used != 0 || !enough {
                    return false;
                }
            }
            let used = permanent.used >> (2 * self.activated_before(id, at)) & 3;
            if matches!(entry.form, AbilityForm::Activated(n) if n > 0 && used >= n) {
                return false;
            }
        }
        let price = self.t.price(entry.cost);
        purse.pays_without(price, cost.tap.then_some(id)) && self.may_begin(entry, seat, id)
    }
}
