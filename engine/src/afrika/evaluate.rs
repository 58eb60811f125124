//! What a player without a plan does, and what a position looks like to one with a plan.

use super::Action;
use super::look::Look;
use super::state::{ATTACKING, Ask, BLOCKED, CHARGED, FRESH, ITEM, Id, LOCATION, Phase, Step, Zone, as_player};

/// The features, each one's own less the opponents'.
pub(super) const FEATURES: &[&str] = &[
    "won",
    "life",
    "near_death",
    "hand",
    "deck",
    "terrains",
    "energies",
    "entities",
    "power",
    "health",
    "keywords",
    "evasive_power",
    "ready",
    "tech",
    "artifacts",
    "enchantments",
    "celestials",
    "resolve",
    "cost",
    "attached",
    "attacking_power",
    "stack",
];

/// Declines, keeps, pays automatically; where something must be chosen, the first.
pub(super) fn idle(legal: &[Action]) -> usize {
    use Action as A;
    let quiet = |a: &Action| matches!(a, A::Pass | A::Stay | A::Keep | A::Auto | A::No);
    let done = |a: &Action| matches!(a, A::Done);
    legal.iter().position(quiet).or_else(|| legal.iter().position(done)).unwrap_or(0)
}

impl<const N: usize, const B: usize> Look<'_, N, B> {
    /// Nothing is under way: the active player may do something in an exploration phase.
    pub fn is_rest(&self) -> bool {
        let open = matches!(self.s.step, Step::Exploration | Step::Second);
        self.s.over.is_some()
            || (open
                && self.s.frame.is_none()
                && self.s.ask == Ask::Window
                && self.s.depth == 0
                && self.is_active(self.s.priority))
    }

    pub fn is_fight(&self) -> bool {
        self.s.frame.is_none() && matches!(self.s.ask, Ask::Attack(_) | Ask::Block(_) | Ask::Line(_) | Ask::Deal(_))
    }

    /// Cards that are not in play are what they are, wherever they lie; cards in play are themselves.
    pub fn sense(&self, action: Action) -> u64 {
        use Action as A;
        let card = |id: Id| match () {
            () if id >= ITEM || self.s.in_play(id) => u64::from(id),
            () => 0x1_0000 | self.t.def_at(id) as u64 | (self.s.zone(id) as u64) << 20,
        };
        let (kind, what, more): (u64, u64, u64) = match action {
            A::Keep => (0, 0, 0),
            A::Mulligan => (1, 0, 0),
            A::Play(id, mode) => (2, card(id), mode.into()),
            A::Use(id, entry) => (3, card(id), entry.into()),
            A::Equip(id) => (4, card(id), 0),
            A::Travel(id) => (5, card(id), 0),
            A::Roll => (6, 0, 0),
            A::Attack(id) => (7, card(id), 0),
            A::Block(id) => (8, card(id), 0),
            A::Stay => (9, 0, 0),
            A::Choose(id) => (10, card(id), 0),
            A::Seat(n) => (11, n.into(), 0),
            A::Done => (12, 0, 0),
            A::Place(area, place) => (13, area.into(), place.into()),
            A::X(n) => (14, n.into(), 0),
            A::Deal(n) => (15, n.into(), 0),
            A::Next(n) => (16, n.into(), 0),
            A::Way(n) => (17, n.into(), 0),
            A::Charge(id, energy) => (18, card(id), energy.into()),
            A::Auto => (19, 0, 0),
            A::Yes => (20, 0, 0),
            A::No => (21, 0, 0),
            A::Pass => (22, 0, 0),
        };
        // Which card is asked about is part of what an answer means.
        let about = match self.s.ask {
            Ask::Attack(id) | Ask::Block(id) | Ask::Deal(id) if self.s.frame.is_none() => u64::from(id),
            _ => 0xFFFF,
        };
        kind << 58 | about << 42 | more << 32 | what
    }

    pub fn features(&self, seat: u8, out: &mut [i32]) {
        out.fill(0);
        if let Some(outcome) = self.s.over {
            let lost = outcome.winners != 0 && !outcome.won(seat);
            out[0] = if lost {
                -1
            } else {
                i32::from(outcome.won(seat) && outcome.winners.count_ones() < self.t.count().into())
            };
        }
        let mut opponents = 0;
        for player in 0..self.t.count() {
            opponents += i32::from(!self.t.allied(player, seat) && !self.s.player(player).out);
        }
        let opponents = opponents.max(1);
        for player in (0..self.t.count()).filter(|p| !self.s.player(*p).out) {
            let mut own = [0; FEATURES.len()];
            self.seat_features(player, &mut own);
            let ally = self.t.allied(player, seat);
            out.iter_mut().zip(own).for_each(|(o, n)| *o += if ally { n } else { -n / opponents });
        }
    }

    fn seat_features(&self, seat: u8, own: &mut [i32; FEATURES.len()]) {
        let t = &self.t.types;
        let w = &self.t.words;
        let player = self.s.player(seat);
        let life = i32::from(self.life(seat));
        own[1] = life.clamp(0, 60);
        own[2] = -(6 - life).clamp(0, 6);
        own[3] = (self.s.cards(seat, Zone::Hand).len() as i32).min(8);
        own[4] = -i32::from(player.deck < 8) * (8 - i32::from(player.deck));
        let mut energies = 0u16;
        for body in self.s.in_order().filter(|b| b.keeper == seat && b.place != LOCATION) {
            let def = self.t.def(body.id);
            let types = def.printed.types;
            let is = |mask: u32| i32::from(types & mask != 0);
            if types & t.terrain != 0 {
                // The seventh terrain is worth less than the third.
                own[5] += if own[5] < 7 { 1 } else { 0 };
                energies |= def.printed.produces;
                continue;
            }
            own[18] += def.price.total().min(12);
            own[13] += is(t.tech | t.vehicle);
            own[14] += is(t.artifact);
            own[15] += is(t.enchantment);
            own[16] += is(t.celestial);
            own[17] += i32::from(body.resolve.max(0));
            own[19] += i32::from(body.host != super::state::NONE);
            if types & t.entity != 0 {
                let power = i32::from(body.power.max(0));
                let stuck = body.keywords & w.rooted != 0
                    || (body.keywords & w.guardianship != 0 && body.keywords & w.roused == 0);
                own[7] += 1;
                own[8] += if stuck { power / 2 } else { power };
                own[9] += i32::from((body.health - body.damage).max(0));
                own[10] += (body.keywords & !(w.settling | w.rooted | w.meek | w.dormant | w.guardianship)).count_ones()
                    as i32;
                let evasive = w.soaring | w.phasewalk | w.unseen | w.terrainwalk;
                own[11] += if body.keywords & evasive != 0 && !stuck { power } else { 0 };
                own[12] += i32::from(!body.is(CHARGED) && !body.is(FRESH));
                if body.is(ATTACKING) && !body.is(BLOCKED) && as_player(body.foe).is_some() {
                    own[20] += power;
                }
            }
        }
        own[6] = energies.count_ones() as i32;
        own[21] =
            self.s.items().iter().filter(|i| i.seat == seat && i.kind != super::state::Kind::Negated).count() as i32;
        if let Some(frame) = &self.s.frame {
            own[21] += i32::from(frame.item.seat == seat && frame.phase != Phase::Resolve);
        }
    }
}
