//! What a player without a plan does, and what a position looks like to one with a plan.

use catalog::tr;

use super::Action;
use super::position::Position;
use super::state::{
    CHARGED, Change, ChangeKind, FRESH, ITEM, Id, LOCATION, NONE, PendingDecision, Permanent, Step, TURN_END, Zone,
};

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
    "exposed",
    "doomed",
    "short",
    "castable",
];

/// A feature in a few words: a noun of which there can be more or less.
pub(super) fn feature_label(feature: usize) -> String {
    match FEATURES[feature] {
        "won" => tr!("feature" => "wins"),
        "life" => tr!("feature" => "life"),
        "near_death" => tr!("feature" => "distance from 0 life"),
        "hand" => tr!("feature" => "cards in hand"),
        "deck" => tr!("feature" => "cards in the Codex"),
        "terrains" => tr!("feature" => "terrains"),
        "energies" => tr!("feature" => "kinds of energy"),
        "entities" => tr!("feature" => "entities"),
        "power" => tr!("feature" => "power"),
        "health" => tr!("feature" => "health"),
        "keywords" => tr!("feature" => "keywords in play"),
        "evasive_power" => tr!("feature" => "evasive power"),
        "ready" => tr!("feature" => "recharged entities"),
        "tech" => tr!("feature" => "Tech and Vehicles"),
        "artifacts" => tr!("feature" => "artifacts"),
        "enchantments" => tr!("feature" => "enchantments"),
        "celestials" => tr!("feature" => "celestials"),
        "resolve" => tr!("feature" => "resolve"),
        "cost" => tr!("feature" => "value in play"),
        "attached" => tr!("feature" => "attachments"),
        "exposed" => tr!("feature" => "safety from attacks"),
        "doomed" => tr!("feature" => "safety from a lethal attack"),
        "short" => tr!("feature" => "terrains to come"),
        "castable" => tr!("feature" => "cards to play soon"),
        name => name.replace('_', " "),
    }
}

/// Terrains that a player wants to have for certain, in hand or in play.
const NEEDED: i32 = 4;

/// Declines, keeps, pays automatically; where something must be chosen, the first.
pub(super) fn passing_action(legal: &[Action]) -> usize {
    use Action as A;
    let quiet = |a: &Action| matches!(a, A::Pass | A::Stay | A::Keep | A::Auto | A::No);
    let done = |a: &Action| matches!(a, A::Done);
    legal.iter().position(quiet).or_else(|| legal.iter().position(done)).unwrap_or(0)
}

impl<const N: usize, const B: usize> Position<'_, N, B> {
    /// Nothing is under way: the active player may do something in an exploration phase.
    pub fn is_quiescent(&self) -> bool {
        let open = matches!(self.s.step, Step::Exploration | Step::Second);
        self.s.over.is_some()
            || (open
                && self.s.frame.is_none()
                && self.s.pending == PendingDecision::Window
                && self.s.depth == 0
                && self.is_active(self.s.priority))
    }

    pub fn is_combat(&self) -> bool {
        self.s.frame.is_none()
            && matches!(
                self.s.pending,
                PendingDecision::Attack(_)
                    | PendingDecision::Block(_)
                    | PendingDecision::Line(_)
                    | PendingDecision::Deal(_)
            )
    }

    /// Cards that are not in play are what they are, wherever they lie; cards in play are themselves.
    pub fn action_key(&self, action: Action) -> u64 {
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
        let about = match self.s.pending {
            PendingDecision::Attack(id) | PendingDecision::Block(id) | PendingDecision::Deal(id)
                if self.s.frame.is_none() =>
            {
                u64::from(id)
            }
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
            if player == seat {
                self.hand_features(seat, &mut own);
            }
            let ally = self.t.allied(player, seat);
            out.iter_mut().zip(own).for_each(|(o, n)| *o += if ally { n } else { -n / opponents });
        }
    }

    fn seat_features(&self, seat: u8, own: &mut [i32; FEATURES.len()]) {
        let t = &self.t.types;
        let w = &self.t.keywords;
        let life = i32::from(self.life(seat));
        own[1] = life.clamp(0, 60);
        own[2] = -(6 - life).clamp(0, 6);
        own[3] = ((self.s.cards(seat, Zone::Hand).len() + self.s.cards(seat, Zone::Command).len()) as i32).min(8);
        own[4] = -(8 - i32::from(self.s.codex(seat).len())).max(0);
        let mut energies = 0u16;
        for permanent in self.s.in_order().filter(|b| b.controller == seat && b.place != LOCATION) {
            let def = self.t.def(permanent.id);
            let types = def.printed.types;
            let is = |mask: u32| i32::from(types & mask != 0);
            if types & t.terrain != 0 {
                // The eighth terrain is worth nothing.
                own[5] += if own[5] < 7 { 1 } else { 0 };
                energies |= def.printed.produces;
                continue;
            }
            own[18] += def.price.total().min(12);
            own[13] += is(t.tech | t.vehicle);
            own[14] += is(t.artifact);
            own[15] += is(t.enchantment);
            own[16] += is(t.celestial);
            own[17] += i32::from(permanent.resolve.max(0));
            own[19] += i32::from(permanent.host != NONE);
            if types & t.entity != 0 {
                // Damage heals, and what lasts for the turn ends: neither counts.
                let power = i32::from(self.lasting_power(permanent));
                let stuck = self.is_stuck(permanent);
                own[7] += 1;
                own[8] += if stuck { power / 2 } else { power };
                own[9] += i32::from((permanent.health - self.passing(permanent.id, true)).max(0));
                own[10] += (permanent.keywords & !(w.settling | w.rooted | w.meek | w.dormant | w.guardianship))
                    .count_ones() as i32;
                own[11] += if self.is_evasive(permanent) && !stuck { power } else { 0 };
                own[12] += i32::from(!permanent.is(CHARGED) && !permanent.is(FRESH));
            }
        }
        own[6] = energies.count_ones() as i32;
        let threat = self.threat(seat);
        own[20] = -threat.clamp(0, life.max(0));
        own[21] = -i32::from(threat >= life);
    }

    /// What a card in play has of power or health until the end of the turn only.
    fn passing(&self, id: Id, health: bool) -> i16 {
        let changes = self.s.changes[..self.s.changed as usize].iter().filter(|c| c.to == id && c.until == TURN_END);
        let of = |change: &Change| match change.kind {
            ChangeKind::Power(n) if !health => n,
            ChangeKind::Health(n) if health => n,
            _ => 0,
        };
        changes.map(of).sum()
    }

    fn lasting_power(&self, permanent: &Permanent) -> i16 {
        (permanent.power - self.passing(permanent.id, false)).max(0)
    }

    fn is_stuck(&self, permanent: &Permanent) -> bool {
        let w = &self.t.keywords;
        permanent.keywords & w.rooted != 0
            || (permanent.keywords & w.guardianship != 0 && permanent.keywords & w.roused == 0)
    }

    fn is_evasive(&self, permanent: &Permanent) -> bool {
        let w = &self.t.keywords;
        permanent.keywords & (w.soaring | w.phasewalk | w.unseen | w.terrainwalk) != 0
    }

    /// The damage that a seat must fear of the next attack: each of its guards stops the hardest blow that is left,
    /// but for evasive ones.
    fn threat(&self, seat: u8) -> i32 {
        let mut blows = [0i16; 64];
        let (mut n, mut sure, mut guards) = (0, 0, 0);
        let waits = self.is_active(seat);
        for permanent in self.s.in_order() {
            if self.t.printed(permanent.id).types & self.t.types.entity == 0 {
                continue;
            }
            if permanent.controller == seat {
                // Who is charged in the own turn cannot block in the next one; in the others' turn it is recharged first.
                let rests = waits && permanent.is(CHARGED);
                let blocks = permanent.keywords & (self.t.keywords.rooted | self.t.keywords.meek) == 0;
                guards += usize::from(blocks && !rests);
            } else if !self.t.allied(permanent.controller, seat) && !self.is_stuck(permanent) {
                let power = self.lasting_power(permanent);
                match self.is_evasive(permanent) {
                    true => sure += i32::from(power),
                    false if n < blows.len() => {
                        blows[n] = power;
                        n += 1;
                    }
                    false => {}
                }
            }
        }
        let blows = &mut blows[..n];
        blows.sort_unstable_by(|a, b| b.cmp(a));
        sure + blows.iter().skip(guards).map(|n| i32::from(*n)).sum::<i32>()
    }

    /// What a hand promises. That of an opponent is only so many cards.
    fn hand_features(&self, seat: u8, own: &mut [i32; FEATURES.len()]) {
        let terrain = self.t.types.terrain;
        let (mut terrains, mut energies) = (0, 0u16);
        let hand = self.s.cards(seat, Zone::Hand).of(seat);
        let there = self.s.in_order().filter(|b| b.controller == seat && b.place != LOCATION).map(|b| b.id);
        for printed in hand.clone().chain(there).map(|id| self.t.printed(id)).filter(|p| p.types & terrain != 0) {
            terrains += 1;
            energies |= printed.produces;
        }
        // Each terrain that is missing is worse than the one before.
        own[22] = -(NEEDED - terrains).max(0).pow(2);
        for price in hand.filter(|id| !self.is(*id, terrain)).map(|id| self.t.def(id).price) {
            let asked = price.typed.iter().enumerate().fold(0u16, |m, (e, n)| m | u16::from(*n > 0) << e);
            own[23] += i32::from(price.total() <= terrains.max(NEEDED) && asked & !energies == 0);
        }
        own[23] = own[23].min(5);
    }
}
